"""A player's settings."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar, assert_never

from bot.content.message import CHOICES, Button, Content, Desk, Option, Row, Select, Style
from bot.content.names import game_name
from bot.content.pressing import ANYWHERE, in_rows
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.game_lookup import Purpose
from bot.domain.naming import plain
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Orders, Seat, Visit
from bot.domain.table import TO_UNDO, Table
from bot.domain.taught import FIRST_GAMES
from bot.i18n import Words
from bot.i18n.catalogue import can_be_chosen, languages, own_names
from bot.intents import AS_USUAL, Address, preferences, to_any_game
from bot.intents.pace import SeeHours
from bot.intents.preferences import (
    SeeSettings,
    SetCalledIn,
    SetLanguage,
    SetMuted,
    SetOrder,
    SetSwitch,
    TryDirects,
)
from bot.store import CalledIn, Habits
from engine import N_, StandingOrder

_Setting: TypeAlias = SetCalledIn | SetOrder | SetMuted | SetSwitch | SetLanguage

# --- in one game ---------------------------------------------------------------------------------


@handles
async def see_settings(context: TableContext, _: SeeSettings) -> Content:
    """Show what is set for this game."""
    seat, user_id, settings = (
        context.playing(),
        context.person.user_id,
        context.services.preferences,
    )
    habits = await settings.habits(user_id)
    orders = await settings.standing_orders(user_id, seat.table.id)
    return preferences_page(context.words, habits, orders, seat)


@handles
async def set_here(context: TableContext, intent: SetCalledIn | SetOrder | SetMuted) -> Content:
    """Set it for this game."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    settings = context.services.preferences
    match intent:
        case SetCalledIn(place):
            setting = settings.call_in(user_id, place, table_id)
        case SetOrder(order):
            setting = settings.set_standing_order(user_id, order, table_id)
        case SetMuted(muted):
            setting = settings.mute(user_id, table_id, muted=muted)
    await context.seat_after(setting)
    return await see_settings(context, SeeSettings())


