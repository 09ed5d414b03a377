"""Every refusal has a reason, every reason a rule and a sentence for a player."""

from __future__ import annotations

import string
from collections import Counter
from importlib import import_module
from pkgutil import walk_packages

import pytest

import engine
from engine import Colour, GameError, Leader, Reason, english_name, parse_action, read_game
from tests.engine.diagram import draw

PLAIN = "Ak r . . .\n. . . Bb r"
BUILT = "m m r Ak\nm m . ."
WAR = ("Ak r . r Bk\nAg r . r Bg", "A r@H2")
SQUARE = ("k k\nk .", "A k@G3")
FIGHT = ("Bk r . .", "A Ak@H2")
UPHILL = "r . . .\nBk r . .\nr . . ."
CROSS = ". k .\nk . k\n. k ."

REFUSALS = [
    (Reason.NOT_YOUR_DECISION, PLAIN, (), "B end"),
    (Reason.DECIDE_FIRST, *FIGHT, "A end"),
    (Reason.NOTHING_TO_DECIDE, PLAIN, (), "A +0"),
    (Reason.NO_ACTIONS_LEFT, PLAIN, ("A swap:k", "A swap:r"), "A swap:r"),
    (Reason.NOT_YOUR_LEADER, PLAIN, (), "A Bk@H2"),
    (Reason.LEADER_ON_RIVER, PLAIN, (), "A Ag@E1"),
    (Reason.CELL_OCCUPIED, PLAIN, (), "A Ag@G2"),
    (Reason.LEADER_NEEDS_TEMPLE, PLAIN, (), "A Ag@K6"),
    (Reason.LEADER_JOINS_KINGDOMS, "Ak r . r Bb", (), "A Ag@H2"),
    (Reason.SAME_SPACE, PLAIN, (), "A Ak@F2"),
    (Reason.LEADER_OFF_BOARD, PLAIN, (), "A Ag@-"),
    (Reason.NOT_IN_HAND, PLAIN, ("A b@E1",), "A b@E2"),
    (Reason.TILE_SPACE_TAKEN, PLAIN, (), "A k@G2"),
    (Reason.FARM_NEEDS_RIVER, PLAIN, (), "A b@H2"),
    (Reason.RIVER_TAKES_FARMS, PLAIN, (), "A k@E1"),
    (Reason.JOINS_THREE_KINGDOMS, "Ak r . r Bb\n. . r . .\n. . Bg . .", (), "A k@H2"),
    (Reason.TOO_FEW_TO_ADD, *FIGHT, "A +4"),
    (Reason.NO_SUCH_WAR, *WAR, "A war:r"),
    (Reason.NO_SUCH_MONUMENT, *SQUARE, "A build:rb@F2"),
    (Reason.NO_CATASTROPHES, PLAIN, ("A x@A1", "A x@A2", "A end", "B end"), "A x@A3"),
    (Reason.CATASTROPHE_ON_TREASURE, PLAIN, (), "A x@B8"),
    (Reason.CATASTROPHE_ON_FACE_DOWN, BUILT, (), "A x@F2"),
    (Reason.CATASTROPHE_ON_LEADER, PLAIN, (), "A x@F2"),
    (Reason.CATASTROPHE_TWICE, PLAIN, ("A x@A1",), "A x@A1"),
    (Reason.SWAP_NOT_IN_HAND, PLAIN, (), "A swap:kk"),
    (Reason.NO_SUCH_SITE, "k k .", "A k@H2", "A site:F5"),
    (Reason.CATASTROPHE_ON_BUILDING, "k k k", (), "A x@G2"),
    (Reason.ATTACKER_MUST_EXCEED, UPHILL, "A Ak@H3", "A +1"),
    (Reason.DEFENDER_MUST_TIE, UPHILL, ("A Ak@H3", "A +3"), "B +2"),
    (Reason.NOT_ON_DISPLAY, PLAIN, "A swap:k", "A draw:b"),
    (Reason.BAG_EMPTY, PLAIN, "A swap:k", "A draw:?"),
    (Reason.NO_SUCH_ZIGGURAT, CROSS, "A k@G3", "A build:z@G2"),
]
WITH = {
    Reason.NO_SUCH_SITE: {"options": "buildings"},
    Reason.CATASTROPHE_ON_BUILDING: {"options": "buildings", "buildings": ("k G2",)},
    Reason.ATTACKER_MUST_EXCEED: {"options": "english"},
    Reason.DEFENDER_MUST_TIE: {"options": "english"},
    Reason.NOT_ON_DISPLAY: {"options": "display", "display": "kkkrrr"},
    Reason.BAG_EMPTY: {"options": "display", "display": "kkkrrr", "bag": ""},
    Reason.NO_SUCH_ZIGGURAT: {"options": "ziggurat"},
}
"""The tables that play with options."""
ELSEWHERE = {
    Reason.GAME_OVER,  # test_r14_end
    Reason.NOT_SEATED,  # below
    Reason.TREASURE_ORDER,  # test_r09_treasures
    Reason.TREASURE_CHOICE,
}


