"""``python -m bot check``, as a host runs it: what is wrong, how to mend it, and 0 or 1."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from tabletop import ANNA, GAMES, PLACE, Clock, act_at_random, ended, play_out, running, url

from bot.__main__ import main
from bot.services import Services
from bot.settings import CheckSettings, LocalSettings
from bot.store import BackupFolder, Store
from tests.databases import new_database, opened_at

pytestmark = pytest.mark.sqlite

FIXTURE = Path(__file__).parents[2] / "fixtures" / "version_0_1_0.sqlite3"


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The database of a host who has no token yet."""
    for name in (*CheckSettings.model_fields, *LocalSettings.model_fields):
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games.sqlite3"
    monkeypatch.setenv("DATABASE_URL", url(path))
    return path


async def play(path):
    """A game that runs, with an action taken back, one that waits, two that are over."""
    async with opened_at(await new_database(path)) as store:
        services = Services(store, Random(7), Clock())
        rng = Random(4)
        table = await running(services, name="Ur")
        for _ in range(20):
            table = (await act_at_random(services, table, rng)).table
            if table.undoer is not None:
                table = (await services.play.undo(table.id, table.undoer.user_id)).table
                table = (await act_at_random(services, table, rng)).table
        return [
            table,
            await services.opening.open(ANNA, PLACE, "Lagash"),
            await play_out(
                store, services, await running(services, 2, "Kish", board="advanced"), decisions=20
            ),
            await ended(services, 3),
        ]


_played = []


@pytest.fixture
def played(path):
    """These games in the database; they are played once."""
    if not _played:
        tables = asyncio.run(play(path))
        _played.append((path.read_bytes(), tables, dict(GAMES)))
    content, tables, whole_games = _played[0]
    path.write_bytes(content)
    GAMES.update(whole_games)
    return tables


def change(path, statement, *values):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


@pytest.fixture
def run(capsys):
    """Run a command: its exit status, and the lines that it prints."""

    def run(*arguments):
        status = main(arguments)
        printed = capsys.readouterr()
        assert not printed.err
        return status, printed.out.splitlines()

    return run


Run = Callable[..., tuple[int, list[str]]]


def test_all_is_well(path, played, run):
    before = path.read_bytes()
    assert run("check") == (
        0,
        [
            "4 games are stored, 1 of them can be played on.",
            "There is no backup yet: the bot makes one each night.",
            "Discord was not asked: there is no DISCORD_TOKEN.",
            "Nothing is wrong with what is stored.",
        ],
    )
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_games_of_the_first_version_agree_with_their_logs(path, run):
    """Brought up to date, which the check itself does not do."""
    shutil.copyfile(FIXTURE, path)
    before = path.read_bytes()
    status, (line, *_, summary) = run("check")
    assert (status, summary) == (0, "Nothing is wrong with what is stored.")
    assert "is of an older version: the bot updates it when it starts." in line
    assert path.read_bytes() == before
    asyncio.run(bring_up_to_date(path))
    assert run("check")[0] == 0


async def bring_up_to_date(path):
    await (await Store.open(url(path))).close()


@pytest.mark.parametrize(
    ("command", "status"), [("check", 0), ("backup b.sqlite3", 1), ("export e", 1), ("repair", 1)]
)
def test_before_the_first_start_there_is_no_database_yet(path, run, command, status, monkeypatch):
    monkeypatch.chdir(path.parent)
    ended, (line, *_) = run(*command.split())
    assert ended == status
    assert line.endswith(f"There is no database yet: the first start of the bot makes {path}.")
    assert not [*path.parent.iterdir()]


def test_a_database_that_was_there_once_is_gone(path, run):
    night = path.with_name(f"{path.name}.backups") / "2026-11-26.sqlite3"
    night.parent.mkdir()
    shutil.copyfile(FIXTURE, night)
    status, (line, *_) = run("check")
    assert status == 1
    assert "is not there, but backups of it are. `python -m bot restore`" in line


def test_a_file_that_is_none(path, run):
    path.write_text("Dear diary, " * 1000)
    status, (line, *_) = run("check")
    assert status == 1
    assert "is not a database, or is damaged: `python -m bot restore` brings a" in line


def test_a_setting_that_is_wrong(path, monkeypatch, capsys):
    for name, command in (("DISCORD_TOKEN", ["check"]), ("DATABASE_URL", ["repair", "1"])):
        monkeypatch.setenv(name, "what-is-yours")
        assert main(command) == 78
        assert capsys.readouterr().err.startswith(f"{name} is not ")


