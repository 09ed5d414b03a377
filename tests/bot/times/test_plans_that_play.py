"""Plans that play themselves: when, what others can tell, and when the player is asked instead."""

from dataclasses import replace
from datetime import timedelta

import pytest
from seated import WORDS, handle_request, ids_of, seat_of
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    InOrder,
    act,
    agree,
    opened,
    refuses,
    running,
    table_at,
    take_seat,
)
from timetable import DAILY, REMINDING, calls, change, hours, paced, wait

from bot.changes import PLANNED
from bot.delivery import ToUser
from bot.desk.desk_page import desk_page
from bot.domain.entries import PaceChanged
from bot.domain.hours import Quiet
from bot.domain.pace import PACES, Limit, Pace
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.domain.seat import Notes, Plan
from bot.domain.table import TO_UNDO
from bot.features.personal_data import own_data_page
from bot.intents import UserRequest, parse_custom_id
from bot.intents.planning import SeePlan
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store import CalledIn
from bot.store.queries import due
from bot.store.rows import NotesRow
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats
from bot.use_cases.planned_turns import _drawn, own_waits
from engine import EndTurn, parse_action
from tests.engine.diagram import draw

pytestmark = pytest.mark.in_order  # Ben plays the bull, and holds six settlements

WHOLE = ("Bk@B1", "k@C1", "end")


def actions(*texts):
    return tuple(map(parse_action, texts))


async def keep(services, table, *texts, person=BEN, by_itself=True):
    """The table once a player's plan is kept."""
    table = await services.games.get(table.id)
    seat = await seat_of(services, table, person)
    plan = Plan(seat.next_turn, table.state_version, actions(*texts))
    await services.notes.keep_plan(person.user_id, table.id, plan)
    if by_itself:
        await services.notes.let_plan_play(person.user_id, table.id, plan)
    return table


async def play(services, table, line):
    return await act(services, await services.games.get(table.id), *actions(*line.split()))


async def press(services, page, label, person=BEN):
    return await handle_request(services, person, parse_custom_id(ids_of(page)[label]))


async def see_plan(services, table):
    return await handle_request(services, BEN, UserRequest(SeePlan(), table.id))


def decisions(table, turn=2):
    return [
        (str(each.action), each.automatic, each.user_id)
        for each in table.round
        if each.kind == "acted" and each.turn == turn
    ]


BENS = [(each, False, BEN.user_id) for each in WHOLE]


# --- it plays ------------------------------------------------------------------------------------


async def test_it_plays_when_the_turn_has_come_and_can_be_undone_for_half_a_minute(
    store, services, clock
):
    table = await keep(services, await running(services), *WHOLE)
    table = await play(services, table, "end")
    assert not await calls(services, table, 1), "who plays is not called"
    desk = desk_page(WORDS, await seat_of(services, table, BEN)).text
    assert "🗒️ You planned: King to B1 → Settlement on C1 → End turn" in desk
    assert "⏩ It plays itself later, unless you play first." in desk
    began = clock.now
    (row,) = await store.read(due.read_kind, PLANNED)
    await services.planned.play(table.id)
    (row,) = await store.read(due.read_kind, PLANNED)
    assert timedelta(minutes=1) <= row.at - began <= hours(1), "no turn of Ben's is known yet"
    await wait(store, services, clock, seconds=(row.at - began).total_seconds())
    table = await services.games.get(table.id)
    assert decisions(table) == BENS[:2]
    assert table.undoer == table.player(1)
    desk = desk_page(WORDS, await seat_of(services, table, BEN)).text
    assert "⏩ Your plan played itself: King to B1 → Settlement on C1 → End turn" in desk
    assert "⏩ Your turn ends by itself soon." in desk
    await wait(store, services, clock, seconds=29)
    assert (await services.games.get(table.id)).turn == 2
    await wait(store, services, clock, seconds=31)
    table = await services.games.get(table.id)
    assert (table.turn, decisions(table)) == (3, BENS)
    assert not await store.read(due.read_kind, PLANNED)
    assert not await calls(services, table, 1)
    assert not (await store.read(examine, table.id)).faults
    seat = await seat_of(services, table, BEN)
    assert "⏩ Your plan played itself: King" in desk_page(WORDS, seat).text
    assert seat.plan is None
    table = await play(services, table, "end end end")
    assert "⏩" not in desk_page(WORDS, await seat_of(services, table, BEN)).text


