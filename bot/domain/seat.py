"""The private view of one seat, for content that only its player sees.

Texts and pictures for others are made from a :class:`Table`; the type checker accepts no seat in
its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from bot.domain.calls import last_decided, since_own_turn
from bot.domain.entries import Acted, Entry
from bot.domain.hint_rule import HintRule
from bot.domain.player import Player
from bot.domain.table import Status, Table, Turn
from bot.domain.taught import Taught
from bot.store import Habits, NotesRow, OutgoingNotificationRow
from engine import (
    Action,
    ActionDecision,
    EndTurn,
    Event,
    Game,
    Hand,
    IllegalAction,
    Moment,
    SeatView,
    StandingOrder,
    SwapTiles,
    TurnBegan,
    deal_unseen,
    parse_action,
    plan_turn,
)

NOTE_LIMIT = 300
"""Characters of a note."""
_SIGN = "+"
"""In a stored plan."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's plan for a coming turn."""

    turn: int
    """Number of that turn."""
    seen: int
    """State version when the plan was made."""
    actions: tuple[Action, ...] = field(repr=False)
    by_itself: bool = False
    """True if it plays itself, as its player has confirmed."""
    played: bool = False
    """True if it has played itself, up to the state version *seen*."""

    def without(self, entries: Iterable[Entry]) -> Plan:
        """Return the plan without actions done since, in the turn's *entries*.

        Any swap counts as the planned one, because its tiles are hidden (R15.2).
        """
        done = Counter(_kind(entry.action) for entry in entries if isinstance(entry, Acted))
        left = []
        for action in self.actions:
            kind = _kind(action)
            if done[kind]:
                done[kind] -= 1
            else:
                left.append(action)
        return replace(self, actions=tuple(left))

    def dump(self) -> str:
        """Return a text for :meth:`load`: the two numbers and the actions, separated by blanks.

        A sign before the first number means *by_itself*, one before the second *played*. Older
        programs read the same numbers, and write a plan that asks.
        """
        turn = f"{_SIGN if self.by_itself else ''}{self.turn}"
        seen = f"{_SIGN if self.played else ''}{self.seen}"
        return " ".join((turn, seen, *map(str, self.actions)))

    @classmethod
    def load(cls, text: str) -> Plan:
        """Read the text of :meth:`dump`. Raises ValueError for any other."""
        turn, seen, *actions = text.split(" ")
        return cls(
            int(turn),
            int(seen),
            tuple(map(parse_action, actions)),
            by_itself=turn.startswith(_SIGN),
            played=seen.startswith(_SIGN),
        )


@dataclass(frozen=True, slots=True)
class Notes:
    """A player's note and plan in a game; only the player's :class:`Seat` holds them."""

    note: str = field(default="", repr=False)
    """The note, on one line; empty without one."""
    plan: Plan | None = field(default=None, repr=False)
    """The last plan, for any turn."""

    @classmethod
    def of(cls, row: NotesRow) -> Notes:
        """Read a row. Raises ValueError if its plan is invalid."""
        return cls(row.note or "", None if row.plan is None else Plan.load(row.plan))


