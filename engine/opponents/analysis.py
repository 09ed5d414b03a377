"""Analysis of a finished game: the turns that mattered, in short pieces of work.

Nothing is hidden any more (R15.3), so shares of the win use all information: before a turn, after
it, and after a better one. But a turn is only a mistake if its player could find the better one:
that search uses the player's view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from engine.notation.records import Step
from engine.opponents.evaluation import DECIDED
from engine.opponents.expecting import Expectation, expectations
from engine.opponents.levels import Level
from engine.opponents.mind import BestTurn, Option, Thought, decide
from engine.rules.game import Game
from engine.rules.view import OpenView
from engine.values.actions import Action, TurnAction
from engine.values.events import ConflictDecided, Event, GameEnded, TurnBegan
from engine.values.scoring import Score

__all__ = [
    "Judgement",
    "MattersAs",
    "Moment",
    "PlayedTurn",
    "TurnInQuestion",
    "TurnThatMattered",
    "asked_of",
    "expected_at",
    "judge",
    "moments_of",
    "overlooked",
    "played_turns",
    "questions_worth_asking",
    "turns_that_mattered",
]

_QUICKLY = 1500
"""Positions searched in a first look for a better turn."""
_CLOSELY = 6000
"""Positions searched in a closer look."""
_KNOWN = 0.05
"""The minimum gain, a share of the win in the player's view, that makes a turn better."""
_LEAST = 0.1
"""The minimum loss, a share of the win, of a turn that decided a game."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a game."""

    number: int
    """The number of the turn, from 1."""
    seat: int
    start: int
    """The number of decisions in the game before the turn."""
    end: int
    """The number of decisions in the game up to the end of the turn."""
    actions: tuple[Action, ...]
    """The decisions of its player, without the tiles that others add in conflicts."""
    events: tuple[Event, ...]


class Moment(NamedTuple):
    """The game between two decisions, with nothing hidden; can be sent to another process."""

    view: OpenView
    scores: tuple[Score, ...]
    seated: tuple[Level | None, ...] = ()
    """The levels of the computers by seat, None for people; if empty, all are people."""

    @classmethod
    def of(cls, game: Game, seated: tuple[Level | None, ...] = ()) -> Moment:
        """Return the moment of a game."""
        return cls(game.open_view(), game.scores, seated)

    @property
    def game(self) -> Game:
        """The game at that moment."""
        view = self.view
        assert view.bag is not None
        return Game.of(view, map(view.hand, range(len(view.seats))), self.scores, view.bag)


@dataclass(frozen=True, slots=True)
class TurnInQuestion:
    """A turn to compare with better ones."""

    seat: int
    before: Moment
    actions: tuple[Action, ...]
    """The decisions of its player."""
    after: Moment


class Judgement(NamedTuple):
    """The value of a turn, compared with the best one."""

    before: tuple[Expectation, ...]
    """The expectation of each seat before the turn."""
    after: tuple[Expectation, ...]
    """The expectation of each seat a round later, if the others play well."""
    gained: float
    """The share of the win that its player gained by the turn; negative if lost."""
    lost: float
    """The share of the win that a better turn would have added."""
    better: BestTurn | None
    """The better turn, including others' decisions in it; None if none was found."""
    known: float = 1.0
    """The gain of the better turn in its player's view; 1 if a sure win was missed."""

    @property
    def mistake(self) -> float:
        """The loss that the player could foresee, without luck."""
        return min(self.lost, self.known)


class MattersAs(Enum):
    """The reason why a turn mattered."""

    MISTAKE = auto()
    """There was a better turn, which its player could have found."""
    CONFLICT = auto()
    """A conflict was lost: the others' hands were hidden."""
    LUCK = auto()
    """Tiles drawn, or moves that others had prepared."""


@dataclass(frozen=True, slots=True)
class TurnThatMattered:
    """One of the turns in which its player lost most of the win."""

    turn: PlayedTurn
    reason: MattersAs
    before: float
    """Its player's share of the win at the start of the turn."""
    after: float
    """Its player's share of the win at the end of the turn."""
    better: BestTurn | None
    """The better turn of a mistake, including others' decisions in it."""


# --- turns of a game ------------------------------------------------------------------------------


def moments_of(
    played: Sequence[Game | Step], seated: tuple[Level | None, ...] = ()
) -> tuple[Moment, ...]:
    """Return the start of a game, from :func:`read_game`, and the moment after each turn.

    *seated* are the levels of the computers, by seat.
    """
    start = _game(played[0])
    ends = (_game(played[turn.end]) for turn in played_turns(played))
    return tuple(Moment.of(game, seated) for game in (start, *ends))


def played_turns(played: Sequence[Game | Step]) -> tuple[PlayedTurn, ...]:
    """Return the turns of a game, from :func:`read_game`; an unfinished one is the last."""
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


def asked_of(
    played: Sequence[Game | Step], turn: PlayedTurn, seated: tuple[Level | None, ...] = ()
) -> TurnInQuestion:
    """Return the question about a turn of a game; *seated* are the levels of the computers."""
    before, after = (Moment.of(_game(played[step]), seated) for step in (turn.start, turn.end))
    return TurnInQuestion(turn.seat, before, turn.actions, after)


def _game(moment: Game | Step) -> Game:
    return moment if isinstance(moment, Game) else moment.game


# --- pieces of work -------------------------------------------------------------------------------


def expected_at(moments: Iterable[Moment]) -> tuple[tuple[Expectation, ...], ...]:
    """Return the expectation of each seat at each moment, with nothing hidden."""
    return tuple(expectations(*moment) for moment in moments)


