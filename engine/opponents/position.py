"""A mutable position for the search: masks and numbers, fast to copy, without events.

It follows the same rules as :mod:`engine.rules.resolution`, which is easier to read;
``tests/engine/test_search_position.py`` plays random games on both and compares them after every
decision. A leader is identified by its number, ``4 * seat + colour``; sets of leaders are integers
with a bit for each.
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
"""The index of the treasures after the four spheres."""
SPHERES = 5
"""The number of entries for each seat in :attr:`SearchPosition.points`."""

NEAR: Final = {cell.bit: neighbours(cell.bit) for cell in CELLS}
"""The adjacent spaces of each space."""
NEAR_AND_OWN: Final = {bit: near | bit for bit, near in NEAR.items()}
ONE_OF_A_COLOUR: Final = tuple(0x1111 << colour for colour in range(4))
"""The set of all leaders of each colour."""
TRADERS: Final = ONE_OF_A_COLOUR[GREEN]
OF_A_SEAT: Final = tuple(0xF << 4 * seat for seat in range(4))
"""The set of the four leaders of each seat."""
PAIRS: Final = tuple((int(first), int(second)) for first, second in MONUMENTS)
"""The two colours of each monument."""
MONUMENTS_OF: Final = tuple(
    tuple(number for number, pair in enumerate(PAIRS) if colour in pair) for colour in COLOURS
)
"""For each colour, the numbers of the monuments that have it."""
SQUARES_WITH: Final = {
    bit: tuple(square for square, _ in squares) for bit, squares in SQUARES_ON.items()
}
"""For each space, the squares that contain it, in board order (R8.3)."""
CROSSES_WITH: Final = {
    cell.bit: tuple(
        own | NEAR[own]
        for own in sorted(1 << i for i in range(200) if NEAR_AND_OWN[cell.bit] >> i & 1)
        if NEAR[own].bit_count() == 4
    )
    for cell in CELLS
}
"""For each space, the crosses that contain it, by their centres in board order (R13.1)."""


class Setting:
    """The constants of a game: the board, the number of seats, the options that matter here."""

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
    """The board, the hands and the scores. Hands are numbers of tiles, known or expected."""

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
    """For each colour, the mask of its face-up tiles."""
    treasures: int
    facedown: int
    catastrophes: int
    occupied: int
    """The mask of everything that connects: tiles, leaders, the unification tile (R1.5)."""
    standing: int
    """The mask of all leaders."""
    leaders: list[int]
    """For each leader, the mask of its space; 0 if it is off the board."""
    monuments: list[int]
    """For each monument, the mask of its square; 0 if it is not built."""
    ziggurat: int
    """The mask of the ziggurat's cross; 0 if it is not built."""
    buildings: list[int]
    """For each colour, the mask of its building's space; 0 if it is in the supply."""
    kingdoms: list[KingdomFacts]
    points: list[int]
    """For each seat, k r b g and treasures."""
    hands: list[float]
    """For each seat, k r b g."""
    sizes: list[int]
    """The number of tiles in each seat's hand."""
    spare: list[int]
    """The number of catastrophe tiles left to each seat."""
    bag: int
    """The number of tiles in the bag and on the display."""

    def copy(self) -> SearchPosition:
        """Return a copy that can be changed."""
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

    # --- legal spaces ------------------------------------------------------------------------

    @property
    def empty(self) -> int:
        """The mask of the spaces with nothing on them."""
        return EVERYWHERE & ~(self.occupied | self.catastrophes)

    def reach(self) -> tuple[int, int]:
        """Return the spaces that touch at least two, and at least three kingdoms."""
        one = two = three = 0
        for _, around, _ in self.kingdoms:
            three |= two & around
            two |= one & around
            one |= around
        return two, three

    def tile_spaces(self) -> tuple[int, int]:
        """Return the spaces for tiles on land, and those on the river (R5.1, R5.2)."""
        free = self.empty & ~self.reach()[1]
        return free & self.setting.land, free & self.setting.river

    def leader_spaces(self, leader: int) -> int:
        """Return the spaces on which *leader* may be placed or moved (R4.2 to R4.4)."""
        free = self.empty & self.setting.land & neighbours(self.tiles[RED])
        return self._without_joining(leader, free, *self.reach())

    def spaces(self, seat: int) -> tuple[int, int, list[int]]:
        """Return the spaces for tiles on land, on the river, and for each leader of *seat*.

        Equal to :meth:`tile_spaces` and :meth:`leader_spaces`, but faster.
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
        """Return the spaces of *free* on which *leader*, lifted first, joins no kingdoms (R4.4).

        *two* and *three* are the spaces that touch at least that many kingdoms before it is lifted.
        """
        bit = self.leaders[leader]
        if not bit:
            return free & ~two
        for mask, around, leaders in self.kingdoms:
            if leaders >> leader & 1:
                left, between = reach_without(mask, bit, self.standing & mask ^ bit)
                # Spaces around the old kingdom but not around its remains touch one kingdom less.
                return free & ~(three | between | two & ~(around ^ left))
        raise AssertionError("a leader on the board is in a kingdom")

    def catastrophe_spaces(self) -> int:
        """Return the spaces for a catastrophe (R10.1)."""
        black, red, blue, green = self.tiles
        spaces = (self.empty | black | red | blue | green) & ~self.treasures
        if self.setting.buildings:
            for space in self.buildings:
                spaces &= ~space
        return spaces

    # --- actions -----------------------------------------------------------------------------

    def lay(self, colour: int, bit: int) -> bool:
        """Place a tile. True if it joins two kingdoms and is covered by the unification tile."""
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
        """Add a kingdom, with the leaderless regions beside *bit*, one of its spaces.

        *around* is *mask* with all adjacent spaces, except those of *bit*.
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
        """Place a leader. Returns the rival's number if that starts a conflict (R4.8), else -1."""
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
        """Return the kingdoms of *leaders* on *mask*, which was connected before it lost *lost*."""
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
        """Place a catastrophe and return the leaders that it strands (R10)."""
        self.catastrophes |= bit
        if self.occupied & bit:
            temple = self.tiles[RED] & bit
            self.remove(bit)
            if temple:
                self.return_stranded()

    def remove(self, lost: int) -> None:
        """Remove the tiles on *lost*."""
        self.tiles = [tiles & ~lost for tiles in self.tiles]
        self.occupied &= ~lost
        for kingdom in [kingdom for kingdom in self.kingdoms if kingdom[0] & lost]:
            self.kingdoms.remove(kingdom)
            self.kingdoms += self._parts(kingdom[0] & ~lost, kingdom[2], kingdom[0] & lost)

    def return_stranded(self) -> None:
        """Remove the leaders without a temple beside them (R4.6)."""
        lost = self.standing & ~neighbours(self.tiles[RED])
        if lost:
            for leader, bit in enumerate(self.leaders):
                if bit & lost:
                    self.lift(leader)

    # --- conflicts (R6, R7) ------------------------------------------------------------------

    def warring(self, united: int) -> list[int]:
        """Return the colours with two leaders in the kingdom of *united* (R7.1)."""
        for mask, _, leaders in self.kingdoms:
            if mask & united:
                return [
                    colour
                    for colour, ones in enumerate(ONE_OF_A_COLOUR)
                    if (both := leaders & ones) and both & (both - 1)
                ]
        return []

    def parties(self, united: int, colour: int, active: int) -> tuple[int, int]:
        """Return the leaders' numbers of attacker and defender in the war of *colour* (R7.2)."""
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
        """Return the region of a leader, not connected by the unification tile (R7.3)."""
        return flood(self.leaders[leader], self.occupied & ~united)

    def supporters(self, leader: int, united: int) -> int:
        """Return the mask of the supporters of a leader in a war (R7.3)."""
        return self.side(leader, united) & self.tiles[leader & 3]

    def decide_war(self, winner: int, loser: int, united: int) -> None:
        """Remove the loser of a war and its supporters, and score (R7.6, R7.7).

        No other leader is stranded, as the temples beside other leaders stay.
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
        """Remove the loser of an internal conflict, and score (R6.5)."""
        self.lift(loser)
        self.points[SPHERES * (winner >> 2) + RED] += 1

    # --- buildings, monuments, treasures -------------------------------------------------------

    def squares(self, colour: int, bit: int) -> list[int]:
        """Return the squares of *colour* with the tile just placed on *bit*, in order (R8.3)."""
        tiles = self.tiles[colour]
        beside = NEAR[bit] & tiles
        if not beside & (beside - 1):  # a square needs two adjacent tiles
            return []
        return [square for square in SQUARES_WITH[bit] if square & tiles == square]

    def crosses(self, colour: int, bit: int) -> list[int]:
        """Return the crosses of *colour* with the tile just placed on *bit*, in order (R13.1)."""
        if not self.setting.ziggurat or self.ziggurat:
            return []
        tiles = self.tiles[colour]
        return [cross for cross in CROSSES_WITH[bit] if not cross & ~tiles]

    def unbuilt(self, colour: int) -> list[int]:
        """Return the numbers of the monuments with *colour* in the supply."""
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
        """Return the spaces for the building of *colour* once a tile is on *bit* (R12.1)."""
        return sites_for(self.tiles[colour], bit, self.buildings[colour])

    def put_building(self, colour: int, bit: int) -> None:
        """Put the building of *colour* on a tile (R12.1)."""
        self.buildings = [*self.buildings]
        self.buildings[colour] = bit

    def treasures_due(self, active: int) -> tuple[int, int] | None:
        """Return the first seat clockwise whose Trader takes treasures, and its kingdom's (R9)."""
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
        """Return the treasures, of a kingdom's *here*, that may be the one to stay (R9.2, R9.3)."""
        return here & ~self.setting.framed or here

    def take_due_treasures(self, active: int) -> SearchPosition:
        """Take all treasures that are due (R9); where several may stay, the first one does.

        Changes this position and returns it.
        """
        while due := self.treasures_due(active):
            seat, here = due
            stay = self.may_stay(here)
            self.take(seat, here & ~(stay & -stay))
        return self

    def take(self, seat: int, taken: int) -> None:
        """Take the treasures on *taken* (R9.1)."""
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
        """True if the King of *seat* is in the kingdom of the ziggurat (R13.5)."""
        return bool(self.ziggurat) and any(
            mask & self.ziggurat and leaders >> 4 * seat & 1 for mask, _, leaders in self.kingdoms
        )
