"""A game as one line of text to store, and back: also in the middle of an event.

The notation (notation.md) writes positions for people and reads only those between actions;
a stored game must hold every moment. What follows from the rest is not stored.
"""

import json
from typing import Any

from engine.board import OFF, Board
from engine.cells import Cell
from engine.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Conflict,
    Contender,
    CubeDecision,
    Decision,
    DrawDecision,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
)
from engine.game import Game, layout_named
from engine.material import COLOURS, LEADERS, MONUMENTS, Colour, Dynasty
from engine.reasons import GameError
from engine.scoring import Score

VERSION = 1
_BEFORE_OPTIONS = {
    "ziggurat": OFF,
    "buildings": [OFF] * len(COLOURS),
    "display": [0] * len(COLOURS),
}
"""What is not in games that were stored before there were options."""


def dump_game(game: Game) -> str:
    """The game as a line of JSON, everything hidden included."""
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
            "decision": _dump_decision(game.decision),
        },
        separators=(",", ":"),
    )


def load_game(text: str) -> Game:
    """The game that :func:`dump_game` wrote. Raises GameError if it is of another version."""
    data = _BEFORE_OPTIONS | json.loads(text)
    if data["version"] != VERSION:
        raise GameError(f"a stored game of version {data['version']} cannot be read")
    black, red, blue, green = data["tiles"]
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
    return Game(
        board=board,
        seats=tuple(Dynasty(letter) for letter in data["seats"]),
        options=tuple(data["options"]),
        hands=tuple((k, r, b, g) for k, r, b, g in data["hands"]),
        scores=tuple(Score(*score) for score in data["scores"]),
        catastrophes=tuple(data["catastrophes_left"]),
        bag=data["bag"],
        active=data["active"],
        actions_left=data["actions_left"],
        placed=None if data["placed"] is None else Cell.parse(data["placed"]),
        decision=_load_decision(data["decision"]),
        display=tuple(data["display"]),
    )


def _dump_decision(decision: Decision) -> dict[str, Any]:
    dumped: dict[str, Any] = {"kind": decision.kind, "seat": decision.seat}
    match decision:
        case WarDecision(colours=colours):
            dumped["colours"] = colours
        case AddDecision(conflict=conflict):
            dumped |= {
                "internal": conflict.internal,
                "colour": conflict.colour,
                "attacker": _dump_contender(conflict.attacker),
                "defender": _dump_contender(conflict.defender),
            }
        case BuildDecision(choices=builds, centres=centres):
            dumped["choices"] = [[monument.number, str(corner)] for monument, corner in builds]
            dumped["centres"] = [str(centre) for centre in centres]
        case SiteDecision(colour=colour, cells=cells):
            dumped |= {"colour": colour, "cells": [str(cell) for cell in cells]}
        case DrawDecision(colours=colours, bag=bag, due=due, refill=refill):
            dumped |= {"colours": colours, "bag": bag, "due": due, "refill": refill}
        case TakeDecision(choices=takes):
            dumped["choices"] = [[str(cell) for cell in cells] for cells in takes]
        case ActionDecision() | CubeDecision() | Over():
            pass
    return dumped


def _load_decision(data: dict[str, Any]) -> Decision:
    seat = data["seat"]
    match data["kind"]:
        case WarDecision.kind:
            return WarDecision(seat, tuple(Colour(colour) for colour in data["colours"]))
        case AddDecision.kind:
            conflict = Conflict(
                internal=data["internal"],
                colour=Colour(data["colour"]),
                attacker=_load_contender(data["attacker"]),
                defender=_load_contender(data["defender"]),
            )
            return AddDecision(seat, conflict)
        case BuildDecision.kind:
            choices = ((MONUMENTS[number], Cell.parse(at)) for number, at in data["choices"])
            centres = map(Cell.parse, data.get("centres", ()))
            return BuildDecision(seat, tuple(choices), tuple(centres))
        case SiteDecision.kind:
            return SiteDecision(seat, Colour(data["colour"]), tuple(map(Cell.parse, data["cells"])))
        case CubeDecision.kind:
            return CubeDecision(seat)
        case DrawDecision.kind:
            return DrawDecision(
                seat,
                colours=tuple(Colour(colour) for colour in data["colours"]),
                bag=data["bag"],
                due=data["due"],
                refill=data["refill"],
            )
        case TakeDecision.kind:
            return TakeDecision(
                seat, tuple(tuple(map(Cell.parse, cells)) for cells in data["choices"])
            )
        case ActionDecision.kind:
            return ActionDecision(seat)
        case Over.kind:
            return Over(seat)
        case kind:
            raise GameError(f"a stored game waits for an unknown decision, {kind!r}")


def _dump_contender(contender: Contender) -> list[Any]:
    return [
        contender.seat,
        contender.leader.number,
        str(contender.cell),
        contender.strength,
        contender.added,
    ]


def _load_contender(data: list[Any]) -> Contender:
    seat, leader, cell, strength, added = data
    return Contender(seat, LEADERS[leader], Cell.parse(cell), strength, added)