def overlooked(asked: TurnInQuestion) -> float:
    """Return the share of the win that a quick look in its player's view adds to a turn."""
    _, missed = _best_known_turn(asked, _QUICKLY)
    return missed


def judge(asked: TurnInQuestion) -> Judgement:
    """Compare a turn with the best turn that its player could have found.

    Raises LookupError if the seat was not to play.
    """
    seat, start = asked.seat, asked.before.game
    known, missed = _best_known_turn(asked, _CLOSELY)
    (before,) = expected_at([asked.before])
    after = _a_round_later(asked.after, seat)
    lost, better = 0.0, None
    if known is not None:
        line, end = _played_out(start, known.actions)
        (there,) = expected_at([Moment.of(end, asked.before.seated)])
        lost = max(0.0, there[seat].share - after[seat].share)
        better = BestTurn(there[seat].share, line)
    gained = after[seat].share - before[seat].share
    return Judgement(before, after, gained, lost, better, missed)


def _a_round_later(moment: Moment, seat: int) -> tuple[Expectation, ...]:
    """Return the expectations when *seat* plays again, after the others' replies."""
    game = moment.game
    while not game.over and game.active != seat:
        _, game = _played_out(game, ())
    return expectations(*Moment.of(game, moment.seated))


def _best_known_turn(asked: TurnInQuestion, nodes: int) -> tuple[BestTurn | None, float]:
    """Return the best turn in the player's view, and the share of the win it adds.

    None and 0 if it is hardly better. Shares are estimates of the search in the player's view.
    Raises LookupError if the seat was not to play.
    """
    game = asked.before.game
    view = game.view(asked.seat)
    if not view.decides:
        raise LookupError("the game did not wait for this seat")
    thought = Thought(view, game.scores, Level.STRONG, seed=0, nodes=nodes)
    options = thought.ranked()
    played = value_of(asked.actions, options)
    best, share = thought.shares([options[0].value, played], asked.before.seated)
    # A missed sure win counts in full, however narrow the win or good the position without it.
    sure = options[0].value > DECIDED - 1 and played < DECIDED / 2
    missed = 1.0 if sure else best - share
    if missed < _KNOWN:
        return None, 0.0
    return BestTurn(best, thought.with_answers(options[0].actions)), missed


def value_of(played: Sequence[Action], options: Sequence[Option]) -> float:
    """Return the value of the turn *played*: that of the same option, or of its best part."""
    whole = _without_end(played)
    parts = []
    for option in options:
        part = _without_end(option.actions)
        if part == whole:
            return option.value
        if not part - whole:
            parts.append(option.value)
    return max(parts)


def _without_end(actions: Iterable[Action]) -> Counter[str]:
    """Count the actions of a turn, without order and without answers to questions."""
    return Counter(str(each) for each in actions if isinstance(each, TurnAction))


def _played_out(game: Game, actions: Sequence[Action]) -> tuple[tuple[Action, ...], Game]:
    """Play a turn that begins with *actions* to its end. Returns all its decisions and the game."""
    active, played = game.active, list(actions)
    for action in actions:
        game, _ = game.apply(game.decision.seat, action)
    while not game.over and game.active == active:
        seat = game.decision.seat
        action = decide(game.view(seat), game.scores, Level.STRONG, seed=0, nodes=_QUICKLY)
        played.append(action)
        game, _ = game.apply(seat, action)
    return tuple(played), game


# --- turns that mattered --------------------------------------------------------------------------


def questions_worth_asking(
    turns: Sequence[PlayedTurn],
    course: Sequence[Sequence[Expectation]],
    missed: Sequence[float],
    most: int,
) -> tuple[int, ...]:
    """Return the indices of the *turns* that may have mattered, in the order of the game.

    These are up to *most* turns with the greatest losses in *course*, the expectations at the start
    and after each turn; and up to *most* turns with the greatest shares *missed*, by
    :func:`overlooked`.
    """
    losses = [_loss(turn, course) for turn in turns]
    chosen: set[int] = set()
    for weights in (losses, missed):
        ordered = sorted(range(len(turns)), key=lambda at: (-weights[at], at))
        chosen.update(at for at in ordered[:most] if weights[at] >= _LEAST / 2)
    return tuple(sorted(chosen))


def turns_that_mattered(
    judged: Iterable[tuple[PlayedTurn, Judgement]], most: int = 3
) -> tuple[TurnThatMattered, ...]:
    """Return at most *most* turns that decided a game, the greatest loss first.

    The loss is the player's drop in expectation, or the gain of a better turn if that is greater.
    """
    weighed = [(max(-found.gained, found.mistake), turn, found) for turn, found in judged]
    weighed.sort(key=lambda each: (-each[0], each[1].number))
    return tuple(
        TurnThatMattered(
            turn,
            reason := _reason(turn, found),
            found.before[turn.seat].share,
            found.after[turn.seat].share,
            found.better if reason is MattersAs.MISTAKE else None,
        )
        for weight, turn, found in weighed[:most]
        if weight >= _LEAST
    )


def _loss(turn: PlayedTurn, course: Sequence[Sequence[Expectation]]) -> float:
    """Return the share of the win that its player lost during a turn."""
    return course[turn.number - 1][turn.seat].share - course[turn.number][turn.seat].share


def _reason(turn: PlayedTurn, found: Judgement) -> MattersAs:
    if found.mistake >= _LEAST:
        return MattersAs.MISTAKE
    lost = any(
        isinstance(event, ConflictDecided) and event.conflict.winner.seat != turn.seat
        for event in turn.events
    )
    return MattersAs.CONFLICT if lost else MattersAs.LUCK
