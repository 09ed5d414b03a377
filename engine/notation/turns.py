"""A game turn by turn from one viewer's view: the source of stills and replays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from engine.notation.records import Step
from engine.rules.game import Game
from engine.rules.view import PublicView, SeatView, View
from engine.values.events import Event, GameEnded, PointsScored, TreasuresTaken, TurnBegan
from engine.values.scoring import Score

__all__ = ["Turn", "scores_by_turn", "turns_of"]

_V = TypeVar("_V", bound=View)
_V_co = TypeVar("_V_co", bound=View, covariant=True)


@dataclass(frozen=True, slots=True)
class Turn(Generic[_V_co]):
    """One turn as its viewer saw it: the view at its end, and its events."""

    view: _V_co
    events: tuple[Event, ...] = ()
    number: int = 0
    """Its number, from 1; 0 for the start."""


@overload
def turns_of(played: Iterable[Game | Step], viewer: None = None) -> Iterator[Turn[PublicView]]: ...
@overload
def turns_of(played: Iterable[Game | Step], viewer: int) -> Iterator[Turn[SeatView]]: ...
def turns_of(
    played: Iterable[Game | Step], viewer: int | None = None
) -> Iterator[Turn[PublicView]] | Iterator[Turn[SeatView]]:
    """Yield the turns of a game, from :func:`read_game`, in the views of *viewer* (None: public).

    The first one is the start, without events. An unfinished turn is the last one. Raises what
    *played* raises.
    """
    if viewer is None:
        return _turns(played, lambda game: game.view(None))
    return _turns(played, lambda game: game.view(viewer))


def _turns(played: Iterable[Game | Step], look: Callable[[Game], _V]) -> Iterator[Turn[_V]]:
    game: Game | None = None
    events: tuple[Event, ...] = ()
    number = 1
    for step in played:
        if isinstance(step, Game):
            yield Turn(look(step))
            continue
        game, events = step.game, events + step.events
        if any(isinstance(event, TurnBegan | GameEnded) for event in step.events):
            yield Turn(look(game), events, number)
            events = ()
            number += 1
    if game is not None and events:
        yield Turn(look(game), events, number)


def scores_by_turn(turns: Iterable[Turn[View]]) -> tuple[tuple[Score, ...], ...]:
    """Return all scores after each turn, in seat order, from :func:`turns_of` of a whole game.

    They follow from public events, yet must not be shown before the game is over (R15.2). The
    first entry is the start.
    """
    scores: list[tuple[Score, ...]] = []
    for turn in turns:
        before = scores[-1] if scores else (Score(),) * len(turn.view.seats)
        scores.append(grown(before, turn.events))
    return tuple(scores)


def grown(scores: Sequence[Score], events: Iterable[Event]) -> tuple[Score, ...]:
    """Return all scores after *events*, in seat order."""
    after = list(scores)
    for event in events:
        match event:
            case PointsScored(seat=seat, colour=colour, points=points):
                more = list(after[seat])
                more[colour] += points
                after[seat] = Score(*more)
            case TreasuresTaken(seat=seat, cells=cells):
                treasures = after[seat].treasures + len(cells)
                after[seat] = after[seat]._replace(treasures=treasures)
            case _:
                pass  # scores nothing
    return tuple(after)
