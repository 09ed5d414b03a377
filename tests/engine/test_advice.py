"""The moves that matter: what speaks for each, and in which order they come."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from engine import (
    COLOURS,
    Attack,
    BuildDecision,
    Catastrophe,
    Chance,
    Colour,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    ConflictOpened,
    CutsOff,
    EarnsEachTurn,
    FindsWork,
    Gives,
    GivesUp,
    HiddenTiles,
    Joins,
    KingdomsUnited,
    LeaderReturned,
    PointsScored,
    PreparesSquare,
    Scores,
    SendsHome,
    Stake,
    TreasuresTaken,
    WinsTreasures,
    moves_that_matter,
    pairs_that_matter,
    parse_piece,
    spaces_in_order,
)
from engine.advice import merits as counted
from tests.engine.diagram import draw, leader
from tests.engine.random_games import waiting_games, with_others_permuted

RED, BLUE, GREEN, BLACK = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.BLACK


def suggested(scene):
    """Return the moves that matter to the seat to play, in notation, best first."""
    game = scene.game
    return [str(each.action) for each in moves_that_matter(game.view(game.decision.seat))]


def move(scene, text):
    """Return a move as it is listed among all spaces for its piece."""
    view = scene.game.view(scene.game.decision.seat)
    piece = parse_piece(text.split("@", maxsplit=1)[0])
    return next(each for each in spaces_in_order(view, piece) if str(each.action) == text)


def merits(scene, text):
    return move(scene, text).merits


# --- points and treasures ------------------------------------------------------------------


def test_r5_3_a_tile_scores_for_its_leader_or_the_king():
    scene = draw("Ak r Bg .", hands={"A": "krbg"})
    assert merits(scene, "k@F3") == (Scores(BLACK, 1),)
    assert merits(scene, "r@F3") == (Scores(RED, 1),)
    assert merits(scene, "g@F3") == (Gives(seat=1, points=1),)
    assert merits(scene, "k@F7") == ()


def test_r12_1_6_a_building_doubles_the_point():
    scene = draw("Ak r r r r", options="buildings", buildings=("r G2",), hands={"A": "kr"})
    assert Scores(RED, 2) in merits(scene, "r@F3")
    assert merits(scene, "k@F3") == (Scores(BLACK, 1),)


WAY_TO_A_TREASURE = """
    r* {} r .
    .  .  r .
    .  .  r .
    .  .  {} .
    .  .  {} r*
