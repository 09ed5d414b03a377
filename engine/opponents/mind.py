"""What a computer opponent decides, and what it expects: from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from engine.actions import Action, AddTiles, EndTurn
from engine.advice import moves_that_matter
from engine.decisions import ActionDecision, AddDecision
from engine.legality import additions, least_action
from engine.opponents.levels import Level
from engine.scoring import Score, rank
from engine.view import SeatView, View

__all__ = ["BestTurn", "Expectation", "best_turns", "decide", "expectations"]

Stop: TypeAlias = Callable[[], bool]
"""Asked now and then: whether the time is up."""


class BestTurn(NamedTuple):
    """A whole turn, or a single decision where one is asked, and what it leads to."""

    share: float
    """The share of the win to be expected after it, 0 to 1; a shared win counts in parts."""
    actions: tuple[Action, ...]
    """In order; only as far as the seat can know what comes next."""


class Expectation(NamedTuple):
    """What one seat can expect of the end of the game."""

    share: float
    """The share of the win, 0 to 1; those of all seats add up to 1."""
    place: float
    """The place, from 1 (best) to the number of seats."""


def decide(
    view: SeatView,
    scores: Sequence[Score],
    level: Level,
    *,
    seed: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> Action:
    """The decision of an opponent of that *level* for the seat whose *view* this is.

    *scores* are what everybody could have counted along, by seat (R15.1). When *stop* says so,
    the best so far is answered; with *nodes*, a number of positions to look at, the same
    arguments give the same answer on any machine.

    Raises LookupError if the game does not wait for this seat.
    """
    if not view.decides:
        raise LookupError("the game does not wait for this seat")
    return best_turns(view, scores, 1, level=level, seed=seed, stop=stop, nodes=nodes)[0].actions[0]


def best_turns(
    view: SeatView,
    scores: Sequence[Score],
    most: int,
    *,
    level: Level = Level.STRONG,
    seed: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> tuple[BestTurn, ...]:
    """Up to *most* turns, or single decisions where one is asked, best first.

    The arguments are those of :func:`decide`; none if the game does not wait for this seat.
    """
    del level, seed, stop, nodes
    share = expectations(view, scores)[view.seat].share
    if not view.decides:
        return ()
    match view.decision:
        case ActionDecision():
            actions: list[Action] = [move.action for move in moves_that_matter(view, most)]
            return tuple(BestTurn(share, (action,)) for action in actions or [EndTurn()])
        case AddDecision(conflict=conflict):
            counts = additions(view)
            seat = view.seat
            for count in counts:
                if conflict.with_added(count).winner.seat == seat:
                    return (BestTurn(share, (AddTiles(count),)),)
            return (BestTurn(share, (AddTiles(0),)),)
        case _:
            return (BestTurn(share, (least_action(view),)),)


def expectations(view: View, scores: Sequence[Score]) -> tuple[Expectation, ...]:
    """What each seat can expect, as far as *view* and *scores* tell; the result at the end."""
    places = {placing.seat: placing.place for placing in rank(scores)}
    best = [seat for seat, place in places.items() if place == 1]
    return tuple(
        Expectation(1 / len(best) if seat in best else 0.0, float(places[seat]))
        for seat in range(len(view.seats))
    )
