"""Profiles: what results add up to, and who may see it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tabletop import ANNA, BEN, CORA, DAN, EVE, PLACE, ended, resign, running

from bot.domain.ended.profile import Against, Manner, Tally, profile_of
from bot.domain.game_lookup import Origin
from bot.store import Ending, ResultRow
from bot.store.queries import results
from engine import Colour, Level

A, B, C = (each.user_id for each in (ANNA, BEN, CORA))
HOUR = timedelta(hours=1)
ELSEWHERE = 77
"""Another server."""


def row(game, user=A, place: int | None = 1, **more):
    """A result of a game that the user played to its end; the seat has the user's number."""
    usual = {
        "game_id": game,
        "seat": (A, B, C, None).index(user),
        "holder": 0,
        "user_id": user,
        "level": None,
        "ending": Ending.FINISHED,
        "place": place,
        "players": 2,
        "guild_id": PLACE.guild_id,
        "ended_at": datetime(2030, 1, game, tzinfo=UTC),
        "game_name": f"Game {game}",
        "spheres": [5, 5, 5, 5],
        "placed": [1, 1, 1, 1],
        "decisions": 10,
        "usual_wait": HOUR,
    }
    return ResultRow(**{**usual, **more})


def computer(game, level, place=2, **more):
    return row(game, None, place, level=level, usual_wait=None, **more)


def game(number, *places, **more):
    """A game of Anna, Ben and so on, in which they took these places."""
    users = (A, B, C)[: len(places)]
    return [
        row(number, user, place, players=len(places), **more)
        for user, place in zip(users, places, strict=True)
    ]


@pytest.fixture
def of(store):
    """Reads the profile of a user from stored results."""

    async def read(*rows, user=A, viewer=B):
        for number in {row.game_id for row in rows}:
            await store.write(results.replace, number, [r for r in rows if r.game_id == number])
        return profile_of(await store.read(results.played_by, user, viewer=viewer))

    return read


# --- games, wins, against each other -------------------------------------------------------------


async def test_games_and_wins_by_number_of_players(of):
    found = await of(*game(1, 1, 2), *game(2, 2, 1), *game(3, 1, 3, 2), *game(4, 1, 1))
    assert found.by_players == {2: Tally(3, 2), 3: Tally(1, 1)}
    assert found.against == Against(games=4, ahead=2)  # once both won


async def test_a_resigned_game_counts_as_played_but_not_won(of):
    rows = [row(1, place=1, ending=Ending.RESIGNED), row(1, B, 2, ending=Ending.GIVEN_UP)]
    found = await of(*rows)
    assert found.by_players == {2: Tally(1, 0)}
    assert found.manner == Manner(1, 0, HOUR)
    assert found.against == Against(1, 1)


async def test_a_seat_left_to_another_player_counts_only_as_begun(of):
    rows = [
        row(1, place=None, ending=Ending.LEFT),
        replace(row(1, C), seat=0, holder=1),
        row(1, B, 2),
    ]
    found = await of(*rows)
    assert (found.by_players, found.against, found.best) == ({}, None, None)
    assert found.manner == Manner(1, 0, HOUR)
    assert (await of(*rows, user=C)).by_players == {2: Tally(1, 1)}


async def test_coming_back_to_a_seat_counts_as_one_game(of):
    rows = [row(1, place=None, ending=Ending.LEFT), row(1, holder=1), row(1, B, 2)]
    found = await of(*rows)
    assert found.by_players == {2: Tally(1, 1)}
    assert found.manner == Manner(1, 1, HOUR)


async def test_a_game_that_all_agreed_to_stop_counts_for_nothing(of):
    stopped = [
        row(1, place=None, ending=Ending.STOPPED),
        row(1, B, place=None, ending=Ending.STOPPED),
    ]
    assert (await of(*stopped)).manner == Manner(0, 0, None)
    assert (await of(*stopped)).by_players == {}


async def test_nobody_is_compared_with_themselves_or_with_absent_users(of):
    rows = game(1, 1, 2)
    assert (await of(*rows, viewer=A)).against is None
    assert (await of(*rows, viewer=C)).against is None


