"""Parses positions and rejects impossible ones (notation.md, "Position")."""

import re
from collections.abc import Iterator
from operator import itemgetter

from engine.notation.board_reader import BoardReader, Structure
from engine.notation.text import BOARD_STATE, FormatError, Lines, split_blanks
from engine.rules.board import Board
from engine.rules.consistency import enough_tiles
from engine.rules.game import Game
from engine.rules.resolution import ACTIONS_A_TURN
from engine.values.actions import counts_of, letters
from engine.values.cells import COLUMNS, ROWS, Cell, cells_of
from engine.values.decisions import ActionDecision
from engine.values.layouts import Layout
from engine.values.material import (
    CATASTROPHES_EACH,
    COLOURS,
    DISPLAY_SIZE,
    HAND_SIZE,
    MONUMENTS,
    TILE_COUNTS,
    Colour,
    Dynasty,
    Hand,
)
from engine.values.options import BUILDINGS, DISPLAY, ZIGGURAT
from engine.values.scoring import Score
from engine.values.shapes import cross, square

_NUMBER = "(0|[1-9][0-9]{0,3})"
_TURN = re.compile("([ABLP])[ \t]+([0-9])")
_SCORE = re.compile("[ \t]+".join(f"{letter}{_NUMBER}" for letter in "krbgt"))
_MONUMENT = re.compile("(kr|kb|kg|rb|rg|bg)[ \t]+([A-P](?:1[01]|[1-9]))")
_BUILDING = re.compile("([krbg])[ \t]+([A-P](?:1[01]|[1-9]))")
_MONUMENT_NAMES = {str(monument): monument for monument in MONUMENTS}


