"""Who has left the server: still a player as long as direct messages arrive, or gone until back."""

from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, DAN, EVE, PLACE, running

from bot.domain import Kind, Person, Status, last_call
from bot.services import Services
from bot.store import CalledIn
from bot.store.queries import people


class Guild:
    """Who has left the server, as far as it can be told."""

    def __init__(self):
        self.left = set()
        self.silent = False

    async def __call__(self, guild_id, user_id):
        assert guild_id == PLACE.guild_id
        return None if self.silent else user_id not in self.left


@pytest.fixture
def guild():
    return Guild()


@pytest.fixture
def services(store, clock, guild):
    return Services(store, Random(7), clock, members=guild)


async def test_who_has_left_but_takes_direct_messages_keeps_the_seat(services, guild):
    table = await running(services)
    user = table.player(0).user_id
    await services.preferences.call_in(user, CalledIn.THREAD)
    guild.left.add(user)
    await services.seats.note_gone(table.id, 0)
    after = await services.games.get(table.id)
    assert (after.version, after.player(0).gone) == (table.version, False)
    assert after.player(0).called_in is CalledIn.DIRECT  # who left sees no thread
    assert not after.player(0).offered


@pytest.mark.parametrize("by_press", [True, False])
async def test_who_has_left_and_cannot_be_reached_is_gone_until_back(
    services, guild, store, clock, by_press
):
    table = await running(services)
    user = table.player(0).user_id
    await store.write(people.change_person, user, direct_closed_at=clock.now, direct_refusals=1)
    guild.silent = True
    guild.left.add(user)
    await services.seats.note_gone(table.id, 0)
    assert not (await services.games.get(table.id)).player(0).gone  # nobody knows
    guild.silent = False
    for _ in range(2):
        await services.seats.note_gone(table.id, 0)
    table = await services.games.get(table.id)
    assert table.player(0).gone
    assert table.player(0).is_offered_to(EVE.user_id)
    assert [entry.kind for entry in await services.games.history(table.id)].count(Kind.GONE) == 1
    if by_press:
        visit = await services.visits.of(table.id, user)
        visit = await services.people.notice(
            visit, Person(user, table.player(0).name), PLACE.guild_id
        )
        table = visit.table
    else:
        guild.left.clear()
        await services.seats.note_gone(table.id, 0)
        table = await services.games.get(table.id)
    assert not table.player(0).gone
    assert not table.player(0).offered
    assert (last_call(table, 0) == table.version) is not by_press
    assert await services.games.get(table.id) == table


async def test_an_opener_who_has_left_is_followed_by_the_next(services, guild):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    table = await services.lobbies.join(table.id, BEN)
    assert (await services.lobbies.see_opener(table.id, BEN)).opener_id == ANNA.user_id
    guild.left.add(ANNA.user_id)
    assert (
        await services.lobbies.see_opener(table.id, DAN)
    ).opener_id == ANNA.user_id  # not at the table
    table = await services.lobbies.see_opener(table.id, BEN)
    assert (table.opener_id, len(table.players)) == (BEN.user_id, 1)
    table = await services.lobbies.join(table.id, CORA)
    assert (await services.lobbies.start(table.id, BEN)).status is Status.RUNNING
