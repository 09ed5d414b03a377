"""What a player can want to read, as values: pages of the rules, and a game in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["PickRule", "Reading", "SeeInWords", "SeeRule", "SeeRules"]


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
class SeeInWords:
    """See in words what pictures of a game show, on a page of them, from 0."""

    page: int = 0


Reading: TypeAlias = SeeRule | SeeRules | PickRule | SeeInWords
"""What changes nothing, and is read on pages."""
