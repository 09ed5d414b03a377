"""The merits of every space for a piece, computed with masks.

Spaces that touch the same regions are judged once, which keeps it fast. The certain effects of an
action are the same as in its preview.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from engine.advice.conflicts import Chance, HiddenTiles, hidden_tiles
from engine.advice.ground import Ground, Meeting
from engine.advice.merits import (
    Attack,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    CutsOff,
    EarnsEachTurn,
    FindsWork,
    Gives,
    GivesUp,
    Joins,
    Merit,
    PreparesSquare,
    Scores,
    SendsHome,
    WinsTreasures,
)
from engine.advice.stakes import Stake
from engine.rules.legality import legal_cells
from engine.rules.spaces import tile_cells
from engine.rules.view import SeatView
from engine.values.actions import Catastrophe, Piece
from engine.values.cells import CELLS, STRIDE, cell_at, flood, indices, neighbours
from engine.values.material import COLOURS, LEADERS_OF, Colour, Leader
from engine.values.options import BUILDINGS, ZIGGURAT
from engine.values.shapes import (
    completing_crosses,
    completing_squares,
    preparing_squares,
    sites_for,
)

_MOST_ROOM = len(CELLS)

Merits: TypeAlias = tuple[Merit, ...]


class Space(NamedTuple):
    """A legal space for a piece, with the merits of a move there."""

    number: int
    """The number of its bit."""
    merits: Merits
    closeness: int
    """The tie break between spaces with the same merits: higher is better."""


class Outlook:
    """The effects of the active player's moves, as far as that seat can know."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self._board = view.board
        self._own = view.seats[view.seat]
        self._hand = view.own_hand
        self._ground = Ground(view.board)
        self._of_tiles: dict[tuple[Colour, tuple[int, ...]], Merits] = {}
        self._of_rivals: dict[tuple[Leader, Colour], HiddenTiles] = {}
        self._idle: tuple[bool, ...] | None = None

    def spaces(self, piece: Piece) -> Iterator[Space]:
        """Yield every legal space for *piece*; none if the game waits for another decision."""
        if not self._view.decides:
            return iter(())
        free = legal_cells(self._view, piece)
        match piece:
            case Colour():
                return self._spaces_for_tile(piece, free)
            case Leader():
                return self._spaces_for_leader(piece, free)
            case Catastrophe():
                return self._spaces_for_catastrophe(free)

    def connected(self, one: int, other: int) -> Iterator[Merit]:
        """Yield the merits of connecting everything that two adjacent spaces touch.

        The spaces are numbers of bits. The merits are treasures, monuments and wars; none if more
        than two kingdoms would be connected.
        """
        regions = {*self._ground.touching(one), *self._ground.touching(other)}
        met = self._ground.meeting(tuple(sorted(regions)))
        if len(met.kingdoms) > 2:
            return iter(())
        if wars := _contested(met):
            return self._wars(None, wars)
        return self._merits_of_joining(self._ground, met)

    def _seat(self, leader: Leader) -> int:
        return self._view.seats.index(leader.dynasty)

    def _hidden(self, rival: Leader, tiles: Colour) -> HiddenTiles:
        """Return the tiles that the owner of *rival* may add against the seat."""
        key = rival, tiles
        if key not in self._of_rivals:
            self._of_rivals[key] = hidden_tiles(self._view, self._seat(rival), tiles)
        return self._of_rivals[key]

    # --- tiles -----------------------------------------------------------------------------------

    def _spaces_for_tile(self, colour: Colour, free: int) -> Iterator[Space]:
        tiles = self._board.tiles[colour]
        shaped = self._shape_spaces(colour, free)
        for index in indices(free):
            regions = self._ground.touching(index)
            merits = self._merits_of_tile(colour, regions) if regions else ()
            if shaped >> index & 1:
                merits += self._merits_of_shapes(colour, index, merits)
            row = 7 << index >> 1
            ring = row | row << STRIDE | row >> STRIDE
            yield Space(index, merits, (ring & tiles).bit_count())

    def _merits_of_tile(self, colour: Colour, regions: tuple[int, ...]) -> Merits:
        """Return the merits of a tile that connects *regions*, apart from the shape it makes."""
        known = self._of_tiles.get((colour, regions))
        if known is None:
            met = self._ground.meeting(regions)
            if len(met.kingdoms) < 2:
                known = (
                    *self._points_of_tile(colour, met),
                    *self._merits_of_joining(self._ground, met),
                )
            elif wars := _contested(met):
                known = tuple(self._wars(colour, wars))
            else:
                known = (
                    Joins(sum(self._holds_own(each.leaders) for each in met.kingdoms)),
                    *self._merits_of_joining(self._ground, met),
                )
            self._of_tiles[colour, regions] = known
        return known

    def _points_of_tile(self, colour: Colour, met: Meeting) -> Merits:
        """R5.3, R12.1.6."""
        scorer = met.leader(colour) or met.leader(Colour.BLACK)
        if scorer is None:
            return ()
        building = self._board.building_cell(colour)
        points = 2 if building is not None and building.bit & met.mask else 1
        if scorer.dynasty is self._own:
            return (Scores(colour, points),)
        return (Gives(self._seat(scorer), points),)

    def _merits_of_joining(
        self, ground: Ground, met: Meeting, leaders: tuple[Leader, ...] | None = None
    ) -> Iterator[Merit]:
        """Yield treasures (R9.1) and monuments (R8.8) once the regions of *met* are one kingdom.

        *leaders* are the leaders of that kingdom, by default those of *met*.
        """
        if leaders is None:
            leaders = met.leaders
        trader = next((each for each in leaders if each.colour is Colour.GREEN), None)
        count = (met.mask & self._board.treasures).bit_count()
        if trader is not None and count > 1:
            if trader.dynasty is self._own:
                yield WinsTreasures(count - 1)
            else:
                yield Gives(self._seat(trader), 0, count - 1)
        if ground.has_structures:
            for seat, dynasty in enumerate(self._view.seats):
                more = ground.earned(met.mask, leaders, dynasty) - sum(
                    ground.earned(each.mask, each.leaders, dynasty) for each in met.kingdoms
                )
                if more > 0:
                    yield EarnsEachTurn(more) if dynasty is self._own else Gives(seat, more)

    def _wars(self, placed: Colour | None, wars: dict[Colour, list[Leader]]) -> Iterator[Attack]:
        """Yield the wars in which the player attacks (R7.1, R7.2), judged by the present sides."""
        board = self._board
        for colour, parties in wars.items():
            own = next((each for each in parties if each.dynasty is self._own), None)
            if own is None:
                continue
            (rival,) = (each for each in parties if each is not own)
            yield Attack(
                internal=False,
                colour=colour,
                rival=rival,
                strength=board.external_strength(own),
                held=self._hand[colour] - (placed is colour),
                defence=board.external_strength(rival),
                hidden=self._hidden(rival, colour),
                stake=Stake(
                    gain=1 + board.lost_supporters(rival).bit_count(),
                    loss=board.lost_supporters(own).bit_count(),
                ),
            )

    def _holds_own(self, leaders: tuple[Leader, ...]) -> bool:
        return any(leader.dynasty is self._own for leader in leaders)

    def _shape_spaces(self, colour: Colour, free: int) -> int:
        """Return the spaces of *free* where a tile of *colour* may make a shape that matters."""
        tiles = self._board.tiles[colour]
        shaped = completing_squares(tiles, free)
        if self._hand[colour] > 1:
            shaped |= preparing_squares(tiles, free)
        if ZIGGURAT in self._view.options:
            shaped |= completing_crosses(tiles, free)
        if BUILDINGS in self._view.options:
            shaped |= neighbours(tiles) & free
        return shaped

    def _merits_of_shapes(self, colour: Colour, index: int, merits: Merits) -> Merits:
        """Return the merits of the shapes that a tile makes on the space *index*.

        *merits* are the other merits of the same tile.
        """
        met = self._ground.meeting(self._ground.touching(index))
        if _contested(met):
            return ()  # the conflicts come first, and may take the tiles (R8.2, R12.1.3)
        tiles, space = self._board.tiles[colour], 1 << index
        found: list[Merit] = []
        supply = [each for each in self._board.monument_supply() if colour in each]
        if supply and completing_squares(tiles, space):
            own = {leader.colour for leader in met.leaders if leader.dynasty is self._own}
            earning = max(sum(each in own for each in monument) for monument in supply)
            found.append(CompletesSquare(colour, earning))
        elif supply and self._hand[colour] > 1 and self._holds_own(met.leaders):
            free = tile_cells(self._board, colour)
            if preparing_squares(tiles, free) & space:
                found.append(PreparesSquare(colour))
        options = self._view.options
        if (
            ZIGGURAT in options
            and self._board.ziggurat_cell() is None
            and completing_crosses(tiles, space)
        ):
            king = met.leader(Colour.BLACK)
            found.append(CompletesCross(king is not None and king.dynasty is self._own))
        if BUILDINGS in options and any(isinstance(each, Scores) for each in merits):
            building = self._board.building_cell(colour)
            stands = 0 if building is None else building.bit
            if sites_for(tiles | space, space, stands):
                found.append(CompletesLine(colour))
        return tuple(found)

    # --- leaders ---------------------------------------------------------------------------------

    def _spaces_for_leader(self, leader: Leader, free: int) -> Iterator[Space]:
        board, ground = self._board, self._ground
        leaves: Merits = ()
        on_board = board.leaders[leader.number] >= 0
        if on_board:
            leaves = (self._given_up(leader),)
            board = board.without_leader(leader)
            ground = Ground(board)
        temples = board.temples
        known: dict[tuple[int, ...], Merits] = {}
        for index in indices(free):
            space = 1 << index
            regions = ground.touching(index)
            met = ground.meeting(regions)
            beside = (neighbours(space) & temples).bit_count()
            rival = met.leader(leader.colour)
            attack = None if rival is None else self._revolt(rival, beside)
            tiles, room = self._idle_tiles_and_room(leader, met, space)
            gained: Merits = ()
            if attack is None or attack.chance >= Chance.LIKELY:
                if regions not in known:
                    leaders = (leader, *(each for each in met.leaders if each is not rival))
                    known[regions] = tuple(self._merits_of_joining(ground, met, leaders))
                gained = known[regions]
                if tiles or not on_board:
                    at_once = self._view.actions_left > 1
                    gained += (FindsWork(tiles, at_once, not on_board),)
            if attack is not None:
                gained += (attack,)
            yield Space(index, gained + leaves, beside * _MOST_ROOM + room)

    def _revolt(self, rival: Leader, temples: int) -> Attack:
        """R6.1, R6.2."""
        cell = self._board.cell_of(rival)
        assert cell is not None
        return Attack(
            internal=True,
            colour=Colour.RED,
            rival=rival,
            strength=temples,
            held=self._hand[Colour.RED],
            defence=self._board.temples_beside(cell),
            hidden=self._hidden(rival, Colour.RED),
            stake=Stake(gain=1, loss=0),
        )

    def _idle_tiles_and_room(self, leader: Leader, met: Meeting, space: int) -> tuple[int, int]:
        """Return how many idle tiles of the hand *leader* would score, and its room in spaces."""
        around = neighbours(met.mask | space) & ~(space | met.others)
        tiles = room = 0
        for colour in COLOURS:
            if not _scores(leader, colour, met.leaders):
                continue
            spaces = (around & tile_cells(self._board, colour)).bit_count()
            if colour is leader.colour:
                room = spaces
            if spaces and self._is_idle(colour):
                tiles += self._hand[colour]
        return tiles, room

    def _is_idle(self, colour: Colour) -> bool:
        """True if tiles of *colour* in the hand score nowhere for the seat on this board."""
        if self._idle is None:
            self._idle = tuple(not self._is_served(each) for each in COLOURS)
        return self._idle[colour]

    def _is_served(self, colour: Colour) -> bool:
        if not self._hand[colour]:
            return True
        reached = {self._ground.touching(each) for each in indices(tile_cells(self._board, colour))}
        return any(
            isinstance(merit, Scores)
            for regions in reached
            for merit in self._merits_of_tile(colour, regions)
        )

    def _given_up(self, leader: Leader) -> GivesUp:
        """Return the loss by moving *leader* away."""
        (kingdom,) = (each for each in self._board.kingdoms if leader in each.leaders)
        others = tuple(each for each in kingdom.leaders if each != leader)
        around = neighbours(kingdom.mask)
        for other in self._board.kingdoms:
            if other is not kingdom:
                around &= ~other.around
        tiles = sum(
            self._hand[colour]
            for colour in COLOURS
            if _scores(leader, colour, others) and around & tile_cells(self._board, colour)
        )
        return GivesUp(tiles, self._ground.earned(kingdom.mask, (leader,), self._own))

    # --- catastrophes ----------------------------------------------------------------------------

    def _spaces_for_catastrophe(self, free: int) -> Iterator[Space]:
        affected = self._affected(free)
        for index in indices(free):
            merits = tuple(self._merits_of_catastrophe(index)) if affected >> index & 1 else ()
            yield Space(index, merits, 0)

    def _affected(self, free: int) -> int:
        """Return the spaces of *free* where a catastrophe affects a leader or a monument."""
        board = self._board
        affected = neighbours(board.leader_mask) & board.temples
        if self._ground.has_structures:
            for kingdom in board.kingdoms:
                if any(self._ground.earned(kingdom.mask, kingdom.leaders, d) for d in LEADERS_OF):
                    affected |= _cuts(kingdom.mask & free, kingdom.mask)
        return affected & free

    def _merits_of_catastrophe(self, index: int) -> Iterator[Merit]:
        """R4.6, R10.2: the leaders that return, and the points lost from monuments."""
        board = self._board.with_catastrophe(cell_at(index))
        for leader, _ in board.stranded():
            yield SendsHome(leader, leader.dynasty is self._own)
            board = board.without_leader(leader)
        if self._ground.has_structures:
            ground = Ground(board)
            for seat, dynasty in enumerate(self._view.seats):
                less = self._ground.earned_on_board(dynasty) - ground.earned_on_board(dynasty)
                if less:
                    yield CutsOff(seat, less, dynasty is self._own)


def _contested(met: Meeting) -> dict[Colour, list[Leader]]:
    """Return the leaders of each colour of which two meeting kingdoms have one (R7.1)."""
    parties: dict[Colour, list[Leader]] = {}
    for leader in met.leaders:
        parties.setdefault(leader.colour, []).append(leader)
    return {colour: parties[colour] for colour in COLOURS if len(parties.get(colour, ())) > 1}


def _scores(leader: Leader, colour: Colour, others: tuple[Leader, ...]) -> bool:
    """True if *leader* would score tiles of *colour* in a kingdom with *others* (R5.3)."""
    if leader.colour is colour:
        return True
    return leader.colour is Colour.BLACK and all(each.colour is not colour for each in others)


def _cuts(candidates: int, mask: int) -> int:
    """Return the spaces of *candidates* without which the region *mask* falls apart."""
    cuts = 0
    for index in indices(candidates):
        rest = mask & ~(1 << index)
        if rest and flood(rest & -rest, rest) != rest:
            cuts |= 1 << index
    return cuts
