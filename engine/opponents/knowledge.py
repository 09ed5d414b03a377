"""Converts a seat's view to a position for the search."""

from __future__ import annotations

from collections.abc import Sequence

from engine.opponents.odds import Unseen
from engine.opponents.position import PAIRS, SearchPosition, Setting
from engine.rules.view import View
from engine.values.cells import cell_at
from engine.values.material import TILE_COUNTS
from engine.values.scoring import Score
from engine.values.shapes import cross, square


def unseen_by(view: View) -> Unseen:
    """Return the tiles that *view* does not show: in the bag, in others' hands, or out of the game.

    The colour of a monument's tiles is one of its two: half is assumed of each.
    """
    board = view.board
    counts = [
        total - tiles.bit_count() for total, tiles in zip(TILE_COUNTS, board.tiles, strict=True)
    ]
    for number, place in enumerate(board.monuments):
        if place >= 0:
            for colour in PAIRS[number]:
                counts[colour] -= 2
    for hand in (*view.hands, view.display):
        if hand is not None:
            counts = [count - held for count, held in zip(counts, hand, strict=True)]
    black, red, blue, green = (max(count, 0) for count in counts)
    return Unseen((black, red, blue, green), max(1, black + red + blue + green))


def position_of(view: View, scores: Sequence[Score], unseen: Unseen) -> SearchPosition:
    """Return the position that *view* and *scores* show, with others' hands as expected."""
    board = view.board
    new = SearchPosition.__new__(SearchPosition)
    seats = len(view.seats)
    new.setting = Setting(board.layout, seats, view.options)
    new.tiles = list(board.tiles)
    new.treasures = board.treasures
    new.facedown = board.facedown
    new.catastrophes = board.catastrophes
    new.occupied = board.connecting
    new.standing = board.leader_mask
    new.leaders = [
        0 if board.leaders[leader.number] < 0 else 1 << board.leaders[leader.number]
        for seat in range(seats)
        for leader in view.leaders(seat)
    ]
    new.monuments = [0 if place < 0 else square(cell_at(place)) for place in board.monuments]
    new.ziggurat = 0 if board.ziggurat < 0 else cross(cell_at(board.ziggurat))
    new.buildings = [0 if index < 0 else 1 << index for index in board.buildings]
    numbers = {
        leader: 4 * seat + leader.colour for seat in range(seats) for leader in view.leaders(seat)
    }
    new.kingdoms = [
        (
            kingdom.mask,
            kingdom.around,
            sum(1 << numbers[leader] for leader in kingdom.leaders),
        )
        for kingdom in board.kingdoms
    ]
    new.kingdoms.sort()
    new.points = [number for score in scores for number in score]
    new.sizes = list(view.hand_sizes)
    shares = unseen.shares
    new.hands = []
    for hand, size in zip(view.hands, view.hand_sizes, strict=True):
        new.hands += [size * share for share in shares] if hand is None else hand
    new.spare = list(view.catastrophes)
    new.bag = view.bag_size + sum(view.display or ())
    return new
