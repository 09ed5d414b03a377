"""Kingdoms are outlined, and each leader's strengths stand beside it (R6.2, R7.3)."""

from itertools import combinations

from engine import LEADERS, Cell, Colour, Dynasty, Leader
from render.kingdoms import EAST, NORTH, SOUTH, WEST, joints_of, standing
from render.pieces import Standing
from render.theme import THEME
from tests.render.scenes import EMPTY, colours, drawn, grand_view, lettered, public, space

KING = Leader(Dynasty.LION, Colour.BLACK)
PRIEST = Leader(Dynasty.BULL, Colour.RED)
SMALL = "\n".join(
    (
        ". " * 16,
        ". r Lk k k " + ". " * 11,
        ". k " + ". " * 10 + "r Br .  . ",
        *(". " * 16 for _ in range(8)),
    )
)


def test_a_kingdom_has_a_border_all_around_and_joints_within() -> None:
    joints = joints_of(lettered(SMALL))
    inside = {str(cell) for cell, joint in joints.items() if joint.tint is not None}
    assert inside == {"B2", "C2", "D2", "E2", "B3", "M3", "N3"}
    corner = joints[Cell.parse("B2")].edges
    assert corner & NORTH
    assert corner & WEST
    assert not corner & (SOUTH | EAST)


def test_two_kingdoms_have_two_tints() -> None:
    joints = joints_of(lettered(SMALL))
    assert joints[Cell.parse("B2")].tint != joints[Cell.parse("N3")].tint


def test_no_two_kingdoms_have_one_tint_as_long_as_there_are_others() -> None:
    cells = Cell.parse("B2"), Cell.parse("N3")
    for pair in combinations(LEADERS, 2):
        board = EMPTY
        for leader, cell in zip(pair, cells, strict=True):
            board = board.with_leader(leader, cell)
        joints = joints_of(board)
        assert joints[cells[0]].tint != joints[cells[1]].tint


def test_a_region_without_a_leader_has_no_border() -> None:
    board = EMPTY.with_tile(Colour.RED, Cell.parse("E5"))
    assert joints_of(board) == {}


def test_a_kingdom_keeps_its_tint_while_it_grows() -> None:
    board = lettered(SMALL)
    grown = board.with_tile(Colour.RED, Cell.parse("A2"))
    assert joints_of(board)[Cell.parse("B2")].tint == joints_of(grown)[Cell.parse("A2")].tint


def test_borders_are_seen_where_a_kingdom_ends_only() -> None:
    picture = drawn(public(lettered(SMALL)))
    assert set(THEME.strong_tints) & colours(space(picture, "B2"))
    assert set(THEME.strong_tints) & colours(space(picture, "B1"))
    assert not set(THEME.strong_tints) & colours(space(picture, "H8"))


def test_strengths_are_those_of_the_rules() -> None:
    board = lettered(SMALL)
    assert standing(board) == {
        Cell.parse("C2"): Standing(KING, temples=1, supporters=3),
        Cell.parse("N3"): Standing(PRIEST, temples=1, supporters=1),
    }


def test_under_a_unification_tile_each_side_counts_for_itself() -> None:
    row = ". Lk r k b k r Bk . . . . . . . ."
    board = lettered("\n".join((row, *(". " * 16 for _ in range(10)))))
    board = board.without_tiles(Cell.parse("E1").bit).with_unification(
        Colour.BLUE, Cell.parse("E1")
    )
    assert {piece.supporters for piece in standing(board).values()} == {1}
    joints = joints_of(board)
    sides = {joints[Cell.parse(name)].tint for name in ("D1", "F1")}
    assert len(sides) == 2
    assert joints[Cell.parse("E1")].tint is None


def test_every_strength_up_to_thirty_reads_differently() -> None:
    from render.pieces import sprite  # noqa: PLC0415

    for small in (THEME, THEME.framed_small()):
        seen = {
            sprite(Standing(KING, temples, supporters), small.cell, small).tobytes()
            for temples in range(5)
            for supporters in range(31)
        }
        assert len(seen) == 5 * 31


def test_each_kingdom_of_a_full_board_is_outlined() -> None:
    view = grand_view()
    joints = joints_of(view.board)
    for kingdom in view.board.kingdoms:
        tints = {joint.tint for cell, joint in joints.items() if cell.bit & kingdom.mask}
        assert len(tints) == 1
        assert None not in tints
