"""Carrying out what those want who manage a server: for the server, or about a game in it.

The commands are shown to nobody else, as long as the server's own settings do not say otherwise.
Whoever uses them must have the permission Manage Server at that moment, at each press as well: no
page and no button counts for anybody who has not.
"""

from dataclasses import replace
from typing import assert_never

import discord

from bot.client.base import Interaction
from bot.client.interactions.answers import Reply, person_of, words_for
from bot.client.interactions.delivery_notice import tell_of_trouble
from bot.content.content import Content
from bot.domain import Person, Refusal, Refused, Table
from bot.features.pace.zones_page import SERVER_ZONE, found_zones_page, zone_form
from bot.features.server.managing import (
    confirm_power,
    managed_page,
    managed_seat_page,
    removed_page,
)
from bot.features.server.server import page_of, rules_chosen, server_page
from bot.i18n.zones import found
from bot.intents import (
    AS_USUAL,
    AskPower,
    AskServerZone,
    GivePlayerUp,
    ManageGame,
    ManageSeat,
    Managing,
    Power,
    ReplacePlayer,
    Rule,
    SeeServer,
    SetRule,
    UsePower,
    Wish,
)


async def manage(interaction: Interaction, reply: Reply, wish: Wish, wanted: Managing) -> None:
    """Do what somebody wants who manages the server where it is wanted, and answer.

    Raises Refused for anybody else, and in direct messages.
    """
    guild_id = server_managed(interaction)
    if isinstance(wanted, AskServerZone):
        rules = await interaction.client.services.servers.rules(guild_id)
        await reply.ask(zone_form(words_for(interaction), SERVER_ZONE, rules.zone))
        return
    await reply.acknowledge()
    if isinstance(wanted, SeeServer | SetRule):
        await reply.show(await _of_server(interaction, guild_id, wanted))
        return
    table = await _meant(interaction, guild_id, wish)
    reply.game = table.id
    await reply.show(await _of_game(interaction, reply, table, wish, wanted))
    if reply.counted:
        await tell_of_trouble(reply, interaction, table.id)


def server_managed(interaction: Interaction) -> int:
    """The server that whoever acts may manage. Raises Refused if there is none."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused(Refusal.NOT_MANAGER)
    return interaction.guild_id


async def silence(interaction: Interaction, reply: Reply, member: Person, *, silent: bool) -> None:
    """Let a member open no games from now on, or let that member open them again."""
    guild_id = server_managed(interaction)
    await reply.acknowledge()
    words = words_for(interaction)
    await interaction.client.services.servers.silence(guild_id, member.user_id, silent=silent)
    reply.counted = True
    user = f"<@{member.user_id}>"
    said = (
        words._(
            "{user} can open no games in this server from now on, but can join those of others. "
            "Whoever may manage the server can always open games.",
            user=user,
        )
        if silent
        else words._("{user} can open games in this server again.", user=user)
    )
    await reply.show(Content(said))


async def _of_server(
    interaction: Interaction, guild_id: int, wanted: SeeServer | SetRule
) -> Content:
    """A page of what is set for the server, after it was changed."""
    words, services = words_for(interaction), interaction.client.services
    if isinstance(wanted, SeeServer):
        return server_page(words, await services.servers.rules(guild_id), wanted.page)
    typed = wanted.chosen[0].strip() if wanted.rule is Rule.ZONE and wanted.chosen else AS_USUAL
    if typed not in {"", AS_USUAL}:
        now, locale = discord.utils.utcnow(), str(interaction.locale)
        fitting = found(typed, now, locale)
        if len(fitting) != 1:
            return found_zones_page(words, SERVER_ZONE, typed, fitting, now, locale=locale)
        wanted = replace(wanted, chosen=fitting)
    changes = rules_chosen(wanted)
    rules = await services.servers.change(guild_id, person_of(interaction), **changes)
    return server_page(words, rules, page_of(wanted.rule))


async def _meant(interaction: Interaction, guild_id: int, wish: Wish) -> Table:
    """The game that is meant, of this server. Raises Refused for any other."""
    services = interaction.client.services
    if wish.game is not None:
        return await services.admins.game(wish.game, guild_id)
    return await services.admins.named(wish.named or "", guild_id)


async def _of_game(
    interaction: Interaction,
    reply: Reply,
    table: Table,
    wish: Wish,
    wanted: ManageGame | AskPower | UsePower | ManageSeat | ReplacePlayer | GivePlayerUp,
) -> Content:
    """A page about a game, after what is wanted was done to it."""
    words, services, admin = (
        words_for(interaction),
        interaction.client.services,
        person_of(interaction),
    )
    assert table.place.guild_id is not None
    where = table.id, table.place.guild_id, admin
    match wanted:
        case ManageGame():
            return managed_page(words, table)
        case AskPower(power):
            return confirm_power(words, table, power)
        case UsePower(power):
            after = await _use(interaction, table, power)
            reply.counted = True
            return removed_page(words, table) if after is None else managed_page(words, after)
        case ManageSeat(seat):
            return managed_seat_page(words, table, seat)
        case ReplacePlayer(seat, user_id):
            other = _chosen(wish, user_id)
            after = await services.admins.offer_seat(*where, seat, other)
        case GivePlayerUp(seat):
            after = await services.admins.give_up_seat(*where, seat)
        case _:
            assert_never(wanted)
    reply.counted = True
    return managed_seat_page(words, after, seat)


async def _use(interaction: Interaction, table: Table, power: Power) -> Table | None:
    """Use a power over a game, and answer how it is then; None if it is no more."""
    services, admin = interaction.client.services, person_of(interaction)
    assert table.place.guild_id is not None
    where = table.id, table.place.guild_id, admin
    match power:
        case Power.END:
            return await services.admins.end(*where, result=True)
        case Power.STOP:
            return await services.admins.end(*where, result=False)
        case Power.REMOVE:
            await services.admins.remove(*where)
            return None
        case Power.PAUSE:
            return await services.admins.pause(*where)
        case Power.GO_ON:
            return await services.admins.go_on(*where)
        case _:
            assert_never(power)


def _chosen(wish: Wish, user_id: int | None) -> Person:
    """A user who was chosen. Raises Refused if nobody was who could play."""
    if user_id is None:
        raise Refused(Refusal.BOT_CHOSEN)
    if user_id not in wish.names:
        raise Refused(Refusal.STALE)
    return Person(user_id, wish.names[user_id])
