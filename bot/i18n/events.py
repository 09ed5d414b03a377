"""Events of a game in words, for all players."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from bot.i18n.catalogue import Words
from bot.i18n.public_text import Public, PublicText, public
from bot.i18n.signs import CATASTROPHE, SQUARES, TREASURE, leader_sign
from engine import (
    BuildingDeclined,
    BuildingPlaced,
    BuildingReturned,
    CatastrophePlaced,
    Cell,
    Conflict,
    ConflictDecided,
    ConflictOpened,
    DisplayTileTaken,
    EndCause,
    Event,
    GameEnded,
    KingdomsUnited,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
    MonumentDeclined,
    PointsScored,
    ReturnCause,
    ScoreCause,
    TilePlaced,
    TilesAdded,
    TilesDrawn,
    TilesRemoved,
    TilesSwapped,
    TreasuresTaken,
    TurnBegan,
    TurnEnded,
    UnificationEnded,
    ZigguratBuilt,
)

_BY_COLOUR = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""Sentences about pieces and their owners, by colour."""


def sentences(
    words: Words, events: Sequence[Event], names: Sequence[PublicText]
) -> list[PublicText]:
    """The events worth a sentence, in order; *names* are the players', by seat."""
    return [text for event in events if (text := sentence(words, event, names)) is not None]


def sentence(words: Words, event: Event, names: Sequence[PublicText]) -> PublicText | None:
    """One event in words; None for what goes without saying."""
    _ = words._
    match event:
        case TilePlaced(seat, colour, cell):
            sign = SQUARES[colour]
            return _(_BY_COLOUR["places_tile"][colour], player=names[seat], sign=sign, cell=cell)
        case LeaderPlaced(seat, leader, cell, None):
            return _leader(words, "places_leader", leader, player=names[seat], cell=cell)
        case LeaderPlaced(seat, leader, cell, origin):
            return _leader(
                words, "moves_leader", leader, player=names[seat], cell=cell, origin=origin
            )
        case LeaderWithdrawn(seat, leader, cell):
            return _leader(words, "withdraws_leader", leader, player=names[seat], cell=cell)
        case LeaderReturned(seat, leader, cell, ReturnCause.NO_TEMPLE):
            return _leader(words, "leader_without_temple", leader, player=names[seat], cell=cell)
        case LeaderReturned(seat, leader, cell, _cause):
            return _leader(words, "leader_returns", leader, player=names[seat], cell=cell)
        case CatastrophePlaced():
            return _catastrophe(words, event, names[event.seat])
        case TilesSwapped(seat, count):
            return words.ngettext(
                "{player} swaps {count} tile.",
                "{player} swaps {count} tiles.",
                count,
                player=names[seat],
            )
        case PointsScored():
            return _points(words, event, names)
        case KingdomsUnited(cell, ()):
            return _("Two kingdoms join in peace on {cell}.", cell=cell)
        case KingdomsUnited(cell, colours):
            return _(
                "Two kingdoms join in war on {cell}: {leaders}.",
                cell=cell,
                leaders=words.listed([words.role(colour) for colour in colours]),
            )
        case ConflictOpened(conflict):
            return attack(words, conflict, names)
        case TilesAdded(seat, _colour, 0):
            return _("{player} adds no tiles.", player=names[seat])
        case TilesAdded(seat, colour, count):
            one, many = _BY_COLOUR["adds"][colour]
            return words.ngettext(one, many, count, player=names[seat], sign=SQUARES[colour])
        case ConflictDecided(conflict):
            return _(
                "{winner} wins, {more} to {less}.",
                winner=names[conflict.winner.seat],
                more=conflict.winner.total,
                less=conflict.loser.total,
            )
        case TilesRemoved(colour, cells):
            one, many = _BY_COLOUR["leave_board"][colour]
            spaces = words.listed(cells)
            return words.ngettext(one, many, len(cells), cells=spaces, sign=SQUARES[colour])
        case MonumentBuilt(seat, monument, corner):
            return _(
                "{player} builds a monument on {cells}: {monument}.",
                player=names[seat],
                monument=words.monument(monument),
                cells=square(corner),
            )
        case ZigguratBuilt(seat, centre):
            return _("{player} builds the ziggurat around {cell}.", player=names[seat], cell=centre)
        case MonumentDeclined(seat):
            return _("{player} builds nothing.", player=names[seat])
        case BuildingPlaced(seat, colour, cell, None):
            return _(
                "{player} places a building on {cell}: {building}.",
                player=names[seat],
                building=words.building_with_sign(colour),
                cell=cell,
            )
        case BuildingPlaced(seat, colour, cell, origin):
            return _(
                "{player} moves a building from {origin} to {cell}: {building}.",
                player=names[seat],
                building=words.building_with_sign(colour),
                origin=origin,
                cell=cell,
            )
        case BuildingDeclined(seat, colour):
            return _(
                "{player} leaves a building where it is: {building}.",
                player=names[seat],
                building=words.building_with_sign(colour),
            )
        case BuildingReturned(colour, cell):
            return _(
                "A building on {cell} returns to the supply: {building}.",
                building=words.building_with_sign(colour),
                cell=cell,
            )
        case DisplayTileTaken(seat, colour):
            return _(
                "{player} draws from the display: {tile}.",
                player=names[seat],
                tile=words.tile_with_square(colour),
            )
        case TreasuresTaken(seat, cells):
            return words.ngettext(
                "{player} takes {count} {sign} treasure: {cells}.",
                "{player} takes {count} {sign} treasures: {cells}.",
                len(cells),
                player=names[seat],
                sign=TREASURE,
                cells=words.listed(cells),
            )
        case TurnEnded(seat, 0):
            return _("{player} ends the turn.", player=names[seat])
        case TurnEnded(seat, unused):
            return words.ngettext(
                "{player} ends the turn and gives up {count} action.",
                "{player} ends the turn and gives up {count} actions.",
                unused,
                player=names[seat],
            )
        case GameEnded(cause=EndCause.TREASURES):
            return _("The game is over: two treasures or fewer are left on the board.")
        case GameEnded():
            return _("The game is over: too few tiles are left to fill every hand.")
        case TilesDrawn() | TurnBegan() | UnificationEnded():
            return None
        case _:
            assert_never(event)


