"""What a player can want in a game that goes on, as values: decisions, and what leads to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.intents import Chosen, Intent, Placement, chosen, form, register, written
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
    parse_piece,
)


@dataclass(frozen=True, slots=True)
class Undo(Intent):
    """Take the last decision back."""


@dataclass(frozen=True, slots=True)
class AskResign(Intent, placement=Placement.BELOW):
    """Give the game up, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class Resign(Intent):
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Decide(Intent):
    """Get to the question that waits, or to the turn."""


@dataclass(frozen=True, slots=True)
class DrawRest(Intent):
    """Draw all tiles that are due from the bag; with *always*, from now on whenever asked."""

    always: bool


@dataclass(frozen=True, slots=True)
class DrawByChoice(Intent):
    """Be asked again where to draw from."""


@dataclass(frozen=True, slots=True)
class Act(Intent):
    """Take a decision."""

    action: Action


@dataclass(frozen=True, slots=True)
class ActWithOwn(Intent):
    """Place, move or (*cell* None) withdraw the player's leader of a colour."""

    colour: Colour
    cell: Cell | None

    def action(self, leaders: Sequence[Leader]) -> Action:
        """The decision of the player who owns these four *leaders*, k r b g."""
        leader = leaders[self.colour]
        return WithdrawLeader(leader) if self.cell is None else PlaceLeader(leader, self.cell)


@dataclass(frozen=True, slots=True)
class Tap(Intent):
    """Take a decision that was chosen from a list: some are shown before they count."""

    action: Action


@dataclass(frozen=True, slots=True)
class Pick(Intent):
    """Take a decision chosen from one of several lists; *start* tells them apart."""

    start: int
    action: Action


@dataclass(frozen=True, slots=True)
class Move(Intent):
    """Take a decision by a button, or a command: some are shown before they count."""

    action: Action


@dataclass(frozen=True, slots=True)
class ChooseTile(Intent):
    """Choose what to do, on a button that once led to the tiles."""


@dataclass(frozen=True, slots=True)
class ChooseLeader(Intent):
    """Choose what to do, on a button that once led to the leaders."""


@dataclass(frozen=True, slots=True)
class ChooseCatastropheSpace(Intent):
    """Choose where to place a catastrophe."""


@dataclass(frozen=True, slots=True)
class ChooseSpace(Intent):
    """Choose where to put a piece; the *column* was chosen from a list."""

    piece: Piece
    column: str | None = None


@dataclass(frozen=True, slots=True)
class ChooseRow(Intent):
    """Choose where in a column to put a piece."""

    piece: Piece
    column: str


@dataclass(frozen=True, slots=True)
class ChooseSwap(Intent):
    """Choose which tiles to swap, beside those that are chosen, counted by colour."""

    tiles: TileCounts = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class AskSwap(Intent):
    """Swap these tiles, counted by colour, if that is confirmed."""

    tiles: TileCounts


@dataclass(frozen=True, slots=True)
class AskEnd(Intent):
    """End the turn; with actions left, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class AskLine(Intent):
    """Take several decisions, one after the other, if that is confirmed."""

    parts: tuple[Action | ActWithOwn, ...]
    dynasty: Dynasty | None = None
    """Whose decisions they were said to be."""

    def actions(self, leaders: Sequence[Leader]) -> tuple[Action, ...]:
        """The decisions of the player who owns these four *leaders*, k r b g."""
        return tuple(
            part.action(leaders) if isinstance(part, ActWithOwn) else part for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class PlayLine(Intent):
    """Take several decisions, one after the other, as far as they can be taken."""

    actions: tuple[Action, ...]
    typed: bool = False
    """Whether the player has typed them, and so can read notation."""


def _column(text: str) -> str:
    if re.fullmatch("[A-P]", text) is None:
        raise ValueError(f"{text!r} is no column")
    return text


_COLUMN_IF_CHOSEN = Chosen(
    lambda values: values[0] if values else None,
    lambda column: () if column is None else (column,),
)


def _tiles(chosen: str) -> TileCounts:
    """Tiles by their letters; the numbers that tell them apart in a list are left out."""
    action = parse_action(f"swap:{re.sub('[0-9 ]', '', chosen)}")
    assert isinstance(action, SwapTiles)
    return action.counts


_OWN = form(
    "own", ActWithOwn, "@", colour=written(Colour.parse), cell=written(Cell.parse, none="-")
)


def _part(part: Action | ActWithOwn) -> str:
    own = _OWN.print(part) if isinstance(part, ActWithOwn) else None
    return str(part) if own is None else own.text


def _row(parts: Sequence[Action | ActWithOwn]) -> str:
    return ";".join(map(_part, parts))


def _own(text: str) -> ActWithOwn:
    own = _OWN.read(text, ())
    assert isinstance(own, ActWithOwn)
    return own


def _parts(text: str) -> tuple[Action | ActWithOwn, ...]:
    return tuple(
        _own(part.removeprefix("own:")) if part.startswith("own:") else parse_action(part)
        for part in text.split(";")
    )


def _actions(text: str) -> tuple[Action, ...]:
    return tuple(map(parse_action, text.split(";")))


register(
    form("undo", Undo),
    form("resign", AskResign),
    form("resign!", Resign),
    form("decide", Decide),
    form("always", DrawRest, always=True),
    form("rest", DrawRest, always=False),
    form("ask", DrawByChoice),
    form("do", Act, action=written(parse_action)),
    form("do", Tap, action=chosen(parse_action)),
    form("pick", Pick, start=written(int), action=chosen(parse_action)),
    form("move", Move, action=written(parse_action)),
    _OWN,
    form("tile", ChooseTile),
    form("leader", ChooseLeader),
    form("catastrophe", ChooseCatastropheSpace),
    form("at", ChooseSpace, piece=written(parse_piece), column=_COLUMN_IF_CHOSEN),
    form("row", ChooseRow, piece=written(parse_piece), column=written(_column)),
    form("swap", AskSwap, tiles=written(_tiles, letters)),
    form("swap", AskSwap, tiles=Chosen(lambda values: _tiles(" ".join(values)), letters)),
    form("swap", ChooseSwap),
    form("swap+", ChooseSwap, tiles=written(_tiles, letters)),
    form("end", AskEnd),
    form("turn", AskLine, ";", dynasty=written(Dynasty, none=""), parts=written(_parts, _row)),
    form("line", PlayLine, actions=written(_actions, _row), typed=True),
    form("moves", PlayLine, actions=written(_actions, _row)),
)
"""What Discord carries of them. One form of a swap is only read: 0.1.0 had a list of tiles."""