async def test_games_against_computers_alone_are_counted_by_level(of):
    alone = [row(1), computer(1, Level.EASY)]
    lost = [row(2, place=3), computer(2, Level.EASY), computer(2, Level.STRONG, 1, seat=2)]
    mixed = [row(3), row(3, B, 2), computer(3, Level.MEDIUM, 3)]
    found = await of(*alone, *lost, *mixed)
    assert found.by_level == {Level.EASY: Tally(2, 1), Level.STRONG: Tally(1, 0)}
    assert found.by_players == {2: Tally(1, 1)}
    assert found.manner.begun == 1


async def test_a_deleted_user_still_counts_as_a_person(of):
    found = await of(row(1), row(1, None, 2))
    assert (found.by_players, found.by_level) == ({2: Tally(1, 1)}, {})


# --- how a user plays ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waits", "usual"),
    [
        ([(1, 10)], 1),
        ([(1, 10), (5, 10), (9, 10)], 5),
        ([(1, 10), (5, 10), (9, 100)], 9),
        ([(1, 10), (None, 99)], 1),
        ([(None, 0)], None),
    ],
    ids=["one", "the middle", "a long game weighs more", "who never decided", "none"],
)
async def test_the_usual_time_for_a_decision(of, waits, usual):
    rows = []
    for number, (hours, decisions) in enumerate(waits, 1):
        wait = None if hours is None else hours * HOUR
        rows += [row(number, usual_wait=wait, decisions=decisions), row(number, B, 2)]
    assert (await of(*rows)).manner.usual_wait == (None if usual is None else usual * HOUR)


@pytest.mark.parametrize(
    ("placed", "favourite", "neglected"),
    [
        # 20 of 57 red ones are fewer for their share than 15 of 30 black ones
        ([15, 20, 10, 12], Colour.BLACK, Colour.BLUE),
        ([10, 38, 12, 10], Colour.RED, None),
        ([10, 19, 12, 10], None, None),
        ([9, 8, 6, 6], None, None),
    ],
    ids=["for its share", "two least", "as in the bag", "too few tiles"],
)
async def test_favourite_and_neglected_colour(of, placed, favourite, neglected):
    found = await of(row(1, placed=placed), row(1, B, 2, placed=[50, 0, 0, 0]))
    assert (found.favourite, found.neglected) == (favourite, neglected)


async def test_the_best_game_has_the_strongest_weakest_colour(of):
    def with_spheres(number, *spheres, place=1, **more):
        return [row(number, place=place, spheres=[*spheres], **more), row(number, B, 2)]

    low = with_spheres(1, 20, 20, 20, 4)
    best = with_spheres(2, 9, 7, 8, 6)
    tied = with_spheres(3, 6, 7, 8, 8)
    resigned = with_spheres(4, 9, 9, 9, 9, ending=Ending.RESIGNED)
    alone = [row(5, spheres=[9, 9, 9, 9]), computer(5, Level.EASY)]
    assert (await of(*with_spheres(1, 20, 20, 20, 0))).best is None
    found = (await of(*low, *best, *tied, *resigned, *alone)).best
    assert (found.game_id, found.spheres) == (2, [9, 7, 8, 6])
    again = with_spheres(6, 6, 7, 8, 9, place=2)
    assert (await of(*best, *again)).best.game_id == 2  # equal points: the better place
    assert (await of(*best, *with_spheres(7, 9, 7, 8, 6))).best.game_id == 7  # then the latest


# --- who sees it ---------------------------------------------------------------------------------


def here(person, guild_id: int | None = PLACE.guild_id):
    return Origin(person.user_id, guild_id, PLACE.channel_id)


DIRECTS = None


@pytest.fixture
async def profiles(services, store):
    """The profiles after a game of Anna and Ben, which Anna has won, with points."""
    table = await ended(services)
    await services.results.store_of(table.id)
    await store.write(lambda db: db.exec_driver_sql("UPDATE result SET spheres = '1 2 3 4'"))
    return services.profiles


async def test_others_see_what_was_played_in_the_server_where_they_look(profiles):
    seen = await profiles.of(here(BEN), A)
    assert seen.profile.by_players == {2: Tally(1, 1)}
    assert seen.profile.against == Against(1, 1)
    assert (seen.guild_id, seen.best_game) == (PLACE.guild_id, 1)
    assert await profiles.of(here(BEN, ELSEWHERE), A) is None
    assert await profiles.of(here(BEN, DIRECTS), A) is None


