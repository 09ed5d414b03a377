"""A courier whose deliveries are counted."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.counting import Brought, Counts, Failure
from bot.delivery.posts import (
    Courier,
    CourierError,
    DirectClosed,
    Gone,
    InTrouble,
    Missing,
    Post,
    Sent,
    Sought,
    TooOld,
    TryLater,
    Where,
)
from bot.domain import Home, Table

_FAILURES: dict[type[CourierError], Failure] = {
    Missing: Failure.MISSING,
    DirectClosed: Failure.CLOSED,
    Gone: Failure.GONE,
    TooOld: Failure.TOO_OLD,
    TryLater: Failure.LATER,
    InTrouble: Failure.TROUBLE,
}


class CountedCourier:
    """Does what another courier does, and counts it."""

    def __init__(self, courier: Courier, counts: Counts) -> None:
        self._courier = courier
        self._counts = counts

    def is_in(self, guild_id: int | None) -> bool:
        """As the other knows."""
        return self._courier.is_in(guild_id)

    async def open_home(self, table: Table, message: Sent) -> Home:
        """Open a home."""
        with self._counted(None):
            return await self._courier.open_home(table, message)

    async def send(self, post: Post, where: Where, nonce: int) -> Sent:
        """Send a message."""
        with self._counted(Brought.SENT):
            return await self._courier.send(post, where, nonce)

    async def edit(self, post: Post, sent: Sent) -> Sent:
        """Edit a message."""
        with self._counted(Brought.EDITED):
            return await self._courier.edit(post, sent)

    async def retire(self, sent: Sent) -> None:
        """Take the buttons off a message."""
        with self._counted(Brought.RETIRED):
            await self._courier.retire(sent)

    async def remove(self, sent: Sent) -> None:
        """Delete a message."""
        with self._counted(Brought.REMOVED):
            await self._courier.remove(sent)

    async def rename_home(self, home: Home, name: str) -> None:
        """Rename a thread."""
        with self._counted(None):
            await self._courier.rename_home(home, name)

    async def find(self, sought: Sought, where: Where) -> Sent | None:
        """Look for a message."""
        with self._counted(None):
            return await self._courier.find(sought, where)

    @contextmanager
    def _counted(self, how: Brought | None) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            kinds = (why for kind, why in _FAILURES.items() if isinstance(error, kind))
            self._counts.not_brought(next(kinds, Failure.FAULT))
            raise
        if how is not None:
            self._counts.brought(how)
