"""Marks on a board: what happened, the decision, kingdoms, and spaces to choose."""

from dataclasses import replace

import pytest
from PIL import ImageChops

from engine import (
    CELLS,
    LAYOUTS,
    MONUMENTS,
    ActionDecision,
    AddDecision,
    Board,
    BuildDecision,
    BuildingPlaced,
    BuildingReturned,
    CatastrophePlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    ConflictOpened,
    Contender,
    CubeDecision,
    DrawDecision,
    Dynasty,
    EndTurn,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
    PlaceTile,
    PointsScored,
    ReturnCause,
    ScoreCause,
    SiteDecision,
    TakeDecision,
    TilePlaced,
    TilesRemoved,
    TilesSwapped,
    TreasuresTaken,
    TurnBegan,
    TurnEnded,
    WarDecision,
    ZigguratBuilt,
)
from render import ENGLISH, Labels, board_png, desk_png, spaces_png
from render.board.kingdoms import EAST, NORTH, SOUTH, WEST, Role, joints_of, standing
from render.board.marks import (
    Choice,
    Fighting,
    Forced,
    Gone,
    Illegal,
    Legal,
    Placed,
    Supporter,
    Tally,
    marks_of,
    orders_of,
    tallies_of,
)
from render.board.overlay import overlay
from render.board.plates import empty_places
from render.drawing.theme import THEME, framed_small
from render.pieces.sprites import Standing, Tile, sprite
from tests.render.records import lively_game
from tests.render.scenes import (
    E5,
    EMPTY,
    GLOW,
    NAMES,
    TOP,
    around,
    changed,
    colours,
    drawn,
    grand_view,
    lettered,
    opened,
    public,
    space,
    start,
    written,
)

E6, H8 = Cell.parse("E6"), Cell.parse("H8")
KING = Leader(Dynasty.LION, Colour.BLACK)
RIVAL = Leader(Dynasty.BULL, Colour.BLACK)
PLAYING = ActionDecision(0)
HEAD = (0, 0, 972, THEME.head)


def marks(board=EMPTY, events=(), decision=PLAYING, **more):
    """The marks by the names of their spaces."""
    return {str(at): each for at, each in marks_of(board, events, decision, **more).items()}


HAPPENINGS = {
    "tile placed": (TilePlaced(0, Colour.RED, E5), {"E5"}),
    "leader placed": (LeaderPlaced(0, KING, E5, None), {"E5"}),
    "leader moved": (LeaderPlaced(0, KING, E5, E6), {"E5", "E6"}),
    "leader withdrawn": (LeaderWithdrawn(0, KING, E5), {"E5"}),
    "leader returned": (LeaderReturned(0, KING, E5, ReturnCause.NO_TEMPLE), {"E5"}),
    "catastrophe": (CatastrophePlaced(0, E5, Colour.RED), {"E5"}),
    "tiles removed": (TilesRemoved(Colour.GREEN, (E5, E6)), {"E5", "E6"}),
    "treasures taken": (TreasuresTaken(0, (E5, H8)), {"E5", "H8"}),
    "monument built": (MonumentBuilt(0, MONUMENTS[0], E5), {"E5", "F5", "E6", "F6"}),
    "ziggurat built": (ZigguratBuilt(0, E5), {"D5", "F5", "E4", "E6", "E5"}),
    "building placed": (BuildingPlaced(0, Colour.RED, E5, None), {"E5"}),
    "building moved": (BuildingPlaced(0, Colour.RED, E5, E6), {"E5", "E6"}),
    "building returned": (BuildingReturned(Colour.RED, E5), {"E5"}),
}


@pytest.mark.parametrize(("event", "cells"), HAPPENINGS.values(), ids=HAPPENINGS)
def test_what_happened_is_marked_in_its_spaces_only(event, cells):
    plain, seen = drawn(public()), drawn(public(), [event])
    assert changed(plain, seen, edge=GLOW) == cells == marks(events=[event]).keys()
    assert all(THEME.mark in colours(around(seen, cell)) for cell in cells)


