"""Several programs on one database and one Discord, each of which may die at any moment."""

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from post_box import PostBox, posts_due
from sqlalchemy import update
from tabletop import Clock, InOrder

from bot.changes import CALL, CLOCK, END_TURN, NOTIFY, PROPOSAL, WAITED
from bot.cluster import ALL_SHARDS, Claims
from bot.delivery import AGAIN, SHOW, Agenda, Delivery, ServerPosts
from bot.posts.server_pages import server_pages
from bot.store import Store
from bot.store.queries.due import ANNOUNCE
from bot.store.schema.tables import program
from bot.use_cases import EXPIRY, IDLE, VACATION, Services
from tests.databases import new_database

LEASE = timedelta(hours=1)
"""Longer than any test: it ends when a test says so."""


class Lifespan:
    """Lets a program live for a number of steps: calls of the database or of Discord.

    After them it stops, whatever it was about to do, without cleaning up.
    """

    def __init__(self):
        self.steps = None
        """The number of steps left; None for no limit."""
        self.stopped = asyncio.Event()
        """Set once it goes no further."""
        self._goes_on = asyncio.Event()
        self._goes_on.set()
        self._under_way = 0
        """The number of calls in progress."""
        self._still = asyncio.Event()
        self._still.set()
        self._cancelled = False

    @property
    def goes_on(self):
        return self._goes_on.is_set()

    async def step(self):
        """Take a step, or stop before it."""
        await asyncio.sleep(0)  # others take theirs meanwhile
        if self.steps is not None:
            self.steps -= 1
            if self.steps < 0:
                self.stop()
        await self._goes_on.wait()
        if self._cancelled:
            raise asyncio.CancelledError

    async def atomic_step(self, call):
        """Make a call: the program may stop before or after it, not halfway."""
        await self.step()
        self._under_way += 1
        self._still.clear()
        try:
            answer = await call()
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._still.set()
        await self.step()
        return answer

    async def wait_until_stopped(self):
        """Wait until the program has stopped, and its calls in progress have ended."""
        await self.stopped.wait()
        await self._still.wait()

    def stop(self):
        """Stop for now."""
        self._goes_on.clear()
        self.stopped.set()

    def go_on(self):
        """Go on normally."""
        self.steps = None
        self.stopped.clear()
        self._goes_on.set()

    def cancel_all(self):
        """Cancel all waiting steps."""
        self.steps = None
        self._cancelled = True
        self._goes_on.set()


class StoppableStore(Store):
    """A store of a program that may die before or after each call."""

    life: Lifespan | None = None

    async def _run(self, kind, *call):
        if self.life is None:
            return await super()._run(kind, *call)
        run = super()._run
        return await self.life.atomic_step(lambda: run(kind, *call))


class StoppableBox:
    """One program's access to the shared post box."""

    def __init__(self, box, life):
        self._box = box
        self._life = life

    def is_in(self, guild_id):
        return self._box.is_in(guild_id)

    def __getattr__(self, name):
        call = getattr(self._box, name)

        async def atomic(*arguments):
            return await self._life.atomic_step(lambda: call(*arguments))

        return atomic


class Program:
    """A program that shows games and handles due rows."""

    def __init__(self, store, box, clock, seed):
        self.life = store.life = Lifespan()
        self.store, self.clock = store, clock
        self.seconds = 0.0
        """Its own running time."""
        self.alarms = []
        self.services = Services(store, InOrder(seed), clock)
        self.claims = Claims(store, taken_over=LEASE, clock=lambda: self.seconds)
        self.server_posts = ServerPosts(
            store,
            StoppableBox(box, self.life),
            server_pages(self.services),
            clock,
            alarm=self.alarms.append,
            claims=self.claims,
        )
        self.delivery = Delivery(
            store,
            self.services,
            StoppableBox(box, self.life),
            posts_due,
            clock,
            alarm=self.alarms.append,
            claims=self.claims,
            posts_in=self.server_posts.guilds,
        )
        self.services.notify(self.delivery, alarm=self.delivery.alarm)
        doing = {
            AGAIN: self.delivery.again,
            SHOW: self.delivery.show,
            CALL: self.services.clocks.call_absent,
            CLOCK: self.services.clocks.watch,
            END_TURN: self.services.clocks.end_turn_automatically,
            PROPOSAL: self.services.proposals.resolve,
            EXPIRY: self.services.expiry.expire,
            ANNOUNCE: self.services.announcements.announce,
            IDLE: self.services.expiry.ask_whether_it_goes_on,
            NOTIFY: self.services.notifications.send_due,
            WAITED: self.services.long_waits.report,
            VACATION: self.services.vacations.log_vacations,
        }
        ending = self.services.maintenance.end
        self.agenda = Agenda(
            store, clock, doing, self.alarms.append, self.claims, end_maintenance=ending
        )

    @property
    def name(self):
        return self.claims.program

    async def start(self, shards=ALL_SHARDS):
        await self.claims.begin(shards)
        await self.delivery.start()
        await self.server_posts.start()

    async def look(self):
        """Look for news and due rows, as programs do every few seconds."""
        await self.claims.refresh_others()
        await self.delivery.look()
        await self.server_posts.refresh()
        await self.agenda.look()
        await self.server_posts.look()

    async def rest(self):
        await self.delivery.rest()
        await self.server_posts.rest()

    async def look_and_rest(self):
        """Look, and wait until everything is shown."""
        await self.look()
        await self.rest()

    async def close(self):
        await self.delivery.close()
        await self.server_posts.close()
        await self.claims.close()

    async def run_until_stopped(self, work):
        """Wait until the work is done or the program has stopped."""
        stopped = asyncio.create_task(self.life.wait_until_stopped())
        await asyncio.wait([work, stopped], return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()


class World:
    """A database and a Discord, with the programs that have run on them."""

    def __init__(self, path):
        self._path = path
        self.clock = Clock()
        self.box = PostBox()
        self.programs = []

    async def program(self):
        """A program that is not started yet."""
        store = await StoppableStore.open(await new_database(self._path))
        made = Program(store, self.box, self.clock, seed=len(self.programs))
        self.programs.append(made)
        return made

    async def started(self, shards=ALL_SHARDS):
        """A program that has just started."""
        made = await self.program()
        await made.start(shards)
        return made

    async def end_lease(self, of, name=None):
        """End a program's lease in the database."""
        past = datetime(2000, 1, 1, tzinfo=UTC)

        def end(connection):
            connection.execute(
                update(program).where(program.c.id == (name or of.name)).values(until=past)
            )

        async with self.programs[0].store.writing() as connection:
            await connection.run_sync(end)


@asynccontextmanager
async def opened_world(path):
    """A world, and its end."""
    one = World(path)
    try:
        yield one
    finally:
        for each in one.programs:
            each.life.cancel_all()
        for each in one.programs:
            await each.delivery.close()
            await each.server_posts.close()
            await each.store.close()
