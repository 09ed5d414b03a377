"""The value of a position for a seat at the end of its turn, in points of a sphere.

It mixes a sum of weighted terms with the output of a net, if there is one for the number of
players. ``docs/opponents.md`` lists the terms and the features of the net.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, exp, log
from typing import Final, NamedTuple

from engine.opponents.features import features_of
from engine.opponents.net import Net
from engine.opponents.odds import Unseen
from engine.opponents.position import SPHERES, SearchPosition
from engine.opponents.prospects import LeaderFacts, Prospects, Survey
from engine.opponents.spheres import Filled, combined_value, excess, filled
from engine.opponents.weights import Weights
from engine.rules.resolution import TREASURES_AT_END
from engine.values.material import HAND_SIZE
from engine.values.scoring import Score, rank

DECIDED = 40.0
"""The value of a won game, before points."""
UNDECIDED = 35.0
"""The limit of values while the game continues: below :data:`DECIDED`, so a sure win is better."""
OPEN = 25.0
"""Values up to this are unchanged. Larger ones approach :data:`UNDECIDED`, so a better position

always has the larger value.
"""
DIGITS: Final = 6
"""The number of decimals kept, so that values are equal on all machines."""
POINTS_A_LOGIT: Final = 6.6
"""The value in points of one unit of log-odds: odds multiplied by e."""


class ChanceBasis(NamedTuple):
    """The figures from which the seat's chance of winning is computed."""

    logit: float
    """The net's log-odds of a good result."""
    weakest: float
    """The weakest sphere, with treasures spread."""
    second: float
    """The second weakest sphere."""


class Evaluation:
    """Values positions for the seat *own*.

    *unseen* are the hidden tiles, *seen* the seats whose hands are known: by default only *own*.
    With a *net*, its output has the share ``weights.net`` in the value.
    """

    def __init__(
        self,
        weights: Weights,
        own: int,
        seats: int,
        unseen: Unseen,
        *,
        seen: tuple[int, ...] | None = None,
        net: Net | None = None,
    ) -> None:
        self.weights = weights
        self.own = own
        self.seats = seats
        self.net = net
        self._logit: Callable[[Sequence[float]], float] | None = None
        self._unseen = unseen
        self._shares = unseen.shares
        self._seen = (own,) if seen is None else seen
        self._expected = [HAND_SIZE * share for share in self._shares] * seats
        self._prospects = Prospects(weights, own, seats, self._shares)

    def begin(self, position: SearchPosition) -> None:
        """Use *position* as the base: similar positions are then valued faster."""
        self._prospects.begin(position)

    def value(self, position: SearchPosition) -> float:
        """Return the value of *position* by terms, at the turn's end before hands are refilled."""
        survey = self._survey(position, with_features=False)
        if survey is None:
            return self._at_end(position)
        return _bounded(self._ahead(self._strengths(survey, self._filled(survey))))

    def judged(self, position: SearchPosition) -> float:
        """Return the value of *position* by terms and net, or by terms alone without a net."""
        if self.net is None:
            return self.value(position)
        seen = self._seen_by_net(position)
        if seen is None:
            return self._at_end(position)
        value, features = seen
        if self._logit is None:
            self._logit = self.net.near(features)
        part = self.weights.net
        return _bounded((1 - part) * value + part * POINTS_A_LOGIT * self._logit(features))

    def chance_basis(self, position: SearchPosition) -> ChanceBasis | None:
        """Return the basis for the seat's chance of winning, None if the game ends now."""
        assert self.net is not None
        seen = self._seen_by_net(position)
        if seen is None:
            return None
        _, features = seen
        at = SPHERES * self.own
        weakest, second, _, _ = filled(position.points[at : at + SPHERES])
        return ChanceBasis(self.net.near(features)(features), weakest, second)

    def features(self, position: SearchPosition) -> list[float] | None:
        """Return the features of *position* for a net (:mod:`engine.opponents.features`).

        None if the game ends with this turn.
        """
        seen = self._seen_by_net(position)
        return None if seen is None else seen[1]

    def leader_facts(self, position: SearchPosition) -> dict[int, LeaderFacts]:
        """Return the prospects of each leader on the board, by number; empty if the game ends."""
        survey = self._survey(position, with_features=True)
        if survey is None or survey.features is None:
            return {}
        return {
            leader: LeaderFacts.of(survey.features, self._prospects.row_of(leader >> 2, leader & 3))
            for leader, bit in enumerate(position.leaders)
            if bit
        }

    def _seen_by_net(self, position: SearchPosition) -> tuple[float, list[float]] | None:
        """Return the value by terms and the features, None if the game ends with this turn."""
        survey = self._survey(position, with_features=True)
        if survey is None:
            return None
        spheres = self._filled(survey)
        strengths = self._strengths(survey, spheres)
        value = self._ahead(strengths)
        return value, features_of(survey, self.own, self._unseen, spheres, strengths, value)

    def _filled(self, survey: Survey) -> list[Filled]:
        """Return each seat's spheres with their prospects, filled up."""
        hopes = survey.hopes
        return [filled(hopes[at : at + SPHERES]) for at in range(0, len(hopes), SPHERES)]

    def _strengths(self, survey: Survey, spheres: list[Filled]) -> list[float]:
        """Return the value of each seat's spheres; points far above the weakest hardly count."""
        w = self.weights
        softness = w.softness + w.softness_turn * survey.turns
        reach = w.reach + w.reach_turn * survey.left
        lost = w.sum * (1 - w.beyond)
        return [
            combined_value(each, softness, w.sum) - lost * excess(each, reach) for each in spheres
        ]

    def _ahead(self, strengths: list[float]) -> float:
        """Return the lead of the seat's strength over those of the others."""
        w = self.weights
        mine = strengths[self.own]
        others = strengths[: self.own] + strengths[self.own + 1 :]
        if len(others) == 1:
            return mine - (w.rival + w.others) * others[0]
        top = max(others)
        soft = w.rival_softness
        rival = top + soft * log(sum(exp((other - top) / soft) for other in others))
        return mine - w.rival * rival - w.others * sum(others) / len(others)

    def _at_end(self, position: SearchPosition) -> float:
        """Return the value if the game ends now (R14.3)."""
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
        if mine == best:
            return margin
        sign = 1 if mine > best else -1  # other spheres never outweigh a defeat
        return sign * max(UNDECIDED + 1, DECIDED + sign * margin)

    def _survey(self, position: SearchPosition, *, with_features: bool) -> Survey | None:
        """Return the survey of *position*, None if the game ends with this turn."""
        w = self.weights
        left = self.turns_left(position)
        if left is None:
            return None
        turns = min(left, w.turns_ahead)
        hands = self._hands(position)
        fade = turns / (turns + w.fade)
        survey = Survey(position, left, turns, fade, hands, with_features=with_features)
        self._prospects.add_to(survey)
        return survey

    def turns_left(self, position: SearchPosition) -> float | None:
        """Return the expected number of each player's further turns, None if the game ends now."""
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

    def _hands(self, position: SearchPosition) -> list[float]:
        """Return the expected hand of each seat, k r b g, once all hands are refilled."""
        hands = self._expected[:]
        for seat in self._seen:
            missing = HAND_SIZE - position.sizes[seat]
            for colour, share in enumerate(self._shares):
                at = 4 * seat + colour
                hands[at] = position.hands[at] + missing * share
        return hands


def _bounded(value: float) -> float:
    """Limit the value of a position in which the game continues."""
    more = abs(value) - OPEN
    if more > 0:
        room = UNDECIDED - OPEN
        value = copysign(OPEN + room * more / (room + more), value)
    return round(value, DIGITS)
