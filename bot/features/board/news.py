"""What has happened since a player's last turn, and what it cost or gave that player."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.content.names import Names
from bot.domain import Entry, Kind, Seat
from bot.features.log.story import TOLD_ELSEWHERE, told_lines
from bot.i18n import Words
from engine import (
    AddDecision,
    Colour,
    ConflictOpened,
    LeaderReturned,
    PointsScored,
    TilesAdded,
    TreasuresTaken,
)


def news(words: Words, seat: Seat) -> list[str]:
    """What everybody has done since, that turn included, in sentences; then the balance."""
    table = seat.table
    names = Names(table)
    entries = _since_last_turn(seat)
    shown = _before_the_question(seat, entries)
    told: list[str] = [*told_lines(words, table, shown, names)]
    if others := [entry for entry in entries if table.player_of_turn(entry.turn) != seat.player]:
        told += _balance(words, seat, others)
    return told


def _since_last_turn(seat: Seat) -> list[Entry]:
    table = seat.table
    players = len(table.players)
    last = table.turn - ((table.turn - 1 - seat.number) % players or players)
    return [
        entry
        for entry in table.round
        if entry.turn > last and not entry.passing and entry.kind not in TOLD_ELSEWHERE
    ]


def _before_the_question(seat: Seat, entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries without the conflict that *seat* is asked about: the question tells of that."""
    if not (seat.decides and isinstance(seat.view.decision, AddDecision)):
        return entries
    for at in reversed(range(len(entries))):
        events = entries[at].events
        opened = [i for i, event in enumerate(events) if isinstance(event, ConflictOpened)]
        if opened:  # since then only tiles can have been added, or a player resigned
            others = (entry for entry in entries[at + 1 :] if entry.kind is not Kind.ACTED)
            return [*entries[:at], replace(entries[at], events=events[: opened[-1]]), *others]
    return entries


def _balance(words: Words, seat: Seat, entries: list[Entry]) -> list[str]:
    """What a player has gained and lost in the turns of others: one line, or none."""
    _ = words._
    points: Counter[Colour] = Counter()
    added: Counter[Colour] = Counter()
    treasures = 0
    gone: list[str] = []
    for event in (event for entry in entries for event in entry.events):
        match event:
            case PointsScored(seat.number, colour, count):
                points[colour] += count
            case TilesAdded(seat.number, colour, count) if count:
                added[colour] += count
            case TreasuresTaken(seat.number, cells):
                treasures += len(cells)
            case LeaderReturned(seat.number, leader, cell):
                role = words.role_with_sign(leader)
                gone.append(_("your {role} from {cell}", role=role, cell=cell))
    gained = [words.points(points[colour], colour) for colour in Colour if points[colour]]
    if treasures:
        gained.append(words.ngettext("{count} treasure", "{count} treasures", treasures))
    lost = [
        *gone,
        *(f"{added[each]} × {words.tile_with_square(each)}" for each in Colour if added[each]),
    ]
    told: list[str] = []
    if gained:
        told.append(_("It gave you {things}.", things=words.listed(gained)))
    if lost:
        told.append(_("It cost you {things}.", things=words.listed(lost)))
    return told
