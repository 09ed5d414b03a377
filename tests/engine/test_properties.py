"""What holds in every game, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given

from engine import (
    CELLS,
    COLOURS,
    LEADERS,
    MONUMENTS,
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildDecision,
    BuildMonument,
    CatastrophePlaced,
    ChooseWar,
    Colour,
    ConflictDecided,
    ConflictOpened,
    DeclineMonument,
    EndTurn,
    Game,
    GameEnded,
    IllegalAction,
    KingdomsUnited,
    MonumentBuilt,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PointsScored,
    Score,
    ScoreCause,
    SwapTiles,
    TakeDecision,
    TakeTreasures,
    TilePlaced,
    TilesAdded,
    TilesRemoved,
    TilesSwapped,
    TreasuresTaken,
    WarDecision,
    WithdrawLeader,
    counts_of,
    dump_game,
    letters,
    load_game,
    parse_action,
    rank,
    read_game,
    read_position,
    write_position,
    write_record,
)
from tests.engine import reference
from tests.engine.random_games import QUICK, Deal, Moment, deals, play

# --- nothing is lost --------------------------------------------------------------------------


@QUICK
@given(deals())
def test_tiles_leave_the_game_only_as_the_events_say(deal):
    """R1.3: swaps, tiles added, supporters, tiles under catastrophes; nothing else."""
    for moment in play(deal):
        before, before_down = reference.tiles_in_play(moment.game)
        after, after_down = reference.tiles_in_play(moment.after)
        gone = Counter({colour: before[colour] - after[colour] for colour in COLOURS})
        swapped = 0
        for event in moment.events:
            match event:
                case TilesAdded(_, colour, count):
                    gone[colour] -= count
                case TilesRemoved(colour, cells):
                    gone[colour] -= len(cells)
                case CatastrophePlaced(removed=Colour() as colour):
                    gone[colour] -= 1
                case MonumentBuilt():
                    (colour,) = (c for c in COLOURS if gone[c])
                    gone[colour] -= 4
                    after_down -= 4
                case TilesSwapped(count=count):
                    swapped = count
                case _:
                    pass
        assert after_down == before_down
        assert all(count >= 0 for count in gone.values())
        assert gone.total() == swapped
        assert all(a <= b for a, b in zip(after, (30, 57, 36, 30), strict=True))


@QUICK
@given(deals())
def test_points_and_treasures_add_up_to_what_the_events_say(deal):
    game, _ = deal.start()
    told = [[0] * 5 for _ in game.seats]
    for moment in play(deal):
        for event in moment.events:
            if isinstance(event, PointsScored):
                told[event.seat][event.colour] += event.points
                assert event.points > 0
                assert event.leader.dynasty == game.seats[event.seat]
            elif isinstance(event, TreasuresTaken):
                told[event.seat][4] += len(event.cells)
            elif isinstance(event, GameEnded):
                assert event.ranking == rank([Score(*own) for own in told])
        assert [list(score) for score in moment.after.scores] == told
        on_board = moment.after.board.treasures.bit_count()
        assert on_board + sum(own[4] for own in told) == game.board.layout.treasures


# --- boards at rest ---------------------------------------------------------------------------


@QUICK
@given(deals())
def test_kingdoms_at_rest(deal):
    """R1.6, R4.6, R9.1."""
    for moment in play(deal):
        if not isinstance(moment.after.decision, ActionDecision):
            continue
        grid = reference.grid_of(moment.after)
        for kingdom in reference.kingdoms(grid):
            leaders = reference.leaders_in(grid, kingdom)
            colours = [leader[1] for leader in leaders]
            assert len(set(colours)) == len(colours)
            if "g" in colours:
                assert sum(grid[space].endswith("*") for space in kingdom) < 2
        for space, token in grid.items():
            if reference.is_leader(token):
                assert reference.temples_beside(grid, space)
                assert space not in reference.rivers(moment.after)
        assert "u" not in grid.values()


def known(board) -> object:
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


@QUICK
@given(deals())
def test_what_a_board_remembers_across_changes_is_what_a_fresh_one_finds(deal):
    for moment in play(deal):
        board = moment.after.board
        assert known(board) == known(replace(board))
        grid = reference.grid_of(moment.after)
        assert sorted(
            sorted((cell.row, cell.col) for cell in CELLS if cell.bit & kingdom.mask)
            for kingdom in board.kingdoms
        ) == sorted(sorted(kingdom) for kingdom in reference.kingdoms(grid))
        for leader in LEADERS:
            if board.cell_of(leader):
                fresh = replace(board.without_leader(leader))
                assert board.between_without(leader) == fresh.reach.two


# --- what is legal ----------------------------------------------------------------------------


@cache
def universe() -> tuple[Action, ...]:
    """Every action there could be (of takes and builds only some)."""
    swaps = [SwapTiles(counts) for counts in product(range(7), repeat=4) if sum(counts) <= 6]
    corners = [cell for cell in CELLS if cell.row < 10 and cell.col < 15]
    winged = [cell for cell in CELLS if str(cell) in {"B2", "F3", "K1", "P2", "O2", "G4"}]
    return (
        EndTurn(),
        DeclineMonument(),
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
    )


@QUICK
@given(deals())
def test_what_is_listed_is_accepted_and_nothing_else(deal):
    dice = random.Random(deal.seed)
    moments = list(play(deal))
    some = dice.sample(moments, 6)
    some += [m for m in moments if not isinstance(m.game.decision, ActionDecision)][:6]
    for moment in some:
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


@QUICK
@given(deals())
def test_the_reference_finds_the_same_actions(deal):
    """R4, R5, R7.1, R8.3, R9.3, R10, R11, worked out anew from the drawn board."""
    dice = random.Random(deal.seed)
    for moment in play(deal):
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
            case AddDecision(conflict=conflict):
                assert listed == {f"+{n}" for n in range(game.hands[seat][conflict.tiles] + 1)}
            case BuildDecision():
                assert listed == {"build:-", *reference.builds(game)} != {"build:-"}
            case TakeDecision():
                assert listed == reference.takes(reference.grid_of(game), game, seat)
                assert len(listed) > 1


@QUICK
@given(deals())
def test_actions_read_back_as_they_are_written(deal):
    for moment in islice(play(deal), 0, None, 5):
        for action in moment.game.legal_actions():
            assert parse_action(str(action)) == action


# --- what happens -----------------------------------------------------------------------------


@QUICK
@given(deals())
def test_the_reference_agrees_on_points_and_conflicts(deal):
    """R5.3, R5.4, R6.2, R7.1, R7.3, R7.6, R7.7."""
    for moment in play(deal):
        for check in (check_tile, check_conflict_opened, check_conflict_decided):
            check(moment)


def check_tile(moment: Moment) -> None:
    if not isinstance(moment.action, PlaceTile):
        return
    cell, colour = moment.action.cell, str(moment.action.colour)
    space = (cell.row, cell.col)
    expected = reference.tile_points(moment.game, colour, space)
    scored = [
        (str(event.leader), str(event.colour))
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
            assert set(removed) == reference.losses(grid, str(loser.leader))
            assert (points.points, points.colour) == (1 + len(removed), conflict.colour)


# --- written and read -------------------------------------------------------------------------


@QUICK
@given(deals())
def test_a_record_replays_to_the_same_position(deal):
    start, bag = deal.start()
    moments = list(play(deal))
    decisions = [(m.game.seats[m.seat], m.action) for m in moments]
    text = write_record(start, bag, decisions, [("Date", "today"), ("Players", 'A "x", B')])
    first, *steps = read_game(text)
    assert first == start
    assert [step.game for step in steps] == [m.after for m in moments]
    assert [step.events for step in steps] == [m.events for m in moments]
    lines = text.splitlines()
    assert [lines[step.line - 1] for step in steps] == [f"{d.value} {a}" for d, a in decisions]


@QUICK
@given(deals())
def test_a_position_reads_back_as_it_is_written(deal):
    for moment in islice(play(deal), 0, None, 3):
        game = moment.game
        if isinstance(game.decision, ActionDecision):
            again = read_position(write_position(game.open_view()))
            assert again == game
            assert again.legal_actions() == game.legal_actions()


@QUICK
@given(deals())
def test_a_stored_game_is_the_same_game_at_every_moment(deal):
    for moment in play(deal):
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


# --- what is hidden ---------------------------------------------------------------------------


def others(game: Game, knowing: int | None, dice: random.Random) -> Iterator[Game]:
    """Games that look the same to whoever sits at *knowing*: only what is hidden differs."""
    hidden = [seat for seat in range(len(game.seats)) if seat != knowing]
    yield replace(game, bag="".join(dice.sample(game.bag, len(game.bag))))
    pool = list(game.bag + "".join(letters(game.hands[seat]) for seat in hidden))
    dice.shuffle(pool)
    hands = list(game.hands)
    for seat in hidden:
        count = sum(hands[seat])
        hands[seat] = counts_of("".join(pool[:count]))
        del pool[:count]
    scores = [
        score if seat == knowing else Score(*(dice.randrange(9) for _ in range(5)))
        for seat, score in enumerate(game.scores)
    ]
    yield replace(game, hands=tuple(hands), bag="".join(pool), scores=tuple(scores))


@QUICK
@given(deals())
def test_a_view_does_not_depend_on_what_is_hidden_from_it(deal):
    """R15.2."""
    dice = random.Random(deal.seed)
    for moment in islice(play(deal), 0, None, 4):
        game = moment.game
        for viewer in (None, *range(len(game.seats))):
            view, text = game.view(viewer), write_position(game.view(viewer))
            for other in others(game, viewer, dice):
                assert other.view(viewer) == view
                assert write_position(other.view(viewer)) == text


@QUICK
@given(deals())
def test_events_do_not_depend_on_what_nobody_may_know(deal):
    """R15.1: the same decision tells the same, whatever bag, other hands and scores hold."""
    dice = random.Random(deal.seed)
    for moment in play(deal):
        for other in others(moment.game, moment.seat, dice):
            after, events = other.apply(moment.seat, moment.action)
            told = [event for event in events if not isinstance(event, GameEnded)]
            assert told == [event for event in moment.events if not isinstance(event, GameEnded)]
            if not after.over:
                assert after.view(moment.seat) == moment.after.view(moment.seat) or any(
                    type(event).__name__ in {"TilesDrawn", "TilesSwapped"} for event in events
                )
                assert after.view(None) == moment.after.view(None)


@QUICK
@given(deals())
def test_nobodys_catastrophes_tiles_or_actions_go_below_zero(deal):
    for moment in play(deal):
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


def test_random_games_reach_every_kind_of_event():
    """The properties above are worth what the random games show."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        deal = Deal(seed, 2 + seed % 3, ("classic", "advanced")[seed % 2])
        for moment in play(deal):
            seen.update(type(event).__name__ for event in moment.events)
            seen[moment.game.decision.kind] += 1
            seen["placed"] += any(isinstance(event, TilePlaced) for event in moment.events)
    wanted = {"war", "add", "build", "take", "TilesRemoved", "MonumentBuilt", "KingdomsUnited"}
    assert wanted <= set(seen)
