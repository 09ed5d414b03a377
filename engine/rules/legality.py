"""Legality: the spaces for pieces, the list of actions, and the refusals.

A refusal tests the same mask, list or reason that the list of actions is made from, so offered and
accepted actions cannot differ. Only then does it find the rule to name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, auto
from functools import lru_cache, partial
from itertools import product
from operator import itemgetter
from typing import assert_never

from engine.rules.spaces import (
    catastrophe_cells,
    leader_cells,
    piece_cells,
    space_refusal,
    tile_cells,
)
from engine.rules.state import Position
from engine.values.actions import (
    Action,
    AddTiles,
    BuildMonument,
    BuildZiggurat,
    Catastrophe,
    ChooseWar,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    Piece,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    TurnAction,
    WithdrawLeader,
)
from engine.values.cells import CELLS, EVERYWHERE, Cell, cells_of, indices
from engine.values.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Conflict,
    CubeDecision,
    DrawDecision,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
)
from engine.values.material import COLOURS, LEADERS, Colour, Leader
from engine.values.options import ENGLISH
from engine.values.reasons import IllegalAction, Reason

__all__ = [
    "AdditionRule",
    "addition_rule",
    "additions",
    "least_action",
]

# --- spaces for pieces ---------------------------------------------------------------------------


def legal_cells(position: Position, piece: Piece) -> int:
    """Return the mask of the spaces on which the active player may put *piece* in an action now.

    Empty if the player does not have it, or may take no action.
    """
    if piece_refusal(position, position.active, piece) is not None:
        return 0
    return piece_cells(position.board, piece)


# --- every legal action ----------------------------------------------------------------------


# Actions made once, with an entry for each bit number of a mask: a listing only looks them up.


def _shelf(make: Callable[[Cell], Action]) -> list[Action]:
    """Return one action for each space, indexed by the number of its bit."""
    made = {cell.index: make(cell) for cell in CELLS}
    return [made.get(index, made[0]) for index in range(max(made) + 1)]


@lru_cache(maxsize=256)  # three colours share the same land, leaders often the same spaces
def _taker(spaces: int) -> Callable[[list[Action]], Iterable[Action]]:
    """Return a function that returns the entries for *spaces* of a shelf."""
    numbers = indices(spaces)
    if len(numbers) < 2:
        return lambda shelf: [shelf[number] for number in numbers]
    return itemgetter(*numbers)  # twice as fast as the line above


_CATASTROPHES = _shelf(PlaceCatastrophe)
_TILES = [_shelf(partial(PlaceTile, colour)) for colour in COLOURS]
_LEADERS = [_shelf(partial(PlaceLeader, leader)) for leader in LEADERS]
_WITHDRAWALS = [WithdrawLeader(leader) for leader in LEADERS]
_END = EndTurn()
_DECLINE = DeclineMonument()
_NO_BUILDING = DeclineBuilding()


def legal_swaps(position: Position) -> tuple[SwapTiles, ...]:
    """Return every swap that the active player may take in an action (R11.1)."""
    return _swaps(position.hand(position.active))


@lru_cache(maxsize=4096)
def _swaps(hand: tuple[int, int, int, int]) -> tuple[SwapTiles, ...]:
    black, red, blue, green = (range(count + 1) for count in hand)
    return tuple(SwapTiles(counts) for counts in product(black, red, blue, green) if any(counts))


def legal_actions(position: Position) -> list[Action]:
    """Return all legal actions of the deciding player; empty when the game is over."""
    match position.decision:
        case ActionDecision():
            return _turn_actions(position)
        case WarDecision(colours=colours):
            return [ChooseWar(colour) for colour in colours]
        case AddDecision():
            return [AddTiles(count) for count in additions(position)]
        case SiteDecision(cells=cells):
            return [*map(PlaceBuilding, cells), _NO_BUILDING]
        case BuildDecision(choices=builds, centres=centres):
            monuments = (BuildMonument(*choice) for choice in builds)
            return [*monuments, *map(BuildZiggurat, centres), _DECLINE]
        case CubeDecision():
            return [TakeCube(colour) for colour in COLOURS]
        case DrawDecision(colours=colours, bag=bag):
            return [DrawTile(colour) for colour in (*colours, *([None] if bag else []))]
        case TakeDecision(choices=takes):
            return [TakeTreasures(cells) for cells in takes]
        case Over():
            return []


def least_action(position: Position) -> Action:
    """Return the decision with the smallest effect, for a player who no longer decides.

    Nothing is added or built, the turn ends, tiles are drawn from the bag. Of wars and colours it
    is the first in the order k r b g, of treasures the first choice. It depends on no hand.

    Raises LookupError when the game is over.
    """
    match position.decision:
        case ActionDecision():
            return _END
        case AddDecision():
            return AddTiles(0)
        case BuildDecision():
            return _DECLINE
        case SiteDecision():
            return _NO_BUILDING
        case WarDecision(colours=colours):
            return ChooseWar(colours[0])
        case CubeDecision():
            return TakeCube(COLOURS[0])
        case DrawDecision(colours=colours, bag=bag):
            return DrawTile(None if bag else colours[0])
        case TakeDecision(choices=takes):
            return TakeTreasures(takes[0])
        case Over():
            raise LookupError("the game is over: there is nothing left to decide")


class AdditionRule(Enum):
    """The rule for the number of tiles that may be added in a conflict (R6.3, R7.3, R12.2)."""

    ANY = auto()
    """Any number of tiles in hand."""
    ANY_AS_AHEAD = auto()
    """English variant: the attacker is already ahead on the board, so any number."""
    EXCEED_OR_NONE = auto()
    """English variant: the attacker adds enough to exceed the defender's strength, or nothing."""
    TIE_OR_NONE = auto()
    """English variant: the defender adds exactly enough to tie, or nothing."""
    NONE_AS_NOT_BEHIND = auto()
    """English variant: the defender is not behind, so nothing."""


