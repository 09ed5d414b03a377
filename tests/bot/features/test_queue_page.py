"""What the queue shows to a user who waits, and to everybody."""

from datetime import UTC, datetime

import pytest
from tabletop import ANNA, BEN, running

from bot.client.messages.conversion import view_of
from bot.content.message import MOST_TEXT, Select, UserSelect
from bot.domain.naming import PRESETS
from bot.domain.pace import PACES
from bot.domain.queue import MOST_AVOIDED, WISH_KEPT, Permitted, Wish
from bot.domain.server_rules import ServerRules
from bot.features.queue import queue_page, queue_post, seated_page
from bot.i18n import Words
from bot.i18n.options import PRESET_NAMES, PRESET_WORDS
from bot.i18n.times import PACE_NAMES, PACE_WORDS
from bot.parts.queue_lines import queue_lines
from bot.use_cases import OwnWait

ENGLISH = Words.of("en")
UNTIL = datetime(2030, 1, 1, tzinfo=UTC) + WISH_KEPT
ANY = Wish()
LONGEST = Wish(frozenset({2, 3}), frozenset(PACES), frozenset(PRESETS), rated=True)


def own(wish=None, *, rules=ServerRules(), avoids=()):  # noqa: B008  # a value
    return OwnWait(wish, wish and UNTIL, frozenset(avoids), Permitted.by(rules))


def labels(page):
    return [button.label for button in page.buttons]


def placeholders(page):
    return [row.placeholder for row in page.rows if isinstance(row, Select | UserSelect)]


def test_one_press_waits_for_any_table():
    page = queue_page(ENGLISH, own(), [])
    assert page.text == (
        "**Play with others in this server**\n"
        "I seat you as soon as a table fits. Its game starts at once, and I ping you once.\n"
        "Others see what is wanted, never who waits or whom you avoid."
    )
    assert labels(page) == ["Wait for a table", "Rated or not"]
    assert placeholders(page) == [
        "Players: any number",
        "Pace: any but live",
        "Options: any",
        "Avoid … (only you know)",
    ]


def test_a_user_who_waits_sees_until_when_and_what_is_wanted():
    wish = Wish(seats=frozenset({3, 4}), paces=frozenset({"daily"}))
    page = queue_page(ENGLISH, own(wish), [ANY, wish])
    assert page.text == (
        "**You're waiting for a table**\n"
        f"If none comes up, I stop looking <t:{int(UNTIL.timestamp())}:R>.\n"
        "Wanted by you and the others:\n"
        "• any table\n"
        "• 3/4 players · daily\n"
        "Others see what is wanted, never who waits or whom you avoid."
    )
    alone = queue_page(ENGLISH, own(wish), [wish])
    assert "\nNo one else is waiting yet.\n" in alone.text
    assert labels(page) == ["Stop waiting", "Rated or not"]
    chosen = {each.value for row in page.rows if isinstance(row, Select) for each in row.options
              if each.chosen}  # fmt: skip
    assert chosen == {"3", "4", "daily"}


def test_a_rated_game_is_asked_for_or_refused_in_turn():
    for rated, label in ((None, "Rated or not"), (True, "Only rated"), (False, "Not rated")):
        assert labels(queue_page(ENGLISH, own(), [], Wish(rated=rated)))[1] == label


def test_only_what_the_server_permits_can_be_chosen():
    rules = ServerRules(paces=("daily",), pace="daily", forbidden=("open",))
    page = queue_page(ENGLISH, own(rules=rules), [])
    assert placeholders(page) == ["Players: any number", "Avoid … (only you know)"]
    page = queue_page(ENGLISH, own(rules=ServerRules(paces=("daily", "live"))), [])
    paces = next(row for row in page.rows if isinstance(row, Select) and "Pace" in row.placeholder)
    assert [each.value for each in paces.options] == ["daily", "live"]


@pytest.mark.parametrize("waits", [True, False])
def test_it_fits_in_a_message(waits):
    avoids = range(10**19 - MOST_AVOIDED, 10**19)
    wishes = [Wish(rated=rated, seats=frozenset(seats), paces=frozenset({pace}))
              for rated in (None, True, False) for seats in ({2}, {3}, {4})
              for pace in PACES]  # fmt: skip
    mine = own(LONGEST if waits else None, avoids=avoids)
    page = queue_page(ENGLISH, mine, wishes * 40, LONGEST)
    assert len(page.text) <= MOST_TEXT
    assert all(button.request.fits for button in page.buttons)
    assert all(row.request.fits for row in page.rows if isinstance(row, Select | UserSelect))
    view_of(page)


def test_everybody_sees_how_many_wait_and_for_what():
    daily = Wish(seats=frozenset({2}), paces=frozenset({"daily", "bank"}), rated=False)
    post = queue_post(ENGLISH, [ANY, daily, ANY])
    assert post.text == (
        "**3 players are waiting for a table**\n"
        "• 2 × any table\n"
        "• 2 players · daily/time bank · not rated\n"
        "Press *Play* to wait too. As soon as a table fits, its game starts."
    )
    assert post.silent
    assert labels(post) == ["Play"]
    assert queue_post(ENGLISH, []).text.startswith("**No one is waiting for a table**")
    assert queue_lines(ENGLISH, []) == []


def test_many_different_wishes_are_counted():
    wishes = [Wish(seats=frozenset({2}), paces=frozenset({pace}), rated=rated)
              for pace in PACES for rated in (True, False)]  # fmt: skip
    lines = queue_lines(ENGLISH, wishes)
    assert (len(lines), lines[-1]) == (10, "… and 2 more players.")


def test_every_pace_and_preset_has_a_word():
    assert PACE_WORDS.keys() == PACE_NAMES.keys()
    assert PRESET_WORDS.keys() == PRESET_NAMES.keys()


async def test_a_seated_user_sees_the_table(services):
    table = await running(services, 2)
    page = seated_page(ENGLISH, table)
    assert page.text.startswith("You have a table: **Ur**, with ")
    assert all(f"**{person.name}**" in page.text for person in (ANNA, BEN))
