"""Reading and writing positions (notation.md, "Position")."""

import re
from collections.abc import Iterator
from itertools import product
from operator import itemgetter

from engine.actions import counts_of, letters
from engine.board import SQUARE, Board
from engine.cells import COLUMNS, ROWS, Cell, cells_of
from engine.decisions import ActionDecision
from engine.game import Game
from engine.layouts import Layout
from engine.material import (
    CATASTROPHES_EACH,
    COLOURS,
    HAND_SIZE,
    MONUMENTS,
    TILE_COUNTS,
    Colour,
    Dynasty,
    Leader,
    Monument,
)
from engine.resolution import ACTIONS_A_TURN
from engine.scoring import Score
from engine.text import BOARD_STATE, FormatError, Lines, split_blanks
from engine.view import View

_NUMBER = "(0|[1-9][0-9]{0,3})"
_TURN = re.compile("([ABLP])[ \t]+([0-9])")
_SCORE = re.compile("[ \t]+".join(f"{letter}{_NUMBER}" for letter in "krbgt"))
_MONUMENT = re.compile("(kr|kb|kg|rb|rg|bg)[ \t]+([A-P](?:1[01]|[1-9]))")
_LEADER = re.compile("[ABLP][krbg]")
_MONUMENT_NAMES = {str(monument): monument for monument in MONUMENTS}

# --- writing ---------------------------------------------------------------------------------


def write_position(view: View) -> str:
    """The position as far as *view* shows it; what it does not show is written as ``?``."""
    seats = view.seats
    over = view.over
    decider = "-" if over else seats[view.decision.seat].value
    lines = [
        '[Format "te 1"]',
        f'[Board "{view.board.layout.name}"]',
        f'[Options "{" ".join(view.options)}"]',
        f'[Seats "{" ".join(seats)}"]',
        f'[Turn "{seats[view.active].value} {view.actions_left}"]',
        f'[Decision "{decider} {view.decision.kind}"]',
    ]
    for dynasty, hand, size in zip(seats, view.hands, view.hand_sizes, strict=True):
        lines.append(f'[Hand {dynasty.value} "{"?" * size if hand is None else letters(hand)}"]')
    for dynasty, score in zip(seats, view.scores, strict=True):
        lines.append(f'[Score {dynasty.value} "{"?" if score is None else _write_score(score)}"]')
    for dynasty, count in zip(seats, view.catastrophes, strict=True):
        lines.append(f'[Catastrophes {dynasty.value} "{count}"]')
    lines.append(f'[Bag "{f"?×{view.bag_size}" if view.bag is None else view.bag}"]')
    built = sorted(view.board.built(), key=lambda entry: entry[1])
    lines += (f'[Monument "{monument} {corner}"]' for monument, corner in built)
    lines.append(BOARD_STATE)
    lines += (
        " ".join(_token(view.board, Cell(row, col)) for col in range(COLUMNS))
        for row in range(ROWS)
    )
    return "\n".join(lines) + "\n"


def _write_score(score: Score) -> str:
    return " ".join(f"{letter}{points}" for letter, points in zip("krbgt", score, strict=True))


def _token(board: Board, cell: Cell) -> str:
    bit = cell.bit
    treasure = "*" if board.treasures & bit else ""
    colour = board.colour_at(cell)
    leader = board.leader_at(cell)
    if colour is not None:
        return colour.letter + treasure
    if leader is not None:
        return str(leader)
    if board.facedown & bit:
        return "m" + treasure
    if board.catastrophes & bit:
        return "x"
    if board.unification_mask & bit:
        return "u"
    return "~" if board.layout.river & bit else "."


# --- reading ---------------------------------------------------------------------------------


