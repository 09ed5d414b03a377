"""Lists, logs and the page about the fair bag, however long they are."""

import re

import pytest
from explorer import NoWorker, location_of
from seated import WORDS, answer_in, ids_of
from tabletop import ANNA, BEN, CORA, DAN, PLACE, InOrder, act, running

from bot.content.message import MOST_TEXT, Select
from bot.content.names import verbatim
from bot.dispatch.context import LocationContext
from bot.features.board import log_page
from bot.features.fair import fair_page
from bot.features.personal_data import confirm_forgetting
from bot.intents import UserRequest
from bot.intents.games import SeeGames
from bot.intents.personal_data import AskForgetMe
from bot.use_cases import Patience, Services
from engine import EndTurn, parse_action


@pytest.fixture
def services(store, clock):
    patience = Patience(finished=3, backups=15)
    return Services(store, InOrder(0), clock, sealing=False, patience=patience)


async def handle(services, clock, intent):
    request, location = UserRequest(intent), location_of(ANNA, clock)
    return await answer_in(
        LocationContext(services, WORDS, ANNA, request, worker=NoWorker(), location=location)
    )


async def test_pages_say_how_long_data_is_kept(services, clock):
    """Games that have ended, and what was deleted, in backups: for whole weeks."""
    table = await running(services, 2)
    await services.play.resign(table.id, BEN.user_id)
    assert "**Finished** (kept for 3 days)" in (await handle(services, clock, SeeGames())).text
    line = "- Backups keep it all for up to 3 more weeks."
    assert line in (await handle(services, clock, AskForgetMe())).text.splitlines()
    data = await services.personal_data.read(ANNA.user_id)
    assert "Backups" not in confirm_forgetting(WORDS, data, 0).text


async def test_no_finished_game_is_lost_from_the_list(services, clock):
    """One more than are looked for at first, on pages that their names fill sooner."""
    for number in range(14):
        table = await running(services, 2, f"Ur {number} " + "*" * 40)
        await services.play.resign(table.id, BEN.user_id)
    found, pages = [], []
    while not pages or "Older" in ids_of(pages[-1]):
        pages.append(await handle(services, clock, SeeGames(len(pages))))
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


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("river", "`river`"),
        ("🏺 **Ur** <@1>", "`🏺 **Ur** <@1>`"),
        ("a`b", "``a`b``"),
        ("`b", "`` `b ``"),
        ("a``b`", r"a\`\`b\`"),
    ],
)
def test_a_word_is_shown_as_it_can_be_copied(word, shown):
    assert verbatim(word) == shown


async def test_the_page_about_the_fair_bag_fits_into_a_message(store, clock):
    services = Services(store, InOrder(0), clock)
    table = await services.opening.open(ANNA, PLACE, "x" * 60)
    for number, person in enumerate((ANNA, BEN, CORA, DAN)):
        if person is ANNA:
            table = await services.sealing.give_word(table.id, ANNA, "0")
        else:
            table = await services.lobbies.join(table.id, person, f"{number}")
    for person in (BEN, CORA, DAN):
        table = (await services.play.resign(table.id, person.user_id)).table
    await services.sealing.note_message_gone(table.id)
    table = await services.games.get(table.id)

    async def no_record():
        return ""

    page = fair_page(WORDS, await services.sealing.read(table), no_record)
    assert page.text.count("`") == 2 * (1 + 1 + 4 + 1 + 1)  # seal, secret, words; and how to check
    assert "The message with the seal was deleted." in page.text
    assert len(page.text) < 0.75 * MOST_TEXT, "other languages take more"
