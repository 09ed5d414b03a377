"""What a player can want to see closer, as values: part of a board, its signs, why not there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine import Piece

__all__ = ["Looking", "Part", "SeeLegend", "WhyNot", "Zoom"]


class Part(StrEnum):
    """A part of the board that can be seen at twice the size, or all of it as it is."""

    IN_QUESTION = "question"
    TOP_LEFT = "tl"
    TOP_RIGHT = "tr"
    BOTTOM_LEFT = "bl"
    BOTTOM_RIGHT = "br"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Zoom:
    """See a *part* of the board at twice the size.

    With a *piece* the spaces are marked where it may go; *refused* those, too, where it may not.
    """

    part: Part = Part.IN_QUESTION
    piece: Piece | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class WhyNot:
    """See where a *piece* may not go, and why."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class SeeLegend:
    """See what each piece and sign in the pictures means."""


Looking: TypeAlias = Zoom | WhyNot | SeeLegend
"""What changes nothing, and shows more of what is in the pictures."""
