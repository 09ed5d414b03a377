"""A computer opponent knows what its seat may know, and nothing else (R15)."""

from __future__ import annotations

import pickle
import random

import pytest

from engine import Level, best_turns, expectations
from tests.engine.computer_moments import ALL_DEALS, NODES, moments
from tests.longer import longer

PARTS = [ALL_DEALS[:2], ALL_DEALS[8::16]]
"""The first part is tried always."""


def otherwise(asked, seed):
    dice = random.Random(seed)
    return [asked.with_hidden(dice, other_tiles=other) for other in (False, True)]


def test_every_kind_of_decision_is_among_the_moments():
    tried = [asked for deal in PARTS[0] for asked in moments(deal)]
    kinds = {"action", "war", "add", "site", "build", "take", "cube", "draw"}
    assert {asked.kind for asked in tried} == kinds


@pytest.mark.parametrize("part", longer(PARTS))
def test_the_same_is_decided_whatever_is_hidden(part):
    level, changed = dict(enumerate(Level)), []
    for deal in part:
        for number, asked in enumerate(moments(deal)):
            expected = asked.answer(level[number % 3], seed=number)
            for other in otherwise(asked, number):
                assert other.view == asked.view
                changed.append(other.game != asked.game)
                assert other.answer(level[number % 3], seed=number) == expected, deal
    assert sum(changed) > 0.9 * len(changed)  # few tiles may be hidden late in a game


def test_the_same_turns_are_best_and_the_same_is_expected_whatever_is_hidden():
    for number, asked in enumerate(moments(PARTS[0][0])):
        for other in otherwise(asked, number):
            mine, same = (
                best_turns(each.view, each.game.scores, 3, seed=number, nodes=NODES)
                for each in (asked, other)
            )
            assert mine == same
            assert expectations(asked.view, asked.game.scores) == expectations(
                other.view, other.game.scores
            )


def test_a_view_that_went_to_another_process_is_as_good():
    for number, asked in enumerate(moments(PARTS[0][0])):
        sent = pickle.loads(pickle.dumps((asked.view, asked.game.scores)))
        assert best_turns(*sent, 2, seed=number, nodes=NODES) == best_turns(
            asked.view, asked.game.scores, 2, seed=number, nodes=NODES
        )
