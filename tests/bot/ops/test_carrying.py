"""``python -m bot backup``, ``export`` and ``import``, as a host runs them.

What can be neither backed up, exported nor imported: it says why, and changes nothing.
"""

import asyncio
import hashlib
import json
import os
import re
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
from copied_data import (
    FIXTURES,
    ROOT,
    change,
    change_file,
    content,
    files,
    fill_all_tables,
    rows_in,
    value_for,
    zero_a_page,
)
from sqlalchemy import insert, text
from tabletop import ANNA, PLACE, act_at_random, url

from bot.__main__ import main
from bot.store.maintenance.migrate import newest_revision
from bot.store.queries import games, logs
from bot.store.schema.tables import metadata
from bot.use_cases import RECORDED, Services
from engine import load_game, read_game, read_position, story_of
from tests.databases import new_database, opened_at
from tests.full_disk import room_for

DOUBLINGS = 7
"""The number of times the twelve games are doubled, for a command that is interrupted."""


def test_everything_comes_back_from_a_folder_of_text(filled, target, run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", url(filled))
    message = "first holds 12 games, with every hand: keep it to yourself."
    assert run("export", "first") == (0, [message])
    monkeypatch.setenv("DATABASE_URL", target)
    status, lines = run("import", "first")
    assert (status, len(lines)) == (0, 3)
    assert lines[1:] == ["12 games are stored, 8 of them can be played on.", "Nothing is wrong."]
    assert run("export", "second")[0] == 0
    assert files(Path("first")) == files(Path("second"))


def test_no_column_of_any_table_is_forgotten(path, target, run, monkeypatch):
    asyncio.run(change(url(path), fill_all_tables))
    before = content(path)
    assert sum(line.startswith("INSERT") for line in before) >= len(metadata.sorted_tables)
    monkeypatch.setenv("DATABASE_URL", url(path))
    assert run("export", "out")[0] == 0
    monkeypatch.setenv("DATABASE_URL", target)
    run("import", "out")
    assert run("backup", "copy.sqlite3")[0] == 0
    assert content(Path("copy.sqlite3")) == before


def test_everything_comes_back_from_a_backup_and_the_bot_goes_on_where_it_was(filled, target, run):
    """A backup is an SQLite file, whatever the database is: it can be played on."""
    assert run("import", str(filled))[0] == 0
    message = "copy.sqlite3 holds all that was stored. `python -m bot import` brings it back."
    assert run("backup", "copy.sqlite3") == (0, [message])
    copy = Path("copy.sqlite3")
    with closing(sqlite3.connect(copy)) as connection:  # nothing is written beside it
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert content(copy) == content(filled)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [*Path().glob("*.partial")] == []

    async def go_on():
        async with opened_at(target) as store:
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
        row = {column.name: value_for(column) for column in post.c if column.name != "id"}
        (number,) = connection.execute(insert(post).values(row)).inserted_primary_key or ()
        return int(number)

    assert asyncio.run(change(target, next_number)) == 501


def as_json(value):
    return json.loads(json.dumps(value))


@pytest.mark.sqlite
def test_each_game_that_has_started_has_its_record_which_only_the_host_can_read(
    filled, run, monkeypatch
):
    """Games can be exported even if other rows are damaged."""
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
            story = Path(f"out/games/000/{number}.story.json")
            assert story.exists() == (header.game.status in RECORDED)
            if story.exists():
                assert json.loads(story.read_text()) == as_json(story_of(read_game(record)).dump())

    asyncio.run(change(url(filled), read))
    for each in (Path("out"), *Path("out").rglob("*")):
        assert stat.S_IMODE(each.stat().st_mode) == (0o700 if each.is_dir() else 0o600)


# --- while the bot runs --------------------------------------------------------------------------


def test_an_open_transaction_is_not_exported(filled, target, run):
    """A transaction is open, and ends later."""
    assert run("import", str(filled))[0] == 0
    assert run("export", "before")[0] == 0

    async def carry_while_writing():
        async with opened_at(target) as store, store.writing() as connection:
            await connection.execute(text("UPDATE game SET name = 'Babylon'"))
            for command in (["export", "out"], ["backup", "copy.sqlite3"]):
                assert await asyncio.to_thread(main, command) == 0

    asyncio.run(carry_while_writing())
    assert content(Path("copy.sqlite3")) == content(filled)
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
    ("command", "line", "how", "end"),
    [
        ("export", "1000 of ", signal.SIGINT, "Nothing was exported. It was stopped.\n"),
        ("import", "1000 of ", signal.SIGTERM, "Nothing was imported. It was stopped.\n"),
        ("import", "Everything is stored.", signal.SIGINT, "It was stopped.\n"),
    ],
)
def test_it_can_be_stopped_and_nothing_is_left(filled, run, command, line, how, end, monkeypatch):
    """With thousands of games it reports its progress; an interrupted export is removed.

    What an import has stored is there, once it only looks at it.
    """
    asyncio.run(change(url(filled), multiply))
    stored = rows_in(url(filled)) if line.startswith("Everything") else 0
    place = "out"
    if command == "import":
        place = str(shutil.move(filled, "big.sqlite3"))
        monkeypatch.setenv("DATABASE_URL", asyncio.run(new_database(filled)))
    before = sorted(Path().iterdir())
    with subprocess.Popen(
        [sys.executable, "-m", "bot", command, place],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        assert any(each.startswith(line) for each in process.stdout)
        process.send_signal(how)
        *_, last = process.stdout
        assert process.wait() == 1
    assert last == end
    assert sorted(Path().iterdir()) == before
    if command == "import":
        assert rows_in(url(filled)) == stored


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


# --- in trouble ----------------------------------------------------------------------------------


def write_sums(folder):
    """Update the checksums of an edited folder."""

    def line(file):
        return f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n"

    sums = folder / "files.sha256"
    names = sorted(each for each in folder.rglob("*") if each.is_file() and each != sums)
    sums.write_text("".join(map(line, names)))


def replace(name, old, new):
    def edit(folder):
        edited = (folder / name).read_text().replace(old, new)
        assert edited != (folder / name).read_text()
        (folder / name).write_text(edited)

    return edit


GAME = "games/000/3.jsonl"
OLDER, NEWER = f"{int(newest_revision()) - 1:04}", f"{int(newest_revision()) + 1:04}"
CHANGED = {
    f"is not as it was exported: {GAME} is missing": lambda out: (out / GAME).unlink(),
    f"is not as it was exported: {GAME} has changed": replace(GAME, "Uruk", "Ur"),
    f"is not as it was exported: {GAME}s is not listed in files.sha256": lambda out: (
        out / f"{GAME}s"
    ).touch(),
    "isn't an export of this program, or one that was not finished: it has no files.sha256": (
        lambda out: (out / "files.sha256").unlink()
    ),
}
TOLD = "two_rivers.toml"
EDITED = {
    "is of an older version of this program: import it with that version": (
        replace(TOLD, newest_revision(), OLDER)
    ),
    "is of a newer version of this program: update it.": replace(TOLD, newest_revision(), NEWER),
    "is of a newer version of this program": replace(TOLD, "format = 1", "format = 2"),
    "isn't an export of this program: two_rivers.toml cannot be understood": (
        replace(TOLD, "format = 1", "form = 1")
    ),
    "isn't an export of this program: two_rivers.toml": (
        replace(TOLD, "[last_numbers]", '[last_numbers]\nx = "many"')
    ),
    f"cannot be understood: line 1 of {GAME}": replace(GAME, '"capacity"', '"kapacity"'),
    f"cannot be understood: line 2 of {GAME}": replace(GAME, '"at": "2', '"at": "x2'),
    f"cannot be understood: line 3 of {GAME}": replace(GAME, '"seq": 2', f'"seq": {"[" * 9999}'),
    f"cannot be understood: {GAME} has a row of no game": (
        replace(GAME, '{"game": {', '{"said": {"key": "x"}}\n{"game": {')
    ),
    "Rows of the table entry of games 1 to 12 do not fit": replace(GAME, '"seq": 2', '"seq": 1'),
    "Rows of the table entry of games": replace(GAME, '"events": []', '"events": null'),
    "Rows of the table game of games": replace(GAME, '"turn": 2', f'"turn": {10**30}'),
    "Rows of the table game of games 1 to": replace(GAME, '"Uruk"', '"\\ud800"'),
    "only 12 belong to a game": replace(TOLD, "game = 12\nimported", "game = 13\nimported"),
}


@pytest.fixture(scope="module")
def exported(migrated, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url(migrated))
        assert main(["export", str(folder)]) == 0
    return folder


@pytest.mark.sqlite
def test_a_folder_that_is_not_whole(path, exported, run):
    for number, (fault, spoilt) in enumerate(CHANGED.items()):
        out = Path(shutil.copytree(exported, f"out-{number}"))
        spoilt(out)
        assert run("import", str(out)) == (1, [f"Nothing was imported. {out} {fault}."])
        assert not path.exists()


def test_a_folder_that_was_edited(path, exported, target, run):
    for number, (fault, edit) in enumerate(EDITED.items()):
        out = Path(shutil.copytree(exported, f"out-{number}"))
        edit(out)
        write_sums(out)
        status, (line,) = run("import", str(out))
        assert status == 1
        assert line.startswith("Nothing was imported. ")
        assert fault in line
    assert rows_in(target) == 0


def test_a_file_that_is_no_backup(filled, target, run):
    Path("diary").write_text("Dear diary, " * 1000)
    Path("nothing").touch()
    shutil.copyfile(FIXTURES / "before_clocks.sqlite3", "old.sqlite3")
    for name, fault in {
        "diary": "diary isn't a backup of this program, or it's damaged.",
        "nothing": "nothing isn't a backup of this program, or it's damaged.",
        "old.sqlite3": "old.sqlite3 is of an older version of this program: import it with that "
        "version, then let this one update the database.",
        "none": "none is not there.",
    }.items():
        assert run("import", name) == (1, [f"Nothing was imported. {fault}"])
    filled.with_name(f"{filled.name}-wal").mkdir()  # where SQLite's own log would be
    status, (line,) = run("import", str(filled))
    assert status == 1
    assert line.startswith(f"Nothing was imported. {filled} cannot be opened: ")
    assert rows_in(target) == 0


def test_a_backup_that_was_damaged_later(filled, target, run):
    for table in ("entry", "person"):
        damaged = Path(shutil.copyfile(filled, f"{table}.sqlite3"))
        zero_a_page(damaged, table)
        status, (line,) = run("import", str(damaged))
        assert status == 1
        assert line.startswith("Nothing was imported. ")
        assert "cannot be read, as the file is damaged" in line
    assert rows_in(target) == 0


def test_only_an_empty_database_is_filled(filled, target, run):
    """A bot that was started once does no harm: clocks go by what was exported of its pulse."""
    pulse = metadata.tables["pulse"]
    at = datetime(2030, 1, 1, tzinfo=UTC)
    asyncio.run(change(target, lambda conn: conn.execute(insert(pulse), {"id": 3, "at": at})))
    assert run("import", str(filled))[0] == 0
    with room_for(filled.stat().st_size // 2):
        status, (line,) = run("backup", "after.sqlite3")
    assert status == 1
    assert line.startswith("Nothing was backed up. after.sqlite3 cannot be written (")
    assert not list(Path().glob("after*"))
    status, (line,) = run("import", str(filled))
    assert status == 1
    assert line.startswith("Nothing was imported. The database is not empty: ")
    assert run("backup", "after.sqlite3")[0] == 0
    assert content(Path("after.sqlite3")) == content(filled)


@pytest.mark.sqlite
def test_a_database_of_an_older_version_is_neither_filled_nor_updated(filled, run, monkeypatch):
    old = Path(shutil.copyfile(FIXTURES / "before_clocks.sqlite3", filled.with_name("old.sqlite3")))
    before = old.read_bytes()
    monkeypatch.setenv("DATABASE_URL", url(old))
    status, (line,) = run("import", str(filled))
    assert status == 1
    assert line.startswith(f"Nothing was imported. The database {url(old)} is of an older version")
    assert old.read_bytes() == before


@pytest.mark.sqlite
def test_where_nothing_can_be_written(filled, run):
    """Nothing is written over; an empty folder is as good as none."""
    Path("taken").mkdir()
    Path("taken/diary").touch()
    before = sorted(Path().rglob("*"))
    for command, place, expected in (
        ("export", "taken", "Nothing was exported. "),
        ("backup", "taken/diary", "Nothing was backed up. "),
        ("export", "taken/diary/copy", "cannot be written"),
        ("backup", "taken/diary/copy", "cannot be written"),
    ):
        status, (line,) = run(command, place)
        assert status == 1
        assert "Nothing was " in line
        assert expected in line
        assert place in line
        assert sorted(Path().rglob("*")) == before
    Path("empty").mkdir()
    assert run("export", "empty")[0] == 0
    lines = Path("empty/files.sha256").read_text().splitlines()  # sha256sum understands it
    assert all(len(line.split("  ")[0]) == 64 for line in lines)
    first = Path("empty/games/000/1.jsonl").read_text().splitlines()[0]
    assert json.loads(first)["game"]["id"] == 1


@pytest.mark.sqlite
def test_a_game_or_a_row_that_cannot_be_read_is_left_out_of_an_export_of_all_others(
    filled, run, monkeypatch
):
    with closing(sqlite3.connect(filled)) as connection, connection:
        people = "SELECT user_id FROM person ORDER BY user_id LIMIT 3"
        one, other, third = (row[0] for row in connection.execute(people))
        (users,) = connection.execute("SELECT count(*) FROM person").fetchone()
        for damage in (
            "UPDATE entry SET events = '[[[' WHERE game_id = 10 AND seq = 2",
            "UPDATE game SET name = CAST(x'ff' AS TEXT) WHERE id = 11",
            "UPDATE game SET name = x'ff' WHERE id = 12",
            f"UPDATE person SET language = CAST(x'ff' AS TEXT) WHERE user_id = {one}",
            f"UPDATE person SET language = x'ff' WHERE user_id = {other}",
            f"UPDATE person SET language = 'en', vacations = '{{[' WHERE user_id = {third}",
        ):
            connection.execute(damage)
    status, lines = run("export", "out")
    assert status == 1
    left_out = [line for line in lines if line.endswith("That game is left out.")]
    assert left_out == [line for line in lines if re.search(r"ame 1[012] ", line)]
    assert len(left_out) == 3
    assert (
        "Rows of the table person are left out, as they cannot be read: 3. `python -m bot repair` "
        "resets what is damaged in them."
    ) in lines
    assert lines[-1].startswith("out holds 9 games")
    assert len(Path("out/person.jsonl").read_text().splitlines()) == users - 3 > 0
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///others.sqlite3")
    assert run("import", "out")[0] == 0


@pytest.mark.sqlite
def test_what_belongs_to_nothing_is_left_out(filled, target, run, monkeypatch):
    """Only a damaged file has such rows, as `check` reports."""
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE snapshot SET game_id = 99 WHERE game_id = 8")
        connection.execute("UPDATE due SET game_id = 99 WHERE game_id = 11")
        (lost,) = connection.execute("SELECT count(*) FROM snapshot WHERE game_id = 99").fetchone()
    monkeypatch.setenv("DATABASE_URL", url(filled))
    status, lines = run("export", "out")
    assert status == 0
    assert f"Rows of the table snapshot are left out, as they belong to no game: {lost}." in lines
    assert "Rows of the table due are left out, as they belong to no game: 1." in lines
    monkeypatch.setenv("DATABASE_URL", target)
    status, lines = run("import", "out")
    assert status == 1
    assert any("Game 8 (Larsa): its state is missing" in line for line in lines)


def test_a_damaged_game_is_carried_as_it_is(filled, target, run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", url(filled))
    change_file(filled, "UPDATE entry SET text = 'z@Q99' WHERE game_id = 3 AND kind = 'acted'")
    status, (expected, _) = run("export", "out")
    assert status == 0
    assert expected.startswith("Game 3 is exported without its record: ")
    monkeypatch.setenv("DATABASE_URL", target)
    status, lines = run("import", "out")
    assert status == 1
    assert lines[1].startswith("Game 3 (Uruk): its log cannot be played again: ")
    assert lines[-1] == "Faults: 1."
    assert run("backup", "after.sqlite3")[0] == 0
    assert content(Path("after.sqlite3")) == content(filled)
