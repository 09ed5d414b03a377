"""How many hints each player has used: each decision counts once."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.entries import Entry, HintGiven, changes_game
from bot.domain.table import Table


@dataclass(frozen=True, slots=True)
class HintsUsed:
    """How many hints one of those who have held a seat has used."""

    seat: int
    user_id: int | None
    name: str
    count: int


def decision_number(table: Table) -> int:
    """The number of the last entry that has led to what is decided now, and was not undone."""
    return max((entry.seq for entry in table.round if changes_game(entry)), default=0)


def is_hinted(entries: Iterable[Entry], user_id: int, decision: int) -> bool:
    """True if a hint for that decision was given to that user already."""
    return any(
        isinstance(entry, HintGiven) and entry.user_id == user_id and entry.decision == decision
        for entry in entries
    )


def hints_used(table: Table) -> tuple[HintsUsed, ...]:
    """Who has used hints, by seats; of a seat first who held it first."""
    decisions: dict[tuple[int, int | None], set[int]] = {}
    last: dict[tuple[int, int | None], int] = {}
    for entry in table.hinted:
        assert entry.seat is not None
        who = entry.seat, entry.user_id
        decisions.setdefault(who, set()).add(entry.decision)
        last[who] = entry.seq
    return tuple(
        HintsUsed(seat, user_id, table.seat_holder_at(seat, last[seat, user_id]), len(counted))
        for (seat, user_id), counted in sorted(
            decisions.items(), key=lambda each: (each[0][0], last[each[0]])
        )
    )
