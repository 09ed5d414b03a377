"""What somebody can want of what is stored about the own person, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.forms import Form, form

__all__ = ["AskForgetMe", "ForgetMe", "OwningData", "SeeOwnData"]


@dataclass(frozen=True, slots=True)
class SeeOwnData:
    """See everything that is stored about oneself."""


@dataclass(frozen=True, slots=True)
class AskForgetMe:
    """See what it means to be forgotten, before it counts."""


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Be forgotten."""


OwningData: TypeAlias = SeeOwnData | AskForgetMe | ForgetMe
"""What somebody does about what is stored about the own person."""

FORMS: tuple[Form[OwningData], ...] = (
    form("data", SeeOwnData),
    form("forget-me", AskForgetMe),
    form("forget-me!", ForgetMe),
)
