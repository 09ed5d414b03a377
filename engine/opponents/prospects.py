"""The prospects of leaders, by kingdom and by war.

Most kingdoms are equal in all positions of a search. So the prospects of each are cached for a
*base* position, and computed again only where a position differs from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.opponents.position import (
    BLACK,
    BLUE,
    GREEN,
    NEAR,
    OF_A_SEAT,
    ONE_OF_A_COLOUR,
    PAIRS,
    RED,
    SPHERES,
    TREASURE,
    KingdomFacts,
    SearchPosition,
)
from engine.opponents.weights import Weights
from engine.values.cells import EVERYWHERE, STRIDE, neighbours
from engine.values.shapes import completing_squares

OF_A_LEADER: Final = 18
"""The number of features of each sphere of a seat, with its leader."""
PROSPECT, ON_BOARD, SECURE, SUPPORTERS, HELD, MONUMENTS, WON, LOST = 1, 2, 3, 4, 6, 8, 10, 11
"""The indices of some of them."""

_COLOURS_OF: Final = tuple((n | n >> 4 | n >> 8 | n >> 12) & 0xF for n in range(1 << 16))
"""For each set of leaders, the set of their colours."""


class Survey:
    """The data of a position shared by all kingdoms, and the sums over them."""

    __slots__ = (
        "all_reds",
        "built",
        "fade",
        "features",
        "four",
        "hands",
        "hopes",
        "land",
        "left",
        "one",
        "position",
        "reds",
        "river",
        "three",
        "turns",
        "two",
    )

    def __init__(
        self,
        position: SearchPosition,
        left: float,
        turns: float,
        fade: float,
        hands: list[float],
        *,
        with_features: bool,
    ) -> None:
        seats = position.setting.seats
        self.position = position
        self.left = left
        """The turns left to the seat."""
        self.turns = turns
        """The turns left that count."""
        self.fade = fade
        """A factor for terms that vanish towards the end, 0 to 1."""
        self.hands = hands
        """For each seat, k r b g, as expected once hands are refilled."""
        self.hopes = [0.0] * (SPHERES * seats)
        """For each seat, the prospects of its spheres and of points for any sphere."""
        self.features = [0.0] * (4 * OF_A_LEADER * seats) if with_features else None
        """The features of each seat's leaders, seats in playing order; None if not requested."""
        self.reds = hands[RED::4]
        self.all_reds = sum(self.reds)
        self.built = any(position.monuments)
        free = position.empty
        self.land = free & position.setting.land
        self.river = free & position.setting.river
        # The spaces beside at least one, two, three and four temples.
        temples = position.tiles[RED]
        west, east, up, down = temples << 1, temples >> 1, temples << STRIDE, temples >> STRIDE
        row, column = west & east, up & down
        in_row, in_column = west | east, up | down
        self.one = in_row | in_column
        self.two = row | column | in_row & in_column
        self.three = row & in_column | column & in_row
        self.four = row & column

    def attack(self, around: int) -> int:
        """Return the most temples beside a space from which a kingdom can be attacked (R6.2)."""
        spaces = around & self.land
        if spaces & self.three:
            return 4 if spaces & self.four else 3
        if spaces & self.two:
            return 2
        return 1 if spaces & self.one else 0


class LeaderFacts(NamedTuple):
    """The situation of a leader on the board."""

    secure: float
    """Its safety from revolts, 0 to 1 (R6)."""
    supporters: float
    monuments: float
    """The number of monuments of its colour in its kingdom."""
    won: float
    """The expected points from imminent wars (R7)."""
    lost: float

    @classmethod
    def of(cls, features: Sequence[float], row: int) -> LeaderFacts:
        """Return the facts of the leader whose features begin at *row*."""
        return cls(*(features[row + at] for at in (SECURE, SUPPORTERS, MONUMENTS, WON, LOST)))


class _Part(NamedTuple):
    """The contribution of a kingdom or a war to a survey."""

    hopes: list[tuple[int, float]]
    features: list[tuple[int, tuple[float, ...]]]
    """Indices at which features begin, and the features."""


_Front = tuple[int, int, int, int, int, float]
"""A possible war: its colour, both leaders, their supporters, and a factor for its nearness."""


class _Base:
    """A base position, with the cached contributions of its kingdoms."""

    def __init__(self, position: SearchPosition, apart: float) -> None:
        self._position = position = position.copy()  # must not change
        self.wide = {id(kingdom): neighbours(kingdom[1]) for kingdom in position.kingdoms}
        """For each kingdom, by its identity, all spaces that its prospects depend on."""
        free = position.empty
        self.fronts = [
            (id(one), id(other), front)
            for one, other in _pairs(position.kingdoms)
            for front in fronts(position, one, other, free, apart)
        ]
        self.parts: dict[tuple[float, ...], tuple[dict[int, _Part], dict[int, _Part]]] = {}
        """The contributions of kingdoms and fronts, for each state of time and hands."""

    def changed(self, position: SearchPosition) -> int:
        """Return the mask of the spaces on which *position* differs."""
        base = self._position
        if position.buildings != base.buildings:
            return EVERYWHERE
        black, red, blue, green = position.tiles
        base_black, base_red, base_blue, base_green = base.tiles
        return (
            black ^ base_black
            | red ^ base_red
            | blue ^ base_blue
            | green ^ base_green
            | position.occupied ^ base.occupied
            | position.catastrophes ^ base.catastrophes
            | position.treasures ^ base.treasures
            | position.facedown ^ base.facedown
        )


