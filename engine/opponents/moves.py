"""Actions of a turn in the search, and their conversion to engine actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import combinations, zip_longest
from typing import NamedTuple

from engine.opponents.position import BLUE, SearchPosition
from engine.values.actions import (
    EndTurn,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TurnAction,
    WithdrawLeader,
)
from engine.values.cells import cell_at, indices, neighbours
from engine.values.material import COLOURS, LEADERS_OF, Dynasty


class MoveKind(IntEnum):
    """The kind of an action."""

    TILE = 0
    LEADER = 1
    WITHDRAW = 2
    CATASTROPHE = 3
    SWAP = 4
    END = 5


class Move(NamedTuple):
    """An action in the search."""

    kind: int
    colour: int
    """The colour of the tile or leader; for a swap the number of tiles of each, in base eight."""
    bit: int
    """The mask of its space; 0 if it has none."""


END = Move(MoveKind.END, 0, 0)


def swapped(move: Move) -> tuple[int, int, int, int]:
    """Return the number of tiles of each colour that a swap discards."""
    number = move.colour
    return number & 7, number >> 3 & 7, number >> 6 & 7, number >> 9 & 7


def as_action(move: Move, dynasty: Dynasty) -> TurnAction | EndTurn:
    """Return *move* as an engine action of the player of *dynasty*."""
    if move.kind == MoveKind.END:
        return EndTurn()
    if move.kind == MoveKind.SWAP:
        return SwapTiles(swapped(move))
    if move.kind == MoveKind.WITHDRAW:
        return WithdrawLeader(LEADERS_OF[dynasty][move.colour])
    cell = cell_at(move.bit.bit_length() - 1)
    if move.kind == MoveKind.TILE:
        return PlaceTile(COLOURS[move.colour], cell)
    if move.kind == MoveKind.LEADER:
        return PlaceLeader(LEADERS_OF[dynasty][move.colour], cell)
    return PlaceCatastrophe(cell)


def moves(
    position: SearchPosition, seat: int, area: int = -1, for_leaders: int = -1
) -> Iterator[Move]:
    """Yield the actions of *seat* that are worth considering.

    Tiles and catastrophes go only on spaces of *area*, leaders only on spaces of *for_leaders*.
    Left out are tiles that touch nothing, catastrophes that touch no kingdom, and most swaps. The
    kinds alternate, so that a short search considers some of each.
    """
    land, river, of_leaders = position.spaces(seat)
    near = neighbours(position.occupied) & area
    kinds = [
        *(
            _to(MoveKind.TILE, colour, (river if colour == BLUE else land) & near)
            for colour in range(4)
            if position.hands[4 * seat + colour] >= 1
        ),
        *(
            _to(MoveKind.LEADER, colour, spaces & for_leaders)
            for colour, spaces in enumerate(of_leaders)
        ),
        [Move(MoveKind.SWAP, counts, 0) for counts in _swaps(position, seat)],
        [
            Move(MoveKind.WITHDRAW, colour, 0)
            for colour in range(4)
            if position.leaders[4 * seat + colour]
        ],
    ]
    for some in zip_longest(*kinds):
        for move in some:
            if move is not None:
                yield move
    if position.spare[seat]:
        for index in indices(_worth_destroying(position, seat) & area):
            yield Move(MoveKind.CATASTROPHE, 0, 1 << index)


def _to(kind: int, colour: int, spaces: int) -> list[Move]:
    return [Move(kind, colour, 1 << index) for index in indices(spaces)]


def _worth_destroying(position: SearchPosition, seat: int) -> int:
    """Return the tiles of others' kingdoms, and the spaces between two kingdoms, as a mask."""
    spaces = position.reach()[0] & position.empty
    own = 0xF << 4 * seat
    for mask, _, leaders in position.kingdoms:
        if leaders & ~own:
            spaces |= mask
    return spaces & position.catastrophe_spaces()


def _swaps(position: SearchPosition, seat: int) -> list[int]:
    """Return swaps of all tiles of one colour or of several."""
    held = [int(count) for count in position.hands[4 * seat : 4 * seat + 4]]
    some = [colour for colour in range(4) if held[colour]]
    return [
        sum(held[colour] << 3 * colour for colour in chosen)
        for size in range(1, len(some) + 1)
        for chosen in combinations(some, size)
    ]


def still_legal(position: SearchPosition, seat: int, known: Iterable[Move]) -> list[Move]:
    """Return the moves of *known*, legal before another move, that are still legal."""
    land, river, of_leaders = position.spaces(seat)
    return [move for move in known if _is_legal(position, seat, move, land | river, of_leaders)]


def _is_legal(
    position: SearchPosition, seat: int, move: Move, for_tiles: int, for_leaders: list[int]
) -> bool:
    if move.kind == MoveKind.TILE:
        return position.hands[4 * seat + move.colour] >= 1 and bool(for_tiles & move.bit)
    if move.kind == MoveKind.LEADER:
        return bool(for_leaders[move.colour] & move.bit)
    if move.kind == MoveKind.WITHDRAW:
        return bool(position.leaders[4 * seat + move.colour])
    if move.kind == MoveKind.CATASTROPHE:
        return bool(position.spare[seat] and position.catastrophe_spaces() & move.bit)
    if move.kind == MoveKind.SWAP:
        return all(
            count <= position.hands[4 * seat + colour] for colour, count in enumerate(swapped(move))
        )
    return True
