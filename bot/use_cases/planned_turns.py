"""Plans that play themselves.

Others cannot tell that there was a plan. Until it plays, they see a player who is asked; then, one
who pressed *As planned*. Its time is like the player's own: drawn with the table's secret from how
long the table has waited for the player's turns, at an hour at which the player has played before.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.changes import (
    PLANNED,
    Change,
    Changes,
    Reader,
    WholeTable,
    decide_in_a_row,
    next_event_of,
)
from bot.domain.entries import Acted, Entry, Resumed, changes_game
from bot.domain.hours import NO_TIME, Hours
from bot.domain.player import Player
from bot.domain.seat import Seat
from bot.domain.seeds import seed
from bot.domain.table import TO_UNDO, Table
from bot.store import Store
from bot.store.queries import due, players
from bot.use_cases.clock_jobs import ClockJobs
from bot.use_cases.proposing import play_on
from engine import GameError

_FIRST_WAITS = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""Added to the waits of a player who has had few turns."""
_FEW = 3
_MANY = 8
"""Decisions after which it is known at which hours a player plays."""
_SEEDS = 2**64


@dataclass(frozen=True, slots=True)
class PlannedTurns:
    """Plays plans that play themselves."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _clocks: ClockJobs

    async def play(self, table_id: int) -> None:
        """Play the part of the decider's plan that is due.

        If it cannot be played any more, the player is asked, and called unless called already.
        """
        started = self._changes.clock()
        read = await self._reader.one(table_id)
        at = await self._due_at(read)
        if at is not None and at <= started:
            with suppress(_Asks):
                await self._changes.commit(lambda connection: [self._play(connection, read)])
            at = await self._due_at(await self._reader.one(table_id))
            if at is not None and at <= started:  # it cannot be played in this turn
                at = None
        if at is not None:
            await self._changes.reschedule(PLANNED, table_id, at)
            return
        await self._store.write(due.finish, PLANNED, table_id, by=started)
        await self._clocks.call_absent(table_id)

    def _play(self, connection: Connection, read: WholeTable) -> Change:
        """Play what is due, and note it with the plan, in one transaction.

        Raises _Asks if anything has changed, or a part would not be played.
        """
        change = self._changes.begin(connection, read.id)
        seat = _seat_of_decider(change.before)
        if seat is None or change.table.state_version != read.table.state_version:
            raise _Asks
        actions, plan, user_id = seat.plays_itself, seat.notes.plan, seat.player.user_id
        if not actions or plan is None or user_id is None:
            raise _Asks
        try:
            change = decide_in_a_row(change, seat.number, actions)
        except GameError:
            raise _Asks from None
        if change.left_over.actions:
            raise _Asks
        change = play_on(change)
        assert seat.plan is not None
        ends_later = seat.plan.actions != actions and not seat.player.habits.ends_turn
        seen = change.state.state_version
        played = replace(plan, seen=seen, by_itself=ends_later, played=True)
        if not players.replace_plan(connection, read.id, user_id, plan.dump(), played.dump()):
            raise _Asks
        notes = {
            **change.before.notes,
            seat.player.joined_seq: replace(seat.notes, plan=played),
        }
        return replace(change, before=replace(change.before, notes=notes))  # the desk says so

    async def _due_at(self, read: WholeTable) -> datetime | None:
        """Return when the decider's plan plays, or ends its turn; None if it does not."""
        seat = _seat_of_decider(read)
        if seat is None or not seat.plays_itself:
            return None
        table, player = read.table, seat.player
        secret = await self._reader.secret(read)
        # Two independent draws: others can read the second from the clock.
        drawn = seed(secret, table.turn, seat.number, int(not table.turn_is_new))
        chance = drawn.number / _SEEDS
        began = max(
            entry.at
            for entry in table.round
            if changes_game(entry) or (isinstance(entry, Resumed) and entry.turn == table.turn)
        )
        if began > self._changes.clock():  # the clock was set back, and the row's time with it
            return self._changes.clock()
        if not table.turn_is_new:
            return began + TO_UNDO * (1 + chance)
        history = await self._reader.history(read.id)
        hours = table.hours_of(player)
        waits = [*own_waits(history, player, hours)]
        latest = _latest_at(table, player, hours, began)
        most = None if latest is None else hours.between(began, latest)
        at = hours.after(began, _drawn(waits, chance, most))
        later = hours.after(_at_usual_hour(at, history, player), NO_TIME)
        return later if latest is None or later < latest else at


class _Asks(Exception):
    """The plan is not played: its player is asked."""


def _seat_of_decider(read: WholeTable) -> Seat | None:
    decider = read.table.decider
    if decider is None or decider.seat is None or not decider.is_played_by_person:
        return None
    return read.seat(decider.seat)


def own_waits(history: Iterable[Entry], player: Player, hours: Hours) -> Iterator[timedelta]:
    """Yield how long, within those hours, a player took to begin each turn in person."""
    began: datetime | None = None
    turn = 0
    for entry in history:
        if isinstance(entry, Acted) and entry.turn != turn:
            turn = entry.turn
            own = (entry.user_id, entry.seat) == (player.user_id, player.seat)
            if own and not entry.automatic and began is not None:
                yield hours.between(began, entry.at)
        if changes_game(entry) or isinstance(entry, Resumed):
            began = entry.at


def _latest_at(table: Table, player: Player, hours: Hours, began: datetime) -> datetime | None:
    """Return the latest time to begin the turn; None for any.

    So the turn ends before the player is reminded, and before the player's time is up.
    """
    clock = replace(player.clock, hushed=False)
    coming = next_event_of(table.pace, player.habits.reminders, clock, hours)
    if coming is None:
        return None
    return max(coming.at - 2 * TO_UNDO, began + (coming.at - began) / 2)


def _at_usual_hour(at: datetime, history: Iterable[Entry], player: Player) -> datetime:
    """Return the first moment, whole hours after *at*, at an hour when the player has played.

    Or in the hour before or after. So no plan plays while a player without quiet hours sleeps.
    """
    own = [
        entry.at.hour
        for entry in history
        if isinstance(entry, Acted) and not entry.automatic and entry.user_id == player.user_id
    ]
    if len(own) < _MANY:
        return at
    awake = {(hour + near) % 24 for hour in own for near in (-1, 0, 1)}
    return next(
        moved for moved in (at + timedelta(hours=more) for more in range(24)) if moved.hour in awake
    )


def _drawn(waits: Sequence[timedelta], chance: float, most: timedelta | None) -> timedelta:
    """Draw a wait from between *waits*, less than *most*; *chance* is from 0 to 1."""
    known = sorted((*waits, *_FIRST_WAITS) if len(waits) < _FEW else waits)
    if most is not None:
        known = known[: bisect_left(known, most)] or [most / 2]
    if len(known) == 1:
        known.insert(0, known[0] / 2)
    at, rest = divmod(chance * (len(known) - 1), 1)
    before, after = known[int(at)], known[min(int(at) + 1, len(known) - 1)]
    return max(before + (after - before) * rest, NO_TIME)
