"""What users can want of what is stored about them, as values."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import Intent, form, register


@dataclass(frozen=True, slots=True)
class SeeOwnData(Intent):
    """See everything that is stored about oneself."""


@dataclass(frozen=True, slots=True)
class AskForgetMe(Intent):
    """See what it means to be forgotten, before it counts."""


@dataclass(frozen=True, slots=True)
class ForgetMe(Intent):
    """Be forgotten."""


register(
    form("data", SeeOwnData),
    form("forget-me", AskForgetMe),
    form("forget-me!", ForgetMe),
)
