"""Which other programs are told of the same presses."""

import pytest

from bot.cluster import ALL_SHARDS, Claims, Shards

FIRST, SECOND = Shards(0, 1, 4), Shards(2, 3, 4)


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


async def test_whoever_begins_on_a_file_knows_that_the_others_have_ended(store):
    before, now = Claims(store), Claims(store)
    await before.begin()
    await now.begin(only=True)
    assert not await now.has_rivals()
