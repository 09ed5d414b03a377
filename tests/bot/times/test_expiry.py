"""A table that never starts is closed after some days without any change; that is told before."""

from datetime import timedelta
from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, PLACE, refuses, running

from bot.delivery import Agenda, ToChannel
from bot.domain import Kind, Refusal, Status
from bot.features.posts.posts_due import Due
from bot.ops.game_check import examine
from bot.services import EXPIRY, Patience, Services
from bot.services.inside import AllSeats
from bot.store.queries import due

DAYS = 14


@pytest.fixture
def services(store, clock):
    return Services(store, Random(7), clock, patience=Patience(lobby=DAYS))


async def look(store, services, clock, **duration):
    """Let time go by, and have done what is due then."""
    clock.advance(**duration)
    await Agenda(store, clock, {EXPIRY: services.expiry.expire}, lambda _at: None).look()


async def notices(services, table):
    due = Due(services.games.record)
    return [
        post
        for post in due(await AllSeats(services).everyone(table.id), frozenset())
        if "-expiry-" in post.key
    ]


async def test_it_is_told_a_day_before_and_then_closed(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    opened = clock.now
    await look(store, services, clock, days=DAYS - 1, seconds=-1)
    assert (await services.games.get(table.id)) == table
    await look(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    assert table.expires_at == opened + timedelta(days=DAYS)
    (notice,) = await notices(services, table)
    assert isinstance(notice.target, ToChannel)
    assert notice.content.ping == (ANNA.user_id,)
    assert "It closes <t:" in notice.content.text
    await look(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert table.status is Status.CANCELLED
    assert [entry.kind for entry in await services.games.history(table.id)] == [
        Kind.OPENED,
        Kind.TOLD,
        Kind.EXPIRED,
    ]
    assert not await notices(services, table)
    _, door = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    assert "Closed: no one started it in time." in door.content.text
    await refuses(Refusal.CANCELLED, services.lobbies.join(table.id, BEN))
    assert not await store.read(due.read_kind, EXPIRY)
    assert not (await store.read(examine, table.id)).faults


async def test_whatever_happens_at_it_puts_it_off(store, services, clock):
    """Before it is told, and afterwards."""
    table = await services.opening.open(ANNA, PLACE, "Ur")
    clock.advance(days=10)
    await services.lobbies.join(table.id, BEN)
    await look(store, services, clock, days=12)
    assert (await services.games.get(table.id)).expires_at is None
    await look(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert table.expires_at is not None
    table = await services.lobbies.configure(table.id, ANNA, name="Uruk")
    assert table.expires_at is None
    assert not await notices(services, table)
    await look(store, services, clock, days=1)
    assert (await services.games.get(table.id)).status is Status.LOBBY
    await look(store, services, clock, days=DAYS - 2)
    assert (await services.games.get(table.id)).expires_at is not None
    await look(store, services, clock, days=1)
    assert (await services.games.get(table.id)).status is Status.CANCELLED


async def test_who_sits_there_keeps_it_open(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await look(store, services, clock, days=DAYS - 1)
    notice = (await services.games.get(table.id)).version
    await refuses(
        Refusal.NOT_IN_GAME, services.proposals.answer(table.id, CORA.user_id, notice, yes=True)
    )
    table = await services.proposals.answer(table.id, BEN.user_id, notice, yes=True)
    assert table.expires_at is None
    await refuses(
        Refusal.SETTLED, services.proposals.answer(table.id, ANNA.user_id, notice, yes=True)
    )
    await look(store, services, clock, days=DAYS - 1, seconds=-1)
    assert (await services.games.get(table.id)).expires_at is None
    await look(store, services, clock, days=1)
    assert (await services.games.get(table.id)).expires_at is not None


async def test_a_game_that_starts_is_not_closed(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    await look(store, services, clock, days=DAYS - 1)
    table = await services.lobbies.join(table.id, BEN)
    assert table.status is Status.RUNNING
    assert table.proposals == ()
    assert await services.games.get(table.id) == table
    await look(store, services, clock, days=1)
    assert (await services.games.get(table.id)).version == table.version
    assert not await store.read(due.read_kind, EXPIRY)


async def test_tables_of_before_are_told_too_counted_from_now(store, clock):
    """Somebody has updated the bot, or set a number of days."""
    before = Services(store, Random(7), clock)
    table = await before.opening.open(ANNA, PLACE, "Ur")
    started = await running(before, 2)
    clock.advance(days=100)
    services = Services(store, Random(7), clock, patience=Patience(lobby=DAYS))
    for _ in range(2):  # a second start adds nothing
        await services.expiry.watch_older_games()
        (row,) = await store.read(due.read_kind, EXPIRY)
        assert (row.game_id, row.at) == (table.id, clock.now + timedelta(days=DAYS - 1))
    await look(store, services, clock, days=DAYS - 1)
    table = await services.games.get(table.id)
    assert table.expires_at == clock.now + timedelta(days=1)
    assert (await services.games.get(started.id)).version == started.version


async def test_a_host_who_wants_none_of_it(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    never = Services(store, Random(7), clock)
    await never.expiry.watch_older_games()
    await look(store, never, clock, days=100)
    assert (await never.games.get(table.id)).version == table.version
    assert not await store.read(due.read_kind, EXPIRY)
