"""Which backups are kept, in whatever nights one was made."""

import os
import time
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import kept_days, next_night
from bot.store.maintenance.backup_folder import kept, night_of

FIRST = date(2026, 1, 1)
NIGHTS = st.integers(1, 30)
A_WEEK = timedelta(days=7)
MADE = st.lists(st.booleans(), min_size=1, max_size=150)
"""Whether one was made, night by night."""


def days(made):
    return [FIRST + timedelta(days=number) for number, was in enumerate(made) if was]


def week(night):
    return night.isocalendar()[:2]


@settings(max_examples=20)
@given(MADE, NIGHTS)
def test_the_last_nights_and_the_last_of_four_weeks_are_kept(made, nights):
    """Pruning every night deletes nothing that pruning once would keep."""
    there = set()
    for night in days(made):
        there = kept(there | {night}, night, nights)
        assert night in there
    if not there:
        return
    all_of_them, tonight = days(made), max(there)
    assert there >= kept(all_of_them, tonight, nights)
    there = kept(all_of_them, tonight, nights)
    newest = set(sorted(all_of_them)[-nights:])
    assert newest <= there <= set(all_of_them)
    if all(later - each <= A_WEEK for each, later in pairwise(all_of_them)):
        longest = timedelta(days=kept_days(nights))
        young = {each for each in all_of_them if tonight - each < longest}
        assert there <= young | newest
        weekly = there - newest
        assert len(weekly) <= 4
        for each in weekly:
            assert each == max(other for other in all_of_them if week(other) == week(each))
        if len(weekly) < 4:  # no week is lost while there is room
            assert {week(each) for each in young} <= {week(each) for each in there}


@pytest.mark.parametrize("nights", [1, 7, 30])
def test_if_none_is_missed_there_are_as_many_as_were_promised(nights):
    every = [FIRST + timedelta(days=number) for number in range(77)]
    for tonight in every[70:]:
        there = kept(every[: every.index(tonight) + 1], tonight, nights)
        assert len(there) == nights + 4
        assert {tonight - timedelta(days=back) for back in range(nights)} <= there
        assert (tonight - min(there)).days < kept_days(nights)


@pytest.mark.parametrize(("ahead", "wrong"), [(50, 1), (400, 5), (3660, 1)])
def test_a_clock_that_jumps_and_comes_back_deletes_none_of_the_last_nights(ahead, wrong):
    """For some minutes, or for some nights; after that everything is as before."""
    every = [FIRST + timedelta(days=number) for number in range(60)]
    before = kept(every, every[-1], 7)
    there = before
    later = [every[-1] + timedelta(days=ahead + number) for number in range(wrong)]
    for night in later:
        there = kept(there | {night}, night, 7)
    assert there == before | {*later}
    behind = every[0] - timedelta(days=3000)
    assert kept(there | {behind}, behind, 7) == there | {behind}
    for _ in range(10):
        every.append(every[-1] + timedelta(days=1))
        there = kept(there | {every[-1]}, every[-1], 7)
    assert there == kept(every, every[-1], 7) | {night for night in later if night > every[-1]}


@pytest.fixture
def berlin(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
    assert os.environ.get("TZ") != "Europe/Berlin"


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("now", "night", "following"),
    [
        ("2026-11-26T01:59", "2026-11-25", "2026-11-26T02:00"),  # 2:59 there
        ("2026-11-26T02:00", "2026-11-26", "2026-11-27T02:00"),
        ("2026-11-26T22:30", "2026-11-26", "2026-11-27T02:00"),
        ("2026-11-26T23:30", "2026-11-26", "2026-11-27T02:00"),  # the 27th there
        ("2026-03-28T12:00", "2026-03-28", "2026-03-29T01:00"),  # an hour is left out
        ("2026-10-24T12:00", "2026-10-24", "2026-10-25T02:00"),  # an hour comes twice
        ("2026-10-25T01:30", "2026-10-24", "2026-10-25T02:00"),
    ],
)
def test_a_night_begins_at_three_by_the_clock_on_the_wall(now, night, following):
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert night_of(at) == date.fromisoformat(night)
    assert next_night(at) == datetime.fromisoformat(following).replace(tzinfo=UTC)
