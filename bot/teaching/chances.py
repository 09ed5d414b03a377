"""When advice about squares, monuments, treasures and the end fits (R8, R9, R12.1, R13, R14)."""

from typing import overload

from bot.teaching.advice_context import AdviceContext, Found
from engine import (
    Cell,
    Colour,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    WinsTreasures,
)

_FEW_TREASURES = 4


def square_in_reach(s: AdviceContext) -> Found | None:
    """R8.1: with no conflict in between (R8.2)."""
    return _named(s.first_tile(CompletesSquare))


def cross_in_reach(s: AdviceContext) -> Found | None:
    """R13.1."""
    return _named(s.first_tile(CompletesCross))


def line_in_reach(s: AdviceContext) -> Found | None:
    """A line for a building that is not on the board (R12.1.1)."""
    found = s.first_tile(CompletesLine, lambda colour, _: s.board.building_cell(colour) is None)
    return None if found is None else {**_named(found), "building": found[0]}


# --- monuments and treasures ---------------------------------------------------------------------


def idle_monument(s: AdviceContext) -> Found | None:
    """R8.8: a monument beside which a leader of the player would earn that earns nowhere yet."""
    for monument, corner in s.board.built() if s.acting else ():
        kingdom = s.board.kingdom_at(corner)
        for colour in monument:
            leader = s.leaders[colour]
            if kingdom is None or kingdom.leader(colour) is not None or _earns(s, colour):
                continue
            cell = s.best(leader, s.free_in(leader, kingdom))
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
    """R9.1."""
    return _named(s.first_tile(WinsTreasures))


def treasures_wait(s: AdviceContext) -> Found | None:
    """R9.4."""
    trader = s.leaders[Colour.GREEN]
    for kingdom in s.board.kingdoms if s.acting else ():
        count = (kingdom.mask & s.board.treasures).bit_count()
        if count > 1 and kingdom.leader(Colour.GREEN) is None:
            cell = s.best(trader, s.free_in(trader, kingdom))
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


@overload
def _named(move: tuple[Colour, Cell]) -> Found: ...
@overload
def _named(move: tuple[Colour, Cell] | None) -> Found | None: ...
def _named(move: tuple[Colour, Cell] | None) -> Found | None:
    return None if move is None else {"tile": move[0], "cell": move[1]}
