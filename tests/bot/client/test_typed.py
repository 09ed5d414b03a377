"""What players type instead of choosing."""

import pytest

from bot.commands.typed import read_level, read_swap
from bot.dispatch.context import AnswerInstead
from bot.domain import Refused
from bot.features.turn.intents import AskSwap
from bot.i18n import Words
from engine import COLOURS, Level

WORDS = Words()


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("krr", (1, 2, 0, 0)),
        ("RRK", (1, 2, 0, 0)),
        ("Blue, red; RED", (0, 2, 1, 0)),
        ("temple temples farm", (0, 2, 1, 0)),
        ("🟥🟥🟦", (0, 2, 1, 0)),
        ("⬛️ 🟩", (1, 0, 0, 1)),
        ("2 red, farm", (0, 2, 1, 0)),
        ("2 × temple + 1 market", (0, 2, 0, 1)),
        ("2red3🟦", (0, 2, 3, 0)),
        ("2kr", (2, 1, 0, 0)),
    ],
)
def test_tiles_are_read_by_colour_name_letter_or_square(typed, counts):
    assert read_swap(WORDS, typed) == AskSwap(counts)


def test_what_the_bot_writes_itself_is_read_back():
    assert read_swap(WORDS, WORDS.tiles((1, 2, 1, 2))) == AskSwap((1, 2, 1, 2))
    for colour in COLOURS:
        one = tuple(int(each is colour) for each in COLOURS)
        for written in (WORDS.tile_with_square(colour), WORDS.tile(colour), WORDS.colour(colour)):
            assert read_swap(WORDS, written) == AskSwap(one)


@pytest.mark.parametrize(
    "typed",
    ["", " ", ",", "2", "red 2", "redblue", "reddish", "zzz", "-1", "0 red", "krr:end", "krbgkrb"],
)
def test_what_is_no_list_of_one_to_six_tiles_is_refused(typed):
    with pytest.raises(AnswerInstead) as puzzled:
        read_swap(WORDS, typed)
    assert "Name one to six tiles, such as “krr”" in puzzled.value.content.text


@pytest.mark.parametrize(("typed", "level"), [("strong", Level.STRONG), (" Easy ", Level.EASY)])
def test_how_strong_a_computer_is(typed, level):
    assert read_level(typed) is level


@pytest.mark.parametrize("typed", ["", "1", "godlike", "@everyone", "x" * 6000])
def test_there_is_no_such_computer(typed):
    with pytest.raises(Refused) as refused:
        read_level(typed)
    assert str(refused.value) == "Computers play at three levels: easy, medium and strong."
