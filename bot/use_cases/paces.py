"""The pace of a table: choosing it, and announcing it to older games."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from bot.changes import Change, Changes, use_case
from bot.domain.checks import check_configures, in_status
from bot.domain.entries import Announced, PaceChanged
from bot.domain.pace import UNHURRIED, Pace
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status
from bot.store import Store
from bot.store.queries import games, markers

SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(days=30)
"""Maximum for reminders and the time for a decision."""
LARGEST_BANK = timedelta(days=60)
ABOUT_PACE = "pace"
"""Topic of the notice to tables older than reminders and limits."""
_TOLD_OF_PACES = "paces"


@dataclass(frozen=True, slots=True)
class Paces:
    """Paces of tables."""

    _store: Store
    _changes: Changes

    @use_case
    def choose(self, change: Change, person: Person, pace: Pace) -> Change:
        """Choose the pace of a lobby as its opener."""
        check_configures(change.table, person)
        check_pace(pace)
        change.rules.check_pace(pace)
        chosen = change.rules.with_reminders(pace)
        return change.then(PaceChanged(chosen, user_id=person.user_id))

    async def announce(self) -> None:
        """Notify tables without a pace that paces exist, once for ever.

        Those are games of versions without paces, where nobody has chosen to have none.
        """
        if not await self._store.write(markers.mark_sent, _TOLD_OF_PACES, self._changes.clock()):
            return

        def announce(change: Change) -> Change:
            table = in_status(change.table, Status.RUNNING)
            if table.pace != UNHURRIED:
                raise Refused(Refusal.STALE)
            return change.then(Announced(about=ABOUT_PACE))

        for table_id in await self._store.look(games.unpaced, Status.RUNNING):
            with suppress(Refused):  # over by now, or unreadable
                await self._changes.change(table_id, announce)


def check_pace(pace: Pace) -> None:
    """Raise Refused if the pace is invalid."""
    times = [] if pace.reminders is None else [pace.reminders.after, pace.reminders.each]
    bank = None
    if pace.limit is not None:
        times.append(pace.limit.each)
        bank = pace.limit.bank
    if not all(SHORTEST <= time <= LONGEST for time in times):
        raise Refused(Refusal.TIME_RANGE)
    if bank is not None and not SHORTEST <= bank <= LARGEST_BANK:
        raise Refused(Refusal.BANK_RANGE)
