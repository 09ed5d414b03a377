"""Kingdoms are outlined, and each leader's strength stands beside it (R6.2, R7.3)."""

from engine import AddDecision, Cell, Colour, Conflict, Contender, Dynasty, Leader, WarDecision
from render.board.kingdoms import EAST, NORTH, SOUTH, WEST, Role, joints_of, standing
from render.drawing.theme import THEME
from render.pieces.sprites import Standing, sprite
from tests.render.scenes import EMPTY, colours, drawn, lettered, public, space

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


def test_a_kingdom_has_a_border_all_around_and_joints_within():
    joints = joints_of(lettered(SMALL))
    inside = {str(cell) for cell, joint in joints.items() if joint.inside}
    assert inside == {"B2", "C2", "D2", "E2", "B3", "M3", "N3"}
    corner = joints[Cell.parse("B2")].edges
    assert corner & NORTH
    assert corner & WEST
    assert not corner & (SOUTH | EAST)


def test_a_kingdom_looks_the_same_when_a_leader_comes_or_goes():
    """Only its ground and outline; a region without a leader is no kingdom, and has none (R1.6)."""
    other = lettered(SMALL.replace("r Lk k k", "r Pk k k"))
    assert joints_of(lettered(SMALL)) == joints_of(other)
    assert joints_of(EMPTY.with_tile(Colour.RED, Cell.parse("E5"))) == {}


def test_outlines_are_seen_where_a_kingdom_ends_only():
    picture = drawn(public(lettered(SMALL)))
    assert THEME.realm_line in colours(space(picture, "B2"))
    assert THEME.realm_line not in colours(space(picture, "B1"))
    assert THEME.realm_line not in colours(space(picture, "H8"))


def test_strengths_are_those_of_the_rules():
    """R7.3: supporters, in a war. R6.2: temples beside the leader, in a revolt."""
    board = lettered(SMALL)
    king, priest = Cell.parse("C2"), Cell.parse("N3")
    assert standing(board) == {king: Standing(KING, 3), priest: Standing(PRIEST, 1)}
    assert standing(board, in_revolt=True) == {
        king: Standing(KING, 1, in_revolt=True),
        priest: Standing(PRIEST, 1, in_revolt=True),
    }


DUEL = "\n".join((". r Lk k Ak r" + " ." * 10, *(". " * 16 for _ in range(10))))
"""Two Kings in one kingdom: an internal conflict (R6)."""
WAR = "\n".join((". Lk r k b k r Bk . Ag . . . . . .", *(". " * 16 for _ in range(10))))
"""Two Kings; E1 joins their kingdoms: an external conflict (R7)."""


def asked(attacker, defender, *, internal):
    """Two Kings fight at these spaces; of which dynasty does not matter here."""
    attacks = Contender(0, KING, Cell.parse(attacker), 1)
    defends = Contender(1, Leader(Dynasty.ARCHER, Colour.BLACK), Cell.parse(defender), 1)
    return AddDecision(0, Conflict(internal, Colour.BLACK, attacks, defends))


def test_the_kingdom_of_an_internal_conflict_stands_out():
    joints = joints_of(lettered(DUEL), asked("C1", "E1", internal=True))
    assert {joint.role for joint in joints.values() if joint.inside} == {Role.ASKED}
    assert all(joint.role is Role.NONE for joint in joints_of(lettered(DUEL)).values())


def test_under_a_unification_tile_each_side_stands_for_itself():
    board = lettered(WAR)
    board = board.without_tiles(Cell.parse("E1").bit).with_unification(
        Colour.BLUE, Cell.parse("E1")
    )
    kings = [piece for piece in standing(board).values() if piece.leader.colour is Colour.BLACK]
    assert {king.strength for king in kings} == {1}
    joints = joints_of(board, asked("B1", "H1", internal=False))
    parts = {name: joints[Cell.parse(name)].role for name in ("D1", "F1", "J1")}
    assert parts == {"D1": Role.ATTACKER, "F1": Role.DEFENDER, "J1": Role.NONE}
    assert not joints[Cell.parse("E1")].inside
    asks = joints_of(board, WarDecision(0, (Colour.BLACK, Colour.GREEN)))
    assert [asks[Cell.parse(name)].role for name in ("D1", "F1", "J1")] == [
        Role.ASKED,
        Role.ASKED,
        Role.NONE,
    ]


def test_every_strength_up_to_thirty_reads_differently():
    for small in (THEME, THEME.framed_small()):
        seen = {
            sprite(Standing(KING, strength, in_revolt), small.cell, small).tobytes()
            for in_revolt in (False, True)
            for strength in range(31)
        }
        assert len(seen) == 2 * 31
