"""What somebody is shown of what is stored: all that is about that person, and nothing else."""

import json
from random import Random

from tabletop import (
    ANNA,
    BEN,
    CORA,
    PLACE,
    act_at_random,
    ended,
    running,
    whole,
)

from bot.showing.own_data import called_former, confirm_forgetting, own_data_page
from bot.store import Store, logs
from bot.table import Kind, OwnData, Person, Quiet, Table, Tables
from bot.words import Words
from engine import SwapTiles

WORDS = Words.of("en")
ZOE = Person(42, "Zoe")
assert PLACE.guild_id is not None
GUILD = PLACE.guild_id


async def written(data: OwnData) -> str:
    """What is in the file."""
    (file,) = own_data_page(WORDS, data, 0).files
    return (await file.read()).decode()


async def two_rounds(tables: Tables, table: Table) -> Table:
    rng = Random(5)
    while table.turn < 5:
        table = (await act_at_random(tables, table, rng)).table
    return table


async def test_of_a_stranger_there_is_nothing(tables: Tables) -> None:
    await running(tables)
    data = await tables.own_data(ZOE.user_id)
    assert data.is_empty
    page = own_data_page(WORDS, data, 0)
    assert (page.text, page.files, page.rows) == ("I store nothing about you.", (), ())


async def test_the_own_deeds_are_told_and_nobody_elses(store: Store, tables: Tables) -> None:
    table = await two_rounds(tables, await running(tables))
    log = await store.read(logs.read_log, table.id)
    for person in (ANNA, BEN, CORA):
        (game,) = (await tables.own_data(person.user_id)).games
        own = [entry for entry in log if entry.user_id == person.user_id]
        assert [(each.kind, each.turn, each.at) for each in game.deeds] == [
            (entry.kind, entry.turn, entry.at) for entry in own
        ]
        decided = [entry.text for entry in own if entry.kind == Kind.ACTED]
        assert [each.told for each in game.deeds if each.kind == Kind.ACTED] == decided
        assert decided


async def test_no_bag_and_no_number_or_name_of_anybody_else_is_in_it(
    store: Store, tables: Tables
) -> None:
    table = await two_rounds(tables, await running(tables))
    (start,) = (e for e in await store.read(logs.read_log, table.id) if e.kind == Kind.STARTED)
    assert start.text
    assert start.user_id == CORA.user_id, "who took the last seat"
    everybody = (ANNA, BEN, CORA)
    for person in everybody:
        told = await written(await tables.own_data(person.user_id))
        assert json.loads(start.text)["bag"] not in told
        for other in everybody:
            assert (str(other.user_id) in told) == (other is person)
            assert (other.name in told) == (other is person)


async def test_everything_else_that_is_kept_is_in_it(tables: Tables) -> None:
    table = await running(tables)
    await tables.keep_note(ANNA.user_id, table.id, "the black monument")
    await tables.set_hours(ANNA.user_id, zone="Europe/Berlin", quiet=Quiet(1320, 420))
    await tables.begin_lesson(ANNA.user_id, "01-tiles")
    await tables.silence(GUILD, ANNA.user_id, silent=True)
    gathering = await tables.open(BEN, PLACE, "asked to join")
    await tables.ask_also(gathering.id, BEN, ANNA.user_id)
    data = await tables.own_data(ANNA.user_id)
    told = await written(data)
    for line in ("note: the black monument", "zone: Europe/Berlin", "last begun: 01-tiles: "):
        assert line in told
    assert f"\n{GUILD}\n" in told
    assert "asked to join ==" in told
    text = own_data_page(WORDS, data, 0).text
    assert "your settings, 1 game, your notes and plans, and your lessons." in text


async def test_it_says_what_is_left_when_it_is_deleted(tables: Tables) -> None:
    for number in range(7):
        await tables.open(ANNA, PLACE, f"game {number}")
    await ended(tables)
    page = confirm_forgetting(WORDS, await tables.own_data(ANNA.user_id))
    assert "You leave **game 6**, **game 5**, **game 4**, **game 3**, **game 2**, and 2 more" in (
        page.text
    )
    assert own_data_page(WORDS, await tables.own_data(ANNA.user_id), 365).text.count("365 days")


async def test_swaps_are_told_to_whom_they_are_told_anyway(tables: Tables) -> None:
    table = await running(tables)
    user = table.decider.user_id if table.decider else None
    assert user is not None
    action = next(a for a in whole(table).legal_actions() if isinstance(a, SwapTiles))
    await tables.act(table.id, user, action)
    assert str(action) in await written(await tables.own_data(user))
    others = [player.user_id for player in table.players if player.user_id not in {user, None}]
    for other in others:
        assert str(action) not in await written(await tables.own_data(other or 0))


def test_a_former_player_has_a_name_in_every_language() -> None:
    assert called_former("en") == called_former("de") == "a former player"
