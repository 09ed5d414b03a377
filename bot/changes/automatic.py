"""Automatic decisions.

Forced answers; for a seat that no one plays; for a player who always draws from the bag; by
standing orders; the end of a turn for a player who has chosen that; and the least decision for a
seat whose time is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.changes.change import Change
from bot.domain.player import Player
from bot.domain.seat import LeftOver
from bot.domain.table import Status
from engine import (
    Action,
    AddDecision,
    AddTiles,
    Decision,
    DrawDecision,
    DrawTile,
    EndTurn,
    Game,
    IllegalAction,
    least_action,
    ordered_addition,
)


def go_on(change: Change) -> Change:
    """Make automatic decisions until a player is asked, or has time to undo."""
    change = _decide_automatically(change)
    if _ends_now(change):
        change = _decide_automatically(end_turn(change))
    return change


def end_turn(change: Change) -> Change:
    """End the current turn automatically."""
    return change.decide(change.game.decision.seat, EndTurn(), automatic=True)


def answer_known(change: Change) -> Change:
    """Give forced answers, for whichever seat is asked."""
    while (answer := change.game.view(None).forced_answer()) is not None:
        seat = change.game.decision.seat
        change = change.decide(seat, answer, automatic=True, forced=True)
    return change


def decide_least(change: Change, seat: int) -> Change:
    """Make the least decisions for a seat until another seat is asked or its turn ends."""
    turn = change.state.turn
    while _is_running(change) and change.state.turn == turn and change.game.decision.seat == seat:
        change = change.decide(seat, least_action(change.game), automatic=True)
    return change


def decide_in_a_row(change: Change, seat: int, actions: Sequence[Action]) -> Change:
    """Take a series of decisions for a seat as long as it is asked.

    The rest is the change's *left_over*. Raises IllegalAction if the rules forbid the first.
    """
    first, *rest = actions
    change = change.decide(seat, first)
    for number, action in enumerate(rest):
        if not isinstance(action, DrawTile):
            change = _draw_automatically(change, seat)
        if not isinstance(action, AddTiles):
            change = answer_known(change)
        left = tuple(rest[number:])
        if change.game.over or change.game.decision.seat != seat:
            return replace(change, left_over=LeftOver(left))
        try:
            change = change.decide(seat, action)
        except IllegalAction as refusal:
            return replace(change, left_over=LeftOver(left, refusal))
    return change


def draw_the_rest(change: Change, seat: int) -> Change:
    """Draw all tiles that a seat may draw now from the bag, until the bag is empty.

    Raises IllegalAction if the game does not wait for such a draw.
    """
    asked = change.game.decision
    change = change.decide(seat, DrawTile(None))
    while may_draw_from_bag(change.game) and _is_same_draw(asked, change.game.decision):
        change = change.decide(seat, DrawTile(None))
    return change


def may_draw_from_bag(game: Game) -> bool:
    """True if the game waits for a draw that can be from the bag."""
    return isinstance(game.decision, DrawDecision) and game.decision.bag


def _is_running(change: Change) -> bool:
    return change.state.status is Status.RUNNING and change.state.paused_seq is None


def _decide_automatically(change: Change) -> Change:
    if not _is_running(change):
        return change
    change = answer_known(change)
    while _is_running(change) and (unasked := _unasked(change)) is not None:
        action, passing = unasked
        seat = change.game.decision.seat
        change = answer_known(change.decide(seat, action, automatic=True, passing=passing))
    return change


def _unasked(change: Change) -> tuple[Action, bool] | None:
    """Return the automatic decision for the asked seat and its *passing*; None to ask its player.

    A seat that nobody plays makes the least decision; but if no person plays, the game waits until
    a seat is taken. Computers decide elsewhere
    (:mod:`bot.use_cases.play`).
    """
    player, game = change.state.decider, change.game
    if player.abandoned:
        played = any(each.is_played_by_person for each in change.state.players)
        return (least_action(game), True) if played else None
    if player.is_computer:
        return None
    if player.draws_from_bag and may_draw_from_bag(game):
        return DrawTile(None), True
    count = _ordered(change, player)
    return None if count is None else (AddTiles(count), False)


def _ordered(change: Change, player: Player) -> int | None:
    """Return the number of tiles by standing order for a conflict in another's turn.

    An order never answers a question that is already open: that would reveal that there is one.
    """
    game = change.game
    if not isinstance(game.decision, AddDecision) or game.decision.seat == game.active:
        return None
    if game is change.before.game:
        return None
    if (player.taken_seq or 0) > change.before.state.version:  # the orders are the former player's
        return None
    return ordered_addition(game, change.before.orders[player.joined_seq].effective)


def _draw_automatically(change: Change, seat: int) -> Change:
    always = change.state.players[seat].draws_from_bag
    while always and change.game.decision.seat == seat and may_draw_from_bag(change.game):
        change = change.decide(seat, DrawTile(None), automatic=True, passing=True)
    return change


def _is_same_draw(first: Decision, then: Decision) -> bool:
    return (
        isinstance(first, DrawDecision)
        and isinstance(then, DrawDecision)
        and (first.seat, first.refill) == (then.seat, then.refill)
    )


def _ends_now(change: Change) -> bool:
    """True if the turn ends automatically, with no time to undo left."""
    if change.state.game is None or change.state.status is not Status.RUNNING:
        return False
    if not change.state.decider.habits.ends_turn:
        return False
    ends_at = change.now.ends_at
    return ends_at is not None and ends_at <= change.at
