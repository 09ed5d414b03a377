"""The log of a table: one class for each kind of entry.

An :data:`Entry` is public. Two kinds hold hidden values, the bag and the colours of a swap: they
are a :data:`LoggedEntry` only, and no page takes them. :func:`bot.domain.history.apply` is the only
place that says what an entry means; :mod:`bot.domain.stored` reads and writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from pydantic import PlainSerializer, PlainValidator, StrictInt, StrictStr

from bot.domain.hint_rule import HintRule
from bot.domain.pace import Pace
from bot.domain.proposals import ProposalOutcome, Question
from bot.domain.series import NO_SERIES, Series
from bot.store.queries import logs
from engine import (
    Action,
    Dynasty,
    Event,
    Game,
    Level,
    SwapTiles,
    TilesAdded,
    is_final,
    seats_of,
)


class Why(StrEnum):
    """Reason of an entry that is not a decision of the game."""

    OWN = "own"
    """At the request of the seat's player."""
    AGREED = "agreed"
    """Agreed by the players."""
    ADMIN = "admin"
    """Done by an admin of the server."""
    TIME = "time"
    """A player ran out of time too often."""
    GONE = "gone"
    """A player has left the server and is unreachable."""
    REFUSED = "refused"
    """A seat's offer ends: the invited user has declined."""
    UNREACHED = "unreached"
    """A seat's offer ends: it does not reach the invited user."""
    LATE = "late"
    """A seat's offer ends: nobody took the seat in time."""
    LEFT_ALONE = "left alone"
    """The game had no active player."""


def _moment(timestamp: object) -> datetime:
    if isinstance(timestamp, int | float):
        return datetime.fromtimestamp(timestamp, UTC)
    raise ValueError("no time")


def _timestamp(moment: datetime) -> int | float:
    at = moment.timestamp()
    return int(at) if at.is_integer() else at


_Moment: TypeAlias = Annotated[datetime, PlainSerializer(_timestamp), PlainValidator(_moment)]
_Pace: TypeAlias = Annotated[Pace, PlainSerializer(Pace.dump), PlainValidator(Pace.load)]
_Question: TypeAlias = Annotated[
    Question, PlainSerializer(Question.dump), PlainValidator(Question.load)
]
_Dynasties: TypeAlias = Annotated[
    tuple[Dynasty, ...],
    PlainSerializer("".join),
    PlainValidator(lambda text: tuple(map(Dynasty, text))),
]
_Seats: TypeAlias = tuple[StrictInt, ...]
UNDATED = datetime.min.replace(tzinfo=UTC)


def _stored_as(key: str) -> dict[str, str]:
    return {"key": key}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """Fields of every entry. The unit of work fills in *seq*, *at* and *turn*."""

    kind: ClassVar[str]
    """Name in the database."""
    seq: int = 0
    at: datetime = UNDATED
    turn: int = 0
    """The turn in which it happened, from 1; 0 before the game has started."""
    user_id: int | None = None
    """The user who did it, if any."""
    seat: int | None = None
    """The seat it belongs to, if any."""
    called: int | None = None
    """The seat called by a new message because of this entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoned(_Entry):
    """An entry with a reason."""

    why: Why | None = None
    by: StrictStr = ""
    """The name of the user who did it, if any."""


# --- the lobby -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened(_Entry):
    """A user opens the table and joins it."""

    kind = "opened"
    name: StrictStr = ""
    """The user's name; empty in logs of older versions."""
    language: StrictStr = ""
    """The language of the user's Discord app."""
    after: StrictInt | None = None
    """The number of the game that is played again, if any."""
    series: Series = NO_SERIES
    """The results up to that game."""


@dataclass(frozen=True, slots=True)
class Joined(_Entry):
    """A user joins."""

    kind = "joined"
    name: StrictStr = ""
    """The user's name; empty in logs of older versions."""
    language: StrictStr = ""
    """The language of the user's Discord app."""


@dataclass(frozen=True, slots=True)
class ComputerSeated(_Entry):
    """The opener adds a computer."""

    kind = "seated"
    level: Level
    name: StrictStr = ""
    """The computer's name; empty in logs of older versions."""


@dataclass(frozen=True, slots=True)
class Left(_Entry):
    """A player leaves the lobby."""

    kind = "left"


@dataclass(frozen=True, slots=True)
class TakenOut(_Entry):
    """The opener removes a player."""

    kind = "taken out"
    joined: StrictInt | None = None
    """Number of the entry with which a computer joined."""
    user: StrictInt | None = None


