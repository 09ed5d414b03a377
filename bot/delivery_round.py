"""One round of delivery: what of a table is due, compared with what is there, and the rest."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.posts import (
    Courier,
    CourierError,
    DirectClosed,
    Gone,
    InChannel,
    Missing,
    Post,
    PostsDue,
    Sent,
    ToHome,
    ToUser,
    TryLater,
    Where,
)
from bot.store import Store, people, posts
from bot.store.rows import PostRow
from bot.table import Home, Table, Tables

log = logging.getLogger(__name__)

DIRECT_CLOSED_FOR = timedelta(hours=24)
"""How long somebody whose direct messages were closed is not tried again."""
EDITABLE_FOR = timedelta(minutes=45)
"""Discord limits edits of messages older than an hour separately."""
_RESTARTS = 10


@dataclass(slots=True)
class Report:
    """How a round went."""

    failed: bool = False
    """Whether something that is due was not brought, and is to be tried again."""
    missing: str | None = None
    """A permission that the bot lacks."""


class _DueAnew(Exception):
    """What is due has changed on the way: the round starts over."""


@dataclass(frozen=True, slots=True)
class Round:
    """Brings what is due of one table, once.

    Every step is recorded before the next, so that a round cut short at any moment is made
    good by the next one: a message is noted before it is sent, and looked for afterwards if
    nobody knows whether it was.
    """

    store: Store
    tables: Tables
    courier: Courier
    posts_due: PostsDue
    clock: Callable[[], datetime]
    table_id: int
    report: Report = field(default_factory=Report)

    async def run(self) -> Report:
        """Bring what is due. Raises TryLater, and Refused if there is no such table."""
        for _ in range(_RESTARTS):
            try:
                await self._run_once()
            except _DueAnew:
                continue
            return self.report
        log.error("what is due of game %d keeps changing", self.table_id)
        self.report.failed = True
        return self.report

    async def _run_once(self) -> None:
        self.report.failed, self.report.missing = False, None
        table = await self.tables.get(self.table_id)
        since = self.clock() - DIRECT_CLOSED_FOR
        closed = await self.store.read(people.direct_closed_since, since)
        wanted = self.posts_due(table, closed)
        if table.home is None and any(isinstance(post.target, ToHome) for post in wanted):
            await self._attempt(self._open_home(table), "home")
            wanted = [post for post in wanted if not isinstance(post.target, ToHome)]
        newest = {row.key: row for row in await self._read()}
        for post in wanted:
            await self._attempt(self._bring(table, post, newest.get(post.key)), post.key)
        keys = {post.key for post in wanted}
        rows = await self._read()
        newest = {row.key: row for row in rows}
        for row in rows:
            if row.key not in keys or row is not newest[row.key]:
                await self._attempt(self._retire(row), row.key)
        if not self.report.failed:
            await self.store.write(posts.set_delivered, table.id, table.version)

    async def _attempt(self, step: Awaitable[None], key: str) -> None:
        """Take a step; if it fails, the others are taken all the same."""
        try:
            await step
        except (_DueAnew, TryLater):
            raise
        except DirectClosed as closed:
            await self.store.write(people.set_direct_closed, closed.user_id, self.clock())
            raise _DueAnew from None
        except Missing as missing:
            log.warning("%s for %s of game %d", missing, key, self.table_id)
            self.report.missing = missing.permission
            self.report.failed = True
        except Gone:
            log.warning("there is no channel left for %s of game %d", key, self.table_id)
        except Exception:
            log.exception("could not deliver %s of game %d", key, self.table_id)
            self.report.failed = True

    # --- the home ------------------------------------------------------------------------------

    async def _open_home(self, table: Table) -> None:
        """Open the home, or find the one that was opened when nobody could note it any more."""
        home = None
        if await self.store.read(posts.home_opening, table.id):
            home = await self.courier.find_home(table)
        if home is None:
            await self._note_home(None, opening=True)
            try:
                home = await self.courier.open_home(table)
            except CourierError as error:
                if not error.unsure:
                    await self._note_home(None)
                raise
        await self._note_home(home)
        raise _DueAnew

    async def _note_home(self, home: Home | None, *, opening: bool = False) -> None:
        await self.store.write(
            posts.set_home,
            self.table_id,
            home.channel_id if home else None,
            is_thread=home is not None and home.is_thread,
            opening=opening,
        )

    # --- a message -----------------------------------------------------------------------------

    async def _bring(self, table: Table, post: Post, row: PostRow | None) -> None:
        """Make the message of a post be there and show what it should."""
        where = _where(table, post)
        try:
            if row is not None and row.message_id is None:
                row = await self._recover(row)
            if row is None:
                await self._send(table, post, where)
            elif row.fingerprint != post.fingerprint:
                if post.afresh and self.clock() - row.at > EDITABLE_FOR:
                    await self._send(table, post, where)  # the old one is retired afterwards
                else:
                    await self._edit(table, post, row)
        except Gone as gone:
            if gone.channel and isinstance(post.target, ToHome) and table.home is not None:
                await self.store.write(posts.delete_posts_in, table.id, table.home.channel_id)
                await self._note_home(None)
                raise _DueAnew from None
            if not gone.channel and row is not None:
                await self._forget(row.id)
                raise _DueAnew from None
            raise

    async def _send(self, table: Table, post: Post, where: Where) -> None:
        row_id = await self.store.write(
            posts.insert_post,
            table.id,
            key=post.key,
            fingerprint=post.fingerprint,
            user_id=where.user_id if isinstance(where, ToUser) else None,
            channel_id=where.channel_id if isinstance(where, InChannel) else None,
            at=self.clock(),
        )
        try:
            sent = await self.courier.send(table, post, where)
        except CourierError as error:
            if not error.unsure:  # certainly not sent; after any other error, nobody knows
                await self._forget(row_id)
            raise
        await self._note_sent(row_id, sent)

    async def _edit(self, table: Table, post: Post, row: PostRow) -> None:
        await self.courier.edit(table, post, _sent(row))
        await self.store.write(posts.change_post, row.id, fingerprint=post.fingerprint)

    async def _recover(self, row: PostRow) -> PostRow | None:
        """Find out about a message that may have been sent; None if it was not."""
        found = await self.courier.find(row.key, _target(row), row.at)
        if found is None:
            await self._forget(row.id)
            return None
        await self._note_sent(row.id, found)
        return replace(row, channel_id=found.channel_id, message_id=found.message_id)

    async def _retire(self, row: PostRow) -> None:
        """Take the buttons off a message that is not wanted any more, and forget it."""
        try:
            live = row if row.message_id is not None else await self._recover(row)
            if live is not None:
                # Should we die before it is forgotten, and it be due again, it is edited anew.
                await self.store.write(posts.change_post, row.id, fingerprint="")
                await self.courier.retire(_sent(live))
        except (Gone, DirectClosed):
            pass  # nobody can press them
        await self._forget(row.id)

    # --- the store -----------------------------------------------------------------------------

    async def _read(self) -> Sequence[PostRow]:
        return await self.store.read(posts.read_posts, self.table_id)

    async def _note_sent(self, row_id: int, sent: Sent) -> None:
        await self.store.write(
            posts.change_post, row_id, channel_id=sent.channel_id, message_id=sent.message_id
        )

    async def _forget(self, row_id: int) -> None:
        await self.store.write(posts.delete_post, row_id)


def _where(table: Table, post: Post) -> Where:
    """Where a post goes, once the table has a home if it needs one."""
    if isinstance(post.target, ToUser):
        return post.target
    if isinstance(post.target, ToHome) and table.home is not None:
        return InChannel(table.home.channel_id)
    return InChannel(table.place.channel_id)


def _target(row: PostRow) -> Where:
    """Where a message was sent."""
    if row.user_id is not None:
        return ToUser(row.user_id)
    assert row.channel_id is not None
    return InChannel(row.channel_id)


def _sent(row: PostRow) -> Sent:
    """A row's message."""
    assert row.channel_id is not None
    assert row.message_id is not None
    return Sent(row.channel_id, row.message_id)
