"""What is suggested while a line is typed."""

import pytest
from seated import WORDS, seat_at
from turn_lines import FIRST, can_attack, line

from bot.commands.line_suggestions import lines_with_next_part
from bot.features.turn.line import judge
from engine import parse_action
from tests.engine.diagram import draw


def suggested(seat, typed):
    """The lines that are suggested."""
    lines = lines_with_next_part(WORDS, seat, typed)
    assert len(lines) <= 25
    assert all(len(value) <= 100 and name.startswith(value) for name, value in lines)
    return [value for _, value in lines]


def test_every_suggestion_is_the_line_so_far_with_a_legal_next_part():
    for typed in ("", "Ak@I6 ", "king @ i6;", "A ak@i6, "):
        lines = suggested(FIRST, typed)
        assert len(lines) == 25
        assert "end" in lines[-1]
        for each in lines:
            actions = line(each)
            assert judge(FIRST.view, actions).refusal is None
            assert len(actions) == 2 or not typed
            assert actions[0] == parse_action("Ak@I6") or not typed


def test_two_actions_that_gain_together_come_first_with_what_they_do():
    """The last two tiles of a square that the King scores (R8.1), then single actions (R3.1)."""
    scene = draw("r Ak k .\n. .  k .", hands={"A": "kkrrgg"}).game
    seat = seat_at(scene)
    lines = lines_with_next_part(WORDS, seat, "")
    first = lines[0][0]
    assert first == (
        "k@I2 k@I3: you score 1 black · you score 1 black and you can build a monument"
    )
    assert {len(line(value)) for _, value in lines} == {1, 2}
    assert "end" in lines[-1]
    for typed in ("k", "k@", "black@I", "k@I2"):  # as far as it is typed
        assert "k@I2 k@I3" in suggested(seat, typed)
    assert not any(len(line(each)) == 2 for each in suggested(seat, "r@"))


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("r@e1", ["r@E10", "r@E11"]),
        ("temple @ p1", ["r@P10", "r@P11", "r@P1 Ak@C2"]),
        ("Ak@I6 king@", ["Ak@I6 Ak@B3"]),
        ("Ak@I6 king@-", ["Ak@I6 Ak@- end"]),
        ("Ak@I6 k@H6", ["Ak@I6 k@H6 end"]),
        ("Ak@I6 e", ["Ak@I6 end"]),
        ("Ak@I6 end", ["Ak@I6 end"]),
        ("Ak@I6 k@H6 end ", ["Ak@I6 k@H6 end"]),
        ("swap:grr", ["swap:rrgg", "swap:rrbg"]),
        ("swap:gg ", ["swap:gg end"]),
        ("swap:gg r@I7 ", ["swap:gg r@I7 end"]),  # what is read, and not judged
        ("r@I7 ", []),
        ("nonsense ", []),
        ("Ak@I6 nonsense", []),
        ("r@- ", []),
    ],
)
def test_what_is_typed_of_a_part_is_completed(typed, lines):
    suggestions = suggested(FIRST, typed)
    assert suggestions[: len(lines)] == lines
    assert bool(suggestions) == bool(lines)


def test_one_letter_is_a_tile_before_it_is_anything_else():
    assert all(each.startswith("r@") for each in suggested(FIRST, "r"))
    assert suggested(FIRST, "pri") == suggested(FIRST, "Ar@")
    spaces = {f"r@E{row}" for row in (4, 5, 6, 7, 9, 10, 11)}
    assert set(suggested(FIRST, "r@E")) == spaces


def test_answers_are_suggested_where_they_are_asked():
    seat = can_attack()
    assert suggested(seat, "Bk@J7 ") == ["Bk@J7 +0", "Bk@J7 +1", "Bk@J7 +2"]
    assert suggested(seat, "Bk@J7 +1 ") == ["Bk@J7 +1"]
