"""What a player decides, in a sentence."""

from typing import assert_never

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


def decides(words: Words, decision: Decision, player: PublicText) -> PublicText:
    """What the game waits for, of a *player* who decides it: **Ann** adds tiles to a war."""
    _ = words._
    match decision:
        case ActionDecision():
            return _("{player} takes an action or ends the turn", player=player)
        case WarDecision():
            return _("{player} chooses the next war", player=player)
        case AddDecision(conflict=conflict):
            if conflict.internal:
                return _("{player} adds temples to a revolt", player=player)
            return _("{player} adds tiles to a war", player=player)
        case SiteDecision():
            return _("{player} may place a building", player=player)
        case BuildDecision(centres=()):
            return _("{player} may build a monument", player=player)
        case BuildDecision(choices=()):
            return _("{player} may build the ziggurat", player=player)
        case BuildDecision():
            return _("{player} may build a monument or the ziggurat", player=player)
        case TakeDecision():
            return _("{player} chooses treasures", player=player)
        case CubeDecision():
            return _("{player} chooses the colour of a point", player=player)
        case DrawDecision():
            return _("{player} draws a tile", player=player)
        case Over():
            return _("The game is over")
        case _:
            assert_never(decision)
