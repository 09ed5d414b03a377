"""``python -m bot ratings``: what it says, changes and returns; ``check`` compares as well."""

import asyncio
from datetime import UTC, datetime

import pytest
from copied_data import change_file
from tabletop import rated_results

from bot.changes import replace_results
from tests.databases import new_database, opened_at

pytestmark = pytest.mark.sqlite

GUILD = 7


async def play(path):
    def write(connection):
        for number, users in enumerate([(1, 2), (3, 1, 2), (2, 3)], 1):
            at = datetime(2026, 5, number, tzinfo=UTC)
            placed = zip(users, (1, 2, 3), strict=False)
            rows = rated_results(number, GUILD, at, *placed)
            replace_results(connection, number, GUILD, rows)

    async with opened_at(await new_database(path)) as store:
        await store.write(write)


@pytest.fixture
def rated(path):
    """Three rated games of three people."""
    asyncio.run(play(path))
    return path


COUNTED = "Server 7: 3 rated games, 3 people."


def test_all_agrees(rated, run):
    before = rated.read_bytes()
    assert run("ratings") == (0, [COUNTED, "All ratings match the results."])
    assert run("ratings", "--check") == run("ratings")
    assert rated.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rating SET mu = mu + 1 WHERE user_id = 1",
        "UPDATE rating SET games = 99",
        "DELETE FROM rating WHERE user_id = 2",
        "INSERT INTO rating VALUES (7, 9, 25.0, 8.0, 1, 1)",
        "UPDATE result SET sigma = 1 WHERE table_id = 1",
        "UPDATE result SET place = 3 - place WHERE table_id = 1",
        "UPDATE result SET mu = 'nonsense'",
    ],
)
def test_differences_are_reported_and_recomputed(rated, run, damage):
    change_file(rated, damage)
    differs = "The ratings in 1 server don't match. `python -m bot ratings` recomputes them."
    assert run("ratings", "--check") == (1, [COUNTED, differs])
    status, said = run("check")
    assert status == 1
    assert (
        "The ratings in server 7 don't match its results. `python -m bot ratings` recomputes them."
    ) in said
    status, said = run("ratings")
    assert (status, said[-1]) == (
        0,
        "The ratings in 1 server didn't match the results. Now they do.",
    )
    assert run("ratings", "--check") == (0, [COUNTED, "All ratings match the results."])


def test_repair_recomputes_them_too(rated, run):
    change_file(rated, "UPDATE rating SET mu = 'nonsense' WHERE user_id = 1")
    assert run("check")[0] == 1
    status, said = run("repair")
    assert (status, said[:2]) == (
        0,
        [
            "Reset, or deleted: rating.mu cannot be read.",
            "Reset, or deleted: the ratings in server 7.",
        ],
    )
    assert run("check")[0] == 0


def test_without_rated_games_there_is_nothing_to_compute(path, run):
    asyncio.run(new_database(path))
    assert run("ratings") == (0, ["All ratings match the results."])
