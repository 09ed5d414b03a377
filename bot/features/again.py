"""A game that is played again."""

from dataclasses import replace
from functools import partial

from bot.content.message import Content, Link
from bot.content.names import bold, game_name, jump_url
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import NOBODY_SPECIAL
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.intents.again import PlayAgain
from bot.parts.solo import desk_if_closed, solo_begun


@handles
async def play_again(context: TableContext, _: PlayAgain) -> Content:
    """Open the table again, join it, or say where it is."""
    words, services, location = context.words, context.services, context.location
    ended = context.table
    person, member, within = context.person, NOBODY_SPECIAL, tuple[int, ...]()
    player = ended.player_of(person.user_id)
    if location is not None:
        if ended.in_directs:
            person = replace(person, name=location.account_name)
        elif player is not None:
            guild_id = ended.place.guild_id
            if guild_id is not None and not location.is_in(guild_id):
                raise Refused(Refusal.NO_CHANNEL, game=ended.name)
            member, within = await location.at(ended.place)
            if location.guild_id != guild_id:
                person = replace(person, name=player.own_name or player.name)
    opening = services.rematches.play_again(ended.id, person, member=member, within=within)
    table = await context.store(opening)
    context.visit = await services.visits.of(table.id, person.user_id)
    if table.in_directs and table.status is Status.RUNNING:
        here = location is not None and location.in_directs
        begun = solo_begun(words, table, here=here)
        return context.once_delivered(table.id, begun, partial(desk_if_closed, words))
    return opened_again(words, ended, table, person.user_id)


def opened_again(words: Words, ended: Table, table: Table, user_id: int) -> Content:
    """Confirms to a user that a game is played again, and leads there."""
    _ = words._
    game, plays = game_name(table), table.player_of(user_id) is not None
    if table.status is Status.LOBBY:
        joined, opened = (
            _("You've joined {game}.", game=game),
            _("{game} is open again.", game=game),
        )
        lines: list[str] = [joined if plays and user_id != table.opener_id else opened]
        if table.open_invitations:
            lines[0] += " " + _("It starts once everyone invited has answered.")
        asked = {each.user_id for each in table.players} | {each.user_id for each in table.asked}
        left = [each for each in ended.players if each.user_id not in asked and not each.level]
        if left and user_id == table.opener_id:
            names = words.listed([bold(each.name) for each in left])
            lines.append(_("Not invited, as they've left: {players}", players=names))
    elif table.has_ended:
        lines = [_("{game} has been played again.", game=game)]
    else:
        lines = [_("{game} is being played again.", game=game)]
        if plays:
            lines[0] += " " + _("I'll ping you on your turn.")
    url = jump_url(table.place.guild_id, table.shown_at)
    return Content("\n".join(lines), rows=((Link(_("To the game"), url),),))
