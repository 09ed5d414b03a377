"""Signs for pieces, of ordinary emojis: in a text always beside the word, and on buttons.

On Discord a picture of the piece takes the place of its sign (bot.client.messages.emojis): so each
piece has a sign of its own. Nobody has to tell colours apart, or to see the picture.
"""

import re

from bot.i18n.public_text import PublicText
from engine import Colour, Dynasty, Leader

SQUARES = {
    Colour.BLACK: PublicText("⬛"),
    Colour.RED: PublicText("🟥"),
    Colour.BLUE: PublicText("🟦"),
    Colour.GREEN: PublicText("🟩"),
}
"""A tile, or points of that colour."""
DYNASTY_SIGNS = {Dynasty.ARCHER: "🏹", Dynasty.BULL: "🐂", Dynasty.LION: "🦁", Dynasty.POT: "🏺"}
"""A dynasty, or its player."""
CATASTROPHE = PublicText("💥")
TREASURE = PublicText("💎")
FIGHT = PublicText("⚔️")
_BUILDING = "🏛️"
NO_SIGN = "\N{ZERO WIDTH SPACE}"
"""Follows a character that is no sign of ours, though it looks like one."""
_ANY = re.compile("|".join([*SQUARES.values(), *DYNASTY_SIGNS.values(), CATASTROPHE, TREASURE]))


def leader_sign(leader: Leader) -> PublicText:
    """A leader: of which dynasty, in which colour."""
    return PublicText(DYNASTY_SIGNS[leader.dynasty] + SQUARES[leader.colour])


def building_sign(colour: Colour) -> str:
    """The civilization building of a colour."""
    return _BUILDING + SQUARES[colour]


def without_signs(text: str) -> str:
    """*text*, written by a user, so that nothing in it is taken for a sign of ours."""
    return _ANY.sub(lambda found: found[0] + NO_SIGN, text)
