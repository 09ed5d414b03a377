"""What a player sets on or off for all games: how each is told, and how a button carries it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.domain import FIRST_GAMES, TO_UNDO
from bot.i18n import Words
from engine import N_


@dataclass(frozen=True, slots=True)
class Switch:
    """Something on or off."""

    habit: str
    """A field of :class:`bot.store.Habits`."""
    word: str
    """What a ``custom_id`` calls it; with ``-not`` behind it to set it off."""
    told: Callable[[Words], str]
    """What it does, in a line: shown while it is on."""
    button: tuple[str, str]
    """Its labels: while it is on, and while it is off."""


def _undo_told(words: Words) -> str:
    return words.ngettext(
        "**Auto end turn:** after two actions, with {count} second to undo.",
        "**Auto end turn:** after two actions, with {count} seconds to undo.",
        int(TO_UNDO.total_seconds()),
    )


def _contrast_told(words: Words) -> str:
    return words._("**High contrast:** in pictures only you see.")


def _advice_told(words: Words) -> str:
    return words.ngettext(
        "**Advice:** in your first game.", "**Advice:** in your first {count} games.", FIRST_GAMES
    )


EVERY_SWITCH = (
    Switch(
        "ends_turn",
        "ends",
        _undo_told,
        (N_("Auto end turn: on"), N_("Auto end turn: off")),
    ),
    Switch(
        "high_contrast",
        "contrast",
        _contrast_told,
        (N_("High contrast: on"), N_("High contrast: off")),
    ),
    Switch("advice", "advice", _advice_told, (N_("Advice: on"), N_("Advice: off"))),
)
"""All of them, as they are told one after the other."""