@pytest.mark.parametrize(
    ("reason", "drawing", "moves", "line"), REFUSALS, ids=[entry[0].name for entry in REFUSALS]
)
def test_each_reason_names_its_rule_in_a_whole_sentence_that_can_be_translated(
    reason, drawing, moves, line
):
    monuments = ("kr F2",) if "m" in drawing else ()
    scene = draw(drawing, monuments=monuments, **WITH.get(reason, {}))
    scene = scene.play(*([moves] if isinstance(moves, str) else moves))
    letter, decision = line.split()
    refusal = scene.game.refusal("AB".index(letter), parse_action(decision))
    assert refusal.reason is reason
    assert isinstance(refusal, GameError)
    assert str(refusal).endswith(f". ({reason.rule})")
    assert not {"{", "}"} & set(str(refusal))
    assert "Colour." not in str(refusal)
    places = {place for _, place, _, _ in string.Formatter().parse(reason.template) if place}
    assert places <= set(refusal.details)
    assert refusal.sentence(str.upper if not places else str, english_name)
    swapped = refusal.sentence(lambda template: f"<{template}>", lambda value: "it")
    assert swapped.startswith("<")
    assert swapped.count("it") >= len(places)


def test_there_is_no_reason_without_a_test():
    assert {entry[0] for entry in REFUSALS} | ELSEWHERE == set(Reason)
    assert len({reason.template for reason in Reason}) == len(Reason)


THREE = """
    Ak r  .  r Bb
    .  .  r  .  .
    .  .  Bg .  .
"""


TWO = "A leader can't join kingdoms. H2 would join those of: {}. (R4.3)"
MORE = "A tile joins two kingdoms at most. H2 would join those of: {}. (R5.2)"
KINGDOMS = "King (archer) F2, Farmer (bull) J2 and Trader (bull) H4"
IN_THE_WAY = [
    (PLAIN, "A Ag@G2", "G2 isn't empty: temple. (R4.2)"),
    (BUILT, "A Ag@F2", "F2 isn't empty: face-down tile. (R4.2)"),
    (PLAIN, "A k@G2", "G2 isn't empty: temple. Tiles go on empty spaces. (R5.1)"),
    ("x k", "A r@F2", "F2 isn't empty: catastrophe. Tiles go on empty spaces. (R5.1)"),
    (PLAIN, "A x@F2", "A leader is on F2: King (archer). Catastrophes can't go there. (R10.1)"),
    (PLAIN, "A Ag@K6", "No face-up temple beside K6. Leaders need one. (R4.2)"),
    ("Ak r . r Bb", "A Ag@H2", TWO.format("King (archer) F2 and Farmer (bull) J2")),
    (THREE, "A Ag@H2", TWO.format(KINGDOMS)),
    (THREE, "A k@H2", MORE.format(KINGDOMS)),
]


@pytest.mark.parametrize(("drawing", "line", "sentence"), IN_THE_WAY)
def test_a_space_is_refused_with_what_stands_in_the_way(drawing, line, sentence):
    monuments = ("kr F2",) if "m" in drawing else ()
    letter, decision = line.split()
    game = draw(drawing, monuments=monuments).game
    assert str(game.refusal("AB".index(letter), parse_action(decision))) == sentence


def test_a_leader_that_moves_joins_what_it_leaves_behind_to_another_kingdom():
    """R4.4: without the King its kingdom is the Priest's, which H3 would join to the Farmer's."""
    drawing = """
        r  Ak .  .
        Ar r  .  r
        .  .  .  Bb
    """
    assert str(draw(drawing).game.refusal(0, parse_action("Ak@H3"))) == (
        "A leader can't join kingdoms. H3 would join those of: "
        "Priest (archer) F3 and Farmer (bull) I4. (R4.3)"
    )


def test_nobody_seated_of_that_dynasty():
    text = draw(PLAIN)
    record = engine.write_position(text.game.open_view()) + "P end\n"
    with pytest.raises(engine.FormatError, match=r"\(R1\.4\)") as raised:
        list(read_game(record))
    assert raised.value.line == record.count("\n")


def test_names_in_english():
    assert english_name(Colour.BLUE) == "farm"
    assert english_name(Leader(engine.Dynasty.BULL, Colour.GREEN)) == "Trader (bull)"
    assert english_name(engine.Dynasty.POT) == "pot"
    assert english_name(3) == "3"


def test_no_name_is_given_out_by_two_modules_of_the_engine():
    """The front door collects them all: the later one would hide the other."""
    names = [
        name
        for module in walk_packages(engine.__path__, "engine.")
        if not module.name.startswith(("engine.__main__", "engine.commands"))
        for name in getattr(import_module(module.name), "__all__", ())
        if not module.ispkg
    ]
    assert len(names) > 100
    assert not [name for name, count in Counter(names).items() if count > 1]
    assert not [name for name in names if not hasattr(engine, name)]
