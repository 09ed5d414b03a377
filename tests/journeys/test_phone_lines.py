"""The measure of a desk on a phone, against rows that Chromium has laid out."""

import pytest
from phone_lines import lines_of

from bot.content.content import Button, Link, Select


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
