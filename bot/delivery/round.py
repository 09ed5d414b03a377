"""One round of delivery: what of a table is due, compared with what is there, and the rest."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.delivery.posts import (
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
from bot.store import Store, outbox, people
from bot.store.rows import PostRow
from bot.table import Everyone, Home, Table, Tables

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
class Plan:
    """What is due of a table, and the rows of the messages that are there, or may be."""

    table: Table
    wanted: Sequence[Post]
    rows: Sequence[PostRow]
    """Oldest first; of several with one key the last one counts."""

    @property
    def newest(self) -> dict[str, PostRow]:
        """The row that counts for each key."""
        return {row.key: row for row in self.rows}

    def without_home(self) -> "Plan":
        """Less what is to be shown where the game has no place yet."""
        wanted = [post for post in self.wanted if not isinstance(post.target, ToHome)]
        return replace(self, wanted=wanted)

    def unnoted(self, now: datetime) -> list[Post]:
        """The posts that need a row: those that have none, or are to be sent afresh."""
        newest = self.newest
        return [
            post
            for post in self.wanted
            if (row := newest.get(post.key)) is None or _to_be_sent_afresh(post, row, now)
        ]

    def outdated(self) -> list[PostRow]:
        """The messages that are not wanted any more."""
        keys = {post.key for post in self.wanted}
        newest = self.newest
        return [row for row in self.rows if row.key not in keys or row is not newest[row.key]]

    def edited(self) -> list[PostRow]:
        """The messages that are there and do not show what they should."""
        newest = self.newest
        return [
            row
            for post in self.wanted
            if (row := newest.get(post.key)) is not None
            and row.message_id is not None
            and row.fingerprint != post.fingerprint
        ]

    def to_blank(self) -> list[PostRow]:
        """The messages that are about to change or to lose their buttons, and do not say so yet.

        Otherwise one that was changed, but not noted, would pass for what it showed before, once
        that is due again.
        """
        unpressable = [row for row in self.outdated() if row.pressable]
        return [row for row in (*self.edited(), *unpressable) if row.fingerprint]


def plan_for(
    everyone: Everyone, rows: Sequence[PostRow], posts_due: PostsDue, now: datetime
) -> Plan:
    """Compare what is due now with what is there."""
    since = now - DIRECT_CLOSED_FOR
    closed = frozenset(
        player.user_id
        for player in everyone.table.players
        if player.user_id is not None
        and player.direct_closed_at is not None
        and player.direct_closed_at > since
    )
    return Plan(everyone.table, posts_due(everyone, closed), rows)


def note(connection: Connection, plan: Plan, now: datetime) -> dict[str, int]:
    """Note what may be sent, edited or lose its buttons from now on, before any of it is done.

    A row cut short then says that its message is to be looked for, or to be edited anew. Answers
    the ids of the new rows by their keys.
    """
    if unsure := plan.to_blank():
        outbox.blank_posts(connection, [row.id for row in unsure])
    unnoted = plan.unnoted(now)
    if not unnoted:
        return {}
    return outbox.insert_posts(
        connection, plan.table.id, [_noted(plan.table, post, now) for post in unnoted]
    )


@dataclass(frozen=True, slots=True)
class Round:
    """Brings what is due of one table, once.

    What is sent, is edited or loses its buttons was noted before; how it went is noted in one
    write at the end. A round cut short at any moment is made good by the next one.
    """

    store: Store
    tables: Tables
    courier: Courier
    posts_due: PostsDue
    clock: Callable[[], datetime]
    table_id: int
    untried: set[int]
    """The rows noted by this program of which nothing has been sent yet: no need to look."""
    report: Report = field(default_factory=Report)
    changed: dict[int, dict[str, object]] = field(default_factory=dict)
    """New values of rows, by their ids."""
    forgotten: set[int] = field(default_factory=set)

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
        plan = await self.store.read(self._read)
        table = plan.table
        if table.home is None and any(isinstance(post.target, ToHome) for post in plan.wanted):
            await self._attempt(self._open_home(table), "home")
            plan = plan.without_home()
        plan = await self._noted(plan)
        delivered = False
        try:
            newest = plan.newest
            for post in plan.wanted:
                await self._attempt(self._bring(table, post, newest[post.key]), post.key)
            for row in plan.outdated():
                await self._attempt(self._retire(row), row.key)
            delivered = not self.report.failed
        finally:
            await self._record(table.version if delivered else None)

    def _read(self, connection: Connection) -> Plan:
        everyone = self.tables.read_everyone(connection, self.table_id)
        rows = outbox.read_posts(connection, self.table_id)
        return plan_for(everyone, rows, self.posts_due, self.clock())

    async def _noted(self, plan: Plan) -> Plan:
        """Note what was not noted together with what it tells of."""
        now = self.clock()
        if not plan.to_blank() and not plan.unnoted(now):
            return plan

        def write(connection: Connection) -> tuple[set[int], Sequence[PostRow]]:
            noted = note(connection, plan, now)
            return set(noted.values()), outbox.read_posts(connection, self.table_id)

        noted, rows = await self.store.write(write)
        self.untried.update(noted)
        return replace(plan, rows=rows)

    async def _record(self, delivered: int | None) -> None:
        """Note how everything went; *delivered* is the version that is shown completely."""

        def write(connection: Connection) -> None:
            for row_id, changes in self.changed.items():
                outbox.change_post(connection, row_id, **changes)
            if self.forgotten:
                outbox.delete_posts(connection, self.forgotten)
            if delivered is not None:
                outbox.set_delivered(connection, self.table_id, delivered)

        if self.changed or self.forgotten or delivered is not None:
            await self.store.write(write)
        self.changed.clear()
        self.forgotten.clear()

    async def _attempt(self, step: Awaitable[None], key: str) -> None:
        """Take a step; if it fails, the others are taken all the same."""
        try:
            await step
        except (_DueAnew, TryLater):
            raise
        except DirectClosed as closed:
            now = self.clock()
            await self.store.write(people.change_person, closed.user_id, direct_closed_at=now)
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
        home = await self.courier.find_home(table) if table.home_opening else None
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
            outbox.set_home,
            self.table_id,
            home.channel_id if home else None,
            home.kind if home else None,
            opening=opening,
        )

    # --- a message -----------------------------------------------------------------------------

    async def _bring(self, table: Table, post: Post, row: PostRow) -> None:
        """Make the message of a post be there and show what it should."""
        try:
            sent = await self._found(row)
            if sent is None:
                await self._send(post, _where(table, post), row)
            elif row.message_id is None or row.fingerprint != post.fingerprint:
                await self.courier.edit(post, sent)
                self._note(row, sent, post)
        except Gone as gone:
            if gone.channel and isinstance(post.target, ToHome) and table.home is not None:
                home = table.home.channel_id
                await self.store.write(outbox.delete_posts_in, table.id, home)
                await self._note_home(None)
                raise _DueAnew from None
            if not gone.channel and row.message_id is not None:
                self.forgotten.add(row.id)
                raise _DueAnew from None
            raise

    async def _send(self, post: Post, where: Where, row: PostRow) -> None:
        self.untried.discard(row.id)
        try:
            sent = await self.courier.send(post, where)
        except CourierError as error:
            if not error.unsure:  # certainly not sent; after any other error, nobody knows
                self.untried.add(row.id)
            raise
        self._note(row, sent, post)

    async def _found(self, row: PostRow) -> Sent | None:
        """The message of a row, looked for if it may have been sent; None if it was not."""
        if row.message_id is not None:
            assert row.channel_id is not None
            return Sent(row.channel_id, row.message_id)
        if row.id in self.untried:
            return None
        return await self.courier.find(row.sign, _target(row), row.at)

    async def _retire(self, row: PostRow) -> None:
        """Take the buttons off a message that is not wanted any more, and forget it."""
        try:
            sent = await self._found(row) if row.pressable else None
            if sent is not None:
                await self.courier.retire(sent)
        except (Gone, DirectClosed):
            pass  # nobody can press them
        self.untried.discard(row.id)
        self.forgotten.add(row.id)

    def _note(self, row: PostRow, sent: Sent, post: Post) -> None:
        self.changed[row.id] = {
            "channel_id": sent.channel_id,
            "message_id": sent.message_id,
            "fingerprint": post.fingerprint,
            "pressable": post.pressable,
        }


def _to_be_sent_afresh(post: Post, row: PostRow, now: datetime) -> bool:
    """Whether a message is too old to be edited; the old one is retired afterwards."""
    return (
        post.afresh
        and row.message_id is not None
        and row.fingerprint != post.fingerprint
        and now - row.at > EDITABLE_FOR
    )


def _noted(table: Table, post: Post, now: datetime) -> Mapping[str, object]:
    """The row of a post that may be sent from now on."""
    where = _where(table, post)
    return {
        "key": post.key,
        "fingerprint": post.fingerprint,
        "user_id": where.user_id if isinstance(where, ToUser) else None,
        "channel_id": where.channel_id if isinstance(where, InChannel) else None,
        "at": now,
        "sign": post.sign,
        "pressable": post.pressable,
    }


def _where(table: Table, post: Post) -> Where:
    """Where a post goes, once the table has a home if it needs one."""
    if isinstance(post.target, ToUser):
        return post.target
    if isinstance(post.target, ToHome) and table.home is not None:
        return InChannel(table.home.channel_id)
    return InChannel(table.place.channel_id)


def _target(row: PostRow) -> Where:
    """Where a message was, or is to be, sent."""
    if row.user_id is not None:
        return ToUser(row.user_id)
    assert row.channel_id is not None
    return InChannel(row.channel_id)
