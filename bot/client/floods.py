"""How much of one user, and of one server, is looked at in a minute: others have their turn.

discord.py's own limiter counts; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import discord
from discord.app_commands import Cooldown

from bot.words import Words

_MINUTE = 60.0
PRESSES = 90
"""Commands and presses of one user in a minute: more than fingers make."""
PRESSES_OF_SERVER = 900
SUGGESTIONS = 300
"""Keystrokes of one user in a minute for which something is suggested."""
PICTURES = 40
"""Pictures for one user alone in a minute."""
PICTURES_OF_SERVER = 400


class _Count:
    """So many times in a minute for each of those who are told apart by a *key*.

    Whoever has done nothing for a minute is forgotten: once a minute, as looking through all of
    them costs more than what they do.
    """

    def __init__(self, times: int, key: Callable[[discord.Interaction], Hashable]) -> None:
        self._times = times
        self._key = key
        self._cooldowns: dict[Hashable, Cooldown] = {}
        self._looked_at = 0.0

    def take(self, interaction: discord.Interaction, now: float) -> float | None:
        """Count it: None if it fits, or in how many seconds it would."""
        if now >= self._looked_at + _MINUTE:
            self._forget_idle(now)
        key = self._key(interaction)
        cooldown = self._cooldowns.get(key)
        if cooldown is None:
            cooldown = self._cooldowns[key] = Cooldown(self._times, _MINUTE)
        return cooldown.update_rate_limit(now)

    def _forget_idle(self, now: float) -> None:
        self._looked_at = now
        self._cooldowns = {
            key: each for key, each in self._cooldowns.items() if each.get_tokens(now) < self._times
        }


class Floods:
    """Counts what users do. Times are those of Discord's own interactions."""

    def __init__(self) -> None:
        self._presses = (_Count(PRESSES, _user), _Count(PRESSES_OF_SERVER, _server))
        self._suggestions = (_Count(SUGGESTIONS, _user),)
        self._pictures = (_Count(PICTURES, _user), _Count(PICTURES_OF_SERVER, _server))

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
    waits = (count.take(interaction, now) for count in counts)
    return next((wait for wait in waits if wait is not None), None)