def test_what_was_placed_is_told_from_what_is_gone():
    moved = marks(events=[LeaderPlaced(0, KING, E5, E6)])
    assert moved == {"E6": (Gone(KING),), "E5": (Placed(),)}
    fallen = TilesRemoved(Colour.GREEN, (E5,))
    assert marks(events=[fallen]) == {"E5": (Gone(Tile(Colour.GREEN)),)}
    assert marks(events=[fallen, TilePlaced(0, Colour.RED, E5)]) == {"E5": (Placed(),)}


def test_the_two_actions_of_a_turn_are_numbered_in_their_order():
    """R3.1; the consequences of an action have no number, nor has a single action."""
    placed, moved = TilePlaced(0, Colour.RED, E5), LeaderPlaced(0, KING, H8, E6)
    events = [placed, PointsScored(0, Colour.RED, 1, ScoreCause.TILE, KING), moved]
    assert orders_of(events) == {E5: 1, H8: 2}
    assert orders_of([moved, ConflictOpened(duel(1).conflict), placed]) == {H8: 1, E5: 2}
    assert orders_of([LeaderWithdrawn(0, KING, E6), placed]) == {E6: 1, E5: 2}
    assert orders_of([TurnBegan(1), placed, moved, TurnEnded(1, 0), TurnBegan(2)]) == {E5: 1, H8: 2}
    assert orders_of([moved, TurnBegan(1), placed, CatastrophePlaced(0, E6, None)])[E5] == 1
    assert orders_of([TilesSwapped(0, 3), placed]) == {}
    assert orders_of([TilesSwapped(0, 3), placed, moved]) == {E5: 2, H8: 3}


def duel(attack=None, *, internal=False):
    """Two Kings fight; the attacker has added that number of tiles."""
    attacker = Contender(2, KING, E5, 3, attack)
    return AddDecision(2, Conflict(internal, Colour.BLACK, attacker, Contender(1, RIVAL, H8, 2)))


FIGHT = EMPTY.with_leader(KING, E5).with_leader(RIVAL, H8)


@pytest.mark.parametrize(("added", "above"), [(None, "3+?"), (0, "3+0"), (6, "3+6")])
def test_strengths_and_what_the_attacker_added_are_shown(added, above):
    head = drawn(public(FIGHT, duel(added))).crop(HEAD)
    paints = (THEME.cream, THEME.lit)
    assert len(written(head, above, 36, paints)) == 1
    assert len(written(head, "2+?", 36, paints)) == 1


def test_figures_of_those_who_fight_stand_on_the_empty_spaces_nearest_to_them():
    assert tallies_of((), duel()) == {E5: Tally("3", attacks=True), H8: Tally("2", attacks=False)}
    assert tallies_of((), duel(6))[E5] == Tally("3+6", attacks=True)
    calm, fight = (drawn(public(FIGHT, asks)) for asks in (None, duel()))
    assert changed(calm, fight, edge=GLOW) - {"E5", "H8"} == {"E4", "H7"}
    assert THEME.ember in colours(around(fight, "E5"))
    beside = map(Cell.parse, ("E4", "D5", "F5"))
    assert empty_places([E5, H8], {E5, H8, *beside}) == {E5: E6, H8: Cell.parse("H7")}
    assert empty_places([E5], set(CELLS)) == {}


@pytest.mark.parametrize("figures", ["9", "3+6", "12+6"])
def test_figures_are_written_as_large_as_their_plate_has_room(figures):
    """A strength of two digits with what was added would reach beyond it, so it is smaller."""
    plate, blank = (
        overlay(Tally(text, attacks=True), THEME, planned=False, occupied=False)
        for text in (figures, "")
    )
    left, _, right, _ = ImageChops.difference(plate.convert("RGB"), blank.convert("RGB")).getbbox()
    assert 0.06 * plate.width <= left
    assert right <= 0.94 * plate.width


def test_attacker_and_defender_differ_in_the_form_of_all_their_marks():
    """Their leaders' frames, their supporters and their figures."""
    board = FIGHT.with_tile(Colour.BLACK, Cell.parse("D5"))
    board = board.with_tile(Colour.BLACK, Cell.parse("G8"))
    parties = Contender(2, KING, E5, 3), Contender(1, RIVAL, H8, 3)
    asks = (
        AddDecision(1, Conflict(False, Colour.BLACK, *each)) for each in (parties, parties[::-1])
    )
    pictures = [drawn(public(board, each)).convert("L") for each in asks]
    assert changed(*pictures) >= {"D5", "E5", "E4", "G8", "H8", "H7"}


