"""Names of computers, and explanations of their levels."""

from collections.abc import Mapping, Sequence

from bot.i18n import Words
from engine import LEVEL_NAMES, N_, Level

_NAMES: Mapping[Level, str] = {
    Level.EASY: N_("Computer (easy)"),
    Level.MEDIUM: N_("Computer (medium)"),
    Level.STRONG: N_("Computer (strong)"),
}
_EXPLANATIONS: Mapping[Level, str] = {
    Level.EASY: N_("Thinks one action ahead, and sometimes makes mistakes."),
    Level.MEDIUM: N_("Plans its whole turn."),
    Level.STRONG: N_("Thinks further ahead, for a second or two."),
}


def computer_name(words: Words, level: Level) -> str:
    """The name of a computer at a table."""
    return words._(_NAMES[level])


def level_explanation(words: Words, level: Level) -> str:
    """A line that says how a computer of that level plays."""
    return words._(_EXPLANATIONS[level])


def computers_text(words: Words, levels: Sequence[Level]) -> str:
    """The number of computers, and their levels."""
    shown = levels[:1] if len({*levels}) == 1 else levels
    named = words.listed([words._(LEVEL_NAMES[level]) for level in shown])
    return words.ngettext(
        "{count} computer: {levels}", "{count} computers: {levels}", len(levels), levels=named
    )
