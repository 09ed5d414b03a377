"""Tables and seats as values, with any position; and answers to requests at a table."""

from pathlib import Path

from tabletop import ANNA, PEOPLE, PLACE, Clock

from bot.content.message import Button, TextForm
from bot.desk.answering import drawn
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handler_of
from bot.domain.player import Player
from bot.domain.seat import Seat
from bot.domain.table import Status, Table, Turn
from bot.engine_worker import EngineWorker
from bot.i18n import Words
from bot.intents import UserRequest
from bot.use_cases.inside import AllSeats
from engine import Step, read_game
from tests.engine.random_games import play

WORDS = Words()
GAMES = Path(__file__).parents[1] / "journeys" / "games"
"""Recorded games."""


def recorded(name):
    """The states of a recorded game: at its start, and after each decision."""
    steps = read_game((GAMES / name).read_text())
    return [step.game if isinstance(step, Step) else step for step in steps]


def table_of(game, **more):
    """A running table with this game, where Anna has the first seat, and so on in turn order."""
    players = tuple(
        Player(seat + 2, each.user_id, each.name, seat, dynasty)
        for seat, (each, dynasty) in enumerate(zip(PEOPLE, game.seats, strict=False))
    )
    known = {
        "id": 1,
        "name": "Ur",
        "status": Status.OVER if game.over else Status.RUNNING,
        "place": PLACE,
        "home": None,
        "opener_id": ANNA.user_id,
        "board": game.board.layout.name,
        "options": game.options,
        "capacity": len(players),
        "players": players,
        "version": 7,
        "state_version": 7,
        "turn": 1,
        "delivered_turn": 0,
        "turns": (Turn(1, game.active, ()),),
        "round": (),
        "view": game.view(None),
        "standings": (),
        "created_at": Clock()(),
    }
    return Table(**{**known, **more})


def seat_at(game, number=None):
    """A seat at that table; usually that of the player who is to decide."""
    own = game.view(game.decision.seat if number is None else number)
    return Seat(table_of(game), own)


def moments(deal, every, most):
    """The states of a random game, every few decisions."""
    for number, moment in enumerate(play(deal)):
        if number >= most:
            return
        if number % every == 0:
            yield moment.game


async def seat_of(services, table, person=ANNA):
    """The seat of a player, as it is stored."""
    return (await services.visits.of(table.id, person.user_id)).seat


async def answer_in(context):
    """Answer a request, without what the client adds."""
    answer = await handler_of(context)(context, context.request.intent)
    return answer if isinstance(answer, TextForm) else drawn(context.words, answer)


async def handle_request(services, person, request, worker=None):
    """Handle a user's request about a table; return the page."""
    visit = await services.visits.of(request.game, person.user_id)
    worker = worker or EngineWorker()
    return await answer_in(
        TableContext(services, WORDS, person, request, worker=worker, visit=visit)
    )


async def handle(services, table, intent, person=ANNA, worker=None, **details):
    return await handle_request(services, person, UserRequest(intent, table.id, **details), worker)


async def seats_of(services, table):
    """All seats, in turn order, as they are stored."""
    return (await AllSeats(services).everyone(table.id)).seats


def ids_of(page):
    """The custom_ids of a page's buttons, by their labels."""
    rows = (row for row in page.rows if isinstance(row, tuple))
    return {each.label: each.custom_id for row in rows for each in row if isinstance(each, Button)}


def labels_of(page):
    """The labels of a page's buttons, by rows."""
    return [[each.label for each in row] for row in page.rows if isinstance(row, tuple)]
