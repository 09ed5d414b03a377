"""The position that computer opponents search on keeps to the rules of the engine.

The rules exist twice: in ``engine/rules/resolution.py``, and in ``engine/opponents/position.py``,
which is quick to search on. Random games are carried out on both, and compared after every
decision.
"""

from __future__ import annotations

from typing import assert_never

import pytest

from engine import (
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildDecision,
    BuildMonument,
    BuildZiggurat,
    ChooseWar,
    CubeDecision,
    DeclineBuilding,
    DeclineMonument,
    DrawDecision,
    DrawTile,
    EndTurn,
    Over,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SiteDecision,
    SwapTiles,
    TakeCube,
    TakeDecision,
    TakeTreasures,
    WarDecision,
    WithdrawLeader,
    mask_of,
)
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.position import BLUE, NEAR, NEAR_AND_OWN, RED, SPHERES, SearchPosition
from engine.values.cells import indices
from engine.values.shapes import square
from tests.engine.random_games import GAMES, OPTION_SETS, Deal, played, some_moments

HAND_SIZE = 6
TREASURES_AT_END = 2


def seen(game):
    """The position that the search would be given if nothing were hidden."""
    view = game.open_view()
    return position_of(view, game.scores, unseen_by(view))


def contents(position):
    """Every attribute but the setting, in an order that does not matter to the rules."""
    names = set(SearchPosition.__slots__) - {"setting"}
    return {name: getattr(position, name) for name in names} | {
        "kingdoms": sorted(position.kingdoms)
    }


def asked(game):
    """Return the question that the engine asks."""
    decision = game.decision
    match decision:
        case ActionDecision(seat):
            return "act", seat
        case WarDecision(seat, colours):
            return "war", seat, colours
        case AddDecision(seat, conflict):
            parties = conflict.attacker, conflict.defender
            return (
                "add",
                seat,
                *(4 * party.seat + party.leader.colour for party in parties),
                *(party.strength for party in parties),
            )
        case SiteDecision(seat, _, cells):
            return "site", seat, mask_of(cells)
        case BuildDecision(seat, choices, centres):
            monuments = {(monument.number, square(corner)) for monument, corner in choices}
            return "build", seat, monuments, {NEAR_AND_OWN[centre.bit] for centre in centres}
        case TakeDecision(seat, takes):
            return "take", seat, {mask_of(cells) for cells in takes}
        case CubeDecision(seat):
            return "cube", seat
        case DrawDecision(seat):
            return "draw", seat
        case Over():
            return ("over",)
        case _:
            assert_never(decision)


