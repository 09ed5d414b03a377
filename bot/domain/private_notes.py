"""A player's private note and plan in a game.

Only the player's :class:`Seat` holds them, no :class:`Table` and no log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.domain.entries import Acted, Entry
from bot.store import NotesRow
from engine import Action, SwapTiles, parse_action

NOTE_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's plan for a coming turn."""

    turn: int
    """Number of that turn."""
    seen: int
    """State version when the plan was made."""
    actions: tuple[Action, ...] = field(repr=False)

    def without(self, entries: Iterable[Entry]) -> Plan:
        """Return the plan without actions done since, in the turn's *entries*.

        Any swap counts as the planned one, because its tiles are hidden (R15.2).
        """
        done = Counter(_kind(entry.action) for entry in entries if isinstance(entry, Acted))
        left = []
        for action in self.actions:
            kind = _kind(action)
            if done[kind]:
                done[kind] -= 1
            else:
                left.append(action)
        return Plan(self.turn, self.seen, tuple(left))

    def dump(self) -> str:
        """Return a text for :meth:`load`: the two numbers and the actions, separated by blanks."""
        return " ".join(map(str, (self.turn, self.seen, *self.actions)))

    @classmethod
    def load(cls, text: str) -> Plan:
        """Read the text of :meth:`dump`. Raises ValueError for any other."""
        turn, seen, *actions = text.split(" ")
        return cls(int(turn), int(seen), tuple(map(parse_action, actions)))


@dataclass(frozen=True, slots=True)
class Notes:
    """A player's note and plan in a game."""

    note: str = field(default="", repr=False)
    """The note, on one line; empty without one."""
    plan: Plan | None = field(default=None, repr=False)
    """The last plan, for any turn."""

    @classmethod
    def of(cls, row: NotesRow) -> Notes:
        """Read a row. Raises ValueError if its plan is invalid."""
        return cls(row.note or "", None if row.plan is None else Plan.load(row.plan))


def _kind(action: Action | None) -> str:
    """Return the part of an action that :meth:`Plan.without` compares."""
    return "swap" if action is None or isinstance(action, SwapTiles) else str(action)
