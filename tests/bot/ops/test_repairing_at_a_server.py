"""``python -m bot check`` and ``repair`` at a PostgreSQL server, which has no file to copy."""

import asyncio
import json
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from copied_data import change
from sqlalchemy import text

from bot.store.queries import claims

pytestmark = pytest.mark.postgresql

ROWS = Path("game-3.before-repair.jsonl")
MENDABLE = {
    "its state is missing or cannot be read": "DELETE FROM snapshot WHERE game_id = 3",
    "otherwise of its version": "UPDATE game SET version = 9999 WHERE id = 3",
    "otherwise of its status": "UPDATE game SET status = 'over' WHERE id = 3",
    "what is noted of it cannot be read": "UPDATE game SET taught = '[{}]' WHERE id = 3",
}


@pytest.fixture
def imported(filled, target, run):
    """The games of a bot that ran on Discord, at the server."""
    assert run("import", str(filled))[0] == 0
    return target


def spoil(database, statement):
    asyncio.run(change(database, lambda connection: connection.execute(text(statement))))


@pytest.mark.parametrize(("fault", "statement"), MENDABLE.items(), ids=MENDABLE)
def test_a_game_is_rebuilt_from_its_log(imported, run, fault, statement):
    spoil(imported, statement)
    status, lines = run("check")
    assert status == 1
    assert any(line.startswith("Game 3 (Uruk): ") and fault in line for line in lines)
    status, lines = run("repair", "3")
    assert status == 0
    assert lines[0].startswith("Game 3 (Uruk) was rebuilt from its log.")
    assert f"The rows of the game as they were before are in {ROWS}." in lines
    assert run("check")[0] == 0
    assert run("repair", "3") == (0, ["Game 3 (Uruk) agrees with its log: nothing to repair."])


def test_the_rows_as_they_were_are_beside(imported, run):
    "Once for each repair, as in the folder of an export, for no one but the host."
    run("export", "before")
    spoil(imported, MENDABLE["otherwise of its status"])
    assert run("repair", "3")[0] == 0
    lines = ROWS.read_text().splitlines()
    (game,) = (json.loads(line)["game"] for line in lines if line.startswith('{"game"'))
    assert game["status"] == "over"
    assert lines[1:] == Path("before/games/000/3.jsonl").read_text().splitlines()[1:]
    assert stat.S_IMODE(ROWS.stat().st_mode) == 0o600
    spoil(imported, MENDABLE["otherwise of its version"])
    assert run("repair", "3")[0] == 0
    assert ROWS.read_text().splitlines() == lines
    assert Path("game-3.before-repair-2.jsonl").exists()


def test_what_cannot_be_repaired_is_left_as_it_is(imported, run):
    spoil(imported, "DELETE FROM entry WHERE game_id = 3 AND seq = 2")
    before = run("export", "before")
    status, (line,) = run("repair", "3")
    assert status == 1
    assert line.startswith("Nothing was changed. Game 3 (Uruk) cannot be repaired, as ")
    for none in ("99", "-1", f"{10**30}"):
        assert run("repair", none) == (1, [f"Nothing was changed. There is no game {none}."])
    assert not list(Path().glob("*.before-repair*"))
    assert run("export", "after")[0] == before[0] == 0
    assert (
        Path("after/games/000/3.jsonl").read_text() == Path("before/games/000/3.jsonl").read_text()
    )


def test_a_game_comes_back_from_a_backup_only_while_no_bot_runs(imported, run):
    assert run("backup", "night.sqlite3")[0] == 0
    spoil(imported, "UPDATE entry SET text = 'z@Q99' WHERE game_id = 3 AND kind = 'acted'")

    lease = timedelta(minutes=1)
    asyncio.run(change(imported, lambda to: claims.begin(to, "a bot", "all", lease)))
    assert run("repair", "3", "night.sqlite3") == (
        1,
        ["Nothing was changed. A bot runs on that database: stop it first, and wait 20 seconds."],
    )
    assert run("check")[0] == 1
    spoil(imported, "DELETE FROM program")
    assert run("repair", "3", "night.sqlite3")[0] == 0
    assert run("check")[0] == 0


def test_a_server_that_is_not_there(run, monkeypatch, path):
    monkeypatch.setenv("DATABASE_URL", "postgres://rivers:hunter2@127.0.0.1:1/games")
    for command in (["check"], ["repair", "3"], ["export", "out"], ["backup", "copy.sqlite3"]):
        status, lines = run(*command)
        assert status == 1
        assert "hunter2" not in "".join(lines)
        assert "postgresql://rivers:***@127.0.0.1:1/games" in lines[0]
    assert list(path.parent.iterdir()) == []
