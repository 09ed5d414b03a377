"""Events of a game in words, for all players."""

from collections.abc import Sequence
from typing import assert_never

from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText, public
from bot.i18n.signs import CATASTROPHE, TREASURE
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


def sentences(
    words: Words, events: Sequence[Event], names: Sequence[PublicText]
) -> list[PublicText]:
    """The events worth a sentence, in order; *names* are the players', by seat."""
    told = (sentence(words, event, names) for event in events)
    return [text for text in told if text is not None]


def sentence(words: Words, event: Event, names: Sequence[PublicText]) -> PublicText | None:
    """One event in words; None for what goes without saying."""
    _ = words._
    match event:
        case TilePlaced(seat, colour, cell):
            return _(
                "{player} places a {tile} on {cell}.",
                player=names[seat],
                tile=words.tile_with_square(colour),
                cell=cell,
            )
        case LeaderPlaced(seat, leader, cell, None):
            return _(
                "{player} places the {role} on {cell}.",
                player=names[seat],
                role=words.role_with_sign(leader),
                cell=cell,
            )
        case LeaderPlaced(seat, leader, cell, origin):
            return _(
                "{player} moves the {role} from {origin} to {cell}.",
                player=names[seat],
                role=words.role_with_sign(leader),
                origin=origin,
                cell=cell,
            )
        case LeaderWithdrawn(seat, leader, cell):
            return _(
                "{player} withdraws the {role} from {cell}.",
                player=names[seat],
                role=words.role_with_sign(leader),
                cell=cell,
            )
        case LeaderReturned(seat, leader, cell, cause) if cause is ReturnCause.NO_TEMPLE:
            return _(
                "The {role} of {player} on {cell} has no temple left and returns.",
                player=names[seat],
                role=words.role_with_sign(leader),
                cell=cell,
            )
        case LeaderReturned(seat, leader, cell, _cause):
            return _(
                "The {role} of {player} leaves {cell}.",
                player=names[seat],
                role=words.role_with_sign(leader),
                cell=cell,
            )
        case CatastrophePlaced(seat, cell, removed):
            if removed is None:
                return _(
                    "{player} places a {sign} catastrophe on {cell}.",
                    player=names[seat],
                    sign=CATASTROPHE,
                    cell=cell,
                )
            return _(
                "{player} places a {sign} catastrophe on {cell}: the {tile} there is gone.",
                player=names[seat],
                sign=CATASTROPHE,
                cell=cell,
                tile=words.tile_with_square(removed),
            )
        case TilesSwapped(seat, count):
            return words.ngettext(
                "{player} swaps {count} tile.",
                "{player} swaps {count} tiles.",
                count,
                player=names[seat],
            )
        case PointsScored():
            return _points(words, event, names)
        case KingdomsUnited(cell, colours):
            if not colours:
                return _("Two kingdoms unite peacefully on {cell}.", cell=cell)
            return _(
                "Two kingdoms clash on {cell}: {leaders}.",
                cell=cell,
                leaders=words.listed([words.role(colour) for colour in colours]),
            )
        case ConflictOpened(conflict):
            return _opened(words, conflict, names)
        case TilesAdded(seat, colour, count):
            if not count:
                return _("{player} adds no tiles.", player=names[seat])
            return _(
                "{player} adds {count} × {tile}.",
                player=names[seat],
                count=count,
                tile=words.tile_with_square(colour),
            )
        case ConflictDecided(conflict):
            return _decided(words, conflict, names)
        case TilesRemoved(colour, cells):
            return words.ngettext(
                "{count} {tile} leaves the board: {cells}.",
                "{count} × {tile} leave the board: {cells}.",
                len(cells),
                tile=words.tile_with_square(colour),
                cells=words.listed(cells),
            )
        case MonumentBuilt(seat, monument, corner):
            return _(
                "{player} builds the {first} and {second} monument on {cell}.",
                player=names[seat],
                first=words.colour(monument.first),
                second=words.colour(monument.second),
                cell=square(corner),
            )
        case ZigguratBuilt(seat, centre):
            return _("{player} builds the ziggurat around {cell}.", player=names[seat], cell=centre)
        case MonumentDeclined(seat):
            return _("{player} builds nothing.", player=names[seat])
        case BuildingPlaced(seat, colour, cell, origin):
            building = words.building_with_sign(colour)
            if origin is None:
                return _(
                    "{player} places the {building} on {cell}.",
                    player=names[seat],
                    building=building,
                    cell=cell,
                )
            return _(
                "{player} moves the {building} from {origin} to {cell}.",
                player=names[seat],
                building=building,
                origin=origin,
                cell=cell,
            )
        case BuildingDeclined(seat, colour):
            return _(
                "{player} leaves the {building} where it is.",
                player=names[seat],
                building=words.building_with_sign(colour),
            )
        case BuildingReturned(colour, cell):
            return _(
                "The {building} on {cell} goes back to the supply.",
                building=words.building_with_sign(colour),
                cell=cell,
            )
        case DisplayTileTaken(seat, colour):
            return _(
                "{player} draws a {tile} from the display.",
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
        case TurnEnded(seat, unused):
            if not unused:
                return _("{player} ends the turn.", player=names[seat])
            return words.ngettext(
                "{player} ends the turn and gives up {count} action.",
                "{player} ends the turn and gives up {count} actions.",
                unused,
                player=names[seat],
            )
        case GameEnded(cause=EndCause.TREASURES):
            return _("Only two treasures or fewer are left on the board: the game is over.")
        case GameEnded():
            return _("Too few tiles are left to fill every hand: the game is over.")
        case TilesDrawn() | TurnBegan() | UnificationEnded():
            return None
        case _:
            assert_never(event)


def _points(words: Words, event: PointsScored, names: Sequence[PublicText]) -> PublicText:
    _ = words._
    player = names[event.seat]
    points = words.points(event.points, event.colour)
    role = words.role(event.leader.colour)
    match event.cause:
        case ScoreCause.TILE:
            return _("{player} scores {points} ({role}).", player=player, points=points, role=role)
        case ScoreCause.KING:
            return _("{player} scores {points} (the King stands in).", player=player, points=points)
        case ScoreCause.INTERNAL_CONFLICT | ScoreCause.EXTERNAL_CONFLICT:
            return _("{player} scores {points} for the victory.", player=player, points=points)
        case ScoreCause.ZIGGURAT:
            return _("{player} scores {points} from the ziggurat.", player=player, points=points)
        case ScoreCause.MONUMENT:
            return _(
                "{player} scores {points} from a monument ({role}).",
                player=player,
                points=points,
                role=role,
            )


def _opened(words: Words, conflict: Conflict, names: Sequence[PublicText]) -> PublicText:
    _ = words._
    return _(
        "{attacker} attacks {defender} ({conflict}, {role}): {attack} against {defence} "
        "on the board.",
        conflict=_("temples") if conflict.internal else _("supporters"),
        attacker=names[conflict.attacker.seat],
        defender=names[conflict.defender.seat],
        role=words.role(conflict.colour),
        attack=conflict.attacker.strength,
        defence=conflict.defender.strength,
    )


def _decided(words: Words, conflict: Conflict, names: Sequence[PublicText]) -> PublicText:
    return words._(
        "{winner} wins: {more} against {less}.",
        winner=names[conflict.winner.seat],
        more=conflict.winner.total,
        less=conflict.loser.total,
    )


def square(corner: Cell) -> PublicText:
    """The spaces of a monument, by two of its corners: ``E4–F5``."""
    return public("{first}–{last}", first=corner, last=Cell(corner.row + 1, corner.col + 1))
