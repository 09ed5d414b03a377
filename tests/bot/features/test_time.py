"""What is shown of time: how long it is, what is left of it, calls and reminders."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tabletop import ANNA, BEN, Clock, InOrder, decider, running
from timetable import BANK, DAILY, at, at_war, hours, look, paced

from bot.content.content import MOST_TEXT, Content
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import answer_at_table
from bot.domain import Refused, Seat, Table
from bot.domain.hours import Quiet
from bot.domain.pace import PACES, UNHURRIED, AtEnd, Limit, Pace, Reminders
from bot.features.board.board import board_page
from bot.features.board.desk import desk_page, desk_shown
from bot.features.board.refusing import refused_page
from bot.features.games.game_list import Listing, games_page
from bot.features.lobby.lobby import lobby
from bot.features.log.story import log_page
from bot.features.posts.posts_due import Due
from bot.features.posts.turns import call_text, current_turn
from bot.features.turn.intents import Act
from bot.i18n import Words
from bot.i18n.times import duration
from bot.intents import UserRequest
from bot.services import Services
from bot.services.inside import AllSeats
from bot.store import CalledIn, Store
from engine import EndTurn, IllegalAction

WORDS = Words()


@pytest.fixture
def services(store: Store, clock: Clock) -> Services:
    """Anna begins, then it is Ben's turn."""
    return Services(store, InOrder(0), clock, sealing=False)


async def seats(services: Services, table: Table) -> tuple[Seat, ...]:
    return (await AllSeats(services).everyone(table.id)).seats


def desk(seat: Seat) -> str:
    return desk_page(WORDS, seat).text


# --- in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(days=2, hours=4, minutes=3), "2 days and 4 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=3, minutes=5), "3 days and 5 minutes"),
        (timedelta(hours=1, minutes=30), "1 hour and 30 minutes"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(0), "less than a minute"),
    ],
)
def test_a_length_of_time_is_told_in_its_largest_units(time, told):
    assert duration(WORDS, time) == told


# --- what is left --------------------------------------------------------------------------------


async def test_without_a_limit_nothing_is_said_of_time(services):
    for pace in (UNHURRIED, PACES["relaxed"]):
        table = await paced(services, pace, 2)
        assert table.time_up_at is None
        assert "⏳" not in lobby(WORDS, table).text + current_turn(WORDS, table, "turn").text
        assert not any("⏳" in desk(seat) for seat in await seats(services, table))


async def test_all_and_the_own_desk_are_told_when_the_time_ends(services):
    table = await paced(services, DAILY, 2)
    ends = at(table.time_up_at)
    for text in (
        lobby(WORDS, table).text,
        current_turn(WORDS, table, "turn").text,
        board_page(WORDS, table).text,
        games_page(WORDS, Listing([table]), ANNA.user_id).text,
    ):
        assert f"⏳ Time ends {ends}." in text
    asked, waiting = await seats(services, table)
    assert f"\n⏳ Your time ends {ends}." in desk(asked)
    assert "⏳" not in desk(waiting)
    player = replace(table.player(0), calls_in=CalledIn.THREAD)
    assert call_text(WORDS, table, player).endswith(f"⏳ Your time ends {ends}.")


async def test_a_bank_is_told_to_its_owner(services, clock):
    table = await paced(services, BANK, 2)
    asked, waiting = await seats(services, table)
    assert (
        f"⏳ Your time ends {at(clock() + hours(80))}. That includes your time bank: 3 days."
        in desk(asked)
    )
    assert "Time bank: 3 days." in desk(waiting)
    clock.advance(hours=20)
    table = (await services.play.act(table.id, decider(table), EndTurn())).table
    waiting, asked = await seats(services, table)
    assert "Time bank: 2 days and 12 hours." in desk(waiting)  # 72 + 8 - 20 hours
    assert "That includes your time bank: 3 days." in desk(asked)


