"""Ratings of people: what a game does to them, and which games count."""

from datetime import UTC, datetime, timedelta

import pytest
from openskill.models import BradleyTerryPart
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    EVE,
    PLACE,
    agree,
    person_at,
    play_out,
    resign,
    take_seat,
    user_at,
)

from bot.changes import recompute_ratings
from bot.domain.ended.ratings import BETA, FIRST_MU, FIRST_SIGMA, Ledger, shown_margin, shown_number
from bot.domain.proposals import Question, Topic
from bot.store import RatedRow
from bot.store.queries import ratings

GUILD = PLACE.guild_id
MAY = datetime(2026, 5, 1, 12, tzinfo=UTC)
MODEL = BradleyTerryPart(beta=BETA)
NEW = (FIRST_MU, FIRST_SIGMA)


def rated(game, at, *placed):
    """The rows of a rated game: users with their places, None for one who left."""
    return [RatedRow(game, seat, user, place, at) for seat, (user, place) in enumerate(placed)]


def with_openskill(*games):
    """The ratings after games by openskill alone, each from the winner to the last."""
    found = {}
    for game in games:
        before = [found.get(user) or MODEL.rating() for user in game]
        for user, (after,) in zip(game, MODEL.rate([[each] for each in before]), strict=True):
            found[user] = after
    return found


# --- a game --------------------------------------------------------------------------------------


def test_a_known_series_is_rated_as_by_openskill_alone():
    """Of different pairs, or in different months, so that each game counts in full."""
    series = [("a", "b"), ("c", "a", "d"), ("b", "d", "c", "e"), ("e", "a")]
    ledger = Ledger()
    for number, game in enumerate(series):
        at = MAY + timedelta(days=32 * number)
        placed = [("abcde".index(user), place) for place, user in enumerate(game, 1)]
        rows = ledger.rate(rated(number, at, *placed))
        assert {row.weight for row in rows} == {1}
    expected = with_openskill(*series)
    for user, rating in expected.items():
        found = ledger.people["abcde".index(user)]
        assert found.mu == pytest.approx(rating.mu, abs=1e-4)
        assert found.sigma == pytest.approx(rating.sigma, abs=1e-4)


def test_further_games_of_a_pair_in_a_month_weigh_less():
    ledger = Ledger()
    weights = []
    for number, day in enumerate((0, 1, 30, 31)):  # 1, 2 and 31 May, 1 June
        rows = ledger.rate(rated(number, MAY + timedelta(days=day), (1, 1), (2, 2)))
        weights.append([row.weight for row in rows])
    assert weights == [[1, 1], [1 / 2, 1 / 2], [1 / 3, 1 / 3], [1, 1]]


def test_a_weight_moves_mu_and_sigma_part_of_the_way():
    ledger = Ledger()
    first = ledger.rate(rated(1, MAY, (1, 1), (2, 2)))
    second = ledger.rate(rated(2, MAY, (1, 1), (2, 2)))
    whole = MODEL.rate([[MODEL.rating(row.mu, row.sigma)] for row in first])
    for row, (full,) in zip(second, whole, strict=True):
        assert row.mu == pytest.approx((row.mu_before + full.mu) / 2, abs=1e-6)
        assert row.sigma == pytest.approx((row.sigma_before + full.sigma) / 2, abs=1e-6)


def test_at_a_table_of_four_the_weight_is_the_mean_over_the_others():
    ledger = Ledger()
    ledger.rate(rated(1, MAY, (1, 1), (2, 2)))
    rows = ledger.rate(rated(2, MAY, (1, 1), (2, 2), (3, 3), (4, 4)))
    some = (1 / 2 + 1 + 1) / 3
    assert [row.weight for row in rows] == [pytest.approx(some), pytest.approx(some), 1, 1]
    assert [row.met for row in rows] == [2, 2, 3, 3]


def test_players_who_left_share_the_last_place():
    rows = Ledger().rate(rated(1, MAY, (1, 2), (2, None), (3, 1), (4, None)))
    change = [row.mu - row.mu_before for row in rows]
    assert change[2] > change[0] > change[1] == change[3]


