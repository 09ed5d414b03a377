"""Closes tables that never start, ends inactive games, and reports long waits.

Each has a due row for the next check. The check finds the time of the last activity in the log.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.changes import WAITED, Change, Changes, Reader, go_on, use_case
from bot.domain.calls import LONG_WAIT, long_wait, may_be_reminded, waited_since
from bot.domain.checks import staying_at
from bot.domain.entries import (
    Acted,
    Announced,
    Answered,
    CameBack,
    Entry,
    Expired,
    LongWait,
    Proposed,
    Reminded,
    Resigned,
    SeatTaken,
    Started,
)
from bot.domain.player import Player
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status, Table
from bot.store import NotificationTopic, Store
from bot.store.queries import due
from bot.use_cases.host import Patience, days
from bot.use_cases.proposing import AGAIN_IN, put, review

EXPIRY, IDLE = "expiry", "idle"
"""Kinds of due rows: to close a table that has not started, or give notice of that; to check if a
game is still active."""
NOTICE = timedelta(days=1)
"""Time between the notice and the closing of a table."""


def _is_activity(entry: Entry) -> bool:
    """True if an entry is an activity of a player, unlike reminders and ends of a time."""
    match entry:
        case Acted(automatic=True):
            return False
        case Started() | Acted() | Resigned() | Proposed() | Answered() | SeatTaken() | CameBack():
            return entry.user_id is not None
        case _:
            return False


def hears_notice(table: Table, player: Player, closes: datetime) -> bool:
    """True if the notice of a table's closing is in the player's hours."""
    return table.hours_of(player).include(closes - NOTICE)


@dataclass(frozen=True, slots=True)
class Expiry:
    """Closes tables that do not start, and asks about inactive games."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _patience: Patience

    async def watch_older_games(self) -> None:
        """Schedule checks for games of versions without them, from now on."""
        now, patience = self._changes.clock(), self._patience

        def write(connection: Connection) -> None:
            if patience.lobby:
                at = now + days(patience.lobby) - NOTICE
                due.add_missing(connection, EXPIRY, Status.LOBBY, at)
            if patience.idle:
                due.add_missing(connection, IDLE, Status.RUNNING, now + days(patience.idle))
            due.add_missing(connection, WAITED, Status.RUNNING, now)

        await self._store.write(write)

    async def expire(self, table_id: int) -> None:
        """Close a table that has not started, after a notice to its players a day before."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is not Status.LOBBY or not self._patience.lobby:
            await self._store.write(due.finish, EXPIRY, table_id, by=started)
            return
        closes = table.expires_at
        if closes is None:
            last = (await self._reader.history(table_id))[-1]
            closes = max(last.at + days(self._patience.lobby), started + NOTICE)
            next_look = closes - NOTICE
        else:
            next_look = closes
        if next_look > started:
            await self._changes.reschedule(EXPIRY, table_id, next_look)
            return

        def expire(change: Change) -> Change:
            if change.table.version != table.version:
                raise Refused(Refusal.STALE)
            if change.table.expires_at is None:
                return _give_notice(change, closes)
            return change.then(Expired())

        try:
            await self._changes.change(table_id, expire)
        except Refused:  # a player acted meanwhile
            await self._changes.reschedule(EXPIRY, table_id, started + NOTICE)
        else:
            await self._store.write(due.finish, EXPIRY, table_id, by=started)

    async def ask_whether_it_goes_on(self, table_id: int) -> None:
        """Ask the players of an inactive game whether to keep playing."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is not Status.RUNNING or not self._patience.idle:
            await self._store.write(due.finish, IDLE, table_id, by=started)
            return
        patience = days(self._patience.idle)
        touched = max(
            entry.at for entry in await self._reader.history(table_id) if _is_activity(entry)
        )
        if touched + patience > started:
            await self._changes.reschedule(IDLE, table_id, touched + patience)
            return

        def ask_all(change: Change) -> Change:
            if change.table.version != table.version or change.table.proposal_of(Topic.STILL):
                raise Refused(Refusal.STALE)
            return put(change, Question(Topic.STILL))

        with suppress(Refused):  # a player acted meanwhile, or it is asked already
            await self._changes.change(table_id, ask_all)
        if (
            await self._reader.get(table_id)
        ).status is Status.RUNNING:  # it has ended if nobody could be asked
            await self._changes.reschedule(IDLE, table_id, started + patience)


def _give_notice(change: Change, closes: datetime) -> Change:
    change = change.then(Announced(closes=closes))
    for player in change.table.players:
        if player.user_id is not None and not hears_notice(change.table, player, closes):
            change = change.notify(player.user_id, NotificationTopic.CLOSING, change.version)
    return change.schedule(EXPIRY, closes)


@dataclass(frozen=True, slots=True)
class LongWaits:
    """Reports to the others, once and without a sound, that a table has waited for days."""

    _store: Store
    _reader: Reader
    _changes: Changes

    async def report(self, table_id: int) -> None:
        """Report a long wait. Looks again later, as long as the game runs."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is not Status.RUNNING:
            await self._store.write(due.finish, WAITED, table_id, by=started)
            return
        if table.decider is not None and table.decider.abandoned:
            with suppress(Refused):
                await self._changes.change(table_id, _play_on)

        def report(change: Change) -> Change:
            if _reported_at(change.table, change.at) > change.at:
                raise Refused(Refusal.STALE)
            return change.then(LongWait(seat=change.game.decision.seat))

        at = _reported_at(table, started)
        if at <= started:
            at = started + LONG_WAIT
            try:
                await self._changes.change(table_id, report)
            except Refused:  # a player acted meanwhile
                at = started + AGAIN_IN
        await self._changes.reschedule(WAITED, table_id, at)

    @use_case
    def remind(self, change: Change, user_id: int, seat: int) -> Change:
        """Remind the player of a seat once more, for another player.

        In quiet hours that makes no sound before these are over, as any call.
        """
        table, by = change.table, staying_at(change.table, user_id)
        if by.seat == seat:
            raise Refused(Refusal.OWN_SEAT)
        player = table.player(seat)
        if player != table.decider or not may_be_reminded(table):
            raise Refused(Refusal.NOT_REMINDED, player=player.name, game=table.name)
        reminded = Reminded(by=by.seat, user_id=player.user_id, seat=seat, called=seat)
        return replace(change.then(reminded), reminded=seat)


def _play_on(change: Change) -> Change:
    """Play on if a person is left; older versions waited until the empty seat was taken."""
    change = go_on(change)
    if not change.entries:
        raise Refused(Refusal.STALE)
    return review(change)


def _reported_at(table: Table, now: datetime) -> datetime:
    """Return when to report the current wait or, if nothing is to be reported, to look again."""
    since, decider = waited_since(table), table.decider
    if since is None or decider is None or long_wait(table) is not None:
        return now + LONG_WAIT
    return (table.hours_of(decider).back_at(now) or since) + LONG_WAIT
