"""R1 and R2: the box, the boards, the set-up."""

import random

import pytest

from engine import (
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    HAND_SIZE,
    LAYOUTS,
    LEADER_NAMES,
    LEADERS,
    MONUMENTS,
    OPTIONS,
    TILE_NAMES,
    ActionDecision,
    Cell,
    Dynasty,
    Game,
    GameError,
    cells_of,
    counts_of,
    full_bag,
    mask_of,
    neighbours,
)
from tests.engine.diagram import draw

# Drawn a second time, from the list of boards and not from the engine's source:
# a digit is a run of so many spaces of the mark that follows it.
PRINTED = {
    "classic": """
        4. 5~ 1. 1t 1. 1~ 3.
        1. 1T 2. 1~ 7. 1~ 2. 1T
        3. 2~ 1t 6. 2~ 2.
        4~ 9. 3~
        13. 1t 2~
        14. 1~ 1.
        4~ 4. 1t 3. 3~ 1.
        1. 1T 1. 4~ 5. 1~ 3.
        6. 7~ 1. 1T 1.
        5. 1t 10.
        10. 1t 5.
    """,
    "advanced": """
        2. 2~ 1t 4. 1t 5. 1~
        2. 2~ 10. 1t 1~
        1. 1T 2~ 11. 1~
        2. 1~ 3. 1t 4. 1t 4~
        2. 1~ 9. 1~ 3.
        2. 1~ 1t 8. 1~ 2. 1T
        2. 2~ 8. 2~ 2.
        1T 2. 3~ 1. 1t 4. 1t 1~ 2.
        5. 3~ 5. 1~ 2.
        4. 1T 1. 8~ 2.
        6. 1~ 2. 1T 4. 1T 1.
    """,
}
WINGED = {
    "classic": "K1 B2 P2 F3 N5 I7 B8 O9 F10 K11",
    "advanced": "E1 J1 O2 B3 G4 L4 D6 P6 A8 H8 M8 E10 J11 O11",
}


def names(mask):
    return [str(cell) for cell in cells_of(mask)]


def test_r1_1_cells_run_from_a1_to_p11():
    assert len(CELLS) == 16 * 11
    assert [str(CELLS[at]) for at in (0, 15, 16, -1)] == ["A1", "P1", "A2", "P11"]
    assert [Cell.parse(str(cell)) for cell in CELLS] == list(CELLS)
    for wrong in ("", "A", "A0", "A12", "Q1", "a1", "A01", "A1 ", "11A", "A\u0661"):
        with pytest.raises(ValueError, match="A1 to P11"):
            Cell.parse(wrong)


@pytest.mark.parametrize("board", ["classic", "advanced"])
def test_r1_1_the_printed_boards_cell_by_cell(board):
    layout = LAYOUTS[board]
    for row, line in enumerate(PRINTED[board].strip().splitlines()):
        marks = "".join(run[-1] * int(run[:-1]) for run in line.split())
        assert len(marks) == 16
        for col, mark in enumerate(marks):
            bit = Cell(row, col).bit
            assert bool(layout.river & bit) == (mark == "~"), Cell(row, col)
            assert bool(layout.land & bit) == (mark != "~"), Cell(row, col)
            assert bool(layout.winged & bit) == (mark in "tT"), Cell(row, col)
            assert bool(layout.framed & bit) == (mark == "T"), Cell(row, col)


def test_r1_2_four_spheres():
    assert "".join(map(str, COLOURS)) == "krbg"
    assert [COLOUR_NAMES[c] for c in COLOURS] == ["black", "red", "blue", "green"]
    assert [TILE_NAMES[c] for c in COLOURS] == ["settlement", "temple", "farm", "market"]
    assert [LEADER_NAMES[c] for c in COLOURS] == ["King", "Priest", "Farmer", "Trader"]


def test_r1_3_what_lies_in_the_box():
    assert sorted(map(str, MONUMENTS)) == ["bg", "kb", "kg", "kr", "rb", "rg"]
    for board in LAYOUTS:
        game = Game.start([Dynasty.ARCHER, Dynasty.BULL], full_bag(board), board)
        on_board = [mask.bit_count() for mask in game.board.tiles]
        in_bag = counts_of(full_bag(board))
        assert [a + b for a, b in zip(on_board, in_bag, strict=True)] == [30, 57, 36, 30]
        assert game.board.monument_supply() == MONUMENTS


def test_r1_4_four_dynasties_of_four_leaders():
    assert [str(d.value) for d in Dynasty] == ["A", "B", "L", "P"]
    assert [str(one) for one in LEADERS] == [d + c for d in "ABLP" for c in "krbg"]
    game = Game.start([Dynasty.POT, Dynasty.LION], full_bag("classic"))
    assert [str(one) for one in game.leaders(0)] == ["Pk", "Pr", "Pb", "Pg"]


