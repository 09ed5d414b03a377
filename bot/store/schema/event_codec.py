"""Events as JSON for the log, and back: the class's name, and its fields."""

from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter

import engine
from bot.store.errors import Damaged

EVENTS: dict[str, type[engine.Event]] = {kind.__name__: kind for kind in get_args(engine.Event)}
"""Every class of event by its name."""


@cache
def _adapter(name: str) -> TypeAdapter[engine.Event]:
    return TypeAdapter(EVENTS[name])


def prepare() -> None:
    """Build the codec of each class of event in advance: later a player would wait for it."""
    for name in EVENTS:
        _adapter(name)


def dump_events(events: tuple[engine.Event, ...]) -> list[Any]:
    """Events as what JSON can hold: a list of pairs, name and fields."""
    names = (type(event).__name__ for event in events)
    return [
        [name, _adapter(name).dump_python(event, mode="json")]
        for name, event in zip(names, events, strict=True)
    ]


def load_events(dumped: list[Any]) -> tuple[engine.Event, ...]:
    """The events that :func:`dump_events` wrote.

    Raises Damaged if one of them is none that this version knows.
    """
    try:
        return tuple(_adapter(name).validate_python(fields) for name, fields in dumped)
    except (KeyError, TypeError, ValueError):  # pydantic's own is one, and holds what it read
        raise Damaged("the log holds an event that this version cannot read") from None
