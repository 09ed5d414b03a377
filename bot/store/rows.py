"""Rows of the database as values. What is hidden in them is not printed."""

from dataclasses import dataclass, field
from datetime import datetime

from engine import Event


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game; the columns are explained in ``schema.py``."""

    id: int
    name: str
    status: str
    guild_id: int | None
    channel_id: int
    home_id: int | None
    home_is_thread: bool
    home_opening: bool
    opener_id: int
    board: str
    options: list[str]
    capacity: int
    version: int
    state_version: int
    turn: int
    delivered_version: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a game."""

    user_id: int
    name: str
    joined_seq: int
    seat: int | None = None
    dynasty: str | None = None
    resigned_seq: int | None = None
    draws_from_bag: bool = False


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An entry of a game's log."""

    seq: int
    kind: str
    user_id: int
    turn: int
    at: datetime
    seat: int | None = None
    text: str | None = field(default=None, repr=False)
    events: tuple[Event, ...] = ()
    automatic: bool = False
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class PostRow:
    """A message on Discord, or, without a message_id, one that is being sent."""

    id: int
    key: str
    fingerprint: str
    user_id: int | None
    channel_id: int | None
    message_id: int | None
    at: datetime
