"""A position to search on: masks and numbers that change in place, quick to copy, no events.

It follows the same rules as :mod:`engine.rules.resolution`, which is the one to read;
``tests/engine/test_search_position.py`` plays random games on both and compares them after every
decision. A leader is known by its number, ``4 * seat + colour``; sets of leaders are integers with
a bit for each.
"""

from __future__ import annotations

from typing import Final

from engine.rules.kingdoms import reach_without
from engine.values.cells import CELLS, EVERYWHERE, flood, is_linked_around, neighbours
from engine.values.layouts import Layout
from engine.values.material import COLOURS, MONUMENTS
from engine.values.shapes import SQUARES_ON, sites_for

BLACK, RED, BLUE, GREEN = range(4)
TREASURE = 4
"""The place of the treasures beside the four spheres."""
SPHERES = 5
"""Numbers that each seat has in :attr:`SearchPosition.points`."""

NEAR: Final = {cell.bit: neighbours(cell.bit) for cell in CELLS}
"""The spaces adjacent to each."""
NEAR_AND_OWN: Final = {bit: near | bit for bit, near in NEAR.items()}
ONE_OF_A_COLOUR: Final = tuple(0x1111 << colour for colour in range(4))
"""The leaders of a colour, of any seat."""
TRADERS: Final = ONE_OF_A_COLOUR[GREEN]
OF_A_SEAT: Final = tuple(0xF << 4 * seat for seat in range(4))
"""The four leaders of a seat."""
PAIRS: Final = tuple((int(first), int(second)) for first, second in MONUMENTS)
"""The two colours of each monument."""
MONUMENTS_OF: Final = tuple(
    tuple(number for number, pair in enumerate(PAIRS) if colour in pair) for colour in COLOURS
)
"""For each colour the monuments that have it."""
SQUARES_WITH: Final = {
    bit: tuple(square for square, _ in squares) for bit, squares in SQUARES_ON.items()
}
"""For each space the squares that contain it, in board order (R8.3)."""
CROSSES_WITH: Final = {
    cell.bit: tuple(
        own | NEAR[own]
        for own in sorted(1 << i for i in range(200) if NEAR_AND_OWN[cell.bit] >> i & 1)
        if NEAR[own].bit_count() == 4
    )
    for cell in CELLS
}
"""For each space the crosses that contain it, by their centres in board order (R13.1)."""


class Setting:
    """What never changes in a game: the board, how many play, and the options that matter."""

    __slots__ = ("buildings", "framed", "land", "river", "seats", "ziggurat")

    def __init__(self, layout: Layout, seats: int, options: tuple[str, ...]) -> None:
        self.seats = seats
        self.land = layout.land
        self.river = layout.river
        self.framed = layout.framed
        self.buildings = "buildings" in options
        self.ziggurat = "ziggurat" in options


KingdomFacts = tuple[int, int, int]
"""The mask of a kingdom, that mask with all adjacent spaces, and the set of its leaders."""