MONUMENT = (MONUMENTS[0], E5)
ASKED = {
    "to play": (PLAYING, "Your turn"),
    "to add temples": (duel(internal=True), "You add temples"),
    "to add supporters": (duel(), "You add supporters"),
    "to choose the next war": (
        WarDecision(0, (Colour.RED, Colour.BLUE)),
        "You choose the next war",
    ),
    "to build a monument, or not": (BuildDecision(0, (MONUMENT,)), "You may build a monument"),
    "to build the ziggurat, or not": (BuildDecision(0, (), (E5,)), "You may build the ziggurat"),
    "to build, or not": (BuildDecision(0, (MONUMENT,), (E5,)), "You may build"),
    "to place a building, or none": (
        SiteDecision(0, Colour.RED, (E5,)),
        "You may place a building",
    ),
    "to choose treasures": (TakeDecision(0, ((E5,), (E6,))), "You take treasures"),
    "to choose a colour to score": (CubeDecision(0), "You choose a colour to score"),
    "to draw a tile": (
        DrawDecision(0, (Colour.RED,), bag=True, due=2, refill=True),
        "You draw a tile",
    ),
}


def test_the_decider_s_task_is_written():
    for caption, (decision, own) in ASKED.items():
        assert ENGLISH.of_decision(decision, 2) == caption
        assert ENGLISH.of_decision(decision, 2, own=True) == own
    assert ENGLISH.of_decision(PLAYING, 0) == "no actions left"
    assert ENGLISH.of_decision(PLAYING, 0, own=True) == "You have no actions left"


def test_each_decision_and_what_it_is_about_looks_different_above_the_board():
    decisions = (
        *(decision for decision, _ in ASKED.values()),
        WarDecision(0, (Colour.RED, Colour.GREEN)),
        BuildDecision(0, ((MONUMENTS[1], E5),)),
        SiteDecision(0, Colour.BLUE, (E5,)),
        TakeDecision(0, ((E5, E6), (E5, H8))),
        DrawDecision(0, (Colour.RED,), bag=True, due=1, refill=True),
    )
    heads = {drawn(public(FIGHT, decision)).crop(HEAD).tobytes() for decision in decisions}
    assert len(heads) == len(decisions)


def test_the_spaces_to_choose_between_are_marked():
    """A single site has one frame; of several, each space has its own."""
    assert marks(decision=SiteDecision(0, Colour.RED, (E5, H8))) == dict.fromkeys(
        ("E5", "H8"), (Choice(),)
    )
    one = BuildDecision(0, ((MONUMENTS[0], E5), (MONUMENTS[1], E5)))
    square = {"E5": "es", "F5": "sw", "E6": "ne", "F6": "nw"}
    assert marks(decision=one) == {at: (Choice(sides),) for at, sides in square.items()}
    two = marks(decision=BuildDecision(0, ((MONUMENTS[0], E5), (MONUMENTS[0], H8))))
    assert two == dict.fromkeys(("E5", "F5", "E6", "F6", "H8", "I8", "H9", "I9"), (Choice(),))
    cross = {"E4": "s", "D5": "e", "E5": "nesw", "F5": "w", "E6": "n"}
    ziggurat = BuildDecision(0, (), (E5,))
    assert marks(decision=ziggurat) == {at: (Choice(sides),) for at, sides in cross.items()}
    assert changed(drawn(public()), drawn(public(decision=one))) == {"E5", "F5", "E6", "F6"}


def test_treasures_to_choose_from_have_the_names_of_their_spaces():
    """R9.2: those that are always taken are framed without a name."""
    corner = Cell.parse("B2")
    decision = TakeDecision(0, ((corner, E5), (corner, H8)))
    assert marks(decision=decision) == {
        "B2": (Forced(),),
        "E5": (Choice(name="E5"),),
        "H8": (Choice(name="H8"),),
    }
    plain, seen = drawn(public()), drawn(public(decision=decision))
    assert changed(plain, seen) == {"B2", "E5", "H8"}
    assert THEME.gold in colours(space(seen, "B2"))
    assert space(seen, "E5").tobytes() != space(seen, "H8").tobytes()


