"""How much of one user, and of one server, is looked at in a minute: others have their turn.

discord.py's own limiter counts; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.ext import commands

from bot.words import Words

if TYPE_CHECKING:
    _Count: TypeAlias = commands.CooldownMapping[discord.Interaction]

_MINUTE = 60.0
PRESSES = 90
"""Commands and presses of one user in a minute: more than fingers make."""
PRESSES_OF_SERVER = 900
SUGGESTIONS = 300
"""Keystrokes of one user in a minute for which something is suggested."""
PICTURES = 40
"""Pictures for one user alone in a minute."""
PICTURES_OF_SERVER = 400


class Floods:
    """Counts what users do. Times are those of Discord's own interactions."""

    def __init__(self) -> None:
        self._presses = (_count(PRESSES, _user), _count(PRESSES_OF_SERVER, _server))
        self._suggestions = (_count(SUGGESTIONS, _user),)
        self._pictures = (_count(PICTURES, _user), _count(PICTURES_OF_SERVER, _server))

    def press(self, interaction: discord.Interaction) -> float | None:
        """Count a command or a press: None if it is looked at, or in how many seconds one is."""
        return _wait(self._presses, interaction)

    def suggest(self, interaction: discord.Interaction) -> bool:
        """Count a keystroke: whether something is suggested for it."""
        return _wait(self._suggestions, interaction) is None

    def picture(self, interaction: discord.Interaction) -> bool:
        """Count a picture: whether it is drawn."""
        return _wait(self._pictures, interaction) is None


def too_fast(words: Words, seconds: float) -> str:
    """To somebody whose press is not looked at."""
    return words.ngettext(
        "That is too much at once: nothing was done. Go on in {count} second.",
        "That is too much at once: nothing was done. Go on in {count} seconds.",
        max(1, round(seconds)),
    )


def _count(times: int, key: Callable[[discord.Interaction], Hashable]) -> _Count:
    return commands.CooldownMapping.from_cooldown(times, _MINUTE, key)


def _user(interaction: discord.Interaction) -> int:
    return interaction.user.id


def _server(interaction: discord.Interaction) -> int:
    """The server; in direct messages everybody is a place of their own."""
    return interaction.guild_id or interaction.user.id


def _wait(counts: tuple[_Count, ...], interaction: discord.Interaction) -> float | None:
    """None if one more fits into each count, or in how many seconds it does.

    What is too much for a user does not count for the server: others would have to wait for it.
    """
    now = interaction.created_at.timestamp()
    waits = (count.update_rate_limit(interaction, now) for count in counts)
    return next((wait for wait in waits if wait is not None), None)
