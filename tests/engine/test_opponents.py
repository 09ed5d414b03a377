"""Computer opponents: any decision of any game, legally, in time, and the same each time."""

from __future__ import annotations

import pickle
import random
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from engine import (
    OPTIONS,
    ActionDecision,
    AddDecision,
    AddTiles,
    BenefitKind,
    BuildDecision,
    CubeDecision,
    DeclineBuilding,
    DeclineMonument,
    EndTurn,
    Game,
    LeaderReturned,
    Level,
    PointsScored,
    SiteDecision,
    Step,
    WithdrawLeader,
    best_turns,
    counts_of,
    decide,
    expectations,
    greedy,
    least_action,
    parse_action,
    rank,
    read_game,
    read_position,
    spend_treasures,
)
from engine.commands.match.match_game import MOST_TURNS, Match, Seating
from engine.opponents.evaluation import UNDECIDED, Evaluation
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.weights import weights_for
from engine.opponents.whole_turns import whole_turn
from engine.values.actions import TurnAction
from tests.engine.diagram import draw
from tests.engine.random_games import OPTION_SETS, Deal, played
from tests.engine.running import OVER, POSITION
from tests.longer import longer

NODES = 60
"""Few positions are searched in most of these tests: they hold for any answer."""


@dataclass(frozen=True)
class Asked:
    """A moment with the whole game, of which the decider gets the view alone."""

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
        """The same view for the decider, with other tiles in the other hands and in the bag.

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
"""Games of two, three and four players for each set of options; first those with all options."""


@cache
def moments(deal):
    """A moment of each kind of decision, and two of actions, from all over a game."""
    found = defaultdict(list)
    for moment in played(deal):
        found[moment.game.decision.kind].append(Asked(moment.game))
    dice = random.Random(deal.seed)
    chosen = []
    for kind, asked in found.items():
        chosen += dice.sample(asked, min(len(asked), 2 if kind == "action" else 1))
    return tuple(chosen)


# --- any decision, in time and the same each time -------------------------------------------------


PARTS = [ALL_DEALS[:2], ALL_DEALS[8::16]]
"""The first part is tried always."""
FIXTURES = Path(__file__).parents[1] / "fixtures"
FEW = [asked for deal in ALL_DEALS[:1] for asked in moments(deal)]
"""Every kind of decision, with every option."""


@pytest.mark.parametrize("part", longer(PARTS))
@pytest.mark.parametrize("level", Level)
def test_every_kind_of_decision_is_answered_legally(part, level):
    for deal in part:
        for number, asked in enumerate(moments(deal)):
            action = asked.answer(level, seed=number)
            assert asked.view.refusal(action) is None, (deal, asked.kind, action)


@pytest.mark.parametrize("options", longer([OPTIONS, (), OPTION_SETS[9]]))
def test_whole_games_are_played_at_every_level(options):
    """Every decision is legal, or the match would report it."""
    players = ("easy", "medium", "strong", "random")
    played = Match(players, 1, "advanced", options, NODES // 4).play(Seating(0, 1))
    turns = played.record.count(" end\n") / len(players)
    assert read_position(played.record).over or turns == MOST_TURNS


def test_the_same_arguments_give_the_same_answer_whatever_was_asked_before():
    for level in Level:
        answers = [asked.answer(level, seed=3) for asked in FEW]
        assert [asked.answer(level, seed=3) for asked in reversed(FEW)] == answers[::-1]


@pytest.mark.parametrize("patience", [0, 1, 10])
def test_when_the_time_is_up_something_legal_is_answered(patience):
    for level, asked in product(Level, FEW):
        times = iter(range(10_000_000))

        def stop(times=times):
            return next(times) >= patience

        arguments = {"seed": 1, "nodes": 20 * NODES, "stop": stop}
        action = decide(asked.view, asked.game.scores, level, **arguments)
        assert asked.view.refusal(action) is None
        turns = best_turns(asked.view, asked.game.scores, 3, level=level, **arguments)
        assert asked.view.refusal(turns[0].actions[0]) is None


def test_who_misjudges_gives_no_leader_away(monkeypatch):
    """No own leader leaves the board in its own turn unless a conflict is lost, or points won."""
    monkeypatch.setattr("engine.commands.match.match_game.MOST_TURNS", 15)
    played = Match(("easy", "easy"), 5, "classic", (), 20).play(Seating(0, 0))
    for step in read_game(played.record):
        if not isinstance(step, Step) or not isinstance(step.action, TurnAction):
            continue
        assert not isinstance(step.action, WithdrawLeader)
        returned = [
            event
            for event in step.events
            if isinstance(event, LeaderReturned) and event.leader.dynasty is step.dynasty
        ]
        assert not returned or any(isinstance(event, PointsScored) for event in step.events)


def test_nobody_else_is_asked():
    game = read_position(POSITION)
    with pytest.raises(LookupError):
        decide(game.view(1), game.scores, Level.STRONG, seed=1, nodes=NODES)
    with pytest.raises(LookupError):
        greedy(game.view(1), game.scores, seed=1)
    assert best_turns(game.view(1), game.scores, 3, seed=1, nodes=NODES) == ()


@pytest.mark.parametrize("own", [0, 1])
def test_a_result_counts_more_than_anything_before_it(own):
    """However rich the other spheres of the player who lost: the weakest decides (R14.3)."""
    game = read_position(POSITION)
    unseen = unseen_by(game.view(own))
    position = position_of(game.view(own), game.scores, unseen)
    position.treasures = 0
    position.points = [7, 7, 7, 7, 0, 6, 60, 60, 60, 0]
    worth = Evaluation(weights_for(2), own, 2, unseen).value(position)
    assert worth > UNDECIDED if own == 0 else worth < -UNDECIDED


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG])
def test_a_certain_win_is_taken_however_much_could_still_be_scored(level):
    """With an empty bag any tile ends the game (R14.2): no monument scores after that (R8.8)."""
    game = read_position((FIXTURES / "certain_win.te").read_text())
    while not game.over and game.active == 1:
        seat = game.decision.seat  # the other one, in a conflict
        game, _ = game.apply(seat, decide(game.view(seat), game.scores, level, seed=1))
    assert game.over
    assert [each.seat for each in game.ranking() if each.place == 1] == [1]


# --- whole turns --------------------------------------------------------------------


def test_the_best_turns_are_sorted_different_and_can_be_played():
    for asked in FEW:
        turns = best_turns(asked.view, asked.game.scores, 3, seed=1, nodes=NODES)
        assert 1 <= len(turns) <= 3
        shares = [turn.share for turn in turns]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)
        assert len({turn.actions for turn in turns}) == len(turns)
        if not isinstance(asked.game.decision, ActionDecision):
            assert {len(turn.actions) for turn in turns} == {1}
            assert len(turns) <= len(asked.view.legal_actions())
        for turn in turns:
            game, seat = asked.game, asked.game.decision.seat
            for action in turn.actions:
                assert (game.decision.seat, game.refusal(seat, action)) == (seat, None)
                game, _ = game.apply(seat, action)
            # a point in the weakest sphere, and what ends the game, are told first
            kinds = [each.kind for each in turn.benefits]
            assert len(kinds) <= 2
            assert BenefitKind.ENDS not in kinds or len(kinds) == 1
            assert all(each.amount > 0 for each in turn.benefits)


# --- expectations -------------------------------------------------------------------


def test_everybodys_shares_of_the_win_add_up():
    for asked in FEW:
        game = asked.game
        for view in (game.view(0), game.view(1), game.open_view()):
            expected = expectations(view, game.scores)
            assert len(expected) == len(game.seats)
            assert sum(each.share for each in expected) == pytest.approx(1)
            assert all(0 <= each.share <= 1 for each in expected)
            assert all(1 <= each.place <= len(game.seats) for each in expected)


def test_at_the_end_the_result_is_expected():
    game = read_position(OVER)
    places = {placing.seat: placing.place for placing in rank(game.scores)}
    for view in (game.view(0), game.view(1), game.open_view()):
        assert [each.place for each in expectations(view, game.scores)] == [places[0], places[1]]
        assert [each.share for each in expectations(view, game.scores)] == [1, 0]


def test_a_first_place_that_is_shared_is_a_win_in_parts():
    game = read_position(
        OVER.replace("k3 r0 b12 g1 t2", "k0 r0 b0 g0 t1").replace(
            "k0 r1 b2 g3 t0", "k1 r0 b0 g0 t0"
        )
    )
    assert [each.share for each in expectations(game.view(0), game.scores)] == [0.5, 0.5]


def test_a_turn_without_actions_left_is_ended():
    game = read_position(POSITION)
    for decision in ("k@H3", "r@L3"):
        game, _ = game.apply(0, parse_action(decision))
    for level in Level:
        assert decide(game.view(0), game.scores, level, seed=1, nodes=NODES) == EndTurn()


# --- a computer's knowledge (R15) -------------------------------------------------------


def otherwise(asked, seed):
    dice = random.Random(seed)
    return [asked.with_hidden(dice, other_tiles=other) for other in (False, True)]


@pytest.mark.parametrize("part", longer(PARTS))
def test_the_same_is_decided_whatever_is_hidden(part):
    level, changed, kinds = dict(enumerate(Level)), [], set()
    for deal in part:
        for number, asked in enumerate(moments(deal)):
            kinds.add(asked.kind)
            expected = asked.answer(level[number % 3], seed=number)
            for other in otherwise(asked, number):
                assert other.view == asked.view
                changed.append(other.game != asked.game)
                assert other.answer(level[number % 3], seed=number) == expected, deal
    assert sum(changed) > 0.9 * len(changed)  # few tiles may be hidden late in a game
    assert kinds == {"action", "war", "add", "site", "build", "take", "cube", "draw"}


def test_the_same_turns_are_best_and_the_same_is_expected_whatever_is_hidden():
    for number, asked in enumerate(FEW):
        for other in otherwise(asked, number):
            mine, same = (
                best_turns(each.view, each.game.scores, 3, seed=number, nodes=NODES)
                for each in (asked, other)
            )
            assert mine == same
            assert expectations(asked.view, asked.game.scores) == expectations(
                other.view, other.game.scores
            )


def test_a_view_that_went_to_another_process_is_as_good():
    for number, asked in enumerate(FEW):
        sent = pickle.loads(pickle.dumps((asked.view, asked.game.scores)))
        assert best_turns(*sent, 2, seed=number, nodes=NODES) == best_turns(
            asked.view, asked.game.scores, 2, seed=number, nodes=NODES
        )


# --- greedy, the fixed reference: compared with trying everything on the engine itself ------------


def ends_of_action(game, seat):
    """The possible games after an action if nobody else adds tiles, and *seat* just enough."""
    decision = game.decision
    match decision:
        case AddDecision():
            actions = [AddTiles(0)]
            if decision.seat == seat:
                actions = [greedy(game.view(seat), game.scores, seed=0)]
        case BuildDecision() | SiteDecision():
            declined = DeclineMonument | DeclineBuilding
            actions = [each for each in game.legal_actions() if not isinstance(each, declined)]
        case ActionDecision():
            return [game]
        case _:
            actions = [least_action(game)]
    return [
        end
        for action in actions
        for end in ends_of_action(game.apply(decision.seat, action).game, seat)
    ]


def worth(game, seat):
    """The spheres of *seat*, weakest first, if it ended its turn here."""
    after, _ = game.apply(seat, EndTurn())
    spheres = sorted(spend_treasures(after.scores[seat]))
    if isinstance(after.decision, CubeDecision):
        spheres[0] += 1
    return sorted(spheres)


def most_of(game, seat, action):
    """The most that its last action can bring *seat*."""
    if action == EndTurn():
        return worth(game, seat)
    return max(worth(end, seat) for end in ends_of_action(game.apply(seat, action).game, seat))


def at_last_actions(deal):
    """The moments of a game with one action left."""
    return [
        moment.game
        for moment in played(deal)
        if isinstance(moment.game.decision, ActionDecision) and moment.game.actions_left == 1
    ]


@pytest.mark.parametrize("deal", longer(ALL_DEALS[::40]), ids=str)
def test_its_last_action_brings_the_most_that_any_can(deal):
    for number, game in enumerate(at_last_actions(deal)[::8]):
        action = greedy(game.view(game.active), game.scores, seed=number)
        seat = game.active
        most = max(most_of(game, seat, each) for each in game.legal_actions())
        assert most_of(game, seat, action) == most, number


def test_among_equals_chance_decides_and_the_same_seed_alike():
    game = at_last_actions(ALL_DEALS[0])[0]
    view = game.view(game.active)
    decided = [greedy(view, game.scores, seed=seed) for seed in range(8)]
    assert len(set(decided)) > 1
    assert decided == [greedy(view, game.scores, seed=seed) for seed in range(8)]


def test_it_answers_every_kind_of_decision_from_its_view_alone():
    of_each_kind = {asked.kind: asked for asked in moments(ALL_DEALS[0])}
    for number, asked in enumerate(of_each_kind.values()):
        action = greedy(asked.view, asked.game.scores, seed=number)
        assert asked.view.refusal(action) is None
        assert not isinstance(action, DeclineMonument | DeclineBuilding)
        other = asked.with_hidden(random.Random(number), other_tiles=True)
        assert greedy(other.view, other.game.scores, seed=number) == action


def test_in_a_conflict_it_adds_the_least_that_wins_else_nothing():
    """One temple is beside both Kings; a tie is the defender's."""

    def added(*decisions, **hands):
        game = draw("Bk r . .", hands=hands).play("A Ak@H2", *decisions).game
        return str(greedy(game.view(game.decision.seat), game.scores, seed=1))

    assert added(A="rrr", B="rrr") == "+1"
    assert added(A="kkk", B="rrr") == "+0"
    assert added("A +2", A="rrr", B="rrr") == "+2"
    assert added("A +0", A="rrr", B="rrr") == "+0"
    assert added("A +3", A="rrr", B="rr") == "+0"


