"""What somebody can want to read, as values: the rules, and what is about no one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.forms import Form, chosen, form, page, written

__all__ = [
    "PickRule",
    "Reading",
    "SeeCheck",
    "SeeGames",
    "SeeLegend",
    "SeeRule",
    "SeeRules",
]


@dataclass(frozen=True, slots=True)
class SeeRule:
    """See a page of the rules, or an example, by its name.

    *turning* says that it takes the place of the page on which that was pressed.
    """

    name: str
    turning: bool = False


@dataclass(frozen=True, slots=True)
class SeeRules:
    """See what pages of the rules there are; *turning* as for :class:`SeeRule`."""

    turning: bool = False


@dataclass(frozen=True, slots=True)
class PickRule:
    """See a page of the rules chosen from one of several lists; *chapter* tells them apart."""

    chapter: int
    name: str


@dataclass(frozen=True, slots=True)
class SeeLegend:
    """See what each piece and sign in the pictures means."""


@dataclass(frozen=True, slots=True)
class SeeGames:
    """See one's games, on a page of the list, from 0."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class SeeCheck:
    """See which permissions the bot needs where that is pressed, and whether it has them."""


Reading: TypeAlias = SeeRule | SeeRules | PickRule | SeeLegend | SeeGames | SeeCheck
"""What changes nothing, and is about no one game."""

FORMS: tuple[Form[Reading], ...] = (
    form("rule", SeeRule, name=written(str)),
    form("page", SeeRule, name=written(str), turning=True),
    form("rules", SeeRules),
    form("contents", SeeRules, turning=True),
    form("chapter", PickRule, chapter=written(int), name=chosen(str)),
    form("legend", SeeLegend),
    form("games", SeeGames, page=written(page)),
    form("check", SeeCheck),
)
