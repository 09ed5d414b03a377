"""Planning the next turn, and a note to oneself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.content.message import Answer, Button, Content, Desk, Picture, Row, Style, TextForm
from bot.content.names import game_name, harmless, safe_names
from bot.content.pictures import conflict_picture, desk_picture
from bot.content.pressing import back_to, own_address, with_further
from bot.content.shortening import last_lines
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain.entries import Acted
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import NOTE_LIMIT, Plan, Seat
from bot.domain.table import TO_UNDO, Turn
from bot.i18n import Words
from bot.intents import Address, Intent, UserRequest, planning
from bot.intents.turn import AskLine
from bot.parts.buttons import NOTE_SIGN, back, closer, note_button, try_button
from bot.parts.in_words import words_beside
from bot.parts.refusal_texts import refusal_text, with_rule
from bot.parts.turn.acting import ONCE, ImaginedTurn, asked_next, page_or_actions
from bot.parts.turn.actions import action_label, actions_text, decision_text
from bot.parts.turn.conflicts import conflict_text
from bot.parts.turn.line import line_page
from engine import (
    Action,
    ActionDecision,
    AddDecision,
    EndTurn,
    IllegalAction,
    Planned,
    Stop,
    can_plan,
    plan_turn,
)

# --- the plan -----------------------------------------------------------------------------------


@handles
async def see_plan(context: TableContext, _: planning.SeePlan) -> Content:
    """Show the plan."""
    return plan_page(context.words, context.asked())


@handles
async def in_plan(context: TableContext, intent: planning.InPlan) -> Content:
    """Handle a press on a button of a turn in the plan."""
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
                if (refusal := planner.planned.view.refusal(actions[0])) is not None:
                    raise refusal
                planned = plan_turn(context.seat().view, (*planner.planned.actions, *actions))
                return plan_page(context.words, await _keep(context, planned.actions))
    except IllegalAction as illegal:
        why = refusal_text(context.words, illegal, context.table)
        return with_rule(context.words, plan_page(context.words, context.seat(), why), illegal)


@handles
async def step_back(context: TableContext, intent: planning.StepBack) -> Content:
    """Take the last planned decision back."""
    planner, outdated = _planner(context, intent.steps)
    if planner is None:
        return outdated
    return plan_page(context.words, await _keep(context, planner.planned.actions[:-1]))


@handles
async def ask_whether_it_plays(
    context: TableContext, intent: planning.AskWhetherItPlays
) -> Content:
    """Show what happens if the plan plays itself, to be confirmed."""
    planner, outdated = _planner(context, intent.steps)
    if planner is None:
        return outdated
    if not planner.planned.is_whole_turn:
        return plan_page(context.words, planner.own)
    return by_itself_page(context.words, planner)


@handles
async def let_it_play(context: TableContext, intent: planning.LetItPlay) -> Content:
    """Let the plan play itself, or ask."""
    words, (planner, outdated) = context.words, _planner(context, intent.steps)
    if planner is None:
        return outdated
    if not intent.by_itself:
        said = words._("I'll ask you when your turn comes.")
        return plan_page(words, await _keep(context, planner.planned.actions), said)
    if not planner.planned.is_whole_turn:
        return plan_page(words, planner.own)
    table, own, user_id = context.table, planner.own, context.person.user_id
    plan = Plan(own.next_turn, table.state_version, planner.planned.actions)
    keeping = context.services.notes.let_plan_play(user_id, table.id, plan)
    return plan_page(words, await context.seat_after(keeping))


@on_refusal
async def refuse_plan(context: TableContext, _: planning.LetItPlay, why: str) -> Content | None:
    """Show the plan as it is now: its turn has come, or the board has changed."""
    return None if context.visit.seat is None else plan_page(context.words, context.visit.seat, why)


@handles
async def forget_plan(context: TableContext, _: planning.ForgetPlan) -> Answer:
    """Delete the plan."""
    context.asked()
    seat, said = await _keep(context, ()), context.words._("Plan deleted.")
    return Desk(seat, said) if seat.decides else plan_page(context.words, seat, said)


def _planner(context: TableContext, steps: int) -> tuple[Planner | None, Content]:
    """The planner if the plan is as on the pressed page, else None and the current page."""
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


async def _keep(context: TableContext, actions: tuple[Action, ...]) -> Seat:
    """Store the plan. Returns the seat with it."""
    table, user_id = context.table, context.person.user_id
    plan = Plan(context.seat().next_turn, table.state_version, actions)
    return await context.seat_after(context.services.notes.keep_plan(user_id, table.id, plan))


# --- the turn has come ---------------------------------------------------------------------------


@handles
async def ask_planned(context: TableContext, _: planning.AskPlanned) -> Content:
    """Show the consequences of the planned turn, to be confirmed."""
    seat = context.asked()
    actions = planned_now(seat)
    if not actions:
        raise Refused(Refusal.STALE)
    page = line_page(context.words, seat, AskLine(actions), typed=False)
    return replace(page, rows=with_further(page.rows, forget_button(context.words, seat)))


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
    """Save the note, also while the game is paused."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    keeping = context.services.notes.keep_note(user_id, table_id, intent.note)
    seat, words = await context.seat_after(keeping), context.words
    saved, deleted = words._("Note saved. Only you see it."), words._("Note deleted.")
    return Desk(seat, saved if intent.note.strip() else deleted)


