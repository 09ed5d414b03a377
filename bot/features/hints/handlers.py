"""Handlers of hints: to have one, and to choose who may have any."""

import logging
from dataclasses import replace

from bot.content.message import Content
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain.hint_log import decision_number, is_hinted
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.engine_worker import NoAnswer
from bot.features.hints.hint_pages import ask_hint_page, hint_page, hint_rule_page
from bot.intents.hints import AskHint, ChooseHintRule, SeeBestTurn, SeeHintRule

log = logging.getLogger(__name__)


@handles
async def ask_hint(context: TableContext, _: AskHint) -> Content:
    """Show what a hint costs; the hint at once where that is known, or seen by no one else."""
    seat = context.asked()
    context.check_seen()
    table = seat.table
    known = is_hinted(table.round, context.person.user_id, decision_number(table))
    if known or table.against_computers(seat.number) or not seat.may_ask_hints_now:
        return await give_hint(context, SeeBestTurn())
    return ask_hint_page(context.words, seat)


@handles
async def give_hint(context: TableContext, intent: SeeBestTurn) -> Content:
    """The best turns, of which one is shown: computed, counted, and then told.

    What cannot be told is not counted; neither is what was decided meanwhile.
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
async def show_hint_rule(context: TableContext, _: SeeHintRule) -> Content:
    """Show who may ask for hints, and what else can be chosen."""
    return hint_rule_page(context.words, context.table, proposing=context.proposes())


@handles
async def choose_hint_rule(context: TableContext, intent: ChooseHintRule) -> Content:
    """Let the table have that rule, or propose it to those who play already."""
    words, services, before, person = context.words, context.services, context.table, context.person
    proposing = context.proposes()
    if proposing:
        question = Question(Topic.HINTS, hints=intent.rule)
        choosing = services.proposals.propose(before.id, person.user_id, question)
    else:
        choosing = services.hints.choose(before.id, person, intent.rule)
    after = await context.store(choosing)
    page = hint_rule_page(words, after, proposing=proposing)
    if not proposing or after.hints != before.hints:
        return page
    return page.with_text_before(words._("Proposed. I've asked the others."))


@on_refusal
async def refuse_hint_rule(
    context: TableContext, _: SeeHintRule | ChooseHintRule, why: str
) -> Content:
    """The page again."""
    proposing = context.visit.seat is not None
    page = hint_rule_page(context.words, context.table, proposing=proposing)
    return page.with_text_before(why)
