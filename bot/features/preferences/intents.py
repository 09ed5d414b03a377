"""What players can set for themselves, as values: for one game or for all."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.preferences.switches import EVERY_SWITCH
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


register(
    form("settings", SeeSettings),
    form("calls", SetCalledIn, place=chosen(CalledIn, none=AS_USUAL)),
    form("order", SetOrder, order=chosen(StandingOrder, none=AS_USUAL)),
    form("mute", SetMuted, muted=True),
    form("unmute", SetMuted, muted=False),
    *(form(each.word, SetSwitch, habit=each.habit, on=True) for each in EVERY_SWITCH),
    *(form(f"{each.word}-not", SetSwitch, habit=each.habit, on=False) for each in EVERY_SWITCH),
    form("language", SetLanguage, language=chosen(str, none=AS_USUAL)),
    form("directs", TryDirects),
)