async def test_a_users_profile_has_all_games_in_direct_messages(profiles, store):
    there = [row(2, guild_id=ELSEWHERE), row(2, B, 2, guild_id=ELSEWHERE)]
    alone = [row(3, guild_id=None), computer(3, Level.EASY, guild_id=None)]
    for rows in (there, alone):
        await store.write(results.replace, rows[0].game_id, rows)
    in_server, everywhere = [await profiles.of(here(ANNA, at), A) for at in (1, DIRECTS)]
    assert in_server is None
    in_server = await profiles.of(here(ANNA), A)
    assert in_server.profile.by_players == {2: Tally(1, 1)}
    assert everywhere.profile.by_players == {2: Tally(2, 2)}
    assert everywhere.profile.by_level == {Level.EASY: Tally(1, 1)}
    assert (everywhere.guild_id, everywhere.profile.against) == (None, None)


async def test_hidden_results_look_like_none(services, profiles):
    await services.preferences.switch(ANNA.user_id, results_shown=False)
    assert await profiles.of(here(BEN), A) is await profiles.of(here(BEN), EVE.user_id) is None
    assert (await profiles.of(here(ANNA), A)).profile.by_players == {2: Tally(1, 1)}
    # nor does it matter to the other
    assert (await profiles.of(here(ANNA), B)).profile.against == Against(1, 0)


@pytest.mark.sqlite
async def test_a_setting_that_cannot_be_read_hides(services, store, profiles):
    await services.preferences.switch(ANNA.user_id, results_shown=True)
    await store.write(lambda db: db.exec_driver_sql("UPDATE person SET results_shown = 7"))
    assert await profiles.of(here(BEN), A) is None
    table = await running(services, 3)
    assert not table.players[0].habits.results_shown
    assert table.players[1].habits.results_shown


async def test_a_running_game_is_not_there(services, profiles):
    seen = await profiles.of(here(CORA), A), await profiles.of(here(CORA), C)
    table = await running(services, 3)
    assert seen == (await profiles.of(here(CORA), A), await profiles.of(here(CORA), C))
    for seat in (0, 1):
        table = await resign(services, table, seat)
    assert seen == (await profiles.of(here(CORA), A), None)  # it has ended, but is not counted yet
    await services.results.store_of(table.id)
    assert await profiles.of(here(CORA), C) is not None


async def test_a_best_game_that_is_deleted_is_only_named(services, store, profiles):
    def delete(connection):
        connection.exec_driver_sql("UPDATE game SET status = 'removed'")

    await store.write(delete)
    seen = await profiles.of(here(BEN), A)
    assert (seen.best_game, seen.profile.best.game_name) == (None, "Ur")


async def test_computers_have_a_record_in_a_server(store, profiles):
    first = [row(2), computer(2, Level.STRONG), computer(2, Level.EASY, 3, seat=2)]
    second = [row(3, place=2), computer(3, Level.STRONG, 1)]
    elsewhere = [row(4, guild_id=ELSEWHERE), computer(4, Level.EASY, 1, guild_id=ELSEWHERE)]
    left = [computer(5, Level.EASY, None, ending=Ending.LEFT)]
    for rows in (first, second, elsewhere, left):
        await store.write(results.replace, rows[0].game_id, rows)
    assert await profiles.of_computers(PLACE.guild_id) == {
        Level.EASY: Tally(1, 0),
        Level.STRONG: Tally(2, 1),
    }
    assert await profiles.of_computers(5) == {}


async def test_in_a_lobby_players_are_shown_from_their_third_game_on(services, store):
    table = await services.opening.open(ANNA, PLACE, "Uruk", seats=4)
    for person in (BEN, DAN):
        table = await services.lobbies.join(table.id, person)
    table = await services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "Computer")
    for number, ending in ((2, Ending.FINISHED), (3, Ending.FINISHED), (4, Ending.RESIGNED)):
        rows = [row(number), row(number, B, 2, ending=ending), row(number, C, 3)]
        await store.write(results.replace, number, rows[: 3 if number < 4 else 2])
    few = [None, None]
    manners = services.profiles.manners
    assert await manners(table) == [Manner(3, 3, HOUR), Manner(3, 2, HOUR), *few]
    await services.preferences.switch(BEN.user_id, results_shown=False)
    table = await services.games.get(table.id)
    assert await manners(table) == [Manner(3, 3, HOUR), None, *few]
