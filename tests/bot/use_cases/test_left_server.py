"""Players who left the server: still playing while direct messages arrive, else gone until back."""

from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, DAN, EVE, PLACE, person_at, running

from bot.domain.calls import last_call
from bot.domain.table import Status
from bot.store import CalledIn
from bot.store.queries import people
from bot.use_cases import Services


@pytest.fixture
def left():
    """The users who have left the server; contains None if that is unknown."""
    return set()


@pytest.fixture
def services(store, clock, left):
    async def member(guild_id, user_id):
        assert guild_id == PLACE.guild_id
        return None if None in left else user_id not in left

    return Services(store, Random(7), clock, members=member)


async def test_who_has_left_but_takes_direct_messages_keeps_the_seat(services, left):
    table = await running(services)
    user = table.player(0).user_id
    await services.preferences.call_in(user, CalledIn.THREAD)
    left.add(user)
    await services.seats.note_gone(table.id, 0)
    after = await services.games.get(table.id)
    assert (after.version, after.player(0).gone) == (table.version, False)
    assert after.player(0).called_in is CalledIn.DIRECT  # who left sees no thread
    assert not after.player(0).offered


@pytest.mark.parametrize("by_press", [True, False])
async def test_who_has_left_and_cannot_be_reached_is_gone_until_back(
    services, left, store, clock, by_press
):
    table = await running(services)
    user = table.player(0).user_id
    await store.write(people.change_person, user, direct_closed_at=clock.now, direct_refusals=1)
    left |= {user, None}
    await services.seats.note_gone(table.id, 0)
    assert not (await services.games.get(table.id)).player(0).gone  # nobody knows
    left.discard(None)
    for _ in range(2):
        await services.seats.note_gone(table.id, 0)
    table = await services.games.get(table.id)
    assert table.player(0).gone
    assert table.player(0).is_offered_to(EVE.user_id)
    assert [entry.kind for entry in await services.games.history(table.id)].count("gone") == 1
    if by_press:
        visit = await services.visits.of(table.id, user)
        await services.people.notice(visit, person_at(table, 0), PLACE.guild_id)
    else:
        left.clear()
        await services.seats.note_gone(table.id, 0)
    table = await services.games.get(table.id)
    assert not table.player(0).gone
    assert not table.player(0).offered
    assert (last_call(table, 0) == table.version) is not by_press


async def test_an_opener_who_has_left_is_followed_by_the_next(services, left):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    await services.lobbies.join(table.id, BEN)
    assert (await services.lobbies.see_opener(table.id, BEN)).opener_id == ANNA.user_id
    left.add(ANNA.user_id)
    table = await services.lobbies.see_opener(table.id, DAN)
    assert table.opener_id == ANNA.user_id  # as Dan is not at the table
    table = await services.lobbies.see_opener(table.id, BEN)
    assert (table.opener_id, len(table.players)) == (BEN.user_id, 1)
    await services.lobbies.join(table.id, CORA)
    assert (await services.lobbies.start(table.id, BEN)).status is Status.RUNNING
