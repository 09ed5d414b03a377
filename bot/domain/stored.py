"""The codec of log entries: columns and a text of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter

from bot.domain.entries import FullAction, LoggedEntry
from bot.store import Damaged, EntryRow, decoding
from engine import Game, GameError, load_game, parse_action

_COLUMNS = frozenset(
    {*EntryRow.__slots__} - {"kind", "text"},
)
"""Columns of an entry, besides kind and text, that store the field of that name or key."""
_KINDS: dict[str, type[LoggedEntry]] = {each.kind: each for each in get_args(LoggedEntry)}
KINDS = frozenset(_KINDS)


@dataclass(frozen=True, slots=True)
class _Detail:
    """A field stored in an entry's text."""

    name: str
    key: str
    codec: TypeAdapter[Any]
    default: object


@cache
def _details(word: str) -> tuple[_Detail, ...]:
    kind = _KINDS[word]
    hints = get_type_hints(kind, include_extras=True)
    if kind is FullAction:  # its action is the text
        return ()
    return tuple(
        _Detail(
            each.name,
            each.metadata.get("key", each.name),
            TypeAdapter(hints[each.name]),
            each.default,
        )
        for each in fields(kind)
        if each.name not in _columns(word)
    )


@cache
def _columns(word: str) -> dict[str, str]:
    """Return the columns of a kind's fields, by field."""
    keys = {each.name: each.metadata.get("key", each.name) for each in fields(_KINDS[word])}
    return {name: key for name, key in keys.items() if key in _COLUMNS}


def dump_entry(entry: LoggedEntry) -> EntryRow:
    """Return the row of an entry: a decision in notation, other details as JSON."""
    columns = {key: getattr(entry, name) for name, key in _columns(entry.kind).items()}
    if isinstance(entry, FullAction):
        return EntryRow(kind=entry.kind, text=str(entry.action), **columns)
    details = {
        each.key: each.codec.dump_python(value, mode="json")
        for each in _details(entry.kind)
        if (value := getattr(entry, each.name)) != each.default
    }
    return EntryRow(kind=entry.kind, text=json.dumps(details) if details else None, **columns)


def load_entry(row: EntryRow) -> LoggedEntry:
    """Read a row of the log, of any version.

    Raises ValueError, LookupError or TypeError if it is invalid.
    """
    kind = _KINDS[row.kind]
    values = {name: getattr(row, key) for name, key in _columns(row.kind).items()}
    if kind is FullAction:
        return FullAction(parse_action(row.text or ""), **values)
    details = json.loads(row.text or "{}")
    for each in _details(row.kind):
        if each.key in details:
            values[each.name] = each.codec.validate_python(details[each.key])
        elif each.default is MISSING:
            raise LookupError(each.key)
    return kind(**values)


def load_log(rows: Iterable[EntryRow]) -> list[LoggedEntry]:
    """Read rows of a log. Raises Damaged if one is invalid."""
    entries = []
    for row in rows:
        with decoding_game(f"entry {row.seq} of the log"):
            entries.append(load_entry(row))
    return entries


def state_of(text: str) -> Game:
    """Read a stored game. Raises Damaged if it is invalid."""
    with decoding_game("a state of the game"):
        return load_game(text)


@contextmanager
def decoding_game(what: str) -> Iterator[None]:
    """Turn any error of decoding *what* into Damaged, without its text."""
    try:
        with decoding(what):
            yield
    except GameError:
        raise Damaged(f"{what} is none that this version knows") from None
