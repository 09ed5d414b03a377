"""Rows of the database as values; ``repr`` omits hidden fields."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from engine import Dynasty, Event, Level, StandingOrder


class CalledIn(StrEnum):
    """Place where a player is called to decide."""

    DIRECT = "direct"
    """Direct messages, with the desk."""
    THREAD = "thread"
    """The game's thread: a mention with a button that opens the desk."""


class OwnReminders(StrEnum):
    """Times at which a player is reminded; never more of them than the table has."""

    TABLE = "table"
    """As the table says; also wherever there is no time limit, except for NONE."""
    HALF = "half"
    """At half of the time."""
    LAST_HOUR = "last hour"
    """An hour before the end of the time; as the table says if there is no more than that."""
    BOTH = "both"
    NONE = "none"


class NotificationTopic(StrEnum):
    """Topic of a notification in a message that can be about several games."""

    CALLED = "called"
    """The game waits for the user."""
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
    SEATED = "seated"
    """The user waited for a table, and has one."""
    OFFER_ENDED = "offer ended"
    """Nobody took a seat that the user, an admin, has offered; notified without a sound."""


class Ending(StrEnum):
    """How a game ended for a holder of a seat."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    GIVEN_UP = "given up"
    LEFT = "left"
    """Another player took over the seat before the end."""
    STOPPED = "stopped"
    """The game ended without a result."""


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
    """Things taught to each player, private to that player; empty before the start."""
    pace: str
    proposals: str
    former: list[dict[str, Any]]
    asked: list[dict[str, Any]]
    paused_seq: int | None
    held: bool
    hints: str
    rated: bool
    after: int | None
    series: dict[str, Any]
    secret: str = field(repr=False)
    """Seeds the game's computers; empty until it is drawn. Hidden from everybody."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a game; *seat* and *dynasty* are drawn at the start.

    Identified by *joined_seq*, the number of the entry with which it joined, and after the start
    by its seat, not by its user.
    """

    joined_seq: int
    user_id: int | None
    """The Discord user; None if the seat is a computer's."""
    name: str
    seat: int | None = None
    dynasty: Dynasty | None = None
    abandoned_seq: int | None = None
    """Number of the log entry with which the player resigned or was given up."""
    draws_from_bag: bool = False
    """True if the player always draws from the bag, never from the open display."""
    calls_in: CalledIn | None = None
    """Place where the player is called in this game; None: as in all games."""
    muted: bool = False
    """True if calls make no sound."""
    taken_seq: int | None = None
    """Number of the log entry with which the user took the seat over; None: from the start."""
    offered_seq: int | None = None
    """Number of the log entry with which the seat was offered."""
    offered_to: int | None = None
    """The user to whom the seat is offered; None: anybody."""
    gone: bool = False
    """True if the user has left the server, and cannot be reached."""
    level: Level | None = None
    """Level of the computer that plays the seat; None for a person."""
    word: str | None = field(default=None, repr=False)
    """Hash of the word given for the fair bag; None without one."""


@dataclass(frozen=True, slots=True)
class Habits:
    """A user's settings for all games with their defaults, each in a column of that name.

    A new field needs a migration.
    """

    calls_in: CalledIn = CalledIn.DIRECT
    ends_turn: bool = False
    """True if the user's turns end automatically after two actions."""
    advice: bool = True
    """True if the user gets advice in the first games."""
    in_words: bool = False
    """True if desks always have a button that shows the picture in words."""
    results_shown: bool = True
    """True if others see the user's results and rating."""
    told_next: bool = False
    """True if desks say, silently, that the user is next."""
    chosen_language: str | None = None
    """Language of private messages; None: that of the user's Discord app."""
    reminders: OwnReminders = OwnReminders.TABLE
    theme: str | None = None
    """Theme of private pictures; None: that of the server."""


USUAL_HABITS = Habits()
SWITCHES = {each.name: each.default for each in fields(Habits) if each.type is bool}
"""Boolean settings for all games, with their defaults."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A user's data that is independent of games; all None for an unknown user."""

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
class NotificationRow:
    """A pending notification of a user, caused by entry *seq* of a game."""

    user_id: int
    game_id: int
    about: NotificationTopic
    seq: int
    at: datetime


@dataclass(frozen=True, slots=True)
class OutgoingNotificationRow:
    """A notification in a message to a user, with its game."""

    user_id: int
    about: NotificationTopic
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
    """An announcement to all games by the owner of the bot's application."""

    id: int
    text: str = field(repr=False)
    games: int | None
    """Number of games it was sent to; None: not sent yet."""


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A user who waits for a table in a server; see ``schema/tables.py``."""

    guild_id: int
    user_id: int
    name: str
    discord_language: str
    wish: str
    since: datetime
    asked_at: datetime
    channel_id: int
    around: list[int]
    spoken: str
    opens: bool


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """A user's progress in the lessons."""

    lesson: str
    decisions: list[str]
    learnt: list[str]


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A record that a user has imported."""

    name: str
    """The name of its file."""
    text: str = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A player's private standing orders for conflicts in others' turns."""

    usual: StandingOrder | None = field(repr=False)
    """For all games; None if not set."""
    here: StandingOrder | None = field(repr=False)
    """For this game; None: as in all games."""


@dataclass(frozen=True, slots=True)
class NotesRow:
    """A player's private notes in a game: no :class:`PlayerRow` has them."""

    note: str | None = field(repr=False)
    """The player's reminder; None without one."""
    plan: str | None = field(repr=False)
    """Plan for a coming turn; None without one."""


