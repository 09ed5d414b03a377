"""The page about a table, its computers, and actions on seats."""

from dataclasses import replace
from datetime import timedelta

import pytest
from seated import WORDS, handle, labels_of, seats_of
from tabletop import (
    ANNA,
    BEN,
    DAN,
    PLACE,
    act,
    answer_proposal,
    last,
    propose,
    running,
    table_at,
    unequal_war,
    user_at,
)
from timetable import BANK, paced, timestamp

from bot.content.message import Select, UserSelect
from bot.content.names import Names
from bot.desk.desk_page import desk_page
from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.table import Status
from bot.features.board import board_page, log_page
from bot.features.games import Listing, games_page
from bot.features.lobby.lobby_post import computers_changed, lobby
from bot.features.server.managing import managed_page, managed_seat_page
from bot.features.table.agreeing import proposal_post, resolved_post
from bot.features.table.seating import confirm_resigning, free_seat
from bot.features.table.table_page import seat_page, table_page
from bot.i18n.events import sentence
from bot.intents import UserRequest, parse_custom_id
from bot.intents.proposals import ProposeReplacing
from bot.parts.result import ending
from bot.parts.status_line import status_line, times_of_all
from bot.use_cases.inside import changes_of
from engine import (
    AddTiles,
    Cell,
    Colour,
    ConflictDecided,
    EndTurn,
    LeaderReturned,
    Level,
    PlaceTile,
    TilesAdded,
)

pytestmark = pytest.mark.in_order


async def page_of(services, table, seat=0):
    return table_page(WORDS, (await seats_of(services, table))[seat])


async def test_the_own_seat_can_be_offered_and_kept(services):
    table = await running(services)
    page = await page_of(services, table)
    assert labels_of(page)[-1] == ["Offer my seat", "Resign"]
    table = await services.seats.offer(table.id, ANNA, DAN.user_id, name="Dan")
    page = await page_of(services, table)
    assert labels_of(page)[-1] == ["Keep my seat", "Resign"]
    assert f"Your seat is offered to <@{DAN.user_id}>. You play on until it's taken." in page.text
    assert "**Anna** offers their seat to **Dan**." not in page.text
    assert labels_of(await page_of(services, table, 1))[-1] == ["Offer my seat", "Resign"]


async def test_a_bank_is_the_same_number_everywhere(services, clock):
    """Also while the decider's clock stands still."""
    table = await paced(services, BANK, 2)  # 3 days, and 8 hours for each decision
    for hours, left in ((1, "3 days"), (19, "2 days and 12 hours")):
        clock.advance(hours=hours)
        table = await services.admins.pause(table.id, PLACE.guild_id, DAN)
        seat = (await seats_of(services, table))[0]
        assert f"\nTime bank: {left}." in desk_page(WORDS, seat).text
        assert f"**Time banks:** **Anna**: {left} · " in (await page_of(services, table)).text
        table = await services.admins.go_on(table.id, PLACE.guild_id, DAN)
        seat = (await seats_of(services, table))[0]
        assert f"That includes your time bank: {left}." in desk_page(WORDS, seat).text
        assert f"**Time banks:** **Anna**: {left} · " in (await page_of(services, table)).text


async def test_it_has_room_for_whatever_is_proposed(services):
    table = await running(services, 4)
    for question in (
        Question(Topic.ABANDON, 2),
        Question(Topic.REPLACE, 2, DAN.user_id + 7, name="Eve"),
        Question(Topic.PACE, pace=PACES["daily"]),
    ):
        table = await services.proposals.propose(table.id, BEN.user_id, question)
    page = await page_of(services, table)
    assert labels_of(page) == [
        ["1. Yes", "1. No", "2. Yes", "2. No"],
        ["3. Yes", "3. No"],
        ["Pause", "End with the result", "End without a result", "Hints"],
        ["Offer my seat", "Resign"],
    ]
    assert isinstance(page.rows[-1], Select)
    assert len(page.rows) == 5
    await services.proposals.withdraw(table.id, BEN.user_id, table.proposals[-1].seq)
    page = await page_of(services, await services.games.get(table.id))
    assert "Pace" in labels_of(page)[1]


async def test_everybody_sees_what_is_left_to_all_and_who_is_on_vacation(services, clock):
    table = await paced(services, BANK, 2)
    clock.advance(hours=10)
    until = await services.vacations.take_vacation(BEN.user_id, 3)
    page = await page_of(services, await services.games.get(table.id))
    assert f"**Ben** is on vacation, back <t:{int(until.timestamp())}:R>." in page.text
    assert "**Time banks:** **Anna**: 3 days · **Ben**: 3 days" in page.text
    assert "**Pace:** Time bank: 3 days. Added for each decision: 8 hours" in page.text
    up_at = clock.now - timedelta(hours=10) + timedelta(hours=72 + 8)
    assert f"Time ends <t:{int(up_at.timestamp())}:R>." in page.text


