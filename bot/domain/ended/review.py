"""Reviews of finished games: any moment, other decisions, the analysis; nothing is hidden.

Each moment is a table that is not stored, so that the game's own pages can show it.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.domain.ended.results import waits
from bot.domain.entries import Acted, Entry, Started
from bot.domain.player import OwnNumber
from bot.domain.seat import Then
from bot.domain.seating import seat_holder_at
from bot.domain.table import Table, Turn
from bot.store import USUAL_HABITS, Habits
from engine import (
    Action,
    BestTurn,
    ConflictOpened,
    Expectation,
    Game,
    MattersAs,
    Moment,
    PlayedTurn,
    Step,
    Story,
    TurnInQuestion,
    TurnThatMattered,
    asked_of,
    moments_of,
    parse_action,
    played_turns,
    story_of,
)

FORMAT = 4
"""Version of the format of analyses; those in another one are computed again."""
_DIGITS = 6


def imported_number(at: datetime) -> int:
    """Return the number of a record imported *at* that time: a user has one at a time."""
    return int(at.timestamp())


@dataclass(frozen=True, slots=True)
class Playback:
    """A game from start to end, with all hidden data."""

    played: tuple[Game | Step, ...] = field(repr=False)
    """The start, and a step for each decision."""
    entries: tuple[Started | Acted, ...] = field(repr=False)
    """The entries of the start and of the decisions."""
    turns: tuple[PlayedTurn, ...] = field(repr=False)
    story: Story = field(repr=False)
    waited: tuple[timedelta, ...]
    """The time that the game waited for each seat, without pauses. Together it is the real time."""

    @classmethod
    def of(cls, played: Sequence[Game | Step], log: Sequence[Entry]) -> Playback:
        """Combine a game with its *log*, without undone entries.

        Raises ValueError unless they match.
        """
        entries = tuple(entry for entry in log if isinstance(entry, Started | Acted))
        if len(played) != len(entries):
            raise ValueError("each decision has an entry")
        story = story_of(played)
        waited = [timedelta(0)] * len(story.statistics.by_seat)
        for wait in waits(log):
            waited[wait.seat] += wait.lasted
        return cls(tuple(played), entries, played_turns(played), story, tuple(waited))

    def game(self, step: int) -> Game:
        """Return the game after *step* decisions."""
        at = self.played[step]
        return at if isinstance(at, Game) else at.game


@dataclass(frozen=True, slots=True)
class Review(ABC):
    """The review of a finished game, for everyone, or of a record, for the user who imported it.

    Abstract: only the service makes one, after checking that the game has ended.
    """

    table: Table
    playback: Playback = field(repr=False)
    importer: OwnNumber | None = field(default=None, repr=False)
    """The user who imported it; None for a game."""

    @abstractmethod
    def _is_checked(self) -> None:
        """Make the class abstract."""

    @property
    def key(self) -> tuple[int, int]:
        """Its key in memory."""
        if self.importer is not None:
            return -self.importer, imported_number(self.table.created_at)
        return self.table.id, self.table.state_version

    @property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """Its turns, at least one."""
        return self.playback.turns

    @property
    def steps(self) -> int:
        """Number of decisions in the game."""
        return len(self.playback.played) - 1

    def turn_at(self, step: int) -> PlayedTurn:
        """Return the turn of the last of *step* decisions; of none, the first turn."""
        return next(turn for turn in self.turns if step <= turn.end)

    def last_turn_of(self, seat: int, step: int) -> PlayedTurn | None:
        """Return the last turn of a seat that ended before *step*, or else its last one.

        None if it has none.
        """
        own = [turn for turn in self.turns if turn.seat == seat]
        before = [turn for turn in own if turn.end < step]
        return next(reversed(before or own), None)

    def next_conflict(self, step: int) -> int | None:
        """Return the first step after *step* that began a conflict, or else the first of all."""
        began = [
            number
            for number, each in enumerate(self.playback.played)
            if isinstance(each, Step)
            and any(isinstance(event, ConflictOpened) for event in each.events)
        ]
        return next((each for each in began if each > step), began[0] if began else None)

    def entries_of(self, turn: PlayedTurn, step: int | None = None) -> tuple[Started | Acted, ...]:
        """Return the entries of a turn, up to that *step*."""
        end = turn.end if step is None else min(step, turn.end)
        return self.playback.entries[turn.start + 1 : end + 1]

    def automatic(self, turn: PlayedTurn) -> bool:
        """True if all decisions of the turn were automatic."""
        acted = [each for each in self.entries_of(turn) if isinstance(each, Acted)]
        own = [each for each in acted if each.seat == turn.seat]
        return bool(own) and all(each.automatic for each in own)

    def holder_of(self, turn: PlayedTurn) -> str:
        """Return the name of the player who held the seat in that turn."""
        return seat_holder_at(self.table, turn.seat, self.playback.entries[turn.end].seq)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The start, and the moment after each turn."""
        return moments_of(self.playback.played, self.table.seated)

    def asked(self, turn: PlayedTurn) -> TurnInQuestion:
        """Return a turn as a question for the analysis."""
        return asked_of(self.playback.played, turn, self.table.seated)

    def then(
        self, step: int, line: Sequence[Action] = (), *, habits: Habits = USUAL_HABITS
    ) -> Then:
        """Return the game after *step* decisions (at most all), and then those of *line*.

        *habits* are the reader's. Raises IllegalAction if the rules forbid an action of *line*.
        """
        step = max(0, min(step, self.steps))
        seq = self.playback.entries[step].seq
        turns = [turn for turn in self.turns if turn.start <= step]
        table = replace(
            self.table,
            players=tuple(
                replace(player, name=seat_holder_at(self.table, seat, seq), own_name="")
                for seat, player in enumerate(self.table.players)
            ),
            version=step,
            turns=tuple(
                Turn(turn.number, turn.seat, self.entries_of(turn, step)) for turn in turns[-2:]
            ),
        )
        return Then.after(table, self.playback.game(step), line, habits=habits, step=step)


# --- the analysis, which is the same for all readers, and stored as a text ------------------------


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
