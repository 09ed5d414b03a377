"""Hints, and the rule for who may ask for them."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.content.message import Button, Content, Picture, Style
from bot.content.names import game_name, safe_names
from bot.content.pictures import conflict_picture, planned_picture
from bot.content.pressing import own_address
from bot.content.shortening import first_lines
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain.hint_log import decision_number, hints_used, is_hinted
from bot.domain.hint_rule import HintRule
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat
from bot.domain.table import Table
from bot.engine_worker import NoAnswer
from bot.i18n import Words
from bot.i18n.events import sentences
from bot.i18n.hint_texts import hint_rule_text, reasons_text, share_text
from bot.intents import Address, hints
from bot.intents.turn import Act, AskLine
from bot.parts.buttons import HINT_SIGN, back, legend_button
from bot.parts.choices import back_from_choice, choice_line
from bot.parts.turn.actions import actions_text
from bot.parts.turn.line import Judged, after_line, judge
from bot.parts.turn.prompts import answers
from engine import ActionDecision, AddDecision, BestTurn, Preview, WarDecision

log = logging.getLogger(__name__)


@handles
async def ask_hint(context: TableContext, _: hints.AskHint) -> Content:
    """Show the price of a hint; the hint at once if it is free or nobody else would see."""
    seat = context.asked()
    context.check_seen()
    table = seat.table
    known = is_hinted(table.round, context.person.user_id, decision_number(table))
    if known or table.against_computers(seat.number) or not seat.may_ask_hints_now:
        return await give_hint(context, hints.SeeBestTurn())
    return ask_hint_page(context.words, seat)


@handles
async def give_hint(context: TableContext, intent: hints.SeeBestTurn) -> Content:
    """Compute the best turns, count the hint, then show one of them.

    A hint is not counted if it cannot be computed, or if the decision was taken meanwhile.
    """
    seat = context.asked()
    context.check_seen()
    table, user_id = seat.table, context.person.user_id
    asked = await context.services.hints.to_hint(table.id, user_id, table.state_version)
    try:
        turns = await context.hint_cache.best_turns(
            context.worker, table.id, table.state_version, asked
        )
    except NoAnswer as none:
        log.warning("game %d: no hint: %s", table.id, none)
        raise Refused(Refusal.NO_HINT_NOW, game=table.name) from None
    await context.store(context.services.hints.count(table.id, user_id, table.state_version))
    await context.look_again()
    now = replace(seat, table=replace(seat.table, hinted=context.table.hinted))
    return hint_page(context.words, now, turns, intent.number)


@handles
async def show_hint_rule(context: TableContext, _: hints.SeeHintRule) -> Content:
    """Show the rule for hints. Raises Refused for users who may not change it."""
    context.proposes()
    return hint_rule_page(context.words, context.table)


@handles
async def choose_hint_rule(context: TableContext, intent: hints.ChooseHintRule) -> Content:
    """Set that rule, or propose it to the players of a running game."""
    services, before, person = context.services, context.table, context.person
    proposes = context.proposes()
    if proposes:
        question = Question(Topic.HINTS, hints=intent.rule)
        choosing = services.proposals.propose(before.id, person.user_id, question)
    else:
        choosing = services.hints.choose(before.id, person, intent.rule)
    after = await context.store(choosing)
    page = hint_rule_page(context.words, after)
    if not proposes or after.hints != before.hints:
        return page
    return page.with_text_before(context.words._("Proposed. I've asked the others."))


@on_refusal
async def refuse_hint_rule(
    context: TableContext, _: hints.SeeHintRule | hints.ChooseHintRule, why: str
) -> Content:
    """The page again, with the reason."""
    return hint_rule_page(context.words, context.table).with_text_before(why)


_ROOM = 900
"""Characters for what a turn leads to."""


def ask_hint_page(words: Words, seat: Seat) -> Content:
    """The price of a hint, with the button that shows it."""
    asked = words._("A hint counts: at the end everyone sees how many you used. Show it?")
    text = "\n".join((f"{HINT_SIGN} {asked}", *_counted(words, seat)))
    show = own_address(seat).to(hints.SeeBestTurn())
    row = (Button(words._("Show the hint"), show, Style.MAIN), back(words, seat.table))
    return Content(text, rows=(row,))


def hint_page(words: Words, seat: Seat, turns: Sequence[BestTurn], number: int) -> Content:
    """The best *turns*, best first, with the consequences and the picture of one *number*."""
    number = min(number, len(turns) - 1)
    shown = turns[number]
    judged = judge(seat.view, shown.actions)
    names = safe_names(seat.table)
    heading = words._("{game}: a hint, for you only.", game=game_name(seat.table))
    lines = [
        f"{HINT_SIGN} {heading}",
        words._("A computer would play this, from what you can see. It can be wrong."),
        *(_in_short(words, seat, each, at, shown=at == number) for at, each in enumerate(turns)),
    ]
    if shown.benefits:
        conflict = AddDecision | WarDecision
        is_open = any(isinstance(view.decision, conflict) for view in (seat.view, judged.known))
        lines.append(reasons_text(words, shown.benefits, names, likely=is_open))
    happens = (*sentences(words, judged.played.events, names), *after_line(words, seat, judged))
    effects = first_lines([f"> {line}" for line in happens], _ROOM)
    lines += ["", words._("What would happen:"), effects, "", *_counted(words, seat)]
    others = tuple(
        Button(
            words._("Hint {number}", number=at + 1),
            own_address(seat).to(hints.SeeBestTurn(at)),
            Style.CHOSEN if at == number else Style.PLAIN,
        )
        for at in range(len(turns))
        if len(turns) > 1
    )
    last = (
        *_play(words, seat, shown),
        legend_button(words, seat.table.id),
        back(words, seat.table),
    )
    rows = (others, last) if others else (last,)
    return Content("\n".join(lines).strip(), _picture(words, seat, judged), rows=rows)


def _in_short(words: Words, seat: Seat, turn: BestTurn, at: int, *, shown: bool) -> str:
    """A turn in a line, with the expected share after it."""
    label = _label(words, seat, turn)
    return words._(
        "{number}. {line}. {share}",
        number=at + 1,
        line=f"**{label}**" if shown else label,
        share=share_text(words, turn.share),
    )


def _label(words: Words, seat: Seat, turn: BestTurn) -> str:
    """The decisions of a turn; the answer to a question is named as on its button."""
    if not isinstance(seat.view.decision, ActionDecision):
        (action, *_) = turn.actions
        for answer in answers(words, seat):
            if answer.action == action:
                return answer.label
    return actions_text(words, turn.actions)


def _play(words: Words, seat: Seat, turn: BestTurn) -> tuple[Button, ...]:
    """The button that answers a question, or leads to a turn as if it had been typed."""
    address = own_address(seat)
    if not isinstance(seat.view.decision, ActionDecision):
        return (Button(words._("Do this"), address.to(Act(turn.actions[0])), Style.MAIN),)
    play = address.to(AskLine(turn.actions))
    if not play.fits:
        return ()
    return (Button(words._("Play it …"), play, Style.MAIN),)


def _picture(words: Words, seat: Seat, judged: Judged) -> Picture:
    """The board after a turn, or the card of a conflict to which tiles are added."""
    after = judged.known.decision
    if isinstance(seat.view.decision, AddDecision) and isinstance(after, AddDecision):
        return conflict_picture(words, seat, after.conflict, f"preview-{seat.table.id}")
    return planned_picture(words, seat, Preview(judged.known.public(), judged.played.events))


def _counted(words: Words, seat: Seat) -> list[str]:
    player = (seat.number, seat.player.user_id)
    used = hints_used(seat.table)
    own = sum(each.count for each in used if (each.seat, each.user_id) == player)
    if not own:
        return []
    return [
        words.ngettext(
            "You have used {count} hint so far.", "You have used {count} hints so far.", own
        )
    ]


# --- who may ask for hints -----------------------------------------------------------------------


def hint_rule_page(words: Words, table: Table) -> Content:
    """The rule for hints, and others that can be chosen or proposed."""
    lines = [
        words._(
            "Hints in {game}: {rule}.",
            game=game_name(table),
            rule=hint_rule_text(words, table.hints),
        ),
        words._(
            "A hint shows what a computer would do in your place, from what you can see. At the "
            "end everyone sees how many each player used."
        ),
        "",
        choice_line(words, table),
    ]
    rules = tuple(
        Button(
            words._(rule.button),
            Address(table.id).to(hints.ChooseHintRule(rule)),
            Style.CHOSEN if rule is table.hints else Style.PLAIN,
        )
        for rule in HintRule
    )
    return Content("\n".join(lines), rows=(rules, (back_from_choice(words, table),)))
