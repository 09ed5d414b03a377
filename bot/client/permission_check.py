"""Asks Discord what the bot may do, without a gateway connection: for hosts."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import aiohttp
import discord

from bot.client.connection.api import NoApi, use_api
from bot.client.connection.servers import Servers
from bot.client.messages.permissions import (
    adding_link,
    granted,
    lacking,
    users_can_install,
)
from bot.domain.table import Table

Channel = discord.abc.GuildChannel | discord.Thread


class CheckFailed(Exception):
    """Discord could not be asked. ``str`` says why."""


@dataclass(frozen=True, slots=True)
class PermissionReport:
    """The answers of Discord about the bot."""

    faults: Sequence[str]
    """A sentence for each fault that keeps it from showing games."""
    notes: Sequence[str]
    """Sentences that the host may want to know, but need not act on."""
    users_can_install: bool
    """True if users can add it to their own account, and so play alone without a server."""
    link: str
    """The URL to add it to a server."""


async def check_permissions(
    token: str, tables: Iterable[Table], api: str | None = None
) -> PermissionReport:
    """Ask what keeps the bot from showing these games, and who can add it.

    *api* is the address of Discord's API, if not the usual one. Raises CheckFailed, or
    discord.LoginFailure if the token is not accepted.
    """
    by_guild = groupby(
        sorted(tables, key=lambda table: (table.place.guild_id or 0, table.id)),
        key=lambda table: table.place.guild_id,
    )
    found: list[str] = []
    left: list[str] = []
    try:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            if api is not None:
                await use_api(api, token)
            await client.login(token)
            for guild_id, of_guild in by_guild:
                if guild_id is None:
                    continue
                games = [*of_guild]
                try:
                    found += [each async for each in _in_guild(client, guild_id, games)]
                except (discord.Forbidden, discord.NotFound):
                    numbers = ", ".join(str(table.id) for table in games)
                    left.append(
                        f"Server {guild_id} has removed the bot. Its games are deleted 30 days "
                        f"later: {numbers}."
                    )
            by_users = users_can_install(client.application)
            link = adding_link(client.application_id or 0)
    except (aiohttp.ClientError, OSError) as error:
        raise CheckFailed(f"it cannot be reached ({type(error).__name__})") from error
    except NoApi as error:
        raise CheckFailed(f"DISCORD_API: {error}") from error
    except discord.HTTPException as error:
        raise CheckFailed(f"it answers with an error ({error.status})") from error
    return PermissionReport(found, left, by_users, link)


async def _in_guild(
    client: discord.Client, guild_id: int, tables: Sequence[Table]
) -> AsyncIterator[str]:
    guild = await Servers(client).fetch(guild_id)
    channels: dict[int, Channel] = {each.id: each for each in guild.channels}
    channels |= {each.id: each for each in await guild.active_threads()}
    for table in tables:
        channel = channels.get(table.shown_at) or await _fetched(client, table.shown_at)
        thread = isinstance(channel, discord.Thread)
        shown_in = (
            channels.get(channel.parent_id) if isinstance(channel, discord.Thread) else channel
        )
        if not isinstance(shown_in, discord.abc.GuildChannel):
            yield (
                f"The channel of game {table.id} is gone, or the bot can't see it. If it is gone, "
                "a player can type `/move` in another channel."
            )
        elif needs := lacking(granted(shown_in, guild.me), thread=thread):
            without = "; ".join(f"{need.title} ({need.without})" for need in needs)
            yield (
                f"The bot lacks permissions in the channel of game {table.id}: {without}. "
                "An admin of the server can give them; `/check` there shows how."
            )


async def _fetched(client: discord.Client, channel_id: int) -> object:
    """A thread that is archived; None if there is nothing of that number."""
    try:
        return await client.fetch_channel(channel_id)
    except (discord.Forbidden, discord.NotFound):
        return None
