"""A slow second opinion: the rules worked out from the drawn board, with sets and loops.

Nothing of the engine's own reckoning is used: only the text of a position, the printed
rivers, and the values that actions and decisions are made of.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

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


def buildings(game: Game) -> dict[str, Space]:
    """The space of each building on the board, by colour (R12.1)."""
    return {value[0]: space_of(value[2:]) for value in headers(game, "Building")}


def rivers(game: Game) -> set[Space]:
    return {(cell.row, cell.col) for cell in cells_of(LAYOUTS[game.board.layout.name].river)}


def name(space: Space) -> str:
    return "ABCDEFGHIJKLMNOP"[space[1]] + str(space[0] + 1)


def space_of(name: str) -> Space:
    return int(name[1:]) - 1, "ABCDEFGHIJKLMNOP".index(name[0])


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
        kept = set(buildings(game).values())
        legal |= {
            f"x@{name(space)}"
            for space, token in grid.items()
            if token in coverable and space not in kept
        }
    for count in range(1, len(hand) + 1):
        legal |= {"swap:" + "".join(tiles) for tiles in combinations(hand, count)}
    return legal


def tile_points(game: Game, colour: str, space: Space) -> tuple[str, str, int] | None:
    """Who scores for a tile, in which colour and how much (R5.3, R5.4, R12.1.6)."""
    grid = grid_of(game)
    near = touching(kingdoms(grid), space)
    if len(near) != 1:
        return None
    present = leaders_in(grid, near[0])
    joined = region(grid | {space: colour}, space)
    points = 2 if buildings(game).get(colour) in joined else 1
    for wanted in (colour, "k"):
        for leader in present:
            if leader[1] == wanted:
                return leader, colour, points
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


def losses(grid: Grid, loser: str, kept: set[Space]) -> set[Space]:
    """The tiles that leave the board when *loser* loses its war (R7.6, R7.7, R12.1.7).

    *kept* are the spaces of buildings.
    """
    lost = supporters(grid, loser) - kept
    if loser[1] != "r":
        return lost
    others = [space for space, token in grid.items() if is_leader(token) and token != loser]
    return {
        space
        for space in lost
        if grid[space] == "r" and not any(other in beside(space) for other in others)
    }


def additions(game: Game) -> set[str]:
    """Every number of tiles that may be added now (R6.3, R7.3, R12.2)."""
    conflict = game.decision.conflict
    held = game.hands[game.decision.seat][conflict.tiles]
    legal = set(range(held + 1))
    if "english" in game.options:
        attacks = conflict.attacker.added is None
        for count in range(1, held + 1):
            if attacks:
                allowed = conflict.attacker.strength + count > conflict.defender.strength
            else:
                against = conflict.attacker.strength + conflict.attacker.added
                allowed = conflict.defender.strength + count == against
            if not allowed:
                legal.remove(count)
    return {f"+{count}" for count in legal}


def line(grid: Grid, space: Space, step: Space) -> set[Space]:
    """The unbroken row or column of one colour through *space* (R12.1.1)."""
    colour = grid[space].rstrip("*")
    found = {space}
    for sign in (1, -1):
        row, col = space
        while True:
            row, col = row + sign * step[0], col + sign * step[1]
            if grid.get((row, col), "").rstrip("*") != colour:
                break
            found.add((row, col))
    return found


def sites(game: Game, space: Space) -> set[str]:
    """Every tile on which the building may be put because of the tile on *space* (R12.1)."""
    if "buildings" not in game.options:
        return set()
    grid = grid_of(game)
    stands = buildings(game).get(grid[space].rstrip("*"))
    found = set()
    for step in ((0, 1), (1, 0)):
        new = line(grid, space, step)
        if len(new) < 3:
            continue
        if stands is not None:
            now = max(len(line(grid, stands, (0, 1))), len(line(grid, stands, (1, 0))))
            if stands in new or len(new) <= now:
                continue
        found |= new
    return {f"site:{name(tile)}" for tile in found}


def builds(game: Game, space: Space) -> set[str]:
    """Every monument, and the ziggurat, that may be built with the tile on *space*.

    R8.1, R8.3, R13.1.
    """
    grid = grid_of(game)
    row, col = space
    colour = grid[space].rstrip("*")
    standing = {value[:2] for value in headers(game, "Monument")}
    supply = {"kr", "kb", "kg", "rb", "rg", "bg"} - standing
    found = set()
    for top, left in ((row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)):
        square = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]
        if all(grid.get(space, "").rstrip("*") == colour for space in square):
            found |= {f"build:{m}@{name((top, left))}" for m in supply if colour in m}
    if "ziggurat" in game.options and not headers(game, "Ziggurat"):
        for centre in [space, *beside(space)]:
            arms = beside(centre)
            if len(arms) == 4 and all(grid[at].rstrip("*") == colour for at in [centre, *arms]):
                found.add(f"build:z@{name(centre)}")
    return found


def draws(game: Game) -> set[str]:
    """Every tile that may be drawn (R12.3)."""
    (display,), (bag,) = headers(game, "Display"), headers(game, "Bag")
    return {f"draw:{tile}" for tile in display} | ({"draw:?"} if bag else set())


def takes_cube(game: Game) -> bool:
    """Whether the active player's King is in the kingdom of the ziggurat (R13.5)."""
    centres = headers(game, "Ziggurat")
    if not centres:
        return False
    grid = grid_of(game)
    king = game.seats[game.active].value + "k"
    return king in leaders_in(grid, region(grid, space_of(centres[0])))


def monument_points(game: Game) -> list[tuple[str, str]]:
    """Leader and monument for each point at the end of the turn (R8.8), sorted."""
    grid, own = grid_of(game), game.seats[game.active].value
    return sorted(
        (leader, value[:2])
        for value in headers(game, "Monument")
        for leader in leaders_in(grid, region(grid, space_of(value[3:])))
        if leader[0] == own and leader[1] in value[:2]
    )


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
    """Tiles of each colour face up, in hands, bag and display; and how many lie face down."""
    tokens = [token.rstrip("*") for token in grid_of(game).values()]
    counts = [tokens.count(str(colour)) for colour in COLOURS]
    for colour in COLOURS:
        counts[colour] += sum(hand[colour] for hand in game.hands)
        counts[colour] += (game.bag + letters(game.display)).count(str(colour))
    if game.board.unification is not None:
        counts[game.board.unification[0]] += 1
    return counts, tokens.count("m")