@dataclass(frozen=True, slots=True)
class Configured(_Entry):
    """The opener changes the set-up; None: unchanged."""

    kind = "configured"
    name: StrictStr | None = None
    board: StrictStr | None = None
    options: tuple[StrictStr, ...] | None = None
    capacity: StrictInt | None = None
    only_invited: bool | None = None
    rated: bool | None = None


@dataclass(frozen=True, slots=True)
class Invited(_Entry):
    """The lists of users who may join and who are asked by name change; None: unchanged."""

    kind = "invited"
    users: tuple[StrictInt, ...] | None = None
    asked: tuple[StrictInt, ...] | None = None
    hushed: _Seats = ()
    """The asked users who were in quiet hours."""
    blind: _Seats = ()
    """The asked users who can't see where the game was opened."""
    unreached: _Seats = ()
    """The asked users whom an earlier invitation did not reach."""
    until: StrictInt | None = None
    """Second until which a seat is kept for each; None: as before, or without an end."""


@dataclass(frozen=True, slots=True)
class Declined(_Entry):
    """An invited user declines."""

    kind = "declined"
    unreached: bool = False
    """True if the invitation did not reach the user."""
    late: bool = False
    """True if the user did not answer in time."""


@dataclass(frozen=True, slots=True)
class WordGiven(_Entry):
    """A player gives or replaces a word for the fair bag."""

    kind = "gave word"
    word: StrictStr = field(repr=False)
    """Its hash."""


@dataclass(frozen=True, slots=True)
class Cancelled(Reasoned):
    """The last player has left, or an admin has closed the table."""

    kind = "cancelled"


@dataclass(frozen=True, slots=True)
class Expired(_Entry):
    """The table is closed because it never started."""

    kind = "expired"


# --- the game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started(_Entry):
    """The game starts: the public part."""

    kind = "started"


@dataclass(frozen=True, slots=True)
class FullStart(_Entry):
    """The game starts, with its hidden bag."""

    kind = "started"
    users: tuple[StrictInt | None, ...]
    """Users by seat."""
    seats: _Dynasties
    bag: StrictStr = field(repr=False)
    joined: tuple[StrictInt, ...] | None = None
    """The entries with which they joined; None in games of versions without computers."""
    words: tuple[StrictStr, ...] = ()
    """Hashes of the players' words in the order of joining; empty in games without a seal."""

    @property
    def order(self) -> tuple[int, ...]:
        """The player on each seat, by order of joining from 0."""
        joined = self.joined or ()
        return tuple(map(sorted(joined).index, joined))


@dataclass(frozen=True, slots=True)
class Acted(_Entry):
    """A decision of the game: the public part."""

    kind = "acted"
    action: Action | None
    """None for a swap, whose discarded colours are hidden (R15.2)."""
    events: tuple[Event, ...] = ()
    automatic: bool = False
    """True if no one was asked: a forced answer, a standing order, a draw by standing choice, or a
    seat that nobody plays."""
    passing: bool = False
    """True if a turn of such decisions only is not worth a message."""
    forced: bool = False
    """True if it was the only answer; undone with the decision before it."""
    final: bool = False
    """True if it cannot be undone: it revealed something hidden, or ended the turn."""


@dataclass(frozen=True, slots=True)
class FullAction(_Entry):
    """A decision of the game, with the hidden colours of a swap."""

    kind = "acted"
    action: Action = field(repr=False)
    events: tuple[Event, ...] = ()
    automatic: bool = False
    passing: bool = False
    forced: bool = field(default=False, metadata={"key": "settled"})
    result: tuple[Game, tuple[Event, ...]] | None = field(default=None, repr=False, compare=False)
    """The result of *action* if already computed; not stored."""

    @property
    def ends_undo(self) -> bool:
        """True if an undo cannot go back before it: final, or automatic but not forced."""
        return self.final or (self.automatic and not self.forced)

    @property
    def final(self) -> bool:
        """True if it revealed something hidden, or ended the turn.

        A forced answer reveals no number of tiles.
        """
        events = self.events
        if self.forced:
            events = tuple(event for event in events if not isinstance(event, TilesAdded))
        return is_final(events)


@dataclass(frozen=True, slots=True)
class Undone(_Entry):
    """A decision is undone."""

    kind = "undone"
    undoes: int
    """Number of its entry."""


@dataclass(frozen=True, slots=True)
class Resigned(_Entry):
    """A player resigns."""

    kind = "resigned"


@dataclass(frozen=True, slots=True)
class DrawsFromBag(_Entry):
    """A player always draws from the bag from now on, without a question."""

    kind = "draws from bag"


