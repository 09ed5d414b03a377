"""Carrying out what a player wants who plans the next turn: in the plan, and not in the game."""

from dataclasses import dataclass, replace
from typing import assert_never

from bot.intents import (
    Act,
    AskEnd,
    AskLine,
    AskNote,
    AskPlanned,
    AskSwap,
    ChooseCatastropheSpace,
    ChooseRow,
    ChooseSpace,
    ChooseSwap,
    ForgetPlan,
    InPlan,
    Intent,
    KeepNote,
    Move,
    Part,
    Pick,
    Planning,
    PlayLine,
    SeeInWords,
    SeePlan,
    StepBack,
    Tap,
    WhyNot,
    Zoom,
    parse_intent,
)
from bot.showing.confirming import confirm_end, second_look
from bot.showing.content import Content
from bot.showing.desk import desk_page
from bot.showing.in_words import in_words_page
from bot.showing.keypad import choose_space
from bot.showing.line import line_page
from bot.showing.planning import (
    Planner,
    board_changed,
    forget_button,
    forgotten,
    kept,
    plan_changed,
    plan_page,
    planned_now,
)
from bot.showing.pressing import with_further
from bot.showing.refusals import refusal_text, with_rule
from bot.showing.swapping import choose_swap
from bot.showing.why_not import why_not
from bot.showing.zooming import zoom_on_spaces, zoom_page
from bot.table import Person, Plan, Refusal, Refused, Seat, Tables
from bot.words import Words
from engine import Action, Catastrophe, EndTurn, IllegalAction, can_plan, plan_turn


@dataclass(slots=True)
class Ahead:
    """Somebody who looks ahead at a table, from the own *seat*.

    What was pressed was shown when the game was at *seen*; None if that does not matter.
    """

    tables: Tables
    words: Words
    person: Person
    seat: Seat
    seen: int | None
    stored: bool = False
    """Whether something has been stored."""

    async def carry_out(self, wanted: Planning) -> Content:
        """Do it, and answer what the player is shown. Raises Refused, or IllegalAction."""
        match wanted:
            case SeePlan():
                return plan_page(self.words, self.seat)
            case InPlan():
                return await self._in_plan(wanted)
            case StepBack(steps):
                return await self._step_back(steps)
            case ForgetPlan():
                await self._keep(())
                said = forgotten(self.words)
                if self.seat.decides:
                    return desk_page(self.words, self.seat, said=said)
                return plan_page(self.words, self.seat, said)
            case AskPlanned():
                return self._as_planned()
            case KeepNote(note):
                return await self._keep_note(note)
            case AskNote():
                raise TypeError("a window is opened without an errand to a table")
            case _:
                assert_never(wanted)

    # --- the plan -------------------------------------------------------------------------------

    async def _in_plan(self, wanted: InPlan) -> Content:
        """Do in the plan what a button of a turn means."""
        planner, outdated = self._planner(wanted.steps)
        if planner is None:
            return outdated
        try:
            return await self._done(planner, parse_intent(wanted.text, wanted.values))
        except IllegalAction as illegal:
            why = refusal_text(self.words, illegal, self.seat.table)
            return with_rule(self.words, plan_page(self.words, self.seat, why), illegal)

    async def _step_back(self, steps: int) -> Content:
        planner, outdated = self._planner(steps)
        if planner is None:
            return outdated
        await self._keep(planner.planned.actions[:-1])
        return plan_page(self.words, self.seat)

    def _planner(self, steps: int) -> tuple[Planner | None, Content]:
        """Whoever plans, if the plan is as it was when it was shown; or how it is now."""
        words, seat = self.words, self.seat
        if seat.decides or not can_plan(seat.view):
            return None, plan_page(words, seat)
        if self.seen not in {None, seat.table.state_version}:
            return None, plan_page(words, seat, board_changed(words))
        planner = Planner.at(words, seat)
        if len(planner.planned.steps) != steps:
            return None, plan_page(words, seat, plan_changed(words))
        return planner, Content("")

    async def _done(self, planner: Planner, intent: Intent) -> Content:
        """What is shown of the plan, or what comes of one more decision in it.

        Raises IllegalAction if the rules forbid it.
        """
        words, seat = self.words, planner.seat
        match intent:
            case ChooseSpace(piece, column) | ChooseRow(piece, column):
                return planner.for_plan(choose_space(words, seat, piece, column))
            case ChooseCatastropheSpace():
                return planner.for_plan(choose_space(words, seat, Catastrophe()))
            case WhyNot(piece):
                return planner.for_plan(why_not(words, seat, piece))
            case Zoom(piece=None, part=part) if part is not Part.WHOLE:
                return planner.for_plan(zoom_page(words, seat.table, part, seat))
            case Zoom() as zoom if zoom.piece is not None:
                return planner.for_plan(zoom_on_spaces(words, seat, zoom))
            case SeeInWords(page):
                return planner.for_plan(in_words_page(words, seat.table, seat, page))
            case ChooseSwap(tiles) | AskSwap(tiles):
                return planner.for_plan(choose_swap(words, seat, tiles))
            case AskEnd() if seat.view.actions_left:
                return planner.for_plan(confirm_end(words, seat))
            case AskEnd():
                return await self._take(planner, EndTurn())
            case Move(action) | Tap(action):
                shown_first = second_look(words, seat, action)
                if shown_first is not None:
                    return planner.for_plan(shown_first)
                return await self._take(planner, action)
            case Act(action) | Pick(_, action):
                return await self._take(planner, action)
            case PlayLine(actions):
                return await self._take(planner, *actions)
            case _:  # back to the plan
                return plan_page(words, self.seat)

    async def _take(self, planner: Planner, *actions: Action) -> Content:
        """Plan further decisions."""
        first, *_ = actions
        if refusal := planner.planned.view.refusal(first):
            raise refusal
        planned = plan_turn(self.seat.view, (*planner.planned.actions, *actions))
        await self._keep(planned.actions)
        return plan_page(self.words, self.seat)

    async def _keep(self, actions: tuple[Action, ...]) -> None:
        """Keep what is planned from now on."""
        table = self.seat.table
        plan = Plan(self.seat.next_turn, table.state_version, actions)
        await self.tables.keep_plan(self.person.user_id, table.id, plan)
        await self._stored()

    # --- the turn has come -----------------------------------------------------------------------

    def _as_planned(self) -> Content:
        """What would come of the turn as it was planned, to be confirmed."""
        actions = planned_now(self.seat)
        if not actions:
            raise Refused(Refusal.STALE)
        page = line_page(self.words, self.seat, AskLine(actions))
        forget = forget_button(self.words, self.seat)
        return replace(page, rows=with_further(page.rows, forget))

    # --- the note --------------------------------------------------------------------------------

    async def _keep_note(self, note: str) -> Content:
        await self.tables.keep_note(self.person.user_id, self.seat.table.id, note)
        await self._stored()
        return desk_page(self.words, self.seat, said=kept(self.words, note))

    async def _stored(self) -> None:
        """Look at the seat again, after something was stored."""
        self.stored = True
        seat = (await self.tables.visit(self.seat.table.id, self.person.user_id)).seat
        assert seat is not None
        self.seat = seat
