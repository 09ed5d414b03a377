"""What a player can want of hints, as values: to have one, and to choose who may have any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.domain import HintRule
from bot.intents.forms import Form, form, written

__all__ = ["ChooseHintRule", "Hinting", "SeeBestTurn", "SeeHintRule"]

_MOST = 3


@dataclass(frozen=True, slots=True)
class SeeBestTurn:
    """Have a hint: see what a computer would do, of the best turns the one of that number, from 0.

    A lesson has hints of its own.
    """

    number: int = 0


@dataclass(frozen=True, slots=True)
class SeeHintRule:
    """See who may ask for hints at a table, and what else can be chosen."""


@dataclass(frozen=True, slots=True)
class ChooseHintRule:
    """Let others have hints than before."""

    rule: HintRule


Hinting: TypeAlias = SeeBestTurn | SeeHintRule | ChooseHintRule
"""What is about hints."""


def _number(text: str) -> int:
    return range(_MOST)[int(text)]


FORMS: tuple[Form[Hinting], ...] = (
    form("best", SeeBestTurn),
    form("best", SeeBestTurn, number=written(_number)),
    form("hints", SeeHintRule),
    form("hints", ChooseHintRule, rule=written(HintRule)),
)
