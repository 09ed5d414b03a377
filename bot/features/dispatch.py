"""Carrying out what a player wants at a table, each topic in its own module; or saying why not.

Nothing of Discord in here.
"""

from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import Person, Refusal, Refused, Seat, Status, Visit
from bot.features.board import handlers as looking
from bot.features.board.buttons import watch_button
from bot.features.board.desk import desk_page
from bot.features.board.time_left import missed_line
from bot.features.hints import handlers as hinting
from bot.features.hints.hint_rules import hint_rule_page
from bot.features.lobby import handlers as setting_up
from bot.features.lobby.set_up import set_up_page_of
from bot.features.pace import handlers as pacing
from bot.features.pace.pace_page import pace_page
from bot.features.planning import handlers as planning
from bot.features.preferences import handlers as preferring
from bot.features.proposals import handlers as agreeing
from bot.features.review import handlers as reviewing
from bot.features.rules.refusals import refusal_text, with_rule
from bot.features.seats import handlers as seating
from bot.features.turn import handlers as deciding
from bot.i18n import Words
from bot.intents import (
    Agreeing,
    AtTable,
    ChooseHintRule,
    Deciding,
    Hinting,
    Looking,
    Pacing,
    Planning,
    Preferring,
    Reviewing,
    Seating,
    SeeHintRule,
    SettingUp,
    Wish,
)
from bot.services import ServerRules
from engine import IllegalAction, Reason

_OF_HINT_RULE = SeeHintRule | ChooseHintRule


async def carry_out(errand: Errand) -> Content:
    """Do what is wanted, and answer what the player is shown.

    Raises Refused, or IllegalAction, if it cannot be done; then nothing has changed.
    """
    wanted = errand.wish.intent
    if not isinstance(wanted, AtTable):
        raise TypeError("this is answered without an errand to a table")
    if isinstance(wanted, Agreeing):
        return await agreeing.carry_out(errand, wanted)
    if isinstance(wanted, Deciding):
        return await deciding.carry_out(errand, wanted)
    if isinstance(wanted, Hinting):
        return await hinting.carry_out(errand, wanted)
    if isinstance(wanted, Looking):
        return await looking.carry_out(errand, wanted)
    if isinstance(wanted, Pacing):
        return await pacing.carry_out(errand, wanted)
    if isinstance(wanted, Planning):
        return await planning.carry_out(errand, wanted)
    if isinstance(wanted, Preferring):
        return await preferring.carry_out(errand, wanted)
    if isinstance(wanted, Reviewing):
        return await reviewing.carry_out(errand, wanted)
    if isinstance(wanted, Seating):
        return await seating.carry_out(errand, wanted)
    if isinstance(wanted, SettingUp):
        return await setting_up.carry_out(errand, wanted)
    assert_never(wanted)


def refused_page(
    words: Words,
    refusal: IllegalAction | Refused,
    visit: Visit,
    person: Person,
    wish: Wish,
    *,
    rules: ServerRules,
) -> Content:
    """Why not, with what can be done instead, as the table is now, and by the server's *rules*."""
    table, intent = visit.table, wish.intent
    refused = Content(refusal_text(words, refusal, table))
    if isinstance(refusal, Refused) and refusal.refusal is Refusal.NOT_IN_GAME:
        if table.view is None:
            return refused
        text = f"{refused.text} {words._('Watch it:')}"
        return Content(text, rows=((watch_button(words, table),),))
    if visit.seat is not None and visit.seat.goes_on and isinstance(intent, Pacing):
        return pace_page(words, table, rules, proposing=True).with_text_before(refused.text)
    if visit.seat is not None and visit.seat.goes_on and isinstance(intent, _OF_HINT_RULE):
        return hint_rule_page(words, table, proposing=True).with_text_before(refused.text)
    if visit.seat is not None and visit.seat.goes_on:
        page = agreeing.refused_at_table(words, visit.seat, wish, refused.text)
        if page is not None:
            return page
    if visit.seat is not None:
        said = _why_not(words, visit.seat, refusal, refused.text)
        return with_rule(words, desk_page(words, visit.seat, said=said), refusal)
    opens = table.status is Status.LOBBY and person.user_id == table.opener_id
    if opens and isinstance(intent, Pacing):
        return pace_page(words, table, rules, proposing=False).with_text_before(refused.text)
    if opens and isinstance(intent, _OF_HINT_RULE):
        return hint_rule_page(words, table, proposing=False).with_text_before(refused.text)
    if opens and isinstance(intent, SettingUp):
        return set_up_page_of(words, table, rules, intent).with_text_before(refused.text)
    return with_rule(words, refused, refusal)


def _why_not(words: Words, seat: Seat, refusal: IllegalAction | Refused, refused: str) -> str:
    """What the desk begins with; it says itself that the game is over."""
    if isinstance(refusal, Refused):
        if refusal.refusal is Refusal.GAME_OVER:
            return ""
        late = refusal.refusal is Refusal.STALE
    else:
        late = refusal.reason is Reason.NOT_YOUR_DECISION
    return (missed_line(words, seat) if late and not seat.decides else "") or refused