class Prospects:
    """Computes the prospects of all leaders on the board, in the judgement of the seat *own*."""

    def __init__(self, weights: Weights, own: int, seats: int, shares: Sequence[float]) -> None:
        self._weights = w = weights
        self._own = own
        self._seats = seats
        self._others = 1 / (seats - 1)
        self._security_step = 0.5 / w.security_range
        self._turn_of = [w.turn + w.turn_of_share * (4 * share - 1) for share in shares]
        self._base: _Base | None = None

    def begin(self, position: SearchPosition) -> None:
        """Cache the prospects of *position*; later positions differ little from it."""
        self._base = _Base(position, self._weights.apart)

    def add_to(self, survey: Survey) -> None:
        """Add the prospects of kingdoms and wars to a survey's hopes and features."""
        position, own = survey.position, 4 * self._own
        if self._base is None:
            self.begin(position)
        base = self._base
        assert base is not None
        changed = base.changed(position)
        key = (survey.features is not None, survey.turns, *survey.hands[own : own + 4])
        kingdom_parts, front_parts = base.parts.setdefault(key, ({}, {}))
        wide = base.wide
        same: set[int] = set()
        new: list[KingdomFacts] = []
        parts: list[_Part] = []
        for kingdom in position.kingdoms:
            name = id(kingdom)
            if name not in wide or wide[name] & changed:
                new.append(kingdom)
                parts.append(self._of_kingdom(kingdom, survey))
                continue
            same.add(name)
            part = kingdom_parts.get(name)
            if part is None:
                part = kingdom_parts[name] = self._of_kingdom(kingdom, survey)
            parts.append(part)
        wars: list[_Part] = []
        for at, (one, other, front) in enumerate(base.fronts):
            if one in same and other in same:
                part = front_parts.get(at)
                if part is None:
                    part = front_parts[at] = self._of_front(front, survey)
                wars.append(part)
        if new:
            free = survey.land | survey.river
            there = [each for each in position.kingdoms if id(each) in same]
            for kingdom in new:
                for facing in there:
                    found = fronts(position, kingdom, facing, free, self._weights.apart)
                    wars += [self._of_front(front, survey) for front in found]
                there.append(kingdom)
        hopes, features = survey.hopes, survey.features
        for part in parts:
            for at, hope in part.hopes:
                hopes[at] += hope
        for part in wars:
            for at, hope in part.hopes:
                hopes[at] += hope
        if features is not None:
            for part in parts:
                for at, row in part.features:
                    features[at : at + len(row)] = row
            for part in wars:
                for at, (amount,) in part.features:
                    features[at] += amount
        self._add_points(survey)

    def _add_points(self, survey: Survey) -> None:
        """Add scored points, the prospects of leaders off the board, and constants."""
        w = self._weights
        own, others = self._own, w.others_prospects
        position, hopes, hands, turns = survey.position, survey.hopes, survey.hands, survey.turns
        for leader, bit in enumerate(position.leaders):
            if not bit:
                hope = w.idle * min(hands[leader], 3, turns)
                if leader >> 2 != own:
                    hope *= others
                hopes[SPHERES * (leader >> 2) + (leader & 3)] += hope
        points = position.points
        for seat, red in enumerate(survey.reds):
            factor = 1.0 if seat == own else others
            constant = factor * survey.fade * w.red_in_hand * min(4, red)
            at = SPHERES * seat
            for colour in range(4):
                hopes[at + colour] += points[at + colour] + constant
            hopes[at + TREASURE] += points[at + TREASURE] + factor * w.any_sphere_turn * turns

    def _of_kingdom(self, kingdom: KingdomFacts, survey: Survey) -> _Part:
        """Return the prospects of the leaders of a kingdom."""
        w = self._weights
        position = survey.position
        mask, around, members = kingdom
        turns, hands, reds = survey.turns, survey.hands, survey.reds
        temples = position.tiles[RED]
        attack = survey.attack(around)
        land, river = (around & survey.land).bit_count(), (around & survey.river).bit_count()
        monuments = (
            [number for number, square in enumerate(position.monuments) if square & mask]
            if survey.built
            else ()
        )
        part = _Part([], [])
        left = members
        while left:
            leader = (left & -left).bit_length() - 1
            left &= left - 1
            seat, colour = leader >> 2, leader & 3
            near = (NEAR[position.leaders[leader]] & temples).bit_count()
            red = reds[seat]
            ahead = near + red - attack - (survey.all_reds - red) * self._others
            secure = 0.5 + self._security_step * (ahead + w.security_margin)
            secure = 0.0 if secure < 0 else 1.0 if secure > 1 else secure
            tiles = position.tiles[colour] & mask
            support = tiles.bit_count()
            constant = (
                w.leader
                + w.secure * secure
                + w.supporter * min(support, 6)
                + w.temple * min(near, 3)
            )
            if near == 1:
                constant += w.single_temple
            if colour == RED:
                constant += w.priest
            room = river if colour == BLUE else land
            playable = min(hands[leader], 3, room, 2 * turns)
            hope = (
                turns * (self._turn_of[colour] + w.turn_when_secure * secure)
                + w.playable * playable
                + survey.fade * constant
            )
            scored = 0
            for number in monuments:
                if colour in PAIRS[number]:
                    scored += 1
                    hope += w.monument_turn * turns + w.monument * secure
            if position.buildings[colour] & mask:
                hope += w.building_turn * turns + w.building_tile * playable
            factor = 1.0 if seat == self._own else w.others_prospects
            part.hopes.append((SPHERES * seat + colour, factor * hope))
            if colour in (GREEN, BLACK):
                spare = self._any_sphere(survey, colour, kingdom, secure)
                part.hopes.append((SPHERES * seat + TREASURE, factor * spare))
            if survey.features is not None:
                mine = (members & OF_A_SEAT[seat]).bit_count()
                free = survey.river if colour == BLUE else survey.land
                row = (
                    1.0,
                    secure,
                    min(support, 12),
                    near,
                    0.0,  # HELD, set for leaders on and off the board together
                    min(room, 12),
                    scored,
                    float(completing_squares(tiles, free) > 0),
                    0.0,  # WON, added by wars
                    0.0,  # LOST
                    attack,
                    members.bit_count() - mine,
                    min(land + river, 8),
                    float(near == 1),
                    min(mask.bit_count() / 10, 3.0),
                    mine,
                )
                part.features.append((self.row_of(seat, colour) + ON_BOARD, row))
        return part

    def row_of(self, seat: int, colour: int) -> int:
        """Return the index of the first feature of a seat's colour."""
        return OF_A_LEADER * (4 * ((seat - self._own) % self._seats) + colour)

    def _any_sphere(
        self, survey: Survey, colour: int, kingdom: KingdomFacts, secure: float
    ) -> float:
        """Return the prospects of a Trader's treasures, or of a King at the ziggurat."""
        w = self._weights
        position, turns = survey.position, survey.turns
        mask, around, _ = kingdom
        if colour == BLACK:
            return w.ziggurat_turn * turns + w.ziggurat * secure if position.ziggurat & mask else 0
        inside = (position.treasures & mask).bit_count()
        near = (position.treasures & neighbours(around) & ~mask).bit_count()
        return w.trader_turn * turns + w.treasure_inside * inside + w.treasure_near * near

    def _of_front(self, front: _Front, survey: Survey) -> _Part:
        """Return the prospects of a war (R7)."""
        w = self._weights
        own, hands = self._own, survey.hands
        colour, one, two, support, other_support, factor = front
        edge = support - other_support + w.tiles_in_war * (hands[one] - hands[two])
        if edge < 0:
            one, two = two, one
            edge = -edge
            other_support = support
        chance = factor * min(1.0, (edge + w.war_margin) / w.war_range)
        stake = 1 + other_support * (w.red_supporter if colour == RED else 1)
        winner, loser = one >> 2, two >> 2
        if winner == own:
            gain = chance * stake * w.own_gain
            loss = chance * (stake * w.other_loss + w.other_leader_loss)
        else:
            gain = chance * stake * w.other_gain
            loss = (
                chance * (stake * w.own_loss + w.own_leader_loss)
                if loser == own
                else chance * (stake * w.other_loss + w.other_leader_loss)
            )
        others = w.others_prospects
        return _Part(
            [
                (SPHERES * winner + colour, gain if winner == own else others * gain),
                (SPHERES * loser + colour, -loss if loser == own else -others * loss),
            ],
            [
                (self.row_of(winner, colour) + WON, (gain,)),
                (self.row_of(loser, colour) + LOST, (loss,)),
            ],
        )


def _pairs(kingdoms: Sequence[KingdomFacts]) -> list[tuple[KingdomFacts, KingdomFacts]]:
    return [(one, other) for at, one in enumerate(kingdoms) for other in kingdoms[:at]]


def fronts(
    position: SearchPosition, one: KingdomFacts, other: KingdomFacts, free: int, apart: float
) -> list[_Front]:
    """Return the possible wars between two kingdoms that one tile or two would join."""
    mask, around, members = one
    other_mask, other_around, other_members = other
    both = _COLOURS_OF[members] & _COLOURS_OF[other_members]
    if not both:
        return []
    near = around & free
    if near & other_around:
        factor = 1.0
    elif neighbours(near) & other_around & free:
        factor = apart
    else:
        return []
    tiles = position.tiles
    return [
        (
            colour,
            (members & ONE_OF_A_COLOUR[colour]).bit_length() - 1,
            (other_members & ONE_OF_A_COLOUR[colour]).bit_length() - 1,
            (tiles[colour] & mask).bit_count(),
            (tiles[colour] & other_mask).bit_count(),
            factor,
        )
        for colour in range(4)
        if both >> colour & 1
    ]
