"""A refusal shows the way to its rule, whatever else there is to press."""

from dataclasses import replace

import pytest
from seated import moments, seat_at

from bot.content.content import Button, Content
from bot.domain import Refusal, Refused, Taught, Thing
from bot.features.board.desk import desk_page
from bot.features.rules.intents import SeeRule
from bot.features.rules.refusal_texts import with_rule
from bot.i18n import Words
from bot.intents import parse_custom_id
from bot.teaching.advice import kinds_that_fit
from engine import IllegalAction, Reason
from tests.engine.random_games import Deal

WORDS = Words()
REFUSED = IllegalAction(Reason.FARM_NEEDS_RIVER, cell="A1")


def ways_to_rules(content):
    return [
        intent.name
        for row in content.rows
        if isinstance(row, tuple)
        for button in row
        if isinstance(button, Button)
        and isinstance(intent := parse_custom_id(button.custom_id).intent, SeeRule)
    ]


def test_there_is_room_for_it_on_every_desk():
    """With advice and what is new, too."""
    options = ("buildings", "display", "english", "open", "ziggurat")
    for game in moments(Deal(0, 3, "classic", options), every=30, most=160):
        seat = seat_at(game)
        advised = tuple(kinds_that_fit(seat.view))[:1]
        met = dict.fromkeys(list(Thing)[:2], 7)
        before = desk_page(WORDS, replace(seat, taught=Taught(0, advised, 7, 7, met)))
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
def test_which_page_it_is(refusal, page):
    assert ways_to_rules(with_rule(WORDS, Content("No."), refusal)) == page
