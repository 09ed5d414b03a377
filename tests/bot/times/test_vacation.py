"""Vacations: limited days a year, announced, ended at any time; and setting one's hours."""

from datetime import UTC, datetime, timedelta
from random import Random

from tabletop import ANNA, BEN, refuses, running
from timetable import DAILY, REMINDING, entries_of, hours, next_due, paced, wait

from bot.changes import CLOCK
from bot.domain.calls import last_call
from bot.domain.hours import Hours, Quiet
from bot.domain.pace import PACES
from bot.domain.refusals import Refusal
from bot.use_cases import GameLimits, Services
from engine import EndTurn


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def test_on_vacation_no_time_runs_and_nobody_is_reminded(store, services, clock):
    table = await paced(services, DAILY, 2)
    user_id = table.decider.user_id
    clock.advance(hours=2)
    end = await services.vacations.take_vacation(user_id, 7)
    assert end == utc("2030-01-08")  # today is the first of the seven
    table = await services.games.get(table.id)
    assert table.time_up_at == end + hours(22)
    assert await next_due(store, CLOCK) == table.time_up_at
    await wait(store, services, clock, days=7)
    assert (await services.games.get(table.id)).turn == 1


async def test_no_time_runs_at_a_live_table_either(services, clock):
    """There quiet hours and days off count for nothing; a vacation does."""
    table = await paced(services, PACES["live"], 2)
    user_id = table.decider.user_id
    await services.vacations.set_hours(user_id, zone="Etc/UTC", quiet=Quiet(6 * 60, 18 * 60))
    assert (await services.games.get(table.id)).time_up_at == clock.now + timedelta(minutes=5)
    clock.advance(minutes=2)
    end = await services.vacations.take_vacation(user_id, 1)
    assert (await services.games.get(table.id)).time_up_at == end + timedelta(minutes=3)


async def test_the_tables_are_notified(store, services, clock):
    first, second = await paced(services, DAILY), await running(services, name="Uruk")
    lobby = await services.opening.open(ANNA, first.place, "Kish")
    gone = await running(services, name="Lagash")
    await services.play.resign(gone.id, BEN.user_id)
    end = await services.vacations.take_vacation(BEN.user_id, 3)
    await services.vacations.end_vacation(BEN.user_id)
    for table in (first, second):
        player = table.player_of(BEN.user_id)
        away, back = await entries_of(services, table, "away", "back")
        assert (away.kind, away.seat, away.user_id) == ("away", player.seat, BEN.user_id)
        assert away.until == end
        assert (back.kind, back.seat, back.called) == ("back", player.seat, None)
    for table in (lobby, gone):
        assert not await entries_of(services, table, "away", "back")


async def test_a_vacation_lasts_to_midnight_in_the_own_time_zone(services, clock):
    await services.vacations.set_hours(ANNA.user_id, zone="Pacific/Auckland")
    clock.now = utc("2030-07-01T13:00")  # 2 July there
    assert await services.vacations.take_vacation(ANNA.user_id, 1) == utc("2030-07-02T12:00")


async def test_there_are_so_many_days_a_year(services, clock):
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 30, 2031: 30}
    await services.vacations.take_vacation(ANNA.user_id, 30)
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 0, 2031: 30}
    clock.advance(days=40)
    await refuses(Refusal.NO_VACATION_DAYS, services.vacations.take_vacation(ANNA.user_id, 1))
    clock.now = utc("2030-12-31T10:00")
    await refuses(Refusal.NO_VACATION_DAYS, services.vacations.take_vacation(ANNA.user_id, 2))
    clock.now = utc("2031-01-01T10:00")
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2031: 30, 2032: 30}


async def test_each_day_is_counted_in_the_year_in_which_it_lies(store, services, clock):
    clock.now = utc("2030-12-30T10:00")
    await services.vacations.take_vacation(ANNA.user_id, 10)
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 28, 2031: 22}
    none = Services(store, Random(0), clock, GameLimits(vacation_days=0))  # a host may grant none
    await refuses(Refusal.NO_VACATION_DAYS, none.vacations.take_vacation(BEN.user_id, 1))
    assert (await none.vacations.times_of(BEN.user_id)).left == {2030: 0, 2031: 0}


async def test_who_stays_longer_or_shorter_has_days_given_back_that_are_not_used(services, clock):
    await services.vacations.take_vacation(ANNA.user_id, 10)
    clock.advance(days=2)
    end = await services.vacations.take_vacation(ANNA.user_id, 10)
    times = await services.vacations.times_of(ANNA.user_id)
    assert (times.left[2030], times.away_until) == (18, end)
    await services.vacations.end_vacation(ANNA.user_id)
    times = await services.vacations.times_of(ANNA.user_id)
    assert (times.left[2030], times.away_until) == (27, None)
    clock.advance(hours=1)
    await services.vacations.take_vacation(ANNA.user_id, 5)
    await services.vacations.take_vacation(ANNA.user_id, 1)  # the same day: it was used already
    assert (await services.vacations.times_of(ANNA.user_id)).left[2030] == 27
    await services.vacations.end_vacation(ANNA.user_id)
    assert (await services.vacations.times_of(ANNA.user_id)).left[2030] == 27


