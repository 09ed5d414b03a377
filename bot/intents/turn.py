"""Intents in a running game: decisions, and the pages that lead to them."""

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
    """Show the confirmation of resigning."""


class Resign(Intent, word="resign!"):
    """Resign."""


class Decide(Intent, word="decide"):
    """Show the open question, or the turn."""


class DrawRest(Intent, word=("rest", "always")):
    """Draw all tiles that are due from the bag; with *always*, from now on whenever asked."""

    always: bool


class DrawByChoice(Intent, word="ask"):
    """Be asked again where to draw from, instead of always drawing from the bag."""


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
    """Take a decision chosen from a list; some are confirmed first."""

    action: Chosen[Action]


class Pick(Intent, word="pick"):
    """Take a decision chosen from one of several lists, which *start* distinguishes."""

    start: int
    action: Chosen[Action]


class Move(Intent, word="move"):
    """Take a decision by a button or a command; some are confirmed first."""

    action: Action


class ChoosePiece(Intent, word=("tile", "leader")):
    """Show the desk; buttons of older versions led to the tiles or the leaders."""

    leader: bool


class ChooseCatastropheSpace(Intent, word="catastrophe"):
    """Choose the space for a catastrophe."""


class ChooseSpace(Intent, word="at"):
    """Choose the space for a piece; the *column* was chosen from a list."""

    piece: Piece
    column: Omitted[Chosen[Column | None]] = None


class ChooseRow(Intent, word="row"):
    """Choose the space for a piece in a column."""

    piece: Piece
    column: Column


class AskSwap(Intent, word="swap"):
    """Show the confirmation of a swap of these tiles, counted by colour."""

    tiles: Tiles


# 0.1.0 had a list of tiles
read_if_chosen(AskSwap, "swap", tiles=Values(lambda values: _tiles(" ".join(values)), letters))


class ChooseSwap(Intent, word={"swap": {"tiles": (0, 0, 0, 0)}, "swap+": {}}):
    """Choose more tiles to swap, besides those chosen, counted by colour."""

    tiles: Tiles = (0, 0, 0, 0)


class AskEnd(Intent, word="end"):
    """End the turn; with actions left, show a confirmation first."""


def _part(text: str) -> Action | ActWithOwn:
    if not text.startswith("own:"):
        return parse_action(text)
    own = parse_intent(text)
    assert isinstance(own, ActWithOwn)
    return own


class AskLine(Intent, word="turn", separator=";"):
    """Show a preview of several decisions, one after the other."""

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
    """Take several decisions, one after the other, as far as they are possible."""

    actions: tuple[Action, ...]
    typed: bool = False
    """True if the player has typed them, and so can read notation."""
