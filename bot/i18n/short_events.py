"""The events of a turn in one line: a computer's whole turn, or a short version for desks."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from bot.i18n.catalogue import Words
from bot.i18n.events import attack, sentence, sentences, square
from bot.i18n.public_text import Public, PublicText, join_texts, public
from bot.i18n.signs import CATASTROPHE, TREASURE
from engine import (
    BuildingPlaced,
    CatastrophePlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    ConflictOpened,
    Event,
    GameEnded,
    KingdomsUnited,
    LeaderPlaced,
    LeaderWithdrawn,
    MonumentBuilt,
    PointsScored,
    TilePlaced,
    TilesSwapped,
    TreasuresTaken,
    TurnEnded,
    ZigguratBuilt,
)

_DEEDS = (
    TilePlaced,
    LeaderPlaced,
    LeaderWithdrawn,
    CatastrophePlaced,
    TilesSwapped,
    MonumentBuilt,
    ZigguratBuilt,
    BuildingPlaced,
    TreasuresTaken,
)

_Ending: TypeAlias = TurnEnded | GameEnded


def in_a_line(
    words: Words, seat: int, events: Sequence[Event], names: Sequence[PublicText]
) -> PublicText:
    """Everything that happened in a seat's turn; *names* by seat. Empty if nothing is worth saying.

    The seat's own actions are short, points are added up, and everything else is as in the log.
    """
    deeds = [event for event in events if _is_own_action(seat, event)]
    parts = _all_done(words, seat, deeds, names)
    apart = *deeds, *(each for each in events if isinstance(each, PointsScored | _Ending))
    parts += sentences(words, [event for event in events if event not in apart], names)
    parts += _gains(words, events, names)
    parts += sentences(words, [each for each in events if isinstance(each, GameEnded)], names)
    ends = [event for event in events if isinstance(event, TurnEnded)]
    return join_texts(" ", parts or sentences(words, ends, names))


def _is_own_action(seat: int, event: Event) -> bool:
    """True for an action of the seat outside conflicts."""
    if isinstance(event, TurnEnded):
        return bool(event.unused)
    return isinstance(event, _DEEDS) and event.seat == seat


def turn_in_a_line(
    words: Words, seat: int, events: Sequence[Event], names: Sequence[PublicText]
) -> PublicText:
    """A seat's actions in its turn, or in part of it, and everyone's gains, in short.

    *names* are the players', by seat. Empty if there is nothing to say.
    """
    own = [each for each in events if getattr(each, "seat", seat) == seat]
    parts = _all_done(words, seat, own, names)
    others = (
        sentence(words, event, names)
        for event in events
        if isinstance(event, GameEnded)
        or (isinstance(event, KingdomsUnited) and not event.colours)
        or (isinstance(event, TreasuresTaken) and event.seat != seat)
    )
    parts += _gains(words, events, names)
    parts += (each for each in others if each is not None)
    if (opened := _undecided(events)) is not None:
        parts.append(attack(words, opened, names))
    return join_texts(" ", parts)


def _all_done(
    words: Words, seat: int, events: Sequence[Event], names: Sequence[PublicText]
) -> list[PublicText]:
    """A sentence about a seat's actions; none without any worth saying."""
    done = [text for event in events if (text := _done(words, event, names)) is not None]
    if not done:
        return []
    return [words.as_sentence(words.captioned(names[seat], words.in_a_row(done)))]


def _done(words: Words, event: Event, names: Sequence[PublicText]) -> PublicText | None:
    """One event in a few words, without who did it; None for what goes without saying."""
    _ = words._
    match event:
        case TilePlaced(colour=colour, cell=cell):
            return _at(words.tile_with_square(colour), cell)
        case LeaderPlaced(leader=leader, cell=cell, origin=None):
            return _at(words.role_with_sign(leader), cell)
        case LeaderPlaced(leader=leader, cell=cell, origin=Cell() as origin):
            piece = words.role_with_sign(leader)
            return public("{piece} {origin} → {cell}", piece=piece, origin=origin, cell=cell)
        case LeaderWithdrawn(leader=leader, cell=cell):
            piece = words.role_with_sign(leader)
            return public("{piece} {cell} → ✋", piece=piece, cell=cell)
        case CatastrophePlaced(cell=cell):
            return _at(join_texts(" ", (CATASTROPHE, _("catastrophe"))), cell)
        case TilesSwapped(count=count):
            return words.ngettext("{count} tile swapped", "{count} tiles swapped", count)
        case ConflictDecided(conflict):
            return _decided(words, conflict, names)
        case MonumentBuilt(monument=monument, corner=corner):
            kind = words.monument(monument)
            return _("monument on {cells} ({monument})", monument=kind, cells=square(corner))
        case ZigguratBuilt(centre=centre):
            return _("ziggurat around {cell}", cell=centre)
        case BuildingPlaced(colour=colour, cell=cell):
            return _at(words.building_with_sign(colour), cell)
        case TreasuresTaken(cells=cells):
            return words.ngettext(
                "{count} {sign} treasure", "{count} {sign} treasures", len(cells), sign=TREASURE
            )
        case TurnEnded(unused=unused) if unused:
            return words.ngettext("{count} action given up", "{count} actions given up", unused)
        case _:
            return None


def _at(piece: PublicText, cell: Cell) -> PublicText:
    return public("{piece} {cell}", piece=piece, cell=cell)


def _decided(words: Words, conflict: Conflict, names: Sequence[PublicText]) -> PublicText:
    places: dict[str, Public] = {
        "winner": names[conflict.winner.seat],
        "loser": names[conflict.loser.seat],
        "more": conflict.winner.total,
        "less": conflict.loser.total,
    }
    if conflict.internal:
        return words._("{winner} beats {loser} in a revolt, {more} to {less}", **places)
    return words._("{winner} beats {loser} in a war, {more} to {less}", **places)


def _undecided(events: Sequence[Event]) -> Conflict | None:
    """The conflict that is open after these events; None if none is."""
    for event in reversed(events):
        if isinstance(event, ConflictDecided):
            return None
        if isinstance(event, ConflictOpened):
            return event.conflict
    return None


def _gains(words: Words, events: Sequence[Event], names: Sequence[PublicText]) -> list[PublicText]:
    """A sentence for each player who has scored."""
    points: dict[int, Counter[Colour]] = {}
    for event in events:
        if isinstance(event, PointsScored):
            points.setdefault(event.seat, Counter())[event.colour] += event.points
    return [
        words._(
            "{player} scores {points}.",
            player=names[seat],
            points=words.listed([words.points(of[each], each) for each in Colour if of[each]]),
        )
        for seat, of in sorted(points.items())
    ]
