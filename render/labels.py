"""Every word a picture shows, so that the bot can pass them in another language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine import (
    DECISION_CAPTIONS,
    DYNASTY_NAMES,
    LEADER_NAMES,
    N_,
    OPTION_NAMES,
    AddDecision,
    BuildDecision,
    Colour,
    Decision,
    Dynasty,
)
from render.runs import showable


@dataclass(frozen=True)
class Labels:
    """The words, in English unless given. Each stands on one line and is cut if too long.

    The shipped font has Latin, Greek, Cyrillic, Hebrew and Arabic letters; words in scripts that
    no font has are shown in English.
    """

    internal_conflict: str = N_("adds temples")
    external_conflict: str = N_("adds supporters")
    build_monument: str = N_("may build a monument")
    build_ziggurat: str = N_("may build the ziggurat")
    decisions: Mapping[type, str] = field(
        default_factory=lambda: MappingProxyType(DECISION_CAPTIONS)
    )
    """What whoever decides does, unless one of the four above says it better."""
    preview: str = N_("Preview")
    """On a picture of what an action would lead to."""

    # A conflict's card.
    internal: str = N_("Internal conflict")
    external: str = N_("External conflict")
    temples: str = N_("temples")
    supporters: str = N_("supporters")
    attacks: str = N_("attacks")
    defends: str = N_("defends")
    needs: str = N_("needs")
    """Before the number of tiles with which the defender holds."""
    holds: str = N_("holds")
    """Of a defender that needs no more tiles."""
    wins: str = N_("wins")
    loses: str = N_("loses")
    """Of a party once both have added."""
    on_board: str = N_("board")
    added: str = N_("added")
    total: str = N_("total")
    if_won: str = N_("if won")
    """Before the points that a party would gain."""
    scores: str = N_("scores")
    """Before the points that the winner has gained."""

    # The final scores, and a replay.
    final_scores: str = N_("Final scores")
    weakest_first: str = N_("weakest first")
    """Above each player's four totals in the order in which they are compared."""
    resigned: str = N_("resigned")
    turn: str = N_("Turn")
    """Before a number and how many there are."""
    dynasties: Mapping[Dynasty, str] = field(
        default_factory=lambda: MappingProxyType(
            {dynasty: name.capitalize() for dynasty, name in DYNASTY_NAMES.items()}
        )
    )
    """Stand in for a player's name, or beside it, where no font can show it."""
    leaders: Mapping[Colour, str] = field(default_factory=lambda: MappingProxyType(LEADER_NAMES))
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(OPTION_NAMES))
    """Named under the board where a table plays with them."""

    def shown(self, word: Callable[["Labels"], str]) -> str:
        """The word that *word* picks, in English if the fonts lack a letter of it."""
        return _showable_or(word(self), lambda: word(ENGLISH))

    def of_decision(self, decision: Decision) -> str:
        """What whoever decides does."""
        return _showable_or(self._caption(decision), lambda: ENGLISH.of_decision(decision))

    def of_dynasty(self, dynasty: Dynasty) -> str:
        """The name that stands in for a player's, or beside it, where that cannot be shown."""
        return _showable_or(self.dynasties[dynasty], lambda: ENGLISH.of_dynasty(dynasty))

    def of_option(self, option: str) -> str:
        """The name of an option."""
        return _showable_or(self.options[option], lambda: ENGLISH.of_option(option))

    def _caption(self, decision: Decision) -> str:
        match decision:
            case AddDecision(conflict=conflict):
                return self.internal_conflict if conflict.internal else self.external_conflict
            case BuildDecision(choices=()):
                return self.build_ziggurat
            case BuildDecision(centres=()):
                return self.build_monument
            case _:
                return self.decisions[type(decision)]


def _showable_or(words: str, english: Callable[[], str]) -> str:
    return words if showable(words) else english()


ENGLISH = Labels()
