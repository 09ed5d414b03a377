"""A refusal shows the way to its rule, whatever else there is to press."""

from random import Random

import pytest
from tabletop import Clock, act_at_random, running

from bot.content.content import Button, Content
from bot.domain import Refusal, Refused, Status
from bot.features.board.desk import desk_page
from bot.features.rules.intents import SeeRule
from bot.features.rules.refusal_texts import with_rule
from bot.i18n import Words
from bot.intents import parse_custom_id
from bot.services import Services
from bot.store import Store
from bot.teaching.advice import kinds_that_fit
from engine import IllegalAction, Reason
from tests.longer import longer

WORDS = Words()
REFUSED = IllegalAction(Reason.FARM_NEEDS_RIVER, cell="A1")


def ways_to_rules(content: Content) -> list[str]:
    return [
        intent.name
        for row in content.rows
        if isinstance(row, tuple)
        for button in row
        if isinstance(button, Button)
        and isinstance(intent := parse_custom_id(button.custom_id).intent, SeeRule)
    ]


@pytest.mark.parametrize("seed", longer(range(2)))
async def test_there_is_room_for_it_on_every_desk(store: Store, clock: Clock, seed: int) -> None:
    """With advice and what is new, too."""
    services = Services(store, Random(7), clock, advise=kinds_that_fit)
    rng = Random(seed)
    options = ("buildings", "display", "english", "open", "ziggurat")
    table = await running(services, 3, options=options)
    for _ in range(150):
        table = (await act_at_random(services, table, rng)).table
        if table.status is not Status.RUNNING:
            break
        seat = (await services.visits.of(table.id, table.decider.user_id)).seat
        before = desk_page(WORDS, seat)
        desk = with_rule(WORDS, before, REFUSED)
        assert sorted(ways_to_rules(desk)) == sorted(["tiles", *ways_to_rules(before)])
        assert len(desk.rows) <= 5
        assert all(len(row) <= 5 for row in desk.rows if isinstance(row, tuple))


@pytest.mark.parametrize(
    ("refusal", "page"),
    [
        (REFUSED, ["tiles"]),
        (Refused(Refusal.UNDO_REVEALED), ["undo"]),
        (Refused(Refusal.NOT_OVER, game="Ur"), ["secrets"]),
        (Refused(Refusal.STALE), []),
        (None, []),
    ],
)
def test_which_page_it_is(refusal: IllegalAction | Refused | None, page: list[str]) -> None:
    assert ways_to_rules(with_rule(WORDS, Content("No."), refusal)) == page