"""


def test_r9_1_a_treasure_for_the_own_trader_or_for_another_s():
    own = draw(WAY_TO_A_TREASURE.format("Ag", ".", "r"), at="F3", hands={"A": "g"})
    assert merits(own, "g@H6") == (WinsTreasures(1), Scores(GREEN, 1))
    assert suggested(own)[0] == "g@H6"
    other = draw(WAY_TO_A_TREASURE.format("Bg", ".", "r"), at="F3", hands={"A": "k"})
    assert merits(other, "k@H6") == (Gives(seat=1, points=0, treasures=1),)
    assert move(other, "k@H6").worth < 0


def test_r9_1_a_trader_goes_where_treasures_wait():
    scene = draw(WAY_TO_A_TREASURE.format("Ak", "r", "r"), at="F3", hands={"A": "kk"})
    assert suggested(scene)[0].startswith("Ag@")
    assert WinsTreasures(1) in merits(scene, "Ag@I3")


def test_among_equals_the_own_weakest_colour_comes_first():
    for scores, first in (("k3 r3 b3 g0 t0", "g"), ("k3 r1 b3 g2 t0", "r")):
        scene = draw("Ak r . .", hands={"A": "krg"}, scores={"A": scores})
        assert suggested(scene)[0].startswith(f"{first}@")


def test_among_spaces_that_do_the_same_one_near_its_colour_is_named():
    scene = draw("Ak r r .\n. . . .\n. . k .", hands={"A": "k"})
    assert suggested(scene)[0] == "k@G3"
    assert [each[0] for each in suggested(scene)].count("k") == 1


# --- monuments, ziggurat, buildings --------------------------------------------------------


def test_r8_1_the_fourth_tile_of_a_square_is_worth_more_where_own_leaders_earn():
    scene = draw("r Ak k k\n. . . k", hands={"A": "kr"})
    assert merits(scene, "k@H3") == (CompletesSquare(BLACK, earning=1), Scores(BLACK, 1))
    assert suggested(scene)[0] == "k@H3"
    lonely = draw("k k\nk .", hands={"A": "k"})
    assert merits(lonely, "k@G3") == (CompletesSquare(BLACK, earning=0),)


def test_r8_1_no_square_matters_once_all_monuments_of_the_colour_are_built():
    drawing = "m m m m m m\nm m m m m m\n. . . . . .\nr Ak k k . .\n. . . k . ."
    scene = draw(drawing, monuments=("kr F2", "kb H2", "kg J2"), hands={"A": "kk"})
    assert merits(scene, "k@H6") == (Scores(BLACK, 1),)


def test_r8_1_a_square_is_prepared_only_with_its_last_tile_in_hand():
    drawing = "r Ak k k\n. . . .\n. . . ."
    assert PreparesSquare(BLACK) in merits(draw(drawing, hands={"A": "kk"}), "k@H3")
    assert merits(draw(drawing, hands={"A": "kr"}), "k@H3") == (Scores(BLACK, 1),)
    assert merits(draw("k k\n. .", hands={"A": "kk"}), "k@F3") == ()  # in nobody's kingdom


def test_r13_1_the_fifth_tile_of_a_cross():
    drawing = """
        r Ak r .
        . r  . r
        . .  r .
        """
    scene = draw(drawing, options="ziggurat", hands={"A": "r"})
    assert CompletesCross(earning=True) in merits(scene, "r@H3")
    plain = draw(drawing, hands={"A": "r"})
    assert CompletesCross(earning=True) not in merits(plain, "r@H3")


def test_r12_1_a_line_for_a_building_where_the_own_leader_scores():
    scene = draw("r Ak k k . .", options="buildings", hands={"A": "k"})
    assert CompletesLine(BLACK) in merits(scene, "k@J2")
    plain = draw("r Ak k k . .", hands={"A": "k"})
    assert merits(plain, "k@J2") == (Scores(BLACK, 1),)


def test_r8_8_a_leader_earns_where_a_monument_of_its_colour_stands():
    scene = draw("m m r .\nm m . .", monuments=("kr F2",), hands={"A": "gg"})
    assert EarnsEachTurn(1) in merits(scene, "Ak@I2")
    assert EarnsEachTurn(1) not in merits(scene, "Ag@I2")
    assert suggested(scene)[0] in {"Ak@I2", "Ar@I2", "Ak@H3", "Ar@H3"}
    ziggurat = draw(". m . . .\nm m m r .\n. m . . .", options="ziggurat", ziggurat="G3")
    assert EarnsEachTurn(1) in merits(ziggurat, "Ak@J3")  # R13.5: the King alone
    assert EarnsEachTurn(1) not in merits(ziggurat, "Ar@J3")


def test_r8_8_a_tile_that_brings_a_monument_into_a_kingdom_earns_for_whoever_is_there():
    drawing = "r Ak . m m\n. Br . m m\n. r . . ."
    scene = draw(drawing, monuments=("kr I2",), hands={"A": "gk"})
    found = merits(scene, "g@H2")
    assert set(found) == {Scores(GREEN, 1), EarnsEachTurn(1), Gives(seat=1, points=1)}
    after = scene.play("A g@H2").game.view(0)
    assert [points.points for points in after.points_of_ending()] == [1]


# --- kingdoms that meet --------------------------------------------------------------------


def test_r5_4_joining_two_own_kingdoms_in_peace():
    own = draw("Ak r . r Ag", hands={"A": "r"})
    assert merits(own, "r@H2") == (Joins(own=2),)
    assert move(own, "r@H2").worth > 0
    half = draw("Ak r . r Bg", hands={"A": "r"})
    assert merits(half, "r@H2") == (Joins(own=1),)
    assert "r@H2" not in suggested(half)


def test_r7_3_a_war_is_told_with_strengths_and_stakes():
    """Anna's King has three settlements behind it and two in the hand, Ben's one."""
    drawing = "r Ak k . k Bk r\n. k k . . . ."
    scene = draw(drawing, hands={"A": "kkr", "B": "ggg"})
    (war,) = merits(scene, "r@I2")
    assert war == Attack(
        internal=False,
        colour=BLACK,
        rival=leader("Bk"),
        strength=3,
        held=2,
        defence=1,
        hidden=HiddenTiles(most=3, expected=1),
        stake=Stake(gain=2, loss=3),
    )
    assert war.chance is Chance.SURE
    (placed,) = merits(scene, "k@I2")
    assert placed.held == 1
    assert placed.chance is Chance.LIKELY
    assert suggested(scene)[0] == "r@I2"


def test_r7_5_a_lost_war_is_never_suggested_and_comes_last_of_all_spaces():
    scene = draw("r Bk k . k Ak r\n. k k . . . .", hands={"A": "rr"})
    (war,) = merits(scene, "r@I2")
    assert war.chance is Chance.LOST  # a tie is the defender's, and it is behind by far
    assert not any(each.endswith("@I2") for each in suggested(scene))
    assert str(spaces_in_order(scene.game.view(0), RED)[-1].action) == "r@I2"


def test_r7_2_a_war_between_others_matters_to_nobody_else():
    scene = draw("r Bk . Pk r", seats="A B P", hands={"A": "rk"})
    assert merits(scene, "r@H2") == ()


def test_the_same_war_is_suggested_once_whatever_tile_begins_it():
    scene = draw("r Ak k k . Bk r", hands={"A": "krgg", "B": "r"})
    wars = [each for each in suggested(scene) if each.endswith("@J2")]
    assert len(wars) == 1


def test_r6_2_an_attack_is_judged_by_the_own_temples_and_the_size_of_the_other_hand():
    """Its chances are those shown in the conflict (``test_conflict_outlooks.py``)."""
    scene = draw("r Bk r .", hands={"A": "rrkkkk", "B": "krr"})
    attack = merits(scene, "Ak@I2")[0]
    assert attack == Attack(
        internal=True,
        colour=RED,
        rival=leader("Bk"),
        strength=1,
        held=2,
        defence=2,
        hidden=HiddenTiles(most=3, expected=2),
        stake=Stake(gain=1, loss=0),
    )
    assert attack.chance is Chance.UNCERTAIN
    assert merits(draw("r Bk r .", hands={"A": "rr", "B": ""}), "Ak@I2")[0].chance is Chance.SURE


# --- leaders -------------------------------------------------------------------------------


def test_the_first_turn_begins_with_leaders_who_score_what_is_in_hand():
    """The King may score all six, the Trader three, the Priest one; no Farmer has work."""
    scene = draw("r . .", hands={"A": "kkgggr"}, catastrophes=0)
    assert [each[:2] for each in suggested(scene)] == ["Ak", "Ag", "Ar", "Ab"]
    assert merits(scene, suggested(scene)[0]) == (FindsWork(tiles=6, at_once=True, comes=True),)
    assert merits(scene, suggested(scene)[3]) == (FindsWork(tiles=0, at_once=True, comes=True),)


def test_a_leader_finds_work_only_for_tiles_that_score_nowhere_yet():
    scene = draw("Ak r . . . r .", hands={"A": "gg"})
    assert merits(scene, "Ag@L2") == (FindsWork(tiles=0, at_once=True, comes=True),)
    alone = draw(". r . . . r .", hands={"A": "gg"})
    assert merits(alone, "Ag@L2") == (FindsWork(tiles=2, at_once=True, comes=True),)


def test_a_leader_that_moves_gives_up_what_it_does():
    scene = draw("Ag r . . . r .", hands={"A": "gg"})
    assert merits(scene, "Ag@L2") == (GivesUp(tiles=2, points=0),)
    assert not any(each.startswith("Ag") for each in suggested(scene))


# --- catastrophes --------------------------------------------------------------------------


def test_r4_6_a_catastrophe_on_the_last_temple_of_another_s_leader():
    scene = draw("Bk r . Ag r .", hands={"A": "b"})
    assert merits(scene, "x@G2") == (SendsHome(leader("Bk"), own=False),)
    assert merits(scene, "x@J2") == (SendsHome(leader("Ag"), own=True),)
    assert "x@G2" in suggested(scene)
    assert "x@J2" not in suggested(scene)


def test_r10_2_a_catastrophe_between_a_leader_and_its_monument():
    scene = draw("r Br k m m\n. . . m m", monuments=("kr I2",), hands={"A": "b"})
    assert merits(scene, "x@H2") == (CutsOff(seat=1, points=1, own=False),)


# --- for everything ------------------------------------------------------------------------


def test_nothing_is_suggested_to_who_does_not_decide_or_has_no_action():
    scene = draw("Bk r . .")
    assert moves_that_matter(scene.game.view(1)) == ()
    assert spaces_in_order(scene.game.view(1), RED) == ()
    conflict = scene.play("A Ak@H2")
    assert moves_that_matter(conflict.game.view(0)) == ()
    done = draw("Bk r . .", turn="A 0")
    assert moves_that_matter(done.game.view(0)) == ()
    assert spaces_in_order(done.game.view(0), RED) == ()


def test_what_is_suggested_is_legal_in_order_and_no_two_alike():
    for game in waiting_games(30):
        view = game.view(game.decision.seat)
        moves = moves_that_matter(view)
        legal = view.legal_actions()
        assert len(moves) <= 5
        assert len({each.action for each in moves}) == len(moves)
        assert moves == moves_that_matter(view, None)[: len(moves)]
        for each in moves:
            assert each.action in legal
            assert each.worth > 0
            chances = [merit.chance for merit in each.merits if isinstance(merit, Attack)]
            assert not chances or max(chances) >= Chance.LIKELY
        assert [each.worth for each in moves] == sorted((m.worth for m in moves), reverse=True)


def test_what_is_said_is_what_the_action_leads_to():
    """Points, treasures, leaders and conflicts are those of the preview; each space is there."""
    for game in waiting_games(60):
        view = game.view(game.decision.seat)
        for piece in (*COLOURS, *view.leaders(view.seat), Catastrophe()):
            ordered = spaces_in_order(view, piece)
            cells = [each.action.cell for each in ordered]
            assert sorted(cells) == list(view.legal_cells(piece))
            for each in ordered[::5]:
                events = view.preview(each.action).events
                check_points(view.seat, each.merits, events)
                check_conflicts(view, each.merits, events)


def check_points(seat, found, events):
    scored = [(e.seat, e.colour, e.points) for e in events if isinstance(e, PointsScored)]
    own = [(seat, m.colour, m.points) for m in found if isinstance(m, Scores)]
    assert own == [entry for entry in scored if entry[0] == seat]
    given = {m.seat for m in found if isinstance(m, Gives) and m.points}
    assert {entry[0] for entry in scored} - {seat} <= given
    treasures = [len(e.cells) for e in events if isinstance(e, TreasuresTaken) and e.seat == seat]
    if treasures:  # they wait for an answer first, if there is a question
        assert [m.count for m in found if isinstance(m, WinsTreasures)] == treasures
    home = [e.leader for e in events if isinstance(e, LeaderReturned)]
    assert [m.leader for m in found if isinstance(m, SendsHome)] in (home, home[::-1])


def check_conflicts(view, found, events):
    attacks = [merit for merit in found if isinstance(merit, Attack)]
    united = next((e for e in events if isinstance(e, KingdomsUnited)), None)
    if united is not None:
        assert {a.colour for a in attacks} <= set(united.colours)
        assert any(isinstance(m, Joins) for m in found) is not bool(united.colours)
    for opened in (e.conflict for e in events if isinstance(e, ConflictOpened)):
        if opened.attacker.seat != view.seat:
            assert not attacks
            continue
        attack = next(a for a in attacks if a.colour is opened.tiles)
        assert attack.internal is opened.internal
        assert attack.rival == opened.defender.leader
        assert (attack.strength, attack.defence) == (
            opened.attacker.strength,
            opened.defender.strength,
        )


def test_r15_2_nothing_depends_on_what_is_hidden():
    """Others' hands, the bag, and others' totals unless they are open."""
    for game in waiting_games(60):
        seat = game.decision.seat
        view, twin = game.view(seat), with_others_permuted(game, seat).view(seat)
        assert moves_that_matter(twin, None) == moves_that_matter(view, None)
        assert pairs_that_matter(twin) == pairs_that_matter(view)
        for piece in (*COLOURS, Catastrophe()):
            assert spaces_in_order(twin, piece) == spaces_in_order(view, piece)


# --- docs/moves.md has the worths that count ------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "moves.md"
POINT, TREASURE = counted.POINT, counted.TREASURE


def worths():
    """The table's rows: what a move does, and the numbers beside it, without their signs."""
    rows = (
        line.split("|")[1:3] for line in PAGE.read_text("utf-8").splitlines() if line[:1] == "|"
    )
    return {does.strip(): list(map(int, re.findall(r"\d+", worth))) for does, worth in rows}


