"""What players can set for themselves, as values: for one game or for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.forms import AS_USUAL, Form, chosen, form
from bot.store import CalledIn
from engine import StandingOrder

__all__ = [
    "Preferring",
    "SeeSettings",
    "SetAdvice",
    "SetCalledIn",
    "SetContrast",
    "SetEndsTurn",
    "SetMuted",
    "SetOrder",
    "Setting",
    "TryDirects",
]


@dataclass(frozen=True, slots=True)
class SeeSettings:
    """See what one has set for a game, or for all."""


@dataclass(frozen=True, slots=True)
class SetCalledIn:
    """Be called in a place; None: as usual."""

    place: CalledIn | None


@dataclass(frozen=True, slots=True)
class SetOrder:
    """Have conflicts of others' turns answered; None: as usual."""

    order: StandingOrder | None


@dataclass(frozen=True, slots=True)
class SetMuted:
    """Be called in a game without a sound, or with one."""

    muted: bool


@dataclass(frozen=True, slots=True)
class SetEndsTurn:
    """Have the own turns end by themselves, or not."""

    ends: bool


@dataclass(frozen=True, slots=True)
class SetContrast:
    """Have pictures drawn in high contrast, or not."""

    high: bool


@dataclass(frozen=True, slots=True)
class SetAdvice:
    """Be given advice in the first games, or not."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class TryDirects:
    """Get direct messages again, which were found closed."""


Setting: TypeAlias = SetCalledIn | SetOrder | SetMuted | SetEndsTurn | SetContrast | SetAdvice
"""What players set for themselves, for one game or for all."""
Preferring: TypeAlias = SeeSettings | Setting | TryDirects
"""What is about the own habits."""

FORMS: tuple[Form[Preferring], ...] = (
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
