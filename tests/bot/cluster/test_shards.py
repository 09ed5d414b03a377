"""Servers of each of several programs, and the order in which they log in."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from bot.cluster import ALL_SHARDS, Claims, Shards
from bot.store.queries import claims
from bot.store.schema import tables

FIRST, SECOND = Shards(0, 1, 4), Shards(2, 3, 4)


@given(
    guild_id=st.none() | st.integers(0, 2**63 - 1), cuts=st.lists(st.integers(1, 15), unique=True)
)
def test_every_server_belongs_to_one_of_all_programs(guild_id, cuts):
    edges = [0, *sorted(cuts), 16]
    programs = [Shards(first, end - 1, 16) for first, end in pairwise(edges)]
    assert sum(each.has(guild_id) for each in programs) == 1
    assert all(Shards.parse(str(each)) == each for each in programs)
    assert ALL_SHARDS.has(guild_id)


def test_outside_of_all_servers_is_shard_0():
    assert Shards.parse("0-3/8").has(None)
    assert not Shards.parse("4-7/8").has(None)


@pytest.mark.parametrize("text", ["", "8", "8/8", "3-1/8", "0-8/8", "-1/8", "0/0", "1.5/2", "०/8"])
def test_shards_that_there_are_not(text):
    with pytest.raises(ValueError, match=r"shards that there are not|is not like"):
        Shards.parse(text)


# --- rivals: who hears of the same presses ---


@pytest.mark.parametrize(
    ("others", "meet"),
    [
        (FIRST, True),
        (SECOND, False),
        (Shards(1, 2, 4), True),
        (Shards(0, 0, 8), True),  # of another count any server may belong to both
        (ALL_SHARDS, True),
    ],
)
def test_shards_that_hear_of_the_same(others, meet):
    assert FIRST.meets(others) is meet
    assert others.meets(FIRST) is meet


async def test_a_program_has_rivals_as_long_as_they_live(store):
    mine, others, again = Claims(store), Claims(store), Claims(store)
    await mine.begin(FIRST)
    assert not await mine.has_rivals()
    await others.begin(SECOND)
    assert not await mine.has_rivals()
    await again.begin(FIRST)
    assert await mine.has_rivals()
    assert await again.has_rivals()
    assert not await others.has_rivals()
    alone = Claims(store)
    await alone.begin(only=True)  # on a file the others have ended
    assert not await alone.has_rivals()


# --- sessions with Discord's gateway are begun in turn, by all programs together ---

APART = timedelta(seconds=60)
MOMENT = timedelta(milliseconds=1)
"""SQLite's clock is up to this late: it counts milliseconds."""


def _begun(connection, bucket, at):
    table = tables.identifying
    connection.execute(update(table).where(table.c.bucket == bucket).values(at=at))


async def test_of_many_who_come_at_once_one_begins_in_each_bucket(store):
    turns = (store.write(claims.take_turn, 0, APART) for _ in range(5))
    assert (await asyncio.gather(*turns)).count(None) == 1
    wait = await store.write(claims.take_turn, 0, APART)
    assert APART / 2 < wait <= APART
    assert await store.write(claims.take_turn, 1, APART) is None


@pytest.mark.parametrize("ago", [APART + MOMENT, timedelta(days=-1)])
async def test_after_a_while_or_if_the_clock_was_put_back_it_is_the_next_ones_turn(store, ago):
    await store.write(claims.take_turn, 0, APART)
    await store.write(_begun, 0, datetime.now(UTC) - ago)
    assert await store.write(claims.take_turn, 0, APART) is None
    assert await store.write(claims.take_turn, 0, APART) is not None
