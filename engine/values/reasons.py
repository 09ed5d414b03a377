"""Why something is refused: one exception type, the rule, and a player's words.

The sentences are templates with named places, so that the bot can look them up in a
translation before it fills them in; :meth:`IllegalAction.sentence` takes that look-up.
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
    """Anything the engine refuses. ``str`` gives one sentence."""


class Reason(Enum):
    """Every reason for which an action is refused: the rule's number and the sentence.

    Of one that forbids spaces to a piece, also what makes each of them such a space, for a list.
    """

    rule: str
    template: str
    of_spaces: str

    def __new__(cls, rule: str, template: str, of_spaces: str = "") -> Self:
        """Give each member the values as attributes."""
        member = object.__new__(cls)
        member._value_ = template
        member.rule = rule
        member.template = template
        member.of_spaces = of_spaces
        return member

    GAME_OVER = "R14", N_("The game is over: there is nothing left to decide.")
    NOT_SEATED = "R1.4", N_("Nobody at this table plays that dynasty.")
    NOT_YOUR_DECISION = (
        "R3.1",
        N_("It is not your decision now: the game is waiting for {waiting}."),
    )
    DECIDE_FIRST = "R3.3", N_("First something else must be decided: {decision}.")
    NOTHING_TO_DECIDE = "R3.3", N_("That is not what has to be decided now: {decision}.")
    NO_ACTIONS_LEFT = (
        "R3.1",
        N_("Both actions of this turn are taken: only ending the turn is left."),
    )

    NOT_YOUR_LEADER = "R4.1", N_("You place only the leaders of your own dynasty; {leader} is not.")
    LEADER_JOINS_KINGDOMS = (
        "R4.3",
        N_("A leader may not connect two kingdoms: {cell} touches those of {kingdoms}."),
        N_("the leader would connect two kingdoms"),
    )
    CELL_OCCUPIED = "R4.2", N_("{cell} is not empty: {there} is there.")
    LEADER_NEEDS_TEMPLE = (
        "R4.2",
        N_("A leader on {cell} needs a face-up temple beside it: on {beside} there is none."),
        N_("there is no face-up temple beside it"),
    )
    LEADER_ON_RIVER = (
        "R4.2",
        N_("A leader stands on land, and {cell} is a river space."),
        N_("it is a river space, and leaders stand on land"),
    )
    SAME_SPACE = "R4.4", N_("That leader stands on {cell} already.")
    LEADER_OFF_BOARD = "R4.5", N_("That leader is not on the board.")

    NOT_IN_HAND = "R5.1", N_("You have no {colour} tile in your hand.")
    TILE_SPACE_TAKEN = "R5.1", N_("A tile goes on an empty space, and on {cell} there is {there}.")
    JOINS_THREE_KINGDOMS = (
        "R5.2",
        N_("A tile may connect two kingdoms at most; {cell} touches those of {kingdoms}."),
        N_("the tile would connect more than two kingdoms"),
    )
    RIVER_TAKES_FARMS = (
        "R5.1",
        N_("Only farms go on river spaces, and {cell} is one."),
        N_("it is a river space, and only farms go there"),
    )
    FARM_NEEDS_RIVER = (
        "R5.1",
        N_("A farm goes on a river space, and {cell} is land."),
        N_("it is land, and farms go on rivers"),
    )

    TOO_FEW_TO_ADD = "R6.3", N_("You can add no more than your {available} {colour} tiles.")
    ATTACKER_MUST_EXCEED = (
        "R12.2",
        N_("An attacker adds tiles only to exceed the {strength} of the defender: {allowed}."),
    )
    DEFENDER_MUST_TIE = (
        "R12.2",
        N_("A defender adds exactly what makes a tie with {strength}, or nothing: {allowed}."),
    )
    NO_SUCH_WAR = "R7.1", N_("The leaders of that colour are not in conflict here.")
    NO_SUCH_SITE = "R12.1", N_("The building cannot be placed on {cell} now.")
    NO_SUCH_ZIGGURAT = "R13.1", N_("The ziggurat cannot be built around {cell} now.")
    NO_SUCH_MONUMENT = "R8.3", N_("That monument cannot be built on that square now.")
    TREASURE_ORDER = "R9.2", N_("Name the treasures row by row, from left to right.")
    TREASURE_CHOICE = "R9.2", N_("Take all treasures of that kingdom but one, framed spaces first.")

    NO_CATASTROPHES = "R10.1", N_("You have no catastrophe tile left.")
    CATASTROPHE_ON_LEADER = (
        "R10.1",
        N_("No catastrophe goes on a leader, and {leader} stands on {cell}."),
        N_("a leader stands there"),
    )
    CATASTROPHE_ON_TREASURE = (
        "R10.1",
        N_("No catastrophe goes on a treasure, as there is on {cell}."),
        N_("a treasure lies there"),
    )
    CATASTROPHE_ON_FACE_DOWN = (
        "R10.1",
        N_("No catastrophe goes on the face-down tile on {cell}."),
        N_("a face-down tile lies there"),
    )
    CATASTROPHE_ON_BUILDING = (
        "R10.1",
        N_("No catastrophe goes on a tile that carries a building, as on {cell}."),
        N_("the tile there carries a building"),
    )
    CATASTROPHE_TWICE = (
        "R10.1",
        N_("A catastrophe lies on {cell} already."),
        N_("a catastrophe lies there already"),
    )

    NOT_ON_DISPLAY = "R12.3", N_("There is no {colour} tile on the display.")
    BAG_EMPTY = "R12.3", N_("The bag is empty: draw from the display.")

    SWAP_NOT_IN_HAND = "R11.1", N_("You can swap only tiles that are in your hand.")


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
        """The reason in a player's words; *name* puts a colour, leader or decision into words."""
        details = {key: name(value) for key, value in self.details.items()}
        return translate(self.reason.template).format(**details)

    def __str__(self) -> str:
        return f"{self.sentence(name=english_name)} ({self.rule})"
