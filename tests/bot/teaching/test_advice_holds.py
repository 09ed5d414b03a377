"""Advice is true: the engine plays it out in random games (R15.2 aside)."""

from itertools import islice
from typing import Any

import pytest

from bot.teaching.advice import advice_of, kinds_that_fit
from engine import (
    ActionDecision,
    AddDecision,
    Attack,
    BuildDecision,
    BuildMonument,
    Chance,
    ChooseWar,
    Colour,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    DeclineBuilding,
    DeclineMonument,
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
    WarDecision,
    WinsTreasures,
    cells_of,
    conflict_outlook,
    moves_that_matter,
    neighbours,
)
from tests.engine.random_games import OPTION_SETS, Deal, play
from tests.longer import some_longer

Found = dict[str, Any]


def played(game, action):
    """The game after an action, without building anything and with any choice of treasures."""
    seat = game.decision.seat
    after, more = game.apply(seat, action)
    events = list(more)
    while isinstance(after.decision, BuildDecision | SiteDecision | TakeDecision):
        answers = after.legal_actions()
        decline = (DeclineBuilding(), DeclineMonument())
        answer = next((each for each in answers if each in decline), answers[0])
        after, more = after.apply(after.decision.seat, answer)
        events += more
    return after, events


def scores(events, seat, colour):
    return any(
        isinstance(each, PointsScored) and (each.seat, each.colour) == (seat, colour)
        for each in events
    )


def takes(events, seat):
    return any(isinstance(each, TreasuresTaken) and each.seat == seat for each in events)


def scored_at_the_end(game, seat, colour):
    return scores(list(game.apply(seat, EndTurn()).events), seat, colour)


def tile(found):
    return PlaceTile(found["tile"], found["cell"])


def own(game, colour):
    return game.leaders(game.active)[colour]


def asked(game, action):
    """The kinds of questions after an action, in order, all declined."""
    game = game.apply(game.decision.seat, action).game
    while isinstance(game.decision, BuildDecision | SiteDecision):
        yield type(game.decision)
        build = isinstance(game.decision, BuildDecision)
        decline = DeclineMonument() if build else DeclineBuilding()
        game = game.apply(game.decision.seat, decline).game


def wars_on(game, found):
    """For each tile that can be placed there, the war in question, if it comes first."""
    for colour in Colour:
        action = PlaceTile(colour, found["cell"])
        if game.refusal(game.active, action) is None:
            after = game.apply(game.active, action).game
            if isinstance(after.decision, WarDecision):
                after = after.apply(game.active, ChooseWar(found["role"])).game
            assert isinstance(after.decision, AddDecision)
            yield after, after.decision.conflict


def is_that_war(conflict, found):
    """Whether strengths and leaders are as the advice says."""
    attacker, defender = conflict.attacker, conflict.defender
    numbers = (attacker.strength, defender.strength) == (found["own"], found["other"])
    return numbers and defender.leader == found["leader"]


def build(game, found):
    decision = game.decision
    assert isinstance(decision, BuildDecision)
    colours = {found["first"], found["second"]}
    ends = []
    for monument, corner in decision.choices:
        if set(monument) == colours:
            after, _ = played(game, BuildMonument(monument, corner))
            ends.append(scored_at_the_end(after, game.active, found["role"]))
    return bool(ends) and all(ends)


def treasures_wait(game, found):
    board = game.board
    cell = found["cell"]
    there = [(each.mask & board.treasures).bit_count() for each in board.kingdoms_beside(cell)]
    _, events = played(game, PlaceLeader(own(game, Colour.GREEN), cell))
    return found["count"] in there and takes(events, game.active)


def war_to_win(game, found):
    return all(
        is_that_war(war, found)
        and conflict_outlook(after.view(game.active), war).chance >= Chance.LIKELY
        for after, war in wars_on(game, found)
    )


def war_to_lose(game, found):
    return all(
        is_that_war(war, found)
        and war.attacker.strength + after.hands[game.active][war.colour] <= war.defender.strength
        for after, war in wars_on(game, found)
    )


def revolt(game, found):
    action = PlaceLeader(own(game, found["role"]), found["cell"])
    after = game.apply(game.active, action).game
    assert isinstance(after.decision, AddDecision)
    war = after.decision.conflict
    held = after.hands[game.active][Colour.RED]
    outlook = conflict_outlook(after.view(game.active), war)
    return (
        (war.internal, war.defender.leader) == (True, found["leader"])
        and (war.attacker.strength + held, war.defender.strength) == (found["own"], found["other"])
        and outlook.chance >= Chance.LIKELY
    )


def one_temple(game, found):
    after = game.board.with_catastrophe(found["cell"])
    stranded = [leader for leader, _ in after.stranded()]
    return own(game, found["role"]) in stranded and bool(
        game.catastrophe_cells() & found["cell"].bit
    )