async def test_a_turn_that_ends_by_itself_still_does(store, services, clock):
    table = await running(services)
    await services.preferences.switch(BEN.user_id, ends_turn=True)
    await keep(services, table, *WHOLE)
    table = await play(services, table, "end")
    await wait(store, services, clock, hours=2)
    table = await services.games.get(table.id)
    assert decisions(table) == [*BENS[:2], ("end", True, BEN.user_id)]
    assert (
        "⏩ Your plan played itself" in desk_page(WORDS, await seat_of(services, table, BEN)).text
    )


@pytest.mark.parametrize("line", [("end",), ("swap:kk", "end")])
async def test_what_cannot_be_undone_is_played_too(store, services, clock, line):
    table = await keep(services, await running(services), *line)
    await play(services, table, "end")
    await wait(store, services, clock, hours=2)
    table = await services.games.get(table.id)
    assert (table.turn, len(decisions(table))) == (3, len(line))


async def test_in_a_thread_the_player_is_called_as_ever(store, services, clock):
    table = await running(services)
    await services.preferences.call_in(BEN.user_id, CalledIn.THREAD)
    table = await play(services, await keep(services, table, *WHOLE), "end")
    (called,) = await calls(services, table, 1)
    await wait(store, services, clock, hours=2)
    table = await services.games.get(table.id)
    assert decisions(table) == BENS
    assert await calls(services, table, 1) == [called]


# --- it asks -------------------------------------------------------------------------------------


async def test_it_asks_if_a_part_is_no_longer_allowed(store, services, clock):
    table = await keep(services, await running(services, 2), "Bk@C2", "end")
    table = await play(services, table, "Ak@C2 end")
    assert len(await calls(services, table, 1)) == 1
    assert not await store.read(due.read_kind, PLANNED)
    desk = desk_page(WORDS, await seat_of(services, table, BEN)).text
    assert "🗒️ No longer possible: King to C2" in desk
    await wait(store, services, clock, hours=3)
    assert decisions(await services.games.get(table.id)) == []


async def test_it_asks_if_a_conflict_would_start(store, clock):
    services, table = await table_at(store, clock, draw(". r . .").game)
    table = await keep(services, table, "Bk@H2", "end")
    table = await play(services, table, "Ak@F2")
    page = await see_plan(services, table)
    assert "⏩ It can't play itself on this board, so I'd ask you." in page.text
    table = await play(services, table, "end")
    assert len(await calls(services, table, 1)) == 1
    await wait(store, services, clock, hours=3)
    assert decisions(await services.games.get(table.id)) == []
    desk = desk_page(WORDS, await seat_of(services, table, BEN))
    assert "🗒️ You planned: King to H2 → End turn" in desk.text
    assert "⏩" not in desk.text


@pytest.mark.parametrize("how", ["undone", "by hand", "deleted", "changed", "not any more"])
async def test_it_asks_a_player_who_does_something_else_meanwhile(store, services, clock, how):
    table = await keep(services, await running(services), *WHOLE)
    if how == "not any more":
        page = await press(services, await see_plan(services, table), "Ask me instead")
        assert page.text.startswith("I'll ask you when your turn comes.")
    table = await play(services, table, "end")
    called = await calls(services, table, 1)
    assert len(called) == (how == "not any more")
    match how:
        case "undone":
            table = await play(services, table, "Bk@B1")
            table = (await services.play.undo(table.id, BEN.user_id)).table
        case "by hand":
            table = await play(services, table, "Bk@B1")
        case "deleted":
            await services.notes.keep_plan(BEN.user_id, table.id, None)
        case "changed":
            plan = (await seat_of(services, table, BEN)).notes.plan
            plan = replace(plan, by_itself=False, actions=plan.actions[1:])
            await services.notes.keep_plan(BEN.user_id, table.id, plan)
    before = decisions(await services.games.get(table.id))
    await wait(store, services, clock, hours=3)
    table = await services.games.get(table.id)
    assert decisions(table) == before
    assert len(await calls(services, table, 1)) == (how not in {"undone", "by hand"})
    assert not await store.read(due.read_kind, PLANNED)


