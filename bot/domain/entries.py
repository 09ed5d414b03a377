"""The log of a game, as everybody may read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.domain.entry_details import read_details, seats_in
from bot.domain.integrity import decoding_game
from bot.store import EntryRow
from bot.store.queries import logs
from engine import Action, Event, SwapTiles, TilesAdded, is_final, parse_action, seats_of


class Kind(StrEnum):
    """What an entry of the log is about."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    CONFIGURED = "configured"
    INVITED = "invited"
    TAKEN_OUT = "taken out"
    """The opener has removed a player."""
    GAVE_WORD = "gave word"
    """A player has given a word for the fair bag."""
    SEATED = "seated"
    """The opener has put a computer on a seat."""
    STARTED = "started"
    ACTED = "acted"
    UNDONE = "undone"
    RESIGNED = "resigned"
    CALLED = "called"
    """The table still waits for a player who was not called before."""
    DRAWS_FROM_BAG = "draws from bag"
    DRAWS_BY_CHOICE = "draws by choice"
    CANCELLED = "cancelled"
    MOVED = "moved"
    """The game is shown in another channel, as its own is gone."""
    REPAIRED = "repaired"
    """The host has had the state made anew from the log."""
    REMINDED = "reminded"
    """The table still waits for a player who is called once more."""
    TIME_UP = "time up"
    """A player's time was up."""
    PACED = "paced"
    """The table plays at another pace."""
    AWAY = "away"
    """A player begins a vacation."""
    BACK = "back"
    """A player ends a vacation."""
    PROPOSED = "proposed"
    ANSWERED = "answered"
    SETTLED = "settled"
    """A proposal is agreed upon, refused, or withdrawn."""
    PAUSED = "paused"
    WENT_ON = "went on"
    ENDED = "ended"
    """The game was ended early."""
    DECLINED = "declined"
    """A user who was asked to join has declined."""
    OFFERED = "offered"
    """A seat is offered to another user, or to anybody."""
    KEPT = "kept"
    """A seat is not offered any more."""
    GIVEN_UP = "given up"
    """A seat's player is not waited for any more."""
    TAKEN = "taken"
    """A user has taken a seat over."""
    GONE = "gone"
    """A player has left the server, and cannot be reached."""
    EXPIRED = "expired"
    """It never started."""
    TOLD = "told"
    """Those at the table were told of something that is to come."""
    HINTS = "hints"
    """The table has another rule for hints."""
    FORGOTTEN = "forgotten"
    """A user was forgotten: the log has another number and name for that user."""
    REMOVED = "removed"
    """Nothing of the game is to be kept."""
    HINTED = "hinted"
    """A player was given a hint."""


class Why(StrEnum):
    """Why something was done that is no decision of the game, as its log tells it."""

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


QUIET = frozenset(map(Kind, logs.QUIET))
"""The kinds of entries of which not everybody is told at once."""
TOLD_TO_ALL = frozenset(
    {
        Kind.SEATED,
        Kind.CANCELLED,
        Kind.REMINDED,
        Kind.TIME_UP,
        Kind.PACED,
        Kind.AWAY,
        Kind.BACK,
        Kind.PROPOSED,
        Kind.ANSWERED,
        Kind.SETTLED,
        Kind.PAUSED,
        Kind.WENT_ON,
        Kind.ENDED,
        Kind.OFFERED,
        Kind.KEPT,
        Kind.GIVEN_UP,
        Kind.TAKEN,
        Kind.GONE,
        Kind.EXPIRED,
        Kind.TOLD,
        Kind.HINTS,
        Kind.HINTED,
        Kind.REMOVED,
    }
)
"""The kinds of entries of which everybody may read the details."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a game's log, as everybody may read it."""

    seq: int
    kind: Kind
    seat: int | None
    """Whose entry it is; None before the game has started."""
    user_id: int | None
    """Who did it, if it was a user."""
    action: Action | None
    """The decision. None for a swap too: nobody may know the colours discarded (R15.2)."""
    events: tuple[Event, ...]
    turn: int
    """The turn in which it happened, from 1; 0 before the game has started."""
    at: datetime
    automatic: bool
    """Whether no one was asked: everyone knew the answer, or it was decided for who has resigned,
    draws from the bag, or has given a standing order."""
    passing: bool
    """Whether a turn in which nothing else happened is not worth a message."""
    final: bool
    """Whether it cannot be undone: it let something hidden be seen, or ended the turn."""
    called: int | None = None
    """The seat that was called by a new message because of it."""
    settled: bool = False
    """Whether everyone knew the answer: it goes back with what was decided before it."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What else everybody may know of it."""

    @classmethod
    def of(cls, row: EntryRow) -> Entry:
        """A row of the log as everybody may read it."""
        kind = Kind(row.kind)
        action = None
        if kind is Kind.ACTED and row.text is not None:
            action = parse_action(row.text)
        return cls(
            seq=row.seq,
            kind=kind,
            seat=row.seat,
            user_id=row.user_id,
            action=None if isinstance(action, SwapTiles) else action,
            events=row.events,
            turn=row.turn,
            at=row.at,
            automatic=row.automatic,
            passing=row.passing,
            final=is_final_decision(row.events, settled=row.settled),
            called=row.called,
            settled=row.settled,
            details=read_details(kind, row.text) if kind in TOLD_TO_ALL else {},
        )

    @classmethod
    def imagined(
        cls,
        seq: int,
        turn: int,
        action: Action,
        events: tuple[Event, ...],
        *,
        seat: int,
        at: datetime,
        user_id: int | None = None,
    ) -> Entry:
        """Return a decision that is only tried or planned as if an entry of a log had taken it."""
        return cls(
            seq=seq,
            kind=Kind.ACTED,
            seat=seat,
            user_id=user_id,
            action=action,
            events=events,
            turn=turn,
            at=at,
            automatic=False,
            passing=False,
            final=True,  # what is tried has its own way back
        )

    @property
    def changes_game(self) -> bool:
        """Whether it has led to another state of the game."""
        return self.kind in {Kind.STARTED, Kind.ACTED}


def is_final_decision(events: Iterable[Event], *, settled: bool) -> bool:
    """Whether a decision with these events cannot be undone.

    A *settled* one reveals no number of tiles: everyone knew it.
    """
    if settled:
        events = [event for event in events if not isinstance(event, TilesAdded)]
    return is_final(events)


def removes(entry: Entry) -> bool:
    """Whether an admin removed the game with that entry."""
    return entry.kind is Kind.REMOVED and entry.details.get("why") == Why.ADMIN


def effective(rows: Iterable[EntryRow], players: int) -> list[Entry]:
    """The entries of a log, without those that were undone and those that undid them.

    Raises ValueError, LookupError or TypeError if one cannot be from a game with *players* players.
    """
    rows = list(rows)
    undone = {row.undoes for row in rows}
    entries = [Entry.of(row) for row in rows if row.seq not in undone and row.undoes is None]
    if not {seat for entry in entries for seat in _seats_named(entry)} <= {None, *range(players)}:
        raise ValueError
    return entries


def _seats_named(entry: Entry) -> Iterator[int | None]:
    yield from (entry.seat, entry.called, *seats_in(entry.details))
    for event in entry.events:
        yield from seats_of(event)


def effective_of(log: Iterable[EntryRow], players: int) -> list[Entry]:
    """The same, for a stored log: raises Damaged if it is damaged."""
    with decoding_game("the log"):
        return effective(log, players)
