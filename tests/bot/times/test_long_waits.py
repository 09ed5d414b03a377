"""A table that has waited for days: the others are told once what can be done, without a sound."""

import asyncio

import pytest
from post_box import due_of
from seated import WORDS, handle, labels_of, seat_of, seats_of
from tabletop import ANNA, BEN, PLACE, InOrder, act, catastrophe, opened, refuses, running
from timetable import DAILY, calls, entries_of, paced, timestamp, wait

from bot.changes import WAITED
from bot.delivery import ToUser
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.calls import LONG_WAIT, last_call, long_wait
from bot.domain.hours import Quiet
from bot.domain.pace import PACES, UNHURRIED
from bot.domain.player import Person
from bot.domain.refusals import Refusal
from bot.features.table.table_page import seat_page
from bot.intents.proposals import AskSeat, Remind
from bot.store import CalledIn
from bot.store.queries import due, people
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats
from engine import EndTurn, Level

pytestmark = pytest.mark.in_order
RELAXED = PACES["relaxed"]
CHOICES = ["Remind", "Stop waiting", "End with the result", "End without a result", "Back"]


async def waited(store, services, clock, pace=RELAXED, **players):
    """A table that has waited for Anna for three days."""
    table = await paced(services, pace, **players)
    await wait(store, services, clock, days=3)
    return await services.games.get(table.id)


async def told(services, table):
    return len(await entries_of(services, table, "long wait"))


async def line_and_button(services, table, person=BEN):
    """What a desk says of a long wait."""
    desk = desk_page(WORDS, await seat_of(services, table, person))
    lines = [line for line in desk.text.split("\n") if "has waited for" in line]
    return lines, any("What can be done" in row for row in labels_of(desk))


# --- when ----------------------------------------------------------------------------------------


async def test_after_three_days_the_desks_of_the_others_say_so_once(store, services, clock):
    table = await paced(services, RELAXED)
    start = clock()
    before = [desk_shown(seat) for seat in await seats_of(services, table)]
    await wait(store, services, clock, days=3, seconds=-1)
    assert await line_and_button(services, table) == ([], False)
    await wait(store, services, clock, seconds=1)
    line = f"The game has waited for **Anna** since {timestamp(start, 'f')}."
    for other in (1, 2):
        person = Person(table.player(other).user_id, "")
        assert await line_and_button(services, table, person) == ([line], True)
    assert await line_and_button(services, table, ANNA) == ([], False)
    after = [desk_shown(seat) for seat in await seats_of(services, table)]
    assert [now != was for now, was in zip(after[1:], before[1:], strict=True)] == [True, True]
    assert len(await calls(services, table, 1)) == 0, "nobody is called for it"
    await wait(store, services, clock, days=30)
    assert await told(services, table) == 1


async def test_it_goes_when_the_player_moves_and_the_next_wait_is_another(store, services, clock):
    table = await waited(store, services, clock)
    table = await act(services, table, catastrophe(table))
    assert await line_and_button(services, table) == ([], False)
    table = await act(services, table, EndTurn())
    await wait(store, services, clock, days=3)
    assert await told(services, table) == 2
    assert await line_and_button(services, table, BEN) == ([], False)
    assert (await line_and_button(services, table, ANNA))[1]


async def test_they_are_told_of_who_has_left_the_server_too(store, clock):
    """No clock runs, and nobody can remind who is not there."""

    async def members(_, user_id):
        return user_id != ANNA.user_id

    services = Services(store, InOrder(0), clock, members=members, sealing=False)
    table = await paced(services, PACES["daily"])
    closed = {"direct_closed_at": clock.now, "direct_refusals": 1}
    await store.write(people.change_person, ANNA.user_id, **closed)
    await wait(store, services, clock, days=3)
    table = await services.games.get(table.id)
    assert table.player(0).gone
    assert (await line_and_button(services, table))[1]
    page = seat_page(WORDS, await seat_of(services, table, BEN), 0)
    assert not [row for row in labels_of(page) if "Remind" in row]
    await wait(store, services, clock, days=30)
    assert await told(services, table) == 1


@pytest.mark.parametrize("pace", [PACES["live"], UNHURRIED])
async def test_at_a_live_table_nobody_waits_for_days(store, services, clock, pace):
    table = await paced(services, pace)
    await wait(store, services, clock, minutes=4)
    assert (await store.read(due.read_kind, WAITED) == []) == pace.live
    if not pace.live:
        await wait(store, services, clock, days=3)
    assert await told(services, table) == (not pace.live)