async def test_what_cannot_be(services, clock):
    for days in (0, -1):
        await refuses(Refusal.NO_VACATION, services.vacations.take_vacation(ANNA.user_id, days))
    await refuses(Refusal.NO_VACATION_DAYS, services.vacations.take_vacation(ANNA.user_id, 10**9))
    await refuses(Refusal.NOT_AWAY, services.vacations.end_vacation(ANNA.user_id))
    await services.vacations.take_vacation(ANNA.user_id, 2)
    zone = services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    await refuses(Refusal.ZONE_WHILE_AWAY, zone)
    clock.advance(days=2)
    await refuses(Refusal.NOT_AWAY, services.vacations.end_vacation(ANNA.user_id))
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    wrong = services.vacations.set_hours(ANNA.user_id, zone="Mesopotamia/Ur")
    await refuses(Refusal.UNKNOWN_ZONE, wrong)
    wrong = services.vacations.set_hours(ANNA.user_id, quiet=Quiet(60, 60))
    await refuses(Refusal.BAD_HOURS, wrong)
    wrong = services.vacations.set_hours(ANNA.user_id, quiet=Quiet(20 * 60, 8 * 60 + 1))
    await refuses(Refusal.LONG_QUIET, wrong)
    wrong = services.vacations.set_hours(ANNA.user_id, days_off=frozenset(range(7)))
    await refuses(Refusal.BAD_HOURS, wrong)
    assert (await services.vacations.times_of(ANNA.user_id)).hours == Hours("Europe/Berlin")


async def test_hours_are_set_one_by_one(services):
    night = Quiet(22 * 60, 7 * 60)
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    await services.vacations.set_hours(ANNA.user_id, quiet=night)
    await services.vacations.set_hours(ANNA.user_id, days_off=frozenset({6, 0}))
    times = await services.vacations.times_of(ANNA.user_id)
    assert times.hours == Hours("Europe/Berlin", night, frozenset({0, 6}))
    await services.vacations.set_hours(ANNA.user_id, quiet=None)
    assert (await services.vacations.times_of(ANNA.user_id)).hours.quiet is None


async def test_what_was_used_under_the_old_hours_is_used(store, services, clock):
    """Setting quiet hours afterwards gains no time."""
    table = await paced(services, DAILY)
    user_id = table.decider.user_id
    clock.advance(hours=10)  # it is 22:00
    await services.vacations.set_hours(user_id, quiet=Quiet(10 * 60, 22 * 60))
    assert (await services.games.get(table.id)).decider.clock.spent == hours(10)
    await services.vacations.set_hours(user_id, quiet=Quiet(22 * 60, 7 * 60))
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(9 + 14)
    assert await next_due(store, CLOCK) == table.time_up_at
    table = (await services.play.act(table.id, user_id, EndTurn())).table
    assert table.player(0).clock.spent == hours(10)


async def test_quiet_hours_do_not_follow_the_time_of_the_day(services, clock):
    """While a table with a limit waits, hours are set within one hour of a day, in any order."""
    table = await paced(services, DAILY)
    first = table.decider.user_id or 0
    other = table.player(1).user_id or 0
    await services.vacations.set_hours(first, zone="Europe/Berlin")
    clock.advance(hours=1)
    await services.vacations.set_hours(first, quiet=Quiet(12 * 60, 24 * 60 - 1))
    clock.advance(hours=11)
    for changed in (
        services.vacations.set_hours(first, quiet=Quiet(0, 12 * 60)),
        services.vacations.set_hours(first, zone="Asia/Tokyo"),
        services.vacations.set_hours(first, days_off=frozenset({2})),
    ):
        await refuses(Refusal.HOURS_CHANGED_LATELY, changed)
    for _ in range(2):  # players who need not decide can set anything
        await services.vacations.set_hours(other, quiet=Quiet(0, 12 * 60))
        clock.advance(hours=6)
    await services.vacations.set_hours(first, quiet=Quiet(0, 12 * 60))
    assert (await services.vacations.times_of(first)).hours == Hours(
        "Europe/Berlin", Quiet(0, 12 * 60)
    )


async def test_who_comes_back_is_called(store, services, clock):
    table = await paced(services, REMINDING, 2)
    other = table.player(1).user_id
    first = table.decider.user_id
    await services.vacations.take_vacation(other, 5)
    table = (await services.play.act(table.id, first, EndTurn())).table
    silent = last_call(table, 1)
    assert table.player(1).clock.hushed
    await wait(store, services, clock, days=2)
    assert last_call(await services.games.get(table.id), 1) == silent
    await services.vacations.end_vacation(other)
    await wait(store, services, clock)
    assert last_call(await services.games.get(table.id), 1) > silent


async def test_a_vacation_that_is_over_calls_as_well(store, services, clock):
    table = await running(services, 2)
    other, first = table.player(1).user_id, table.decider.user_id
    end = await services.vacations.take_vacation(other, 5)
    await services.play.act(table.id, first, EndTurn())
    assert await next_due(store, CLOCK) == end + timedelta(hours=8)  # not at midnight


async def test_a_table_that_was_read_before_does_not_count_by_old_hours(store, services, clock):
    """Hours set by another program count: they have no version to compare."""
    table = await paced(services, DAILY)
    user_id = table.decider.user_id
    other = Services(store, Random(0), clock)
    await other.vacations.set_hours(user_id, quiet=Quiet(12 * 60, 13 * 60))
    clock.advance(hours=3)
    table = (await services.play.act(table.id, user_id, EndTurn())).table
    assert table.player(0).clock.spent == hours(2)