@handles
async def switch_on_desk(context: TableContext, intent: SetSwitch) -> Desk:
    """Switch advice on or off, in all games, and answer the desk on which that was pressed.

    Raises Refused for any other switch: only buttons of another version set one from a game.
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
    habits = await services.preferences.habits(user_id)
    orders = await services.preferences.standing_orders(user_id)
    return usual_preferences_page(context.words, habits, orders, played)


@handles
async def set_usual(context: LocationContext, intent: _Setting) -> Content:
    """Set it for all games. Raises Refused for what is set for one, and no language."""
    settings, user_id = context.services.preferences, context.person.user_id
    match intent:
        case SetCalledIn(place):
            await settings.call_in(user_id, place)
        case SetOrder(order):
            await settings.set_standing_order(user_id, order)
        case SetSwitch(habit, on):
            await settings.switch(user_id, **{habit: on})
        case SetLanguage(language) if language in {None, *languages()}:
            await settings.choose_language(user_id, language)
            context.use_language(language)
        case SetLanguage() | SetMuted():
            raise Refused(Refusal.STALE)
        case _:
            assert_never(intent)
    return await see_usual(context, SeeSettings())


_Choice = TypeVar("_Choice", CalledIn, StandingOrder)

_PLACES = {
    CalledIn.DIRECT: N_("Pings by direct message"),
    CalledIn.THREAD: N_("Pings in the game's thread"),
}
_PLACES_EXPLAINED = {
    CalledIn.DIRECT: N_("I'll send your desk there."),
    CalledIn.THREAD: N_("No direct messages."),
}
_ORDERS = {
    StandingOrder.ASK: N_("On others' turns: ask me"),
    StandingOrder.NOTHING: N_("On others' turns: add nothing"),
    StandingOrder.LEAST: N_("On others' turns: add enough to win"),
    StandingOrder.ALL: N_("On others' turns: add all I have"),
}
_ORDERS_EXPLAINED = {
    StandingOrder.LEAST: N_("I add nothing if you can't win. If you add first, I ask you.")
}


EVERY_SWITCH: Mapping[str, tuple[str, str]] = {
    "ends_turn": (N_("Auto end turn: on"), N_("Auto end turn: off")),
    "high_contrast": (N_("High contrast: on"), N_("High contrast: off")),
    "in_words": (N_("In words: on"), N_("In words: off")),
    "advice": (N_("Advice: on"), N_("Advice: off")),
}
"""The labels of what is on or off for all games, by its field of :class:`bot.store.Habits`."""


def usual_preferences_page(
    words: Words, habits: Habits, standing: Orders, here: Sequence[Table] = ()
) -> Content:
    """Show what a user has set for all games; with the way to each of the games that are *here*."""
    _ = words._
    lines = [_("**Settings for all your games**"), _explained(words), *_switched_on(words, habits)]
    rows: tuple[Row, ...] = (
        Select(
            _("Pings …"),
            ANYWHERE.to(preferences.SetCalledIn(None)),
            _options(words, _PLACES, _PLACES_EXPLAINED, habits.calls_in),
        ),
        Select(
            _("Conflicts on others' turns …"),
            ANYWHERE.to(preferences.SetOrder(None)),
            _options(words, _ORDERS, _ORDERS_EXPLAINED, standing.usual),
        ),
        *_languages(words, habits.chosen_language),
        *in_rows((*(_switch(words, each, habits) for each in EVERY_SWITCH), hours_button(words))),
    )
    return Content("\n".join(lines), rows=(*rows, *_to_games(words, here)))


def preferences_page(words: Words, habits: Habits, standing: Orders, seat: Seat) -> Content:
    """Show what a player has set for one game, where that may differ from all others."""
    _ = words._
    player, address = seat.player, Address(seat.table.id)
    lines = [_("Settings for {game}", game=game_name(seat.table)), _explained(words)]
    alone = seat.table.in_directs
    if player.called_in is CalledIn.DIRECT and player.direct_closed_at is not None and not alone:
        lines.append(_("I can't send you direct messages, so I ping you in the thread."))
    places = Option(
        _("Pings as in all my games"),
        AS_USUAL,
        _(_PLACES[habits.calls_in]),
        chosen=player.calls_in is None,
    )
    orders = Option(
        _("On others' turns: as in all my games"),
        AS_USUAL,
        _(_ORDERS[standing.usual]),
        chosen=standing.here is None,
    )
    everywhere = Button(_("For all my games"), ANYWHERE.to(preferences.SeeSettings()))
    calls = Select(
        _("Pings …"),
        address.to(preferences.SetCalledIn(None)),
        (places, *_options(words, _PLACES, _PLACES_EXPLAINED, player.calls_in)),
    )
    rows: tuple[Row, ...] = (
        *(() if alone else (calls,)),  # there is no thread
        Select(
            _("Conflicts on others' turns …"),
            address.to(preferences.SetOrder(None)),
            (orders, *_options(words, _ORDERS, _ORDERS_EXPLAINED, standing.here)),
        ),
        (_mute(words, muted=player.muted, address=address), everywhere),
    )
    return Content("\n".join(lines), rows=rows)


def _switched_on(words: Words, habits: Habits) -> list[str]:
    """A line for each switch that is on, if more is to be said than stands on its button."""
    lines: list[str] = []
    if habits.ends_turn:
        lines.append(
            words.ngettext(
                "**Auto end turn:** after two actions, with {count} second to undo.",
                "**Auto end turn:** after two actions, with {count} seconds to undo.",
                int(TO_UNDO.total_seconds()),
            )
        )
    if habits.high_contrast:
        lines.append(words._("**High contrast:** in pictures only you see."))
    if habits.in_words:
        lines.append(words._("**In words:** a button on each desk tells what its picture shows."))
    if habits.advice:
        lines.append(
            words.ngettext(
                "**Advice:** in your first game.",
                "**Advice:** in your first {count} games.",
                FIRST_GAMES,
            )
        )
    return lines


def _explained(words: Words) -> str:
    return words._("I can answer conflicts on others' turns for you. I tell no one.")


def _options(
    words: Words,
    texts: Mapping[_Choice, str],
    explained: Mapping[_Choice, str],
    chosen: _Choice | None,
) -> tuple[Option, ...]:
    return tuple(
        Option(
            words._(text),
            value,
            words._(explained[value]) if value in explained else None,
            chosen=value == chosen,
        )
        for value, text in texts.items()
    )


def _languages(words: Words, chosen: str | None) -> tuple[Row, ...]:
    """The select of a language, if there is a choice."""
    if not can_be_chosen():
        return ()
    names = own_names(chosen, CHOICES - 1).items()
    options = (
        Option(words._("Language: as in my Discord app"), AS_USUAL, chosen=chosen is None),
        *(Option(name, language, chosen=language == chosen) for language, name in names),
    )
    return (Select(words._("Language …"), ANYWHERE.to(preferences.SetLanguage(None)), options),)


def _mute(words: Words, *, muted: bool, address: Address) -> Button:
    label = words._("Unmute this game") if muted else words._("Mute this game")
    return Button(label, address.to(preferences.SetMuted(not muted)), emoji="🔔" if muted else "🔕")


def _switch(words: Words, habit: str, habits: Habits) -> Button:
    on, (is_on, is_off) = getattr(habits, habit), EVERY_SWITCH[habit]
    return Button(
        words._(is_on if on else is_off),
        ANYWHERE.to(preferences.SetSwitch(habit, not on)),
        Style.CHOSEN if on else Style.PLAIN,
    )


def _to_games(words: Words, tables: Sequence[Table]) -> tuple[Row, ...]:
    """To what is set for one game alone."""
    if not tables:
        return ()
    if len(tables) == 1:
        label = words._("Only for {game}", game=plain(tables[0].name))
        return ((Button(label, Address(tables[0].id).to(preferences.SeeSettings())),),)
    games = tuple(
        Option(plain(table.name), str(table.id), f"#{table.id}") for table in tables[:CHOICES]
    )
    return (Select(words._("Only for one game …"), to_any_game(preferences.SeeSettings()), games),)


def hours_button(words: Words) -> Button:
    """To the page of the user's hours."""
    return Button(words._("Your hours"), ANYWHERE.to(SeeHours()), emoji="🕰️")
