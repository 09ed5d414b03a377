"""A damaged game is set aside, says so, and all the others go on; a damaged file is refused."""

import asyncio
import json
import logging
import sqlite3
from contextlib import closing
from functools import partial
from random import Random

import pytest
from post_box import deliver
from tabletop import (
    ANNA,
    BEN,
    CORA,
    PLACE,
    Clock,
    act_at_random,
    clear_caches,
    decider,
    ended,
    game_of,
    running,
    url,
)

from bot.domain.game_lookup import Origin, Purpose
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Place, Unreadable
from bot.features.games import Listing, games_page
from bot.i18n import Words
from bot.store import Store, StoreError
from bot.store.queries import due, games, outbox
from bot.store.schema.tables import game
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats
from engine import EndTurn, PlaceLeader
from tests.databases import change_database, new_database, opened_at


@pytest.fixture
def path(tmp_path):
    """The file of these tests' store."""
    return tmp_path / "games.sqlite3"


STATE = "UPDATE snapshot SET state = {} WHERE game_id = 1"
GAME = "UPDATE game SET {} WHERE id = 1"
PLAYER = "UPDATE player SET {} WHERE game_id = 1 AND seat = 0"
ENTRY = "UPDATE entry SET {} WHERE game_id = 1 AND seq = 5"
NO_STATE = "DELETE FROM snapshot WHERE game_id = 1"
NO_BOARD = GAME.format("board = 'round'")
NO_EVENT = ENTRY.format("""events = '[["Earthquake", {}]]'""")
DAMAGES = {
    "a state cut short": STATE.format("substr(state, 1, 100)"),
    "a state of three players": STATE.format("json_remove(state, '$.hands[0]')"),
    "a state of other seats": STATE.format("""json_set(state, '$.seats', json('"pl"'))"""),
    "a state on another board": STATE.format("json_set(state, '$.layout', 'advanced')"),
    "a state that is no text": STATE.format("x'ff00'"),
    "a state that is a text in no alphabet": STATE.format("CAST(x'ff22ff' AS TEXT)"),
    "no last entry": "DELETE FROM entry WHERE game_id = 1 AND seq > 4",
    "an event of a seat that no one has": ENTRY.format(
        """events = '[["TurnBegan", {"seat": 3}]]'"""
    ),
    "an event beside the board": ENTRY.format(
        """events = '[["UnificationEnded", {"cell": {"row": 1, "col": 16}}]]'"""
    ),
    "a vacation without an end": ENTRY.format("""kind = 'away', text = '{"until": "soon"}'"""),
    "a vacation planned for no day": ENTRY.format(
        """kind = 'plans vacation', text = '{"start": "soon"}'"""
    ),
    "events that are no JSON": ENTRY.format("events = '[[['"),
    "a decision that is none": ENTRY.format("text = 'z@Q99'"),
    "an entry of an unknown kind": ENTRY.format("kind = 'cheated'"),
    "an entry without a time": ENTRY.format("at = 'yesterday'"),
    "an unknown option": GAME.format("""options = '["chess"]'"""),
    "an unknown status": GAME.format("status = 'paused'"),
    "a status that is too early": GAME.format("state_version = 0"),
    "a version that is none": GAME.format("version = 'last'"),
    "a version that is too high": GAME.format("version = 9999"),
    "a version that was shown before it was": GAME.format("delivered_version = 9999"),
    "a turn that was shown before it was": GAME.format("delivered_turn = 9999"),
    "reminders without a pause": GAME.format("""pace = '{"reminders": [60, 0]}'"""),
    "an absurd number of seats": GAME.format("capacity = -7"),
    "a place to be called that is none": PLAYER.format("calls_in = 'null'"),
    "a standing order that is none": PLAYER.format("standing_order = 'flee'"),
    "a seat that is none": PLAYER.format("seat = 77"),
    "what somebody was taught that is none": GAME.format("taught = '[{}]'"),
    "a player too many taught": GAME.format("""taught = '[{"games":0}]'"""),
    "a player too few": f"DELETE FROM player WHERE game_id = 1 AND user_id = {CORA.user_id}",
    "a name and a channel that are none": GAME.format(
        "status = 'paused', name = CAST(x'ff' AS TEXT), channel_id = 'there'"
    ),
}


# --- a game ---------------------------------------------------------------------------------------

_prepared = []


async def prepared(path):
    """A file with four games, which are made once: Ur, which is damaged then, and others."""
    if not _prepared:
        async with opened_at(await new_database(path)) as store:
            services = Services(store, Random(7), Clock())
            ur = await running(services, name="Ur")
            await act_at_random(services, ur, Random(1))
            await running(services, 2, "Kish", options=["display"])
            await services.opening.open(ANNA, PLACE, "Lagash")
            await ended(services)
        _prepared.append(await asyncio.to_thread(path.read_bytes))
    return _prepared[0]


def damage(path, good, statement):
    path.write_bytes(good)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@pytest.mark.sqlite
