"""Games against computers alone: opened and started at once, at home in direct messages."""

import asyncio
import re
from random import Random

import pytest
from seated import WORDS
from tabletop import ANNA, BEN, PLACE, Clock, act, ended, opened, play_computers, refuses, running

from bot.changes import COMPUTER
from bot.delivery import FLEETING, LASTING, ToUser
from bot.domain.game_lookup import Origin, Purpose
from bot.domain.naming import NAME_LIMIT
from bot.domain.pace import UNHURRIED
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Home, HomeKind, Place, Status
from bot.features.solo import EVERY_TABLE, called_computers, proposed_solo, solo_name, solo_page
from bot.intents.solo import Solo
from bot.local.page import Chair, bar
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store import CalledIn
from bot.store.queries import due
from bot.use_cases import GameLimits, Services
from bot.use_cases.inside import AllSeats
from engine import EndTurn, Level

DIRECTS = 4_000_000_000_000_000_000


async def solo(services, *levels, name="Ur"):
    """A game of Anna's against such computers."""
    against = called_computers(WORDS, levels or (Level.MEDIUM,))
    return await services.opening.open_solo(ANNA, DIRECTS, name, against)


async def posts(services, table, closed=frozenset()):
    """The due posts of the game."""
    return list(Due(services.games.record)(await AllSeats(services).everyone(table.id), closed))


async def play_least(services, table):
    """The game, over: everybody does as little as possible, and Anna soon resigns."""
    while table.round_number < 3:
        table = await act(services, await play_computers(services, table), EndTurn())
    await services.play.resign(table.id, ANNA.user_id)
    return await services.games.get(table.id)


async def test_it_starts_with_its_player_and_the_computers(services, store):
    table = await solo(services, Level.EASY, Level.STRONG, Level.STRONG)
    assert table.status is Status.RUNNING
    assert sorted(player.name for player in table.players) == [
        "Anna",
        "Computer (easy)",
        "Computer (strong)",
        "Computer (strong) 2",
    ]
    assert table.place == Place(None, DIRECTS)
    assert table.home == Home(DIRECTS, HomeKind.DIRECT)
    assert table.in_directs
    assert table.pace == UNHURRIED
    player = table.player_of(ANNA.user_id)
    assert player.called_in is CalledIn.DIRECT
    assert table == await Services(store, Random(1), Clock()).games.get(table.id)
    examined = await store.read(examine, table.id)
    assert not examined.faults


async def test_seats_are_drawn_and_a_computer_that_begins_is_asked(tmp_path):
    """At random, with a seal and without; a computer's turn is due as soon as it is stored."""
    for sealing in (True, False):
        began = set()
        for seed in range(3):
            async with opened(tmp_path / f"{sealing}{seed}.sqlite3") as (store,):
                services = Services(store, Random(seed), Clock(), sealing=sealing)
                table = await solo(services)
                rows = await store.read(due.read_kind, COMPUTER)
                assert [row.game_id for row in rows] == [table.id] * table.waits_for_computer
                began.add(table.waits_for_computer)
        assert began == {True, False}


async def test_nobody_opens_more_games_than_there_may_be(store):
    """The games of all people together are not limited: there is no server that would hold them."""
    services = Services(store, Random(7), Clock(), GameLimits(per_user=2, per_server=1))
    await solo(services)
    await solo(services)
    await refuses(Refusal.OPENED_MANY, solo(services))
    (computer,) = called_computers(WORDS, (Level.EASY,))
    assert (
        await services.opening.open_solo(BEN, DIRECTS + 1, "Ur", [computer])
    ).status is Status.RUNNING


async def test_who_presses_twice_begins_once(services):
    """Even in the same moment: the second press is refused."""
    computers = called_computers(WORDS, (Level.EASY,))
    opening = (
        services.opening.open_solo(ANNA, DIRECTS, "Ur", computers, pressed=17) for _ in range(2)
    )
    began, other = await asyncio.gather(*opening, return_exceptions=True)
    assert other.refusal is Refusal.BEGUN_ALREADY
    assert [table.id for table in await services.games.of_user(ANNA.user_id)] == [began.id]
    other = await services.opening.open_solo(ANNA, DIRECTS, "Ur", computers, pressed=18)
    assert len(await services.games.of_user(ANNA.user_id)) == 2
    third = await solo(services, name="Lagash")
    # calls and desks name the game: they would look the same
    assert [began.name, other.name, third.name] == ["Ur", "Ur 2", "Lagash"]