PASSES = "The seat then passes until someone takes it over."


@pytest.mark.parametrize(
    ("question", "asks", "answers"),
    [
        (
            Question(Topic.ABANDON, 2),
            f"**Anna** proposes to stop waiting for Cora. {PASSES}",
            (
                "A single No stops it, and so does a move by Cora. If no one objects by …, it's "
                "agreed."
            ),
        ),
        (
            Question(Topic.PAUSE),
            (
                "**Anna** proposes a pause. No one plays and no clock runs until the players "
                "agree to resume."
            ),
            "A single No stops it. If no one objects by …, it's agreed.",
        ),
        (
            Question(Topic.END),
            "**Anna** proposes to end the game now. The scores as they stand decide who wins.",
            "If everyone says Yes by …, it's agreed. A single No stops it.",
        ),
    ],
)
async def test_a_proposal_reads_the_same_in_the_thread_at_the_table_and_on_the_desk(
    services, question, asks, answers
):
    table = await propose(services, await running(services), 0, question)
    (proposal,) = table.proposals
    asked = (await seats_of(services, table))[1]
    answers = answers.replace("…", timestamp(proposal.deadline, "f"))
    for page in (
        proposal_post(WORDS, table, proposal),
        table_page(WORDS, asked),
        desk_page(WORDS, asked),
    ):
        text = page.text.replace("**Cora**", "Cora").replace(f"<@{user_at(table, 2)}>", "Cora")
        assert f"{asks}\n{answers}" in text


async def test_everybody_sees_who_has_set_too_much_time_off_but_not_which(services):
    line = "**Ben** has set more time off than a time limit allows. Some of it counts."
    table = await paced(services, BANK, 2)
    for off, shown in ((range(6), True), ({5, 6}, False)):
        quiet, days = Quiet(20 * 60, 8 * 60), frozenset(off)
        await services.vacations.set_hours(BEN.user_id, zone="Etc/UTC", quiet=quiet, days_off=days)
        table = await services.games.get(table.id)
        assert (line in (await page_of(services, table)).text) is shown
        for pace in (PACES["live"], PACES["relaxed"]):
            assert line not in times_of_all(WORDS, replace(table, pace=pace))


async def test_who_is_proposed_for_a_seat_is_called_by_name(services):
    table = await running(services)
    eve, names = DAN.user_id + 7, {DAN.user_id + 7: "E*v*e"}
    page = await handle(services, table, ProposeReplacing(1, eve), names=names)
    asked = (
        r"**Anna** proposes to offer **Ben**'s seat to **E\*v\*e**. Nothing changes until "
        r"**E\*v\*e** takes it."
    )
    assert asked in page.text
    table = await services.games.get(table.id)
    log = log_page(WORDS, table, await services.games.history(table.id))
    assert r"Anna proposes to offer Ben's seat to E\*v\*e." in log.text


ADMIN = Person(77, "Admin")


def choices(page):
    return {
        row.placeholder: [option.label for option in row.options]
        for row in page.rows
        if isinstance(row, Select)
    }


async def stood_in_for(services, table):
    """The table once a computer plays the seat 2, which is empty."""
    question = Question(Topic.COMPUTER, 2, name="Computer (easy)", level=Level.EASY)
    table = await propose(services, table, 0, question)
    return await answer_proposal(services, table, 1, yes=True)


async def test_the_select_is_another_one_whenever_it_has_done_something(services):
    """Else a phone keeps what was chosen, and cannot choose it again."""
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4)
    seen = []
    for _ in range(2):
        (select,) = (row for row in lobby(WORDS, table).rows if isinstance(row, Select))
        assert isinstance(parse_custom_id(select.custom_id, ["easy"]), UserRequest)
        seen.append(select.custom_id)
        before = table
        table = await services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "Computer (easy)")
        post = computers_changed(WORDS, before, table)
        assert labels_of(post) == [["Start"]]
    assert len(set(seen)) == 2


