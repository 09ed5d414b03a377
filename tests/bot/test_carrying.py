"""``python -m bot backup``, ``export`` and ``import``, as a host runs them."""

import asyncio
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from sqlalchemy import JSON, Column, Connection, insert, text
from tabletop import ANNA, PLACE, act_at_random, url
from test_backups import room_for_half_of
from test_checking import Run, path, run

from bot.__main__ import main
from bot.store import Store, games, logs
from bot.store.migrating import newest_revision
from bot.store.schema import (
    Duration,
    DynastyLetter,
    Events,
    LevelName,
    Number,
    Numbers,
    UtcDateTime,
    metadata,
)
from bot.table import Tables
from engine import Dynasty, Level, load_game, read_position
from tests.databases import new_database

__all__ = ["path", "run"]

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
OF_PROCESSES = ("program", "claim", "identifying")
_T = TypeVar("_T")


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a bot that ran on Discord, brought up to date."""
    file = tmp_path_factory.mktemp("left") / "games.sqlite3"
    shutil.copyfile(FIXTURES / "before_clocks.sqlite3", file)
    asyncio.run(change(url(file), lose_a_post))
    return file


@pytest.fixture
def kept(path: Path, left: Path) -> Path:
    """A file with games of all kinds, people, posts, what is due."""
    return Path(shutil.copyfile(left, path))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database, of the kind of this run, which the commands are about from now on."""
    address = asyncio.run(new_database(tmp_path / "elsewhere.sqlite3"))
    monkeypatch.setenv("DATABASE_URL", address)
    return address


async def change(address: str, work: Callable[[Connection], _T]) -> _T:
    store = await Store.open(address)
    try:
        return await store.write(work)
    finally:
        await store.close()


def lose_a_post(connection: Connection) -> None:
    """There was a message that had the number 500."""
    newest = "(SELECT max(id) FROM post)"
    connection.execute(text(f"UPDATE post SET id = 500 WHERE id = {newest}"))
    connection.execute(text("UPDATE sqlite_sequence SET seq = 500 WHERE name = 'post'"))
    connection.execute(text("DELETE FROM post WHERE id = 500"))


def fill_everything(connection: Connection) -> None:
    """Put a row into each table, with something in each column."""
    for table in metadata.sorted_tables:
        connection.execute(insert(table).values({each.name: something(each) for each in table.c}))


def something(column: Column[Any]) -> object:
    match column.type:
        case UtcDateTime():
            return datetime(2026, 2, 3, 4, 5, 6, 789_012, tzinfo=UTC)
        case Duration():
            return timedelta(microseconds=7)
        case DynastyLetter():
            return Dynasty.BULL
        case LevelName():
            return Level.STRONG
        case Events():
            return ()
        case Number():
            return 3
        case Numbers():
            return frozenset({11, 22})
        case JSON():
            return {"a": [1, "ü\u2028"]}
    return {bool: True, int: 3, str: "x\n"}[column.type.python_type]


def content(file: Path) -> list[str]:
    """All that is in a file, but what running programs note of themselves."""
    own = tuple(f'INSERT INTO "{name}"' for name in OF_PROCESSES)
    with closing(sqlite3.connect(file)) as connection:
        return sorted(line for line in connection.iterdump() if not line.startswith(own))


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder, but the time at which it was made."""
    named = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*")}
    return {
        name: b"\n".join(line for line in each.read_bytes().split(b"\n") if b"toml" not in line)
        for name, each in named.items()
        if each.is_file() and name != "two_rivers.toml"
    }


def rows_in(address: str) -> int:
    """How many rows there are in the tables of a database."""

    def count(connection: Connection) -> int:
        return sum(
            len(connection.execute(table.select()).all()) for table in metadata.sorted_tables
        )

    return asyncio.run(change(address, count))


def test_everything_comes_back_from_a_folder_of_text(
    kept: Path,
    elsewhere: str,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From a file to the database of this run, and from there to a file again."""
    monkeypatch.setenv("DATABASE_URL", url(kept))
    assert run("export", "first") == (
        0,
        ["first holds 12 games, with every hand: keep it to yourself."],
    )
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    imported = (
        0,
        [
            "Everything is stored. Now each game is compared with its log.",
            "12 games are stored, 8 of them can be played on.",
            "Nothing is wrong.",
        ],
    )
    assert run("import", "first") == imported
    assert run("export", "second")[0] == 0
    assert files(Path("first")) == files(Path("second"))
    back = tmp_path / "back.sqlite3"
    monkeypatch.setenv("DATABASE_URL", url(back))
    assert run("import", "second") == imported
    assert content(back) == content(kept)


