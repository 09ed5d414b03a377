"""Events of a game in words, for all players."""

from collections.abc import Sequence
from typing import assert_never

from bot.i18n.catalogue import Words
from bot.i18n.public_text import Public, PublicText, public
from bot.i18n.signs import CATASTROPHE, SQUARES, TREASURE, leader_sign
from engine import (
    N_,
    NN_,
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

# Each piece has a sentence of its own, as languages have articles, genders and cases: by colour.
_PLACES_TILE = (
    N_("{player} places a {sign} settlement on {cell}."),
    N_("{player} places a {sign} temple on {cell}."),
    N_("{player} places a {sign} farm on {cell}."),
    N_("{player} places a {sign} market on {cell}."),
)
_PLACES_LEADER = (
    N_("{player} places the {sign} King on {cell}."),
    N_("{player} places the {sign} Priest on {cell}."),
    N_("{player} places the {sign} Farmer on {cell}."),
    N_("{player} places the {sign} Trader on {cell}."),
)
_MOVES_LEADER = (
    N_("{player} moves the {sign} King from {origin} to {cell}."),
    N_("{player} moves the {sign} Priest from {origin} to {cell}."),
    N_("{player} moves the {sign} Farmer from {origin} to {cell}."),
    N_("{player} moves the {sign} Trader from {origin} to {cell}."),
)
_WITHDRAWS_LEADER = (
    N_("{player} withdraws the {sign} King from {cell}."),
    N_("{player} withdraws the {sign} Priest from {cell}."),
    N_("{player} withdraws the {sign} Farmer from {cell}."),
    N_("{player} withdraws the {sign} Trader from {cell}."),
)
_LEADER_RETURNS = (
    N_("{player}'s {sign} King returns to hand from {cell}."),
    N_("{player}'s {sign} Priest returns to hand from {cell}."),
    N_("{player}'s {sign} Farmer returns to hand from {cell}."),
    N_("{player}'s {sign} Trader returns to hand from {cell}."),
)
_LEADER_WITHOUT_TEMPLE = (
    N_("{player}'s {sign} King on {cell} has no temple left and returns to hand."),
    N_("{player}'s {sign} Priest on {cell} has no temple left and returns to hand."),
    N_("{player}'s {sign} Farmer on {cell} has no temple left and returns to hand."),
    N_("{player}'s {sign} Trader on {cell} has no temple left and returns to hand."),
)
_DESTROYS_TILE = (
    N_("{player} places a {sign} catastrophe on {cell}. It destroys a {tile_sign} settlement."),
    N_("{player} places a {sign} catastrophe on {cell}. It destroys a {tile_sign} temple."),
    N_("{player} places a {sign} catastrophe on {cell}. It destroys a {tile_sign} farm."),
    N_("{player} places a {sign} catastrophe on {cell}. It destroys a {tile_sign} market."),
)
_REVOLT = (
    N_("{attacker}'s King attacks {defender}'s in a revolt: {attack} to {defence} on the board."),
    N_("{attacker}'s Priest attacks {defender}'s in a revolt: {attack} to {defence} on the board."),
    N_("{attacker}'s Farmer attacks {defender}'s in a revolt: {attack} to {defence} on the board."),
    N_("{attacker}'s Trader attacks {defender}'s in a revolt: {attack} to {defence} on the board."),
)
_WAR = (
    N_("{attacker}'s King attacks {defender}'s in a war: {attack} to {defence} on the board."),
    N_("{attacker}'s Priest attacks {defender}'s in a war: {attack} to {defence} on the board."),
    N_("{attacker}'s Farmer attacks {defender}'s in a war: {attack} to {defence} on the board."),
    N_("{attacker}'s Trader attacks {defender}'s in a war: {attack} to {defence} on the board."),
)
_SCORES_FOR_TILE = (
    N_("{player} scores {points} (King)."),
    N_("{player} scores {points} (Priest)."),
    N_("{player} scores {points} (Farmer)."),
    N_("{player} scores {points} (Trader)."),
)
_SCORES_FROM_MONUMENT = (
    N_("{player} scores {points} from a monument (King)."),
    N_("{player} scores {points} from a monument (Priest)."),
    N_("{player} scores {points} from a monument (Farmer)."),
    N_("{player} scores {points} from a monument (Trader)."),
)
_ADDS = (
    NN_("{player} adds {count} {sign} settlement.", "{player} adds {count} {sign} settlements."),
    NN_("{player} adds {count} {sign} temple.", "{player} adds {count} {sign} temples."),
    NN_("{player} adds {count} {sign} farm.", "{player} adds {count} {sign} farms."),
    NN_("{player} adds {count} {sign} market.", "{player} adds {count} {sign} markets."),
)
_LEAVE_BOARD = (
    NN_(
        "{count} {sign} settlement leaves the board: {cells}.",
        "{count} {sign} settlements leave the board: {cells}.",
    ),
    NN_(
        "{count} {sign} temple leaves the board: {cells}.",
        "{count} {sign} temples leave the board: {cells}.",
    ),
    NN_(
        "{count} {sign} farm leaves the board: {cells}.",
        "{count} {sign} farms leave the board: {cells}.",
    ),
    NN_(
        "{count} {sign} market leaves the board: {cells}.",
        "{count} {sign} markets leave the board: {cells}.",
    ),
)


def sentences(
    words: Words, events: Sequence[Event], names: Sequence[PublicText]
) -> list[PublicText]:
    """The events worth a sentence, in order; *names* are the players', by seat."""
    texts = (sentence(words, event, names) for event in events)
    return [text for text in texts if text is not None]


def sentence(words: Words, event: Event, names: Sequence[PublicText]) -> PublicText | None:
    """One event in words; None for what goes without saying."""
    _ = words._
    match event:
        case TilePlaced(seat, colour, cell):
            sign = SQUARES[colour]
            return _(_PLACES_TILE[colour], player=names[seat], sign=sign, cell=cell)
        case LeaderPlaced(seat, leader, cell, None):
            return _leader(words, _PLACES_LEADER, leader, player=names[seat], cell=cell)
        case LeaderPlaced(seat, leader, cell, origin):
            return _leader(
                words, _MOVES_LEADER, leader, player=names[seat], cell=cell, origin=origin
            )
        case LeaderWithdrawn(seat, leader, cell):
            return _leader(words, _WITHDRAWS_LEADER, leader, player=names[seat], cell=cell)
        case LeaderReturned(seat, leader, cell, ReturnCause.NO_TEMPLE):
            return _leader(words, _LEADER_WITHOUT_TEMPLE, leader, player=names[seat], cell=cell)
        case LeaderReturned(seat, leader, cell, _cause):
            return _leader(words, _LEADER_RETURNS, leader, player=names[seat], cell=cell)
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
            return words.ngettext(*_ADDS[colour], count, player=names[seat], sign=SQUARES[colour])
        case ConflictDecided(conflict):
            return _(
                "{winner} wins, {more} to {less}.",
                winner=names[conflict.winner.seat],
                more=conflict.winner.total,
                less=conflict.loser.total,
            )
        case TilesRemoved(colour, cells):
            return words.ngettext(
                *_LEAVE_BOARD[colour], len(cells), cells=words.listed(cells), sign=SQUARES[colour]
            )
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
    texts = _REVOLT if conflict.internal else _WAR
    return words._(
        texts[conflict.colour],
        attacker=names[conflict.attacker.seat],
        defender=names[conflict.defender.seat],
        attack=conflict.attacker.strength,
        defence=conflict.defender.strength,
    )


def _leader(words: Words, texts: Sequence[str], leader: Leader, **places: Public) -> PublicText:
    return words._(texts[leader.colour], sign=leader_sign(leader), **places)


def _catastrophe(words: Words, event: CatastrophePlaced, player: PublicText) -> PublicText:
    if event.removed is None:
        return words._(
            "{player} places a {sign} catastrophe on {cell}.",
            player=player,
            sign=CATASTROPHE,
            cell=event.cell,
        )
    return words._(
        _DESTROYS_TILE[event.removed],
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
            text = _SCORES_FOR_TILE[event.leader.colour]
            return _(text, player=player, points=points)
        case ScoreCause.KING:
            return _("{player} scores {points} (the King stands in).", player=player, points=points)
        case ScoreCause.INTERNAL_CONFLICT | ScoreCause.EXTERNAL_CONFLICT:
            return _("{player} scores {points} for the victory.", player=player, points=points)
        case ScoreCause.ZIGGURAT:
            return _("{player} scores {points} from the ziggurat.", player=player, points=points)
        case ScoreCause.MONUMENT:
            text = _SCORES_FROM_MONUMENT[event.leader.colour]
            return _(text, player=player, points=points)


def square(corner: Cell) -> PublicText:
    """The spaces of a monument, by two of its corners: ``E4–F5``."""
    return public("{first}–{last}", first=corner, last=Cell(corner.row + 1, corner.col + 1))
