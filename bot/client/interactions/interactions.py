"""Takes what a player wants, from a command or a press, and answers it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any, assert_never, cast

from discord import InteractionType

from bot.client.base import Interaction
from bot.client.handlers.managing import manage
from bot.client.handlers.opening import first_game, open_table
from bot.client.handlers.own_data import about_own_data
from bot.client.handlers.reading import read_page
from bot.client.handlers.solo import play_alone
from bot.client.handlers.timing import own_hours
from bot.client.interactions.answers import Reply, answering, person_of, words_for
from bot.client.interactions.delivery_notice import tell_of_trouble
from bot.client.interactions.game_lookup import visit_meant, visits_meant
from bot.client.interactions.interaction_context import elsewhere, in_directs, server_of
from bot.client.interactions.messages import is_about, written_in
from bot.content.content import Content, TextForm
from bot.counting import Outcome
from bot.delivery import SentMessage
from bot.dispatch.errand import Errand
from bot.domain import Person, Refusal, Refused, Visit
from bot.features.board.buttons import rows_of_help, settings_button
from bot.features.board.desk import desk_shown
from bot.features.dispatch import carry_out, refused_page
from bot.features.learn.handlers import Schooling
from bot.features.learn.learning import open_form
from bot.features.lobby.set_up import name_form
from bot.features.pace.pace_page import own_times_form
from bot.features.pace.zones_page import OWN_ZONE, zone_form
from bot.features.planning.pages import note_form
from bot.features.preferences.handlers import set_preference
from bot.features.preferences.preferences import usual_preferences_page
from bot.features.rules.help import help_page
from bot.features.solo.solo import with_way_to_directs
from bot.i18n import Words
from bot.intents import (
    NO_GAME,
    Address,
    Asking,
    AskName,
    AskNote,
    AskOwnTimes,
    AskResign,
    AskServerZone,
    AskToOpen,
    AskZone,
    ForgetPlan,
    Help,
    KeepNote,
    Learning,
    Managing,
    OpenGame,
    OwningData,
    Reading,
    SeeBoard,
    SeeCheck,
    SeeCourse,
    SeeGames,
    SeeInWords,
    SeeLegend,
    SeeLog,
    SeeResult,
    SeeRule,
    SeeRules,
    SeeScore,
    SeeSettings,
    SeeSolo,
    SeeTable,
    SetAdvice,
    SetCalledIn,
    SetContrast,
    SetEndsTurn,
    SetMuted,
    Setting,
    SettingHours,
    Soloing,
    TryDirects,
    Wish,
    parse_wish,
)
from bot.teaching.lessons import LESSONS
from engine import IllegalAction

_BESIDE = (
    Help
    | SeeCheck
    | SeeLegend
    | SeeLog
    | SeeScore
    | SeeBoard
    | SeeInWords
    | SeeResult
    | AskResign
    | OpenGame
    | SeeSolo
)
"""What is answered below the message that was pressed, which stays as it is."""
_ABOUT_POSTS = (
    TryDirects
    | SetCalledIn
    | SetMuted
    | SetEndsTurn
    | SetContrast
    | SetAdvice
    | KeepNote
    | ForgetPlan
)
"""What changes which messages are due, or how they look, and nothing of the game."""


_ASKING = Asking | AskServerZone
"""Answered by a window."""
_NO_NAMES: Mapping[int, str] = MappingProxyType({})


async def press(
    interaction: Interaction,
    custom_id: str,
    values: list[str],
    names: Mapping[int, str] = _NO_NAMES,
) -> None:
    """Answer a press on a component, or what was written into a window.

    *names* are those of the users who were chosen, as they are shown there.
    """

    def read(_words: Words) -> Wish:
        try:
            wish = replace(parse_wish(custom_id, values), names=names)
        except ValueError:  # of another version of this program
            raise Refused(Refusal.STALE) from None
        if interaction.type is InteractionType.modal_submit and isinstance(wish.intent, _ASKING):
            raise Refused(Refusal.STALE)  # Discord opens no window from a window
        return wish

    await fulfil(interaction, read)


async def written(interaction: Interaction) -> None:
    """Answer what somebody has written into a window of ours, whenever that was opened."""
    data = cast("dict[str, Any]", interaction.data)
    await press(interaction, data["custom_id"], written_in(data["components"]))


async def fulfil(interaction: Interaction, read: Callable[[Words], Wish]) -> None:
    """Read a wish, acknowledge, do what is wished, answer."""
    async with answering(interaction) as reply:
        reply.check_flood()
        words = words_for(interaction)
        wish = read(words)
        if isinstance(wish.intent, Asking):
            await reply.ask(await _window(interaction, wish, wish.intent))
            return
        if isinstance(wish.intent, Managing):
            await manage(interaction, reply, wish, wish.intent)
            return
        below = _is_beside(wish)
        await reply.acknowledge(below=below)
        if isinstance(wish.intent, OpenGame):
            rules = await interaction.client.services.servers.rules(interaction.guild_id)
            await open_table(interaction, reply, first_game(rules, wish.intent.name))
            return
        if isinstance(wish.intent, Soloing):
            await play_alone(interaction, reply, wish.intent)
            return
        if isinstance(wish.intent, OwningData):
            await about_own_data(interaction, reply, wish.intent)
            return
        of_no_game = await _of_no_game(interaction, wish)
        if of_no_game is not None:
            await reply.show(of_no_game)
        else:
            await _at_a_table(interaction, reply, wish)


async def _window(interaction: Interaction, wish: Wish, asking: Asking) -> TextForm:
    """The window to write into.

    Raises Refused if its game is not open to whoever acts, and for a note if they do not play it.
    """
    words = words_for(interaction)
    match asking:
        case AskZone():
            return zone_form(words, OWN_ZONE)
        case AskToOpen():
            return open_form(words)
    visit = await visit_meant(interaction, wish)
    match asking:
        case AskName():
            return name_form(words, visit.table.id)
        case AskOwnTimes():
            return own_times_form(words, visit.table.id)
        case AskNote() if visit.seat is None:
            raise Refused(Refusal.NOT_IN_GAME, game=visit.table.name)
        case AskNote():
            return note_form(words, visit.table.id, visit.seat.notes.note)
        case _:
            assert_never(asking)


def _is_beside(wish: Wish) -> bool:
    """Whether the answer comes below the message that was pressed.

    Pages of the rules do, the one about the table, how a game went, and the list of games: but not
    if one of them was pressed.
    """
    intent = wish.intent
    if isinstance(intent, SeeGames):
        return wish.game != NO_GAME
    if isinstance(intent, SeeRule | SeeRules | SeeTable | SeeCourse):
        return not intent.turning
    return isinstance(intent, _BESIDE)


async def _of_no_game(interaction: Interaction, wish: Wish) -> Content | None:
    """What is shown for a wish that is not about one game; None for any other wish."""
    match wish.intent:
        case Help() if wish.game is None:
            return await _help(interaction)
        case intent if isinstance(intent, Reading):
            return await read_page(interaction, intent)
        case intent if isinstance(intent, SeeSettings | Setting) and wish.game == NO_GAME:
            return await _settings(interaction, intent)
        case intent if isinstance(intent, SettingHours):
            return await own_hours(interaction, intent)
        case intent if isinstance(intent, Learning):
            return await _lessons(interaction, intent)
        case _:
            return None


async def _at_a_table(interaction: Interaction, reply: Reply, wish: Wish) -> None:
    """Do what is wished at the table that is meant, and answer."""
    services, delivery = interaction.client.services, interaction.client.delivery
    copies, words = interaction.client.copies, words_for(interaction)
    visit = await visit_meant(interaction, wish)
    reply.game = visit.table.id
    person = person_of(interaction)
    closed = _directs_closed(visit, person)
    await _note_pressed(interaction, reply, visit.table.id)
    with (
        delivery.presses.answering(reply.press, reply.changes, visit.table.id),
        copies.answering(visit.table.id, person.user_id),
    ):
        try:
            visit = await services.people.notice(
                visit, person, server_of(interaction), elsewhere=elsewhere(interaction)
            )
            minds, hinter = interaction.client.minds, interaction.client.hinter
            errand = Errand(services, words, person, visit, wish, minds=minds, hinter=hinter)
            try:
                content = await carry_out(errand)
            finally:
                reply.counted = errand.stored
        except (IllegalAction, Refused) as refusal:
            reply.outcome = Outcome.REFUSED
            visit = await services.visits.of(visit.table.id, person.user_id)
            rules = await services.servers.rules(visit.table.place.guild_id)
            content = refused_page(words, refusal, visit, person, wish, rules=rules)
        tried = reply.counted and isinstance(wish.intent, _ABOUT_POSTS)
        if tried or (closed and not _directs_closed(visit, person)):
            delivery.nudge(visit.table.id)
        if visit.table.in_directs and not in_directs(interaction):
            still_closed = closed and _directs_closed(visit, person)
            content = with_way_to_directs(words, content, visit.table, closed=still_closed)
        try:
            await reply.show(content)
            reply.press.shows = content.shows
        finally:
            if reply.changes is not None:
                await _look_again(interaction, reply.changes, visit, content)
        if reply.changes is None and reply.message_id is not None:
            shows = content.shows if reply.press.is_sure else ""
            copies.answered(interaction, visit.table.id, reply.message_id, shows)
    if reply.counted:
        await tell_of_trouble(reply, interaction, visit.table.id)
    if content.later is not None:
        await reply.show_what_follows(content)


async def _note_pressed(interaction: Interaction, reply: Reply, table_id: int) -> None:
    """Note which message was pressed, before the answer changes it."""
    message = interaction.message
    if message is None or reply.changes is None or not in_directs(interaction):
        return
    if is_about(message, table_id):
        pressed = SentMessage(message.channel.id, message.id)
        await interaction.client.delivery.pressed(
            table_id, interaction.user.id, pressed, message.created_at
        )


async def _look_again(
    interaction: Interaction, message_id: int, visit: Visit, content: Content
) -> None:
    """Have a message edited if its answer was overtaken by other changes."""
    shown = content.shows or (desk_shown(visit.seat) if visit.seat else "")
    version = content.as_of or visit.table.version
    await interaction.client.delivery.answered(visit.table.id, message_id, version, shown)


def _directs_closed(visit: Visit, person: Person) -> bool:
    player = visit.table.player_of(person.user_id)
    return player is not None and player.direct_closed_at is not None


async def _lessons(interaction: Interaction, wanted: Learning) -> Content:
    """What somebody wants who learns the game: alone, wherever that is wished for."""
    person, words = person_of(interaction), words_for(interaction)
    can_open = server_of(interaction) is not None
    learning = Schooling(interaction.client.services, LESSONS, words, person, can_open)
    return await learning.carry_out(wanted)


async def _help(interaction: Interaction) -> Content:
    """The help, for the one game that is meant here, or for any."""
    words = words_for(interaction)
    meant = await visits_meant(interaction, None)
    if len(meant) != 1:
        return help_page(words, ((settings_button(words, Address(NO_GAME)),),))
    table = meant[0].table
    return help_page(words, rows_of_help(words, table), table.options, table.pace)


async def _settings(interaction: Interaction, wanted: SeeSettings | Setting) -> Content:
    """What somebody has set for all games, after a change; and the way to one of the games here."""
    services, user_id = interaction.client.services, interaction.user.id
    if not isinstance(wanted, SeeSettings):
        await set_preference(services, user_id, wanted)
    if isinstance(wanted, _ABOUT_POSTS):
        for table in await services.games.of_user(user_id):
            interaction.client.delivery.nudge(table.id)
    here: list[Visit] = []
    with suppress(Refused):  # those that are damaged
        here = await visits_meant(interaction, None)
    played = [visit.table for visit in here if visit.seat is not None and visit.seat.goes_on]
    habits, orders = (
        await services.preferences.habits(user_id),
        await services.preferences.standing_orders(user_id),
    )
    return usual_preferences_page(words_for(interaction), habits, orders, played)
