"""Explanations of new things: a sentence, and a page of the rules."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.domain import Thing
from engine import N_


class Explained(NamedTuple):
    """What a thing is."""

    text: str
    """A sentence in English; it begins with the thing's name."""
    page: str
    """The page of the rules about it."""


EXPLAINED: Mapping[Thing, Explained] = MappingProxyType(
    {
        Thing.TREASURE: Explained(
            N_(
                "**Treasures** lie on the first temples: a kingdom that has two gives all but one "
                "to its Trader's owner."
            ),
            "treasures",
        ),
        Thing.DISPLAY: Explained(
            N_("**The open display:** you draw from its six tiles or, hidden, from the bag."),
            "open-display",
        ),
        Thing.INTERNAL_CONFLICT: Explained(
            N_(
                "**An internal conflict:** two leaders of one colour in a kingdom fight with the "
                "temples beside them and temples from the hand."
            ),
            "internal-conflict",
        ),
        Thing.UNIFICATION_TILE: Explained(
            N_(
                "**The unification tile** covers the tile that joins two kingdoms, until all "
                "their conflicts are over. That tile scores nothing."
            ),
            "unification",
        ),
        Thing.EXTERNAL_CONFLICT: Explained(
            N_(
                "**A war:** leaders of one colour in two joined kingdoms fight with the tiles of "
                "their colour on their sides, and from the hand."
            ),
            "external-conflict",
        ),
        Thing.RETURN: Explained(
            N_("**A leader without a temple** beside it goes back to its owner at once."),
            "leaders",
        ),
        Thing.CATASTROPHE: Explained(
            N_(
                "**A catastrophe** removes the tile on its space and stays: nothing is ever placed "
                "there again. Everybody has two."
            ),
            "catastrophes",
        ),
        Thing.MONUMENT: Explained(
            N_(
                "**A monument** gives a point at the end of each own turn to leaders of its two "
                "colours in its kingdom."
            ),
            "monument-scoring",
        ),
        Thing.ZIGGURAT: Explained(
            N_(
                "**The ziggurat** gives the owner of the King in its kingdom a point of any colour "
                "at the end of each own turn."
            ),
            "ziggurat",
        ),
        Thing.FACE_DOWN_TILE: Explained(
            N_("**Face-down tiles** still connect, but have no colour: they support nobody."),
            "monuments",
        ),
        Thing.BUILDING: Explained(
            N_(
                "**A building** makes each tile of its colour that scores in its kingdom score two."
            ),
            "buildings",
        ),
        Thing.TREASURES_TAKEN: Explained(
            N_(
                "**Treasures that are taken** are jokers: each is a point of any colour at the end."
            ),
            "treasure-who",
        ),
    }
)
