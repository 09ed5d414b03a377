"""Every later version reads a stored game, or refuses one that it can't read."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from engine import (
    LEADERS,
    MONUMENTS,
    OPTIONS,
    ActionDecision,
    AddDecision,
    BuildDecision,
    Cell,
    Colour,
    Conflict,
    Contender,
    CubeDecision,
    Decision,
    DrawDecision,
    GameError,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
    dump_game,
    load_game,
    read_position,
    write_position,
)
from engine.values.decisions import DECISIONS
from tests.engine.random_games import OPTION_SETS, Deal, play
from tests.engine.running import POSITION
from tests.spoiling import spoilt_texts

E5, F6, P11 = map(Cell.parse, ("E5", "F6", "P11"))
GAME = read_position(POSITION)
CONFLICT = Conflict(
    internal=False,
    colour=Colour.BLACK,
    attacker=Contender(0, LEADERS[0], E5, 3, 2),
    defender=Contender(1, LEADERS[4], P11, 4),
)
AS_WRITTEN = [
    (ActionDecision(1), '{"kind":"action","seat":1}'),
    (WarDecision(0, (Colour.BLACK, Colour.GREEN)), '{"kind":"war","seat":0,"colours":[0,3]}'),
    (
        AddDecision(1, CONFLICT),
        (
            '{"kind":"add","seat":1,"internal":false,"colour":0,'
            '"attacker":[0,0,"E5",3,2],"defender":[1,4,"P11",4,null]}'
        ),
    ),
    (
        SiteDecision(0, Colour.RED, (E5, F6)),
        '{"kind":"site","seat":0,"colour":1,"cells":["E5","F6"]}',
    ),
    (
        BuildDecision(0, ((MONUMENTS[0], E5), (MONUMENTS[5], F6)), (P11,)),
        '{"kind":"build","seat":0,"choices":[[0,"E5"],[5,"F6"]],"centres":["P11"]}',
    ),
    (
        TakeDecision(1, ((E5, F6), (E5, P11))),
        '{"kind":"take","seat":1,"choices":[["E5","F6"],["E5","P11"]]}',
    ),
    (CubeDecision(0), '{"kind":"cube","seat":0}'),
    (
        DrawDecision(1, (Colour.BLUE,), bag=True, due=3, refill=False),
        '{"kind":"draw","seat":1,"colours":[2],"bag":true,"due":3,"refill":false}',
    ),
    (Over(1), '{"kind":"over","seat":1}'),
]


@pytest.mark.parametrize(("decision", "written"), AS_WRITTEN, ids=[d.kind for d, _ in AS_WRITTEN])
def test_a_decision_is_stored_as_it_always_was(decision, written):
    assert dump_game(replace(GAME, decision=decision)).endswith(f'"decision":{written}}}')
    again = DECISIONS[decision.kind].load(json.loads(written))
    assert again == decision
    assert repr(again) == repr(decision)  # the same types all the way down


def test_every_decision_is_in_that_list():
    assert {type(decision) for decision, _ in AS_WRITTEN} == set(get_args(Decision))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 2}, "version 2 cannot be read"),
        ({"decision": {"kind": "siesta", "seat": 0}}, "unknown decision, 'siesta'"),
        ({"layout": "round"}, "no board 'round'"),
    ],
)
def test_what_this_version_does_not_know_is_refused_with_a_sentence(changes, sentence):
    stored = json.dumps(json.loads(dump_game(GAME)) | changes)
    with pytest.raises(GameError, match=sentence):
        load_game(stored)


# --- damaged ------------------------------------------------------------------------------------

OF_READING = ArithmeticError, AttributeError, LookupError, TypeError, ValueError
BETWEEN_ROWS = 1 << 33
"""A bit of a mask outside the board, whose rows are 17 bits apart."""


@pytest.mark.parametrize("mask", ["treasures", "facedown", "catastrophes"])
def test_a_mask_with_a_bit_between_two_rows_is_refused(mask):
    state = json.loads(dump_game(GAME))
    with pytest.raises(GameError):
        load_game(json.dumps(state | {mask: state[mask] | BETWEEN_ROWS}))
    for colour in range(4):
        tiles = [*state["tiles"]]
        tiles[colour] |= BETWEEN_ROWS
        with pytest.raises(GameError):
            load_game(json.dumps(state | {"tiles": tiles}))


@pytest.mark.parametrize("deal", [Deal(1, 2, "classic", OPTIONS), Deal(2, 4, "advanced")], ids=str)
def test_a_spoilt_state_is_refused_or_can_be_played_on(deal):
    refused = spoil_states(deal, times=100, every=60)
    assert refused > 500


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(0, len(OPTION_SETS), 4))
def test_every_spoilt_state_is_refused_or_can_be_played_on(seed):
    board = ("classic", "advanced")[seed % 2]
    assert spoil_states(Deal(seed, 2 + seed % 3, board, OPTION_SETS[seed]), times=400, every=12)


def spoil_states(deal, times, every):
    """Spoil some states of a game, with each kind of decision; returns how many were refused."""
    dice, refused, known = Random(deal.seed), 0, set()
    for number, moment in enumerate(play(deal)):
        if number % every and moment.game.decision.kind in known:
            continue
        known.add(moment.game.decision.kind)
        for spoilt in spoilt_texts(dump_game(moment.game), dice, times):
            try:
                game = load_game(spoilt)
            except (*OF_READING, GameError):
                refused += 1
            else:
                look_and_play_on(game, dice)
    return refused


def look_and_play_on(game, dice):
    for view in (game.view(None), *map(game.view, range(len(game.seats)))):
        write_position(view)
    if isinstance(game.decision, ActionDecision):
        assert read_position(write_position(game.open_view())) == game
    for _ in range(5):
        if not game.over:
            game, _ = game.apply(game.decision.seat, dice.choice(game.legal_actions()))
