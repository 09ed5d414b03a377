"""Which turns of a finished game mattered: from its steps, in short pieces of work.

Nothing is hidden any more (R15.3), so shares of the win are told with all information: before a
turn, after it, and after a better one. But a turn is only a mistake if its player could find the
better one: that search sees what the player saw.
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
"""Positions searched in a first look for a better turn..."""
_CLOSELY = 6000
"""... and of a closer one."""
_KNOWN = 0.05
"""A turn is better, to its player's knowledge, from this share of the win on."""
_LEAST = 0.1
"""A turn that loses less of the win than this has not decided a game."""


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
    """The game between two decisions, with nothing hidden; can be sent to another process."""

    view: OpenView
    scores: tuple[Score, ...]
    seated: tuple[Level | None, ...] = ()
    """The levels of the computers by seat, None for people; if empty, all are people."""

    @classmethod
    def of(cls, game: Game, seated: tuple[Level | None, ...] = ()) -> Moment:
        """That moment of a game."""
        return cls(game.open_view(), game.scores, seated)

    @property
    def game(self) -> Game:
        """The game at that moment."""
        view = self.view
        assert view.bag is not None
        return Game(
            board=view.board,
            seats=view.seats,
            options=view.options,
            hands=tuple(view.hand(seat) for seat in range(len(view.seats))),
            scores=self.scores,
            catastrophes=view.catastrophes,
            bag=view.bag,
            active=view.active,
            actions_left=view.actions_left,
            decision=view.decision,
            placed=view.placed,
            display=view.display or (0, 0, 0, 0),
        )


@dataclass(frozen=True, slots=True)
class TurnInQuestion:
    """A turn that is held against others."""

    seat: int
    before: Moment
    actions: tuple[Action, ...]
    """What its player decided in it."""
    after: Moment


class Judgement(NamedTuple):
    """A turn, and a better one."""

    before: tuple[Expectation, ...]
    """What each seat could expect before the turn..."""
    after: tuple[Expectation, ...]
    """... and a round after it, by good play of the others."""
    gained: float
    """The share of the win that the turn brought its player, or cost."""
    lost: float
    """The share of the win that a better turn would have brought."""
    better: BestTurn | None
    """That turn, with what others decide in it; None if none was found."""
    known: float = 1.0
    """How much of the loss the player could know of, in its view; all of it if a win was sure."""

    @property
    def mistake(self) -> float:
        """The loss as far as the player could know of it: not what luck would have added."""
        return min(self.lost, self.known)


class MattersAs(Enum):
    """Why a turn mattered."""

    MISTAKE = auto()
    """There was a better one, and its player could know."""
    CONFLICT = auto()
    """A conflict was lost: the others' hands were hidden."""
    LUCK = auto()
    """It was what was drawn, or what others had prepared."""


@dataclass(frozen=True, slots=True)
class TurnThatMattered:
    """One of the turns in which its player lost most of the win."""

    turn: PlayedTurn
    reason: MattersAs
    before: float
    """Its player's share of the win when it began..."""
    after: float
    """... and when it was over."""
    better: BestTurn | None
    """Of a mistake the better turn, with what others decide in it."""


# --- taking a game apart --------------------------------------------------------------------------


def moments_of(
    played: Sequence[Game | Step], seated: tuple[Level | None, ...] = ()
) -> tuple[Moment, ...]:
    """The start of a game, from :func:`read_game`, and the moment after each of its turns.

    *seated* are the levels of the computers, by seat.
    """
    start = _game(played[0])
    ends = (_game(played[turn.end]) for turn in played_turns(played))
    return tuple(Moment.of(game, seated) for game in (start, *ends))


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


def asked_of(
    played: Sequence[Game | Step], turn: PlayedTurn, seated: tuple[Level | None, ...] = ()
) -> TurnInQuestion:
    """A question about a turn of that game; *seated* are the levels of the computers."""
    before, after = (Moment.of(_game(played[step]), seated) for step in (turn.start, turn.end))
    return TurnInQuestion(turn.seat, before, turn.actions, after)


