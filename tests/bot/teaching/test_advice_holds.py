"""Advice is true: the engine plays it out in random games (R15.2 aside)."""

from itertools import islice

import pytest

from bot.teaching.advice import advice_of, kinds_that_fit
from engine import (
    ActionDecision,
    AddDecision,
    Attack,
    BuildDecision,
    Chance,
    Colour,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    EndTurn,
    LeaderReturned,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PointsScored,
    Scores,
    SiteDecision,
    TakeDecision,
    TreasuresTaken,
    WinsTreasures,
    conflict_outlook,
    least_action,
    moves_that_matter,
)
from tests.engine.random_games import OPTION_SETS, Deal, play
from tests.longer import some_longer


class PlayedOut:
    """An action's outcome, without building anything and with any choice of treasures."""

    def __init__(self, game, action):
        self.seat, self.kinds, self.events = game.active, [], []
        self.game, events = game.apply(self.seat, action)
        self.events += events
        while isinstance(self.game.decision, BuildDecision | SiteDecision | TakeDecision):
            self.kinds.append(type(self.game.decision))
            answer = least_action(self.game)
            self.game, events = self.game.apply(self.game.decision.seat, answer)
            self.events += events

    def scores(self, colour):
        return any(
            isinstance(each, PointsScored) and (each.seat, each.colour) == (self.seat, colour)
            for each in self.events
        )

    def takes(self):
        return any(
            isinstance(each, TreasuresTaken) and each.seat == self.seat for each in self.events
        )


def action_of(game, name, found):
    """The action that a kind of advice is about, if it names one."""
    if name in MOVES_A_LEADER or name in {"revolt", "idle monument"}:
        colour = MOVES_A_LEADER.get(name, found.get("role"))
        return PlaceLeader(game.leaders(game.active)[colour], found["cell"])
    if name == "evict":
        return PlaceCatastrophe(found["cell"])
    return PlaceTile(found["tile"], found["cell"]) if name in MOVES_A_TILE else None


def holds(name, found, played):
    """True if the action had the promised effect."""
    match name:
        case "treasure in reach" | "treasures wait":
            return played.takes()
        case "square" | "cross":
            return BuildDecision in played.kinds
        case "line":
            return SiteDecision in played.kinds
        case "score the weakest" | "King collects":
            return played.scores(found["tile"])
        case "evict":
            returned = [each.leader for each in played.events if isinstance(each, LeaderReturned)]
            return found["leader"] in returned
        case "idle monument":
            return PlayedOut(played.game, EndTurn()).scores(found["role"])
        case "revolt":
            assert isinstance(played.game.decision, AddDecision)
            conflict = played.game.decision.conflict
            outlook = conflict_outlook(played.game.view(played.seat), conflict)
            promised = (found["leader"], found["other"])
            return (conflict.defender.leader, conflict.defender.strength) == promised and (
                outlook.chance >= Chance.LIKELY
            )
        case _:
            return True  # that the leader can go there


@pytest.mark.parametrize("seed", some_longer(range(4), 2))
def test_advice_is_true_and_names_the_same_spaces_as_the_buttons(seed):
    deal = Deal(seed, 2 + seed % 3, ("classic", "advanced")[seed % 2], OPTION_SETS[9 * seed % 32])
    for moment in islice(play(deal), 0, None, 5):
        game, view = moment.game, moment.game.view(moment.seat)
        if not isinstance(view.decision, ActionDecision):
            continue
        for name in kinds_that_fit(view):
            found = dict(advice_of(name, view).found)
            action = action_of(game, name, found)
            if action is not None:
                assert holds(name, found, PlayedOut(game, action)), (name, found)
            if "cell" in found:
                assert found["cell"] in spaces_of_buttons(view, name, found)


MOVES_A_LEADER = {"treasures wait": Colour.GREEN, "no Farmer": Colour.BLUE, "no Priest": Colour.RED}
MOVES_A_TILE = {
    "treasure in reach": WinsTreasures,
    "square": CompletesSquare,
    "cross": CompletesCross,
    "line": CompletesLine,
    "score the weakest": Scores,
    "King collects": Scores,
}


def spaces_of_buttons(view, name, found):
    """The spaces on buttons for the same purpose; that of the advice if there are none."""
    there = set()
    for move in moves_that_matter(view, 3):
        match move.action:
            case PlaceLeader(leader, cell):
                named = MOVES_A_LEADER.get(name)
                if name in {"revolt", "idle monument"}:
                    named = found["role"]
                if named is leader.colour:
                    there.add(cell)
            case PlaceCatastrophe(cell) if name == "evict":
                there.add(cell)
            case PlaceTile(colour, cell) if name == "war to win":
                if found["leader"] in (each.rival for each in move.merits if type(each) is Attack):
                    there.add(cell)
            case PlaceTile(colour, cell) if name in MOVES_A_TILE:
                does = any(isinstance(each, MOVES_A_TILE[name]) for each in move.merits)
                if does and (name == "treasure in reach" or colour is found["tile"]):
                    there.add(cell)
    return there or {found["cell"]}
