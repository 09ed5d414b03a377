"""Counts the events of a played game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from engine.notation.records import Step
from engine.notation.turns import grown
from engine.rules.game import Game, bag_counts
from engine.story.statistics import (
    Battle,
    Fights,
    KingdomTaken,
    LeaderLost,
    MonumentYield,
    SeatStatistics,
    Source,
    Statistics,
    TreasuresWon,
)
from engine.values.actions import counts_of
from engine.values.cells import Cell
from engine.values.decisions import Conflict
from engine.values.events import (
    CatastrophePlaced,
    ConflictDecided,
    DisplayTileTaken,
    EndCause,
    Event,
    GameEnded,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
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
    ZigguratBuilt,
)
from engine.values.material import COLOURS, DISPLAY_SIZE, Colour, Leader, Monument, TileCounts
from engine.values.scoring import spend_treasures


def count(played: Iterable[Game | Step]) -> Statistics:
    """Count what happened in a game, from :func:`read_game`; it need not be over.

    Raises what *played* raises.
    """
    steps = iter(played)
    start = next(steps)
    assert isinstance(start, Game)
    counting = _Counting(start)
    for step in steps:
        assert isinstance(step, Step)
        counting.step(step)
    return counting.result()


class _OfSeat:
    """The counts of one seat so far."""

    def __init__(self, before: Sequence[int]) -> None:
        self.turns = self.added = self.swaps = self.swapped = self.catastrophes = 0
        self.built = self.given = 0
        self.points = {source: [0, 0, 0, 0] for source in Source}
        self.points[Source.BEFORE] = list(before)
        self.placed = [0, 0, 0, 0]
        self.drawn = [0, 0, 0, 0]
        self.expected = [0.0, 0.0, 0.0, 0.0]


class _Counting:
    def __init__(self, start: Game) -> None:
        self.game = start
        self.turn = 1
        self.end: EndCause | None = None
        self.scores = [start.scores]
        self.since: list[Event] = []
        """The events of the turn."""
        self.seats = [_OfSeat(score.points) for score in start.scores]
        self.battles: list[Battle] = []
        self.decided: tuple[Conflict, int] | None = None
        """The conflict just decided, and the number of tiles removed."""
        self.kings: list[Conflict] = []
        """The conflicts between Kings of the current action."""
        self.taken: list[KingdomTaken] = []
        self.lost: list[LeaderLost] = []
        self.worth: dict[Leader, int] = {}
        """The points of each leader since it was placed from the supply."""
        self.monuments: dict[Cell, MonumentYield] = {}
        self.treasures: list[TreasuresWon] = []
        for monument, cell in start.board.built():
            self._built(None, monument, cell)
        if (centre := start.board.ziggurat_cell()) is not None:
            self._built(None, None, centre)
        self._deal(start)

    def _deal(self, start: Game) -> None:
        """Count the first hands, drawn one after another (R2.3), unless the text starts later."""
        tiles = (*start.hands, start.display, counts_of(start.bag))
        left = [*map(sum, zip(*tiles, strict=True))]
        if tuple(left) == bag_counts(start.board.layout):
            for seat, hand in enumerate(start.hands):
                self._draw(seat, left, hand)
                left = [count - drawn for count, drawn in zip(left, hand, strict=True)]

    def step(self, step: Step) -> None:
        """Count a decision and all that follows from it."""
        before = self.game
        bag, display = before.bag, sum(before.display)
        paying = _paying(before)
        for event in step.events:
            self.since.append(event)
            match event:
                case TilesDrawn(seat, drawn):
                    self._draw(seat, counts_of(bag), counts_of(bag[:drawn]))
                    bag = bag[drawn:]
                case DisplayTileTaken():
                    shown = min(DISPLAY_SIZE - display + 1, len(bag))
                    display, bag = display - 1 + shown, bag[shown:]
                case PointsScored():
                    self._score(event, before, paying)
                case TurnBegan():
                    self._next_turn()
                case GameEnded(cause):
                    self.end = cause
                    self._next_turn()
                case _:
                    self._count(event, before.active)
        self.game = step.game
        if step.game.placed is None:  # the action is complete
            self._crown()

    def _draw(self, seat: int, left: Sequence[int], drawn: Sequence[int]) -> None:
        of = self.seats[seat]
        for colour in COLOURS:
            of.drawn[colour] += drawn[colour]
            of.expected[colour] += sum(drawn) * left[colour] / sum(left)

    def _score(self, event: PointsScored, before: Game, paying: Iterator[Cell]) -> None:
        self.worth[event.leader] = self.worth.get(event.leader, 0) + event.points
        points, colour = self.seats[event.seat].points, event.colour
        match event.cause:
            case ScoreCause.TILE | ScoreCause.KING as cause:
                source = Source.TILES if cause is ScoreCause.TILE else Source.KING
                points[source][colour] += 1
                points[Source.BUILDINGS][colour] += event.points - 1
                if event.seat != before.active:
                    self.seats[before.active].given += event.points
            case ScoreCause.INTERNAL_CONFLICT | ScoreCause.EXTERNAL_CONFLICT:
                assert self.decided is not None
                conflict, removed = self.decided
                source = Source.REVOLTS if conflict.internal else Source.WARS
                points[source][colour] += event.points
                self.battles.append(Battle(self.turn, conflict, event.points, removed))
            case ScoreCause.MONUMENT:
                points[Source.MONUMENTS][colour] += event.points
                self._pay(next(paying), event)
            case ScoreCause.ZIGGURAT:
                points[Source.ZIGGURAT][colour] += event.points
                centre = before.board.ziggurat_cell()
                assert centre is not None
                self._pay(centre, event)
            case _:
                assert_never(event.cause)

    def _pay(self, cell: Cell, event: PointsScored) -> None:
        paid = list(self.monuments[cell].points)
        paid[event.seat] += event.points
        self.monuments[cell] = replace(self.monuments[cell], points=tuple(paid))

    def _next_turn(self) -> None:
        self.scores.append(grown(self.scores[-1], self.since))
        self.since.clear()
        self.turn += 1

    def _count(self, event: Event, active: int) -> None:
        match event:
            case TurnEnded(seat):
                self.seats[seat].turns += 1
            case TilePlaced(seat, colour):
                self.seats[seat].placed[colour] += 1
            case CatastrophePlaced(seat):
                self.seats[seat].catastrophes += 1
            case TilesSwapped(seat, swapped):
                self.seats[seat].swaps += 1
                self.seats[seat].swapped += swapped
            case TilesAdded(seat, _, added):
                self.seats[seat].added += added
            case ConflictDecided(conflict):
                self.decided = conflict, 0
                if conflict.colour is Colour.BLACK:
                    self.kings.append(conflict)
            case TilesRemoved(_, cells):
                assert self.decided is not None
                self.decided = self.decided[0], len(cells)
            case LeaderWithdrawn(leader=leader):
                self.worth.pop(leader, None)
            case LeaderReturned(seat, leader, _, cause):
                self._lose(seat, leader, cause, active)
            case MonumentBuilt(seat, monument, corner):
                self._built(seat, monument, corner)
            case ZigguratBuilt(seat, centre):
                self._built(seat, None, centre)
            case TreasuresTaken(seat, cells):
                self.treasures.append(TreasuresWon(self.turn, seat, cells))
            case _:
                pass  # counted nowhere

    def _lose(self, seat: int, leader: Leader, cause: ReturnCause, active: int) -> None:
        points = self.worth.pop(leader, 0)
        if cause is ReturnCause.LOST_CONFLICT:
            assert self.decided is not None
            conflict, _ = self.decided
            by = conflict.winner.seat
            self.lost.append(LeaderLost(self.turn, seat, leader, points, by, conflict))
        elif seat != active:
            self.lost.append(LeaderLost(self.turn, seat, leader, points, active, None))

    def _built(self, seat: int | None, monument: Monument | None, cell: Cell) -> None:
        turn = 0 if seat is None else self.turn
        nothing = (0,) * len(self.seats)
        self.monuments[cell] = MonumentYield(turn, seat, monument, cell, nothing)
        if seat is not None:
            self.seats[seat].built += 1

    def _crown(self) -> None:
        """Find the kingdoms that changed hands in the action."""
        board = self.game.board
        for conflict in self.kings:
            king = board.cell_of(conflict.winner.leader)
            kingdom = None if king is None else board.kingdom_at(king)
            fell = not conflict.internal or conflict.winner is conflict.attacker
            if fell and kingdom is not None and kingdom.around & conflict.loser.cell.bit:
                size = kingdom.mask.bit_count()
                self.taken.append(KingdomTaken(self.turn, conflict, size))
        self.kings.clear()

    # --- the result -----------------------------------------------------------------------------

    def result(self) -> Statistics:
        """Return the statistics of all that was counted."""
        if self.since:
            self._next_turn()
        return Statistics(
            dynasties=self.game.seats,
            end=self.end,
            by_seat=tuple(map(self._of_seat, range(len(self.seats)))),
            scores=tuple(self.scores),
            battles=tuple(self.battles),
            kingdoms_taken=tuple(self.taken),
            leaders_lost=tuple(self.lost),
            monuments=tuple(self.monuments.values()),
            treasures=tuple(self.treasures),
        )

    def _of_seat(self, seat: int) -> SeatStatistics:
        of, score = self.seats[seat], self.game.scores[seat]
        spent = zip(spend_treasures(score), score.points, strict=True)
        of.points[Source.TREASURES] = [sphere - scored for sphere, scored in spent]
        bought = [
            battle
            for battle in self.battles
            if battle.conflict.winner.seat == seat and battle.bought
        ]
        black, red, blue, green = of.expected
        return SeatStatistics(
            turns=of.turns,
            points={source: _four(points) for source, points in of.points.items()},
            revolts_attacking=self._fights(seat, internal=True, attacking=True),
            revolts_defending=self._fights(seat, internal=True, attacking=False),
            wars_attacking=self._fights(seat, internal=False, attacking=True),
            wars_defending=self._fights(seat, internal=False, attacking=False),
            added=of.added,
            bought=len(bought),
            bought_points=sum(battle.points for battle in bought),
            leaders_lost=sum(lost.seat == seat for lost in self.lost),
            placed=_four(of.placed),
            swaps=of.swaps,
            swapped=of.swapped,
            catastrophes=of.catastrophes,
            built=of.built,
            given=of.given,
            drawn=_four(of.drawn),
            expected=(black, red, blue, green),
        )

    def _fights(self, seat: int, *, internal: bool, attacking: bool) -> Fights:
        fought = [
            battle.conflict for battle in self.battles if battle.conflict.internal is internal
        ]
        own = [
            conflict
            for conflict in fought
            if (conflict.attacker if attacking else conflict.defender).seat == seat
        ]
        won = sum(conflict.winner.seat == seat for conflict in own)
        return Fights(won, len(own) - won)


def _four(counts: Sequence[int]) -> TileCounts:
    black, red, blue, green = counts
    return black, red, blue, green


def _paying(game: Game) -> Iterator[Cell]:
    """Yield the monument behind each point that this turn's end scores, in order (R8.8)."""
    own = game.seats[game.active]
    for monument, corner in game.board.built():
        kingdom = game.board.kingdom_at(corner)
        for leader in () if kingdom is None else kingdom.leaders:
            if leader.dynasty is own and leader.colour in monument:
                yield corner