@pytest.mark.parametrize(
    ("does", "numbers"),
    [
        ("scores for your leader", [POINT]),
        ("wins treasures", [TREASURE]),
        ("more points at the end of each of your turns", [POINT]),
        ("completes a square or a cross", [counted.SQUARE, POINT]),
        ("prepares a square", [counted.PREPARED]),
        ("completes a line", [counted.LINE]),
        ("joins two kingdoms", [counted.JOINED]),
        ("a leader comes where it scores", [1, counted.SCORES_NOW]),
        ("a leader comes onto the board", [counted.ON_BOARD]),
        ("a leader moves away", [counted.MOVING, 1, POINT]),
        ("gives another player", [POINT, TREASURE]),
        ("a catastrophe returns a leader to hand", [counted.RETURNED, counted.RETURNED]),
        ("a catastrophe cuts leaders off", [POINT, POINT]),
        ("uses up a catastrophe", [counted.CATASTROPHE]),
        ("attacks (R6, R7), for each conflict: surely won", [POINT, 2]),
        ("likely won", [1]),
        ("uncertain", [1]),
        ("lost", [POINT, POINT]),
    ],
)
def test_the_page_has_the_worths_that_count(does, numbers):
    (found,) = (worth for row, worth in worths().items() if row.startswith(does))
    assert found == numbers


