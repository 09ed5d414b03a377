"""Carrying out what players want who set something for themselves."""

from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import Refusal, Refused
from bot.features.board.desk import desk_page
from bot.features.learn.advising import advice_again, no_more_advice
from bot.features.preferences.preferences import preferences_page
from bot.intents import (
    Preferring,
    SeeSettings,
    SetAdvice,
    SetCalledIn,
    SetContrast,
    SetEndsTurn,
    SetMuted,
    SetOrder,
    Setting,
    TryDirects,
)
from bot.services import Services


async def carry_out(errand: Errand, wanted: Preferring) -> Content:
    """Set it, for this game if it can be, and answer what is set.

    Raises Refused if it cannot be set.
    """
    match wanted:
        case SetAdvice():
            return await _advice(errand, wanted)
        case TryDirects():
            return await _try_directs(errand)
    table_id, user_id = errand.playing().table.id, errand.person.user_id
    if not isinstance(wanted, SeeSettings):
        await errand.store(set_preference(errand.services, user_id, wanted, table_id))
        await errand.look_again()
    habits = await errand.services.preferences.habits(user_id)
    orders = await errand.services.preferences.standing_orders(user_id, table_id)
    return preferences_page(errand.words, habits, orders, errand.playing())


async def _advice(errand: Errand, wanted: SetAdvice) -> Content:
    """Give advice or not, in all games, and answer the desk on which that was pressed."""
    errand.seat()
    await errand.store(set_preference(errand.services, errand.person.user_id, wanted))
    await errand.look_again()
    said = advice_again(errand.words) if wanted.wanted else no_more_advice(errand.words)
    return desk_page(errand.words, errand.seat(), said=said)


async def _try_directs(errand: Errand) -> Content:
    errand.playing()
    await errand.store(errand.services.people.try_directs(errand.person.user_id))
    return Content(
        errand.words._(
            "I try it: if your direct messages are open now, your desk comes there. If "
            "it does not, allow messages from members of this server in its privacy "
            "settings; until then the button here shows you everything."
        )
    )


async def set_preference(
    services: Services, user_id: int, wanted: Setting, table_id: int | None = None
) -> None:
    """Set something for all games of a user, or for one.

    Raises Refused for what is never set so: only buttons of another version want it.
    """
    match wanted:
        case SetCalledIn(place):
            await services.preferences.call_in(user_id, place, table_id)
        case SetOrder(order):
            await services.preferences.set_standing_order(user_id, order, table_id)
        case SetMuted(muted) if table_id is not None:
            await services.preferences.mute(user_id, table_id, muted=muted)
        case SetEndsTurn(ends) if table_id is None:
            await services.preferences.end_turns(user_id, ends=ends)
        case SetContrast(high) if table_id is None:
            await services.preferences.draw_in_contrast(user_id, high=high)
        case SetAdvice(advice) if table_id is None:
            await services.preferences.give_advice(user_id, wanted=advice)
        case SetMuted() | SetEndsTurn() | SetContrast() | SetAdvice():
            raise Refused(Refusal.STALE)
        case _:
            assert_never(wanted)
