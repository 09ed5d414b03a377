"""The use cases of a game: act, undo, resign, and what happens by itself when it is due."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.changes import (
    CALL,
    END_TURN,
    Draft,
    at_it_until,
    decide_in_a_row,
    decided_at,
    draw_the_rest,
    is_uncalled,
)
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
from bot.services.clock_jobs import Watching
from bot.services.computers import Computers
from bot.services.forgetting import Forgetting
from bot.services.hinting import Hints
from bot.services.lessons import Lessons
from bot.services.managing import Managing
from bot.services.moving import Moving
from bot.services.noting import Noting
from bot.services.pacing import Paces
from bot.services.people import People
from bot.services.personal_data import Owning
from bot.services.ringing import Ringing
from bot.services.solo import Solos
from bot.services.vacations import Vacations
from bot.store import Damaged
from bot.store.queries import due, logs
from engine import Action, Game


class Tables(
    Solos,
    Computers,
    Watching,
    Ringing,
    Vacations,
    People,
    Noting,
    Lessons,
    Moving,
    Managing,
    Paces,
    Hints,
    Forgetting,
    Owning,
):
    """All tables of a store, from the lobby to the end."""

    async def act(
        self, table_id: int, user_id: int, action: Action, seen: int | None = None
    ) -> Outcome:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it; that it is not the user's decision, too.
        """

        async def act(draft: Draft) -> None:
            draft.decide(deciding(draft.table, user_id, seen), action)
            await self._go_on(draft)

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
            await self._go_on(draft)

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
            await self._go_on(draft)

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

    async def _go_on(self, draft: Draft) -> None:
        """Let happen what follows when somebody has decided, or resigned."""
        await draft.go_on()
        await self.review_proposals(draft)

    async def _state(self, table: Table, seq: int) -> Game:
        try:
            return state_of(await self._store.look(logs.read_state, table.id, seq))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def resign(self, table_id: int, user_id: int) -> Outcome:
        """Resign: from now on the seat decides by itself, and the last one left ends the game."""

        async def resign(draft: Draft) -> None:
            draft.resign(staying_at(draft.table, user_id))
            await self._go_on(draft)

        return (await self._changes.change(table_id, resign)).outcome_for(user_id)

    # --- what is due at a time -------------------------------------------------------------------

    async def call_who_has_gone(self, table_id: int) -> None:
        """Call whoever was at it when asked something, and has neither answered nor stayed."""
        started = self._clock()
        table = await self.get(table_id)
        decider = table.decider
        if decider is None or decider.seat is None or not is_uncalled(table):
            await self._store.write(due.finish, CALL, table_id, by=started)
            return
        decided = decided_at(table.round, decider.seat)
        until = at_it_until(table_id, decider, decided, self._changes.presence)
        if until is not None and until > self._clock():
            await self._put_off(CALL, table_id, until)
            return

        async def call(draft: Draft) -> None:
            now = draft.table.decider
            if now is None or now.seat is None or not is_uncalled(draft.table):
                raise Refused(Refusal.STALE)
            draft.call(now.seat)

        with suppress(Refused):  # answered in this very moment
            await self._changes.change(table_id, call)
        await self._store.write(due.finish, CALL, table_id, by=started)

    async def end_turn_by_itself(self, table_id: int) -> None:
        """End a turn whose player wants that, unless something was undone meanwhile."""
        started = self._clock()
        ends_at = (await self.get(table_id)).ends_at
        if ends_at is not None and ends_at > started:
            await self._put_off(END_TURN, table_id, ends_at)
            return

        async def end(draft: Draft) -> None:
            if draft.table.ends_at is None or draft.table.ends_at > self._clock():
                raise Refused(Refusal.STALE)
            draft.end_turn()
            await draft.go_on()

        if ends_at is not None:
            with suppress(Refused):  # undone in this very moment
                await self._changes.change(table_id, end)
        await self._store.write(due.finish, END_TURN, table_id, by=started)