async def test_an_invalid_game_is_refused(services):
    """There are one to three computers; board and options are those of any game."""
    open_solo, computer = services.opening.open_solo, (Level.EASY, "Computer")
    for count in (0, 4):
        with pytest.raises(ValueError, match="none to play against"):
            await open_solo(ANNA, DIRECTS, "Ur", [computer] * count)
    board = open_solo(ANNA, DIRECTS, "Ur", [computer], board="round", options=["open"])
    await refuses(Refusal.UNKNOWN_BOARD, board)
    option = open_solo(ANNA, DIRECTS, "Ur", [computer], options=["magic"])
    await refuses(Refusal.UNKNOWN_OPTION, option)


# --- its home -----------------------------------------------------------------------------------


async def test_the_desk_is_all_that_is_shown_until_the_end(services):
    table = await solo(services)
    await refuses(Refusal.PLAYED_ALONE, services.seats.offer(table.id, ANNA))
    assert not await posts(services, table, frozenset({ANNA.user_id})), "direct messages closed"
    seal, desk = await posts(services, table)
    assert seal.kind in LASTING
    assert seal.made().silent
    assert desk.target == seal.target == ToUser(ANNA.user_id)
    assert desk.key.startswith(f"game-{table.id}-desk-")
    table = await play_least(services, table)
    _, desk, result = await posts(services, table)
    assert desk.key.endswith("-over")
    assert result.key == f"game-{table.id}-result"
    assert desk.target == result.target == ToUser(ANNA.user_id)
    assert result.kind not in FLEETING
    content = result.made()
    assert content.silent, "the desk has rung"
    assert [file.name for file in content.files] == [f"game-{table.id}.gif", f"game-{table.id}.te"]
    assert await meant(services, Origin(ANNA.user_id, None, DIRECTS)) == ["Ur"]


# --- finding the game ---------------------------------------------------------------------------


async def meant(services, origin):
    """The names of the games that are meant when none is named."""
    visits = await services.visits.meant(origin, Purpose.PLAY)
    return sorted(visit.table.name for visit in visits)


async def test_it_is_meant_wherever_no_other_game_is(services):
    await solo(services, name="Alone")
    elsewhere = Origin(ANNA.user_id, None, 77)
    in_server = Origin(ANNA.user_id, PLACE.guild_id, 77)
    directly = Origin(ANNA.user_id, None, DIRECTS)
    for origin in (elsewhere, in_server, directly):
        assert await meant(services, origin) == ["Alone"]
    await running(services, 2, "Others")
    assert await meant(services, in_server) == ["Others"]
    # there the desks of both are
    assert await meant(services, directly) == ["Alone", "Others"]
    assert await meant(services, elsewhere) == ["Alone", "Others"]
    assert await meant(services, Origin(BEN.user_id, None, 77)) == ["Others"]


# --- choices ------------------------------------------------------------------------------------


def test_every_table_can_be_chosen_at_once():
    page = solo_page(WORDS, Solo())
    play, against, *_ = page.rows
    assert play[0].label == "Play"
    options = against.options
    assert len(options) == len(EVERY_TABLE) == 19
    assert len({option.value for option in options}) == 19
    assert [option.label for option in options if option.chosen] == ["1 computer: easy"]
    for levels in EVERY_TABLE[::6]:
        name = solo_name(WORDS, levels)
        assert name.startswith("Solo (")
        assert len(name) <= NAME_LIMIT
        _, against, *_ = solo_page(WORDS, Solo(levels)).rows
        (chosen,) = (option.label for option in against.options if option.chosen)
        assert chosen.startswith(f"{len(levels)} computer")


@pytest.mark.parametrize("solo", [Solo(preset="chess"), Solo(board="round")])
def test_what_there_is_not_cannot_be_chosen(solo):
    with pytest.raises(Refused):
        solo_page(WORDS, solo)


async def test_an_easy_first_game_is_proposed_until_one_is_won(services):
    assert await proposed_solo(services, ANNA.user_id) == Solo((Level.EASY,), "first game")
    await ended(services)
    assert await proposed_solo(services, ANNA.user_id) == Solo((Level.MEDIUM,), "first game")
    assert await proposed_solo(services, BEN.user_id) == Solo((Level.EASY,), "first game")


async def test_the_bar_of_the_local_table_marks_who_decides(services):
    table = await running(services, 2)
    chairs = [Chair(each.name, each.user_id or 0) for each in table.players]
    shown = bar(WORDS, chairs, chairs[0], "channel", [table])
    assert re.findall(r">(\w+) <span class=\"decides\"", shown) == [table.decider.name]
