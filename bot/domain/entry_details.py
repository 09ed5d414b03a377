"""Checks the details of log entries. They are public."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, StrictBool, StrictInt, StrictStr, TypeAdapter

from bot.domain.hint_rule import HintRule
from bot.domain.pace import Pace
from bot.domain.proposals import Question, Settlement


def _moment(timestamp: object) -> object:
    if not isinstance(timestamp, int | float):
        raise ValueError("no time")  # noqa: TRY004  # pydantic expects ValueError
    return datetime.fromtimestamp(timestamp, UTC)


def _read_by(load: Callable[[Any], object]) -> TypeAdapter[Any]:
    return TypeAdapter(Annotated[Any, BeforeValidator(load)])


_SEATS = TypeAdapter(list[StrictInt] | StrictBool)
_TEXT = TypeAdapter(StrictStr | None)
_NUMBER = TypeAdapter(StrictInt | None)
_SHAPES: dict[str, TypeAdapter[Any]] = {
    "asked": _SEATS,
    "by": _TEXT,
    "closes": _read_by(_moment),
    "decision": _NUMBER,
    "from": _TEXT,
    "name": _TEXT,
    "no": _SEATS,
    "outcome": TypeAdapter(Settlement),
    "pace": _read_by(Pace.load),
    "proposal": _NUMBER,
    "proposer": _NUMBER,
    "question": _read_by(Question.load),
    "result": TypeAdapter(StrictBool),
    "rule": TypeAdapter(HintRule),
    "silent": _SEATS,
    "time_up": _read_by(_moment),
    "to": TypeAdapter(StrictInt | StrictStr | None),
    "until": _read_by(_moment),
    "was": _TEXT,
    "why": _TEXT,
    "yes": _SEATS,
}
_NEEDED = {
    "away": ("until",),
    "ended": ("why", "result"),
    "hinted": ("decision",),
    "hints": ("rule",),
    "kept": ("why",),
    "offered": ("why",),
    "paced": ("pace",),
    "proposed": ("question",),
    "settled": ("proposal", "question", "proposer", "outcome", "yes", "no"),
    "taken": ("from", "to"),
}
"""The details that each kind of entry must have."""


def read_details(kind: str, text: str | None) -> dict[str, Any]:
    """The details of an entry. Raises ValueError, LookupError or TypeError if they are wrong."""
    details: dict[str, Any] = json.loads(text or "{}")
    for name in _NEEDED.get(kind, ()):
        details[name]
    for name, value in details.items():
        if name in _SHAPES:
            _SHAPES[name].validate_python(value)
    return details


def seats_in(details: Mapping[str, Any]) -> Iterator[int | None]:
    """The seats that details name."""
    yield details.get("proposer")
    for name in ("asked", "no", "silent", "yes"):
        if isinstance(named := details.get(name), list):
            yield from named
