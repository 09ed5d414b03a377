"""Reading a line."""

import pytest
from turn_lines import READER, line

from bot.dispatch.context import AnswerInstead
from bot.intents.turn import ActWithOwn, AskLine
from engine import Cell, Colour, Dynasty


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("r@E5 Ak@F5 end", "r@E5 Ak@F5 end"),
        ("R@e5  aK@f5   END", "r@E5 Ak@F5 end"),
        ("r@E5, Ak@F5 ;  end ", "r@E5 Ak@F5 end"),
        ("r @ E5 ak @ f5", "r@E5 Ak@F5"),
        ("red@E5 black@P11", "r@E5 k@P11"),
        ("temple@E5 Settlement@A10 farm@d1 MARKET@c3", "r@E5 k@A10 b@D1 g@C3"),
        ("k@E5 b@E1", "k@E5 b@E1"),  # one letter is always a tile
        ("bk@F5 Lb@A1", "Bk@F5 Lb@A1"),  # two are a leader
        ("Ak@- Ab@ -", "Ak@- Ab@-"),
        ("Ak@–", "Ak@-"),  # as phones write it
        ("x@E5 catastrophe@F6", "x@E5 x@F6"),
        ("swap:rrk", "swap:krr"),
        ("swap krr", "swap:krr"),
        ("swap:r, r, k end", "swap:krr end"),
        ("swap:r k@C3", "swap:r k@C3"),
        ("swap:r b @ C3", "swap:r b@C3"),
        ("war:k war:King war:red", "war:k war:k war:r"),
        ("+2 + 0", "+2 +0"),
        ("build:kr@E5 build:rk@E5 build: kr @ e5", "build:kr@E5 build:kr@E5 build:kr@E5"),
        ("build:z@f6 build:- site:E5 site:-", "build:z@F6 build:- site:E5 site:-"),
        ("take: f10, b2 end", "take:B2,F10 end"),
        ("cube:g draw:? draw:r draw:bag", "cube:g draw:? draw:r draw:?"),
    ],
)
def test_a_line_is_read_generously(typed, meant):
    assert READER.read(typed) == AskLine(line(meant))


def test_a_leader_is_called_by_its_role():
    read = READER.read("King@F5 priest@- Farmer @ c3")
    f5, c3 = Cell.parse("F5"), Cell.parse("C3")
    own = (ActWithOwn(Colour.BLACK, f5), ActWithOwn(Colour.RED, None), ActWithOwn(Colour.BLUE, c3))
    assert read == AskLine(own)


@pytest.mark.parametrize(
    "typed", ["B r@E5 b@E6 end", "b r@E5; B b@E6; B end", "B r@E5\nB b@E6\nB end"]
)
def test_the_letter_of_the_seat_may_stand_before_a_decision(typed):
    assert READER.read(typed) == AskLine(line("r@E5 b@E6 end"), dynasty=Dynasty.BULL)


def test_a_swap_of_the_bulls_ends_at_its_letter():
    assert READER.read("B swap:rk B end") == AskLine(line("swap:kr end"), dynasty=Dynasty.BULL)


NO_PIECE = "Before @, write a tile (`r`, `red`), a leader (`Ak`, `King`) or a catastrophe (`x`)."
NO_SPACE = "After @, write a space from A1 to P11, or - to withdraw a leader."
NO_PART = (
    "A line takes parts (`r@E5`, `Ak@F5`, `Ak@-`, `x@E5`, `swap:krr`, `end`) and answers (`+2`, "
    "`war:k`, `build:kr@E5`, `build:-`, `site:E5`, `take:B2,F10`, `cube:g`, `draw:?`)."
)


@pytest.mark.parametrize(
    ("typed", "part", "instead"),
    [
        ("q@E5", "q@E5", NO_PIECE),
        ("r@E5 kk@F5 end", "kk@F5", NO_PIECE),
        ("r@E5 Queen @ F5 end", "Queen @ F5", NO_PIECE),
        ("r@Q3 end", "r@Q3", NO_SPACE),
        ("r@ end", "r@ end", NO_SPACE),
        ("r@E5 end now", "now", NO_PART),
        ("+7", "+7", NO_PART),
        ("build:kk@E5", "build:kk@E5", NO_PART),
        ("r@E5 red", "red", "Say where it goes, such as `red@E5`."),
        ("E5", "E5", "Say what goes there, such as `r@E5`."),
        ("swap:kkkkkkk", "swap:kkkkkkk", "A swap takes one to six tiles, such as `swap:krr`."),
        ("r@-", "r@-", "Only leaders are withdrawn, such as `Ak@-`."),
        ("*" * 60, "\\*" * 36 + "…", NO_PART),
    ],
)
def test_what_cannot_be_read_is_named_with_what_could_stand_there(typed, part, instead):
    with pytest.raises(AnswerInstead) as puzzled:
        READER.read(typed)
    assert puzzled.value.content.text == f"I can't read “{part}”. {instead}"


@pytest.mark.parametrize("typed", ["", " ; ", "A "])
def test_an_empty_line_is_nothing(typed):
    with pytest.raises(AnswerInstead, match=r"^That line is empty\. It takes parts"):
        READER.read(typed)


def test_a_line_is_about_one_player():
    one = r"for one player's turn\. Yours names several: A and B"
    with pytest.raises(AnswerInstead, match=one):
        READER.read("A r@E5; B end")