def attack(words: Words, conflict: Conflict, names: Sequence[PublicText]) -> PublicText:
    """A sentence about an open conflict: both sides and their strengths on the board."""
    kind = "revolt" if conflict.internal else "war"
    return words._(
        _BY_COLOUR[kind][conflict.colour],
        attacker=names[conflict.attacker.seat],
        defender=names[conflict.defender.seat],
        attack=conflict.attacker.strength,
        defence=conflict.defender.strength,
    )


def _leader(words: Words, text: str, leader: Leader, **places: Public) -> PublicText:
    return words._(_BY_COLOUR[text][leader.colour], sign=leader_sign(leader), **places)


def _catastrophe(words: Words, event: CatastrophePlaced, player: PublicText) -> PublicText:
    if event.removed is None:
        return words._(
            "{player} places a {sign} catastrophe on {cell}.",
            player=player,
            sign=CATASTROPHE,
            cell=event.cell,
        )
    return words._(
        _BY_COLOUR["destroys_tile"][event.removed],
        player=player,
        sign=CATASTROPHE,
        cell=event.cell,
        tile_sign=SQUARES[event.removed],
    )


def _points(words: Words, event: PointsScored, names: Sequence[PublicText]) -> PublicText:
    _ = words._
    player = names[event.seat]
    points = words.points(event.points, event.colour)
    match event.cause:
        case ScoreCause.TILE:
            text = _BY_COLOUR["scores_for_tile"][event.leader.colour]
            return _(text, player=player, points=points)
        case ScoreCause.KING:
            return _("{player} scores {points} (the King stands in).", player=player, points=points)
        case ScoreCause.INTERNAL_CONFLICT | ScoreCause.EXTERNAL_CONFLICT:
            return _("{player} scores {points} for the victory.", player=player, points=points)
        case ScoreCause.ZIGGURAT:
            return _("{player} scores {points} from the ziggurat.", player=player, points=points)
        case ScoreCause.MONUMENT:
            text = _BY_COLOUR["scores_from_monument"][event.leader.colour]
            return _(text, player=player, points=points)


def square(corner: Cell) -> PublicText:
    """The spaces of a monument, by two of its corners: ``E4–F5``."""
    return public("{first}–{last}", first=corner, last=Cell(corner.row + 1, corner.col + 1))