@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
async def test_whatever_is_damaged_of_a_game_it_is_set_aside(path, statement, caplog):
    good = await prepared(path)
    await asyncio.to_thread(damage, path, good, statement)
    async with opened_at(url(path)) as store:
        services = Services(store, Random(1), Clock())
        for _ in range(2):  # it is said once
            with pytest.raises(Refused) as caught:
                await services.games.get(1)
            assert caught.value.refusal is Refusal.UNREADABLE
        others = [each for each in await services.games.of_user(ANNA.user_id) if each.id != 1]
    assert [table.name for table in others] == ["Lagash", "Kish"]
    (message,) = caplog.messages
    assert message.startswith("game 1 is set aside: ")
    assert "`python -m bot check`" in message
    assert [record.levelname for record in caplog.records] == ["ERROR"]


@pytest.mark.sqlite
async def test_the_header_of_a_damaged_game_lacks_no_required_value(path):
    good = await prepared(path)
    await asyncio.to_thread(damage, path, good, GAME.format("created_at = 'once'"))
    async with opened_at(url(path)) as store:
        (header,) = await store.read(games.read_headers, games.numbered(1))
    assert header.damaged
    required = [column.name for column in game.c if not column.nullable]
    assert None not in [getattr(header.game, name) for name in required]


async def damaged_game(services, path, statement):
    """A game of three that is damaged then, and another one of two of them."""
    table = await running(services, name="Ur")
    table = (await act_at_random(services, table, Random(1))).table
    await change_database(path, statement)
    return table, await running(services, 2, "Kish")


@pytest.mark.parametrize("statement", [NO_STATE, NO_BOARD, NO_EVENT])
async def test_its_players_are_informed_and_the_other_game_goes_on(
    services, store, clock, path, statement, caplog
):
    ur, kish = await damaged_game(services, path, statement)
    hidden = [str(each) for each in (*game_of(ur).hands, game_of(ur).bag)]
    services = Services(store, Random(1), clock)  # a program that has nothing in memory
    at_home = [Origin(each.user_id, PLACE.guild_id, None) for each in (ANNA, CORA)]
    with caplog.at_level(logging.INFO):
        for read in (
            lambda: services.games.get(ur.id),
            lambda: services.visits.of(ur.id, CORA.user_id),
            lambda: services.play.act(ur.id, decider(ur), EndTurn()),
            lambda: services.games.history(ur.id),
            lambda: services.visits.named(at_home[1], str(ur.id)),
            lambda: services.visits.named(Origin(BEN.user_id, None, None), "ur"),
            lambda: services.visits.meant(at_home[1], Purpose.PLAY),  # her only one
        ):
            with pytest.raises(Refused) as caught:
                await read()
            assert caught.value.refusal is Refusal.UNREADABLE
            assert str(caught.value).startswith("Ur is damaged, so I can't read it.")
        (visit,) = await services.visits.meant(at_home[0], Purpose.PLAY)
        assert visit.table.id == kish.id
        table = (await services.play.act(kish.id, decider(visit.table), EndTurn())).table
        listed = await services.games.of_user(ANNA.user_id)
        assert listed == [table, Unreadable(ur.id, "Ur", PLACE, PLACE.channel_id)]
        assert await services.games.at(PLACE.channel_id) == [table]
    page = games_page(Words.of("en"), Listing(listed), ANNA.user_id).text.splitlines()
    page = [line for line in page if str(PLACE.channel_id) in line]
    assert [("Ur" in line, "Damaged" in line) for line in page] == [(False, False), (True, True)]
    hers = Listing(await services.games.of_user(CORA.user_id))
    assert "no game" not in games_page(Words.of("en"), hers, CORA.user_id).text
    await change_database(path, GAME.format("home_id = 77, home_kind = 'thread'"))
    with pytest.raises(Refused) as caught:  # in its own thread nothing else can be meant
        await services.visits.meant(Origin(ANNA.user_id, PLACE.guild_id, 77), Purpose.PLAY)
    assert caught.value.refusal is Refusal.UNREADABLE
    assert len(caplog.messages) == 1
    assert not any(secret in caplog.text for secret in hidden)


@pytest.mark.sqlite
async def test_a_game_that_has_lost_its_name_is_called_by_its_number(path):
    good = await prepared(path)
    await asyncio.to_thread(damage, path, good, DAMAGES["a name and a channel that are none"])
    async with opened_at(url(path)) as store:
        listed = await Services(store, Random(1), Clock()).games.of_user(ANNA.user_id)
    assert Unreadable(1, "#1", Place(PLACE.guild_id, 0), 0) in listed


async def test_a_seat_before_the_start_is_damage(services, path):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    await change_database(path, "UPDATE player SET seat = 1")
    with pytest.raises(Refused) as refused:
        await services.visits.of(table.id, ANNA.user_id)
    assert refused.value.refusal is Refusal.UNREADABLE


