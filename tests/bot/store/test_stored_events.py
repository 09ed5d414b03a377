"""Events are stored as JSON, and come back as they were."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import StoreError
from bot.store.schema.event_codec import EVENTS, dump_events, load_events
from engine import OPTIONS, Cell, Dynasty, Game, full_bag

CELLS = st.builds(Cell, st.integers(0, 10), st.integers(0, 15))
st.register_type_strategy(Cell, CELLS)


def round_trip(events):
    return load_events(json.loads(json.dumps(dump_events(events))))


@pytest.mark.parametrize("kind", EVENTS.values())
@settings(max_examples=4)
@given(data=st.data())
def test_every_event_comes_back(kind, data):
    event = data.draw(st.from_type(kind))
    (read,) = round_trip((event,))
    assert read == event
    assert repr(read) == repr(event)  # the same types all the way down


def test_the_events_of_a_whole_game_come_back():
    rng = Random(5)
    bag = "".join(rng.sample(full_bag("advanced"), len(full_bag("advanced"))))
    game = Game.start(list(Dynasty), bag, "advanced", OPTIONS)
    while not game.over:
        game, events = game.apply(game.decision.seat, rng.choice(game.legal_actions()))
        assert round_trip(events) == events


@pytest.mark.parametrize("dumped", [[["Earthquake", {}]], [["TurnBegan", {"chair": 1}]]])
def test_an_event_of_another_version_is_refused_with_a_sentence(dumped):
    with pytest.raises(StoreError, match="cannot read"):
        load_events(dumped)