def open_to_revolt(game, found):
    leader = own(game, found["role"])
    at = game.board.cell_of(leader)
    kingdoms = game.board.kingdoms_beside(found["cell"])
    rivals = [game.leaders(seat)[found["role"]] for seat in range(len(game.seats))]
    return (
        at is not None
        and [leader in kingdom.leaders for kingdom in kingdoms] == [True]
        and (game.board.temples_beside(at), game.board.temples_beside(found["cell"]))
        == (found["own"], found["other"])
        and any(game.leader_cells(each) & found["cell"].bit for each in rivals if each != leader)
    )


def idle_monument(game, found):
    after, _ = played(game, PlaceLeader(own(game, found["role"]), found["cell"]))
    return scored_at_the_end(after, game.active, found["role"])


def scores_for_others(game, found):
    seat = game.seats.index(found["leader"].dynasty)
    cells = cells_of(game.tile_cells(found["tile"]))
    return seat != game.active and any(
        scores(played(game, PlaceTile(found["tile"], cell))[1], seat, found["tile"])
        for cell in cells
    )


def evict(game, found):
    _, events = played(game, PlaceCatastrophe(found["cell"]))
    returned = [each.leader for each in events if isinstance(each, LeaderReturned)]
    return found["leader"] in returned


def keep_apart(game, found):
    mine, other = own(game, found["role"]), found["leader"]
    before = game.board
    after = before.with_catastrophe(found["cell"])
    sides = [
        next(each for each in after.kingdoms if leader in each.leaders) for leader in (mine, other)
    ]
    held = game.hands[game.active][found["role"]]
    strengths = tuple((before.tiles[found["role"]] & side.mask).bit_count() for side in sides)
    apart = not sides[0].around & sides[1].around & after.empty
    return (
        apart
        and strengths == (found["own"], found["other"])
        and (strengths[0] + held < strengths[1])
    )


def far_from_river(game, _):
    cell = game.board.cell_of(own(game, Colour.BLUE))
    kingdom = None if cell is None else game.board.kingdom_at(cell)
    river = game.board.layout.river & game.board.empty
    return kingdom is not None and not river & neighbours(kingdom.mask)


def goes_there(colour):
    return lambda game, found: bool(game.leader_cells(own(game, colour)) & found["cell"].bit)


CLAIMS = {
    "build": build,
    "no leaders": lambda game, _: any(map(game.leader_cells, game.leaders(game.active))),
    "weakest without leader": lambda game, found: bool(game.leader_cells(own(game, found["role"]))),
    "treasure in reach": lambda game, found: takes(played(game, tile(found))[1], game.active),
    "treasures wait": treasures_wait,
    "square": lambda game, found: BuildDecision in asked(game, tile(found)),
    "cross": lambda game, found: BuildDecision in asked(game, tile(found)),
    "line": lambda game, found: SiteDecision in asked(game, tile(found)),
    "no Farmer": goes_there(Colour.BLUE),
    "no Priest": goes_there(Colour.RED),
    "score the weakest": lambda game, found: scores(
        played(game, tile(found))[1], game.active, found["tile"]
    ),
    "King collects": lambda game, found: scores(
        played(game, tile(found))[1], game.active, found["tile"]
    ),
    "war to lose": war_to_lose,
    "war to win": war_to_win,
    "revolt": revolt,
    "one temple": one_temple,
    "open to revolt": open_to_revolt,
    "idle monument": idle_monument,
    "scores for others": scores_for_others,
    "evict": evict,
    "keep apart": keep_apart,
    "far from the river": far_from_river,
    "second action": lambda game, _: len(game.bag) + sum(game.display) > 0,
}
"""Claims about an action or the board, by kind of advice; other kinds only state rules."""


@pytest.mark.parametrize("seed", some_longer(range(4), 2))
def test_advice_is_true_and_names_the_same_spaces_as_the_buttons(seed):
    deal = Deal(seed, 2 + seed % 3, ("classic", "advanced")[seed % 2], OPTION_SETS[9 * seed % 32])
    for moment in islice(play(deal), 0, None, 4):
        view = moment.game.view(moment.seat)
        for name in kinds_that_fit(view):
            advice = advice_of(name, view)
            found = dict(advice.found)
            if name in CLAIMS:
                assert CLAIMS[name](moment.game, found), (name, found)
            if isinstance(view.decision, ActionDecision) and "cell" in found:
                assert found["cell"] in spaces_of_buttons(moment.game, name, found)


MOVES_A_LEADER = {"treasures wait": Colour.GREEN, "no Farmer": Colour.BLUE, "no Priest": Colour.RED}


MOVES_A_TILE = {
    "treasure in reach": WinsTreasures,
    "square": CompletesSquare,
    "cross": CompletesCross,
    "line": CompletesLine,
    "score the weakest": Scores,
    "King collects": Scores,
}


def spaces_of_buttons(game, name, found):
    """The spaces that buttons name for the same purpose; that of the advice if there are none."""
    moves = moves_that_matter(game.view(game.active), 3)
    there = set()
    for move in moves:
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
