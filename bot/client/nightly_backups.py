"""Backs the database up each night."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from bot.counting import UNCOUNTED, BackupOutcome, Counts
from bot.store import BackupFailed, BackupFolder, NightlyBackup, next_night

log = logging.getLogger(__name__)

_AFTER_START = timedelta(minutes=5)
"""The delay before a missed night is made up for: not while the start catches up."""
_TRIED_AGAIN_AFTER = timedelta(hours=1)
_PATIENCE = 60.0
"""Seconds for which a backup is put off until no work is under way."""


class NightlyBackups:
    """Makes the backups of a folder, in a thread, and knows which there are."""

    def __init__(
        self,
        folder: BackupFolder,
        clock: Callable[[], datetime],
        *,
        alarm: Callable[[datetime], None],
        rest: Callable[[], Awaitable[None]],
        counts: Counts = UNCOUNTED,
    ) -> None:
        """*alarm* is called with the latest time for the next call of :meth:`look`.

        *rest* waits until no work is under way.
        """
        self._folder = folder
        self._clock = clock
        self._alarm = alarm
        self._rest = rest
        self._counts = counts
        self._next: datetime | None = None
        self._working: asyncio.Task[None] | None = None
        self._ended = threading.Event()
        self._there: Sequence[NightlyBackup] = ()
        self.trouble = ""
        """The reason why the last attempt failed; empty if it did not."""
        with suppress(OSError):  # which is reported when one is to be made
            self._list()

    @property
    def made(self) -> Sequence[NightlyBackup]:
        """The backups, oldest first, without those dated in the future."""
        now = self._clock()
        return [each for each in self._there if not each.is_ahead(now)]

    @property
    def ahead(self) -> Sequence[NightlyBackup]:
        """The backups dated in the future, because a clock was or is wrong."""
        now = self._clock()
        return [each for each in self._there if each.is_ahead(now)]

    def look(self) -> None:
        """Start a backup in a task of its own, if it is time."""
        now = self._clock()
        if self._next is None:
            self._next = now + _AFTER_START
        # After the clock was set back, the planned time is too late.
        elif self._next <= now or self._next > next_night(now) + _AFTER_START:
            self._next = next_night(now)
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._back_up(), name="backing up")
        self._alarm(self._next)

    async def rest(self) -> None:
        """Wait until no backup is being made."""
        if self._working is not None:
            await asyncio.wait([self._working])

    async def close(self) -> None:
        """Stop; the thread soon ends too, and leaves nothing half done."""
        self._ended.set()
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait([self._working])

    async def _back_up(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._rest()
        try:
            made = await asyncio.to_thread(self._folder.make, self._clock(), self._go_on)
        except BackupFailed as error:
            self._failed(error)
        else:
            self.trouble = ""
            if made:
                self._counts.count(BackupOutcome.MADE)
                log.info("the database was backed up")
        with suppress(OSError):
            await asyncio.to_thread(self._list)

    def _list(self) -> None:
        """List the backups, and log those dated in the future. Raises OSError."""
        self._there = self._folder.backups()
        if self.ahead:
            log.warning(
                "backups with a date in the future don't count: %s; the machine's clock was or is "
                "wrong: rename or delete them once it is right",
                ", ".join(each.file.name for each in self.ahead),
            )

    def _failed(self, error: BackupFailed) -> None:
        self.trouble = str(error)
        self._counts.count(BackupOutcome.FAILED)
        log.error("the nightly backup: %s; trying again within an hour", error)
        now = self._clock()
        self._next = min(now + _TRIED_AGAIN_AFTER, next_night(now))
        self._alarm(self._next)

    def _go_on(self) -> None:
        if self._ended.is_set():
            raise BackupFailed("the program ends")
