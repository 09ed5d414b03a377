"""Intents to look at a game: the board, a part of it, the desk."""

from enum import StrEnum
from typing import Annotated

from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, Omitted, Page, spelt
from engine import Piece


class Part(StrEnum):
    """A part of the board that can be seen at twice the size, or all of it as it is."""

    IN_QUESTION = "question"
    TOP_LEFT = "tl"
    TOP_RIGHT = "tr"
    BOTTOM_LEFT = "bl"
    BOTTOM_RIGHT = "br"
    WHOLE = "whole"


class Help(Intent, word="help", placement=Placement.BELOW):
    """See how a first turn goes, and what else can be seen."""


class SeeBoard(Intent, word="board", placement=Placement.BELOW):
    """See the board."""


class SeeDesk(Intent, word="hand"):
    """See the player's desk: hand, board, and what is to be decided.

    *call* keeps the buttons of several calls different.
    """

    call: Omitted[int] = 0


class SeeMore(Intent, word="more"):
    """See what has no button on the desk."""


class SeeScore(Intent, word="score", placement=Placement.BELOW):
    """See the player's points."""


class SeeLog(Intent, word="log", placement=Placement.BELOW):
    """See what has happened."""


class SeeResult(Intent, word="result", placement=Placement.BELOW):
    """See how a game ended, with its record and its replay."""


class SeeInWords(Intent, word="words", placement=Placement.BELOW):
    """See in words what pictures of a game show, on a page of them, from 0."""

    page: Page = 0


class Zoom(Intent, word="zoom"):
    """See a *part* of the board at twice the size.

    With a *piece* the spaces are marked where it may go; *refused* those, too, where it may not.
    """

    part: Part = Part.IN_QUESTION
    piece: Omitted[Piece | None] = None
    refused: Omitted[Annotated[bool, spelt(why=True)]] = False


class WhyNot(Intent, word="why"):
    """See where a *piece* may not go, and why."""

    piece: Piece


class PickWhyNot(Intent, word="why-not"):
    """See the same, of a piece that is chosen from a list."""

    piece: Chosen[Piece]