def test_a_name_that_is_no_setting(path, played, run, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKN", "x")
    assert run("check")[1][0] == "DISCORD_TOKN is not a setting: did you mean DISCORD_TOKEN?"


def test_the_local_table_has_its_own(path, played, run, monkeypatch):
    monkeypatch.setenv("LOCAL_DATABASE_URL", url(path))
    monkeypatch.delenv("DATABASE_URL")
    for arguments in (("--local", "check"), ("check", "--local")):
        assert run(*arguments)[1] == [
            "4 games are stored, 1 of them can be played on.",
            "Nothing is wrong.",
        ]


def test_when_the_last_backup_was_made(path, played, run, monkeypatch):
    """A host whose database is damaged is told of it, too."""
    folder = BackupFolder(path)
    for day in (1, 2):
        folder.make(datetime(2026, 5, day, 12, tzinfo=UTC), lambda: None)
    told = f"The last backup is {path}.backups/2026-05-02.sqlite3, of 2026-05-02 12:00 UTC."
    assert run("check")[1][1] == told
    path.write_text("Dear diary, " * 1000)
    assert run("check")[1][1] == told
    monkeypatch.setenv("BACKUPS", "0")
    assert run("check")[1][1] == "The bot makes no backups: BACKUPS is 0."


def test_a_backup_dated_in_the_future_is_not_the_last(path, played, run):
    """After the clock was ahead, the alarm for missing backups still works."""
    for year in (2026, 2999):
        BackupFolder(path).make(datetime(year, 1, 1, 12, tzinfo=UTC), lambda: None)
    _, ahead, last, *_ = run("check")[1]
    assert ahead.startswith(
        f"The backup {path}.backups/2999-01-01.sqlite3 has a date in the future, "
    )
    assert last.startswith(f"The last backup is {path}.backups/2026-01-01.sqlite3")


def test_a_damaged_page(path, played, run):
    with closing(sqlite3.connect(path)) as connection:
        ((root,),) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'ix_entry_game_id_turn'"
        )
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(data)
    status, lines = run("check")
    assert status == 1
    assert lines[0].startswith("The database's file is damaged: ")
    assert "backup" in lines[0]


def test_a_row_that_belongs_to_nothing(path, played, run):
    change(path, "UPDATE snapshot SET game_id = 99 WHERE game_id = 3")
    status, lines = run("check")
    assert status == 1
    assert "a row of the table snapshot belongs to no row of entry" in lines[0]


STATE = "UPDATE snapshot SET state = {} WHERE game_id = 1"
ACTIVE = STATE.format("json_set(state, '$.scores[0][0]', 3)")
OPTIONS = """UPDATE game SET options = '["ziggurat"]' WHERE id = 1"""
MENDABLE = {
    "its state is missing or cannot be read": "DELETE FROM snapshot WHERE game_id = 1",
    "its state is missing": STATE.format("substr(state, 1, 100)"),
    "its state is not the one to which its log leads": STATE.format(
        "json_set(state, '$.scores[0][0]', 3)"
    ),
    "what is noted of it cannot be read": "UPDATE game SET taught = '[{}]' WHERE id = 1",
    "otherwise of its version": "UPDATE game SET version = 9999 WHERE id = 1",
    "otherwise of its turn": "UPDATE game SET turn = turn + 3 WHERE id = 1",
    "otherwise of its status": "UPDATE game SET status = 'over' WHERE id = 1",
    "otherwise of its state version": "UPDATE game SET state_version = 2 WHERE id = 1",
    "otherwise of its options": OPTIONS,
    "otherwise of its board": "UPDATE game SET board = 'round' WHERE id = 1",
    "its row cannot be read": "UPDATE game SET version = 'last' WHERE id = 1",
    "otherwise of its players": "UPDATE player SET abandoned_seq = 3 WHERE game_id = 1",
    "its log tells otherwise of its players": """
        UPDATE player SET offered_seq = 3, gone = 1 WHERE game_id = 1 AND seat = 1""",
    "otherwise of its paused seq": "UPDATE game SET paused_seq = 4 WHERE id = 1",
    "otherwise of its former": """
        UPDATE game SET former = json('[{"user_id":9,"name":"x","seat":0,"taken_seq":3}]')
        WHERE id = 1""",
    "what is noted of it cannot": "UPDATE game SET pace = '{\"limit\": 3}' WHERE id = 1",
    "what is noted of it can": "UPDATE game SET hints = 'some' WHERE id = 1",
    "what is noted of it": "UPDATE game SET proposals = '[{}]' WHERE id = 1",
}
HOPELESS = {
    "entry 3 of its log is missing": "DELETE FROM entry WHERE game_id = 1 AND seq = 3",
    "of its log is missing": "DELETE FROM entry WHERE game_id = 1 AND seq > 9",
    "entry 5 of the log of game 1 cannot be read": "UPDATE entry SET events = '[[[' WHERE seq = 5",
    "entry 5 of the log cannot be read": "UPDATE entry SET text = 'z@Q99' WHERE seq = 5",
    "entry 5 of its log does not go there": "UPDATE entry SET seat = 2 WHERE seq = 5",
    "entry 4 of its log does not go there": "UPDATE entry SET kind = 'cheated' WHERE seq = 4",
    "entry 6 of its log does not go there": "UPDATE entry SET turn = 77 WHERE seq = 6",
    "entry 4 of the log cannot be read": "UPDATE entry SET text = '{' WHERE seq = 4",
    "the log of game 1 cannot be read (entry.seq)": "UPDATE entry SET seq = 'last' WHERE seq = 9",
}


def assert_nothing_is_told(played, lines):
    game = GAMES[played[0].id, played[0].version]
    assert game is not None
    hidden = [game.bag, *map(str, game.hands), *("".join(map(str, hand)) for hand in game.hands)]
    assert not any(secret in line for secret in hidden for line in lines)
