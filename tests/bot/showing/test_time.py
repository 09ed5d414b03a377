"""What is shown of time: the pace, what is left, reminders, and when somebody plays."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tabletop import ANNA, BEN, PLACE, Clock, InOrder, decider, running
from timetable import BANK, DAILY, hours, look, paced

from bot.intents import parse_wish
from bot.showing.board import board_page
from bot.showing.content import MOST_TEXT, Button, Content, Select
from bot.showing.desk import desk_page, desk_shown
from bot.showing.due import Due
from bot.showing.games import Listing, games_page
from bot.showing.help import help_page
from bot.showing.hours_page import hours_page, quiet_from
from bot.showing.lobby import lobby
from bot.showing.pace_page import own_times_form, pace_page
from bot.showing.set_up import set_up_page
from bot.showing.story import log_page
from bot.showing.turns import call_text, current_turn
from bot.showing.zones_page import OWN_ZONE, SERVER_ZONE, found_zones_page, zones_page
from bot.store import Store
from bot.table import NOTHING_SET, CalledIn, Kind, Seat, ServerRules, Table, Tables
from bot.table.draft import Draft
from bot.table.hours import ALWAYS, Hours, Quiet, Span
from bot.table.pace import PACES, UNHURRIED, AtEnd, Limit, Pace, Reminders
from bot.words import Words
from bot.words.times import duration, pace_line, pace_of
from bot.words.zones import common
from engine import OPTIONS, EndTurn

WORDS = Words()
NOW = datetime(2030, 1, 15, 17, 5, tzinfo=UTC)
BERLIN = Hours("Europe/Berlin")


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Anna begins, then it is Ben's turn."""
    return Tables(store, InOrder(0), clock)


async def seats(tables: Tables, table: Table) -> tuple[Seat, ...]:
    return (await tables.everyone(table.id)).seats


def desk(seat: Seat) -> str:
    return desk_page(WORDS, seat).text


def at(moment: datetime | None, style: str = "R") -> str:
    assert moment is not None
    return f"<t:{int(moment.timestamp())}:{style}>"


def custom_ids(content: Content) -> list[str]:
    return [
        each.custom_id
        for row in content.rows
        for each in (row if isinstance(row, tuple) else (row,))
        if not isinstance(each, Button) or each.custom_id
    ]


def select(content: Content, placeholder: str) -> Select:
    (found,) = (
        row
        for row in content.rows
        if isinstance(row, Select) and row.placeholder.startswith(placeholder)
    )
    return found


def labels(content: Content) -> list[str]:
    return [each.label for row in content.rows if isinstance(row, tuple) for each in row]


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
def test_a_length_of_time_is_told_in_its_largest_units(time: timedelta, told: str) -> None:
    assert duration(WORDS, time) == told


def test_every_pace_is_told_in_a_line() -> None:
    assert {name: pace_line(WORDS, pace) for name, pace in PACES.items()} == {
        "relaxed": "**Pace:** No limit. A reminder after 1 day, then every 2 days.",
        "daily": "**Pace:** 1 day for each decision; then the smallest one is made. "
        "A reminder after 12 hours, then every 6 hours.",
        "bank": "**Pace:** A bank of 3 days, and 8 hours for each decision; then the smallest one "
        "is made. A reminder every 12 hours.",
        "live": "**Pace:** 5 minutes for each decision; then the smallest one is made. "
        "A reminder every 2 minutes. Quiet hours and days off do not count.",
        "unhurried": "**Pace:** No reminders, and no limit.",
    }


def test_a_pace_keeps_its_name_whatever_happens_in_the_end() -> None:
    daily = PACES["daily"]
    assert daily.limit is not None
    asking = replace(daily, limit=replace(daily.limit, at_end=AtEnd.ASK))
    assert pace_of(asking) == "daily"
    assert pace_of(Pace(Reminders(hours(1), hours(1)))) is None
    assert "; then the others are asked. " in pace_line(WORDS, asking)


# --- the pace of a table -------------------------------------------------------------------------


async def test_the_opener_chooses_a_pace_and_the_door_says_it(tables: Tables) -> None:
    table = await tables.open(ANNA, PLACE, "Ur", seats=2, pace=UNHURRIED)
    assert "Pace:" not in lobby(WORDS, table).text  # as it always was
    table = await tables.set_pace(table.id, ANNA, PACES["bank"])
    assert table.pace == PACES["bank"]
    assert await tables.get(table.id) == table
    told = pace_line(WORDS, PACES["bank"])
    assert told in lobby(WORDS, table).text
    assert told in set_up_page(WORDS, table, NOTHING_SET).text
    table = await tables.join(table.id, BEN)
    assert told in lobby(WORDS, table).text
    first = current_turn(WORDS, table, "turn")
    assert told in first.text
    assert told in first.at_first
    assert told in help_page(WORDS, (), table.options, table.pace).text
    table = (await tables.act(table.id, decider(table), EndTurn())).table
    assert told not in current_turn(WORDS, table, "turn").text


