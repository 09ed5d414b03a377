"""The games that this program shows, among others on the same database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.cluster.lease import Lease, running_time
from bot.cluster.notices import ChangeNotice, ShownMessage
from bot.cluster.shards import ALL_SHARDS, Shards
from bot.store import Store, StoreError
from bot.store.queries import claims

_P = ParamSpec("_P")
_T = TypeVar("_T")

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""The longest time until others show what a dead program has left."""
_LASTING, _RENEWED, _LOOKED, _TRIED_AGAIN = 0.55, 1 / 10, 1 / 15, 1 / 30
"""Parts of that: how long a lease lasts, and the pauses between renewals, between looks for work,
and after a failure."""
_BEYOND = 0.01
"""Seconds after its end at which a lease is surely over."""
_TAKEN_AT_ONCE = 1000
_KEPT = 10_000
_LOOK = "look"
"""The notice about no single game: something has become free."""


class NotOurs(Exception):
    """Another program shows the game, or may by now."""


class NoticeListener(Protocol):
    """Handles what another program has stored."""

    def __call__(self, what: ChangeNotice, *, mine: bool) -> None:
        """*mine*: this program holds the game."""


class Claims:
    """The games of this program, among others on the same database."""

    def __init__(
        self,
        store: Store,
        *,
        taken_over: timedelta = LEASE,
        clock: Callable[[], float] = running_time,
    ) -> None:
        """*taken_over*: how long others take at most to take over the games if this program dies.

        *clock* tells seconds from any origin.
        """
        self._store = store
        self._taken_over = taken_over.total_seconds()
        self.lease = Lease(store, taken_over * _LASTING, clock)
        self._shards = ALL_SHARDS
        self._only = False
        self._life = ""
        """The name of the last life that has begun; it may have ended."""
        self._held: dict[int, int | None] = {}
        """The games of this life, with their servers."""
        self._elsewhere: LRUCache[int, int | None] = LRUCache(_KEPT)
        """The servers of games that this program has met and does not hold."""
        self._others: list[Shards] = []
        """The shards of the other living programs."""
        self.accompanied = False
        """True if another program may have shown games since this one started."""
        self.when_notified: list[NoticeListener] = []
        self.when_taken: list[Callable[[Collection[int]], None]] = []
        """Called with games that this program holds from now on."""
        self.when_lease_ends: list[Callable[[], None]] = []
        """Called to stop what is under way: perhaps other programs do it by now."""
        self._sending: set[asyncio.Task[None]] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._failing: set[str] = set()
        """The work that fails at present because the database is in trouble."""

    # --- the lease -------------------------------------------------------------------------------

    @property
    def program(self) -> str | None:
        """The name of this program; None while it may not act."""
        return self.lease.holder

    @property
    def held(self) -> int:
        """The number of games that this program holds."""
        return len(self._held)

    @property
    def living(self) -> int:
        """The number of living programs on this database, as far as this one has seen."""
        return len(self._others) + (self.program is not None)

    async def begin(self, shards: Shards = ALL_SHARDS, *, only: bool = False) -> None:
        """Begin a lease with these shards, unless there is one.

        *only*: this is known to be the only program. Raises StoreError if the database is in
        trouble.
        """
        self._shards, self._only = shards, only
        if self.program is None:
            await self._begin_lease()

    async def renew(self) -> None:
        """Renew the lease, or begin a new one. Raises StoreError if the database is in trouble."""
        if not await self.lease.renew():
            await self._begin_lease()

    async def _begin_lease(self) -> None:
        self.end_if_over()
        await self.lease.begin(self._shards, only=self._only)
        self._life = self.lease.holder or ""
        await self.refresh_others()
        self._news.set()

    def end_if_over(self) -> None:
        """Drop all games if the lease has ended."""
        if not self._life or self.program is not None:
            return
        log.warning("the claims of this program have ended, as its database did not answer in time")
        self._life = ""
        self._held.clear()
        for stop in self.when_lease_ends:
            stop()

    # --- claims ----------------------------------------------------------------------------------

    def holds(self, table_id: int) -> bool:
        """True if this program shows a game."""
        return table_id in self._held and self.program == self._life

    async def take(self, table_ids: Iterable[int]) -> frozenset[int]:
        """Claim games, except those of other programs. Returns which it holds by now.

        Raises StoreError if the database is in trouble.
        """
        asked = [*dict.fromkeys(table_ids)]
        program = self.program
        for some in _in_chunks([each for each in asked if not self.holds(each)]):
            if program is None:
                break
            places, taken, others = await self._store.write(self._take, program, some)
            if self.program != program:  # too late: they belong to a life that has ended
                break
            self._others = others
            for table_id, guild_id in places.items():
                if table_id in taken:
                    self._held[table_id] = guild_id
                else:
                    self._elsewhere[table_id] = guild_id
            for listener in self.when_taken:
                listener(taken)
        return frozenset(each for each in asked if self.holds(each))

    def _take(
        self, connection: Connection, program: str, table_ids: Sequence[int]
    ) -> tuple[Mapping[int, int | None], set[int], list[Shards]]:
        """The servers of the games that exist, the games taken, and the shards of others."""
        places, others = claims.places(connection, table_ids), self._living(connection)
        wanted = [
            table_id for table_id, guild_id in places.items() if not self._left(guild_id, others)
        ]
        return places, claims.take(connection, program, wanted), others

    def lose(self, table_id: int) -> None:
        """Forget the claim on a game."""
        self._held.pop(table_id, None)

    def misplaced(self) -> list[int]:
        """The games that another program should show rather than this one."""
        return [
            table_id
            for table_id, guild_id in self._held.items()
            if self._left(guild_id, self._others)
        ]

    async def give_back(self, table_ids: Sequence[int]) -> None:
        """Give up these claims. Raises StoreError if the database is in trouble."""
        program = self.program
        if program is None or not table_ids:
            return
        for table_id in table_ids:
            self._elsewhere[table_id] = self._held.pop(table_id, None)
        for some in _in_chunks(table_ids):
            await self._store.write(claims.give_back, program, some)
        await self._store.notify(_LOOK)

    def leaves(self, table_id: int, guild_id: int | None) -> bool:
        """True if a game of that server belongs to another program."""
        self._elsewhere[table_id] = guild_id
        return not self.holds(table_id) and self._left(guild_id, self._others)

    def serves(self, guild_id: int) -> bool:
        """True unless another program serves that server."""
        return not self._left(guild_id, self._others)

    def _left(self, guild_id: int | None, others: Iterable[Shards]) -> bool:
        """True if games of a server belong to others rather than to this program."""
        return not self._shards.has(guild_id) and any(each.has(guild_id) for each in others)

    async def refresh_others(self) -> None:
        """Read which other programs live. Raises StoreError if the database is in trouble."""
        self._others = await self._store.look(self._living)

    async def has_rivals(self) -> bool:
        """True if another living program shares some of these shards: both receive their events.

        Raises StoreError if the database is in trouble.
        """
        living = await self._store.look(self._living)
        return any(each.meets(self._shards) for each in living)

    def _living(self, connection: Connection) -> list[Shards]:
        """The shards of the other programs that live."""
        rows = claims.living(connection)
        self.accompanied |= any(row.id != self.lease.holder for row in rows)
        return [Shards.parse(row.shards) for row in rows if row.id != self.lease.holder]

    # --- notices ---------------------------------------------------------------------------------

    def notify_others(
        self, table_id: int, *, computer: bool = False, shown: ShownMessage | None = None
    ) -> None:
        """Notify the others of a stored change; *computer*: a computer must answer it.

        *shown* is the message in which the player has seen the change already.
        """
        if not self._others:
            return
        guild_id = self._elsewhere.get(table_id) or 0
        text = str(ChangeNotice(table_id, guild_id, computer, shown))
        sending = asyncio.create_task(self._store.notify(text))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    def receive(self, text: str) -> None:
        """Receive a notice of another program."""
        if text == _LOOK:
            self._news.set()
        if (what := ChangeNotice.parse(text)) is None:  # it may be of another version
            return
        mine = self.holds(what.table_id)
        if mine or self._shards.has(what.guild_id):
            for listener in self.when_notified:
                listener(what, mine=mine)

    # --- in the background -----------------------------------------------------------------------

    async def keep(self, look: Callable[[], Awaitable[None]]) -> None:
        """Renew the lease, and call *look* now and then and after notices, until :meth:`close`."""
        if self._keeping is not None:
            return
        await self._store.listen(self.receive)
        self._keeping = asyncio.create_task(self._keep(look), name="claims")

    async def _keep(self, look: Callable[[], Awaitable[None]]) -> None:
        async with asyncio.TaskGroup() as together:
            together.create_task(self._keep_lease(), name="lease")
            together.create_task(self._keep_looking(look), name="claims")

    async def _keep_lease(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            ending = loop.call_later(self.lease.left + _BEYOND, self.end_if_over)
            try:
                with self._logged("the lease of this program is not renewed"):
                    await asyncio.sleep(min(self._taken_over * _RENEWED, self.lease.left))
                    await self.renew()
                    continue
                await asyncio.sleep(self._taken_over * _TRIED_AGAIN)
            finally:
                ending.cancel()

    async def _keep_looking(self, look: Callable[[], Awaitable[None]]) -> None:
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
                await self.refresh_others()
                await look()

    @contextmanager
    def _logged(self, what: str) -> Iterator[None]:
        """Log that *what* has failed, and go on. Trouble of the database is logged once."""
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
        """Give all games back, so that others can go on with them at once.

        This program counts as living to the end of its lease: until then only programs that share
        its shards take its games.
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
            await self._store.notify(_LOOK)
        if self._sending:
            await asyncio.wait(self._sending)


class Alone(Claims):
    """The only program on its database: it holds every game, without a lease."""

    @property
    def program(self) -> str:
        """Empty: it needs no name."""
        return ""

    def holds(self, table_id: int) -> bool:  # noqa: ARG002
        """Always."""
        return True

    async def take(self, table_ids: Iterable[int]) -> frozenset[int]:
        """All of them."""
        return frozenset(table_ids)


def _in_chunks(table_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Chunks as large as one statement may name."""
    for begin in range(0, len(table_ids), _TAKEN_AT_ONCE):
        yield table_ids[begin : begin + _TAKEN_AT_ONCE]


@dataclass(frozen=True, slots=True)
class HeldGame:
    """A game, under the name that this program had when it began to work on it."""

    store: Store
    claims: Claims
    program: str
    """Empty if this one is alone on its database."""
    table_id: int

    def ensure_held(self) -> None:
        """Raise NotOurs if another program may show the game by now."""
        if self.claims.program != self.program or not self.claims.holds(self.table_id):
            raise NotOurs

    async def write(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """Store something about the game. Raises NotOurs, and what :meth:`Store.write` raises."""

        def write(connection: Connection) -> _T:
            if self.program and not claims.hold(connection, self.program, self.table_id):
                raise NotOurs
            return work(connection, *args, **kwargs)

        return await self.store.write(write)
