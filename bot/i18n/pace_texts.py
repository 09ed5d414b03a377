"""The paces of a table in words."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.i18n.catalogue import Words
from engine import N_

PACE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "relaxed": N_("Relaxed: reminders only"),
        "daily": N_("Daily: a day per decision"),
        "bank": N_("Time bank: days for the whole game"),
        "live": N_("Live: minutes per decision"),
        "unhurried": N_("Unhurried: no reminders, no limit"),
    }
)


def pace_name(words: Words, pace: str) -> str:
    """The name of a pace."""
    return words._(PACE_NAMES.get(pace, pace))