# --- turns can be written down and played as they stand ---------------------------------------


def whole(scene, *actions, answer="none"):
    game = scene.game
    turn = whole_turn(
        game.view(game.decision.seat),
        game.scores,
        [parse_action(action) for action in actions],
        lambda *_: parse_action(answer),
    )
    return "; ".join(map(str, turn))


def test_a_turn_is_written_to_its_end():
    assert whole(draw("Ak r . ."), "k@H2", "k@I2", "end") == "k@H2"  # one k in hand
    assert whole(draw("Ak r . ."), "k@H2", "r@I2", "end") == "k@H2; r@I2; end"
    assert whole(draw("Ak r . ."), "end", "end") == "end"


def test_what_is_asked_on_the_way_is_answered():
    scene = draw("Ak r r\n. r .", hands={"A": "rkk"})
    assert whole(scene, "r@H3", "k@F3", "end", answer="build:kr@G2") == (
        "r@H3; build:kr@G2; k@F3; end"
    )


def test_a_turn_is_known_no_further_than_a_conflict():
    assert whole(draw("Bk r . ."), "Ak@H2", "k@I2", "end") == "Ak@H2"


def test_a_turn_is_known_no_further_than_a_swap():
    assert whole(draw("Ak r . ."), "swap:k", "r@H2", "end") == "swap:k"


def test_whatever_is_written_can_be_played():
    """Any actions, also some that are no longer legal when their turn comes."""

    def first(view, scores):
        assert view.decides
        assert not isinstance(view.decision, ActionDecision | AddDecision)
        counted.append(tuple(scores))
        return view.legal_actions()[0]

    for deal in ALL_DEALS[:2]:
        for number, asked in enumerate(moments(deal)):
            dice, counted = random.Random(number), []
            game, seat = asked.game, asked.game.decision.seat
            tried = [dice.choice(game.legal_actions()) for _ in range(2)]
            turn = whole_turn(asked.view, game.scores, [*tried, EndTurn()], first)
            assert turn[0] == tried[0]
            found = []
            for at, action in enumerate(turn):
                if at and not isinstance(game.decision, ActionDecision):
                    found.append(game.scores)
                game, _ = game.apply(seat, action)
            assert found == counted
