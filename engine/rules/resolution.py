"""Resolves an accepted action with all its effects (R3.3), up to the next decision.

The order is always: the action itself, conflicts, building, monument or ziggurat, treasures; at the
end of a turn monument points, cube, the end of the game, refill, next player (R3.4). After each
decision the resolution continues from the stage that asked for it. The stage follows from the
state, so nothing else is stored.
"""

from __future__ import annotations

from typing import assert_never

from engine.rules.board import Board
from engine.rules.drawing import Drawing
from engine.rules.state import State
from engine.values.actions import (
    Action,
    AddTiles,
    BuildMonument,
    BuildZiggurat,
    ChooseWar,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    WithdrawLeader,
)
from engine.values.cells import Cell, cells_of
from engine.values.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Conflict,
    Contender,
    CubeDecision,
    Decision,
    DrawDecision,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
)
from engine.values.events import (
    BuildingDeclined,
    BuildingPlaced,
    BuildingReturned,
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
    TilesRemoved,
    TilesSwapped,
    TreasuresTaken,
    TurnBegan,
    TurnEnded,
    UnificationEnded,
    ZigguratBuilt,
)
from engine.values.material import COLOURS, Colour, Leader
from engine.values.options import BUILDINGS, ZIGGURAT
from engine.values.scoring import Score, rank
from engine.values.shapes import crosses_with, sites_for, squares_with

ACTIONS_A_TURN = 2
TREASURES_AT_END = 2
"""The game ends with this number of treasures or fewer left on the board (R14.1)."""


