"""A fixed opponent as a measure for others: it takes the most points now. Never tuned.

Of all pairs of actions it takes the one with the lexicographically highest spheres, sorted
ascending, after the end of the turn with monuments and with treasures spent best; ties are broken
at random. In a conflict it adds the least that wins against what it knows (as attacker: against the
strength on the board), else nothing. It builds and takes whatever it may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.opponents.dice import Dice
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.moves import END, Move, MoveKind, as_action, swapped
from engine.opponents.position import (
    BLACK,
    BLUE,
    GREEN,
    NEAR,
    ONE_OF_A_COLOUR,
    PAIRS,
    RED,
    SPHERES,
    SearchPosition,
)
from engine.rules.legality import additions, legal_actions
from engine.rules.view import SeatView
from engine.values.actions import Action, AddTiles, DeclineBuilding, DeclineMonument
from engine.values.cells import indices, neighbours
from engine.values.decisions import ActionDecision, AddDecision
from engine.values.scoring import Score, spend_treasures
from engine.values.shapes import completing_crosses, completing_squares

__all__ = ["greedy"]

Key: TypeAlias = list[int]
"""The spheres to compare: weakest first, treasures spent."""


def greedy(view: SeatView, scores: Sequence[Score], *, seed: int) -> Action:
    """Return the decision of this opponent for the seat of *view*.

    Raises LookupError if the game does not wait for this seat.
    """
    if not view.decides:
        raise LookupError("the game does not wait for this seat")
    dice = Dice(seed)
    if isinstance(view.decision, AddDecision):
        return AddTiles(_added(view))
    if not isinstance(view.decision, ActionDecision):
        choices = [
            action
            for action in legal_actions(view)
            if not isinstance(action, DeclineMonument | DeclineBuilding)
        ]
        return choices[dice.below(len(choices))]
    own = view.seats[view.seat]
    if not view.actions_left:
        return as_action(END, own)
    position = position_of(view, scores, unseen_by(view))
    turn = _Turn(view.seat)
    best: Key = []
    equals: list[list[Move]] = []
    for move, those in turn.firsts(position):
        alike = [each for each in those if view.refusal(as_action(each, own)) is None]
        if not alike:
            continue
        after = turn.after(position, move)
        key = turn.best(after) if view.actions_left > 1 else turn.key(after)
        if key > best:
            best, equals = key, []
        if key == best:
            equals.append(alike)
    number = dice.below(sum(map(len, equals)))
    for alike in equals:
        if number < len(alike):
            return as_action(alike[number], own)
        number -= len(alike)
    raise AssertionError("there is always something to do")


def _added(view: SeatView) -> int:
    decision = view.decision
    assert isinstance(decision, AddDecision)
    conflict = decision.conflict
    for count in additions(view):
        decided = conflict.with_added(count)
        if conflict.deciding is conflict.attacker:
            decided = decided.with_added(0)
        if decided.winner.seat == view.seat:
            return count
    return 0


class _Turn:
    """Computes the points of a seat's actions if no opponent adds tiles."""

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def key(self, position: SearchPosition) -> Key:
        """Return the seat's spheres if its turn ended in *position*."""
        new = position
        if any(position.monuments) or position.ziggurat:
            new = position.copy()
            new.score_monuments(self._seat)
        at = SPHERES * self._seat
        spheres = sorted(spend_treasures(Score(*new.points[at : at + SPHERES])))
        if new.king_at_ziggurat(self._seat):
            spheres = sorted([spheres[0] + 1, *spheres[1:]])
        return spheres

    def best(self, position: SearchPosition) -> Key:
        """Return the best key that one more action can reach."""
        return max(
            [self.key(position)]
            + [self.key(self.after(position, move)) for move in self.seconds(position)]
        )

    # --- candidates ------------------------------------------------------------------------------

    def firsts(self, position: SearchPosition) -> Iterator[tuple[Move, list[Move]]]:
        """Yield every action with those equivalent to it, now and for a second action."""
        hands = position.hands[4 * self._seat : 4 * self._seat + 4]
        land, river = position.tile_spaces()
        near = neighbours(position.occupied)
        for colour in range(4):
            if hands[colour]:
                spaces = river if colour == BLUE else land
                for index in indices(spaces & near):
                    move = Move(MoveKind.TILE, colour, 1 << index)
                    yield move, [move]
                if far := [Move(MoveKind.TILE, colour, 1 << i) for i in indices(spaces & ~near)]:
                    yield far[0], far
        for leader in range(4 * self._seat, 4 * self._seat + 4):
            for index in indices(position.leader_spaces(leader)):
                move = Move(MoveKind.LEADER, leader & 3, 1 << index)
                yield move, [move]
            if position.leaders[leader]:
                move = Move(MoveKind.WITHDRAW, leader & 3, 0)
                yield move, [move]
        if position.spare[self._seat]:
            spaces = position.catastrophe_spaces()
            for index in indices(spaces & position.occupied):
                move = Move(MoveKind.CATASTROPHE, 0, 1 << index)
                yield move, [move]
            if waste := [
                Move(MoveKind.CATASTROPHE, 0, 1 << i) for i in indices(spaces & position.empty)
            ]:
                yield waste[0], waste
        yield from self._swaps(hands)

    @staticmethod
    def _swaps(hands: list[float]) -> Iterator[tuple[Move, list[Move]]]:
        for number in range(1, 1 << 12):
            move = Move(MoveKind.SWAP, number, 0)
            if all(count <= held for count, held in zip(swapped(move), hands, strict=True)):
                yield move, [move]

    def seconds(self, position: SearchPosition) -> Iterator[Move]:
        """Yield actions that may score at once, one of each group of equivalent ones."""
        own = 0xF << 4 * self._seat
        hands = position.hands[4 * self._seat : 4 * self._seat + 4]
        land, river = position.tile_spaces()
        in_kingdoms = 0
        for mask, _, _ in position.kingdoms:
            in_kingdoms |= mask
        two = position.reach()[0]
        loose = neighbours(position.occupied & ~in_kingdoms)
        for colour in range(4):
            if hands[colour] < 1:
                continue
            spaces = river if colour == BLUE else land
            special = spaces & (two | loose) & neighbours(in_kingdoms)
            special |= completing_squares(position.tiles[colour], spaces)
            if position.setting.ziggurat:
                special |= completing_crosses(position.tiles[colour], spaces)
            for index in indices(special):
                yield Move(MoveKind.TILE, colour, 1 << index)
            plain = spaces & ~special
            for _, around, leaders in position.kingdoms:
                scorer = leaders & ONE_OF_A_COLOUR[colour] or leaders & ONE_OF_A_COLOUR[BLACK]
                if scorer & own and (some := plain & around):
                    yield Move(MoveKind.TILE, colour, some & -some)
        yield from self._leaders(position, loose)

    def _leaders(self, position: SearchPosition, loose: int) -> Iterator[Move]:
        """Yield moves of leaders to winnable conflicts, monuments or treasures."""
        temples = position.tiles[RED]
        for leader in range(4 * self._seat, 4 * self._seat + 4):
            colour = leader & 3
            spaces = position.leader_spaces(leader)
            special = spaces & loose
            for mask, around, leaders in position.kingdoms:
                here = spaces & around
                if not here:
                    continue
                if leaders & ONE_OF_A_COLOUR[colour] & ~(1 << leader):
                    index = max(indices(here), key=lambda i: (NEAR[1 << i] & temples).bit_count())
                    special |= 1 << index
                elif (
                    any(
                        square & mask and colour in PAIRS[number]
                        for number, square in enumerate(position.monuments)
                    )
                    or (colour == GREEN and position.treasures & mask)
                    or (colour == BLACK and position.ziggurat & mask)
                ):
                    special |= here & -here
            for index in indices(special):
                yield Move(MoveKind.LEADER, colour, 1 << index)

    # --- consequences ------------------------------------------------------------------------

    def after(self, position: SearchPosition, move: Move) -> SearchPosition:
        """Return the position after an action, if nobody else adds tiles."""
        new = position.copy()
        seat = self._seat
        match move.kind:
            case MoveKind.TILE:
                new.hands[4 * seat + move.colour] -= 1
                if new.lay(move.colour, move.bit):
                    self._wars(new, move.bit)
                    new.end_war(move.colour, move.bit)
                new = self._built(new, move.colour, move.bit)
            case MoveKind.LEADER:
                rival = new.lead(4 * seat + move.colour, move.bit)
                if rival >= 0:
                    self._revolt(new, 4 * seat + move.colour, rival)
            case MoveKind.WITHDRAW:
                new.lift(4 * seat + move.colour)
            case MoveKind.CATASTROPHE:
                new.destroy(move.bit)
            case _:
                for colour, count in enumerate(swapped(move)):
                    new.hands[4 * seat + colour] -= count
        return new.take_due_treasures(seat)

    def _wars(self, position: SearchPosition, united: int) -> None:
        while colours := position.warring(united):
            attacker, defender = position.parties(united, colours[0], self._seat)
            strengths = [
                position.supporters(leader, united).bit_count() for leader in (attacker, defender)
            ]
            won = self._wins(position, attacker, strengths, colours[0])
            winner, loser = (attacker, defender) if won else (defender, attacker)
            position.decide_war(winner, loser, united)

    def _revolt(self, position: SearchPosition, attacker: int, defender: int) -> None:
        temples = position.tiles[RED]
        strengths = [
            (NEAR[position.leaders[leader]] & temples).bit_count()
            for leader in (attacker, defender)
        ]
        won = self._wins(position, attacker, strengths, RED)
        winner, loser = (attacker, defender) if won else (defender, attacker)
        position.decide_revolt(winner, loser)

    def _wins(
        self, position: SearchPosition, attacker: int, strengths: list[int], colour: int
    ) -> bool:
        """True if the attacker wins; spends the tiles that this seat needs to win as attacker."""
        missing = max(0, 1 + strengths[1] - strengths[0])
        if attacker >> 2 != self._seat:
            return not missing
        held = position.hands[4 * self._seat + colour]
        if missing > held:
            return False
        position.hands[4 * self._seat + colour] -= missing
        return True

    def _built(self, position: SearchPosition, colour: int, bit: int) -> SearchPosition:
        """Return the position after building, with the monument of the best key, if any."""
        if position.setting.buildings and (sites := position.sites(colour, bit)):
            position.put_building(colour, sites & -sites)
        built: list[SearchPosition] = []
        if squares := position.squares(colour, bit):
            for number in position.unbuilt(colour):
                for square in squares:
                    new = position.copy()
                    new.build(number, square)
                    built.append(new)
        for cross in position.crosses(colour, bit):
            new = position.copy()
            new.build_ziggurat(cross)
            built.append(new)
        return max(built, key=self.key, default=position)
