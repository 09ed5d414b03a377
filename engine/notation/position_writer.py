"""Writes positions (notation.md, "Position"); ``position_reader`` parses them."""

from engine.notation.text import BOARD_STATE
from engine.rules.board import Board
from engine.rules.view import View
from engine.values.actions import letters
from engine.values.cells import COLUMNS, ROWS, STRIDE, indices
from engine.values.material import COLOURS
from engine.values.scoring import Score

__all__ = [
    "write_position",
]


def write_position(view: View) -> str:
    """Return the position that *view* shows, as text; hidden parts are written as ``?``."""
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
    if view.display is not None:
        lines.append(f'[Display "{letters(view.display)}"]')
    built = sorted(view.board.built(), key=lambda entry: entry[1])
    lines += (f'[Monument "{monument} {corner}"]' for monument, corner in built)
    if (centre := view.board.ziggurat_cell()) is not None:
        lines.append(f'[Ziggurat "{centre}"]')
    for colour in COLOURS:
        if (site := view.board.building_cell(colour)) is not None:
            lines.append(f'[Building "{colour} {site}"]')
    lines.append(BOARD_STATE)
    tokens = _tokens(view.board)
    lines += (
        " ".join(tokens[start : start + COLUMNS]) for start in range(0, ROWS * STRIDE, STRIDE)
    )
    return "\n".join(lines) + "\n"


def _write_score(score: Score) -> str:
    return " ".join(f"{letter}{points}" for letter, points in zip("krbgt", score, strict=True))


def _tokens(board: Board) -> list[str]:
    """Return the token of each space, indexed by the number of its bit."""
    tokens = ["."] * (ROWS * STRIDE)
    laid = [
        (board.layout.river, "~"),
        (board.unification_mask, "u"),
        (board.catastrophes, "x"),
        (board.facedown, "m"),
        *((board.tiles[colour], colour.letter) for colour in COLOURS),
    ]
    for mask, token in laid:
        for index in indices(mask):
            tokens[index] = token
    for leader, cell in board.standing():
        tokens[cell.index] = str(leader)
    for index in indices(board.treasures):
        tokens[index] += "*"
    return tokens
