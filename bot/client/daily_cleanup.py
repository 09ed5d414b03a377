"""Deletes expired data once a day."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.client.base import RiversClient
from bot.client.connection.error_codes import MISSING_ACCESS, UNKNOWN_GUILD
from bot.client.connection.trouble import TROUBLE, describe
from bot.content.names import called_former
from bot.domain.refusals import Refused
from bot.store import StoreError

log = logging.getLogger(__name__)

_EVERY = timedelta(days=1)


class DailyCleanup:
    """Deletes data of servers that were left, of old games, and of users who asked for it.

    Several programs may do so at once: what is gone already does no harm.
    """

    def __init__(
        self,
        client: RiversClient,
        clock: Callable[[], datetime],
        alarm: Callable[[datetime], None],
    ) -> None:
        """*alarm* is called with the latest time for the next call of :meth:`look`."""
        self._client = client
        self._clock = clock
        self._alarm = alarm
        self._next: datetime | None = None
        self._working: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Start the cleanup in a task of its own, if that was not done today."""
        now = self._clock()
        if self._next is None or self._next <= now:
            self._next = now + _EVERY
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._clear(now), name="clearing")
        self._alarm(self._next)

    async def rest(self) -> None:
        """Wait until no cleanup is under way."""
        if self._working is not None:
            await asyncio.wait([self._working])

    async def close(self) -> None:
        """Stop; what is left is for another day."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait([self._working])

    async def _clear(self, now: datetime) -> None:
        """Delete one after the other: a failure stops nothing else."""
        services = self._client.services
        with _or_tomorrow():
            for user_id in await services.forgetting.farewells():
                with _or_tomorrow():
                    await services.forgetting.forget(user_id, called_former)
        with _or_tomorrow():
            for guild_id, at in (await services.forgetting.forgotten_at()).items():
                with _or_tomorrow():
                    if at <= now and await self._is_out(guild_id):
                        await services.forgetting.forget_server(guild_id)
                        log.info("server %d is forgotten: the bot left it long ago", guild_id)
        with _or_tomorrow():  # older versions stored none
            await services.results.store_missing()
        with _or_tomorrow():
            await services.reviews.forget_imported()
        with _or_tomorrow():
            await services.forgetting.forget_finished()
        with _or_tomorrow():
            await services.queue.forget_old()

    async def _is_out(self, guild_id: int) -> bool:
        """True if the bot has left a server: asks Discord before its data is deleted."""
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except TROUBLE as error:
            code = error.code if isinstance(error, discord.HTTPException) else 0
            if code in {MISSING_ACCESS, UNKNOWN_GUILD}:
                return True
            log.warning(
                "nobody knows whether the bot is in server %d: %s", guild_id, describe(error)
            )
            return False
        await self._client.services.forgetting.note_back(guild_id)
        return False


@contextmanager
def _or_tomorrow() -> Iterator[None]:
    try:
        yield
    except (StoreError, Refused) as error:
        log.error("what is not to be kept is kept until tomorrow: %s", error)  # noqa: TRY400