async def test_only_what_the_server_permits_can_be_chosen(tables: Tables) -> None:
    rules = ServerRules(forbidden=("open",), paces=("daily", "live"), reminders=False)
    table = await tables.open(ANNA, PLACE, "Ur", seats=2)
    paces = select(pace_page(WORDS, table, rules, proposing=False), "A pace").options
    assert [option.value for option in paces] == ["daily", "live"]
    assert all("No reminders." in (option.description or "") for option in paces)
    listed = select(set_up_page(WORDS, table, rules), "No options").options
    assert {option.value for option in listed} == {*OPTIONS} - {"open"}
    presets = select(set_up_page(WORDS, table, rules), "A set").options
    assert "everything" not in {option.value for option in presets}
    # what the game has already stays there, to be given up
    had = replace(table, options=("open",))
    listed = select(set_up_page(WORDS, had, rules), "No options").options
    assert [option.value for option in listed if option.chosen] == ["open"]


def test_the_zone_of_the_server_is_offered_first_to_who_has_none() -> None:
    usual = "Europe/Kyiv"
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=ALWAYS.zone, usual=usual)
    values = [option.value for option in select(page, "It is now").options]
    assert values[0] == usual
    assert len(values) == len(set(values)) <= 25
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=ALWAYS.zone, usual="America/Phoenix")
    assert select(page, "It is now").options[0].label == "10:05 – Phoenix"
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=BERLIN.zone, usual=usual)
    assert select(page, "It is now").options[0].value == "Europe/Berlin"


async def test_the_page_of_a_pace_shows_what_holds_and_what_can_be_chosen(tables: Tables) -> None:
    table = await tables.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    page = pace_page(WORDS, table, NOTHING_SET, proposing=False)
    assert "A bank of 3 days, and 8 hours for each decision." in page.text
    assert "after the third time in a row the seat is offered" in page.text
    options = select(page, "A pace").options
    assert [option.value for option in options] == list(PACES)
    assert [option.value for option in options if option.chosen] == ["bank"]
    assert all(len(option.label) <= 100 for option in options)
    assert all(len(option.description or "") <= 100 for option in options)
    assert labels(page)[:2] == ["Time up: smallest decision", "Time up: ask the others"]
    relaxed = replace(table, pace=PACES["relaxed"])
    proposing = pace_page(WORDS, relaxed, NOTHING_SET, proposing=True)
    assert not any("Time up" in label for label in labels(proposing))
    assert "is proposed to the others" in proposing.text
    for each in (page, proposing):
        for custom_id in custom_ids(each):
            parse_wish(custom_id, ["daily"])
    form = own_times_form(WORDS, table.id)
    assert all(len(field.label) <= 45 for field in (form, *form.further))


async def test_games_from_before_are_told_once_that_there_is_such_a_thing_as_a_pace(
    tables: Tables,
) -> None:
    old, daily = await running(tables), await paced(tables, DAILY)
    waiting = await tables.open(ANNA, PLACE, "Kish")
    for _ in range(2):
        await tables.tell_of_paces()
    told = [
        [entry.details for entry in await tables.history(table.id) if entry.kind is Kind.TOLD]
        for table in (old, daily, waiting)
    ]
    assert told == [[{"about": "pace"}], [], []]
    old = await tables.get(old.id)
    assert "This game goes on without, as before." in current_turn(WORDS, old, "turn").text
    later = await running(tables)
    await tables.tell_of_paces()
    assert (await tables.get(later.id)).version == later.version


# --- what is left --------------------------------------------------------------------------------


async def test_without_a_limit_nothing_is_said_of_time(tables: Tables) -> None:
    for pace in (UNHURRIED, PACES["relaxed"]):
        table = await paced(tables, pace, 2)
        assert table.time_up_at is None
        assert "⏳" not in lobby(WORDS, table).text + current_turn(WORDS, table, "turn").text
        assert not any("⏳" in desk(seat) for seat in await seats(tables, table))


