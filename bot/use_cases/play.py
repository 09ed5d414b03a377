"""Playing: decisions of players and computers.

Computers think elsewhere: the caller gets the data of a computer's decision, with no more than its
seat may know, and returns with actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.changes import (
    Change,
    Changes,
    Reader,
    decide_in_a_row,
    draw_the_rest,
    use_case,
    use_case_of_player,
)
from bot.domain.checks import deciding, in_status, staying_at
from bot.domain.entries import DrawsByChoice, DrawsFromBag, Resigned, Started, Undone
from bot.domain.player import OwnNumber
from bot.domain.refusals import Refusal, Refused
from bot.domain.seeds import Seed, seed
from bot.domain.table import Status, Table
from bot.store import Damaged
from bot.use_cases.proposing import play_on
from engine import Action, Level, Score, SeatView, TurnBegan


@dataclass(frozen=True, slots=True)
class Play:
    """Players' actions in a running game."""

    _changes: Changes

    @use_case_of_player
    def act(
        self, change: Change, user_id: OwnNumber, action: Action, seen: int | None = None
    ) -> Change:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it, or if it is not the user's decision.
        """
        return play_on(change.decide(_deciding(change, user_id, seen), action))

    @use_case_of_player
    def act_line(
        self, change: Change, user_id: OwnNumber, actions: Sequence[Action], seen: int | None = None
    ) -> Change:
        """Take a series of decisions as long as the user is asked.

        Stops where the rules forbid one, or another player is asked, even if that is answered
        automatically: the outcome has the rest as *left_over*. Raises IllegalAction if the rules
        forbid the first, ValueError without any.
        """
        if not actions:
            raise ValueError("a line holds at least one decision")
        return play_on(decide_in_a_row(change, _deciding(change, user_id, seen), actions))

    @use_case_of_player
    def draw_the_rest(
        self, change: Change, user_id: OwnNumber, seen: int | None = None, *, always: bool = False
    ) -> Change:
        """Draw all tiles that are due now from the bag; with *always*, all later ones too.

        Raises IllegalAction if the game does not wait for the user to draw.
        """
        seat = _deciding(change, user_id, seen)
        if always:
            change = change.then(DrawsFromBag(user_id=user_id, seat=seat))
        return play_on(draw_the_rest(change, seat))

    @use_case_of_player
    def draw_by_choice(self, change: Change, user_id: OwnNumber) -> Change:
        """Ask the player again whether to draw from the bag or the open display.

        Raises Refused for a player who does not always draw from the bag.
        """
        seat = _deciding(change, user_id, None)
        if not change.state.players[seat].draws_from_bag:
            raise Refused(Refusal.NOT_FROM_BAG, game=change.table.name)
        return change.then(DrawsByChoice(user_id=user_id, seat=seat))

    @use_case_of_player
    def undo(self, change: Change, user_id: OwnNumber, seen: int | None = None) -> Change:
        """Undo the last decision with its forced answers, unless it revealed something hidden."""
        table, seat = change.table, _deciding(change, user_id, seen)
        *answers, last = undone = table.undone_next
        if isinstance(last, Started):
            raise Refused(Refusal.NOTHING_TO_UNDO)
        if any(isinstance(each, Started) or each.final for each in (*answers, last)):
            raise Refused(Refusal.UNDO_REVEALED)
        if last.seat != seat:
            decider = "" if last.seat is None else table.player(last.seat).name
            raise Refused(Refusal.UNDO_NOT_YOURS, player=decider)
        if last.automatic:
            raise Refused(Refusal.UNDO_AUTOMATIC)
        if len(change.state.reached) <= len(undone):  # what was before is not stored, or damaged
            raise Refused(Refusal.UNREADABLE, game=table.name)
        try:
            for entry in undone:
                change = change.then(Undone(entry.seq, user_id=user_id, seat=seat))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None
        return change

    @use_case_of_player
    def resign(self, change: Change, user_id: OwnNumber) -> Change:
        """Resign: the seat decides automatically; the game ends if one player is left."""
        seat = staying_at(change.table, user_id).seat
        return play_on(change.then(Resigned(user_id=user_id, seat=seat)))


def _deciding(change: Change, user_id: int, seen: int | None) -> int:
    """Return the seat of a user who plays. Raises Refused if *seen* is outdated."""
    seat = deciding(change.table, user_id, seen).seat
    assert seat is not None
    return seat


@dataclass(frozen=True, slots=True)
class ToDecide:
    """Data of a computer's decision: its seat's view, and publicly countable scores."""

    table_id: int
    seen: int
    """The current ``state_version``."""
    asked_at: datetime
    """Time since which it is asked."""
    turn: int
    """Number of the turn."""
    level: Level
    view: SeatView = field(repr=False)
    scores: tuple[Score, ...] = field(repr=False)
    """Publicly countable scores by seat (R15.1)."""
    seed: Seed
    """Random seed from the table's secret."""


@dataclass(frozen=True, slots=True)
class Computers:
    """Decisions of computers."""

    _reader: Reader
    _changes: Changes

    async def to_decide(self, table_id: int, after: Sequence[Action] = ()) -> ToDecide | None:
        """Return the data of a computer's next decision; None if the game does not wait for one.

        *after* are actions that it will take first; None if then another player is asked or the
        next decision is automatic. Raises IllegalAction if the rules forbid one of them.
        """
        read = await self._reader.one(table_id)
        table, game = read.table, read.game
        decider = table.decider
        if game is None or decider is None or not table.waits_for_computer:
            return None
        assert decider.level is not None
        assert decider.seat is not None
        for action in after:
            game, events = game.apply(decider.seat, action)
            ended = any(isinstance(event, TurnBegan) for event in events)
            if game.over or ended or game.decision.seat != decider.seat:
                return None
            if game.view(None).forced_answer() is not None:
                return None
        view = game.view(decider.seat)
        secret = await self._reader.secret(read)
        asked_at = max(entry.at for entry in table.round if entry.seq <= table.state_version)
        return ToDecide(
            table.id,
            table.state_version,
            asked_at,
            table.turn,
            decider.level,
            view,
            game.scores,
            seed(secret, table.state_version, len(after)),
        )

    @use_case
    def act(self, change: Change, actions: Sequence[Action], seen: int) -> Change:
        """Take a series of a computer's decisions as long as it is asked.

        Raises Refused if *seen* is outdated, IllegalAction if the rules forbid the first,
        ValueError without any.
        """
        if not actions:
            raise ValueError("a computer decides something")
        return play_on(decide_in_a_row(change, _asked(change.table, seen), actions))


def _asked(table: Table, seen: int) -> int:
    """Return the computer's seat for which the game waits. Raises Refused if *seen* is outdated."""
    in_status(table, Status.RUNNING)
    if not table.waits_for_computer or seen != table.state_version:
        raise Refused(Refusal.STALE)
    assert table.decider is not None
    assert table.decider.seat is not None
    return table.decider.seat
