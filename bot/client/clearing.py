"""What is not kept any longer, looked for once a day: it goes without anybody's asking."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.client.base import RiversClient
from bot.client.connection.trouble import MISSING_ACCESS, TROUBLE, UNKNOWN_GUILD, told
from bot.domain import Refused
from bot.store import StoreError

log = logging.getLogger(__name__)

_EVERY = timedelta(days=1)


class Clearing:
    """Forgets servers that were left, games of long ago, and people who wanted it before.

    Several programs may do so at once: what is gone already does no harm.
    """

    def __init__(
        self,
        client: RiversClient,
        clock: Callable[[], datetime],
        alarm: Callable[[datetime], None],
    ) -> None:
        """*alarm* is called with a time at which, at the latest, :meth:`look` is to be called."""
        self._client = client
        self._clock = clock
        self._alarm = alarm
        self._next: datetime | None = None
        self._working: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Begin to clear, if that was not done today, in a task of its own: it may take long."""
        now = self._clock()
        if self._next is None or self._next <= now:
            self._next = now + _EVERY
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._clear(now), name="clearing")
        self._alarm(self._next)

    async def rest(self) -> None:
        """Wait until nothing is being cleared."""
        if self._working is not None:
            await asyncio.wait([self._working])

    async def close(self) -> None:
        """End: what is left is for another day."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait([self._working])

    async def _clear(self, now: datetime) -> None:
        """Forget one after the other: what cannot be forgotten hinders nothing else."""
        tables = self._client.tables
        with _or_tomorrow():
            for user_id in await tables.farewells():
                with _or_tomorrow():
                    await tables.forget(user_id, self._client.pages.former_player)
        with _or_tomorrow():
            for guild_id, at in (await tables.forgotten_at()).items():
                with _or_tomorrow():
                    if at <= now and await self._is_out(guild_id):
                        await tables.forget_server(guild_id)
                        log.info("server %d is forgotten: the bot left it long ago", guild_id)
        with _or_tomorrow():
            await tables.forget_finished()

    async def _is_out(self, guild_id: int) -> bool:
        """Whether the bot is in a server no more: Discord is asked before everything is gone."""
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except TROUBLE as error:
            code = error.code if isinstance(error, discord.HTTPException) else 0
            if code in {MISSING_ACCESS, UNKNOWN_GUILD}:
                return True
            log.warning("nobody knows whether the bot is in server %d: %s", guild_id, told(error))
            return False
        await self._client.tables.note_back(guild_id)
        return False


@contextmanager
def _or_tomorrow() -> Iterator[None]:
    try:
        yield
    except (StoreError, Refused) as error:
        log.error("what is not to be kept is kept until tomorrow: %s", error)  # noqa: TRY400
