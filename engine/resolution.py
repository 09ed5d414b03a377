"""Carrying out an accepted action with all that it causes (R3.3), up to the next decision.

The order is always: the action itself, conflicts, monument, treasures; at the end of a turn
monument points, the end of the game, refill, next player (R3.4). After each decision the
resolution goes on from the stage that asked for it; which stage that is follows from the
state, so nothing else need be stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.actions import (
    Action,
    AddTiles,
    BuildMonument,
    ChooseWar,
    DeclineMonument,
    EndTurn,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeTreasures,
    WithdrawLeader,
    counts_of,
)
from engine.cells import Cell, cell_at, cells_of
from engine.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Conflict,
    Contender,
    Decision,
    Over,
    TakeDecision,
    WarDecision,
)
from engine.events import (
    CatastrophePlaced,
    ConflictDecided,
    ConflictOpened,
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
)
from engine.material import COLOURS, HAND_SIZE, Colour, Leader
from engine.scoring import Score, rank

if TYPE_CHECKING:
    from engine.board import Board, Kingdom
    from engine.game import Game

ACTIONS_A_TURN = 2
TREASURES_AT_END = 2
"""With this many treasures left on the board, or fewer, the game ends (R14.1)."""


class Resolution:
    """A game while an action is carried out: its parts may change, and events collect."""

    def __init__(self, game: Game) -> None:
        self.seats = game.seats
        self.board: Board = game.board
        self.hands = list(game.hands)
        self.scores = list(game.scores)
        self.catastrophes = list(game.catastrophes)
        self.bag = game.bag
        self.active = game.active
        self.actions_left = game.actions_left
        self.placed = game.placed
        self.decision: Decision = game.decision
        self.events: list[Event] = []

    def carry_out(self, seat: int, action: Action) -> None:
        """Do *action*, known to be legal, and everything that follows without a decision."""
        match action:
            case PlaceTile(colour, cell):
                self._place_tile(colour, cell)
            case PlaceLeader(leader, cell):
                self._place_leader(leader, cell)
            case WithdrawLeader(leader):
                self._withdraw_leader(leader)
            case PlaceCatastrophe(cell):
                self._place_catastrophe(cell)
            case SwapTiles(counts):
                self._swap(counts)
            case EndTurn():
                self._end_turn()
            case ChooseWar(colour):
                self._open_external_conflict(colour)
            case AddTiles(count):
                self._add_tiles(seat, count)
            case BuildMonument(monument, corner):
                self.board = self.board.with_monument(monument, corner)
                self.events.append(MonumentBuilt(seat, monument, corner))
                self._settle()
            case DeclineMonument():
                self.events.append(MonumentDeclined(seat))
                self._settle()
            case TakeTreasures(cells):
                self._take(seat, cells)
                self._settle()
            case _:
                assert_never(action)

    # --- the actions of a turn ---------------------------------------------------------------

    def _place_tile(self, colour: Colour, cell: Cell) -> None:
        seat = self.active
        self.actions_left -= 1
        self._discard(seat, colour, 1)
        self.placed = cell
        self.events.append(TilePlaced(seat, colour, cell))
        kingdoms = self.board.kingdoms_beside(cell)
        if len(kingdoms) < 2:
            self.board = self.board.with_tile(colour, cell)
            if kingdoms:
                self._score_tile(kingdoms[0], colour)
            self._offer_monument()
            return
        self.board = self.board.with_unification(colour, cell)
        self.events.append(KingdomsUnited(cell, self.board.warring_colours()))
        self._next_external_conflict()

    def _score_tile(self, kingdom: Kingdom, colour: Colour) -> None:
        """R5.3."""
        leader = kingdom.leader(colour)
        cause = ScoreCause.TILE
        if leader is None:
            leader, cause = kingdom.leader(Colour.BLACK), ScoreCause.KING
        if leader is not None:
            self._score(leader, colour, 1, cause)

    def _place_leader(self, leader: Leader, cell: Cell) -> None:
        self.actions_left -= 1
        origin = self.board.cell_of(leader)
        lifted = self.board.without_leader(leader)
        kingdoms = lifted.kingdoms_beside(cell)
        rival = kingdoms[0].leader(leader.colour) if kingdoms else None
        self.board = lifted.with_leader(leader, cell)
        self.events.append(LeaderPlaced(self.active, leader, cell, origin))
        if rival is None:
            self._settle()
        else:
            attacker, defender = (self._temple_contender(party) for party in (leader, rival))
            self._open_conflict(
                Conflict(internal=True, colour=leader.colour, attacker=attacker, defender=defender)
            )

    def _temple_contender(self, leader: Leader) -> Contender:
        cell = self._standing(leader)
        return Contender(self._owner(leader), leader, cell, self.board.temples_beside(cell))

    def _withdraw_leader(self, leader: Leader) -> None:
        self.actions_left -= 1
        cell = self._standing(leader)
        self.board = self.board.without_leader(leader)
        self.events.append(LeaderWithdrawn(self.active, leader, cell))
        self._settle()

    def _place_catastrophe(self, cell: Cell) -> None:
        self.actions_left -= 1
        self.catastrophes[self.active] -= 1
        self.events.append(CatastrophePlaced(self.active, cell, self.board.colour_at(cell)))
        self.board = self.board.with_catastrophe(cell)
        self._settle()

    def _swap(self, counts: tuple[int, int, int, int]) -> None:
        """R11.1. With too few in the bag, the refill of this turn falls short too (R11.2)."""
        self.actions_left -= 1
        for colour, count in zip(COLOURS, counts, strict=True):
            self._discard(self.active, colour, count)
        drawn = self._draw(self.active, sum(counts))
        self.events.append(TilesSwapped(self.active, sum(counts), drawn))
        self._settle()

    # --- conflicts (R6, R7) --------------------------------------------------------------------

    def _next_external_conflict(self) -> None:
        """R7.1, R7.8: wars are worked out afresh each time."""
        colours = self.board.warring_colours()
        if len(colours) > 1:
            self.decision = WarDecision(self.active, colours)
        elif colours:
            self._open_external_conflict(colours[0])
        else:
            assert self.placed is not None
            self.board = self.board.without_unification()
            self.events.append(UnificationEnded(self.placed))
            self._offer_monument()

    def _open_external_conflict(self, colour: Colour) -> None:
        assert self.placed is not None
        union = self.board.kingdom_at(self.placed)
        assert union is not None
        parties = sorted(
            (leader for leader in union.leaders if leader.colour is colour),
            key=lambda leader: self._clockwise(self._owner(leader)),  # R7.2
        )
        attacker, defender = (
            Contender(
                self._owner(leader),
                leader,
                self._standing(leader),
                self.board.external_strength(leader),
            )
            for leader in parties
        )
        self._open_conflict(
            Conflict(internal=False, colour=colour, attacker=attacker, defender=defender)
        )

    def _open_conflict(self, conflict: Conflict) -> None:
        self.events.append(ConflictOpened(conflict))
        self.decision = AddDecision(conflict.attacker.seat, conflict)

    def _add_tiles(self, seat: int, count: int) -> None:
        assert isinstance(self.decision, AddDecision)
        conflict = self.decision.conflict
        self._discard(seat, conflict.tiles, count)
        self.events.append(TilesAdded(seat, conflict.tiles, count))
        conflict = conflict.with_added(count)
        if conflict.defender.added is None:
            self.decision = AddDecision(conflict.defender.seat, conflict)
            return
        self.events.append(ConflictDecided(conflict))
        if conflict.internal:
            self._return(conflict.loser.leader, ReturnCause.LOST_CONFLICT)
            self._score(conflict.winner.leader, Colour.RED, 1, ScoreCause.INTERNAL_CONFLICT)
            self._settle()
        else:
            self._decide_war(conflict)
            self._next_external_conflict()

    def _decide_war(self, conflict: Conflict) -> None:
        """R7.6."""
        lost = self.board.lost_supporters(conflict.loser.leader)
        self._return(conflict.loser.leader, ReturnCause.LOST_CONFLICT)
        if lost:
            self.board = self.board.without_tiles(lost)
            self.events.append(TilesRemoved(conflict.colour, tuple(cells_of(lost))))
        self._score(
            conflict.winner.leader,
            conflict.colour,
            1 + lost.bit_count(),
            ScoreCause.EXTERNAL_CONFLICT,
        )
        self._return_stranded()

    # --- after the action: monument, leaders without a temple, treasures ----------------------

    def _offer_monument(self) -> None:
        """R8.1 to R8.3."""
        assert self.placed is not None
        squares = self.board.squares(self.placed)
        if squares:
            colour = self.board.colour_at(self.placed)
            choices = tuple(
                (monument, cell_at(corner))
                for corner in squares
                for monument in self.board.monument_supply()
                if colour in monument
            )
            if choices:
                self.decision = BuildDecision(self.active, choices)
                return
        self._settle()

    def _settle(self) -> None:
        """The end of every action: R4.6, then treasures (R9.1), then the next action."""
        self.placed = None
        self._return_stranded()
        while (choice := self._due_treasures()) is not None:
            seat, choices = choice
            if len(choices) > 1:
                self.decision = TakeDecision(seat, choices)
                return
            self._take(seat, choices[0])
        self.decision = ActionDecision(self.active)

    def _return_stranded(self) -> None:
        for leader, _ in self.board.stranded():
            self._return(leader, ReturnCause.NO_TEMPLE)

    def _due_treasures(self) -> tuple[int, tuple[tuple[Cell, ...], ...]] | None:
        """The first Trader's owner clockwise to whom treasures are due, with the choices (R9)."""
        if self.board.treasures.bit_count() < 2:
            return None
        due: list[tuple[int, int]] = []
        for kingdom in self.board.kingdoms:
            treasures = kingdom.mask & self.board.treasures
            if treasures & (treasures - 1):
                trader = kingdom.leader(Colour.GREEN)
                if trader is not None:
                    due.append((self._owner(trader), treasures))
        if not due:
            return None
        seat, treasures = min(due, key=lambda entry: self._clockwise(entry[0]))
        may_stay = treasures & ~self.board.layout.framed or treasures
        choices = tuple(tuple(cells_of(treasures & ~cell.bit)) for cell in cells_of(may_stay))
        return seat, choices

    def _take(self, seat: int, cells: tuple[Cell, ...]) -> None:
        for cell in cells:
            self.board = self.board.without_treasures(cell.bit)
        score = self.scores[seat]
        self.scores[seat] = score._replace(treasures=score.treasures + len(cells))
        self.events.append(TreasuresTaken(seat, cells))

    # --- the end of the turn (R3.4) ---------------------------------------------------------------

    def _end_turn(self) -> None:
        self.events.append(TurnEnded(self.active, self.actions_left))
        self.actions_left = 0
        self._score_monuments()
        if self.board.treasures.bit_count() <= TREASURES_AT_END:
            self._end_game(EndCause.TREASURES)
        elif not self._refill():
            self._end_game(EndCause.BAG)
        else:
            self.active = (self.active + 1) % len(self.seats)
            self.actions_left = ACTIONS_A_TURN
            self.events.append(TurnBegan(self.active))
            self.decision = ActionDecision(self.active)

    def _score_monuments(self) -> None:
        """R8.8."""
        dynasty = self.seats[self.active]
        for monument, corner in self.board.built():
            kingdom = self.board.kingdom_at(corner)
            if kingdom is not None:
                for leader in kingdom.leaders:
                    if leader.dynasty is dynasty and leader.colour in monument:
                        self._score(leader, leader.colour, 1, ScoreCause.MONUMENT)

    def _refill(self) -> bool:
        """Refill every hand, the active player's first; False if the bag fell short (R14.2)."""
        enough = True
        for step in range(len(self.seats)):
            seat = (self.active + step) % len(self.seats)
            due = HAND_SIZE - sum(self.hands[seat])
            if due:
                drawn = self._draw(seat, due)
                if drawn:
                    self.events.append(TilesDrawn(seat, drawn))
                enough = enough and drawn == due
        return enough

    def _end_game(self, cause: EndCause) -> None:
        self.events.append(GameEnded(cause, rank(self.scores)))
        self.decision = Over(self.active)

    # --- small change ---------------------------------------------------------------------------

    def _owner(self, leader: Leader) -> int:
        return self.seats.index(leader.dynasty)

    def _clockwise(self, seat: int) -> int:
        """How many seats after the active player: 0 is that player."""
        return (seat - self.active) % len(self.seats)

    def _standing(self, leader: Leader) -> Cell:
        cell = self.board.cell_of(leader)
        assert cell is not None
        return cell

    def _return(self, leader: Leader, cause: ReturnCause) -> None:
        cell = self._standing(leader)
        self.board = self.board.without_leader(leader)
        self.events.append(LeaderReturned(self._owner(leader), leader, cell, cause))

    def _score(self, leader: Leader, colour: Colour, points: int, cause: ScoreCause) -> None:
        seat = self._owner(leader)
        score = list(self.scores[seat])
        score[colour] += points
        self.scores[seat] = Score(*score)
        self.events.append(PointsScored(seat, colour, points, cause, leader))

    def _discard(self, seat: int, colour: Colour, count: int) -> None:
        if count:
            hand = list(self.hands[seat])
            hand[colour] -= count
            self.hands[seat] = (hand[0], hand[1], hand[2], hand[3])

    def _draw(self, seat: int, count: int) -> int:
        """Move up to *count* tiles from the bag to a hand; how many there were."""
        tiles, self.bag = self.bag[:count], self.bag[count:]
        black, red, blue, green = counts_of(tiles)
        k, r, b, g = self.hands[seat]
        self.hands[seat] = (k + black, r + red, b + blue, g + green)
        return len(tiles)
