"""Small boards drawn in the tokens of the position format, and decisions in notation.

A drawing covers part of the real board: ``~`` must be drawn where there is a river and
``.`` where there is land, so that a drawing never deceives. ``F2`` to ``L7`` is all land.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

import pytest

from engine import (
    LAYOUTS,
    Cell,
    Colour,
    Dynasty,
    Event,
    Game,
    IllegalAction,
    Leader,
    PlaceBuilding,
    parse_action,
    parse_piece,
    read_position,
    write_position,
)

Kind = TypeVar("Kind")

HAND = "krrrbg"
BAG = "krbg" * 6
FAR_TREASURES = "P2 B8 O9"
"""Temples with treasures away from most drawings: without them every turn ends the game."""


def rows_of(drawing):
    return [line.split() for line in drawing.strip().splitlines()]


def drawn(drawing):
    """*drawing* as :meth:`Scene.drawing` and :meth:`Scene.marked` write it."""
    return "\n".join(" ".join(row) for row in rows_of(drawing))


@dataclass(frozen=True)
class Scene:
    """A game, what has just happened in it, and the part of the board that is drawn."""

    game: Game
    corner: Cell
    height: int
    width: int
    events: tuple[Event, ...] = field(default=())

    def play(self, *lines):
        """This scene after decisions such as ``A r@E5``; its events are those of all of them."""
        game, events = self.game, []
        for line in lines:
            seat, action = self._decision(line)
            game, more = game.apply(seat, action)
            events += more
        return replace(self, game=game, events=tuple(events))

    def rule_against(self, line):
        """The number of the rule that forbids a decision; None if it is legal."""
        seat, action = self._decision(line)
        listed = action in self.game.legal_actions() and seat == self.game.decision.seat
        refusal = self.game.refusal(seat, action)
        assert listed == (refusal is None)
        if refusal is None:
            return None
        with pytest.raises(IllegalAction) as raised:
            self.game.apply(seat, action)
        assert str(raised.value) == str(refusal)
        return refusal.rule

    def legal(self, kind=None):
        """The legal decisions (of one kind), as notation without the dynasty letter, sorted."""
        actions = self.game.legal_actions()
        return sorted(str(action) for action in actions if kind is None or type(action) is kind)

    def saw(self, kind):
        """The events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def score(self, letter):
        return self.game.scores[self._seat(letter)]

    def hand(self, letter):
        return self.game.hands[self._seat(letter)]

    def drawing(self):
        """The drawn part of the board as it is now."""
        return "\n".join(" ".join(row) for row in self._rows())

    def marked(self, what):
        """The same with ``!`` on every legal space for a tile ``r``, a leader ``Ak`` or ``x``."""
        cells = self.game.view(self.game.decision.seat).legal_cells(parse_piece(what))
        rows = self._rows()
        for row in range(self.height):
            for col in range(self.width):
                if Cell(self.corner.row + row, self.corner.col + col) in cells:
                    rows[row][col] = "!"
        return "\n".join(" ".join(row) for row in rows)

    def _rows(self):
        text = write_position(self.game.open_view())
        board = rows_of(text.split("[Board-state]")[1])
        top, left = self.corner.row, self.corner.col
        return [row[left : left + self.width] for row in board[top : top + self.height]]

    def _seat(self, letter):
        return self.game.seats.index(Dynasty(letter))

    def _decision(self, line):
        letter, decision = line.split()
        return self._seat(letter), parse_action(decision)


def leader(name):
    return Leader(Dynasty(name[0]), Colour.parse(name[1]))


def sites(scene):
    """The spaces on which a building may be put now, as one string; empty if nobody is asked."""
    return " ".join(sorted(line.removeprefix("site:") for line in scene.legal(PlaceBuilding)))


def standing(scene):
    """The buildings on the board as the position writes them: ``r E7``."""
    lines = write_position(scene.game.open_view()).splitlines()
    return [line.split('"')[1] for line in lines if line.startswith("[Building ")]


def hand_of(letter, hands):
    return "".join(sorted((hands or {}).get(letter, HAND), key="krbg".index))


def draw(
    drawing,
    at="F2",
    *,
    board="classic",
    seats="A B",
    turn="",
    hands=None,
    scores=None,
    catastrophes=2,
    monuments=(),
    treasures=FAR_TREASURES,
    bag=BAG,
    options="",
    display="",
    ziggurat="",
    buildings=(),
):
    """The position with *drawing* at *at*, and temples with treasures at *treasures*."""
    layout = LAYOUTS[board]
    corner = Cell.parse(at)
    rows = rows_of(drawing)
    tokens = [["."] * 16 for _ in range(11)]
    for name in treasures.split():
        cell = Cell.parse(name)
        tokens[cell.row][cell.col] = "r*"
    for row, line in enumerate(rows):
        assert len(line) == len(rows[0]), f"ragged drawing: {line}"
        for col, token in enumerate(line):
            cell = Cell(corner.row + row, corner.col + col)
            if token in {".", "~"}:
                assert (token == "~") == bool(layout.river & cell.bit), f"terrain of {cell}"
            tokens[cell.row][cell.col] = token
    used = drawing.split().count("x")  # those were somebody's
    left = [catastrophes] * len(seats.split())
    for seat in range(len(left)):
        taken = min(used, left[seat])
        left[seat], used = left[seat] - taken, used - taken
    headers = [
        'Format "te 1"',
        f'Board "{board}"',
        f'Options "{options}"',
        f'Seats "{seats}"',
        f'Turn "{turn or seats[0] + " 2"}"',
        *(f'Hand {letter} "{hand_of(letter, hands)}"' for letter in seats.split()),
        *(
            f'Score {letter} "{(scores or {}).get(letter, "k0 r0 b0 g0 t0")}"'
            for letter in seats.split()
        ),
        *(f'Catastrophes {s} "{n}"' for s, n in zip(seats.split(), left, strict=True)),
        f'Bag "{bag}"',
        *([f'Display "{display}"'] if "display" in options else []),
        *(f'Monument "{monument}"' for monument in monuments),
        *([f'Ziggurat "{ziggurat}"'] if ziggurat else []),
        *(f'Building "{building}"' for building in buildings),
        "Board-state",
    ]
    text = "\n".join([*(f"[{header}]" for header in headers), *(" ".join(row) for row in tokens)])
    return Scene(read_position(text), corner, len(rows), len(rows[0]))