def test_equal_places_between_equals_change_nothing():
    rows = Ledger().rate(rated(1, MAY, (1, 1), (2, 1)))
    assert [row.mu for row in rows] == [FIRST_MU, FIRST_MU]
    assert all(row.sigma < FIRST_SIGMA for row in rows)


def test_a_rating_is_a_whole_number_with_a_margin():
    assert (shown_number(FIRST_MU), shown_margin(FIRST_SIGMA)) == (1500, 83)


# --- which games count, and for whom --------------------------------------------------------------


async def rated_game(services, players=3):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=players, rated=True)
    for person in (BEN, CORA, DAN)[: players - 1]:
        table = await services.lobbies.join(table.id, person)
    return table


def all_in_server(connection):
    """All that the ratings of the server are made of."""
    return ratings.all_in(connection, GUILD), [*ratings.games(connection, GUILD)]


async def counted(services, store, table):
    """The places that count, by user; None for one who left."""
    await services.results.store_of(table.id)
    rows = await store.read(ratings.of_game, table.id)
    assert {each.user_id for each in await store.read(ratings.all_in, GUILD)} == {
        row.user_id for row in rows
    }
    return {row.user_id: row.place for row in rows}


async def test_a_game_played_to_its_end_counts_for_all(services, store):
    table = await play_out(store, services, await rated_game(services), decisions=10)
    places = {each.player.user_id: each.place for each in table.standings}
    assert await counted(services, store, table) == places


async def test_a_game_that_is_not_rated_changes_no_rating(services, store):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    table = await services.lobbies.join(table.id, BEN)
    table = await resign(services, table, 0)
    assert await counted(services, store, table) == {}


async def test_a_player_who_resigns_is_last(services, store):
    table = await rated_game(services, 2)
    loser, winner = user_at(table, 0), user_at(table, 1)
    table = await resign(services, table, 0)
    assert await counted(services, store, table) == {winner: 1, loser: None}


async def test_leaving_a_seat_is_last_place_and_taking_it_is_not_rated(services, store):
    table = await rated_game(services)
    left = user_at(table, 0)
    table = await resign(services, table, 0)
    table = await take_seat(services, table, 0, EVE)
    table = await play_out(store, services, table, decisions=10)
    found = await counted(services, store, table)
    assert found[left] is None
    assert EVE.user_id not in found
    stayed = {each.player.user_id: each.place for each in table.standings}
    assert {user: found[user] for user in found if user != left} == {
        user: stayed[user] for user in found if user != left
    }


async def test_an_end_that_is_agreed_on_counts_for_nobody(services, store):
    table = await agree(services, await rated_game(services), Question(Topic.END))
    assert await counted(services, store, table) == {}


async def test_once_all_others_have_left_an_agreed_end_counts(services, store):
    """Else a player about to lose could stay away."""
    table = await rated_game(services, 2)
    gone, stays = person_at(table, 0), person_at(table, 1)
    await services.admins.give_up_seat(table.id, GUILD, DAN, 0)
    table = await services.proposals.propose(table.id, stays.user_id, Question(Topic.STOP))
    assert await counted(services, store, table) == {stays.user_id: 1, gone.user_id: None}


async def test_removing_a_game_undoes_its_change(services, store):
    table = await rated_game(services, 2)
    table = await resign(services, table, 0)
    assert await counted(services, store, table)
    await services.admins.remove(table.id, GUILD, DAN)
    assert await store.read(all_in_server) == ([], [])


async def test_ratings_belong_to_a_server_and_go_with_it(services, store):
    table = await rated_game(services, 2)
    table = await resign(services, table, 0)
    await counted(services, store, table)
    assert await store.read(ratings.all_in, GUILD + 1) == []
    await services.forgetting.forget_server(GUILD)
    assert await store.read(all_in_server) == ([], [])


async def test_a_deleted_user_has_no_rating_and_the_others_keep_theirs(services, store):
    table = await rated_game(services)
    for seat in (0, 1):
        table = await resign(services, table, seat)
    await counted(services, store, table)
    before, _ = await store.read(all_in_server)
    await services.forgetting.forget(BEN.user_id, lambda _: "gone")
    after, _ = await store.read(all_in_server)
    assert after == [row for row in before if row.user_id != BEN.user_id]
    await store.write(recompute_ratings, GUILD)
    assert (await store.read(all_in_server))[0] == after
