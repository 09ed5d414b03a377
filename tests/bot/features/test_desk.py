"""The desk: its first line, what has happened, and that everything fits on it."""

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from tabletop import (
    Clock,
    act,
    act_at_random,
    decider,
    running,
    standing,
    unequal,
    whole,
)

from bot.content.content import MOST_TEXT, Button, Content, Select
from bot.content.pressing import with_further
from bot.domain import Status, Table
from bot.features.board.desk import desk_page, desk_shown
from bot.i18n import Words
from bot.i18n.signs import SQUARES
from bot.services import Services
from bot.services.inside import AllSeats
from bot.store import Store
from bot.teaching.advice import kinds_that_fit
from engine import (
    ActionDecision,
    AddTiles,
    Cell,
    Colour,
    ConflictDecided,
    EndTurn,
    KingdomsUnited,
    LeaderReturned,
    PlaceTile,
    PointsScored,
    Step,
    read_game,
)
from tests.dice import LoadedDice
from tests.longer import longer

WORDS = Words()
GAMES = Path(__file__).parents[2] / "journeys" / "games"
TO_COME = tuple(Button(label, f"te:1:-:-:{label}") for label in ("Advice", "Something"))


async def desks(services: Services, table: Table) -> list[Content]:
    """Everybody's desk, in turn order."""
    return [desk_page(WORDS, seat) for seat in (await AllSeats(services).everyone(table.id)).seats]


def plain(text: str) -> str:
    return re.sub(r"[*\\]", "", text)


@pytest.fixture
async def replayed(store: Store, clock: object) -> AsyncIterator[tuple[Services, Table]]:
    """A recorded game, as it goes on."""
    text = (GAMES / "two_people.te").read_text()
    services = Services(store, LoadedDice.of(text), clock, sealing=False)
    table = await running(services, 2)

    async def play() -> AsyncIterator[tuple[Services, Table]]:
        nonlocal table
        yield services, table
        for step in read_game(text):
            if isinstance(step, Step):
                table = (await services.play.act(table.id, decider(table), step.action)).table
                yield services, table

    return play()


async def test_the_first_line_says_which_game_and_what_is_asked(
    replayed: AsyncIterator[tuple[Services, Table]],
) -> None:
    firsts = set()
    async for services, table in replayed:
        for seat in (await AllSeats(services).everyone(table.id)).seats:
            page = desk_page(WORDS, seat)
            lines = plain(page.text).split("\n")
            first, last = lines[0], lines[-1]
            assert first.startswith("Ur")
            if table.status is Status.RUNNING:  # it is not updated at the moves of others
                assert seat.decides or last.startswith("-# As of <t:")
                assert page.tells_now == seat.decides
            firsts.add(re.sub(r"Anna|Ben|\d", "·", first))
    assert firsts >= {
        "Ur: your turn – · actions left.",
        "Ur: your turn – · action left.",
        "Ur: both actions used. End your turn?",
        "Ur: your King attacks ·. Add tiles?",
        "Ur: · attacks your King. Add tiles?",
        "Ur: which war comes next?",
        "Ur: build a monument?",
        "Ur: · to play – · actions left.",
        "Ur is over. · wins.",
    }


async def test_the_news_say_what_it_cost_and_gave(
    replayed: AsyncIterator[tuple[Services, Table]],
) -> None:
    """By the player or by another."""
    told: Counter[str] = Counter()
    async for services, table in replayed:
        if table.status is not Status.RUNNING:
            break
        last = table.last_decision
        for seat in (await AllSeats(services).everyone(table.id)).seats:
            text = desk_page(WORDS, seat).text
            for event in () if last is None else last.events:
                match event:
                    case KingdomsUnited(cell, ()) if last.seat != seat.number:
                        assert f"Two kingdoms join in peace on {cell}." in text
                        told["united"] += 1
                    case PointsScored(seat.number, colour, _):
                        (line,) = re.findall("You scored (.*)", text)
                        assert SQUARES[colour] in line
                        told["scored"] += 1
                    case LeaderReturned(seat.number, leader):
                        (line,) = re.findall(r"Your (\w+).* is back in hand\.", text)
                        assert line == WORDS.role(leader.colour)
                        told["returned"] += 1
    assert told.keys() == {"scored", "returned", "united"}


async def test_the_news_say_which_tiles_a_war_has_cost(store: Store, clock: Clock) -> None:
    services, table = await standing(store, clock, unequal("rbggg"))
    for action in (PlaceTile(Colour.RED, Cell.parse("H3")), AddTiles(0)):
        table = await act(services, table, action)
    texts = [page.text for page in await desks(services, table)]
    lost = "Your King is back in hand. 1 ⬛ settlement leaves the board: G3."
    assert ["leaves the board" in text for text in texts] == [False, True, False]
    assert lost in texts[1]


