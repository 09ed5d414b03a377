"""Intents about a player's settings, for one game or for all."""

from bot.intents import Intent
from bot.intents.spelling import Chosen
from bot.store import SWITCHES, CalledIn
from engine import StandingOrder

_SHORT = {"ends_turn": "ends", "high_contrast": "contrast"}
"""Habits whose word in a ``custom_id`` is not their own name."""


class SeeSettings(Intent, word="settings"):
    """See what one has set for a game, or for all."""


class SetCalledIn(Intent, word="calls", changes_posts=True):
    """Be called in a place; None: as usual."""

    place: Chosen[CalledIn | None]


class SetOrder(Intent, word="order"):
    """Have conflicts of others' turns answered; None: as usual."""

    order: Chosen[StandingOrder | None]


class SetMuted(Intent, word=("unmute", "mute"), changes_posts=True):
    """Be called in a game without a sound, or with one."""

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
    """Set a habit on or off, in all games."""

    habit: str
    on: bool


class SetLanguage(Intent, word="language", changes_posts=True):
    """Be answered in a language, in all games; None: as Discord has it."""

    language: Chosen[str | None]


class TryDirects(Intent, word="directs", changes_posts=True):
    """Get direct messages again, which were found closed."""
