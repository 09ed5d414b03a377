"""The log of a table: one class for each kind of entry.

An :data:`Entry` is what everybody may read. Two kinds hold what is hidden, the bag and the colours
of a swap: they are a :data:`LoggedEntry` only, and no page takes them. What an entry *means* is
said in one place, :func:`bot.domain.history.apply`; how it is stored, in
:mod:`bot.domain.stored`.
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
from bot.domain.proposals import Question, Settlement
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
    """Why something was done that is no decision of the game."""

    OWN = "own"
    """The player whose seat it is wants it."""
    AGREED = "agreed"
    """The players have agreed upon it."""
    ADMIN = "admin"
    """An admin of the server has done it."""
    TIME = "time"
    """A player had no time left too often."""
    GONE = "gone"
    """A player had left the server, and could not be reached."""
    REFUSED = "refused"
    """Of a seat that is offered no more: its invited user has declined."""
    UNREACHED = "unreached"
    """Of a seat that is offered no more: the offer does not reach the invited user."""
    LEFT_ALONE = "left alone"
    """Nobody played the game any more."""


def _moment(timestamp: object) -> datetime:
    if isinstance(timestamp, int | float):
        return datetime.fromtimestamp(timestamp, UTC)
    raise ValueError("no time")


def _timestamp(moment: datetime) -> float:
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
_UNDATED = datetime.min.replace(tzinfo=UTC)


def _stored_as(key: str) -> dict[str, str]:
    """Return the metadata of a field that has another name in the stored text."""
    return {"key": key}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """What every entry has. A use case leaves *seq*, *at* and *turn* to the unit of work."""

    kind: ClassVar[str]
    """What it is called in the database, and in SQL."""
    seq: int = 0
    at: datetime = _UNDATED
    turn: int = 0
    """The turn in which it happened, from 1; 0 before the game has started."""
    user_id: int | None = None
    """Who did it, if it was a user."""
    seat: int | None = None
    """Whose entry it is."""
    called: int | None = None
    """The seat that a new message calls because of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoned(_Entry):
    """An entry of something that can be done for several reasons."""

    why: Why | None = None
    by: StrictStr = ""
    """The name of the user who did it, if it was one."""


# --- the lobby -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened(_Entry):
    """The table is opened, and its opener sits down."""

    kind = "opened"
    name: StrictStr = ""
    """What the user is called; empty in logs of older versions."""
    language: StrictStr = ""
    """The language of the user's Discord app."""


@dataclass(frozen=True, slots=True)
class Joined(_Entry):
    """A user sits down."""

    kind = "joined"
    name: StrictStr = ""
    """What the user is called; empty in logs of older versions."""
    language: StrictStr = ""
    """The language of the user's Discord app."""


@dataclass(frozen=True, slots=True)
class ComputerSeated(_Entry):
    """The opener has put a computer on a seat."""

    kind = "seated"
    level: Level
    name: StrictStr = ""
    """What the computer is called; empty in logs of older versions."""


@dataclass(frozen=True, slots=True)
class Left(_Entry):
    """A player gets up."""

    kind = "left"


@dataclass(frozen=True, slots=True)
class TakenOut(_Entry):
    """The opener has removed a player."""

    kind = "taken out"
    joined: StrictInt | None = None
    """The entry with which a computer had joined."""
    user: StrictInt | None = None


@dataclass(frozen=True, slots=True)
class Configured(_Entry):
    """The opener has chosen how it is played, and by whom; None stays as it was."""

    kind = "configured"
    name: StrictStr | None = None
    board: StrictStr | None = None
    options: tuple[StrictStr, ...] | None = None
    capacity: StrictInt | None = None
    only_invited: bool | None = None


@dataclass(frozen=True, slots=True)
class Invited(_Entry):
    """These users, and no others, may join, or are asked by name to join; None stays as it was."""

    kind = "invited"
    users: tuple[StrictInt, ...] | None = None
    asked: tuple[StrictInt, ...] | None = None
    hushed: _Seats = ()
    """Of those who are asked, to whom that came in quiet hours."""
    blind: _Seats = ()
    """Of those who are asked, who can't see where the game was opened."""
    unreached: _Seats = ()
    """Of those who are asked, whom an earlier invitation did not reach."""


@dataclass(frozen=True, slots=True)
class Declined(_Entry):
    """A user who was asked to join has declined."""

    kind = "declined"
    unreached: bool = False
    """Whether only the invitation did not reach the user."""


@dataclass(frozen=True, slots=True)
class WordGiven(_Entry):
    """A player has given a word for the fair bag, in the place of an earlier one."""

    kind = "gave word"
    word: StrictStr = field(repr=False)
    """Its hash."""


@dataclass(frozen=True, slots=True)
class Cancelled(Reasoned):
    """The last player has got up, or an admin has closed the table."""

    kind = "cancelled"


@dataclass(frozen=True, slots=True)
class Expired(_Entry):
    """The table is closed, as it never started."""

    kind = "expired"


