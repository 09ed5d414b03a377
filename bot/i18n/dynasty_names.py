"""Players of examples and lessons, who are called by their dynasties."""

from typing import assert_never

from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText
from engine import Dynasty


def dynasty_as_player(words: Words, dynasty: Dynasty) -> PublicText:
    """``Archer``: a name, where ``archer`` is a sign."""
    match dynasty:
        case Dynasty.ARCHER:
            return words.pgettext("a player, called by the dynasty", "Archer")
        case Dynasty.BULL:
            return words.pgettext("a player, called by the dynasty", "Bull")
        case Dynasty.LION:
            return words.pgettext("a player, called by the dynasty", "Lion")
        case Dynasty.POT:
            return words.pgettext("a player, called by the dynasty", "Pot")
        case _:
            assert_never(dynasty)
