"""Rows of the database as values. What is hidden in them is not printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from engine import Dynasty, Event, Level, StandingOrder


class CalledIn(StrEnum):
    """Where a player is called when the table waits for a decision."""

    DIRECT = "direct"
    """In direct messages, where the desk is."""
    THREAD = "thread"
    """In the game's thread, by a mention with a button that opens the desk."""


class About(StrEnum):
    """What rings a user, besides decisions that wait."""

    PROPOSAL = "proposal"
    LOSING = "losing"
    """Others propose to take the user's seat."""
    OFFER = "offer"
    """A seat is offered to the user."""
    INVITATION = "invitation"
    CLOSING = "closing"
    """A table that has not started will be closed."""
    TAKEN = "taken"
    """The user's seat was taken."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game; the columns are explained in ``schema/tables.py``."""

    id: int
    name: str
    status: str
    guild_id: int | None
    channel_id: int
    home_id: int | None
    home_kind: str | None
    opener_id: int
    board: str
    options: list[str]
    capacity: int
    version: int
    state_version: int
    turn: int
    delivered_version: int
    delivered_turn: int
    created_at: datetime
    language: str
    only_invited: bool
    invited: list[int]
    told_role_id: int | None
    taught: str = field(repr=False)
    """What each player was taught; empty before the start. Only that player may know it."""
    pace: str
    proposals: str
    former: list[dict[str, Any]]
    asked: list[dict[str, Any]]
    paused_seq: int | None
    held: bool
    hints: str
    secret: str = field(repr=False)
    """Seeds the game's computers; empty until it is drawn. Hidden from everybody."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Who takes part in a game: *seat* and *dynasty* are drawn when it starts.

    A player is known by *joined_seq*, the number of the entry with which it joined, and once
    the game has started by its seat: not by its user.
    """

    joined_seq: int
    user_id: int | None
    """The Discord user; None if the seat is a computer's."""
    name: str
    seat: int | None = None
    dynasty: Dynasty | None = None
    abandoned_seq: int | None = None
    """The number of the log entry since which no user plays the seat: the player has resigned, or
    was given up."""
    draws_from_bag: bool = False
    """Whether every tile is drawn from the bag, without a question, beside an open display."""
    calls_in: CalledIn | None = None
    """Where the player is called in this game; None if as in all games."""
    muted: bool = False
    """Whether the player is called without a sound."""
    taken_seq: int | None = None
    """The number of the log entry with which the user took the seat over; None: always had it."""
    offered_seq: int | None = None
    """The number of the log entry with which the seat was offered."""
    offered_to: int | None = None
    """The user to whom it was; None: to anybody."""
    gone: bool = False
    """Whether the user has left the server, and cannot be reached."""
    level: Level | None = None
    """How strong the computer is that plays the seat; None if no computer does."""
    word: str | None = field(default=None, repr=False)
    """The hash of the word that was given for the fair bag; None if none was."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a user has set for all games, each in a column of that name; at first as it is here.

    What is on or off is a column by being here, and needs a migration besides.
    """

    calls_in: CalledIn = CalledIn.DIRECT
    ends_turn: bool = False
    """Whether the user's turns end by themselves after two actions."""
    high_contrast: bool = False
    """Whether pictures for this user alone are drawn in high contrast."""
    advice: bool = True
    """Whether this user is given advice in the first games."""
    in_words: bool = False
    """Whether this user's desks always have a button that shows the picture in words."""
    chosen_language: str | None = None
    """The language of what this user alone sees; None: as Discord has it."""


USUAL_HABITS = Habits()
SWITCHES = {each.name: each.default for each in fields(Habits) if each.type is bool}
"""What a user sets on or off for all games, and how each is at first."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """What is known of a user in all games together: nothing of who was never met."""

    habits: Habits = USUAL_HABITS
    direct_closed_at: datetime | None = None
    direct_refusals: int | None = None
    language: str | None = None
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    days_off: str | None = None
    away_from: datetime | None = None
    away_until: datetime | None = None
    vacations: dict[str, int] | None = None


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The clock of a seat; the columns are explained in ``schema/tables.py``."""

    since: datetime | None
    spent: timedelta | None
    bank: timedelta | None
    resumes: bool | None
    missed: int | None
    reminded: int | None
    hushed: bool | None


@dataclass(frozen=True, slots=True)
class RingRow:
    """What waits to ring a user, as it came with an entry of a game."""

    user_id: int
    game_id: int
    about: About
    seq: int
    at: datetime


