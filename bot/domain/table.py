"""A table: a game with its players, its place on Discord and its recent history."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import takewhile

from bot.domain.entries import (
    Acted,
    Ended,
    Entry,
    GivenUp,
    HintGiven,
    Offered,
    Removed,
    Resigned,
    Started,
    changes_game,
)
from bot.domain.hint_rule import HintRule
from bot.domain.hours import Hours
from bot.domain.naming import make_unique
from bot.domain.pace import UNHURRIED, Pace
from bot.domain.player import FormerPlayer, InvitedUser, Player, named_apart
from bot.domain.proposals import OUT_OF_TIME, Proposal, Topic
from bot.domain.public_numbers import PublicNumber, entry_of, public_number
from bot.domain.series import NO_SERIES, Series
from bot.domain.server_rules import NOTHING_SET, ServerRules
from bot.store import CalledIn, GameRow, SealRow
from engine import NO_WORD, ActionDecision, Event, Level, Placing, PublicView

TO_UNDO = timedelta(seconds=30)
"""Time to undo before a turn ends automatically."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game was opened; *guild_id* is None outside a server."""

    guild_id: int | None
    channel_id: int


class HomeKind(StrEnum):
    """Kind of place where a game is shown."""

    THREAD = "thread"
    """A thread of its own, or the one in which it was opened."""
    CHANNEL = "channel"
    """The channel in which it was opened."""
    DIRECT = "direct"
    """The direct messages of its only human player: nothing but the desk."""


@dataclass(frozen=True, slots=True)
class Home:
    """Channel, thread or direct messages where a game is shown."""

    channel_id: int
    kind: HomeKind


class Status(StrEnum):
    """Stage of a game."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    """Closed before it started."""
    ABANDONED = "abandoned"
    """Ended early, without a result."""
    REMOVED = "removed"
    """Gone for all users; stored until its messages say so."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of *seat*, with its entries that were not undone."""

    number: int
    seat: int
    entries: tuple[Entry, ...]
    view: PublicView | None = field(default=None, repr=False)
    """Public view at the end of the turn; None if unknown, or if it is the table's view."""

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of its entries."""
        acted = (entry for entry in self.entries if isinstance(entry, Acted))
        return tuple(event for entry in acted for event in entry.events)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's final place; equal players share it."""

    place: int
    player: Player
    placing: Placing
    """The engine's comparison (R14.3), whose own *place* counts abandoned seats too."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The readable part of a damaged game."""

    id: int
    name: str
    place: Place
    shown_at: int
    """The channel or thread to look for the game."""

    @classmethod
    def of(cls, game: GameRow) -> Unreadable:
        """Return the readable part of a damaged row."""
        place = Place(game.guild_id, game.channel_id)
        return cls(game.id, game.name, place, game.home_id or game.channel_id)