async def test_news_are_told_in_three_lines_until_the_player_decides(
    replayed: AsyncIterator[tuple[Services, Table]],
) -> None:
    async for services, table in replayed:
        if table.status is not Status.RUNNING:
            break
        last = table.last_decision
        for seat in (await AllSeats(services).everyone(table.id)).seats:
            lines = [line for line in desk_page(WORDS, seat).text.split("\n") if line[:1] == ">"]
            assert len(lines) <= 3
            if last is not None and last.seat == seat.number:
                other = seat.table.player(1 - seat.number).name
                assert not any(plain(line).startswith(f"> {other}: ") for line in lines)


async def test_what_others_do_leaves_a_desk_alone(services: Services) -> None:
    """It is edited when its player is called or does something, and not in between."""
    table = await running(services, 3)
    rng = Random(8)
    for _ in range(60):
        before = {
            each.number: desk_shown(each)
            for each in (await AllSeats(services).everyone(table.id)).seats
        }
        waits_for, turn = whole(table).decision.seat, table.turn
        table = (await act_at_random(services, table, rng)).table
        for seat in (await AllSeats(services).everyone(table.id)).seats:
            changes = seat.number == waits_for or seat.decides
            assert (desk_shown(seat) != before[seat.number]) == changes, (turn, seat.number)


async def test_a_decided_conflict_is_shown_with_both_numbers(
    replayed: AsyncIterator[tuple[Services, Table]],
) -> None:
    """On both desks: in words, and on the card unless an action is left, which needs the board."""
    cards = boards = 0
    async for services, table in replayed:
        last = table.last_decision
        if table.status is not Status.RUNNING or last is None:
            continue
        for event in last.events:
            if isinstance(event, ConflictDecided) and isinstance(
                whole(table).decision, ActionDecision
            ):
                totals = f"{event.conflict.winner.total} to {event.conflict.loser.total}"
                for seat in (await AllSeats(services).everyone(table.id)).seats:
                    page = desk_page(WORDS, seat)
                    assert page.picture is not None
                    assert page.text.count(f", {totals}.") == 1
                    acts = seat.decides and seat.view.actions_left > 0
                    assert (" wins" in page.picture.alt) != acts
                    boards += acts
                    cards += not acts
    assert boards
    assert cards


@pytest.mark.parametrize(
    "name", longer(["everything.te", "two_people.te", "display.te", "four_people.te"])
)
async def test_everything_fits_with_two_more_buttons(
    store: Store, clock: object, name: str
) -> None:
    text = (GAMES / name).read_text()
    start = next(read_game(text))
    services = Services(store, LoadedDice.of(text), clock, sealing=False, advise=kinds_that_fit)
    table = await running(
        services, len(start.seats), board=start.board.layout.name, options=start.options
    )
    for step in read_game(text):
        if not isinstance(step, Step):
            continue
        for page in await desks(services, table):
            assert len(page.text) <= MOST_TEXT
            rows = with_further(page.rows, *TO_COME)
            assert len(rows) <= 5
            assert all(isinstance(row, Select) or len(row) <= 5 for row in rows)
        table = (await services.play.act(table.id, decider(table), step.action)).table


async def test_after_two_actions_the_end_is_one_press(services: Services) -> None:
    table = await running(services, 2)
    rng = Random(2)
    while whole(table).actions_left or not isinstance(whole(table).decision, ActionDecision):
        table = (await act_at_random(services, table, rng)).table
    seat = (await AllSeats(services).everyone(table.id)).seats[whole(table).active]
    first = desk_page(WORDS, seat).rows[0]
    assert isinstance(first, tuple)
    assert first[0].label == "End turn"
    table = (await services.play.act(table.id, decider(table), EndTurn())).table
    assert table.turn == 2


async def test_what_goes_by_itself_leaves_a_desk_alone(services: Services) -> None:
    """Turns that pass because somebody has resigned: that desk is not edited with each."""
    table = await running(services, 3)
    gone = decider(table)
    await services.play.resign(table.id, gone)
    shown = set()
    for _ in range(4):
        visit = await services.visits.of(table.id, gone)
        assert visit.seat is not None
        shown.add(desk_shown(visit.seat))
        table = (await services.play.act(table.id, decider(visit.table), EndTurn())).table
    assert len(shown) == 1


async def test_a_long_name_leaves_the_first_line_short(services: Services) -> None:
    table = await running(services, 2, "Ur of the Chaldees, where Abraham was born, and *more*")
    for page in await desks(services, table):
        first, *_ = page.text.split("\n")
        assert first.startswith("**Ur of the Chaldees…**: ")
        assert len(plain(first)) <= 60


async def test_a_picture_that_is_left_out_leaves_the_hand_in_words(services: Services) -> None:
    """Else the hand stands in the picture and on the buttons."""
    table = await running(services, 2)
    for page in await desks(services, table):
        assert "hand" not in page.text
        assert page.without_picture.startswith("Your hand: ")
