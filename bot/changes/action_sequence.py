"""Several decisions that a player takes at once, one after the other."""

from collections.abc import Sequence

from bot.changes.automatic import draws_automatically, may_draw_from_bag
from bot.changes.draft import Draft
from bot.domain import LeftOver, Player
from engine import Action, AddTiles, Decision, DrawDecision, DrawTile, IllegalAction


def decide_in_a_row(draft: Draft, player: Player, actions: Sequence[Action]) -> LeftOver:
    """Let a player take one decision after the other, as long as it is the player's to take.

    Answers what could not be taken. Raises IllegalAction if the rules forbid the first.
    """
    first, *rest = actions
    draft.decide(player, first)
    for number, action in enumerate(rest):
        if not isinstance(action, DrawTile):
            _draw_automatically(draft, player)
        if not isinstance(action, AddTiles):
            draft.settle()
        if draft.game.over or draft.game.decision.seat != player.seat:
            return LeftOver(tuple(rest[number:]))
        try:
            draft.decide(player, action)
        except IllegalAction as refusal:
            return LeftOver(tuple(rest[number:]), refusal)
    return LeftOver()


def _draw_automatically(draft: Draft, player: Player) -> None:
    """Draw what is due to a player who always draws from the bag."""
    seat, now = player.seat, draft.roster.now(player)
    while draft.game.decision.seat == seat and draws_automatically(draft.game, now):
        draft.decide(player, DrawTile(None), automatic=True, passing=True)


def draw_the_rest(draft: Draft, player: Player) -> None:
    """Draw all tiles that are due to a player now from the bag, as long as it holds any.

    Raises IllegalAction if that is not what the game waits for.
    """
    asked = draft.game.decision
    draft.decide(player, DrawTile(None))
    while may_draw_from_bag(draft.game) and _same_draw(asked, draft.game.decision):
        draft.decide(player, DrawTile(None))


def _same_draw(first: Decision, then: Decision) -> bool:
    """Whether two draws are of one player for one purpose."""
    return (
        isinstance(first, DrawDecision)
        and isinstance(then, DrawDecision)
        and (first.seat, first.refill) == (then.seat, then.refill)
    )
