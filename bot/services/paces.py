"""The pace of a table: to choose it, and to tell who has played without one."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from bot.changes import Changes, Draft
from bot.domain import (
    UNHURRIED,
    Kind,
    Pace,
    Person,
    Refusal,
    Refused,
    Status,
    Table,
    check_configures,
    in_status,
)
from bot.store import Store
from bot.store.queries import games, markers

SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(days=30)
"""Of a reminder, and of the time for a decision."""
LARGEST_BANK = timedelta(days=60)
ABOUT_PACE = "pace"
"""What those at a table are told of whose game is older than reminders and limits."""
_TOLD_OF_PACES = "paces"


@dataclass(frozen=True, slots=True)
class Paces:
    """How fast tables play."""

    _store: Store
    _changes: Changes

    async def choose(self, table_id: int, person: Person, pace: Pace) -> Table:
        """Choose, as the opener of a game that has not started, how fast it is played."""

        async def set_pace(draft: Draft) -> None:
            check_configures(draft.table, person)
            check_pace(pace)
            rules = await self._changes.reader.rules_at(draft.table)
            rules.check_pace(pace)
            chosen = rules.with_reminders(pace)
            draft.add_entry(Kind.PACED, person.user_id, pace=chosen.dump())
            draft.change_table(pace=chosen)

        return (await self._changes.change(table_id, set_pace)).table

    async def announce(self) -> None:
        """Tell the tables that play without a pace that there is such a thing: once for ever.

        Games that are older than it go on as before, and at their tables nobody has chosen that.
        """
        if not await self._store.write(markers.mark_sent, _TOLD_OF_PACES, self._changes.clock()):
            return

        async def tell(draft: Draft) -> None:
            table = in_status(draft.table, Status.RUNNING)
            if table.pace != UNHURRIED:
                raise Refused(Refusal.STALE)
            draft.add_entry(Kind.TOLD, about=ABOUT_PACE)

        for table_id in await self._store.look(games.unpaced, Status.RUNNING):
            with suppress(Refused):  # it is over by now, or cannot be read
                await self._changes.change(table_id, tell)


def check_pace(pace: Pace) -> None:
    """Raise Refused if no table can play at that pace."""
    times = [] if pace.reminders is None else [pace.reminders.after, pace.reminders.each]
    bank = None
    if pace.limit is not None:
        times.append(pace.limit.each)
        bank = pace.limit.bank
    if not all(SHORTEST <= time <= LONGEST for time in times):
        raise Refused(Refusal.TIME_RANGE)
    if bank is not None and not SHORTEST <= bank <= LARGEST_BANK:
        raise Refused(Refusal.BANK_RANGE)
