"""``docs/moves.md`` says what the engine does: each worth in its table is the one that counts."""

import re
from pathlib import Path
from typing import get_args

import pytest

from engine.advice import merits

PAGE = Path(__file__).parents[2] / "docs" / "moves.md"
POINT, TREASURE = merits.POINT, merits.TREASURE


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
        ("completes a square or a cross", [merits.SQUARE, POINT]),
        ("prepares a square", [merits.PREPARED]),
        ("completes a line", [merits.LINE]),
        ("joins two kingdoms", [merits.JOINED]),
        ("a leader comes where it scores", [1, merits.SCORES_NOW]),
        ("a leader comes onto the board", [merits.ON_BOARD]),
        ("a leader moves away", [merits.MOVING, 1, POINT]),
        ("gives another player", [POINT, TREASURE]),
        ("a catastrophe returns a leader to hand", [merits.RETURNED, merits.RETURNED]),
        ("a catastrophe cuts leaders off", [POINT, POINT]),
        ("uses up a catastrophe", [merits.CATASTROPHE]),
        ("attacks (R6, R7), for each conflict: surely won", [POINT, 2]),
        ("likely won", [1]),
        ("uncertain", [1]),
        ("lost", [POINT, POINT]),
    ],
)
def test_the_page_has_the_worths_that_count(does, numbers):
    (told,) = (worth for row, worth in worths().items() if row.startswith(does))
    assert told == numbers


def test_the_page_has_every_merit():
    """A new one needs a row. Squares and crosses share one, attacks four, one is a price."""
    rows = len(worths()) - 2  # the heading, and the line below it
    assert rows == len(get_args(merits.Merit)) - 1 + 3 + 1 + 1  # and FindsWork has two
