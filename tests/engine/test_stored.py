"""What is stored is read by every later version: each decision as version 0.1.0 wrote it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest

from engine import (
    LEADERS,
    MONUMENTS,
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
)
from tests.engine.running import POSITION

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
def test_a_decision_is_stored_as_it_always_was(decision: Decision, written: str) -> None:
    game = replace(GAME, decision=decision)
    stored = dump_game(game)
    assert stored.endswith(f'"decision":{written}}}')
    assert load_game(stored) == game
    assert repr(load_game(stored).decision) == repr(decision)  # the same types all the way down


def test_every_decision_is_in_that_list() -> None:
    assert {type(decision) for decision, _ in AS_WRITTEN} == set(get_args(Decision))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 2}, "version 2 cannot be read"),
        ({"decision": {"kind": "siesta", "seat": 0}}, "unknown decision, 'siesta'"),
        ({"layout": "round"}, "no board 'round'"),
    ],
)
def test_what_this_version_does_not_know_is_refused_with_a_sentence(changes, sentence) -> None:
    stored = json.dumps(json.loads(dump_game(GAME)) | changes)
    with pytest.raises(GameError, match=sentence):
        load_game(stored)
