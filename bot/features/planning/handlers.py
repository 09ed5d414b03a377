"""Handlers of planning the next turn: in the plan, and not in the game."""

from dataclasses import replace

from bot.content.message import Answer, Content, Desk, TextForm
from bot.content.pressing import with_further
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Plan
from bot.features.planning.plan_pages import (
    Planner,
    forget_button,
    note_form,
    plan_page,
    planned_now,
)
from bot.intents import planning
from bot.intents.turn import AskLine
from bot.parts.refusal_texts import refusal_text, with_rule
from bot.parts.turn.acting import page_or_actions
from bot.parts.turn.line import line_page
from engine import Action, IllegalAction, can_plan, plan_turn

# --- the plan -----------------------------------------------------------------------------------


@handles
async def see_plan(context: TableContext, _: planning.SeePlan) -> Content:
    """Show what is planned."""
    return plan_page(context.words, context.asked())


@handles
async def in_plan(context: TableContext, intent: planning.InPlan) -> Content:
    """Do in the plan what a button of a turn means."""
    planner, outdated = _planner(context, intent.steps)
    if planner is None:
        return outdated
    try:
        match page_or_actions(context.words, planner.seat, intent.meant):
            case Content() as page:
                return planner.adapted(page)
            case ():  # back to the plan
                return plan_page(context.words, context.seat())
            case actions:
                return await _take(context, planner, *actions)
    except IllegalAction as illegal:
        why = refusal_text(context.words, illegal, context.table)
        return with_rule(context.words, plan_page(context.words, context.seat(), why), illegal)


@handles
async def step_back(context: TableContext, intent: planning.StepBack) -> Content:
    """Take the last planned decision back."""
    planner, outdated = _planner(context, intent.steps)
    if planner is None:
        return outdated
    await _keep(context, planner.planned.actions[:-1])
    return plan_page(context.words, context.seat())


@handles
async def forget_plan(context: TableContext, _: planning.ForgetPlan) -> Answer:
    """Forget what was planned."""
    context.asked()
    await _keep(context, ())
    seat, said = context.seat(), context.words._("Plan deleted.")
    return Desk(seat, said) if seat.decides else plan_page(context.words, seat, said)


def _planner(context: TableContext, steps: int) -> tuple[Planner | None, Content]:
    """The planner, if the plan is as it was when it was shown; or how it is now."""
    words, seat = context.words, context.asked()
    if seat.decides or not can_plan(seat.view):
        return None, plan_page(words, seat)
    if context.seen not in {None, seat.table.state_version}:
        said = words._("The board has changed. This is your plan on it now.")
        return None, plan_page(words, seat, said)
    planner = Planner.at(words, seat)
    if len(planner.planned.steps) != steps:
        said = words._("Your plan has changed. This is the latest.")
        return None, plan_page(words, seat, said)
    return planner, Content("")


async def _take(context: TableContext, planner: Planner, *actions: Action) -> Content:
    """Plan further decisions."""
    first, *_ = actions
    if refusal := planner.planned.view.refusal(first):
        raise refusal
    planned = plan_turn(context.seat().view, (*planner.planned.actions, *actions))
    await _keep(context, planned.actions)
    return plan_page(context.words, context.seat())


async def _keep(context: TableContext, actions: tuple[Action, ...]) -> None:
    """Keep what is planned from now on."""
    table = context.table
    plan = Plan(context.seat().next_turn, table.state_version, actions)
    await context.seat_after(
        context.services.notes.keep_plan(context.person.user_id, table.id, plan)
    )


# --- the turn has come ---------------------------------------------------------------------------


@handles
async def ask_planned(context: TableContext, _: planning.AskPlanned) -> Content:
    """Show what would come of the turn as it was planned, to be confirmed."""
    seat = context.asked()
    actions = planned_now(seat)
    if not actions:
        raise Refused(Refusal.STALE)
    page = line_page(context.words, seat, AskLine(actions), typed=False)
    forget = forget_button(context.words, seat)
    return replace(page, rows=with_further(page.rows, forget))


# --- the note ------------------------------------------------------------------------------------


@handles
async def ask_note(context: TableContext, _: planning.AskNote) -> TextForm:
    """The window for a note. Raises Refused for users who do not play the game."""
    table, seat = context.table, context.visit.seat
    if seat is None:
        raise Refused(Refusal.NOT_IN_GAME, game=table.name)
    return note_form(context.words, table.id, seat.notes.note)


@handles
async def keep_note(context: TableContext, intent: planning.KeepNote) -> Desk:
    """Keep a note, also while the game is paused."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    keeping = context.services.notes.keep_note(user_id, table_id, intent.note)
    seat, words = await context.seat_after(keeping), context.words
    if not intent.note.strip():
        return Desk(seat, words._("Note deleted."))
    return Desk(seat, words._("Note saved. Only you see it."))