# --- the game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started(_Entry):
    """The game starts, as everybody may know it."""

    kind = "started"


@dataclass(frozen=True, slots=True)
class FullStart(_Entry):
    """How the game starts, with its bag. Hidden."""

    kind = "started"
    users: tuple[StrictInt | None, ...]
    """Who sits where."""
    seats: _Dynasties
    bag: StrictStr = field(repr=False)
    joined: tuple[StrictInt, ...] | None = None
    """The entries with which they joined; None in games of before there were computers."""
    words: tuple[StrictStr, ...] = ()
    """The hashes of the players' words, in the order of joining; none in games without a seal."""

    @property
    def order(self) -> tuple[int, ...]:
        """For each seat, which player has it: 0 is the player who joined first."""
        joined = self.joined or ()
        return tuple(map(sorted(joined).index, joined))


@dataclass(frozen=True, slots=True)
class Acted(_Entry):
    """A decision of the game, as everybody may know it."""

    kind = "acted"
    action: Action | None
    """None for a swap: nobody may know the colours discarded (R15.2)."""
    events: tuple[Event, ...] = ()
    automatic: bool = False
    """Whether no one was asked: everyone knew the answer, or it was decided for who has resigned,
    draws from the bag, or has given a standing order."""
    passing: bool = False
    """Whether a turn in which nothing else happened is not worth a message."""
    settled: bool = False
    """Whether everyone knew the answer: it goes back with what was decided before it."""
    final: bool = False
    """Whether it cannot be undone: it let something hidden be seen, or ended the turn."""


@dataclass(frozen=True, slots=True)
class FullAction(_Entry):
    """A decision of the game. Hidden: a swap names the colours discarded."""

    kind = "acted"
    action: Action = field(repr=False)
    events: tuple[Event, ...] = ()
    automatic: bool = False
    passing: bool = False
    settled: bool = False
    result: tuple[Game, tuple[Event, ...]] | None = field(default=None, repr=False, compare=False)
    """What it leads to, where that is known already. It is not stored."""

    @property
    def unasked(self) -> bool:
        """Whether it was decided without a question, and not because everyone knew the answer."""
        return self.automatic and not self.settled

    @property
    def final(self) -> bool:
        """Whether it let something hidden be seen, or ended the turn."""
        return is_final_decision(self.events, settled=self.settled)


@dataclass(frozen=True, slots=True)
class Undone(_Entry):
    """A decision is taken back."""

    kind = "undone"
    undoes: int
    """The number of its entry."""


@dataclass(frozen=True, slots=True)
class Resigned(_Entry):
    """A player resigns."""

    kind = "resigned"


@dataclass(frozen=True, slots=True)
class DrawsFromBag(_Entry):
    """A player draws every tile from the bag from now on, without a question."""

    kind = "draws from bag"


@dataclass(frozen=True, slots=True)
class DrawsByChoice(_Entry):
    """A player is asked again where to draw from."""

    kind = "draws by choice"


@dataclass(frozen=True, slots=True)
class HintGiven(_Entry):
    """A player was given a hint."""

    kind = "hinted"
    decision: StrictInt
    """For which decision: the number of the last entry that had led there. After an action that is
    taken back it is the same as before it."""


# --- time ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Called(_Entry):
    """The table still waits for a player who was not called before."""

    kind = "called"


@dataclass(frozen=True, slots=True)
class Reminded(_Entry):
    """The table still waits for a player who is called once more."""

    kind = "reminded"
    time_up: _Moment | None = None
    """When the player's time is up."""


@dataclass(frozen=True, slots=True)
class TimeUp(_Entry):
    """A player's time was up."""

    kind = "time up"
    missed: StrictInt = 1
    """How often in a row."""


@dataclass(frozen=True, slots=True)
class WentAway(_Entry):
    """A player begins a vacation."""

    kind = "away"
    until: _Moment


@dataclass(frozen=True, slots=True)
class CameBack(_Entry):
    """A player's vacation ends."""

    kind = "back"


@dataclass(frozen=True, slots=True)
class PaceChanged(Reasoned):
    """The table plays at another pace."""

    kind = "paced"
    pace: _Pace


# --- what players agree upon, and how it is played -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposed(_Entry):
    """A proposal is made; without a seat, by nobody at the table."""

    kind = "proposed"
    question: _Question
    asked: _Seats = ()
    """The seats whose answers count."""
    deadlines: tuple[tuple[StrictInt, _Moment], ...] = ()
    """When the silence of each of these seats counts as an answer. They move with hours."""
    not_before: _Moment = _UNDATED
    """Until then it is not agreed."""


@dataclass(frozen=True, slots=True)
class Answered(_Entry):
    """A player answers a proposal; in the lobby, whether the table is kept open."""

    kind = "answered"
    proposal: StrictInt
    yes: bool


