"""How a draft is written: everything in one transaction, with what follows from it."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, assert_never

from sqlalchemy import Connection

from bot.changes import deadlines
from bot.changes.draft import Draft
from bot.changes.loaded import Loaded
from bot.changes.presence import LOOKS_FOR, looking_until
from bot.changes.quiet_rings import RING, expect_rings, read_hours
from bot.changes.teacher import Teacher
from bot.changes.timing import CLOCK, Changed, kept, next_at
from bot.domain import (
    HintRule,
    Kind,
    Pace,
    Status,
    Table,
    decided_at,
    dump_proposals,
    dump_taught,
    is_new_question,
)
from bot.store import DueRow
from bot.store.queries import due, logs, outbox, seals

CALL, END_TURN = "call", "end turn"
"""Kinds of what is due at a time."""
COMPUTER = "computer"
"""The kind of what is due as long as a game waits for a computer, since it does: a row for each."""


def write_draft(connection: Connection, draft: Draft, teacher: Teacher) -> Loaded:
    """Write a draft within the connection's transaction. Answers what it leads to.

    With it is stored what the *teacher* has taught the players then.

    Raises StaleVersion if the table has changed since it was read, InMaintenance if nothing may
    be changed.
    """
    before = draft.table
    _drop_proposals_and_pause(draft)
    _call_decider(draft)
    _keep_deadlines(connection, draft)
    result = draft.after()
    taught = teacher.taught(connection, draft.read, result, draft.rows)
    result = replace(result, taught=taught)
    after = result.table
    logs.append(
        connection,
        before.id,
        before.version,
        draft.rows,
        draft.at,
        status=after.status.value,
        opener_id=after.opener_id,
        turn=after.turn,
        state_version=after.state_version,
        taught=dump_taught(taught),
        **{name: _written(name, value) for name, value in draft.changes.items()},
    )
    if draft.place is not None:
        outbox.move(connection, before.id, draft.place.guild_id, draft.place.channel_id)
    draft.roster.write(connection, before.id)
    if draft.play is not None and after.state_version != before.state_version:
        draft.play.save_states(connection, after)
    if after.status is not before.status:  # what was due then is due no more
        due.cancel_all(connection, before.id)
        if after.seal is not None:
            keep_seal(connection, after.id, after.status)
    result = _keep_clocks(connection, draft, result)
    _schedule_what_follows(connection, draft, after)
    if (coming := next_at(result.table)) is not None:
        draft.later[CLOCK] = coming.at
    return result


def keep_seal(connection: Connection, table_id: int, status: Status) -> None:
    """Open the seal of a table that has ended; one that is removed will never be opened."""
    match status:
        case Status.LOBBY:
            pass
        case Status.RUNNING:
            seals.note_started(connection, table_id)
        case Status.REMOVED:
            seals.forget_secret(connection, table_id)
        case Status.OVER | Status.CANCELLED | Status.ABANDONED:
            seals.open_seal(connection, table_id)
        case _:
            assert_never(status)


def _keep_deadlines(connection: Connection, draft: Draft) -> None:
    """Keeps the stored deadlines of proposals; a seat that is taken has its new player's hours."""
    taken = {row.seat for row in draft.rows if row.kind == Kind.TAKEN and row.seat is not None}
    changes = bool(taken) or "proposals" in draft.changes
    if not draft.proposals or not changes or draft.status is not Status.RUNNING:
        return
    proposals = deadlines.as_stored(connection, draft.table.id, draft.proposals)
    for seat in taken:
        player = draft.table.player(seat)
        before = read_hours(connection, player.user_id, draft.table)
        after = read_hours(connection, draft.roster.now(player).user_id, draft.table)
        proposals = tuple(
            each.recounted(seat, before, after, draft.at, draft.at) for each in proposals
        )
    draft.change_table(proposals=proposals)
    draft.later[deadlines.PROPOSAL] = min(each.deadline for each in proposals)


def _drop_proposals_and_pause(draft: Draft) -> None:
    """Forget what was proposed before the game started, or ended, and that it was paused."""
    if draft.status is not draft.table.status:
        expired = any(row.kind == Kind.EXPIRED for row in draft.rows)
        if draft.proposals and not expired:  # the notice stays, as what has come true
            draft.change_table(proposals=())
        if draft.paused:
            draft.change_table(paused_seq=None)


def _call_decider(draft: Draft) -> None:
    """Call the player who must decide now, or later, once that player has stopped looking."""
    if draft.play is None or draft.status is not Status.RUNNING or draft.paused:
        return
    player, decision = draft.decider, draft.game.decision
    if player.decides_automatically:
        return
    if draft.calls_anew:
        if any(row.user_id is not None and row.seat == decision.seat for row in draft.rows):
            draft.later[CALL] = draft.at + LOOKS_FOR  # after a yes of that player
            return
    else:
        before, same_turn = draft.read.game, draft.turn == draft.table.turn
        undone = any(row.undoes is not None for row in draft.rows)
        asking = not same_turn or is_new_question(before.decision if before else None, decision)
        if draft.game is before or undone or not asking:
            return
        decided = decided_at(draft.table.round, decision.seat)
        decided += decided_at(draft.entries, decision.seat)
        until = looking_until(draft.table.id, player, decided, draft.presence)
        if same_turn and until is not None and until > draft.at:
            draft.later[CALL] = until
            return
    draft.call_by_last_entry(decision.seat)


def _schedule_what_follows(connection: Connection, draft: Draft, after: Table) -> None:
    """Have everything done at its time that follows from the draft, but for clocks."""
    if after.ends_at is not None:
        draft.later[END_TURN] = after.ends_at
    _ask_computer(connection, draft, after)
    if (rings_at := expect_rings(connection, after, draft.rings, draft.at)) is not None:
        draft.later[RING] = rings_at
    if after.status not in {draft.table.status, Status.LOBBY, Status.RUNNING}:
        draft.later.clear()
    due.schedule(connection, *(DueRow(kind, after.id, at) for kind, at in draft.later.items()))


def _ask_computer(connection: Connection, draft: Draft, after: Table) -> None:
    """Have a computer decide for which the game waits; it is due exactly as long as it does."""
    before = draft.table
    if after.waits_for_computer:
        asked = after.state_version != before.state_version or not before.waits_for_computer
        if asked:
            draft.later[COMPUTER] = draft.at
    elif before.waits_for_computer:
        due.finish(connection, COMPUTER, before.id)


def _keep_clocks(connection: Connection, draft: Draft, result: Loaded) -> Loaded:
    """Keep the clocks of a game that has started, and have it looked at when one is up."""
    if draft.play is None:
        return result
    now = draft.at
    changed = Changed(draft.table, result.table, draft.entries, draft.timely, now, now)
    table, due_at = kept(connection, changed)
    coming = next_at(table)
    if coming is None and due_at is not None:
        due.finish(connection, CLOCK, table.id)
    elif coming is not None and due_at != coming.at:
        draft.later[CLOCK] = coming.at
    return replace(result, table=table)


_WRITTEN: dict[str, Callable[[Any], object]] = {
    "pace": Pace.dump,
    "hints": HintRule.__str__,
    "proposals": dump_proposals,
    "former": lambda former: [asdict(each) for each in former],
    "asked": lambda asked: [asdict(each) for each in asked],
}
"""How attributes of a table are written into their columns, if not as they are."""


def _written(name: str, value: object) -> object:
    return _WRITTEN[name](value) if name in _WRITTEN else value
