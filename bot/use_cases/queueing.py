"""The queues of servers: users wait for a table, which opens and starts as soon as one fits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.changes import Change, Changes
from bot.domain.hours import Hours
from bot.domain.naming import checked_set_up
from bot.domain.player import OwnNumber, Person
from bot.domain.queue import MOST_AVOIDED, Match, Permitted, QueuedUser, Wish, city, find_match
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import Member, ServerRules
from bot.domain.table import Place, Status, Table
from bot.store import DECODE_ERRORS, NotificationTopic, Store, Unavailable, WaitingRow
from bot.store.queries import games, queues, server_posts, servers
from bot.store.queries.outbox import LOST
from bot.use_cases.host import Sight
from bot.use_cases.lobbies import Starter
from bot.use_cases.opening import Opening
from bot.use_cases.visits import ENDED

_P = ParamSpec("_P")
_T = TypeVar("_T")

log = logging.getLogger(__name__)

QUEUE = "queue"
"""The kind of message of a server that shows its queue."""
_AT_ONCE = timedelta(seconds=10)
"""Time within which another press is taken for the one that led to a table."""
_ROUNDS = 30
"""Maximum number of tables tried per press: for each, Discord is asked who sees its channel."""
_NOTED = timedelta(days=30)
"""Time for which a row is kept: after it has expired, its user is notified once."""


class Asked(NamedTuple):
    """Where a user waits."""

    guild_id: int
    channel_id: int
    around: tuple[int, ...]
    """A thread's channel, and the category."""
    member: Member
    language: str
    """That of public messages there, by Discord's code."""


