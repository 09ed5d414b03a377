"""Which servers the bot was thrown out of, and since when."""

from tabletop import ANNA, PLACE

from bot.store.queries import servers

GUILD = PLACE.guild_id
assert GUILD is not None


async def test_when_the_bot_left_first_is_known_until_it_is_back(store, clock):
    left_at = clock()
    await store.write(servers.note_left, GUILD, left_at)
    clock.advance(days=3)
    await store.write(servers.note_left, GUILD, clock())
    await store.write(servers.note_left, GUILD + 1, clock())
    assert await store.read(servers.left) == {GUILD: left_at, GUILD + 1: clock()}
    await store.write(servers.note_back, GUILD)
    await store.write(servers.note_back, GUILD + 2)
    assert await store.read(servers.left) == {GUILD + 1: clock()}
    await store.write(servers.note_left, GUILD, clock())
    assert (await store.read(servers.left))[GUILD] == clock()


async def test_what_is_set_for_a_server_stays_when_the_bot_leaves(store, services, clock):
    before = await services.servers.change(GUILD, ANNA, most_each=2)
    await store.write(servers.note_left, GUILD, clock())
    await store.write(servers.note_left, GUILD + 1, clock())
    assert await services.servers.rules(GUILD) == before
    assert await services.servers.rules(GUILD + 1) == await services.servers.rules(GUILD + 2)
    await store.write(servers.note_back, GUILD)
    assert await services.servers.rules(GUILD) == before
