"""Events are stored as JSON, and come back as they were."""

import json
from random import Random

import pytest

from bot.store import StoreError
from bot.store.schema.event_codec import EVENTS, dump_events, load_events
from engine import (
    MONUMENTS,
    OPTIONS,
    BuildingDeclined,
    BuildingPlaced,
    BuildingReturned,
    CatastrophePlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    ConflictOpened,
    Contender,
    DisplayTileTaken,
    Dynasty,
    EndCause,
    Game,
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
    Score,
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
    full_bag,
    rank,
)

CELL = Cell.parse("E5")
KING = Leader(Dynasty.LION, Colour.BLACK)
CONFLICT = Conflict(
    internal=False,
    colour=Colour.BLACK,
    attacker=Contender(0, KING, CELL, 3, 2),
    defender=Contender(1, Leader(Dynasty.POT, Colour.BLACK), Cell.parse("P11"), 4),
)
SAMPLES = [
    TilePlaced(0, Colour.RED, CELL),
    LeaderPlaced(1, KING, CELL, None),
    LeaderPlaced(1, KING, CELL, Cell.parse("A1")),
    LeaderWithdrawn(1, KING, CELL),
    LeaderReturned(1, KING, CELL, ReturnCause.NO_TEMPLE),
    CatastrophePlaced(2, CELL, None),
    CatastrophePlaced(2, CELL, Colour.BLACK),
    TilesSwapped(0, 4),
    PointsScored(3, Colour.GREEN, 2, ScoreCause.EXTERNAL_CONFLICT, KING),
    KingdomsUnited(CELL, ()),
    KingdomsUnited(CELL, (Colour.BLACK, Colour.GREEN)),
    ConflictOpened(CONFLICT),
    TilesAdded(0, Colour.BLACK, 0),
    ConflictDecided(CONFLICT.with_added(6)),
    TilesRemoved(Colour.BLUE, (CELL, Cell.parse("F5"))),
    UnificationEnded(CELL),
    MonumentBuilt(0, MONUMENTS[5], CELL),
    MonumentDeclined(1),
    ZigguratBuilt(2, CELL),
    BuildingPlaced(0, Colour.BLACK, CELL, None),
    BuildingPlaced(0, Colour.BLACK, CELL, Cell.parse("E6")),
    BuildingDeclined(1, Colour.GREEN),
    BuildingReturned(Colour.RED, CELL),
    DisplayTileTaken(3, Colour.BLUE),
    TreasuresTaken(2, (CELL,)),
    TurnEnded(0, 1),
    TilesDrawn(0, 6),
    TurnBegan(1),
    GameEnded(EndCause.BAG, rank([Score(1, 2, 3, 4, 5), Score(9, 8, 7, 6)])),
]


def round_trip(events):
    return load_events(json.loads(json.dumps(dump_events(events))))


def test_there_is_a_sample_of_every_event():
    assert {type(sample).__name__ for sample in SAMPLES} >= set(EVENTS)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_comes_back(event):
    (read,) = round_trip((event,))
    assert read == event
    assert repr(read) == repr(event)  # the same types all the way down


@pytest.mark.parametrize(("board", "options"), [("classic", ()), ("advanced", OPTIONS)])
def test_the_events_of_a_whole_game_come_back(board, options):
    rng = Random(5)
    bag = "".join(rng.sample(full_bag(board), len(full_bag(board))))
    game = Game.start(list(Dynasty), bag, board, options)
    while not game.over:
        game, events = game.apply(game.decision.seat, rng.choice(game.legal_actions()))
        assert round_trip(events) == events


@pytest.mark.parametrize("dumped", [[["Earthquake", {}]], [["TurnBegan", {"chair": 1}]]])
def test_an_event_of_another_version_is_refused_with_a_sentence(dumped):
    with pytest.raises(StoreError, match="cannot read"):
        load_events(dumped)