class OwnWait(NamedTuple):
    """A user's own wait in a server."""

    wish: Wish | None
    """None if the user does not wait."""
    until: datetime | None
    """When the wait expires, or has expired; None if there was none lately."""
    avoids: frozenset[int]
    permitted: Permitted
    """What tables can be like there."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Users who wait for a table in a server."""

    _store: Store
    _changes: Changes
    _opening: Opening
    _starter: Starter
    _sight: Sight

    # --- who waits -----------------------------------------------------------------------------

    async def of(self, user_id: OwnNumber, guild_id: int) -> OwnWait:
        """Read the user's own wait in a server."""

        def read(connection: Connection) -> OwnWait:
            own = _queued(connection, guild_id).get(user_id)
            waits = own is not None and own.until > self._changes.clock()
            return OwnWait(
                own.wish if own is not None and waits else None,
                None if own is None else own.until,
                queues.avoided_by(connection, [user_id]).get(user_id, frozenset()),
                Permitted.by(self._changes.reader.rules.read(connection, guild_id)),
            )

        return await self._store.read(read)

    async def wishes(self, guild_id: int) -> list[Wish]:
        """Return the wishes of those who wait in a server, in order, without the users."""
        now = self._changes.clock()
        waiting = await self._store.read(_queued, guild_id)
        return [each.wish for each in waiting.values() if each.until > now]

    async def wait(self, person: Person, asked: Asked, wish: Wish) -> Table | None:
        """Wait for a table, or keep waiting with another wish.

        Returns the user's table if one fits already: its game has started. A user who presses
        twice, or is seated at that moment, does not wait again. Raises Refused if no game may be
        opened there.
        """
        guild_id, now = asked.guild_id, self._changes.clock()
        lately = guild_id, person.user_id, now - _AT_ONCE, Status.RUNNING

        def write(connection: Connection) -> int | None:
            servers.hold(connection, guild_id)
            if (seated := queues.seated_since(connection, *lately)) is not None:
                return seated
            rules = self._changes.reader.rules.read(connection, guild_id)
            rules.check_place((asked.channel_id, *asked.around))
            self._may_open(connection, rules, guild_id, person.user_id)
            row = WaitingRow(
                guild_id=guild_id,
                user_id=person.user_id,
                name=person.name,
                discord_language=person.discord_language,
                wish=str(wish),
                since=now,
                asked_at=now,
                channel_id=asked.channel_id,
                around=list(asked.around),
                spoken=asked.language,
                opens=_permits(rules.check_opener, person.user_id, asked.member),
            )
            was = _queued(connection, guild_id).get(person.user_id)
            if was is not None and was.until > now:
                row = replace(row, since=was.since)
            queues.write(connection, row)
            posts = server_posts.of_guild(connection, guild_id)
            if not any(each.kind == QUEUE and each.trouble is None for each in posts):
                server_posts.put_up(
                    connection,
                    guild_id,
                    QUEUE,
                    channel_id=asked.channel_id,
                    language=rules.language or asked.language,
                    at=now,
                )
            update_queue(connection, guild_id, now)
            return None

        seated = await self._write(write)
        if seated is None:
            await self.seat(guild_id, presser=person.user_id)
            # Perhaps by another user's press.
            seated = await self._store.read(queues.seated_since, *lately)
        return None if seated is None else await self._changes.reader.get(seated)

    async def leave(self, user_id: int, guild_id: int) -> None:
        """Wait no longer."""

        def write(connection: Connection) -> None:
            servers.hold(connection, guild_id)
            queues.remove(connection, guild_id, [user_id])
            update_queue(connection, guild_id, self._changes.clock())

        await self._write(write)

    async def avoid(self, user_id: OwnNumber, others: Collection[int], guild_id: int) -> None:
        """Set whom a user avoids, in the queues of all servers. Nobody else can tell."""
        avoided = sorted({*others} - {user_id})[:MOST_AVOIDED]
        await self._write(queues.avoid, user_id, avoided)
        await self.seat(guild_id)

    async def lose_channel(self, channel_id: int) -> None:
        """Note that a channel is gone: those who have asked there wait for a table elsewhere."""
        await self._store.write(queues.lose_channel, channel_id)

    async def forget_old(self) -> None:
        """Delete waits that expired long ago."""
        await self._store.write(queues.forget_old, self._changes.clock() - _NOTED)

    # --- who gets a table ----------------------------------------------------------------------

    async def look(self, guild_id: int) -> list[Wish]:
        """Return the wishes of those who wait in a server, after seating those who can be by now.

        Hours and limits may have changed meanwhile. The message of the queue is due again when the
        next wait expires.
        """
        await self.seat(guild_id)
        await self._store.write(_note_expiry, guild_id, self._changes.clock())
        return await self.wishes(guild_id)

    async def seat(self, guild_id: int, *, presser: int | None = None) -> None:
        """Open the tables that fit, and start their games. All but the *presser* are notified.

        Users who do not see the channel where they asked are removed: they have left the server,
        or cannot get there. If no table can be opened just now, they wait on.
        """
        try:
            await self._seat(guild_id, presser)
        except (Refused, Unavailable) as error:
            log.warning("server %d: nobody is seated now: %s", guild_id, error)

    async def _seat(self, guild_id: int, presser: int | None) -> None:
        unseen: set[tuple[int, int]] = set()
        asked: set[tuple[int, int]] = set()
        for _ in range(_ROUNDS):
            match = await self._store.read(self._find, guild_id, unseen)
            if match is None:
                return
            own = {
                (each.channel_id, each.user_id) for each in match.players if each.channel_id != LOST
            }
            there = {(match.channel_id, each.user_id) for each in match.players}
            if new := (own | there) - asked:
                asked |= new
                blind = await self._unseen_of(guild_id, new)
                unseen |= blind
                for _, user_id in blind & own:
                    await self.leave(user_id, guild_id)
            else:
                await self._open(guild_id, match, unseen, presser)

    async def _unseen_of(
        self, guild_id: int, asked: Collection[tuple[int, int]]
    ) -> set[tuple[int, int]]:
        """Return those pairs of a channel and a user who certainly does not see it."""
        seen = await asyncio.gather(
            *(self._sight(Place(guild_id, channel_id), user_id) for channel_id, user_id in asked)
        )
        return {each for each, sees in zip(asked, seen, strict=True) if sees is False}

    def _find(
        self,
        connection: Connection,
        guild_id: int,
        unseen: Collection[tuple[int, int]],
        users: Collection[int] | None = None,
    ) -> Match | None:
        """Return the next table that fits, as the rules and limits of the server are now.

        Only of these *users*, if given.
        """
        rules = self._changes.reader.rules.read(connection, guild_id)
        waiting = [
            replace(each, opens=each.opens and each.user_id not in rules.silenced)
            for each in _queued(connection, guild_id).values()
            if users is None or each.user_id in users
        ]

        def may_open(each: QueuedUser) -> bool:
            return self._may_open(connection, rules, guild_id, each.user_id)

        closed = {LOST} | {
            each.channel_id
            for each in waiting
            if not _permits(rules.check_place, (each.channel_id, *each.around))
        }
        now, permitted = self._changes.clock(), Permitted.by(rules)
        with suppress(Refused):  # the server is full
            return find_match(
                waiting, permitted, now, closed=closed, unseen=unseen, may_open=may_open
            )
        return None

    def _may_open(
        self, connection: Connection, rules: ServerRules, guild_id: int, user_id: int
    ) -> bool:
        """True unless a user has opened too many games. Raises Refused if the server is full."""
        try:
            self._opening.check_count(connection, rules, user_id, guild_id)
        except Refused as refused:
            if refused.refusal is Refusal.MANY_IN_SERVER:
                raise
            return False
        return True

    async def _open(
        self,
        guild_id: int,
        match: Match,
        unseen: Collection[tuple[int, int]],
        presser: int | None,
    ) -> None:
        """Open a table and start its game, unless it does not fit any more."""

        def begin(connection: Connection) -> list[Change]:
            servers.hold(connection, guild_id)
            rows = {row.user_id: row for row, _ in queues.read(connection, guild_id)}
            users = {each.user_id for each in match.players}
            if self._find(connection, guild_id, unseen, users) != match:
                return []
            seated = [match.opener, *(each for each in match.players if each != match.opener)]
            people = [rows[each.user_id] for each in seated]
            rules = self._changes.reader.rules.read(connection, guild_id)
            taken = [name for _, name in games.named_in(connection, guild_id, without=ENDED)]
            board, options = match.preset
            change = self._opening.begin(
                connection,
                rules,
                Place(guild_id, match.channel_id),
                people,
                name=city(int(match.players[0].since.timestamp()), taken),
                board=board,
                options=checked_set_up(board, len(people), options),
                capacity=len(people),
                language=rules.language or people[0].spoken,
                pace=match.pace.dump(),
                rated=match.rated,
            )
            change = self._starter.start(connection, change, people[0].user_id)
            for each in people:
                if each.user_id != presser:
                    change = change.notify(each.user_id, NotificationTopic.SEATED, change.version)
            queues.remove(connection, guild_id, [each.user_id for each in people])
            update_queue(connection, guild_id, change.at)
            return [change]

        await self._changes.commit(begin)
        self._changes.alarm(self._changes.clock())

    async def _write(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """Store a change of a queue, and bring its message up to date."""
        result = await self._changes.write(work, *args, **kwargs)
        self._changes.alarm(self._changes.clock())
        return result


def update_queue(connection: Connection, guild_id: int, now: datetime) -> None:
    """Mark a server's messages after a change of its queue; without a queue its message goes."""
    if not any(each.until > now for each in _queued(connection, guild_id).values()):
        server_posts.take_down(connection, guild_id, QUEUE, now)
    server_posts.mark(connection, guild_id, now)


def _note_expiry(connection: Connection, guild_id: int, now: datetime) -> None:
    """Make a server's messages due when the next wait expires; at once if all have expired."""
    until = [each.until for each in _queued(connection, guild_id).values() if each.until > now]
    if until:
        server_posts.mark(connection, guild_id, min(until))
    else:
        update_queue(connection, guild_id, now)


def _queued(connection: Connection, guild_id: int) -> dict[int, QueuedUser]:
    """Return the users who wait in a server, or have waited lately, in their order."""
    rows = queues.read(connection, guild_id)
    avoided = queues.avoided_by(connection, [row.user_id for row, _ in rows])
    queued = {}
    for row, person in rows:
        with suppress(*DECODE_ERRORS):  # damaged
            queued[row.user_id] = QueuedUser(
                user_id=row.user_id,
                wish=Wish.parse(row.wish),
                since=row.since,
                asked_at=row.asked_at,
                channel_id=row.channel_id,
                around=tuple(row.around),
                opens=row.opens,
                hours=Hours.of(person),
                avoids=avoided.get(row.user_id, frozenset()),
            )
    return queued


def _permits(check: Callable[_P, None], *args: _P.args, **kwargs: _P.kwargs) -> bool:
    try:
        check(*args, **kwargs)
    except Refused:
        return False
    return True
