"""Every word a picture shows, so that the bot can pass them in another language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine import (
    BUILDING_NAMES,
    DECISION_CAPTIONS,
    LEADER_NAMES,
    N_,
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

_YOU_DECIDE: Mapping[type, str] = MappingProxyType(
    {
        ActionDecision: N_("Your turn"),
        WarDecision: N_("You choose the next war"),
        SiteDecision: N_("You may place a building"),
        BuildDecision: N_("You may build"),
        TakeDecision: N_("You take treasures"),
        CubeDecision: N_("You choose a colour to score"),
        DrawDecision: N_("You draw a tile"),
    }
)


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
    """What the deciding player does, unless one of the four above says it better."""
    ending: str = N_("no actions left")
    """For a player without actions left."""

    # The same on the player's own desk, in place of the name and what that player does.
    you_add_temples: str = N_("You add temples")
    you_add_supporters: str = N_("You add supporters")
    you_build_monument: str = N_("You may build a monument")
    you_build_ziggurat: str = N_("You may build the ziggurat")
    you_decide: Mapping[type, str] = field(default_factory=lambda: _YOU_DECIDE)
    you_end: str = N_("You have no actions left")

    preview: str = N_("Preview")
    """On a picture of what an action would lead to."""

    # A conflict's card.
    internal: str = N_("Revolt")
    external: str = N_("War")
    temples: str = N_("temples")
    supporters: str = N_("supporters")
    attacks: str = N_("attacks")
    defends: str = N_("defends")
    needs: str = N_("needs +{count}")
    """The number of tiles with which a party would win."""
    holds: str = N_("holds")
    """Of a defender that needs no more tiles."""
    wins: str = N_("wins")
    loses: str = N_("loses")
    """Of a party once both have added."""
    in_hand: str = N_("in hand")
    """After the number of tiles that one could add oneself."""
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
    given_up: str = N_("given up")
    """Of a seat whose player was not waited for any more."""
    weakest_by_turn: str = N_("Weakest colour, turn by turn")
    expected_by_turn: str = N_("Expected place, turn by turn")
    tie: str = N_("Tie")
    """Before two players' totals as far as they are compared."""
    next_decides: str = N_("the next weakest decides")
    """After totals that are equal up to one that is not."""
    share_place: str = N_("they share the place")
    """After totals that are all equal."""
    turn: str = N_("Turn")
    """Before a number and how many there are."""
    swaps: str = N_("swaps tiles")
    withdrawn: str = N_("withdrawn")
    """After a leader that was taken from the board."""

    # The legend: pieces, then what is marked.
    strength: str = N_("lower number: war strength")
    revolt_strength: str = N_("upper number: revolt strength")
    monument: str = N_("monument")
    ziggurat: str = N_("ziggurat")
    treasure: str = N_("treasure")
    catastrophe: str = N_("catastrophe")
    unification: str = N_("unification tile")
    face_down: str = N_("tiles in hand")
    bag: str = N_("tiles in the bag")
    action: str = N_("action left")
    leader_on_board: str = N_("leader on the board")
    leader_in_hand: str = N_("leader in hand")
    monument_left: str = N_("monument to build")
    monument_built: str = N_("monument on the board")
    points: str = N_("points in a colour")
    gained: str = N_("points just scored")
    winged: str = N_("treasure space")
    framed: str = N_("its treasure goes first")
    river: str = N_("river")
    kingdom: str = N_("kingdom")
    new: str = N_("new this turn")
    order: str = N_("order of the actions")
    doer: str = N_("who did it")
    """Beside the emblem of the player who did what is marked as new."""
    moved: str = N_("moved")
    removed: str = N_("removed")
    returned: str = N_("back in hand")
    treasure_taken: str = N_("treasure taken")
    attacker: str = N_("attacker")
    defender: str = N_("defender")
    for_attacker: str = N_("attacker's supporter")
    for_defender: str = N_("defender's supporter")
    stays: str = N_("supporter that stays")
    """Beside a supporter that is not lost with the conflict."""
    tally: str = N_("board + added")
    """Beside the figures of a conflict's party."""
    won: str = N_("winner's total")
    lost: str = N_("loser's total")
    candidate: str = N_("can be chosen")
    forced: str = N_("always taken")
    legal: str = N_("allowed space")
    refused: str = N_("not allowed, reason A")
    """Beside the letter of a reason."""
    planned: str = N_("only planned")

    dynasties: Mapping[Dynasty, str] = field(
        default_factory=lambda: MappingProxyType(
            {
                Dynasty.ARCHER: N_("Archer"),
                Dynasty.BULL: N_("Bull"),
                Dynasty.LION: N_("Lion"),
                Dynasty.POT: N_("Pot"),
            }
        )
    )
    """Stand in for a player's name, or beside it, where no font can show it."""
    leaders: Mapping[Colour, str] = field(default_factory=lambda: MappingProxyType(LEADER_NAMES))
    tiles: Mapping[Colour, str] = field(default_factory=lambda: MappingProxyType(TILE_NAMES))
    buildings: Mapping[Colour, str] = field(
        default_factory=lambda: MappingProxyType(BUILDING_NAMES)
    )
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(OPTION_NAMES))
    """Named under the board where a table plays with them."""

    def shown(self, word: Callable[["Labels"], str]) -> str:
        """The word that *word* picks, in English if the fonts lack a letter of it."""
        return _showable_or(word(self), lambda: word(ENGLISH))

    def of_decision(self, decision: Decision, actions_left: int, *, own: bool = False) -> str:
        """What the deciding player does; with *own* a sentence that speaks to that player."""
        return _showable_or(
            self._of_decision(decision, actions_left, own=own),
            lambda: ENGLISH.of_decision(decision, actions_left, own=own),
        )

    def of_dynasty(self, dynasty: Dynasty) -> str:
        """The name that stands in for a player's, or beside it, where that cannot be shown."""
        return _showable_or(self.dynasties[dynasty], lambda: ENGLISH.of_dynasty(dynasty))

    def of_tile(self, colour: Colour) -> str:
        """The name of a sphere's tile."""
        return self.shown(lambda own: own.tiles[colour])

    def of_leader(self, colour: Colour) -> str:
        """What a leader of that sphere is called."""
        return self.shown(lambda own: own.leaders[colour])

    def of_building(self, colour: Colour) -> str:
        """The name of a sphere's building (R12.1)."""
        return self.shown(lambda own: own.buildings[colour])

    def of_option(self, option: str) -> str:
        """The name of an option."""
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
