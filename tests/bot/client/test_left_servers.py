"""Servers that the bot has left, as several processes know of them."""

import pytest
from tabletop import ANNA, PLACE

from bot.client.connection.servers import LeftServers
from bot.cluster.shards import ALL_SHARDS, Shards
from bot.store.queries import servers

GUILD = PLACE.guild_id
assert GUILD is not None


@pytest.fixture
def departures(store, clock):
    return LeftServers(store, clock)


async def test_a_server_left_in_one_process_is_found_by_another_that_looks(
    store, clock, departures
):
    other = LeftServers(store, clock)
    await departures.left(GUILD)
    assert GUILD in departures
    assert GUILD not in other
    await other.look()
    assert GUILD in other
    await other.back(GUILD)
    assert GUILD not in other
    await departures.look()
    assert GUILD not in departures


async def test_who_was_thrown_out_while_it_was_down_finds_out(store, services, clock, departures):
    """Left servers with a game, which no event reports."""
    await services.opening.open(ANNA, PLACE, "Ur")
    await departures.compare(ALL_SHARDS, [])
    assert await store.read(servers.left) == {GUILD: clock()}
    assert GUILD in departures
    since = clock()
    clock.advance(days=2)
    await departures.compare(ALL_SHARDS, [GUILD + 1])
    assert await store.read(servers.left) == {GUILD: since}
    await departures.compare(ALL_SHARDS, [GUILD, GUILD + 1])
    assert not await store.read(servers.left)
    assert GUILD not in departures


async def test_a_server_is_known_by_what_was_set_for_it(store, services, clock, departures):
    """Rules about opening games there are forgotten too."""
    await services.servers.silence(GUILD, ANNA.user_id, silent=True)
    await departures.compare(ALL_SHARDS, [])
    assert await store.read(servers.left) == {GUILD: clock()}


async def test_servers_of_other_processes_are_ignored(store, services, departures):
    await services.opening.open(ANNA, PLACE, "Ur")
    number = (GUILD >> 22) % 2
    await departures.compare(Shards(1 - number, 1 - number, 2), [])
    assert not await store.read(servers.left)
    await departures.compare(Shards(number, number, 2), [])
    assert [*await store.read(servers.left)] == [GUILD]
