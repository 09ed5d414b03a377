"""Reminders: when a table says, in the player's hours, each replacing the last message."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seated import WORDS, seats_of
from tabletop import (
    CORA,
    Clock,
    act,
    answer_proposal,
    catastrophe,
    decider,
    person_at,
    running,
    take_seat,
)
from timetable import (
    DAILY,
    REMINDING,
    calls,
    change,
    entries_of,
    hours,
    next_due,
    paced,
    wait,
)

from bot.changes import CLOCK
from bot.changes.presence import LOOKS_FOR
from bot.changes.timing import store_clocks
from bot.desk.desk_page import desk_page
from bot.domain.calls import is_called, last_call
from bot.domain.clock import NEW_CLOCK
from bot.domain.entries import Paused, Resumed
from bot.domain.hours import ALWAYS, Quiet
from bot.domain.pace import PACES, UNHURRIED, AtEnd, Limit, Pace, Reminders
from bot.features.lobby.lobby_post import lobby
from bot.features.table.table_page import table_page
from bot.posts.game_messages import current_turn
from bot.store import OwnReminders
from bot.use_cases import Services
from bot.use_cases.inside import changes_of
from bot.use_cases.seats import Seats
from engine import EndTurn

BOTH = Pace(Reminders(hours(12), hours(6)), Limit(hours(24)))
LIVE = Pace(Reminders(hours(1 / 30), hours(1 / 30)), Limit(hours(1 / 12)), live=True)
MINUTE = hours(1 / 60)
EVENINGS = Quiet(6 * 60, 18 * 60)
"""Quiet from 6:00 to 18:00: twelve hours a day are left. The tests begin at 12:00."""


async def quiet_evenings(services, table):
    for player in table.players:
        await services.vacations.set_hours(player.user_id, quiet=EVENINGS)


def times(pace, allowance=None):
    return [each / hours(1) for each in pace.reminded_after(allowance)]


def test_with_a_limit_the_first_the_first_after_half_and_the_last_remind():
    assert times(PACES["daily"], hours(24)) == [12, 18]
    assert times(PACES["bank"], hours(80)) == [12, 48, 72]
    assert times(PACES["bank"], hours(8)) == []  # the bank is empty
    assert times(PACES["live"], hours(1 / 12)) == [2 / 60, 4 / 60]
    assert times(BOTH, hours(18)) == [12]  # at the end the time is up
    assert times(Pace(Reminders(hours(1), hours(20))), hours(24)) == [1, 21]
    assert times(Pace(Reminders(hours(5), hours(5))), hours(40)) == [5, 20, 35]


def test_without_a_limit_the_first_two_remind_then_one_a_week_until_two_weeks():
    day = 24
    assert times(PACES["relaxed"]) == [1 * day, 3 * day, 10 * day]
    assert times(LIVE) == [2 / 60, 4 / 60, 7 * day + 4 / 60]
    assert times(Pace(Reminders(hours(day), hours(8 * day)))) == [1 * day, 9 * day]
    assert times(Pace(Reminders(hours(20 * day), hours(day)))) == [20 * day]  # as the table chose
    assert times(UNHURRIED) == []


@given(st.integers(1, 500), st.integers(1, 500), st.integers(1, 2000))
def test_what_is_left_out_never_comes_at_another_time(first, each, allowance):
    reminded = Pace(Reminders(hours(first), hours(each))).reminded_after(hours(allowance))
    before = [hours(time) for time in range(first, allowance, each)]
    assert {*reminded} <= {*before}
    assert len(reminded) == min(len(before), len(reminded), 3)
    assert reminded[:1] + reminded[-1:] == (*before[:1], *before[-1:])


async def test_whoever_does_not_decide_is_reminded_ever_less_often(store, services, clock):
    table = await paced(services, REMINDING)
    start = clock()
    await wait(store, services, clock, hours=13)
    services = Services(store, Random(0), clock)  # a program that starts goes on with it
    await wait(store, services, clock, days=30)
    reminders = await entries_of(services, table, "reminded")
    assert [each.at - start for each in reminders] == [hours(12), hours(18), hours(7 * 24 + 18)]
    assert await next_due(store, CLOCK) is None
    assert [(each.called, each.time_up) for each in reminders] == [(0, None)] * 3
    table = await services.games.get(table.id)
    assert is_called(table, 0)  # there is one call, the last one
    assert last_call(table, 0) == reminders[-1].seq
    assert table.decider.clock.reminded == 3


async def test_it_tells_when_the_time_is_up(store, services, clock):
    table = await paced(services, BOTH)
    up_at = table.time_up_at
    await wait(store, services, clock, hours=24)
    reminders = await entries_of(services, table, "reminded")
    assert [each.time_up for each in reminders] == [up_at] * 2
    assert len(await entries_of(services, table, "time up")) == 1  # and then there is no third


async def test_who_decides_is_not_reminded_and_the_next_one_is_from_then_on(store, services, clock):
    """Decisions of the same turn do not restart the time."""
    table = await paced(services, REMINDING)
    start = clock()
    await wait(store, services, clock, hours=11)
    await act(services, table, EndTurn())
    table = await services.games.get(table.id)
    await wait(store, services, clock, hours=11)
    table = await act(services, table, catastrophe(table))
    await wait(store, services, clock, hours=2)
    (reminder,) = await entries_of(services, table, "reminded")
    assert (reminder.seat, reminder.at - start) == (1, hours(11 + 12))


async def test_only_the_own_hours_count(store, services, clock):
    """There are twelve from evening to morning: with the first night they are over."""
    table = await paced(services, REMINDING)
    await quiet_evenings(services, table)
    start = clock()
    await wait(store, services, clock, days=1, hours=11)
    (reminder,) = await entries_of(services, table, "reminded")
    assert reminder.at - start == hours(24 + 6)  # when the second evening begins
    assert not (await services.games.get(table.id)).decider.clock.hushed


async def test_who_is_called_in_quiet_hours_is_called_aloud_when_they_end(store, services, clock):
    """Such a call is no reminder: it comes without reminders, too."""
    table = await running(services)
    await quiet_evenings(services, table)
    table = await act(services, table, EndTurn())
    assert table.player(1).clock.hushed
    first = last_call(table, 1)
    await wait(store, services, clock, hours=5, minutes=59)
    assert last_call(await services.games.get(table.id), 1) == first
    await wait(store, services, clock, minutes=1)
    table = await services.games.get(table.id)
    assert last_call(table, 1) > first
    assert not table.player(1).clock.hushed
    await wait(store, services, clock, days=5)
    assert len(await calls(services, table, 1)) == 2
    assert await next_due(store, CLOCK) is None


async def test_who_has_decided_by_then_is_not_called_aloud(store, services, clock):
    table = await running(services)
    await quiet_evenings(services, table)
    table = await act(services, table, EndTurn(), EndTurn())
    assert [player.clock.hushed for player in table.players] == [False, False, True]
    await wait(store, services, clock, days=1)
    assert len(await calls(services, table, 1)) == 1
    assert len(await calls(services, table, 2)) == 2


async def test_at_a_live_table_no_hours_are_quiet(store, services, clock):
    table = await paced(services, LIVE)
    await quiet_evenings(services, table)
    table = await act(services, table, EndTurn())
    assert not table.player(1).clock.hushed
    assert table.time_up_at == clock() + hours(1 / 12)
    await wait(store, services, clock, minutes=5)
    assert [each.seat for each in await entries_of(services, table, "reminded")] == [1, 1]
    assert [each.seat for each in await entries_of(services, table, "time up")] == [1]


async def test_whom_the_others_wait_for_longer_is_reminded_once_more(store, services, clock):
    """The question has rung, too: who is gone is not reminded twice a day for ever."""
    pace = Pace(BOTH.reminders, replace(BOTH.limit, at_end=AtEnd.ASK))
    table = await paced(services, pace)
    start = clock()
    await wait(store, services, clock, hours=24)
    for seat in (1, 2):
        await answer_proposal(services, await services.games.get(table.id), seat, yes=True)
    await wait(store, services, clock, hours=24)
    reminders = await entries_of(services, table, "reminded")
    assert [each.at - start for each in reminders] == [hours(12), hours(18), hours(24 + 18)]


async def test_who_is_looking_needs_no_reminder(store, services, clock):
    table = await paced(services, REMINDING)
    start = clock()
    user_id = decider(table)
    await wait(store, services, clock, hours=11, minutes=59)
    changes_of(services).presence.press(table.id, user_id, clock())
    await wait(store, services, clock, hours=1)
    (reminder,) = await entries_of(services, table, "reminded")
    assert reminder.at - start == hours(11) + LOOKS_FOR + (hours(1) - hours(1 / 60))


async def test_what_is_late_does_not_ring_in_quiet_hours(store, services, clock):
    """Two minutes before they begin, who is to be reminded is looking, and needs no reminder."""
    table = await paced(services, Pace(Reminders(hours(12) - 2 * MINUTE, hours(12))))
    start = clock()
    await quiet_evenings(services, table)
    await wait(store, services, clock, hours=17, minutes=57)
    changes_of(services).presence.press(table.id, decider(table), clock())
    await wait(store, services, clock, days=1)
    (reminder,) = await entries_of(services, table, "reminded")
    assert reminder.at - start == hours(30)  # as the next evening begins


async def test_what_was_late_is_one_reminder(store, services, clock):
    """The database was in trouble, say: nobody is rung for each that was missed."""
    table = await paced(services, REMINDING)
    start = clock()
    clock.advance(hours=25)
    await wait(store, services, clock, days=14)
    reminders = await entries_of(services, table, "reminded")
    assert [each.at - start for each in reminders] == [hours(25), hours(7 * 24 + 18)]


async def test_a_wait_that_has_reminded_more_often_in_an_older_version_does_not_again(
    store, services, clock
):
    table = await paced(services, REMINDING)
    before = [player.clock for player in table.players]
    after = [replace(before[0], reminded=29), *before[1:]]
    await store.write(store_clocks, table.id, before, after)
    services = Services(store, Random(0), clock)
    await wait(store, services, clock, days=30)
    assert not await entries_of(services, table, "reminded")


@pytest.mark.parametrize("pace", [REMINDING, DAILY])
async def test_before_somebody_is_called_or_decided_for_it_is_asked_who_has_left(
    monkeypatch, store, clock, pace
):
    asked_for = []
    gone = []

    async def members(guild_id, user_id):
        asked_for.append((guild_id, user_id))
        return False

    async def note_gone(_seats, table_id, seat):
        gone.append((table_id, seat))

    monkeypatch.setattr(Seats, "note_gone", note_gone)
    services = Services(store, Random(7), clock, members=members)
    table = await paced(services, pace)
    await wait(store, services, clock, hours=12 if pace.reminders else 24)
    assert set(asked_for) == {(table.place.guild_id, table.player(0).user_id)}
    assert gone == [(table.id, 0)]
    assert len(await entries_of(services, table, "reminded", "time up")) == 1


# --- a player's own choice -----------------------------------------------------------------------


def own_times(own, pace=BOTH, allowance=24):
    return [each / hours(1) for each in pace.reminded_after(hours(allowance), own)]


def test_a_player_may_have_other_reminders_but_no_more_than_the_table():
    """What comes once stands as often as the table reminds: one reminder uses up all of them."""
    assert own_times(OwnReminders.HALF) == [12, 12]
    assert own_times(OwnReminders.LAST_HOUR) == [23, 23]
    assert own_times(OwnReminders.BOTH) == [12, 23]
    assert own_times(OwnReminders.NONE) == []
    assert own_times(OwnReminders.BOTH, PACES["bank"], 80) == [40, 40, 79]
    assert own_times(OwnReminders.BOTH, BOTH, 18) == [9]  # the table reminds once
    for own in OwnReminders:
        assert own_times(own, DAILY) == []  # the table has none
    five_minutes = 1 / 12
    assert own_times(OwnReminders.LAST_HOUR, LIVE, five_minutes) == [2 / 60, 4 / 60]  # no such hour
    assert own_times(OwnReminders.BOTH, LIVE, five_minutes) == [five_minutes / 2] * 2


@pytest.mark.parametrize("own", OwnReminders)
def test_without_a_limit_there_is_nothing_to_halve(own):
    times = PACES["relaxed"].reminded_after(None, own)
    assert times == (() if own is OwnReminders.NONE else PACES["relaxed"].reminded_after(None))


@pytest.mark.parametrize(
    ("own", "at"),
    [
        (OwnReminders.HALF, [12]),
        (OwnReminders.LAST_HOUR, [23]),
        (OwnReminders.BOTH, [12, 23]),
        (OwnReminders.NONE, []),
    ],
)
async def test_who_has_chosen_so_is_reminded_then(store, services, clock, own, at):
    table = await paced(services, PACES["daily"])
    await services.preferences.remind(decider(table), own)
    start = clock()
    await wait(store, services, clock, hours=24)
    reminders = await entries_of(services, table, "reminded")
    assert [(each.seat, each.at - start) for each in reminders] == [(0, hours(at)) for at in at]
    assert [each.seat for each in await entries_of(services, table, "time up")] == [0]


async def test_what_would_be_past_in_a_wait_counts_as_sent(store, services, clock):
    table = await paced(services, PACES["daily"])
    start, user_id = clock(), decider(table)
    await wait(store, services, clock, hours=13)  # reminded after 12
    await services.preferences.remind(user_id, OwnReminders.HALF)
    assert await next_due(store, CLOCK) == table.time_up_at
    await services.preferences.remind(user_id, OwnReminders.LAST_HOUR)
    assert await next_due(store, CLOCK) == table.time_up_at  # half of the time has rung
    await wait(store, services, clock, hours=11)
    table = await act(services, await services.games.get(table.id), EndTurn(), EndTurn())
    assert decider(table) == user_id
    await wait(store, services, clock, hours=24)
    at = [each.at for each in await entries_of(services, table, "reminded") if each.seat == 0]
    assert at == [start + hours(12), start + hours(24 + 23)]


async def test_during_a_pause_it_can_be_chosen_too(store, services, clock):
    """Nothing that would be past rings when the game is resumed."""
    table = await paced(services, PACES["daily"])
    await services.preferences.remind(decider(table), OwnReminders.NONE)
    await wait(store, services, clock, hours=20)
    await change(services, table, Paused())
    await services.preferences.remind(decider(table), OwnReminders.TABLE)
    assert await next_due(store, CLOCK) is None
    await change(services, await services.games.get(table.id), Resumed())
    await wait(store, services, clock, hours=3)
    assert not await entries_of(services, table, "reminded")


async def test_who_comes_back_to_a_seat_is_not_reminded_for_what_is_past(store, services, clock):
    table = await paced(services, PACES["daily"], 2)
    first = person_at(table, 0)
    await services.preferences.remind(CORA.user_id, OwnReminders.NONE)
    for holder, to in ((first, CORA), (CORA, first)):
        await services.seats.offer(table.id, holder, to.user_id)
        table = await take_seat(services, table, 0, to)
        if to is CORA:
            await wait(store, services, clock, hours=13)
    await wait(store, services, clock, hours=4)
    assert not await entries_of(services, table, "reminded")


@settings(max_examples=100)
@given(
    st.sampled_from([BOTH, PACES["bank"], PACES["relaxed"], LIVE]),
    st.lists(st.tuples(st.sampled_from(OwnReminders), st.floats(0, 1)), max_size=12),
)
def test_whatever_is_chosen_and_when_nobody_is_rung_more_often_than_the_table_does(pace, choices):
    """Time passes by hundredths of the allowance, of a month without one."""
    limit, start = pace.limit, Clock().now
    clock = NEW_CLOCK.begun(limit)
    whole = timedelta(days=30) if limit is None else clock.allowance(limit)
    clock, rung, own = replace(clock, since=start), 0, OwnReminders.TABLE
    changes = sorted((at, number, own) for number, (own, at) in enumerate(choices))
    for number in range(100):
        now = start + whole * number / 100
        while changes and changes[0][0] <= number / 100:
            own = changes.pop(0)[2]
            clock = clock.caught_up(pace, own, now, ALWAYS)
        coming = clock.reminded_at(pace, own, ALWAYS)
        if coming is not None and coming <= now:
            rung += 1
            clock = clock.caught_up(pace, own, now, ALWAYS)
    assert rung <= len(clock.reminders(pace, OwnReminders.TABLE))


async def test_nobody_else_can_tell_what_was_chosen(services):
    table = await paced(services, PACES["daily"], 2)
    log, before = await services.games.history(table.id), await seats_of(services, table)
    shown = lobby(WORDS, table), current_turn(WORDS, table, "turn"), table.version
    pages = [(desk_page(WORDS, each), table_page(WORDS, each)) for each in before]
    await services.preferences.remind(decider(table), OwnReminders.BOTH)
    table = await services.games.get(table.id)
    assert await services.games.history(table.id) == log
    assert (lobby(WORDS, table), current_turn(WORDS, table, "turn"), table.version) == shown
    after = await seats_of(services, table)
    assert [(desk_page(WORDS, each), table_page(WORDS, each)) for each in after] == pages