def test_legal_spaces_are_only_named_where_there_are_more_than_forty():
    for count, many in ((40, False), (41, True)):
        found = marks(legal=CELLS[:count], refused={CELLS[50]: "A"})
        assert found.pop(str(CELLS[50])) == (Illegal("A"),)
        assert found == {str(cell): (Legal(str(cell), many),) for cell in CELLS[:count]}


def test_a_players_own_desk_says_you():
    """In place of the name; on the desks of others it stands as on the board for everyone."""
    decision, gold = SiteDecision(1, Colour.RED, (E5,)), (THEME.gold, THEME.lit)
    for seat in range(3):
        own = replace(start().view(seat), board=FIGHT, decision=decision)
        head = opened(desk_png(public(FIGHT, decision), own, NAMES[:3])).crop(HEAD)
        mine, others = (
            [at for size in (30, 27, 25, 24) for at in written(head, text, size, gold)]
            for text in ("You may place a building", "to place a building, or none")
        )
        assert (len(mine), len(others)) == ((1, 0) if seat == 1 else (0, 1))
        assert len(written(head, "Ben", 30, (THEME.cream, THEME.lit))) == (seat != 1)


def test_the_set_up_board_has_a_treasure_on_every_winged_space():
    for layout in LAYOUTS.values():
        picture = drawn(public(Board.at_set_up(layout)))
        rich = {cell for cell in CELLS if THEME.gold in colours(space(picture, str(cell)))}
        assert rich == {cell for cell in CELLS if layout.winged & cell.bit}


def test_supporters_of_both_sides_are_marked_and_so_is_which_of_them_may_be_lost():
    """R7.3: tiles of the colour in the side; R7.6: a temple with a treasure stays."""
    priest, rival = Leader(Dynasty.LION, Colour.RED), Leader(Dynasty.BULL, Colour.RED)
    board = EMPTY.with_leader(priest, E5).with_leader(rival, H8)
    for name in ("D5", "C5", "G8"):
        board = board.with_tile(Colour.RED, Cell.parse(name))
    rich = Cell.parse("C5")
    board = Board(board.layout, board.tiles, rich.bit, leaders=board.leaders)
    parties = Contender(2, priest, E5, 2), Contender(1, rival, H8, 1)
    war = AddDecision(2, Conflict(False, Colour.RED, *parties))
    assert marks(board, decision=war) == {
        "E5": (Fighting(attacks=True),),
        "H8": (Fighting(attacks=False),),
        "D5": (Supporter(attacks=True, lost=True),),
        "C5": (Supporter(attacks=True, lost=False),),
        "G8": (Supporter(attacks=False, lost=True),),
    }


def test_in_an_internal_conflict_the_temples_beside_are_marked():
    """R6.2; a temple beside both counts for both, and nothing is lost but a leader (R6.5)."""
    e7 = Cell.parse("E7")
    board = EMPTY.with_leader(KING, E5).with_leader(RIVAL, e7).with_tile(Colour.RED, E6)
    board = board.with_tile(Colour.BLACK, Cell.parse("D5"))
    parties = Contender(2, KING, E5, 1), Contender(1, RIVAL, e7, 1)
    found = marks(board, decision=AddDecision(2, Conflict(True, Colour.BLACK, *parties)))
    assert set(found) == {"E5", "E6", "E7"}
    assert set(found["E6"]) == {Supporter(attacks=True), Supporter(attacks=False)}


def test_leaders_between_whose_wars_is_chosen_are_marked():
    """R7.1: those of the colours of which the union has two."""
    board = EMPTY.with_unification(Colour.BLUE, E5)
    for name, leader in (("D5", KING), ("F5", RIVAL), ("E4", Leader(Dynasty.POT, Colour.RED))):
        board = board.with_leader(leader, Cell.parse(name))
    board = board.with_leader(Leader(Dynasty.POT, Colour.BLACK), Cell.parse("P1"))
    choices = marks(board, decision=WarDecision(0, (Colour.BLACK, Colour.GREEN)))
    assert choices == {"D5": (Choice(),), "F5": (Choice(),)}


