"""Hints used by each player; each decision counts once."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.entries import Entry, HintGiven, changes_game
from bot.domain.seating import seat_holder_at
from bot.domain.table import Table


@dataclass(frozen=True, slots=True)
class HintsUsed:
    """Number of hints used by a present or former player of a seat."""

    seat: int
    user_id: int | None
    name: str
    count: int


def decision_number(table: Table) -> int:
    """Return the number of the last entry that led to the current decision."""
    return max((entry.seq for entry in table.round if changes_game(entry)), default=0)


def is_hinted(entries: Iterable[Entry], user_id: int, decision: int) -> bool:
    """True if that user already had a hint for that decision."""
    return any(
        isinstance(entry, HintGiven) and entry.user_id == user_id and entry.decision == decision
        for entry in entries
    )


def hints_used(table: Table) -> tuple[HintsUsed, ...]:
    """Return the hints used, by seat and then in the order of holding it."""
    decisions: dict[tuple[int, int | None], set[int]] = {}
    last: dict[tuple[int, int | None], int] = {}
    for entry in table.hinted:
        assert entry.seat is not None
        who = entry.seat, entry.user_id
        decisions.setdefault(who, set()).add(entry.decision)
        last[who] = entry.seq
    return tuple(
        HintsUsed(seat, user_id, seat_holder_at(table, seat, last[seat, user_id]), len(counted))
        for (seat, user_id), counted in sorted(
            decisions.items(), key=lambda each: (each[0][0], last[each[0]])
        )
    )
