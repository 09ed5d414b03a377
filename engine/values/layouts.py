"""The two boards (R1.1, R2.2, R9.2)."""

from dataclasses import dataclass
from functools import cached_property

from engine.values.cells import CELLS, EVERYWHERE, mask_of
from engine.values.material import Colour

__all__ = [
    "LAYOUTS",
    "Layout",
]

# '.' land, '~' river, 't' winged creature, 'T' winged creature in a frame.
_CLASSIC = """
. . . . ~ ~ ~ ~ ~ . t . ~ . . .
. T . . ~ . . . . . . . ~ . . T
. . . ~ ~ t . . . . . . ~ ~ . .
~ ~ ~ ~ . . . . . . . . . ~ ~ ~
. . . . . . . . . . . . . t ~ ~
. . . . . . . . . . . . . . ~ .
~ ~ ~ ~ . . . . t . . . ~ ~ ~ .
. T . ~ ~ ~ ~ . . . . . ~ . . .
. . . . . . ~ ~ ~ ~ ~ ~ ~ . T .
. . . . . t . . . . . . . . . .
. . . . . . . . . . t . . . . .
"""

_ADVANCED = """
. . ~ ~ t . . . . t . . . . . ~
. . ~ ~ . . . . . . . . . . t ~
. T ~ ~ . . . . . . . . . . . ~
. . ~ . . . t . . . . t ~ ~ ~ ~
. . ~ . . . . . . . . . ~ . . .
. . ~ t . . . . . . . . ~ . . T
. . ~ ~ . . . . . . . . ~ ~ . .
T . . ~ ~ ~ . t . . . . t ~ . .
. . . . . ~ ~ ~ . . . . . ~ . .
. . . . T . ~ ~ ~ ~ ~ ~ ~ ~ . .
. . . . . . ~ . . T . . . . T .
"""


@dataclass(frozen=True)
class Layout:
    """A printed board: its name, and its spaces as masks."""

    name: str
    river: int
    winged: int
    """The winged-creature spaces, each with a temple and a treasure at set-up (R2.2)."""
    framed: int
    """The winged-creature spaces in a frame; their treasures are taken first (R9.2)."""

    @cached_property
    def land(self) -> int:
        """The mask of all land spaces."""
        return EVERYWHERE & ~self.river

    def terrain(self, colour: Colour) -> int:
        """Return the mask of the river for farms, of all land for other tiles (R5.1)."""
        return self.river if colour is Colour.BLUE else self.land

    @cached_property
    def treasures(self) -> int:
        """The number of treasures at set-up: 10 or 14."""
        return self.winged.bit_count()


def _layout(name: str, drawing: str) -> Layout:
    marks = drawing.split()
    spaces = list(zip(CELLS, marks, strict=True))
    return Layout(
        name=name,
        river=mask_of(cell for cell, mark in spaces if mark == "~"),
        winged=mask_of(cell for cell, mark in spaces if mark in "tT"),
        framed=mask_of(cell for cell, mark in spaces if mark == "T"),
    )


LAYOUTS: dict[str, Layout] = {
    layout.name: layout for layout in (_layout("classic", _CLASSIC), _layout("advanced", _ADVANCED))
}
"""The boards by name: ``classic`` and ``advanced``."""