def test_both_totals_of_a_decided_conflict_stay_to_be_read():
    attacker, defender = Contender(2, KING, E5, 3, 1), Contender(1, RIVAL, H8, 2, 0)
    events = [ConflictDecided(Conflict(False, Colour.BLACK, attacker, defender))]
    assert tallies_of(events, PLAYING) == {
        E5: Tally("4", attacks=True, won=True),
        H8: Tally("2", attacks=False, won=False),
    }
    plain, marked = drawn(public(FIGHT)), drawn(public(FIGHT), events)
    assert changed(plain, marked, edge=GLOW) == {"E4", "H7"}
    assert THEME.mark in colours(space(marked, "E4"))  # who won
    assert THEME.mark not in colours(space(marked, "H7"))


# --- kingdoms and strengths ----------------------------------------------------------------------

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
    for small in (THEME, framed_small(THEME)):
        seen = {
            sprite(Standing(KING, strength, in_revolt), small.cell, small).tobytes()
            for in_revolt in (False, True)
            for strength in range(31)
        }
        assert len(seen) == 2 * 31


# --- legal spaces, and previews ------------------------------------------------------------------


def spaces(legal=(), board=EMPTY):
    """The board with legal spaces marked, in colours."""
    return opened(spaces_png(public(board), legal))


def test_legal_spaces_and_no_others_lie_on_flat_light_ground():
    """Square and without an outline: nothing on the board looks like a key."""
    legal = {"A1", "E5", "P11", "E1"}
    plain, picture = spaces(), spaces(map(Cell.parse, legal))
    assert changed(plain, picture, 0) == legal
    edge = (4, 4, THEME.cell - 4, 12)
    for cell in legal:
        assert colours(space(picture, cell, 0).crop(edge)) == {THEME.cream}


def test_the_spaces_are_on_the_board_as_it_is_drawn_for_everybody():
    game, _ = lively_game(1)[90]
    board = drawn(game.view(None)).crop((0, TOP, THEME.width, TOP + THEME.field))
    assert opened(spaces_png(game.view(None), ())).tobytes() == board.tobytes()


def test_every_space_can_be_marked_and_reads_differently():
    """Letters and numbers beside the board are no buttons, so they never look like it."""
    plain, picture = spaces(), spaces(CELLS)
    plates = [space(picture, str(cell), 0) for cell in CELLS]
    middle = (10, 10, THEME.cell - 10, THEME.cell - 10)
    assert len({plate.crop(middle).tobytes() for plate in plates}) == len(CELLS)
    for box in (
        (0, 0, THEME.width, THEME.end_margin - THEME.rim),
        (0, 0, THEME.side_margin - THEME.rim, plain.height),
    ):
        assert plain.crop(box).tobytes() == picture.crop(box).tobytes()


def test_a_preview_looks_like_nothing_that_has_happened():
    game = start()
    action = next(a for a in game.legal_actions() if isinstance(a, PlaceTile))
    after, events = game.apply(0, action)
    done, planned = (
        opened(board_png(after.view(None), NAMES[:3], events, planned=planned))
        for planned in (False, True)
    )
    assert str(action.cell) in changed(done, planned)
    assert THEME.mark in colours(space(planned, str(action.cell)))
    head = (0, 0, done.width, THEME.head)
    assert THEME.mark in colours(planned.crop(head))
    assert THEME.mark not in colours(done.crop(head))


def test_a_paused_board_says_that_it_is_nobodys_turn():
    game = start()
    next_turn = game.apply(0, EndTurn()).game
    running, paused = (
        {board_png(each.view(None), NAMES[:3], paused=paused) for each in (game, next_turn)}
        for paused in (False, True)
    )
    assert (len(running), len(paused)) == (2, 1)


def test_a_preview_says_so_in_the_words_given():
    view, events = grand_view(), [TilePlaced(0, Colour.RED, E5)]
    french = Labels(preview="Aperçu")
    assert board_png(view, NAMES, events, french) == board_png(view, NAMES, events)
    one, other = (
        board_png(view, NAMES, events, which, planned=True) for which in (french, Labels())
    )
    assert one != other
