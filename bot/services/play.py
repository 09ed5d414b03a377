"""Playing: decide, undo, resign."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.changes import Changes, Draft, decide_in_a_row, draw_the_rest
from bot.domain import (
    Kind,
    LeftOver,
    Outcome,
    Refusal,
    Refused,
    Table,
    deciding,
    state_of,
    staying_at,
)
from bot.services.proposals import Proposals
from bot.store import Damaged, Store
from bot.store.queries import logs
from engine import Action, Game


@dataclass(frozen=True, slots=True)
class Play:
    """What players do in a running game."""

    _store: Store
    _changes: Changes
    _proposals: Proposals

    async def act(
        self, table_id: int, user_id: int, action: Action, seen: int | None = None
    ) -> Outcome:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it; that it is not the user's decision, too.
        """

        async def act(draft: Draft) -> None:
            draft.decide(deciding(draft.table, user_id, seen), action)
            await self._proposals.go_on(draft)

        return (await self._changes.change(table_id, act)).outcome_for(user_id)

    async def act_line(
        self, table_id: int, user_id: int, actions: Sequence[Action], seen: int | None = None
    ) -> Outcome:
        """Take several decisions, one after the other, as long as they are the user's to take.

        It stops where the rules forbid one, and wherever somebody else is asked, even if that is
        answered at once without anybody: the outcome tells what is left over. Raises
        IllegalAction if the rules forbid the first, ValueError if there is none.
        """
        if not actions:
            raise ValueError("a line holds at least one decision")
        left_over = LeftOver()

        async def act(draft: Draft) -> None:
            nonlocal left_over
            left_over = decide_in_a_row(draft, deciding(draft.table, user_id, seen), actions)
            await self._proposals.go_on(draft)

        outcome = (await self._changes.change(table_id, act)).outcome_for(user_id)
        return replace(outcome, left_over=left_over)

    async def draw_the_rest(
        self, table_id: int, user_id: int, seen: int | None = None, *, always: bool = False
    ) -> Outcome:
        """Draw every tile that is due now from the bag; with *always*, every later one too.

        Raises IllegalAction if the user is not to draw now.
        """

        async def draw(draft: Draft) -> None:
            player = deciding(draft.table, user_id, seen)
            if always:
                draft.draw_from_bag(player, always=True)
            draw_the_rest(draft, player)
            await self._proposals.go_on(draft)

        return (await self._changes.change(table_id, draw)).outcome_for(user_id)

    async def draw_by_choice(self, table_id: int, user_id: int) -> Outcome:
        """Be asked again, beside an open display, where to draw from.

        Raises Refused for somebody who does not always draw from the bag.
        """

        async def ask(draft: Draft) -> None:
            player = deciding(draft.table, user_id, None)
            if not player.draws_from_bag:
                raise Refused(Refusal.NOT_FROM_BAG, game=draft.table.name)
            draft.draw_from_bag(player, always=False)

        return (await self._changes.change(table_id, ask)).outcome_for(user_id)

    async def undo(self, table_id: int, user_id: int, seen: int | None = None) -> Outcome:
        """Take the last decision back, as long as it has let nothing hidden be seen."""

        async def undo(draft: Draft) -> None:
            table = draft.table
            player = deciding(table, user_id, seen)
            decided = [
                entry for turn in table.turns for entry in turn.entries if entry.changes_game
            ]
            last = decided[-1]
            if last.kind is Kind.STARTED:
                raise Refused(Refusal.NOTHING_TO_UNDO)
            if last.final:
                raise Refused(Refusal.UNDO_REVEALED)
            if last.seat != player.seat:
                decider = "" if last.seat is None else table.player(last.seat).name
                raise Refused(Refusal.UNDO_NOT_YOURS, player=decider)
            if last.automatic:
                raise Refused(Refusal.UNDO_AUTOMATIC)
            draft.undo(player, last, await self._state(table, decided[-2].seq))

        return (await self._changes.change(table_id, undo)).outcome_for(user_id)

    async def resign(self, table_id: int, user_id: int) -> Outcome:
        """Resign: from now on the seat decides by itself, and the last one left ends the game."""

        async def resign(draft: Draft) -> None:
            draft.resign(staying_at(draft.table, user_id))
            await self._proposals.go_on(draft)

        return (await self._changes.change(table_id, resign)).outcome_for(user_id)

    async def _state(self, table: Table, seq: int) -> Game:
        try:
            return state_of(await self._store.look(logs.read_state, table.id, seq))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None
