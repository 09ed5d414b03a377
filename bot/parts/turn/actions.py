"""Decisions in a few words, for buttons and lists."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from bot.i18n import PublicText, Words
from bot.i18n.events import sentences, square
from engine import (
    N_,
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
_LEADERS_TO: Mapping[Colour, str] = {
    Colour.BLACK: N_("King to {cell}"),
    Colour.RED: N_("Priest to {cell}"),
    Colour.BLUE: N_("Farmer to {cell}"),
    Colour.GREEN: N_("Trader to {cell}"),
}
_TILES_AT: Mapping[Colour, str] = {
    Colour.BLACK: N_("Settlement {cell}"),
    Colour.RED: N_("Temple {cell}"),
    Colour.BLUE: N_("Farm {cell}"),
    Colour.GREEN: N_("Market {cell}"),
}
_TILES_ON: Mapping[Colour, str] = {
    Colour.BLACK: N_("Settlement on {cell}"),
    Colour.RED: N_("Temple on {cell}"),
    Colour.BLUE: N_("Farm on {cell}"),
    Colour.GREEN: N_("Market on {cell}"),
}


def leader_to(words: Words, colour: Colour, cell: Cell) -> str:
    """A leader that is placed or moved: ``King to P9``."""
    return words._(_LEADERS_TO[colour], cell=cell)


def tile_at(words: Words, colour: Colour, cell: Cell) -> str:
    """A tile with its space, for a button: ``Settlement P9``."""
    return words._(_TILES_AT[colour], cell=cell)


def monument_name(words: Words, monument: Monument) -> str:
    """A monument by its colours: ``black and red``."""
    return words.listed([words.colour(colour) for colour in monument])


def action_label(words: Words, action: Action) -> str:
    """A decision of a turn in a few words, whatever it is."""
    _ = words._
    match action:
        case PlaceTile(colour, cell):
            return _(_TILES_ON[colour], cell=cell)
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


def actions_text(words: Words, actions: Iterable[Action]) -> str:
    """Decisions in a few words, in order."""
    return " → ".join(action_label(words, action) for action in actions)


def decision_text(
    words: Words, action: Action, events: Sequence[Event], names: Sequence[PublicText]
) -> str:
    """A player's own decision in sentences, with its consequences; *names* by seat.

    Unlike the public events it names swapped tiles, and a tile drawn from the bag.
    """
    if isinstance(action, SwapTiles):
        events = [event for event in events if not isinstance(event, TilesSwapped)]
    lines: list[str] = [*sentences(words, events, names)]
    if isinstance(action, SwapTiles | DrawTile) or not lines:
        lines.insert(0, f"{action_label(words, action)}.")
    return " ".join(lines)
