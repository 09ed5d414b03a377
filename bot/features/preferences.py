"""A player's settings."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias, assert_never

from bot.content.message import CHOICES, Button, Content, Desk, Option, Row, Select, Style
from bot.content.names import game_name
from bot.content.pressing import ANYWHERE, BUTTONS_A_ROW, back_to
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.game_lookup import Purpose
from bot.domain.naming import plain
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Orders, Seat, Visit
from bot.domain.table import TO_UNDO, Table
from bot.domain.taught import FIRST_GAMES
from bot.i18n import Words
from bot.i18n.catalogue import languages, own_names
from bot.i18n.times import OWN_REMINDERS
from bot.intents import AS_USUAL, Address, pace, preferences
from bot.parts.themes import theme_sample, theme_select
from bot.store import CalledIn, Habits, OwnReminders
from engine import N_, StandingOrder
from render import THEMES

_OfOneGame: TypeAlias = preferences.SetCalledIn | preferences.SetOrder | preferences.SetMuted
_Setting: TypeAlias = _OfOneGame | preferences.SetSwitch | preferences.SetLanguage

# --- in one game ---------------------------------------------------------------------------------


@handles
async def see_settings(context: TableContext, _: preferences.SeeSettings) -> Content:
    """Show the settings for this game."""
    seat, user_id, services = context.playing(), context.person.user_id, context.services
    habits = await services.preferences.habits(user_id)
    orders = await services.preferences.standing_orders(user_id, seat.table.id)
    return preferences_page(context.words, habits, orders, seat)


@handles
async def set_here(context: TableContext, intent: _OfOneGame) -> Content:
    """Change a setting of this game."""
    table_id, user_id = context.playing().table.id, context.person.user_id
    settings = context.services.preferences
    match intent:
        case preferences.SetCalledIn(place):
            setting = settings.call_in(user_id, place, table_id)
        case preferences.SetOrder(order):
            setting = settings.set_standing_order(user_id, order, table_id)
        case preferences.SetMuted(muted):
            setting = settings.mute(user_id, table_id, muted=muted)
    await context.seat_after(setting)
    return await see_settings(context, preferences.SeeSettings())


@handles
async def switch_on_desk(context: TableContext, intent: preferences.SetSwitch) -> Desk:
    """Switch advice on or off, in all games, and answer the desk on which that was pressed.

    Raises Refused for any other switch: only buttons of another version set one from a game.
    """
    if intent.habit != "advice":
        context.playing()
        raise Refused(Refusal.STALE)
    context.seat()
    switching = context.services.preferences.switch(context.person.user_id, advice=intent.on)
    seat, words = await context.seat_after(switching), context.words
    on = words._("You'll get advice in your first games.")
    off = words._("No more advice. `/settings` brings it back.")
    return Desk(seat, on if intent.on else off)


@handles
async def try_directs(context: TableContext, _: preferences.TryDirects) -> Content:
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
async def see_usual(context: LocationContext, _: preferences.SeeSettings) -> Content:
    """Show the settings for all games, with buttons to those of the games here."""
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
    """Change a setting of all games. Raises Refused for one of a single game, or a bad language."""
    settings, user_id = context.services.preferences, context.person.user_id
    match intent:
        case preferences.SetCalledIn(place):
            await settings.call_in(user_id, place)
        case preferences.SetOrder(order):
            await settings.set_standing_order(user_id, order)
        case preferences.SetSwitch(habit, on):
            await settings.switch(user_id, **{habit: on})
        case preferences.SetLanguage(language) if language in {None, *languages()}:
            await settings.choose_language(user_id, language)
            context.use_language(language)
        case preferences.SetLanguage() | preferences.SetMuted():
            raise Refused(Refusal.STALE)
        case _:
            assert_never(intent)
    return await see_usual(context, preferences.SeeSettings())


@handles
async def see_themes(context: LocationContext, _: preferences.SeeThemes) -> Content:
    """Show the themes, and the legend in the one that holds."""
    services = context.services
    habits = await services.preferences.habits(context.person.user_id)
    rules = await services.servers.rules(context.location.guild_id)
    return themes_page(context.words, habits.theme, rules.theme)


@handles
async def set_theme(context: LocationContext, intent: preferences.SetTheme) -> Content:
    """Change the theme. Raises Refused for one that is gone."""
    if intent.theme not in {None, *THEMES}:
        raise Refused(Refusal.STALE)
    await context.services.preferences.choose_theme(context.person.user_id, intent.theme)
    return await see_themes(context, preferences.SeeThemes())


_PLACES: Mapping[str, tuple[str, str]] = {
    CalledIn.DIRECT: (N_("Pings by direct message"), N_("I'll send your desk there.")),
    CalledIn.THREAD: (N_("Pings in the game's thread"), N_("No direct messages.")),
}
_ORDERS: Mapping[str, tuple[str, str]] = {
    StandingOrder.ASK: (N_("On others' turns: ask me"), ""),
    StandingOrder.NOTHING: (N_("On others' turns: add nothing"), ""),
    StandingOrder.LEAST: (
        N_("On others' turns: add enough to win"),
        N_("I add nothing if you can't win. If you add first, I ask you."),
    ),
    StandingOrder.ALL: (N_("On others' turns: add all I have"), ""),
}
"""Labels and explanations of options."""
EVERY_SWITCH: Mapping[str, tuple[str, str]] = {
    "ends_turn": (N_("Auto end turn: on"), N_("Auto end turn: off")),
    "in_words": (N_("In words: on"), N_("In words: off")),
    "advice": (N_("Advice: on"), N_("Advice: off")),
    "results_shown": (N_("My results: shown"), N_("My results: hidden")),
    "told_next": (N_("You're next: on"), N_("You're next: off")),
}
"""Labels of switches, by their fields of :class:`bot.store.Habits`."""
_MOST_BUTTONS = 3
"""Most games with a button to their own settings."""


def usual_preferences_page(
    words: Words, habits: Habits, standing: Orders, here: Sequence[Table] = ()
) -> Content:
    """The settings for all games, with buttons to those of each game that is *here*."""
    _ = words._
    lines = [_("**Settings for all your games**"), _explained(words), *_switched_on(words, habits)]
    switches = (_switch(words, each, on=getattr(habits, each)) for each in EVERY_SWITCH)
    pictures = Button(_("Pictures"), ANYWHERE.to(preferences.SeeThemes()), emoji="🎨")
    hours = Button(_("Hours, reminders"), ANYWHERE.to(pace.SeeHours()), emoji="🕰️")
    games = (_to_game(words, table) for table in here[:_MOST_BUTTONS])
    buttons = (*switches, pictures, hours, *games)
    rows: tuple[Row, ...] = (
        _pings(words, ANYWHERE, habits.calls_in),
        _orders(words, ANYWHERE, standing.usual),
        *_languages(words, habits.chosen_language),
        buttons[:BUTTONS_A_ROW],
        buttons[BUTTONS_A_ROW:],
    )
    if len(here) > _MOST_BUTTONS:
        lines.append(_("For any other game, type `/settings` with its name."))
    return Content("\n".join(lines), rows=rows)


def themes_page(words: Words, chosen: str | None, of_server: str | None) -> Content:
    """The themes of pictures that only this user sees."""
    _ = words._
    as_there = Option(_("As in the server"), AS_USUAL, chosen=chosen is None)
    select = theme_select(words, ANYWHERE.to(preferences.SetTheme(None)), chosen, as_there)
    back = back_to(words, ANYWHERE.to(preferences.SeeSettings()))
    text = _("**Pictures** only you see look as chosen here, all others as admins chose.")
    return Content(text, theme_sample(words, chosen or of_server), rows=(select, (back,)))


def preferences_page(words: Words, habits: Habits, standing: Orders, seat: Seat) -> Content:
    """The settings for one game, as far as they may differ from all others."""
    _ = words._
    player, address = seat.player, Address(seat.table.id)
    lines = [_("Settings for {game}", game=game_name(seat.table)), _explained(words)]
    alone = seat.table.in_directs
    if player.called_in is CalledIn.DIRECT and player.direct_closed_at is not None and not alone:
        lines.append(_("I can't send you direct messages, so I ping you in the thread."))
    place, order = _PLACES[habits.calls_in][0], _ORDERS[standing.usual][0]
    places = Option(
        _("Pings as in all my games"), AS_USUAL, _(place), chosen=player.calls_in is None
    )
    orders = Option(
        _("On others' turns: as in all my games"), AS_USUAL, _(order), chosen=standing.here is None
    )
    label, sign = (_("Unmute this game"), "🔔") if player.muted else (_("Mute this game"), "🔕")
    mute = Button(label, address.to(preferences.SetMuted(not player.muted)), emoji=sign)
    everywhere = Button(_("For all my games"), ANYWHERE.to(preferences.SeeSettings()))
    rows: tuple[Row, ...] = (
        *(() if alone else (_pings(words, address, player.calls_in, places),)),  # no thread
        _orders(words, address, standing.here, orders),
        (mute, everywhere),
    )
    return Content("\n".join(lines), rows=rows)


def _switched_on(words: Words, habits: Habits) -> list[str]:
    """A line for each setting that does more than its button says."""
    lines: list[str] = []
    if habits.ends_turn:
        lines.append(
            words.ngettext(
                "**Auto end turn:** after two actions, with {count} second to undo.",
                "**Auto end turn:** after two actions, with {count} seconds to undo.",
                int(TO_UNDO.total_seconds()),
            )
        )
    if habits.in_words:
        lines.append(words._("**In words:** a button on each desk tells what its picture shows."))
    if not habits.results_shown:
        lines.append(
            words._("**My results:** hidden from others. I leave you out of `/leaderboard`.")
        )
    if habits.told_next:
        lines.append(
            words._("**You're next:** your desk says so on the turn before yours, without a sound.")
        )
    if habits.reminders is not OwnReminders.TABLE:
        lines.append(words._(OWN_REMINDERS[habits.reminders]))
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


def _pings(words: Words, address: Address, chosen: CalledIn | None, *usual: Option) -> Select:
    options = (*usual, *_options(words, _PLACES, chosen))
    return Select(words._("Pings …"), address.to(preferences.SetCalledIn(None)), options)


def _orders(words: Words, address: Address, chosen: StandingOrder | None, *usual: Option) -> Select:
    request = address.to(preferences.SetOrder(None))
    options = (*usual, *_options(words, _ORDERS, chosen))
    return Select(words._("Conflicts on others' turns …"), request, options)


def _options(
    words: Words, texts: Mapping[str, tuple[str, str]], chosen: str | None
) -> Iterator[Option]:
    for value, (label, more) in texts.items():
        yield Option(words._(label), value, words._(more) if more else None, chosen=value == chosen)


def _languages(words: Words, chosen: str | None) -> tuple[Row, ...]:
    """The select of a language, if there is a choice."""
    if not Words.languages():
        return ()
    names = own_names(chosen, CHOICES - 1).items()
    options = (
        Option(words._("Language: as in my Discord app"), AS_USUAL, chosen=chosen is None),
        *(Option(name, language, chosen=language == chosen) for language, name in names),
    )
    return (Select(words._("Language …"), ANYWHERE.to(preferences.SetLanguage(None)), options),)


def _switch(words: Words, habit: str, *, on: bool) -> Button:
    is_on, is_off = EVERY_SWITCH[habit]
    request = ANYWHERE.to(preferences.SetSwitch(habit, not on))
    if on:
        return Button(words._(is_on), request, Style.CHOSEN)
    return Button(words._(is_off), request)


def _to_game(words: Words, table: Table) -> Button:
    """The button of the settings for one game."""
    label = words._("Only for {game}", game=plain(table.name))
    return Button(label, Address(table.id).to(preferences.SeeSettings()))
