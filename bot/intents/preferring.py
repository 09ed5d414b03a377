"""What players can set for themselves, as values: for one game or for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.table import CalledIn
from engine import StandingOrder

__all__ = [
    "SetAdvice",
    "SetCalledIn",
    "SetContrast",
    "SetEndsTurn",
    "SetMuted",
    "SetOrder",
    "Setting",
]


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


Setting: TypeAlias = SetCalledIn | SetOrder | SetMuted | SetEndsTurn | SetContrast | SetAdvice
"""What players set for themselves, for one game or for all."""
