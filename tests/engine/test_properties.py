"""Invariants of every game, whatever is played."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product
from typing import get_args

import pytest

from engine import (
    CELLS,
    COLOURS,
    LEADERS,
    MONUMENTS,
    Action,
    ActionDecision,
    AddTiles,
    BuildingPlaced,
    BuildingReturned,
    BuildMonument,
    BuildZiggurat,
    Cell,
    ChooseWar,
    DeclineBuilding,
    DeclineMonument,
    DisplayTileTaken,
    DrawTile,
    EndTurn,
    Event,
    GameEnded,
    IllegalAction,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PointsScored,
    Score,
    ScoreCause,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    TilesDrawn,
    TreasuresTaken,
    WithdrawLeader,
    ZigguratBuilt,
    dump_game,
    load_game,
    parse_action,
    rank,
    read_game,
    read_position,
    write_position,
    write_record,
)
from tests.engine.random_games import (
    GAMES,
    OPTION_SETS,
    Deal,
    play,
    played,
    some_moments,
    with_others_permuted,
)

# --- points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", GAMES, ids=str)
def test_points_and_treasures_add_up_to_what_the_events_say(deal):
    game, _ = deal.start()
    gains = [[0] * 5 for _ in game.seats]
    for moment in played(deal):
        for event in moment.events:
            if isinstance(event, PointsScored):
                gains[event.seat][event.colour] += event.points
                assert event.points > 0
                assert event.leader.dynasty == game.seats[event.seat]
            elif isinstance(event, TreasuresTaken):
                gains[event.seat][4] += len(event.cells)
            elif isinstance(event, GameEnded):
                assert event.ranking == rank([Score(*own) for own in gains])
        assert [list(score) for score in moment.after.scores] == gains
        on_board = moment.after.board.treasures.bit_count()
        assert on_board + sum(own[4] for own in gains) == game.board.layout.treasures


# --- boards at rest ---------------------------------------------------------------------------


def grid_of(game):
    """The drawn board: the tokens by row and column."""
    rows = write_position(game.open_view()).split("[Board-state]\n")[1].splitlines()
    return {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row.split())}


def beside(grid, space):
    row, col = space
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [other for other in around if other in grid]


def drawn_kingdoms(grid):
    """The kingdoms of a drawn board, found a second time, with sets and loops."""
    found = []
    for start in grid:
        if grid[start][0] not in "ABLP" or any(start in other for other in found):
            continue
        region, waiting = {start}, [start]
        while waiting:
            for space in beside(grid, waiting.pop()):
                if space not in region and grid[space] not in {".", "~", "x"}:
                    region.add(space)
                    waiting.append(space)
        found.append(region)
    return found


def test_kingdoms_at_rest():
    """R1.6, R4.6, R9.1."""
    for moment in some_moments(3):
        if not isinstance(moment.after.decision, ActionDecision):
            continue
        grid = grid_of(moment.after)
        for kingdom in drawn_kingdoms(grid):
            colours = [grid[space][1] for space in kingdom if grid[space][0] in "ABLP"]
            assert len(set(colours)) == len(colours)
            if "g" in colours:
                assert sum(grid[space].endswith("*") for space in kingdom) < 2
        for space, token in grid.items():
            if token[0] in "ABLP":
                assert any(grid[other] in {"r", "r*"} for other in beside(grid, space))
                assert not moment.after.board.layout.river & Cell(*space).bit
        assert "u" not in grid.values()


def known(board):
    """All that a board knows about itself, in no particular order."""
    return (
        sorted(board.kingdoms),
        board.leader_mask,
        board.face_up,
        board.connecting,
        board.empty,
        board.beside_temples,
        board.reach,
        sorted(board.stranded()),
    )


def test_what_a_board_remembers_across_changes_is_what_a_fresh_one_finds():
    for moment in some_moments(4):
        board = moment.after.board
        assert known(board) == known(replace(board))
        grid = grid_of(moment.after)
        assert sorted(
            sorted((cell.row, cell.col) for cell in CELLS if cell.bit & kingdom.mask)
            for kingdom in board.kingdoms
        ) == sorted(sorted(kingdom) for kingdom in drawn_kingdoms(grid))
        for leader in LEADERS:
            if board.cell_of(leader):
                fresh = replace(board.without_leader(leader))
                assert board.between_without(leader) == fresh.reach.two


# --- legal actions ----------------------------------------------------------------------------


@cache
def universe():
    """Every possible action (of takes and builds only some)."""
    swaps = [SwapTiles(counts) for counts in product(range(7), repeat=4) if sum(counts) <= 6]
    corners = [cell for cell in CELLS if cell.row < 10 and cell.col < 15]
    winged = [cell for cell in CELLS if str(cell) in {"B2", "F3", "K1", "P2", "O2", "G4"}]
    return (
        EndTurn(),
        DeclineMonument(),
        DeclineBuilding(),
        *(PlaceTile(colour, cell) for colour in COLOURS for cell in CELLS),
        *(PlaceLeader(leader, cell) for leader in LEADERS for cell in CELLS),
        *(WithdrawLeader(leader) for leader in LEADERS),
        *(PlaceCatastrophe(cell) for cell in CELLS),
        *swaps,
        *(ChooseWar(colour) for colour in COLOURS),
        *(AddTiles(count) for count in range(-1, 8)),
        *(BuildMonument(monument, corner) for monument in MONUMENTS for corner in corners),
        *(TakeTreasures((cell,)) for cell in CELLS),
        *(TakeTreasures((one, other)) for one in winged for other in winged),
        TakeTreasures(()),
        *(PlaceBuilding(cell) for cell in CELLS),
        *(BuildZiggurat(cell) for cell in CELLS),
        *(TakeCube(colour) for colour in COLOURS),
        *(DrawTile(colour) for colour in (*COLOURS, None)),
    )


def test_what_is_listed_is_accepted_and_nothing_else():
    dice = random.Random(1)
    of_each_kind = {moment.game.decision.kind: moment for moment in some_moments()}
    for moment in [*of_each_kind.values(), *some_moments(400)]:
        game, seat = moment.game, moment.seat
        before = dump_game(game)
        legal = game.legal_actions()
        assert len(set(legal)) == len(legal)
        for action in legal:
            assert game.apply(seat, action).game is not game
            for other in range(len(game.seats)):
                if other != seat:
                    assert game.refusal(other, action) is not None
        listed = set(legal)
        for action in universe():
            refusal = game.refusal(seat, action)
            assert (refusal is None) == (action in listed), action
            if refusal is not None and dice.random() < 0.02:
                assert str(refusal).endswith(f"({refusal.rule})")
                with pytest.raises(IllegalAction):
                    game.apply(seat, action)
        assert dump_game(game) == before


def test_actions_read_back_as_they_are_written():
    for moment in some_moments(9):
        for action in moment.game.legal_actions():
            assert parse_action(str(action)) == action


# --- written and read -------------------------------------------------------------------------


def test_a_position_reads_back_as_it_is_written():
    for moment in some_moments(9):
        game = moment.game
        if isinstance(game.decision, ActionDecision):
            again = read_position(write_position(game.open_view()))
            assert again == game
            assert again.legal_actions() == game.legal_actions()


def test_a_stored_game_is_the_same_game_at_every_moment():
    for moment in some_moments(3):
        text = dump_game(moment.after)
        assert "\n" not in text
        again = load_game(text)
        assert again == moment.after
        assert dump_game(again) == text
        if not isinstance(moment.game.decision, ActionDecision):
            assert load_game(dump_game(moment.game)).apply(moment.seat, moment.action) == (
                moment.after,
                moment.events,
            )


# --- secrecy ----------------------------------------------------------------------------------


def test_a_view_does_not_depend_on_what_is_hidden_from_it():
    """R15.2; nor does its text, which is written from nothing else."""
    for moment in some_moments(5):
        for viewer in (None, *range(len(moment.game.seats))):
            other = with_others_permuted(moment.game, viewer)
            assert other.view(viewer) == moment.game.view(viewer)


def test_events_do_not_depend_on_what_nobody_may_know():
    """R15.1: the same decision has the same events, whatever bag, other hands and scores hold."""
    for moment in some_moments(2):
        if isinstance(moment.action, DrawTile) and moment.action.colour is not None:
            continue  # the tile that comes to the display for it is told
        other = with_others_permuted(moment.game, moment.seat)
        after, events = other.apply(moment.seat, moment.action)
        same, differing = (
            [event for event in some if not isinstance(event, GameEnded)]
            for some in (moment.events, events)
        )
        assert same == differing
        if not after.over:
            assert after.view(moment.seat) == moment.after.view(moment.seat) or any(
                isinstance(event, TilesDrawn) for event in events
            )
            assert after.view(None) == moment.after.view(None)


def test_nobodys_catastrophes_tiles_or_actions_go_below_zero():
    for moment in some_moments():
        game = moment.after
        assert all(0 <= count <= 2 for count in game.catastrophes)
        assert all(count >= 0 for hand in game.hands for count in hand)
        assert all(sum(hand) <= 6 for hand in game.hands)
        assert 0 <= game.actions_left <= 2
        if game.over:
            assert (game.legal_actions(), game.actions_left) == ([], 0)
            assert game.decision.seat == game.active
        else:
            assert game.legal_actions()


def test_random_games_reach_every_kind_of_event_and_decision():
    """The properties above are worth what the random games show."""
    moments = some_moments()
    gains = [event for moment in moments for event in moment.events]
    assert {type(event) for event in gains} == set(get_args(Event))
    assert {type(moment.action) for moment in moments} == set(get_args(Action))
    decisions = [moment.game.decision for moment in moments]
    kinds = {"war", "add", "site", "build", "take", "cube", "draw", "action"}
    assert {decision.kind for decision in decisions} == kinds
    assert {each.refill for each in decisions if each.kind == "draw"} == {False, True}
    assert any(each.kind == "build" and each.centres and each.choices for each in decisions)
    assert any(isinstance(event, BuildingPlaced) and event.origin for event in gains)
    doubled = {e.cause for e in gains if isinstance(e, PointsScored) and e.points == 2}
    assert {ScoreCause.TILE, ScoreCause.KING} <= doubled


@pytest.mark.parametrize(
    ("number", "options"),
    [
        pytest.param(at, options, marks=[pytest.mark.slow] if at % 15 else [])
        for at, options in enumerate(OPTION_SETS)
        if at % 3 == 0 or at == 31
    ],
    ids=lambda given: " ".join(given) or "none" if isinstance(given, tuple) else "",
)
def test_every_table_plays_to_an_end_and_replays(number, options):
    """Sets of options, on either board."""
    deal = Deal(number, 2 + number % 3, ("classic", "advanced")[number // 2 % 2], options)
    start, bag = deal.start()
    moments = list(play(deal))
    assert moments[-1].after.over
    gains = {type(event) for moment in moments for event in moment.events}
    kinds = {moment.game.decision.kind for moment in moments}
    assert ("draw" in kinds) == (DisplayTileTaken in gains) == ("display" in options)
    assert {BuildingPlaced, BuildingReturned}.isdisjoint(gains) or "buildings" in options
    assert ("site" not in kinds) or "buildings" in options
    assert {"cube"}.isdisjoint(kinds) or "ziggurat" in options
    assert ZigguratBuilt not in gains or "ziggurat" in options
    decisions = [(m.game.seats[m.seat], m.action) for m in moments]
    text = write_record(start, bag, decisions, [("Date", "today"), ("Players", 'A "x", B')])
    first, *steps = read_game(text)
    assert first == start
    assert [step.game for step in steps] == [m.after for m in moments]
    assert [step.events for step in steps] == [m.events for m in moments]
    lines = text.splitlines()
    assert [lines[step.line - 1] for step in steps] == [f"{d.value} {a}" for d, a in decisions]
