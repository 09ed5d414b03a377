"""What a player sets on or off for all games: how each is told, and how a button carries it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain import FIRST_GAMES, TO_UNDO
from engine import N_


@dataclass(frozen=True, slots=True)
class Switch:
    """Something on or off. Of two texts, the first is how it is told as long as it is on."""

    habit: str
    """A field of :class:`bot.store.Habits`."""
    word: str
    """What a ``custom_id`` calls it; with ``-not`` behind it to set it off."""
    told: tuple[str, str]
    button: tuple[str, str]
    places: Mapping[str, int] = field(default_factory=dict)
    """What fills the places of the texts by which it is told."""


EVERY_SWITCH = (
    Switch(
        "ends_turn",
        "ends",
        (
            N_(
                "**Your turn:** it ends by itself after two actions. You have {seconds} seconds to "
                "undo, unless something hidden was seen."
            ),
            N_("**Your turn:** it ends when you end it."),
        ),
        (N_("My turn ends by itself: on"), N_("My turn ends by itself: off")),
        {"seconds": int(TO_UNDO.total_seconds())},
    ),
    Switch(
        "high_contrast",
        "contrast",
        (
            N_("**Your pictures:** in high contrast."),
            N_("**Your pictures:** in the usual colours."),
        ),
        (N_("High contrast: on"), N_("High contrast: off")),
    ),
    Switch(
        "advice",
        "advice",
        (N_("**Advice:** in your first {games} games."), N_("**Advice:** none.")),
        (N_("Advice: on"), N_("Advice: off")),
        {"games": FIRST_GAMES},
    ),
)
"""All of them, as they are told one after the other."""
