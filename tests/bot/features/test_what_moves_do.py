"""Effects of a move, shown before and after it."""

from dataclasses import replace

import pytest
from seated import WORDS, seat_at
from tabletop import Clock

from bot.domain.entries import Acted
from bot.i18n.events import sentence
from bot.parts.news import news
from bot.parts.turn.choosers import move_label
from bot.parts.turn.conflicts import conflict_text
from bot.parts.turn.previews import effect_of
from engine import (
    Cell,
    Colour,
    CompletesCross,
    CutsOff,
    Dynasty,
    Gives,
    Leader,
    LeaderReturned,
    ReturnCause,
    Suggestion,
    TilesRemoved,
    parse_action,
    parse_piece,
)
from tests.engine.diagram import draw

TREASURES = """
    ~  ~ ~ . r* .
    r  r r . {}g .
    r* . . . .  .
"""
ROLES = {"k": "King", "r": "Priest", "b": "Farmer", "g": "Trader"}
OTHERS = {"k": "g", "r": "g", "b": "r", "g": "k"}


def effect(drawing, piece, cell, **more):
    """The effect of a move there, and whether it is a warning."""
    found = effect_of(
        WORDS, seat_at(draw(drawing, **more).game), parse_piece(piece), Cell.parse(cell)
    )
    return found.text, found.warns


@pytest.mark.parametrize("colour", ROLES)
def test_a_catastrophe_says_whose_leader_returns(colour):
    role, other = ROLES[colour], OTHERS[colour]
    assert effect(f"B{colour} r . A{other} r .", "x", "G2") == (f"Ben's {role} returns", True)
    assert effect(f"A{colour} r . B{other} r .", "x", "G2") == (f"your {role} returns", True)


def test_joining_in_peace_is_said_and_who_takes_treasures():
    assert effect("Ak r . r Bg", "r", "H2", hands={"A": "r"}) == ("joins two kingdoms", False)
    own, others = (
        effect(TREASURES.format(who), "g", "N10", at="K9", hands={"A": "g"}) for who in "AB"
    )
    assert own == ("you score 1 green and you take 1 treasure", False)
    assert others == ("Ben scores 1 green and Ben takes 1 treasure", True)


@pytest.mark.parametrize(
    ("merit", "found"),
    [
        (CompletesCross(1), "ziggurat possible"),
        (CutsOff(1, 2, own=False), "Ben −2 each turn"),
        (Gives(1, 3, 0), "Ben +3"),
        (Gives(1, 0, 2), "Ben 2 treasures"),
    ],
)
def test_a_move_is_named_by_what_it_does_for_the_table(merit, found):
    seat = seat_at(draw("r Ak . .", hands={"A": "r"}).game)
    move = Suggestion(parse_action("r@H2"), (merit,), 1)
    assert move_label(WORDS, seat, move) == f"Temple H2 · {found}"


@pytest.mark.parametrize(
    ("colour", "alone", "supported"),
    [
        (
            "k",
            "If you lose, your King returns to hand; **Anna** scores 1 ⬛.",
            "Losing costs your King and 2 settlements; **Anna** scores 3 ⬛.",
        ),
        (
            "g",
            "If you lose, your Trader returns to hand; **Anna** scores 1 🟩.",
            "Losing costs your Trader and 2 markets; **Anna** scores 3 🟩.",
        ),
    ],
)
def test_r7_6_it_is_said_what_a_war_would_cost(colour, alone, supported):
    kingdoms = "r {one}{colour} {colour} {colour} . {other}{colour} r"
    for one, other, found in (("A", "B", alone), ("B", "A", supported)):
        drawing = kingdoms.format(one=one, other=other, colour=colour)
        game = draw(drawing, hands={"A": "rkkkkk", "B": "k"}).play("A r@J2", "A +0").game
        text = conflict_text(WORDS, seat_at(game), game.decision.conflict)
        assert text.splitlines()[-1] == found


@pytest.mark.parametrize(
    ("colour", "tiles"),
    [
        (Colour.BLACK, "⬛ settlements"),
        (Colour.RED, "🟥 temples"),
        (Colour.BLUE, "🟦 farms"),
        (Colour.GREEN, "🟩 markets"),
    ],
)
def test_what_a_conflict_has_cost_is_said(colour, tiles):
    lost = TilesRemoved(colour, (Cell.parse("F2"), Cell.parse("G2")))
    found = sentence(WORDS, lost, ("Anna", "Ben"))
    assert found == f"2 {tiles} leave the board: F2 and G2."


def test_r4_6_the_loss_of_a_temple_is_shown_to_the_leader_s_player():
    seat = seat_at(draw("r Bg . .").game, 0)
    lost = LeaderReturned(
        0, Leader(Dynasty.ARCHER, Colour.BLACK), Cell.parse("F2"), ReturnCause.NO_TEMPLE
    )
    entry = Acted(None, (lost,), seq=9, seat=1, turn=1, at=Clock()())
    table = replace(seat.table, round=(entry,))
    assert "Your King lost its last temple and is back in hand." in news(
        WORDS, replace(seat, table=table)
    )
