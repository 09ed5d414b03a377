"""Carrying out an accepted action with all that it causes (R3.3), up to the next decision.

The order is always: the action itself, conflicts, building, monument or ziggurat, treasures; at
the end of a turn monument points, cube, the end of the game, refill, next player (R3.4). After
each decision the resolution goes on from the stage that asked for it; which stage that is
follows from the state, so nothing else need be stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.actions import (
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
    counts_of,
)
from engine.board import Board
from engine.cells import Cell, cell_at, cells_of
from engine.decisions import (
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
from engine.events import (
    BuildingDeclined,
    BuildingPlaced,
    BuildingReturned,
    CatastrophePlaced,
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
from engine.material import COLOURS, DISPLAY_SIZE, HAND_SIZE, Colour, Leader, Monument
from engine.options import BUILDINGS, DISPLAY, ZIGGURAT
from engine.scoring import Score, rank
from engine.state import State

ACTIONS_A_TURN = 2
TREASURES_AT_END = 2
"""With this many treasures left on the board, or fewer, the game ends (R14.1)."""


class Resolution:
    """A game while an action is carried out: its parts may change, and events collect."""

    def __init__(self, game: State) -> None:
        self.seats = game.seats
        self.options = game.options
        self.board: Board = game.board
        self.hands = list(game.hands)
        self.scores = list(game.scores)
        self.catastrophes = list(game.catastrophes)
        self.bag = game.bag
        self.active = game.active
        self.actions_left = game.actions_left
        self.placed = game.placed
        self.display = game.display
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
                self._settle()
            case TakeTreasures(cells):
                self._take(seat, cells)
                self._settle()
            case TakeCube(colour):
                king = self._king_at_the_ziggurat()
                assert king is not None
                self._score(king, colour, 1, ScoreCause.ZIGGURAT)
                self._finish_turn()
            case DrawTile(choice):
                self._draw_chosen(choice)
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
                self._score_tile(cell, colour)
            self._offer_building()
            return
        self.board = self.board.with_unification(colour, cell)
        self.events.append(KingdomsUnited(cell, self.board.warring_colours()))
        self._next_external_conflict()

    def _score_tile(self, cell: Cell, colour: Colour) -> None:
        """R5.3; the building of that colour in the same kingdom doubles it (R12.1.6)."""
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
        self.events.append(TilesSwapped(self.active, sum(counts)))
        if self._draw(self.active, sum(counts), refill=False):
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

    def _offer_building(self) -> None:
        """R12.1.1 to R12.1.3."""
        assert self.placed is not None
        if BUILDINGS in self.options:
            sites = self.board.sites(self.placed)
            colour = self.board.colour_at(self.placed)
            if sites and colour is not None:
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
        assert self.placed is not None
        choices: tuple[tuple[Monument, Cell], ...] = ()
        if squares := self.board.squares(self.placed):
            colour = self.board.colour_at(self.placed)
            choices = tuple(
                (monument, cell_at(corner))
                for corner in squares
                for monument in self.board.monument_supply()
                if colour in monument
            )
        centres: tuple[Cell, ...] = ()
        if ZIGGURAT in self.options and self.board.ziggurat_cell() is None:
            centres = tuple(self.board.crosses(self.placed))
        if choices or centres:
            self.decision = BuildDecision(self.active, choices, centres)
        else:
            self._settle()

    def _turn_down(self, built: Board) -> None:
        """Go on with the board on which tiles were turned face down (R8.1, R12.1.8)."""
        for colour in COLOURS:
            cell = self.board.building_cell(colour)
            if cell is not None and built.building_cell(colour) is None:
                self.events.append(BuildingReturned(colour, cell))
        self.board = built
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
        if self._king_at_the_ziggurat() is None:
            self._finish_turn()
        else:
            self.decision = CubeDecision(self.active)

    def _king_at_the_ziggurat(self) -> Leader | None:
        """The active player's King, if it is in the kingdom of the ziggurat (R13.5)."""
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
        """Refill every hand, the active player's first, then go on to the next turn (R3.4).

        The game ends if the bag, and the display, fell short (R14.2).
        """
        for step in range(len(self.seats)):
            seat = (self.active + step) % len(self.seats)
            due = HAND_SIZE - sum(self.hands[seat])
            if due and not self._draw(seat, due, refill=True):
                return
        if any(sum(hand) < HAND_SIZE for hand in self.hands):
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

    # --- drawing (R3.4, R11.1, R12.3) -------------------------------------------------------------

    def _draw(self, seat: int, due: int, *, refill: bool) -> bool:
        """Draw up to *due* tiles, as many as there are; False if first somebody must choose."""
        if DISPLAY not in self.options:
            self._draw_from_bag(seat, due)
            return True
        while due:
            shown = tuple(colour for colour in COLOURS if self.display[colour])
            if len(shown) + bool(self.bag) > 1:
                self.decision = DrawDecision(seat, shown, bool(self.bag), due, refill)
                return False
            if shown:
                self._take_from_display(seat, shown[0])
            elif self.bag:
                self._draw_from_bag(seat, 1)
            else:
                break
            due -= 1
        return True

    def _draw_chosen(self, colour: Colour | None) -> None:
        decision = self.decision
        assert isinstance(decision, DrawDecision)
        if colour is None:
            self._draw_from_bag(decision.seat, 1)
        else:
            self._take_from_display(decision.seat, colour)
        if self._draw(decision.seat, decision.due - 1, refill=decision.refill):
            if decision.refill:
                self._refill()
            else:
                self._settle()

    def _draw_from_bag(self, seat: int, due: int) -> None:
        drawn, self.bag = self.bag[:due], self.bag[due:]
        self.hands[seat] = _sum(self.hands[seat], counts_of(drawn))
        if drawn:
            self.events.append(TilesDrawn(seat, len(drawn)))

    def _take_from_display(self, seat: int, colour: Colour) -> None:
        shown = list(self.display)
        shown[colour] -= 1
        taken = [0, 0, 0, 0]
        taken[colour] = 1
        missing = DISPLAY_SIZE - sum(shown)
        self.display = _sum(shown, counts_of(self.bag[:missing]))
        self.bag = self.bag[missing:]
        self.hands[seat] = _sum(self.hands[seat], taken)
        self.events.append(DisplayTileTaken(seat, colour))


def _sum(some: Sequence[int], more: Sequence[int]) -> tuple[int, int, int, int]:
    """Tiles counted by colour, added up."""
    k, r, b, g = some
    black, red, blue, green = more
    return k + black, r + red, b + blue, g + green