class PositionReader:
    """Parses the part of a position after ``Seats``."""

    def __init__(
        self, lines: Lines, layout: Layout, options: tuple[str, ...], seats: tuple[Dynasty, ...]
    ) -> None:
        self._lines = lines
        self._layout = layout
        self._options = options
        self._seats = seats
        self._tiles_seen = [0, 0, 0, 0]
        self._treasures_seen = 0
        self._catastrophes_seen = 0

    def read(self) -> Game:
        """Return the game at that position. Raises FormatError at the first faulty line."""
        active, actions_left = self._read_turn()
        hands = tuple(Hand(self._read_hand(dynasty)) for dynasty in self._seats)
        scores = tuple(self._read_score(dynasty) for dynasty in self._seats)
        catastrophes = tuple(self._read_catastrophes(dynasty) for dynasty in self._seats)
        bag = self._read_bag()
        display = self._read_display()
        structures = self._read_monuments()
        structures += self._read_ziggurat(structures)
        buildings = self._read_buildings()
        board = self._read_board(structures, buildings)
        return Game(
            board=board,
            seats=self._seats,
            options=self._options,
            hands=hands,
            scores=scores,
            catastrophes=catastrophes,
            bag=bag,
            active=active,
            actions_left=actions_left,
            decision=ActionDecision(active),
            display=display,
        )

    def _read_turn(self) -> tuple[int, int]:
        number, value = self._lines.header("Turn")
        match = _TURN.fullmatch(value)
        if not match or int(match[2]) > ACTIONS_A_TURN:
            raise FormatError(number, 'Turn names the active player and 0 to 2 actions, "A 2"')
        dynasty = Dynasty(match[1])
        if dynasty not in self._seats:
            raise FormatError(number, f"{dynasty.value} is not seated (R1.4)")
        if self._lines.next_is_header("Decision"):
            number, value = self._lines.header("Decision")
            if split_blanks(value) != (dynasty.value, ActionDecision.kind):
                raise FormatError(
                    number,
                    "only a position between two actions can be read, "
                    f'with the decision "{dynasty.value} {ActionDecision.kind}"',
                )
        return self._seats.index(dynasty), int(match[2])

    def _read_hand(self, dynasty: Dynasty) -> tuple[int, int, int, int]:
        number, value = self._lines.header("Hand", dynasty.value)
        counts = self._tiles(number, value)
        if value != letters(counts):
            raise FormatError(number, "a hand is written sorted, in the order k r b g")
        if len(value) > HAND_SIZE:
            raise FormatError(number, "a hand holds at most six tiles (R2.3)")
        return counts

    def _read_score(self, dynasty: Dynasty) -> Score:
        number, value = self._lines.header("Score", dynasty.value)
        match = _SCORE.fullmatch(value)
        if not match:
            raise FormatError(number, 'a score is written "k3 r0 b12 g1 t2"')
        score = Score(*map(int, match.groups()))
        self._count_treasures(number, score.treasures)
        return score

    def _read_catastrophes(self, dynasty: Dynasty) -> int:
        number, value = self._lines.header("Catastrophes", dynasty.value)
        if value not in set(map(str, range(CATASTROPHES_EACH + 1))):
            raise FormatError(number, "a player has 0 to 2 catastrophe tiles (R2.3)")
        self._count_catastrophes(number, int(value))
        return int(value)

    def _read_bag(self) -> str:
        number, value = self._lines.header("Bag")
        self._tiles(number, value)
        return value

    def _read_display(self) -> tuple[int, int, int, int]:
        if not self._may_follow("Display", DISPLAY):
            return 0, 0, 0, 0
        number, value = self._lines.header("Display")
        counts = self._tiles(number, value)
        if value != letters(counts):
            raise FormatError(number, "the display is written sorted, in the order k r b g")
        if len(value) > DISPLAY_SIZE:
            raise FormatError(number, "the display holds at most six tiles (R12.3)")
        return counts

    def _may_follow(self, header: str, option: str) -> bool:
        """True if *header* comes next. Raises FormatError if it does without its *option*."""
        if not self._lines.next_is_header(header):
            return False
        if option not in self._options:
            number, _ = self._lines.header(header)
            raise FormatError(number, f"[{header}] has a place only with the option {option}")
        return True

    def _read_monuments(self) -> list[Structure]:
        structures: list[Structure] = []
        while self._lines.next_is_header("Monument"):
            number, value = self._lines.header("Monument")
            match = _MONUMENT.fullmatch(value)
            if not match:
                raise FormatError(number, 'a monument is written "kr E5"')
            monument, corner = _MONUMENT_NAMES[match[1]], Cell.parse(match[2])
            if any(monument == other.monument for other in structures):
                raise FormatError(number, f"the monument {monument} exists only once (R1.3)")
            if not square(corner):
                raise FormatError(number, f"a square at {corner} is not all on the board (R8.1)")
            if structures and corner < structures[-1].cell:
                raise FormatError(number, "monuments are written in board order")
            structure = Structure(number, monument, corner, square(corner), monument)
            _check_apart(structure, structures)
            structures.append(structure)
        return structures

    def _read_ziggurat(self, monuments: list[Structure]) -> list[Structure]:
        if not self._may_follow("Ziggurat", ZIGGURAT):
            return []
        number, value = self._lines.header("Ziggurat")
        centre = _parse_cell(number, value)
        if not cross(centre):
            raise FormatError(number, f"a cross around {centre} is not all on the board (R13.1)")
        structure = Structure(number, None, centre, cross(centre), COLOURS)
        _check_apart(structure, monuments)
        return [structure]

    def _read_buildings(self) -> list[tuple[int, Colour, Cell]]:
        buildings: list[tuple[int, Colour, Cell]] = []
        while self._may_follow("Building", BUILDINGS):
            number, value = self._lines.header("Building")
            match = _BUILDING.fullmatch(value)
            if not match:
                raise FormatError(number, 'a building is written "r E7"')
            colour = Colour.parse(match[1])
            if buildings and colour <= buildings[-1][1]:
                raise FormatError(number, "buildings are written in the order k r b g, each once")
            buildings.append((number, colour, Cell.parse(match[2])))
        return buildings

    def _read_board(
        self, structures: list[Structure], buildings: list[tuple[int, Colour, Cell]]
    ) -> Board:
        line = self._lines.take()
        if line is None:
            self._lines.missing(BOARD_STATE)
        if line.words != (BOARD_STATE,):
            raise FormatError(line.number, f"{BOARD_STATE} is expected here")
        reader = BoardReader(self._layout, self._seats)
        row_numbers: list[int] = []
        for row in range(ROWS):
            line = self._lines.take()
            if line is None:
                self._lines.missing(f"row {row + 1} of the board")
            if line.header is not None or len(line.words) != COLUMNS:
                raise FormatError(line.number, f"row {row + 1} of the board has 16 spaces")
            for col, token in enumerate(line.words):
                self._read_space(line.number, reader, token, Cell(row, col))
            row_numbers.append(line.number)
        board = reader.board(structures)
        board = _with_buildings(board, buildings)
        faults = [
            *self._face_down_faults(board, structures, row_numbers),
            *_building_faults(board, buildings),
            *_leader_faults(board, row_numbers),
        ]
        if faults:
            number, fault = min(faults, key=itemgetter(0))
            raise FormatError(number, fault)
        return board

    def _read_space(self, number: int, reader: BoardReader, token: str, cell: Cell) -> None:
        problem = reader.put(token, cell)
        if problem:
            raise FormatError(number, problem)
        if token.endswith("*"):
            self._count_treasures(number, 1)
        if token == "x":
            self._count_catastrophes(number, 1)
        if token[0] in "krbg":
            self._tiles(number, token[0])

    # --- limits of the material ---------------------------------------------------------------

    def _tiles(self, number: int, value: str) -> tuple[int, int, int, int]:
        if "?" in value:
            raise FormatError(number, "a position in which something is hidden cannot be read")
        counts = counts_of(value)
        if len(value) != sum(counts):
            raise FormatError(number, "tiles are written with the letters k r b g")
        for colour in COLOURS:
            self._tiles_seen[colour] += counts[colour]
            if self._tiles_seen[colour] > TILE_COUNTS[colour]:
                raise FormatError(
                    number, f"there are only {TILE_COUNTS[colour]} tiles of colour {colour} (R1.3)"
                )
        return counts

    def _count_treasures(self, number: int, more: int) -> None:
        self._treasures_seen += more
        if self._treasures_seen > self._layout.treasures:
            raise FormatError(
                number, f"there are only {self._layout.treasures} treasures on this board (R1.3)"
            )

    def _count_catastrophes(self, number: int, more: int) -> None:
        self._catastrophes_seen += more
        if self._catastrophes_seen > CATASTROPHES_EACH * len(self._seats):
            raise FormatError(number, "there are two catastrophe tiles for each player (R2.3)")

    # --- contradictions --------------------------------------------------------------------------

    def _face_down_faults(
        self, board: Board, structures: list[Structure], rows: list[int]
    ) -> Iterator[tuple[int, str]]:
        """Yield line and fault: structures without fitting face-down tiles, and the reverse."""
        covered = 0
        colours: list[list[Colour]] = []
        for structure in structures:
            covered |= structure.mask
            fitting = [
                colour
                for colour in structure.colours
                if not structure.mask & ~self._layout.terrain(colour)
                and (colour is Colour.RED or not structure.mask & board.treasures)
            ]
            colours.append(fitting)
            if board.facedown & structure.mask != structure.mask:
                yield structure.number, f"{structure} needs its tiles face down ({structure.rule})"
            elif not fitting:
                yield (
                    structure.number,
                    f"no tiles of one colour of {structure} can lie there ({structure.rule})",
                )
        for cell in cells_of(board.facedown & ~covered):
            yield rows[cell.row], f"the face-down tile on {cell} has no monument (R8.1)"
        if all(colours) and not enough_tiles(board, self._tiles_seen):
            yield structures[0].number, "there are not as many tiles as lie face down (R1.3)"


