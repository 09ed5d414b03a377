"""What a player sets on or off for all games."""

from dataclasses import dataclass

from engine import N_


@dataclass(frozen=True, slots=True)
class Switch:
    """Something on or off."""

    habit: str
    """A field of :class:`bot.store.Habits`."""
    button: tuple[str, str]
    """Its labels: while it is on, and while it is off."""


EVERY_SWITCH = (
    Switch(
        "ends_turn",
        (N_("Auto end turn: on"), N_("Auto end turn: off")),
    ),
    Switch(
        "high_contrast",
        (N_("High contrast: on"), N_("High contrast: off")),
    ),
    Switch("in_words", (N_("In words: on"), N_("In words: off"))),
    Switch("advice", (N_("Advice: on"), N_("Advice: off"))),
)
"""All of them, as they are told one after the other."""
