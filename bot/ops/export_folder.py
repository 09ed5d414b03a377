"""Exports of the whole database as a folder of text files: writing and reading.

``games/000/7.te`` is the record of game 7, as far as it was played, ``7.jsonl`` beside it all its
rows, and, once it has ended, ``7.story.json`` what ``python -m engine story`` prints of the record.
``person.jsonl`` and the like hold rows that belong to no game. Each line is a row, as JSON: the
name of its table, and its columns that are not empty. ``two_rivers.toml`` has the version.
``files.sha256`` comes last, in the form that sha256sum understands: without it a folder is
incomplete.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from typing import Any, Self

from bot.store import (
    COLUMNS,
    DECODE_ERRORS,
    GLOBAL_TABLES,
    NEWER,
    OLDER,
    TIMES,
    GameRows,
    Row,
    decoding,
    newest_revision,
)

_FORMAT = 1
_ABOUT = "two_rivers.toml"
_SUMS = "files.sha256"
_GAMES = "games"
_OF_A_FOLDER = 1000
"""Games whose files share a folder."""
_TEXT = """\
# All that a bot of Two Rivers has stored, with every hand: for its host only.
# `python -m bot import` puts it into an empty database.
format = {format}
revision = "{revision}"
exported_at = {at:%Y-%m-%dT%H:%M:%SZ}

[rows]
{rows}

[last_numbers]
{last_numbers}
"""


class UnusablePlace(Exception):
    """A place cannot be used. ``str`` says which, and why."""

    def __init__(self, place: Path, why: str) -> None:
        super().__init__(f"{place} {why}")


class ExportWriter:
    """Writes a folder. Its methods raise UnusablePlace if they cannot."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sums: dict[str, str] = {}
        self.counts = dict.fromkeys(COLUMNS, 0)
        """The number of rows written, by table."""

    @classmethod
    @contextmanager
    def into(cls, folder: Path) -> Iterator[Self]:
        """Write to a folder that is new or empty, and make it so again after any error.

        Raises UnusablePlace if it is neither, or cannot be written to.
        """
        try:
            new = not folder.exists()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            empty = not any(folder.iterdir())
        except OSError as error:
            raise _failed(folder, error) from None
        if not empty:
            raise UnusablePlace(folder, "is not empty")
        try:
            yield cls(folder)
        except BaseException:
            with suppress(OSError):
                _clear(folder)
                if new:
                    folder.rmdir()
            raise

    def write_global_rows(self, name: str, rows: Sequence[Row]) -> None:
        """Write the rows of a table that belong to no game, except those that are no valid text."""
        self._write_rows(f"{name}.jsonl", {name: [*filter(_is_text, rows)]})

    def write_game(self, of_game: GameRows, record: str | None, story: str | None) -> None:
        """Write the rows of a game, its record and its story if it has them. Raises Damaged."""
        name = _name(of_game.number)
        with decoding(f"Game {of_game.number}"):
            self._write_rows(f"{name}.jsonl", of_game.rows)
        if record is not None:
            self._write(f"{name}.te", record)
        if story is not None:
            self._write(f"{name}.story.json", story)

    def finish(self, last_numbers: Mapping[str, int], at: datetime) -> None:
        """Complete the folder: with the last numbers given to rows, among others."""
        about = _TEXT.format(
            format=_FORMAT,
            revision=newest_revision(),
            at=at.astimezone(UTC),
            rows=_numbers(self.counts),
            last_numbers=_numbers(last_numbers),
        )
        self._write(_ABOUT, about)
        unfinished = f"{_SUMS}.partial"
        lines = (f"{digest}  {name}\n" for name, digest in self._sums.items())
        self._write(unfinished, "".join(lines))
        try:
            (self._folder / unfinished).rename(self._folder / _SUMS)
        except OSError as error:
            raise _failed(self._folder, error) from None

    def _write_rows(self, name: str, rows: Mapping[str, Sequence[Row]]) -> None:
        self._write(name, _lines(rows))
        for table, some in rows.items():
            self.counts[table] += len(some)

    def _write(self, name: str, text: str) -> None:
        path = self._folder / name
        content = text.encode()
        try:
            for parent in reversed(Path(name).parents):
                (self._folder / parent).mkdir(mode=0o700, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)
            path.write_bytes(content)
        except OSError as error:
            raise _failed(self._folder, error) from None
        self._sums[name] = hashlib.sha256(content).hexdigest()


def write_game(file: Path, of_game: GameRows) -> None:
    """Write the rows of one game into a new file, as a folder has them. Raises UnusablePlace."""
    try:
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(_lines(of_game.rows), "utf-8")
    except OSError as error:
        raise _failed(file, error) from None


