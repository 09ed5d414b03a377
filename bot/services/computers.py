"""The decisions of computers.

How it comes to its decision is not known here: whoever knows is told what is to be decided, with no
more than its seat may know, and comes back with an action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.changes import Changes, Draft, Reader, adds_nothing, decide_in_a_row
from bot.domain import (
    Player,
    Refusal,
    Refused,
    Status,
    Table,
    in_status,
    seed,
)
from bot.services.proposals import Proposals
from engine import Action, Level, Score, SeatView, TurnBegan


@dataclass(frozen=True, slots=True)
class ToDecide:
    """What a computer is to decide: what its seat may know, and what all could have counted."""

    table_id: int
    seen: int
    """The ``state_version`` at which it is asked."""
    asked_at: datetime
    """Since when."""
    turn: int
    """The number of the turn, whoever's it is."""
    level: Level
    view: SeatView = field(repr=False)
    scores: tuple[Score, ...] = field(repr=False)
    """By seat: points and treasures are public when they are gained (R15.1)."""
    seed: int = field(repr=False)
    """For chance, from the secret of the table."""


@dataclass(frozen=True, slots=True)
class Computers:
    """What computers are to decide, and decide."""

    _reader: Reader
    _changes: Changes
    _proposals: Proposals

    async def to_decide(self, table_id: int, after: Sequence[Action] = ()) -> ToDecide | None:
        """What a computer is to decide in a game; None if it does not wait for one.

        *after*: actions that it is about to take first. None as well if they end its turn, or
        somebody else is asked next, or the next decision is made without it. Raises IllegalAction
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
            if game.over or ended or game.decision.seat != decider.seat or adds_nothing(game):
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

        async def act(draft: Draft) -> None:
            decide_in_a_row(draft, _asked(draft, seen), actions)
            await self._proposals.go_on(draft)

        return (await self._changes.change(table_id, act)).table


def _asked(draft: Draft, seen: int) -> Player:
    """The computer for which the game waits. Raises Refused if it does not, or not as *seen*."""
    table = in_status(draft.table, Status.RUNNING)
    if not table.waits_for_computer or seen != table.state_version:
        raise Refused(Refusal.STALE)
    assert table.decider is not None
    return table.decider
