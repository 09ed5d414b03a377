"""What is shown of computers at a table: who sits there, and what can be done about their seats."""

import pytest
from seated import labels_of
from tabletop import ANNA, PLACE, InOrder, act, answered, proposed, running, standing, unequal, user
from timetable import BANK, paced

from bot.content.content import Button, Select, UserSelect
from bot.content.names import Names
from bot.domain import Person, Question, Status, Topic
from bot.features.board.board import board_page
from bot.features.board.status_line import status_line
from bot.features.games.game_list import Listing, games_page
from bot.features.lobby.computer_seats import computers_changed
from bot.features.lobby.lobby import lobby
from bot.features.log.story import log_page
from bot.features.posts.result import ending
from bot.features.proposals.table_page import seat_page, table_page
from bot.features.seats.resigning import confirm_resigning
from bot.features.seats.seating import free_seat
from bot.features.server.managing import managed_page, managed_seat_page
from bot.i18n import Words
from bot.i18n.events import sentence
from bot.intents import UserRequest, parse_custom_id
from bot.services import Services
from bot.services.inside import AllSeats, changes_of
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

WORDS = Words()
ADMIN = Person(77, "Admin")
GUILD = PLACE.guild_id or 0


@pytest.fixture
def services(store, clock):
    """Seats are taken in the order of joining."""
    return Services(store, InOrder(0), clock, sealing=False)


def choices(page):
    return {
        row.placeholder: [option.label for option in row.options]
        for row in page.rows
        if isinstance(row, Select)
    }


async def stood_in_for(services, table):
    """The table once a computer plays the seat 2, whose player has resigned."""
    table = (await services.play.resign(table.id, user(table, 2))).table
    question = Question(Topic.COMPUTER, 2, name="Computer (easy)", level=Level.EASY)
    table = await proposed(services, table, 0, question)
    return await answered(services, table, 1, yes=True)


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
        said = computers_changed(WORDS, before, table)
        assert labels_of(said) == [["Start"]]
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


async def test_what_can_be_proposed_depends_on_who_plays_the_seat(services):
    table = (await services.play.resign((t := await running(services)).id, user(t, 2))).table
    seat = (await AllSeats(services).everyone(table.id)).seats[0]
    assert choices(table_page(WORDS, seat))["Another player's seat …"] == ["Ben", "Cora"]
    nobody = seat_page(WORDS, seat, 2)
    assert choices(nobody) == {"A computer for this seat …": ["easy", "medium", "strong"]}
    assert labels_of(nobody) == [["Back"]]
    person = seat_page(WORDS, seat, 1)
    assert labels_of(person) == [["Stop waiting", "Back"]]
    question = Question(Topic.COMPUTER, 2, name="Computer (easy)", level=Level.EASY)
    table = await proposed(services, table, 0, question)
    table = await answered(services, table, 1, yes=True)
    seat = (await AllSeats(services).everyone(table.id)).seats[0]
    computer = seat_page(WORDS, seat, 2)
    assert labels_of(computer) == [["Back"]]
    assert [type(row) for row in computer.rows] == [UserSelect, tuple]
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert (
        "Anna proposes a computer for Cora's empty seat until a player takes it: Computer (easy)."
    ) in log
    assert "Computer (easy) takes over Cora's seat." in log


async def test_whoever_looks_can_take_the_seat_of_a_computer_of_which_no_time_is_told(services):
    table = await stood_in_for(services, await paced(services, BANK))
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
    page = table_page(WORDS, (await AllSeats(services).everyone(table.id)).seats[0])
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
        table = await services.admins.give_up_seat(table.id, GUILD, ADMIN, seat)
    told = "Only computers are left. Take a seat to play on"
    assert status_line(WORDS, table) == told
    assert told in lobby(WORDS, table).text


async def test_every_page_says_what_a_computer_did_as_the_log_does(store, clock):
    game = unequal("rbggg", options="", turn="B 2")
    services, table = await standing(store, clock, game, Level.EASY)
    table = await act(services, table, PlaceTile(Colour.RED, Cell.parse("H3")), AddTiles(0))
    asked = await services.computers.to_decide(table.id)
    table = await services.computers.act(table.id, [AddTiles(1)], asked.seen)
    shown, events = board_page(WORDS, table).text, table.round[-1].events
    assert {TilesAdded, ConflictDecided, LeaderReturned} <= {type(each) for each in events}
    for event in events:
        if isinstance(event, TilesAdded | ConflictDecided | LeaderReturned):
            assert str(sentence(WORDS, event, Names(table).now)) in shown
    assert "does nothing" not in shown


async def test_who_resigns_from_computers_alone_is_told_what_follows(services):
    table = await running(services, 3, levels=[Level.EASY, Level.STRONG])
    (own,) = (each for each in table.players if not each.is_computer)
    assert own.seat is not None
    page = confirm_resigning(WORDS, (await AllSeats(services).everyone(table.id)).seats[own.seat])
    assert "Only computers are left, so it ends now" in page.text
    assert isinstance(page.rows[0], tuple)
    assert isinstance(page.rows[0][0], Button)
    table = (await services.play.resign(table.id, ANNA.user_id)).table
    assert table.status is Status.OVER
    lines = ending(WORDS, table)
    assert lines[-2].startswith("3. **Anna**")
    assert any("**Computer (strong)**" in line for line in lines)