def test_no_column_of_any_table_is_forgotten(
    path: Path, elsewhere: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(change(url(path), fill_everything))
    before = content(path)
    assert sum(line.startswith("INSERT") for line in before) >= len(metadata.sorted_tables)
    monkeypatch.setenv("DATABASE_URL", url(path))
    assert run("export", "out")[0] == 0
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    run("import", "out")
    assert run("backup", "copy.sqlite3")[0] == 0
    assert content(Path("copy.sqlite3")) == before


def test_everything_comes_back_from_a_backup(
    kept: Path,
    elsewhere: str,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A backup is a file of SQLite's, of whatever kind the database is: it can be played on."""
    assert run("import", str(kept))[0] == 0
    assert run("backup", "copy.sqlite3") == (
        0,
        ["copy.sqlite3 holds all that was stored. `python -m bot import` brings it back."],
    )
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(copy)) as connection:  # nothing is written beside it
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert content(copy) == content(kept)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    monkeypatch.setenv("DATABASE_URL", url(copy))
    assert run("check")[0] == 0
    assert [each.name for each in tmp_path.glob("*.partial")] == []


def test_the_bot_goes_on_where_it_was(kept: Path, elsewhere: str, run: Run) -> None:
    assert run("import", str(kept))[0] == 0

    async def go_on() -> None:
        store = await Store.open(elsewhere)
        tables = Tables(store, Random(1), lambda: datetime(2026, 1, 2, tzinfo=UTC))
        table = await tables.get(3)
        before = table.version
        table = (await act_at_random(tables, table, Random(2))).table
        assert table.version > before
        opened = await tables.open(ANNA, PLACE, "Nineveh")
        assert opened.id == 13
        await store.close()

    asyncio.run(go_on())
    assert run("check")[0] == 0


def test_no_number_of_a_message_comes_again(kept: Path, elsewhere: str, run: Run) -> None:
    """It is the nonce by which Discord knows a message: 500 was given to one that is gone."""
    assert run("import", str(kept))[0] == 0

    def next_number(connection: Connection) -> int:
        post = metadata.tables["post"]
        row = {column.name: something(column) for column in post.c if column.name != "id"}
        (number,) = connection.execute(insert(post).values(row)).inserted_primary_key or ()
        return int(number)

    assert asyncio.run(change(elsewhere, next_number)) == 501


@pytest.mark.sqlite
def test_games_can_be_saved_whatever_is_wrong_with_the_rest(
    kept: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "no token")
    monkeypatch.setenv("DISCORD_API", "nowhere")
    for command in (("backup", "copy.sqlite3"), ("export", "out"), ("repair", "1")):
        assert run(*command)[0] == 0


@pytest.mark.sqlite
def test_each_game_that_has_started_has_its_record(kept: Path, run: Run) -> None:
    assert run("export", "out")[0] == 0
    records = sorted(int(each.stem) for each in Path("out").glob("games/000/*.te"))
    assert records == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

    def read(connection: Connection) -> None:
        for number in records:
            (header,) = games.read_headers(connection, games.numbered(number))
            state = logs.read_state(connection, number, header.game.state_version)
            record = Path(f"out/games/000/{number}.te").read_text()
            assert read_position(record) == load_game(state)

    asyncio.run(change(url(kept), read))


@pytest.mark.sqlite
def test_only_the_host_can_read_it(kept: Path, run: Run) -> None:
    assert run("export", "out")[0] == 0
    for each in (Path("out"), *Path("out").rglob("*")):
        assert stat.S_IMODE(each.stat().st_mode) == (0o700 if each.is_dir() else 0o600)


# --- while the bot runs --------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("export", "out"), ("backup", "copy.sqlite3")])
def test_what_is_being_written_is_not_in_it(
    kept: Path, elsewhere: str, run: Run, command: tuple[str, str]
) -> None:
    """Somebody is in the middle of a transaction, which ends later."""
    assert run("import", str(kept))[0] == 0
    assert run("backup", "before.sqlite3")[0] == 0

    async def carry_while_writing() -> int:
        store = await Store.open(elsewhere)
        async with store.writing() as connection:
            await connection.execute(text("UPDATE game SET name = 'Babylon'"))
            status = await asyncio.to_thread(main, command)
        await store.close()
        return status

    assert asyncio.run(carry_while_writing()) == 0
    asyncio.run(change(elsewhere, empty))
    assert run("import", command[1])[0] == 0
    assert run("backup", "after.sqlite3")[0] == 0
    assert content(Path("after.sqlite3")) == content(Path("before.sqlite3"))


def empty(connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["export", "import"])
def test_it_can_be_stopped_and_nothing_is_left(
    kept: Path, run: Run, command: str, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of thousands of games it says how far it has come; what was not finished is taken back."""
    asyncio.run(change(url(kept), multiply))
    place = "out"
    if command == "import":
        place = str(shutil.move(kept, "big.sqlite3"))
        monkeypatch.setenv("DATABASE_URL", asyncio.run(new_database(kept)))
    before = sorted(Path().iterdir())
    with subprocess.Popen(
        [sys.executable, "-m", "bot", command, place],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"1000 of {12 * 2**10} games.\n"
        process.send_signal(how)
        *_, last = process.stdout
        assert process.wait() == 1
    assert last == f"Nothing was {command}ed. It was stopped.\n"
    assert sorted(Path().iterdir()) == before
    if command == "import":
        assert rows_in(url(kept)) == 0


@pytest.fixture
def heeding_interrupts() -> Iterator[None]:
    """Let what is started heed them, even if these tests run where they are ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.usefixtures("heeding_interrupts")
@pytest.mark.parametrize("command", ["check", "import"])
def test_looking_can_be_stopped(
    kept: Path, run: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an import has stored by then is there."""
    asyncio.run(change(url(kept), multiply))
    in_all = rows_in(url(kept))
    arguments = [command]
    if command == "import":
        arguments.append(str(shutil.move(kept, "big.sqlite3")))
        monkeypatch.setenv("DATABASE_URL", asyncio.run(new_database(kept)))
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if command == "check" or line.startswith("Everything is stored."):
                break
        process.send_signal(signal.SIGINT)
        *_, last = process.stdout
        assert process.wait() == 1
    assert last == "It was stopped.\n"
    assert rows_in(url(kept)) == in_all


def multiply(connection: Connection) -> None:
    """Double the games ten times."""
    for table in metadata.sorted_tables:
        key = "id" if table.name == "game" else "game_id"
        if key in table.c and table.name in {"game", "entry", "player"}:
            names = [each.name for each in table.c]
            changed = ", ".join(f"{each} + :more" if each == key else each for each in names)
            copy = text(f"INSERT INTO {table} ({', '.join(names)}) SELECT {changed} FROM {table}")
            for times in range(10):
                connection.execute(copy, {"more": 12 * 2**times})


# --- what cannot be ------------------------------------------------------------------------------


def write_sums(folder: Path) -> None:
    """Make a folder whole again, as somebody does who has edited it."""
    names = sorted(each for each in folder.rglob("*") if each.is_file())
    (folder / "files.sha256").write_text(
        "".join(
            f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.relative_to(folder)}\n"
            for each in names
            if each.name != "files.sha256"
        )
    )


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
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
    "is no export of this program, or one that was not finished: it has no files.sha256": (
        lambda out: (out / "files.sha256").unlink()
    ),
}
EDITED = {
    "is of an older version of this program: import it with that version": replace(
        "two_rivers.toml", newest_revision(), OLDER
    ),
    "is of a newer version of this program: update it.": replace(
        "two_rivers.toml", newest_revision(), NEWER
    ),
    "is of a newer version of this program": replace("two_rivers.toml", "format = 1", "format = 2"),
    "is no export of this program: two_rivers.toml cannot be understood": replace(
        "two_rivers.toml", "format = 1", "form = 1"
    ),
    f"cannot be understood: line 1 of {GAME}": replace(GAME, '"capacity"', '"kapacity"'),
    f"cannot be understood: line 2 of {GAME}": replace(GAME, '"at": "2', '"at": "x2'),
    f"cannot be understood: line 3 of {GAME}": replace(GAME, '"seq": 2', f'"seq": {"[" * 9999}'),
    "is no export of this program: two_rivers.toml": replace(
        "two_rivers.toml", "[last_numbers]", '[last_numbers]\nx = "many"'
    ),
    f"cannot be understood: {GAME} has a row of no game": replace(
        GAME, '{"game": {', '{"said": {"key": "x"}}\n{"game": {'
    ),
    "Rows of the table entry of games 1 to 12 do not fit": replace(GAME, '"seq": 2', '"seq": 1'),
    "Rows of the table game of games 1 to 12 do not fit": replace(GAME, '"name": "Uruk", ', ""),
    "Rows of the table entry of games": replace(GAME, '"events": []', '"events": null'),
    "Rows of the table game of games": replace(GAME, '"turn": 2', '"turn": {}'),
    "Rows of the table game of games 1": replace(GAME, '"turn": 2', f'"turn": {10**30}'),
    "Rows of the table game of games 1 to": replace(GAME, '"Uruk"', '"\\ud800"'),
    "only 12 belong to a game": replace(
        "two_rivers.toml", "game = 12\nlearner", "game = 13\nlearner"
    ),
}


@pytest.mark.sqlite
@pytest.mark.parametrize(("fault", "spoil"), CHANGED.items(), ids=CHANGED)
def test_a_folder_that_is_not_whole(
    kept: Path, run: Run, fault: str, spoil: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("export", "out")
    spoil(Path("out"))
    monkeypatch.setenv("DATABASE_URL", url(kept.with_name("new.sqlite3")))
    status, (line,) = run("import", "out")
    assert status == 1
    assert line == f"Nothing was imported. out {fault}."
    assert not kept.with_name("new.sqlite3").exists()


@pytest.mark.parametrize(("fault", "spoil"), EDITED.items(), ids=EDITED)
def test_a_folder_that_was_edited(
    kept: Path,
    elsewhere: str,
    run: Run,
    fault: str,
    spoil: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", url(kept))
    run("export", "out")
    spoil(Path("out"))
    write_sums(Path("out"))
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    status, (line,) = run("import", "out")
    assert status == 1
    assert line.startswith("Nothing was imported. ")
    assert fault in line
    assert rows_in(elsewhere) == 0


def test_a_file_that_is_no_backup(kept: Path, elsewhere: str, run: Run) -> None:
    Path("diary").write_text("Dear diary, " * 1000)
    Path("nothing").touch()
    shutil.copyfile(FIXTURES / "before_clocks.sqlite3", "old.sqlite3")
    for name, fault in {
        "diary": "diary is no backup of this program, or is damaged.",
        "nothing": "nothing is no backup of this program, or is damaged.",
        "old.sqlite3": "old.sqlite3 is of an older version of this program: import it with that "
        "version, then let this one update the database.",
        "none": "none is not there.",
    }.items():
        assert run("import", name) == (1, [f"Nothing was imported. {fault}"])
    assert rows_in(elsewhere) == 0


@pytest.mark.sqlite
def test_a_backup_that_cannot_be_opened(kept: Path, elsewhere: str, run: Run) -> None:
    kept.with_name(f"{kept.name}-wal").mkdir()  # where SQLite's own log would be
    status, (line,) = run("import", str(kept))
    assert status == 1
    assert line.startswith(f"Nothing was imported. {kept} cannot be opened: ")


def test_a_backup_that_was_damaged_later(kept: Path, elsewhere: str, run: Run) -> None:
    for table in ("entry", "person"):
        damaged = Path(shutil.copyfile(kept, f"{table}.sqlite3"))
        with closing(sqlite3.connect(damaged)) as connection:
            (root,) = connection.execute(
                "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)
            ).fetchone()
        pages = bytearray(damaged.read_bytes())
        pages[(root - 1) * 4096 : root * 4096] = bytes(4096)
        damaged.write_bytes(pages)
        status, (line,) = run("import", str(damaged))
        assert status == 1
        assert line.startswith("Nothing was imported. ")
        assert "cannot be read, as the file is damaged" in line
    assert rows_in(elsewhere) == 0


def test_only_an_empty_database_is_filled(kept: Path, elsewhere: str, run: Run) -> None:
    assert run("import", str(kept))[0] == 0
    before = rows_in(elsewhere)
    status, (line,) = run("import", str(kept))
    assert status == 1
    assert line.startswith("Nothing was imported. The database is not empty: ")
    assert rows_in(elsewhere) == before


@pytest.mark.sqlite
def test_a_database_of_an_older_version_is_neither_filled_nor_updated(
    kept: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Path(shutil.copyfile(FIXTURES / "before_clocks.sqlite3", kept.with_name("old.sqlite3")))
    before = old.read_bytes()
    monkeypatch.setenv("DATABASE_URL", url(old))
    status, (line,) = run("import", str(kept))
    assert status == 1
    assert line.startswith(f"Nothing was imported. The database {url(old)} is of an older version")
    assert old.read_bytes() == before


def test_a_bot_that_has_been_started_once_does_no_harm(
    kept: Path, elsewhere: str, run: Run
) -> None:
    """It has noted when it was connected. What was exported knows it better: clocks go by that."""
    pulse = metadata.tables["pulse"]
    at = datetime(2030, 1, 1, tzinfo=UTC)
    asyncio.run(change(elsewhere, lambda conn: conn.execute(insert(pulse), {"id": 3, "at": at})))
    assert run("import", str(kept))[0] == 0
    assert run("backup", "after.sqlite3")[0] == 0
    assert content(Path("after.sqlite3")) == content(kept)


@pytest.mark.sqlite
@pytest.mark.parametrize("command", ["export", "backup"])
def test_nothing_is_written_over(kept: Path, run: Run, command: str) -> None:
    taken = Path("taken")
    if command == "export":
        taken.mkdir()
        (taken / "diary").touch()
    else:
        taken.write_text("Dear diary")
    before = sorted(Path().rglob("*"))
    status, (line,) = run(command, "taken")
    assert status == 1
    assert line.startswith(f"Nothing was {'exported' if command == 'export' else 'backed up'}. ")
    assert "taken is" in line
    assert sorted(Path().rglob("*")) == before


@pytest.mark.sqlite
def test_an_empty_folder_is_as_good_as_none(kept: Path, run: Run) -> None:
    Path("out").mkdir()
    assert run("export", "out")[0] == 0
    assert Path("out/files.sha256").exists()


@pytest.mark.sqlite
@pytest.mark.parametrize("command", ["export", "backup"])
def test_where_nothing_can_be_written(kept: Path, run: Run, command: str) -> None:
    Path("diary").touch()
    before = sorted(Path().rglob("*"))
    status, (line,) = run(command, "diary/copy")
    assert status == 1
    assert "Nothing was" in line
    assert "cannot be written" in line
    assert sorted(Path().rglob("*")) == before


@pytest.mark.sqlite
@pytest.mark.parametrize("command", ["export", "backup"])
def test_without_a_database(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///nowhere/games.sqlite3")
    status, (line,) = run(command, "copy")
    assert status == 1
    assert line.endswith(" cannot be opened: does its folder exist, and may the program use it?")
    assert not Path("copy").exists()


def test_a_disk_that_gets_full(kept: Path, elsewhere: str, run: Run) -> None:
    assert run("import", str(kept))[0] == 0
    before = sorted(Path().rglob("*"))
    with room_for_half_of(kept):
        status, (line,) = run("backup", "copy.sqlite3")
    assert status == 1
    assert line.startswith("Nothing was backed up. copy.sqlite3 cannot be written (")
    assert sorted(Path().rglob("*")) == before


@pytest.mark.sqlite
def test_what_cannot_be_read_is_not_exported_by_halves(kept: Path, run: Run) -> None:
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("UPDATE entry SET events = '[[[' WHERE game_id = 12 AND seq = 2")
    status, (line,) = run("export", "out")
    assert status == 1
    assert line.startswith("Nothing was exported. A row of the table entry")
    assert not Path("out").exists()


@pytest.mark.sqlite
def test_what_belongs_to_nothing_is_left_out(
    kept: Path, elsewhere: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a damaged file has that, as `check` tells."""
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("UPDATE snapshot SET game_id = 99 WHERE game_id = 8")
        connection.execute("UPDATE due SET game_id = 99 WHERE game_id = 11")
        (lost,) = connection.execute("SELECT count(*) FROM snapshot WHERE game_id = 99").fetchone()
    monkeypatch.setenv("DATABASE_URL", url(kept))
    status, lines = run("export", "out")
    assert status == 0
    assert f"Rows of the table snapshot that belong to no game are left out: {lost}." in lines
    assert "Rows of the table due that belong to no game are left out: 1." in lines
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    status, lines = run("import", "out")
    assert status == 1
    assert any("Game 8 (Larsa): its state is missing" in line for line in lines)
    assert run("repair", "8")[0] == 0
    assert run("check")[0] == 0


def test_a_damaged_game_is_carried_as_it_is(
    kept: Path, elsewhere: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url(kept))
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("UPDATE entry SET text = 'z@Q99' WHERE game_id = 3 AND kind = 'acted'")
    status, (told, _) = run("export", "out")
    assert status == 0
    assert told.startswith("Game 3 is exported without its record: ")
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    status, lines = run("import", "out")
    assert status == 1
    assert lines[1].startswith("Game 3 (Uruk): its log cannot be played again: ")
    assert lines[-1] == "Faults: 1."
    assert run("backup", "after.sqlite3")[0] == 0
    assert content(Path("after.sqlite3")) == content(kept)


@pytest.mark.sqlite
def test_sha256sum_understands_the_list(kept: Path, run: Run) -> None:
    run("export", "out")
    lines = Path("out/files.sha256").read_text().splitlines()
    assert all(len(line.split("  ")[0]) == 64 for line in lines)
    assert json.loads(Path("out/games/000/1.jsonl").read_text().splitlines()[0])["game"]["id"] == 1
