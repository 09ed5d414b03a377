"""Displays of time: hours, the pace of a table, remaining time, calls and reminders."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from seated import WORDS, answer_in, seats_of
from tabletop import ANNA, BEN, PLACE, act, change_directly, running
from timetable import (
    ASKING,
    BANK,
    DAILY,
    LETTING_GO,
    at_war,
    choosing_a_war,
    hours,
    labels,
    paced,
    select,
    timestamp,
    wait,
)

from bot.content.message import MOST_TEXT
from bot.desk.answering import refused_page
from bot.desk.desk_page import desk_page, desk_shown
from bot.dispatch.context import TableContext
from bot.domain.entries import PaceChanged, Why
from bot.domain.hours import ALWAYS, Hours, Quiet, Span
from bot.domain.pace import PACES, UNHURRIED, AtEnd, Limit, Pace, Reminders
from bot.domain.refusals import Refused
from bot.domain.seat import Orders
from bot.domain.server_rules import ServerRules
from bot.domain.table import Status
from bot.features.board import board_page, log_page
from bot.features.games import Listing, games_page
from bot.features.help import help_page
from bot.features.hours import first_days_page, hours_page, last_days_page, quiet_from
from bot.features.lobby.lobby_post import lobby
from bot.features.lobby.set_up import set_up_page
from bot.features.pace import own_times_form, pace_page
from bot.features.preferences import usual_preferences_page
from bot.features.table.agreeing import proposal_post
from bot.i18n.times import duration, pace_line, pace_of
from bot.i18n.zones import common
from bot.intents import UserRequest, parse_custom_id
from bot.intents.pace import SeeLastDays
from bot.intents.turn import Act
from bot.parts.status_line import times_of_all
from bot.parts.zones_page import OWN_ZONE, SERVER_ZONE, found_zones_page, zones_page
from bot.posts.game_messages import call_text, current_turn
from bot.posts.posts_due import Due
from bot.store import CalledIn, Habits, OwnReminders
from bot.use_cases import OwnTimes
from bot.use_cases.inside import AllSeats
from engine import OPTIONS, EndTurn, IllegalAction

pytestmark = pytest.mark.in_order  # Anna begins, then it is Ben's turn


def desk(seat):
    return desk_page(WORDS, seat).text


# --- in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (timedelta(days=2, hours=4, minutes=3), "2 days and 4 hours"),
        (timedelta(days=3, minutes=5), "3 days and 5 minutes"),
        (timedelta(hours=1, minutes=30), "1 hour and 30 minutes"),
        (timedelta(seconds=59), "less than a minute"),
    ],
)
def test_a_length_of_time_is_written_in_its_largest_units(time, text):
    assert duration(WORDS, time) == text


# --- remaining time ------------------------------------------------------------------------------


async def test_without_a_limit_nothing_is_said_of_time(services):
    table = await running(services, 2)
    reminding = replace(table, pace=PACES["relaxed"])
    assert table.time_up_at is None
    for each in (table, reminding):
        assert "⏳" not in lobby(WORDS, each).text + current_turn(WORDS, each, "turn").text
    for seat in await seats_of(services, table):
        assert "⏳" not in desk(seat)
        assert desk_shown(replace(seat, table=reminding)) == desk_shown(seat)


async def test_all_and_the_own_desk_are_told_when_the_time_ends_or_why_none_runs(services):
    table = await paced(services, DAILY, 2)
    ends = timestamp(table.time_up_at)
    for text in (
        lobby(WORDS, table).text,
        current_turn(WORDS, table, "turn").text,
        board_page(WORDS, table).text,
        games_page(WORDS, Listing([table]), ANNA.user_id).text,
    ):
        assert f"⏳ Time ends {ends}." in text
    asked, waiting = await seats_of(services, table)
    assert f"\n⏳ Your time ends {ends}." in desk(asked)
    assert "⏳" not in desk(waiting)
    player = replace(table.player(0), calls_in=CalledIn.THREAD)
    assert call_text(WORDS, table, player).endswith(f"⏳ Your time ends {ends}.")
    paused, held = replace(table, paused_seq=table.version), replace(table, held=True)
    assert "⏸️ Paused" in current_turn(WORDS, paused, "turn").text
    assert "I can't reach **Anna** here, so no one's clock runs." in lobby(WORDS, held).text
    for stands in (paused, held):
        assert "⏳" not in lobby(WORDS, stands).text
        assert "⏳" not in desk(replace(asked, table=stands))


async def test_a_bank_is_shown_to_its_owner(services, clock):
    table = await paced(services, BANK, 2)
    asked, waiting = await seats_of(services, table)
    assert (
        f"⏳ Your time ends {timestamp(clock() + hours(80))}. That includes your time bank: 3 days."
        in desk(asked)
    )
    assert "Time bank: 3 days." in desk(waiting)
    clock.advance(hours=20)
    table = await act(services, table, EndTurn())
    waiting, asked = await seats_of(services, table)
    assert "Time bank: 2 days and 12 hours." in desk(waiting)  # 72 + 8 - 20 hours
    assert "That includes your time bank: 3 days." in desk(asked)


async def test_nothing_changes_as_long_as_nothing_happens(services, clock):
    """Changes edit a message; the hours of others matter only while the table waits for them."""
    table = await paced(services, BANK, 2)
    before = [desk_shown(seat) for seat in await seats_of(services, table)]
    door, turn = lobby(WORDS, table).text, current_turn(WORDS, table, "turn").text
    clock.advance(hours=30)
    later = await services.games.get(table.id)
    assert [desk_shown(seat) for seat in await seats_of(services, later)] == before
    assert (lobby(WORDS, later).text, current_turn(WORDS, later, "turn").text) == (door, turn)
    night = Quiet(22 * 60, 7 * 60)
    await services.vacations.set_hours(BEN.user_id, zone="Europe/Berlin", quiet=night)
    assert [desk_shown(seat) for seat in await seats_of(services, later)] == before
    await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin", quiet=night)
    after = [desk_shown(seat) for seat in await seats_of(services, later)]
    assert after[0] != before[0]  # Anna has longer now
    assert after[1] == before[1]


async def test_the_most_urgent_game_is_the_first_of_the_list(services, clock):
    unlimited = await running(services, 2, "Kish")
    clock.advance(hours=1)
    banked = await paced(services, BANK, 2, name="Susa")
    daily = await paced(services, DAILY, 2, name="Nippur")
    text = games_page(WORDS, Listing([banked, unlimited, daily]), ANNA.user_id).text
    assert text.index("Nippur") < text.index("Susa") < text.index("Kish")


# --- calls and reminders -------------------------------------------------------------------------


async def test_a_reminder_says_so_on_a_locked_phone_and_in_the_thread(store, services, clock):
    table = await paced(services, Pace(Reminders(hours(12), hours(6)), Limit(hours(24))), 2)
    called = desk_shown((await seats_of(services, table))[0])
    await wait(store, services, clock, hours=13)
    table = await services.games.get(table.id)
    asked, waiting = await seats_of(services, table)
    first, second, *_ = desk(asked).split("\n")
    assert first == "⏰ **Ur**: your turn – 2 actions left."
    assert second == f"⏳ Your time ends {timestamp(table.time_up_at)}."
    assert not desk(waiting).startswith("⏰")
    assert desk_shown(asked) != called
    mentioned = f"⏰ <@{ANNA.user_id}>, it's still your turn in **Ur**. ⏳ Your time ends "
    assert call_text(WORDS, table, table.player(0)).startswith(mentioned)
    assert "remind" not in log_page(WORDS, table, await services.games.history(table.id)).text
    await services.play.act(table.id, ANNA.user_id, EndTurn())
    assert not any("⏰" in desk(seat) for seat in await seats_of(services, table))


async def test_in_quiet_hours_a_call_makes_no_sound(services, clock):
    """It rings as soon as they are over, by a separate message."""
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
    assert call.content.silent
    assert not call.content.ping
    assert "quiet" not in call.content.text  # it is nobody's business


async def test_whose_time_ran_out_reads_when_and_what_was_done(store, services, clock):
    """On the desk, which is edited for it, until that player decides again; and in the log."""
    table = await paced(services, DAILY, 2)
    before = desk_shown((await seats_of(services, table))[0])
    await wait(store, services, clock, hours=24)
    line = f"⌛ Your time ran out {timestamp(clock())}. I ended your turn."
    missed, asked = await seats_of(services, table)
    assert f"\n{line}" in desk(missed)
    assert desk_shown(missed) != before
    assert "ran out" not in desk(asked)
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "⌛ Anna's time is up.\nAnna ends the turn" in log

    # a late decision, by press or command, is answered with that instead of a refusal
    visit = await services.visits.of(table.id, ANNA.user_id)
    for seen in (None, table.shown_version):
        request = UserRequest(Act(EndTurn()), table.id, seen=seen)
        context = TableContext(services, WORDS, ANNA, request, visit=visit)
        with pytest.raises((IllegalAction, Refused)) as refused:
            await answer_in(context)
        page = await refused_page(context, refused.value)
        first, second, *_ = page.text.split("\n")
        assert first == line
        assert second.startswith("**Ur**: **Ben**")
        assert page.text.count(line) == 1

    await services.play.act(table.id, BEN.user_id, EndTurn())
    assert line in desk((await seats_of(services, table))[0])
    await services.play.act(table.id, ANNA.user_id, EndTurn())
    assert "ran out" not in desk((await seats_of(services, table))[0])


async def test_who_was_asked_in_a_conflict_reads_that_nothing_was_added(store, clock):
    services, table = await at_war(store, clock, DAILY)
    await wait(store, services, clock, hours=24)
    line = f"\n⌛ Your time ran out {timestamp(clock())}. I added no tiles."
    assert line in desk((await seats_of(services, table))[0])


async def test_who_had_to_choose_a_war_reads_that_it_was_chosen_too(store, clock):
    services, table = await choosing_a_war(store, clock, DAILY)
    await wait(store, services, clock, hours=24)
    line = f"\n⌛ Your time ran out {timestamp(clock())}. I chose a war and added no tiles."
    assert line in desk((await seats_of(services, table))[0])


async def test_a_desk_has_room_for_all_that_is_said_of_time(services):
    table = await paced(services, BANK, 4, name="x" * 60)
    await services.vacations.take_vacation(ANNA.user_id, 3)
    for seat in await seats_of(services, table):
        assert len(desk(seat)) <= MOST_TEXT


async def test_who_has_no_time_left_reads_that_the_others_are_asked(services, store, clock):
    table = await paced(services, ASKING, 2)
    await wait(store, services, clock, hours=25)
    table = await services.games.get(table.id)
    asked, waiting = await seats_of(services, table)
    assert "⌛ Your time is up. The others decide whether to wait longer." in desk(asked)
    assert "⌛ Time is up. The others decide" in current_turn(WORDS, table, "turn").text
    assert "⌛" not in desk(waiting)


async def test_whether_to_let_a_time_go_is_asked_in_plain_words(services, store, clock):
    table = await paced(services, LETTING_GO, 2)
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    (proposal,) = table.proposals
    asked, waiting = await seats_of(services, table)
    by = timestamp(proposal.deadline, "f")
    follows = (
        f"After a single Yes, **Anna** gets 1 day more. If there is none by {by}, I end the turn, "
        "adding and building nothing."
    )
    post = proposal_post(WORDS, table, proposal)
    assert f"🗳️ **Ur**: <@{ANNA.user_id}> is out of time. Let it go?\n{follows}" in post.text
    assert labels(post) == ["Yes", "No"]
    assert f"**Anna** is out of time. Let it go?\n{follows}" in desk(waiting)
    assert "⌛ Your time is up. The others decide whether to wait longer." in desk(asked)
    assert "Let it go" not in desk(asked)
    once = "I ask the others once. If no one lets it go, I end the turn, adding and building"
    assert once in pace_line(WORDS, table.pace)


def pressable(content):
    """Every button with a meaning, and each option of every select."""
    for row in content.rows:
        if isinstance(row, tuple):
            yield from ((each.custom_id, ()) for each in row if each.custom_id)
        else:
            yield from ((row.custom_id, [option.value]) for option in row.options)


def test_every_pace_is_described_in_a_line():
    text = {name: pace_line(WORDS, PACES[name]).removeprefix("**Pace:** ") for name in PACES}
    assert text["relaxed"] == "No limit. Reminders: after 1 day, 3 days and 10 days."
    each = "Time per decision: 5 minutes. Reminders: after 2 minutes and 4 minutes."
    out = "When time runs out, I end the turn, adding and building nothing."
    assert text["live"] == f"{each} Quiet hours and days off don't count. {out}"
    assert text["unhurried"] == "No reminders, no limit."
    bank = "Time bank: 3 days, never more. Added for each decision: 8 hours."
    reminders = "Reminders: after 12 hours, halfway and near the end."
    assert text["bank"] == f"{bank} {reminders} {out}"
    late = replace(PACES["bank"], reminders=Reminders(hours(70), hours(12)))
    assert "Reminders: after 2 days and 22 hours." in pace_line(WORDS, late)


def test_the_cap_of_a_bank_is_said_unless_an_older_version_had_none():
    def said(cap):
        return pace_line(WORDS, Pace(limit=replace(PACES["bank"].limit, cap=cap)))

    assert "Time bank: 3 days, at most 6 days. Added for each decision: 8 hours." in said(2)
    assert "Time bank: 3 days. Added for each decision: 8 hours." in said(None)
    assert pace_of(replace(PACES["bank"], limit=replace(PACES["bank"].limit, cap=2))) == "bank"


def test_a_pace_keeps_its_name_whatever_happens_in_the_end():
    daily = PACES["daily"]
    asking = replace(daily, limit=replace(daily.limit, at_end=AtEnd.ASK))
    assert pace_of(asking) == "daily"
    assert pace_of(Pace(Reminders(hours(1), hours(1)))) is None
    assert "When time runs out, I ask the others whether to keep waiting." in pace_line(
        WORDS, asking
    )


async def test_the_opener_chooses_a_pace_and_the_door_says_it(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=UNHURRIED)
    assert "Pace:" not in lobby(WORDS, table).text  # as it always was
    table = await services.paces.choose(table.id, ANNA, PACES["bank"])
    assert table.pace == PACES["bank"]
    assert await services.games.get(table.id) == table
    text = pace_line(WORDS, PACES["bank"])
    assert text in lobby(WORDS, table).text
    assert text in set_up_page(WORDS, table).text
    table = await services.lobbies.join(table.id, BEN)
    assert text in lobby(WORDS, table).text
    first = current_turn(WORDS, table, "turn")
    assert text in first.text
    assert text in first.at_first
    assert text in help_page(WORDS, (), table.options, table.pace).text
    table = await act(services, table, EndTurn())
    assert text not in current_turn(WORDS, table, "turn").text

    agreed = PaceChanged(PACES["daily"], why=Why.AGREED)
    table = await change_directly(services, table, lambda change: change.then(agreed))
    text = "The pace has changed. Time per decision: 1 day."
    assert text in current_turn(WORDS, table, "turn").text


async def test_only_what_the_server_permits_can_be_chosen(services):
    rules = ServerRules(forbidden=("open",), paces=("daily", "live"), reminders=False)
    table = replace(await services.opening.open(ANNA, PLACE, "Ur", seats=2), rules=rules)
    paces = select(pace_page(WORDS, table), "Choose a pace").options
    assert [option.value for option in paces] == ["daily", "live"]
    assert not any("eminder" in (option.description or "") for option in paces)
    listed = select(set_up_page(WORDS, table), "Options: none").options
    assert {option.value for option in listed} == {*OPTIONS} - {"open"}
    presets = select(set_up_page(WORDS, table), "Preset").options
    assert "everything" not in {option.value for option in presets}
    # what the game has already stays there, to be given up
    had = replace(table, options=("open",))
    listed = select(set_up_page(WORDS, had), "Options: none").options
    assert [option.value for option in listed if option.chosen] == ["open"]


async def test_the_page_of_a_pace_shows_what_holds_and_what_can_be_chosen(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    page = pace_page(WORDS, table)
    assert "Time bank: 3 days, never more. Added for each decision: 8 hours." in page.text
    assert "After three times in a row the seat is empty until someone takes it." in page.text
    options = select(page, "Choose a pace").options
    assert [option.value for option in options] == list(PACES)
    assert [option.value for option in options if option.chosen] == ["bank"]
    assert all(len(option.label) <= 100 for option in options)
    assert all(len(option.description or "") <= 100 for option in options)
    assert [[each.label for each in row] for row in page.rows[1:3]] == [
        ["Then: end the turn", "Then: ask the others", "Then: ask once"],
        ["Bank: only refills", "Bank: up to double"],
    ]
    assert "Bank: only refills" not in labels(pace_page(WORDS, replace(table, pace=DAILY)))
    relaxed = replace(table, pace=PACES["relaxed"], status=Status.RUNNING)
    proposing = pace_page(WORDS, relaxed)
    assert not any("Time up" in label for label in labels(proposing))
    assert "Your choice is proposed" in proposing.text
    for each in (page, proposing):
        for custom_id, values in pressable(each):
            parse_custom_id(custom_id, values)
    form = own_times_form(WORDS, table.id)
    assert all(len(field.label) <= 45 for field in (form, *form.further))


async def test_games_from_before_are_told_once_that_there_is_such_a_thing_as_a_pace(services):
    old, daily = await running(services), await paced(services, DAILY)
    waiting = await services.opening.open(ANNA, PLACE, "Kish")
    for _ in range(2):
        await services.paces.announce()
    text = [
        [entry.about for entry in await services.games.history(table.id) if entry.kind == "told"]
        for table in (old, daily, waiting)
    ]
    assert text == [["pace"], [], []]
    old = await services.games.get(old.id)
    assert "This game continues without them." in current_turn(WORDS, old, "turn").text
    later = await running(services)
    await services.paces.announce()
    assert (await services.games.get(later.id)).version == later.version


NOW = datetime(2030, 1, 15, 17, 5, tzinfo=UTC)
BERLIN = Hours("Europe/Berlin")


def test_without_a_time_zone_only_that_and_a_vacation_can_be_set():
    page = hours_page(WORDS, OwnTimes(ALWAYS, {2030: 12}), NOW)
    assert "Choose your time zone first" in page.text
    assert "**Vacation:** 12 days left this year" in page.text
    assert labels(page) == ["Time zone", "Vacation", "Back"]
    assert len(page.rows) == 2  # with reminders


def test_what_is_set_stands_on_the_page():
    own = Hours("Europe/Berlin", Quiet(22 * 60, 7 * 60), frozenset({5, 6}))
    page = hours_page(WORDS, OwnTimes(own, {2030: 1}), NOW)
    assert "**Time zone:** Berlin, now 18:05" in page.text
    assert "**Quiet hours:** 22:00 to 07:00" in page.text
    assert "**Days off:** Saturday and Sunday" in page.text
    assert "**Vacation:** 1 day left this year" in page.text
    starts, ends = (
        select(page, "Quiet hours from").options,
        select(page, "Quiet hours until").options,
    )
    assert [option.label for option in starts if option.chosen] == ["Quiet from 22:00"]
    assert [option.label for option in ends if option.chosen] == ["Quiet until 07:00"]
    assert (len(starts), len(ends)) == (25, 24)
    off = select(page, "Days off")
    assert [option.label for option in off.options if option.chosen] == ["Saturday", "Sunday"]
    assert (off.least, off.most) == (0, 6)
    assert len(page.rows) == 5


def test_when_somebody_is_reminded_is_chosen_there_and_said_in_the_settings():
    page = hours_page(WORDS, OwnTimes(ALWAYS, {}, OwnReminders.BOTH), NOW)
    options = select(page, "Reminders").options
    assert [option.label for option in options] == [
        "Reminders: as the pace says",
        "Reminders: at half the time",
        "Reminders: an hour before the end",
        "Reminders: at half the time and an hour before the end",
        "Reminders: none",
    ]
    assert [option.value for option in options if option.chosen] == ["both"]
    said = "**Reminders:** at half the time and an hour before the end"
    chosen = Habits(reminders=OwnReminders.BOTH)
    assert said in usual_preferences_page(WORDS, chosen, Orders()).text
    usual = usual_preferences_page(WORDS, Habits(), Orders())
    assert "Reminders:" not in usual.text
    assert "Hours, reminders" in labels(usual)


def test_the_page_says_which_days_off_do_not_count_at_a_clock():
    own = Hours("Europe/Berlin", Quiet(20 * 60, 8 * 60), frozenset(range(6)))
    line = "-# With a time limit only Friday and Saturday count as days off: at least 8 hours a day"
    assert line in hours_page(WORDS, OwnTimes(own, {}), NOW).text
    for fitting in (BERLIN, replace(own, days_off=frozenset({5, 6}))):
        assert "time limit" not in hours_page(WORDS, OwnTimes(fitting, {}), NOW).text


def test_a_vacation_stands_there_with_the_way_back():
    away = replace(BERLIN, away=Span(NOW - hours(1), NOW + hours(30)))
    page = hours_page(WORDS, OwnTimes(away, {2030: 0}), NOW)
    assert f"**On vacation:** back {timestamp(NOW + hours(30))}" in page.text
    assert "**Vacation:** 0 days left this year" in page.text
    assert labels(page) == ["Time zone", "Vacation", "End my vacation", "Back"]
    assert (
        len(hours_page(WORDS, OwnTimes(replace(away, quiet=Quiet(0, 60)), {2030: 9}), NOW).rows)
        == 5
    )
    # the year is the one where somebody lives
    eve = datetime(2029, 12, 31, 23, 30, tzinfo=UTC)
    assert "30 days left" in hours_page(WORDS, OwnTimes(BERLIN, {2029: 0, 2030: 30}), eve).text


def test_a_planned_vacation_stands_there_and_can_be_called_off():
    planned = Span(NOW + hours(30), NOW + hours(78))
    page = hours_page(WORDS, OwnTimes(replace(BERLIN, away=planned), {2030: 28}), NOW)
    start, until = (timestamp(each, "f") for each in planned)
    assert f"**On vacation:** from {start}, back {until}" in page.text
    assert labels(page) == ["Time zone", "Vacation", "Call off vacation", "Back"]


def test_a_vacation_begins_now_or_on_one_of_the_days_ahead():
    page = first_days_page(WORDS, OwnTimes(BERLIN, {2030: 30}), NOW)
    assert page.text.startswith("When does your vacation begin?")
    assert "Planned days are whole days in Berlin." in page.text
    options = select(page, "From").options
    assert [each.label for each in options[:3]] == [
        "Now",
        "Wednesday 16 January",
        "Thursday 17 January",
    ]
    assert len(options) == 25
    assert labels(page) == ["Later", "Back"]
    seen = [each.value for each in options[1:]]
    for number in range(1, 16):
        page = first_days_page(WORDS, OwnTimes(BERLIN, {2030: 30}), NOW, number)
        seen += [each.value for each in select(page, "From").options[1:]]
        assert ("Later" in labels(page)) is (number < 15)
    assert (len({*seen}), seen[0], seen[-1]) == (366, "2030-01-16", "2031-01-16")


def test_how_long_a_vacation_lasts_is_chosen_by_its_last_day():
    first = date(2030, 12, 3)
    ends = {each: NOW + each * timedelta(days=1) for each in range(1, 27)}
    page = last_days_page(WORDS, BERLIN, SeeLastDays(first), ends, [])
    assert "It begins on Tuesday 3 December." in page.text
    options = select(page, "Until").options
    assert options[0].label == "Tuesday 3 December – 1 day"
    assert (options[7].label, options[7].value) == ("Tuesday 10 December – 8 days", "8")
    assert len(options) == 25
    assert labels(page) == ["Later", "Back"]
    # from now on it ends at a time of the day
    page = last_days_page(WORDS, BERLIN, SeeLastDays(None, 1), {26: NOW + hours(26 * 24)}, [])
    assert [each.label for each in select(page, "Until").options] == [
        "Sunday 10 February, 18:05 – 26 days"
    ]
    assert labels(page) == ["Earlier", "Back"]
    page = last_days_page(WORDS, ALWAYS, SeeLastDays(None), {2: NOW}, [])  # no zone, no time there
    assert [each.label for each in select(page, "Until").options] == ["2 days"]
    none = last_days_page(WORDS, BERLIN, SeeLastDays(None, 1), {}, [])  # fewer are left by now
    assert none.text == "When does your vacation end?"
    assert labels(none) == ["Earlier", "Back"]


async def test_a_planned_vacation_is_told_at_the_table_and_on_the_desk(services, clock):
    table = await paced(services, DAILY, 2)
    end = await services.vacations.take_vacation(BEN.user_id, 2, date(2030, 1, 3))
    start = end - timedelta(days=2)
    when = f"from {timestamp(start, 'f')}, back {timestamp(end, 'f')}."
    table = await services.games.get(table.id)
    asked, waiting = await seats_of(services, table)
    assert f"You're on vacation {when}" in desk(waiting)
    assert f"**Ben** is on vacation {when}" in desk(asked)
    line = f"**Ben** is on vacation {when}"
    assert times_of_all(WORDS, table) == [line]
    assert line in current_turn(WORDS, table, "turn").text
    await services.vacations.end_vacation(BEN.user_id)
    table = await services.games.get(table.id)
    off, turn = "**Ben** has called off the planned vacation.", current_turn(WORDS, table, "turn")
    assert off in turn.text
    assert "is on vacation" not in turn.text  # the turn tells the last of it
    assert times_of_all(WORDS, table) == []
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "Ben is on vacation from 2030-01-03, back 2030-01-05." in log


def test_zones_are_chosen_by_what_time_it_is_there():
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=BERLIN.zone)
    options = select(page, "It's now").options
    assert options[0].label == "18:05 – Berlin, Paris, Rome"
    assert options[0].chosen
    assert [option.value for option in options] == list(common(NOW, "de"))
    assert len(options) <= 25
    assert labels(page) == ["Another zone …", "Back"]


def test_the_zone_of_the_server_is_offered_first_to_who_has_none():
    usual = "Europe/Kyiv"
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=ALWAYS.zone, usual=usual)
    values = [option.value for option in select(page, "It's now").options]
    assert values[0] == usual
    assert len(values) == len(set(values)) <= 25
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=ALWAYS.zone, usual="America/Phoenix")
    assert select(page, "It's now").options[0].label == "10:05 – Phoenix"
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=BERLIN.zone, usual=usual)
    assert select(page, "It's now").options[0].value == "Europe/Berlin"


def test_of_several_zones_that_fit_one_is_chosen():
    fitting = ("America/New_York", "America/Chicago")
    page = found_zones_page(WORDS, OWN_ZONE, "USA", fitting, NOW)
    assert page.text == "“USA” fits several time zones. Which is yours?"
    assert [option.label for option in select(page, "It's now").options] == [
        "12:05 – New York",
        "11:05 – Chicago",
    ]
    many = found_zones_page(WORDS, OWN_ZONE, "a", common(NOW) + common(NOW), NOW)
    assert len(select(many, "It's now").options) == 25
    none = found_zones_page(WORDS, OWN_ZONE, "@everyone **Mars**", (), NOW)
    assert none.text.startswith(
        "There's no time zone called “@\u200beveryone \\*\\*Mars\\*\\*”. Try a "
    )


def test_quiet_hours_end_when_they_did_or_after_a_night():
    assert quiet_from(22, None) == Quiet(22 * 60, 7 * 60)
    assert quiet_from(23, Quiet(22 * 60, 8 * 60)) == Quiet(23 * 60, 8 * 60)
    assert quiet_from(9, Quiet(22 * 60, 8 * 60)) == Quiet(9 * 60, 18 * 60)
    assert quiet_from(8, Quiet(22 * 60, 8 * 60)) == Quiet(8 * 60, 17 * 60)
    assert quiet_from(None, Quiet(22 * 60, 8 * 60)) is None


def test_everything_on_the_pages_of_hours_can_be_pressed():
    own = Hours("Europe/Berlin", Quiet(22 * 60, 7 * 60))
    for page in (
        hours_page(WORDS, OwnTimes(own, {2030: 9}), NOW),
        zones_page(WORDS, OWN_ZONE, NOW, chosen=own.zone),
        zones_page(WORDS, SERVER_ZONE, NOW),
        found_zones_page(WORDS, SERVER_ZONE, "USA", common(NOW), NOW),
    ):
        for custom_id, values in pressable(page):
            parse_custom_id(custom_id, values)
