"""Marks where they are on a board: every kind that some state shows."""

from collections import defaultdict
from io import BytesIO

from PIL import Image

from engine import Cell
from render.ground import corner_of
from render.marks import Mark, marks_of
from render.specimen.states import State, states
from render.theme import Theme

_MOST = 3
"""How many examples of a kind are shown: the first ones."""


def examples() -> dict[type[Mark], list[tuple[State, Cell]]]:
    """For each kind of mark the states that show it, with a space that bears it."""
    found: defaultdict[type[Mark], list[tuple[State, Cell]]] = defaultdict(list)
    for state in states():
        if state.board is None or state.decision is None:
            continue
        marks = marks_of(state.board, state.events, state.decision, state.legal)
        for cell, borne in sorted(marks.items()):
            for mark in borne:
                found[type(mark)].append((state, cell))
    return dict(found)


def marked_spaces(theme: Theme) -> dict[str, list[Image.Image]]:
    """Spaces with half a space around, mode ``RGB``, by the names of the marks on them."""
    drawn: dict[str, Image.Image] = {}
    spaces: dict[str, list[Image.Image]] = {}
    for kind, shown in examples().items():
        for state, cell in _different(shown):
            if state.title not in drawn:
                drawn[state.title] = _opened(state.draw(theme))
            top = 0 if state.legal else theme.head - theme.gap
            spaces.setdefault(kind.__name__, []).append(
                _space(drawn[state.title], cell, top, theme)
            )
    return spaces


def _different(shown: list[tuple[State, Cell]]) -> list[tuple[State, Cell]]:
    """A few of them, of different pieces where there are any."""
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