async def test_a_pause_starts_the_wait_again(store, services, clock):
    table = await paced(services, RELAXED)
    await wait(store, services, clock, days=2)
    await services.admins.pause(table.id, PLACE.guild_id, BEN)
    await wait(store, services, clock, days=10)
    assert await told(services, table) == 0
    await services.admins.go_on(table.id, PLACE.guild_id, BEN)
    await wait(store, services, clock, days=3, seconds=-1)
    assert await told(services, table) == 0
    await wait(store, services, clock, seconds=1)
    assert await told(services, table) == 1


async def test_a_vacation_starts_the_wait_again(store, services, clock):
    table = await paced(services, RELAXED)
    await wait(store, services, clock, days=2)
    back = await services.vacations.take_vacation(ANNA.user_id, 5)
    await wait(store, services, clock, days=6)
    assert clock() > back
    assert await told(services, table) == 0
    await wait(store, services, clock, seconds=(back + LONG_WAIT - clock()).total_seconds())
    assert await told(services, table) == 1
    assert (await line_and_button(services, table))[1]
    await services.vacations.take_vacation(ANNA.user_id, 1)
    assert await line_and_button(services, table) == ([], False)


async def test_nobody_is_told_while_the_player_cannot_be_called(store, services, clock):
    table = await paced(services, RELAXED)
    await services.clocks.reach(table.id, reachable=False)
    await wait(store, services, clock, days=5)
    assert await told(services, table) == 0
    await services.clocks.reach(table.id, reachable=True)
    await wait(store, services, clock, days=3)
    assert await told(services, table) == 1


async def test_nobody_waits_for_a_computer(store, services, clock):
    table = await running(services, 2, levels=[Level.EASY])
    table = await act(services, table, EndTurn())
    assert table.waits_for_computer
    await wait(store, services, clock, days=9)
    assert await told(services, table) == 0


# --- exactly once --------------------------------------------------------------------------------


async def test_time_without_a_connection_does_not_count(store, services, clock):
    table = await paced(services, RELAXED)
    clock.advance(days=1)
    await services.clocks.beat()
    clock.advance(days=4)
    services = Services(store, InOrder(0), clock)
    await services.clocks.beat()
    await wait(store, services, clock, days=2, seconds=-1)
    assert await told(services, table) == 0
    await wait(store, services, clock, seconds=1)
    assert await told(services, table) == 1


async def test_a_game_of_an_older_version_is_told_of_once_over_restarts(store, services, clock):
    """It has no due row. A program that starts adds one, each time there is none."""
    table = await paced(services, RELAXED)
    await store.write(due.replace_kind, WAITED, [])
    clock.advance(days=20)
    for _ in range(3):
        services = Services(store, InOrder(0), clock)
        await services.expiry.watch_older_games()
        await asyncio.gather(*(services.long_waits.report(table.id) for _ in range(3)))
        await store.write(due.replace_kind, WAITED, [])
        assert await told(services, table) == 1


async def test_two_programs_tell_once(tmp_path, clock):
    async with opened(tmp_path / "games.sqlite3", programs=2) as stores:
        both = [Services(store, InOrder(0), clock) for store in stores]
        table = await paced(both[0], RELAXED)
        clock.advance(days=3)
        await asyncio.gather(*(each.long_waits.report(table.id) for each in both))
        assert await told(both[1], table) == 1


async def test_what_is_due_too_soon_is_looked_at_again(store, services, clock):
    """An older version still plays while a deploy overlaps, and moves no row."""
    table = await paced(services, RELAXED)
    (row,) = await store.read(due.read_kind, WAITED)
    clock.advance(days=2)
    table = await act(services, table, EndTurn())
    await store.write(due.schedule, row)
    await wait(store, services, clock, days=3, seconds=-1)
    assert await told(services, table) == 0
    await wait(store, services, clock, seconds=1)
    assert await told(services, table) == 1


# --- what can be done ----------------------------------------------------------------------------


