"""Handlers of what players set for themselves, in one game or in all."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias, assert_never

from bot.content.message import Content, Desk
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.game_lookup import Purpose
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Visit
from bot.features.preferences.preferences_pages import (
    preferences_page,
    usual_preferences_page,
)
from bot.i18n.catalogue import languages
from bot.intents.preferences import (
    SeeSettings,
    SetCalledIn,
    SetLanguage,
    SetMuted,
    SetOrder,
    SetSwitch,
    TryDirects,
)

_Setting: TypeAlias = SetCalledIn | SetOrder | SetMuted | SetSwitch | SetLanguage

# --- in one game ---------------------------------------------------------------------------------


@handles
async def see_settings(context: TableContext, _: SeeSettings) -> Content:
    """Show what is set for this game."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    habits = await context.services.preferences.habits(user_id)
    orders = await context.services.preferences.standing_orders(user_id, table_id)
    return preferences_page(context.words, habits, orders, context.playing())


@handles
async def set_here(context: TableContext, intent: SetCalledIn | SetOrder | SetMuted) -> Content:
    """Set it for this game."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    preferences = context.services.preferences
    match intent:
        case SetCalledIn(place):
            setting = preferences.call_in(user_id, place, table_id)
        case SetOrder(order):
            setting = preferences.set_standing_order(user_id, order, table_id)
        case SetMuted(muted):
            setting = preferences.mute(user_id, table_id, muted=muted)
    await context.seat_after(setting)
    return await see_settings(context, SeeSettings())


@handles
async def switch_on_desk(context: TableContext, intent: SetSwitch) -> Desk:
    """Give advice or not, in all games, and answer the desk on which that was pressed.

    Raises Refused for all else: only buttons of another version want it on a page of one game.
    """
    if intent.habit != "advice":
        context.playing()
        raise Refused(Refusal.STALE)
    context.seat()
    switching = context.services.preferences.switch(context.person.user_id, advice=intent.on)
    seat, words = await context.seat_after(switching), context.words
    if intent.on:
        return Desk(seat, words._("You'll get advice in your first games."))
    return Desk(seat, words._("No more advice. `/settings` brings it back."))


@handles
async def try_directs(context: TableContext, _: TryDirects) -> Content:
    """Try to write direct messages again."""
    context.playing()
    await context.store(context.services.people.try_directs(context.person.user_id))
    return Content(
        context.words._(
            "I'm trying again. If no desk arrives, allow direct messages in this server's "
            "privacy settings, or play here."
        )
    )


# --- in all games --------------------------------------------------------------------------------


@handles
async def see_usual(context: LocationContext, _: SeeSettings) -> Content:
    """Show what is set for all games, and the way to one of the games here."""
    services, user_id = context.services, context.person.user_id
    here: Sequence[Visit] = ()
    with suppress(Refused):  # those that are damaged
        here = await services.visits.meant(context.location.origin, Purpose.PLAY)
    played = [visit.table for visit in here if visit.seat is not None and visit.seat.goes_on]
    habits, orders = (
        await services.preferences.habits(user_id),
        await services.preferences.standing_orders(user_id),
    )
    return usual_preferences_page(context.words, habits, orders, played)


@handles
async def set_usual(context: LocationContext, intent: _Setting) -> Content:
    """Set it for all games. Raises Refused for what is set for one, and no language."""
    services, user_id = context.services, context.person.user_id
    match intent:
        case SetCalledIn(place):
            await services.preferences.call_in(user_id, place)
        case SetOrder(order):
            await services.preferences.set_standing_order(user_id, order)
        case SetSwitch(habit, on):
            await services.preferences.switch(user_id, **{habit: on})
        case SetLanguage(language):
            if language is not None and language not in languages():
                raise Refused(Refusal.STALE)
            await services.preferences.choose_language(user_id, language)
            context.use_language(language)
        case SetMuted():
            raise Refused(Refusal.STALE)
        case _:
            assert_never(intent)
    return await see_usual(context, SeeSettings())
