"""How much one user, and one server, may do in a minute.

Everybody has a share that nobody else can use up; beyond it the users of a server share. So a raid
of many accounts is held up, but not those who press now and then. discord.py's own limiter counts;
nothing is stored.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import discord
from discord.app_commands import Cooldown

from bot.i18n import Words

_MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class RateLimit:
    """The most in a minute."""

    of_user: int
    own: int
    """Of these, the share of a user that nobody else can use up."""
    shared: int
    """For all users of a server together, beyond their own shares."""


PRESSES = RateLimit(of_user=90, own=30, shared=900)
"""Commands and presses: more than one user's fingers make."""
PICTURES = RateLimit(of_user=40, own=10, shared=400)
"""Pictures for one user alone."""
SUGGESTIONS = 300
"""Keystrokes of one user that are answered with suggestions."""


class _Count:
    """So many times in a minute for each of those who are told apart by a *key*.

    A user who has done nothing for a minute is forgotten: once a minute, as looking through all of
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


class _Counts:
    """The counts of presses, or of pictures, by user and by server."""

    def __init__(self, most: RateLimit) -> None:
        self._of_user = _Count(most.of_user, _user)
        self._own = _Count(most.own, _user)
        self._shared = _Count(most.shared, _server)

    def take(self, interaction: discord.Interaction) -> float | None:
        """Count it: None if it fits, or in how many seconds it would.

        What is too much for a user does not count for the server: others would have to wait for it.
        """
        now = _now(interaction)
        wait = self._of_user.take(interaction, now)
        if wait is not None or self._own.take(interaction, now) is None:
            return wait
        return self._shared.take(interaction, now)


class RateLimits:
    """Counts what users do. Times are those of Discord's own interactions."""

    def __init__(self) -> None:
        self._presses = _Counts(PRESSES)
        self._suggestions = _Count(SUGGESTIONS, _user)
        self._pictures = _Counts(PICTURES)

    def press(self, interaction: discord.Interaction) -> float | None:
        """Count a command or a press: None if it is looked at, or in how many seconds one is."""
        return self._presses.take(interaction)

    def suggest(self, interaction: discord.Interaction) -> bool:
        """Count a keystroke: whether something is suggested for it."""
        return self._suggestions.take(interaction, _now(interaction)) is None

    def picture(self, interaction: discord.Interaction) -> bool:
        """Count a picture: whether it is drawn."""
        return self._pictures.take(interaction) is None


def too_fast(words: Words, seconds: float) -> str:
    """To a user whose press is not looked at."""
    return words.ngettext(
        "Too fast: nothing was done. Try again in {count} second.",
        "Too fast: nothing was done. Try again in {count} seconds.",
        max(1, round(seconds)),
    )


def _user(interaction: discord.Interaction) -> int:
    return interaction.user.id


def _server(interaction: discord.Interaction) -> int:
    """The server; in direct messages everybody is a place of their own."""
    return interaction.guild_id or interaction.user.id


def _now(interaction: discord.Interaction) -> float:
    return interaction.created_at.timestamp()
