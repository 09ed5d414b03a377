"""What can be neither backed up, exported nor imported: it says why, and changes nothing."""

import asyncio
import hashlib
import json
import re
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from carried import FIXTURES, change, content, rows_in, spoil
from sqlalchemy import insert
from tabletop import url

from bot.__main__ import main
from bot.store.maintenance.migrate import newest_revision
from bot.store.schema.tables import metadata
from tests.full_disk import room_for


def write_sums(folder):
    """Make a folder whole again, as somebody does who has edited it."""
    names = sorted(each for each in folder.rglob("*") if each.is_file())
    (folder / "files.sha256").write_text(
        "".join(
            f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.relative_to(folder)}\n"
            for each in names
            if each.name != "files.sha256"
        )
    )


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
    "only 12 belong to a game": replace(TOLD, "game = 12\nlearner", "game = 13\nlearner"),
}


@pytest.fixture(scope="module")
def exported(left, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url(left))
        assert main(["export", str(folder)]) == 0
    return folder


@pytest.mark.sqlite
def test_a_folder_that_is_not_whole(path, exported, run):
    for number, (fault, spoilt) in enumerate(CHANGED.items()):
        out = Path(shutil.copytree(exported, f"out-{number}"))
        spoilt(out)
        assert run("import", str(out)) == (1, [f"Nothing was imported. {out} {fault}."])
        assert not path.exists()


def test_a_folder_that_was_edited(path, exported, elsewhere, run):
    for number, (fault, edit) in enumerate(EDITED.items()):
        out = Path(shutil.copytree(exported, f"out-{number}"))
        edit(out)
        write_sums(out)
        status, (line,) = run("import", str(out))
        assert status == 1
        assert line.startswith("Nothing was imported. ")
        assert fault in line
    assert rows_in(elsewhere) == 0


def test_a_file_that_is_no_backup(kept, elsewhere, run):
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
    kept.with_name(f"{kept.name}-wal").mkdir()  # where SQLite's own log would be
    status, (line,) = run("import", str(kept))
    assert status == 1
    assert line.startswith(f"Nothing was imported. {kept} cannot be opened: ")
    assert rows_in(elsewhere) == 0


def test_a_backup_that_was_damaged_later(kept, elsewhere, run):
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


def test_only_an_empty_database_is_filled(kept, elsewhere, run):
    """A bot that was started once does no harm: clocks go by what was exported of its pulse."""
    pulse = metadata.tables["pulse"]
    at = datetime(2030, 1, 1, tzinfo=UTC)
    asyncio.run(change(elsewhere, lambda conn: conn.execute(insert(pulse), {"id": 3, "at": at})))
    assert run("import", str(kept))[0] == 0
    with room_for(kept.stat().st_size // 2):
        status, (line,) = run("backup", "after.sqlite3")
    assert status == 1
    assert line.startswith("Nothing was backed up. after.sqlite3 cannot be written (")
    assert not list(Path().glob("after*"))
    status, (line,) = run("import", str(kept))
    assert status == 1
    assert line.startswith("Nothing was imported. The database is not empty: ")
    assert run("backup", "after.sqlite3")[0] == 0
    assert content(Path("after.sqlite3")) == content(kept)


@pytest.mark.sqlite
def test_a_database_of_an_older_version_is_neither_filled_nor_updated(kept, run, monkeypatch):
    old = Path(shutil.copyfile(FIXTURES / "before_clocks.sqlite3", kept.with_name("old.sqlite3")))
    before = old.read_bytes()
    monkeypatch.setenv("DATABASE_URL", url(old))
    status, (line,) = run("import", str(kept))
    assert status == 1
    assert line.startswith(f"Nothing was imported. The database {url(old)} is of an older version")
    assert old.read_bytes() == before


@pytest.mark.sqlite
def test_where_nothing_can_be_written(kept, run):
    """Nothing is written over; an empty folder is as good as none."""
    Path("taken").mkdir()
    Path("taken/diary").touch()
    before = sorted(Path().rglob("*"))
    for command, place, told in (
        ("export", "taken", "Nothing was exported. "),
        ("backup", "taken/diary", "Nothing was backed up. "),
        ("export", "taken/diary/copy", "cannot be written"),
        ("backup", "taken/diary/copy", "cannot be written"),
    ):
        status, (line,) = run(command, place)
        assert status == 1
        assert "Nothing was " in line
        assert told in line
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
    kept, run, monkeypatch
):
    with closing(sqlite3.connect(kept)) as connection, connection:
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
def test_what_belongs_to_nothing_is_left_out(kept, elsewhere, run, monkeypatch):
    """Only a damaged file has that, as `check` tells."""
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("UPDATE snapshot SET game_id = 99 WHERE game_id = 8")
        connection.execute("UPDATE due SET game_id = 99 WHERE game_id = 11")
        (lost,) = connection.execute("SELECT count(*) FROM snapshot WHERE game_id = 99").fetchone()
    monkeypatch.setenv("DATABASE_URL", url(kept))
    status, lines = run("export", "out")
    assert status == 0
    assert f"Rows of the table snapshot are left out, as they belong to no game: {lost}." in lines
    assert "Rows of the table due are left out, as they belong to no game: 1." in lines
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    status, lines = run("import", "out")
    assert status == 1
    assert any("Game 8 (Larsa): its state is missing" in line for line in lines)


def test_a_damaged_game_is_carried_as_it_is(kept, elsewhere, run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", url(kept))
    spoil(kept, "UPDATE entry SET text = 'z@Q99' WHERE game_id = 3 AND kind = 'acted'")
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
