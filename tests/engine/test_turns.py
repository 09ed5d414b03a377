"""A game turn by turn: what happened in each, and only what its viewer may know (R15)."""

from __future__ import annotations

from functools import cache

import pytest

from engine import (
    OPTIONS,
    GameEnded,
    PublicView,
    SeatView,
    Step,
    Turn,
    TurnBegan,
    read_game,
    scores_by_turn,
    turns_of,
    write_record,
)
from tests.engine.random_games import Deal, play


@cache
def played(options=()):
    """A whole game of three, read from its record."""
    deal = Deal(seed=3, players=3, board="classic", options=options)
    start, bag = deal.start()
    decisions = [(moment.game.seats[moment.seat], moment.action) for moment in play(deal)]
    return list(read_game(write_record(start, bag, decisions)))


def test_a_turn_is_all_that_happens_until_the_next_one_begins():
    start, *steps = played()
    turns = list(turns_of(played()))
    assert turns[0] == Turn(start.view(None), ())
    assert sum((turn.events for turn in turns), ()) == sum((step.events for step in steps), ())
    assert turns[-1].view == steps[-1].game.view(None)
    for turn in turns[1:]:
        ends = [event for event in turn.events if isinstance(event, TurnBegan | GameEnded)]
        assert ends == [turn.events[-1]]


def test_a_turn_that_is_not_over_is_the_last_one():
    start, first, *_ = played()
    turns = list(turns_of([start, first]))
    assert [len(turn.events) > 0 for turn in turns] == [False, True]
    assert turns[-1].view == first.game.view(None)
    assert list(turns_of([start], 1)) == [Turn(start.view(1))]


def test_turns_for_everybody_show_no_hand_no_bag_and_no_totals_until_the_game_is_over():
    *turns, last = turns_of(played())
    assert len(turns) > 20
    for turn in turns:
        assert type(turn.view) is PublicView
        assert turn.view.bag is None
        assert set(turn.view.hands) == set(turn.view.scores) == {None}
    assert last.view.over
    assert last.view.bag is not None


@pytest.mark.parametrize("seat", [0, 2])
def test_turns_for_a_seat_show_its_own_hand_and_totals_only(seat):
    *turns, _ = turns_of(played(), seat)
    for turn, public in zip(turns, turns_of(played()), strict=False):
        assert type(turn.view) is SeatView
        assert turn.events == public.events
        for at in range(3):
            assert (turn.view.hands[at] is None) == (at != seat)
            assert (turn.view.scores[at] is None) == (at != seat)


@pytest.mark.parametrize("options", [(), OPTIONS])
def test_scores_by_turn_follow_from_what_everybody_saw(options):
    """R15.1: points and treasures are gained in the open; in the end the totals are those."""
    games = [each.game if isinstance(each, Step) else each for each in played(options)]
    scores = scores_by_turn(turns_of(played(options)))
    assert scores[0] == games[0].scores
    assert scores[-1] == games[-1].scores
    assert len(scores) == len(list(turns_of(played(options))))
    assert set(scores) <= {game.scores for game in games}
