"""Every word a picture shows, so that the bot can pass them in another language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine import (
    DYNASTY_NAMES,
    ActionDecision,
    AddDecision,
    BuildDecision,
    Decision,
    Dynasty,
    Over,
    TakeDecision,
    WarDecision,
)
from render.text import showable


@dataclass(frozen=True)
class Labels:
    """The words, in English unless given. Each stands on one line and is cut if too long.

    The font has Latin, Greek, Cyrillic, Hebrew and Arabic letters; words in other scripts
    are shown in English.
    """

    action: str = "to play"
    war: str = "chooses the next conflict"
    internal_conflict: str = "adds temples"
    external_conflict: str = "adds supporters"
    build: str = "may build a monument"
    take: str = "takes treasures"
    over: str = "The game is over"
    dynasties: Mapping[Dynasty, str] = field(
        default_factory=lambda: MappingProxyType(
            {dynasty: name.capitalize() for dynasty, name in DYNASTY_NAMES.items()}
        )
    )
    """Stand in for a player's name of which the font can show nothing."""

    def of_decision(self, decision: Decision) -> str:
        """What kind of decision it is."""
        return _showable_or(self._kind(decision), lambda: ENGLISH.of_decision(decision))

    def of_dynasty(self, dynasty: Dynasty) -> str:
        """The name that stands in for a player's of which nothing can be shown."""
        return _showable_or(self.dynasties[dynasty], lambda: ENGLISH.of_dynasty(dynasty))

    def _kind(self, decision: Decision) -> str:
        match decision:
            case ActionDecision():
                return self.action
            case WarDecision():
                return self.war
            case AddDecision(conflict=conflict):
                return self.internal_conflict if conflict.internal else self.external_conflict
            case BuildDecision():
                return self.build
            case TakeDecision():
                return self.take
            case Over():
                return self.over


def _showable_or(words: str, english: Callable[[], str]) -> str:
    return words if showable(words) else english()


ENGLISH = Labels()
