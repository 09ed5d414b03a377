"""Whom a message calls: who is at it already, and for whom the table has begun to wait."""

from bot.table import Entry, Kind, Table
from engine import DrawDecision, DrawTile


def just_begun(table: Table) -> bool:
    """Whether nobody has done anything in this turn yet, nor taken it back again."""
    entries = [entry for turn in table.turns for entry in turn.entries]
    changes = [entry.seq for entry in entries if entry.changes_game]
    return table.last_decision is None and changes[-1] == table.state_version


def at_it(table: Table) -> bool:
    """Whether who must decide has decided last in this turn, and so is at it."""
    last, decider = _last_played(table), table.decider
    return last is not None and decider is not None and last.seat == decider.seat


def back_since(table: Table) -> int | None:
    """The last decision of this turn that was somebody else's: then its player is called again."""
    seat = table.turns[-1].seat
    return next((entry.seq for entry in _played(table) if entry.seat != seat), None)


def just_called_back(table: Table) -> bool:
    """Whether nobody has decided anything since then."""
    last = _last_played(table)
    return last is not None and last.seq == back_since(table)


def asked_since(table: Table) -> int:
    """The state version at which the question arose; drawing tile by tile is one question."""
    decision = table.view.decision if table.view else None
    if isinstance(decision, DrawDecision):
        for entry in reversed(table.turns[-1].entries):
            drawn = isinstance(entry.action, DrawTile) and entry.seat == decision.seat
            if entry.kind is Kind.ACTED and not drawn:
                return entry.seq
    return table.state_version


def _played(table: Table) -> list[Entry]:
    """What people have decided in this turn, last first; not what went by itself.

    What was decided for somebody because of resigning just then is that person's doing.
    """
    played: list[Entry] = []
    resigning: int | None = None
    for entry in table.turns[-1].entries:
        if entry.kind is Kind.RESIGNED:
            resigning = entry.seat
        elif entry.kind is Kind.ACTED and not entry.automatic:
            resigning = None
            played.append(entry)
        elif entry.kind is Kind.ACTED and entry.seat == resigning:
            played.append(entry)
    return played[::-1]


def _last_played(table: Table) -> Entry | None:
    return next(iter(_played(table)), None)
