"""A press or a command: read, acknowledged as its intent declares, handled and answered."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from discord import InteractionType

from bot.client.base import Interaction
from bot.client.interactions.answers import Reply, answering, person_of
from bot.client.interactions.discord_location import DiscordLocation
from bot.client.messages.conversion import custom_ids, is_about, written_in
from bot.content.message import Content, TextForm
from bot.content.needs import is_locked, translated
from bot.counting import InteractionOutcome
from bot.delivery import SentMessage
from bot.desk.answering import (
    answer_anywhere,
    answer_at_table,
    home_of,
    refused_page,
    with_way_home,
    with_way_to_directs,
)
from bot.desk.desk_page import desk_shown
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.finding import find_visit
from bot.dispatch.handlers import is_about_game, open_window
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Visit
from bot.intents import BOT, Ownership, Placement, UserRequest, parse_custom_id
from engine import IllegalAction

_TOLD_WITHIN = 5.0
"""Seconds after which a player is not told any more that something could not be shown."""


async def answer(
    interaction: Interaction, request: UserRequest | Callable[[], UserRequest]
) -> None:
    """Acknowledge, do what is wanted, answer.

    What was typed or pressed is read in here by a call of *request*: what that raises is answered,
    too.
    """
    async with answering(interaction) as reply:
        reply.check_rate_limit()
        if callable(request):
            request = request()
        client, location = interaction.client, DiscordLocation(interaction)
        if request.intent.manager_only and (location.guild_id is None or not location.manages):
            raise Refused(Refusal.NOT_MANAGER)
        placement = request.intent.placed(request.game)
        if placement is not Placement.WINDOW:
            await reply.acknowledge(below=placement is Placement.BELOW)
        await _check_owner(reply, request)
        context = LocationContext(
            client.services,
            reply.words,
            person_of(interaction),
            request,
            worker=client.worker,
            hint_cache=client.hint_cache,
            location=location,
        )
        if placement is Placement.WINDOW:
            await reply.ask(await _window(reply, context))
            return
        if is_about_game(request):
            content = await _at_table(reply, context, location)
        else:
            content = await _anywhere(reply, context)
        if content.later is not None:
            await reply.show_what_follows(content)
        elif reply.counted and reply.game is not None:
            await _tell_of_trouble(reply, reply.game)


def read_press(interaction: Interaction) -> UserRequest:
    """What a press on a button or a select means, or what was written into a window of ours.

    It is in the ``custom_id``, so that it outlives a restart. Raises Refused if that is one of
    another version of this program.
    """
    data = cast("dict[str, Any]", interaction.data)
    written = interaction.type is InteractionType.modal_submit
    users: dict[str, dict[str, Any]] = data.get("resolved", {}).get("users", {})
    if written:
        values = written_in(data["components"])
    else:  # a user who could not play is not chosen by number
        chosen = data.get("values", [])
        values = [BOT if users.get(each, {}).get("bot") else each for each in chosen]
    try:
        request = parse_custom_id(data["custom_id"], values)
    except ValueError:
        raise Refused(Refusal.STALE) from None
    if written and request.intent.placement is Placement.WINDOW:
        raise Refused(Refusal.STALE)  # Discord opens no window from a window
    members: dict[str, dict[str, Any]] = data.get("resolved", {}).get("members", {})
    names = {}
    for number, user in users.items():
        nick = members.get(number, {}).get("nick")
        names[int(number)] = nick or user.get("global_name") or user["username"]
    return replace(request, names=names)


async def _check_owner(reply: Reply, request: UserRequest) -> None:
    """Raise Refused if only owners of the bot's application may do that."""
    wanted = request.intent.owner_only
    if wanted is Ownership.NONE:
        return
    interaction = reply.interaction
    permitted = await interaction.client.app_team.ownership(interaction.user.id)
    if wanted > permitted:
        raise Refused(Refusal.READ_ONLY if permitted else Refusal.NOT_OWNER)


async def _window(reply: Reply, context: LocationContext) -> TextForm:
    """The window to write into. Raises Refused if its game is not open to the user."""
    if not is_about_game(context.request):
        await context.use_chosen_language()
        reply.words = context.words
        return await open_window(context)
    return await open_window(await _find_table(reply, context))


async def _find_table(reply: Reply, context: LocationContext) -> TableContext:
    """The table that is meant. Raises Refused, and AnswerInstead, in the user's own language."""
    try:
        visit = await find_visit(context)
        await context.use_chosen_language(visit)
    except Refused:
        await context.use_chosen_language()
        raise
    finally:
        reply.words = context.words
    return context.at(visit)