async def test_where_no_seat_is_left_none_is_offered_to_a_computer(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    table = await services.invitations.ask(table.id, ANNA, [ADMIN.user_id])
    assert choices(lobby(WORDS, table)) == {}, "the last one is kept for somebody"
    await services.invitations.decline(table.id, ADMIN.user_id)
    table = await services.lobbies.seat_computer(table.id, ANNA, Level.STRONG, "Computer (strong)")
    assert choices(lobby(WORDS, table)) == {"Computers …": ["Remove Computer (strong)"]}
    assert "Waiting for players: 0 empty seats" in status_line(WORDS, table)
    page = managed_page(WORDS, table)
    assert "**Anna** and **Computer (strong)**" in page.text


async def test_what_is_proposed_depends_on_who_plays_there_and_keeps_the_names_of_when_it_was_made(
    services,
):
    table = (await services.play.resign((t := await running(services)).id, user_at(t, 2))).table
    seat = (await seats_of(services, table))[0]
    assert choices(table_page(WORDS, seat))["Another player's seat …"] == ["Ben", "Cora"]
    nobody = seat_page(WORDS, seat, 2)
    assert [row.placeholder for row in nobody.rows[:2]] == [
        "A player for this seat …",
        "A computer for this seat …",
    ]
    assert labels_of(nobody) == [["Back"]]
    person = seat_page(WORDS, seat, 1)
    assert labels_of(person) == [["Stop waiting", "Back"]]
    table = await stood_in_for(services, table)
    seat = (await seats_of(services, table))[0]
    computer = seat_page(WORDS, seat, 2)
    assert labels_of(computer) == [["Back"]]
    assert [type(row) for row in computer.rows] == [UserSelect, tuple]
    settled = resolved_post(WORDS, table, last(table, "settled")).text
    assert "a computer for **Cora**'s empty seat" in settled
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert (
        "Anna proposes a computer for Cora's empty seat until a player takes it: Computer (easy)."
    ) in log
    assert "Computer (easy) takes over Cora's seat." in log


async def test_whoever_looks_can_take_the_seat_of_a_computer_of_which_no_time_is_told(services):
    table = (await services.play.resign((t := await paced(services, BANK)).id, user_at(t, 2))).table
    table = await stood_in_for(services, table)
    post = free_seat(WORDS, table, table.player(2))
    assert post.text == (
        "**Computer (easy)** (🦁 lion) plays in **Ur** until a player takes the seat. Take it, "
        "and its hand and points are yours."
    )
    assert labels_of(post) == [["Take the seat"]]
    assert post.silent
    seats = "🪑 Seats you can take in the game's thread: **Computer (easy)**"
    assert seats in lobby(WORDS, table).text
    admins = managed_seat_page(WORDS, table, 2)
    assert labels_of(admins) == [["Back"]], "nobody waits for it: there is nothing to give up"
    page = table_page(WORDS, (await seats_of(services, table))[0])
    (banks,) = (line for line in page.text.splitlines() if "Time banks" in line)
    assert "Computer" not in banks
    table = await act(services, table, EndTurn(), EndTurn())
    assert table.waits_for_computer
    seat = changes_of(services).reader.loader.latest(table.id).seat(0)
    for text in (lobby(WORDS, table).text, table_page(WORDS, seat).text):
        assert "⏳" not in text
    listed = games_page(WORDS, Listing([table]), ANNA.user_id).text
    assert "**Computer (easy)** to play – 2 actions left" in listed
    assert "⏳" not in listed
    for seat in (0, 1):
        table = await services.admins.give_up_seat(table.id, PLACE.guild_id, ADMIN, seat)
    status = "Only computers are left. Take a seat to play on"
    assert status_line(WORDS, table) == status
    assert status in lobby(WORDS, table).text


async def test_every_page_says_what_a_computer_did_as_the_log_does(store, clock):
    game = unequal_war("rbggg", options="", turn="B 2")
    services, table = await table_at(store, clock, game, Level.EASY)
    table = await act(services, table, PlaceTile(Colour.RED, Cell.parse("H3")), AddTiles(0))
    asked = await services.computers.to_decide(table.id)
    table = await services.computers.act(table.id, [AddTiles(1)], asked.seen)
    shown, events = board_page(WORDS, table).text, table.round[-1].events
    assert {TilesAdded, ConflictDecided, LeaderReturned} <= {type(each) for each in events}
    for event in events:
        if isinstance(event, TilesAdded | ConflictDecided | LeaderReturned):
            assert str(sentence(WORDS, event, Names(table).now)) in shown
    assert "does nothing" not in shown


async def test_resigning_from_computers_alone_explains_the_consequences(services):
    table = await running(services, 3, levels=[Level.EASY, Level.STRONG])
    (own,) = (each for each in table.players if not each.is_computer)
    page = confirm_resigning(WORDS, (await seats_of(services, table))[own.seat])
    assert "Only computers are left, so it ends now" in page.text
    table = (await services.play.resign(table.id, ANNA.user_id)).table
    assert table.status is Status.OVER
    lines = ending(WORDS, table)
    assert lines[-2].startswith("3. **Anna**")
    assert any("**Computer (strong)**" in line for line in lines)
