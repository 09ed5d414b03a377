"""``python -m bot backup``, ``export`` and ``import``, as a host runs them."""

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from carried import ROOT, change, content, files, fill_everything, rows_in, something
from sqlalchemy import insert, text
from tabletop import ANNA, PLACE, act_at_random, url

from bot.__main__ import main
from bot.services import Services
from bot.store.queries import games, logs
from bot.store.schema.tables import metadata
from engine import load_game, read_position
from tests.databases import new_database, opened_at

DOUBLINGS = 7
"""How often the twelve games are doubled, for a command that is to be stopped on its way."""


def test_everything_comes_back_from_a_folder_of_text(kept, elsewhere, run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", url(kept))
    assert run("export", "first") == (
        0,
        ["first holds 12 games, with every hand: keep it to yourself."],
    )
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    assert run("import", "first") == (
        0,
        [
            "Everything is stored. Now each game is compared with its log.",
            "12 games are stored, 8 of them can be played on.",
            "Nothing is wrong.",
        ],
    )
    assert run("export", "second")[0] == 0
    assert files(Path("first")) == files(Path("second"))


def test_no_column_of_any_table_is_forgotten(path, elsewhere, run, monkeypatch):
    asyncio.run(change(url(path), fill_everything))
    before = content(path)
    assert sum(line.startswith("INSERT") for line in before) >= len(metadata.sorted_tables)
    monkeypatch.setenv("DATABASE_URL", url(path))
    assert run("export", "out")[0] == 0
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    run("import", "out")
    assert run("backup", "copy.sqlite3")[0] == 0
    assert content(Path("copy.sqlite3")) == before


def test_everything_comes_back_from_a_backup_and_the_bot_goes_on_where_it_was(kept, elsewhere, run):
    """A backup is a file of SQLite's, of whatever kind the database is: it can be played on."""
    assert run("import", str(kept))[0] == 0
    assert run("backup", "copy.sqlite3") == (
        0,
        ["copy.sqlite3 holds all that was stored. `python -m bot import` brings it back."],
    )
    copy = Path("copy.sqlite3")
    with closing(sqlite3.connect(copy)) as connection:  # nothing is written beside it
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert content(copy) == content(kept)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [*Path().glob("*.partial")] == []

    async def go_on():
        async with opened_at(elsewhere) as store:
            services = Services(store, Random(1), lambda: datetime(2026, 1, 2, tzinfo=UTC))
            table = await services.games.get(3)
            before = table.version
            table = (await act_at_random(services, table, Random(2))).table
            assert table.version > before
            opened = await services.opening.open(ANNA, PLACE, "Nineveh")
            assert opened.id == 13

    asyncio.run(go_on())
    assert run("check")[0] == 0

    # It is the nonce by which Discord knows a message: 500 was given to one that is gone.
    def next_number(connection):
        post = metadata.tables["post"]
        row = {column.name: something(column) for column in post.c if column.name != "id"}
        (number,) = connection.execute(insert(post).values(row)).inserted_primary_key or ()
        return int(number)

    assert asyncio.run(change(elsewhere, next_number)) == 501


@pytest.mark.sqlite
def test_each_game_that_has_started_has_its_record_which_only_the_host_can_read(
    kept, run, monkeypatch
):
    """Games can be saved whatever is wrong with the rest."""
    monkeypatch.setenv("DISCORD_TOKEN", "no token")
    monkeypatch.setenv("DISCORD_API", "nowhere")
    for command in (("export", "out"), ("backup", "copy.sqlite3"), ("repair", "1")):
        assert run(*command)[0] == 0
    records = sorted(int(each.stem) for each in Path("out").glob("games/000/*.te"))
    assert records == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

    def read(connection):
        for number in records:
            (header,) = games.read_headers(connection, games.numbered(number))
            state = logs.read_state(connection, number, header.game.state_version)
            record = Path(f"out/games/000/{number}.te").read_text()
            assert read_position(record) == load_game(state)

    asyncio.run(change(url(kept), read))
    for each in (Path("out"), *Path("out").rglob("*")):
        assert stat.S_IMODE(each.stat().st_mode) == (0o700 if each.is_dir() else 0o600)


# --- while the bot runs --------------------------------------------------------------------------


def test_what_is_being_written_is_not_in_it(kept, elsewhere, run):
    """Somebody is in the middle of a transaction, which ends later."""
    assert run("import", str(kept))[0] == 0
    assert run("export", "before")[0] == 0

    async def carry_while_writing():
        async with opened_at(elsewhere) as store, store.writing() as connection:
            await connection.execute(text("UPDATE game SET name = 'Babylon'"))
            for command in (["export", "out"], ["backup", "copy.sqlite3"]):
                assert await asyncio.to_thread(main, command) == 0

    asyncio.run(carry_while_writing())
    assert content(Path("copy.sqlite3")) == content(kept)
    assert files(Path("out")) == files(Path("before"))


@pytest.fixture
def heeding_interrupts():
    """Let what is started heed them, even if these tests run where they are ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.usefixtures("heeding_interrupts")
@pytest.mark.parametrize(
    ("command", "line", "how", "told"),
    [
        ("export", "1000 of ", signal.SIGINT, "Nothing was exported. It was stopped.\n"),
        ("import", "1000 of ", signal.SIGTERM, "Nothing was imported. It was stopped.\n"),
        ("import", "Everything is stored.", signal.SIGINT, "It was stopped.\n"),
    ],
)
def test_it_can_be_stopped_and_nothing_is_left(kept, run, command, line, how, told, monkeypatch):
    """Of thousands of games it says how far it has come; what was not finished is taken back.

    What an import has stored is there, once it only looks at it.
    """
    asyncio.run(change(url(kept), multiply))
    stored = rows_in(url(kept)) if line.startswith("Everything") else 0
    place = "out"
    if command == "import":
        place = str(shutil.move(kept, "big.sqlite3"))
        monkeypatch.setenv("DATABASE_URL", asyncio.run(new_database(kept)))
    before = sorted(Path().iterdir())
    with subprocess.Popen(
        [sys.executable, "-m", "bot", command, place],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        assert any(each.startswith(line) for each in process.stdout)
        process.send_signal(how)
        *_, last = process.stdout
        assert process.wait() == 1
    assert last == told
    assert sorted(Path().iterdir()) == before
    if command == "import":
        assert rows_in(url(kept)) == stored


def multiply(connection):
    """Double the games :data:`DOUBLINGS` times."""
    for table in metadata.sorted_tables:
        key = "id" if table.name == "game" else "game_id"
        if key in table.c and table.name in {"game", "entry", "player"}:
            names = [each.name for each in table.c]
            changed = ", ".join(f"{each} + :more" if each == key else each for each in names)
            copy = text(f"INSERT INTO {table} ({', '.join(names)}) SELECT {changed} FROM {table}")
            for times in range(DOUBLINGS):
                connection.execute(copy, {"more": 12 * 2**times})