async def test_a_repaired_game_goes_on_and_new_damage_is_reported_again(
    services, store, clock, path, caplog
):
    ur = await running(services, name="Ur")
    program = Services(store, Random(1), clock)
    for _ in range(2):
        await change_database(path, GAME.format("status = 'paused'"))
        with pytest.raises(Refused):
            await program.games.get(ur.id)
        await change_database(path, GAME.format("status = 'running'"))
        assert await program.games.get(ur.id) == ur
    assert len(caplog.messages) == 2
    assert (await program.play.act(ur.id, decider(ur), EndTurn())).table.turn == 2


async def test_nothing_of_it_is_delivered_and_that_is_said_once(services, path, box, make, caplog):
    ur, kish = await damaged_game(services, path, NO_STATE)
    clear_caches(services)  # the program starts
    delivery = make()
    for _ in range(3):
        await delivery.start()
        await delivery.rest()
    await deliver(delivery, ur)
    assert {line["game"] for line in box.lines("send")} == {kish.id}
    assert len(caplog.messages) == 1


async def test_a_state_to_which_is_undone(services, path):
    ur = await running(services, name="Ur")
    first = next(each for each in game_of(ur).legal_actions() if isinstance(each, PlaceLeader))
    acted = (await services.play.act(ur.id, decider(ur), first)).table
    await change_database(
        path, "DELETE FROM snapshot WHERE game_id = ? AND seq = ?", ur.id, ur.state_version
    )
    clear_caches(services)
    with pytest.raises(Refused) as caught:
        await services.play.undo(ur.id, decider(ur))
    assert caught.value.refusal is Refusal.UNREADABLE
    assert await services.games.get(ur.id) == acted


async def test_an_earlier_entry_of_a_game_that_is_over(services, path):
    """It is shown as it ended; only its record is lost."""
    table = await ended(services)
    for text in ("", "{}", json.dumps({"users": [1], "seats": "lz", "bag": 7})):
        await change_database(path, "UPDATE entry SET text = ? WHERE kind = 'started'", text)
        assert await services.games.get(table.id) == table
        with pytest.raises(Refused) as caught:
            await services.games.record(table.id)
        assert caught.value.refusal is Refusal.UNREADABLE


# --- a file ---------------------------------------------------------------------------------------

PAGE = 4096


def flipped(data, dice):
    for _ in range(dice.choice([10, 200, 3000])):
        data[dice.randrange(len(data))] = dice.randrange(256)


def cut(data, dice):
    del data[dice.randrange(len(data)) :]


def zeroed(data, dice):
    for _ in range(3):
        at = dice.randrange(len(data) // PAGE) * PAGE
        data[at : at + PAGE] = bytes(PAGE)


def written_over(data, dice):
    """A text, or nothing, in the header."""
    at = dice.randrange(80)
    data[at : at + 20] = dice.choice([b"Dear diary, it rains", b"\xff" * 20, bytes(20)])


def spoil(path, good, how, seed):
    data = bytearray(good)
    how(data, Random(seed))
    path.write_bytes(data)


@pytest.mark.sqlite
@pytest.mark.parametrize("how", [flipped, cut, zeroed, written_over])
async def test_a_damaged_file_is_read_or_refused_with_a_sentence(path, how):
    """Reading any of it raises nothing else."""
    good = await prepared(path)
    outcomes = set()
    for seed in range(2, 5):
        file = path.with_name(f"games-{seed}.sqlite3")
        await asyncio.to_thread(spoil, file, good, how, seed)
        try:
            store = await Store.open(url(file))
        except StoreError as error:
            sentence = str(error)
            assert sentence.startswith(f"The database {url(file)} ")
            assert "\n" not in sentence
            outcomes.add("refused")
            continue
        try:
            outcomes.add(await read_all(store))
        finally:
            await store.close()
    assert outcomes - {"whole"}, "this damages nothing"


async def read_all(store):
    """Read everything; return the outcome."""
    services = Services(store, Random(1), Clock())
    reads = [
        lambda: store.read(outbox.undelivered, "running"),
        lambda: store.read(due.read_due, Clock().now),
        lambda: services.games.at(PLACE.channel_id, finished=True),
        lambda: services.games.of_user(ANNA.user_id),
    ]
    for number in range(1, 5):
        reads += [
            partial(AllSeats(services).everyone, number),
            partial(services.games.history, number),
            partial(store.read, outbox.read_posts, number),
        ]
    outcome = "whole"
    for read in reads:
        try:
            await read()
        except (StoreError, Refused):
            outcome = "damaged"
    return outcome


@pytest.mark.sqlite
async def test_the_sentence_tells_what_to_do(path):
    good = await prepared(path)
    await asyncio.to_thread(spoil, path, good, written_over, 1)
    with pytest.raises(StoreError) as caught:
        await Store.open(url(path))
    message = "games.sqlite3 is not a database, or is damaged: `python -m bot restore`"
    assert message in str(caught.value)
    for revision in ("''", "'é'", "CAST(x'fffe' AS TEXT)", "x'00'", "4.5"):
        change = f"UPDATE alembic_version SET version_num = {revision}"
        await asyncio.to_thread(damage, path, good, change)
        with pytest.raises(StoreError, match=r"^The database "):
            await Store.open(url(path))
