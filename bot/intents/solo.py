"""What users can want who play alone, as values: against whom, how, and to begin."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import Intent, Placement, chosen, form, register, written
from engine import Level

MOST_COMPUTERS = 3
_LETTERS = {level.value[0]: level for level in Level}
_APART = "."


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against computers alone to open; by default a first game."""

    levels: tuple[Level, ...] = (Level.EASY,)
    """How strong the computers are, one after the other."""
    preset: str = "first game"
    board: str = ""
    """The board; nothing for that of the preset."""


@dataclass(frozen=True, slots=True)
class SeeSolo(Intent, placement=Placement.BELOW):
    """See how one can play alone, and what is chosen so far."""

    solo: Solo = Solo()


@dataclass(frozen=True, slots=True)
class ChooseComputers(Intent):
    """Choose against how many computers to play, and how strong they are."""

    solo: Solo
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class ChooseSoloPreset(Intent):
    """Choose a set of options, by its name, with its board."""

    solo: Solo
    preset: str


@dataclass(frozen=True, slots=True)
class ChooseSoloBoard(Intent):
    """Choose a board, by its name."""

    solo: Solo
    board: str


@dataclass(frozen=True, slots=True)
class PlaySolo(Intent):
    """Begin."""

    solo: Solo


def _letters(levels: tuple[Level, ...]) -> str:
    return "".join(level.value[0] for level in levels)


def _levels(letters: str) -> tuple[Level, ...]:
    """Raises LookupError or ValueError unless they are as many computers as there can be."""
    if len(letters) not in range(1, MOST_COMPUTERS + 1):
        raise ValueError(f"{letters!r} are none to play against")
    return tuple(_LETTERS[letter] for letter in letters)


def _printed(solo: Solo) -> str:
    return _APART.join((_letters(solo.levels), solo.preset, solo.board))


def _read(text: str) -> Solo:
    """Raises LookupError or ValueError if it is none."""
    letters, preset, board = text.split(_APART)
    return Solo(_levels(letters), preset, board)


_SOLO = written(_read, _printed)

register(
    form("solo", SeeSolo, solo=_SOLO),
    form("against", ChooseComputers, solo=_SOLO, levels=chosen(_levels, _letters)),
    form("solo-preset", ChooseSoloPreset, solo=_SOLO, preset=chosen(str)),
    form("solo-board", ChooseSoloBoard, solo=_SOLO, board=chosen(str)),
    form("play-solo", PlaySolo, solo=_SOLO),
)
