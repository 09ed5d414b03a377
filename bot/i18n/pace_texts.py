"""The paces of a table in words."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.i18n.catalogue import Words
from engine import N_

PACE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "relaxed": N_("Relaxed: reminders only"),
        "daily": N_("A day a decision"),
        "bank": N_("A bank of days, and hours a decision"),
        "live": N_("Live: minutes, everybody is there"),
        "unhurried": N_("No reminders and no limit"),
    }
)


def pace_name(words: Words, pace: str) -> str:
    """The name of a pace."""
    return words._(PACE_NAMES.get(pace, pace))
