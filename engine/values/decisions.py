"""The decisions that the game waits for: who decides, and between which choices.

Every decision is public (R15.1): nothing in here depends on a hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias, get_args

from engine.values.cells import Cell
from engine.values.material import LEADERS, MONUMENTS, Colour, Leader, Monument
from engine.values.names import N_

__all__ = [
    "DECISION_CAPTIONS",
    "ActionDecision",
    "AddDecision",
    "AskedDecision",
    "BuildDecision",
    "Conflict",
    "Contender",
    "CubeDecision",
    "Decision",
    "DrawDecision",
    "Over",
    "SiteDecision",
    "TakeDecision",
    "WarDecision",
]


@dataclass(frozen=True, slots=True)
class Contender:
    """One party of a conflict: its *strength* on the board, and the tiles it *added* so far."""

    seat: int
    leader: Leader
    cell: Cell
    strength: int
    added: int | None = None

    @property
    def total(self) -> int:
        """Strength on the board plus tiles added (R6.2, R7.3)."""
        return self.strength + (self.added or 0)

    def with_added(self, count: int) -> "Contender":
        """Return this party with *count* tiles added."""
        return Contender(self.seat, self.leader, self.cell, self.strength, count)

    def dump(self) -> list[Any]:
        """Return this party as a JSON list."""
        return [self.seat, self.leader.number, str(self.cell), self.strength, self.added]

    @classmethod
    def load(cls, data: list[Any]) -> Self:
        """Return the party that :meth:`dump` wrote."""
        seat, leader, cell, strength, added = data
        return cls(seat, LEADERS[leader], Cell.parse(cell), strength, added)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict between two leaders of one colour: internal (R6) or external (R7)."""

    internal: bool
    colour: Colour
    attacker: Contender
    defender: Contender

    @property
    def tiles(self) -> Colour:
        """The colour of the tiles that may be added (R6.3, R7.3)."""
        return Colour.RED if self.internal else self.colour

    @property
    def deciding(self) -> Contender:
        """The party that adds tiles now: the attacker, then the defender (R6.3)."""
        return self.attacker if self.attacker.added is None else self.defender

    @property
    def decided(self) -> bool:
        """True if both parties have added tiles (R6.4, R7.5)."""
        return self.defender.added is not None

    @property
    def winner(self) -> Contender:
        """The party with the higher total; the defender wins ties (R6.4, R7.5)."""
        return self.attacker if self.attacker.total > self.defender.total else self.defender

    @property
    def loser(self) -> Contender:
        """The party that lost."""
        return self.defender if self.winner is self.attacker else self.attacker

    def with_added(self, count: int) -> "Conflict":
        """Return this conflict after the deciding party has added *count* tiles."""
        attacker, defender = self.attacker, self.defender
        if attacker.added is None:
            attacker = attacker.with_added(count)
        else:
            defender = defender.with_added(count)
        return Conflict(self.internal, self.colour, attacker, defender)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Base of all decisions: the deciding seat, the texts, and how a decision is stored."""

    kind: ClassVar[str]
    """The name of this kind of decision in positions (notation.md) and in stored games."""
    caption: ClassVar[str]
    """An English phrase shown below the deciding player's name."""
    _name: ClassVar[str] = ""
    seat: int

    @property
    def name(self) -> str:
        """A request to the deciding player, in English: a sentence without its full stop."""
        return self._name

    @property
    def spaces(self) -> tuple[Cell, ...]:
        """The spaces to choose from, in board order; empty if the choices are not spaces."""
        return ()

    def dump(self) -> dict[str, Any]:
        """Return this decision as a JSON object."""
        return {"kind": self.kind, "seat": self.seat, **self._dumped()}

    @classmethod
    def load(cls, data: dict[str, Any]) -> Self:
        """Return the decision of this class that :meth:`dump` wrote."""
        return cls(data["seat"], **cls._loaded(data))

    def _dumped(self) -> dict[str, Any]:
        """Return the fields other than the seat, as JSON."""
        return {}

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG004  (no other fields)
        """Return the fields other than the seat from the output of :meth:`_dumped`."""
        return {}


@dataclass(frozen=True, slots=True)
class ActionDecision(_Asked):
    """The active player takes an action or ends the turn (R3.1)."""

    kind = "action"
    _name = N_("Take an action or end your turn")
    caption = N_("to play")


@dataclass(frozen=True, slots=True)
class WarDecision(_Asked):
    """The active player chooses which of several external conflicts is next (R7.1)."""

    kind = "war"
    _name = N_("Choose which war comes next")
    caption = N_("to choose the next war")
    colours: tuple[Colour, ...]

    def _dumped(self) -> dict[str, Any]:
        return {"colours": self.colours}

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:
        return {"colours": _colours(data["colours"])}


@dataclass(frozen=True, slots=True)
class AddDecision(_Asked):
    """A party of a conflict adds tiles (R6.3, R7.3)."""

    kind = "add"
    caption = N_("to add tiles")
    conflict: Conflict

    @property
    def name(self) -> str:
        """A request by the kind of conflict, in English, without a full stop."""
        if self.conflict.internal:
            return N_("Add temples to a revolt, or none")
        return N_("Add tiles to a war, or none")

    def _dumped(self) -> dict[str, Any]:
        return {
            "internal": self.conflict.internal,
            "colour": self.conflict.colour,
            "attacker": self.conflict.attacker.dump(),
            "defender": self.conflict.defender.dump(),
        }

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:
        conflict = Conflict(
            internal=data["internal"],
            colour=Colour(data["colour"]),
            attacker=Contender.load(data["attacker"]),
            defender=Contender.load(data["defender"]),
        )
        return {"conflict": conflict}