_ROOM = 900
"""Characters for what the plan leads to."""
PLAN_SIGN = "🗒️"
BY_ITSELF_SIGN = "⏩"


@dataclass(frozen=True, slots=True)
class Planner(ImaginedTurn):
    """A player's next turn, with the plan so far."""

    words: Words
    own: Seat
    """The seat in the game as it is."""
    planned: Planned = field(repr=False)

    @classmethod
    def at(cls, words: Words, own: Seat) -> Planner:
        """The next turn of a seat, with the part of its plan that is still possible.

        Raises LookupError in the middle of an action: nothing can be planned then.
        """
        actions = own.plan.actions if own.plan is not None else ()
        return cls(words, own, plan_turn(own.view, actions))

    @property
    def seat(self) -> Seat:
        """The seat, as if it were its turn and the plan were played."""
        own = self.own
        entries = tuple(
            Acted(
                step.action,
                step.events,
                final=True,  # what is planned has its own way back
                seq=seq,
                turn=own.next_turn,
                seat=own.number,
                user_id=own.player.user_id,
                at=ONCE,
            )
            for seq, step in enumerate(self.planned.steps, start=own.table.version + 1)
        )
        turn = Turn(own.next_turn, own.number, entries)
        table = replace(own.table, turn=turn.number, turns=(turn,), view=self.planned.view.public())
        return replace(own, table=table, view=self.planned.view)

    def to(self, intent: Intent) -> UserRequest:
        """The request of an *intent* in this plan, as it is now."""
        return own_address(self.own).to(planning.InPlan(len(self.planned.steps), intent))


# --- the page ------------------------------------------------------------------------------------


def plan_page(words: Words, seat: Seat, said: str = "") -> Content:
    """The plan of the next turn, below *said*, the answer to a press.

    Where nothing can be planned it says why.
    """
    if seat.decides or not can_plan(seat.view):
        return _no_plan_now(words, seat, said)
    planner = Planner.at(words, seat)
    then, stop = planner.seat, planner.planned.stop
    lines = [
        *filter(None, (said,)),
        words._(
            "{game}: plan your next turn. Only you see it, and nothing counts yet.",
            game=game_name(seat.table),
        ),
        *last_lines([f"> {line}" for line in _decisions(planner)], _ROOM).split("\n"),
        *_changed(planner),
        "",
    ]
    name = f"plan-{seat.table.id}"
    picture = desk_picture(words, then, name, planner.planned.events, planned=True)
    rows: tuple[Row, ...] = ()
    if stop is not None:
        text, card = _stopped(planner, stop, name)
        lines.append(text)
        picture = card or picture
    else:
        question = asked_next(words, then, name)
        rows = question.rows
        lines.append(question.text)
    lines += [*_by_itself_lines(planner), *note_lines(seat)]
    in_words = words_beside(words, then.table, picture, then)
    further = (*_ways(planner), *planner.buttons((*closer(words, then.table), *in_words)))
    nowhere = (try_button(words, seat), note_button(words, seat), back(words, seat.table))
    text = re.sub(r"\n{2,}", "\n\n", "\n".join(lines))
    return Content(text, picture, rows=with_further(planner.rows(rows), *further, *nowhere))