async def test_all_and_the_own_desk_are_told_when_the_time_ends(tables: Tables) -> None:
    table = await paced(tables, DAILY, 2)
    ends = at(table.time_up_at)
    for text in (
        lobby(WORDS, table).text,
        current_turn(WORDS, table, "turn").text,
        board_page(WORDS, table).text,
        games_page(WORDS, Listing([table]), ANNA.user_id).text,
    ):
        assert f"⏳ The time ends {ends}." in text
    asked, waiting = await seats(tables, table)
    assert f"\n⏳ Your time ends {ends}." in desk(asked)
    assert "⏳" not in desk(waiting)
    player = replace(table.player(0), calls_in=CalledIn.THREAD)
    assert call_text(WORDS, table, player).endswith(f"⏳ Your time ends {ends}.")


async def test_a_bank_is_told_to_its_owner(tables: Tables, clock: Clock) -> None:
    table = await paced(tables, BANK, 2)
    asked, waiting = await seats(tables, table)
    assert f"⏳ Your time ends {at(clock() + hours(80))}, with the 3 days of your bank." in desk(
        asked
    )
    assert "In your bank: 3 days." in desk(waiting)
    clock.advance(hours=20)
    table = (await tables.act(table.id, decider(table), EndTurn())).table
    waiting, asked = await seats(tables, table)
    assert "In your bank: 2 days and 12 hours." in desk(waiting)  # 72 + 8 - 20 hours
    assert "with the 3 days of your bank." in desk(asked)


async def test_nothing_changes_as_long_as_nothing_happens(tables: Tables, clock: Clock) -> None:
    """Whatever changes edits a message; the hours of others only count if they are waited for."""
    table = await paced(tables, BANK, 2)
    before = [desk_shown(seat) for seat in await seats(tables, table)]
    door, turn = lobby(WORDS, table).text, current_turn(WORDS, table, "turn").text
    clock.advance(hours=30)
    later = await tables.get(table.id)
    assert [desk_shown(seat) for seat in await seats(tables, later)] == before
    assert (lobby(WORDS, later).text, current_turn(WORDS, later, "turn").text) == (door, turn)
    night = Quiet(22 * 60, 7 * 60)
    await tables.set_hours(BEN.user_id, zone="Europe/Berlin", quiet=night)
    assert [desk_shown(seat) for seat in await seats(tables, later)] == before
    await tables.set_hours(ANNA.user_id, zone="Europe/Berlin", quiet=night)
    after = [desk_shown(seat) for seat in await seats(tables, later)]
    assert after[0] != before[0]  # Anna has longer now
    assert after[1] == before[1]


async def test_a_desk_without_a_limit_is_the_one_of_before(tables: Tables) -> None:
    table = await running(tables, 2)
    for seat in await seats(tables, table):
        reminding = replace(seat, table=replace(table, pace=PACES["relaxed"]))
        assert desk_shown(reminding) == desk_shown(seat)


async def test_why_no_time_runs_is_told(tables: Tables) -> None:
    table = await paced(tables, DAILY, 2)
    paused = replace(table, paused_seq=table.version)
    assert "⏸️ paused" in current_turn(WORDS, paused, "turn").text
    held = replace(table, held=True)
    assert "I cannot reach **Anna** here: nobody's time runs." in lobby(WORDS, held).text
    for stands in (paused, held):
        assert "⏳" not in lobby(WORDS, stands).text
        asked = replace((await seats(tables, table))[0], table=stands)
        assert "⏳" not in desk(asked)


async def test_a_vacation_is_told_to_all_until_it_is_over(tables: Tables, clock: Clock) -> None:
    table = await paced(tables, DAILY, 2)
    until = await tables.take_vacation(ANNA.user_id, 3)
    table = await tables.get(table.id)
    told = f"**Anna** is on vacation, back {at(until)}."
    turn = current_turn(WORDS, table, "turn").text
    assert turn.count(told) == 2  # it is what happened last, and how it stands
    assert f"⏳ The time ends {at(until + hours(24))}." in turn
    assert told in lobby(WORDS, table).text
    asked = (await seats(tables, table))[0]
    assert f"You are on vacation, back {at(until)}." in desk(asked)
    log = log_page(WORDS, table, await tables.history(table.id))
    assert "Anna is on vacation, back 2030-01-0" in log.text
    clock.advance(hours=5)
    await tables.end_vacation(ANNA.user_id)
    table = await tables.get(table.id)
    turn = current_turn(WORDS, table, "turn").text
    assert "**Anna** is back from vacation." in turn
    assert turn.count(told) == 1
    assert told not in lobby(WORDS, table).text


