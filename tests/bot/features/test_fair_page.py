"""The page about the fair bag, and how a word is shown to whoever wrote it."""

import pytest
from tabletop import ANNA, BEN, CORA, DAN, PLACE

from bot.content.content import MOST_TEXT
from bot.content.names import verbatim
from bot.features.fair.fair_page import fair_page
from bot.i18n import Words


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


async def test_the_page_fits_into_a_message(services):
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

    page = fair_page(Words(), await services.sealing.read(table), no_record)
    assert page.text.count("`") == 2 * (1 + 1 + 4 + 1 + 1)  # seal, secret, words; and how to check
    assert "The message with the seal was deleted." in page.text
    assert len(page.text) < 0.75 * MOST_TEXT, "other languages take more"