def addition_rule(options: tuple[str, ...], conflict: Conflict) -> AdditionRule:
    """Return the rule for the deciding party in *conflict* at a table with *options*."""
    attacker, defender = conflict.attacker, conflict.defender
    if ENGLISH not in options:
        return AdditionRule.ANY
    if conflict.deciding is attacker:
        ahead = attacker.strength > defender.strength
        return AdditionRule.ANY_AS_AHEAD if ahead else AdditionRule.EXCEED_OR_NONE
    behind = defender.strength < attacker.total
    return AdditionRule.TIE_OR_NONE if behind else AdditionRule.NONE_AS_NOT_BEHIND


def additions(position: Position) -> tuple[int, ...]:
    """Return the numbers of tiles that the deciding party may add (R6.3, R7.3, R12.2).

    Raises LookupError if the decision is not about adding tiles.
    """
    decision = position.decision
    if not isinstance(decision, AddDecision):
        raise LookupError("no conflict waits for tiles")  # noqa: TRY004
    conflict = decision.conflict
    return _additions(position.options, conflict, position.hand(decision.seat)[conflict.tiles])


def nothing_to_add(options: tuple[str, ...], conflict: Conflict, hand_size: int) -> bool:
    """True if the deciding party in *conflict* can add no tile, whatever its hand holds.

    *hand_size* is the number of tiles in that hand. All inputs are public (R15.1): the options, the
    strengths, the tiles added so far, and the size of the hand.
    """
    return _additions(options, conflict, hand_size) == (0,)


