"""How a table changes: drafted, stored on the condition that nothing else has, and told."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from bot.changes.commit import write_draft
from bot.changes.draft import Draft
from bot.changes.loaded import Loaded
from bot.changes.presence import Presence
from bot.changes.reader import Reader
from bot.changes.teacher import Advise, Teacher, no_advice
from bot.counting import UNCOUNTED, By, Counts
from bot.domain import Everyone, Kind, Outcome, Refusal, Refused, Table
from bot.store import (
    DueRow,
    EntryRow,
    InMaintenance,
    NotStored,
    PerhapsStored,
    StaleVersion,
    StoreError,
    Unavailable,
)
from bot.store.queries import due, logs, markers
from engine import IllegalAction

_P = ParamSpec("_P")
_T = TypeVar("_T")

_READ_ANEW = 3
"""So often a table is read anew when something was stored meanwhile."""
_PAUSES = (0.0, 0.1, 0.4, 1.0, 2.0)
"""Seconds before the database is asked what was stored, each time."""


class Listener(Protocol):
    """Receives every stored change."""

    def note(self, connection: Connection, everyone: Everyone, *, latest: bool) -> object:
        """Called in the transaction of a change. What it returns is given to :meth:`stored`.

        *latest*: nothing was read after that from which the change was drafted.
        """

    def stored(self, table_id: int, noted: object) -> None:
        """Called after the commit with what :meth:`note` returned, or None if that is unknown."""


def no_alarm(_at: datetime) -> None:
    """Wake nobody."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that is stored."""

    draft: Draft
    after: Loaded

    @property
    def table(self) -> Table:
        """What everybody may know of what it led to."""
        return self.after.table

    def outcome_for(self, user_id: int) -> Outcome:
        """What it led to, for a user who plays."""
        seat = self.after.visit(user_id).seat
        assert seat is not None
        assert self.draft.play is not None
        return Outcome(seat, self.draft.entries, self.draft.play.drawn_by(seat.number))


class Changes:
    """The unit of work: drafts changes, one at a time for each table, and stores them.

    *clock* tells the time in UTC, *advise* which advice fits in a player's first games.
    """

    def __init__(
        self,
        reader: Reader,
        clock: Callable[[], datetime],
        *,
        advise: Advise = no_advice,
        counts: Counts = UNCOUNTED,
    ) -> None:
        self.reader = reader
        self.clock = clock
        self.presence = Presence()
        self.listeners: Sequence[Listener] = ()
        """Told of everything that is stored."""
        self.alarm: Callable[[datetime], object] = no_alarm
        """Called with the times at which something is due."""
        self._store = reader.store
        self._teacher = Teacher(advise)
        self._counts = counts
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def change(self, table_id: int, work: Callable[[Draft], Awaitable[None]]) -> Change:
        """Let *work* draft a change of a table, one at a time, and store it.

        It is drafted from what was read last, mostly for the same request: it is stored only if
        that still holds. If it does not, or if that is a reason to refuse, it is read anew.
        Raises Refused while the host lets nothing be changed; NotStored if the database is in
        trouble: then nothing has changed; PerhapsStored if it was lost in the middle, and cannot be
        asked.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            latest = self.reader.loader.latest(table_id)
            if latest is not None:
                try:
                    return await self._changed(latest, work)
                except Unavailable:  # to read and to write again would take as long once more
                    raise
                except (StaleVersion, StoreError, Refused, IllegalAction):
                    pass
            for _ in range(_READ_ANEW):  # other programs may change it, too, and not only decide
                with suppress(StaleVersion):
                    return await self._changed(await self.reader.one(table_id), work)
            raise Refused(Refusal.STALE)

    async def _changed(self, read: Loaded, work: Callable[[Draft], Awaitable[None]]) -> Change:
        draft = self.draft(read, self.clock())
        await work(draft)
        (after,) = await self.commit([draft])
        return Change(draft, after)

    def draft(self, read: Loaded, at: datetime) -> Draft:
        """An empty draft of a change to a table, at the moment *at*."""
        return Draft(read, at, self.presence, self.reader.orders_at)

    async def commit(
        self, drafts: Sequence[Draft] | Callable[[Connection], Sequence[Draft]]
    ) -> list[Loaded]:
        """Store drafts in one transaction, in which they may be made; all of them or none.

        Returns what they lead to. Raises as :meth:`change` does.
        """
        listeners = self.listeners
        written: list[tuple[Draft, Loaded]] = []
        noted: list[list[object]] = []
        added: list[tuple[int, EntryRow]] = []

        def write(connection: Connection) -> None:
            for draft in drafts(connection) if callable(drafts) else drafts:
                added.append((draft.table.id, draft.rows[-1]))
                latest = self.reader.loader.latest(draft.table.id) is draft.read
                result = write_draft(connection, draft, self._teacher)
                everyone = result.everyone()
                noted.append([each.note(connection, everyone, latest=latest) for each in listeners])
                written.append((draft, result))

        try:
            with _refused():
                await self._confirm_stored(self._store.write(write), added)
        except BaseException:
            for draft, _ in written:  # perhaps it was stored all the same: let everybody look
                self.stored(draft.table.id)
            raise
        for (draft, result), of_result in zip(written, noted, strict=True):
            self._count(draft)
            self.reader.loader.remember(result)
            for listener, of_listener in zip(listeners, of_result, strict=True):
                listener.stored(result.id, of_listener)
        if later := [at for draft, _ in written for at in draft.later.values()]:
            self.alarm(min(later))
        return [result for _, result in written]

    async def write(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """Store what people want changed that is no entry in the log of a table.

        Runs ``work(connection, *args, **kwargs)``. Raises Refused while the host lets nothing be
        changed, and what :meth:`Store.write` does.
        """

        def checked(connection: Connection) -> _T:
            markers.check_maintenance(connection, self.clock())
            return work(connection, *args, **kwargs)

        with _refused():
            return await self._store.write(checked)

    def stored(self, table_id: int) -> None:
        """Tell the listeners that something is stored that is no entry in the log of a table."""
        for listener in self.listeners:
            listener.stored(table_id, None)

    async def put_off(self, kind: str, table_id: int, at: datetime) -> None:
        """Have what is due of that kind at a table done at another time."""
        await self._store.write(due.schedule, DueRow(kind, table_id, at))
        self.alarm(at)

    def _count(self, draft: Draft) -> None:
        """Count the decisions that a draft has brought."""
        for row in draft.rows:
            if row.kind != Kind.ACTED:
                continue
            if row.automatic:
                self._counts.count(By.ITSELF)
            else:
                self._counts.count(By.COMPUTER if row.user_id is None else By.PLAYER)

    async def _confirm_stored(
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


@contextmanager
def _refused() -> Iterator[None]:
    """Refuse what may not be changed now."""
    try:
        yield
    except InMaintenance as held:
        raise Refused(Refusal.MAINTENANCE, moment=held.until) from None
