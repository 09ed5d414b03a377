"""Consequences of a change: calls, clocks, deadlines and scheduled jobs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from sqlalchemy import Connection

from bot.changes.change import Change
from bot.changes.deadlines import PROPOSAL
from bot.changes.presence import LOOKS_FOR, looking_until
from bot.changes.ratings import replace_results
from bot.changes.timing import CLOCK, Advance, advance_clocks, next_event, store_clocks
from bot.changes.whole import WholeTable
from bot.domain.calls import LONG_WAIT, decided_at, is_new_question, waited_since
from bot.domain.clock import NEW_CLOCK
from bot.domain.entries import (
    CameBack,
    FullStart,
    PaceChanged,
    SeatTaken,
    Undone,
    VacationPlanned,
    WentAway,
)
from bot.domain.seat import Notes
from bot.domain.table import Status, Table
from bot.store import DueRow, NotificationRow
from bot.store.queries import due, notifications, seals

CALL, END_TURN, PLANNED = "call", "end turn", "planned"
"""Kinds of scheduled jobs."""
COMPUTER = "computer"
"""The kind of job that stays due while a game waits for a computer."""
NOTIFY = "ring"
"""The kind of job that sends pending notifications after a user's quiet hours."""
WAITED = "waited"
"""The kind of job that tells the others of a long wait."""
RESULTS = "result"
"""The kind of job that stores the results of a game that has ended."""
VACATION = "vacation"
"""The kind of job that logs the beginning and the end of vacations."""
_VACATIONS = (CameBack, VacationPlanned, WentAway)
_MOVES_TIMES = (PaceChanged, *_VACATIONS)
"""Entries after which a plan plays at another time."""
_MOVES_VACATIONS = (FullStart, SeatTaken, *_VACATIONS)
"""Entries after which another vacation may be the next to begin or to end."""


def complete(change: Change) -> Change:
    """Add the consequences of a change: a call, deadlines, clocks and scheduled jobs.

    Raises an error if clocks or deadlines cannot be computed.
    """
    change = _with_call(change)
    change = _with_deadlines(change)
    change = _with_clocks(change)
    return _with_jobs(change)


# --- who is called -------------------------------------------------------------------------------


def _with_call(change: Change) -> Change:
    """Call the deciding player, now or once that player has stopped looking."""
    state, before = change.state, change.before
    if state.game is None or state.status is not Status.RUNNING or state.paused_seq is not None:
        return change
    player, decision = state.decider, state.game.decision
    if not player.is_played_by_person:
        return change
    if plays_itself(change.after) and change.now.calls_unseen(player):
        return change  # in a thread everyone sees whether a player is called
    if change.calls_again:
        if any(each.user_id is not None and each.seat == decision.seat for each in change.entries):
            return change.schedule(CALL, change.at + LOOKS_FOR)  # after a yes of that player
    else:
        same_turn = state.turn == before.state.turn
        undone = any(isinstance(each, Undone) for each in change.entries)
        was = before.game
        asking = not same_turn or is_new_question(was.decision if was else None, decision)
        if state.game is was or undone or not asking:
            return change
        decided = decided_at(change.table.round, decision.seat)
        decided += decided_at(change.new, decision.seat)
        until = looking_until(before.id, player, decided, change.presence)
        if same_turn and until is not None and until > change.at:
            return change.schedule(CALL, until)
    return change.call_by_last(decision.seat)


def plays_itself(whole: WholeTable) -> bool:
    """True if the decider's plan plays itself unless something is decided first."""
    if whole.game is None:
        return False
    player = whole.state.decider
    plan = whole.notes.get(player.joined_seq, Notes()).plan
    if plan is None or not plan.by_itself or player.seat is None:
        return False
    return player.is_played_by_person and bool(whole.seat(player.seat).plays_itself)


# --- time ----------------------------------------------------------------------------------------


def _with_deadlines(change: Change) -> Change:
    """Move the deadlines of a taken seat to the hours of its new player."""
    state = change.state
    taken = {each.seat for each in change.entries if isinstance(each, SeatTaken)}
    changes = bool(taken) or state.proposals != change.before.state.proposals
    if not state.proposals or not changes or state.status is not Status.RUNNING:
        return change
    proposals = state.proposals
    for seat in taken:
        assert seat is not None
        before = change.table.hours_of(change.table.players[seat])
        after = state.pace.counted(state.players[seat].hours)
        proposals = tuple(
            each.recounted(seat, before, after, change.at, change.at) for each in proposals
        )
    change = replace(change, state=replace(state, proposals=proposals))
    return change.schedule(PROPOSAL, min(each.deadline for each in proposals))


