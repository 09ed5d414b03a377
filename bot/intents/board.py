"""What a player can want to see of a game, as values: the board, a part of it, the desk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.intents import Intent, Placement, chosen, form, page, register, spelt, written
from engine import Piece, parse_piece


class Part(StrEnum):
    """A part of the board that can be seen at twice the size, or all of it as it is."""

    IN_QUESTION = "question"
    TOP_LEFT = "tl"
    TOP_RIGHT = "tr"
    BOTTOM_LEFT = "bl"
    BOTTOM_RIGHT = "br"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Help(Intent, placement=Placement.BELOW):
    """How a first turn goes, and what else can be seen."""


@dataclass(frozen=True, slots=True)
class SeeBoard(Intent, placement=Placement.BELOW):
    """See the board."""


@dataclass(frozen=True, slots=True)
class SeeDesk(Intent):
    """See the player's desk: hand, board, and what is to be decided.

    *call* tells the buttons of several calls apart.
    """

    call: int = 0


@dataclass(frozen=True, slots=True)
class SeeMore(Intent):
    """See what has no button on the desk."""


@dataclass(frozen=True, slots=True)
class SeeScore(Intent, placement=Placement.BELOW):
    """See the player's points."""


@dataclass(frozen=True, slots=True)
class SeeLog(Intent, placement=Placement.BELOW):
    """See what has happened."""


@dataclass(frozen=True, slots=True)
class SeeResult(Intent, placement=Placement.BELOW):
    """See how a game ended, with its record and its replay."""


@dataclass(frozen=True, slots=True)
class SeeInWords(Intent, placement=Placement.BELOW):
    """See in words what pictures of a game show, on a page of them, from 0."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Zoom(Intent):
    """See a *part* of the board at twice the size.

    With a *piece* the spaces are marked where it may go; *refused* those, too, where it may not.
    """

    part: Part = Part.IN_QUESTION
    piece: Piece | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class WhyNot(Intent):
    """See where a *piece* may not go, and why."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class PickWhyNot(Intent):
    """See the same, of a piece that is chosen from a list."""

    piece: Piece


register(
    form("help", Help),
    form("board", SeeBoard),
    form("hand", SeeDesk),
    form("hand", SeeDesk, call=written(int)),
    form("more", SeeMore),
    form("score", SeeScore),
    form("log", SeeLog),
    form("result", SeeResult),
    form("words", SeeInWords, page=written(page)),
    form("zoom", Zoom, part=written(Part)),
    form("zoom", Zoom, part=written(Part), piece=written(parse_piece)),
    form("zoom", Zoom, part=written(Part), piece=written(parse_piece), refused=spelt(why=True)),
    form("why", WhyNot, piece=written(parse_piece)),
    form("why-not", PickWhyNot, piece=chosen(parse_piece)),
)
