"""What a player can want of hints, as values: to have one, and to choose who may have any."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain import HintRule
from bot.intents import Intent, form, register, written

_MOST = 3


@dataclass(frozen=True, slots=True)
class AskHint(Intent):
    """Be told what a hint costs, before it is given."""


@dataclass(frozen=True, slots=True)
class SeeBestTurn(Intent):
    """Have a hint: see what a computer would do, of the best turns the one of that number, from 0.

    A lesson has hints of its own.
    """

    number: int = 0


@dataclass(frozen=True, slots=True)
class SeeHintRule(Intent):
    """See who may ask for hints at a table, and what else can be chosen."""


@dataclass(frozen=True, slots=True)
class ChooseHintRule(Intent):
    """Let others have hints than before."""

    rule: HintRule


def _number(text: str) -> int:
    return range(_MOST)[int(text)]


register(
    form("best", AskHint),
    form("best", SeeBestTurn, number=written(_number)),
    form("hints", SeeHintRule),
    form("hints", ChooseHintRule, rule=written(HintRule)),
)
