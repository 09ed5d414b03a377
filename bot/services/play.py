"""Playing: what players and computers decide.

How a computer comes to its decision is not known here: the caller is told what is to be decided,
with no more than its seat may know, and comes back with an action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.changes import Change, Changes, Reader, decide_in_a_row, draw_the_rest
from bot.domain import (
    DrawsByChoice,
    DrawsFromBag,
    Outcome,
    OwnNumber,
    Refusal,
    Refused,
    Resigned,
    Seed,
    Started,
    Status,
    Table,
    Undone,
    deciding,
    in_status,
    seed,
    staying_at,
)
from bot.services.proposing import play_on
from bot.store import Damaged
from engine import Action, Level, Score, SeatView, TurnBegan


@dataclass(frozen=True, slots=True)
class Play:
    """What players do in a running game."""

    _changes: Changes

    async def act(
        self, table_id: int, user_id: OwnNumber, action: Action, seen: int | None = None
    ) -> Outcome:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it; that it is not the user's decision, too.
        """

        def act(change: Change) -> Change:
            return play_on(change.decide(_deciding(change, user_id, seen), action))

        return (await self._changes.change(table_id, act)).outcome_for(user_id)

    async def act_line(
        self, table_id: int, user_id: OwnNumber, actions: Sequence[Action], seen: int | None = None
    ) -> Outcome:
        """Take several decisions, one after the other, as long as they are the user's to take.

        It stops where the rules forbid one, and wherever another player is asked, even if that is
        answered at once without anybody: the outcome tells what is left over. Raises
        IllegalAction if the rules forbid the first, ValueError if there is none.
        """
        if not actions:
            raise ValueError("a line holds at least one decision")

        def act(change: Change) -> Change:
            return play_on(decide_in_a_row(change, _deciding(change, user_id, seen), actions))

        return (await self._changes.change(table_id, act)).outcome_for(user_id)

    async def draw_the_rest(
        self, table_id: int, user_id: OwnNumber, seen: int | None = None, *, always: bool = False
    ) -> Outcome:
        """Draw every tile that is due now from the bag; with *always*, every later one too.

        Raises IllegalAction if the user is not to draw now.
        """

        def draw(change: Change) -> Change:
            seat = _deciding(change, user_id, seen)
            if always:
                change = change.then(DrawsFromBag(user_id=user_id, seat=seat))
            return play_on(draw_the_rest(change, seat))

        return (await self._changes.change(table_id, draw)).outcome_for(user_id)

    async def draw_by_choice(self, table_id: int, user_id: OwnNumber) -> Outcome:
        """Be asked again, beside an open display, where to draw from.

        Raises Refused for a player who does not always draw from the bag.
        """

        def ask(change: Change) -> Change:
            seat = _deciding(change, user_id, None)
            if not change.state.players[seat].draws_from_bag:
                raise Refused(Refusal.NOT_FROM_BAG, game=change.table.name)
            return change.then(DrawsByChoice(user_id=user_id, seat=seat))

        return (await self._changes.change(table_id, ask)).outcome_for(user_id)

    async def undo(self, table_id: int, user_id: OwnNumber, seen: int | None = None) -> Outcome:
        """Take the last decision back, as long as it has let nothing hidden be seen.

        The answers that everyone knew go back with it.
        """
        return (
            await self._changes.change(table_id, lambda change: _undo(change, user_id, seen))
        ).outcome_for(user_id)

    async def resign(self, table_id: int, user_id: OwnNumber) -> Outcome:
        """Resign: from now on the seat decides by itself, and the last one left ends the game."""

        def resign(change: Change) -> Change:
            seat = staying_at(change.table, user_id).seat
            return play_on(change.then(Resigned(user_id=user_id, seat=seat)))

        return (await self._changes.change(table_id, resign)).outcome_for(user_id)


def _deciding(change: Change, user_id: int, seen: int | None) -> int:
    """The seat of a user who plays. Raises Refused if the game is not at *seen* any more."""
    seat = deciding(change.table, user_id, seen).seat
    assert seat is not None
    return seat


def _undo(change: Change, user_id: int, seen: int | None) -> Change:
    """Take the last decision back, with the answers to it that everyone knew."""
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


@dataclass(frozen=True, slots=True)
class ToDecide:
    """What a computer is to decide: what its seat may know, and what all could have counted."""

    table_id: int
    seen: int
    """The ``state_version`` at which it is asked."""
    asked_at: datetime
    """Since when."""
    turn: int
    """The number of the turn, of any seat."""
    level: Level
    view: SeatView = field(repr=False)
    scores: tuple[Score, ...] = field(repr=False)
    """By seat: points and treasures are public when they are gained (R15.1)."""
    seed: Seed
    """For chance, from the secret of the table."""


@dataclass(frozen=True, slots=True)
class Computers:
    """What computers are to decide, and decide."""

    _reader: Reader
    _changes: Changes

    async def to_decide(self, table_id: int, after: Sequence[Action] = ()) -> ToDecide | None:
        """What a computer is to decide in a game; None if it does not wait for one.

        *after*: actions that it is about to take first. None as well if they end its turn, or
        another player is asked next, or the next decision is made without it. Raises IllegalAction
        if the rules forbid one of them.
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
            if game.view(None).settled_answer() is not None:
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

    async def act(self, table_id: int, actions: Sequence[Action], seen: int) -> Table:
        """Take the decisions of a computer, one after the other, as long as they are its to take.

        Raises Refused unless the game still waits for it as it did at *seen*, IllegalAction if the
        rules forbid the first, ValueError if there is none.
        """
        if not actions:
            raise ValueError("a computer decides something")

        def act(change: Change) -> Change:
            return play_on(decide_in_a_row(change, _asked(change.table, seen), actions))

        return (await self._changes.change(table_id, act)).now


def _asked(table: Table, seen: int) -> int:
    """The computer's seat for which the game waits.

    Raises Refused if it does not, or not as *seen*.
    """
    in_status(table, Status.RUNNING)
    if not table.waits_for_computer or seen != table.state_version:
        raise Refused(Refusal.STALE)
    assert table.decider is not None
    assert table.decider.seat is not None
    return table.decider.seat
