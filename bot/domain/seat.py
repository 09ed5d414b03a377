"""What the player of one seat may know: only the way to that player leads here.

Words and pictures for others are made from a :class:`Table`; no type check lets a seat pass
for one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domain.entries import Entry
from bot.domain.hint_rule import HintRule
from bot.domain.player import Player
from bot.domain.private_notes import Notes, Plan
from bot.domain.table import Status, Table
from bot.domain.taught import Taught
from bot.store import RungRow
from engine import Action, ActionDecision, Hand, IllegalAction, SeatView, StandingOrder


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a started game, as its player may know the game."""

    table: Table
    view: SeatView = field(repr=False)
    taught: Taught = field(default=Taught(None), repr=False)
    notes: Notes = field(default=Notes(), repr=False)

    @property
    def number(self) -> int:
        """The number of the seat, from 0 in turn order."""
        return self.view.seat

    @property
    def player(self) -> Player:
        """Who sits there."""
        return self.table.players[self.view.seat]

    @property
    def decides(self) -> bool:
        """Whether the running game waits for this player: not while it is paused."""
        return self.goes_on and not self.table.paused and self.view.decides

    @property
    def goes_on(self) -> bool:
        """Whether the game goes on for this player."""
        return self.table.status is Status.RUNNING and not self.player.abandoned

    @property
    def may_ask_hints(self) -> bool:
        """Whether the table lets this player have hints."""
        match self.table.hints:
            case HintRule.ALWAYS:
                return True
            case HintRule.NEVER:
                return False
            case _:
                return self.taught.learns or self.table.against_computers(self.number)

    @property
    def may_ask_hints_now(self) -> bool:
        """Whether there is something to decide, more than to end the turn."""
        ends = isinstance(self.view.decision, ActionDecision) and not self.view.actions_left
        return self.decides and self.may_ask_hints and not ends

    @property
    def next_turn(self) -> int:
        """The number of this seat's turn: of the current one, or else of the next."""
        table = self.table
        return table.turn + (self.number - (table.turn - 1)) % len(table.players)

    @property
    def plan(self) -> Plan | None:
        """What is planned for this seat's turn and not done yet; None if that is nothing.

        What was planned for a turn that is over is forgotten.
        """
        plan, table = self.notes.plan, self.table
        if not self.goes_on or plan is None or plan.turn != self.next_turn:
            return None
        if plan.turn == table.turn:
            plan = plan.without(table.turns[-1].entries)
        return plan if plan.actions else None

    def check_decides(self) -> None:
        """Raise IllegalAction unless the game waits for this seat."""
        if refusal := self.view.decision_refusal():
            raise refusal

    def check_acts(self) -> None:
        """Raise IllegalAction unless this seat may take an action of the turn now."""
        if refusal := self.view.turn_refusal():
            raise refusal


@dataclass(frozen=True, slots=True)
class Orders:
    """What a player has ordered to be answered in conflicts of others' turns.

    No :class:`Table` holds it: it is for the player's own eyes, and for use cases.
    """

    usual: StandingOrder = StandingOrder.ASK
    """In games for which nothing else is set."""
    here: StandingOrder | None = None
    """In one game; None if as usual."""

    @property
    def effective(self) -> StandingOrder:
        """What stands in that game."""
        return self.usual if self.here is None else self.here


@dataclass(frozen=True, slots=True)
class Visit:
    """What one user may see of a table: what everybody may know, and the user's seat."""

    table: Table
    seat: Seat | None
    """None if the visitor does not play, or the game has not started."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A message that rings one user because of all that came in quiet hours."""

    user_id: int
    language: str
    directly: bool
    """Whether it is a direct message; else it is where the game is shown."""
    rung: tuple[RungRow, ...]


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the owner of the bot's application announces where each game is shown."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Everyone:
    """A table with all its seats: for the way to each player, which is delivery's."""

    table: Table
    seats: tuple[Seat, ...]
    """In turn order; none before the game has started."""
    rings: tuple[Ring, ...] = ()
    """What rings users by a message of its own."""
    announcement: Announcement | None = None
    """What is announced by a message of its own, if that is not there yet."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What of several decisions in a row was not taken, and why not the first of them."""

    actions: tuple[Action, ...] = ()
    refusal: IllegalAction | None = None
    """The rule against it; None if another player was asked before, or nothing is left over."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a use case led to, for the player who wanted it."""

    seat: Seat
    entries: tuple[Entry, ...]
    """The new entries of the log."""
    drawn: Hand = field(default=Hand((0, 0, 0, 0)))
    """The tiles, by colour, that the player has drawn from the bag in a swap, or where there was
    a choice."""
    left_over: LeftOver = LeftOver()
    """What of the decisions that were wanted was not taken."""

    @property
    def table(self) -> Table:
        """The table afterwards."""
        return self.seat.table
