"""When advice about squares, monuments, treasures and the end fits (R8, R9, R12.1, R13, R14)."""

from bot.teaching.advice_context import AdviceContext, Found, first_of
from engine import (
    CELLS,
    COLOURS,
    COLUMNS,
    ROWS,
    Cell,
    Colour,
    cells_of,
    cross,
    neighbours,
    square,
)

_FEW_TREASURES = 4
_SHORTEST_LINE = 3
_SQUARES = tuple(shape for shape in map(square, CELLS) if shape)
_CROSSES = tuple(shape for shape in map(cross, CELLS) if shape)


def square_in_reach(s: AdviceContext) -> Found | None:
    """R8.1: with no conflict in between (R8.2)."""
    for colour in COLOURS if s.acting else ():
        supply = any(colour in monument for monument in s.board.monument_supply())
        tiles = s.board.tiles[colour]
        free = s.free(colour) & ~s.board.reach.two if s.hand[colour] and supply else 0
        for shape in _SQUARES if free & neighbours(tiles) else ():
            if (rest := shape & ~tiles) & free and rest.bit_count() == 1:
                return {"tile": colour, "cell": first_of(rest)}
    return None


def cross_in_reach(s: AdviceContext) -> Found | None:
    """R13.1."""
    if not s.acting or "ziggurat" not in s.view.options or s.board.ziggurat_cell() is not None:
        return None
    for colour in COLOURS:
        tiles = s.board.tiles[colour]
        free = s.free(colour) & ~s.board.reach.two if s.hand[colour] else 0
        for shape in _CROSSES if free & neighbours(tiles) else ():
            if (rest := shape & ~tiles) & free and rest.bit_count() == 1:
                return {"tile": colour, "cell": first_of(rest)}
    return None


def line_in_reach(s: AdviceContext) -> Found | None:
    """R12.1.1."""
    if not s.acting or "buildings" not in s.view.options:
        return None
    for colour in COLOURS:
        tiles = s.board.tiles[colour]
        if not s.hand[colour] or s.board.building_cell(colour) is not None:
            continue
        for cell in cells_of(s.free(colour) & neighbours(tiles) & ~s.board.reach.two):
            if any(
                1 + _run(tiles, cell, *step) + _run(tiles, cell, -step[0], -step[1])
                >= _SHORTEST_LINE
                for step in ((0, 1), (1, 0))
            ):
                return {"tile": colour, "cell": cell, "building": colour}
    return None


def _run(tiles: int, cell: Cell, down: int, right: int) -> int:
    """How many tiles follow each other from the space next to *cell* in one direction."""
    count = 0
    while True:
        row, col = cell.row + (count + 1) * down, cell.col + (count + 1) * right
        if not (0 <= row < ROWS and 0 <= col < COLUMNS) or not tiles & Cell(row, col).bit:
            return count
        count += 1


# --- monuments and treasures ---------------------------------------------------------------------


def idle_monument(s: AdviceContext) -> Found | None:
    """R8.8: a monument beside which a leader of the player would earn that earns nowhere yet."""
    for monument, corner in s.board.built() if s.acting else ():
        kingdom = s.board.kingdom_at(corner)
        for colour in monument:
            leader = s.leaders[colour]
            if kingdom is None or kingdom.leader(colour) is not None or _earns(s, colour):
                continue
            cell = first_of(s.free_in(leader, kingdom))
            if cell is not None:
                return {
                    "first": monument.first,
                    "second": monument.second,
                    "role": colour,
                    "cell": cell,
                }
    return None


def _earns(s: AdviceContext, colour: Colour) -> bool:
    """Whether the player's leader of that colour shares a kingdom with a monument of it."""
    kingdom = s.kingdom_of(s.leaders[colour])
    return kingdom is not None and any(
        corner.bit & kingdom.mask and colour in monument for monument, corner in s.board.built()
    )


def links_treasure(s: AdviceContext) -> Found | None:
    """R9.1: by a tile between the Trader's kingdom and a region without leaders."""
    kingdom = s.kingdom_of(s.leaders[Colour.GREEN])
    if not s.acting or kingdom is None or not kingdom.mask & s.board.treasures:
        return None
    outside = s.board.treasures
    for each in s.board.kingdoms:
        outside &= ~each.mask
    for colour in COLOURS:
        cells = s.free_in(colour, kingdom) & neighbours(outside) if s.hand[colour] else 0
        cell = first_of(cells)
        if cell is not None:
            return {"tile": colour, "cell": cell}
    return None


def treasures_wait(s: AdviceContext) -> Found | None:
    """R9.4."""
    trader = s.leaders[Colour.GREEN]
    for kingdom in s.board.kingdoms if s.acting else ():
        count = (kingdom.mask & s.board.treasures).bit_count()
        if count > 1 and kingdom.leader(Colour.GREEN) is None:
            cell = first_of(s.free_in(trader, kingdom))
            if cell is not None:
                return {"count": count, "cell": cell}
    return None


def few_treasures(s: AdviceContext) -> Found | None:
    """R14.1."""
    count = s.board.treasures.bit_count()
    return {"count": count} if s.acting and count <= _FEW_TREASURES else None


def few_tiles(s: AdviceContext) -> Found | None:
    """R14.2: no more than six for all players."""
    few = 6 * len(s.view.seats)
    return {"count": s.view.drawable} if s.acting and s.view.drawable <= few else None
