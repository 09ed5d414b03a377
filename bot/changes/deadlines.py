"""Deadlines of proposals that move without an entry in the log.

They move when a player's hours change, and after time without a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Connection

from bot.domain.hours import Hours
from bot.domain.pace import Pace
from bot.domain.proposals import Proposal, dump_proposals, load_proposals
from bot.store import Damaged, DueRow, decoding
from bot.store.queries import clocks, due
from bot.store.queries.clocks import AskedRow

PROPOSAL = "proposal"
"""Kind of due row for the earliest deadline of a game's proposals."""


def postpone_deadlines(connection: Connection, last: datetime, now: datetime) -> set[int]:
    """Move all deadlines past the gap from *last* to *now*. Returns the games that change."""

    def recounted(proposal: Proposal, row: AskedRow) -> Proposal:
        hours = _counted(row, Hours.of(row.person))
        return proposal.recounted(row.seat, hours, hours, last, now)

    return _change(connection, clocks.read_asked(connection), recounted)


def recount_deadlines(
    connection: Connection, user_id: int, before: Hours, after: Hours, now: datetime
) -> set[int]:
    """Move a user's deadlines to other hours from *now* on. Returns the games that change."""

    def recounted(proposal: Proposal, row: AskedRow) -> Proposal:
        was, hours = _counted(row, before), _counted(row, after)
        return proposal.recounted(row.seat, was, hours, now, now)

    return _change(connection, clocks.read_asked(connection, user_id), recounted)


def _counted(row: AskedRow, hours: Hours) -> Hours:
    return Pace.load(row.pace).counted(hours)


def _change(
    connection: Connection,
    rows: Iterable[AskedRow],
    recounted: Callable[[Proposal, AskedRow], Proposal],
) -> set[int]:
    """Store recounted proposals and their due rows. Returns the games that change."""
    texts: dict[int, str] = {}
    changed: dict[int, tuple[Proposal, ...]] = {}
    for row in rows:
        with suppress(Damaged), decoding(f"what is proposed in game {row.game_id}"):
            proposals = changed.get(row.game_id) or load_proposals(row.proposals)
            texts[row.game_id] = row.proposals
            changed[row.game_id] = tuple(recounted(each, row) for each in proposals)
    new = {
        game_id: text
        for game_id, proposals in changed.items()
        if proposals and (text := dump_proposals(proposals)) != texts[game_id]
    }
    clocks.change_proposals(connection, new)
    for game_id in new:
        at = min(each.deadline for each in changed[game_id])
        due.schedule(connection, DueRow(PROPOSAL, game_id, at))
    return set(new)
