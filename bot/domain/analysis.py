"""What was worked out about a game that has ended: the course of it, and the turns that mattered.

It is the same for all who ask, and so kept as a text.
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
"""What was worked out in another one is worked out again."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Analysis:
    """The course of a game, and the turns that mattered most."""

    course: tuple[tuple[Expectation, ...], ...]
    """What every seat could expect at the start and after each turn, by all that was hidden too."""
    mattered: tuple[TurnThatMattered, ...]
    """Those that mattered most first."""

    def mattering(self, turn: PlayedTurn) -> tuple[int, TurnThatMattered] | None:
        """That turn with its number among those that mattered, from 1; None if it is none."""
        numbered = enumerate(self.mattered, 1)
        return next((each for each in numbered if each[1].turn.number == turn.number), None)

    def dump(self) -> str:
        """The analysis as a text to keep."""
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
        """The analysis that was kept of a game with these *turns*.

        None if it does not fit any more: then it is worked out anew.
        """
        try:
            told = json.loads(text)
            if told["format"] != FORMAT or len(told["course"]) != len(turns) + 1:
                return None
            course = tuple(
                tuple(Expectation(float(share), float(place)) for share, place in moment)
                for moment in told["course"]
            )
            mattered = tuple(
                TurnThatMattered(
                    turn=turns[int(each["turn"]) - 1],
                    reason=MattersAs[each["reason"]],
                    before=float(each["before"]),
                    after=float(each["after"]),
                    better=_turn(each["better"]),
                )
                for each in told["mattered"]
            )
        except (ValueError, LookupError, TypeError):
            return None
        return cls(course, mattered)


def _turn(told: Sequence[str] | None) -> BestTurn | None:
    """A better turn as stored: its share of the win, then its actions."""
    if told is None:
        return None
    share, *line = told
    return BestTurn(float(share), tuple(map(parse_action, line)))