def _kind(action: Action | None) -> str:
    """Return the part of an action that :meth:`Plan.without` compares."""
    return "swap" if action is None or isinstance(action, SwapTiles) else str(action)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a started game with all that its player may know."""

    table: Table
    view: SeatView = field(repr=False)
    taught: Taught = field(default=Taught(None), repr=False)
    notes: Notes = field(default=Notes(), repr=False)

    @property
    def number(self) -> int:
        """Number of the seat, from 0 in turn order."""
        return self.view.seat

    @property
    def player(self) -> Player:
        """The seat's player."""
        return self.table.players[self.view.seat]

    @property
    def decides(self) -> bool:
        """True if the game waits for this player; not during a pause."""
        return self.goes_on and not self.table.paused and self.view.decides

    @property
    def goes_on(self) -> bool:
        """True if the game is running and this player has not left it."""
        return self.table.status is Status.RUNNING and not self.player.abandoned

    @property
    def may_ask_hints(self) -> bool:
        """True if the table's rule permits hints for this player."""
        match self.table.hints:
            case HintRule.ALWAYS:
                return True
            case HintRule.NEVER:
                return False
            case _:
                return self.taught.learns or self.table.against_computers(self.number)

    @property
    def may_ask_hints_now(self) -> bool:
        """True if hints are permitted, and there is more to decide than to end the turn."""
        ends = isinstance(self.view.decision, ActionDecision) and not self.view.actions_left
        return self.decides and self.may_ask_hints and not ends

    @property
    def next_turn(self) -> int:
        """Number of this seat's current or next turn."""
        table = self.table
        return table.turn + (self.number - (table.turn - 1)) % len(table.players)

    @property
    def has_news(self) -> bool:
        """True if a turn has ended since the player's last one."""
        since = since_own_turn(self.table, self.number, self.table.round)
        return self.goes_on and since < self.table.turn

    @property
    def was_away(self) -> bool:
        """True if an own turn has ended without its player, who has begun no other since."""
        last = self.next_turn - len(self.table.players)
        began = self.view.active == self.number and not self.table.turn_is_new
        since = since_own_turn(self.table, self.number, self.table.round)
        return self.goes_on and not began and since <= last

    @property
    def plan(self) -> Plan | None:
        """The rest of the plan for this seat's current or next turn; None without any."""
        plan, table = self.notes.plan, self.table
        if not self.goes_on or plan is None or plan.turn != self.next_turn:
            return None
        if plan.turn == table.turn:
            plan = plan.without(table.turns[-1].entries)
        return plan if plan.actions else None

    @property
    def plays_itself(self) -> tuple[Action, ...]:
        """The decisions of the plan to take next without asking; empty to ask.

        First the turn without its end, if nothing is decided in it yet; then the end, if nothing
        was decided since. Only if the plan is a whole turn on the current board, with every part
        allowed and no conflict.
        """
        plan, table = self.plan, self.table
        if plan is None or not plan.by_itself or not self.decides or self.player.gone:
            return ()
        untouched = table.state_version == plan.seen if plan.played else table.turn_is_new
        if not untouched or not isinstance(self.view.decision, ActionDecision):
            return ()
        if not plan_turn(self.view, plan.actions).is_whole_turn:
            return ()
        return plan.actions[: plan.actions.index(EndTurn())] or plan.actions

    @property
    def played_itself(self) -> Plan | None:
        """The plan that played itself in this seat's last turn.

        None if it was undone, or the player has decided something since.
        """
        plan, table = self.notes.plan, self.table
        if not self.goes_on or plan is None or not plan.played:
            return None
        last = (
            self.next_turn if self.next_turn == table.turn else self.next_turn - len(table.players)
        )
        undone = plan.turn == table.turn and table.state_version > plan.seen
        if plan.turn != last or undone or last_decided(table.round, self.number) > plan.seen:
            return None
        return plan

    def check_decides(self) -> None:
        """Raise IllegalAction unless the game waits for this seat."""
        if refusal := self.view.decision_refusal():
            raise refusal

    def check_acts(self) -> None:
        """Raise IllegalAction unless this seat may take an action of the turn now."""
        if refusal := self.view.turn_refusal():
            raise refusal

    def tried(self, deal: int, line: Sequence[Action] = ()) -> Then:
        """Return the moment after *line* from now on, in which this player decides for everybody.

        What the player does not see is dealt by the number *deal*. Raises IllegalAction if the
        rules forbid an action there.
        """
        return Then.after(self.table, deal_unseen(self.view, deal), line, habits=self.player.habits)