def _game(moment: Game | Step) -> Game:
    return moment if isinstance(moment, Game) else moment.game


# --- the pieces of the work -----------------------------------------------------------------------


def expected_at(moments: Iterable[Moment]) -> tuple[tuple[Expectation, ...], ...]:
    """What each seat could expect at each moment, with nothing hidden."""
    return tuple(expectations(*moment) for moment in moments)


def overlooked(asked: TurnInQuestion) -> float:
    """The share of the win by which a quick look finds a better turn, as its player could know."""
    _, missed = _known(asked, _QUICKLY)
    return missed


def judge(asked: TurnInQuestion) -> Judgement:
    """Measure a turn, and the best turn that its player could have found.

    Raises LookupError unless the seat was to play.
    """
    seat, start = asked.seat, asked.before.game
    known, missed = _known(asked, _CLOSELY)
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
    """What each seat can expect when *seat* is to play again: what others can do at once counts."""
    game = moment.game
    while not game.over and game.active != seat:
        _, game = _played_out(game, ())
    return expectations(*Moment.of(game, moment.seated))


def _known(asked: TurnInQuestion, nodes: int) -> tuple[BestTurn | None, float]:
    """The best turn that the player could have found, and how much of the win was missed.

    None, and nothing, if that is hardly better. Shares are estimates of the search
    in the player's view. Raises LookupError unless the seat was to play.
    """
    game = asked.before.game
    view = game.view(asked.seat)
    if not view.decides:
        raise LookupError("the game did not wait for this seat")
    thought = Thought(view, game.scores, Level.STRONG, seed=0, nodes=nodes)
    options = thought.ranked()
    played = value_of(asked.actions, options)
    best, share = thought.shares([options[0].value, played], asked.before.seated)
    # A sure win, be it by little, is missed in full, however well the player stood without it.
    sure = options[0].value > DECIDED - 1 and played < DECIDED / 2
    missed = 1.0 if sure else best - share
    if missed < _KNOWN:
        return None, 0.0
    return BestTurn(best, thought.written(options[0].actions)), missed


def value_of(played: Sequence[Action], options: Sequence[Option]) -> float:
    """The worth of the turn that was played: of that option, or else of the best part of it."""
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
    """The actions of a turn in any order, without the answers to questions."""
    return Counter(str(each) for each in actions if isinstance(each, TurnAction))


def _played_out(game: Game, actions: Sequence[Action]) -> tuple[tuple[Action, ...], Game]:
    """Play a turn that begins with *actions*: all that is decided in it, and the game then."""
    active, played = game.active, list(actions)
    for action in actions:
        game, _ = game.apply(game.decision.seat, action)
    while not game.over and game.active == active:
        seat = game.decision.seat
        action = decide(game.view(seat), game.scores, Level.STRONG, seed=0, nodes=_QUICKLY)
        played.append(action)
        game, _ = game.apply(seat, action)
    return tuple(played), game


# --- what mattered --------------------------------------------------------------------------------


def questions_worth_asking(
    turns: Sequence[PlayedTurn],
    course: Sequence[Sequence[Expectation]],
    missed: Sequence[float],
    most: int,
) -> tuple[int, ...]:
    """The places among *turns* of those that may have mattered, in the order of the game.

    Up to *most* after which their players could expect least by the *course*, what was expected at
    the start and after each turn; and as many that *missed* most, by :func:`overlooked`.
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
    """The turns that decided a game, at most *most*, the greatest loss first.

    A turn has lost what its player could expect before it and not after it, or by a better one.
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
    """By how much less of the win its player could expect after a turn."""
    return course[turn.number - 1][turn.seat].share - course[turn.number][turn.seat].share


def _reason(turn: PlayedTurn, found: Judgement) -> MattersAs:
    if found.mistake >= _LEAST:
        return MattersAs.MISTAKE
    lost = any(
        isinstance(event, ConflictDecided) and event.conflict.winner.seat != turn.seat
        for event in turn.events
    )
    return MattersAs.CONFLICT if lost else MattersAs.LUCK
