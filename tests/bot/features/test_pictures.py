"""The pictures of a table: what each is drawn from, and what it says in words."""

from dataclasses import replace

import pytest
from seated import WORDS, seat_of
from tabletop import ANNA, BEN, act, running, standing

from bot.content.pictures import (
    board_picture,
    conflict_picture,
    desk_picture,
    spaces_picture,
    theme_for,
)
from bot.domain import Seat
from bot.i18n.alt_text import describe_board, describe_hand
from bot.store import Habits
from engine import (
    Cell,
    Colour,
    ConflictDecided,
    PointsScored,
    ScoreCause,
    TilePlaced,
    TilesRemoved,
    parse_action,
)
from render import board_png, conflict_png, desk_png, spaces_png
from tests.engine.diagram import draw


def names(table):
    """The players' names in turn order."""
    return [table.player(number).name for number in range(len(table.players))]


async def test_a_desk_is_the_board_for_all_and_the_own_hand(services):
    table = await running(services)
    seat = await seat_of(services, table, BEN)
    picture = desk_picture(WORDS, seat, "desk")
    assert picture.name == "desk.png"
    drawn = picture.draw()
    assert drawn == desk_png(table.view, seat.view, names(table), table.events)
    # The hand first: what is too long is cut at its end.
    hand = describe_hand(WORDS, seat.view, beside_board=True)
    board = describe_board(WORDS, table.view, names(table))
    assert picture.alt == f"{hand} {board}"
    # what is given is marked instead of what happened of late
    events = [PointsScored(seat.number, Colour.RED, 2, ScoreCause.TILE, seat.view.leaders(0)[1])]
    marked = desk_png(table.view, seat.view, names(table), events)
    assert desk_picture(WORDS, seat, "desk", events).draw() == marked != drawn


async def test_the_board_for_everybody_has_marks_and_nobodys_hand(services):
    table = await running(services)
    placed = [TilePlaced(0, Colour.RED, Cell.parse("A1"))]
    public = board_picture(WORDS, table, "board", placed)
    assert "Tiles:" not in public.alt
    assert public.draw() == board_png(table.view, names(table), placed)


async def test_spaces_are_drawn_for_the_one_who_chooses(services):
    table = await running(services)
    seat = await seat_of(services, table, table.decider)
    colour = next(colour for colour in Colour if seat.view.own_hand[colour])
    legal = seat.view.legal_cells(colour)
    picture = spaces_picture(WORDS, seat, colour, legal)
    assert picture.draw() == spaces_png(table.view, legal)
    assert picture.alt.endswith(f"{legal[-1]}.")
    contrast = replace(seat.player, habits=Habits(high_contrast=True))
    players = tuple(contrast if each == seat.player else each for each in table.players)
    other = spaces_picture(WORDS, Seat(replace(table, players=players), seat.view), colour, legal)
    assert other.draw() == spaces_png(table.view, legal, theme=theme_for(contrast))


@pytest.mark.parametrize(
    ("drawing", "action"),
    [("Bk r .\n. r .\n. r .", "Ak@H3"), ("k Ak r . r Bk", "r@I2")],
    ids=["revolt", "war"],
)
async def test_the_attackers_card_shows_how_it_ended(store, clock, drawing, action):
    """Both numbers and what the winner scored, though the loser's leader is gone (R6.5, R7.6)."""
    scene = draw(drawing, hands={"A": "rrrkkk", "B": "gggggg"})
    services, table = await standing(store, clock, scene.game)
    table = await act(services, table, *map(parse_action, (action, "+2", "+0")))
    events = table.last_decision.events
    (conflict,) = (event.conflict for event in events if isinstance(event, ConflictDecided))
    lost = sum(len(event.cells) for event in events if isinstance(event, TilesRemoved))
    seat = await seat_of(services, table, ANNA)
    assert conflict_picture(WORDS, seat, conflict, "card").draw() == conflict_png(
        table.view, names(table), conflict, events=table.turns[-1].events, scored=1 + lost
    )
