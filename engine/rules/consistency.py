"""Checks every mask and number of a state, because stored games may be damaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

from engine.rules.board import OFF, Board
from engine.rules.game import Game, check_seats
from engine.rules.resolution import ACTIONS_A_TURN, Resolution
from engine.values.actions import counts_of
from engine.values.cells import COLUMNS, EVERYWHERE, ROWS, STRIDE
from engine.values.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    CubeDecision,
    DrawDecision,
    Over,
    SiteDecision,
    WarDecision,
)
from engine.values.material import (
    CATASTROPHES_EACH,
    COLOURS,
    DISPLAY_SIZE,
    HAND_SIZE,
    LEADERS,
    MONUMENTS,
    TILE_COUNTS,
    Colour,
    TileCounts,
)
from engine.values.options import BUILDINGS, DISPLAY, ZIGGURAT, check_options
from engine.values.reasons import GameError
from engine.values.shapes import cross, square

_MOST_POINTS = 9999
"""The maximum score of a colour in a position (notation.md)."""


def check_consistent(game: Game) -> None:
    """Raise GameError unless everything in a state is consistent, so that play can continue.

    A value of a wrong type may raise TypeError or AttributeError instead.
    """
    check_seats(game.seats)
    check_options(game.options)
    for fault in _faults(game):
        raise GameError(f"there is no game with {fault}")


def _faults(game: Game) -> Iterator[str]:
    """Yield the faults of a state. Later checks rely on earlier ones: stop at the first fault."""
    seats = len(game.seats)
    if not len(game.hands) == len(game.scores) == len(game.catastrophes) == seats:
        yield "hands, scores or catastrophes of other players"
    if not _numbers([game.active, game.decision.seat], seats - 1):
        yield "a seat that no one has"
    if not _numbers([game.actions_left], ACTIONS_A_TURN):
        yield "so many actions left"
    if not _numbers(chain(*game.hands, game.display), HAND_SIZE):
        yield "such hands"
    if not _numbers(chain(*game.scores), _MOST_POINTS):
        yield "such scores"
    if not _numbers(game.catastrophes, CATASTROPHES_EACH):
        yield "so many catastrophes"
    yield from _board_faults(game)
    yield from _stock_faults(game)
    yield from _decision_faults(game)


def _numbers(values: Iterable[object], most: int, least: int = 0) -> bool:
    return all(type(each) is int and least <= each <= most for each in values)


# --- the board -----------------------------------------------------------------------------------


def _board_faults(game: Game) -> Iterator[str]:
    board, layout = game.board, game.board.layout
    masks = [*board.tiles, board.treasures, board.facedown, board.catastrophes]
    if not _numbers(masks, EVERYWHERE) or any(mask & ~EVERYWHERE for mask in masks):
        yield "something beside the board"
    counts = len(board.leaders), len(board.monuments), len(board.buildings)
    if counts != (len(LEADERS), len(MONUMENTS), len(COLOURS)):
        yield "so many leaders, monuments or buildings"
    covered = None if board.unification is None else board.unification[1]
    places = [*board.leaders, *board.monuments, *board.buildings, board.ziggurat]
    if not _numbers([*places, covered or 0], ROWS * STRIDE - 1, OFF):
        yield "something beside the board"
    if not all(place == OFF or place % STRIDE < COLUMNS for place in (*places, covered or 0)):
        yield "something beside the board"
    if any(board.tiles[colour] & ~layout.terrain(colour) for colour in COLOURS):
        yield "a tile on the wrong ground (R5.1)"
    if board.unification is not None and not (
        board.unification_mask & layout.terrain(board.unification[0])
    ):
        yield "a tile on the wrong ground (R5.1)"
    if board.treasures & ~(layout.winged & (board.temples | board.facedown)):
        yield "a treasure that lies on no temple (R2.2)"
    yield from _sharing_faults(board)
    yield from _leader_faults(game)
    yield from _built_faults(game)


def _sharing_faults(board: Board) -> Iterator[str]:
    there = 0
    standing = [1 << place for place in board.leaders if place != OFF]
    for mask in (
        *board.tiles,
        board.facedown,
        board.catastrophes,
        board.unification_mask,
        *standing,
    ):
        if there & mask:
            yield "two things on a space"
        there |= mask


def _leader_faults(game: Game) -> Iterator[str]:
    board = game.board
    if any(leader.dynasty not in game.seats for leader, _ in board.standing()):
        yield "a leader of no player (R1.4)"
    if board.leader_mask & board.layout.river or board.stranded():
        yield "a leader who cannot stand there (R4.2)"
    for kingdom in board.kingdoms:
        for colour, count in Counter(leader.colour for leader in kingdom.leaders).items():
            if count > 1 + bool(kingdom.mask & _contested(game, colour)):
                yield "a kingdom with two leaders of a colour (R1.6)"


def _contested(game: Game, colour: Colour) -> int:
    """Return a mask whose kingdom may have two leaders of *colour*, as they are in conflict."""
    decision = game.decision
    if isinstance(decision, AddDecision) and decision.conflict.internal:
        cell = decision.conflict.attacker.cell
        return cell.bit if decision.conflict.colour is colour else 0
    return game.board.unification_mask


def _built_faults(game: Game) -> Iterator[str]:
    board, covered = game.board, 0
    shapes = [square(corner) for _, corner in board.built()]
    if (centre := board.ziggurat_cell()) is not None:
        shapes.append(cross(centre) if ZIGGURAT in game.options else 0)
    for shape in shapes:
        if not shape or shape & ~(board.facedown & ~covered):
            yield "monuments that are not where tiles lie face down (R8.1)"
        covered |= shape
    if covered != board.facedown:
        yield "monuments that are not where tiles lie face down (R8.1)"
    for colour in COLOURS:
        site = board.building_cell(colour)
        if site is not None and (
            BUILDINGS not in game.options or not board.tiles[colour] & site.bit
        ):
            yield "a building on no tile of its colour (R12.1)"


# --- material -------------------------------------------------------------------------------------


def _stock_faults(game: Game) -> Iterator[str]:
    board = game.board
    if type(game.bag) is not str or len(game.bag) != sum(counts_of(game.bag)):
        yield "such a bag"
    if any(sum(hand) > HAND_SIZE for hand in game.hands):
        yield "such hands"
    missing = DISPLAY_SIZE - sum(game.display)
    if missing and (DISPLAY in game.options) and (game.bag or missing < 0):
        yield "such a display (R12.3)"
    if missing != DISPLAY_SIZE and DISPLAY not in game.options:
        yield "a display"
    laid = map(int.bit_count, board.tiles)
    counted = zip(counts_of(game.bag), game.display, *game.hands, laid, strict=True)
    seen = [sum(each) for each in counted]
    if board.unification is not None:
        seen[board.unification[0]] += 1
    if not enough_tiles(board, seen):
        yield "so many tiles of a colour (R1.3)"
    won = sum(score.treasures for score in game.scores)
    if board.treasures.bit_count() + won > board.layout.treasures:
        yield "so many treasures (R1.3)"
    lost = board.catastrophes.bit_count()
    if lost + sum(game.catastrophes) > CATASTROPHES_EACH * len(game.seats):
        yield "so many catastrophes (R2.3)"


def enough_tiles(board: Board, seen: list[int]) -> bool:
    """True if no colour exceeds its number of tiles, for some colours of the face-down tiles.

    *seen* is the number of known tiles of each colour.
    """
    return any(True for _ in unseen_tiles(board, seen))


def unseen_tiles(board: Board, seen: Sequence[int]) -> Iterator[TileCounts]:
    """Yield the numbers of other tiles of each colour, for all colours of the face-down tiles.

    *seen* is the number of known tiles of each colour.
    """
    shapes = [(square(corner), tuple(monument)) for monument, corner in board.built()]
    if (centre := board.ziggurat_cell()) is not None:
        shapes.append((cross(centre), COLOURS))
    fitting = [
        [
            (colour, shape.bit_count())
            for colour in colours
            if not shape & ~board.layout.terrain(colour)
            and (colour is Colour.RED or not shape & board.treasures)
        ]
        for shape, colours in shapes
    ]
    for chosen in product(*fitting):
        black, red, blue, green = (
            most - seen[colour] - sum(count for other, count in chosen if other is colour)
            for colour, most in zip(COLOURS, TILE_COUNTS, strict=True)
        )
        if min(black, red, blue, green) >= 0:
            yield black, red, blue, green


# --- the decision --------------------------------------------------------------------------------


def _decision_faults(game: Game) -> Iterator[str]:
    """Yield the faults of the decision, which must follow from the rest of the state."""
    board, decision, placed = game.board, game.decision, game.placed
    if not _numbers([game.actions_left], _most_actions(game)):
        yield "so many actions left"
    if isinstance(decision, ActionDecision | CubeDecision | Over) and decision.seat != game.active:
        yield "a decision of another player (R3.1)"
    joining = isinstance(decision, WarDecision) or (
        isinstance(decision, AddDecision) and not decision.conflict.internal
    )
    if joining is (board.unification is None):
        yield "a war without a union, or the reverse (R5.4)"
    if joining or isinstance(decision, SiteDecision | BuildDecision):
        if placed is None:
            yield "no tile just placed"
        elif joining and placed.bit != board.unification_mask:
            yield "another tile just placed"
        elif joining and board.kingdom_at(placed) is None:
            yield "a union of no kingdoms (R5.4)"
        elif not joining and not placed.bit & board.face_up:
            yield "no tile just placed"
    elif placed is not None:
        yield "a tile just placed"
    if isinstance(decision, AddDecision):
        yield from _conflict_faults(game, decision)
    if isinstance(decision, DrawDecision) and not (
        _numbers([decision.due], HAND_SIZE - sum(game.hands[decision.seat]), 1)
    ):
        yield "so many tiles to be drawn"
    if Resolution(game).derived_decision() != decision:
        yield "such a decision"


def _most_actions(game: Game) -> int:
    match game.decision:
        case ActionDecision():
            return ACTIONS_A_TURN
        case CubeDecision() | Over() | DrawDecision(refill=True):
            return 0
        case _:
            return ACTIONS_A_TURN - 1


def _conflict_faults(game: Game, decision: AddDecision) -> Iterator[str]:
    conflict = decision.conflict
    if decision.seat != conflict.deciding.seat or conflict.decided:
        yield "a decision of another player (R6.3)"
    if not _numbers([conflict.attacker.added or 0], HAND_SIZE):
        yield "so many tiles added"
    places = [game.board.cell_of(each.leader) for each in (conflict.attacker, conflict.defender)]
    if places != [conflict.attacker.cell, conflict.defender.cell]:
        yield "a conflict of leaders who are not there (R6.1)"
    if conflict.internal:
        kingdom = game.board.kingdom_at(conflict.attacker.cell)
        leaders = () if kingdom is None else kingdom.leaders
        parties = {leader for leader in leaders if leader.colour is conflict.colour}
        if (
            parties != {conflict.attacker.leader, conflict.defender.leader}
            or conflict.attacker.seat != game.active
        ):
            yield "a revolt that no leader has begun (R6.1)"