async def test_the_most_urgent_game_is_the_first_of_the_list(tables: Tables, clock: Clock) -> None:
    unlimited = await running(tables, 2, "Kish")
    clock.advance(hours=1)
    banked = await paced(tables, BANK, 2, name="Susa")
    daily = await paced(tables, DAILY, 2, name="Nippur")
    told = games_page(WORDS, Listing([banked, unlimited, daily]), ANNA.user_id).text
    assert told.index("Nippur") < told.index("Susa") < told.index("Kish")


# --- calls and reminders -------------------------------------------------------------------------


async def test_a_reminder_says_so_on_a_locked_phone_and_in_the_thread(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, Pace(Reminders(hours(12), hours(6)), Limit(hours(24))), 2)
    called = desk_shown((await seats(tables, table))[0])
    await look(store, tables, clock, hours=13)
    table = await tables.get(table.id)
    asked, waiting = await seats(tables, table)
    first, second, *_ = desk(asked).split("\n")
    assert first == "⏰ **Ur** still waits: it is your turn, 2 actions left."
    assert second == f"⏳ Your time ends {at(table.time_up_at)}."
    assert not desk(waiting).startswith("⏰")
    assert desk_shown(asked) != called
    mentioned = f"⏰ <@{ANNA.user_id}>, it is still your turn in **Ur**. ⏳ Your time ends "
    assert call_text(WORDS, table, table.player(0)).startswith(mentioned)
    assert "remind" not in log_page(WORDS, table, await tables.history(table.id)).text
    await tables.act(table.id, ANNA.user_id, EndTurn())
    assert not any("⏰" in desk(seat) for seat in await seats(tables, table))


async def test_in_quiet_hours_a_call_makes_no_sound(tables: Tables, clock: Clock) -> None:
    """And aloud as soon as they are over: that is a message of its own."""
    await tables.set_hours(ANNA.user_id, zone="Europe/Berlin", quiet=Quiet(12 * 60, 20 * 60))
    table = await paced(tables, DAILY, 2)
    assert table.player(0).clock.hushed
    posts = Due(tables.record)(await tables.everyone(table.id), frozenset())
    (own,) = (post for post in posts if post.key.startswith(f"game-{table.id}-desk-0"))
    assert callable(own.content)
    assert own.content().silent
    posts = Due(tables.record)(await tables.everyone(table.id), frozenset({ANNA.user_id}))
    (call,) = (post for post in posts if "-call-0" in post.key)
    assert isinstance(call.content, Content)
    assert call.content.silent
    assert not call.content.ping
    assert "quiet" not in call.content.text  # it is nobody's business


async def test_what_was_decided_for_somebody_is_told_after_why(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY, 2)
    await look(store, tables, clock, hours=25)
    table = await tables.get(table.id)
    log = log_page(WORDS, table, await tables.history(table.id)).text
    assert "⌛ Anna's time is up.\nAnna ends the turn" in log
    for _ in range(4):
        await look(store, tables, clock, hours=24)
    log = log_page(WORDS, table, await tables.history(table.id)).text
    assert "Anna's time was up three times in a row: the seat is offered." in log


async def test_a_pace_that_was_agreed_upon_is_told(tables: Tables) -> None:
    table = await running(tables, 2)

    async def agree(draft: Draft) -> None:
        draft.tell(Kind.PACED, pace=PACES["daily"].dump(), why="agreed")
        draft.change_table(pace=PACES["daily"])

    table = (await tables._changes.change(table.id, agree)).after.table
    told = "The pace from now on: 1 day for each decision; then the smallest one is made."
    assert told in current_turn(WORDS, table, "turn").text


@pytest.mark.parametrize("pace", [BANK, PACES["live"]])
async def test_a_desk_has_room_for_all_that_is_said_of_time(tables: Tables, pace: Pace) -> None:
    table = await paced(tables, pace, 4, name="x" * 60)
    await tables.take_vacation(ANNA.user_id, 3)
    for seat in await seats(tables, table):
        assert len(desk(seat)) <= MOST_TEXT


# --- when somebody plays -------------------------------------------------------------------------


def test_without_a_time_zone_only_that_and_a_vacation_can_be_set() -> None:
    page = hours_page(WORDS, ALWAYS, {2030: 12}, NOW)
    assert "**Time zone:** none yet." in page.text
    assert "12 days of vacation are left in 2030." in page.text
    assert [row.placeholder for row in page.rows if isinstance(row, Select)] == [
        "Vacation from today, for …"
    ]
    assert labels(page) == ["Time zone", "Back"]


