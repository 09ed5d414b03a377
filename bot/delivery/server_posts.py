"""Messages of servers that belong to no game: one of each kind, up to date, silent.

As with games, each is computed from what is stored and compared with what was sent: soon after a
change, and every hour, which also finds a deleted message. A row says when that is next.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.backoff import pause_after
from bot.cluster import Alone, Claims, NotOurs
from bot.content.message import PublicContent
from bot.counting import UNCOUNTED, Counts, MessageChange
from bot.delivery.posts import (
    NONCE_HOLDS,
    Courier,
    CourierError,
    Gone,
    InChannel,
    MessageSearch,
    MissingPermission,
    PlaceClosed,
    PublicPost,
    SentMessage,
    ToChannel,
    TryLater,
)
from bot.delivery.work_queue import WorkQueue
from bot.store import ServerPostRow, Store, StoreError
from bot.store.queries import server_posts
from bot.store.queries.outbox import UNSURE
from bot.store.queries.server_posts import CLOSED, LOOKED_AGAIN, may_be_sent, new_nonce

log = logging.getLogger(__name__)

Page: TypeAlias = Callable[[int, int, str], Awaitable[PublicContent]]
"""Makes the message of a server, for a channel and a language.

It needs a button, by which the message is found again.
"""
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=30), timedelta(minutes=5)
_WITHOUT_HELP = timedelta(hours=1)
"""While a person has to act, such as to give a permission: Discord counts what it refuses."""


class ServerPosts:
    """Keeps the messages of servers in step with the store, a few at a time."""

    def __init__(
        self,
        store: Store,
        courier: Courier,
        pages: Mapping[str, Page],
        clock: Callable[[], datetime],
        *,
        alarm: Callable[[datetime], None],
        counts: Counts = UNCOUNTED,
        claims: Claims | None = None,
    ) -> None:
        """*pages* by kind of message; *alarm* is called with the next time for :meth:`look`."""
        self._store = store
        self._courier = courier
        self._pages = pages
        self._clock = clock
        self._alarm = alarm
        self._counts = counts
        self._claims = claims = claims or Alone(store)
        self._queue = WorkQueue(self._work)
        self.guilds: set[int] = set()
        """The servers that this program knows to have messages."""
        self._lacking: set[int] = set()
        """Those in which Discord refuses something."""
        claims.when_lease_ends.append(self._queue.cancel_all)

    async def start(self) -> None:
        """Compare all messages: something may have changed while no program ran."""
        if not self._store.shared:  # no other program is there
            await self._store.write(server_posts.free_all)
        await self._store.write(server_posts.hasten, self._clock())
        await self.refresh()

    async def refresh(self) -> None:
        """Read which servers have messages: other programs may have put some up."""
        guilds = await self._store.look(server_posts.guilds)
        self.guilds &= guilds
        self.guilds |= guilds

    async def look(self) -> None:
        """Bring what is due by now, and set the alarm for what comes next."""
        program = self._claims.program
        if program is None:
            return
        try:
            found, next_at = await self._store.look(server_posts.read_due, self._clock(), program)
        except StoreError as error:
            log.error("which messages of servers are due: %s", error)  # noqa: TRY400
            next_at, found = self._clock() + _FIRST_PAUSE, []
        if next_at is not None:
            self._alarm(next_at)
        for post in found:
            self.guilds.add(post.guild_id)
            here = self._claims.serves(post.guild_id) and self._courier.is_in(post.guild_id)
            if here and post.kind in self._pages and post.id not in self._queue:
                self._queue.add(post.id)

    async def nudge(self, guild_id: int) -> None:
        """Compare the messages of a server: what it shows to whom may have changed."""
        if guild_id not in self.guilds:
            return
        await self._store.write(server_posts.mark, guild_id, self._clock())
        if guild_id in self._lacking:
            self._lacking.discard(guild_id)
            await self._store.write(server_posts.hasten, self._clock(), guild_id)
        self._alarm(self._clock())

    async def lose(self, channel_id: int) -> None:
        """Note that a channel is gone."""
        if await self._store.write(server_posts.lose_channel, channel_id, self._clock()):
            self._alarm(self._clock())

    async def rest(self) -> None:
        """Wait until no work is under way."""
        await self._queue.rest()

    async def close(self) -> None:
        """Finish work under way within a moment; the rest is for the next start."""
        await self._queue.close()

    # --- one message -----------------------------------------------------------------------------

    async def _work(self, post_id: int) -> None:
        """Bring a message, and store the result."""
        program = self._claims.program
        if program is None:
            return
        try:
            taken = await self._store.write(server_posts.take, post_id, program, self._clock())
            if taken is not None:
                row, counts = taken
                changes = await self._outcome(row, program, counts=counts)
                if changes is None:
                    await self._store.write(server_posts.delete, post_id, program)
                else:
                    await self._store.write(server_posts.release, post_id, program, **changes)
        except NotOurs:
            log.warning("another program may bring message %d of a server", post_id)
        except StoreError as error:  # it is still ours, and found again
            log.error("message %d of a server: %s", post_id, error)  # noqa: TRY400
            self._alarm(self._clock() + _FIRST_PAUSE)
            return
        self._alarm(self._clock())

    async def _outcome(
        self, row: ServerPostRow, program: str, *, counts: bool
    ) -> dict[str, object] | None:
        """Bring a message. Returns the changes of its row; None if it is to be deleted."""
        try:
            if not counts:
                await self._remove(row, program)
                return None
            return await self._bring(row, program) | {"tries": 0, "trouble": None}
        except (NotOurs, StoreError):
            raise
        except Gone as gone:
            if gone.channel:
                log.warning("the channel of message %d of a server is gone", row.id)
                return None if not counts else _lost() | {"trouble": ""}
            return _lost() | {"due_at": self._clock()}
        except CourierError as error:
            self._counts.count(error.counted_as)
            return self._put_off(row, error, log.warning)
        except Exception as error:
            log.exception("message %d of a server cannot be brought", row.id)
            return self._put_off(row, error, log.debug)

    def _put_off(
        self, row: ServerPostRow, error: Exception, tell: Callable[..., None]
    ) -> dict[str, object]:
        """The changes of the row of a message that is tried again later."""
        tell("message %d of a server: %s", row.id, error)
        pause = pause_after(row.tries, _FIRST_PAUSE, _LONGEST_PAUSE)
        if isinstance(error, TryLater):
            pause = timedelta(seconds=error.seconds)
        changes: dict[str, object] = {"due_at": self._clock() + pause, "tries": row.tries + 1}
        if isinstance(error, PlaceClosed):
            lacks = error.permission if isinstance(error, MissingPermission) else CLOSED
            self._lacking.add(row.guild_id)
            changes |= {"trouble": lacks, "due_at": self._clock() + _WITHOUT_HELP}
        unsure = not isinstance(error, CourierError) or error.unsure
        if row.message_id is None and (unsure or may_be_sent(row)):
            changes |= {"fingerprint": UNSURE}
        return changes

    async def _bring(self, row: ServerPostRow, program: str) -> dict[str, object]:
        """Send or edit a message, unless it shows what it should. Returns the changes of its row.

        Sending twice does no harm: the nonce makes it one message, or else it is searched for.
        """
        post = await self._post(row)
        recent = timedelta(0) <= self._clock() - row.at < NONCE_HOLDS
        sent = _there(row) or (None if recent else await self._search(row, post, program))
        if sent is None:
            self._check_ours(program)
            sent = await self._courier.send(post, InChannel(row.channel_id), row.nonce)
            self._counts.count(MessageChange.SENT)
            if may_be_sent(row):  # this may be the earlier message
                sent = await self._edit(post, sent, program)
        elif row.message_id is None or row.fingerprint != post.fingerprint:
            sent = await self._edit(post, sent, program)
        elif self._clock() - row.at >= LOOKED_AGAIN:
            self._check_ours(program)
            with suppress(PlaceClosed):  # where old messages cannot be read, it counts as there
                await self._courier.check_is_there(sent)
        return {"message_id": sent.message_id, "fingerprint": post.fingerprint}

    async def _post(self, row: ServerPostRow) -> PublicPost:
        """Return a message as it should be."""
        content = await self._pages[row.kind](row.guild_id, row.channel_id, row.language)
        return PublicPost(
            key=f"server-{row.id}",
            target=ToChannel(),
            fingerprint=hashlib.sha256(repr((content.text, content.rows)).encode()).hexdigest(),
            sign=content.buttons[0].custom_id,
            content=content.hushed(),
        )

    async def _edit(self, post: PublicPost, sent: SentMessage, program: str) -> SentMessage:
        self._check_ours(program)
        sent = await self._courier.edit(post, sent)
        self._counts.count(MessageChange.EDITED)
        return sent

    async def _remove(self, row: ServerPostRow, program: str) -> None:
        """Delete a message if possible."""
        try:
            sent = _there(row) or await self._search(row, await self._post(row), program)
            if sent is not None:
                self._check_ours(program)
                await self._courier.remove(sent)
                self._counts.count(MessageChange.REMOVED)
        except (Gone, PlaceClosed) as error:
            log.info("message %d of a server is left: %s", row.id, error)

    async def _search(
        self, row: ServerPostRow, post: PublicPost, program: str
    ) -> SentMessage | None:
        """Return the message that an interrupted attempt may have sent."""
        if not may_be_sent(row):
            return None
        others = await self._store.look(server_posts.messages_in, row.channel_id)
        self._check_ours(program)
        sought = MessageSearch(post.sign, row.at, others=others)
        return await self._courier.find(sought, InChannel(row.channel_id))

    def _check_ours(self, program: str) -> None:
        """Raise NotOurs if another program may have taken the message by now."""
        if self._claims.program != program:
            raise NotOurs


def _there(row: ServerPostRow) -> SentMessage | None:
    """Return the message of a row, if it is known."""
    return None if row.message_id is None else SentMessage(row.channel_id, row.message_id)


def _lost() -> dict[str, object]:
    """The changes of a row whose message is gone: with the old nonce Discord might return that."""
    return {"message_id": None, "fingerprint": "", "nonce": new_nonce()}
