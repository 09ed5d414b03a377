"""One round of delivery: compares what is due for a game with what exists, and brings the rest."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.cluster import HeldGame, NotOurs
from bot.counting import Counts, MessageChange, MessageFailure
from bot.delivery.plan import DeliveryPlan, goes_home, note, plan_for, row_of, where
from bot.delivery.posts import (
    NONCE_HOLDS,
    Courier,
    CourierError,
    Destination,
    DirectMessagesClosed,
    Gone,
    InChannel,
    InTrouble,
    MessageSearch,
    MissingPermission,
    Post,
    PostsDue,
    SentMessage,
    TooOld,
    ToUser,
    TryLater,
)
from bot.delivery.presses import Presses
from bot.delivery.report import Report
from bot.delivery.sent_messages import SentMessages, is_desk
from bot.domain import Announcement, Home, Ring, Status, Table
from bot.services import (
    Services,
    forget_announcement,
    forget_rings,
    read_announcement,
    read_rings,
)
from bot.services.inside import AllSeats
from bot.store import PostRow, Store
from bot.store.queries import games, outbox, people, players
from bot.store.queries.deleting import delete_game

log = logging.getLogger(__name__)

_RESTARTS = 10


class _DueAnew(Exception):
    """What is due has changed on the way: start the round again."""


@dataclass(slots=True)
class Round:
    """Brings what is due of one game, once.

    What is sent, is edited or loses its buttons was noted before; how it went is noted in one
    write at the end. The next round repairs one that is cut short at any moment.
    """

    store: Store
    services: Services
    courier: Courier
    posts_due: PostsDue
    clock: Callable[[], datetime]
    table_id: int
    untried: set[str]
    """The keys of messages noted for this program that were never sent: no need to look."""
    presses: Presses
    game: HeldGame
    counts: Counts
    may_ring: bool = False
    """Whether something may ring that is no decision, or may be announced."""
    report: Report = field(default_factory=Report)
    messages: SentMessages = field(init=False)
    rings: tuple[Ring, ...] = ()
    """The messages that ring, as they were read last."""
    announced: Announcement | None = None
    """What is announced, as it was read last."""
    lost: set[int] = field(default_factory=set)
    """Homes that turned out to be gone."""

    def __post_init__(self) -> None:
        self.messages = SentMessages(self.table_id, self.clock, self.presses)

    async def run(self) -> None:
        """Bring what is due, and fill :attr:`report`.

        Raises TryLater or InTrouble, NotOurs if another program may show the table by now, and
        Refused if there is no such table.
        """
        for _ in range(_RESTARTS):
            with suppress(_DueAnew):
                await self._bring_all(await self.store.look(self._read))
                return
        log.error("what is due of game %d keeps changing", self.table_id)
        self.report.failed = True

    async def _bring_all(self, plan: DeliveryPlan) -> None:
        """Bring what is due of a plan, and record it. Raises _DueAnew if another plan is needed."""
        if not self.courier.is_in(plan.table.place.guild_id):
            self.report.begin_elsewhere(plan.table)
            if plan.table.status is Status.REMOVED:  # it cannot be shown there
                await self._record(plan.table)
            return
        self.report.begin(plan.table, plan.wanted, plan.there())
        homeless = plan.table.home is None and any(goes_home(post) for post in plan.wanted)
        if plan.table.home is None:
            plan = plan.without_home()
        plan = await self._noted(plan)
        delivered = False
        try:
            newest = plan.newest
            for post in self._in_order(plan.wanted, newest):
                row = newest[post.key]
                brought = None
                with self._attempt(post.key):
                    brought = await self._bring(plan, post, row)
                    self.report.brought(post)
                if homeless and post.opens_home and brought is not None:
                    with self._attempt("home"):
                        await self._open_home(plan.table, brought, row)
            for row in plan.outdated():
                with self._attempt(row.key):
                    await self._retire(plan, row)
            # A removed game is deleted even if the bot may not show that it was removed.
            delivered = not self.report.failed or plan.table.status is Status.REMOVED
        finally:
            to_take_back = await self._record(plan.table if delivered else None)
        if to_take_back:
            raise _DueAnew
        self.report.complete = True

    def _in_order(self, wanted: Sequence[Post], newest: Mapping[str, PostRow]) -> list[Post]:
        """Messages that a press is changing come last: bringing them waits for its answer."""
        return sorted(wanted, key=lambda post: self.presses.pressed(newest[post.key].message_id))

    def _read(self, connection: Connection) -> DeliveryPlan:
        """Read what exists, and then what is due: what was noted in between is read again."""
        rows = outbox.read_posts(connection, self.table_id)
        everyone = AllSeats(self.services).read_everyone(connection, self.table_id)
        if self.may_ring:
            announced = read_announcement(connection, self.table_id, self.clock())
            rings = read_rings(connection, self.table_id)
            everyone = replace(everyone, rings=rings, announcement=announced)
        self.rings, self.announced = everyone.rings, everyone.announcement
        return plan_for(everyone, rows, self.posts_due, self.clock())

    @contextmanager
    def _calling(self, change: MessageChange | None = None) -> Iterator[Courier]:
        """Give the courier for one call, which is counted, if this program holds the game.

        Raises NotOurs.
        """
        self.game.ensure_held()
        try:
            yield self.courier
        except Exception as error:
            failure = error.counted_as if isinstance(error, CourierError) else MessageFailure.FAULT
            self.counts.count(failure)
            raise
        if change is not None:
            self.counts.count(change)

    async def _noted(self, plan: DeliveryPlan) -> DeliveryPlan:
        """Note what was not noted with its change, or not by this program."""
        now = self.clock()
        if not plan.to_blank() and not plan.unnoted(now) and not plan.to_adopt(self.game.program):
            return plan

        def write(
            connection: Connection,
        ) -> tuple[frozenset[str], frozenset[str], Sequence[PostRow]]:
            # A decision stored just now may have noted the same.
            games.hold(connection, games.numbered(self.table_id))
            latest = replace(plan, rows=outbox.read_posts(connection, self.table_id))
            adopted = latest.to_adopt(self.game.program)
            if adopted:
                outbox.adopt(connection, [row.id for row in adopted], self.game.program)
            noted = note(connection, latest, now, self.game.program)
            untried = noted.union(row.key for row in adopted if row.sender is None)
            tried = (
                frozenset(row.key for row in adopted) - untried
            )  # by the program that showed it meanwhile
            return untried, tried, outbox.read_posts(connection, self.table_id)

        untried, tried, rows = await self.game.write(write)
        self.untried.update(untried)
        self.untried.difference_update(tried)
        return replace(plan, rows=rows)

    async def _record(self, delivered: Table | None) -> bool:
        """Store how everything went; *delivered* is the table if it is shown completely.

        Then a removed game is deleted. Returns whether messages must be taken back first: those
        sent to a player while all data of that player was deleted.
        """
        removed = delivered is not None and delivered.status is Status.REMOVED

        def write(connection: Connection) -> bool:
            if delivered is not None:  # first the game, then its messages, as a change is stored
                outbox.set_delivered(connection, delivered.id, delivered.version, delivered.turn)
                forget_rings(connection, self.rings)
                if self.announced is not None:
                    forget_announcement(connection, self.table_id, self.announced, self.clock())
            to_take_back = self.messages.store(connection, self.game.program)
            if removed and not to_take_back:
                delete_game(connection, self.table_id)
            return to_take_back

        to_take_back = False
        if self.messages or delivered is not None:
            to_take_back = await self.game.write(write)
        self.report.removed = removed and not to_take_back
        self.messages.clear()
        return to_take_back

    @contextmanager
    def _attempt(self, key: str) -> Iterator[None]:
        """Take a step in here; if it fails, the next ones are taken nevertheless.

        Not if Discord asks for patience or is in trouble: later messages must not get there before
        this one.
        """
        try:
            yield
        except (_DueAnew, TryLater, InTrouble, NotOurs):
            raise
        except MissingPermission as missing:
            log.warning("%s for %s of game %d", missing, key, self.table_id)
            self.report.missing = missing.permission
            self.report.failed = True
        except Gone:
            log.warning("there is no channel left for %s of game %d", key, self.table_id)
        except Exception:
            log.exception("could not deliver %s of game %d", key, self.table_id)
            self.report.failed = True

    # --- the home ------------------------------------------------------------------------------

    async def _open_home(self, table: Table, message: SentMessage, row: PostRow) -> None:
        """Open the home at a message; opened before, it is the same."""
        try:
            with self._calling() as courier:
                home = await courier.open_home(table, message)
        except Gone as gone:
            if gone.channel:
                await self._lose_channel(table)
            self.messages.forgotten.add(row.id)
            raise _DueAnew from None
        await self._note_home(home)
        raise _DueAnew

    async def _lose_home(self, plan: DeliveryPlan, home: Home) -> None:
        """Forget a home that is gone, and the messages in it.

        A thread is made of its message once more. If Discord says that the message has one, which
        is gone, the message is sent anew.
        """
        if home.channel_id in self.lost:
            newest = plan.newest
            for post in plan.wanted:
                if post.opens_home and post.key in newest:
                    await self._retire(plan, newest[post.key])
        self.lost.add(home.channel_id)
        await self.game.write(outbox.delete_posts_in, plan.table.id, home.channel_id)
        await self._note_home(None)
        raise _DueAnew

    async def _lose_channel(self, table: Table) -> None:
        """Note that the channel of the game is gone, with its messages: what is due changes."""
        log.warning("the channel of game %d is gone", table.id)
        await self.game.write(outbox.lose_channel, table.id)

    async def _note_home(self, home: Home | None) -> None:
        await self.game.write(
            outbox.set_home,
            self.table_id,
            None if home is None else home.channel_id,
            None if home is None else home.kind.value,
        )

    # --- a message -----------------------------------------------------------------------------

    async def _bring(self, plan: DeliveryPlan, post: Post, row: PostRow) -> SentMessage:
        """Send or edit the message of a post, unless it shows the post already."""
        table = plan.table
        try:
            sent = await self._found(plan, row, sending=True)
            if sent is None:
                sent = await self._send(plan, post, row)
            elif post.lasting:
                await self._look_after(table, post, row, sent)
            elif (
                row.message_id is None
                or row.fingerprint != post.fingerprint
                or self.presses.shows_other(sent.message_id, post.fingerprint)
            ):
                shown = await self.presses.shown(sent.message_id)
                if row.fingerprint == outbox.UNSURE or shown != post.fingerprint:
                    sent = await self._edit(plan, post, row, sent)
                else:
                    self.messages.note(row, sent, post.fingerprint, post)
            if post.names_home and table.home is not None:
                await self._rename_home(plan, post.names_home)
        except Gone as gone:
            if not gone.channel:  # a repeated send may also find a deleted message
                self.messages.forgotten.add(row.id)
                raise _DueAnew from None
            if goes_home(post) and table.home is not None and not _is_place(table, table.home):
                await self._lose_home(plan, table.home)
            if not isinstance(post.target, ToUser) and not table.channel_gone:
                await self._lose_channel(table)
                raise _DueAnew from None
            raise
        except TooOld:
            await self._note_anew(table, post)
            raise _DueAnew from None
        except DirectMessagesClosed as closed:
            if post.rings:
                await self.services.rings.ring_elsewhere(table.id, closed.user_id)
                raise _DueAnew from None
            await self._note_direct(table, closed.user_id, refused=True)
            player = table.player_of(closed.user_id)
            left = closed.left and table.status is not Status.REMOVED
            if left and player is not None and player.seat is not None:
                await self.services.seats.note_gone(table.id, player.seat)
            raise _DueAnew from None
        return sent

    async def _look_after(self, table: Table, post: Post, row: PostRow, sent: SentMessage) -> None:
        """Look whether a message is there that is never edited, if that is due.

        If it was deleted, that is noted. Where the bot may not read old messages, it cannot tell.
        """
        if row.message_id is not None:
            if row.fingerprint == post.fingerprint:
                return
            try:
                with suppress(MissingPermission), self._calling() as courier:
                    await courier.check_is_there(sent)
            except Gone as gone:
                if gone.channel:
                    raise
                await self.services.sealing.note_message_gone(table.id)
                self.messages.forgotten.add(row.id)
                raise _DueAnew from None
        self.messages.note(row, sent, post.fingerprint, post)

    async def _edit(
        self, plan: DeliveryPlan, post: Post, row: PostRow, sent: SentMessage
    ) -> SentMessage:
        """Edit a message."""
        with self._calling(MessageChange.EDITED) as courier, self.messages.editing(row):
            sent = await courier.edit(post, sent)
        self.messages.note(row, sent, post.fingerprint, post)
        if is_desk(row):
            self.messages.edited[row.id] = plan.table.version
        return sent

    async def _note_anew(self, table: Table, post: Post) -> None:
        """Note that a message must be sent once more; the existing one is retired then."""
        noted = row_of(table, post, self.clock(), self.game.program)
        await self.game.write(outbox.note_posts, table.id, [noted])
        self.untried.add(post.key)

    async def _rename_home(self, plan: DeliveryPlan, name: str) -> None:
        """Rename the game's own thread, not one in which the game was opened."""
        home = plan.table.home
        assert home is not None
        own = {
            row.message_id
            for post in plan.wanted
            if post.opens_home and (row := plan.newest[post.key])
        }
        if home.channel_id in own:
            with self._calling() as courier:
                await courier.rename_home(home, name)

    async def _send(self, plan: DeliveryPlan, post: Post, row: PostRow) -> SentMessage:
        """Send a message; sending twice does no harm, as the nonce makes it one message.

        The nonce is in its row; in older rows it is the row's number, which is never reused.
        """
        table, repeated = plan.table, row.key not in self.untried
        self.untried.discard(row.key)
        try:
            nonce = row.id if row.nonce is None else row.nonce
            with self._calling(MessageChange.SENT) as courier:
                sent = await courier.send(post, where(table, post), nonce)
        except CourierError as error:
            if not error.unsure and not repeated:  # certainly not sent
                self.untried.add(row.key)
            raise
        if isinstance(post.target, ToUser):
            await self._note_direct(table, post.target.user_id, refused=False)
        if (
            repeated and not post.lasting
        ) or post.in_two_steps:  # a repeated send may return an older message
            self.messages.note(row, sent, "", post)
            sent = await self._edit(plan, post, row, sent)
        else:
            self.messages.note(row, sent, post.fingerprint, post)
        self.messages.changed[row.id]["at"] = self.clock()  # it may have been noted long before
        return sent

    async def _found(
        self, plan: DeliveryPlan, row: PostRow, *, sending: bool
    ) -> SentMessage | None:
        """The message of a row, searched for if it may have been sent; None if it was not.

        With *sending*, also None if Discord still recognises its nonce: later, or after the clock
        was set back, the message must be searched for.
        """
        if row.message_id is not None:
            assert row.channel_id is not None
            return SentMessage(row.channel_id, row.message_id)
        if row.sender is None or (row.sender == self.game.program and row.key in self.untried):
            return None
        if sending and timedelta(0) <= self.clock() - row.at < NONCE_HOLDS:
            return None
        others = self.messages.message_ids() | {each.message_id for each in plan.rows}
        about = self.table_id if is_desk(row) else None
        sought = MessageSearch(row.sign, row.at, about, frozenset(others))
        with self._calling() as courier:
            return await courier.find(sought, _target(row))

    async def _retire(self, plan: DeliveryPlan, row: PostRow) -> None:
        """Delete a message that is no longer wanted, or remove its buttons, and forget it."""
        try:
            # A message noted before it was sent may have got buttons meanwhile.
            to_change = row.pressable or row.fleeting or row.message_id is None
            sent = await self._found(plan, row, sending=False) if to_change else None
            if sent is not None and row.fleeting:
                await self.presses.shown(
                    sent.message_id
                )  # the press could not be answered after that
                with self._calling(MessageChange.REMOVED) as courier:
                    await courier.remove(sent)
            elif sent is not None:
                with self._calling(MessageChange.RETIRED) as courier:
                    await courier.retire(sent)
        except (Gone, DirectMessagesClosed):
            pass  # it cannot be pressed
        except MissingPermission:  # in direct messages no permission can be granted
            if row.user_id is None:
                raise
        if row.message_id is None:  # else it may be an old one that another one replaces
            self.untried.discard(row.key)
        self.messages.forgotten.add(row.id)

    async def _note_direct(self, table: Table, user_id: int, *, refused: bool) -> None:
        """Note whether a user takes direct messages, if that is new."""
        player = table.player_of(user_id)
        if refused:
            refusals = 1 if player is None else player.direct_refusals + 1
            changes = {"direct_closed_at": self.clock(), "direct_refusals": refusals}
        elif player is not None and (player.direct_closed_at or player.direct_refusals):
            changes = {"direct_closed_at": None, "direct_refusals": 0}
        else:
            return

        def write(connection: Connection) -> None:
            # Nothing is noted about a former player, whose data may be deleted.
            if players.sits(connection, table.id, user_id):
                people.change_person(connection, user_id, **changes)

        await self.store.write(write)


def _is_place(table: Table, home: Home) -> bool:
    """Whether a game is shown where it was opened."""
    return home.channel_id == table.place.channel_id


def _target(row: PostRow) -> Destination:
    """Where a message was or will be sent."""
    if row.user_id is not None:
        return ToUser(row.user_id)
    assert row.channel_id is not None
    return InChannel(row.channel_id)