@dataclass(frozen=True, slots=True)
class DrawsByChoice(_Entry):
    """A player is asked again where to draw from."""

    kind = "draws by choice"


@dataclass(frozen=True, slots=True)
class HintGiven(_Entry):
    """A player gets a hint."""

    kind = "hinted"
    decision: StrictInt
    """The decision: number of the last entry that led to it, the same again after an undo."""


# --- time ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Called(_Entry):
    """A player whom the table waits for is called belatedly.

    *called* is None if one message does so for several games.
    """

    kind = "called"


@dataclass(frozen=True, slots=True)
class Reminded(_Entry):
    """A player whom the table waits for is reminded; *called* as for :class:`Called`."""

    kind = "reminded"
    time_up: _Moment | None = None
    """End of the player's time."""
    by: StrictInt | None = None
    """The seat whose player asked for the reminder; None for those of the pace."""


@dataclass(frozen=True, slots=True)
class LongWait(_Entry):
    """The table has waited for its decider for days. The others read so, without a sound."""

    kind = "long wait"


@dataclass(frozen=True, slots=True)
class TimeUp(_Entry):
    """A player ran out of time."""

    kind = "time up"
    missed: StrictInt = 1
    """Number of times in a row."""


@dataclass(frozen=True, slots=True)
class WentAway(_Entry):
    """A player begins a vacation."""

    kind = "away"
    until: _Moment


@dataclass(frozen=True, slots=True)
class VacationPlanned(_Entry):
    """A player plans a vacation, changes the planned one, or calls it off: then both are None."""

    kind = "plans vacation"
    start: _Moment | None = None
    until: _Moment | None = None


@dataclass(frozen=True, slots=True)
class CameBack(_Entry):
    """A player's vacation ends."""

    kind = "back"


@dataclass(frozen=True, slots=True)
class PaceChanged(Reasoned):
    """The table's pace changes."""

    kind = "paced"
    pace: _Pace


# --- what players agree upon, and how it is played -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposed(_Entry):
    """A proposal is made, by a seat or by the bot."""

    kind = "proposed"
    question: _Question
    asked: _Seats = ()
    """The seats whose answers count."""
    deadlines: tuple[tuple[StrictInt, _Moment], ...] = ()
    """Time by seat from which silence counts as an answer; moves with the player's hours."""
    not_before: _Moment = UNDATED
    """Earliest time of an agreement."""


@dataclass(frozen=True, slots=True)
class Answered(_Entry):
    """A player answers a proposal or, in the lobby, the question whether to keep the table open."""

    kind = "answered"
    proposal: StrictInt
    yes: bool


@dataclass(frozen=True, slots=True)
class ProposalResolved(_Entry):
    """A proposal is resolved: agreed, refused, withdrawn or moot."""

    kind = "settled"
    proposal: StrictInt
    question: _Question
    proposer: StrictInt | None
    outcome: ProposalOutcome
    yes: _Seats
    no: _Seats
    silent: _Seats = ()


@dataclass(frozen=True, slots=True)
class Announced(_Entry):
    """The players are notified of a coming event."""

    kind = "told"
    closes: _Moment | None = None
    """Time at which a table that does not start is closed."""
    about: StrictStr | None = None


@dataclass(frozen=True, slots=True)
class HintsChanged(Reasoned):
    """The table's rule for hints changes."""

    kind = "hints"
    rule: HintRule


@dataclass(frozen=True, slots=True)
class Paused(Reasoned):
    """The game is paused."""

    kind = "paused"


@dataclass(frozen=True, slots=True)
class Resumed(Reasoned):
    """A paused game resumes."""

    kind = "went on"


@dataclass(frozen=True, slots=True)
class Ended(Reasoned):
    """The game ends early, with or without a result."""

    kind = "ended"
    result: bool


# --- seats that pass -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offered(Reasoned):
    """A seat is offered to another user, or to anybody."""

    kind = "offered"
    to: StrictInt | None = None
    name: StrictStr = ""
    """That user's name."""
    hushed: bool = False
    """True if that user was in quiet hours."""
    blind: bool = False
    """True if that user can't see where the game was opened."""
    until: _Moment | None = None
    """End of the offer; None in logs of older versions, whose offers stay."""


@dataclass(frozen=True, slots=True)
class OfferEnded(Reasoned):
    """An offer of a seat ends. Anybody can take the seat then if a computer stands in.

    So they can if nobody came in time and its player has left the server.
    """

    kind = "kept"


@dataclass(frozen=True, slots=True)
class LeftServer(_Entry):
    """A player has left the server and is unreachable: anybody can take the seat."""

    kind = "gone"


