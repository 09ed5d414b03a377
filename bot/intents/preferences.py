"""Intents about a player's settings, for one game or for all."""

from bot.intents import Intent
from bot.intents.spelling import Chosen
from bot.store import SWITCHES, CalledIn
from engine import StandingOrder

_SHORT = {
    "ends_turn": "ends",
    "results_shown": "results",
    "told_next": "next",
}
"""Habits whose word in a ``custom_id`` is not their own name."""


class SeeSettings(Intent, word="settings"):
    """Show the settings for a game, or for all."""


class SetCalledIn(Intent, word="calls", changes_posts=True):
    """Set the place of pings; None: as in all games."""

    place: Chosen[CalledIn | None]


class SetOrder(Intent, word="order"):
    """Set the standing order for conflicts in others' turns; None: as in all games."""

    order: Chosen[StandingOrder | None]


class SetMuted(Intent, word=("unmute", "mute"), changes_posts=True):
    """Mute a game, or unmute it."""

    muted: bool


class SetSwitch(
    Intent,
    word={
        _SHORT.get(habit, habit.replace("_", "-")) + suffix: {"habit": habit, "on": not suffix}
        for habit in SWITCHES
        for suffix in ("", "-not")
    },
    changes_posts=True,
):
    """Switch a habit on or off, for all games."""

    habit: str
    on: bool


class SetLanguage(Intent, word="language", changes_posts=True):
    """Set the language for all games; None: that of Discord."""

    language: Chosen[str | None]


class SeeThemes(Intent, word="themes"):
    """Show the themes of private pictures."""


class SetTheme(
    Intent,
    word={
        "theme": {},
        "contrast": {"theme": "high-contrast"},  # buttons of older versions
        "contrast-not": {"theme": None},
    },
    changes_posts=True,
):
    """Set the theme of private pictures; None: that of the server."""

    theme: Chosen[str | None]


class TryDirects(Intent, word="directs", changes_posts=True):
    """Try direct messages again after they were found closed."""
