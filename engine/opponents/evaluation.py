"""What a position is worth to a seat when its turn is over, in points of a sphere."""

from __future__ import annotations

from math import exp, log
from typing import Final

from engine.opponents.position import (
    BLACK,
    BLUE,
    GREEN,
    NEAR,
    ONE_OF_A_COLOUR,
    PAIRS,
    RED,
    SPHERES,
    TREASURE,
    KingdomFacts,
    SearchPosition,
)
from engine.opponents.weights import Weights
from engine.rules.resolution import TREASURES_AT_END
from engine.values.cells import STRIDE, neighbours
from engine.values.material import HAND_SIZE
from engine.values.scoring import Score, rank

DECIDED = 40.0
"""What it is worth to have won, beside any points."""

COLOURS_OF: Final = tuple((n | n >> 4 | n >> 8 | n >> 12) & 0xF for n in range(1 << 16))
"""For each set of leaders which colours are in it."""


class _Moment:
    """What is the same for all kingdoms of a position."""

    __slots__ = (
        "all_reds",
        "built",
        "fade",
        "four",
        "hands",
        "land",
        "one",
        "reds",
        "river",
        "three",
        "turns",
        "two",
    )

    def __init__(
        self, position: SearchPosition, turns: float, fade: float, hands: list[float], seats: int
    ) -> None:
        self.turns = turns
        self.fade = fade
        """How much is left of what fades towards the end."""
        self.hands = hands
        self.reds = [hands[4 * seat + RED] for seat in range(seats)]
        self.all_reds = sum(self.reds)
        self.built = any(position.monuments)
        free = position.empty
        self.land = free & position.setting.land
        self.river = free & position.setting.river
        # Indexed by a number of temples: the spaces beside at least that many.
        temples = position.tiles[RED]
        left, right, up, down = temples << 1, temples >> 1, temples << STRIDE, temples >> STRIDE
        row, column = left & right, up & down
        in_row, in_column = left | right, up | down
        self.one = in_row | in_column
        self.two = row | column | in_row & in_column
        self.three = row & in_column | column & in_row
        self.four = row & column

    def attack(self, around: int) -> int:
        """The most temples beside a space from which a kingdom can be attacked (R6.2)."""
        spaces = around & self.land
        if spaces & self.three:
            return 4 if spaces & self.four else 3
        if spaces & self.two:
            return 2
        return 1 if spaces & self.one else 0