async def test_the_page_of_the_seat_lists_what_can_be_done(store, services, clock):
    table = await waited(store, services, clock)
    page = await handle(services, table, AskSeat(), BEN, seat=0)
    since = timestamp(clock() - LONG_WAIT, "f")
    assert page.text == (
        f"**Ur**: The game has waited for **Anna** since {since}. You can remind them once, or "
        "propose something."
    )
    assert labels_of(page) == [CHOICES]
    others = await handle(services, table, AskSeat(), BEN, seat=2)
    assert labels_of(others) == [["Stop waiting", "Back"]]
    for intent in (AskSeat(), Remind()):  # a button of a seat that has become one's own
        await refuses(Refusal.OWN_SEAT, handle(services, table, intent, BEN, seat=1))


async def test_a_limit_acts_by_itself_and_nobody_is_reminded_once_more(store, services, clock):
    """Anna has five days off a week, so a day of hers lasts longer."""
    table = await paced(services, DAILY)
    await services.vacations.set_hours(ANNA.user_id, days_off=frozenset(range(5)), zone="UTC")
    await wait(store, services, clock, days=3)
    table = await services.games.get(table.id)
    assert long_wait(table)
    page = seat_page(WORDS, await seat_of(services, table, BEN), 0)
    assert labels_of(page) == [["Give more time", *CHOICES[1:]]]
    await refuses(Refusal.NOT_REMINDED, services.long_waits.remind(table.id, BEN.user_id, 0))


async def test_one_more_reminder_once_in_a_wait(store, services, clock):
    table = await paced(services, RELAXED)
    await refuses(Refusal.NOT_REMINDED, services.long_waits.remind(table.id, BEN.user_id, 0))
    await wait(store, services, clock, days=3)
    rung = len(await calls(services, table, 0))
    page = await handle(services, table, Remind(), BEN, seat=0)
    assert page.text.startswith("I've reminded **Anna**.\n\n")
    assert labels_of(page) == [CHOICES[1:]]
    table = await services.games.get(table.id)
    assert len(await calls(services, table, 0)) == rung + 1
    for seat, refusal in (
        (0, Refusal.NOT_REMINDED),
        (1, Refusal.OWN_SEAT),
        (2, Refusal.NOT_REMINDED),
    ):
        await refuses(refusal, services.long_waits.remind(table.id, BEN.user_id, seat))
    await refuses(Refusal.NOT_IN_GAME, services.long_waits.remind(table.id, 99, 0))
    table = await act(services, table, catastrophe(table))
    await wait(store, services, clock, days=4)
    assert await told(services, table) == 2, "the second action takes long too"
    await refuses(Refusal.NOT_REMINDED, services.long_waits.remind(table.id, BEN.user_id, 0))


async def shown_to_others(services, table):
    """The desks and pages of the others, and all posts but Anna's own."""
    everyone = await AllSeats(services).everyone(table.id)
    posts = due_of(services)(everyone, frozenset())
    made = [post.made() for post in posts if post.target != ToUser(ANNA.user_id)]
    made += [seat_page(WORDS, seat, 0) for seat in everyone.seats[1:]]
    return [(page.text, page.rows, page.ping, page.silent) for page in made]


async def test_twins_nobody_can_tell_that_the_reminded_player_sleeps(tmp_path, clock):
    """Nor from when the others are told. The reminder makes a sound when quiet hours are over."""
    async with opened(tmp_path / "one.sqlite3") as one, opened(tmp_path / "two.sqlite3") as two:
        seen = []
        for store, sleeps in ((*one, True), (*two, False)):
            clock.now = type(clock)().now
            services = Services(store, InOrder(3), clock, sealing=False)
            await services.preferences.call_in(ANNA.user_id, CalledIn.DIRECT)
            if sleeps:  # for two hours of each day, from this one on
                quiet = Quiet(clock().hour * 60, clock().hour * 60 + 120)
                await services.vacations.set_hours(ANNA.user_id, zone="UTC", quiet=quiet)
            table = await waited(store, services, clock)
            shown = [await shown_to_others(services, table)]
            await services.long_waits.remind(table.id, BEN.user_id, 0)
            table = await services.games.get(table.id)
            assert table.player(0).clock.hushed == sleeps
            shown.append(await shown_to_others(services, table))
            first = last_call(table, 0)
            await wait(store, services, clock, hours=2)
            table = await services.games.get(table.id)
            assert (last_call(table, 0) > first) == sleeps
            assert not table.player(0).clock.hushed
            shown.append(await shown_to_others(services, table))
            seen.append(shown)
        assert seen[0] == seen[1]
