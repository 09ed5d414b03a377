"""Events are stored as JSON, and come back as they were."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import StoreError
from bot.store.schema.column_types import EVENTS, Events
from engine import Cell

CELLS = st.builds(Cell, st.integers(0, 10), st.integers(0, 15))
st.register_type_strategy(Cell, CELLS)


def round_trip(events):
    dumped = Events().process_bind_param(events, None)
    return Events().process_result_value(json.loads(json.dumps(dumped)), None)


@pytest.mark.parametrize("kind", EVENTS.values())
@settings(max_examples=4)
@given(data=st.data())
def test_every_event_comes_back(kind, data):
    event = data.draw(st.from_type(kind))
    (read,) = round_trip((event,))
    assert read == event
    assert repr(read) == repr(event)  # the same types all the way down


@pytest.mark.parametrize("dumped", [[["Earthquake", {}]], [["TurnBegan", {"chair": 1}]]])
def test_an_event_of_another_version_is_refused_with_a_sentence(dumped):
    with pytest.raises(StoreError, match="cannot read"):
        Events().process_result_value(dumped, None)
