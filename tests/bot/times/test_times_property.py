"""Nobody uses more time than the table has waited, whatever happens to the bot and its clock.

The model in time_model.py counts time on its own; the events and their order are drawn here.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import chain
from operator import methodcaller
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import opened
from time_model import Availability, TimeModel
from timetable import hours

from bot.domain.pace import Limit, Pace, Reminders
from bot.store import OwnReminders
from tests.longer import longer

PACES = [
    Pace(Reminders(hours(3), hours(2)), Limit(hours(10))),
    Pace(Reminders(hours(5), hours(3)), Limit(hours(2), hours(12), cap=1)),
    Pace(Reminders(hours(5), hours(3)), Limit(hours(2), hours(12))),
    Pace(Reminders(hours(1), hours(1)), Limit(hours(4)), live=True),
    Pace(Reminders(hours(4), hours(1))),
]
BEGINNINGS = [
    datetime(2030, 1, 1, 12, tzinfo=UTC),
    datetime(2030, 3, 30, 12, tzinfo=UTC),  # before summer time in Berlin
    datetime(2030, 10, 26, 12, tzinfo=UTC),  # and before its end
]
SEATS = st.integers(0, 2)
MINUTES = st.sampled_from([0, 90, 120, 150, 170, 180, 8 * 60, 22 * 60]) | st.integers(
    0, 24 * 60 - 1
)
"""A minute of the day: often such as when clocks are changed."""


def durations(least, most):
    """A strategy for durations, in seconds."""
    return st.integers(least, most).map(lambda seconds: timedelta(seconds=seconds))


def call(method, *given, **named):
    """A method of the model, called with drawn arguments."""
    return st.builds(methodcaller, st.just(method), *given, **named)


WAIT = call("wait", durations(1, 40 * 3600))
AVAILABILITIES = st.builds(
    Availability,
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"]),
    st.none() | st.tuples(MINUTES, MINUTES).filter(lambda each: each[0] != each[1]),
    st.frozensets(st.integers(0, 6), max_size=6),
)
EVENTS = st.one_of(
    st.tuples(WAIT),
    st.tuples(WAIT, call("decide")),
    st.tuples(call("wait", durations(1, 3600)), call("undo")),
    st.tuples(call("gap", durations(0, 200) | durations(1, 40 * 3600), restart=st.booleans())),
    st.tuples(
        call(
            "set_clock",
            durations(-200, 200) | durations(-200_000, 200_000),
            unnoticed=st.booleans(),
        )
    ),
    st.tuples(call("set_hours", SEATS, AVAILABILITIES)),
    st.tuples(call("vacation", SEATS, st.integers(1, 5), st.integers(0, 2))),
    st.tuples(call("choose_reminders", SEATS, st.sampled_from(OwnReminders)), WAIT),
    st.tuples(call("toggle_reachable"), WAIT),
    st.tuples(call("pause"), WAIT),
    st.tuples(call("wait", durations(5 * 86400, 9 * 86400)), call("come_back", SEATS), WAIT),
)


@pytest.mark.parametrize(
    "examples", [*longer([3, 12]), pytest.param(200, marks=pytest.mark.exhaustive)]
)
def test_nobody_uses_more_time_than_the_table_has_waited_for_them(examples):
    @settings(max_examples=examples)
    @given(
        st.sampled_from(PACES),
        st.sampled_from(BEGINNINGS),
        st.lists(EVENTS, min_size=5, max_size=12),
    )
    def check(pace, beginning, events):
        async def run():
            with TemporaryDirectory() as folder:
                async with opened(Path(folder) / "games.sqlite3") as (store,):
                    model = TimeModel(store, pace, beginning)
                    await model.begin()
                    for event in chain.from_iterable(events):
                        await event(model)

        asyncio.run(run())

    check()