def _with_buildings(board: Board, buildings: list[tuple[int, Colour, Cell]]) -> Board:
    for _, colour, cell in buildings:
        board = board.with_building(colour, cell)
    return board


def _building_faults(
    board: Board, buildings: list[tuple[int, Colour, Cell]]
) -> Iterator[tuple[int, str]]:
    """Yield line and fault of buildings that are not on a tile of their colour (R12.1.1)."""
    for number, colour, cell in buildings:
        if board.colour_at(cell) is not colour:
            yield number, f"the building of colour {colour} needs its tile on {cell} (R12.1)"


def _leader_faults(board: Board, rows: list[int]) -> Iterator[tuple[int, str]]:
    """Yield line and fault of leaders without a temple, or with a rival in their kingdom."""
    for leader, cell in board.stranded():
        yield rows[cell.row], f"{leader} on {cell} has no temple beside it (R4.6)"
    for kingdom in board.kingdoms:
        for colour in COLOURS:
            cells = sorted(
                cell
                for leader, cell in board.standing()
                if leader in kingdom.leaders and leader.colour is colour
            )
            for cell in cells[1:]:
                yield rows[cell.row], f"a kingdom holds two leaders of colour {colour} (R1.6)"


def _parse_cell(number: int, text: str) -> Cell:
    try:
        return Cell.parse(text)
    except ValueError as error:
        raise FormatError(number, str(error)) from None


def _check_apart(structure: Structure, others: list[Structure]) -> None:
    if any(structure.mask & other.mask for other in others):
        raise FormatError(structure.number, f"{structure} cannot share a space (R8.5)")
