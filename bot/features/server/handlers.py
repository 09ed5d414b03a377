"""Handlers of requests by a server's managers: about the server, or a game in it.

Discord shows the commands to no one else, unless the server's settings say otherwise.
Users need the permission Manage Server at that moment, at each press as well: the intents say so,
and they are handled for no one without it.
"""

from dataclasses import replace

from bot.content.message import Content, TextForm
from bot.content.names import game_name, user
from bot.content.needs import listed
from bot.dispatch.context import AnswerInstead, LocationContext
from bot.dispatch.finding import check_shows
from bot.dispatch.handlers import handles
from bot.domain.player import ChosenUser
from bot.domain.refusals import Refusal, Refused
from bot.domain.seating import is_offered_blindly
from bot.domain.server_rules import Rule
from bot.domain.table import Table
from bot.features.server.board_page import board_answer
from bot.features.server.checking_page import checking_page
from bot.features.server.managing import confirm_power, managed_page, managed_seat_page, which_lost
from bot.features.server.settings_pages import page_of, rules_chosen, server_page
from bot.i18n.zones import search
from bot.intents import AS_USUAL, server
from bot.parts.zones_page import SERVER_ZONE, found_zones_page, zone_form

# --- what is set for the server ------------------------------------------------------------------


@handles
async def see_server(context: LocationContext, intent: server.SeeServer) -> Content:
    """Show the server's rules."""
    services, guild_id = context.services, _server(context)
    rules, board = await services.servers.rules(guild_id), await services.boards.of(guild_id)
    return server_page(context.words, rules, intent.page, board)


@handles
async def set_rule(context: LocationContext, intent: server.SetRule) -> Content:
    """Set a rule; if a typed time zone is ambiguous, show the candidates."""
    words = context.words
    if intent.rule is Rule.ZONE and intent.chosen:
        typed = intent.chosen[0].strip()
        if typed not in {"", AS_USUAL}:
            now, language = context.location.now, context.person.language
            fitting = search(typed, now, language)
            if len(fitting) != 1:
                return found_zones_page(words, SERVER_ZONE, typed, fitting, now, locale=language)
            intent = replace(intent, chosen=fitting)
    changes = rules_chosen(intent)
    await context.services.servers.change(_server(context), context.person, **changes)
    return await see_server(context, server.SeeServer(page_of(intent.rule)))


@handles
async def ask_zone(context: LocationContext, _: server.AskServerZone) -> TextForm:
    """The window for the server's time zone."""
    rules = await context.services.servers.rules(_server(context))
    return zone_form(context.words, SERVER_ZONE, rules.zone)


@handles
async def put_board_up(context: LocationContext, _: server.PutBoardUp) -> Content:
    """Put the server's board up here.

    Raises AnswerInstead if the bot may not write here.
    """
    words, location = context.words, context.location
    channel_id = location.origin.channel_id
    if location.origin.guild_id is None or channel_id is None:
        raise AnswerInstead(Content(words._("Type `/server board` in a channel I'm in.")))
    if lacks := location.lacking:
        missing = listed(words, lacks)
        text = words._("I can't put the board up here. I lack: {missing}.", missing=missing)
        raise AnswerInstead(Content(text))
    boards, guild_id = context.services.boards, _server(context)
    await context.store(boards.put_up(guild_id, channel_id, location.language))
    return board_answer(words)


@handles
async def take_board_down(context: LocationContext, _: server.TakeBoardDown) -> Content:
    """Take the server's board down."""
    words, boards = context.words, context.services.boards
    if not await context.store(boards.take_down(_server(context))):
        return Content(words._("This server has no board."))
    return Content(words._("The board is taken down. `/server board` puts it up again."))


@handles
async def silence(context: LocationContext, intent: server.Silence) -> Content:
    """Let a member open no games from now on, or let that member open them again."""
    words = context.words
    await context.store(
        context.services.servers.silence(_server(context), intent.user_id, silent=intent.silent)
    )
    shown = user(intent.user_id)
    if not intent.silent:
        return Content(words._("{user} can open games in this server again.", user=shown))
    return Content(
        words._(
            "{user} can't open games in this server now, but can join others' games. Admins can "
            "always open games.",
            user=shown,
        )
    )


def _server(context: LocationContext) -> int:
    """The server; there is one, as only in servers a user manages anything."""
    assert context.location.guild_id is not None
    return context.location.guild_id


# --- a game of the server ------------------------------------------------------------------------


async def _managed(context: LocationContext) -> Table:
    """The game of the request, in this server. Raises Refused for any other."""
    request, guild_id = context.request, _server(context)
    if request.game is not None:
        table = await context.services.admins.game(request.game, guild_id)
    else:
        table = await context.services.admins.named(request.named or "", guild_id)
    context.game = table.id
    return table


@handles
async def manage_game(context: LocationContext, _: server.ManageGame) -> Content:
    """Show the page on which a game is managed."""
    return managed_page(context.words, await _managed(context))