async def test_it_asks_once_what_it_played_is_undone(store, services, clock):
    table = await keep(services, await running(services), *WHOLE)
    table = await play(services, table, "end")
    await services.planned.play(table.id)
    (row,) = await store.read(due.read_kind, PLANNED)
    clock.now = row.at
    await services.planned.play(table.id)
    table = (await services.play.undo(table.id, BEN.user_id)).table
    await wait(store, services, clock, hours=3)
    table = await services.games.get(table.id)
    assert (table.turn, decisions(table)) == (2, BENS[:1])
    desk = desk_page(WORDS, await seat_of(services, table, BEN)).text
    assert "🗒️ You planned: Settlement on C1 → End turn" in desk
    assert "⏩" not in desk


async def test_it_plays_neither_for_a_player_who_left_nor_for_a_new_one(store, services, clock):
    table = await keep(services, await running(services), *WHOLE)
    await take_seat(services, table, 1, DAN)
    table = await play(services, table, "end")
    await wait(store, services, clock, hours=3)
    assert decisions(await services.games.get(table.id)) == []
    table = await keep(services, await running(services, name="Uruk"), *WHOLE)
    await play(services, table, "end")
    await services.play.resign(table.id, BEN.user_id)
    await wait(store, services, clock, hours=3)
    table = await services.games.get(table.id)
    assert [each for _, each, _ in decisions(table)] == [True], "ended for the empty seat"


async def test_a_pause_stops_it_and_it_plays_later(store, services, clock):
    table = await keep(services, await running(services, 2), *WHOLE)
    table = await play(services, table, "end")
    await agree(services, table, Question(Topic.PAUSE))
    await wait(store, services, clock, hours=5)
    table = await services.games.get(table.id)
    assert (table.paused, decisions(table)) == (True, [])
    table = await agree(services, table, Question(Topic.GO_ON))
    assert decisions(table) == []
    await wait(store, services, clock, hours=2)
    assert decisions(await services.games.get(table.id)) == BENS


@pytest.mark.postgresql
async def test_it_is_played_once_whatever_is_tried_again(store, services, clock):
    table = await keep(services, await running(services), *WHOLE)
    table = await play(services, table, "end")
    await services.planned.play(table.id)
    (row,) = await store.read(due.read_kind, PLANNED)
    again = Services(store, InOrder(1), clock, sealing=False)  # after a crash
    await again.planned.play(table.id)
    assert await store.read(due.read_kind, PLANNED) == [row], "at the same time"
    clock.now = row.at
    await again.planned.play(table.id)
    await services.planned.play(table.id)
    assert decisions(await services.games.get(table.id)) == BENS[:2]


async def test_while_nothing_is_connected_nothing_is_played(store, services, clock):
    table = await keep(services, await running(services), *WHOLE)
    await play(services, table, "end")
    services.clocks.cut_off()
    clock.advance(hours=5)
    await services.jobs[PLANNED](table.id)
    assert decisions(await services.games.get(table.id)) == []


@pytest.mark.parametrize("step", [hours(24), hours(-24 * 400)])
async def test_a_gap_moves_its_time(store, services, clock, step):
    """Otherwise it would play at once when the bot is back, before anyone could have."""
    table = await keep(services, await running(services), *WHOLE)
    await services.clocks.beat()
    await play(services, table, "end")
    await services.planned.play(table.id)
    (row,) = await store.read(due.read_kind, PLANNED)
    clock.now += step
    again = Services(store, InOrder(1), clock, sealing=False)
    await again.clocks.beat()
    (moved,) = await store.read(due.read_kind, PLANNED)
    assert abs(moved.at - row.at - step) < timedelta(milliseconds=1)
    clock.now = moved.at
    await again.planned.play(table.id)
    assert decisions(await again.games.get(table.id)) == BENS[:2]


