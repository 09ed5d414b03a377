"""The options of a table in words: a name and a line of explanation each (R12, R13)."""

from collections.abc import Mapping, Sequence

from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText
from engine import N_, OPTION_EXPLANATIONS, OPTION_NAMES

BOARD_LABELS: Mapping[str, str] = {"classic": N_("Classic board"), "advanced": N_("Advanced board")}
BOARDS: Mapping[str, str] = {"classic": N_("classic"), "advanced": N_("advanced")}

PRESET_NAMES: Mapping[str, str] = {
    "first game": N_("First game: classic board, open scores"),
    "rulebook": N_("Rulebook: classic board, no options"),
    "everything": N_("Everything: advanced board, all options"),
}
PRESET_WORDS: Mapping[str, str] = {
    "first game": N_("first game"),
    "rulebook": N_("rulebook"),
    "everything": N_("everything"),
}
"""Presets in a line with other words."""


def option_name(words: Words, option: str) -> PublicText:
    """The name of an option."""
    return words._(OPTION_NAMES[option])


def option_explanation(words: Words, option: str) -> PublicText:
    """A line that says what an option changes."""
    return words._(OPTION_EXPLANATIONS[option])


def options_listed(words: Words, options: Sequence[str]) -> PublicText:
    """The names of some options in a sentence; "none" without any."""
    if not options:
        return words.pgettext("options", "none")
    return words.listed([option_name(words, option) for option in options])


def board_name(words: Words, board: str) -> PublicText:
    """The name of a board in words."""
    return words._(BOARDS.get(board, board))


def board_label(words: Words, board: str) -> PublicText:
    """The name of a board for a line or a choice of its own: ``Classic board``."""
    return words._(BOARD_LABELS.get(board, board))


def explained(words: Words, options: Sequence[str]) -> list[PublicText]:
    """A line for each option in use: its name and what it changes."""
    return [
        words.captioned(option_name(words, option), option_explanation(words, option))
        for option in options
    ]