def _additions(options: tuple[str, ...], conflict: Conflict, held: int) -> tuple[int, ...]:
    """Return the numbers of tiles allowed with *held* tiles of the conflict's colour in hand."""
    numbers = range(held + 1)
    attacker, defender = conflict.attacker, conflict.defender
    match addition_rule(options, conflict):
        case AdditionRule.ANY | AdditionRule.ANY_AS_AHEAD:
            return tuple(numbers)
        case AdditionRule.EXCEED_OR_NONE:
            return tuple(n for n in numbers if not n or attacker.strength + n > defender.strength)
        case AdditionRule.TIE_OR_NONE:
            return tuple(n for n in numbers if not n or defender.strength + n == attacker.total)
        case AdditionRule.NONE_AS_NOT_BEHIND:
            return (0,)


def _turn_actions(position: Position) -> list[Action]:
    actions: list[Action] = [_END]
    if position.actions_left == 0:
        return actions
    board, seat = position.board, position.active
    for colour, held, shelf in zip(COLOURS, position.hand(seat), _TILES, strict=True):
        if held:
            actions += _taker(tile_cells(board, colour))(shelf)
    for leader in position.leaders(seat):
        number = leader.number
        actions += _taker(leader_cells(board, leader))(_LEADERS[number])
        if board.leaders[number] >= 0:
            actions.append(_WITHDRAWALS[number])
    if position.catastrophes[seat]:
        actions += _taker(catastrophe_cells(board))(_CATASTROPHES)
    actions += legal_swaps(position)
    return actions


# --- refusals ----------------------------------------------------------------------------------