def _no_plan_now(words: Words, seat: Seat, said: str) -> Content:
    game = game_name(seat.table)
    if seat.decides:
        why = words._("{game}: it's your decision. Play on your desk.", game=game)
    else:
        why = words._("{game}: an action is under way. Plan when it's over.", game=game)
    lines = [*filter(None, (said,)), why, *planned_lines(words, seat), *note_lines(seat)]
    nowhere = (try_button(words, seat), note_button(words, seat), back(words, seat.table))
    buttons = (*planned_buttons(words, seat), *nowhere)
    return Content("\n".join(lines), rows=(buttons,))


def _decisions(planner: Planner) -> Iterator[str]:
    names = safe_names(planner.own.table)
    for step in planner.planned.steps:
        yield decision_text(planner.words, step.action, step.events, names)


def _changed(planner: Planner) -> Iterator[str]:
    words, plan = planner.words, planner.own.plan
    if plan is None or plan.seen == planner.own.table.state_version:
        return
    if not planner.planned.dropped:
        yield words._("The board has changed, but your whole plan is still possible.")
    for each in planner.planned.dropped:
        if each.refusal is None:
            yield words._(
                "Left out of your plan: {part}. It depends on something no one knows yet.",
                part=action_label(words, each.action),
            )
        else:
            yield words._(
                "Left out of your plan: {part}. {why}",
                part=action_label(words, each.action),
                why=refusal_text(words, each.refusal, planner.own.table),
            )


def _stopped(planner: Planner, stop: Stop, name: str) -> tuple[str, Picture | None]:
    """The reason why a plan ends there, and the card of a conflict."""
    words, then = planner.words, planner.seat
    decision = then.view.decision
    match stop:
        case Stop.HIDDEN:
            text: str = words._("After that you draw tiles. The plan ends here.")
            return text, None
        case Stop.TURN:
            return words._("After that your turn is over."), None
        case Stop.CONFLICT if isinstance(decision, AddDecision):
            conflict = decision.conflict
            text = words._(
                "A conflict follows. No one knows what others will add, so the plan ends here."
            )
            if conflict.deciding.seat == then.number:
                text = f"{conflict_text(words, then, conflict)}\n{text}"
            return text, conflict_picture(words, then, conflict, name)
        case _:
            text = words._(
                "After that {player} decides. The plan ends here.",
                player=safe_names(then.table)[decision.seat],
            )
            return text, None


def _ways(planner: Planner) -> tuple[Button, ...]:
    """Buttons that take back a step and delete the plan; empty without one."""
    if planner.own.plan is None:
        return ()
    forget = forget_button(planner.words, planner.own)
    steps = len(planner.planned.steps)
    if not steps:
        return (forget,)
    step = own_address(planner.own).to(planning.StepBack(steps))
    back_a_step = Button(planner.words._("Step back"), step, emoji="↩️")
    return (*_by_itself_buttons(planner), back_a_step, forget)


# --- a plan that plays itself --------------------------------------------------------------------


def by_itself_page(words: Words, planner: Planner) -> Content:
    """Says exactly what a plan that plays itself does, to be confirmed."""
    own = planner.own
    address, steps = own_address(own), len(planner.planned.steps)
    lines = [
        words._("{game}: let this plan play itself?", game=game_name(own.table)),
        *last_lines([f"> {line}" for line in _decisions(planner)], _ROOM).split("\n"),
        "",
        words._(
            "When your turn comes, I play all of it, whatever it scores by then. If a part isn't "
            "allowed any more or starts a conflict, I ask you as usual."
        ),
        words._("I wait as long as you usually do, so no one can tell that you had a plan."),
        *_until_it_ends(planner),
        words._("You aren't pinged, unless I have to ask you.")
        if own.table.calls_unseen(own.player)
        else words._("You're pinged as usual, as everyone can see that."),
    ]
    play = address.to(planning.LetItPlay(by_itself=True, steps=steps))
    return Content(
        "\n".join(lines),
        rows=(
            (
                Button(words._("Let it play itself"), play, Style.MAIN, BY_ITSELF_SIGN),
                back_to(words, Address(own.table.id, own.number).to(planning.SeePlan())),
            ),
        ),
    )


def _until_it_ends(planner: Planner) -> Iterator[str]:
    """How long it can be undone, and what is asked at the end."""
    words, own = planner.words, planner.own
    if planner.planned.actions[0] != EndTurn():
        yield words.ngettext(
            "After that you have at least {count} second to undo.",
            "After that you have at least {count} seconds to undo.",
            int(TO_UNDO.total_seconds()),
        )
    if own.view.display is not None and not own.player.draws_from_bag:
        yield words._("At the end I ask you which tiles you draw.")


