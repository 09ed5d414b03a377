"""The pieces on the board, and what follows from them: regions, kingdoms, strengths.

A :class:`Board` never changes; each method that alters something returns a new one.
Everything on it is public (R15.1).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.rules.kingdoms import (
    Kingdom,
    Reach,
    grown,
    kingdoms_of,
    left_of,
    reach_of,
    reach_without,
)
from engine.values.cells import EVERYWHERE, Cell, cell_at, flood, neighbours
from engine.values.layouts import Layout
from engine.values.material import COLOURS, LEADERS, MONUMENTS, Colour, Leader, Monument
from engine.values.once import Once
from engine.values.shapes import cross, square

__all__ = [
    "Board",
]

RED = Colour.RED
"""A module constant: on Python 3.11 attribute access on an enumeration is slow."""
OFF = -1
"""The bit number of a leader, monument or building that is not on the board."""


@dataclass(frozen=True)
class Board:
    """Tiles, leaders, monuments, treasures and catastrophes on one of the two boards."""

    layout: Layout
    tiles: tuple[int, int, int, int]
    """For each colour, the mask of its face-up tiles."""
    treasures: int
    facedown: int = 0
    catastrophes: int = 0
    leaders: tuple[int, ...] = (OFF,) * len(LEADERS)
    """For each leader, the bit number of its space, or OFF."""
    monuments: tuple[int, ...] = (OFF,) * len(MONUMENTS)
    """For each monument, the bit number of the top left space of its square, or OFF."""
    ziggurat: int = OFF
    """The bit number of the centre of the ziggurat's cross, or OFF."""
    buildings: tuple[int, ...] = (OFF,) * len(COLOURS)
    """For each colour, the bit number of its building's space, or OFF."""
    unification: tuple[Colour, int] | None = None
    """The colour of the tile under the unification tile and the bit number of its space (R5.4)."""

    @classmethod
    def at_set_up(cls, layout: Layout) -> "Board":
        """Return the board with a temple and a treasure on every winged-creature space (R2.2)."""
        return cls(layout, tiles=(0, layout.winged, 0, 0), treasures=layout.winged)

    def _with(self, changed: int = 0, **changes: Any) -> "Board":  # noqa: ANN401
        """A faster dataclasses.replace that keeps cached properties that are still valid.

        *changed* is the mask of the spaces where something that connects was added or removed.
        """
        fields = self.__dict__.copy()
        for name in changes:
            for stale in _FOLLOWING_FROM.get(name, ()):
                fields.pop(stale, None)
        if changed:
            if "kingdoms" in fields or "_before" in fields:
                fields["_before"] = self.kingdoms, changed
            for stale in _FOLLOWING_FROM["connecting"]:
                fields.pop(stale, None)
            fields["connecting"] = self.connecting ^ changed
            if "empty" in fields:
                fields["empty"] ^= changed
            if "leaders" in changes:
                fields["leader_mask"] = self.leader_mask ^ changed
        fields.update(changes)
        if fields["tiles"][RED] != self.tiles[RED]:
            fields.pop("beside_temples", None)
        board = object.__new__(Board)
        object.__setattr__(board, "__dict__", fields)
        return board

    # --- contents of spaces ------------------------------------------------------------

    @property
    def temples(self) -> int:
        """The mask of the face-up temples."""
        return self.tiles[RED]

    @Once
    def face_up(self) -> int:
        """The mask of all face-up tiles, without the one under the unification tile."""
        black, red, blue, green = self.tiles
        return black | red | blue | green

    @Once
    def leader_mask(self) -> int:
        """The mask of all spaces with a leader."""
        mask = 0
        for index in self.leaders:
            if index >= 0:
                mask |= 1 << index
        return mask

    @property
    def unification_mask(self) -> int:
        """The mask of the space with the unification tile, 0 if there is none."""
        return 0 if self.unification is None else 1 << self.unification[1]

    @Once
    def connecting(self) -> int:
        """The mask of everything that connects: tiles, leaders, the unification tile."""
        return self.face_up | self.facedown | self.leader_mask | self.unification_mask

    @Once
    def empty(self) -> int:
        """The mask of the spaces with nothing on them."""
        return EVERYWHERE & ~(self.connecting | self.catastrophes)

    @Once
    def beside_temples(self) -> int:
        """The mask of the spaces adjacent to a face-up temple, where leaders may stand (R4.2)."""
        return neighbours(self.tiles[RED])

    @Once
    def empty_beside_temples(self) -> int:
        """The mask of the empty land spaces that are adjacent to a face-up temple (R4.2)."""
        return self.empty & self.layout.land & self.beside_temples

    def cell_of(self, leader: Leader) -> Cell | None:
        """Return the space of *leader*, None if it is off the board."""
        index = self.leaders[leader.number]
        return None if index < 0 else cell_at(index)

    def standing(self) -> Iterator[tuple[Leader, Cell]]:
        """Yield every leader on the board with its space."""
        for leader, index in zip(LEADERS, self.leaders, strict=True):
            if index >= 0:
                yield leader, cell_at(index)

    def colour_at(self, cell: Cell) -> Colour | None:
        """Return the colour of the face-up tile on *cell*, None if there is none."""
        for colour in COLOURS:
            if self.tiles[colour] & cell.bit:
                return colour
        return None

    def monument_supply(self) -> tuple[Monument, ...]:
        """Return the monuments not yet built."""
        return tuple(m for m, place in zip(MONUMENTS, self.monuments, strict=True) if place < 0)

    def built(self) -> Iterator[tuple[Monument, Cell]]:
        """Yield every monument on the board with the top left space of its square."""
        for monument, place in zip(MONUMENTS, self.monuments, strict=True):
            if place >= 0:
                yield monument, cell_at(place)

    @property
    def building_mask(self) -> int:
        """The mask of all spaces with a building."""
        mask = 0
        for index in self.buildings:
            if index >= 0:
                mask |= 1 << index
        return mask

    def building_cell(self, colour: Colour) -> Cell | None:
        """Return the space of the building of *colour*, None if it is in the supply."""
        index = self.buildings[colour]
        return None if index < 0 else cell_at(index)

    def ziggurat_cell(self) -> Cell | None:
        """Return the centre of the ziggurat, None if it is not built."""
        return None if self.ziggurat < 0 else cell_at(self.ziggurat)

    # --- regions and kingdoms (R1.5) ---------------------------------------------------

    @Once
    def kingdoms(self) -> list[Kingdom]:
        """All kingdoms. During a war the unification tile connects.

        They are derived from the previous board's kingdoms, if those are cached, and the changed
        spaces.
        """
        connecting = self.connecting
        before: list[Kingdom]
        before, changed = self.__dict__.pop("_before", ([], connecting))
        if not changed & (changed - 1):  # a single space, the usual case
            if changed & connecting:
                index = changed.bit_length() - 1
                leader = LEADERS[self.leaders.index(index)] if index in self.leaders else None
                return grown(before, changed, connecting, leader)
            kingdoms = []
            for kingdom in before:
                kingdoms += left_of(kingdom, changed) if kingdom.mask & changed else [kingdom]
            return kingdoms
        kept = [kingdom for kingdom in before if not kingdom.around & changed]
        area = connecting
        for kingdom in kept:
            area ^= kingdom.mask
        standing = [
            (1 << index, LEADERS[number])
            for number, index in enumerate(self.leaders)
            if index >= 0 and area >> index & 1
        ]
        return [*kept, *kingdoms_of(standing, area)]

    def between_without(self, leader: Leader) -> int:
        """Return the mask of spaces that would touch two or more kingdoms without *leader* (R4.4).

        Raises LookupError if the leader is off the board.
        """
        index = self.leaders[leader.number]
        if index < 0:
            raise LookupError(f"{leader} is not on the board")
        space = 1 << index
        for kingdom in self.kingdoms:
            if kingdom.mask & space:
                break
        standing = self.leader_mask & kingdom.mask ^ space
        left, between = reach_without(kingdom.mask, space, standing)
        _, two, three = self.reach
        # Spaces around the old kingdom but not around its remains touch one kingdom less.
        return three | between | two & ~(kingdom.around ^ left)

    def kingdom_at(self, cell: Cell) -> Kingdom | None:
        """Return the kingdom that *cell* belongs to, None if there is none."""
        bit = cell.bit
        for kingdom in self.kingdoms:
            if kingdom.mask & bit:
                return kingdom
        return None

    def kingdoms_beside(self, cell: Cell) -> list[Kingdom]:
        """Return the kingdoms that a piece on the empty space *cell* would connect."""
        bit = cell.bit
        return [kingdom for kingdom in self.kingdoms if kingdom.around & bit]

    @Once
    def reach(self) -> Reach:
        """The spaces that touch at least one, two or three kingdoms (R4.3, R5.2)."""
        return reach_of(self.kingdoms)

    # --- strengths in conflicts ----------------------------------------------------------

    def temples_beside(self, cell: Cell) -> int:
        """Return the number of face-up temples adjacent to *cell*, 0 to 4 (R6.2)."""
        return (neighbours(cell.bit) & self.temples).bit_count()

    def side(self, leader: Leader) -> int:
        """Return the mask of the region of *leader*, not connected by the unification tile (R7.3).

        Raises LookupError if the leader is off the board.
        """
        cell = self.cell_of(leader)
        if cell is None:
            raise LookupError(f"{leader} is not on the board")
        return flood(cell.bit, self.connecting & ~self.unification_mask)

    def external_strength(self, leader: Leader) -> int:
        """Return the number of supporters of *leader*: tiles of its colour on its side (R7.3).

        Raises LookupError if the leader is off the board.
        """
        return (self.side(leader) & self.tiles[leader.colour]).bit_count()

    def lost_supporters(self, loser: Leader) -> int:
        """Return the mask of the tiles removed if *loser* loses (R7.6, R7.7, R12.1.7)."""
        lost = self.side(loser) & self.tiles[loser.colour]
        if loser.colour is Colour.RED:
            others = self.leader_mask & ~(1 << self.leaders[loser.number])
            lost &= ~(self.treasures | neighbours(others))
        return lost & ~self.building_mask

    def warring_colours(self) -> tuple[Colour, ...]:
        """Return the colours with two leaders in the kingdom of the unification tile (R7.1).

        The unification tile's space connects for this test (R7.8).
        """
        assert self.unification is not None
        kingdom = self.kingdom_at(cell_at(self.unification[1]))
        assert kingdom is not None  # the winner and its connection to the union stay
        colours = [leader.colour for leader in kingdom.leaders]
        return tuple(colour for colour in COLOURS if colours.count(colour) > 1)

    # --- changes ---------------------------------------------------------------------------

    def with_tile(self, colour: Colour, cell: Cell) -> "Board":
        """Return this board with a face-up tile of *colour* added on *cell*."""
        tiles = list(self.tiles)
        tiles[colour] |= cell.bit
        return self._with(cell.bit & ~self.connecting, tiles=tuple(tiles))

    def without_tiles(self, mask: int) -> "Board":
        """Return this board without the face-up tiles on *mask*."""
        return self._with(mask & self.face_up, tiles=self._tiles_except(mask))

    def _tiles_except(self, mask: int) -> tuple[int, ...]:
        return tuple([tiles & ~mask for tiles in self.tiles])

    def with_unification(self, colour: Colour, cell: Cell) -> "Board":
        """Return this board with a tile on *cell* covered by the unification tile (R5.4)."""
        return self._with(cell.bit & ~self.connecting, unification=(colour, cell.index))

    def without_unification(self) -> "Board":
        """Return this board with the tile under the unification tile uncovered (R7.9)."""
        assert self.unification is not None
        colour, index = self.unification
        tiles = list(self.tiles)
        tiles[colour] |= 1 << index
        return self._with(unification=None, tiles=tuple(tiles))

    def with_catastrophe(self, cell: Cell) -> "Board":
        """Return this board with a catastrophe on *cell*, without any tile there (R10.1)."""
        return self._with(
            cell.bit & self.face_up,
            tiles=self._tiles_except(cell.bit),
            catastrophes=self.catastrophes | cell.bit,
        )

    def with_leader(self, leader: Leader, cell: Cell) -> "Board":
        """Return this board with *leader* placed on or moved to *cell*."""
        leaders = list(self.leaders)
        left = leaders[leader.number]
        leaders[leader.number] = cell.index
        changed = cell.bit if left < 0 else cell.bit ^ 1 << left
        return self._with(changed, leaders=tuple(leaders))

    def without_leader(self, leader: Leader) -> "Board":
        """Return this board without *leader*."""
        index = self.leaders[leader.number]
        if index < 0:
            return self
        leaders = list(self.leaders)
        leaders[leader.number] = OFF
        return self._with(1 << index, leaders=tuple(leaders))

    def without_treasures(self, mask: int) -> "Board":
        """Return this board without the treasures on *mask*."""
        return self._with(treasures=self.treasures & ~mask)

    def with_monument(self, monument: Monument, corner: Cell) -> "Board":
        """Return this board with *monument* on the square at *corner*, its tiles down (R8.1)."""
        monuments = list(self.monuments)
        monuments[monument.number] = corner.index
        return self._turned_down(square(corner), monuments=tuple(monuments))

    def with_ziggurat(self, centre: Cell) -> "Board":
        """Return this board with the ziggurat around *centre*, its tiles down (R13.1)."""
        return self._turned_down(cross(centre), ziggurat=centre.index)

    def _turned_down(self, mask: int, **changes: Any) -> "Board":  # noqa: ANN401
        """Turn tiles face down; a building on one of them goes to the supply (R12.1.8)."""
        return self._with(
            tiles=self._tiles_except(mask),
            facedown=self.facedown | mask,
            buildings=tuple(
                OFF if index >= 0 and mask >> index & 1 else index for index in self.buildings
            ),
            **changes,
        )

    def with_building(self, colour: Colour, cell: Cell) -> "Board":
        """Return this board with the building of *colour* placed on or moved to *cell*."""
        buildings = list(self.buildings)
        buildings[colour] = cell.index
        return self._with(buildings=tuple(buildings))

    def with_monuments_at(self, places: tuple[int, ...], ziggurat: int) -> "Board":
        """Return this board with monuments and ziggurat at these bit numbers, tiles unchanged."""
        return self._with(monuments=places, ziggurat=ziggurat)

    def stranded(self) -> list[tuple[Leader, Cell]]:
        """Return the leaders with no face-up temple beside them, which must return (R4.6)."""
        if not self.leader_mask & ~self.beside_temples:
            return []
        safe = self.beside_temples
        return [(leader, cell) for leader, cell in self.standing() if not safe & cell.bit]


_FOLLOWING_FROM = {
    "connecting": ("kingdoms", "reach", "empty_beside_temples"),
    "tiles": ("face_up", "empty_beside_temples"),
    "leaders": ("leader_mask",),
    "catastrophes": ("empty", "empty_beside_temples"),
}
"""Cached properties to drop when a field or property changes."""
