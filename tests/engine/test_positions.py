"""Positions whose good turns are known from the rules, and a mistake in each: is it seen?

How they are written is said in ``tests/fixtures/positions/README.md``. All of them at once, and
the games with the mistakes: ``python -m tests.benchmarks.positions``.
"""

import re
from collections import Counter

import pytest

from engine import ActionDecision, AddDecision
from tests.benchmarks.positions import is_found, is_named
from tests.engine.known_positions import known_positions, matches, parse_turn

POSITIONS = known_positions()


each_position = pytest.mark.parametrize("known", POSITIONS, ids=lambda known: known.name)


# --- the collection -------------------------------------------------------------------------------


def test_there_are_many_of_many_kinds():
    assert len(POSITIONS) >= 40
    kinds = Counter(known.kind for known in POSITIONS)
    assert len(kinds) == 10
    assert max(kinds.values()) <= 10
    tables = Counter((known.game.board.layout.name, len(known.game.seats)) for known in POSITIONS)
    assert set(tables) == {(board, n) for board in ("advanced", "classic") for n in (2, 3, 4)}
    assert min(tables.values()) >= 5


@each_position
def test_a_position_has_a_good_turn_a_mistake_and_a_reason(known):
    """It is from the middle or the end of a game, and both turns bring what the file says."""
    decision, board = known.game.decision, known.game.board
    assert isinstance(decision, ActionDecision | AddDecision)
    assert decision.seat == known.game.active
    treasures = board.treasures.bit_count()
    assert sum(tiles.bit_count() for tiles in board.tiles) - treasures >= 10
    assert len(list(board.standing())) >= 4
    assert known.is_best(known.good)
    assert not known.is_best(known.mistake)
    assert known.promised == (known.good.outcome, known.mistake.outcome)
    assert re.search(r"\(R.*\.$", known.why)


# --- patterns -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turn():
    """A turn with a conflict: the Bull adds three tiles, and then places a temple."""
    (known,) = (known for known in POSITIONS if known.name == "revolt_for_two_monuments")
    return parse_turn(known.game, "B Bg@M5; B +3; A +0; B r@G10; B end")


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("Bg@L1/M5", True),
        ("k/r@G10", True),
        ("Bg@*", True),
        ("+[34]", True),
        ("+[12]", False),
        ("+0", False),  # others added that
        ("Bg@M5; +4", False),
        ("Bg@L1 | +3", True),
        ("!+3", False),
        ("g+2", True),
        ("g+3", False),
        ("wins", False),
    ],
)
def test_a_pattern_says_what_must_occur_in_the_turn(turn, pattern, *, fits):
    assert matches(pattern, turn) is fits


def test_a_turn_is_written_to_its_end(turn):
    with pytest.raises(ValueError, match="not over"):
        parse_turn(turn.before, "B r@G10")
    with pytest.raises(ValueError, match="over before"):
        parse_turn(turn.before, "B end; A end")


# --- the computer's analysis ----------------------------------------------------------------------


@pytest.mark.slow
def test_strong_finds_a_best_turn_in_four_of_five():
    tried = POSITIONS[::3]
    missed = [known.name for known in tried if is_found(known) != "found"]
    assert len(missed) <= len(tried) / 5, missed


ENDED = [known for known in POSITIONS if known.mistake.after.over]
"""The mistakes that ended the game: such games are looked back on within seconds."""


def test_an_end_brought_about_too_early_is_named():
    (known,) = (known for known in ENDED if known.name == "go_on_with_a_bad_hand")
    assert is_named(known) == "named"


@pytest.mark.slow
def test_the_analysis_names_four_of_five_mistakes_that_ended_the_game():
    missed = [known.name for known in ENDED if is_named(known) != "named"]
    assert len(missed) <= len(ENDED) / 5, missed