def refusal_of(position: Position, seat: int, action: Action) -> IllegalAction | None:
    """Return the reason why *seat* may not take *action* now, None if it may."""
    try:
        check(position, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None


def check(position: Position, seat: int, action: Action) -> None:
    """Raise IllegalAction, with the reason, if *seat* may not take *action* now."""
    if refusal := decision_refusal(position, seat):
        raise refusal
    decision = position.decision
    match action, decision:
        case EndTurn(), ActionDecision():
            return
        case (
            PlaceTile() | PlaceLeader() | WithdrawLeader() | PlaceCatastrophe() | SwapTiles(),
            ActionDecision(),
        ):
            if not position.actions_left:
                raise IllegalAction(Reason.NO_ACTIONS_LEFT)
            _check_turn_action(position, action)
        case ChooseWar(colour), WarDecision(colours=colours):
            if colour not in colours:
                raise IllegalAction(Reason.NO_SUCH_WAR)
        case AddTiles(count), AddDecision(conflict=conflict):
            _check_addition(position, conflict, count)
        case (DeclineMonument(), BuildDecision()) | (DeclineBuilding(), SiteDecision()):
            return
        case TakeCube(), CubeDecision():
            return
        case PlaceBuilding(cell), SiteDecision(cells=sites):
            if cell not in sites:
                raise IllegalAction(Reason.NO_SUCH_SITE, cell=cell)
        case BuildZiggurat(centre), BuildDecision(centres=centres):
            if centre not in centres:
                raise IllegalAction(Reason.NO_SUCH_ZIGGURAT, cell=centre)
        case DrawTile(None), DrawDecision(bag=bag):
            if not bag:
                raise IllegalAction(Reason.BAG_EMPTY)
        case DrawTile(colour), DrawDecision(colours=colours):
            if colour not in colours:
                raise IllegalAction(Reason.NOT_ON_DISPLAY, colour=colour)
        case BuildMonument(monument, corner), BuildDecision(choices=builds):
            if (monument, corner) not in builds:
                raise IllegalAction(Reason.NO_SUCH_MONUMENT)
        case TakeTreasures(cells), TakeDecision(choices=takes):
            if cells not in takes:
                ordered = tuple(sorted(cells)) in takes
                raise IllegalAction(Reason.TREASURE_ORDER if ordered else Reason.TREASURE_CHOICE)
        case _, ActionDecision():
            raise IllegalAction(Reason.NOTHING_TO_DECIDE)
        case _:
            raise IllegalAction(Reason.DECIDE_FIRST, decision=decision)


def decision_refusal(position: Position, seat: int) -> IllegalAction | None:
    """Return the reason why *seat* cannot decide anything now, None if the decision is its own."""
    if isinstance(position.decision, Over):
        return IllegalAction(Reason.GAME_OVER)
    if seat != position.decision.seat:
        waiting = position.seats[position.decision.seat]
        return IllegalAction(Reason.NOT_YOUR_DECISION, waiting=waiting)
    return None


def turn_refusal(position: Position, seat: int) -> IllegalAction | None:
    """Return the reason why *seat* may take no action of a turn now, None if it may take one."""
    if refusal := decision_refusal(position, seat):
        return refusal
    if not isinstance(position.decision, ActionDecision):
        return IllegalAction(Reason.DECIDE_FIRST, decision=position.decision)
    return None if position.actions_left else IllegalAction(Reason.NO_ACTIONS_LEFT)


def _check_addition(position: Position, conflict: Conflict, count: int) -> None:
    allowed = additions(position)
    if count in allowed:
        return
    held = position.hand(conflict.deciding.seat)[conflict.tiles]
    if not 0 <= count <= held:
        raise IllegalAction(Reason.TOO_FEW_TO_ADD, available=held, colour=conflict.tiles)
    if conflict.deciding is conflict.attacker:
        raise IllegalAction(
            Reason.ATTACKER_MUST_EXCEED, strength=conflict.defender.strength, allowed=allowed
        )
    raise IllegalAction(Reason.DEFENDER_MUST_TIE, strength=conflict.attacker.total, allowed=allowed)


def _check_turn_action(position: Position, action: TurnAction) -> None:
    match action:
        case PlaceTile(colour, cell):
            _check_placing(position, colour, cell)
        case PlaceLeader(leader, cell):
            _check_placing(position, leader, cell)
        case PlaceCatastrophe(cell):
            _check_placing(position, Catastrophe(), cell)
        case WithdrawLeader(leader):
            if refusal := _missing_refusal(position, leader):
                raise refusal
            if position.board.leaders[leader.number] < 0:
                raise IllegalAction(Reason.LEADER_OFF_BOARD)
        case SwapTiles():
            if action not in legal_swaps(position):
                raise IllegalAction(Reason.SWAP_NOT_IN_HAND)
        case _:
            assert_never(action)


def _check_placing(position: Position, piece: Piece, cell: Cell) -> None:
    if refusal := _missing_refusal(position, piece):
        raise refusal
    if not piece_cells(position.board, piece) & cell.bit:
        raise space_refusal(position.board, piece, cell)


def _missing_refusal(position: Position, piece: Piece) -> IllegalAction | None:
    """Return the reason why the active player does not have *piece*, None if it has it."""
    seat = position.active
    match piece:
        case Colour():
            if not position.hand(seat)[piece]:
                return IllegalAction(Reason.NOT_IN_HAND, colour=piece)
        case Leader():
            if piece.dynasty != position.seats[seat]:
                return IllegalAction(Reason.NOT_YOUR_LEADER, leader=piece)
        case Catastrophe():
            if not position.catastrophes[seat]:
                return IllegalAction(Reason.NO_CATASTROPHES)
        case _:
            assert_never(piece)
    return None


def piece_refusal(position: Position, seat: int, piece: Piece) -> IllegalAction | None:
    """Return the reason why *seat* may put *piece* on no space at all now.

    None if it has the piece and may take an action.
    """
    return turn_refusal(position, seat) or _missing_refusal(position, piece)


def refusals(position: Position, seat: int, piece: Piece) -> dict[Cell, IllegalAction]:
    """Return every space where *seat* may not put *piece* now, in board order, with the reason.

    Raises IllegalAction if *seat* may not put the piece anywhere, whatever the space.
    """
    if refusal := piece_refusal(position, seat, piece):
        raise refusal
    board = position.board
    refused = EVERYWHERE & ~piece_cells(board, piece)
    return {cell: space_refusal(board, piece, cell) for cell in cells_of(refused)}
