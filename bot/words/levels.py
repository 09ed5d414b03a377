"""How strong a computer plays, in words, and what it is called."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.words.catalogue import Words
from engine import LEVEL_NAMES, N_, Level

EXPLANATIONS: Mapping[Level, str] = MappingProxyType(
    {
        Level.EASY: N_("For first games: one action at a time, and not always the best"),
        Level.MEDIUM: N_("Sees a whole turn at once"),
        Level.STRONG: N_("Thinks for longer, and plays to win"),
    }
)


def level_name(words: Words, level: Level) -> str:
    """The name of a level."""
    return words._(LEVEL_NAMES[level])


def level_explanation(words: Words, level: Level) -> str:
    """A line that says how a computer of that level plays."""
    return words._(EXPLANATIONS[level])


def computer_name(words: Words, level: Level) -> str:
    """What a computer of that level is called at a table."""
    return words._("Computer ({level})", level=level_name(words, level))
