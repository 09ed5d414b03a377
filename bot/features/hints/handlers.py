"""Carrying out what a player wants of hints: to have one, and to choose who may have any."""

import logging
from dataclasses import replace
from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import HintRule, Question, Refusal, Refused, Status, Table, Topic, check_configures
from bot.engine_worker import NoAnswer
from bot.features.hints.hint_page import hint_page
from bot.features.hints.hint_rules import hint_rule_page
from bot.intents import ChooseHintRule, Hinting, SeeBestTurn, SeeHintRule

log = logging.getLogger(__name__)


async def carry_out(errand: Errand, wanted: Hinting) -> Content:
    """Do it, and answer it. Raises Refused, or IllegalAction, if it cannot be done."""
    match wanted:
        case SeeBestTurn(number):
            return await _hint(errand, number)
        case SeeHintRule():
            return hint_rule_page(errand.words, errand.table, proposing=_proposes(errand))
        case ChooseHintRule(rule):
            return await _choose(errand, rule)
        case _:
            assert_never(wanted)


async def _hint(errand: Errand, number: int) -> Content:
    """The best turns, of which one is shown: thought out, counted, and then told.

    Whatever cannot be told is not counted; and what has been decided meanwhile, neither.
    """
    seat = errand.asked()
    errand.check_seen()
    table, user_id = seat.table, errand.person.user_id
    asked = await errand.services.hints.to_hint(table.id, user_id, table.state_version)
    try:
        turns = await errand.hinter.best_turns(errand.minds, table.id, table.state_version, asked)
    except NoAnswer as none:
        log.warning("game %d: no hint: %s", table.id, none)
        raise Refused(Refusal.NO_HINT_NOW, game=table.name) from None
    await errand.store(errand.services.hints.count(table.id, user_id, table.state_version))
    await errand.look_again()
    now = replace(seat, table=replace(seat.table, hinted=errand.table.hinted))
    return hint_page(errand.words, now, turns, number)


def _proposes(errand: Errand) -> bool:
    """Whether it is proposed, and not chosen. Raises Refused for whoever can do neither."""
    if errand.table.status is Status.LOBBY:
        check_configures(errand.table, errand.person)
        return False
    errand.playing()
    return True


async def _choose(errand: Errand, rule: HintRule) -> Content:
    """Let the table have that rule, or propose it to those who play already."""
    words, before = errand.words, errand.table
    proposing = _proposes(errand)
    after = await errand.store(_chosen(errand, rule))
    page = hint_rule_page(words, after, proposing=proposing)
    if not proposing or after.hints != before.hints:
        return page
    return page.with_text_before(words._("That is proposed to the others now."))


async def _chosen(errand: Errand, rule: HintRule) -> Table:
    services, table, person = errand.services, errand.table, errand.person
    if table.status is Status.LOBBY:
        return await services.hints.choose(table.id, person, rule)
    return await services.proposals.propose(
        table.id, person.user_id, Question(Topic.HINTS, hints=rule)
    )