def _by_itself_lines(planner: Planner) -> Iterator[str]:
    words, plan = planner.words, planner.own.plan
    if plan is None or not plan.by_itself:
        return
    if planner.planned.is_whole_turn:
        line = words._("It plays itself when your turn comes.")
    else:
        line = words._("It can't play itself on this board, so I'd ask you.")
    yield f"{BY_ITSELF_SIGN} {line}"


def _by_itself_buttons(planner: Planner) -> tuple[Button, ...]:
    words, plan, steps = planner.words, planner.own.plan, len(planner.planned.steps)
    address = own_address(planner.own)
    if plan is not None and plan.by_itself:
        ask = address.to(planning.LetItPlay(by_itself=False, steps=steps))
        return (Button(words._("Ask me instead"), ask, emoji="✋"),)
    if not planner.planned.is_whole_turn:
        return ()
    let = address.to(planning.AskWhetherItPlays(steps))
    return (Button(words._("Let it play itself"), let, emoji=BY_ITSELF_SIGN),)


# --- on the desk ---------------------------------------------------------------------------------


def plan_button(words: Words, seat: Seat) -> Button:
    """To the plan of the next turn."""
    return Button(
        words._("Plan"), Address(seat.table.id, seat.number).to(planning.SeePlan()), emoji=PLAN_SIGN
    )


def forget_button(words: Words, seat: Seat) -> Button:
    """The button that deletes the plan."""
    address = Address(seat.table.id, seat.number)
    return Button(words._("Delete plan"), address.to(planning.ForgetPlan()), emoji="🗑️")


def planned_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button that plays the turn as planned; empty if nothing of that is possible."""
    if not planned_now(seat):
        return ()
    return (
        Button(
            words._("As planned"),
            own_address(seat).to(planning.AskPlanned()),
            Style.MAIN,
            PLAN_SIGN,
        ),
    )


def planned_now(seat: Seat) -> tuple[Action, ...]:
    """The planned actions that can be played in the current turn, as far as is known."""
    planned = _in_turn(seat)
    if planned is None:
        return ()
    later = [each.action for each in planned.dropped if each.refusal is None]
    return (*planned.actions, *later) if planned.steps else ()


def planned_lines(words: Words, seat: Seat) -> list[str]:
    """Lines about the plan for the current turn, and what of it is no longer possible.

    For one that plays itself, that it will or that it has.
    """
    if (played := seat.played_itself) is not None:
        line = words._("Your plan played itself: {line}", line=actions_text(words, played.actions))
        ends = [words._("Your turn ends by itself soon.")] if seat.plays_itself else []
        return [f"{BY_ITSELF_SIGN} {each}" for each in (line, *ends)]
    planned = _in_turn(seat)
    if planned is None:
        return []
    gone = [each.action for each in planned.dropped if each.refusal is not None]
    lines = []
    if possible := planned_now(seat):
        lines.append(words._("You planned: {line}", line=actions_text(words, possible)))
    if gone:
        lines.append(words._("No longer possible: {line}", line=actions_text(words, gone)))
    said = [f"{PLAN_SIGN} {line}" for line in lines]
    if seat.plays_itself:
        said.append(f"{BY_ITSELF_SIGN} {words._('It plays itself later, unless you play first.')}")
    return said


def note_lines(seat: Seat) -> list[str]:
    """The player's note, which formats nothing and mentions nobody."""
    return [f"{NOTE_SIGN} {harmless(seat.notes.note)}"] if seat.notes.note else []


def note_form(words: Words, table_id: int, note: str) -> TextForm:
    """The window for a note, with the current one in it."""
    request = Address(table_id).to(planning.KeepNote(""))
    label = words._("Only you see it, on your desk")
    return TextForm(
        words._("A note to yourself"), request, label, NOTE_LIMIT, written=note, optional=True
    )


def _in_turn(seat: Seat) -> Planned | None:
    """The plan applied to the current turn; None without a plan or without actions left."""
    view, plan = seat.view, seat.plan
    if plan is None or not seat.decides or not view.actions_left:
        return None
    if not isinstance(view.decision, ActionDecision):
        return None
    return plan_turn(view, plan.actions)