@dataclass(frozen=True, slots=True)
class Table:
    """The public state of a game.

    Contains nothing hidden; everything public is made from it.
    *players* are in seat order once the game has started, in the order of joining before that. No
    two names of players and *former* players look alike, wherever they are shown.
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
    """The number of the last entry that changed the game."""
    turn: int
    """The number of the current turn, from 1; 0 before the game has started."""
    delivered_turn: int
    """The current turn when the game was last shown completely; earlier turns were shown to their
    ends."""
    turns: tuple[Turn, ...] = field(repr=False)
    """Oldest first: from the last turn before the current one that is worth a message, or from the
    first that was not over when the game was last shown completely, to the current one."""
    round: tuple[Entry, ...] = field(repr=False)
    """Entries since the turn before everybody's last one, without undone ones."""
    view: PublicView | None = field(repr=False)
    """Public view of the game; None before the start.

    Shows no scores at the end if a seat is abandoned, because places do not follow from them: see
    *standings*.
    """
    standings: tuple[Standing, ...]
    """Final places, best first; empty before the end.

    Players who resigned come last, in reverse order of resigning.
    """
    created_at: datetime
    language: str = "en"
    """Discord's code of the language of public messages."""
    only_invited: bool = False
    """True if only *invited* users may join."""
    invited: tuple[int, ...] = ()
    """Users who may join if *only_invited*."""
    mentioned_role_id: int | None = None
    """The role mentioned by the game's first message."""
    shown: bool = False
    """True if the game has ever been shown completely."""
    pace: Pace = UNHURRIED
    """Reminders and time limits."""
    proposals: tuple[Proposal, ...] = ()
    """Open proposals, oldest first."""
    former: tuple[FormerPlayer, ...] = ()
    """Former players, in the order in which they left."""
    given_up: tuple[GivenUp, ...] = ()
    """The entries with which seats were given up, oldest first."""
    offers: tuple[Offered, ...] = ()
    """The entries with which seats were offered, oldest first."""
    hints: HintRule = HintRule.USUAL
    """Rule for who may ask for hints."""
    rated: bool = False
    """True if the result changes ratings; then there are no hints."""
    hinted: tuple[HintGiven, ...] = ()
    """The entries with which hints were given, oldest first."""
    asked: tuple[InvitedUser, ...] = ()
    """Users asked by name to join, who have not joined; once started, those left out as late."""
    after: int | None = None
    """The number of the game that is played again, if any."""
    earlier: Series = field(default=NO_SERIES, repr=False)
    """The results up to that game."""
    paused_seq: int | None = None
    """Number of the entry that paused the game; None if it is not paused."""
    held: bool = False
    """True if the decider cannot be called; then no clock runs."""
    channel_gone: bool = False
    """True if the channel in which it was opened is gone."""
    rules: ServerRules = field(default=NOTHING_SET, compare=False, repr=False)
    """The server's rules when the table was read."""
    seal: SealRow | None = None
    """Its seal; None if opened by a version without seals."""
    removal: Removed | None = None
    """The entry with which an admin removed the game."""
    quiet: tuple[int, ...] = field(default=(), repr=False)
    """Numbers of the quiet entries, which public numbers do not count."""

    def __post_init__(self) -> None:
        players, former = named_apart(self.players, self.former)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "former", former)

    def called(self, user_id: int | None, name: str) -> str:
        """Return the name at this table of a user whose name on Discord is *name*.

        Computers and deleted users keep *name*, which was made unique when it was given.
        """
        if user_id is None or user_id < 0:
            return name
        known = [(each.user_id, each.name) for each in self.players]
        known += [(each.user_id, each.name) for each in reversed(self.former)]
        there = next((called for each, called in known if each == user_id), None)
        return there or make_unique(name, [called for _, called in known])

    def public_number(self, seq: int) -> PublicNumber:
        """Return the public number of an entry, for buttons and files; 0 before the start."""
        return PublicNumber(0) if self.view is None else public_number(self.quiet, seq)

    @property
    def shown_version(self) -> PublicNumber:
        """Public number of the state version, the *seen* of buttons."""
        return self.public_number(self.state_version)

    def entry_of(self, number: PublicNumber | int) -> int:
        """Return the log's number for a public one; an arbitrary number if there is no such entry.

        Before the start only the last question has buttons with a number.
        """
        if self.view is None and isinstance(number, PublicNumber):
            return self.proposals[-1].seq if self.proposals else 0
        return entry_of(self.quiet, number)

    def player_of(self, user_id: int) -> Player | None:
        """Return that user's player; None if the user does not play here."""
        return next((player for player in self.players if player.user_id == user_id), None)

    def player(self, seat: int) -> Player:
        """Return the player on *seat* of a started game. Raises IndexError without such a seat."""
        if seat not in range(len(self.players)):
            raise IndexError(f"there is no seat {seat}")
        return self.players[seat]

    @property
    def words(self) -> tuple[str, ...]:
        """Hashes of the players' words in the order of joining, published at the start."""
        joined = sorted(self.players, key=lambda player: player.joined_seq)
        return tuple(player.word or NO_WORD for player in joined)

    @property
    def seated(self) -> tuple[Level | None, ...]:
        """Levels of computers by seat, None for people."""
        return tuple(player.level for player in self.players)

    def against_computers(self, seat: int) -> bool:
        """True if all other players are computers."""
        others = [player for player in self.players if player.seat != seat]
        return bool(others) and all(player.is_computer for player in others)

    @property
    def shown_at(self) -> int:
        """The channel or thread to look for the game."""
        return self.place.channel_id if self.home is None else self.home.channel_id

    @property
    def in_directs(self) -> bool:
        """True if the game is shown only in direct messages, to its only human player."""
        return self.home is not None and self.home.kind is HomeKind.DIRECT

    @property
    def opener(self) -> Player | None:
        """The player who may start the game; None if no longer at the table."""
        return self.player_of(self.opener_id)

    @property
    def decider(self) -> Player | None:
        """The player whose decision the running game waits for; None without one."""
        if self.status is not Status.RUNNING or self.view is None:
            return None
        return self.players[self.view.decision.seat]

    @property
    def waits_for_user(self) -> bool:
        """True if a person must decide, and be called."""
        decider = self.decider
        return decider is not None and decider.user_id is not None and decider.is_played_by_person

    @property
    def waits_for_computer(self) -> bool:
        """True if a computer must decide; not during a pause or without a human player."""
        decider = self.decider
        if decider is None or decider.abandoned or not decider.is_computer or self.paused:
            return False
        return any(player.is_played_by_person for player in self.players)

    @property
    def computer_plays(self) -> bool:
        """True if a computer must decide in its own turn."""
        view = self.view
        if view is None or not self.waits_for_computer:
            return False
        return self.players[view.active].is_computer

    @property
    def awaited_since(self) -> datetime | None:
        """Start of the wait for *decider*: the last decision of another seat; None without one."""
        decider = self.decider
        if decider is None:
            return None
        since = None
        for entry in reversed(self.round):
            if changes_game(entry):
                since = entry.at
                if entry.seat != decider.seat:
                    break
        return since

    def calls_unseen(self, player: Player) -> bool:
        """True if no one else sees whether that player is called."""
        directly = player.called_in is CalledIn.DIRECT and player.direct_closed_at is None
        return self.in_directs or directly

    @property
    def turn_is_new(self) -> bool:
        """True if nothing has been decided in the current turn, nor undone."""
        last = next((each for each in self.round if each.seq == self.state_version), None)
        return isinstance(last, Started) or (isinstance(last, Acted) and last.turn < self.turn)

    @property
    def paused(self) -> bool:
        """True if the players have agreed to pause."""
        return self.paused_seq is not None

    @property
    def has_ended(self) -> bool:
        """True if a started game is over, with or without a result."""
        return self.status in {Status.OVER, Status.ABANDONED}

    @property
    def ended_early(self) -> Ended | None:
        """The entry that ended the game early; None without one."""
        return next((each for each in reversed(self.round) if isinstance(each, Ended)), None)

    @property
    def ended_at(self) -> datetime | None:
        """The time of the last entry by which a game can end; None without one."""
        ends = Acted | Ended | Resigned
        return next((each.at for each in reversed(self.round) if isinstance(each, ends)), None)

    @property
    def expires_at(self) -> datetime | None:
        """Time at which a table that does not start is closed; None without a notice of that.

        Any later entry voids the notice.
        """
        if self.status is not Status.LOBBY or not self.proposals:
            return None
        notice = self.proposals[-1]
        return notice.deadline if notice.seq == self.version else None

    @property
    def expired(self) -> bool:
        """True if the table was closed because it did not start."""
        return self.status is Status.CANCELLED and bool(self.proposals)

    def proposal(self, seq: int) -> Proposal | None:
        """Return the open proposal with that number."""
        return next((each for each in self.proposals if each.seq == seq), None)

    def proposal_of(self, topic: Topic) -> Proposal | None:
        """Return the open proposal of that topic; there is at most one."""
        return next((each for each in self.proposals if each.question.topic is topic), None)

    @property
    def waits(self) -> bool:
        """True if the game waits for a player whose clock may run."""
        decider = self.decider
        if decider is None or not decider.is_played_by_person or decider.gone:
            return False
        return not (self.paused or self.held or self.out_of_time)

    @property
    def out_of_time(self) -> Proposal | None:
        """The open question to the others about the decider, whose time is up."""
        seat = None if self.decider is None else self.decider.seat
        asked = (each for each in self.proposals if each.question.topic in OUT_OF_TIME)
        return next((each for each in asked if each.question.seat == seat), None)

    def hours_of(self, player: Player) -> Hours:
        """Return the player's hours that count at this table."""
        return self.pace.counted(player.hours)

    @property
    def time_up_at(self) -> datetime | None:
        """End of the decider's time; None if unlimited, or while the clock is stopped."""
        decider = self.decider
        if decider is None:
            return None
        return decider.clock.up_at(self.pace.limit, self.hours_of(decider))

    @property
    def open_invitations(self) -> tuple[int, ...]:
        """Users asked by name to join, who have not answered."""
        return tuple(each.user_id for each in self.asked if not each.declined)

    @property
    def round_number(self) -> int:
        """Number of the round, in which each player has a turn, from 1; 0 before the start."""
        return (self.turn - 1) // len(self.players) + 1 if self.turn else 0

    @property
    def winners(self) -> tuple[Player, ...]:
        """The winners of a finished game: several if equal, none if nobody stayed."""
        first = (each.player for each in self.standings if each.place == 1)
        return tuple(player for player in first if not player.abandoned)

    @property
    def series(self) -> Series:
        """The results up to this game, which has ended."""
        return self.earlier.and_then(self.players, self.winners)

    @property
    def last_decision(self) -> Acted | None:
        """The last decision of the current turn that was not undone."""
        entries = self.turns[-1].entries if self.turns else ()
        return next((entry for entry in reversed(entries) if isinstance(entry, Acted)), None)

    @property
    def decided(self) -> tuple[Started | Acted, ...]:
        """The start or the decisions of *turns* that were not undone."""
        return tuple(
            each
            for turn in self.turns
            for each in turn.entries
            if isinstance(each, Started | Acted)
        )

    @property
    def undone_next(self) -> tuple[Started | Acted, ...]:
        """Entries that an undo would take back, last first: forced answers and the decision before.

        Empty for an imagined turn without a decision.
        """
        decided = self.decided[::-1]
        forced = tuple(takewhile(lambda each: isinstance(each, Acted) and each.forced, decided))
        return decided[: len(forced) + 1]

    @property
    def undoer(self) -> Player | None:
        """The player who may take the last decision back; None if nobody may."""
        undone = self.undone_next
        if self.status is not Status.RUNNING or self.paused:
            return None
        if not undone or any(isinstance(each, Acted) and each.final for each in undone):
            return None
        last = undone[-1]
        if isinstance(last, Started) or last.automatic:
            return None
        assert last.seat is not None
        player = self.players[last.seat]
        return player if player.is_played_by_person else None

    @property
    def ends_at(self) -> datetime | None:
        """Time at which the current turn ends automatically; None if it does not.

        Only for a player who has chosen that, once no action is left and nothing is asked:
        :data:`TO_UNDO` after the last decision, or at once if that cannot be undone.
        """
        decider, view, last = self.decider, self.view, self.last_decision
        if decider is None or view is None or last is None:
            return None
        if not decider.habits.ends_turn or self.paused:
            return None
        if view.actions_left or not isinstance(view.decision, ActionDecision):
            return None
        if not decider.is_played_by_person:  # or the game waits for a new player on the seat
            return None
        return last.at if self.undoer is None else last.at + TO_UNDO

    @property
    def events(self) -> tuple[Event, ...]:
        """Events of the current turn or, without any, of the one before."""
        return next((events for turn in reversed(self.turns) if (events := turn.events)), ())