@handles
async def ask_power(context: LocationContext, intent: server.AskPower) -> Content:
    """Show the confirmation of a power."""
    return confirm_power(context.words, await _managed(context), intent.power)


@handles
async def use_power(context: LocationContext, intent: server.UsePower) -> Content:
    """Use a power."""
    services, table = context.services, await _managed(context)
    where = table.id, _server(context), context.person
    match intent.power:
        case server.Power.END | server.Power.STOP as power:
            using = services.admins.end(*where, result=power is server.Power.END)
        case server.Power.PAUSE:
            using = services.admins.pause(*where)
        case server.Power.GO_ON:
            using = services.admins.go_on(*where)
        case server.Power.REMOVE:
            await context.store(services.admins.remove(*where))
            text = context.words._(
                "{game} is removed. Its players get a message, and I keep no copy.",
                game=game_name(table),
            )
            return Content(text)
    return managed_page(context.words, await context.store(using))


@handles
async def manage_seat(context: LocationContext, intent: server.ManageSeat) -> Content:
    """Show the page on which a seat is managed."""
    return managed_seat_page(context.words, await _managed(context), intent.seat)


@handles
async def replace_player(context: LocationContext, intent: server.ReplacePlayer) -> Content:
    """Offer a player's seat to a user."""
    table, user_id, names = await _managed(context), intent.user_id, context.request.names
    if user_id is None:
        raise Refused(Refusal.BOT_CHOSEN)
    if user_id not in names:
        raise Refused(Refusal.STALE)
    other = ChosenUser(user_id, names[user_id])
    offering = context.services.admins.offer_seat(
        table.id, _server(context), context.person, intent.seat, other
    )
    after = await context.store(offering)

    def page(table: Table) -> Content:
        return managed_seat_page(context.words, table, intent.seat)

    if not is_offered_blindly(after, after.player(intent.seat)):
        return page(after)
    return context.once_delivered(after.id, page(after), lambda visit: page(visit.table))


@handles
async def give_player_up(context: LocationContext, intent: server.GivePlayerUp) -> Content:
    """Give up a player."""
    table = await _managed(context)
    removing = context.services.admins.give_up_seat(
        table.id, _server(context), context.person, intent.seat
    )
    return managed_seat_page(context.words, await context.store(removing), intent.seat)


# --- what the bot may do -------------------------------------------------------------------------


@handles
async def check(context: LocationContext, intent: server.SeeCheck) -> Content:
    """Check the bot's permissions there, or in a channel of the server.

    Raises AnswerInstead, with one sentence, for users who do not manage the server.
    """
    words, location = context.words, context.location
    if not location.can_be_checked:
        raise AnswerInstead(Content(words._("Type `/check` in a channel of your server.")))
    if not location.member.manages:
        text = words._("Only admins of this server can check my permissions.")
        raise AnswerInstead(Content(text))
    here = location.checked(intent.channel_id)
    if here is None:
        raise AnswerInstead(Content(words._("I can't see that channel, or it's gone.")))
    tables = await context.services.games.in_server(_server(context))
    return checking_page(words, location.checked_server(here, tables))


# --- a game that has lost its channel ------------------------------------------------------------


@handles
async def move_game(context: LocationContext, intent: server.MoveGame) -> Content:
    """Show a game here whose channel is gone, or whose server the bot has left.

    Raises AnswerInstead or Refused, with what is to be done, if it cannot be shown there.
    """
    location = context.location
    place = await check_shows(context)
    table = await _to_move(context, intent.named)
    context.game = table.id
    manages = table.place.guild_id == location.guild_id and location.member.manages
    moving = context.services.opening.move(
        table.id, context.person, place, manages=manages, left=_has_left(context, table)
    )
    table = await context.store(moving)
    return Content(context.words._("{game} is shown here now.", game=game_name(table)))


async def _to_move(context: LocationContext, typed: str | None) -> Table:
    """The game to move: one of the user's, or for a manager any game of the server."""
    services, location = context.services, context.location
    own = await services.games.of_user(context.person.user_id)
    known = {table.id: table for table in own if isinstance(table, Table)}
    if location.member.manages and location.guild_id is not None:
        known |= {table.id: table for table in await services.games.in_server(location.guild_id)}
    if typed is not None:
        number = typed.strip().lstrip("#")
        named = [
            table for table in known.values() if typed == table.name or number == str(table.id)
        ]
        if not named:
            raise Refused(Refusal.UNKNOWN_GAME)
        return named[0]
    lost = [table for table in known.values() if table.channel_gone or _has_left(context, table)]
    if not lost:
        raise Refused(Refusal.NOTHING_LOST)
    if len(lost) > 1:
        raise AnswerInstead(which_lost(context.words, lost))
    return lost[0]


def _has_left(context: LocationContext, table: Table) -> bool:
    """True if the bot is not in the server of a game any more."""
    guild_id = table.place.guild_id
    return guild_id is not None and not context.location.is_in(guild_id)