def _failed(place: Path, error: OSError) -> UnusablePlace:
    return UnusablePlace(place, f"cannot be written to ({error.strerror})")


def _clear(folder: Path) -> None:
    for each in list(folder.iterdir()):
        if each.is_dir():
            rmtree(each)
        else:
            each.unlink()


def _name(number: int) -> str:
    return f"{_GAMES}/{number // _OF_A_FOLDER:03}/{number}"


def _numbers(each: Mapping[str, int]) -> str:
    return "\n".join(f"{name} = {number}" for name, number in each.items())


def _is_text(row: Row) -> bool:
    try:
        _lines({"": [row]}).encode()
    except DECODE_ERRORS:
        return False
    return True


def _lines(rows: Mapping[str, Sequence[Row]]) -> str:
    lines = (
        json.dumps({name: row}, ensure_ascii=False, default=datetime.isoformat)
        for name, some in rows.items()
        for row in some
    )
    return "".join(f"{line}\n" for line in lines)


class ExportFolder:
    """A written folder, as a source of rows.

    Raises UnusablePlace if it is incomplete, changed or of another version. So do the methods, if a
    row cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            self._names = self._checked_names()
            about = tomllib.loads((folder / _ABOUT).read_text("utf-8"))
            if about["format"] > _FORMAT or about["revision"] > newest_revision():
                raise self._unusable(NEWER)
            if about["revision"] < newest_revision():
                raise self._unusable(OLDER)
            self.counts: Mapping[str, int] = {name: int(about["rows"][name]) for name in COLUMNS}
            self.last_numbers: Mapping[str, int] = {
                name: int(number) for name, number in about["last_numbers"].items()
            }
        except OSError as error:
            raise self._unusable(f"cannot be read ({error.strerror})") from None
        except DECODE_ERRORS:
            raise self._unusable(
                f"isn't an export of this program: {_ABOUT} cannot be understood"
            ) from None

    def _checked_names(self) -> list[str]:
        if not (self._folder / _SUMS).is_file():
            raise self._unusable(
                f"isn't an export of this program, or one that was not finished: it has no {_SUMS}"
            )
        listed = {}
        for line in (self._folder / _SUMS).read_text("utf-8").splitlines():
            digest, _, name = line.partition("  ")
            listed[name] = digest
        there = {
            each.relative_to(self._folder).as_posix()
            for each in self._folder.rglob("*")
            if each.is_file()
        }
        for name in sorted(there.symmetric_difference({*listed, _SUMS})):
            fault = "is missing" if name in listed else f"is not listed in {_SUMS}"
            raise self._unusable(f"is not as it was exported: {name} {fault}")
        for name, digest in listed.items():
            with (self._folder / name).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                    raise self._unusable(f"is not as it was exported: {name} has changed")
        return list(listed)

    def _unusable(self, why: str) -> UnusablePlace:
        return UnusablePlace(self._folder, why)

    def global_rows(self, name: str) -> Iterator[Row]:
        """Yield the rows of a table that belong to no game."""
        for table, row in self._rows(f"{name}.jsonl"):
            if table != name:
                raise self._unusable(
                    f"cannot be understood: {name}.jsonl has a row of another table"
                )
            yield row

    def games(self) -> Iterator[GameRows]:
        """Yield the rows of all games."""
        paths = map(Path, self._names)
        numbers = (
            int(path.stem)
            for path in paths
            if path.parts[0] == _GAMES and path.suffix == ".jsonl" and path.stem.isdecimal()
        )
        for number in sorted(numbers):
            name = f"{_name(number)}.jsonl"
            found: dict[str, list[Row]] = {}
            for table, row in self._rows(name):
                if table in GLOBAL_TABLES:
                    raise self._unusable(f"cannot be understood: {name} has a row of no game")
                found.setdefault(table, []).append(row)
            yield GameRows(number, found)

    def _rows(self, name: str) -> Iterator[tuple[str, Row]]:
        try:
            text = (self._folder / name).read_text("utf-8")
        except (OSError, ValueError):
            raise self._unusable(f"cannot be read: {name}") from None
        for number, line in enumerate(text.rstrip("\n").split("\n") if text else (), 1):
            try:
                yield _read(line)
            except DECODE_ERRORS:
                raise self._unusable(f"cannot be understood: line {number} of {name}") from None


def _read(line: str) -> tuple[str, Row]:
    """Return the table and the values of a row. Raises an error of ``DECODE_ERRORS``."""
    parsed: dict[str, dict[str, Any]] = json.loads(line)
    ((table, row),) = parsed.items()
    if not row.keys() <= COLUMNS[table]:
        raise ValueError
    return table, {
        name: datetime.fromisoformat(value) if name in TIMES[table] else value
        for name, value in row.items()
    }
