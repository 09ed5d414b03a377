"""What becomes due for one player within ten minutes rings once, with all games in one message.

Ben is the second at each table, after Anna, and sleeps from 22:00 to 8:00.
"""

import asyncio
from datetime import timedelta

import pytest
from tabletop import (
    BEN,
    CORA,
    PLACE,
    InOrder,
    act,
    mark_delivered,
    opened,
    propose,
    running,
)
from timetable import calls, entries_of, hours, wait

from bot.changes import CLOCK, NOTIFY
from bot.domain.calls import is_called, is_silent, last_call
from bot.domain.hours import Quiet
from bot.domain.pace import UNHURRIED, Limit, Pace, Reminders
from bot.domain.proposals import Question, Topic
from bot.domain.table import Status
from bot.store import CalledIn, NotificationTopic
from bot.store.queries import due, outbox
from bot.use_cases import Services
from bot.use_cases.inside import changes_of
from engine import EndTurn

pytestmark = pytest.mark.in_order

NIGHT = Quiet(22 * 60, 8 * 60)
LIVE = Pace(Reminders(hours(1), hours(1)), Limit(hours(100)), live=True)
MINUTE = timedelta(minutes=1)
CALLED, PROPOSAL = NotificationTopic.CALLED, NotificationTopic.PROPOSAL


def reminding(minutes):
    """A pace that reminds nine hours, and some minutes, after a player is asked."""
    return Pace(Reminders(hours(9) + minutes * MINUTE, hours(30)))


async def asked(services, *names, pace=UNHURRIED, **where):
    """Games in which Ben has just been asked."""
    games = []
    for name in names:
        table = await running(services, name=name, pace=pace, **where)
        games.append(await act(services, table, EndTurn()))
    return games


async def at_night(store, services, clock, *names, **how):
    """Games in which Ben is asked at eleven in the evening."""
    await services.vacations.set_hours(BEN.user_id, zone="Etc/UTC", quiet=NIGHT)
    await wait(store, services, clock, hours=11)
    return await asked(services, *names, **how)


async def rung(services, *games):
    """The games in each message that rings Ben, and whether it is direct; and all games that have
    called him aloud by themselves."""
    store, messages, apart = changes_of(services).reader.store, [], []
    for table in games:
        rings = await store.read(services.notifications.read, table.id)
        for each in rings:
            names = sorted({row.name for row in each.rows if row.about is not CALLED})
            called = sorted(table.name for table in each.waiting.values())
            messages.append((called + names, each.directly))
            await store.write(services.notifications.forget, [each])
        made = await calls(services, table, 1)
        apart += [table.name for entry in made if entry.kind != "acted"]
    return messages, apart


async def test_who_was_asked_in_five_games_at_night_is_rung_once(store, services, clock):
    """Each game has a silent desk since then; no other is sent."""
    names = ["Eridu", "Kish", "Lagash", "Ur", "Uruk"]
    games = await at_night(store, services, clock, *names)
    first = [last_call(table, 1) for table in games]
    await wait(store, services, clock, hours=9)
    assert await rung(services, *games) == ([(names, True)], [])
    games = [await services.games.get(table.id) for table in games]
    assert [last_call(table, 1) for table in games] == first
    assert all(is_called(table, 1) for table in games)
    await wait(store, services, clock, days=3)
    assert await rung(services, *games) == ([], [])
    assert not await store.read(due.read_kind, CLOCK)
    assert not await store.read(due.read_kind, NOTIFY)


async def test_reminders_within_ten_minutes_come_with_the_first(store, services, clock):
    games = []
    for name, minutes in [("Eridu", 0), ("Kish", 5), ("Ur", 9), ("Uruk", 15)]:
        games += await asked(services, name, pace=reminding(minutes))
    start = clock()
    await wait(store, services, clock, hours=9)
    assert await rung(services, *games) == ([(["Eridu", "Kish", "Ur"], True)], [])
    await wait(store, services, clock, minutes=15)
    assert await rung(services, *games) == ([], ["Uruk"])  # alone, as ever
    for table in games:
        (reminder,) = await entries_of(services, table, "reminded")
        assert reminder.at - start == hours(9) + 15 * MINUTE * (table.name == "Uruk")
        assert (await services.games.get(table.id)).player(1).clock.reminded == 1


async def test_a_game_that_is_due_twice_within_ten_minutes_rings_once(store, services, clock):
    (ur,) = await at_night(store, services, clock, "Ur", pace=Pace(Reminders(5 * MINUTE, hours(9))))
    await wait(store, services, clock, hours=9)
    assert await rung(services, ur) == ([], ["Ur"])
    await wait(store, services, clock, hours=8)
    assert not await entries_of(services, ur, "reminded")


