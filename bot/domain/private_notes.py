"""What a player keeps in private in a game: a note, and the plan of a turn to come.

No :class:`Table` holds it: it is with the player's :class:`Seat`, and in no log.
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
    """What a player has planned for a turn to come."""

    turn: int
    """The number of that turn."""
    seen: int
    """The state version of the game when it was planned."""
    actions: tuple[Action, ...] = field(repr=False)

    def without(self, entries: Iterable[Entry]) -> Plan:
        """This plan, less what was done in that turn since: *entries* of it.

        Of a swap nobody is told the tiles (R15.2): any is taken for the one that was planned.
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
        """What is stored: the two numbers, and the decisions in notation, blanks in between."""
        return " ".join(map(str, (self.turn, self.seen, *self.actions)))

    @classmethod
    def load(cls, text: str) -> Plan:
        """What :meth:`dump` wrote. Raises ValueError if it is not."""
        turn, seen, *actions = text.split(" ")
        return cls(int(turn), int(seen), tuple(map(parse_action, actions)))


@dataclass(frozen=True, slots=True)
class Notes:
    """Everything that a player keeps in a game."""

    note: str = field(default="", repr=False)
    """What the player is to be reminded of, on one line; empty if of nothing."""
    plan: Plan | None = field(default=None, repr=False)
    """What was planned last, for whichever turn."""

    @classmethod
    def of(cls, row: NotesRow) -> Notes:
        """A row as values. Raises ValueError if the plan in it is none."""
        return cls(row.note or "", None if row.plan is None else Plan.load(row.plan))


def _kind(action: Action | None) -> str:
    """What is compared of a decision."""
    return "swap" if action is None or isinstance(action, SwapTiles) else str(action)