async def test_two_plans_in_a_row(store, services, clock):
    table = await keep(services, await running(services), *WHOLE)
    await keep(services, table, "end", person=CORA)
    await play(services, table, "end")
    await wait(store, services, clock, hours=4)
    table = await services.games.get(table.id)
    assert (table.turn, decisions(table, 3)) == (4, [("end", False, CORA.user_id)])
    assert not await calls(services, table, 2)
    assert len(await calls(services, table, 0)) == 2


# --- what others can tell ------------------------------------------------------------------------


async def shown_to_others(services, table):
    """All that others see, and the numbers on it."""
    everyone = await AllSeats(services).everyone(table.id)
    posts = [
        (post.key, post.fingerprint, post.kind, post.made())
        for post in Due(services.games.record)(everyone, frozenset())
        if post.target != ToUser(BEN.user_id)
    ]
    desks = [desk_page(WORDS, await seat_of(services, table, each)) for each in (ANNA, CORA)]
    log = [replace(each, called=None) for each in await services.games.history(table.id)]
    data = own_data_page(WORDS, await services.personal_data.read(ANNA.user_id), 0)
    return repr((posts, desks)), log, await data.files[0].read()


@pytest.mark.parametrize("place", list(CalledIn))
async def test_twins_nobody_can_tell_that_there_was_a_plan(tmp_path, clock, place):
    """In one game a plan plays itself; in the other Ben presses *As planned* at that moment."""
    async with opened(tmp_path / "one.sqlite3") as one, opened(tmp_path / "two.sqlite3") as two:
        stores = [*one, *two]
        games = [Services(store, InOrder(3), clock, sealing=False) for store in stores]
        tables = [await running(each) for each in games]
        for services in games:
            await services.preferences.call_in(BEN.user_id, place)

        async def same():
            seen = [await shown_to_others(*each) for each in zip(games, tables, strict=True)]
            assert seen[0] == seen[1]

        await keep(games[0], tables[0], *WHOLE)
        await same()
        tables = [await play(*each, "end") for each in zip(games, tables, strict=True)]
        await same()
        await games[0].planned.play(tables[0].id)
        (row,) = await stores[0].read(due.read_kind, PLANNED)
        clock.now = row.at
        await games[0].planned.play(tables[0].id)
        await games[1].play.act_line(tables[1].id, BEN.user_id, actions(*WHOLE[:2]))
        await same()
        (row,) = await stores[0].read(due.read_kind, PLANNED)
        clock.now = row.at
        await games[0].planned.play(tables[0].id)
        await games[1].play.act(tables[1].id, BEN.user_id, EndTurn())
        await same()


@pytest.mark.parametrize("place", list(CalledIn))
async def test_twins_nobody_can_tell_whether_a_plan_can_play(tmp_path, clock, place):
    async with opened(tmp_path / "one.sqlite3") as one, opened(tmp_path / "two.sqlite3") as two:
        seen = []
        for store, planned in ((*one, ("Br@K2", "end")), (*two, ("Bk@C2", "end"))):
            services = Services(store, InOrder(3), clock, sealing=False)
            table = await running(services)
            await services.preferences.call_in(BEN.user_id, place)
            await keep(services, table, *planned)
            table = await play(services, table, "Ak@C2 end")
            can_play = bool((await seat_of(services, table, BEN)).plays_itself)
            assert can_play == (planned[0] == "Br@K2")
            seen.append(await shown_to_others(services, table))
        assert seen[0] == seen[1]


