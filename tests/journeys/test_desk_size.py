"""A desk fits on one screen of a phone: words, buttons and lines over whole recorded games."""

from statistics import median

import pytest

from bot.content.content import Button, Link, Select
from tests.journeys.desk_size import GAMES, TURN, WAITING, desks_of
from tests.journeys.phone_lines import lines_of


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "name", ["two_people.te", pytest.param("four_people.te", marks=pytest.mark.slow)]
)
async def test_a_desk_is_short(name):
    """35 words and 12 buttons at the median; never more than 15 buttons on eight lines."""
    desks = await desks_of((GAMES / name).read_text())
    for kind in (TURN, WAITING):
        of_kind = [desk for desk in desks if desk.kind == kind]
        assert median(desk.words for desk in of_kind) <= 35, kind
        assert median(desk.buttons for desk in of_kind) <= 12, kind
        assert max(len(desk.content.text.split("\n")[0]) for desk in of_kind) <= 60, kind
    assert median(desk.words for desk in desks) <= 35
    assert max(desk.buttons for desk in desks) <= 15
    assert max(desk.lines for desk in desks) <= 8


def buttons(*labels, emoji=None):
    return tuple(Button(label, label, emoji=emoji) for label in labels)


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([], 0),
        ([Select("Choose", "choose", ())], 1),
        ([buttons("2", "1", "1", "2", emoji="🟥")], 1),
        ([buttons("King", "Priest", "Farmer", "Trader", emoji="🟥")], 2),
        ([buttons("End turn", "Swap", "Undo", "More")], 1),
        ([buttons("End turn", "Swap"), buttons("Undo", "More")], 2),
        ([buttons("King on C2: 4 of your tiles can score", "Swap", emoji="⬛")], 2),
        ([buttons("Farmer on N6: 2 of your tiles can score, 3 next turn", emoji="🟦")], 2),
        ([(Link("Rules", "https://example.org"), *buttons("♚⬛", "♚🟥", "♚🟦", "♚🟩"))], 2),
    ],
)
def test_lines_on_a_phone(rows, lines):
    """A row of its own for each row, and no more buttons on a line than fit."""
    assert lines_of(rows) == lines
