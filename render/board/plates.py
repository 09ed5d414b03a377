"""Spaces for the figures of a piece: empty ones near it, never another piece."""

from collections.abc import Collection, Iterable

from engine import CELLS, Cell


def empty_places(cells: Iterable[Cell], taken: Collection[Cell]) -> dict[Cell, Cell]:
    """Return for each of *cells* an empty space of its own near it, none of *taken*.

    The nearest; among equals one above, then one on the left. A cell is missing if no space is
    left.
    """
    places: dict[Cell, Cell] = {}
    for cell in cells:
        left = [place for place in CELLS if place not in taken and place not in places.values()]
        if left:
            places[cell] = min(left, key=lambda place: _distance(cell, place))
    return places


def _distance(one: Cell, other: Cell) -> tuple[int, Cell]:
    return (one.row - other.row) ** 2 + (one.col - other.col) ** 2, other