async def test_clocks_are_as_exact_as_ever(store, services, clock):
    """That of a game that was reminded early, too."""
    pace = Pace(Reminders(hours(9) + 9 * MINUTE, hours(30)), Limit(hours(24)))
    games = await asked(services, "Ur", pace=pace)
    games += await asked(services, "Uruk", pace=reminding(0))
    ends = games[0].time_up_at
    await wait(store, services, clock, hours=9)
    assert (await rung(services, *games))[0] == [(["Ur", "Uruk"], True)]
    assert (await services.games.get(games[0].id)).time_up_at == ends
    await wait(store, services, clock, hours=15)
    (up,) = await entries_of(services, games[0], "time up")
    assert up.at == ends


async def test_answered_games_are_not_named(store, services, clock):
    """Answered before it was due; and before the message was sent, which then has another."""
    eridu, kish, ur, uruk = await at_night(store, services, clock, "Eridu", "Kish", "Ur", "Uruk")
    await act(services, eridu, EndTurn())
    await wait(store, services, clock, hours=9)
    await act(services, kish, EndTurn())
    assert await rung(services, kish, ur, uruk) == ([(["Ur", "Uruk"], True)], [])


async def test_if_all_are_answered_there_is_no_message(store, services, clock):
    games = await at_night(store, services, clock, "Ur", "Uruk")
    await wait(store, services, clock, hours=9)
    for table in games:
        await act(services, table, EndTurn())
    assert await rung(services, *games) == ([([], True)], [])


async def test_some_games_ring_by_themselves_or_not_at_all(store, services, clock):
    """A live one by itself, a muted one never; one that Ben is looking at not yet."""
    muted, looked, *games = await at_night(store, services, clock, "Mari", "Nippur", "Ur", "Uruk")
    await services.preferences.mute(BEN.user_id, muted.id, muted=True)
    await wait(store, services, clock, hours=8)
    live = await asked(services, "Eridu", pace=LIVE)
    await wait(store, services, clock, minutes=59)
    changes_of(services).presence.press(looked.id, BEN.user_id, clock())
    await wait(store, services, clock, minutes=1)
    assert await rung(services, looked, *games, *live) == ([(["Ur", "Uruk"], True)], ["Eridu"])
    await wait(store, services, clock, minutes=2)  # three minutes after the press
    assert await rung(services, looked) == ([], ["Nippur"])
    assert await rung(services, muted) == ([], ["Mari"])
    muted = await services.games.get(muted.id)
    assert is_silent(muted, muted.player(1))


async def test_games_called_in_threads_ring_together_if_all_their_readers_can_read_each(
    store, services, clock
):
    """Those opened in one channel: one message there, and one in direct messages."""
    direct = await at_night(store, services, clock, "Eridu", "Kish")
    here = await asked(services, "Lagash", "Mari")
    elsewhere = await asked(services, "Nippur", "Ur", channel_id=PLACE.channel_id + 1)
    alone = await asked(services, "Uruk", channel_id=PLACE.channel_id + 2)
    for table in [*here, *elsewhere, *alone]:
        await services.preferences.call_in(BEN.user_id, CalledIn.THREAD, table.id)
    await wait(store, services, clock, hours=9)
    messages, apart = await rung(services, *direct, *here, *elsewhere, *alone)
    assert sorted(messages) == [
        (["Eridu", "Kish"], True),
        (["Lagash", "Mari"], False),
        (["Nippur", "Ur"], False),
    ]
    assert apart == ["Uruk"]


async def test_other_notifications_join(store, services, clock):
    """A call and a proposal are one message, whichever is looked at first."""
    await services.vacations.set_hours(BEN.user_id, zone="Etc/UTC", quiet=NIGHT)
    await wait(store, services, clock, hours=11)
    first = await running(services, name="Kish")
    (ur,) = await asked(services, "Ur")
    last = await running(services, name="Uruk")
    for table in (first, last):
        await propose(services, table, 0, Question(Topic.PAUSE))
    await propose(services, ur, 0, Question(Topic.PAUSE))  # which its desk shows
    await wait(store, services, clock, hours=9)
    assert await rung(services, first, ur, last) == ([(["Ur", "Kish", "Uruk"], True)], [])


async def test_a_proposal_in_the_only_game_that_calls_is_read_there(store, services, clock):
    (ur,) = await at_night(store, services, clock, "Ur")
    await propose(services, ur, 0, Question(Topic.PAUSE))
    await wait(store, services, clock, hours=9)
    assert await rung(services, ur) == ([], ["Ur"])


