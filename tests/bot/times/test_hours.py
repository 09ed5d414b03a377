"""When somebody can be expected to play: quiet hours, days off, vacations, in any time zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.hours import ALWAYS, NO_TIME, Hours, Quiet, Span, is_zone, zones
from tests.longer import longer

MINUTE = timedelta(minutes=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def clock(hour: int, minute: int = 0) -> int:
    return hour * 60 + minute


NIGHT = Quiet(clock(22), clock(8))
BERLIN = Hours("Europe/Berlin", NIGHT)


def test_without_anything_set_all_time_counts():
    assert ALWAYS.include(utc("2030-01-01T03:00"))
    assert ALWAYS.between(utc("2030-01-01"), utc("2031-01-01")) == timedelta(days=365)
    assert ALWAYS.after(utc("2030-01-01"), timedelta(days=1)) == utc("2030-01-02")


def test_quiet_hours_go_over_midnight():
    hours = Hours(quiet=NIGHT)
    assert hours.include(utc("2030-01-01T08:00"))
    assert hours.include(utc("2030-01-01T21:59"))
    assert not hours.include(utc("2030-01-01T22:00"))
    assert not hours.include(utc("2030-01-02T00:00"))
    assert not hours.include(utc("2030-01-02T07:59"))
    assert hours.between(utc("2030-01-01T20:00"), utc("2030-01-02T09:00")) == timedelta(hours=3)
    assert hours.after(utc("2030-01-01T20:00"), timedelta(hours=3)) == utc("2030-01-02T09:00")


def test_what_would_end_with_the_day_ends_in_the_morning():
    """Nobody is called, and nobody's time is up, in the very moment in which it gets quiet."""
    hours = Hours(quiet=NIGHT)
    assert hours.after(utc("2030-01-01T20:00"), timedelta(hours=2)) == utc("2030-01-02T08:00")


def test_quiet_hours_may_be_in_the_middle_of_the_day():
    hours = Hours(quiet=Quiet(clock(9), clock(17)))
    assert hours.between(utc("2030-01-01"), utc("2030-01-02")) == timedelta(hours=16)
    assert hours.after(utc("2030-01-01T12:00"), NO_TIME) == utc("2030-01-01T17:00")


def test_they_are_those_of_the_wall_clock_there():
    assert not BERLIN.include(utc("2030-01-15T06:59"))
    assert BERLIN.include(utc("2030-01-15T07:00"))  # winter: one hour ahead
    assert BERLIN.include(utc("2030-07-15T06:00"))  # summer: two
    assert not BERLIN.include(utc("2030-07-15T20:00"))


def test_when_summer_time_begins_the_night_is_an_hour_shorter():
    evening = utc("2030-03-30T21:00")  # 22:00
    assert BERLIN.after(evening, NO_TIME) == utc("2030-03-31T06:00")  # 8:00 all the same
    day = Hours("Europe/Berlin")
    assert day.between(utc("2030-03-30T23:00"), utc("2030-03-31T22:00")) == timedelta(hours=23)


def test_when_it_ends_the_night_is_an_hour_longer():
    evening = utc("2030-10-26T20:00")  # 22:00
    assert BERLIN.after(evening, NO_TIME) == utc("2030-10-27T07:00")  # 8:00 all the same


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


def test_the_leap_day_is_a_day_as_any_other():
    hours = Hours(quiet=NIGHT)
    assert hours.between(utc("2028-02-28"), utc("2028-03-01")) == timedelta(hours=28)
    assert hours.between(utc("2030-02-28"), utc("2030-03-01")) == timedelta(hours=14)
    tuesdays_off = Hours(days_off=frozenset({1}))
    assert tuesdays_off.after(utc("2028-02-29T10:00"), NO_TIME) == utc("2028-03-01")


def test_days_off_are_days_there():
    weekend = frozenset({5, 6})
    auckland = Hours("Pacific/Auckland", days_off=weekend)
    friday = utc("2030-07-12T11:59")  # 23:59 there
    assert auckland.include(friday)
    assert auckland.after(friday + MINUTE, NO_TIME) == utc("2030-07-14T12:00")
    both = Hours("UTC", NIGHT, weekend)
    assert both.after(utc("2030-07-12T21:00"), timedelta(hours=2)) == utc("2030-07-15T09:00")


def test_summer_time_may_begin_at_midnight():
    """In Beirut 0:00 is followed by 1:00: the day begins then, and nothing is counted twice."""
    day_off = Hours("Asia/Beirut", days_off=frozenset({5}))  # the day before, a Saturday
    change = utc("2030-03-30T22:00")
    assert day_off.after(change - 5 * MINUTE, NO_TIME) == change
    assert day_off.between(utc("2030-03-29T22:00"), utc("2030-03-31T21:00")) == timedelta(hours=23)


def test_a_whole_day_may_be_left_out():
    """Samoa went over the date line: its 29 December 2011 was followed by the 31st."""
    samoa = Hours("Pacific/Apia", NIGHT)
    awake = samoa.between(utc("2011-12-29T10:00"), utc("2011-12-31T10:00"))
    assert awake == timedelta(hours=28)


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
        {"zone": "Europe/Ur"},
        {"zone": ""},
        {"zone": "../etc/passwd"},
        {"zone": "Europe"},
        {"quiet": Quiet(60, 60)},
        {"quiet": Quiet(-1, 60)},
        {"quiet": Quiet(0, 1440)},
        {"days_off": frozenset(range(7))},
        {"days_off": frozenset({7})},
    ],
)
def test_what_nobody_can_set(wrong):
    with pytest.raises(ValueError, match=r"^$"):
        Hours(**wrong)


def test_zones_have_names():
    assert "Europe/Berlin" in zones()
    assert all(is_zone(zone) for zone in zones()[::20])


# --- any hours -----------------------------------------------------------------------------------

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Asia/Beirut",
    "America/Havana",
    "Pacific/Apia",
    "Africa/Casablanca",
)
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
    def check(hours: Hours, start: datetime, first: float, then: float) -> None:
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


@pytest.mark.parametrize("examples", longer([20, 200]))
def test_away_from_changes_of_the_clock_it_is_what_the_wall_clock_shows(examples):
    """Told by looking at the clock there each minute of some hours."""

    @settings(max_examples=examples)
    @given(MANY_HOURS, st.integers(0, 30 * 24 * 60))
    def check(hours: Hours, first: int) -> None:
        start = utc("2029-01-10") + first * MINUTE
        counted = NO_TIME
        for minute in range(36 * 60):
            moment = start + minute * MINUTE
            there = moment.astimezone(ZoneInfo(hours.zone))
            shown = there.hour * 60 + there.minute
            quiet = hours.quiet
            if quiet is None:
                silent = False
            elif quiet.start < quiet.end:
                silent = quiet.start <= shown < quiet.end
            else:
                silent = not quiet.end <= shown < quiet.start
            if not silent and there.weekday() not in hours.days_off:
                counted += MINUTE
        settled = Hours(hours.zone, hours.quiet, hours.days_off)
        assert settled.between(start, start + 36 * 60 * MINUTE) == counted

    check()
