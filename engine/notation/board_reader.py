"""Builds a board from the tokens of a position, space by space."""

import re
from dataclasses import dataclass

from engine.rules.board import OFF, Board
from engine.values.cells import Cell
from engine.values.layouts import Layout
from engine.values.material import (
    MONUMENTS,
    Colour,
    Dynasty,
    Leader,
    Monument,
)
from engine.values.quoting import quoted

_LEADER = re.compile("[ABLP][krbg]")


@dataclass(frozen=True)
class Structure:
    """A monument, or the ziggurat if *monument* is None, that a position declares."""

    number: int
    """The number of the line that declares it."""
    monument: Monument | None
    cell: Cell
    """The top left space of the square, or the centre of the cross."""
    mask: int
    colours: tuple[Colour, ...]
    """The possible colours of its tiles."""

    @property
    def rule(self) -> str:
        """The number of the rule about building it."""
        return "R13.1" if self.monument is None else "R8.1"

    def __str__(self) -> str:
        return "the ziggurat" if self.monument is None else f"the monument {self.monument}"


class BoardReader:
    """A board under construction."""

    def __init__(self, layout: Layout, seats: tuple[Dynasty, ...]) -> None:
        self._layout = layout
        self._seats = seats
        self._tiles = [0, 0, 0, 0]
        self._treasures = self._facedown = self._catastrophes = 0
        self._leaders: dict[Leader, Cell] = {}

    def put(self, token: str, cell: Cell) -> str | None:
        """Put the piece that *token* names on *cell*. Returns a sentence if that is impossible."""
        bit = cell.bit
        river = bool(self._layout.river & bit)
        if token in {".", "~"}:
            return None
        if token in {"r*", "m*"}:
            if not self._layout.winged & bit:
                return f"a treasure belongs on a winged-creature space, not on {cell} (R2.2)"
            self._treasures |= bit
        if token[0] == "m" and token in {"m", "m*"}:
            self._facedown |= bit
        elif token in {"k", "r", "b", "g", "r*"}:
            colour = Colour.parse(token[0])
            if river is not (colour is Colour.BLUE):
                return f"a tile of colour {colour} cannot lie on {cell} (R5.1)"
            self._tiles[colour] |= bit
        elif token == "x":
            self._catastrophes |= bit
        elif _LEADER.fullmatch(token):
            return self._put_leader(Leader(Dynasty(token[0]), Colour.parse(token[1])), cell, river)
        elif token == "u":
            return "a position in the middle of a conflict cannot be read"
        else:
            return f"{quoted(token)} is nothing that can be on a space"
        return None

    def _put_leader(self, leader: Leader, cell: Cell, river: bool) -> str | None:  # noqa: FBT001
        if leader.dynasty not in self._seats:
            return f"{leader} on {cell}: {leader.dynasty.value} is not seated (R1.4)"
        if leader in self._leaders:
            return f"{leader} is on the board twice (R1.4)"
        if river:
            return f"{leader} cannot stand on the river space {cell} (R4.2)"
        self._leaders[leader] = cell
        return None

    def board(self, structures: list[Structure]) -> Board:
        """Return the board, with *structures* on it."""
        black, red, blue, green = self._tiles
        board = Board(
            layout=self._layout,
            tiles=(black, red, blue, green),
            treasures=self._treasures,
            facedown=self._facedown,
            catastrophes=self._catastrophes,
        )
        for leader, cell in self._leaders.items():
            board = board.with_leader(leader, cell)
        places = {structure.monument: structure.cell.index for structure in structures}
        monuments = tuple(places.get(monument, OFF) for monument in MONUMENTS)
        return board.with_monuments_at(monuments, places.get(None, OFF))
