"""Times at which a player is expected to play: quiet hours, days off, vacations, time zones."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.hours import ALWAYS, NO_TIME, Hours, Quiet, Span
from bot.domain.pace import PACES, Pace
from bot.use_cases import LONGEST_QUIET
from tests.longer import longer

MINUTE = timedelta(minutes=1)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def clock(hour, minute=0):
    return hour * 60 + minute


NIGHT = Quiet(clock(22), clock(8))
BERLIN = Hours("Europe/Berlin", NIGHT)


NIGHTLY = Hours(quiet=NIGHT)
DAYTIME = Hours(quiet=Quiet(clock(9), clock(17)))
AUCKLAND = Hours("Pacific/Auckland", days_off=frozenset({5, 6}))
WEEKENDS = Hours("UTC", NIGHT, frozenset({5, 6}))
TUESDAYS = Hours(days_off=frozenset({1}))
BEIRUT = Hours("Asia/Beirut", days_off=frozenset({5}))
"""There 0:00 is followed by 1:00 on 31 March 2030: the day begins then. The day before is off."""
SAMOA = Hours("Pacific/Apia", NIGHT)
"""It went over the date line: its 29 December 2011 was followed by the 31st."""


@pytest.mark.parametrize(
    ("hours", "moment", "counts"),
    [
        (ALWAYS, "2030-01-01T03:00", True),
        (NIGHTLY, "2030-01-01T08:00", True),
        (NIGHTLY, "2030-01-01T21:59", True),
        (NIGHTLY, "2030-01-01T22:00", False),
        (NIGHTLY, "2030-01-02T00:00", False),
        (NIGHTLY, "2030-01-02T07:59", False),
        # by the clock on the wall there: in winter one hour ahead, in summer two
        (BERLIN, "2030-01-15T06:59", False),
        (BERLIN, "2030-01-15T07:00", True),
        (BERLIN, "2030-07-15T06:00", True),
        (BERLIN, "2030-07-15T20:00", False),
        (AUCKLAND, "2030-07-12T11:59", True),  # Friday, 23:59 there
    ],
)
def test_whether_a_moment_counts(hours, moment, counts):
    assert hours.include(utc(moment)) is counts


@pytest.mark.parametrize(
    ("hours", "start", "end", "count"),
    [
        (ALWAYS, "2030-01-01", "2031-01-01", 365 * 24),
        (NIGHTLY, "2030-01-01T20:00", "2030-01-02T09:00", 3),
        (DAYTIME, "2030-01-01", "2030-01-02", 16),
        (Hours("Europe/Berlin"), "2030-03-30T23:00", "2030-03-31T22:00", 23),  # summer time begins
        (NIGHTLY, "2028-02-28", "2028-03-01", 28),  # with the leap day
        (NIGHTLY, "2030-02-28", "2030-03-01", 14),
        (BEIRUT, "2030-03-29T22:00", "2030-03-31T21:00", 23),
        (SAMOA, "2011-12-29T10:00", "2011-12-31T10:00", 28),
    ],
)
def test_how_much_counts_between_two_moments(hours, start, end, count):
    assert hours.between(utc(start), utc(end)) == timedelta(hours=count)


@pytest.mark.parametrize(
    ("hours", "start", "count", "end"),
    [
        (ALWAYS, "2030-01-01", 24, "2030-01-02"),
        (NIGHTLY, "2030-01-01T20:00", 3, "2030-01-02T09:00"),
        # nobody is called, and nobody's time is up, in the very moment in which it gets quiet
        (NIGHTLY, "2030-01-01T20:00", 2, "2030-01-02T08:00"),
        (DAYTIME, "2030-01-01T12:00", 0, "2030-01-01T17:00"),
        (BERLIN, "2030-03-30T21:00", 0, "2030-03-31T06:00"),  # an hour less, till 8:00 there
        (BERLIN, "2030-10-26T20:00", 0, "2030-10-27T07:00"),  # an hour more
        (TUESDAYS, "2028-02-29T10:00", 0, "2028-03-01"),
        (AUCKLAND, "2030-07-12T12:00", 0, "2030-07-14T12:00"),
        (WEEKENDS, "2030-07-12T21:00", 2, "2030-07-15T09:00"),
        (BEIRUT, "2030-03-30T21:55", 0, "2030-03-30T22:00"),
    ],
)
def test_when_so_much_is_over(hours, start, count, end):
    assert hours.after(utc(start), timedelta(hours=count)) == utc(end)


@pytest.mark.parametrize(
    ("quiet", "start", "end"),
    [
        # 2:00 is followed by 3:00: an hour later, as the clock shows it
        (Quiet(clock(2, 30), clock(6)), "2030-03-31T01:30", "2030-03-31T04:00"),
        (Quiet(clock(0), clock(2, 30)), "2030-03-30T23:00", "2030-03-31T01:30"),
        (Quiet(clock(2, 10), clock(2, 50)), "2030-03-31T01:10", "2030-03-31T01:50"),
        # 3:00 is followed by 2:00: from the first time to the second
        (Quiet(clock(2, 30), clock(6)), "2030-10-27T00:30", "2030-10-27T05:00"),
        (Quiet(clock(0), clock(2, 30)), "2030-10-26T22:00", "2030-10-27T01:30"),
        (Quiet(clock(2, 10), clock(2, 50)), "2030-10-27T00:10", "2030-10-27T01:50"),
    ],
)
def test_quiet_hours_that_begin_or_end_in_the_hour_that_is_left_out_or_comes_twice(
    quiet, start, end
):
    hours = Hours("Europe/Berlin", quiet)
    assert hours.include(utc(start) - MINUTE)
    assert not hours.include(utc(start))
    assert not hours.include(utc(end) - MINUTE)
    assert hours.include(utc(end))


def test_on_vacation_no_time_counts():
    away = Span(utc("2030-07-01T12:00"), utc("2030-07-15T00:00"))
    for hours in (Hours(away=away), Hours(quiet=NIGHT, away=away)):
        assert not hours.include(away.start)
        assert hours.between(away.start, away.end) == NO_TIME
        assert hours.back_at(away.start) == away.end
        assert hours.back_at(away.end) is None
        assert hours.back_at(away.start - MINUTE) is None
    assert Hours(away=away).after(utc("2030-07-01T11:00"), timedelta(hours=2)) == utc(
        "2030-07-15T01:00"
    )
    assert Hours(quiet=NIGHT, away=away).after(away.start, NO_TIME) == utc("2030-07-15T08:00")


@pytest.mark.parametrize(
    "wrong",
    [
        *({"zone": zone} for zone in ("Europe/Ur", "", "../etc/passwd", "Europe")),
        *({"quiet": Quiet(*quiet)} for quiet in ((60, 60), (-1, 60), (0, 1440))),
        *({"days_off": frozenset(days)} for days in (range(7), {7})),
    ],
)
def test_what_nobody_can_set(wrong):
    with pytest.raises(ValueError, match=r"^$"):
        Hours(**wrong)


# --- any hours -----------------------------------------------------------------------------------

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
ZONES += ["Asia/Beirut", "America/Havana", "Pacific/Apia", "Africa/Casablanca"]
ZONES += ["Antarctica/Troll"]  # its clocks are changed by two hours
MINUTES = st.integers(0, 24 * 60 - 1)
MOMENTS = st.integers(0, 23 * 366 * 24 * 60).map(lambda each: utc("2011-12-01") + each * MINUTE)
MANY_HOURS = st.builds(
    Hours,
    st.sampled_from(ZONES),
    st.none()
    | st.tuples(MINUTES, MINUTES)
    .filter(lambda each: each[0] != each[1])
    .map(lambda each: Quiet(*each)),
    st.frozensets(st.integers(0, 6), max_size=6),
    st.none()
    | st.builds(
        lambda start, days: Span(start, start + timedelta(days=days)), MOMENTS, st.floats(0, 40)
    ),
)


@pytest.mark.parametrize("examples", longer([30, 400]))
def test_what_is_between_two_moments_and_when_so_much_has_passed_agree(examples):
    @settings(max_examples=examples)
    @given(MANY_HOURS, MOMENTS, st.floats(0, 100), st.floats(0, 100))
    def check(hours, start, first, then):
        duration = timedelta(hours=first)
        end = hours.after(start, duration)
        assert hours.include(end)
        assert hours.between(start, end) == duration
        middle = start + timedelta(hours=then)
        if middle <= end:
            parts = hours.between(start, middle), hours.between(middle, end)
            assert sum(parts, NO_TIME) == duration
            assert min(parts) >= NO_TIME
            assert hours.between(start, middle) <= middle - start

    check()


# --- a clock has a floor -------------------------------------------------------------------------

DAILY, LIVE, RELAXED = PACES["daily"], PACES["live"], PACES["relaxed"]
HALF_A_DAY = Quiet(clock(20), clock(8))


@pytest.mark.parametrize(
    ("quiet", "off", "counts_as_off"),
    [
        (HALF_A_DAY, {0, 1, 2, 3, 4, 5}, {4, 5}),
        (HALF_A_DAY, {1, 6}, {1, 6}),
        (HALF_A_DAY, {1, 5, 6}, {5, 6}),  # the weekend stays off
        (NIGHT, {0, 1, 2}, {1, 2}),  # 14 hours a day are 56 in four days, less as clocks change
        (Quiet(clock(23), clock(8)), {0, 1, 2}, {0, 1, 2}),
        (None, {0, 1, 2, 3, 4, 5}, {2, 3, 4, 5}),
    ],
)
def test_at_a_clock_eight_hours_a_day_count(quiet, off, counts_as_off):
    hours = Hours("Europe/Berlin", quiet, frozenset(off))
    assert DAILY.counted(hours) == Hours("Europe/Berlin", quiet, frozenset(counts_as_off))
    assert RELAXED.counted(hours) == hours
    assert LIVE.counted(hours) == Hours()


def test_a_game_from_before_keeps_the_hours_that_it_had():
    hours = Hours("Europe/Berlin", HALF_A_DAY, frozenset(range(6)))
    pace = Pace.load('{"limit": [86400, null], "at_end": "decide"}')
    assert pace.counted(hours) == hours
    assert Pace.load(pace.dump()) == pace
    assert Pace.load(DAILY.dump()) == DAILY


@pytest.mark.parametrize("examples", longer([40, 200]))
def test_any_week_has_eight_hours_a_day(examples):
    """Over daylight saving, too; but not where a whole day is left out."""

    @settings(max_examples=examples)
    @given(MANY_HOURS, MOMENTS.filter(lambda each: each.year > 2011), st.integers(0, 72))
    def check(hours, start, near):
        if hours.quiet is not None and hours.quiet.length > LONGEST_QUIET:  # cannot be set
            hours = Hours(hours.zone, HALF_A_DAY, hours.days_off)
        counted = DAILY.counted(Hours(hours.zone, hours.quiet, hours.days_off))
        for begins in (start, start.replace(month=3, day=28), start.replace(month=10, day=25)):
            week = begins + timedelta(hours=near)
            assert counted.between(week, week + timedelta(days=7)) >= timedelta(hours=56)

    check()
