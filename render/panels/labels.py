"""Every word on a picture, which the bot can replace by translations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine import (
    BUILDING_NAMES,
    DECISION_CAPTIONS,
    LEADER_NAMES,
    N_,
    NC_,
    OPTION_NAMES,
    TILE_NAMES,
    ActionDecision,
    AddDecision,
    BuildDecision,
    Colour,
    CubeDecision,
    Decision,
    DrawDecision,
    Dynasty,
    SiteDecision,
    TakeDecision,
    WarDecision,
)
from render.drawing.runs import showable

_YOU_DECIDE: Mapping[type, str] = {
    ActionDecision: N_("Your turn"),
    WarDecision: N_("You choose the next war"),
    SiteDecision: N_("You may place a building"),
    BuildDecision: N_("You may build"),
    TakeDecision: N_("You take treasures"),
    CubeDecision: N_("You choose a colour to score"),
    DrawDecision: N_("You draw a tile"),
}


@dataclass(frozen=True, eq=False)
class Labels:
    """The words, in English by default. Each is drawn on one line, smaller if it is long.

    The shipped fonts have Latin, Greek, Cyrillic, Hebrew, Arabic and Japanese letters; words in
    scripts that no font has are shown in English.
    """

    internal_conflict: str = NC_("picture", "to add temples")
    external_conflict: str = NC_("picture", "to add supporters")
    build_monument: str = NC_("picture", "to build a monument, or not")
    build_ziggurat: str = NC_("picture", "to build the ziggurat, or not")
    decisions: Mapping[type, str] = field(
        default_factory=lambda: MappingProxyType(DECISION_CAPTIONS)
    )
    """The deciding player's captions, except where one of the four above is used."""
    ending: str = NC_("picture", "no actions left")
    """For a player without actions left."""

    # The same on the player's own desk, instead of the name and the caption.
    you_add_temples: str = NC_("picture", "You add temples")
    you_add_supporters: str = NC_("picture", "You add supporters")
    you_build_monument: str = NC_("picture", "You may build a monument")
    you_build_ziggurat: str = NC_("picture", "You may build the ziggurat")
    you_decide: Mapping[type, str] = field(default_factory=lambda: _YOU_DECIDE)
    you_end: str = NC_("picture", "You have no actions left")

    paused: str = NC_("picture", "Paused")
    """Replaces the deciding player while the game is paused."""
    preview: str = NC_("picture", "Preview")
    """On a picture of what an action would lead to."""

    # A conflict's card.
    internal: str = NC_("picture", "Revolt")
    external: str = NC_("picture", "War")
    temples: str = NC_("picture", "temples")
    supporters: str = NC_("picture", "supporters")
    attacks: str = NC_("picture", "attacks")
    defends: str = NC_("picture", "defends")
    needs: str = NC_("picture", "needs +{count}")
    """With the number of tiles with which a party would win."""
    holds: str = NC_("picture", "holds")
    """For a defender that needs no more tiles."""
    wins: str = NC_("picture", "wins")
    loses: str = NC_("picture", "loses")
    """For a party once both have added."""
    in_hand: str = NC_("picture", "in hand")
    """After the number of tiles that the viewer could add."""
    on_board: str = NC_("picture", "board")
    added: str = NC_("picture", "added")
    total: str = NC_("picture", "total")
    if_won: str = NC_("picture", "if won")
    """Before the points that a party would score."""
    scores: str = NC_("picture", "scores")
    """Before the points that the winner has scored."""

    # The final scores, and a replay.
    final_scores: str = NC_("picture", "Final scores")
    weakest_decides: str = NC_("picture", "the weakest colour decides")
    """Above each player's four totals, weakest first."""
    resigned: str = NC_("picture", "resigned")
    given_up: str = NC_("picture", "lost the seat")
    """For a seat that its player lost by not deciding."""
    ended_early: str = NC_("picture", "ended early")
    """For a game whose result counts although it was not played to the end."""
    weakest_by_turn: str = NC_("picture", "Weakest colour, turn by turn")
    expected_by_turn: str = NC_("picture", "Expected place, turn by turn")
    rating: str = NC_("picture", "Rating")
    provisional: str = NC_("picture", "provisional")
    """After a rating from few games."""
    tie: str = NC_("picture", "Tie")
    """Before two players' totals, up to the deciding one."""
    next_decides: str = NC_("picture", "the next weakest colour decides")
    """After totals that are equal up to a deciding one."""
    share_place: str = NC_("picture", "they share the place")
    """After totals that are all equal."""
    turn: str = NC_("picture", "Turn")
    """Before a number and the number of all turns."""
    swaps: str = NC_("picture", "swaps tiles")
    withdrawn: str = NC_("picture", "withdrawn")
    """After a leader that was withdrawn."""

    # The legend: pieces, then marks.
    strength: str = NC_("picture", "strength in war")
    revolt_strength: str = NC_("picture", "strength in revolt")
    monument: str = NC_("picture", "monument")
    ziggurat: str = NC_("picture", "ziggurat")
    treasure: str = NC_("picture", "treasure")
    catastrophe: str = NC_("picture", "catastrophe")
    unification: str = NC_("picture", "unification tile")
    face_down: str = NC_("picture", "tiles in hand")
    bag: str = NC_("picture", "tiles in the bag")
    action: str = NC_("picture", "action left")
    leader_on_board: str = NC_("picture", "leader on the board")
    leader_in_hand: str = NC_("picture", "leader in hand")
    monument_left: str = NC_("picture", "monument to build")
    monument_built: str = NC_("picture", "monument on the board")
    points: str = NC_("picture", "points in a colour")
    gained: str = NC_("picture", "points just scored")
    winged: str = NC_("picture", "treasure space")
    framed: str = NC_("picture", "its treasure goes first")
    river: str = NC_("picture", "river")
    kingdom: str = NC_("picture", "kingdom")
    new: str = NC_("picture", "new this turn")
    order: str = NC_("picture", "order of the actions")
    doer: str = NC_("picture", "who did it")
    """Beside the emblem of the player who placed the new pieces."""
    moved: str = NC_("picture", "moved")
    removed: str = NC_("picture", "removed")
    returned: str = NC_("picture", "back in hand")
    treasure_taken: str = NC_("picture", "treasure taken")
    attacker: str = NC_("picture", "attacker")
    defender: str = NC_("picture", "defender")
    for_attacker: str = NC_("picture", "attacker's supporter")
    for_defender: str = NC_("picture", "defender's supporter")
    stays: str = NC_("picture", "supporter that stays")
    """Beside a supporter that is not removed with the loser."""
    tally: str = NC_("picture", "board + added")
    """Beside the figures of a conflict's party."""
    won: str = NC_("picture", "winner's total")
    lost: str = NC_("picture", "loser's total")
    candidate: str = NC_("picture", "can be chosen")
    forced: str = NC_("picture", "always taken")
    legal: str = NC_("picture", "allowed space")
    refused: str = NC_("picture", "not allowed, reason Q")
    """Beside the letter of a reason."""
    planned: str = NC_("picture", "only planned")

    dynasties: Mapping[Dynasty, str] = field(
        default_factory=lambda: MappingProxyType(
            {
                Dynasty.ARCHER: NC_("a player, called by the dynasty", "Archer"),
                Dynasty.BULL: NC_("a player, called by the dynasty", "Bull"),
                Dynasty.LION: NC_("a player, called by the dynasty", "Lion"),
                Dynasty.POT: NC_("a player, called by the dynasty", "Pot"),
            }
        )
    )
    """Replace a player's name, or follow it, where no font can show it."""
    leaders: Mapping[Colour, str] = field(default_factory=lambda: MappingProxyType(LEADER_NAMES))
    tiles: Mapping[Colour, str] = field(default_factory=lambda: MappingProxyType(TILE_NAMES))
    buildings: Mapping[Colour, str] = field(
        default_factory=lambda: MappingProxyType(BUILDING_NAMES)
    )
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(OPTION_NAMES))
    """Below the board, where a table plays with them."""

    def shown(self, word: Callable[["Labels"], str]) -> str:
        """Return the word that *word* selects, in English if the fonts lack a letter of it."""
        return _showable_or(word(self), lambda: word(ENGLISH))

    def of_decision(self, decision: Decision, actions_left: int, *, own: bool = False) -> str:
        """Return the deciding player's caption; with *own* a sentence addressing that player."""
        return _showable_or(
            self._of_decision(decision, actions_left, own=own),
            lambda: ENGLISH.of_decision(decision, actions_left, own=own),
        )

    def of_dynasty(self, dynasty: Dynasty) -> str:
        """Return the name that replaces or follows a player's where that cannot be shown."""
        return _showable_or(self.dynasties[dynasty], lambda: ENGLISH.of_dynasty(dynasty))

    def of_tile(self, colour: Colour) -> str:
        """Return the name of a sphere's tile."""
        return self.shown(lambda own: own.tiles[colour])

    def of_leader(self, colour: Colour) -> str:
        """Return the name of a leader of that sphere."""
        return self.shown(lambda own: own.leaders[colour])

    def of_building(self, colour: Colour) -> str:
        """Return the name of a sphere's building (R12.1)."""
        return self.shown(lambda own: own.buildings[colour])

    def of_option(self, option: str) -> str:
        """Return the name of an option."""
        return _showable_or(self.options[option], lambda: ENGLISH.of_option(option))

    def _of_decision(self, decision: Decision, actions_left: int, *, own: bool) -> str:
        match decision:
            case ActionDecision() if not actions_left:
                texts = self.ending, self.you_end
            case AddDecision(conflict=conflict) if conflict.internal:
                texts = self.internal_conflict, self.you_add_temples
            case AddDecision():
                texts = self.external_conflict, self.you_add_supporters
            case BuildDecision(choices=()):
                texts = self.build_ziggurat, self.you_build_ziggurat
            case BuildDecision(centres=()):
                texts = self.build_monument, self.you_build_monument
            case _:
                kind = type(decision)
                texts = self.decisions[kind], self.you_decide.get(kind, self.decisions[kind])
        return texts[own]


def _showable_or(words: str, english: Callable[[], str]) -> str:
    return words if showable(words) else english()


ENGLISH = Labels()
