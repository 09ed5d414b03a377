"""Results that come in any order give the ratings of a recomputation."""

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from tabletop import opened, rated_results

from bot.changes import recompute_ratings, replace_results
from bot.domain.ended.ratings import Ledger
from bot.store.queries import personal, ratings

GUILD = 7
MAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


def everything(connection):
    """All that ratings are made of."""
    return (
        sorted(ratings.all_in(connection, GUILD), key=lambda row: row.user_id),
        [*ratings.games(connection, GUILD)],
    )


def series(dice, length):
    """Random games of six people, over some months."""
    for number in range(1, length + 1):
        at = MAY + timedelta(days=dice.randrange(70), hours=dice.randrange(3))
        people = dice.sample(range(1, 7), dice.choice((2, 3, 4)))
        places = [dice.choice((0, *range(1, len(people) + 1))) for _ in people]
        yield rated_results(number, GUILD, at, *zip(people, places, strict=True))


@pytest.mark.parametrize("seed", range(3))
async def test_late_results_give_what_a_recomputation_gives(store, seed):
    """In whatever order results come, some twice, one removed, and a user deleted at the end."""
    dice = Random(seed)
    games = [*series(dice, 25)]
    dice.shuffle(games)

    def store_all(connection):
        for rows in games:
            replace_results(connection, rows[0].game_id, GUILD, rows)
        again, removed, *_ = games
        replace_results(connection, again[0].game_id, GUILD, again)
        replace_results(connection, removed[0].game_id, GUILD, ())
        return everything(connection)

    found = await store.write(store_all)

    def recompute(connection):
        recompute_ratings(connection, GUILD)
        return everything(connection)

    assert await store.write(recompute) == found
    people, played = found
    in_order = Ledger()
    assert [in_order.rate(game) for game in played] == played
    assert len(played) == 24
    assert {row.user_id: row.games for row in people} == {
        user: standing.games for user, standing in in_order.people.items()
    }

    def without_one(connection):
        personal.forget_person(connection, 3)
        before = everything(connection)
        recompute_ratings(connection, GUILD)
        assert everything(connection) == before
        rows = rated_results(99, GUILD, MAY - timedelta(days=1), (1, 1), (5, 2))
        replace_results(connection, 99, GUILD, rows)
        late = everything(connection)
        replace_results(connection, 99, GUILD, ())
        assert everything(connection) == before, "it left nothing"
        return before, late

    (others, _), (late, _) = await store.write(without_one)
    assert others == [row for row in people if row.user_id != 3], "the others stay as they are"
    assert late != others


async def test_several_programs_store_results_at_once(tmp_path):
    games = [*series(Random(9), 24)]
    async with opened(tmp_path / "games.sqlite3", programs=3) as stores:

        async def store_some(store, some):
            for rows in some:
                await store.write(replace_results, rows[0].game_id, GUILD, rows)

        await asyncio.gather(
            *(store_some(store, games[number::3]) for number, store in enumerate(stores)),
            *(store.write(recompute_ratings, GUILD) for store in stores),
        )
        found = await stores[0].read(everything)
        await stores[0].write(recompute_ratings, GUILD)
        assert await stores[0].read(everything) == found
        assert len(found[1]) == 24
