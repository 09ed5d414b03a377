"""Delivery: a decision rings once, however often its message is sent again."""

from contextlib import contextmanager

import pytest
from post_box import PostBox, deliver, due_of
from sqlalchemy import update
from tabletop import ANNA, BEN, CORA, PLACE, InOrder, answer_proposal, propose, running

from bot.changes import NOTIFY
from bot.client.messages.simpler import simpler_versions
from bot.delivery import (
    SHOW,
    Delivery,
    DirectMessagesClosed,
    Gone,
    InChannel,
    InTrouble,
    NoThread,
    PlaceClosed,
    TooOld,
    ToUser,
)
from bot.domain.hours import Quiet
from bot.domain.proposals import Question, Topic
from bot.store import CalledIn
from bot.store.queries import due
from bot.store.schema.tables import game
from bot.use_cases import Services
from engine import EndTurn


class Bell(PostBox):
    """A post box that records which messages ring Anna."""

    def __init__(self):
        super().__init__()
        self.rung = []
        self.full = set()
        """Closed threads that can't be reopened, because the server has too many."""
        self.shut = set()
        """Channels and threads that accept nothing."""

    async def send(self, post, where, nonce):
        if isinstance(where, InChannel) and where.channel_id in self.shut:
            raise PlaceClosed("403 Forbidden")
        sent = await super().send(post, where, nonce)
        content = post.made()
        if where == ToUser(ANNA.user_id) or ANNA.user_id in content.ping:
            *_, least = simpler_versions(content)
            assert least.ping == content.ping
            if not content.silent:
                self.rung.append(post.key.split("-")[2])
        return sent

    async def edit(self, post, sent):
        if sent.channel_id in self.full:
            raise NoThread("400 Bad Request (error code 160006)")
        return await super().edit(post, sent)


class World:
    """A game of three in which it is Anna's turn, and she has been called."""

    async def reach(self, table_id, reachable):
        """Stop and start clocks, if a test sets that."""

    def __init__(self, store, clock):
        self.services = Services(store, InOrder(0), clock, sealing=False)
        self.box, self.clock = Bell(), clock
        self.store = store
        self.delivery = self.begun()

    def begun(self):
        due, alarm = due_of(self.services), lambda _: None
        return Delivery(
            self.store, self.services, self.box, due, self.clock, alarm=alarm, reach=self.reach
        )

    async def opened(self, *, calls_in):
        await self.services.preferences.call_in(ANNA.user_id, calls_in)
        table = await running(self.services)
        await self.delivers(table)
        return await self.services.games.get(table.id)

    async def delivers(self, table):
        """Deliver what is due, as a program that has just started."""
        self.delivery = self.begun()
        await deliver(self.delivery, table)

    async def rings_together(self, *servers):
        """Two games, in these servers, whose calls are one message: that of the first game."""
        services = self.services
        games = [await running(services, guild_id=each) for each in servers]
        noon = Quiet(12 * 60, 13 * 60)
        await services.vacations.set_hours(ANNA.user_id, zone="Etc/UTC", quiet=noon)
        for table in games:
            for person in (ANNA, BEN, CORA):
                await services.play.act(table.id, person.user_id, EndTurn())
            self.clock.advance(minutes=5)
            await services.clocks.call_absent(table.id)
            await self.delivers(table)
        self.clock.advance(hours=1)
        self.box.rung.clear()
        for table in games:
            await services.clocks.watch(table.id)
        await services.notifications.send_due(games[0].id)
        return [await services.games.get(table.id) for table in games]

    async def shows(self):
        """Show the games that another one's messages concern."""
        for row in await self.store.read(due.read_kind, SHOW):
            await self.delivery.show(row.game_id)
        await self.delivery.rest()

    async def sets(self):
        """Anna changes a setting, so her desk must be edited."""
        await self.services.preferences.choose_theme(ANNA.user_id, "light")

    async def is_rung_for_the_next(self, table):
        """True if Anna is rung when it is her turn again."""
        before = len(self.box.rung)
        for person in (ANNA, BEN, CORA):
            await self.services.play.act(table.id, person.user_id, EndTurn())
        self.clock.advance(minutes=5)
        await self.services.clocks.call_absent(table.id)
        await self.delivers(table)
        return len(self.box.rung) == before + 1


@pytest.fixture
def world(store, clock):
    return World(store, clock)


@pytest.mark.parametrize(("fault", "retried"), [(Gone(), False), (TooOld(), True)])
async def test_a_desk_that_replaces_another_is_silent(world, fault, retried):
    table = await world.opened(calls_in=CalledIn.DIRECT)
    await world.sets()
    unsent = "game-1-desk" if retried else "nothing"
    with (
        world.box.failing("edit", "game-1-desk", fault),
        world.box.failing("send", unsent, InTrouble("502")),
    ):
        await world.delivers(table)
    await world.delivers(table)
    assert len([key for key in world.box.keys("send") if "-desk-0" in key]) == 2
    assert world.box.rung == ["desk"]
    assert await world.is_rung_for_the_next(table)


async def test_a_call_in_place_of_a_desk_that_has_rung_is_silent(world):
    table = await world.opened(calls_in=CalledIn.DIRECT)
    await world.sets()
    closed = DirectMessagesClosed(ANNA.user_id)
    with (
        world.box.failing("edit", "game-1-desk-0", Gone()),
        world.box.failing("send", "game-1-desk-0", closed),
    ):
        with world.box.failing("send", "game-1-call", InTrouble("502")):
            await world.delivers(table)
        await world.delivers(table)
    assert any("-call-0" in key for key in world.box.keys("send"))
    assert world.box.rung == ["desk"]