@dataclass(frozen=True, slots=True)
class SealRow:
    """The public part of a table's seal; the columns are explained in ``schema/tables.py``."""

    digest: str
    message_gone: bool
    opened: bool


@dataclass(frozen=True, slots=True)
class SealCounts:
    """Numbers of a server's tables by the state of their seals."""

    sealed: int
    started: int
    opened: int
    never_opened: int
    """Tables whose secret will never be revealed."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a holder of a seat did in a game that has ended."""

    game_id: int
    seat: int
    holder: int
    """0 for the holder at the start, 1 for the first to take the seat over, and so on."""
    user_id: int | None
    """The user; None for a computer, or a deleted user."""
    level: Level | None
    """Level of the computer; None for a person."""
    ending: Ending
    place: int | None
    """Final place of the seat; None without a result, or if the holder left before the end."""
    players: int
    """Number of seats."""
    guild_id: int | None
    ended_at: datetime
    game_name: str
    spheres: list[int]
    """Points of the seat by colour at the end, with treasures spent."""
    placed: list[int]
    """Tiles that the holder placed, by colour."""
    decisions: int
    """Number of the holder's decisions that were not automatic."""
    usual_wait: timedelta | None
    """Median time that the game waited for the holder's decision; None without one."""
    rated: bool = False
    """True if it counts for the holder's rating."""


class PlayedRow(NamedTuple):
    """A user's result in a game, with what a profile counts of those on the other seats."""

    game_id: int
    ending: Ending
    place: int | None
    players: int
    game_name: str
    spheres: list[int]
    placed: list[int]
    decisions: int
    usual_wait: timedelta | None
    with_others: bool
    """True if another person held one of the other seats; a deleted user counts as one."""
    levels: tuple[Level, ...]
    """Levels of the computers that took part."""
    place_of_viewer: int | None
    """Place of the user to whom the profile is shown, if that is another user."""


@dataclass(frozen=True, slots=True)
class RatedRow:
    """What a rated game did to a player's rating; None: not rated yet."""

    game_id: int
    seat: int
    user_id: int | None
    """None for a deleted user."""
    place: int | None
    """None for a player who did not stay to the end."""
    ended_at: datetime
    mu_before: float | None = None
    sigma_before: float | None = None
    mu: float | None = None
    sigma: float | None = None
    weight: float | None = None
    """Part of the change that counts, from 0 to 1."""
    met: int | None = None
    """Number of opponents in the game whom the player had never met in a rated one."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A user's rating in a server."""

    user_id: int
    mu: float
    sigma: float
    games: int
    opponents: int


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """A game with its players, in seat order, or before the start in the order of joining."""

    game: GameRow
    players: tuple[tuple[PlayerRow, PersonRow, ClockRow], ...]
    damaged: bool = False
    """True if it could not be read: then only its number, name, places, users and, if readable,
    board and options are valid."""
    notes: tuple[NotesRow, ...] = field(default=(), repr=False)
    """Private notes of each player."""
    orders: tuple[OrderRow, ...] = field(default=(), repr=False)
    """Private standing orders of each player."""
    rules: str = field(default="", repr=False)
    """The server's rules as stored; empty without any."""
    seal: SealRow | None = None
    """None if opened by a version without seals."""
    pulse: datetime | None = None
    """Last time at which a program was connected; None if none ever was."""
    clock_due: datetime | None = None
    """Next time to check its clocks; None if not scheduled."""
    offers_due: tuple[datetime | None, ...] = ()
    """End of the offer of each player's seat, moved by gaps; None if not scheduled."""


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
    """The seat called by a new message because of this entry."""
    settled: bool = False
    """True for a forced answer, which is undone with the decision before it."""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The state of a game and its recent log; see ``logs.read_snapshots``."""

    version: int
    delivered_turn: int
    """At the time of reading; *states* and *entries* go back as far as these require."""
    states: Mapping[int, str] = field(repr=False)
    """States by the number of the entry they follow: the current one, those within reach of undo,
    and some ends of turns since the game was last delivered."""
    entries: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class DueRow:
    """A job scheduled for a time."""

    kind: str
    game_id: int
    at: datetime
    tries: int = 0
    """Number of failures; 0 if postponed because of a rate limit."""


@dataclass(frozen=True, slots=True)
class PostRow:
    """A message on Discord; without *message_id*, one that may be in flight."""

    id: int
    key: str
    fingerprint: str
    at: datetime
    sign: str
    pressable: bool
    fleeting: bool
    user_id: int | None
    channel_id: int | None
    message_id: int | None
    sender: str | None
    """The program that may have begun to send it."""
    nonce: int | None
    """Discord's nonce against duplicates; None: the row's id."""


@dataclass(frozen=True, slots=True)
class ServerPostRow:
    """A message of a server that belongs to no game; see ``schema/tables.py``."""

    id: int
    guild_id: int
    kind: str
    channel_id: int
    message_id: int | None
    language: str
    fingerprint: str
    at: datetime
    due_at: datetime
    tries: int
    sender: str | None
    nonce: int
    trouble: str | None
    taken_down: bool


@dataclass(frozen=True, slots=True)
class ProgramRow:
    """A running program."""

    id: str
    shards: str


@dataclass(frozen=True, slots=True)
class UndeliveredRow:
    """A game that has changed since it was last delivered completely."""

    game_id: int
    version: int
