"""The leaderboard of a server: who is listed, in which order, and what each user reads there."""

import pytest

from bot.content.message import MOST_TEXT, Button
from bot.domain.ended.ratings import FIRST_MU, FIRST_SIGMA
from bot.features.ratings import leaderboard_page
from bot.i18n import Words
from bot.store import RatingRow
from bot.store.queries import ratings

WORDS = Words.of("en")
GUILD = 7
ANN, BOB, CORA = 10**18 + 1, 10**18 + 2, 10**18 + 3


def row(user_id, more=0.0, games=12, opponents=5):
    """A rating of *more* than a newcomer's."""
    return RatingRow(user_id, FIRST_MU + more, FIRST_SIGMA / 2, games, opponents)


async def shown(store, services, user_id, *rows, page=0):
    """The page that a user sees if these are the ratings of the server."""
    await store.write(ratings.put, GUILD, rows)
    return leaderboard_page(WORDS, await services.ratings.leaderboard(GUILD, user_id, page), "ann")


async def test_the_best_come_first_with_their_number_and_margin(store, services):
    page = await shown(store, services, CORA, row(ANN, 1), row(BOB, 21.26), row(CORA, -3, 48))
    assert page.text.splitlines() == [
        "**Ratings in this server**",
        f"1. <@{BOB}> **1713** ± 42 (12 games)",
        f"2. <@{ANN}> **1510** ± 42 (12 games)",
        f"3. <@{CORA}> **1470** ± 42 (48 games)",
        "",
        "Your rating: **1470** ± 42",
        "Your place: 3",
    ]
    assert not page.rows


@pytest.mark.parametrize(("games", "opponents"), [(9, 9), (40, 3)])
async def test_a_rating_is_provisional_until_ten_games_against_four_people(
    store, services, games, opponents
):
    page = await shown(store, services, ANN, row(ANN, 1, games, opponents), row(BOB))
    assert "Your rating: 1510 ± 42, provisional" in page.text
    counted = f"Rated games: {games} of 10. Different opponents: {opponents} of 4."
    assert counted in page.text
    assert f"<@{ANN}>" not in page.text
    assert f"1. <@{BOB}>" in page.text


async def test_without_a_rating_it_says_how_to_get_one(store, services):
    page = await shown(store, services, ANN)
    assert "No one is listed yet." in page.text
    assert "You have no rating here yet." in page.text


async def test_hidden_results_are_seen_by_nobody_else(store, services):
    """To others it looks as if that user had never been rated."""
    everyone = row(ANN, 1), row(BOB, 9), row(CORA, -3)
    await services.preferences.switch(BOB, results_shown=False)
    with_hidden = await shown(store, services, ANN, *everyone)
    own = await shown(store, services, BOB)
    await store.write(ratings.delete, GUILD, [BOB])
    assert await shown(store, services, ANN) == with_hidden
    assert "Your place: 1" in with_hidden.text
    assert "Your rating: **1590** ± 42\nOnly you see it." in own.text
    assert "Your place" not in own.text


@pytest.mark.sqlite
async def test_a_setting_that_cannot_be_read_hides(store, services):
    await services.preferences.switch(BOB, results_shown=True)
    await store.write(lambda db: db.exec_driver_sql("UPDATE person SET results_shown = 7"))
    page = await shown(store, services, ANN, row(ANN, 1), row(BOB, 9))
    assert "Your place: 1" in page.text


async def test_equal_ratings_have_the_places_of_the_list(store, services):
    for place, user in enumerate((CORA, BOB, ANN), 1):
        page = await shown(store, services, user, row(ANN), row(BOB), row(CORA))
        assert f"\n{place}. <@{user}>" in page.text
        assert f"Your place: {place}" in page.text


async def test_every_page_fits(store, services):
    rows = [row(ANN + number, -number, games=10**6) for number in range(23)]
    first = await shown(store, services, ANN, *rows)
    middle = await shown(store, services, ANN, page=1)
    last = await shown(store, services, ANN, page=2)
    assert await shown(store, services, ANN, page=900) == last
    assert [label(page) for page in (first, middle, last)] == [
        ["Lower"],
        ["Higher", "Lower"],
        ["Higher"],
    ]
    assert "Page 2 of 3" in middle.text
    assert "\n21. <@" in last.text
    assert len(first.text) <= MOST_TEXT


async def test_each_server_has_its_own(store, services):
    page = await shown(store, services, ANN, row(ANN), row(BOB))
    other = await services.ratings.leaderboard(GUILD + 1, ANN)
    assert f"<@{BOB}>" in page.text
    assert f"<@{BOB}>" not in leaderboard_page(WORDS, other, "ann").text
    assert (other.rows, other.own, other.course) == ([], None, ())


def label(page):
    return [each.label for each in page.rows[0] if isinstance(each, Button)]
