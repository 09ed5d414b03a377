"""Rate limits of users and servers, by the minute.

Each user has a share that nobody else can use up; beyond it the users of a server share. So a raid
of many accounts is held up, but not users who press now and then. discord.py's own limiter counts;
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
    """The part of these that nobody else can use up."""
    shared: int
    """The limit of a server's users together, beyond their own parts."""


PRESSES = RateLimit(of_user=90, own=30, shared=900)
"""For commands and presses: more than a user can make."""
PICTURES = RateLimit(of_user=40, own=10, shared=400)
"""For pictures to one user alone."""
SUGGESTIONS = 300
"""The limit of keystrokes of a user that are answered with suggestions."""


class _Count:
    """A limit of *times* in a minute for each *key* of an interaction.

    Keys that were idle for a minute are removed, but only once a minute: looking at all of them
    costs more than counting.
    """

    def __init__(self, times: int, key: Callable[[discord.Interaction], Hashable]) -> None:
        self._times = times
        self._key = key
        self._cooldowns: dict[Hashable, Cooldown] = {}
        self._looked_at = 0.0

    def take(self, interaction: discord.Interaction, now: float) -> float | None:
        """Count an interaction. Returns None, or the seconds until it is within the limit."""
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
    """Counts of presses, or of pictures, by user and by server."""

    def __init__(self, most: RateLimit) -> None:
        self._of_user = _Count(most.of_user, _user)
        self._own = _Count(most.own, _user)
        self._shared = _Count(most.shared, _server)

    def take(self, interaction: discord.Interaction) -> float | None:
        """Count an interaction. Returns None, or the seconds until it is within the limits.

        Above a user's limit it does not count for the server: others would have to wait.
        """
        now = _now(interaction)
        wait = self._of_user.take(interaction, now)
        if wait is not None or self._own.take(interaction, now) is None:
            return wait
        return self._shared.take(interaction, now)


class RateLimits:
    """Counts interactions of users, at the times that Discord gives them."""

    def __init__(self) -> None:
        self._presses = _Counts(PRESSES)
        self._suggestions = _Count(SUGGESTIONS, _user)
        self._pictures = _Counts(PICTURES)

    def press(self, interaction: discord.Interaction) -> float | None:
        """Count a command or a press. Returns None, or the seconds until one is accepted."""
        return self._presses.take(interaction)

    def suggest(self, interaction: discord.Interaction) -> bool:
        """Count a keystroke. Returns True if it is answered with suggestions."""
        return self._suggestions.take(interaction, _now(interaction)) is None

    def picture(self, interaction: discord.Interaction) -> bool:
        """Count a picture. Returns True if it may be drawn."""
        return self._pictures.take(interaction) is None


def too_fast(words: Words, seconds: float) -> str:
    """Return the answer to a press above the limit."""
    return words.ngettext(
        "Too fast: nothing was done. Try again in {count} second.",
        "Too fast: nothing was done. Try again in {count} seconds.",
        max(1, round(seconds)),
    )


def _user(interaction: discord.Interaction) -> int:
    return interaction.user.id


def _server(interaction: discord.Interaction) -> int:
    """Return the server; in direct messages, the user."""
    return interaction.guild_id or interaction.user.id


def _now(interaction: discord.Interaction) -> float:
    return interaction.created_at.timestamp()
