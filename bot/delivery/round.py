"""One round of delivery: what of a table is due, compared with what is there, and the rest."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.changes import forget_rings, read_rings
from bot.cluster import Claiming, NotOurs
from bot.delivery.plan import Plan, goes_home, note, plan_for, row_of, where
from bot.delivery.posts import (
    NONCE_HOLDS,
    Courier,
    CourierError,
    DirectClosed,
    Gone,
    InChannel,
    InTrouble,
    Missing,
    Post,
    PostsDue,
    Sent,
    Sought,
    TooOld,
    ToUser,
    TryLater,
    Where,
)
from bot.delivery.presses import Presses
from bot.delivery.reports import Report
from bot.domain import Home, Ring, Status, Table
from bot.services import Tables
from bot.store import PostRow, Store
from bot.store.queries import games, outbox, people, players
from bot.store.queries.deleting import delete_game

log = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")

_RESTARTS = 10


class _DueAnew(Exception):
    """What is due has changed on the way: the round starts over."""


@dataclass(slots=True)
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
    untried: set[str]
    """The keys of messages noted for this program that were never sent: no need to look."""
    presses: Presses
    claims: Claiming
    program: str
    """The name of this program when the round began: perhaps it lives under another one now."""
    may_ring: bool = False
    """Whether something may ring that is no decision."""
    report: Report = field(default_factory=Report)
    changed: dict[int, dict[str, object]] = field(default_factory=dict)
    """New values of rows, by their ids."""
    edited: dict[int, int] = field(default_factory=dict)
    """The desks that were edited, by row, with the version of the game they show."""
    private: dict[int, PostRow] = field(default_factory=dict)
    """The messages sent to players, by row."""
    forgotten: set[int] = field(default_factory=set)
    rings: tuple[Ring, ...] = ()
    """The messages that ring, as they were read last."""
    lost: set[int] = field(default_factory=set)
    """Homes that turned out to be gone."""

    async def run(self) -> Report:
        """Bring what is due.

        Raises TryLater or InTrouble, NotOurs if another program may show the table by now, and
        Refused if there is no such table.
        """
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
        plan = await self.store.look(self._read)
        if not self.courier.is_in(plan.table.place.guild_id):
            self.report.begin_elsewhere(plan.table)
            if plan.table.status is Status.REMOVED:  # there is nobody to be shown that
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
                brought = await self._attempt(self._bring(plan, post, row), post.key)
                if brought is not None:
                    self.report.brought(post)
                if homeless and post.opens_home and brought is not None:
                    await self._attempt(self._open_home(plan.table, brought, row), "home")
            for row in plan.outdated():
                await self._attempt(self._retire(plan, row), row.key)
            # Where the bot is not permitted to show that a game was removed, it is all the same.
            delivered = not self.report.failed or plan.table.status is Status.REMOVED
        finally:
            to_take_back = await self._record(plan.table if delivered else None)
        if to_take_back:
            raise _DueAnew
        self.report.complete = True

    def _in_order(self, wanted: Sequence[Post], newest: Mapping[str, PostRow]) -> list[Post]:
        """What is shown by the answer to a press comes last: until then it is waited for."""
        return sorted(wanted, key=lambda post: self.presses.pressed(newest[post.key].message_id))

    def _read(self, connection: Connection) -> Plan:
        """Read what is there, and then what is due: what was noted in between is read again."""
        rows = outbox.read_posts(connection, self.table_id)
        everyone = self.tables.read_everyone(connection, self.table_id)
        if self.may_ring:
            everyone = replace(everyone, rings=read_rings(connection, self.table_id))
        self.rings = everyone.rings
        return plan_for(everyone, rows, self.posts_due, self.clock())

    @property
    def _discord(self) -> Courier:
        """The courier, as long as the table is this program's. Raises NotOurs."""
        if self.claims.program != self.program or not self.claims.holds(self.table_id):
            raise NotOurs
        return self.courier

    async def _write(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """Write, if the table is this program's. Raises NotOurs."""

        def write(connection: Connection) -> _T:
            self.claims.hold(connection, self.program, self.table_id)
            return work(connection, *args, **kwargs)

        try:
            return await self.store.write(write)
        except IntegrityError:
            await self.claims.confirm(self.program, self.table_id)
            raise

    async def _noted(self, plan: Plan) -> Plan:
        """Note what was not noted together with what it tells of, or not by this program."""
        now = self.clock()
        if not plan.to_blank() and not plan.unnoted(now) and not plan.to_adopt(self.program):
            return plan

        def write(
            connection: Connection,
        ) -> tuple[frozenset[str], frozenset[str], Sequence[PostRow]]:
            # A decision that was stored just now may have noted the same.
            games.hold(connection, games.numbered(self.table_id))
            latest = replace(plan, rows=outbox.read_posts(connection, self.table_id))
            adopted = latest.to_adopt(self.program)
            if adopted:
                outbox.adopt(connection, [row.id for row in adopted], self.program)
            noted = note(connection, latest, now, self.program)
            untried = noted.union(row.key for row in adopted if row.sender is None)
            tried = frozenset(row.key for row in adopted) - untried  # by who showed it meanwhile
            return untried, tried, outbox.read_posts(connection, self.table_id)

        untried, tried, rows = await self._write(write)
        self.untried.update(untried)
        self.untried.difference_update(tried)
        return replace(plan, rows=rows)

    async def _record(self, delivered: Table | None) -> bool:
        """Note how everything went; *delivered* is the table if it is shown completely.

        Then a removed game is deleted. Returns whether messages are to be taken back first: those
        sent to a player while all data of that player was deleted.
        """
        removed = delivered is not None and delivered.status is Status.REMOVED

        def write(connection: Connection) -> bool:
            if delivered is not None:  # first the game, then its messages, as who stores does
                outbox.set_delivered(connection, delivered.id, delivered.version, delivered.turn)
                forget_rings(connection, self.rings)
            taken_back = []
            for row_id, changes in self.changed.items():
                edited = self.edited.get(row_id)
                if row_id not in self.private:
                    outbox.change_post(connection, row_id, edited, **changes)
                elif not outbox.change_known_post(connection, row_id, edited, **changes):
                    taken_back.append(row_id)
            if self.forgotten:
                outbox.delete_posts(connection, self.forgotten)
            outbox.insert_posts(connection, self.table_id, list(map(self._nameless, taken_back)))
            if removed and not taken_back:
                delete_game(connection, self.table_id)
            return bool(taken_back)

        to_take_back = False
        if self.changed or self.forgotten or delivered is not None:
            to_take_back = await self._write(write)
        self.report.removed = removed and not to_take_back
        self.changed.clear()
        self.edited.clear()
        self.private.clear()
        self.forgotten.clear()
        return to_take_back

    def _nameless(self, post_id: int) -> dict[str, object]:
        """The row of a message, without whom it was for."""
        row = asdict(self.private[post_id]) | self.changed[post_id]
        kept = {name: row[name] for name in ("channel_id", "message_id", "pressable", "fleeting")}
        key = outbox.forgotten_key(self.table_id, post_id)
        noted = {"key": key, "fingerprint": "", "user_id": None, "sign": "", "nonce": None}
        return noted | kept | {"at": self.clock(), "sender": self.program}

    async def _attempt(self, step: Awaitable[_T], key: str) -> _T | None:
        """Take a step; None if it fails: then the others are taken all the same.

        Not if Discord asks for patience or is in trouble: later messages must not get there before
        this one.
        """
        try:
            return await step
        except (_DueAnew, TryLater, InTrouble, NotOurs):
            raise
        except Missing as missing:
            log.warning("%s for %s of game %d", missing, key, self.table_id)
            self.report.missing = missing.permission
            self.report.failed = True
        except Gone:
            log.warning("there is no channel left for %s of game %d", key, self.table_id)
        except Exception:
            log.exception("could not deliver %s of game %d", key, self.table_id)
            self.report.failed = True
        return None

    # --- the home ------------------------------------------------------------------------------

    async def _open_home(self, table: Table, message: Sent, row: PostRow) -> None:
        """Open the home at a message that is there; if it was opened before, it is the same."""
        try:
            home = await self._discord.open_home(table, message)
        except Gone as gone:
            if gone.channel:
                await self._lose_channel(table)
            self.forgotten.add(row.id)
            raise _DueAnew from None
        await self._note_home(home)
        raise _DueAnew

    async def _lose_home(self, plan: Plan, home: Home) -> None:
        """Forget a home that is gone, and what was there.

        Its message is asked for a thread once more. If it says that it has one, which is gone,
        then it is sent anew.
        """
        if home.channel_id in self.lost:
            newest = plan.newest
            for post in plan.wanted:
                if post.opens_home and post.key in newest:
                    await self._retire(plan, newest[post.key])
        self.lost.add(home.channel_id)
        await self._write(outbox.delete_posts_in, plan.table.id, home.channel_id)
        await self._note_home(None)
        raise _DueAnew

    async def _lose_channel(self, table: Table) -> None:
        """Note that the channel of the game is gone, with what was there: what is due changes."""
        log.warning("the channel of game %d is gone", table.id)
        await self._write(outbox.lose_channel, table.id)

    async def _note_home(self, home: Home | None) -> None:
        await self._write(
            outbox.set_home,
            self.table_id,
            None if home is None else home.channel_id,
            None if home is None else home.kind.value,
        )

    # --- a message -----------------------------------------------------------------------------

    async def _bring(self, plan: Plan, post: Post, row: PostRow) -> Sent:
        """Make the message of a post be there and show what it should."""
        table = plan.table
        try:
            sent = await self._found(plan, row, sending=True)
            if sent is None:
                sent = await self._send(plan, post, row)
            elif (
                row.message_id is None
                or row.fingerprint != post.fingerprint
                or self.presses.shows_other(sent.message_id, post.fingerprint)
            ):
                shown = await self.presses.shown(sent.message_id)
                if row.fingerprint == outbox.UNSURE or shown != post.fingerprint:
                    sent = await self._edit(plan, post, row, sent)
                else:
                    self._note(row, sent, post.fingerprint, post)
            if post.names_home and table.home is not None:
                await self._rename_home(plan, post.names_home)
        except Gone as gone:
            if not gone.channel:  # also if it was sent, deleted, and is sent again
                self.forgotten.add(row.id)
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
        except DirectClosed as closed:
            if post.rings:
                await self.tables.ring_elsewhere(table.id, closed.user_id)
                raise _DueAnew from None
            await self._note_direct(table, closed.user_id, refused=True)
            player = table.player_of(closed.user_id)
            left = closed.left and table.status is not Status.REMOVED
            if left and player is not None and player.seat is not None:
                await self.tables.note_gone(table.id, player.seat)
            raise _DueAnew from None
        return sent

    async def _edit(self, plan: Plan, post: Post, row: PostRow, sent: Sent) -> Sent:
        """Edit a message. A desk is noted as unsure: others may change it at the same time."""
        courier = self._discord
        before = {**self.changed}
        if is_desk(row):  # until it is known whether the edit has come
            self.changed[row.id] = before.get(row.id, {}) | {"fingerprint": outbox.UNSURE}
        try:
            sent = await courier.edit(post, sent)
        except CourierError as error:
            if not error.unsure:
                self.changed.clear()
                self.changed.update(before)
            raise
        self._note(row, sent, post.fingerprint, post)
        if is_desk(row):
            self.edited[row.id] = plan.table.version
        return sent

    async def _note_anew(self, table: Table, post: Post) -> None:
        """Note that a message is to be sent once more; the one that is there goes then."""
        noted = row_of(table, post, self.clock(), self.program)
        await self._write(outbox.insert_posts, table.id, [noted])
        self.untried.add(post.key)

    async def _rename_home(self, plan: Plan, name: str) -> None:
        """Rename the game's own thread: not one in which somebody has opened the game."""
        home = plan.table.home
        assert home is not None
        own = {
            row.message_id
            for post in plan.wanted
            if post.opens_home and (row := plan.newest[post.key])
        }
        if home.channel_id in own:
            await self._discord.rename_home(home, name)

    async def _send(self, plan: Plan, post: Post, row: PostRow) -> Sent:
        """Send a message; a second time does no harm, as it is the same by its nonce.

        The nonce is in its row; in older rows it is the row's number, which never comes again.
        """
        table, repeated = plan.table, row.key not in self.untried
        self.untried.discard(row.key)
        try:
            nonce = row.id if row.nonce is None else row.nonce
            sent = await self._discord.send(post, where(table, post), nonce)
        except CourierError as error:
            if not error.unsure and not repeated:  # certainly not sent
                self.untried.add(row.key)
            raise
        if isinstance(post.target, ToUser):
            await self._note_direct(table, post.target.user_id, refused=False)
        if repeated or post.in_two_steps:  # or it may be an earlier one, as it was then
            self._note(row, sent, "", post)
            sent = await self._edit(plan, post, row, sent)
        else:
            self._note(row, sent, post.fingerprint, post)
        self.changed[row.id]["at"] = self.clock()  # it may have been noted long before
        return sent

    async def _found(self, plan: Plan, row: PostRow, *, sending: bool) -> Sent | None:
        """The message of a row, looked for if it may have been sent; None if it was not.

        None too if it will be *sent* so soon that it is known again by its nonce: longer ago, or
        on a clock that was put back, it must be looked for.
        """
        if row.message_id is not None:
            assert row.channel_id is not None
            return Sent(row.channel_id, row.message_id)
        if row.sender is None or (row.sender == self.program and row.key in self.untried):
            return None
        if sending and timedelta(0) <= self.clock() - row.at < NONCE_HOLDS:
            return None
        others: set[object] = {each.message_id for each in plan.rows}
        others |= {each.get("message_id") for each in self.changed.values()}
        about = self.table_id if is_desk(row) else None
        sought = Sought(row.sign, row.at, about, frozenset(others))
        return await self._discord.find(sought, _target(row))

    async def _retire(self, plan: Plan, row: PostRow) -> None:
        """Delete a message that is not wanted any more, or take its buttons off, and forget it."""
        try:
            # What was noted before it was sent may have got buttons meanwhile.
            to_change = row.pressable or row.fleeting or row.message_id is None
            sent = await self._found(plan, row, sending=False) if to_change else None
            if sent is not None and row.fleeting:
                await self.presses.shown(sent.message_id)  # nobody could see the answer any more
                await self._discord.remove(sent)
            elif sent is not None:
                await self._discord.retire(sent)
        except (Gone, DirectClosed):
            pass  # nobody can press them
        except Missing:  # in direct messages there is nothing that anybody could permit
            if row.user_id is None:
                raise
        if row.message_id is None:  # else it may be an old one, in whose place another is sent
            self.untried.discard(row.key)
        self.forgotten.add(row.id)

    async def _note_direct(self, table: Table, user_id: int, *, refused: bool) -> None:
        """Note whether somebody takes direct messages, if that is news."""
        player = table.player_of(user_id)
        if refused:
            refusals = 1 if player is None else player.direct_refusals + 1
            changes = {"direct_closed_at": self.clock(), "direct_refusals": refusals}
        elif player is not None and (player.direct_closed_at or player.direct_refusals):
            changes = {"direct_closed_at": None, "direct_refusals": 0}
        else:
            return

        def write(connection: Connection) -> None:
            # Of somebody who does not play here any more, and may be forgotten, nothing is noted.
            if players.sits(connection, table.id, user_id):
                people.change_person(connection, user_id, **changes)

        await self.store.write(write)

    def _note(self, row: PostRow, sent: Sent, fingerprint: str, post: Post) -> None:
        self.changed[row.id] = {
            "channel_id": sent.channel_id,
            "message_id": sent.message_id,
            "fingerprint": fingerprint,
            "pressable": post.pressable,
        }
        if row.message_id is None and isinstance(post.target, ToUser):
            self.private[row.id] = row
        self.presses.know(sent.message_id)
        if sent.emojis is not None:
            self.changed[row.id]["emojis"] = sent.emojis


def _is_place(table: Table, home: Home) -> bool:
    """Whether a game is shown right where it was opened."""
    return home.channel_id == table.place.channel_id


def is_desk(row: PostRow) -> bool:
    """Whether it is a player's desk: the one private message, which presses change."""
    return row.fleeting and row.user_id is not None


def _target(row: PostRow) -> Where:
    """Where a message was, or is to be, sent."""
    if row.user_id is not None:
        return ToUser(row.user_id)
    assert row.channel_id is not None
    return InChannel(row.channel_id)
