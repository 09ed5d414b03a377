"""Nobody uses more time than the table has waited, whatever happens to the bot and its clock.

The watch reckons on its own, see watch.py; here are the happenings, and in which order.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import opened
from timetable import hours
from watch import Owner, Watch

from bot.domain.pace import UNHURRIED, AtEnd, Limit, Pace, Reminders
from tests.longer import longer

PACES = [
    Pace(Reminders(hours(3), hours(2)), Limit(hours(10))),
    Pace(Reminders(hours(5), hours(3)), Limit(hours(2), hours(12))),
    Pace(Reminders(hours(1), hours(1)), Limit(hours(4)), live=True),
    Pace(Reminders(hours(4), hours(1))),
    Pace(Reminders(hours(9), hours(2)), Limit(hours(10))),  # the first one, reminding otherwise
    Pace(None, Limit(hours(3), hours(5), AtEnd.ASK)),
    UNHURRIED,
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
"""Of a day: often such as when clocks are changed."""
WHILES = st.integers(1, 40 * 3600)
OWNERS = st.builds(
    Owner,
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"]),
    st.none() | st.tuples(MINUTES, MINUTES).filter(lambda each: each[0] != each[1]),
    st.frozensets(st.integers(0, 6), max_size=2),
)
HAPPENINGS = st.one_of(
    st.tuples(st.just("wait"), WHILES),
    st.tuples(st.just("decide"), WHILES),
    st.tuples(st.just("undo"), st.integers(1, 3600)),
    st.tuples(st.just("gap"), st.integers(0, 200) | WHILES, st.booleans()),
    st.tuples(
        st.just("step"), st.integers(-200, 200) | st.integers(-200_000, 200_000), st.booleans()
    ),
    st.tuples(st.just("hours"), SEATS, OWNERS),
    st.tuples(st.just("vacation"), SEATS, st.integers(1, 5)),
    st.tuples(st.just("hold"), WHILES),
    st.tuples(st.just("look"), WHILES),
    st.tuples(st.just("pause"), WHILES),
    st.tuples(st.just("agree"), st.sampled_from(PACES)),
    st.tuples(st.just("answer"), st.booleans()),
    st.tuples(st.just("take"), SEATS),
)


async def happen(watch, happening):
    match happening:
        case ("wait", int(seconds)):
            await watch.wait(timedelta(seconds=seconds))
        case ("decide", int(seconds)):
            await watch.wait(timedelta(seconds=seconds))
            await watch.decide()
        case ("undo", int(seconds)):
            await watch.wait(timedelta(seconds=seconds))
            await watch.undo()
        case ("gap", int(seconds), bool(restart)):
            await watch.gap(timedelta(seconds=seconds), restart=restart)
        case ("step", int(seconds), bool(unnoticed)):
            await watch.step(timedelta(seconds=seconds), unnoticed=unnoticed)
        case ("hours", int(seat), Owner() as owner):
            await watch.set_hours(seat, replace(owner))
        case ("vacation", int(seat), int(days)):
            await watch.vacation(seat, days)
        case ("hold", int(seconds)):
            await watch.hold()
            await watch.wait(timedelta(seconds=seconds))
        case ("look", int(seconds)):
            await watch.look()
            await watch.wait(timedelta(seconds=seconds))
        case ("pause", int(seconds)):
            await watch.pause()
            await watch.wait(timedelta(seconds=seconds))
        case ("agree", Pace() as pace):
            await watch.agree(pace)
        case ("answer", bool(yes)):
            await watch.answer(yes=yes)
        case ("take", int(seat)):
            await watch.take(seat)


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
                    for happening in happenings:
                        await happen(watch, happening)

        asyncio.run(live())

    check()