class Follower:
    """Carries the decisions of a game out on a search position, by the rules of that alone.

    Only drawing is taken from the game: a search position has no bag to draw from.
    """

    def __init__(self, start):
        self.position = seen(start)
        self.active = 0
        self.colour = 0
        self.placed = 0

    def follow(self, moment):
        """Carry out what was decided; what has to be asked next."""
        game, seat, action, position = moment.game, moment.seat, moment.action, self.position
        match action:
            case PlaceTile(colour, cell):
                self.colour, self.placed = int(colour), cell.bit
                self.spend(seat, colour, 1)
                joined = position.lay(self.colour, self.placed)
                return self.next_war() if joined else self.offer_building()
            case PlaceLeader(leader, cell):
                number = self.number(game, leader)
                rival = position.lead(number, cell.bit)
                return self.give_treasures() if rival < 0 else self.revolt(number, rival)
            case WithdrawLeader(leader):
                position.lift(self.number(game, leader))
            case PlaceCatastrophe(cell):
                position.spare[seat] -= 1
                position.destroy(cell.bit)
            case SwapTiles(counts):
                for colour, count in enumerate(counts):
                    self.spend(seat, colour, count)
                return self.draw(moment.after, refill=False)
            case EndTurn():
                position.score_monuments(seat)
                if position.king_at_ziggurat(seat):
                    return "cube", seat
                return self.draw(moment.after, refill=True)
            case ChooseWar(colour):
                return self.war(colour)
            case AddTiles(count):
                return self.add(game, seat, count)
            case PlaceBuilding(cell):
                position.put_building(self.colour, cell.bit)
                return self.offer_monument()
            case DeclineBuilding():
                return self.offer_monument()
            case BuildMonument(monument, corner):
                position.build(monument.number, square(corner))
            case BuildZiggurat(centre):
                position.build_ziggurat(NEAR_AND_OWN[centre.bit])
            case DeclineMonument():
                pass
            case TakeTreasures(cells):
                position.take(seat, mask_of(cells))
            case TakeCube(colour):
                position.points[SPHERES * seat + colour] += 1
                return self.draw(moment.after, refill=True)
            case DrawTile():
                assert isinstance(game.decision, DrawDecision)
                return self.draw(moment.after, refill=game.decision.refill)
            case _:
                assert_never(action)
        return self.give_treasures()

    def number(self, game, leader):
        return 4 * game.seats.index(leader.dynasty) + leader.colour

    def spend(self, seat, colour, count):
        self.position.hands[4 * seat + colour] -= count
        self.position.sizes[seat] -= count

    def revolt(self, attacker, defender):
        temples = self.position.tiles[RED]
        spaces = (self.position.leaders[leader] for leader in (attacker, defender))
        strengths = ((NEAR[space] & temples).bit_count() for space in spaces)
        return "add", attacker >> 2, attacker, defender, *strengths

    def next_war(self):
        colours = self.position.warring(self.placed)
        if len(colours) > 1:
            return "war", self.active, tuple(colours)
        if colours:
            return self.war(colours[0])
        self.position.end_war(self.colour, self.placed)
        return self.offer_building()

    def war(self, colour):
        parties = self.position.parties(self.placed, colour, self.active)
        strengths = (
            self.position.supporters(leader, self.placed).bit_count() for leader in parties
        )
        return "add", parties[0] >> 2, *parties, *strengths

    def add(self, game, seat, count):
        """Add tiles; as the defender decides last, the conflict is decided then (R6.4, R7.5)."""
        assert isinstance(game.decision, AddDecision)
        conflict = game.decision.conflict
        self.spend(seat, conflict.tiles, count)
        attacker, defender = (
            self.number(game, party.leader) for party in (conflict.attacker, conflict.defender)
        )
        if conflict.attacker.added is None:
            _, _, *rest = asked(game)
            return "add", defender >> 2, *rest
        winner, loser = defender, attacker
        if conflict.attacker.total > conflict.defender.strength + count:
            winner, loser = attacker, defender
        if conflict.internal:
            self.position.decide_revolt(winner, loser)
            return self.give_treasures()
        self.position.decide_war(winner, loser, self.placed)
        return self.next_war()

    def offer_building(self):
        position = self.position
        if position.setting.buildings and (sites := position.sites(self.colour, self.placed)):
            return "site", self.active, sites
        return self.offer_monument()

    def offer_monument(self):
        position = self.position
        monuments = {
            (number, corner)
            for corner in position.squares(self.colour, self.placed)
            for number in position.unbuilt(self.colour)
        }
        crosses = set(position.crosses(self.colour, self.placed))
        return (
            ("build", self.active, monuments, crosses)
            if monuments or crosses
            else self.give_treasures()
        )

    def give_treasures(self):
        """Give out treasures, as far as nobody is asked which one stays (R9)."""
        while due := self.position.treasures_due(self.active):
            seat, here = due
            stay = self.position.may_stay(here)
            choices = {here & ~(1 << index) for index in indices(stay)}
            if len(choices) > 1:
                return "take", seat, choices
            self.position.take(seat, here & ~stay)
        return "act", self.active

    def draw(self, after, *, refill):
        """Take over what was drawn; after a refill the turn ends, or the game (R3.4, R14)."""
        drawn = seen(after)
        position = self.position
        position.hands, position.sizes, position.bag = drawn.hands, drawn.sizes, drawn.bag
        if isinstance(after.decision, DrawDecision):
            return "draw", after.decision.seat
        if not refill:
            return self.give_treasures()
        if position.treasures.bit_count() <= TREASURES_AT_END or min(position.sizes) < HAND_SIZE:
            return ("over",)
        self.active = (self.active + 1) % position.setting.seats
        return "act", self.active


def compared(deal):
    """The moments of a random game, each compared with what the search position makes of it."""
    game, _ = deal.start()
    follower = Follower(game)
    for moment in played(deal):
        question = follower.follow(moment)
        assert question == asked(moment.after)
        assert contents(follower.position) == contents(seen(moment.after))
        yield moment


def test_random_games_on_it_are_games_by_the_rules():
    """After each decision all is the same, and the same is asked next (R3 to R14)."""
    for deal in GAMES:
        *_, last = compared(deal)
        assert last.after.over


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTION_SETS[::3], ids=" ".join)
def test_random_games_with_each_set_of_options(options):
    """As above, games with other sets of options (R12)."""
    number = OPTION_SETS.index(options)
    deal = Deal(number, 2 + number % 3, ("classic", "advanced")[number % 2], options)
    *_, last = compared(deal)
    assert last.after.over


def test_it_knows_the_same_spaces_and_kingdoms():
    """R4.2 to R4.4, R5.1, R5.2, R10.1: the spaces of every piece, whenever a player acts."""
    for moment in some_moments():
        game = moment.game
        if not isinstance(game.decision, ActionDecision):
            continue
        position = seen(game)
        land, river = position.tile_spaces()
        numbers = range(4 * game.active, 4 * game.active + 4)
        leaders = [position.leader_spaces(number) for number in numbers]
        assert position.spaces(game.active) == (land, river, leaders)
        for leader in game.leaders(game.active):
            number = 4 * game.active + leader.colour
            assert position.leader_spaces(number) == game.leader_cells(leader)
            tiles = river if leader.colour == BLUE else land
            assert tiles == game.tile_cells(leader.colour)
        assert position.catastrophe_spaces() == game.catastrophe_cells()
        assert {mask for mask, _, _ in position.kingdoms} == {
            kingdom.mask for kingdom in game.board.kingdoms
        }
