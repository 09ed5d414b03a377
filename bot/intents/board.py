"""Intents to look at a game: the board, a part of it, the desk."""

from enum import StrEnum
from typing import Annotated

from bot.domain.game_lookup import Purpose
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
    """Show the help."""


class SeeBoard(Intent, word="board", placement=Placement.BELOW):
    """Show the board."""


class SeeDesk(Intent, word="hand"):
    """Show the player's desk: hand, board, and the open question.

    *call* keeps the buttons of several calls different.
    """

    call: Omitted[int] = 0


class OpenDesk(Intent, word="desk", placement=Placement.BELOW):
    """Show the player's desk below a message about several games."""


class SeeDeskHere(Intent, purpose=Purpose.HERE):
    """Show the player's desk of the game that lives in this thread."""


class SeeMore(Intent, word="more"):
    """Show everything that has no button on the desk."""


class SeeEnded(Intent, word="ended", placement=Placement.BELOW):
    """Show everything about a game that has ended, for any user."""


class SeeScore(Intent, word="score", placement=Placement.BELOW):
    """Show the player's points."""


class SeeLog(Intent, word="log", placement=Placement.BELOW):
    """Show the log."""


class SeeResult(Intent, word="result", placement=Placement.BELOW):
    """Show the result of a game, with its record and replay."""


class SeeMissed(Intent, word=("missed", "animation")):
    """Show a turn since the player's last one, the first if 0; or all of them, *animated*."""

    animated: bool = False
    turn: int = 0


class SeeInWords(Intent, word="words", placement=Placement.BELOW):
    """Show a page of the pictures of a game in words; the first is 0.

    With a *turn*, the board at its end.
    """

    page: Page = 0
    turn: Omitted[int] = 0


class Zoom(Intent, word="zoom"):
    """Show a *part* of the board at twice the size.

    With a *piece* the spaces are marked where it may go; *refused* those, too, where it may not.
    """

    part: Part = Part.IN_QUESTION
    piece: Omitted[Piece | None] = None
    refused: Omitted[Annotated[bool, spelt(why=True)]] = False


class WhyNot(Intent, word="why"):
    """Show the spaces where a *piece* may not go, and why."""

    piece: Piece


class PickWhyNot(Intent, word="why-not"):
    """As :class:`WhyNot`, for a piece chosen from a list."""

    piece: Chosen[Piece]