class Evaluation:
    """Values positions for the seat *own*.

    *shares* are the shares of each colour among the hidden tiles, *seen* the seats whose hands are
    known: by default only *own*.
    """

    def __init__(
        self,
        weights: Weights,
        own: int,
        seats: int,
        shares: tuple[float, float, float, float],
        seen: tuple[int, ...] | None = None,
    ) -> None:
        self.weights = weights
        self.own = own
        self.seats = seats
        self._shares = shares
        self._seen = (own,) if seen is None else seen
        self._leaders = range(4 * seats)
        self._security_step = 0.5 / weights.security_range
        w = weights
        self._turn_of = tuple(w.turn + w.turn_of_share * (4 * share - 1) for share in shares)
        self._expected = [HAND_SIZE * share for share in shares]

    def value(self, position: SearchPosition) -> float:
        """What *position* is worth at the end of the seat's turn, before hands are filled."""
        spheres, turns = self.spheres(position)
        if turns is None:
            return self._at_end(position)
        w = self.weights
        softness = w.softness + w.softness_turn * turns
        strengths = []
        for seat in range(self.seats):
            own = spheres[5 * seat : 5 * seat + 5]
            strengths.append(together(own, softness, w.sum))
        mine = strengths.pop(self.own)
        if len(strengths) == 1:
            return mine - (w.rival + w.others) * strengths[0]
        top = max(strengths)
        soft = w.rival_softness
        rival = top + soft * log(sum(exp((other - top) / soft) for other in strengths))
        return mine - w.rival * rival - w.others * sum(strengths) / len(strengths)

    def strength(self, position: SearchPosition) -> float | None:
        """What the seat's spheres are worth; None if the game ends with this turn."""
        spheres, turns = self.spheres(position)
        if turns is None:
            return None
        w = self.weights
        at = SPHERES * self.own
        softness = w.softness + w.softness_turn * turns
        return together(spheres[at : at + SPHERES], softness, w.sum)

    def _at_end(self, position: SearchPosition) -> float:
        """The value if the game ends now (R14.3)."""
        points = position.points
        placings = {
            placing.seat: placing
            for placing in rank(
                [Score(*points[at : at + SPHERES]) for at in range(0, len(points), SPHERES)]
            )
        }
        mine = placings[self.own].ascending
        others = [placing.ascending for seat, placing in placings.items() if seat != self.own]
        best = max(others)
        margin = sum(
            weight * (a - b) for weight, a, b in zip((1.0, 0.3, 0.1, 0.03), mine, best, strict=True)
        )
        won = DECIDED if mine > best else -DECIDED if mine < best else 0.0
        return won + margin

    def spheres(self, position: SearchPosition) -> tuple[list[float], float | None]:
        """For each seat its spheres with what can be hoped for, and points for any of them.

        Five numbers a seat; beside them how many turns count, None if the game ends with this one.
        """
        w = self.weights
        left = self.turns_left(position)
        if left is None:
            return [], None
        turns = min(left, w.turns_ahead)
        hands = self._hands(position)
        moment = _Moment(position, turns, turns / (turns + w.fade), hands, self.seats)
        hopes = [0.0] * (SPHERES * self.seats)
        for kingdom in position.kingdoms:
            self._add_kingdom(position, kingdom, moment, hopes)
        own, others = self.own, w.others_prospects
        for leader in self._leaders:
            if not position.leaders[leader]:
                seat = leader >> 2
                hope = w.idle * min(hands[leader], 3, turns)
                hopes[SPHERES * seat + (leader & 3)] += hope if seat == own else others * hope
        self._add_wars(position, moment, hopes)
        points = position.points
        for seat, red in enumerate(moment.reds):
            factor = 1.0 if seat == own else others
            constant = factor * moment.fade * w.red_in_hand * (min(4, red))
            at = SPHERES * seat
            for colour in range(4):
                hopes[at + colour] += points[at + colour] + constant
            hopes[at + TREASURE] += points[at + TREASURE] + factor * w.any_sphere_turn * turns
        return hopes, turns

    def turns_left(self, position: SearchPosition) -> float | None:
        """How many turns each player still has; None if the game ends with this one."""
        w = self.weights
        seats = self.seats
        bag = position.bag - HAND_SIZE * seats + sum(position.sizes)
        treasures_left = position.treasures.bit_count() - TREASURES_AT_END
        if bag < 0 or treasures_left <= 0:
            return None
        return min(
            bag / (w.tiles_a_turn * seats),
            max(0.5, treasures_left * w.turns_a_treasure / seats),
        )

    def _add_kingdom(
        self,
        position: SearchPosition,
        kingdom: KingdomFacts,
        moment: _Moment,
        hopes: list[float],
    ) -> None:
        """Add what the leaders of a kingdom can hope for."""
        w = self.weights
        mask, around, members = kingdom
        turns, hands, reds = moment.turns, moment.hands, moment.reds
        attack = moment.attack(around)
        rooms = (around & moment.land).bit_count(), (around & moment.river).bit_count()
        monuments = (
            [number for number, square in enumerate(position.monuments) if square & mask]
            if moment.built
            else ()
        )
        for leader in self._leaders:
            if not members >> leader & 1:
                continue
            seat, colour = leader >> 2, leader & 3
            near = (NEAR[position.leaders[leader]] & position.tiles[RED]).bit_count()
            red = reds[seat]
            ahead = near + red - attack - (moment.all_reds - red) / (self.seats - 1)
            secure = 0.5 + self._security_step * (ahead + w.security_margin)
            secure = 0.0 if secure < 0 else 1.0 if secure > 1 else secure
            support = (position.tiles[colour] & mask).bit_count()
            constant = (
                w.leader
                + w.secure * secure
                + w.supporter * (min(6, support))
                + w.temple * (min(3, near))
            )
            if near == 1:
                constant += w.single_temple
            if colour == RED:
                constant += w.priest
            hope = (
                turns * (self._turn_of[colour] + w.turn_when_secure * secure)
                + w.playable * min(hands[leader], 3, rooms[colour == BLUE], 2 * turns)
                + moment.fade * constant
            )
            for number in monuments:
                if colour in PAIRS[number]:
                    hope += w.monument_turn * turns + w.monument * secure
            if position.buildings[colour] & mask:
                hope += w.building * turns
            factor = 1.0 if seat == self.own else w.others_prospects
            hopes[SPHERES * seat + colour] += factor * hope
            if colour in (GREEN, BLACK):
                spare = self._any_sphere(position, colour, mask, around, turns)
                hopes[SPHERES * seat + TREASURE] += factor * spare

    def _any_sphere(
        self, position: SearchPosition, colour: int, mask: int, around: int, turns: float
    ) -> float:
        """What a Trader can hope for in treasures, and a King from the ziggurat."""
        w = self.weights
        if colour == BLACK:
            return w.ziggurat_turn * turns if position.ziggurat & mask else 0.0
        inside = (position.treasures & mask).bit_count()
        near = (position.treasures & neighbours(around) & ~mask).bit_count()
        return w.trader_turn * turns + w.treasure_inside * inside + w.treasure_near * near

    def _hands(self, position: SearchPosition) -> list[float]:
        """What each seat can be expected to hold when all hands are full again."""
        hands = self._expected * self.seats
        for seat in self._seen:
            missing = HAND_SIZE - position.sizes[seat]
            for colour, share in enumerate(self._shares):
                at = 4 * seat + colour
                hands[at] = position.hands[at] + missing * share
        return hands

    def _add_wars(self, position: SearchPosition, moment: _Moment, hopes: list[float]) -> None:
        """Add what wars between kingdoms that are near each other would bring (R7)."""
        w = self.weights
        own = self.own
        others = w.others_prospects
        tiles = position.tiles
        free = moment.land | moment.river
        hands = moment.hands
        kingdoms = [
            (mask, around, members, COLOURS_OF[members])
            for mask, around, members in position.kingdoms
        ]
        for index, (mask, around, members, colours) in enumerate(kingdoms):
            near = around & free
            for other_mask, other_around, other_members, other_colours in kingdoms[:index]:
                both = colours & other_colours
                if not both:
                    continue
                if near & other_around:
                    factor = 1.0
                elif neighbours(near) & other_around & free:
                    factor = w.apart
                else:
                    continue
                for colour in range(4):
                    if not both >> colour & 1:
                        continue
                    one = (members & ONE_OF_A_COLOUR[colour]).bit_length() - 1
                    two = (other_members & ONE_OF_A_COLOUR[colour]).bit_length() - 1
                    support = (tiles[colour] & mask).bit_count()
                    other_support = (tiles[colour] & other_mask).bit_count()
                    edge = support - other_support + w.tiles_in_war * (hands[one] - hands[two])
                    if edge < 0:
                        one, two = two, one
                        edge = -edge
                        other_support = support
                    chance = factor * min(1.0, (edge + w.war_margin) / w.war_range)
                    stake = 1 + other_support * (w.red_supporter if colour == RED else 1)
                    winner, loser = one >> 2, two >> 2
                    hopes[5 * winner + colour] += (
                        chance * stake * (w.own_gain if winner == own else others * w.other_gain)
                    )
                    hopes[5 * loser + colour] -= chance * (
                        stake * w.own_loss + w.own_leader_loss
                        if loser == own
                        else others * (stake * w.other_loss + w.other_leader_loss)
                    )


def together(spheres: list[float], softness: float, of_sum: float) -> float:
    """What four spheres, and points for any of them, are worth: above all the weakest."""
    first, second, third, fourth = sorted(spheres[:4])
    spare = spheres[TREASURE]
    # The weakest are filled up, as by treasures (R14.3).
    if first + spare <= second:
        first += spare
    elif first + second + spare <= 2 * third:
        first = second = (first + second + spare) / 2
    elif first + second + third + spare <= 3 * fourth:
        first = second = third = (first + second + third + spare) / 3
    else:
        first = second = third = fourth = (first + second + third + fourth + spare) / 4
    soft = 1 + exp((first - second) / softness) + exp((first - third) / softness)
    soft += exp((first - fourth) / softness)
    return first - softness * log(soft) + of_sum * (first + second + third + fourth)