def test_what_is_set_stands_on_the_page() -> None:
    own = Hours("Europe/Berlin", Quiet(22 * 60, 7 * 60), frozenset({5, 6}))
    page = hours_page(WORDS, own, {2030: 1}, NOW)
    assert "**Time zone:** Berlin, where it is 18:05." in page.text
    assert "**Quiet hours:** from 22:00 to 07:00." in page.text
    assert "**Days off:** Saturday and Sunday." in page.text
    assert "1 day of vacation is left in 2030." in page.text
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
    assert [option.value for option in select(page, "Vacation").options] == ["1"]
    assert len(page.rows) <= 5


def test_a_vacation_stands_there_with_the_way_back() -> None:
    away = replace(BERLIN, away=Span(NOW - hours(1), NOW + hours(30)))
    page = hours_page(WORDS, away, {2030: 0}, NOW)
    assert f"**Vacation:** you are back {at(NOW + hours(30))}." in page.text
    assert "0 days of vacation are left in 2030." in page.text
    assert labels(page) == ["Time zone", "End my vacation", "Back"]
    assert len(hours_page(WORDS, replace(away, quiet=Quiet(0, 60)), {2030: 9}, NOW).rows) == 5


def test_the_year_is_the_one_where_somebody_lives() -> None:
    eve = datetime(2029, 12, 31, 23, 30, tzinfo=UTC)
    assert "in 2030." in hours_page(WORDS, BERLIN, {2029: 0, 2030: 30}, eve).text


def test_zones_are_chosen_by_what_time_it_is_there() -> None:
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=BERLIN.zone)
    options = select(page, "It is now").options
    assert options[0].label == "18:05 – Berlin, Paris, Rome"
    assert options[0].chosen
    assert [option.value for option in options] == list(common(NOW, "de"))
    assert len(options) <= 25
    assert labels(page) == ["Another …", "Back"]


def test_of_several_zones_that_fit_one_is_chosen() -> None:
    fitting = ("America/New_York", "America/Chicago")
    page = found_zones_page(WORDS, OWN_ZONE, "USA", fitting, NOW)
    assert page.text == "Several time zones fit “USA”: which one is yours?"
    assert [option.label for option in select(page, "It is now").options] == [
        "12:05 – New York",
        "11:05 – Chicago",
    ]
    many = found_zones_page(WORDS, OWN_ZONE, "a", common(NOW) + common(NOW), NOW)
    assert len(select(many, "It is now").options) == 25
    none = found_zones_page(WORDS, OWN_ZONE, "@everyone **Mars**", (), NOW)
    assert none.text.startswith("I know no time zone “@\u200beveryone \\*\\*Mars\\*\\*”. Write a ")


def test_quiet_hours_end_when_they_did_or_after_a_night() -> None:
    assert quiet_from(22, None) == Quiet(22 * 60, 7 * 60)
    assert quiet_from(23, Quiet(22 * 60, 8 * 60)) == Quiet(23 * 60, 8 * 60)
    assert quiet_from(9, Quiet(22 * 60, 8 * 60)) == Quiet(9 * 60, 18 * 60)
    assert quiet_from(8, Quiet(22 * 60, 8 * 60)) == Quiet(8 * 60, 17 * 60)
    assert quiet_from(None, Quiet(22 * 60, 8 * 60)) is None


def test_everything_on_the_pages_of_hours_can_be_pressed() -> None:
    own = Hours("Europe/Berlin", Quiet(22 * 60, 7 * 60))
    for page in (
        hours_page(WORDS, own, {2030: 9}, NOW),
        zones_page(WORDS, OWN_ZONE, NOW, chosen=own.zone),
        found_zones_page(WORDS, OWN_ZONE, "USA", common(NOW), NOW),
        zones_page(WORDS, SERVER_ZONE, NOW),
        found_zones_page(WORDS, SERVER_ZONE, "USA", common(NOW), NOW),
    ):
        for row in page.rows:
            if isinstance(row, Select):
                for option in row.options:
                    parse_wish(row.custom_id, [option.value])
            elif isinstance(row, tuple):
                for button in row:
                    assert isinstance(button, Button)
                    parse_wish(button.custom_id)


async def test_who_has_no_time_left_reads_that_the_others_are_asked(
    tables: Tables, store: Store, clock: Clock
) -> None:
    asking = Pace(limit=Limit(hours(24), at_end=AtEnd.ASK))
    table = await paced(tables, asking, 2)
    await look(store, tables, clock, hours=25)
    table = await tables.get(table.id)
    asked, waiting = await seats(tables, table)
    assert "⌛ Your time is up: the others are asked whether to go on waiting." in desk(asked)
    assert "⌛ The time is up: the others are asked" in current_turn(WORDS, table, "turn").text
    assert "⌛" not in desk(waiting)
