"""A table: a game with its players, its place on Discord and what happened lately."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from bot.store.rows import PlayerRow
from engine import Action, ActionDecision, Event, Placing, PublicView

TO_UNDO = timedelta(seconds=30)
"""How long a turn that ends by itself leaves to undo."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, under the name that is shown at the moment."""

    user_id: int
    name: str
    language: str = "en"
    """As Discord names it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game was opened; *guild_id* is None outside a server."""

    guild_id: int | None
    channel_id: int


class HomeKind(StrEnum):
    """What kind of place a game is shown at."""

    THREAD = "thread"
    """A thread of its own, or the one in which it was opened."""
    CHANNEL = "channel"
    """The channel in which it was opened."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game is shown."""

    channel_id: int
    kind: HomeKind


class CalledIn(StrEnum):
    """Where a player is called when the table waits for a decision."""

    DIRECT = "direct"
    """In direct messages, where the desk is."""
    THREAD = "thread"
    """In the game's thread, by a mention with a button that opens the desk."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a user has set for all games."""

    called_in: CalledIn = CalledIn.DIRECT
    ends_turn: bool = False
    """Whether the own turns end by themselves after two actions."""
    high_contrast: bool = False
    """Whether pictures for this user alone are drawn in high contrast."""
    advice: bool = True
    """Whether this user is given advice in the first games."""


