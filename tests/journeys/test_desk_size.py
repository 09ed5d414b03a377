"""A desk fits on one screen of a phone: words, buttons and lines over whole recorded games."""

from statistics import median

import pytest

from tests.journeys.desk_size import GAMES, TURN, WAITING, desks_of


@pytest.mark.sqlite
@pytest.mark.parametrize("name", ["two_people.te", "four_people.te"])
async def test_a_desk_is_short(name):
    """35 words and 12 buttons at the median; never more than 15 buttons on eight lines."""
    desks = await desks_of((GAMES / name).read_text())
    for kind in (TURN, WAITING):
        of_kind = [desk for desk in desks if desk.kind == kind]
        assert median(desk.words for desk in of_kind) <= 35, kind
        assert median(desk.buttons for desk in of_kind) <= 12, kind
        assert max(len(desk.content.text.split("\n")[0]) for desk in of_kind) <= 60, kind
    assert median(desk.words for desk in desks) <= 35
    assert max(desk.buttons for desk in desks) <= 15
    assert max(desk.lines for desk in desks) <= 8
