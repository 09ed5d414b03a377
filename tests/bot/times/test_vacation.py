"""Vacations: now or planned, limited days a year, announced, ended at any time; and own hours."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from tabletop import ANNA, BEN, refuses, running
from timetable import DAILY, REMINDING, entries_of, hours, next_due, paced, wait

from bot.changes import CLOCK
from bot.domain.calls import last_call
from bot.domain.hours import Hours, Quiet
from bot.domain.pace import PACES
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.store.queries import due
from bot.use_cases import VACATION, GameLimits, Services
from engine import EndTurn


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def test_on_vacation_no_time_runs_and_nobody_is_reminded(store, services, clock):
    table = await paced(services, DAILY, 2)
    user_id = table.decider.user_id
    clock.advance(hours=2)
    end = await services.vacations.take_vacation(user_id, 7)
    assert end == utc("2030-01-08T14:00")
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


async def test_a_day_from_now_on_lasts_24_hours(services, clock):
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    clock.now = utc("2030-03-30T22:50")  # ten minutes to midnight there, before summer time
    assert await services.vacations.take_vacation(ANNA.user_id, 1) == utc("2030-03-31T22:50")


async def test_there_are_so_many_days_a_year(services, clock):
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 30, 2031: 30}
    await services.vacations.take_vacation(ANNA.user_id, 30)
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 0, 2031: 30}
    clock.advance(days=40)
    await refuses(Refusal.NO_VACATION_DAYS, services.vacations.take_vacation(ANNA.user_id, 1))
    await refuses(Refusal.NO_VACATION_DAYS, services.vacations.ends(ANNA.user_id, None, [1, 2]))
    clock.now = utc("2030-12-31T10:00")
    await refuses(Refusal.NO_VACATION_DAYS, services.vacations.take_vacation(ANNA.user_id, 2))
    clock.now = utc("2031-01-01T10:00")
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2031: 30, 2032: 30}


async def test_each_day_is_counted_in_the_year_in_which_it_lies(store, services, clock):
    clock.now = utc("2030-12-30T10:00")
    await services.vacations.take_vacation(ANNA.user_id, 10)
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 28, 2031: 22}
    await services.vacations.end_vacation(ANNA.user_id)
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 29, 2031: 30}
    none = Services(store, Random(0), clock, GameLimits(vacation_days=0))  # a host may grant none
    await refuses(Refusal.NO_VACATION_DAYS, none.vacations.take_vacation(BEN.user_id, 1))
    assert (await none.vacations.times_of(BEN.user_id)).left == {2030: 0, 2031: 0}


async def test_who_stays_longer_or_shorter_has_days_given_back_that_have_not_begun(services, clock):
    vacations = services.vacations
    await vacations.take_vacation(ANNA.user_id, 10)
    clock.advance(days=2, hours=3)  # the third has begun
    end = await vacations.take_vacation(ANNA.user_id, 10)
    times = await vacations.times_of(ANNA.user_id)
    assert (times.left[2030], times.hours.away.end) == (30 - 13, end)
    assert end == clock() + timedelta(days=10)
    await vacations.end_vacation(ANNA.user_id)
    times = await vacations.times_of(ANNA.user_id)
    assert (times.left[2030], times.hours.back_at(clock())) == (27, None)
    clock.advance(hours=1)
    await vacations.take_vacation(ANNA.user_id, 5)
    await vacations.take_vacation(ANNA.user_id, 1)  # only its first day has begun
    assert (await vacations.times_of(ANNA.user_id)).left[2030] == 26
    clock.advance(hours=5)
    await vacations.end_vacation(ANNA.user_id)
    assert (await vacations.times_of(ANNA.user_id)).left[2030] == 26


async def vacations_of(services, table):
    """What the log tells of vacations, with their players."""
    users = {each.seat: each.user_id for each in table.players}
    told = await entries_of(services, table, "plans vacation", "away", "back")
    return [replace(each, user_id=users[each.seat]) for each in told]


# --- planned -------------------------------------------------------------------------------------


async def test_a_vacation_is_planned_in_whole_days_of_the_own_zone(services, clock):
    await services.vacations.set_hours(ANNA.user_id, zone="Pacific/Auckland")
    clock.now = utc("2030-07-01T13:00")  # 2 July there
    end = await services.vacations.take_vacation(ANNA.user_id, 8, date(2030, 7, 3))
    times = await services.vacations.times_of(ANNA.user_id)
    assert times.hours.away == (utc("2030-07-02T12:00"), end)
    assert end == utc("2030-07-10T12:00")  # after the tenth
    assert times.left == {2030: 22, 2031: 30}


async def test_days_are_days_where_clocks_change(services, clock):
    """A week in spring is an hour shorter, and one in autumn an hour longer: seven days."""
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    for month, begins, ends in (
        (3, "2030-03-24T23:00", "2030-03-31T22:00"),
        (10, "2030-10-20T22:00", "2030-10-27T23:00"),
    ):
        clock.now = utc(f"2030-{month:02}-01T10:00")
        left = (await services.vacations.times_of(ANNA.user_id)).left[2030]
        first = utc(begins).date() + timedelta(days=1)
        assert await services.vacations.take_vacation(ANNA.user_id, 7, first) == utc(ends)
        times = await services.vacations.times_of(ANNA.user_id)
        assert times.hours.away.start == utc(begins)
        assert left - times.left[2030] == 7
        clock.now = utc(ends)


async def test_a_planned_vacation_is_changed_and_called_off_until_it_begins(services, clock):
    table = await running(services)
    vacations, first = services.vacations, date(2030, 12, 30)
    await vacations.take_vacation(ANNA.user_id, 4, first)
    assert (await vacations.times_of(ANNA.user_id)).left == {2030: 28, 2031: 28}
    await vacations.take_vacation(ANNA.user_id, 4, first)  # the same once more
    await vacations.take_vacation(ANNA.user_id, 3, date(2030, 2, 1))
    assert (await vacations.times_of(ANNA.user_id)).left == {2030: 27, 2031: 30}
    await vacations.end_vacation(ANNA.user_id)
    times = await vacations.times_of(ANNA.user_id)
    assert (times.left, times.hours) == ({2030: 30, 2031: 30}, Hours())
    await refuses(Refusal.NOT_AWAY, vacations.end_vacation(ANNA.user_id))
    told = await entries_of(services, table, "plans vacation", "away", "back")
    assert [(each.start, each.until) for each in told] == [
        (utc("2030-12-30"), utc("2031-01-03")),
        (utc("2030-02-01"), utc("2030-02-04")),
        (None, None),
    ]
    assert not any(each.called for each in told)


async def test_a_planned_vacation_gives_way_to_one_from_now_on(services, clock):
    table = await running(services)
    await services.vacations.take_vacation(ANNA.user_id, 30, date(2030, 2, 1))
    end = await services.vacations.take_vacation(ANNA.user_id, 2)
    times = await services.vacations.times_of(ANNA.user_id)
    assert (times.hours.away, times.left[2030]) == ((clock(), end), 28)
    told = await entries_of(services, table, "plans vacation", "away")
    assert [each.kind for each in told] == ["plans vacation", "away"]
    planned = services.vacations.take_vacation(ANNA.user_id, 1, date(2030, 2, 1))
    await refuses(Refusal.AWAY_ALREADY, planned)


async def test_clocks_and_deadlines_count_a_vacation_from_when_it_is_planned(
    store, services, clock
):
    table = await paced(services, DAILY, 2)  # it is noon
    user_id = table.decider.user_id
    clock.advance(hours=2)
    end = await services.vacations.take_vacation(user_id, 2, date(2030, 1, 2))
    table = await services.games.get(table.id)
    assert table.time_up_at == end + hours(24 - 12)
    assert await next_due(store, CLOCK) == table.time_up_at
    await services.vacations.end_vacation(user_id)
    assert (await services.games.get(table.id)).time_up_at == utc("2030-01-02T12:00")
    await services.vacations.take_vacation(user_id, 2, date(2030, 1, 2))
    await wait(store, services, clock, days=2, seconds=22 * 3600 - 1)
    assert (await services.games.get(table.id)).turn == 1
    await wait(store, services, clock, seconds=1)
    assert (await services.games.get(table.id)).turn == 2


async def test_a_clock_is_exact_over_summer_time_and_a_restart(store, services, clock):
    """Of two games that differ in a vacation alone, one ends by that much later."""
    clock.now = utc("2030-03-28T12:00:07")
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    table = await paced(services, DAILY, 2)
    if table.decider.user_id != ANNA.user_id:
        table = (await services.play.act(table.id, BEN.user_id, EndTurn())).table
    before = table.time_up_at
    clock.advance(hours=1)
    end = await services.vacations.take_vacation(ANNA.user_id, 3, date(2030, 3, 29))
    lasts = end - utc("2030-03-28T23:00")
    assert lasts == hours(71)
    for _ in range(4):
        services = Services(store, Random(0), clock)
        assert (await services.games.get(table.id)).time_up_at == before + lasts
        await wait(store, services, clock, days=1)
    (up,) = await entries_of(services, table, "time up")
    assert up.at == before + lasts


async def test_its_beginning_and_its_end_are_logged_when_they_come(store, services, clock):
    table, other = await running(services), await running(services, name="Kish")
    seat = table.player_of(BEN.user_id).seat
    end = await services.vacations.take_vacation(BEN.user_id, 2, date(2030, 1, 3))
    about = Question(Topic.ABANDON, seat)
    proposer = next(each for each in table.players if each.seat != seat)
    await services.proposals.propose(table.id, proposer.user_id, about)
    await wait(store, services, clock, days=2)
    (away,) = await entries_of(services, table, "away")
    assert (away.at, away.seat, away.until, away.called) == (utc("2030-01-03"), seat, end, None)
    assert not (await services.games.get(table.id)).proposals  # it is moot now
    assert not await entries_of(services, table, "back")
    await wait(store, services, clock, days=2)
    (back,) = await entries_of(services, table, "back")
    assert (back.at, back.seat, back.called) == (end, seat, None)
    assert len(await entries_of(services, other, "away", "back")) == 2
    assert await store.read(due.read_kind, VACATION) == []


async def test_who_sits_down_later_is_told_of_as_well(store, services, clock):
    """Also who is away when a game starts: that has an end that all see."""
    await services.vacations.take_vacation(BEN.user_id, 2, date(2030, 1, 3))
    await services.vacations.take_vacation(ANNA.user_id, 1)
    table = await running(services)
    await wait(store, services, clock, days=5)
    kinds = [(each.user_id, each.kind) for each in await vacations_of(services, table)]
    assert kinds == [
        (ANNA.user_id, "back"),
        (BEN.user_id, "away"),
        (BEN.user_id, "back"),
    ]


async def test_a_second_vacation_is_told_though_the_end_of_the_first_was_not(
    store, services, clock
):
    clock.advance(microseconds=123457)
    table = await running(services)
    await services.vacations.take_vacation(BEN.user_id, 2)
    await services.vacations.log_vacations(table.id)
    clock.advance(days=3)  # nothing runs
    await services.vacations.take_vacation(BEN.user_id, 1, date(2030, 1, 6))
    await wait(store, services, clock, days=4)
    kinds = [each.kind for each in await vacations_of(services, table)]
    assert kinds == ["away", "plans vacation", "away", "back"]


async def test_a_vacation_that_changes_while_others_are_logged_is_told_once(store, services, clock):
    table = await running(services)
    await services.vacations.take_vacation(ANNA.user_id, 2, date(2030, 1, 20))
    for change in (
        services.vacations.take_vacation(BEN.user_id, 2),
        services.vacations.end_vacation(BEN.user_id),
    ):
        clock.advance(hours=5)
        await asyncio.gather(services.vacations.log_vacations(table.id), change)
        away = (await services.vacations.times_of(BEN.user_id)).hours.away
        coming = away.end if away.end > clock() else utc("2030-01-20")
        assert await next_due(store, VACATION) == coming
    told = [
        each.kind for each in await vacations_of(services, table) if each.user_id == BEN.user_id
    ]
    assert told == ["away", "back"]


@pytest.mark.parametrize("restart", [False, True])
async def test_a_gap_over_a_planned_vacation_counts_once(store, services, clock, restart):
    """Its beginning and its end come in one gap: the log tells that it is over."""
    await services.clocks.beat()
    table = await paced(services, DAILY, 2)
    user_id = table.decider.user_id
    end = await services.vacations.take_vacation(user_id, 2, date(2030, 1, 2))
    clock.advance(seconds=30)
    await services.clocks.beat()
    clock.now = end + hours(1)
    if restart:
        services = Services(store, Random(0), clock)
    await services.clocks.beat()
    await wait(store, services, clock)
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(24) - timedelta(seconds=30)
    kinds = [each.kind for each in await entries_of(services, table, "away", "back")]
    assert kinds == ["back"]


async def test_hours_that_change_leave_a_planned_vacation_where_it_is(services, clock):
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin")
    await services.vacations.take_vacation(ANNA.user_id, 2, date(2031, 1, 1))
    before = (await services.vacations.times_of(ANNA.user_id)).hours.away
    await services.vacations.set_hours(ANNA.user_id, zone="America/New_York")
    await services.vacations.set_hours(ANNA.user_id, quiet=Quiet(0, 60), days_off=frozenset({6}))
    times = await services.vacations.times_of(ANNA.user_id)
    assert times.hours.away == before
    assert times.left == {2030: 29, 2031: 29}  # the first now begins on 31 December
    await services.vacations.end_vacation(ANNA.user_id)
    assert (await services.vacations.times_of(ANNA.user_id)).left == {2030: 30, 2031: 30}


async def test_what_is_offered_can_be_taken(services, clock):
    vacations = services.vacations
    ends = await vacations.ends(ANNA.user_id, date(2030, 12, 20), range(1, 60))
    assert [*ends] == [*range(1, 43)]  # twelve days of one year, thirty of the next
    assert ends[42] == await vacations.take_vacation(ANNA.user_id, 42, date(2030, 12, 20))
    ends = await vacations.ends(ANNA.user_id, None, range(1, 60))
    assert [*ends] == [*range(1, 31)]  # what is planned gives way
    clock.now = utc("2030-12-25T10:00")
    ends = await vacations.ends(ANNA.user_id, None, range(1, 60))
    assert ends[1] == clock() + timedelta(days=1)
    assert len(ends) == 36  # it goes on
    await vacations.take_vacation(ANNA.user_id, 36)
    await refuses(Refusal.NO_VACATION_DAYS, vacations.take_vacation(ANNA.user_id, 37))


async def test_what_cannot_be(services, clock):
    for days in (0, -1, 367, 10**9):
        await refuses(Refusal.NO_VACATION, services.vacations.take_vacation(ANNA.user_id, days))
    for first in (date.min, date(2029, 12, 31), date(2030, 1, 1), date(2031, 1, 3), date.max):
        planned = services.vacations.take_vacation(ANNA.user_id, 1, first)
        await refuses(Refusal.VACATION_DAY, planned)
    planned = services.vacations.take_vacation(ANNA.user_id, 31, date(2030, 2, 1))
    await refuses(Refusal.NO_VACATION_DAYS, planned)
    await refuses(Refusal.NOT_AWAY, services.vacations.end_vacation(ANNA.user_id))
    await services.vacations.take_vacation(ANNA.user_id, 2)
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
    hours = (await services.vacations.times_of(ANNA.user_id)).hours
    assert replace(hours, away=None) == Hours("Europe/Berlin")


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
    end = await services.vacations.take_vacation(other, 5, date(2030, 1, 2))
    clock.now = utc("2030-01-03T12:00")
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