class PositionReader:
    """Reads the part of a position that follows ``Seats``, and refuses what cannot be."""

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
        """The game at that position. Raises FormatError at the first line at fault."""
        active, actions_left = self._read_turn()
        hands = tuple(self._read_hand(dynasty) for dynasty in self._seats)
        scores = tuple(self._read_score(dynasty) for dynasty in self._seats)
        catastrophes = tuple(self._read_catastrophes(dynasty) for dynasty in self._seats)
        bag = self._read_bag()
        monuments = self._read_monuments()
        board = self._read_board(monuments)
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

    def _read_monuments(self) -> list[tuple[int, Monument, Cell]]:
        monuments: list[tuple[int, Monument, Cell]] = []
        while self._lines.next_is_header("Monument"):
            number, value = self._lines.header("Monument")
            match = _MONUMENT.fullmatch(value)
            if not match:
                raise FormatError(number, 'a monument is written "kr E5"')
            monument, corner = _MONUMENT_NAMES[match[1]], Cell.parse(match[2])
            if any(monument == other for _, other, _ in monuments):
                raise FormatError(number, f"the monument {monument} exists only once (R1.3)")
            if corner.col == COLUMNS - 1 or corner.row == ROWS - 1:
                raise FormatError(number, f"a square at {corner} is not all on the board (R8.1)")
            if monuments and corner < monuments[-1][2]:
                raise FormatError(number, "monuments are written in board order")
            square = SQUARE << corner.index
            if any(square & SQUARE << other.index for _, _, other in monuments):
                raise FormatError(number, "two monuments cannot share a space (R8.5)")
            monuments.append((number, monument, corner))
        return monuments

    def _read_board(self, monuments: list[tuple[int, Monument, Cell]]) -> Board:
        line = self._lines.take()
        if line is None:
            self._lines.missing(BOARD_STATE)
        if line.words != (BOARD_STATE,):
            raise FormatError(line.number, f"{BOARD_STATE} is expected here")
        drawing = _Drawing(self._layout, self._seats)
        row_numbers: list[int] = []
        for row in range(ROWS):
            line = self._lines.take()
            if line is None:
                self._lines.missing(f"row {row + 1} of the board")
            if line.header is not None or len(line.words) != COLUMNS:
                raise FormatError(line.number, f"row {row + 1} of the board has 16 spaces")
            for col, token in enumerate(line.words):
                self._read_space(line.number, drawing, token, Cell(row, col))
            row_numbers.append(line.number)
        board = drawing.board(monuments)
        faults = [
            *self._face_down_faults(board, monuments, row_numbers),
            *_leader_faults(board, row_numbers),
        ]
        if faults:
            number, fault = min(faults, key=itemgetter(0))
            raise FormatError(number, fault)
        return board

    def _read_space(self, number: int, drawing: "_Drawing", token: str, cell: Cell) -> None:
        problem = drawing.put(token, cell)
        if problem:
            raise FormatError(number, problem)
        if token.endswith("*"):
            self._count_treasures(number, 1)
        if token == "x":
            self._count_catastrophes(number, 1)
        if token[0] in "krbg":
            self._tiles(number, token[0])

    # --- what there is no more of -------------------------------------------------------------

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

    # --- what does not go together ---------------------------------------------------------------

    def _face_down_faults(
        self, board: Board, monuments: list[tuple[int, Monument, Cell]], rows: list[int]
    ) -> Iterator[tuple[int, str]]:
        """Each with its line: monuments without face-down tiles that fit, and the reverse."""
        covered = 0
        colours: list[list[Colour]] = []
        for number, monument, corner in monuments:
            square = SQUARE << corner.index
            covered |= square
            fitting = [
                colour
                for colour in monument
                if not square & ~self._terrain(colour)
                and (colour is Colour.RED or not square & board.treasures)
            ]
            colours.append(fitting)
            if board.facedown & square != square:
                yield number, f"{monument} needs four face-down tiles (R8.1)"
            elif not fitting:
                yield number, f"no four tiles of one colour of {monument} can lie there (R8.1)"
        for cell in cells_of(board.facedown & ~covered):
            yield rows[cell.row], f"the face-down tile on {cell} has no monument (R8.1)"
        if all(colours) and not any(map(self._enough_tiles, product(*colours))):
            yield monuments[0][0], "there are not as many tiles as the monuments cover (R1.3)"

    def _terrain(self, colour: Colour) -> int:
        return self._layout.river if colour is Colour.BLUE else self._layout.land

    def _enough_tiles(self, squares: tuple[Colour, ...]) -> bool:
        return all(
            self._tiles_seen[colour] + 4 * squares.count(colour) <= TILE_COUNTS[colour]
            for colour in COLOURS
        )


def _leader_faults(board: Board, rows: list[int]) -> Iterator[tuple[int, str]]:
    """Each with its line: leaders without a temple, or with another of the colour."""
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


class _Drawing:
    """A board that is being read, space by space."""

    def __init__(self, layout: Layout, seats: tuple[Dynasty, ...]) -> None:
        self._layout = layout
        self._seats = seats
        self._tiles = [0, 0, 0, 0]
        self._treasures = self._facedown = self._catastrophes = 0
        self._leaders: dict[Leader, Cell] = {}

    def put(self, token: str, cell: Cell) -> str | None:
        """Put what *token* says on *cell*; why that cannot be, if it cannot."""
        bit = cell.bit
        river = bool(self._layout.river & bit)
        if token in {".", "~"}:
            return None
        if token in {"r*", "m*"}:
            if not self._layout.winged & bit:
                return f"a treasure belongs on a winged-creature space, not on {cell} (R2.2)"
            self._treasures |= bit
        if token[0] == "m" and token in {"m", "m*"}:
            self._facedown |= bit
        elif token in {"k", "r", "b", "g", "r*"}:
            colour = Colour.parse(token[0])
            if river is not (colour is Colour.BLUE):
                return f"a tile of colour {colour} cannot lie on {cell} (R5.1)"
            self._tiles[colour] |= bit
        elif token == "x":
            self._catastrophes |= bit
        elif _LEADER.fullmatch(token):
            return self._put_leader(Leader(Dynasty(token[0]), Colour.parse(token[1])), cell, river)
        elif token == "u":
            return "a position in the middle of a conflict cannot be read"
        else:
            return f"{token!r} is nothing that can be on a space"
        return None

    def _put_leader(self, leader: Leader, cell: Cell, river: bool) -> str | None:  # noqa: FBT001
        if leader.dynasty not in self._seats:
            return f"{leader} on {cell}: {leader.dynasty.value} is not seated (R1.4)"
        if leader in self._leaders:
            return f"{leader} is on the board twice (R1.4)"
        if river:
            return f"{leader} cannot stand on the river space {cell} (R4.2)"
        self._leaders[leader] = cell
        return None

    def board(self, monuments: list[tuple[int, Monument, Cell]]) -> Board:
        """What was drawn."""
        black, red, blue, green = self._tiles
        board = Board(
            layout=self._layout,
            tiles=(black, red, blue, green),
            treasures=self._treasures,
            facedown=self._facedown,
            catastrophes=self._catastrophes,
        )
        for leader, cell in self._leaders.items():
            board = board.with_leader(leader, cell)
        places = {monument: corner.index for _, monument, corner in monuments}
        return board.with_monuments_at(tuple(places.get(monument, -1) for monument in MONUMENTS))
