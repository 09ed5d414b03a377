"""A slow second opinion: kingdoms and tiles counted on the drawn board, with sets and loops.

Nothing of the engine's own reckoning is used: only the text of a position, the printed
rivers, and the values that actions and decisions are made of.
"""

from __future__ import annotations

from functools import cache, lru_cache

from engine import COLOURS, LAYOUTS, Game, cells_of, letters, write_position

Space = tuple[int, int]
Grid = dict[Space, str]


@lru_cache(maxsize=4)
def written(game: Game) -> str:
    return write_position(game.open_view())


@lru_cache(maxsize=4)
def grid_of(game: Game) -> Grid:
    rows = written(game).split("[Board-state]\n")[1].splitlines()
    return {(r, c): t for r, row in enumerate(rows) for c, t in enumerate(row.split())}


def headers(game: Game, name: str) -> list[str]:
    """The values of a position's headers of that name."""
    lines = written(game).splitlines()
    return [line.split('"')[1] for line in lines if line.startswith(f"[{name} ")]


def rivers(game: Game) -> set[Space]:
    return {(cell.row, cell.col) for cell in cells_of(LAYOUTS[game.board.layout.name].river)}


@cache
def beside(space: Space) -> tuple[Space, ...]:
    row, col = space
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return tuple((r, c) for r, c in around if 0 <= r < 11 and 0 <= c < 16)


def is_leader(token: str) -> bool:
    return token[0] in "ABLP"


def connects(token: str) -> bool:
    return token not in {".", "~", "x"}


def region(grid: Grid, start: Space) -> set[Space]:
    found, waiting = {start}, [start]
    while waiting:
        for space in beside(waiting.pop()):
            if space not in found and connects(grid[space]):
                found.add(space)
                waiting.append(space)
    return found


def kingdoms(grid: Grid) -> list[set[Space]]:
    found: list[set[Space]] = []
    for space, token in grid.items():
        if is_leader(token) and not any(space in other for other in found):
            found.append(region(grid, space))
    return found


def leaders_in(grid: Grid, spaces: set[Space]) -> list[str]:
    return sorted(grid[space] for space in spaces if is_leader(grid[space]))


def temples_beside(grid: Grid, space: Space) -> int:
    return sum(grid[other] in {"r", "r*"} for other in beside(space))


def tiles_in_play(game: Game) -> tuple[list[int], int]:
    """Tiles of each colour face up, in hands, bag and display; and how many lie face down."""
    tokens = [token.rstrip("*") for token in grid_of(game).values()]
    counts = [tokens.count(str(colour)) for colour in COLOURS]
    for colour in COLOURS:
        counts[colour] += sum(hand[colour] for hand in game.hands)
        counts[colour] += (game.bag + letters(game.display)).count(str(colour))
    if game.board.unification is not None:
        counts[game.board.unification[0]] += 1
    return counts, tokens.count("m")
