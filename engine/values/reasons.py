"""Reasons why an action is refused, each with its rule and a sentence for players.

The sentences are templates with named fields, so that the bot can translate them before it fills
them in; :meth:`IllegalAction.sentence` takes the translation as a function.
"""

from collections.abc import Callable
from enum import Enum
from typing import Self

from engine.values.english import english_name
from engine.values.names import N_

__all__ = [
    "GameError",
    "IllegalAction",
    "Reason",
]


class GameError(Exception):
    """The base of the engine's errors. ``str`` gives one sentence."""


class Reason(Enum):
    """The reasons why an action is refused.

    *rule* is the number of the rule, *template* the English sentence. *of_spaces* is a phrase for a
    list of the spaces forbidden to a piece, empty for reasons that do not concern a space.
    """

    rule: str
    template: str
    of_spaces: str

    def __new__(cls, rule: str, template: str, of_spaces: str = "") -> Self:
        """Set *rule*, *template* and *of_spaces* as attributes of the member."""
        member = object.__new__(cls)
        member._value_ = template
        member.rule = rule
        member.template = template
        member.of_spaces = of_spaces
        return member

    GAME_OVER = "R14", N_("The game is over. There's nothing left to decide.")
    NOT_SEATED = "R1.4", N_("No one plays that dynasty here.")
    NOT_YOUR_DECISION = (
        "R3.1",
        N_("Not your decision. Waiting for {waiting}."),
    )
    DECIDE_FIRST = "R3.3", N_("{decision}. That comes first.")
    NOTHING_TO_DECIDE = (
        "R3.3",
        N_("There's nothing else to decide. Take an action or end your turn."),
    )
    NO_ACTIONS_LEFT = (
        "R3.1",
        N_("You've used both actions. End your turn."),
    )

    NOT_YOUR_LEADER = (
        "R4.1",
        N_("Not your leader: {leader}. You place only leaders of your dynasty."),
    )
    LEADER_JOINS_KINGDOMS = (
        "R4.3",
        N_("A leader can't join kingdoms. {cell} would join those of: {kingdoms}."),
        N_("would join kingdoms"),
    )
    CELL_OCCUPIED = "R4.2", N_("{cell} isn't empty: {there}.")
    LEADER_NEEDS_TEMPLE = (
        "R4.2",
        N_("No face-up temple beside {cell}. Leaders need one."),
        N_("no face-up temple beside it"),
    )
    LEADER_ON_RIVER = (
        "R4.2",
        N_("{cell} is a river space. Leaders stand on land."),
        N_("a river; leaders stand on land"),
    )
    SAME_SPACE = "R4.4", N_("That leader is already on {cell}.")
    LEADER_OFF_BOARD = "R4.5", N_("That leader isn't on the board.")

    NOT_IN_HAND = "R5.1", N_("Not in your hand: {colour}.")
    TILE_SPACE_TAKEN = "R5.1", N_("{cell} isn't empty: {there}. Tiles go on empty spaces.")
    JOINS_THREE_KINGDOMS = (
        "R5.2",
        N_("A tile joins two kingdoms at most. {cell} would join those of: {kingdoms}."),
        N_("would join more than two kingdoms"),
    )
    RIVER_TAKES_FARMS = (
        "R5.1",
        N_("{cell} is a river space. Only farms go there."),
        N_("a river; only farms go there"),
    )
    FARM_NEEDS_RIVER = (
        "R5.1",
        N_("{cell} is land. Farms go on rivers."),
        N_("land; farms go only on rivers"),
    )

    TOO_FEW_TO_ADD = "R6.3", N_("You don't have that many. In your hand: {available} × {colour}.")
    ATTACKER_MUST_EXCEED = (
        "R12.2",
        N_(
            "English variant: an attacker may add only to exceed {strength}. You can add: "
            "{allowed}."
        ),
    )
    DEFENDER_MUST_TIE = (
        "R12.2",
        N_(
            "English variant: a defender may add only to tie with {strength}. You can add: "
            "{allowed}."
        ),
    )
    NO_SUCH_WAR = "R7.1", N_("Leaders of that colour aren't at war here.")
    NO_SUCH_SITE = (
        "R12.1",
        N_("The building can't go on {cell}. It goes on a line that your tile made or extended."),
    )
    NO_SUCH_ZIGGURAT = (
        "R13.1",
        N_("No ziggurat around {cell}. It needs a cross that your tile completed."),
    )
    NO_SUCH_MONUMENT = (
        "R8.3",
        N_(
            "That monument can't go there. It needs a square that your "
            "tile completed, in a colour it has."
        ),
    )
    TREASURE_ORDER = "R9.2", N_("Name the treasures row by row, from left to right.")
    TREASURE_CHOICE = (
        "R9.2",
        N_("Take all of that kingdom's treasures but one, those on framed spaces first."),
    )

    NO_CATASTROPHES = "R10.1", N_("You have no catastrophes left.")
    CATASTROPHE_ON_LEADER = (
        "R10.1",
        N_("A leader is on {cell}: {leader}. Catastrophes can't go there."),
        N_("a leader"),
    )
    CATASTROPHE_ON_TREASURE = (
        "R10.1",
        N_("A treasure is on {cell}. Catastrophes can't go there."),
        N_("a treasure"),
    )
    CATASTROPHE_ON_FACE_DOWN = (
        "R10.1",
        N_("{cell} has a face-down tile. Catastrophes can't go there."),
        N_("a face-down tile"),
    )
    CATASTROPHE_ON_BUILDING = (
        "R10.1",
        N_("A building is on {cell}. Catastrophes can't go there."),
        N_("a building"),
    )
    CATASTROPHE_TWICE = (
        "R10.1",
        N_("{cell} already has a catastrophe."),
        N_("a catastrophe already"),
    )

    NOT_ON_DISPLAY = "R12.3", N_("Not on the display: {colour}.")
    BAG_EMPTY = "R12.3", N_("The bag is empty. Draw from the display.")

    SWAP_NOT_IN_HAND = "R11.1", N_("You can swap only tiles in your hand.")


class IllegalAction(GameError):
    """A readable action that the rules forbid. The game is unchanged."""

    def __init__(self, reason: Reason, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    @property
    def rule(self) -> str:
        """The number of the rule, such as ``R5.1``."""
        return self.reason.rule

    def sentence(
        self,
        translate: Callable[[str], str] = str,
        name: Callable[[object], str] = str,
    ) -> str:
        """Return the reason as a sentence for players.

        *translate* translates the template, *name* returns the name of a colour, leader or
        decision.
        """
        details = {key: name(value) for key, value in self.details.items()}
        return translate(self.reason.template).format(**details)

    def __str__(self) -> str:
        return f"{self.sentence(name=english_name)} ({self.rule})"
