"""How a table changes: drafted, stored on the condition that nothing else has, and told."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from bot.changes.automatic import ReadOrders
from bot.changes.calling import Presence
from bot.changes.commit import write_draft
from bot.changes.draft import Draft
from bot.changes.loaded import Loaded
from bot.changes.loader import Loader
from bot.changes.teacher import Teacher
from bot.counting import UNCOUNTED, By, Counts
from bot.domain import Everyone, Kind, Outcome, Refusal, Refused
from bot.store import (
    EntryRow,
    NotStored,
    PerhapsStored,
    StaleVersion,
    Store,
    StoreError,
    Unavailable,
)
from bot.store.queries import logs
from engine import IllegalAction

_READ_ANEW = 3
"""So often a table is read anew when something was stored meanwhile."""
_PAUSES = (0.0, 0.1, 0.4, 1.0, 2.0)
"""Seconds before the database is asked what was stored, each time."""


class Audience(Protocol):
    """Who is told of everything that is stored."""

    def note(self, connection: Connection, everyone: Everyone) -> object:
        """Note, in the transaction that stores it, what will be told of it."""

    def stored(self, table_id: int, noted: object) -> None:
        """It is stored; *noted* is what :meth:`note` answered, None if that is not known."""

    def expect(self, at: datetime) -> None:
        """Something is due at that time."""


class Audiences:
    """Several audiences, told one after the other."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = audiences

    def note(self, connection: Connection, everyone: Everyone) -> list[object]:
        """Note what each will be told."""
        return [each.note(connection, everyone) for each in self._audiences]

    def stored(self, table_id: int, noted: object) -> None:
        """Tell each."""
        known = noted if isinstance(noted, list) else [None] * len(self._audiences)
        for audience, of_audience in zip(self._audiences, known, strict=True):
            audience.stored(table_id, of_audience)

    def expect(self, at: datetime) -> None:
        """Tell each."""
        for audience in self._audiences:
            audience.expect(at)


class Nobody:
    """An audience that listens to nothing."""

    def note(self, connection: Connection, everyone: Everyone) -> object:
        """Note nothing."""

    def stored(self, table_id: int, noted: object) -> None:
        """Tell nobody."""

    def expect(self, at: datetime) -> None:
        """Expect nothing."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that is stored."""

    draft: Draft
    after: Loaded

    def outcome_for(self, user_id: int) -> Outcome:
        """What it led to, for a user who plays."""
        seat = self.after.visit(user_id).seat
        assert seat is not None
        return Outcome(seat, self.draft.entries, self.draft.drawn_by(seat.number))


class Changes:
    """Makes changes, one at a time for each table.

    *read* reads a table, *read_orders* the standing orders at one, *clock* tells the time in UTC,
    *teacher* what players in their first games are taught.
    """

    def __init__(
        self,
        store: Store,
        loader: Loader,
        read: Callable[[int], Awaitable[Loaded]],
        read_orders: ReadOrders,
        clock: Callable[[], datetime],
        *,
        teacher: Teacher,
        counts: Counts = UNCOUNTED,
    ) -> None:
        self._store = store
        self._loader = loader
        self._read = read
        self._read_orders = read_orders
        self._clock = clock
        self._teacher = teacher
        self._counts = counts
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.audience: Audience = Nobody()
        self.presence = Presence()

    async def change(self, table_id: int, work: Callable[[Draft], Awaitable[None]]) -> Change:
        """Let *work* draft a change of a table, one at a time, and store it.

        It is drafted from what was read last, mostly for the same wish: it is stored only if
        that still holds. If it does not, or if that is a reason to refuse, it is read anew.
        Raises NotStored if the database is in trouble: then nothing has changed; PerhapsStored if
        it was lost in the middle, and cannot be asked.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            latest = self._loader.latest(table_id)
            if latest is not None:
                try:
                    return await self._changed(latest, work)
                except Unavailable:  # to read and to write again would take as long once more
                    raise
                except (StaleVersion, StoreError, Refused, IllegalAction):
                    pass
            for _ in range(_READ_ANEW):  # other programs may change it, too, and not only decide
                with suppress(StaleVersion):
                    return await self._changed(await self._read(table_id), work)
            raise Refused(Refusal.STALE)

    async def _changed(self, read: Loaded, work: Callable[[Draft], Awaitable[None]]) -> Change:
        draft = Draft(read, self._clock(), self.presence, self._read_orders)
        await work(draft)

        def drafted(_connection: Connection) -> Draft:
            return draft

        return Change(draft, await self.store(drafted))

    async def store(self, drafted: Callable[[Connection], Draft]) -> Loaded:
        """Store a draft that is made in the transaction, and what will be told of it."""

        def only(connection: Connection) -> list[Draft]:
            return [drafted(connection)]

        (result,) = await self.store_all(only)
        return result

    async def store_all(self, drafted: Callable[[Connection], list[Draft]]) -> list[Loaded]:
        """Store drafts of several tables that are made in one transaction, or none of them."""
        written: list[Loaded] = []
        stored: list[Draft] = []
        noted: list[object] = []
        expected: list[datetime] = []
        added: list[tuple[int, EntryRow]] = []

        def write(connection: Connection) -> None:
            for draft in drafted(connection):
                added.append((draft.table.id, draft.rows[-1]))
                result = write_draft(connection, draft, self._teacher)
                expected.extend(draft.later.values())
                noted.append(self.audience.note(connection, result.everyone()))
                written.append(result)
                stored.append(draft)

        try:
            await self._surely(self._store.write(write), added)
        except BaseException:
            for result in written:  # perhaps it was stored all the same: let everybody look
                self.audience.stored(result.table.id, None)
            raise
        for draft in stored:
            self._count(draft)
        for result, of_result in zip(written, noted, strict=True):
            self._loader.remember(result)
            self.audience.stored(result.table.id, of_result)
        if expected:
            self.audience.expect(min(expected))
        return written

    def _count(self, draft: Draft) -> None:
        """Count the decisions that a draft has brought."""
        for row in draft.rows:
            if row.kind != Kind.ACTED:
                continue
            if row.automatic:
                self._counts.count(By.ITSELF)
            else:
                self._counts.count(By.COMPUTER if row.user_id is None else By.PLAYER)

    async def _surely(
        self, writing: Awaitable[None], added: Sequence[tuple[int, EntryRow]]
    ) -> None:
        """Wait for what is written, and if its answer is lost find out what has become of it.

        *Added* are games with the last entry of each, all of them written together. Raises
        PerhapsStored if that cannot be found out.
        """
        try:
            await writing
        except PerhapsStored as lost:
            stored = await self._is_stored(*added[0]) if added else None
            if stored is None:
                raise
            if not stored:
                raise NotStored(lost.trouble) from lost

    async def _is_stored(self, table_id: int, row: EntryRow) -> bool | None:
        """Look for an entry, more than once if need be; None if the database does not answer."""
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            with suppress(Unavailable):
                return await self._store.write(logs.has_entry, table_id, row)
        return None