async def test_nothing_changes_as_long_as_nothing_happens(services, clock):
    """Whatever changes edits a message; the hours of others only count if they are waited for."""
    table = await paced(services, BANK, 2)
    before = [desk_shown(seat) for seat in await seats(services, table)]
    door, turn = lobby(WORDS, table).text, current_turn(WORDS, table, "turn").text
    clock.advance(hours=30)
    later = await services.games.get(table.id)
    assert [desk_shown(seat) for seat in await seats(services, later)] == before
    assert (lobby(WORDS, later).text, current_turn(WORDS, later, "turn").text) == (door, turn)
    night = Quiet(22 * 60, 7 * 60)
    await services.vacations.set_hours(BEN.user_id, zone="Europe/Berlin", quiet=night)
    assert [desk_shown(seat) for seat in await seats(services, later)] == before
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin", quiet=night)
    after = [desk_shown(seat) for seat in await seats(services, later)]
    assert after[0] != before[0]  # Anna has longer now
    assert after[1] == before[1]


async def test_a_desk_without_a_limit_is_the_one_of_before(services):
    table = await running(services, 2)
    for seat in await seats(services, table):
        reminding = replace(seat, table=replace(table, pace=PACES["relaxed"]))
        assert desk_shown(reminding) == desk_shown(seat)


async def test_why_no_time_runs_is_told(services):
    table = await paced(services, DAILY, 2)
    paused = replace(table, paused_seq=table.version)
    assert "⏸️ Paused" in current_turn(WORDS, paused, "turn").text
    held = replace(table, held=True)
    assert "I can't reach **Anna** here, so no one's clock runs." in lobby(WORDS, held).text
    for stands in (paused, held):
        assert "⏳" not in lobby(WORDS, stands).text
        asked = replace((await seats(services, table))[0], table=stands)
        assert "⏳" not in desk(asked)


async def test_a_vacation_is_told_to_all_until_it_is_over(services, clock):
    table = await paced(services, DAILY, 2)
    until = await services.vacations.take_vacation(ANNA.user_id, 3)
    table = await services.games.get(table.id)
    told = f"**Anna** is on vacation, back {at(until)}."
    turn = current_turn(WORDS, table, "turn").text
    assert turn.count(told) == 2  # it is what happened last, and how it stands
    assert f"⏳ Time ends {at(until + hours(24))}." in turn
    assert told in lobby(WORDS, table).text
    asked = (await seats(services, table))[0]
    assert f"You're on vacation, back {at(until)}." in desk(asked)
    log = log_page(WORDS, table, await services.games.history(table.id))
    assert "Anna is on vacation, back 2030-01-0" in log.text
    clock.advance(hours=5)
    await services.vacations.end_vacation(ANNA.user_id)
    table = await services.games.get(table.id)
    turn = current_turn(WORDS, table, "turn").text
    assert "**Anna** is back from vacation." in turn
    assert turn.count(told) == 1
    assert told not in lobby(WORDS, table).text


async def test_the_most_urgent_game_is_the_first_of_the_list(services, clock):
    unlimited = await running(services, 2, "Kish")
    clock.advance(hours=1)
    banked = await paced(services, BANK, 2, name="Susa")
    daily = await paced(services, DAILY, 2, name="Nippur")
    told = games_page(WORDS, Listing([banked, unlimited, daily]), ANNA.user_id).text
    assert told.index("Nippur") < told.index("Susa") < told.index("Kish")


# --- calls and reminders -------------------------------------------------------------------------


async def test_a_reminder_says_so_on_a_locked_phone_and_in_the_thread(store, services, clock):
    table = await paced(services, Pace(Reminders(hours(12), hours(6)), Limit(hours(24))), 2)
    called = desk_shown((await seats(services, table))[0])
    await look(store, services, clock, hours=13)
    table = await services.games.get(table.id)
    asked, waiting = await seats(services, table)
    first, second, *_ = desk(asked).split("\n")
    assert first == "⏰ **Ur**: your turn – 2 actions left."
    assert second == f"⏳ Your time ends {at(table.time_up_at)}."
    assert not desk(waiting).startswith("⏰")
    assert desk_shown(asked) != called
    mentioned = f"⏰ <@{ANNA.user_id}>, it's still your turn in **Ur**. ⏳ Your time ends "
    assert call_text(WORDS, table, table.player(0)).startswith(mentioned)
    assert "remind" not in log_page(WORDS, table, await services.games.history(table.id)).text
    await services.play.act(table.id, ANNA.user_id, EndTurn())
    assert not any("⏰" in desk(seat) for seat in await seats(services, table))


