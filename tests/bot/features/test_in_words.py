"""A game in words: whole, on pages that fit, and a press away where a picture tells less."""

from dataclasses import replace
from random import Random

from tabletop import act_at_random, running, whole

from bot.content.content import MOST_ALT, MOST_TEXT, Button, Content
from bot.domain import Seat, Status, Table
from bot.features.board.board import board_page
from bot.features.board.desk import desk_page
from bot.features.board.in_words import in_words_page
from bot.features.board.intents import SeeInWords
from bot.features.board.more import more_page
from bot.i18n import Words
from bot.intents import Address
from bot.services import Services
from bot.services.inside import AllSeats
from engine import OPTIONS
from render.specimen.states import position
from tests.from_texts import Reader, comparable

WORDS = Words()


def labels(content: Content) -> list[str]:
    rows = (row for row in content.rows if isinstance(row, tuple))
    return [each.label for row in rows for each in row if isinstance(each, Button)]


def pages(table: Table, seat: Seat | None = None) -> list[Content]:
    """All pages, by way of the button under each."""
    found = [in_words_page(WORDS, table, seat)]
    while "Next page" in labels(found[-1]):
        found.append(in_words_page(WORDS, table, seat, len(found)))
    return found


def text_of(found: list[Content]) -> str:
    return "\n".join(page.text.partition("\n")[2] for page in found)


def renamed(table: Table, name: str = "A name ") -> Table:
    """The table with names as long as there can be."""
    long = (name * 30)[:31]
    players = [replace(each, name=f"{long}{each.seat}") for each in table.players]
    return replace(table, players=tuple(players))


async def test_the_whole_game_is_told_however_long_it_is(services: Services) -> None:
    """Four people with long names, and every option."""
    rng = Random(3)
    table = await running(services, 4, options=OPTIONS)
    for number in range(120):
        table = (await act_at_random(services, table, rng)).table
        if table.status is not Status.RUNNING or number % 8:
            continue
        view, named = whole(table), renamed(table)
        seats = [Seat(named, view.view(at)) for at in range(4)]
        for seat in (None, seats[number % 4]):
            found = pages(named, seat)
            assert all(len(page.text) <= MOST_TEXT for page in found)
            reader = Reader(text_of(found))
            if seat is None:
                assert comparable(reader.public()) == comparable(named.view)
            else:
                assert comparable(reader.own(seat.number)) == comparable(seat.view)


async def test_two_pages_if_need_be(services: Services) -> None:
    """Late in a game with everything on the board, and names that need signs to be harmless."""
    game = position()
    table = renamed(await running(services, 4, options=game.options), "_name_")
    late = replace(table, view=game.view(None))
    found = pages(late, Seat(late, game.view(3)))
    assert len(found) == 2
    assert all(len(page.text) <= MOST_TEXT for page in found)
    assert [page.text.split("\n")[0][-12:] for page in found] == [" page 1 of 2", " page 2 of 2"]
    assert comparable(Reader(text_of(found)).own(3)) == comparable(game.view(3))


async def test_those_who_only_look_on_are_told_no_hand(services: Services) -> None:
    """R15.2."""
    table = await running(services, 3)
    seat = (await AllSeats(services).everyone(table.id)).seats[1]
    assert text_of(pages(table, seat)).startswith("Tiles: ")
    assert "Tiles: " not in text_of(pages(table))
    assert text_of(pages(table)) in text_of(pages(table, seat))


async def test_a_page_that_is_not_there_is_the_last(services: Services) -> None:
    table = await running(services, 2)
    assert in_words_page(WORDS, table, page=7) == in_words_page(WORDS, table, page=0)


async def test_every_desk_leads_to_the_words(services: Services) -> None:
    """A picture's description may be cut, and a conflict's card tells less than the board."""
    rng = Random(1)
    table = await running(services, 4, options=OPTIONS)
    for _ in range(20):
        table = (await act_at_random(services, table, rng)).table
        for seat in (await AllSeats(services).everyone(table.id)).seats:
            assert "More" in labels(desk_page(WORDS, seat))
            rows = (row for row in more_page(WORDS, seat).rows if isinstance(row, tuple))
            (button,) = (each for row in rows for each in row if each.label == "In words")
            assert button.custom_id == Address(table.id).to(SeeInWords())


async def test_whoever_looks_at_the_board_has_all_of_it_at_once(services: Services) -> None:
    rng = Random(2)
    table = await running(services, 4, options=OPTIONS)
    cut = 0
    for _ in range(80):
        table = (await act_at_random(services, table, rng)).table
        if table.status is not Status.RUNNING:
            break
        named = renamed(table)
        page = board_page(WORDS, named)
        assert page.picture is not None
        assert len(page.text) <= MOST_TEXT
        assert len(page.picture.alt) <= MOST_ALT
        is_cut = "Board: " not in page.picture.alt
        if is_cut:
            cut += 1
            assert comparable(Reader(page.text).public()) == comparable(named.view)
        assert ("In words" in labels(page)) == is_cut
    assert cut


async def test_a_setting_puts_words_on_every_desk(services: Services) -> None:
    """Everyone has them behind *More*."""
    rng = Random(1)
    table = await running(services, 4, options=OPTIONS)
    for _ in range(20):
        table = (await act_at_random(services, table, rng)).table
        for seat in (await AllSeats(services).everyone(table.id)).seats:
            assert "In words" not in labels(desk_page(WORDS, seat))
            wants = replace(seat.player, habits=replace(seat.player.habits, in_words=True))
            players = tuple(wants if each == seat.player else each for each in table.players)
            shown = labels(desk_page(WORDS, replace(seat, table=replace(table, players=players))))
            assert {"In words", "More"} <= {*shown}