async def test_a_desk_that_was_refused_has_not_rung(world):
    with world.box.failing("send", "game-1-desk-0", DirectMessagesClosed(ANNA.user_id)):
        await world.opened(calls_in=CalledIn.DIRECT)
    assert world.box.rung == ["call"]


@pytest.mark.parametrize("channel", ["there", "deleted"])
async def test_a_desk_in_place_of_a_call_that_has_rung_is_silent(world, channel):
    """Once direct messages are open again, or wanted, or alone left; after that a desk rings."""
    table = await world.opened(calls_in=CalledIn.THREAD)
    if channel == "there":
        await world.services.preferences.call_in(ANNA.user_id, CalledIn.DIRECT)
        await world.delivers(table)
    else:
        world.box.gone.add(PLACE.channel_id)
        await world.delivery.lose(PLACE.channel_id)
        await world.delivery.rest()
    assert any("-desk-0" in key for key in world.box.keys("send"))
    assert world.box.rung == ["call"]
    assert await world.is_rung_for_the_next(table)


@contextmanager
def deleted(box, place):
    """While a channel or thread is gone."""
    box.gone.add(place)
    yield
    box.gone.remove(place)


@pytest.mark.parametrize("found", [False, True])
async def test_messages_that_are_sent_again_after_their_thread_was_deleted_are_silent(world, found):
    """A call, and a proposal, in the thread that is opened from the same message."""
    table = await world.opened(calls_in=CalledIn.THREAD)
    await propose(world.services, table, 1, Question(Topic.PAUSE))
    await world.delivers(table)
    assert world.box.rung == ["call", "proposal"]
    assert table.home is not None
    with deleted(world.box, table.home.channel_id):
        if found:
            await world.delivery.lose(table.home.channel_id)
            with world.box.failing("home", "", InTrouble("502")):
                await world.delivery.rest()
        else:
            table = await world.services.games.get(table.id)
            await answer_proposal(world.services, table, 2, yes=True)
            await world.delivers(table)
    await world.delivers(table)
    assert len([key for key in world.box.keys("send") if "-call-0" in key]) == 2
    assert world.box.rung == ["call", "proposal"]
    assert await world.is_rung_for_the_next(table)


async def test_a_call_that_goes_from_a_full_thread_to_the_channel_is_silent(world):
    table = await world.opened(calls_in=CalledIn.THREAD)
    table = await propose(world.services, table, 1, Question(Topic.PAUSE))
    await world.delivers(table)
    assert table.home is not None
    world.box.full.add(table.home.channel_id)
    await answer_proposal(world.services, table, 2, yes=True)
    await world.delivers(table)
    assert len([key for key in world.box.keys("send") if "-call-0" in key]) == 2
    assert world.box.rung == ["call", "proposal"]


@pytest.mark.parametrize(
    ("directs", "restarted"), [("open", False), ("closed", False), ("closed", True)]
)
async def test_one_message_for_two_games_finds_a_place_as_a_call_does(
    world, store, directs, restarted
):
    """Its thread and the channel accept nothing: it goes to direct messages, or waits.

    Until it is there, no time of either game passes.
    """
    services, box = world.services, world.box
    world.reach = services.clocks.reach
    await services.preferences.call_in(ANNA.user_id, CalledIn.THREAD)
    games = await world.rings_together(PLACE.guild_id, PLACE.guild_id)
    box.shut = {PLACE.channel_id, *(table.home.channel_id for table in games)}
    closed = DirectMessagesClosed(ANNA.user_id)
    with box.failing("send", "game-1-ring" if directs == "closed" else "nothing", closed):
        await world.delivers(games[0])
        await world.shows()
        await deliver(world.delivery, games[1])
    assert box.rung == (["ring"] if directs == "open" else [])
    waits = [(await services.games.get(table.id)).waits for table in games]
    assert waits == [directs == "open"] * 2
    if directs == "closed":
        await world.sets()
        await deliver(world.delivery, games[1])
        assert not (await services.games.get(games[1].id)).waits
    box.shut.clear()
    if restarted:
        world.delivery = world.begun()
        await world.delivery.start()
        await world.delivery.rest()
    else:
        await deliver(world.delivery, games[0])
    await world.shows()
    assert box.rung == ["ring"]
    assert all([(await services.games.get(table.id)).waits for table in games])
    assert not await store.read(due.read_kind, SHOW)


@pytest.mark.parametrize("why", ["left", "damaged"])
async def test_one_message_for_two_games_comes_with_the_other_if_its_own_can_send_none(
    world, store, why
):
    """The bot has left its server, or the game cannot be read."""
    carrier, other = await world.rings_together(PLACE.guild_id, PLACE.guild_id + 1)
    world.box.left = {PLACE.guild_id} if why == "left" else set()

    def damage(connection):
        connection.execute(update(game).where(game.c.id == carrier.id).values(proposals="?"))

    if why == "damaged":
        await store.write(damage)
    await world.delivers(carrier)
    assert world.box.rung == []
    await world.services.notifications.send_due(other.id)
    await world.delivers(other)
    assert world.box.rung == ["ring"]
    await world.delivers(carrier)
    assert not [row for row in await store.read(due.read_kind, NOTIFY) if row.game_id == other.id]
