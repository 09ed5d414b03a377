"""The analysis of a finished game: its course, and the turns that mattered.

It is the same for all readers, and stored as a text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine import (
    BestTurn,
    Expectation,
    MattersAs,
    PlayedTurn,
    TurnThatMattered,
    parse_action,
)

FORMAT = 4
"""Version of the format; analyses in another one are computed again."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Analysis:
    """The course of a game, and the turns that mattered most."""

    course: tuple[tuple[Expectation, ...], ...]
    """Expectations of each seat at the start and after each turn, given all hidden data."""
    mattered: tuple[TurnThatMattered, ...]
    """Most important first."""

    def mattering(self, turn: PlayedTurn) -> tuple[int, TurnThatMattered] | None:
        """Return the analysis of a turn with its rank, from 1; None if it did not matter."""
        numbered = enumerate(self.mattered, 1)
        return next((each for each in numbered if each[1].turn.number == turn.number), None)

    def dump(self) -> str:
        """Return a text for :meth:`load`."""
        return json.dumps(
            {
                "format": FORMAT,
                "course": [
                    [[round(each.share, _DIGITS), round(each.place, _DIGITS)] for each in moment]
                    for moment in self.course
                ],
                "mattered": [
                    {
                        "turn": each.turn.number,
                        "reason": each.reason.name,
                        "before": round(each.before, _DIGITS),
                        "after": round(each.after, _DIGITS),
                        "better": each.better
                        and [
                            round(each.better.share, _DIGITS),
                            *map(str, each.better.actions),
                        ],
                    }
                    for each in self.mattered
                ],
            },
            separators=(",", ":"),
        )

    @classmethod
    def load(cls, text: str, turns: Sequence[PlayedTurn]) -> Analysis | None:
        """Read the stored analysis of a game with these *turns*; None if it does not fit them."""
        try:
            stored = json.loads(text)
            if stored["format"] != FORMAT or len(stored["course"]) != len(turns) + 1:
                return None
            course = tuple(
                tuple(Expectation(float(share), float(place)) for share, place in moment)
                for moment in stored["course"]
            )
            mattered = tuple(
                TurnThatMattered(
                    turn=turns[int(each["turn"]) - 1],
                    reason=MattersAs[each["reason"]],
                    before=float(each["before"]),
                    after=float(each["after"]),
                    better=_turn(each["better"]),
                )
                for each in stored["mattered"]
            )
        except (ValueError, LookupError, TypeError):
            return None
        return cls(course, mattered)


def _turn(stored: Sequence[str] | None) -> BestTurn | None:
    """Read a better turn: its share of the win, then its actions."""
    if stored is None:
        return None
    share, *line = stored
    return BestTurn(float(share), tuple(map(parse_action, line)))