@dataclass(frozen=True, slots=True)
class SiteDecision(_Asked):
    """The active player may put the building of *colour* on one of *cells* (R12.1)."""

    kind = "site"
    _name = N_("Place a building, or none")
    caption = N_("to place a building, or none")
    colour: Colour
    cells: tuple[Cell, ...]

    @property
    def spaces(self) -> tuple[Cell, ...]:
        """The tiles on which the building may stand."""
        return self.cells

    def _dumped(self) -> dict[str, Any]:
        return {"colour": self.colour, "cells": list(map(str, self.cells))}

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:
        return {"colour": Colour(data["colour"]), "cells": _cells(data["cells"])}


@dataclass(frozen=True, slots=True)
class BuildDecision(_Asked):
    """The active player may build a monument or the ziggurat (R8.1, R13.1)."""

    kind = "build"
    caption = N_("to build, or not")
    choices: tuple[tuple[Monument, Cell], ...]
    """The monuments, each with the top left space of its square."""
    centres: tuple[Cell, ...] = ()
    """The centres of the crosses on which the ziggurat may stand."""

    @property
    def name(self) -> str:
        """A request by what can be built, in English, without a full stop."""
        if not self.centres:
            return N_("Build a monument, or none")
        if not self.choices:
            return N_("Build the ziggurat, or nothing")
        return N_("Build a monument, the ziggurat or nothing")

    @property
    def spaces(self) -> tuple[Cell, ...]:
        """The top left spaces of the squares and the centres of the crosses."""
        return tuple(sorted({*(corner for _, corner in self.choices), *self.centres}))

    def _dumped(self) -> dict[str, Any]:
        return {
            "choices": [[monument.number, str(corner)] for monument, corner in self.choices],
            "centres": list(map(str, self.centres)),
        }

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:
        choices = ((MONUMENTS[number], Cell.parse(at)) for number, at in data["choices"])
        # Games stored before the ziggurat was added have no centres.
        return {"choices": tuple(choices), "centres": _cells(data.get("centres", ()))}


@dataclass(frozen=True, slots=True)
class TakeDecision(_Asked):
    """A Trader's owner chooses which treasures to take (R9.2), each choice in board order."""

    kind = "take"
    _name = N_("Choose which treasure stays")
    caption = N_("to choose treasures")
    choices: tuple[tuple[Cell, ...], ...]

    @property
    def spaces(self) -> tuple[Cell, ...]:
        """The treasures that may stay on the board."""
        return tuple(cell for cell in self._due if not self._is_forced(cell))

    @property
    def forced(self) -> tuple[Cell, ...]:
        """The treasures in every choice: those on framed spaces are taken first (R9.2)."""
        return tuple(filter(self._is_forced, self._due))

    def staying(self, cells: tuple[Cell, ...]) -> Cell:
        """Return the treasure that stays if *cells*, one of the choices, are taken."""
        (cell,) = set(self._due).difference(cells)
        return cell

    @property
    def _due(self) -> list[Cell]:
        return sorted({cell for cells in self.choices for cell in cells})

    def _is_forced(self, cell: Cell) -> bool:
        return all(cell in cells for cells in self.choices)

    def _dumped(self) -> dict[str, Any]:
        return {"choices": [list(map(str, cells)) for cells in self.choices]}

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:
        return {"choices": tuple(map(_cells, data["choices"]))}


@dataclass(frozen=True, slots=True)
class CubeDecision(_Asked):
    """The active player takes a point of any colour from the ziggurat (R13.5)."""

    kind = "cube"
    _name = N_("Choose the colour of your point")
    caption = N_("to choose a colour to score")


@dataclass(frozen=True, slots=True)
class DrawDecision(_Asked):
    """A player draws a tile from the open display or from the bag (R12.3)."""

    kind = "draw"
    _name = N_("Draw a tile")
    caption = N_("to draw a tile")
    colours: tuple[Colour, ...]
    """The colours on the display."""
    bag: bool
    """True if the bag is not empty."""
    due: int
    """The number of tiles still to be drawn, including this one."""
    refill: bool
    """True if the draw refills a hand at the end of a turn, False if it is part of a swap."""

    def _dumped(self) -> dict[str, Any]:
        return {
            "colours": self.colours,
            "bag": self.bag,
            "due": self.due,
            "refill": self.refill,
        }

    @staticmethod
    def _loaded(data: dict[str, Any]) -> dict[str, Any]:
        numbers = {name: data[name] for name in ("bag", "due", "refill")}
        return {"colours": _colours(data["colours"]), **numbers}


@dataclass(frozen=True, slots=True)
class Over(_Asked):
    """The game has ended; *seat* had the last turn (R14)."""

    kind = "over"
    _name = N_("The game is over")
    caption = N_("game over")


def _colours(numbers: Iterable[int]) -> tuple[Colour, ...]:
    return tuple(map(Colour, numbers))


def _cells(names: Iterable[str]) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, names))


AskedDecision: TypeAlias = (
    WarDecision
    | AddDecision
    | SiteDecision
    | BuildDecision
    | TakeDecision
    | CubeDecision
    | DrawDecision
)
"""The decisions in the middle of an action or at the end of a turn."""
Decision: TypeAlias = ActionDecision | AskedDecision | Over

DECISIONS: dict[str, type[Decision]] = {decision.kind: decision for decision in get_args(Decision)}
"""Every class of decision by its kind."""
DECISION_CAPTIONS: dict[type, str] = {each: each.caption for each in DECISIONS.values()}
"""The caption of each class of decision."""
