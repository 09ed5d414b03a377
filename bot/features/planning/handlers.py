"""Carrying out what a player wants who plans the next turn: in the plan, and not in the game."""

from dataclasses import replace
from typing import assert_never

from bot.content.content import Content
from bot.content.pressing import with_further
from bot.dispatch.errand import Errand
from bot.domain import Plan, Refusal, Refused
from bot.features.board.desk import desk_page
from bot.features.board.in_words import in_words_page
from bot.features.board.why_not import why_not
from bot.features.board.zooming import zoom_on_spaces, zoom_page
from bot.features.planning.pages import (
    Planner,
    board_changed,
    forget_button,
    forgotten,
    kept,
    plan_changed,
    plan_page,
    planned_now,
)
from bot.features.rules.refusals import refusal_text, with_rule
from bot.features.turn.confirming import confirm_end, second_look
from bot.features.turn.keypad import choose_space
from bot.features.turn.line import line_page
from bot.features.turn.swapping import choose_swap
from bot.intents import (
    Act,
    AskEnd,
    AskLine,
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
from engine import Action, Catastrophe, EndTurn, IllegalAction, can_plan, plan_turn


async def carry_out(errand: Errand, wanted: Planning) -> Content:
    """Do it, and answer what the player is shown. Raises Refused, or IllegalAction."""
    words = errand.words
    errand.asked()
    match wanted:
        case SeePlan():
            return plan_page(words, errand.seat())
        case InPlan():
            return await _in_plan(errand, wanted)
        case StepBack(steps):
            return await _step_back(errand, steps)
        case ForgetPlan():
            await _keep(errand, ())
            shown = desk_page if errand.seat().decides else plan_page
            return shown(words, errand.seat(), said=forgotten(words))
        case AskPlanned():
            return _as_planned(errand)
        case KeepNote(note):
            return await _keep_note(errand, note)
        case _:
            assert_never(wanted)


# --- the plan -----------------------------------------------------------------------------------


async def _in_plan(errand: Errand, wanted: InPlan) -> Content:
    """Do in the plan what a button of a turn means."""
    planner, outdated = _planner(errand, wanted.steps)
    if planner is None:
        return outdated
    try:
        return await _done(errand, planner, parse_intent(wanted.text, wanted.values))
    except IllegalAction as illegal:
        why = refusal_text(errand.words, illegal, errand.table)
        return with_rule(errand.words, plan_page(errand.words, errand.seat(), why), illegal)


async def _step_back(errand: Errand, steps: int) -> Content:
    planner, outdated = _planner(errand, steps)
    if planner is None:
        return outdated
    await _keep(errand, planner.planned.actions[:-1])
    return plan_page(errand.words, errand.seat())


def _planner(errand: Errand, steps: int) -> tuple[Planner | None, Content]:
    """Whoever plans, if the plan is as it was when it was shown; or how it is now."""
    words, seat = errand.words, errand.seat()
    if seat.decides or not can_plan(seat.view):
        return None, plan_page(words, seat)
    if errand.seen not in {None, seat.table.state_version}:
        return None, plan_page(words, seat, board_changed(words))
    planner = Planner.at(words, seat)
    if len(planner.planned.steps) != steps:
        return None, plan_page(words, seat, plan_changed(words))
    return planner, Content("")


async def _done(errand: Errand, planner: Planner, intent: Intent) -> Content:
    """What is shown of the plan, or what comes of one more decision in it.

    Raises IllegalAction if the rules forbid it.
    """
    words, seat = errand.words, planner.seat
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
            return await _take(errand, planner, EndTurn())
        case Move(action) | Tap(action):
            shown_first = second_look(words, seat, action)
            if shown_first is not None:
                return planner.for_plan(shown_first)
            return await _take(errand, planner, action)
        case Act(action) | Pick(_, action):
            return await _take(errand, planner, action)
        case PlayLine(actions):
            return await _take(errand, planner, *actions)
        case _:  # back to the plan
            return plan_page(words, errand.seat())


async def _take(errand: Errand, planner: Planner, *actions: Action) -> Content:
    """Plan further decisions."""
    first, *_ = actions
    if refusal := planner.planned.view.refusal(first):
        raise refusal
    planned = plan_turn(errand.seat().view, (*planner.planned.actions, *actions))
    await _keep(errand, planned.actions)
    return plan_page(errand.words, errand.seat())


async def _keep(errand: Errand, actions: tuple[Action, ...]) -> None:
    """Keep what is planned from now on."""
    table = errand.table
    plan = Plan(errand.seat().next_turn, table.state_version, actions)
    await errand.store(errand.services.notes.keep_plan(errand.person.user_id, table.id, plan))
    await errand.look_again()


# --- the turn has come ---------------------------------------------------------------------------


def _as_planned(errand: Errand) -> Content:
    """What would come of the turn as it was planned, to be confirmed."""
    seat = errand.seat()
    actions = planned_now(seat)
    if not actions:
        raise Refused(Refusal.STALE)
    page = line_page(errand.words, seat, AskLine(actions))
    forget = forget_button(errand.words, seat)
    return replace(page, rows=with_further(page.rows, forget))


# --- the note ------------------------------------------------------------------------------------


async def _keep_note(errand: Errand, note: str) -> Content:
    await errand.store(
        errand.services.notes.keep_note(errand.person.user_id, errand.table.id, note)
    )
    await errand.look_again()
    return desk_page(errand.words, errand.seat(), said=kept(errand.words, note))
