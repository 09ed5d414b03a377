"""Which servers belong to which of several programs."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cluster import ALL_SHARDS, Shards


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