class SearchPosition:
    """What lies on the board and behind the screens. Hands are numbers, known or expected."""

    __slots__ = (
        "bag",
        "buildings",
        "catastrophes",
        "facedown",
        "hands",
        "kingdoms",
        "leaders",
        "monuments",
        "occupied",
        "points",
        "setting",
        "sizes",
        "spare",
        "standing",
        "tiles",
        "treasures",
        "ziggurat",
    )
    setting: Setting
    tiles: list[int]
    """For each colour the mask of its face-up tiles."""
    treasures: int
    facedown: int
    catastrophes: int
    occupied: int
    """The mask of all that connects: tiles, leaders, the unification tile (R1.5)."""
    standing: int
    """The mask of all leaders."""
    leaders: list[int]
    """For each leader the mask of its space; 0 if it is off the board."""
    monuments: list[int]
    """For each monument the mask of its square; 0 if it is not built."""
    ziggurat: int
    """The mask of the ziggurat's cross; 0 if it is not built."""
    buildings: list[int]
    """For each colour the mask of its building's space; 0 if it is in the supply."""
    kingdoms: list[KingdomFacts]
    points: list[int]
    """For each seat k r b g and treasures."""
    hands: list[float]
    """For each seat k r b g."""
    sizes: list[int]
    """For each seat how many tiles it holds."""
    spare: list[int]
    """For each seat how many catastrophe tiles are left."""
    bag: int
    """How many tiles can still be drawn, from the bag and the display."""

    def copy(self) -> SearchPosition:
        """The same position, to be changed."""
        new = SearchPosition.__new__(SearchPosition)
        new.setting = self.setting
        new.tiles = self.tiles[:]
        new.treasures = self.treasures
        new.facedown = self.facedown
        new.catastrophes = self.catastrophes
        new.occupied = self.occupied
        new.standing = self.standing
        new.leaders = self.leaders[:]
        new.monuments = self.monuments
        new.ziggurat = self.ziggurat
        new.buildings = self.buildings
        new.kingdoms = self.kingdoms[:]
        new.points = self.points[:]
        new.hands = self.hands[:]
        new.sizes = self.sizes[:]
        new.spare = self.spare
        new.bag = self.bag
        return new

    # --- where pieces may go -----------------------------------------------------------------

    @property
    def empty(self) -> int:
        """The mask of the spaces on which nothing lies."""
        return EVERYWHERE & ~(self.occupied | self.catastrophes)

    def reach(self) -> tuple[int, int]:
        """The spaces that touch at least two, and at least three kingdoms."""
        one = two = three = 0
        for _, around, _ in self.kingdoms:
            three |= two & around
            two |= one & around
            one |= around
        return two, three

    def tile_spaces(self) -> tuple[int, int]:
        """Where tiles may go: on land, and on the river (R5.1, R5.2)."""
        free = self.empty & ~self.reach()[1]
        return free & self.setting.land, free & self.setting.river

    def leader_spaces(self, leader: int) -> int:
        """Where *leader* may be placed, or moved to (R4.2 to R4.4)."""
        free = self.empty & self.setting.land & neighbours(self.tiles[RED])
        return self._without_joining(leader, free, *self.reach())

    def spaces(self, seat: int) -> tuple[int, int, list[int]]:
        """Where the tiles of *seat* may go, on land and on the river, and each of its leaders.

        The same as :meth:`tile_spaces` and :meth:`leader_spaces`, in less time than these take.
        """
        two, three = self.reach()
        free = self.empty
        land = free & self.setting.land
        beside = land & neighbours(self.tiles[RED])
        return (
            land & ~three,
            free & self.setting.river & ~three,
            [
                self._without_joining(leader, beside, two, three)
                for leader in range(4 * seat, 4 * seat + 4)
            ],
        )

    def _without_joining(self, leader: int, free: int, two: int, three: int) -> int:
        """Those of *free* where *leader* joins no kingdoms, which it is lifted from before (R4.4).

        *two* and *three* are the spaces that touch so many kingdoms, before it is lifted.
        """
        bit = self.leaders[leader]
        if not bit:
            return free & ~two
        for mask, around, leaders in self.kingdoms:
            if leaders >> leader & 1:
                left, between = reach_without(mask, bit, self.standing & mask ^ bit)
                # Spaces around that kingdom, but not around what is left of it, touch one less.
                return free & ~(three | between | two & ~(around ^ left))
        raise AssertionError("a leader on the board is in a kingdom")

    def catastrophe_spaces(self) -> int:
        """Where a catastrophe may go (R10.1)."""
        black, red, blue, green = self.tiles
        spaces = (self.empty | black | red | blue | green) & ~self.treasures
        if self.setting.buildings:
            for space in self.buildings:
                spaces &= ~space
        return spaces

    # --- actions -----------------------------------------------------------------------------

    def lay(self, colour: int, bit: int) -> bool:
        """Put a tile down; whether it joins two kingdoms, under the unification tile."""
        kingdoms = self.kingdoms
        touched = [kingdom for kingdom in kingdoms if kingdom[1] & bit]
        self.occupied |= bit
        if len(touched) > 1:
            (one, beside_one, some), (other, beside_other, more) = touched
            kingdoms.remove(touched[0])
            kingdoms.remove(touched[1])
            self._add_kingdom(one | other | bit, beside_one | beside_other, bit, some | more)
            return True
        self.tiles[colour] |= bit
        if touched:
            mask, around, leaders = touched[0]
            kingdoms.remove(touched[0])
            self._add_kingdom(mask | bit, around, bit, leaders)
            self._score_tile(kingdoms[-1], colour)
        return False

    def _add_kingdom(self, mask: int, around: int, bit: int, leaders: int) -> None:
        """A kingdom more, with the leaderless regions that *bit*, a space of it, touches.

        *around* are the spaces of *mask* and all that are adjacent to them, but those beside *bit*.
        """
        around |= NEAR[bit]
        if loose := NEAR[bit] & self.occupied & ~mask:
            loose = flood(loose, self.occupied & ~mask)
            mask |= loose
            around |= neighbours(loose)
        self.kingdoms.append((mask, around, leaders))

    def _score_tile(self, kingdom: KingdomFacts, colour: int) -> None:
        """Score a tile in its kingdom (R5.3, R12.1.6)."""
        mask, _, leaders = kingdom
        scorer = leaders & ONE_OF_A_COLOUR[colour] or leaders & ONE_OF_A_COLOUR[BLACK]
        if scorer:
            seat = scorer.bit_length() - 1 >> 2
            doubled = self.buildings[colour] & mask
            self.points[SPHERES * seat + colour] += 2 if doubled else 1

    def lead(self, leader: int, bit: int) -> int:
        """Put a leader down; the rival's number if that starts a conflict (R4.8), else -1."""
        if self.leaders[leader]:
            self.lift(leader)
        self.leaders[leader] = bit
        self.standing |= bit
        self.occupied |= bit
        for kingdom in self.kingdoms:
            if kingdom[1] & bit:
                mask, around, leaders = kingdom
                self.kingdoms.remove(kingdom)
                self._add_kingdom(mask | bit, around, bit, leaders | 1 << leader)
                return (leaders & ONE_OF_A_COLOUR[leader & 3]).bit_length() - 1
        self._add_kingdom(bit, bit, bit, 1 << leader)
        return -1

    def lift(self, leader: int) -> None:
        """Take a leader off the board."""
        bit = self.leaders[leader]
        self.leaders[leader] = 0
        self.standing ^= bit
        self.occupied ^= bit
        for kingdom in self.kingdoms:
            if kingdom[2] >> leader & 1:
                self.kingdoms.remove(kingdom)
                if left := kingdom[2] ^ 1 << leader:
                    self.kingdoms += self._parts(kingdom[0] ^ bit, left, bit)
                return

    def _parts(self, mask: int, leaders: int, lost: int) -> list[KingdomFacts]:
        """The kingdoms that *leaders* have on *mask*, which hung together before it lost *lost*."""
        if leaders and not lost & (lost - 1) and is_linked_around(lost.bit_length() - 1, mask):
            return [(mask, mask | neighbours(mask), leaders)]
        parts = []
        while leaders:
            part = flood(self.leaders[(leaders & -leaders).bit_length() - 1], mask)
            own = leaders
            if part != mask:
                for leader, space in enumerate(self.leaders):
                    if leaders >> leader & 1 and not space & part:
                        own ^= 1 << leader
            parts.append((part, part | neighbours(part), own))
            leaders ^= own
        return parts

    def destroy(self, bit: int) -> None:
        """Put a catastrophe on a space, with all that follows for the leaders (R10)."""
        self.catastrophes |= bit
        if self.occupied & bit:
            temple = self.tiles[RED] & bit
            self.remove(bit)
            if temple:
                self.return_stranded()

    def remove(self, lost: int) -> None:
        """Take tiles off the board."""
        self.tiles = [tiles & ~lost for tiles in self.tiles]
        self.occupied &= ~lost
        for kingdom in [kingdom for kingdom in self.kingdoms if kingdom[0] & lost]:
            self.kingdoms.remove(kingdom)
            self.kingdoms += self._parts(kingdom[0] & ~lost, kingdom[2], kingdom[0] & lost)

    def return_stranded(self) -> None:
        """Take the leaders off the board that have no temple beside them (R4.6)."""
        lost = self.standing & ~neighbours(self.tiles[RED])
        if lost:
            for leader, bit in enumerate(self.leaders):
                if bit & lost:
                    self.lift(leader)

    # --- conflicts (R6, R7) ------------------------------------------------------------------

    def warring(self, united: int) -> list[int]:
        """The colours of which two leaders are in the kingdom on *united* (R7.1)."""
        for mask, _, leaders in self.kingdoms:
            if mask & united:
                return [
                    colour
                    for colour, ones in enumerate(ONE_OF_A_COLOUR)
                    if (both := leaders & ones) and both & (both - 1)
                ]
        return []

    def parties(self, united: int, colour: int, active: int) -> tuple[int, int]:
        """Attacker and defender in the war of *colour* (R7.2), by their leaders' numbers."""
        for mask, _, leaders in self.kingdoms:
            if mask & united:
                both = leaders & ONE_OF_A_COLOUR[colour]
                one, other = (both & -both).bit_length() - 1, both.bit_length() - 1
                seats = self.setting.seats
                if ((one >> 2) - active) % seats < ((other >> 2) - active) % seats:
                    return one, other
                return other, one
        raise AssertionError("nothing is united")

    def side(self, leader: int, united: int) -> int:
        """The region of a leader, the unification tile connecting nothing (R7.3)."""
        return flood(self.leaders[leader], self.occupied & ~united)

    def supporters(self, leader: int, united: int) -> int:
        """The mask of the tiles that count for a leader in a war (R7.3)."""
        return self.side(leader, united) & self.tiles[leader & 3]

    def decide_war(self, winner: int, loser: int, united: int) -> None:
        """Take what the loser of a war loses off the board, and score it (R7.6, R7.7).

        No other leader is stranded, as the temples beside those stay.
        """
        colour = winner & 3
        lost = self.supporters(loser, united)
        if colour == RED:
            lost &= ~(self.treasures | neighbours(self.standing ^ self.leaders[loser]))
        if self.setting.buildings:
            lost &= ~self.buildings[colour]
        self.lift(loser)
        if lost:
            self.remove(lost)
        self.points[SPHERES * (winner >> 2) + colour] += 1 + lost.bit_count()

    def end_war(self, colour: int, united: int) -> None:
        """Uncover the tile under the unification tile (R7.9)."""
        self.tiles[colour] |= united

    def decide_revolt(self, winner: int, loser: int) -> None:
        """Return the loser of an internal conflict, and score it (R6.5)."""
        self.lift(loser)
        self.points[SPHERES * (winner >> 2) + RED] += 1

    # --- buildings, monuments, treasures -------------------------------------------------------

    def squares(self, colour: int, bit: int) -> list[int]:
        """The squares of *colour* that contain the tile just placed, in board order (R8.3)."""
        tiles = self.tiles[colour]
        beside = NEAR[bit] & tiles
        if not beside & (beside - 1):  # a square takes two
            return []
        return [square for square in SQUARES_WITH[bit] if square & tiles == square]

    def crosses(self, colour: int, bit: int) -> list[int]:
        """The crosses of *colour* that contain the tile just placed, in board order (R13.1)."""
        if not self.setting.ziggurat or self.ziggurat:
            return []
        tiles = self.tiles[colour]
        return [cross for cross in CROSSES_WITH[bit] if not cross & ~tiles]

    def unbuilt(self, colour: int) -> list[int]:
        """The monuments with that colour that are in the supply."""
        return [number for number in MONUMENTS_OF[colour] if not self.monuments[number]]

    def build(self, monument: int, square: int) -> None:
        """Build a monument (R8.1)."""
        self.monuments = [*self.monuments]
        self.monuments[monument] = square
        self._turn_down(square)

    def build_ziggurat(self, cross: int) -> None:
        """Build the ziggurat (R13.1)."""
        self.ziggurat = cross
        self._turn_down(cross)

    def _turn_down(self, mask: int) -> None:
        self.facedown |= mask
        red = self.tiles[RED] & mask
        self.tiles = [tiles & ~mask for tiles in self.tiles]
        self.buildings = [space & ~mask for space in self.buildings]
        if red:
            self.return_stranded()

    def sites(self, colour: int, bit: int) -> int:
        """Where the building of *colour* may be put for the tile just placed (R12.1)."""
        return sites_for(self.tiles[colour], bit, self.buildings[colour])

    def put_building(self, colour: int, bit: int) -> None:
        """Put the building of *colour* on a tile (R12.1)."""
        self.buildings = [*self.buildings]
        self.buildings[colour] = bit

    def treasures_due(self, active: int) -> tuple[int, int] | None:
        """The first seat clockwise to whom treasures are due, with those of the kingdom (R9)."""
        treasures = self.treasures
        found = None
        nearest = 4
        for mask, _, leaders in self.kingdoms:
            trader = leaders & TRADERS
            if trader and (here := mask & treasures) and here & (here - 1):
                seat = trader.bit_length() - 1 >> 2
                after = (seat - active) % self.setting.seats
                if after < nearest:
                    found, nearest = (seat, here), after
        return found

    def may_stay(self, here: int) -> int:
        """Which of the treasures of a kingdom may be left there (R9.2, R9.3)."""
        return here & ~self.setting.framed or here

    def take(self, seat: int, taken: int) -> None:
        """Take treasures off the board (R9.1)."""
        self.treasures &= ~taken
        self.points[SPHERES * seat + TREASURE] += taken.bit_count()

    # --- the end of a turn (R3.4) ----------------------------------------------------------------

    def score_monuments(self, seat: int) -> None:
        """Score the monuments for the active player (R8.8)."""
        own = OF_A_SEAT[seat]
        for number, square in enumerate(self.monuments):
            if square:
                for mask, _, leaders in self.kingdoms:
                    if mask & square:
                        if mine := leaders & own:
                            for colour in PAIRS[number]:
                                if mine >> (4 * seat + colour) & 1:
                                    self.points[SPHERES * seat + colour] += 1
                        break

    def king_at_ziggurat(self, seat: int) -> bool:
        """Whether the active player takes a point of the ziggurat (R13.5)."""
        return bool(self.ziggurat) and any(
            mask & self.ziggurat and leaders >> 4 * seat & 1 for mask, _, leaders in self.kingdoms
        )