def test_the_page_has_every_merit():
    """A new one needs a row. Squares and crosses share one, attacks four, one is a price."""
    rows = len(worths()) - 2  # the heading, and the line below it
    assert rows == len(get_args(counted.Merit)) - 1 + 3 + 1 + 1  # and FindsWork has two


# --- two actions that gain together what neither does alone -----------------------------------

TWO_OF_A_SQUARE = """
    r Ak k .
    . .  k .
"""


def pairs(scene):
    """The pairs of the seat that is to play, in notation, best first."""
    found = pairs_that_matter(scene.game.view(scene.game.decision.seat))
    return {" ".join(map(str, pair.actions)): pair for pair in found}


def test_r8_1_two_tiles_complete_a_square():
    scene = draw(TWO_OF_A_SQUARE, hands={"A": "kk"})
    line, pair = next(iter(pairs(scene).items()))
    assert set(line.split()) == {"k@I2", "k@I3"}
    assert any(isinstance(merit, CompletesSquare) for merit in pair.second.merits)
    after = scene.play(*(f"A {action}" for action in pair.actions))
    assert isinstance(after.game.decision, BuildDecision)
    assert not pairs(draw(TWO_OF_A_SQUARE, hands={"A": "k"}))


def test_r13_1_two_tiles_complete_a_cross():
    drawing = """
        r Ak r .
        . .  r r
        . .  . .
        """
    scene = draw(drawing, options="ziggurat", hands={"A": "rr"})
    crosses = [
        pair
        for pair in pairs(scene).values()
        if any(isinstance(merit, CompletesCross) for merit in pair.second.merits)
    ]
    assert crosses
    assert not pairs(draw(drawing, hands={"A": "rr"}))


