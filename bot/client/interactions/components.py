"""Buttons and selects that outlive a restart: what they mean is in their ``custom_id``."""

from __future__ import annotations

import re
from typing import Any, cast

import discord

from bot.client.base import Interaction
from bot.client.interactions.answer_request import press
from bot.intents import BOT

_USER = discord.User | discord.Member
_ANY = re.compile(r"(?s).+")


class PressedComponent(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=_ANY):
    """Any button or select of ours, found again by its custom_id.

    One that cannot be read was made by another version of this program.
    """

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction,  # noqa: ARG003
        item: discord.ui.Item[Any],
        match: re.Match[str],  # noqa: ARG003
        /,
    ) -> PressedComponent:
        """Make the item of a press; no I/O, as it is not acknowledged yet."""
        return cls(cast("discord.ui.Button[discord.ui.View]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the press, whatever comes of it."""
        chosen = getattr(self.item, "values", [])
        names = {each.id: each.display_name for each in chosen if isinstance(each, _USER)}
        values = list(map(_value, chosen))
        await press(cast("Interaction", interaction), self.custom_id, values, names)


def _value(chosen: str | discord.abc.Snowflake) -> str:
    """What was chosen in a select: by its number, unless it is a user who could not play."""
    if isinstance(chosen, str):
        return chosen
    could_not_play = isinstance(chosen, _USER) and chosen.bot
    return BOT if could_not_play else str(chosen.id)
