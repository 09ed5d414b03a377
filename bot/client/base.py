"""What every part of the client can rely on: the tables and the delivery."""

import asyncio
from typing import TypeAlias

import discord

from bot.client.copies import Copies
from bot.client.emojis import Emojis
from bot.client.floods import Floods
from bot.delivery import Delivery
from bot.table import Tables


class RiversClient(discord.Client):
    """A client with its tables, and the delivery that shows them, once it has been set up."""

    tables: Tables
    delivery: Delivery
    copies: Copies
    piece_emojis: Emojis
    on_discord: bool = False
    """Whether it is Discord itself: there calls are limited and can hang, and people are
    strangers. On a simulated one nothing of it is so."""
    floods: Floods | None = None
    """Counts what users do; None where there are no strangers."""

    def within(self, seconds: float) -> asyncio.Timeout:
        """Wait so long for Discord; without end for a simulated one, which answers at once."""
        return asyncio.timeout(seconds if self.on_discord else None)


Interaction: TypeAlias = discord.Interaction[RiversClient]
