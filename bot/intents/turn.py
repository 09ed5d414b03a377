"""Intents in a game that goes on: decisions, and what leads to them."""

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Annotated, TypeAlias

from bot.intents import Intent, Placement, parse_intent, print_intent
from bot.intents.intent import read_if_chosen
from bot.intents.spelling import Chosen, Omitted, Spelling, Values
from engine import (
    Action,
    Cell,
    Colour,
    Dynasty,
    Leader,
    Piece,
    PlaceLeader,
    SwapTiles,
    TileCounts,
    WithdrawLeader,
    letters,
    parse_action,
)


def _tiles(text: str) -> TileCounts:
    """Tiles by their letters; the numbers that tell them apart in a list are left out."""
    action = parse_action(f"swap:{re.sub('[0-9 ]', '', text)}")
    assert isinstance(action, SwapTiles)
    return action.counts


Column: TypeAlias = Annotated[str, re.compile("[A-P]")]
Tiles: TypeAlias = Annotated[TileCounts, Spelling(_tiles, letters)]


class Undo(Intent, word="undo"):
    """Take the last decision back."""


class AskResign(Intent, word="resign", placement=Placement.BELOW):
    """Give the game up, if that is confirmed."""


class Resign(Intent, word="resign!"):
    """Give the game up."""


class Decide(Intent, word="decide"):
    """Get to the question that waits, or to the turn."""


class DrawRest(Intent, word=("rest", "always")):
    """Draw all tiles that are due from the bag; with *always*, from now on whenever asked."""

    always: bool


class DrawByChoice(Intent, word="ask"):
    """Be asked again where to draw from."""


class Act(Intent, word="do"):
    """Take a decision."""

    action: Action


class ActWithOwn(Intent, word="own", separator="@"):
    """Place, move or (*cell* None) withdraw the player's leader of a colour."""

    colour: Colour
    cell: Cell | None

    def action(self, leaders: Sequence[Leader]) -> Action:
        """The decision of the player who owns these four *leaders*, k r b g."""
        leader = leaders[self.colour]
        return WithdrawLeader(leader) if self.cell is None else PlaceLeader(leader, self.cell)

    def __str__(self) -> str:
        return print_intent(self).text


class Tap(Intent, word="do"):
    """Take a decision that was chosen from a list: some are shown before they count."""

    action: Chosen[Action]


class Pick(Intent, word="pick"):
    """Take a decision chosen from one of several lists; *start* keeps those different."""

    start: int
    action: Chosen[Action]


class Move(Intent, word="move"):
    """Take a decision by a button, or a command: some are shown before they count."""

    action: Action


class ChoosePiece(Intent, word=("tile", "leader")):
    """Choose what to do, on a button that once led to the tiles, or to the leaders."""

    leader: bool


class ChooseCatastropheSpace(Intent, word="catastrophe"):
    """Choose where to place a catastrophe."""


class ChooseSpace(Intent, word="at"):
    """Choose where to put a piece; the *column* was chosen from a list."""

    piece: Piece
    column: Omitted[Chosen[Column | None]] = None


class ChooseRow(Intent, word="row"):
    """Choose where in a column to put a piece."""

    piece: Piece
    column: Column


class AskSwap(Intent, word="swap"):
    """Swap these tiles, counted by colour, if that is confirmed."""

    tiles: Tiles


# 0.1.0 had a list of tiles
read_if_chosen(AskSwap, "swap", tiles=Values(lambda values: _tiles(" ".join(values)), letters))


class ChooseSwap(Intent, word={"swap": {"tiles": (0, 0, 0, 0)}, "swap+": {}}):
    """Choose which tiles to swap, beside those that are chosen, counted by colour."""

    tiles: Tiles = (0, 0, 0, 0)


class AskEnd(Intent, word="end"):
    """End the turn; with actions left, if that is confirmed."""


def _part(text: str) -> Action | ActWithOwn:
    if not text.startswith("own:"):
        return parse_action(text)
    own = parse_intent(text)
    assert isinstance(own, ActWithOwn)
    return own


class AskLine(Intent, word="turn", separator=";"):
    """Take several decisions, one after the other, if that is confirmed."""

    dynasty: Annotated[Dynasty, Spelling(Dynasty, none="")] | None = field(
        default=None, kw_only=True
    )
    """The dynasty that was named with them."""
    parts: tuple[Annotated[Action | ActWithOwn, Spelling(_part)], ...]

    def actions(self, leaders: Sequence[Leader]) -> tuple[Action, ...]:
        """The decisions of the player who owns these four *leaders*, k r b g."""
        return tuple(
            part.action(leaders) if isinstance(part, ActWithOwn) else part for part in self.parts
        )


class PlayLine(Intent, word=("moves", "line")):
    """Take several decisions, one after the other, as far as they can be taken."""

    actions: tuple[Action, ...]
    typed: bool = False
    """True if the player has typed them, and so can read notation."""
