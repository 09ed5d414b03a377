"""Which turns of a game mattered, once it is over: from its steps, in pieces that are soon done.

Nothing is hidden any more (R15.3), so what was to be expected is reckoned from all information. A
player is judged by less: by the view of that moment, and by what could be found in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from statistics import median
from typing import NamedTuple

from engine.actions import Action, EndTurn
from engine.events import ConflictDecided, Event, GameEnded, TurnBegan
from engine.game import Game
from engine.opponents.expecting import Expectation, expectations
from engine.opponents.levels import Level
from engine.opponents.mind import BestTurn, Stop, best_turns
from engine.planning import Stop as Stopped
from engine.planning import plan_turn
from engine.records import Step
from engine.scoring import Score
from engine.turns import grown
from engine.view import OpenView, SeatView

__all__ = [
    "Judgement",
    "MattersAs",
    "Moment",
    "PlayedTurn",
    "TurnInQuestion",
    "TurnThatMattered",
    "asked_of",
    "expected_at",
    "is_played",
    "judge",
    "moments_of",
    "played_turns",
    "questions_worth_asking",
    "turns_that_mattered",
]

_COMPARED = 12
"""So many of the best turns are looked through for the one that was played."""
_MISSED = 0.05
"""A turn is called a mistake if it gives away so much of the win, in what could be known."""
_LEAST = 0.01
"""What changes less than this has not mattered."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as it was played."""

    number: int
    """From 1."""
    seat: int
    start: int
    """How many decisions were taken in the game before it..."""
    end: int
    """... and after it."""
    actions: tuple[Action, ...]
    """What its player decided in it; what others added in conflicts is not among it."""
    events: tuple[Event, ...]


class Moment(NamedTuple):
    """The game between two decisions, with nothing hidden; it can be sent to another process."""

    view: OpenView
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class TurnInQuestion:
    """What is asked about a turn: it holds what its player knew, and no more."""

    view: SeatView
    """When the turn began."""
    scores: tuple[Score, ...]
    actions: tuple[Action, ...]
    """What was played."""
    after: SeatView
    """What the player knew when the turn was over."""
    scores_after: tuple[Score, ...]


class Judgement(NamedTuple):
    """A turn beside the best one that its player could find; both as a share of the win."""

    best: BestTurn
    played: float
    """What the player could expect of the turn that was played."""

    @property
    def loss(self) -> float:
        """The share of the win that was given away: 0 if nothing better could be found."""
        return max(0.0, self.best.share - self.played)


class MattersAs(Enum):
    """Why a turn mattered."""

    MISTAKE = auto()
    """There was a better one, and its player could know."""
    STRONG = auto()
    """Its player won by it, and there was nothing better."""
    CONFLICT = auto()
    """It was lost by a conflict: what others held nobody could know."""
    LUCK = auto()
    """It was lost by what was drawn, or what others had prepared."""


@dataclass(frozen=True, slots=True)
class TurnThatMattered:
    """One of the turns in which the game was won and lost."""

    turn: PlayedTurn
    reason: MattersAs
    before: float
    """Its player's share of the win when it began, all information used..."""
    after: float
    """... and when it was over."""
    judgement: Judgement


# --- taking a game apart --------------------------------------------------------------------------


def moments_of(played: Sequence[Game | Step]) -> tuple[Moment, ...]:
    """The start of a game, from :func:`read_game`, and the moment after each of its turns."""
    start = _game(played[0])
    ends = (_game(played[turn.end]) for turn in played_turns(played))
    return tuple(Moment(game.open_view(), game.scores) for game in (start, *ends))


def played_turns(played: Sequence[Game | Step]) -> tuple[PlayedTurn, ...]:
    """The turns of a game, from :func:`read_game`; one that is not over is the last."""
    turns: list[PlayedTurn] = []
    start = 0
    for end, step in enumerate(played):
        if not isinstance(step, Step):
            continue
        over = any(isinstance(event, TurnBegan | GameEnded) for event in step.events)
        if over or end == len(played) - 1:
            turns.append(_turn(played, len(turns) + 1, start, end))
            start = end
    return tuple(turns)


def _turn(played: Sequence[Game | Step], number: int, start: int, end: int) -> PlayedTurn:
    seat = _game(played[start]).active
    dynasty = _game(played[start]).seats[seat]
    steps = [step for step in played[start + 1 : end + 1] if isinstance(step, Step)]
    return PlayedTurn(
        number,
        seat,
        start,
        end,
        tuple(step.action for step in steps if step.dynasty is dynasty),
        tuple(event for step in steps for event in step.events),
    )


def asked_of(played: Sequence[Game | Step], turn: PlayedTurn) -> TurnInQuestion:
    """What is asked about a turn of that game."""
    before, after = _game(played[turn.start]), _game(played[turn.end])
    return TurnInQuestion(
        before.view(turn.seat), before.scores, turn.actions, after.view(turn.seat), after.scores
    )


