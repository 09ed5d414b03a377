"""``python -m bot repair N``, as a host runs it: restores a game from its log, or says why not."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest
from copied_data import change_file, content
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    EVE,
    GAMES,
    PLACE,
    Clock,
    decider,
    game_of,
    person_at,
    running,
    take_seat,
    undoer,
    url,
)

from bot.__main__ import main
from bot.domain.clock import NEW_CLOCK
from bot.domain.pace import PACES
from bot.domain.proposals import Question, Topic
from bot.ops.game_check import CannotRepair, examine, repair
from bot.ops.hosting import exclusive_use
from bot.use_cases import Services
from engine import EndTurn
from tests.databases import opened_at

pytestmark = pytest.mark.sqlite

STATE = "UPDATE snapshot SET state = {} WHERE game_id = 1"
MENDABLE = {
    "its state is missing or cannot be read": ["DELETE FROM snapshot WHERE game_id = 1"],
    "its state is missing": [STATE.format("substr(state, 1, 100)")],
    "its state is not the one to which its log leads": [
        STATE.format("json_set(state, '$.scores[0][0]', 3)")
    ],
    "its row cannot be read": ["UPDATE game SET version = 'last' WHERE id = 1"],
    "what is noted of it cannot be read": [
        "UPDATE game SET taught = '[{}]', pace = '{\"limit\": 3}' WHERE id = 1",
        "UPDATE game SET hints = 'some', proposals = '[{}]' WHERE id = 1",
    ],
    "its log tells otherwise of its players": [
        "UPDATE player SET abandoned_seq = 3 WHERE game_id = 1",
        "UPDATE player SET offered_seq = 3, gone = 1 WHERE game_id = 1 AND seat = 1",
    ],
}
"""Data of the first game that can be restored from its log, and damage to it."""
COLUMNS = {
    "version": 9999,
    "turn": 77,
    "status": "over",
    "state version": 2,
    "options": '["ziggurat"]',
    "board": "advanced",
    "paused seq": 4,
    "former": '[{"user_id":9,"name":"x","seat":0,"taken_seq":3}]',
}
"""Damage that contradicts its log."""
HOPELESS = {
    "entry 3 of its log is missing": "DELETE FROM entry WHERE game_id = 1 AND seq = 3",
    "of its log is missing": "DELETE FROM entry WHERE game_id = 1 AND seq > 9",
    "entry 5 of the log of game 1 cannot be read": "UPDATE entry SET events = '[[[' WHERE seq = 5",
    "entry 5 of the log cannot be read": "UPDATE entry SET text = 'z@Q99' WHERE seq = 5",
    "entry 4 of the log cannot be read": "UPDATE entry SET text = '{' WHERE seq = 4",
    "entry 5 of its log does not go there": "UPDATE entry SET seat = 2 WHERE seq = 5",
    "entry 6 of the log cannot be read": "UPDATE entry SET kind = 'cheated' WHERE seq = 6",
    "entry 6 of its log does not go there": "UPDATE entry SET turn = 77 WHERE seq = 6",
    "a seat in its log cannot be read": "UPDATE entry SET seat = 7 WHERE game_id = 1 AND seq = 1",
    "the log of game 1 cannot be read (entry.seq)": "UPDATE entry SET seq = 'last' WHERE seq = 9",
}


def beside(path):
    return sorted(each for each in path.parent.iterdir() if each != path)


def assert_nothing_is_told(played, lines):
    game = GAMES[played[0].id, played[0].version]
    hidden = [game.bag, *map(str, game.hands), *("".join(map(str, hand)) for hand in game.hands)]
    assert not any(secret in line for secret in hidden for line in lines)


async def read(path, number):
    async with opened_at(url(path)) as store:
        return await Services(store, Random(1), Clock()).games.get(number)


async def mend(path):
    """The faults of the first game, and the repaired game."""
    async with opened_at(url(path)) as store:
        examined = await store.read(examine, 1)
        assert await store.write(repair, 1, Clock()())
        assert not (await store.read(examine, 1)).faults
        return examined.faults, await Services(store, Random(1), Clock()).games.get(1)


def assert_is_made_anew(path, played, faults):
    ur = played[0]
    before = game_of(ur)
    found, mended = asyncio.run(mend(path))
    for fault in faults:
        assert any(fault in each for each in found), fault
    assert_nothing_is_told(played, found)
    assert game_of(mended) == before
    assert mended.version == ur.version + 1
    assert mended.state_version == ur.state_version  # so the buttons that are out there go on
    assert (mended.turn, mended.status, mended.players) == (ur.turn, ur.status, ur.players)
    assert (mended.board, mended.options) == (ur.board, ur.options)
    assert (mended.paused_seq, mended.former) == (ur.paused_seq, ur.former)


@pytest.mark.parametrize("fault", MENDABLE)
def test_a_game_is_rebuilt_from_its_log(path, played, fault):
    for statement in MENDABLE[fault]:
        change_file(path, statement)
    assert_is_made_anew(path, played, [fault])


def test_each_column_that_contradicts_the_log_is_reported_and_repaired(path, played):
    for name, value in COLUMNS.items():
        change_file(path, f"UPDATE game SET {name.replace(' ', '_')} = ? WHERE id = 1", value)
    assert_is_made_anew(
        path, played, [f"its log tells otherwise of its {name}" for name in COLUMNS]
    )


def test_check_and_repair_tell_what_is_wrong_and_where_it_is_as_before(path, played, run):
    change_file(path, *MENDABLE["its row cannot be read"])
    damaged = content(path)
    status, lines = run("check")
    assert status == 1
    found = [line for line in lines if "`python -m bot repair 1` may fix it." in line]
    assert any(line.startswith("Game 1 (Ur): its row cannot be read") for line in found)
    assert lines[-1] == f"Faults: {len(found)}."
    status, lines = run("repair", "1")
    assert status == 0
    assert lines[0].startswith("Game 1 (Ur) was rebuilt from its log.")
    (backup,) = beside(path)
    assert backup.name == "games.sqlite3.before-repair-1"
    assert content(backup) == damaged
    assert f"The database as it was before is in {backup}." in lines
    assert run("check")[0] == 0
    mended = path.read_bytes()
    assert run("repair", "1") == (0, ["Game 1 (Ur) agrees with its log: nothing to repair."])
    assert path.read_bytes() == mended
    assert beside(path) == [backup]


async def refused(path):
    """The faults of the first game, and the reason why it cannot be repaired."""
    async with opened_at(url(path)) as store:
        examined = await store.read(examine, 1)
        with pytest.raises(CannotRepair) as caught:
            await store.write(repair, 1, Clock()())
        return examined.faults, str(caught.value)


@pytest.mark.parametrize(("fault", "statement"), HOPELESS.items(), ids=HOPELESS)
def test_a_log_that_is_damaged_is_left_as_it_is(path, played, fault, statement):
    change_file(path, f"{statement} AND game_id = 1" if " WHERE seq" in statement else statement)
    before = content(path)
    (found,), why = asyncio.run(refused(path))
    assert found.startswith("its log cannot be played")
    assert fault in found
    assert_nothing_is_told(played, [found])
    assert why.startswith("Game 1 (Ur) cannot be repaired, as ")
    assert fault in why
    assert content(path) == before


def test_of_a_damaged_log_check_and_repair_point_to_a_backup(path, played, run):
    """It restores this game alone. It must be intact in the backup, and no bot may run."""
    backup = path.with_name("night.sqlite3")
    assert run("backup", str(backup))[0] == 0
    change_file(path, "UPDATE entry SET text = 'z@Q99' WHERE game_id = 1 AND kind = 'acted'")
    before = path.read_bytes()
    status, lines = run("check")
    assert status == 1
    (line,) = (line for line in lines if line.startswith("Game 1 (Ur): its log cannot be played"))
    assert "`python -m bot repair 1 BACKUP` brings this game alone back" in line
    late = path.with_name("late.sqlite3")
    assert run("backup", str(late))[0] == 0
    for arguments, why in (
        (["1"], "Game 1 (Ur) cannot be repaired, as "),
        (["99"], "There is no game 99."),
        (["-1"], "There is no game -1."),
        ([f"{10**30}"], f"There is no game {10**30}."),
        (["1", str(late)], "Game 1 is damaged in that backup, too"),
        (["99", str(late)], "There is no game 99 in"),
    ):
        status, (line,) = run("repair", *arguments)
        assert status == 1
        assert line.startswith(f"Nothing was changed. {why}")
    with exclusive_use(url(path), str):
        message = "Nothing was changed. A bot runs on that database: stop it first."
        assert run("repair", "1", str(backup)) == (1, [message])
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*before-repair*"))

    change_file(path, "UPDATE game SET name = 'Kish of late' WHERE id = 2")
    status, lines = run("repair", "1", str(backup))
    assert status == 0
    assert lines[0] == f"Game 1 (Ur) is as in {backup} now. All other games are as they were."
    assert asyncio.run(read(path, 1)) == played[0]
    assert asyncio.run(read(path, 2)).name == "Kish of late"
    assert run("check")[0] == 0


def test_a_player_who_is_lost_is_in_no_log(path, played, run, monkeypatch):
    """The log contains no names. Nothing is repaired while another process is writing."""
    change_file(path, "DELETE FROM player WHERE game_id = 1 AND seat = 1")
    before = path.read_bytes()
    status, (line,) = run("repair", "1")
    assert status == 1
    assert "cannot be repaired from its log alone" in line
    monkeypatch.setenv("DATABASE_URL", f"{url(path)}?timeout=0.1")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, (line,) = run("repair", "1")
        other.execute("ROLLBACK")
    assert status == 1
    assert line.startswith("Nothing was changed. ")
    assert "somebody else is writing" in line
    assert path.read_bytes() == before
    assert not [each for each in beside(path) if "repair" in each.name]


# --- while the bot is running --------------------------------------------------------------------


async def test_a_running_bot_goes_on_with_the_mended_game(store, path, clock):
    """One had the damaged state in memory, which can be read, and is wrong.

    What one that has not read it anew drafts from memory is not stored; it reads, and drafts again.
    """
    program = Services(store, Random(3), clock)
    ur = await running(program, name="Ur")
    right = game_of(ur)
    change_file(
        path, "UPDATE snapshot SET state = json_set(state, '$.scores[1][0]', 3, '$.bag', 'kkk')"
    )
    reading = Services(store, Random(1), clock)
    assert game_of(await reading.games.get(ur.id)) != right
    assert await asyncio.to_thread(main, ["repair", str(ur.id)]) == 0
    assert game_of(await reading.games.get(ur.id)) == right
    after = (await program.play.act(ur.id, decider(ur), EndTurn(), ur.state_version)).table
    expected, _ = right.apply(right.decision.seat, EndTurn())
    assert game_of(after) == expected
    assert undoer(after) is None
    kinds = [entry.kind for entry in await program.games.history(ur.id)]
    assert kinds[-2:] == ["repaired", "acted"]


# --- games of several weeks ----------------------------------------------------------------------


async def weeks(services):
    """A game with another pace, with a seat taken over, one on offer, and one given up.

    It is paused, and that it goes on is proposed.
    """
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    await services.paces.choose(table.id, ANNA, PACES["bank"])
    for person in (BEN, CORA):
        table = await services.lobbies.join(table.id, person)
    table = await take_seat(services, table, 0, DAN)
    await services.seats.offer(table.id, person_at(table, 1), EVE.user_id)
    await services.admins.pause(table.id, PLACE.guild_id, ANNA)
    return await services.proposals.propose(table.id, DAN.user_id, Question(Topic.GO_ON))


async def test_who_sits_where_and_when_it_goes_on_follow_from_the_log(store, path):
    table = await weeks(Services(store, Random(3), Clock()))
    assert not (await store.read(examine, table.id)).faults
    change_file(
        path, "UPDATE player SET taken_seq = NULL, offered_seq = 2, offered_to = 5, gone = 1"
    )
    change_file(path, """UPDATE game SET paused_seq = NULL, former = '[{"user":1}]', pace = '[3'""")
    assert await store.write(repair, table.id, Clock()())
    mended = await Services(store, Random(3), Clock()).games.get(table.id)
    assert [replace(each, clock=NEW_CLOCK) for each in mended.players] == [
        replace(each, clock=NEW_CLOCK) for each in table.players
    ]
    assert (mended.former, mended.pace) == (table.former, table.pace)
    assert (mended.paused_seq, mended.proposals) == (table.paused_seq, table.proposals)


NO_LOG_TELLS = {
    "noted": [
        "UPDATE game SET proposals = '[{}]', asked = 'nobody', capacity = 99",
        "UPDATE game SET delivered_version = 9999",
        "UPDATE clock SET spent = 'long'",
    ],
    "times": ["UPDATE clock SET reminded = 2147483647", "UPDATE clock SET seat = seat + 9"],
}


@pytest.mark.parametrize("what", NO_LOG_TELLS)
async def test_what_no_log_tells_keeps_nobody_from_playing_on(store, path, what):
    """Open proposals are withdrawn, and time is counted from now on."""
    table = await weeks(Services(store, Random(3), Clock()))
    for statement in NO_LOG_TELLS[what]:
        change_file(path, statement)
    assert await store.write(repair, table.id, Clock()())
    services = Services(store, Random(3), Clock())
    mended = await services.games.get(table.id)
    assert mended.paused
    assert (mended.pace, mended.former) == (table.pace, table.former)
    going = await services.admins.go_on(table.id, PLACE.guild_id, ANNA)
    after = await services.play.act(table.id, decider(going), EndTurn())
    assert after.table.turn == 2
    assert not (await store.read(examine, table.id)).faults
