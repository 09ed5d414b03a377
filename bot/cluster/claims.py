"""Which games this program shows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.cluster.claiming import NotOurs, Part
from bot.cluster.lease import Lease, running_time
from bot.cluster.shards import ALL, Shards
from bot.cluster.telling import Shown, Told
from bot.store import Store, StoreError
from bot.store.queries import claims

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""The longest time until others show what a dead program has left."""
_LASTING, _RENEWED, _LOOKED, _TRIED_AGAIN = 0.55, 1 / 10, 1 / 15, 1 / 30
"""Parts of that: how long a lease lasts, and the pauses between renewals, between looks at what has
come, and after a failure."""
_BEYOND = 0.01
"""Seconds after its end at which a lease is surely over."""
_TAKEN_AT_ONCE = 1000
_KEPT = 10_000
_LOOK = "look"
"""What programs tell each other of no single game: something has become free."""


class _Taken(NamedTuple):
    places: Mapping[int, int | None]
    """The servers of the games, as far as there are such games."""
    taken: set[int]
    others: list[Shards]


class Claims:
    """The games of this program, among others on the same database."""

    def __init__(
        self,
        store: Store,
        *,
        taken_over: timedelta = LEASE,
        clock: Callable[[], float] = running_time,
    ) -> None:
        """*taken_over*: how long others take at most to show what this program leaves if it dies.

        *clock* tells seconds from anywhere on.
        """
        self._store = store
        self._taken_over = taken_over.total_seconds()
        self._lease = Lease(store, taken_over * _LASTING, clock)
        self._shards = ALL
        self._only = False
        self._life = ""
        """The last life that has begun; it may have ended."""
        self._held: dict[int, int | None] = {}
        """The games of this life, with their servers."""
        self._elsewhere: LRUCache[int, int | None] = LRUCache(_KEPT)
        """The servers of games that this program does not hold, as far as it has met them."""
        self._others: list[Shards] = []
        """The shards of the others that live."""
        self.accompanied = False
        """Whether another program may have shown games since this one started."""
        self._parts: list[Part] = []
        self._telling: set[asyncio.Task[None]] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._failing: set[str] = set()
        """What fails just now as the database is in trouble."""

    def join(self, part: Part) -> None:
        """Let a part of the program know what happens."""
        self._parts.append(part)

    # --- the lease -------------------------------------------------------------------------------

    @property
    def program(self) -> str | None:
        """The name of this program; None while it may not act."""
        return self._lease.holder

    @property
    def lease_left(self) -> float:
        """For how many more seconds this program may act."""
        return self._lease.left

    @property
    def held(self) -> int:
        """How many games this program holds."""
        return len(self._held)

    @property
    def living(self) -> int:
        """How many programs live on this database, as far as this one has seen."""
        return len(self._others) + (self.program is not None)

    async def begin(self, shards: Shards = ALL, *, only: bool = False) -> None:
        """Begin to live, with these shards; *only* this program runs, if it knows so.

        Whoever lives already goes on. Raises StoreError if the database is in trouble.
        """
        self._shards, self._only = shards, only
        if self.program is None:
            await self._live()

    async def renew(self) -> None:
        """Live on, or begin anew. Raises StoreError if the database is in trouble."""
        if not await self._lease.renew():
            await self._live()

    async def _live(self) -> None:
        self.end_if_over()
        await self._lease.begin(self._shards, only=self._only)
        self._life = self._lease.holder or ""
        await self.look_around()
        self._news.set()

    def end_if_over(self) -> None:
        """Let everything go if the lease has ended."""
        if not self._life or self.program is not None:
            return
        log.warning("the claims of this program have ended, as its database did not answer in time")
        self._life = ""
        self._held.clear()
        for part in self._parts:
            part.lease_ended()

    # --- claims ----------------------------------------------------------------------------------

    def holds(self, table_id: int) -> bool:
        """Whether this program shows a game."""
        return table_id in self._held and self.program == self._life

    async def take(self, table_ids: Iterable[int]) -> frozenset[int]:
        """Claim games, less those that are another program's. Answers which it holds by now.

        Raises StoreError if the database is in trouble.
        """
        asked = [*dict.fromkeys(table_ids)]
        program = self.program
        for some in _in_chunks([each for each in asked if not self.holds(each)]):
            if program is None:
                break
            answer = await self._store.write(self._take, program, some)
            if self.program != program:  # too late: they are nobody's, or another life's
                break
            self._others = answer.others
            for table_id, guild_id in answer.places.items():
                if table_id in answer.taken:
                    self._held[table_id] = guild_id
                else:
                    self._elsewhere[table_id] = guild_id
            for part in self._parts:
                part.taken(answer.taken)
        return frozenset(each for each in asked if self.holds(each))

    def _take(self, connection: Connection, program: str, table_ids: Sequence[int]) -> _Taken:
        places, others = claims.places(connection, table_ids), self._living(connection)
        wanted = [
            table_id for table_id, guild_id in places.items() if not self._left(guild_id, others)
        ]
        return _Taken(places, claims.take(connection, program, wanted), others)

    def hold(self, connection: Connection, program: str, table_id: int) -> None:
        """See to it that nobody else takes that program's game before this transaction ends."""
        claims.hold(connection, program, table_id)

    async def confirm(self, program: str, table_id: int) -> None:
        """Raise NotOurs unless that program holds a game."""
        if not await self._store.look(claims.holds, program, table_id):
            raise NotOurs

    def lose(self, table_id: int) -> None:
        """Take it that this program does not hold a game, whatever it thought."""
        self._held.pop(table_id, None)

    def misplaced(self) -> list[int]:
        """The games that another program should show rather than this one."""
        return [
            table_id
            for table_id, guild_id in self._held.items()
            if self._left(guild_id, self._others)
        ]

    async def give_back(self, table_ids: Sequence[int]) -> None:
        """Hold these games no more. Raises StoreError if the database is in trouble."""
        program = self.program
        if program is None or not table_ids:
            return
        for table_id in table_ids:
            self._elsewhere[table_id] = self._held.pop(table_id, None)
        for some in _in_chunks(table_ids):
            await self._store.write(claims.give_back, program, some)
        await self._store.tell(_LOOK)

    def leaves(self, table_id: int, guild_id: int | None) -> bool:
        """Whether a game, of that server, is left to another program."""
        self._elsewhere[table_id] = guild_id
        return not self.holds(table_id) and self._left(guild_id, self._others)

    def _left(self, guild_id: int | None, others: Iterable[Shards]) -> bool:
        """Whether games of a server are others' rather than this program's."""
        return not self._shards.has(guild_id) and any(each.has(guild_id) for each in others)

    async def look_around(self) -> None:
        """See which other programs live. Raises StoreError if the database is in trouble."""
        self._others = await self._store.look(self._living)

    async def has_rivals(self) -> bool:
        """Whether another program that lives has some of these shards: both are told of the same.

        Raises StoreError if the database is in trouble.
        """
        living = await self._store.look(self._living)
        return any(each.meets(self._shards) for each in living)

    def _living(self, connection: Connection) -> list[Shards]:
        """The shards of the other programs that live."""
        rows = claims.living(connection)
        self.accompanied |= any(row.id != self._lease.holder for row in rows)
        return [Shards.parse(row.shards) for row in rows if row.id != self._lease.holder]

    # --- what programs tell each other -----------------------------------------------------------

    def tell(self, table_id: int, *, computer: bool = False, shown: Shown | None = None) -> None:
        """Tell the others that something of a game was stored, which *computer* is to answer.

        *shown*: by which message whoever pressed was shown it already.
        """
        if not self._others:
            return
        guild_id = self._elsewhere.get(table_id) or 0
        text = str(Told(table_id, guild_id, computer, shown))
        telling = asyncio.create_task(self._store.tell(text))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    def heard(self, text: str) -> None:
        """Take in what another program has told."""
        if text == _LOOK:
            self._news.set()
        if (what := Told.parse(text)) is None:  # it may be of another version
            return
        mine = self.holds(what.table_id)
        if mine or self._shards.has(what.guild_id):
            for part in self._parts:
                part.told(what, mine=mine)

    # --- what is done again and again ------------------------------------------------------------

    async def keep(self, look: Callable[[], Awaitable[None]]) -> None:
        """Live on from now on, and *look* now and then for what has come, and when told so.

        Until :meth:`close`.
        """
        if self._keeping is not None:
            return
        await self._store.listen(self.heard)
        self._keeping = asyncio.create_task(self._keep(look), name="claims")

    async def _keep(self, look: Callable[[], Awaitable[None]]) -> None:
        async with asyncio.TaskGroup() as together:
            together.create_task(self._go_on_living(), name="lease")
            together.create_task(self._go_on_looking(look), name="claims")

    async def _go_on_living(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            ending = loop.call_later(self._lease.left + _BEYOND, self.end_if_over)
            try:
                with self._logged("the lease of this program is not renewed"):
                    await asyncio.sleep(min(self._taken_over * _RENEWED, self._lease.left))
                    await self.renew()
                    continue
                await asyncio.sleep(self._taken_over * _TRIED_AGAIN)
            finally:
                ending.cancel()

    async def _go_on_looking(self, look: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                async with asyncio.timeout(self._taken_over * _LOOKED):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            if self.program is None:
                continue
            with self._logged("what other programs have left is not seen"):
                await self.look_around()
                await look()

    @contextmanager
    def _logged(self, what: str) -> Iterator[None]:
        """Log that *what* has failed, and go on: a program that no longer lives shows nothing.

        Trouble of the database is logged once, until it is over.
        """
        try:
            yield
        except StoreError as error:
            if what not in self._failing:
                log.error("%s: %s", what, error)  # noqa: TRY400
            self._failing.add(what)
        except Exception:
            log.exception(what)
        else:
            self._failing.discard(what)

    async def close(self) -> None:
        """Give everything back, for others to go on with at once.

        This program is taken to live to the end of its lease all the same: so only programs that
        have its shards, too, take what is theirs before that.
        """
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        program = self.program
        self._life = ""
        self._held.clear()
        if program is not None:
            try:
                await self._store.write(claims.give_back, program)
            except StoreError as error:  # then it ends with the lease
                log.error("claims are not given back: %s", error)  # noqa: TRY400
            await self._store.tell(_LOOK)
        if self._telling:
            await asyncio.wait(self._telling)


def _in_chunks(table_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """So many at a time as one statement may name."""
    for begin in range(0, len(table_ids), _TAKEN_AT_ONCE):
        yield table_ids[begin : begin + _TAKEN_AT_ONCE]
