"""Nobody uses more time than the table has waited, whatever happens to the bot and its clock.

The watch reckons on its own, see watch.py; here are the happenings, and in which order.
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
from timetable import hours
from watch import Owner, Watch

from bot.domain.pace import Limit, Pace, Reminders
from tests.longer import longer

PACES = [
    Pace(Reminders(hours(3), hours(2)), Limit(hours(10))),
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


def lasting(least, most):
    """A length of time, in seconds."""
    return st.integers(least, most).map(lambda seconds: timedelta(seconds=seconds))


def call(method, *given, **named):
    """A method of the watch, called with any of what is given."""
    return st.builds(methodcaller, st.just(method), *given, **named)


WAIT = call("wait", lasting(1, 40 * 3600))
OWNERS = st.builds(
    Owner,
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"]),
    st.none() | st.tuples(MINUTES, MINUTES).filter(lambda each: each[0] != each[1]),
    st.frozensets(st.integers(0, 6), max_size=2),
)
HAPPENINGS = st.one_of(
    st.tuples(WAIT),
    st.tuples(WAIT, call("decide")),
    st.tuples(call("wait", lasting(1, 3600)), call("undo")),
    st.tuples(call("gap", lasting(0, 200) | lasting(1, 40 * 3600), restart=st.booleans())),
    st.tuples(
        call("step", lasting(-200, 200) | lasting(-200_000, 200_000), unnoticed=st.booleans())
    ),
    st.tuples(call("set_hours", SEATS, OWNERS)),
    st.tuples(call("vacation", SEATS, st.integers(1, 5))),
    st.tuples(call("hold"), WAIT),
    st.tuples(call("pause"), WAIT),
)


@pytest.mark.parametrize(
    "examples", [*longer([3, 12]), pytest.param(200, marks=pytest.mark.exhaustive)]
)
def test_nobody_uses_more_time_than_the_table_has_waited_for_them(examples):
    @settings(max_examples=examples)
    @given(
        st.sampled_from(PACES),
        st.sampled_from(BEGINNINGS),
        st.lists(HAPPENINGS, min_size=5, max_size=12),
    )
    def check(pace, beginning, happenings):
        async def live():
            with TemporaryDirectory() as folder:
                async with opened(Path(folder) / "games.sqlite3") as (store,):
                    watch = Watch(store, pace, beginning)
                    await watch.begin()
                    for happen in chain.from_iterable(happenings):
                        await happen(watch)

        asyncio.run(live())

    check()
