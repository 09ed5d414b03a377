"""The use cases of seats that a computer plays: it sits down, is taken out, and decides.

How it comes to its decision is not known here: whoever knows is told what is to be decided, with no
more than its seat may know, and comes back with an action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.changes import Draft, adds_nothing, decide_in_a_row
from bot.domain import (
    Person,
    Player,
    Refusal,
    Refused,
    Status,
    Table,
    check_configures,
    in_status,
    seed,
    unlike,
)
from bot.services.agreeing import Agreements
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


class Computers(Agreements):
    """Seats that a computer plays."""

    async def seat_computer(self, table_id: int, person: Person, level: Level, name: str) -> Table:
        """Put, as the opener of a game that has not started, a computer on a seat.

        It is called *name*, with a number if somebody there is called so already. The game does
        not start by itself: its opener can still choose. A seat that is kept for somebody stays so.
        """

        async def seat(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            if len(table.players) >= table.capacity:
                raise Refused(Refusal.GAME_FULL, game=table.name, capacity=table.capacity)
            if len(table.players) + len(table.open_invitations) >= table.capacity:
                raise Refused(Refusal.SEATS_KEPT, game=table.name)
            taken = [player.name for player in table.players]
            draft.seat_computer(person.user_id, level, unlike(name, taken))

        return (await self._changes.change(table_id, seat)).after.table

    async def take_computer_out(self, table_id: int, person: Person, joined_seq: int) -> Table:
        """Take, as the opener of a game that has not started, a computer out.

        It is the one that joined with the entry of that number.
        """

        async def take_out(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            for player in table.players:
                if player.is_computer and player.joined_seq == joined_seq:
                    draft.take_computer_out(person.user_id, player)
                    return
            raise Refused(Refusal.NOT_AT_TABLE, game=table.name)

        return (await self._changes.change(table_id, take_out)).after.table

    async def to_decide(self, table_id: int, after: Sequence[Action] = ()) -> ToDecide | None:
        """What a computer is to decide in a game; None if it does not wait for one.

        *after*: actions that it is about to take first. None as well if they end its turn, or
        somebody else is asked next, or the next decision is made without it. Raises IllegalAction
        if the rules forbid one of them.
        """
        read = await self._one(table_id)
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
        secret = await self._secret(read)
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

    async def act_for_computer(self, table_id: int, actions: Sequence[Action], seen: int) -> Table:
        """Take the decisions of a computer, one after the other, as long as they are its to take.

        Raises Refused unless the game still waits for it as it did at *seen*, IllegalAction if the
        rules forbid the first, ValueError if there is none.
        """
        if not actions:
            raise ValueError("a computer decides something")

        async def act(draft: Draft) -> None:
            decide_in_a_row(draft, _asked(draft, seen), actions)
            await self._follow(draft)

        return (await self._changes.change(table_id, act)).after.table

    async def _follow(self, draft: Draft) -> None:
        """Let happen what follows from a decision."""
        await draft.go_on()
        await self.review_proposals(draft)


def _asked(draft: Draft, seen: int) -> Player:
    """The computer for which the game waits. Raises Refused if it does not, or not as *seen*."""
    table = in_status(draft.table, Status.RUNNING)
    if not table.waits_for_computer or seen != table.state_version:
        raise Refused(Refusal.STALE)
    assert table.decider is not None
    return table.decider