@dataclass(frozen=True, slots=True)
class ProposalSettled(_Entry):
    """A proposal is agreed upon, refused, or withdrawn."""

    kind = "settled"
    proposal: StrictInt
    question: _Question
    proposer: StrictInt | None
    outcome: Settlement
    yes: _Seats
    no: _Seats
    silent: _Seats = ()


@dataclass(frozen=True, slots=True)
class Announced(_Entry):
    """Those at the table are told of something that is to come."""

    kind = "told"
    closes: _Moment | None = None
    """When a table that does not start is closed."""
    about: StrictStr | None = None


@dataclass(frozen=True, slots=True)
class HintsChanged(Reasoned):
    """The table has another rule for hints."""

    kind = "hints"
    rule: HintRule


@dataclass(frozen=True, slots=True)
class Paused(Reasoned):
    """Nobody need decide until the game goes on."""

    kind = "paused"


@dataclass(frozen=True, slots=True)
class WentOn(Reasoned):
    """A paused game goes on."""

    kind = "went on"


@dataclass(frozen=True, slots=True)
class Ended(Reasoned):
    """The game is ended early: with the result as it stands, or without any."""

    kind = "ended"
    result: bool


# --- seats that pass -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offered(Reasoned):
    """A seat is offered to another user, or to anybody."""

    kind = "offered"
    to: StrictInt | None = None
    name: StrictStr = ""
    """What that user is called."""
    hushed: bool = False
    """Whether it makes no sound, as it comes in that user's quiet hours."""
    blind: bool = False
    """Whether that user can't see where the game was opened."""


@dataclass(frozen=True, slots=True)
class Kept(Reasoned):
    """A seat is not offered any more; but to anybody, where a computer stands in."""

    kind = "kept"


@dataclass(frozen=True, slots=True)
class LeftServer(_Entry):
    """A player has left the server, and cannot be reached: the seat is offered to anybody."""

    kind = "gone"


@dataclass(frozen=True, slots=True)
class GivenUp(Reasoned):
    """A seat's player is not waited for any more."""

    kind = "given up"


@dataclass(frozen=True, slots=True)
class SeatTaken(_Entry):
    """A user takes a seat over, or a computer does."""

    kind = "taken"
    from_name: StrictStr = field(metadata=_stored_as("from"))
    to_name: StrictStr = field(metadata=_stored_as("to"))
    level: Level | None = None
    """How strong the computer is; None if a person takes the seat."""
    language: StrictStr = ""
    """The language of the user's Discord app."""


# --- the table as a whole ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved(_Entry):
    """The game is shown in another channel, as its own is gone."""

    kind = "moved"
    guild: StrictInt | None
    channel: StrictInt


@dataclass(frozen=True, slots=True)
class Repaired(_Entry):
    """The host has had the state made anew from the log."""

    kind = "repaired"


@dataclass(frozen=True, slots=True)
class Forgotten(_Entry):
    """A user was forgotten: the log has another number and name for that user."""

    kind = "forgotten"


@dataclass(frozen=True, slots=True)
class Removed(Reasoned):
    """Nothing of the game is to be kept."""

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
    | TimeUp
    | WentAway
    | CameBack
    | PaceChanged
    | Proposed
    | Answered
    | ProposalSettled
    | Announced
    | HintsChanged
    | Paused
    | WentOn
    | Ended
    | Offered
    | Kept
    | LeftServer
    | GivenUp
    | SeatTaken
    | Moved
    | Repaired
    | Forgotten
    | Removed
)
Entry: TypeAlias = _Both | Started | Acted
"""An entry as everybody may read it."""
LoggedEntry: TypeAlias = _Both | FullStart | FullAction
"""An entry as the log has it, with what is hidden."""
ReasonedEntry: TypeAlias = (
    Cancelled
    | PaceChanged
    | HintsChanged
    | Paused
    | WentOn
    | Ended
    | Offered
    | Kept
    | GivenUp
    | Removed
)
"""An entry of something that can be done for several reasons."""

QUIET = frozenset(logs.QUIET)
"""The kinds of entries of which not everybody is told at once."""


def as_public(entry: LoggedEntry) -> Entry:
    """Return an entry as everybody may read it."""
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
                settled=entry.settled,
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
    """Whether an entry has led to another state of the game."""
    return isinstance(entry, Started | Acted)


def is_by_admin(entry: Entry | None) -> bool:
    """Whether an admin of the server has done it."""
    return isinstance(entry, Reasoned) and entry.why is Why.ADMIN


def is_final_decision(events: Iterable[Event], *, settled: bool) -> bool:
    """Whether a decision with these events cannot be undone.

    A *settled* one reveals no number of tiles: everyone knew it.
    """
    if settled:
        events = [event for event in events if not isinstance(event, TilesAdded)]
    return is_final(events)


def without_undone(log: Iterable[LoggedEntry], players: int) -> list[Entry]:
    """The entries of a log, without those that were undone and those that undid them.

    Raises ValueError if one cannot be from a game with *players* players.
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
        case ProposalSettled():
            yield from (entry.proposer, *entry.yes, *entry.no, *entry.silent)
        case _:
            pass
