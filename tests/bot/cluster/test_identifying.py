"""Sessions with Discord's gateway are begun in turn, by all programs together."""

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import update

from bot.store.queries import identifying
from bot.store.schema import tables

APART = timedelta(seconds=60)
MOMENT = timedelta(milliseconds=1)
"""SQLite's clock is up to this late: it counts milliseconds."""


def _begun(connection, bucket, at):
    table = tables.identifying
    connection.execute(update(table).where(table.c.bucket == bucket).values(at=at))


async def test_one_at_a_time_of_each_bucket(store):
    assert await store.write(identifying.take_turn, 0, APART) is None
    wait = await store.write(identifying.take_turn, 0, APART)
    assert wait is not None
    assert APART / 2 < wait <= APART
    assert await store.write(identifying.take_turn, 1, APART) is None


async def test_after_a_while_it_is_the_next_ones_turn(store):
    await store.write(identifying.take_turn, 0, APART)
    await store.write(_begun, 0, datetime.now(UTC) - APART - MOMENT)
    assert await store.write(identifying.take_turn, 0, APART) is None


async def test_a_clock_that_was_put_back_lets_nobody_wait_for_long(store):
    await store.write(identifying.take_turn, 0, APART)
    await store.write(_begun, 0, datetime.now(UTC) + timedelta(days=1))
    assert await store.write(identifying.take_turn, 0, APART) is None
    assert await store.write(identifying.take_turn, 0, APART) is not None


async def test_of_many_who_come_at_once_one_begins(store):
    turns = (store.write(identifying.take_turn, 7, APART) for _ in range(5))
    taken = await asyncio.gather(*turns)
    assert taken.count(None) == 1
