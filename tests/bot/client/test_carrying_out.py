"""An intent is checked against the table's decider before anything reads a hand."""

from random import Random

import pytest
from seated import answer_in
from tabletop import ANNA, BEN, decider, game_of, refuses, running

from bot.content.message import Content
from bot.dispatch.context import TableContext
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat, Visit
from bot.i18n import Words
from bot.intents import UserRequest
from bot.intents.board import Part, SeeBoard, SeeDesk, SeeScore, WhyNot, Zoom
from bot.intents.turn import (
    Act,
    AskEnd,
    AskSwap,
    ChooseCatastropheSpace,
    ChoosePiece,
    ChooseRow,
    ChooseSpace,
    ChooseSwap,
    Decide,
    Move,
    Pick,
    PlayLine,
    Tap,
)
from bot.teaching.advice import kinds_that_fit
from bot.use_cases import Services
from engine import Catastrophe, Colour, IllegalAction, Reason, SwapTiles
from tests.engine.random_games import with_others_permuted

OF_THE_TURN = [
    ChoosePiece(leader=False),
    ChooseCatastropheSpace(),
    ChooseSpace(Colour.RED),
    ChooseSpace(Catastrophe(), "E"),
    ChooseRow(Colour.RED, "E"),
    ChooseSwap(),
    ChooseSwap((1, 0, 0, 0)),
    AskSwap((1, 0, 0, 0)),
    AskEnd(),
    WhyNot(Colour.RED),
    WhyNot(Catastrophe()),
    Zoom(Part.TOP_LEFT, Colour.RED),
    Zoom(Part.IN_QUESTION, Colour.RED, refused=True),
    Decide(),
]


def waiting(table):
    """The one of two who need not decide."""
    return next(person for person in (ANNA, BEN) if person.user_id != decider(table))


def with_other_hands(visit, game):
    """The person's own visit to a game in which everybody else holds something else."""
    table, seat = visit.table, visit.seat.number
    other = with_others_permuted(game, seat)
    return Visit(table, Seat(table, other.view(seat), visit.seat.taught))


def errand(services, visit, person, intent, **at):
    return TableContext(services, Words(), person, UserRequest(intent, **at), visit=visit)


async def forge(services, visit, person, intent):
    """The answer to a forged press on a component that only somebody else can see."""
    table = visit.table
    at = {"game": table.id, "seat": visit.seat.number, "seen": table.state_version}
    try:
        return await answer_in(errand(services, visit, person, intent, **at))
    except (IllegalAction, Refused) as refusal:
        return refusal


async def test_a_forged_press_of_a_waiting_player_is_answered_by_whose_turn_it_is(services):
    """And by nothing else: not by what the active player holds or may do."""
    table = await running(services, 2)
    game = game_of(table)
    person = waiting(table)
    visit = await services.visits.of(table.id, person.user_id)
    legal = game.legal_actions()
    actions = [*legal[::40], SwapTiles((6, 0, 0, 0)), SwapTiles(game.hands[game.active])]
    forged = [*OF_THE_TURN]
    for action in actions:
        forged += [Tap(action), Pick(25, action), Act(action), Move(action), PlayLine((action,))]
    for intent in forged:
        refusal = await forge(services, visit, person, intent)
        assert isinstance(refusal, IllegalAction), intent
        assert refusal.reason is Reason.NOT_YOUR_DECISION


async def test_an_old_button_of_somebody_else_is_outdated_for_who_decides(services):
    table = await running(services, 2)
    person = next(each for each in (ANNA, BEN) if each.user_id == decider(table))
    visit = await services.visits.of(table.id, person.user_id)
    at = {"game": table.id, "seat": 1 - visit.seat.number, "seen": table.state_version}
    pressed = answer_in(errand(services, visit, person, AskEnd(), **at))
    await refuses(Refusal.STALE, pressed)


async def test_what_a_player_sees_does_not_depend_on_what_others_hold(store, clock):
    services = Services(store, Random(7), clock, advise=kinds_that_fit)
    table = await running(services, 2, options=["display"])
    for person in (ANNA, BEN):
        visit = await services.visits.of(table.id, person.user_id)
        other = with_other_hands(visit, game_of(table))
        assert other == visit
        for intent in (SeeDesk(), SeeScore(), SeeBoard(), Zoom(), *OF_THE_TURN):
            one, same = [await forge(services, each, person, intent) for each in (visit, other)]
            if isinstance(one, Content):
                assert one == same
            else:
                assert str(one) == str(same)


async def test_who_does_not_play_sees_the_board_only(services):
    table = await running(services, 2)
    stranger = Person(7, "Eve")
    visit = await services.visits.of(table.id, stranger.user_id)
    assert visit.seat is None
    board = await answer_in(errand(services, visit, stranger, SeeBoard()))
    assert [button.label for button in board.rows[0]] == ["Watch", "Log"]
    closer = await answer_in(errand(services, visit, stranger, Zoom()))
    assert "Back" not in [button.label for row in closer.rows for button in row]
    for intent in (SeeDesk(), SeeScore(), *OF_THE_TURN):
        with pytest.raises(Refused, match=r"^You don't play in Ur\.$"):
            await answer_in(errand(services, visit, stranger, intent))
