"""What every part of the client can rely on: the tables and the delivery."""

from typing import TypeAlias

import discord

from bot.client.floods import Floods
from bot.delivery import Delivery
from bot.table import Tables


class RiversClient(discord.Client):
    """A client with its tables, and the delivery that shows them, once it has been set up."""

    tables: Tables
    delivery: Delivery
    floods: Floods | None = None
    """Counts what users do; None where there are no strangers."""


Interaction: TypeAlias = discord.Interaction[RiversClient]
