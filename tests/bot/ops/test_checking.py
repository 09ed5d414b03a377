"""``python -m bot check``, as a host runs it: what is wrong, how to mend it, and 0 or 1.

The bag of every finished game is verified; ``repair`` opens a seal that should be open.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from copied_data import FIRST, change_file, zero_a_page
from tabletop import (
    ANNA,
    BEN,
    PLACE,
    agree,
    in_conflict,
    person_at,
    propose,
    resign,
    running,
    take_seat,
    url,
)
from timetable import wait

from bot.__main__ import main
from bot.domain.clock import NEW_CLOCK
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.table import Status
from bot.ops.game_check import examine, repair
from bot.store import BackupFolder
from bot.use_cases import Patience, Services
from engine import hash_of

pytestmark = pytest.mark.sqlite

OVER = 3
"""The game called Kish, which is over."""


def test_all_is_well(path, played, run, monkeypatch):
    before = path.read_bytes()
    monkeypatch.setenv("DISCORD_TOKN", "x")
    assert run("check") == (
        0,
        [
            "DISCORD_TOKN is not a setting: did you mean DISCORD_TOKEN?",
            "4 games are stored, 1 of them can be played on.",
            "There is no backup yet: the bot makes one each night.",
            "Discord was not asked: there is no DISCORD_TOKEN.",
            "Nothing is wrong with what is stored.",
        ],
    )
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("command", "status"), [("check", 0), ("backup b.sqlite3", 1), ("export e", 1), ("repair", 1)]
)
def test_before_the_first_start_there_is_no_database_yet(path, run, command, status):
    ended, (line, *_) = run(*command.split())
    assert ended == status
    assert line.endswith(f"There is no database yet: the first start of the bot makes {path}.")
    assert not [*path.parent.iterdir()]


def test_a_database_that_was_there_once_is_gone(path, run):
    night = path.with_name(f"{path.name}.backups") / "2026-11-26.sqlite3"
    night.parent.mkdir()
    shutil.copyfile(FIRST, night)
    status, (line, *_) = run("check")
    assert status == 1
    assert "is not there, but backups of it are. `python -m bot restore`" in line


def test_a_setting_that_is_wrong(path, monkeypatch, capsys):
    for name, command in (("DISCORD_TOKEN", ["check"]), ("DATABASE_URL", ["repair", "1"])):
        monkeypatch.setenv(name, "what-is-yours")
        assert main(command) == 78
        assert capsys.readouterr().err.startswith(f"{name} is not ")


def test_the_local_table_has_its_own(path, played, run, monkeypatch):
    monkeypatch.setenv("LOCAL_DATABASE_URL", url(path))
    monkeypatch.delenv("DATABASE_URL")
    for arguments in (("--local", "check"), ("check", "--local")):
        assert run(*arguments)[1] == [
            "4 games are stored, 1 of them can be played on.",
            "Nothing is wrong.",
        ]


def test_when_the_last_backup_was_made(path, filled, run, monkeypatch):
    """A host whose database is damaged is warned, too.

    One of the future, from when the clock was ahead, is not the last.
    """
    folder = BackupFolder(path)
    for year, day in ((2026, 1), (2026, 2), (2999, 1)):
        folder.make(datetime(year, 5, day, 12, tzinfo=UTC), lambda: None)
    path.write_text("Dear diary, " * 1000)
    status, lines = run("check")
    assert status == 1
    assert "is not a database, or is damaged: `python -m bot restore` brings a" in lines[0]
    ahead = f"The backup {path}.backups/2999-05-01.sqlite3 has a date in the future, "
    assert lines[1].startswith(ahead)
    assert lines[2] == (
        f"The last backup is {path}.backups/2026-05-02.sqlite3, of 2026-05-02 12:00 UTC."
    )
    monkeypatch.setenv("BACKUPS", "0")
    assert "The bot makes no backups: BACKUPS is 0." in run("check")[1]


def test_a_damaged_page(path, played, run):
    zero_a_page(path)
    status, lines = run("check")
    assert status == 1
    assert lines[0].startswith("The database's file is damaged: ")
    assert "backup" in lines[0]


def test_a_row_that_belongs_to_nothing(path, played, run):
    change_file(path, "UPDATE snapshot SET game_id = 99 WHERE game_id = 3")
    status, lines = run("check")
    assert status == 1
    assert "a row of the table snapshot belongs to no row of entry" in lines[0]


# --- seals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE seal SET digest = replace(digest, substr(digest, 1, 1), 'x')", "seal"),
        ("UPDATE seal SET secret = substr(secret, 2) || '0'", "seal"),
        ("""UPDATE entry SET text = replace(text, '"joined": [1, 2]', '"joined": [2, 1]')""", ""),
        (f"""UPDATE entry SET text = replace(text, '"words": ["', '"words": ["{hash_of("x")}", "')
         WHERE kind = 'started'""", ""),
    ],
    ids=["seal", "secret", "order", "words"],
)  # fmt: skip
def test_a_tampered_game_is_reported(path, played, run, statement, fault):
    change_file(path, statement)
    status, output = run("check")
    assert status == 1
    lines = [line for line in output if line.startswith(f"Game {OVER} ")]
    assert lines
    assert fault in " ".join(lines)


def test_another_bag_is_reported(path, played, run):
    early = OVER + 1  # it ended early: with other tiles it can be played again, too
    start = "kind = 'started' AND game_id = ?"
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f"SELECT text FROM entry WHERE {start}", (early,))
        (lines,) = map(json.loads, *found)
    lines["bag"] = lines["bag"][::-1]
    change_file(path, f"UPDATE entry SET text = ? WHERE {start}", json.dumps(lines), early)
    status, output = run("check")
    assert status == 1
    assert any("its bag is not what follows from its secret" in line for line in output)


def test_a_seal_that_should_be_open_is_opened(path, played, run):
    change_file(path, f"UPDATE seal SET opened = 0 WHERE table_id = {OVER}")
    status, output = run("check")
    assert status == 1
    assert f"Game {OVER} (Kish): its seal is not opened." in output[0]
    assert run("repair", str(OVER))[0] == 0
    assert run("check")[0] == 0


# --- games that ended before their end agree with their logs, and are made anew from them --------


GUILD = PLACE.guild_id or 0
ZOE = Person(42, "Zoe")
"""She manages the server."""


async def with_the_result(store, services, clock):
    return await agree(services, await in_conflict(services), Question(Topic.END))


async def in_a_pause(store, services, clock):
    table = await agree(services, await running(services), Question(Topic.PAUSE))
    assert table.paused
    return await agree(services, table, Question(Topic.END))


async def with_something_proposed(store, services, clock):
    table = await running(services)
    await propose(services, table, 1, Question(Topic.PAUSE))
    return await services.admins.end(table.id, GUILD, ZOE, result=False)


async def with_a_seat_given_up(store, services, clock):
    table = await agree(services, await running(services), Question(Topic.ABANDON, 1))
    table = await services.admins.offer_seat(table.id, GUILD, ZOE, 1, Person(77, "Eve"))
    return await agree(services, table, Question(Topic.END))


async def with_a_seat_taken_back(store, services, clock):
    table = await running(services)
    table = await resign(services, table, 1)
    table = await take_seat(services, table, 1, person_at(table, 1))
    return await agree(services, table, Question(Topic.STOP))


async def with_nobody_left(store, services, clock):
    table = await running(services, 2)
    table = await services.admins.give_up_seat(table.id, GUILD, ZOE, 0)
    return await resign(services, table, 1)


async def touched_by_nobody(store, services, clock):
    table = await running(services, 2)
    await wait(store, services, clock, days=52)
    return await services.games.get(table.id)


async def never_started(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await wait(store, services, clock, days=14)
    table = await services.games.get(table.id)
    assert table.expired
    return table


async def left_by_all(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    for person in (ANNA, BEN):
        table = await services.lobbies.leave(table.id, person)
    return table


async def not_at_all(store, services, clock):
    return await services.opening.open(ANNA, PLACE, "Ur")


ENDS = {
    not_at_all: Status.LOBBY,
    with_the_result: Status.OVER,
    in_a_pause: Status.OVER,
    with_something_proposed: Status.ABANDONED,
    with_a_seat_given_up: Status.OVER,
    with_a_seat_taken_back: Status.ABANDONED,
    with_nobody_left: Status.OVER,
    touched_by_nobody: Status.ABANDONED,
    never_started: Status.CANCELLED,
    left_by_all: Status.CANCELLED,
}


def services_of(store, clock):
    return Services(store, Random(7), clock, patience=Patience(lobby=14, idle=45))


SPOILT = (
    "UPDATE game SET status = 'running', turn = 9, version = 1, paused_seq = 2",
    "UPDATE player SET abandoned_seq = 3, offered_seq = 1, offered_to = 4",
    "DELETE FROM snapshot",
)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_whatever_has_ended_agrees_with_its_log(store, path, clock, end):
    table = await end(store, services_of(store, clock), clock)
    assert table.status is ENDS[end]
    examined = await store.read(examine, table.id)
    assert examined.faults == ()
    assert not await store.write(repair, table.id, clock())
    read = await services_of(store, clock).games.get(table.id)
    for statement in SPOILT:
        change_file(path, statement)
    assert await store.write(repair, table.id, clock())
    mended = await services_of(store, clock).games.get(table.id)
    for lines in ("status", "standings", "winners", "turn", "given_up", "paused", "expired"):
        assert getattr(mended, lines) == getattr(read, lines), lines
    for before, after in zip(read.players, mended.players, strict=True):
        assert replace(before, clock=NEW_CLOCK) == replace(after, clock=NEW_CLOCK)