@dataclass(frozen=True, slots=True)
class RungRow:
    """What rings a user in a message, with the game it is about."""

    user_id: int
    about: About
    seq: int
    game_id: int
    directly: bool
    name: str
    guild_id: int | None
    channel_id: int | None
    home_id: int | None
    language: str | None


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """What the owner of the bot's application announces to the games."""

    id: int
    text: str = field(repr=False)
    games: int | None
    """How many it was sent to; None: it is not sent yet."""


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """A user's progress in the lessons."""

    lesson: str
    decisions: list[str]
    learnt: list[str]


@dataclass(frozen=True, slots=True)
class OrderRow:
    """What is answered for a player in conflicts of others' turns: only the player may know it."""

    usual: StandingOrder | None = field(repr=False)
    """In all games; None if nothing is set."""
    here: StandingOrder | None = field(repr=False)
    """In this game; None if as in all games."""


@dataclass(frozen=True, slots=True)
class NotesRow:
    """A player's private notes in a game: no :class:`PlayerRow` has them."""

    note: str | None = field(repr=False)
    """What the player is to be reminded of; None if of nothing."""
    plan: str | None = field(repr=False)
    """What is planned for a turn to come; None if nothing is."""


@dataclass(frozen=True, slots=True)
class SealRow:
    """What everybody may know of a table's seal; the columns are in ``schema/tables.py``."""

    digest: str
    message_gone: bool
    opened: bool


@dataclass(frozen=True, slots=True)
class SealCounts:
    """How many tables of a server there were of each kind."""

    sealed: int
    started: int
    opened: int
    never_opened: int
    """Those whose secret nobody will ever know."""


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """A game with its players, in seat order, before the start in the order of joining."""

    game: GameRow
    players: tuple[tuple[PlayerRow, PersonRow, ClockRow], ...]
    damaged: bool = False
    """Whether it could not be read: then only its number, name, places, users and, if they could
    be, its board and options are true."""
    notes: tuple[NotesRow, ...] = field(default=(), repr=False)
    """What each of the players keeps; only that player may know it."""
    orders: tuple[OrderRow, ...] = field(default=(), repr=False)
    """What each of them has ordered; only that player may know it."""
    rules: str = field(default="", repr=False)
    """What is set for the game's server; empty if nothing is."""
    seal: SealRow | None = None
    """None if it was opened before there were seals."""
    pulse: datetime | None = None
    """When a program was last connected; None if none ever was."""
    clock_due: datetime | None = None
    """When its clocks are looked at next; None if that is not due."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of a game's log."""

    seq: int
    kind: str
    user_id: int | None
    turn: int
    at: datetime
    seat: int | None = None
    text: str | None = field(default=None, repr=False)
    events: tuple[Event, ...] = ()
    automatic: bool = False
    passing: bool = False
    undoes: int | None = None
    called: int | None = None
    """The seat that is called by a new message because of it."""
    settled: bool = False
    """Whether everyone knew the answer: it goes back with what was decided before it."""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The state of a game, and its log of late: ``logs.read_bodies``."""

    version: int
    delivered_turn: int
    """As they were when it was read; how far it goes back depends on them."""
    states: Mapping[int, str] = field(repr=False)
    """By the entries that they follow: the current one, those that undo can reach, and some of
    turns that have ended since the game was last delivered."""
    entries: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class DueRow:
    """Something that is due at a time."""

    kind: str
    game_id: int
    at: datetime
    tries: int = 0
    """How often it has failed; 0 if it was put off because Discord wants to be left alone."""


@dataclass(frozen=True, slots=True)
class PostRow:
    """A message on Discord, or, without a message_id, one that may just be being sent."""

    id: int
    key: str
    fingerprint: str
    user_id: int | None
    channel_id: int | None
    message_id: int | None
    at: datetime
    sign: str
    pressable: bool
    fleeting: bool
    sender: str | None
    """The program that may have begun to send it; None if none has."""
    nonce: int | None
    """By which Discord recognises a message sent twice; None if the row's id is used."""


@dataclass(frozen=True, slots=True)
class ProgramRow:
    """A program that runs."""

    id: str
    shards: str


@dataclass(frozen=True, slots=True)
class UndeliveredRow:
    """A game that has changed since it was last delivered completely."""

    game_id: int
    version: int
