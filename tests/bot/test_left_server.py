"""Who has left the server: still a player as long as direct messages arrive, or gone until back."""

from random import Random

import pytest
from post_box import Make, PostBox, deliver
from tabletop import ANNA, BEN, CORA, DAN, EVE, PLACE, Clock, running

from bot.changes import last_call
from bot.delivery import DirectMessagesClosed
from bot.domain import Kind, Person, Status
from bot.services import Tables
from bot.store import CalledIn, Store
from bot.store.queries import people


class Guild:
    """Who has left the server, as far as it can be told."""

    def __init__(self) -> None:
        self.left: set[int] = set()
        self.silent = False

    async def __call__(self, guild_id: int, user_id: int) -> bool | None:
        assert guild_id == PLACE.guild_id
        return None if self.silent else user_id not in self.left


@pytest.fixture
def guild() -> Guild:
    return Guild()


@pytest.fixture
def tables(store: Store, clock: Clock, guild: Guild) -> Tables:
    return Tables(store, Random(7), clock, members=guild)


async def test_who_has_left_but_takes_direct_messages_keeps_the_seat(
    tables: Tables, guild: Guild
) -> None:
    table = await running(tables)
    user = table.player(0).user_id
    await tables.call_in(user, CalledIn.THREAD)
    guild.left.add(user)
    await tables.note_gone(table.id, 0)
    after = await tables.get(table.id)
    assert (after.version, after.player(0).gone) == (table.version, False)
    assert after.player(0).called_in is CalledIn.DIRECT  # who left sees no thread
    assert not after.player(0).offered


@pytest.mark.parametrize("by_press", [True, False])
async def test_who_has_left_and_cannot_be_reached_is_gone_until_back(
    tables: Tables, guild: Guild, store: Store, clock: Clock, by_press: bool
) -> None:
    table = await running(tables)
    user = table.player(0).user_id
    await store.write(people.change_person, user, direct_closed_at=clock.now, direct_refusals=1)
    guild.silent = True
    guild.left.add(user)
    await tables.note_gone(table.id, 0)
    assert not (await tables.get(table.id)).player(0).gone  # nobody knows
    guild.silent = False
    for _ in range(2):
        await tables.note_gone(table.id, 0)
    table = await tables.get(table.id)
    assert table.player(0).gone
    assert table.player(0).is_offered_to(EVE.user_id)
    assert [entry.kind for entry in await tables.history(table.id)].count(Kind.GONE) == 1
    if by_press:
        visit = await tables.visit(table.id, user)
        visit = await tables.notice(visit, Person(user, table.player(0).name), PLACE.guild_id)
        table = visit.table
    else:
        guild.left.clear()
        await tables.note_gone(table.id, 0)
        table = await tables.get(table.id)
    assert not table.player(0).gone
    assert not table.player(0).offered
    assert (last_call(table, 0) == table.version) is not by_press
    assert await tables.get(table.id) == table


@pytest.mark.parametrize("left", [True, False])
async def test_only_a_refusal_for_want_of_a_common_server_tells_that_somebody_has_left(
    make: Make, tables: Tables, box: PostBox, guild: Guild, left: bool
) -> None:
    """Others have closed their direct messages: nobody asks whether they are members."""
    table = await running(tables)
    assert table.decider is not None
    guild.left.add(table.decider.user_id)
    with box.failing("send", "hand", DirectMessagesClosed(table.decider.user_id, left=left)):
        await deliver(make(), table)
    assert (await tables.get(table.id)).player(0).gone is left


async def test_an_opener_who_has_left_is_followed_by_the_next(tables: Tables, guild: Guild) -> None:
    table = await tables.open(ANNA, PLACE, "Ur", seats=3)
    table = await tables.join(table.id, BEN)
    assert (await tables.see_opener(table.id, BEN)).opener_id == ANNA.user_id
    guild.left.add(ANNA.user_id)
    assert (await tables.see_opener(table.id, DAN)).opener_id == ANNA.user_id  # not at the table
    table = await tables.see_opener(table.id, BEN)
    assert (table.opener_id, len(table.players)) == (BEN.user_id, 1)
    table = await tables.join(table.id, CORA)
    assert (await tables.start(table.id, BEN)).status is Status.RUNNING
