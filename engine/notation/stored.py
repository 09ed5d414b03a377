"""Games as one line of JSON to store, at any moment.

The notation (notation.md) writes positions for people and parses only those between actions; a
stored game may wait for any decision. Derived values are not stored.
"""

import json
from typing import Any, NoReturn

from engine.rules.board import OFF, Board
from engine.rules.consistency import check_consistent
from engine.rules.game import Game, layout_named
from engine.values.cells import Cell
from engine.values.decisions import DECISIONS, Decision
from engine.values.material import COLOURS, Colour, Dynasty, Hand
from engine.values.reasons import GameError
from engine.values.scoring import Score

__all__ = [
    "dump_game",
    "load_game",
]

VERSION = 1
_BEFORE_OPTIONS = {
    "ziggurat": OFF,
    "buildings": [OFF] * len(COLOURS),
    "display": [0] * len(COLOURS),
}
"""Defaults for fields missing in games stored before there were options."""


def dump_game(game: Game) -> str:
    """Return the game as a line of JSON, everything hidden included."""
    board = game.board
    return json.dumps(
        {
            "version": VERSION,
            "layout": board.layout.name,
            "options": game.options,
            "seats": "".join(game.seats),
            "tiles": board.tiles,
            "treasures": board.treasures,
            "facedown": board.facedown,
            "catastrophes": board.catastrophes,
            "leaders": board.leaders,
            "monuments": board.monuments,
            "ziggurat": board.ziggurat,
            "buildings": board.buildings,
            "unification": board.unification,
            "hands": game.hands,
            "scores": game.scores,
            "catastrophes_left": game.catastrophes,
            "bag": game.bag,
            "display": game.display,
            "active": game.active,
            "actions_left": game.actions_left,
            "placed": None if game.placed is None else str(game.placed),
            "decision": game.decision.dump(),
        },
        separators=(",", ":"),
    )


def load_game(text: str) -> Game:
    """Return the game that :func:`dump_game` wrote.

    Raises GameError if it is from another version or its state is inconsistent; ValueError,
    LookupError, TypeError, AttributeError or ArithmeticError if its form is wrong.
    """
    data = _BEFORE_OPTIONS | json.loads(text, parse_float=_refuse, parse_constant=_refuse)
    if data["version"] != VERSION:
        raise GameError(f"a stored game of version {data['version']} cannot be read")
    black, red, blue, green = data["tiles"]
    shown_k, shown_r, shown_b, shown_g = data["display"]
    unification = data["unification"]
    board = Board(
        layout=layout_named(data["layout"]),
        tiles=(black, red, blue, green),
        treasures=data["treasures"],
        facedown=data["facedown"],
        catastrophes=data["catastrophes"],
        leaders=tuple(data["leaders"]),
        monuments=tuple(data["monuments"]),
        ziggurat=data["ziggurat"],
        buildings=tuple(data["buildings"]),
        unification=None if unification is None else (Colour(unification[0]), unification[1]),
    )
    game = Game(
        board=board,
        seats=tuple(Dynasty(letter) for letter in data["seats"]),
        options=tuple(data["options"]),
        hands=tuple(Hand((k, r, b, g)) for k, r, b, g in data["hands"]),
        scores=tuple(Score(k, r, b, g, t) for k, r, b, g, t in data["scores"]),
        catastrophes=tuple(data["catastrophes_left"]),
        bag=data["bag"],
        active=data["active"],
        actions_left=data["actions_left"],
        placed=None if data["placed"] is None else Cell.parse(data["placed"]),
        decision=_load_decision(data["decision"]),
        display=(shown_k, shown_r, shown_b, shown_g),
    )
    check_consistent(game)
    return game


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"not a number of a stored game: {number:.20}")


def _load_decision(data: dict[str, Any]) -> Decision:
    decision = DECISIONS.get(data["kind"])
    if decision is None:
        raise GameError(f"a stored game waits for an unknown decision, {data['kind']!r}")
    return decision.load(data)
