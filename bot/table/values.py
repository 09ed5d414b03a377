"""A table: a game with its players, its place on Discord and what happened lately."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from engine import Action, Dynasty, Event, Game, Placing


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, under the name that is shown at the moment."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game was opened; *guild_id* is None outside a server."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game is shown: a thread of its own, or a channel."""

    channel_id: int
    is_thread: bool


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table; *seat* and *dynasty* are drawn when the game starts."""

    user_id: int
    name: str
    seat: int | None = None
    dynasty: Dynasty | None = None
    resigned_seq: int | None = None
    """The number of the log entry with which the player resigned."""
    high_contrast: bool = False
    """Whether pictures for this player alone are drawn in high contrast."""
    draws_from_bag: bool = False
    """Whether every tile is drawn from the bag, without a question, beside an open display."""

    @property
    def resigned(self) -> bool:
        """Whether the player has resigned: the seat's decisions are made automatically."""
        return self.resigned_seq is not None


class Status(StrEnum):
    """How far a game has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class Kind(StrEnum):
    """What an entry of the log is about."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    CONFIGURED = "configured"
    STARTED = "started"
    ACTED = "acted"
    UNDONE = "undone"
    RESIGNED = "resigned"
    DRAWS_FROM_BAG = "draws from bag"
    DRAWS_BY_CHOICE = "draws by choice"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a game's log, as everybody may read it."""

    seq: int
    kind: Kind
    seat: int | None
    """Who decided; None before the game has started."""
    user_id: int
    action: Action | None
    """The decision. None for a swap too: nobody may know the colours discarded (R15.2)."""
    events: tuple[Event, ...]
    turn: int
    """The turn in which it happened, from 1; 0 before the game has started."""
    at: datetime
    automatic: bool
    """Whether it was decided for somebody: who has resigned, or always draws from the bag."""
    final: bool
    """Whether it let something hidden be seen, so that it cannot be undone."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of *seat*, with what happened in it that was not undone."""

    number: int
    seat: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end; equals share it."""

    place: int
    player: Player
    placing: Placing
    """The engine's comparison (R14.3), whose own *place* counts those who resigned too."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game as it stands in the store.

    ``repr`` shows nothing hidden. *players* are in seat order once the game has started,
    in the order of joining before.
    """

    id: int
    name: str
    status: Status
    place: Place
    home: Home | None
    opener_id: int
    board: str
    options: tuple[str, ...]
    capacity: int
    players: tuple[Player, ...]
    version: int
    """The number of the last entry of the log."""
    state_version: int
    """The number of the last entry that changed the game: what buttons carry as *seen*."""
    turn: int
    """The number of the current turn, from 1; 0 before the game has started."""
    turns: tuple[Turn, ...] = field(repr=False)
    """The last turn that a person played before the current one, any automatic ones since,
    and the current one, oldest first."""
    game: Game | None = field(repr=False)
    """The game, everything hidden included; None before it has started."""
    created_at: datetime

    def seat_of(self, user_id: int) -> int | None:
        """The seat of that user; None if the user has none (yet)."""
        player = self.player_of(user_id)
        return None if player is None else player.seat

    def player_of(self, user_id: int) -> Player | None:
        """That user as a player; None if the user does not play here."""
        return next((player for player in self.players if player.user_id == user_id), None)

    def player(self, seat: int) -> Player:
        """Who sits on *seat* of a started game. Raises IndexError if there is no such seat."""
        if seat not in range(len(self.players)):
            raise IndexError(f"there is no seat {seat}")
        return self.players[seat]

    @property
    def opener(self) -> Player | None:
        """Who may start the game; None if that player is not at the table."""
        return self.player_of(self.opener_id)

    @property
    def decider(self) -> Player | None:
        """Whose decision the running game waits for; None if it waits for nobody."""
        if self.status is not Status.RUNNING or self.game is None:
            return None
        return self.players[self.game.decision.seat]

    @property
    def last_decision(self) -> Entry | None:
        """The last decision of the current turn that was not undone."""
        entries = self.turns[-1].entries if self.turns else ()
        return next((entry for entry in reversed(entries) if entry.kind is Kind.ACTED), None)

    @property
    def undoable_by(self) -> int | None:
        """The user who may take the last decision back; None if nobody may."""
        last = self.last_decision
        if self.status is not Status.RUNNING or last is None or last.final or last.automatic:
            return None
        player = self.player_of(last.user_id)
        return None if player is None or player.resigned else player.user_id

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody's place once the game is over, best first; empty before.

        Those who resigned come last, the first to resign at the very end.
        """
        if self.status is not Status.OVER or self.game is None:
            return ()
        ranking = self.game.ranking()
        stayed = [placing for placing in ranking if not self.players[placing.seat].resigned]
        standings = [
            Standing(
                1 + sum(other.place < placing.place for other in stayed),
                self.players[placing.seat],
                placing,
            )
            for placing in stayed
        ]
        resigned = sorted(
            (placing for placing in ranking if self.players[placing.seat].resigned),
            key=lambda placing: self.players[placing.seat].resigned_seq or 0,
            reverse=True,
        )
        standings += (
            Standing(place, self.players[placing.seat], placing)
            for place, placing in enumerate(resigned, start=len(stayed) + 1)
        )
        return tuple(standings)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a use case led to: the table afterwards, and the new entries of its log."""

    table: Table
    entries: tuple[Entry, ...]
