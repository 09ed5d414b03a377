"""Decisions in a few words, for buttons and lists."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.i18n import PublicText, Words
from bot.i18n.events import sentences, square
from engine import (
    Action,
    AddTiles,
    BuildMonument,
    BuildZiggurat,
    Cell,
    ChooseWar,
    Colour,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    Event,
    Monument,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    TilesSwapped,
    WithdrawLeader,
)

MOST_OF_MOVE = 41
"""The most characters of a move on a button."""


def leader_to(words: Words, colour: Colour, cell: Cell) -> str:
    """A leader that is placed or moved: ``King to P9``."""
    _ = words._
    match colour:
        case Colour.BLACK:
            return _("King to {cell}", cell=cell)
        case Colour.RED:
            return _("Priest to {cell}", cell=cell)
        case Colour.BLUE:
            return _("Farmer to {cell}", cell=cell)
        case Colour.GREEN:
            return _("Trader to {cell}", cell=cell)
        case _:
            assert_never(colour)


def tile_at(words: Words, colour: Colour, cell: Cell) -> str:
    """A tile that is placed, as it begins what is told of it: ``Settlement P9``."""
    _ = words._
    match colour:
        case Colour.BLACK:
            return _("Settlement {cell}", cell=cell)
        case Colour.RED:
            return _("Temple {cell}", cell=cell)
        case Colour.BLUE:
            return _("Farm {cell}", cell=cell)
        case Colour.GREEN:
            return _("Market {cell}", cell=cell)
        case _:
            assert_never(colour)


def monument_name(words: Words, monument: Monument) -> str:
    """A monument by its colours: ``black and red``."""
    return words.listed([words.colour(colour) for colour in monument])


def action_label(words: Words, action: Action) -> str:
    """A decision of a turn in a few words, whatever it is."""
    _ = words._
    match action:
        case PlaceTile(colour, cell):
            return _tile_on(words, colour, cell)
        case PlaceLeader(leader, cell):
            return leader_to(words, leader.colour, cell)
        case PlaceCatastrophe(cell):
            return _("Catastrophe on {cell}", cell=cell)
        case WithdrawLeader(leader):
            return _("Withdraw: {leader}", leader=words.role_with_sign(leader))
        case SwapTiles(counts=counts):
            return _("Swap: {tiles}", tiles=words.tiles(counts))
        case EndTurn():
            return _("End turn")
        case AddTiles(count):
            return words.ngettext("Add {count} tile", "Add {count} tiles", count)
        case ChooseWar(colour):
            return _("First war: {leader}", leader=words.role(colour))
        case PlaceBuilding(cell):
            return _("Building on {cell}", cell=cell)
        case DeclineBuilding():
            return _("Place no building")
        case BuildMonument(monument, corner):
            return f"{monument_name(words, monument)} · {square(corner)}"
        case BuildZiggurat(centre):
            return _("Ziggurat around {cell}", cell=centre)
        case DeclineMonument():
            return _("Build nothing")
        case TakeTreasures(cells):
            return _("Take {cells}", cells=words.listed(cells))
        case TakeCube(colour):
            return words.points(1, colour)
        case DrawTile(colour):
            return _("From the bag") if colour is None else words.tile_with_square(colour)
        case _:
            assert_never(action)


def actions_told(words: Words, actions: Iterable[Action]) -> str:
    """Decisions in a few words, one after the other."""
    return " → ".join(action_label(words, action) for action in actions)


def decision_told(
    words: Words, action: Action, events: Sequence[Event], names: Sequence[PublicText]
) -> str:
    """A decision of one's own in sentences, with what it causes; *names* by seat.

    Of a swap all others are told how many tiles, and of a draw from the bag nothing.
    """
    if isinstance(action, SwapTiles):
        events = [event for event in events if not isinstance(event, TilesSwapped)]
    told: list[str] = [*sentences(words, events, names)]
    if isinstance(action, SwapTiles | DrawTile) or not told:
        told.insert(0, f"{action_label(words, action)}.")
    return " ".join(told)


def _tile_on(words: Words, colour: Colour, cell: Cell) -> str:
    _ = words._
    match colour:
        case Colour.BLACK:
            return _("Settlement on {cell}", cell=cell)
        case Colour.RED:
            return _("Temple on {cell}", cell=cell)
        case Colour.BLUE:
            return _("Farm on {cell}", cell=cell)
        case Colour.GREEN:
            return _("Market on {cell}", cell=cell)
        case _:
            assert_never(colour)
