"""A game in words: whole, on pages that fit, and a press away where a picture tells less."""

from collections.abc import Iterator
from dataclasses import replace

from seated import moments, seat_at

from bot.content.content import MOST_ALT, MOST_TEXT, Button, Content
from bot.domain import Seat, Table
from bot.features.board.board import board_page
from bot.features.board.desk import desk_page
from bot.features.board.in_words import in_words_page
from bot.features.board.intents import SeeInWords
from bot.features.board.more import more_page
from bot.i18n import Words
from bot.intents import Address
from engine import OPTIONS
from render.specimen.states import position
from tests.engine.diagram import draw
from tests.engine.random_games import Deal
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


def seats(every: int) -> Iterator[Seat]:
    """At a table with every option, one seat after the other."""
    for number, game in enumerate(moments(Deal(3, 4, "classic", OPTIONS), every, 160)):
        yield seat_at(game, number % 4)


def test_the_whole_game_is_told_however_long_it_is():
    """Four people with long names, and every option."""
    for seat in seats(every=16):
        named = replace(seat, table=renamed(seat.table))
        for own in (None, named):
            found = pages(named.table, own)
            assert all(len(page.text) <= MOST_TEXT for page in found)
            reader = Reader(text_of(found))
            if own is None:
                assert comparable(reader.public()) == comparable(named.table.view)
            else:
                assert comparable(reader.own(own.number)) == comparable(own.view)


def test_two_pages_if_need_be():
    """Late in a game with everything on the board, and names that need signs to be harmless."""
    late = seat_at(position(), 3)
    named = renamed(late.table, "_name_")
    found = pages(named, replace(late, table=named))
    assert len(found) == 2
    assert all(len(page.text) <= MOST_TEXT for page in found)
    assert [page.text.split("\n")[0][-12:] for page in found] == [" page 1 of 2", " page 2 of 2"]
    assert comparable(Reader(text_of(found)).own(3)) == comparable(late.view)


def test_those_who_only_look_on_are_told_no_hand():
    """R15.2."""
    seat = seat_at(draw("Ak r .", hands={"A": "krbg"}).game)
    own, public = text_of(pages(seat.table, seat)), text_of(pages(seat.table))
    assert own.startswith("Tiles: ")
    assert "Tiles: " not in public
    assert public in own


def test_a_page_that_is_not_there_is_the_last():
    table = seat_at(draw("Ak r .").game).table
    assert in_words_page(WORDS, table, page=7) == in_words_page(WORDS, table, page=0)


def test_every_desk_leads_to_the_words():
    """Behind *More*, and by a setting at once.

    A picture's description may be cut, and a conflict's card tells less than the board.
    """
    for seat in seats(every=12):
        desk = labels(desk_page(WORDS, seat))
        assert "More" in desk
        assert "In words" not in desk
        rows = (row for row in more_page(WORDS, seat).rows if isinstance(row, tuple))
        (button,) = (each for row in rows for each in row if each.label == "In words")
        assert button.custom_id == Address(seat.table.id).to(SeeInWords())
        wants = replace(seat.player, habits=replace(seat.player.habits, in_words=True))
        players = tuple(wants if each == seat.player else each for each in seat.table.players)
        shown = labels(desk_page(WORDS, replace(seat, table=replace(seat.table, players=players))))
        assert {"In words", "More"} <= {*shown}


def test_whoever_looks_at_the_board_has_all_of_it_at_once():
    known = set()
    for seat in seats(every=12):
        named = renamed(seat.table)
        page = board_page(WORDS, named)
        assert page.picture is not None
        assert len(page.text) <= MOST_TEXT
        assert len(page.picture.alt) <= MOST_ALT
        is_cut = "Board: " not in page.picture.alt
        if is_cut:
            assert comparable(Reader(page.text).public()) == comparable(named.view)
        assert ("In words" in labels(page)) == is_cut
        known.add(is_cut)
    assert True in known