def test_r5_3_a_leader_comes_and_a_tile_scores_for_it():
    scene = draw("r . . .", hands={"A": "ggg"})
    trader = pairs(scene)
    line, pair = next(iter(trader.items()))
    assert line.startswith(("Ag@", "Ak@"))  # the King scores what has no leader
    assert Scores(Colour.GREEN, 1) in pair.second.merits


def test_r9_1_two_tiles_reach_a_treasure():
    drawing = WAY_TO_A_TREASURE.format("Ag", ".", ".")
    best, *_ = pairs(draw(drawing, at="F3", hands={"A": "kr"})).values()
    assert WinsTreasures(1) in best.second.merits
    assert "Ak@H6 k@I6" in pairs(draw(drawing, at="F3", hands={"A": "k"}))  # or a leader and one


def test_what_a_single_tile_does_is_no_pair():
    """Each tile scores by itself: two of them gain no more than one and one."""
    assert not pairs(draw("r Ak . .", hands={"A": "kk"}))


@pytest.mark.parametrize("turn", ["A 1", "A 0", "B 2"])
def test_r3_1_only_for_who_has_two_actions(turn):
    scene = draw(f"{TWO_OF_A_SQUARE} r Bk . .", turn=turn, hands={"A": "kk"})
    assert pairs_that_matter(scene.game.view(0)) == ()


def test_pairs_are_legal_and_the_best_comes_first():
    for game in waiting_games(40, (2,)):
        seat = game.decision.seat
        found = pairs_that_matter(game.view(seat))
        worths = [pair.worth for pair in found]
        assert worths == sorted(worths, reverse=True)
        for pair in found:
            assert pair.worth > 0
            after, _ = game.apply(seat, pair.first.action)
            assert after.view(seat) == pair.after
            after.apply(seat, pair.second.action)