async def test_its_time_is_like_the_players_own(store, services, clock):
    """Drawn from the waits of this game, in the player's own hours; never one of them again."""
    table = await running(services)
    for minutes in (3, 30, 300):
        table = await play(services, table, "end")
        clock.advance(minutes=minutes)
        table = await play(services, table, "end end")
    ben = table.player(1)
    waits = [*own_waits(await services.games.history(table.id), ben, table.hours_of(ben))]
    assert waits == [timedelta(minutes=each) for each in (3, 30, 300)]
    table = await play(services, await keep(services, table, *WHOLE), "end")
    await services.planned.play(table.id)
    (row,) = await store.read(due.read_kind, PLANNED)
    assert timedelta(minutes=3) < row.at - clock.now < timedelta(minutes=300)
    assert row.at - clock.now not in waits


async def test_it_plays_at_an_hour_at_which_the_player_plays(store, services, clock):
    """A player without quiet hours sleeps too: Ben has always played at five."""
    table = await running(services)
    for _ in range(8):
        table = await play(services, table, "end")
        clock.advance(hours=5)
        table = await play(services, table, "end end")
        clock.advance(hours=19)
    clock.advance(hours=8)
    table = await play(services, await keep(services, table, *WHOLE), "end")  # at eight
    await services.planned.play(table.id)
    (row,) = await store.read(due.read_kind, PLANNED)
    assert row.at == clock.now + hours(20), "not at one in the night"


async def test_how_long_it_waits_does_not_follow_from_how_long_it_can_be_undone(
    store, services, clock
):
    """Else everybody could compute when a plan would have played, and compare."""
    table = await play(services, await keep(services, await running(services), *WHOLE), "end")
    began, times = clock.now, []
    for _ in range(2):
        await services.planned.play(table.id)
        (row,) = await store.read(due.read_kind, PLANNED)
        clock.now = row.at
        await services.planned.play(table.id)
        times.append(row.at)
    undone = (times[1] - times[0]) / TO_UNDO - 1
    assert abs(_drawn([], undone, None) - (times[0] - began)) > timedelta(seconds=5)


def test_a_wait_is_drawn_from_between_earlier_ones():
    waits = [timedelta(minutes=each) for each in (60, 1, 10, 20)]
    drawn = [_drawn(waits, chance / 100, None) for chance in range(100)]
    assert drawn == sorted(drawn)
    assert min(drawn) == min(waits)
    assert max(drawn) < max(waits)
    assert sum(each < timedelta(minutes=10) for each in drawn) == 34, "a third of them"
    half = timedelta(minutes=30)
    assert all(_drawn(waits, chance / 100, half) < half for chance in range(100))
    for most in (timedelta(seconds=40), timedelta(minutes=2)):
        assert all(_drawn([], chance / 100, most) < most for chance in range(100))


@pytest.mark.parametrize("pace", [DAILY, REMINDING])
async def test_it_plays_before_the_player_would_be_reminded(store, services, clock, pace):
    table = await paced(services, pace)
    for _ in range(4):
        table = await play(services, table, "end")
        clock.advance(hours=23)  # later than the reminder
        table = await play(services, table, "end end")
    table = await play(services, await keep(services, table, "end"), "end")
    assert not [each for each in await calls(services, table, 1) if each.turn == table.turn]
    await wait(store, services, clock, hours=24)
    assert (await services.games.get(table.id)).turn == table.turn + 1
    history = await services.games.history(table.id)
    assert not [each for each in history if each.kind == "time up"]


@pytest.mark.postgresql
@pytest.mark.parametrize("how", ["back", "other hours", "another pace"])
async def test_it_plays_in_time_if_its_time_changes(store, services, clock, how):
    """It would be lost, or late, if it waited for the time that was drawn before."""
    table = await paced(services, REMINDING if how == "another pace" else DAILY)
    match how:
        case "back":
            await services.vacations.take_vacation(BEN.user_id, 9)
        case "other hours":
            quiet = Quiet(10 * 60, 22 * 60)
            await services.vacations.set_hours(BEN.user_id, zone="Etc/UTC", quiet=quiet)
        case _:
            for _ in range(4):
                table = await play(services, table, "end")
                clock.advance(hours=11)
                table = await play(services, table, "end end")
    table = await play(services, await keep(services, table, *WHOLE), "end")
    await wait(store, services, clock, minutes=1)
    turn = (await services.games.get(table.id)).turn
    match how:
        case "back":
            await services.vacations.end_vacation(BEN.user_id)
        case "other hours":
            await services.vacations.set_hours(BEN.user_id, quiet=None)
        case _:
            await change(services, table, PaceChanged(PACES["live"]))
    await wait(store, services, clock, minutes=4 if how == "another pace" else 63)
    assert decisions(await services.games.get(table.id), turn) == BENS