async def test_in_quiet_hours_a_call_makes_no_sound(services, clock):
    """And aloud as soon as they are over: that is a message of its own."""
    await services.vacations.set_hours(
        ANNA.user_id, zone="Europe/Berlin", quiet=Quiet(12 * 60, 20 * 60)
    )
    table = await paced(services, DAILY, 2)
    assert table.player(0).clock.hushed
    posts = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    (own,) = (post for post in posts if post.key.startswith(f"game-{table.id}-desk-0"))
    assert own.made().silent
    posts = Due(services.games.record)(
        await AllSeats(services).everyone(table.id), frozenset({ANNA.user_id})
    )
    (call,) = (post for post in posts if "-call-0" in post.key)
    assert isinstance(call.content, Content)
    assert call.content.silent
    assert not call.content.ping
    assert "quiet" not in call.content.text  # it is nobody's business


async def test_what_was_decided_for_somebody_is_told_after_why(store, services, clock):
    table = await paced(services, DAILY, 2)
    await look(store, services, clock, hours=25)
    table = await services.games.get(table.id)
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "⌛ Anna's time is up.\nAnna ends the turn" in log
    for _ in range(4):
        await look(store, services, clock, hours=24)
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "Anna ran out of time three times in a row. Their seat is on offer." in log


async def test_whose_time_ran_out_reads_when_and_what_was_done(store, services, clock):
    """On the desk, which is edited for it, until that player decides again."""
    table = await paced(services, DAILY, 2)
    before = desk_shown((await seats(services, table))[0])
    await look(store, services, clock, hours=24)
    line = f"\n⌛ Your time ran out {at(clock())}. I ended your turn."
    missed, asked = await seats(services, table)
    assert line in desk(missed)
    assert desk_shown(missed) != before
    assert "ran out" not in desk(asked)
    await services.play.act(table.id, BEN.user_id, EndTurn())
    assert line in desk((await seats(services, table))[0])
    await services.play.act(table.id, ANNA.user_id, EndTurn())
    assert "ran out" not in desk((await seats(services, table))[0])


async def test_who_was_asked_in_a_conflict_reads_that_nothing_was_added(store, clock):
    services, table = await at_war(store, clock, DAILY)
    await look(store, services, clock, hours=24)
    line = f"\n⌛ Your time ran out {at(clock())}. I added no tiles."
    assert line in desk((await seats(services, table))[0])


async def test_who_decides_too_late_reads_that_the_time_ran_out(store, services, clock):
    """By a press or a command, and instead of what forbids it."""
    table = await paced(services, DAILY, 2)
    await look(store, services, clock, hours=24)
    visit = await services.visits.of(table.id, ANNA.user_id)
    for seen in (None, table.shown_version):
        request = UserRequest(Act(EndTurn()), table.id, seen=seen)
        with pytest.raises((IllegalAction, Refused)) as refused:
            await answer_at_table(TableContext(services, WORDS, ANNA, request, visit=visit))
        refused_there = TableContext(services, WORDS, ANNA, request, visit=visit)
        page = await refused_page(refused_there, refused.value)
        first, second, *_ = page.text.split("\n")
        line = f"⌛ Your time ran out {at(clock())}. I ended your turn."
        assert first == line
        assert second.startswith("**Ur**: **Ben**")
        assert page.text.count(line) == 1


@pytest.mark.parametrize("pace", [BANK, PACES["live"]])
async def test_a_desk_has_room_for_all_that_is_said_of_time(services, pace):
    table = await paced(services, pace, 4, name="x" * 60)
    await services.vacations.take_vacation(ANNA.user_id, 3)
    for seat in await seats(services, table):
        assert len(desk(seat)) <= MOST_TEXT


async def test_who_has_no_time_left_reads_that_the_others_are_asked(services, store, clock):
    asking = Pace(limit=Limit(hours(24), at_end=AtEnd.ASK))
    table = await paced(services, asking, 2)
    await look(store, services, clock, hours=25)
    table = await services.games.get(table.id)
    asked, waiting = await seats(services, table)
    assert "⌛ Your time is up. The others decide whether to keep waiting." in desk(asked)
    assert "⌛ Time is up. The others decide" in current_turn(WORDS, table, "turn").text
    assert "⌛" not in desk(waiting)