class Resolution:
    """The mutable state of a game while an action is resolved, with the events so far."""

    def __init__(self, game: State) -> None:
        self.seats = game.seats
        self.options = game.options
        self.board: Board = game.board
        self.scores = list(game.scores)
        self.catastrophes = list(game.catastrophes)
        self.active = game.active
        self.actions_left = game.actions_left
        self.placed = game.placed
        self.decision: Decision = game.decision
        self.events: list[Event] = []
        self.drawing = Drawing(game, self.events)

    def carry_out(self, seat: int, action: Action) -> None:
        """Carry out the legal *action* and everything that follows without a decision."""
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
            case PlaceBuilding(cell):
                self._place_building(cell)
            case DeclineBuilding():
                assert isinstance(self.decision, SiteDecision)
                self.events.append(BuildingDeclined(seat, self.decision.colour))
                self._offer_monument()
            case BuildMonument(monument, corner):
                self.events.append(MonumentBuilt(seat, monument, corner))
                self._turn_down(self.board.with_monument(monument, corner))
            case BuildZiggurat(centre):
                self.events.append(ZigguratBuilt(seat, centre))
                self._turn_down(self.board.with_ziggurat(centre))
            case DeclineMonument():
                self.events.append(MonumentDeclined(seat))
                self._finish_action()
            case TakeTreasures(cells):
                self._take(seat, cells)
                self._finish_action()
            case TakeCube(colour):
                king = self._king_at_the_ziggurat()
                assert king is not None
                self._score(king, colour, 1, ScoreCause.ZIGGURAT)
                self._finish_turn()
            case DrawTile(colour):
                self._draw_chosen(colour)
            case _:
                assert_never(action)

    def derived_decision(self) -> Decision:
        """Return the current decision, derived from the rest of a consistent state."""
        match self.decision:
            case WarDecision():
                self._next_external_conflict()
            case AddDecision(conflict=conflict):
                if conflict.internal:
                    self._open_internal_conflict(conflict.attacker.leader, conflict.defender.leader)
                else:
                    self._open_external_conflict(conflict.colour)
                if conflict.attacker.added is not None and isinstance(self.decision, AddDecision):
                    conflict = self.decision.conflict.with_added(conflict.attacker.added)
                    self.decision = AddDecision(conflict.defender.seat, conflict)
            case SiteDecision():
                self._offer_building()
            case BuildDecision():
                self._offer_monument()
            case TakeDecision():
                self._finish_action()
            case CubeDecision():
                if self._king_at_the_ziggurat() is None:
                    self._finish_turn()
            case DrawDecision(seat=seat, due=due, refill=refill):
                if refill:
                    self._refill()
                elif choice := self.drawing.draw(seat, due, refill=False):
                    self.decision = choice
                else:
                    self._finish_action()
            case ActionDecision() | Over():
                pass
            case unknown:
                assert_never(unknown)
        return self.decision

    # --- the actions of a turn ---------------------------------------------------------------

    def _place_tile(self, colour: Colour, cell: Cell) -> None:
        seat = self.active
        self.actions_left -= 1
        self.drawing.discard(seat, colour, 1)
        self.placed = cell
        self.events.append(TilePlaced(seat, colour, cell))
        kingdoms = self.board.kingdoms_beside(cell)
        if len(kingdoms) < 2:
            self.board = self.board.with_tile(colour, cell)
            if kingdoms:
                self._score_tile(cell, colour)
            self._offer_building()
            return
        self.board = self.board.with_unification(colour, cell)
        self.events.append(KingdomsUnited(cell, self.board.warring_colours()))
        self._next_external_conflict()

    def _score_tile(self, cell: Cell, colour: Colour) -> None:
        """R5.3; a building of the colour in the same kingdom doubles it (R12.1.6)."""
        kingdom = self.board.kingdom_at(cell)
        assert kingdom is not None
        leader = kingdom.leader(colour)
        cause = ScoreCause.TILE
        if leader is None:
            leader, cause = kingdom.leader(Colour.BLACK), ScoreCause.KING
        if leader is not None:
            building = self.board.building_cell(colour)
            doubled = building is not None and bool(building.bit & kingdom.mask)
            self._score(leader, colour, 2 if doubled else 1, cause)

    def _place_leader(self, leader: Leader, cell: Cell) -> None:
        self.actions_left -= 1
        origin = self.board.cell_of(leader)
        lifted = self.board.without_leader(leader)
        kingdoms = lifted.kingdoms_beside(cell)
        rival = kingdoms[0].leader(leader.colour) if kingdoms else None
        self.board = lifted.with_leader(leader, cell)
        self.events.append(LeaderPlaced(self.active, leader, cell, origin))
        if rival is None:
            self._finish_action()
        else:
            self._open_internal_conflict(leader, rival)

    def _open_internal_conflict(self, leader: Leader, rival: Leader) -> None:
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
        self._finish_action()

    def _place_catastrophe(self, cell: Cell) -> None:
        self.actions_left -= 1
        self.catastrophes[self.active] -= 1
        self.events.append(CatastrophePlaced(self.active, cell, self.board.colour_at(cell)))
        self.board = self.board.with_catastrophe(cell)
        self._finish_action()

    def _swap(self, counts: tuple[int, int, int, int]) -> None:
        """R11.1. If the bag runs short, so does the refill at the end of this turn (R11.2)."""
        self.actions_left -= 1
        for colour, count in zip(COLOURS, counts, strict=True):
            self.drawing.discard(self.active, colour, count)
        self.events.append(TilesSwapped(self.active, sum(counts)))
        choice = self.drawing.draw(self.active, sum(counts), refill=False)
        if choice is None:
            self._finish_action()
        else:
            self.decision = choice

    # --- conflicts (R6, R7) --------------------------------------------------------------------

    def _next_external_conflict(self) -> None:
        """R7.1, R7.8: wars are determined again each time."""
        colours = self.board.warring_colours()
        if len(colours) > 1:
            self.decision = WarDecision(self.active, colours)
        elif colours:
            self._open_external_conflict(colours[0])
        else:
            assert self.placed is not None
            self.board = self.board.without_unification()
            self.events.append(UnificationEnded(self.placed))
            self._offer_building()

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
        self.drawing.discard(seat, conflict.tiles, count)
        self.events.append(TilesAdded(seat, conflict.tiles, count))
        conflict = conflict.with_added(count)
        if conflict.defender.added is None:
            self.decision = AddDecision(conflict.defender.seat, conflict)
            return
        self.events.append(ConflictDecided(conflict))
        if conflict.internal:
            self._return(conflict.loser.leader, ReturnCause.LOST_CONFLICT)
            self._score(conflict.winner.leader, Colour.RED, 1, ScoreCause.INTERNAL_CONFLICT)
            self._finish_action()
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

    def _offer_building(self) -> None:
        """R12.1.1 to R12.1.3."""
        if BUILDINGS in self.options:
            placed, colour = self._placed_tile()
            building = self.board.building_cell(colour)
            stands = 0 if building is None else building.bit
            if sites := sites_for(self.board.tiles[colour], placed.bit, stands):
                self.decision = SiteDecision(self.active, colour, tuple(cells_of(sites)))
                return
        self._offer_monument()

    def _place_building(self, cell: Cell) -> None:
        assert isinstance(self.decision, SiteDecision)
        colour = self.decision.colour
        origin = self.board.building_cell(colour)
        self.board = self.board.with_building(colour, cell)
        self.events.append(BuildingPlaced(self.active, colour, cell, origin))
        self._offer_monument()

    def _offer_monument(self) -> None:
        """R8.1 to R8.3, R13.1, R13.2."""
        placed, colour = self._placed_tile()
        tiles = self.board.tiles[colour]
        choices = tuple(
            (monument, corner)
            for corner in squares_with(tiles, placed)
            for monument in self.board.monument_supply()
            if colour in monument
        )
        centres: tuple[Cell, ...] = ()
        if ZIGGURAT in self.options and self.board.ziggurat_cell() is None:
            centres = tuple(crosses_with(tiles, placed))
        if choices or centres:
            self.decision = BuildDecision(self.active, choices, centres)
        else:
            self._finish_action()

    def _placed_tile(self) -> tuple[Cell, Colour]:
        """Return the tile just placed, which is face up whenever something may be built with it."""
        assert self.placed is not None
        colour = self.board.colour_at(self.placed)
        assert colour is not None
        return self.placed, colour

    def _turn_down(self, built: Board) -> None:
        """Continue with the board whose tiles were turned face down (R8.1, R12.1.8)."""
        for colour in COLOURS:
            cell = self.board.building_cell(colour)
            if cell is not None and built.building_cell(colour) is None:
                self.events.append(BuildingReturned(colour, cell))
        self.board = built
        self._finish_action()

    def _finish_action(self) -> None:
        """Finish an action: R4.6, then treasures (R9.1), then the next action."""
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
        """Return the first seat clockwise whose Trader takes treasures, with its choices (R9)."""
        due: list[tuple[int, int]] = []
        on_board = self.board.treasures
        for kingdom in self.board.kingdoms:
            treasures = kingdom.mask & on_board
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
        if self._king_at_the_ziggurat() is None:
            self._finish_turn()
        else:
            self.decision = CubeDecision(self.active)

    def _king_at_the_ziggurat(self) -> Leader | None:
        """Return the active player's King, if it is in the kingdom of the ziggurat (R13.5)."""
        centre = self.board.ziggurat_cell()
        kingdom = None if centre is None else self.board.kingdom_at(centre)
        king = None if kingdom is None else kingdom.leader(Colour.BLACK)
        return king if king is not None and self._owner(king) == self.active else None

    def _finish_turn(self) -> None:
        if self.board.treasures.bit_count() <= TREASURES_AT_END:
            self._end_game(EndCause.TREASURES)
        else:
            self._refill()

    def _refill(self) -> None:
        """Refill every hand, the active player's first, then continue with the next turn (R3.4).

        The game ends if the bag and the display run short (R14.2).
        """
        choice = self.drawing.refill(self.active)
        if choice is not None:
            self.decision = choice
        elif self.drawing.short:
            self._end_game(EndCause.BAG)
        else:
            self.active = (self.active + 1) % len(self.seats)
            self.actions_left = ACTIONS_A_TURN
            self.events.append(TurnBegan(self.active))
            self.decision = ActionDecision(self.active)

    def _draw_chosen(self, colour: Colour | None) -> None:
        """Continue the refill or swap after the choice between display and bag (R12.3)."""
        decision = self.decision
        assert isinstance(decision, DrawDecision)
        choice = self.drawing.draw_chosen(decision, colour)
        if choice is not None:
            self.decision = choice
        elif decision.refill:
            self._refill()
        else:
            self._finish_action()

    def _score_monuments(self) -> None:
        """R8.8."""
        dynasty = self.seats[self.active]
        for monument, corner in self.board.built():
            kingdom = self.board.kingdom_at(corner)
            if kingdom is not None:
                for leader in kingdom.leaders:
                    if leader.dynasty is dynasty and leader.colour in monument:
                        self._score(leader, leader.colour, 1, ScoreCause.MONUMENT)

    def _end_game(self, cause: EndCause) -> None:
        self.events.append(GameEnded(cause, rank(self.scores)))
        self.decision = Over(self.active)

    # --- helpers --------------------------------------------------------------------------------

    def _owner(self, leader: Leader) -> int:
        return self.seats.index(leader.dynasty)

    def _clockwise(self, seat: int) -> int:
        """Return the number of seats after the active player, 0 for that player."""
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
