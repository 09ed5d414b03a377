"""What players can set for themselves, as values: for one game or for all."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import AS_USUAL, Intent, chosen, form, register
from bot.store import CalledIn
from engine import StandingOrder


@dataclass(frozen=True, slots=True)
class SeeSettings(Intent):
    """See what one has set for a game, or for all."""


@dataclass(frozen=True, slots=True)
class SetCalledIn(Intent, changes_posts=True):
    """Be called in a place; None: as usual."""

    place: CalledIn | None


@dataclass(frozen=True, slots=True)
class SetOrder(Intent):
    """Have conflicts of others' turns answered; None: as usual."""

    order: StandingOrder | None


@dataclass(frozen=True, slots=True)
class SetMuted(Intent, changes_posts=True):
    """Be called in a game without a sound, or with one."""

    muted: bool


@dataclass(frozen=True, slots=True)
class SetSwitch(Intent, changes_posts=True):
    """Set a habit on or off, in all games."""

    habit: str
    on: bool


@dataclass(frozen=True, slots=True)
class SetLanguage(Intent, changes_posts=True):
    """Be answered in a language, in all games; None: as Discord has it."""

    language: str | None


@dataclass(frozen=True, slots=True)
class TryDirects(Intent, changes_posts=True):
    """Get direct messages again, which were found closed."""


SWITCH_WORDS = {
    "ends_turn": "ends",
    "high_contrast": "contrast",
    "in_words": "in-words",
    "advice": "advice",
}
"""What a ``custom_id`` calls each habit; with ``-not`` behind it to set it off."""

register(
    form("settings", SeeSettings),
    form("calls", SetCalledIn, place=chosen(CalledIn, none=AS_USUAL)),
    form("order", SetOrder, order=chosen(StandingOrder, none=AS_USUAL)),
    form("mute", SetMuted, muted=True),
    form("unmute", SetMuted, muted=False),
    *(form(word, SetSwitch, habit=habit, on=True) for habit, word in SWITCH_WORDS.items()),
    *(
        form(f"{word}-not", SetSwitch, habit=habit, on=False)
        for habit, word in SWITCH_WORDS.items()
    ),
    form("language", SetLanguage, language=chosen(str, none=AS_USUAL)),
    form("directs", TryDirects),
)
