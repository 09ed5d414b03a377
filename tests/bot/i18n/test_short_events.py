"""The turn of a computer in a line: nothing that it did is left out, and nothing is made up."""

from collections import Counter
from dataclasses import replace

import pytest
from seated import GAMES, WORDS

from bot.i18n.short_events import in_a_line, turn_in_a_line
from engine import (
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    ConflictOpened,
    Contender,
    Dynasty,
    EndCause,
    GameEnded,
    Leader,
    LeaderPlaced,
    LeaderWithdrawn,
    PointsScored,
    ScoreCause,
    TilePlaced,
    TilesAdded,
    TilesSwapped,
    TreasuresTaken,
    TurnEnded,
    read_game,
    turns_of,
)

NAMES = ("**Computer**", "**Ben**", "**Cora**")
KING = Leader(Dynasty.ARCHER, Colour.BLACK)
PRIEST = Leader(Dynasty.ARCHER, Colour.RED)
OTHER = Leader(Dynasty.BULL, Colour.RED)


def cell(name):
    return Cell.parse(name)


def short(*events):
    return in_a_line(WORDS, 0, events, NAMES)


def points(seat, colour, count):
    return PointsScored(seat, colour, count, ScoreCause.TILE, KING)


def conflict(attack, defence):
    return Conflict(
        True,
        Colour.RED,
        Contender(0, PRIEST, cell("E5"), attack, 1),
        Contender(1, OTHER, cell("E7"), defence, 0),
    )


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ((TurnEnded(0, 0),), "**Computer** ends the turn."),
        ((TurnEnded(0, 2),), "**Computer**: 2 actions given up."),
        (
            (
                TilePlaced(0, Colour.RED, cell("H6")),
                points(0, Colour.RED, 1),
                LeaderPlaced(0, KING, cell("C2"), None),
                TurnEnded(0, 0),
            ),
            "**Computer**: 🟥 temple H6, 🏹⬛ King C2. **Computer** scores 1 🟥 red point.",
        ),
        (
            (
                LeaderPlaced(0, KING, cell("C3"), cell("C2")),
                LeaderWithdrawn(0, PRIEST, cell("E5")),
                TilesSwapped(0, 1),
            ),
            "**Computer**: 🏹⬛ King C2 → C3, 🏹🟥 Priest E5 → ✋, 1 tile swapped.",
        ),
        (
            (
                ConflictOpened(conflict(2, 1)),
                TilesAdded(0, Colour.RED, 1),
                TilesAdded(1, Colour.RED, 0),
                ConflictDecided(conflict(2, 1)),
                points(0, Colour.RED, 1),
                TreasuresTaken(2, (cell("B2"),)),
                GameEnded(EndCause.TREASURES, ()),
            ),
            (
                "**Computer**'s Priest attacks **Ben**'s in a revolt: 2 to 1 on the board. "
                "**Computer** adds 1 🟥 temple. **Ben** adds no tiles. **Computer** wins, 3 to 1. "
                "**Cora** takes 1 💎 treasure: B2. **Computer** scores 1 🟥 red point. "
                "The game is over: two treasures or fewer are left on the board."
            ),
        ),
    ],
)
def test_a_turn_fits_in_a_line(events, text):
    assert short(*events) == text


def test_a_turn_of_others_says_who_has_beaten_whom():
    revolt = conflict(2, 1)
    war = replace(revolt, internal=False, colour=Colour.BLACK)
    for decided, kind in ((revolt, "revolt"), (war, "war")):
        placed = TilePlaced(0, Colour.RED, cell("H6"))
        assert turn_in_a_line(WORDS, 0, (placed, ConflictDecided(decided)), NAMES) == (
            f"**Computer**: 🟥 temple H6, **Computer** beats **Ben** in a {kind}, 3 to 1."
        )


def test_every_turn_of_a_game_has_a_line_with_all_its_points():
    names = (*NAMES, "**Dan**")
    for turn in turns_of(read_game((GAMES / "everything.te").read_text())):
        ended = [event.seat for event in turn.events if isinstance(event, TurnEnded)]
        if not ended:
            continue
        line = in_a_line(WORDS, ended[0], turn.events, names)
        assert "\n" not in line
        assert line.startswith(names[ended[0]])
        scored = Counter()
        for event in turn.events:
            if isinstance(event, TilePlaced):
                assert f" {event.cell}" in line
            if isinstance(event, PointsScored):
                scored[event.seat, event.colour] += event.points
        for (of, colour), count in scored.items():
            starts = f"{names[of]} scor"
            (sentence,) = (each for each in line.split(". ") if each.startswith(starts))
            assert WORDS.points(count, colour) in sentence
