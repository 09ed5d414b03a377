"""Moments of random games at which a computer is asked: all kinds of decisions, any options."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache

from engine import Game, counts_of, decide
from tests.engine.random_games import OPTION_SETS, Deal, played

NODES = 60
"""So few positions are looked at in most of these tests: they are about any answer."""
OF_A_KIND = 1
"""So many moments of each kind of decision are taken from a game, but of actions twice as many."""


@dataclass(frozen=True)
class Asked:
    """A moment: the whole game, of which whoever decides is given the view alone."""

    game: Game

    @property
    def view(self):
        return self.game.view(self.game.decision.seat)

    @property
    def kind(self):
        return self.game.decision.kind

    def answer(self, level, seed=0, nodes=NODES):
        return decide(self.view, self.game.scores, level, seed=seed, nodes=nodes)

    def with_hidden(self, dice, *, other_tiles):
        """The same for whoever decides, with something else in the other hands and in the bag.

        Tiles are dealt anew among them. With *other_tiles* they may be others altogether: what was
        discarded face down is not known either. Nothing is shared with this game, so that nothing
        worked out before can be of use.
        """
        game, seat = self.game, self.game.decision.seat
        hidden = game.bag + "".join(
            letter * count
            for at, hand in enumerate(game.hands)
            if at != seat
            for letter, count in zip("krbg", hand, strict=True)
        )
        bag = "".join(dice.sample(hidden, len(hidden)))
        if other_tiles:
            bag = "".join(dice.choices("krbg", k=len(hidden)))
        hands = []
        for at, hand in enumerate(game.hands):
            size = 0 if at == seat else sum(hand)
            hands.append(hand if at == seat else counts_of(bag[:size]))
            bag = bag[size:]
        board = replace(game.board)  # a copy without cached results
        return Asked(replace(game, board=board, hands=tuple(hands), bag=bag))


ALL_DEALS = [
    Deal(number, players, board, options)
    for number, options in enumerate(reversed(OPTION_SETS))
    for players, board in [
        (2 + number % 3, ("classic", "advanced")[number % 2]),
        (2 + (number + 1) % 3, ("advanced", "classic")[number % 2]),
        (2 + (number + 2) % 3, "classic"),
    ]
]
"""For each set of options a game with two, three and four players; first those with all options."""


@cache
def moments(deal):
    """Some moments of each kind of decision, from all over a game."""
    found = defaultdict(list)
    for moment in played(deal):
        found[moment.game.decision.kind].append(Asked(moment.game))
    dice = random.Random(deal.seed)
    chosen = []
    for kind, asked in found.items():
        most = OF_A_KIND * (2 if kind == "action" else 1)
        chosen += dice.sample(asked, min(len(asked), most))
    return tuple(chosen)
