"""Intents about playing alone."""

from dataclasses import dataclass
from typing import Annotated, Self

from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, Spelling
from engine import Level

MOST_COMPUTERS = 3
_LETTERS = {level.value[0]: level for level in Level}
_SEPARATOR = "."


def _levels(letters: str) -> tuple[Level, ...]:
    if len(letters) not in range(1, MOST_COMPUTERS + 1):
        raise ValueError(f"{letters!r} are none to play against")
    return tuple(_LETTERS[letter] for letter in letters)


def _letters(levels: tuple[Level, ...]) -> str:
    return "".join(level.value[0] for level in levels)


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against computers alone to open; by default a first game."""

    levels: tuple[Level, ...] = (Level.EASY,)
    """The levels of the computers."""
    preset: str = "first game"
    board: str = ""
    """The board; nothing for that of the preset."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read it back. Raises LookupError or ValueError if it is none."""
        letters, preset, board = text.split(_SEPARATOR)
        return cls(_levels(letters), preset, board)

    def __str__(self) -> str:
        return _SEPARATOR.join((_letters(self.levels), self.preset, self.board))


class SeeSolo(Intent, word="solo", placement=Placement.BELOW):
    """Show the choices for a game alone."""

    solo: Solo = Solo()


class ChooseComputers(Intent, word="against"):
    """Choose the computers by their levels."""

    solo: Solo
    levels: Chosen[Annotated[tuple[Level, ...], Spelling(_levels, _letters)]]


class ChooseSoloPreset(Intent, word="solo-preset"):
    """Choose a set of options, by its name, with its board."""

    solo: Solo
    preset: Chosen[str]


class ChooseSoloBoard(Intent, word="solo-board"):
    """Choose a board, by its name."""

    solo: Solo
    board: Chosen[str]


class PlaySolo(Intent, word="play-solo"):
    """Open the game and begin."""

    solo: Solo
