"""Decisions of players, in a sentence."""

from typing import assert_never, overload

from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText
from engine import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    CubeDecision,
    Decision,
    DrawDecision,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
)


@overload
def decides(words: Words, decision: Decision, player: PublicText) -> PublicText: ...
@overload
def decides(words: Words, decision: Decision, player: str) -> str: ...
def decides(words: Words, decision: Decision, player: str) -> str:
    """The decision that a game waits for: ``Ann to add tiles to a war, or none``. No full stop."""
    _ = words._
    match decision:
        case ActionDecision():
            return _("{player} to play", player=player)
        case WarDecision():
            return _("{player} to choose the next war", player=player)
        case AddDecision(conflict=conflict):
            if conflict.internal:
                return _("{player} to add temples to a revolt, or none", player=player)
            return _("{player} to add tiles to a war, or none", player=player)
        case SiteDecision():
            return _("{player} to place a building, or none", player=player)
        case BuildDecision(centres=()):
            return _("{player} to build a monument, or none", player=player)
        case BuildDecision(choices=()):
            return _("{player} to build the ziggurat, or nothing", player=player)
        case BuildDecision():
            return _("{player} to build a monument, the ziggurat or nothing", player=player)
        case TakeDecision():
            return _("{player} to choose which treasure stays", player=player)
        case CubeDecision():
            return _("{player} to choose the colour of a point", player=player)
        case DrawDecision():
            return _("{player} to draw a tile", player=player)
        case Over():
            return _("The game is over")
        case _:
            assert_never(decision)