def test_r1_5_adjacent_means_sharing_a_side():
    assert names(neighbours(mask_of([Cell.parse("F5")]))) == ["F4", "E5", "G5", "F6"]
    assert names(neighbours(mask_of([Cell.parse("A1")]))) == ["B1", "A2"]
    assert names(neighbours(mask_of([Cell.parse("P6")]))) == ["P5", "O6", "P7"]
    assert names(neighbours(mask_of([Cell.parse("P11")]))) == ["P10", "O11"]


def test_r1_5_a_region_with_a_leader_is_a_kingdom():
    """Diagonals, empty spaces and catastrophes do not connect; face-down tiles do."""
    scene = draw(
        """
        Ak r  .  r  .  m  m
        .  .  k  x  g  m  m
        .  .  g  .  .  r  Br
        """,
        monuments=("kr K2",),
    )
    kingdoms = {
        "".join(sorted(str(one) for one in kingdom.leaders)): names(kingdom.mask)
        for kingdom in scene.game.board.kingdoms
    }
    assert kingdoms == {"Ak": ["F2", "G2"], "Br": ["K2", "L2", "J3", "K3", "L3", "K4", "L4"]}


def test_r1_6_two_leaders_of_a_colour_never_rest_in_one_kingdom():
    with pytest.raises(GameError, match=r"R1\.6"):
        draw("Ak r k Bk r")


@pytest.mark.parametrize("count", [0, 1, 5])
def test_r2_1_two_to_four_play(count):
    with pytest.raises(GameError, match=r"R2\.1"):
        Game.start([*Dynasty, Dynasty.ARCHER][:count], full_bag("classic"))


def test_r2_1_the_first_seat_starts_and_play_goes_round():
    game = Game.start([Dynasty.LION, Dynasty.ARCHER, Dynasty.POT], full_bag("classic"))
    order = []
    for _ in range(5):
        order.append(str(game.seats[game.active].value))
        game, _ = game.apply(game.active, game.legal_actions()[0])
    assert order == ["L", "A", "P", "L", "A"]


@pytest.mark.parametrize(("board", "left"), [("classic", 143), ("advanced", 139)])
def test_r2_2_a_temple_with_a_treasure_on_every_winged_creature(board, left):
    game = Game.start([Dynasty.ARCHER, Dynasty.BULL], full_bag(board), board)
    assert names(game.board.treasures) == WINGED[board].split()
    assert names(game.board.temples) == WINGED[board].split()
    assert game.board.face_up == game.board.temples
    assert len(full_bag(board)) == left
    full = full_bag(board)
    for wrong in (full[1:], full + "r", "r" + full[1:], "x" * left):
        with pytest.raises(GameError, match=r"R2\.2"):
            Game.start([Dynasty.ARCHER, Dynasty.BULL], wrong, board)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_3_leaders_catastrophes_and_six_tiles_each(players):
    full = full_bag("classic")
    bag = "".join(random.Random(players).sample(full, len(full)))
    game = Game.start(list(Dynasty)[:players], bag)
    assert HAND_SIZE == 6
    for seat in range(players):
        assert game.hands[seat] == counts_of(bag[6 * seat : 6 * seat + 6])
    assert game.bag == bag[6 * players :]
    assert game.catastrophes == (2,) * players
    assert not list(game.board.standing())
    assert game.view(None).hand_sizes == (6,) * players
    assert game.view(None).hands == (None,) * players
    assert (game.decision, game.actions_left) == (ActionDecision(0), 2)


def test_r2_a_dynasty_belongs_to_one_player_and_boards_have_names():
    with pytest.raises(GameError, match=r"R1\.4"):
        Game.start([Dynasty.ARCHER, Dynasty.ARCHER], full_bag("classic"))
    with pytest.raises(GameError, match="no board 'clasic'"):
        Game.start([Dynasty.ARCHER, Dynasty.BULL], full_bag("classic"), "clasic")


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_played_and_remembered(option):
    game = Game.start([Dynasty.ARCHER, Dynasty.BULL], full_bag("classic"), options=[option])
    assert game.options == game.view(None).options == (option,)


@pytest.mark.parametrize(
    ("other", "fault"), [("dice", "'dice'"), ("", "''"), ("english", "sorted"), ("open", "sorted")]
)
def test_options_are_known_and_sorted_and_each_once(other, fault):
    with pytest.raises(GameError, match=fault):
        Game.start([Dynasty.ARCHER, Dynasty.BULL], full_bag("classic"), options=["open", other])