@dataclass(frozen=True, slots=True)
class Tried:
    """A decision that was not taken in the game, and its result."""

    seat: int
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """A moment in which a user decides for everybody. It is stored nowhere."""

    table: Table
    """The table at that moment, with everybody present; of a game that has ended, with points."""
    seat: Seat | None
    """The seat that decides; None at the end."""
    moment: Moment = field(repr=False)
    """The moment with all hidden data, which is of a game that has ended, or made up."""
    step: int
    """Number of the decisions before it in a game that has ended."""
    tried: tuple[Tried, ...]
    """Further decisions tried after these."""

    @classmethod
    def after(
        cls, table: Table, game: Game, line: Sequence[Action], *, habits: Habits, step: int = 0
    ) -> Then:
        """Return the moment after *line* in *game*, at which *table* is.

        *habits* are those of the user. Raises IllegalAction if the rules forbid an action of
        *line*.
        """
        tried = []
        for action in line:
            decider = game.decision.seat
            game, events = game.apply(decider, action)
            tried.append(Tried(decider, action, events))
        view, version, turns = game.view(None), table.version + len(tried), _turns(table, tried)
        then = replace(
            table,
            status=Status.OVER if game.over else Status.RUNNING,
            players=tuple(_present(player, habits) for player in table.players),
            version=version,
            state_version=version,
            turn=turns[-1].number,
            delivered_turn=turns[-1].number,
            turns=turns,
            round=tuple(chain.from_iterable(turn.entries for turn in turns)),
            view=replace(view, scores=game.scores) if table.has_ended else view,
            standings=(),
            proposals=(),
            former=(),
            given_up=(),
            paused_seq=None,
            held=False,
            quiet=(),
        )
        seat = None if game.over else Seat(then, game.view(game.decision.seat))
        return cls(then, seat, Moment.of(game, table.seated), step, tuple(tried))

    @property
    def line(self) -> tuple[Action, ...]:
        """The actions tried."""
        return tuple(each.action for each in self.tried)

    def and_then(self, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Return the line with as many *actions* behind it as can be taken, at least one.

        Raises IllegalAction if the rules forbid the first.
        """
        game, line = self.moment.game, list(self.line)
        for action in actions:
            try:
                game, _ = game.apply(game.decision.seat, action)
            except IllegalAction:
                if len(line) == len(self.tried):
                    raise
                break  # another player is asked before
            line.append(action)
        return tuple(line)


def _present(player: Player, habits: Habits) -> Player:
    """Return a player who can decide, with the *habits* of the user who does."""
    return replace(
        player,
        level=None,
        abandoned_seq=None,
        offered_seq=None,
        gone=False,
        draws_from_bag=False,
        habits=replace(habits, ends_turn=False),
    )


def _turns(table: Table, tried: Iterable[Tried]) -> tuple[Turn, ...]:
    """Return the last turn after what was *tried*, and the one before."""
    turns = list(table.turns)
    for seq, each in enumerate(tried, table.version + 1):
        last = turns[-1]
        acted = Acted(
            each.action,
            each.events,
            final=True,
            seq=seq,
            turn=last.number,
            seat=each.seat,
            at=table.created_at,
        )
        turns[-1] = replace(last, entries=(*last.entries, acted))
        began = (event.seat for event in each.events if isinstance(event, TurnBegan))
        turns += (Turn(last.number + 1, seat, ()) for seat in began)
    return tuple(turns[-2:])


@dataclass(frozen=True, slots=True)
class Orders:
    """A player's private standing orders for conflicts in others' turns."""

    usual: StandingOrder = StandingOrder.ASK
    """For all games."""
    here: StandingOrder | None = None
    """For this game; None: *usual*."""

    @property
    def effective(self) -> StandingOrder:
        """The order that applies to this game."""
        return self.usual if self.here is None else self.here


@dataclass(frozen=True, slots=True)
class Visit:
    """A table as one user may see it: the public part and the user's seat."""

    table: Table
    seat: Seat | None
    """None if the user does not play, or before the start."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that notifies one user of what is due in several games."""

    user_id: int
    language: str
    directly: bool
    """True for a direct message; otherwise it is sent where the game is shown."""
    rows: tuple[OutgoingNotificationRow, ...]
    waiting: Mapping[int, Table] = field(default_factory=dict)
    """The games that call the user and have got no answer yet, by their numbers."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement to all games by the owner of the bot's application."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Everyone:
    """A table with all its seats, for delivery to each player."""

    table: Table
    seats: tuple[Seat, ...]
    """All seats in turn order; empty before the start."""
    notifications: tuple[Notification, ...] = ()
    """Notifications that are messages of their own."""
    announcement: Announcement | None = None
    """An announcement that is not sent yet."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The rest of a series of decisions that was not taken, and the reason."""

    actions: tuple[Action, ...] = ()
    refusal: IllegalAction | None = None
    """The rule against the first; None if another player was asked first, or nothing is left."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a use case for the player who requested it."""

    seat: Seat
    entries: tuple[Entry, ...]
    """New entries of the log."""
    drawn: Hand = field(default=Hand((0, 0, 0, 0)))
    """Tiles by colour that the player drew from the bag in a swap or by choice."""
    left_over: LeftOver = LeftOver()
    """Requested decisions that were not taken."""

    @property
    def table(self) -> Table:
        """The table after the change."""
        return self.seat.table
