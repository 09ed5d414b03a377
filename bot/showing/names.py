"""How players and games are named in messages and pictures."""

import discord

from bot.table import Table


def plain(text: str) -> str:
    """A name as it is, on one line."""
    return " ".join(text.split()) or "?"


def safe(text: str) -> str:
    """A name that formats nothing, links nowhere and mentions nobody in a message."""
    escaped = discord.utils.escape_markdown(plain(text)).replace("<", "\\<")
    return discord.utils.escape_mentions(escaped.replace("://", ":\N{ZERO WIDTH SPACE}//"))


def plain_names(table: Table) -> tuple[str, ...]:
    """The players' names in seat order, for pictures and files."""
    return tuple(plain(player.name) for player in table.players)


def safe_names(table: Table) -> tuple[str, ...]:
    """The players' names in seat order, for messages."""
    return tuple(f"**{safe(player.name)}**" for player in table.players)


def game_name(table: Table) -> str:
    """The game's name, for messages."""
    return f"**{safe(table.name)}**"


def jump_url(guild_id: int | None, channel_id: int) -> str:
    """The address of a channel or thread."""
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
