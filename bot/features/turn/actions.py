"""Decisions in a few words, for buttons and lists."""

from typing import assert_never

from bot.domain import Seat
from bot.i18n import Words
from engine import (
    Action,
    AddTiles,
    BuildMonument,
    BuildZiggurat,
    ChooseWar,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    WithdrawLeader,
)


def put_label(words: Words, seat: Seat, action: PlaceTile | PlaceLeader | PlaceCatastrophe) -> str:
    """What is put where: ``Red on E5``."""
    match action:
        case PlaceTile(colour, cell):
            return words._("{colour} on {cell}", colour=_capital(words.colour(colour)), cell=cell)
        case PlaceLeader(leader, cell) if seat.view.board.cell_of(leader) is None:
            return words._("{role} on {cell}", role=words.role(leader.colour), cell=cell)
        case PlaceLeader(leader, cell):
            return words._("{role} to {cell}", role=words.role(leader.colour), cell=cell)
        case PlaceCatastrophe(cell):
            return words._("Catastrophe on {cell}", cell=cell)
        case _:
            assert_never(action)


def action_label(words: Words, seat: Seat, action: Action) -> str:
    """A decision of a turn in a few words, whatever it is."""
    _ = words._
    match action:
        case PlaceTile() | PlaceLeader() | PlaceCatastrophe():
            return put_label(words, seat, action)
        case WithdrawLeader(leader):
            return _("{role} off the board", role=words.role(leader.colour))
        case SwapTiles(counts=counts):
            return _("Swap {tiles}", tiles=words.tiles(counts))
        case EndTurn():
            return _("End turn")
        case AddTiles(count):
            return words.ngettext("Add {count} tile", "Add {count} tiles", count)
        case ChooseWar(colour):
            return _("{role}'s war first", role=words.role(colour))
        case PlaceBuilding(cell):
            return _("Building on {cell}", cell=cell)
        case DeclineBuilding():
            return _("No building now")
        case BuildMonument(monument, corner):
            return _(
                "{first} and {second}, square from {cell}",
                first=_capital(words.colour(monument.first)),
                second=words.colour(monument.second),
                cell=corner,
            )
        case BuildZiggurat(centre):
            return _("Ziggurat around {cell}", cell=centre)
        case DeclineMonument():
            return _("Build nothing")
        case TakeTreasures(cells):
            return _("Take {cells}", cells=words.listed(cells))
        case TakeCube(colour):
            return _("A {colour} point", colour=words.colour(colour))
        case DrawTile(colour):
            return _("From the bag") if colour is None else _capital(words.tile(colour))
        case _:
            assert_never(action)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
