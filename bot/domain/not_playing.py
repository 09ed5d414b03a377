"""People of a table who do not play: those who held a seat, and those who were asked to join."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """A user who held a seat of a started game, until another took it."""

    user_id: int | None
    """None for a computer."""
    name: str
    seat: int
    taken_seq: int
    """The number of the entry with which the next one took it."""


@dataclass(frozen=True, slots=True)
class InvitedUser:
    """A user who was asked by name to join a game, and has not."""

    user_id: int
    declined: bool = False
    hushed: bool = False
    """Whether that came in the user's quiet hours, and so makes no sound."""


def load_former(stored: Sequence[Any]) -> tuple[FormerPlayer, ...]:
    """Read them as stored. Raises ValueError if they are damaged."""
    return _FORMER.validate_python(stored)


def load_invited(stored: Sequence[Any]) -> tuple[InvitedUser, ...]:
    """Read them as stored. Raises ValueError if they are damaged."""
    return _ASKED.validate_python(stored)


_FORMER, _ASKED = TypeAdapter(tuple[FormerPlayer, ...]), TypeAdapter(tuple[InvitedUser, ...])
