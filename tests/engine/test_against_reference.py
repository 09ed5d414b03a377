"""What an independent reading of the rules finds too, in every game, whatever is played."""

from __future__ import annotations

import random

from engine import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Cell,
    Colour,
    ConflictDecided,
    ConflictOpened,
    CubeDecision,
    DrawDecision,
    EndCause,
    EndTurn,
    GameEnded,
    KingdomsUnited,
    PlaceLeader,
    PlaceTile,
    PointsScored,
    ScoreCause,
    SiteDecision,
    TakeCube,
    TakeDecision,
    TilesRemoved,
    TurnBegan,
    WarDecision,
)
from tests.engine import reference
from tests.engine.random_games import Moment, some_moments


def test_the_reference_finds_the_same_actions():
    """R4, R5, R7.1, R8.3, R9.3, R10 to R13, worked out anew from the drawn board."""
    dice = random.Random(1)
    for moment in some_moments():
        game, seat = moment.game, moment.seat
        listed = {str(action) for action in game.legal_actions()}
        match game.decision:
            case ActionDecision():
                if dice.random() < 0.2:
                    assert listed == reference.legal_on_a_turn(game)
            case WarDecision():
                grid = reference.grid_of(game)
                assert listed == {f"war:{colour}" for colour in reference.warring(grid)}
                assert len(listed) > 1
            case AddDecision():
                assert listed == reference.additions(game)
            case SiteDecision():
                assert listed == {"site:-", *reference.sites(game, space_of(game.placed))}
                assert len(listed) > 3
            case BuildDecision():
                assert listed == {"build:-", *reference.builds(game, space_of(game.placed))}
                assert len(listed) > 1
            case DrawDecision():
                assert listed == reference.draws(game)
                assert len(listed) > 1
            case CubeDecision():
                assert reference.takes_cube(game)
                assert listed == {"cube:k", "cube:r", "cube:b", "cube:g"}
            case TakeDecision():
                assert listed == reference.takes(reference.grid_of(game), game, seat)
                assert len(listed) > 1


# --- what happens -----------------------------------------------------------------------------


def test_the_reference_agrees_on_points_conflicts_and_questions():
    """R5.3, R5.4, R6.2, R7.1, R7.3, R7.6, R7.7, R8.8, R12.1, R12.3, R13.1, R13.5, R14.2."""
    checks = (
        check_tile,
        check_conflict_opened,
        check_conflict_decided,
        check_what_may_be_built,
        check_end_of_turn,
        check_display,
    )
    for moment in some_moments():
        for check in checks:
            check(moment)


def space_of(cell: Cell) -> reference.Space:
    return cell.row, cell.col


def check_tile(moment: Moment) -> None:
    if not isinstance(moment.action, PlaceTile):
        return
    cell, colour = moment.action.cell, str(moment.action.colour)
    space = (cell.row, cell.col)
    expected = reference.tile_points(moment.game, colour, space)
    scored = [
        (str(event.leader), str(event.colour), event.points)
        for event in moment.events
        if isinstance(event, PointsScored) and event.cause in {ScoreCause.TILE, ScoreCause.KING}
    ]
    assert scored == ([] if expected is None else [expected])
    near = reference.touching(reference.kingdoms(reference.grid_of(moment.game)), space)
    united = [event for event in moment.events if isinstance(event, KingdomsUnited)]
    assert len(united) == (len(near) == 2)
    for event in united:
        grid = reference.grid_of(moment.game) | {space: "u"}
        assert [str(one) for one in event.colours] == reference.warring(grid)


