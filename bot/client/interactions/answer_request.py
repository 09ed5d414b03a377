"""A press or a command: read, acknowledged as its intent declares, handled and answered."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from discord import InteractionType

from bot.client.base import Interaction
from bot.client.connection.trouble import TROUBLE, describe
from bot.client.interactions.answers import Reply, answering
from bot.client.interactions.discord_location import DiscordLocation
from bot.client.messages.conversion import custom_ids, file_in, is_about, texts_in
from bot.content.message import Content
from bot.content.needs import is_locked, translated
from bot.counting import InteractionOutcome
from bot.delivery import SentMessage
from bot.desk.answering import drawn, home_of, refused_page, with_way_home, with_way_to_directs
from bot.desk.desk_page import desk_shown
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.finding import find_visit
from bot.dispatch.handlers import handler_of, is_about_game
from bot.domain.player import OwnNumber, Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Visit
from bot.intents import BOT, Ownership, Placement, UploadedFile, UserRequest, parse_custom_id
from engine import IllegalAction

log = logging.getLogger(__name__)

_FILE_WITHIN = 10.0
"""Seconds for Discord to hand over a file."""
_NOTIFIES_WITHIN = 5.0
"""Seconds after which a player is no longer notified that something could not be shown."""


async def answer(
    interaction: Interaction, request: UserRequest | Callable[[], UserRequest]
) -> None:
    """Acknowledge a request, handle it and answer.

    A callable *request* reads what was typed or pressed; what it raises is answered, too.
    """
    async with answering(interaction) as reply:
        reply.check_rate_limit()
        if callable(request):
            request = request()
        intent, location = request.intent, DiscordLocation(interaction)
        client, user = interaction.client, interaction.user
        if intent.manager_only and (location.guild_id is None or not location.manages):
            raise Refused(Refusal.NOT_MANAGER)
        placement = intent.placed(request.game)
        if placement is not Placement.WINDOW:
            await reply.acknowledge(below=placement is Placement.BELOW)
        if intent.owner_only is not Ownership.NONE:
            await _check_owner(reply, intent.owner_only)
        context = await _find_context(
            reply,
            LocationContext(
                client.services,
                reply.words,
                Person(OwnNumber(user.id), user.display_name, str(interaction.locale)),
                request,
                worker=client.worker,
                hint_cache=client.hint_cache,
                location=location,
            ),
        )
        if placement is Placement.WINDOW:
            await reply.ask(await handler_of(context)(context, intent))
            return
        if isinstance(context, TableContext):
            content = await _at_table(reply, context, location)
        else:
            content = await _anywhere(reply, context)
        if content.later is not None:
            await reply.show_what_follows(content)
        elif reply.counted and reply.game is not None:
            await _report_trouble(reply, reply.game)


def read_press(interaction: Interaction) -> UserRequest:
    """Return the request of a press on a button or a select, or of a submitted window.

    It is in the ``custom_id``, so that it outlives a restart. Raises Refused if that is one of
    another version of this program.
    """
    data = cast("dict[str, Any]", interaction.data)
    written = interaction.type is InteractionType.modal_submit
    users: dict[str, dict[str, Any]] = data.get("resolved", {}).get("users", {})
    if written:
        values = texts_in(data["components"])
    else:  # a user who could not play is not chosen by number
        chosen = data.get("values", [])
        values = [BOT if users.get(each, {}).get("bot") else each for each in chosen]
    try:
        request = parse_custom_id(data["custom_id"], values)
    except ValueError:
        raise Refused(Refusal.STALE) from None
    if written and request.intent.placement is Placement.WINDOW:
        raise Refused(Refusal.STALE)  # Discord opens no window from a window
    file = None
    if written:
        file = _uploaded(interaction, file_in(data["components"], data.get("resolved", {})))
    members: dict[str, dict[str, Any]] = data.get("resolved", {}).get("members", {})
    names = {}
    for number, user in users.items():
        nick = members.get(number, {}).get("nick")
        names[int(number)] = nick or user.get("global_name") or user["username"]
    return replace(request, names=names, file=file)


def _uploaded(interaction: Interaction, file: Mapping[str, Any] | None) -> UploadedFile | None:
    """Return the file that was uploaded in a window, to be read from Discord."""
    if file is None:
        return None

    async def read() -> bytes:
        try:
            async with asyncio.timeout(_FILE_WITHIN):
                return await interaction.client.http.get_from_cdn(file["url"])
        except (*TROUBLE, TimeoutError) as error:
            log.warning("an uploaded file cannot be read: %s", describe(error))
            raise Refused(Refusal.FILE_UNREACHABLE) from None

    return UploadedFile(file["filename"], file["size"], read)


async def _check_owner(reply: Reply, wanted: Ownership) -> None:
    """Raise Refused unless the user owns the bot's application, as far as *wanted*."""
    interaction = reply.interaction
    permitted = await interaction.client.app_team.ownership(interaction.user.id)
    if wanted > permitted:
        raise Refused(Refusal.READ_ONLY if permitted else Refusal.NOT_OWNER)