async def test_its_turn_ends_in_time_too(store, services, clock):
    """For a player who uses nearly all of a short time."""
    table = await paced(services, Pace(limit=Limit(timedelta(minutes=5))))
    for _ in range(3):
        table = await play(services, table, "end")
        clock.advance(minutes=4, seconds=58)
        table = await play(services, table, "end end")
    turn = (await play(services, await keep(services, table, *WHOLE), "end")).turn
    await wait(store, services, clock, minutes=5)
    assert decisions(await services.games.get(table.id), turn) == BENS


# --- how it is set -------------------------------------------------------------------------------


async def test_it_is_confirmed_once_on_a_page_that_says_what_will_happen(services):
    table = await keep(services, await running(services), *WHOLE, by_itself=False)
    page = await see_plan(services, table)
    page = await press(services, page, "Let it play itself")
    assert page.text.startswith("**Ur**: let this plan play itself?\n> **Ben** places")
    for said in (
        "starts a conflict, I ask you as usual",
        "no one can tell that you had a plan",
        "at least 30 seconds to undo",
        "You aren't pinged, unless I have to ask you.",
    ):
        assert said in page.text
    done = await press(services, page, "Let it play itself")
    assert "⏩ It plays itself when your turn comes." in done.text
    assert (await seat_of(services, table, BEN)).plan.by_itself
    changed = await press(services, done, "Step back")
    assert "⏩" not in changed.text, "another plan is confirmed again"
    assert not (await seat_of(services, table, BEN)).plan.by_itself
    assert "Let it play itself" not in ids_of(changed), "only a whole turn plays itself"
    late = await press(services, page, "Let it play itself")
    assert late.text.startswith("Your plan has changed.")


async def test_the_page_says_what_can_be_undone_and_what_is_asked_at_the_end(services):
    for options, line, undone, asked in (
        ((), ("end",), False, False),
        (("display",), WHOLE, True, True),
    ):
        table = await running(services, name=str(line), options=options)
        await keep(services, table, *line, by_itself=False)
        page = await press(services, await see_plan(services, table), "Let it play itself")
        assert ("seconds to undo" in page.text) == undone
        assert ("At the end I ask you which tiles you draw." in page.text) == asked


async def test_in_a_thread_the_page_says_that_the_player_is_pinged(services):
    table = await keep(services, await running(services), *WHOLE, by_itself=False)
    await services.preferences.call_in(BEN.user_id, CalledIn.THREAD)
    page = await press(services, await see_plan(services, table), "Let it play itself")
    assert "You're pinged as usual, as everyone can see that." in page.text


async def test_a_plan_whose_turn_has_come_is_not_set_to_play(services):
    table = await keep(services, await running(services), *WHOLE, by_itself=False)
    plan = (await seat_of(services, table, BEN)).plan
    other = replace(plan, actions=plan.actions[1:])
    await refuses(Refusal.STALE, services.notes.let_plan_play(BEN.user_id, table.id, other))
    await play(services, table, "end")
    await refuses(Refusal.STALE, services.notes.let_plan_play(BEN.user_id, table.id, plan))


def test_older_programs_read_the_same_plan():
    plan = Plan(7, 31, actions("Bk@B1", "end"), by_itself=True, played=True)
    assert plan.dump() == "+7 +31 Bk@B1 end"
    assert Notes.of(NotesRow(None, plan.dump())).plan == plan
    turn, seen, *_ = plan.dump().split()
    assert (int(turn), int(seen)) == (7, 31)
