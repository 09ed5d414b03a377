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
class SetEndsTurn(Intent, changes_posts=True):
    """Have the player's turns end by themselves, or not."""

    ends: bool


@dataclass(frozen=True, slots=True)
class SetContrast(Intent, changes_posts=True):
    """Have pictures drawn in high contrast, or not."""

    high: bool


@dataclass(frozen=True, slots=True)
class SetAdvice(Intent, changes_posts=True):
    """Be given advice in the first games, or not."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class TryDirects(Intent, changes_posts=True):
    """Get direct messages again, which were found closed."""


register(
    form("settings", SeeSettings),
    form("calls", SetCalledIn, place=chosen(CalledIn, none=AS_USUAL)),
    form("order", SetOrder, order=chosen(StandingOrder, none=AS_USUAL)),
    form("mute", SetMuted, muted=True),
    form("unmute", SetMuted, muted=False),
    form("ends", SetEndsTurn, ends=True),
    form("ends-not", SetEndsTurn, ends=False),
    form("contrast", SetContrast, high=True),
    form("contrast-not", SetContrast, high=False),
    form("advice", SetAdvice, wanted=True),
    form("advice-not", SetAdvice, wanted=False),
    form("directs", TryDirects),
)