async def _find_context(reply: Reply, context: LocationContext) -> LocationContext | TableContext:
    """Return the context at the table that is meant, if one is, in the language of the user.

    Raises Refused, and AnswerInstead, if that table is not found.
    """
    try:
        visit = await find_visit(context) if is_about_game(context.request) else None
        await context.use_chosen_language(visit)
    except Refused:
        await context.use_chosen_language()
        raise
    finally:
        reply.words = context.words
    return context if visit is None else context.at(visit)


async def _anywhere(reply: Reply, context: LocationContext) -> Content:
    """Handle a request about no game, or about all, and answer."""
    intent = context.request.intent
    try:
        answered = await handler_of(context)(context, intent)
    finally:
        reply.game, reply.counted, reply.words = context.game, context.stored, context.words
    if intent.changes_posts:
        for table in await context.services.games.of_user(context.person.user_id):
            reply.interaction.client.delivery.nudge(table.id)
    content = drawn(context.words, answered)
    content = with_way_home(context.words, content, _home(reply), in_place=reply.changes_pressed)
    await reply.show(content)
    return content


async def _at_table(reply: Reply, context: TableContext, location: DiscordLocation) -> Content:
    """Handle a request about a game, and answer."""
    client, user_id = reply.interaction.client, context.person.user_id
    delivery, desks, intent = client.delivery, client.private_messages, context.request.intent
    table_id = reply.game = context.table.id
    was_closed = _directs_closed(context.visit, user_id)
    if reply.changes is not None and location.in_directs:
        await _note_pressed(reply, table_id)
    with (
        delivery.presses.answering(reply.press, reply.changes, table_id),
        desks.answering(table_id, user_id),
    ):
        try:
            visit = context.visit = await context.services.people.notice(
                context.visit,
                context.person,
                location.origin.guild_id,
                elsewhere=location.elsewhere,
            )
            try:
                content = drawn(context.words, await handler_of(context)(context, intent))
            finally:
                reply.counted = context.stored
            if context.table.id != table_id:  # it leads to another game
                visit, reply.game = context.visit, context.table.id
        except (IllegalAction, Refused) as refusal:
            reply.outcome = InteractionOutcome.REFUSED
            await context.look_again()
            visit = context.visit
            content = await refused_page(context, refusal)
        closed = was_closed and _directs_closed(visit, user_id)
        if (context.stored and intent.changes_posts) or was_closed is not closed:
            delivery.nudge(table_id)
        home = _home(reply) if visit.seat is None else visit.table.id
        content = with_way_home(context.words, content, home, in_place=reply.changes_pressed)
        if visit.table.in_directs and not location.in_directs:
            content = with_way_to_directs(context.words, content, visit.table, closed=closed)
        try:
            await reply.show(content)
        finally:
            if reply.changes is not None:  # other changes may have overtaken the answer
                shown = content.shows or (desk_shown(visit.seat) if visit.seat else "")
                version = content.as_of or visit.table.version
                await delivery.answered(table_id, reply.changes, version, shown)
        if reply.changes is None and reply.message_id is not None:
            shows = content.shows if reply.press.is_sure else ""
            desks.follow(reply.interaction, table_id, reply.message_id, shows)
    return content


def _home(reply: Reply) -> int | None:
    """Return the game whose desk the pressed message leads to, if only its user sees that."""
    message = reply.interaction.message
    if message is None or not reply.presses_own:
        return None
    return home_of(custom_ids(message))


async def _note_pressed(reply: Reply, table_id: int) -> None:
    """Note which message was pressed, before the answer changes it."""
    message = reply.interaction.message
    if message is not None and is_about(message, table_id):
        await reply.interaction.client.delivery.pressed(
            table_id,
            reply.interaction.user.id,
            SentMessage(message.channel.id, message.id),
            message.created_at,
        )


def _directs_closed(visit: Visit, user_id: int) -> bool:
    player = visit.table.player_of(user_id)
    return player is not None and player.direct_closed_at is not None


async def _report_trouble(reply: Reply, table_id: int) -> None:
    """Tell the player, and name the permission, if the game could not be shown just now."""
    delivery, words = reply.interaction.client.delivery, reply.words
    try:
        async with asyncio.timeout(_NOTIFIES_WITHIN):
            await delivery.rest(table_id)
    except TimeoutError:
        return
    game = delivery.status(table_id)
    if game.left:
        text: str = words._(
            "It counts, but no one else sees it: I'm no longer in the game's server. "
            "An admin can add me again, or a player can type `/move` in another server "
            "that has me."
        )
    elif game.missing is None:
        if not game.refused:
            return
        text = words._(
            "It counts, but Discord refused my message where the game is shown. I'll try again."
        )
    elif is_locked(game.missing):
        text = words._(
            "It counts, but no one else sees it: the game's thread is locked. An admin can "
            "unlock it."
        )
    else:
        text = words._(
            "It counts, but I can't show it in the game's channel. An admin needs to give me "
            "this permission: {missing}.",
            missing=translated(words, game.missing),
        )
    await reply.add(Content(text))
