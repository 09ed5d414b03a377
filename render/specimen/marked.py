"""Marks in their places on a board: every kind that some state shows."""

from collections import defaultdict
from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from engine import Board, Cell, Decision
from render.board.field import pieces_on
from render.board.ground import corner_of
from render.board.marks import (
    Choice,
    Fighting,
    Forced,
    Gone,
    Illegal,
    Legal,
    Mark,
    Placed,
    Supporter,
    Tally,
    TreasureTaken,
    marks_of,
    tallies_of,
)
from render.board.plates import empty_places
from render.drawing.theme import Theme
from render.specimen.states import State, states

TITLES: Mapping[type[Mark], str] = {
    Placed: "Just placed, built or moved here",
    Gone: "Here a moment ago",
    TreasureTaken: "A treasure was taken from here",
    Fighting: "Who fights: attacker, defender",
    Supporter: "Tiles that count for them, and those that would be lost",
    Tally: "What a party has, near its leader",
    Choice: "A space to choose, of treasures with its name",
    Forced: "A treasure that is taken in any case",
    Legal: "A piece may go here",
    Illegal: "A piece may not go here, by the letter of the reason",
}
"""The title of every kind of mark. A test compares it with all classes of marks."""
_MOST = 3
"""The maximum number of examples of a kind."""


def examples() -> dict[type[Mark], list[tuple[State, Cell]]]:
    """Return for each kind of mark the states that show it, with a space that has it."""
    found: defaultdict[type[Mark], list[tuple[State, Cell]]] = defaultdict(list)
    for state in states():
        if state.board is None or state.decision is None:
            continue
        for cell, borne in sorted(_marks(state, state.board, state.decision).items()):
            for mark in borne:
                found[type(mark)].append((state, cell))
    return dict(found)


def _marks(state: State, board: Board, decision: Decision) -> dict[Cell, tuple[Mark, ...]]:
    """Return all marks of a board, with figures on the empty spaces where they are drawn."""
    marks = marks_of(board, state.events, decision, state.legal, state.refused)
    tallies = tallies_of(state.events, decision)
    places = empty_places(tallies, pieces_on(board).keys() | marks.keys())
    return marks | {place: (tallies[cell],) for cell, place in places.items()}


def marked_spaces(theme: Theme) -> dict[str, list[Image.Image]]:
    """Return spaces with half a space around, mode ``RGB``, by the titles of their marks."""
    drawn: dict[str, Image.Image] = {}
    spaces: dict[str, list[Image.Image]] = {}
    for kind, shown in examples().items():
        for state, cell in _different(shown):
            if state.title not in drawn:
                drawn[state.title] = _opened(state.draw(theme))
            top = 0 if state.legal else theme.head - theme.gap
            spaces.setdefault(TITLES[kind], []).append(_space(drawn[state.title], cell, top, theme))
    return spaces


def _different(shown: list[tuple[State, Cell]]) -> list[tuple[State, Cell]]:
    """Return a few examples, of different pieces if possible."""
    by_content: dict[object, tuple[State, Cell]] = {}
    for state, cell in shown:
        assert state.board is not None
        by_content.setdefault((state.board.colour_at(cell), state.title), (state, cell))
    return list(by_content.values())[:_MOST]


def _opened(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as image:
        return image.convert("RGB")


def _space(picture: Image.Image, cell: Cell, top: int, theme: Theme) -> Image.Image:
    x, y = corner_of(cell, theme)
    half = theme.cell // 2
    return picture.crop((x - half, y + top - half, x + 3 * half, y + top + 3 * half))
