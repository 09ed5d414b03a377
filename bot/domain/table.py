"""A table: a game with its players, its place on Discord and what happened lately."""

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
    Kept,
    Offered,
    Removed,
    SeatTaken,
    Started,
    TimeUp,
    Why,
    changes_game,
)
from bot.domain.hint_rule import HintRule
from bot.domain.hours import Hours
from bot.domain.naming import make_unique
from bot.domain.pace import UNHURRIED, Pace
from bot.domain.player import FormerPlayer, InvitedUser, Player, named_apart
from bot.domain.proposals import Proposal, Topic
from bot.domain.public_numbers import PublicNumber, entry_of, public_number
from bot.domain.server_rules import NOTHING_SET, ServerRules
from bot.store import GameRow, SealRow
from engine import NO_WORD, ActionDecision, Event, Level, Placing, PublicView

TO_UNDO = timedelta(seconds=30)
"""How long a turn that ends by itself leaves to undo."""


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
    DIRECT = "direct"
    """The direct messages of the one person who plays it: there the desk is, and nothing else."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game is shown."""

    channel_id: int
    kind: HomeKind


class Status(StrEnum):
    """How far a game has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    """Before it started."""
    ABANDONED = "abandoned"
    """Ended early, without a result."""
    REMOVED = "removed"
    """To everybody there is no such game any more. It is kept until its messages say so."""


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
        acted = (entry for entry in self.entries if isinstance(entry, Acted))
        return tuple(event for entry in acted for event in entry.events)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end; equals share it."""

    place: int
    player: Player
    placing: Placing
    """The engine's comparison (R14.3), whose own *place* counts abandoned seats too."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game that is kept, but damaged: what is still known of it."""

    id: int
    name: str
    place: Place
    shown_at: int
    """The channel or thread where the game was seen best."""

    @classmethod
    def of(cls, game: GameRow) -> Unreadable:
        """What is true of a row that could not be read."""
        place = Place(game.guild_id, game.channel_id)
        return cls(game.id, game.name, place, game.home_id or game.channel_id)