async def test_who_cannot_be_reached_directly_is_rung_where_the_games_are(store, services, clock):
    """The message came back: nothing stays unheard, and a game answered meanwhile is not named."""
    games = await at_night(store, services, clock, "Eridu", "Ur", "Uruk")
    games += await asked(services, "Kish", channel_id=PLACE.channel_id + 1)
    await wait(store, services, clock, hours=9)
    (carrier,) = {
        table.id for table in games if await store.read(services.notifications.read, table.id)
    }
    await services.notifications.send_elsewhere(carrier, BEN.user_id)
    await act(services, games[0], EndTurn())
    await wait(store, services, clock, seconds=1)
    messages, apart = await rung(services, *games)
    assert sorted(messages) == [(["Kish"], False), (["Ur", "Uruk"], False)]
    assert not apart


async def test_quiet_hours_and_vacations_that_begin_meanwhile_postpone_the_message(
    store, services, clock
):
    """Before it was sent."""
    games = await at_night(store, services, clock, "Ur", "Uruk")
    clock.now += hours(9)
    await services.clocks.watch(games[0].id)
    back = await services.vacations.take_vacation(BEN.user_id, 1)
    await wait(store, services, clock, minutes=1)
    assert await rung(services, *games) == ([], [])
    await wait(store, services, clock, days=1)
    assert back < clock()
    assert await rung(services, *games) == ([(["Ur", "Uruk"], True)], [])


async def test_somebody_elses_games_are_not_named(store, services, clock):
    """Cora sleeps, too; she is asked in one, and plays in all."""
    await services.vacations.set_hours(CORA.user_id, zone="Etc/UTC", quiet=NIGHT)
    ur, uruk, kish = await at_night(store, services, clock, "Ur", "Uruk", "Kish")
    await act(services, kish, EndTurn())
    await wait(store, services, clock, hours=9)
    assert await rung(services, ur, uruk, kish) == ([(["Ur", "Uruk"], True)], [])
    assert len(await calls(services, kish, 2)) == 2


@pytest.mark.parametrize("first", ["the clock", "the press"])
async def test_a_press_at_the_same_moment_has_one_outcome(store, services, clock, first):
    games = await at_night(store, services, clock, "Eridu", "Ur", "Uruk")
    clock.now += hours(9)
    press = services.play.act(games[0].id, BEN.user_id, EndTurn())
    both = [services.clocks.watch(games[1].id), press]
    await asyncio.gather(*(both if first == "the clock" else both[::-1]))
    await wait(store, services, clock, seconds=1)
    assert await rung(services, *games) == ([(["Ur", "Uruk"], True)], [])


@pytest.mark.postgresql
async def test_programs_that_look_at_the_same_moment_ring_once(tmp_path, clock):
    """Each has some of the games: the messages go through the first one's."""
    async with opened(tmp_path / "games.sqlite3", 2) as stores:
        services = Services(stores[0], InOrder(0), clock, sealing=False)
        others = Services(stores[1], InOrder(0), clock, sealing=False)
        games = await at_night(stores[0], services, clock, *"ABCDE")
        clock.now += hours(9)
        jobs = [
            (one.clocks.watch, one.notifications.send_due, table.id)
            for one, some in ((services, games[:3]), (others, games[3:]))
            for table in some
        ]
        await asyncio.gather(*(watch(number) for watch, _, number in jobs))
        await asyncio.gather(*(send(number) for _, send, number in jobs))
        assert await rung(services, *games) == ([([*"ABCDE"], True)], [])


async def test_a_program_that_dies_in_between_loses_nothing(store, services, clock):
    """After the clocks, or once it is known which message it will be."""
    games = await at_night(store, services, clock, "Ur", "Uruk")
    clock.now += hours(9)
    await services.clocks.watch(games[0].id)
    services = Services(store, InOrder(0), clock, sealing=False)
    for table in games:
        await mark_delivered(store, services, await services.games.get(table.id))
    assert not await store.read(outbox.undelivered, Status.RUNNING)
    await wait(store, services, clock, seconds=1)
    (left,) = await store.read(outbox.undelivered, Status.RUNNING)
    # The round that was under way meanwhile knows nothing of it.
    await store.write(outbox.set_delivered, left.game_id, left.version, 1)
    assert await store.read(outbox.undelivered, Status.RUNNING) == [left]
    assert await rung(services, *games) == ([(["Ur", "Uruk"], True)], [])


async def test_a_message_of_a_game_that_is_removed_comes_with_another(store, services, clock):
    """An admin removes the game whose message names the others, before it is sent."""
    games = await at_night(store, services, clock, "Eridu", "Ur", "Uruk")
    await wait(store, services, clock, hours=9)
    (carrier,) = [
        table for table in games if await store.read(services.notifications.read, table.id)
    ]
    await services.admins.remove(carrier.id, PLACE.guild_id, CORA)
    await wait(store, services, clock, seconds=1)
    left = [table for table in games if table.id != carrier.id]
    assert await rung(services, *left) == ([([table.name for table in left], True)], [])