def check_conflict_opened(moment: Moment) -> None:
    decision = moment.after.decision
    opened = [event.conflict for event in moment.events if isinstance(event, ConflictOpened)]
    assert bool(opened) == (isinstance(decision, AddDecision) and opened == [decision.conflict])
    for conflict in opened:
        grid = reference.grid_of(moment.after)
        for party in (conflict.attacker, conflict.defender):
            if conflict.internal:
                assert isinstance(moment.action, PlaceLeader)
                space = (party.cell.row, party.cell.col)
                assert party.strength == reference.temples_beside(grid, space)
            else:
                assert party.strength == len(reference.supporters(grid, str(party.leader)))
        order = [
            (party.seat - moment.after.active) % len(moment.after.seats)
            for party in (conflict.attacker, conflict.defender)
        ]
        assert order[0] < order[1]


def check_conflict_decided(moment: Moment) -> None:
    for event in moment.events:
        if not isinstance(event, ConflictDecided):
            continue
        conflict = event.conflict
        wins = conflict.attacker.total > conflict.defender.total
        winner, loser = (
            (conflict.attacker, conflict.defender)
            if wins
            else (conflict.defender, conflict.attacker)
        )
        assert (conflict.winner, conflict.loser) == (winner, loser)
        removed = [
            (cell.row, cell.col)
            for other in moment.events
            if isinstance(other, TilesRemoved)
            for cell in other.cells
        ]
        (points,) = (
            other
            for other in moment.events
            if isinstance(other, PointsScored) and "conflict" in other.cause
        )
        assert points.leader == winner.leader
        assert moment.after.board.cell_of(loser.leader) is None
        if conflict.internal:
            assert (removed, points.points, points.colour) == ([], 1, Colour.RED)
        else:
            grid = reference.grid_of(moment.game)
            kept = set(reference.buildings(moment.game).values())
            assert set(removed) == reference.losses(grid, str(loser.leader), kept)
            assert (points.points, points.colour) == (1 + len(removed), conflict.colour)


def check_what_may_be_built(moment: Moment) -> None:
    """Whoever may place a building, then a monument or the ziggurat, is asked; nobody else."""
    placed = moment.game.placed
    if isinstance(moment.action, PlaceTile):
        placed = moment.action.cell
    decision = moment.after.decision
    asks_site, asks_build = (isinstance(decision, kind) for kind in (SiteDecision, BuildDecision))
    if placed is None or moment.after.board.unification is not None:
        assert not asks_site
        assert not asks_build
        return
    if isinstance(moment.game.decision, BuildDecision):
        assert not asks_build
    else:
        came_first = isinstance(moment.game.decision, SiteDecision)
        due = not came_first and bool(reference.sites(moment.after, space_of(placed)))
        assert asks_site == due
        assert asks_build == (not due and bool(reference.builds(moment.after, space_of(placed))))
    if asks_site or asks_build:
        assert decision.seat == moment.game.active


def check_end_of_turn(moment: Moment) -> None:
    if isinstance(moment.action, EndTurn):
        scored = [event for event in moment.events if isinstance(event, PointsScored)]
        expected = reference.monument_points(moment.game)
        assert sorted(str(e.leader) for e in scored) == [leader for leader, _ in expected]
        assert all(e.points == 1 and e.colour is e.leader.colour for e in scored)
        asked = isinstance(moment.after.decision, CubeDecision)
        assert asked == reference.takes_cube(moment.game)
    elif isinstance(moment.action, TakeCube):
        (point,) = (event for event in moment.events if isinstance(event, PointsScored))
        assert (point.points, point.colour) == (1, moment.action.colour)


def check_display(moment: Moment) -> None:
    """R12.3: six tiles lie open while there are any; a short one goes with an empty bag."""
    game = moment.after
    assert sum(game.display) == 6 or not game.bag or "display" not in game.options
    assert not any(game.display) or "display" in game.options
    ended = [event for event in moment.events if isinstance(event, GameEnded)]
    full = [sum(hand) == 6 for hand in game.hands]
    for event in ended:
        if event.cause is EndCause.BAG:
            assert not game.bag
            assert not any(game.display)
            assert not all(full)
    if any(isinstance(event, TurnBegan) for event in moment.events):
        assert all(full)