@dataclass(frozen=True, slots=True)
class Player(PlayerRow):
    """Who takes part, with what is known of the user in all games together."""

    usually_called_in: CalledIn = CalledIn.DIRECT
    """Where the player is called in games for which nothing else is set."""
    ends_turn: bool = False
    """Whether the player's turns end by themselves after two actions."""
    advice: bool = True
    """Whether the player is given advice in the first games."""

    high_contrast: bool = False
    """Whether pictures for this player alone are drawn in high contrast."""
    language: str = "en"
    """The language of messages for this player alone, as Discord names it."""
    direct_closed_at: datetime | None = None
    """When the player's direct messages were last found closed; None if they are open."""
    direct_refusals: int = 0
    """How often in a row they were."""

    @property
    def called_in(self) -> CalledIn:
        """Where the player is called in this game."""
        return CalledIn(self.calls_in) if self.calls_in else self.usually_called_in

    @property
    def resigned(self) -> bool:
        """Whether the player has resigned."""
        return self.resigned_seq is not None

    @property
    def decides_by_itself(self) -> bool:
        """Whether nobody is asked for this player's decisions."""
        return self.resigned


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
    INVITED = "invited"
    TAKEN_OUT = "taken out"
    """The opener has taken somebody out."""
    STARTED = "started"
    ACTED = "acted"
    UNDONE = "undone"
    RESIGNED = "resigned"
    CALLED = "called"
    """The table still waits for somebody who was not called before."""
    DRAWS_FROM_BAG = "draws from bag"
    DRAWS_BY_CHOICE = "draws by choice"
    CANCELLED = "cancelled"
    REPAIRED = "repaired"
    """The host has had the state made anew from the log."""


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
    """Whether nobody was asked: it was decided for who has resigned, draws from the bag, or has
    given a standing order."""
    passing: bool
    """Whether a turn in which nothing else happened is not worth a message."""
    final: bool
    """Whether it cannot be undone: it let something hidden be seen, or ended the turn."""
    called: int | None = None
    """The seat that was called by a new message because of it."""

    @property
    def changes_game(self) -> bool:
        """Whether it has led to another state of the game."""
        return self.kind in {Kind.STARTED, Kind.ACTED}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of *seat*, with what happened in it that was not undone."""

    number: int
    seat: int
    entries: tuple[Entry, ...]
    view: PublicView | None = field(default=None, repr=False)
    """What everybody may know of the game at its end; None if that is not known any more, or is
    what the table shows."""

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of its entries."""
        return tuple(event for entry in self.entries for event in entry.events)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end; equals share it."""

    place: int
    player: Player
    placing: Placing
    """The engine's comparison (R14.3), whose own *place* counts those who resigned too."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game that is kept, but damaged: what is still known of it."""

    id: int
    name: str
    place: Place
    shown_at: int
    """The channel or thread where the game was seen best."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game as everybody may know it.

    Nothing hidden is in here, so whoever makes words or pictures for others is given this.
    *players* are in seat order once the game has started, in the order of joining before.
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
    delivered_turn: int
    """What the current turn was when the game was last shown completely: earlier ones were shown
    to their ends."""
    turns: tuple[Turn, ...] = field(repr=False)
    """The last turn worth a message before the current one, any since, and the current one,
    oldest first. With it any that were not over when the game was last shown completely."""
    round: tuple[Entry, ...] = field(repr=False)
    """What has happened since the turn before everybody's last one, and was not undone."""
    view: PublicView | None = field(repr=False)
    """What everybody may know of the game; None before it has started.

    Where somebody has resigned it shows no scores at the end, as the places do not follow from
    them: those are *standings*.
    """
    standings: tuple[Standing, ...]
    """Everybody's place once the game is over, best first; empty before.

    Those who resigned come last, the first to resign at the very end.
    """
    created_at: datetime
    language: str = "en"
    """The language of what everybody reads, as Discord names it."""
    only_invited: bool = False
    """Whether only those may join who are *invited*."""
    invited: tuple[int, ...] = ()
    """The users who may join even then."""
    told_role_id: int | None = None
    """The role that the game's first message tells of it."""
    shown: bool = False
    """Whether the game has ever been shown completely."""

    def player_of(self, user_id: int) -> Player | None:
        """That user as a player; None if the user does not play here."""
        return next((player for player in self.players if player.user_id == user_id), None)

    def player(self, seat: int) -> Player:
        """Who sits on *seat* of a started game. Raises IndexError if there is no such seat."""
        if seat not in range(len(self.players)):
            raise IndexError(f"there is no seat {seat}")
        return self.players[seat]

    def player_of_turn(self, number: int) -> Player:
        """Whose turn the one of that number is, from 1, of a game that has started."""
        return self.players[(number - 1) % len(self.players)]

    @property
    def shown_at(self) -> int:
        """The channel or thread where the game is seen best."""
        return self.place.channel_id if self.home is None else self.home.channel_id

    @property
    def opener(self) -> Player | None:
        """Who may start the game; None if that player is not at the table."""
        return self.player_of(self.opener_id)

    @property
    def decider(self) -> Player | None:
        """Whose decision the running game waits for; None if it waits for nobody."""
        if self.status is not Status.RUNNING or self.view is None:
            return None
        return self.players[self.view.decision.seat]

    @property
    def awaited_since(self) -> datetime | None:
        """When the running game began to wait for *decider*; None if it waits for nobody.

        That is when somebody else decided last: own decisions on the way make it no later.
        """
        decider = self.decider
        if decider is None:
            return None
        since = None
        for entry in reversed(self.round):
            if entry.changes_game:
                since = entry.at
                if entry.seat != decider.seat:
                    break
        return since

    def may_join(self, user_id: int) -> bool:
        """Whether there is a seat for that user, who does not sit here yet."""
        return (
            self.status is Status.LOBBY
            and self.player_of(user_id) is None
            and len(self.players) < self.capacity
            and (not self.only_invited or user_id in self.invited)
        )

    @property
    def round_number(self) -> int:
        """The number of the round, in which everybody has a turn, from 1; 0 before the start."""
        return (self.turn - 1) // len(self.players) + 1 if self.turn else 0

    @property
    def winners(self) -> tuple[Player, ...]:
        """Who has won the game that is over: several if they are equal."""
        return tuple(each.player for each in self.standings if each.place == 1)

    @property
    def last_decision(self) -> Entry | None:
        """The last decision of the current turn that was not undone."""
        entries = self.turns[-1].entries if self.turns else ()
        return next((entry for entry in reversed(entries) if entry.kind is Kind.ACTED), None)

    @property
    def undoer(self) -> Player | None:
        """Who may take the last decision back; None if nobody may."""
        last = self.last_decision
        if self.status is not Status.RUNNING or last is None or last.final or last.automatic:
            return None
        assert last.seat is not None
        player = self.players[last.seat]
        return None if player.decides_by_itself else player

    @property
    def ends_at(self) -> datetime | None:
        """When the current turn ends by itself; None if it does not.

        It does for a player who wants that, once no action is left and nothing is asked: a while
        after the last decision, if that can be undone until then, and else at once.
        """
        decider, view, last = self.decider, self.view, self.last_decision
        if decider is None or view is None or last is None or not decider.ends_turn:
            return None
        if view.actions_left or not isinstance(view.decision, ActionDecision):
            return None
        return last.at if self.undoer is None else last.at + TO_UNDO

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened last: in this turn or, while nothing has, in the one before."""
        return next((events for turn in reversed(self.turns) if (events := turn.events)), ())