async def _anywhere(reply: Reply, context: LocationContext) -> Content:
    """Do what is wanted of no game, or of all of them, and answer."""
    await context.use_chosen_language()
    reply.words = context.words
    try:
        content = await answer_anywhere(context)
    finally:
        reply.game, reply.counted, reply.words = context.game, context.stored, context.words
    if context.request.intent.changes_posts:
        for table in await context.services.games.of_user(context.person.user_id):
            reply.interaction.client.delivery.nudge(table.id)
    content = with_way_home(context.words, content, _home(reply), in_place=reply.changes_pressed)
    await reply.show(content)
    return content


async def _at_table(reply: Reply, context: LocationContext, location: DiscordLocation) -> Content:
    """Do what is wanted at the table that is meant, and answer."""
    interaction, client = reply.interaction, reply.interaction.client
    delivery, desks, user_id = client.delivery, client.private_messages, context.person.user_id
    at_table = await _find_table(reply, context)
    table_id = reply.game = at_table.table.id
    was_closed = _directs_closed(at_table.visit, user_id)
    await _note_pressed(reply, location, table_id)
    with (
        delivery.presses.answering(reply.press, reply.changes, table_id),
        desks.answering(table_id, user_id),
    ):
        try:
            visit = at_table.visit = await context.services.people.notice(
                at_table.visit,
                context.person,
                location.origin.guild_id,
                elsewhere=location.elsewhere,
            )
            try:
                content = await answer_at_table(at_table)
            finally:
                reply.counted = at_table.stored
        except (IllegalAction, Refused) as refusal:
            reply.outcome = InteractionOutcome.REFUSED
            await at_table.look_again()
            visit = at_table.visit
            content = await refused_page(at_table, refusal)
        closed = was_closed and _directs_closed(visit, user_id)
        changes_posts = at_table.stored and context.request.intent.changes_posts
        if changes_posts or was_closed is not closed:
            delivery.nudge(table_id)
        home = _home(reply) if visit.seat is None else table_id
        content = with_way_home(context.words, content, home, in_place=reply.changes_pressed)
        if visit.table.in_directs and not location.in_directs:
            content = with_way_to_directs(context.words, content, visit.table, closed=closed)
        try:
            await reply.show(content)
        finally:
            if reply.changes is not None:
                await _look_again(reply, visit, content)
        if reply.changes is None and reply.message_id is not None:
            shows = content.shows if reply.press.is_sure else ""
            desks.follow(interaction, table_id, reply.message_id, shows)
    return content


def _home(reply: Reply) -> int | None:
    """The game whose desk the pressed message leads to, if only its user sees that message."""
    message = reply.interaction.message
    if message is None or not reply.presses_own:
        return None
    return home_of(custom_ids(message))


async def _note_pressed(reply: Reply, location: DiscordLocation, table_id: int) -> None:
    """Note which message was pressed, before the answer changes it."""
    message = reply.interaction.message
    if message is None or reply.changes is None or not location.in_directs:
        return
    if is_about(message, table_id):
        await reply.interaction.client.delivery.pressed(
            table_id,
            reply.interaction.user.id,
            SentMessage(message.channel.id, message.id),
            message.created_at,
        )


async def _look_again(reply: Reply, visit: Visit, content: Content) -> None:
    """Have a message edited if its answer was overtaken by other changes."""
    client, message_id = reply.interaction.client, reply.changes
    assert message_id is not None
    shown = content.shows or (desk_shown(visit.seat) if visit.seat else "")
    version = content.as_of or visit.table.version
    await client.delivery.answered(visit.table.id, message_id, version, shown)


def _directs_closed(visit: Visit, user_id: int) -> bool:
    player = visit.table.player_of(user_id)
    return player is not None and player.direct_closed_at is not None


async def _tell_of_trouble(reply: Reply, table_id: int) -> None:
    """Tell the player, and name the permission, if the game could not be shown just now."""
    delivery, words = reply.interaction.client.delivery, reply.words
    try:
        async with asyncio.timeout(_TOLD_WITHIN):
            await delivery.rest(table_id)
    except TimeoutError:
        return
    if delivery.status(table_id).left:
        await reply.add(
            Content(
                words._(
                    "It counts, but no one else sees it: I'm no longer in the game's server. "
                    "An admin can add me again, or a player can type `/move` in another server "
                    "that has me."
                )
            )
        )
        return
    problem = delivery.status(table_id).missing
    if problem is None:
        if delivery.status(table_id).refused:
            again = words._(
                "It counts, but Discord refused my message where the game is shown. I'll try again."
            )
            await reply.add(Content(again))
        return
    if is_locked(problem):
        text: str = words._(
            "It counts, but no one else sees it: the game's thread is locked. An admin can "
            "unlock it."
        )
    else:
        text = words._(
            "It counts, but I can't show it in the game's channel. An admin needs to give me "
            "this permission: {missing}.",
            missing=translated(words, problem),
        )
    await reply.add(Content(text))
