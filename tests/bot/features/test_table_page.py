"""The page about a table: what can be proposed there, the own seat, and what time all have left."""

from dataclasses import replace
from datetime import timedelta

import pytest
from seated import labels_of, seat_of
from tabletop import ANNA, BEN, DAN, PLACE, InOrder, answered, last, proposed, running, user
from timetable import BANK, paced

from bot.content.content import Select
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import answer_at_table
from bot.domain import Kind, Person, Question, Topic
from bot.domain.pace import PACES
from bot.features.board.desk import desk_page
from bot.features.log.story import log_page
from bot.features.proposals.agreeing import settled_post
from bot.features.proposals.intents import ProposeReplacing
from bot.features.proposals.table_page import confirm_proposal, table_page
from bot.i18n import Words
from bot.intents import UserRequest
from bot.services import Services
from bot.services.inside import AllSeats
from engine import Level

WORDS = Words()


@pytest.fixture
def services(store, clock):
    """Seats are taken in the order of joining."""
    return Services(store, InOrder(0), clock, sealing=False)


async def page_of(services, table, seat=0):
    return table_page(WORDS, (await AllSeats(services).everyone(table.id)).seats[seat])


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


async def test_a_settled_proposal_keeps_the_names_of_when_it_was_made(services):
    """In its message and in the log, though a computer has taken the seat that it is about."""
    table = await running(services)
    await services.play.resign(table.id, user(table, 2))
    computer = Question(Topic.COMPUTER, 2, name="Computer (easy)", level=Level.EASY)
    table = await answered(services, await proposed(services, table, 0, computer), 1, yes=True)
    assert table.player(2).name == "Computer (easy)"
    text = settled_post(WORDS, table, last(table, Kind.SETTLED)).text
    assert "a computer for **Cora**'s empty seat" in text
    log = log_page(WORDS, table, await services.games.history(table.id))
    assert "a computer for Cora's empty seat" in log.text


async def test_a_bank_is_the_same_number_everywhere(services, clock):
    """Also while the clock of whoever decides stands still."""
    table = await paced(services, BANK, 2)  # 3 days, and 8 hours for each decision
    for hours, left in ((1, "3 days"), (19, "2 days and 12 hours")):
        clock.advance(hours=hours)
        assert PLACE.guild_id is not None
        table = await services.admins.pause(table.id, PLACE.guild_id, DAN)
        seat = (await AllSeats(services).everyone(table.id)).seats[0]
        assert f"\nTime bank: {left}." in desk_page(WORDS, seat).text
        assert f"**Time banks:** **Anna**: {left} · " in (await page_of(services, table)).text
        table = await services.admins.go_on(table.id, PLACE.guild_id, DAN)
        seat = (await AllSeats(services).everyone(table.id)).seats[0]
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
    seat = await seat_of(services, table, ANNA)
    for pace, time in ((BANK, "2 days"), (PACES["live"], "10 minutes")):
        paced_so = replace(seat, table=replace(seat.table, pace=pace))
        assert f"Time to answer: {time}." in confirm_proposal(WORDS, paced_so, Topic.END).text


async def test_who_is_proposed_for_a_seat_is_called_by_name(services):
    table = await running(services)
    visit = await services.visits.of(table.id, ANNA.user_id)
    eve = Person(DAN.user_id + 7, "E*v*e")
    request = UserRequest(ProposeReplacing(1, eve.user_id), table.id, names={eve.user_id: eve.name})
    page = await answer_at_table(TableContext(services, WORDS, ANNA, request, visit=visit))
    asked = r"**Anna** proposes to offer **Ben**'s seat to **E\*v\*e**."
    assert asked in page.text
    table = await services.games.get(table.id)
    log = log_page(WORDS, table, await services.games.history(table.id))
    assert r"Anna proposes to offer Ben's seat to E\*v\*e." in log.text