def _with_clocks(change: Change) -> Change:
    if change.state.game is None:
        return change
    clocks = advance_clocks(
        Advance(
            change.table,
            change.now,
            change.new,
            change.at,
            change.until,
            change.reminded,
            change.longer,
            change.given_time,
        )
    )
    players = tuple(
        player if player.clock == clock else replace(player, clock=clock)
        for player, clock in zip(change.state.players, clocks, strict=True)
    )
    return change.with_clocks(players)


def _with_jobs(change: Change) -> Change:
    before, after = change.table, change.now
    if after.ends_at is not None:
        change = change.schedule(END_TURN, after.ends_at)
    moved = before.paused or any(isinstance(each, _MOVES_TIMES) for each in change.entries)
    if (moved or after.state_version != before.state_version) and plays_itself(change.after):
        change = change.schedule(PLANNED, change.at)
    if after.waits_for_computer and (
        after.state_version != before.state_version or not before.waits_for_computer
    ):
        change = change.schedule(COMPUTER, change.at)
    since, was = waited_since(after), waited_since(before)
    if since is not None and (was is None or after.awaited_since != before.awaited_since):
        change = change.schedule(WAITED, since + LONG_WAIT)
    if any(isinstance(each, _MOVES_VACATIONS) for each in change.entries):
        coming = next_vacation(after, change.at)
        change = change if coming is None else change.schedule(VACATION, coming)
    if _ends(change):
        return change.having(due={RESULTS: change.at} if after.has_ended else {})
    return change


def next_vacation(table: Table, now: datetime) -> datetime | None:
    """Return when the next vacation of a player begins or ends; None if none does."""
    vacations = [each.hours.away for each in table.players if each.is_played_by_person]
    return min((at for away in vacations for at in away or () if at > now), default=None)


def _ends(change: Change) -> bool:
    return change.state.status not in {change.table.status, Status.LOBBY, Status.RUNNING}


# --- writing -------------------------------------------------------------------------------------


def write_following(connection: Connection, change: Change) -> datetime | None:
    """Store the consequences of a change.

    Returns the time of its first scheduled job; None without one.
    """
    before, after, clock_due = change.table, change.now, change.before.clock_due
    if after.status is not before.status:  # its jobs are void
        due.cancel_all(connection, after.id)
        clock_due = None
        if after.seal is not None:
            keep_seal(connection, after.id, after.status)
        if before.has_ended:
            replace_results(connection, after.id, after.place.guild_id, ())
    elif before.waits_for_computer and not after.waits_for_computer:
        due.finish(connection, COMPUTER, before.id)
    expected = dict(change.due)
    notifies_at = _write_notifications(connection, change)
    if notifies_at is not None and not _ends(change):
        expected[NOTIFY] = notifies_at
    if after.view is not None:
        _write_clocks(connection, change)
        coming = next_event(after)
        if coming is None and clock_due is not None:
            due.finish(connection, CLOCK, after.id)
        elif coming is not None and coming.at != clock_due:
            expected[CLOCK] = coming.at
    rows = [DueRow(kind, after.id, at) for kind, at in expected.items()]
    if after.status is Status.REMOVED:  # its messages about other games are not sent
        others = notifications.hand_over(connection, after.id, change.at)
        rows += [DueRow(NOTIFY, game_id, change.at) for game_id in others]
    due.schedule(connection, *rows)
    return min((row.at for row in rows), default=None)


def _write_clocks(connection: Connection, change: Change) -> None:
    before = {each.joined_seq: each.clock for each in change.before.state.players}
    players = change.state.players
    was = [before.get(each.joined_seq, NEW_CLOCK) for each in players]
    store_clocks(connection, change.before.id, was, [each.clock for each in players])


def _write_notifications(connection: Connection, change: Change) -> datetime | None:
    """Store pending notifications. Returns the time of the next one; None if none is new."""
    rows = [
        NotificationRow(
            user_id, change.before.id, about, seq, change.hours_of(user_id).pinged_at(change.at)
        )
        for user_id, about, seq in change.notifications
    ]
    if not rows:
        return None
    notifications.add(connection, rows)
    return notifications.next_at(connection, change.before.id)


def keep_seal(connection: Connection, table_id: int, status: Status) -> None:
    """Open the seal of a table that has ended; that of a removed one stays closed for ever."""
    match status:
        case Status.LOBBY:
            pass
        case Status.RUNNING:
            seals.change_seal(connection, table_id, started=True)
        case Status.REMOVED:
            seals.forget_secret(connection, table_id)
        case Status.OVER | Status.CANCELLED | Status.ABANDONED:
            seals.open_seal(connection, table_id)
        case _:
            assert_never(status)
