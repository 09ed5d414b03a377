"""Explanations of new things: a sentence, and a page of the rules."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.domain.taught import Thing
from engine import N_


class Explained(NamedTuple):
    """An explanation of a thing."""

    text: str
    """A sentence in English; it begins with the thing's name."""
    page: str
    """The page of the rules about it."""


EXPLAINED: Mapping[Thing, Explained] = {
    Thing.TREASURE: Explained(
        N_(
            "**Treasures** lie on the first temples. If a kingdom has two or more, its "
            "Trader's owner takes all but one."
        ),
        "treasures",
    ),
    Thing.DISPLAY: Explained(
        N_("**The open display:** you draw from its six tiles, or unseen from the bag."),
        "open-display",
    ),
    Thing.INTERNAL_CONFLICT: Explained(
        N_(
            "**A revolt:** each leader counts the temples beside it, and those added from the hand."
        ),
        "internal-conflict",
    ),
    Thing.UNIFICATION_TILE: Explained(
        N_(
            "**The unification tile** covers the tile that joined two kingdoms until the "
            "wars are over. The tile beneath scores nothing."
        ),
        "unification",
    ),
    Thing.EXTERNAL_CONFLICT: Explained(
        N_(
            "**A war:** each leader counts the tiles of its colour on its side, and those "
            "added from the hand."
        ),
        "external-conflict",
    ),
    Thing.RETURN: Explained(
        N_("**A leader without a temple** beside it returns to its owner's hand at once."),
        "leaders",
    ),
    Thing.CATASTROPHE: Explained(
        N_(
            "**A catastrophe** destroys the tile on its space. Nothing is ever placed there "
            "again. Each player has two."
        ),
        "catastrophes",
    ),
    Thing.MONUMENT: Explained(
        N_(
            "**A monument** scores at the end of each player's turn for that player's "
            "leaders in its kingdom that have one of its two colours."
        ),
        "monument-scoring",
    ),
    Thing.ZIGGURAT: Explained(
        N_(
            "**The ziggurat** scores a point of any colour at the end of a player's turn "
            "if that player's King is in its kingdom."
        ),
        "ziggurat",
    ),
    Thing.FACE_DOWN_TILE: Explained(
        N_("**Face-down tiles** still connect, but have no colour: they support no one."),
        "monuments",
    ),
    Thing.BUILDING: Explained(
        N_(
            "**A building:** tiles of its colour placed later in its kingdom score 2 "
            "points instead of 1."
        ),
        "buildings",
    ),
    Thing.TREASURES_TAKEN: Explained(
        N_("**A treasure that you take** is a joker: a point of any colour at the end."),
        "treasure-who",
    ),
}
