"""How the end of a game tells of seats that nobody plays: who resigned, and who was given up."""

from random import Random

from tabletop import PLACE, Clock, a_day_later, decider, delivered, running, user, whole

from bot.content.ending import outcome_line
from bot.content.names import final_thread_name
from bot.content.pictures import chart_picture
from bot.domain import Person, Question, Status, Topic
from bot.features.board.board import board_page
from bot.features.board.desk import desk_page, desk_shown
from bot.features.games.game_list import Listing, games_page
from bot.features.lobby.lobby import lobby
from bot.features.posts.posts_due import Due
from bot.features.posts.result import result
from bot.i18n import Words
from bot.services import Services
from bot.services.inside import AllSeats
from engine import EndTurn, PlaceLeader

WORDS = Words()
GUILD = PLACE.guild_id or 0
ZOE = Person(42, "Zoe")
"""She manages the server."""


async def given_up(services, table, seat):
    return await services.admins.give_up_seat(table.id, GUILD, ZOE, seat)


async def given_up_by_all(services, table, seat):
    """The table once everybody has agreed to wait for that seat no more."""
    by = next(each for each in table.players if not each.abandoned and each.seat != seat)
    assert by.user_id is not None
    table = await services.proposals.propose(table.id, by.user_id, Question(Topic.ABANDON, seat))
    (proposal,) = table.proposals
    for asked in proposal.asked:
        table = await services.proposals.answer(
            table.id, user(table, asked), proposal.seq, yes=True
        )
    table = await a_day_later(services, table)
    assert table.player(seat).abandoned
    return table


async def resigned(services, table, seat):
    return (await services.play.resign(table.id, user(table, seat))).table


async def seat_of(services, table, number):
    return (await AllSeats(services).everyone(table.id)).seats[number]


async def rounds(store, services, table, count):
    """The table that many turns later, each of which was shown."""
    for _ in range(count):
        table = (await services.play.act(table.id, decider(table), EndTurn())).table
        table = await delivered(store, services, table)
    return table


def again(store):
    """The tables as a program that has just started reads them."""
    return Services(store, Random(1), Clock())


async def texts(services, table):
    "Wherever the places of a game that is over are told, for everyone."
    chart = chart_picture(WORDS, table, "chart")
    due = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    (posted,) = (post for post in due if post.key.endswith("-result"))
    assert posted.content.picture is not None
    return [
        result(WORDS, table, "x", lambda: services.games.record(table.id)).text,
        lobby(WORDS, table).text,
        board_page(WORDS, table).text,
        games_page(WORDS, Listing([], finished=[table]), user(table, 0)).text,
        outcome_line(WORDS, table),
        posted.content.text,
        posted.content.picture.alt,
        chart.alt,
        *(
            desk_page(WORDS, each).text
            for each in (await AllSeats(services).everyone(table.id)).seats
        ),
    ]


async def test_each_is_told_of_as_it_was(services, store):
    """However long ago, and for whoever reads it anew."""
    table = await running(services, 4)
    table = await given_up(services, table, 0)
    table = await given_up_by_all(services, table, 1)
    table = await rounds(store, services, table, 9)
    table = await resigned(services, table, 2)
    assert table.turn > 12
    assert table.status is Status.OVER
    stayed, *left = table.standings
    assert stayed.player.seat == 3
    assert [each.player.seat for each in left] == [2, 1, 0]
    read = await again(store).games.get(table.id)
    assert read == table
    for shown in (table, read):
        for text in await texts(services, shown):
            assert (text.count("resigned"), text.count("lost the seat")) == (1, 2), text
            assert text.index("resigned") < text.index("lost the seat")


async def test_who_takes_the_seat_and_resigns_has_resigned(services, store):
    table = await given_up(services, await running(services, 2), 1)
    seq = table.player(1).free_since
    assert seq is not None
    eve = Person(77, "Eve")
    table = (await services.seats.take(table.id, eve, 1, seq)).table
    assert table.giving_up(table.player(1)) is None
    table = (await services.play.resign(table.id, eve.user_id)).table
    for shown in (table, await again(store).games.get(table.id)):
        for text in await texts(services, shown):
            assert "resigned" in text
            assert "lost the seat" not in text


async def test_where_nobody_has_stayed_nobody_has_won(services):
    """Whoever resigned last comes first, and that is all."""
    table = await given_up(services, await running(services, 2), 0)
    table = await resigned(services, table, 1)
    assert [each.place for each in table.standings] == [1, 2]
    assert table.winners == ()
    assert final_thread_name(table) == f"Ur · {table.id}"
    line = outcome_line(WORDS, table)
    assert line.startswith("No winner: everyone left. 1. **")
    assert "wins" not in "".join(await texts(services, table))


# --- the desk of who plays no more ---------------------------------------------------------------


def labels(seat):
    rows = desk_page(WORDS, seat).rows
    return [button.label for row in rows if isinstance(row, tuple) for button in row]


async def test_the_desk_says_how_to_come_back(services):
    table = await resigned(services, await running(services, 4), 1)
    table = await given_up_by_all(services, table, 2)
    seat = await seat_of(services, table, 0)
    assert "take it back" not in desk_page(WORDS, seat).text
    for number, said in ((1, "You've resigned."), (2, "The others stopped waiting for you.")):
        seat = await seat_of(services, table, number)
        assert f"\n{said} You can take" in desk_page(WORDS, seat).text
        assert "Take it back" in labels(seat)
    # the button to come back is for the offer as it is
    before = desk_shown(await seat_of(services, table, 1))
    table = await services.admins.offer_seat(table.id, GUILD, ZOE, 1, Person(77, "Eve"))
    assert desk_shown(await seat_of(services, table, 1)) != before
    own = Person(user(table, 1), table.player(1).name)
    seq = table.player(1).free_since
    assert (await services.seats.take(table.id, own, 1, seq)).seat.goes_on
    table = await resigned(services, await services.games.get(table.id), 1)
    table = await services.admins.end(table.id, GUILD, ZOE, result=False)
    for number in range(3):
        seat = await seat_of(services, table, number)
        assert "take it back" not in desk_page(WORDS, seat).text
        assert "Take it back" not in labels(seat)


async def test_a_game_that_waits_for_company_asks_nothing_of_who_was_given_up(services):
    """Though it stands still at that seat's turn."""
    table = await running(services, 2)
    first = next(each for each in whole(table).legal_actions() if isinstance(each, PlaceLeader))
    table = (await services.play.act(table.id, decider(table), first)).table
    table = await given_up(services, table, 0)
    assert table.decider == table.player(0)
    seat = await seat_of(services, table, 0)
    assert not seat.decides
    assert "has left. The seat is empty." in desk_page(WORDS, seat).text.split("\n")[0]
    assert "End turn" not in labels(seat)
    # whom an admin has given up does not come back
    assert "\nAn admin removed you from your seat. Only " in desk_page(WORDS, seat).text
    assert "Take it back" not in labels(seat)
