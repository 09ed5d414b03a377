"""Every piece, in rows of a few to compare."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import MONUMENTS, Colour, Dynasty, Leader, Monument
from render.pieces.sprites import (
    Building,
    Catastrophe,
    Emblem,
    FaceDown,
    MonumentPart,
    Piece,
    Standing,
    Tile,
    Treasure,
    Unification,
    Ziggurat,
    ZigguratPart,
)


class Shelf(NamedTuple):
    """Pieces to compare."""

    title: str
    pieces: Sequence[Piece]


def shelves() -> list[Shelf]:
    """Return all pieces, each with every colour, dynasty and state that it has."""
    return [Shelf(title, pieces) for kind in PIECES.values() for title, pieces in kind.items()]


_STRENGTHS = ((0, False), (12, False), (8, False), (2, True))
"""The strengths of the four leaders of a dynasty: three in a war, one in a revolt."""


def _leaders(dynasty: Dynasty) -> list[Leader]:
    return [Leader(dynasty, colour) for colour in Colour]


def _standing(dynasty: Dynasty) -> list[Standing]:
    return [
        Standing(leader, *strengths)
        for leader, strengths in zip(_leaders(dynasty), _STRENGTHS, strict=True)
    ]


def _quarters(monument: Monument, *, treasure: bool = False) -> list[MonumentPart]:
    return [
        MonumentPart(monument, across, down, treasure) for down in range(2) for across in range(2)
    ]


PIECES: Mapping[type, Mapping[str, Sequence[Piece]]] = {
    Tile: {
        "Tiles: settlement, temple, farm, market": [Tile(each) for each in Colour],
        "Temples and other tiles with a treasure": [Tile(each, treasure=True) for each in Colour],
        "Tiles with their building": [Tile(each, building=True) for each in Colour],
        "The same with a treasure": [Tile(each, treasure=True, building=True) for each in Colour],
    },
    Building: {"Palace, library, granary, market hall": [Building(each) for each in Colour]},
    Unification: {"Unification tile over each tile": [Unification(each) for each in Colour]},
    Standing: {
        **{
            f"On the board, {dynasty.name.lower()}: King, Priest, Farmer, Trader": _standing(
                dynasty
            )
            for dynasty in Dynasty
        },
    },
    Leader: {
        f"Leaders by themselves, {dynasty.name.lower()}": _leaders(dynasty) for dynasty in Dynasty
    },
    Emblem: {"Dynasties: archer, bull, lion, pot": [Emblem(each) for each in Dynasty]},
    Catastrophe: {"Catastrophe": [Catastrophe()]},
    FaceDown: {
        "Face-down tile, without and with a treasure": [FaceDown(), FaceDown(treasure=True)]
    },
    Treasure: {"Treasure": [Treasure()]},
    Monument: {"Monuments by themselves": MONUMENTS},
    MonumentPart: {
        **{f"The four spaces of the {each} monument": _quarters(each) for each in MONUMENTS},
        "The same with treasures": _quarters(MONUMENTS[0], treasure=True),
    },
    Ziggurat: {"The ziggurat by itself": [Ziggurat()]},
    ZigguratPart: {
        "The five spaces of the ziggurat": [
            ZigguratPart(across, down) for across, down in ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))
        ],
        "The same with treasures": [
            ZigguratPart(across, down, treasure=True)
            for across, down in ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))
        ],
    },
}
"""By class: rows with their titles. A test compares it with all classes of pieces."""