def _game(moment: Game | Step) -> Game:
    return moment if isinstance(moment, Game) else moment.game


# --- the pieces of the work -----------------------------------------------------------------------


def expected_at(moments: Iterable[Moment]) -> tuple[tuple[Expectation, ...], ...]:
    """What every seat could expect at each of these moments, by everything that was hidden too."""
    return tuple(expectations(view, scores) for view, scores in moments)


def judge(
    asked: TurnInQuestion,
    level: Level,
    *,
    seed: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> Judgement:
    """Hold a turn against the best one that its player could find: as long as one decision takes.

    Both are valued as could be known when the turn began; only where a conflict came in between, or
    tiles were drawn, is what was played valued by what its player knew when it was over. The other
    arguments are those of :func:`best_turns`. Raises LookupError unless the seat was to play.
    """
    view, scores = asked.view, asked.scores
    found = best_turns(view, scores, _COMPARED, level=level, seed=seed, stop=stop, nodes=nodes)
    if not found:
        raise LookupError("the game did not wait for this seat")
    best = found[0]
    played = next((turn.share for turn in found if is_played(turn, asked.actions)), None)
    if played is not None:
        return Judgement(best, played)
    known = _known_share(view, scores, best.actions)
    if known is not None:
        best = best._replace(share=known)
    then = expectations(asked.after, asked.scores_after)[view.seat].share
    played = _known_share(view, scores, asked.actions)
    if played is None or asked.after.over:  # nobody is blamed for what has won
        played = then
    return Judgement(best, played)


def _known_share(
    view: SeatView, scores: Sequence[Score], actions: Sequence[Action]
) -> float | None:
    """What a whole turn is worth before any tile is drawn; None if more than that is hidden.

    So two turns are compared without the luck of what was drawn after one of them.
    """
    planned = plan_turn(view, actions)
    if planned.stop is not Stopped.TURN or planned.dropped:
        return None
    return expectations(planned.view, grown(scores, planned.events))[view.seat].share


def is_played(best: BestTurn, played: Sequence[Action]) -> bool:
    """Whether that turn is the one that was played, as far as it could be known beforehand.

    In which order pieces are placed is left out of account.
    """
    if best.actions and best.actions[-1] == EndTurn():
        return sorted(map(str, best.actions)) == sorted(map(str, played))
    return best.actions == tuple(played[: len(best.actions)])


# --- what mattered --------------------------------------------------------------------------------


def questions_worth_asking(
    turns: Sequence[PlayedTurn],
    course: Sequence[Sequence[Expectation]],
    judgements: Sequence[Judgement],
    most: int,
) -> tuple[int, ...]:
    """The places among *turns* of those that mattered most by a quick look, the first one first.

    *course* are the expectations at the start and after each turn, *judgements* are by turn.
    """
    usual = _usual_gain(turns, course)
    weights = [
        max(abs(_gain(turn, course) - usual), judgement.loss)
        for turn, judgement in zip(turns, judgements, strict=True)
    ]
    ordered = sorted(range(len(turns)), key=lambda at: (-weights[at], at))
    return tuple(at for at in ordered[:most] if weights[at] >= _LEAST)


def turns_that_mattered(
    turns: Sequence[PlayedTurn],
    course: Sequence[Sequence[Expectation]],
    judgements: Sequence[Judgement],
    most: int = 3,
) -> tuple[TurnThatMattered, ...]:
    """The turns in which most was won or lost, at most so many, in the order of the game.

    The arguments are those of :func:`questions_worth_asking`.
    """
    usual = _usual_gain(turns, course)
    return tuple(
        TurnThatMattered(
            turns[at],
            _reason(turns[at], _gain(turns[at], course) - usual, judgements[at]),
            course[at][turns[at].seat].share,
            course[at + 1][turns[at].seat].share,
            judgements[at],
        )
        for at in sorted(questions_worth_asking(turns, course, judgements, most))
    )


def _gain(turn: PlayedTurn, course: Sequence[Sequence[Expectation]]) -> float:
    """By how much a turn has changed its player's share of the win."""
    return course[turn.number][turn.seat].share - course[turn.number - 1][turn.seat].share


def _usual_gain(turns: Sequence[PlayedTurn], course: Sequence[Sequence[Expectation]]) -> float:
    """What whoever has just played has gained, as a rule: the others have not answered yet."""
    return median(_gain(turn, course) for turn in turns) if turns else 0.0


def _reason(turn: PlayedTurn, gain: float, judgement: Judgement) -> MattersAs:
    if judgement.loss >= _MISSED:
        return MattersAs.MISTAKE
    if gain >= 0:
        return MattersAs.STRONG
    lost = any(
        isinstance(event, ConflictDecided) and event.conflict.winner.seat != turn.seat
        for event in turn.events
    )
    return MattersAs.CONFLICT if lost else MattersAs.LUCK
