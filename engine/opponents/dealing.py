"""Deals what a seat does not see, so that a whole game can be tried from its view."""

from __future__ import annotations

from engine.opponents.dice import Dice
from engine.rules.consistency import unseen_tiles
from engine.rules.game import Game
from engine.rules.view import SeatView
from engine.values.actions import counts_of, letters
from engine.values.material import COLOURS, Hand
from engine.values.scoring import Score

__all__ = ["deal_unseen"]


def deal_unseen(view: SeatView, seed: int) -> Game:
    """Return a game in which all that *view* does not show is dealt at random by *seed*.

    Its view for the same seat equals *view*, and nothing but *view* and *seed* has an influence.
    Other hands and the bag come from all tiles that are not shown, each as likely as the next:
    some of these have left the game. Treasures that others have won go to any of them, and their
    points are some of the seat's own numbers.
    """
    dice = Dice(seed)
    tiles = _unseen(view, dice)

    def deal(size: int) -> str:
        return "".join(tiles.pop(dice.below(len(tiles))) for _ in range(size))

    hands = [
        Hand(counts_of(deal(size))) if hand is None else hand
        for hand, size in zip(view.hands, view.hand_sizes, strict=True)
    ]
    bag = deal(view.bag_size) if view.bag is None else view.bag
    return Game.of(view, hands, _scores(view, dice), bag)


def _unseen(view: SeatView, dice: Dice) -> list[str]:
    """Return the tiles that *view* does not show, as letters; a monument's are of either colour."""
    board = view.board
    shown = (tuple(map(int.bit_count, board.tiles)), *view.hands, view.display)
    seen = [sum(each) for each in zip(*(counts for counts in shown if counts), strict=True)]
    if board.unification is not None:
        seen[board.unification[0]] += 1
    possible = list(unseen_tiles(board, seen))
    return list(letters(possible[dice.below(len(possible))]))


def _scores(view: SeatView, dice: Dice) -> list[Score]:
    board, own = view.board, view.own_score.points
    hidden = [seat for seat, score in enumerate(view.scores) if score is None]
    won = board.layout.treasures - board.treasures.bit_count()
    left = won - sum(score.treasures for score in view.scores if score is not None)
    taken = [hidden[dice.below(len(hidden))] for _ in range(left)] if hidden else []
    return [
        score or Score(*(own[dice.below(len(own))] for _ in COLOURS), *[taken.count(seat)])
        for seat, score in enumerate(view.scores)
    ]
