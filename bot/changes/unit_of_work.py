"""The unit of work: load, decide, check and store a change in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from bot.changes import following, projection
from bot.changes.change import Change
from bot.changes.presence import Presence
from bot.changes.reader import Reader
from bot.changes.teacher import Advise, Teacher, no_advice
from bot.changes.timing import counted_until
from bot.changes.whole import WholeTable
from bot.counting import UNCOUNTED, By, Counts
from bot.domain.entries import FullAction
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Everyone
from bot.domain.stored import dump_entry
from bot.domain.taught import dump_taught
from bot.store import (
    DueRow,
    EntryRow,
    InMaintenance,
    NotStored,
    PerhapsStored,
    Unavailable,
)
from bot.store.queries import due, games, logs, markers, people

_P = ParamSpec("_P")
_T = TypeVar("_T")

_PAUSES = (0.0, 0.1, 0.4, 1.0, 2.0)
"""Seconds before each check whether an entry was stored."""


class Listener(Protocol):
    """Receives every stored change."""

    def note(self, connection: Connection, everyone: Everyone) -> object:
        """Called in the transaction of a change. The result is given to :meth:`stored`."""

    def stored(self, table_id: int, noted: object) -> None:
        """Called after the commit with the result of :meth:`note`, or None if it is unknown."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A change written in a transaction."""

    change: Change
    row: EntryRow
    """The row of its last entry."""
    due_at: datetime | None
    """Time of its first scheduled job."""
    noted: list[object] = field(default_factory=list)
    """The result of each listener's :meth:`Listener.note`."""


def no_alarm(_at: datetime) -> None:
    """Ignore a time."""


class Changes:
    """The unit of work: stores the changes that use cases decide, one table at a time.

    *clock* returns the time in UTC; *advise* returns the advice for a player's first games.
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
        """Receive every stored change."""
        self.alarm: Callable[[datetime], object] = no_alarm
        """Called with the times of scheduled jobs."""
        self._store = reader.store
        self._teacher = Teacher(advise)
        self._counts = counts
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def change(
        self,
        table_id: int,
        decide: Callable[[Change], Change],
        *,
        people: Collection[int | None] = (),
    ) -> Change:
        """Load a table, call *decide*, and store the change that it returns.

        *people* are users whose data *decide* needs although they may not play. Raises Refused if
        the table does not exist or is damaged, or during maintenance; NotStored if the database
        fails and nothing has changed; PerhapsStored if the connection was lost at the commit.
        """
        # One at a time: otherwise each would hold a connection only to wait for the table
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            (change,) = await self.commit(
                lambda connection: [decide(self.begin(connection, table_id, people))]
            )
        return change

    def begin(
        self, connection: Connection, table_id: int, people: Collection[int | None] = ()
    ) -> Change:
        """Lock and load a table, and return an empty change of it. Raises as :meth:`change`."""
        games.hold(connection, games.numbered(table_id))
        whole = self.reader.read_existing(connection, table_id)
        return self.begin_with(connection, whole, self.clock(), people)

    def begin_with(
        self,
        connection: Connection,
        whole: WholeTable,
        at: datetime,
        users: Collection[int | None] = (),
    ) -> Change:
        """Return an empty change of a table, which is locked, at the moment *at*."""
        named = {*users, *(each.question.user_id for each in whole.state.proposals)}
        return Change(
            whole,
            at,
            whole.state,
            counted_until(whole.pulse, at),
            people={each: people.read_person(connection, each) for each in named - {None} if each},
            rules=self.reader.rules.load(whole.state.place.guild_id, whole.rules),
            presence=self.presence,
        )

    async def commit(self, decide: Callable[[Connection], Sequence[Change]]) -> list[Change]:
        """Store the changes that *decide* returns, in its transaction; all of them or none.

        Returns them, completed. Raises as :meth:`change` does.
        """
        listeners = self.listeners
        written: list[_Written] = []

        def write(connection: Connection) -> None:
            written.clear()  # from an earlier attempt
            for decided in decide(connection):
                written.append(self._write(connection, decided))
                everyone = written[-1].change.after.everyone()
                written[-1].noted.extend(each.note(connection, everyone) for each in listeners)

        try:
            with _refuse_in_maintenance():
                try:
                    await self._store.write(write)
                except PerhapsStored as lost:
                    await self._check_stored(written, lost)
        except BaseException:
            for each in written:  # possibly stored all the same
                self.stored(each.change.before.id)
            raise
        for each in written:
            self._count(each.change)
            self.reader.loader.remember(each.change.after)
            for listener, noted in zip(listeners, each.noted, strict=True):
                listener.stored(each.change.before.id, noted)
        if coming := [each.due_at for each in written if each.due_at is not None]:
            self.alarm(min(coming))
        return [each.change for each in written]

    def _write(self, connection: Connection, change: Change) -> _Written:
        """Complete and store a change.

        Raises StaleVersion if the table has changed meanwhile, InMaintenance during maintenance.
        """
        before = change.before
        change = following.complete(change)
        taught = self._teacher.taught(connection, before, change.after, change.entries)
        rows = [dump_entry(entry) for entry in change.entries]
        changed = projection.columns(change.state, before.state)
        changed.pop("version")
        states, keeping = projection.new_states(before.state, change.after)
        logs.append(
            connection,
            before.id,
            before.state.version,
            rows,
            change.at,
            states=states,
            keeping=keeping,
            taught=dump_taught(taught),
            **changed,
        )
        projection.write(connection, before, change.after, change.entries)
        due_at = following.write_following(connection, change)
        return _Written(change.stored_with(taught), rows[-1], due_at)

    async def write(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """Store something outside the logs of tables: ``work(connection, *args, **kwargs)``.

        Raises Refused during maintenance, and the errors of :meth:`Store.write`.
        """

        def checked(connection: Connection) -> _T:
            markers.check_maintenance(connection, self.clock())
            return work(connection, *args, **kwargs)

        with _refuse_in_maintenance():
            return await self._store.write(checked)

    def stored(self, table_id: int) -> None:
        """Notify the listeners of a change of a table outside its log."""
        for listener in self.listeners:
            listener.stored(table_id, None)

    async def reschedule(self, kind: str, table_id: int, at: datetime) -> None:
        """Move a table's job of that kind to another time."""
        await self._store.write(due.schedule, DueRow(kind, table_id, at))
        self.alarm(at)

    def _count(self, change: Change) -> None:
        for entry in change.entries:
            if not isinstance(entry, FullAction):
                continue
            if entry.automatic:
                self._counts.count(By.ITSELF)
            else:
                self._counts.count(By.COMPUTER if entry.user_id is None else By.PLAYER)

    async def _check_stored(self, written: Sequence[_Written], lost: PerhapsStored) -> None:
        """Find out whether a commit was stored whose answer was *lost*.

        All changes of a commit are stored together. Raises NotStored if they were not, *lost* if
        the database does not answer.
        """
        for pause in _PAUSES if written else ():
            await asyncio.sleep(pause)
            try:
                first = written[0]
                stored = await self._store.write(logs.has_entry, first.change.before.id, first.row)
            except Unavailable:
                continue
            if not stored:
                raise NotStored(lost.trouble) from lost
            return
        raise lost


@contextmanager
def _refuse_in_maintenance() -> Iterator[None]:
    try:
        yield
    except InMaintenance as held:
        raise Refused(Refusal.MAINTENANCE, moment=held.until) from None
