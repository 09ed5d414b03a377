"""A slow second opinion: the rules worked out from the drawn board, with sets and loops.

Nothing of the engine's own reckoning is used: only the text of a position, the printed
rivers, and the values that actions and decisions are made of.
"""

from __future__ import annotations

from itertools import combinations

from engine import COLOURS, LAYOUTS, Game, cells_of, letters, write_position

Space = tuple[int, int]
Grid = dict[Space, str]


def grid_of(game: Game) -> Grid:
    rows = write_position(game.open_view()).split("[Board-state]\n")[1].splitlines()
    return {(r, c): t for r, row in enumerate(rows) for c, t in enumerate(row.split())}


def rivers(game: Game) -> set[Space]:
    return {(cell.row, cell.col) for cell in cells_of(LAYOUTS[game.board.layout.name].river)}


def name(space: Space) -> str:
    return "ABCDEFGHIJKLMNOP"[space[1]] + str(space[0] + 1)


def beside(space: Space) -> list[Space]:
    row, col = space
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < 11 and 0 <= c < 16]


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


def touching(found: list[set[Space]], space: Space) -> list[set[Space]]:
    return [kingdom for kingdom in found if any(other in kingdom for other in beside(space))]


def temples_beside(grid: Grid, space: Space) -> int:
    return sum(grid[other] in {"r", "r*"} for other in beside(space))


def legal_on_a_turn(game: Game) -> set[str]:
    """Every action of a turn, as notation (R4, R5, R10, R11)."""
    legal = {"end"}
    if game.actions_left == 0:
        return legal
    grid, river = grid_of(game), rivers(game)
    found = kingdoms(grid)
    empty = [space for space, token in grid.items() if token in {".", "~"}]
    hand = letters(game.hands[game.active])
    for space in empty:
        if len(touching(found, space)) <= 2:
            for tile in set(hand):
                if (tile == "b") == (space in river):
                    legal.add(f"{tile}@{name(space)}")
    own = game.seats[game.active].value
    for colour in "krbg":
        leader = own + colour
        stands = [space for space, token in grid.items() if token == leader]
        lifted = {space: "." if token == leader else token for space, token in grid.items()}
        if stands:
            legal.add(f"{leader}@-")
        rest = kingdoms(lifted)
        for space in empty:
            if space in river or not temples_beside(grid, space):
                continue
            if len(touching(rest, space)) <= 1:
                legal.add(f"{leader}@{name(space)}")
    if game.catastrophes[game.active]:
        coverable = {".", "~", "k", "r", "b", "g"}
        legal |= {f"x@{name(space)}" for space, token in grid.items() if token in coverable}
    for count in range(1, len(hand) + 1):
        legal |= {"swap:" + "".join(tiles) for tiles in combinations(hand, count)}
    return legal


def tile_points(game: Game, colour: str, space: Space) -> tuple[str, str] | None:
    """Who scores for a tile, and in which colour: leader and letter (R5.3, R5.4)."""
    grid = grid_of(game)
    near = touching(kingdoms(grid), space)
    if len(near) != 1:
        return None
    present = leaders_in(grid, near[0])
    for wanted in (colour, "k"):
        for leader in present:
            if leader[1] == wanted:
                return leader, colour
    return None


def warring(grid: Grid) -> list[str]:
    """The colours at war in the union under ``u``, k r b g (R7.1)."""
    (union,) = (space for space, token in grid.items() if token == "u")
    colours = [leader[1] for leader in leaders_in(grid, region(grid, union))]
    return [colour for colour in "krbg" if colours.count(colour) == 2]


def side(grid: Grid, leader: str) -> set[Space]:
    """The region of a leader, the unification tile connecting nothing (R7.3)."""
    without = {space: "." if token == "u" else token for space, token in grid.items()}
    (stands,) = (space for space, token in grid.items() if token == leader)
    return region(without, stands)


def supporters(grid: Grid, leader: str) -> set[Space]:
    return {space for space in side(grid, leader) if grid[space].rstrip("*") == leader[1]}


def losses(grid: Grid, loser: str) -> set[Space]:
    """The tiles that leave the board when *loser* loses its war (R7.6, R7.7)."""
    lost = supporters(grid, loser)
    if loser[1] != "r":
        return lost
    others = [space for space, token in grid.items() if is_leader(token) and token != loser]
    return {
        space
        for space in lost
        if grid[space] == "r" and not any(other in beside(space) for other in others)
    }


def builds(game: Game) -> set[str]:
    """Every monument that may be built on a square with the tile just placed (R8.1, R8.3)."""
    grid = grid_of(game)
    assert game.placed is not None
    row, col = game.placed.row, game.placed.col
    colour = grid[row, col].rstrip("*")
    standing = {str(monument) for monument, _ in game.board.built()}
    supply = {"kr", "kb", "kg", "rb", "rg", "bg"} - standing
    found = set()
    for top, left in ((row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)):
        square = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]
        if all(grid.get(space, "").rstrip("*") == colour for space in square):
            found |= {f"build:{m}@{name((top, left))}" for m in supply if colour in m}
    return found


def takes(grid: Grid, game: Game, seat: int) -> set[str]:
    """Every way in which the Trader of *seat* may take treasures now (R9)."""
    trader = game.seats[seat].value + "g"
    (stands,) = (space for space, token in grid.items() if token == trader)
    there = sorted(space for space in region(grid, stands) if grid[space].endswith("*"))
    frames = {(cell.row, cell.col) for cell in cells_of(game.board.layout.framed)}
    may_stay = [space for space in there if space not in frames] or there
    return {
        "take:" + ",".join(name(space) for space in there if space != stays) for stays in may_stay
    }


def tiles_in_play(game: Game) -> tuple[list[int], int]:
    """Tiles of each colour on the board face up, in hands and in the bag; and face down ones."""
    grid = grid_of(game)
    counts = [
        sum(token.rstrip("*") == str(colour) for token in grid.values()) for colour in COLOURS
    ]
    for colour in COLOURS:
        counts[colour] += sum(hand[colour] for hand in game.hands)
        counts[colour] += game.bag.count(str(colour))
    if game.board.unification is not None:
        counts[game.board.unification[0]] += 1
    return counts, sum(token[0] == "m" for token in grid.values())