@dataclass(frozen=True, slots=True)
class GivenUp(Reasoned):
    """The table no longer waits for a seat's player."""

    kind = "given up"


@dataclass(frozen=True, slots=True)
class SeatTaken(_Entry):
    """A user or a computer takes a seat over."""

    kind = "taken"
    from_name: StrictStr = field(metadata=_stored_as("from"))
    to_name: StrictStr = field(metadata=_stored_as("to"))
    level: Level | None = None
    """Level of the computer; None for a person."""
    language: StrictStr = ""
    """The language of the user's Discord app."""


# --- the table as a whole ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved(_Entry):
    """The game moves to another channel because its own is gone."""

    kind = "moved"
    guild: StrictInt | None
    channel: StrictInt


@dataclass(frozen=True, slots=True)
class Repaired(_Entry):
    """The host has rebuilt the state from the log."""

    kind = "repaired"


@dataclass(frozen=True, slots=True)
class Forgotten(_Entry):
    """A user was forgotten: the log has a different number and name for that user."""

    kind = "forgotten"


@dataclass(frozen=True, slots=True)
class Removed(Reasoned):
    """The game is to be deleted."""

    kind = "removed"
    was: StrictStr = ""
    """The table's status before."""


_Both: TypeAlias = (
    Opened
    | Joined
    | ComputerSeated
    | Left
    | TakenOut
    | Configured
    | Invited
    | Declined
    | WordGiven
    | Cancelled
    | Expired
    | Undone
    | Resigned
    | DrawsFromBag
    | DrawsByChoice
    | HintGiven
    | Called
    | Reminded
    | LongWait
    | TimeUp
    | WentAway
    | VacationPlanned
    | CameBack
    | PaceChanged
    | Proposed
    | Answered
    | ProposalResolved
    | Announced
    | HintsChanged
    | Paused
    | Resumed
    | Ended
    | Offered
    | OfferEnded
    | LeftServer
    | GivenUp
    | SeatTaken
    | Moved
    | Repaired
    | Forgotten
    | Removed
)
Entry: TypeAlias = _Both | Started | Acted
"""A public entry."""
LoggedEntry: TypeAlias = _Both | FullStart | FullAction
"""An entry as logged, with hidden values."""
ReasonedEntry: TypeAlias = (
    Cancelled
    | PaceChanged
    | HintsChanged
    | Paused
    | Resumed
    | Ended
    | Offered
    | OfferEnded
    | GivenUp
    | Removed
)
"""An entry with a reason."""

QUIET = frozenset(logs.QUIET)
"""Kinds of entries that are not public at once."""


def as_public(entry: LoggedEntry) -> Entry:
    """Return the public part of an entry."""
    match entry:
        case FullStart():
            return Started(
                seq=entry.seq,
                at=entry.at,
                turn=entry.turn,
                user_id=entry.user_id,
                called=entry.called,
            )
        case FullAction():
            return Acted(
                None if isinstance(entry.action, SwapTiles) else entry.action,
                entry.events,
                automatic=entry.automatic,
                passing=entry.passing,
                forced=entry.forced,
                final=entry.final,
                seq=entry.seq,
                at=entry.at,
                turn=entry.turn,
                user_id=entry.user_id,
                seat=entry.seat,
                called=entry.called,
            )
        case _:
            return entry


def changes_game(entry: Entry) -> bool:
    """True if an entry changes the state of the game."""
    return isinstance(entry, Started | Acted)


def is_by_admin(entry: Entry | None) -> bool:
    """True if an admin of the server caused the entry."""
    return isinstance(entry, Reasoned) and entry.why is Why.ADMIN


def without_undone(log: Iterable[LoggedEntry], players: int) -> list[Entry]:
    """Return the entries of a log without undone ones and their undoing.

    Raises ValueError if an entry cannot be from a game with *players* players.
    """
    log = list(log)
    undone = {entry.undoes for entry in log if isinstance(entry, Undone)}
    entries = [
        as_public(entry)
        for entry in log
        if entry.seq not in undone and not isinstance(entry, Undone)
    ]
    if not {seat for entry in entries for seat in _seats_named(entry)} <= {None, *range(players)}:
        raise ValueError
    return entries


def _seats_named(entry: Entry) -> Iterator[int | None]:
    yield from (entry.seat, entry.called)
    match entry:
        case Acted():
            for event in entry.events:
                yield from seats_of(event)
        case Proposed():
            yield from entry.asked
        case ProposalResolved():
            yield from (entry.proposer, *entry.yes, *entry.no, *entry.silent)
        case _:
            pass