@dataclass(frozen=True, slots=True)
class Table:
    """A game as everybody may know it.

    Nothing hidden is in here, so everything public is made from it.
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
    """What the current turn was when the game was last shown completely: earlier ones were shown
    to their ends."""
    turns: tuple[Turn, ...] = field(repr=False)
    """The last turn worth a message before the current one, any since, and the current one,
    oldest first. With it any that were not over when the game was last shown completely."""
    round: tuple[Entry, ...] = field(repr=False)
    """What has happened since the turn before everybody's last one, and was not undone."""
    view: PublicView | None = field(repr=False)
    """What everybody may know of the game; None before it has started.

    Where a seat is abandoned it shows no scores at the end, as the places do not follow from
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
    pace: Pace = UNHURRIED
    """When players are reminded, and how long they have."""
    proposals: tuple[Proposal, ...] = ()
    """What is proposed, and not settled yet; oldest first."""
    former: tuple[FormerPlayer, ...] = ()
    """Former players, in the order in which they left."""
    given_up: tuple[GivenUp, ...] = ()
    """The entries with which seats were given up, oldest first."""
    offers: tuple[Offered, ...] = ()
    """The entries with which seats were offered, oldest first."""
    hints: HintRule = HintRule.USUAL
    """Who may ask for hints."""
    hinted: tuple[HintGiven, ...] = ()
    """The entries with which hints were given, oldest first."""
    asked: tuple[InvitedUser, ...] = ()
    """The users who were asked by name to join, and have not joined."""
    paused_seq: int | None = None
    """The number of the entry since which the game is paused; None if it is not."""
    held: bool = False
    """Whether the decider cannot be called, so that no clock runs."""
    channel_gone: bool = False
    """Whether the channel in which it was opened is gone: then it can be shown to nobody there."""
    rules: ServerRules = field(default=NOTHING_SET, compare=False, repr=False)
    """What was set for its server when it was read."""
    seal: SealRow | None = None
    """Its seal; None if it was opened before there were seals."""
    removal: Removed | None = None
    """The entry with which an admin removed it; None if none did."""
    quiet: tuple[int, ...] = field(default=(), repr=False)
    """The numbers of its quiet entries, which public numbers do not count."""

    def __post_init__(self) -> None:
        players, former = named_apart(self.players, self.former)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "former", former)

    def called(self, user_id: int | None, name: str) -> str:
        """The name at this table of a user who is called *name* on Discord.

        Computers and deleted users keep *name*, which was made unique when it was given.
        """
        if user_id is None or user_id < 0:
            return name
        known = [(each.user_id, each.name) for each in self.players]
        known += [(each.user_id, each.name) for each in reversed(self.former)]
        there = next((called for each, called in known if each == user_id), None)
        return there or make_unique(name, [called for _, called in known])

    def public_number(self, seq: int) -> PublicNumber:
        """The number of an entry for buttons and files; 0 for all before the start."""
        return PublicNumber(0) if self.view is None else public_number(self.quiet, seq)

    @property
    def shown_version(self) -> PublicNumber:
        """The state version for buttons and files: what buttons carry as *seen*."""
        return self.public_number(self.state_version)

    def entry_of(self, number: PublicNumber | int) -> int:
        """The log's number of the entry on a button; any other if there is no such entry.

        Before the start only the last question has buttons with a number.
        """
        if self.view is None and isinstance(number, PublicNumber):
            return self.proposals[-1].seq if self.proposals else 0
        return entry_of(self.quiet, number)

    def player_of(self, user_id: int) -> Player | None:
        """That user as a player; None if the user does not play here."""
        return next((player for player in self.players if player.user_id == user_id), None)

    def player(self, seat: int) -> Player:
        """Who sits on *seat* of a started game. Raises IndexError if there is no such seat."""
        if seat not in range(len(self.players)):
            raise IndexError(f"there is no seat {seat}")
        return self.players[seat]

    @property
    def words(self) -> tuple[str, ...]:
        """The hashes of the players' words, in the order of joining: published at the start."""
        joined = sorted(self.players, key=lambda player: player.joined_seq)
        return tuple(player.word or NO_WORD for player in joined)

    def giving_up(self, player: Player) -> GivenUp | None:
        """The entry with which a player was given up.

        None if a person plays the seat, or if its player has resigned.
        """
        return next((each for each in self.given_up if each.seq == player.abandoned_seq), None)

    def offer_of(self, player: Player) -> Offered | None:
        """The entry with which a player's seat was offered, as it still is.

        None if it is not, or is free for another reason: its player has left the server, or a
        computer stands in.
        """
        return next((each for each in self.offers if each.seq == player.offered_seq), None)

    def missed_by(self, player: Player) -> TimeUp | None:
        """The entry that tells when a player's time ran out, if it was the last time.

        None once that player has decided something in person.
        """
        for entry in reversed(self.round):
            if entry.seat == player.seat:
                match entry:
                    case TimeUp():
                        return entry
                    case SeatTaken() | Acted(automatic=False):
                        break
                    case _:
                        pass
        return None

    def may_come_back(self, player: Player) -> bool:
        """Whether a player may take back a seat that nobody plays now.

        What an admin has done, a player does not undo alone.
        """
        entry = self.giving_up(player)
        return player.abandoned and (entry is None or entry.why is not Why.ADMIN)

    def was_taken_from(self, user_id: int, seat: int) -> bool:
        """Whether an admin has given that seat up, as it was that user's last."""
        given_up = [each for each in self.given_up if each.seat == seat]
        if not given_up or given_up[-1].why is not Why.ADMIN:
            return False
        later = (each for each in self.former if each.seat == seat)
        holder = next((each for each in later if each.taken_seq > given_up[-1].seq), None)
        return holder is not None and holder.user_id == user_id

    @property
    def seated(self) -> tuple[Level | None, ...]:
        """The levels of the computers by seat, None for people."""
        return tuple(player.level for player in self.players)

    def against_computers(self, seat: int) -> bool:
        """Whether the player there plays against computers alone."""
        others = [player for player in self.players if player.seat != seat]
        return bool(others) and all(player.is_computer for player in others)

    def seat_holder_at(self, seat: int, seq: int) -> str:
        """The name of the player who held that seat at the entry of that number."""
        later = (each.name for each in self.former if each.seat == seat and each.taken_seq > seq)
        return next(later, self.players[seat].name)

    @property
    def holders(self) -> tuple[tuple[str, ...], ...]:
        """For each seat the names of everybody who has held it, in that order."""
        return tuple(
            (*(each.name for each in self.former if each.seat == seat), player.name)
            for seat, player in enumerate(self.players)
        )

    @property
    def shown_at(self) -> int:
        """The channel or thread where the game is seen best."""
        return self.place.channel_id if self.home is None else self.home.channel_id

    @property
    def in_directs(self) -> bool:
        """Whether it is shown in direct messages alone, to the one person who plays it."""
        return self.home is not None and self.home.kind is HomeKind.DIRECT

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
    def waits_for_user(self) -> bool:
        """Whether a person must decide, who has to be called for it."""
        decider = self.decider
        return (
            decider is not None
            and decider.user_id is not None
            and not decider.decides_automatically
        )

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is to decide: not while the game is paused, or no person plays it."""
        decider = self.decider
        if decider is None or decider.abandoned or not decider.is_computer or self.paused:
            return False
        return any(player.is_played_by_person for player in self.players)

    @property
    def computer_plays(self) -> bool:
        """Whether a computer's own turn goes on, in which nobody else is asked just now."""
        view = self.view
        if view is None or not self.waits_for_computer:
            return False
        return self.players[view.active].is_computer

    @property
    def awaited_since(self) -> datetime | None:
        """When the running game began to wait for *decider*; None if it waits for nobody.

        That is when another seat decided last: the decider's own decisions make it no later.
        """
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

    @property
    def paused(self) -> bool:
        """Whether nobody need decide until the players agree to go on."""
        return self.paused_seq is not None

    @property
    def has_ended(self) -> bool:
        """Whether the game was played, and is over: with or without a result."""
        return self.status in {Status.OVER, Status.ABANDONED}

    @property
    def ended_early(self) -> Ended | None:
        """The entry that ended the game before its end; None if none has."""
        return next((each for each in reversed(self.round) if isinstance(each, Ended)), None)

    @property
    def expires_at(self) -> datetime | None:
        """When a table is closed that does not start; None while nobody was told of that.

        Whatever happens at the table makes the notice void.
        """
        if self.status is not Status.LOBBY or not self.proposals:
            return None
        notice = self.proposals[-1]
        return notice.deadline if notice.seq == self.version else None

    @property
    def expired(self) -> bool:
        """Whether the table was closed as it had not started for too long."""
        return self.status is Status.CANCELLED and bool(self.proposals)

    def proposal(self, seq: int) -> Proposal | None:
        """The open proposal of that number; None if there is none."""
        return next((each for each in self.proposals if each.seq == seq), None)

    def proposal_of(self, topic: Topic) -> Proposal | None:
        """The open proposal of that topic: there is one at most."""
        return next((each for each in self.proposals if each.question.topic is topic), None)

    @property
    def waits(self) -> bool:
        """Whether the game waits for a player whose clock may run."""
        decider = self.decider
        if decider is None or decider.decides_automatically or decider.gone:
            return False
        return not (self.paused or self.held or self._asked_whether_to_wait(decider))

    def _asked_whether_to_wait(self, decider: Player) -> bool:
        """Whether the others are asked just now whether to go on waiting for that player."""
        questions = (proposal.question for proposal in self.proposals)
        return any(each.topic is Topic.WAIT and each.seat == decider.seat for each in questions)

    def hours_of(self, player: Player) -> Hours:
        """The hours that count for a player at this table."""
        return self.pace.counted(player.hours)

    @property
    def time_up_at(self) -> datetime | None:
        """When the decider's time is up; None if it is not limited, or stands still."""
        decider = self.decider
        if decider is None:
            return None
        return decider.clock.up_at(self.pace.limit, self.hours_of(decider))

    def knows_hand_of(self, user_id: int, seat: int) -> bool:
        """Whether that user holds, or has held, another seat than that one."""
        held = [(player.user_id, player.seat) for player in self.players]
        held += [(former.user_id, former.seat) for former in self.former]
        return any(user == user_id and other != seat for user, other in held)

    def may_join(self, user_id: int) -> bool:
        """Whether there is a seat for that user, who does not sit here yet."""
        return (
            self.status is Status.LOBBY
            and self.player_of(user_id) is None
            and len(self.players) + self.kept_from(user_id) < self.capacity
            and self.lets_in(user_id)
        )

    def lets_in(self, user_id: int) -> bool:
        """Whether that user is among those who may join."""
        asked = any(each.user_id == user_id for each in self.asked)
        return not self.only_invited or user_id in self.invited or asked

    def is_hushed(self, player: Player) -> bool:
        """Whether a seat is offered in the quiet hours of the user to whom it is."""
        offer = self.offer_of(player)
        return offer is not None and offer.hushed

    def is_unreached(self, player: Player) -> bool:
        """Whether the last offer of a seat was withdrawn because it did not reach the user."""
        lately = (each for each in reversed(self.round) if each.seat == player.seat)
        about = (each for each in lately if isinstance(each, Kept | Offered | SeatTaken))
        last = next(about, None)
        return isinstance(last, Kept) and last.why is Why.UNREACHED

    def is_offered_blindly(self, player: Player) -> bool:
        """Whether a seat is offered to a user who can't see where the game was opened."""
        offer = self.offer_of(player)
        return offer is not None and offer.blind

    @property
    def open_invitations(self) -> tuple[int, ...]:
        """The users who were asked by name to join, and have not answered."""
        return tuple(each.user_id for each in self.asked if not each.declined)

    def kept_from(self, user_id: int) -> int:
        """How many seats are kept for others, who have not answered yet whether they join."""
        return sum(each != user_id for each in self.open_invitations)

    @property
    def round_number(self) -> int:
        """The number of the round, in which everybody has a turn, from 1; 0 before the start."""
        return (self.turn - 1) // len(self.players) + 1 if self.turn else 0

    @property
    def winners(self) -> tuple[Player, ...]:
        """Who has won the game that is over: several if they are equal, nobody if none stayed."""
        first = (each.player for each in self.standings if each.place == 1)
        return tuple(player for player in first if not player.abandoned)

    @property
    def last_decision(self) -> Acted | None:
        """The last decision of the current turn that was not undone."""
        entries = self.turns[-1].entries if self.turns else ()
        return next((entry for entry in reversed(entries) if isinstance(entry, Acted)), None)

    @property
    def decided(self) -> tuple[Started | Acted, ...]:
        """The start, or the decisions since, as far as they are told of and were not undone."""
        return tuple(
            each
            for turn in self.turns
            for each in turn.entries
            if isinstance(each, Started | Acted)
        )

    @property
    def undone_next(self) -> tuple[Started | Acted, ...]:
        """What an undo would take back, if it can, last first.

        The answers that everyone knew, and the decision before them. Empty where a turn is only
        tried, and nothing has been.
        """
        decided = self.decided[::-1]
        settled = tuple(takewhile(lambda each: isinstance(each, Acted) and each.settled, decided))
        return decided[: len(settled) + 1]

    @property
    def undoer(self) -> Player | None:
        """Who may take the last decision back; None if nobody may."""
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
        return None if player.decides_automatically else player

    @property
    def ends_at(self) -> datetime | None:
        """When the current turn ends by itself; None if it does not.

        It does for a player who wants that, once no action is left and nothing is asked: a while
        after the last decision, if that can be undone until then, and else at once.
        """
        decider, view, last = self.decider, self.view, self.last_decision
        if decider is None or view is None or last is None:
            return None
        if not decider.habits.ends_turn or self.paused:
            return None
        if view.actions_left or not isinstance(view.decision, ActionDecision):
            return None
        if decider.decides_automatically:  # or the game waits for a new player on the seat
            return None
        return last.at if self.undoer is None else last.at + TO_UNDO

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened last: in this turn or, while nothing has, in the one before."""
        return next((events for turn in reversed(self.turns) if (events := turn.events)), ())
