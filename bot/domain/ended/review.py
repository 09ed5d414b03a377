"""Reviews of finished games: any moment, other decisions, the analysis; nothing is hidden.

Each moment is a table that is not stored, so that the game's own pages can show it.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain

from bot.domain.ended.results import waits
from bot.domain.entries import Acted, Entry, Started
from bot.domain.player import OwnNumber, Player
from bot.domain.seat import Seat
from bot.domain.seating import seat_holder_at
from bot.domain.table import Status, Table, Turn
from engine import (
    Action,
    BestTurn,
    ConflictOpened,
    Event,
    Expectation,
    Game,
    MattersAs,
    Moment,
    PlayedTurn,
    Step,
    Story,
    TurnBegan,
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


@dataclass(frozen=True, slots=True)
class Tried:
    """A decision that was not taken in the game, and its result."""

    seat: int
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """A moment of a finished game."""

    table: Table
    """The table at that moment, not stored, with everybody's points."""
    seat: Seat | None
    """The seat that decides; None at the end."""
    moment: Moment = field(repr=False)
    """The moment with all hidden data."""
    step: int
    """Number of the game's decisions before it."""
    tried: tuple[Tried, ...] = ()
    """Further decisions tried after these."""

    @property
    def line(self) -> tuple[Action, ...]:
        """The actions tried."""
        return tuple(each.action for each in self.tried)


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

    def then(self, step: int, line: Sequence[Action] = (), *, high_contrast: bool = False) -> Then:
        """Return the game after *step* decisions (at most all), and then those of *line*.

        *high_contrast* is a setting of the reader's. Raises IllegalAction if the rules forbid an
        action of *line*.
        """
        step = max(0, min(step, self.steps))
        game, tried = self.playback.game(step), []
        for action in line:
            decider = game.decision.seat
            game, events = game.apply(decider, action)
            tried.append(Tried(decider, action, events))
        table = self._table(step, game, tried, high_contrast=high_contrast)
        seat = None if game.over else Seat(table, game.view(game.decision.seat))
        return Then(table, seat, Moment.of(game, self.table.seated), step, tuple(tried))

    def _table(
        self, step: int, game: Game, tried: Sequence[Tried], *, high_contrast: bool
    ) -> Table:
        last = self.playback.entries[step]
        turns = self._turns(step, tried)
        return replace(
            self.table,
            status=Status.OVER if game.over else Status.RUNNING,
            players=tuple(
                self._player(each, last.seq, high_contrast=high_contrast)
                for each in self.table.players
            ),
            version=step + len(tried),
            state_version=step + len(tried),
            turn=turns[-1].number,
            delivered_turn=turns[-1].number,
            turns=turns,
            round=tuple(chain.from_iterable(turn.entries for turn in turns)),
            view=replace(game.view(None), scores=game.scores),
            standings=(),
            proposals=(),
            former=(),
            given_up=(),
            paused_seq=None,
            held=False,
            quiet=(),
        )

    def _player(self, player: Player, seq: int, *, high_contrast: bool) -> Player:
        """Return a player as of an entry, present and able to decide."""
        assert player.seat is not None
        return replace(
            player,
            name=seat_holder_at(self.table, player.seat, seq),
            own_name="",
            level=None,
            abandoned_seq=None,
            offered_seq=None,
            gone=False,
            draws_from_bag=False,
            habits=replace(player.habits, ends_turn=False, high_contrast=high_contrast),
        )

    def _turns(self, step: int, tried: Sequence[Tried]) -> tuple[Turn, ...]:
        """Return the turn at that moment, and the one before."""
        turns = [
            Turn(turn.number, turn.seat, self.entries_of(turn, step))
            for turn in self.turns
            if turn.start <= step
        ]
        entries, at = list(turns[-1].entries), self.playback.entries[step].at
        for number, each in enumerate(tried, step + 1):
            turn, seat = turns[-1].number, each.seat
            entries.append(
                Acted(each.action, each.events, final=True, seq=number, turn=turn, seat=seat, at=at)
            )
            turns[-1] = replace(turns[-1], entries=tuple(entries))
            for event in each.events:
                if isinstance(event, TurnBegan):
                    turns.append(Turn(turns[-1].number + 1, event.seat, ()))
                    entries = []
        return tuple(turns[-2:])


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
