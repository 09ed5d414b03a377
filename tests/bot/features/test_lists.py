"""The list of somebody's games, and the log of a game, however long they are."""

import re

import pytest
from offering import NoWorker, here
from seated import ids_of
from tabletop import ANNA, BEN, InOrder, act, running

from bot.content.content import MOST_TEXT, Select
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import answer_anywhere
from bot.features.games.intents import SeeGames
from bot.features.log.story import log_page
from bot.i18n import Words
from bot.intents import UserRequest
from bot.services import Services
from engine import EndTurn, parse_action

WORDS = Words()


@pytest.fixture
def services(store, clock):
    return Services(store, InOrder(0), clock, sealing=False)


async def test_no_finished_game_is_lost_from_the_list(services, clock):
    """One more than are looked for at first, on pages that their names fill sooner."""
    for number in range(14):
        table = await running(services, 2, f"Ur {number} " + "*" * 40)
        await services.play.resign(table.id, BEN.user_id)
    found, pages = [], []
    while not pages or "Older" in ids_of(pages[-1]):
        request = UserRequest(SeeGames(len(pages)))
        context = LocationContext(
            services, WORDS, ANNA, request, worker=NoWorker(), location=here(ANNA, clock)
        )
        pages.append(await answer_anywhere(context))
        assert len(pages[-1].text) <= MOST_TEXT
        assert pages[-1].text.endswith(f"Page {len(pages)}")
        (records,) = (row for row in pages[-1].rows if isinstance(row, Select))
        numbers = [int(number) for number in re.findall(r"Ur (\d+)", pages[-1].text)]
        assert [int(option.value) for option in records.options] == [each + 1 for each in numbers]
        found += numbers
    assert found == list(range(13, -1, -1))
    assert [*ids_of(pages[-1])] == ["Newer"]


async def test_a_log_that_is_too_long_comes_as_text_and_as_a_file(services):
    table = await running(services, 2, "A *bold* name")
    assert log_page(WORDS, table, await services.games.history(table.id)).text == (
        "Nothing has happened in **A \\*bold\\* name** yet."
    )
    table = await act(services, table, parse_action("k@D6"), EndTurn())
    assert not log_page(WORDS, table, await services.games.history(table.id)).files
    table = await act(services, table, *[EndTurn()] * 40)
    page = log_page(WORDS, table, await services.games.history(table.id))
    (file,) = page.files
    assert file.name == "log-1.txt"
    written = (await file.read()).decode()
    assert "Turn 1\n  Anna places a ⬛ settlement on D6." in written
    assert "Anna ends the turn and gives up 1 action." in written
    assert len(page.text) <= MOST_TEXT
    assert page.text.startswith("**A \\*bold\\* name**\n")
    assert written.endswith("  " + page.text.split("\n")[-1] + "\n")
