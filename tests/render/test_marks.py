"""What just happened and what is decided is marked where it is on the board."""

from dataclasses import replace

import pytest
from PIL import ImageChops

from engine import (
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
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
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
from render import desk_png
from render.board.field import pieces_on
from render.board.marks import Fighting, Supporter, Tally, marks_of, orders_of, tallies_of
from render.board.overlay import overlay
from render.board.plates import empty_places
from render.drawing.theme import THEME
from tests.render.scenes import (
    EMPTY,
    GLOW,
    NAMES,
    around,
    changed,
    colours,
    drawn,
    lively_game,
    opened,
    public,
    space,
    start,
    written,
)

E5, E6, H8 = map(Cell.parse, ("E5", "E6", "H8"))
KING = Leader(Dynasty.LION, Colour.BLACK)
RIVAL = Leader(Dynasty.BULL, Colour.BLACK)

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
    view = public()
    plain, marked = drawn(view), drawn(view, [event])
    assert changed(plain, marked, edge=GLOW) == cells
    assert all(THEME.mark in colours(around(marked, cell)) for cell in cells)


def test_an_arrow_leads_from_where_a_leader_stood_to_where_it_went():
    picture = drawn(public(), [LeaderPlaced(0, KING, Cell.parse("A11"), Cell.parse("E11"))])
    assert all(THEME.mark in colours(around(picture, f"{col}11")) for col in "ABCDE")


def test_the_two_actions_of_a_turn_are_numbered_in_their_order():
    """R3.1; what follows from an action has no number of its own."""
    placed, moved = TilePlaced(0, Colour.RED, E5), LeaderPlaced(0, KING, H8, E6)
    conflict = duel(1).conflict
    events = [placed, PointsScored(0, Colour.RED, 1, ScoreCause.TILE, KING), moved]
    assert orders_of(events) == {E5: 1, H8: 2}
    assert orders_of([moved, ConflictOpened(conflict), placed]) == {H8: 1, E5: 2}
    assert orders_of([LeaderWithdrawn(0, KING, E6), placed]) == {E6: 1, E5: 2}
    assert orders_of([TurnBegan(1), placed, moved, TurnEnded(1, 0), TurnBegan(2)]) == {E5: 1, H8: 2}
    once = drawn(public(), [placed, moved])
    other = drawn(public(), [moved, placed])
    assert changed(once, other) >= {"E5", "H8"}


def test_a_single_action_on_the_board_has_no_number():
    placed = TilePlaced(0, Colour.RED, E5)
    assert orders_of([placed]) == {}
    assert orders_of([TilesSwapped(0, 3), placed]) == {}


def test_a_space_placed_on_after_a_tile_was_removed_shows_the_placing():
    view = public(EMPTY.with_tile(Colour.RED, E5))
    placed = TilePlaced(0, Colour.RED, E5)
    later = drawn(view, [TilesRemoved(Colour.GREEN, (E5,)), placed])
    assert later.tobytes() == drawn(view, [placed]).tobytes()


def duel(attack=None, *, internal=False):
    """Two Kings fight; the attacker has added so many tiles."""
    attacker = Contender(2, KING, E5, 3, attack)
    return AddDecision(2, Conflict(internal, Colour.BLACK, attacker, Contender(1, RIVAL, H8, 2)))


FIGHT = EMPTY.with_leader(KING, E5).with_leader(RIVAL, H8)


def test_the_conflict_is_shown_on_the_board_and_above_it():
    calm, fight = drawn(public(FIGHT)), drawn(public(FIGHT, duel()))
    assert {"E5", "H8"} <= changed(calm, fight)
    head = (0, 0, calm.width, THEME.head)
    assert calm.crop(head).tobytes() != fight.crop(head).tobytes()


HEAD = (0, 0, 972, THEME.head)


@pytest.mark.parametrize(("added", "above"), [(None, "3+?"), (0, "3+0"), (6, "3+6")])
def test_strengths_and_what_the_attacker_added_are_shown(added, above):
    head = drawn(public(FIGHT, duel(added))).crop(HEAD)
    paints = (THEME.cream, THEME.lit)
    assert len(written(head, above, 36, paints)) == 1
    assert len(written(head, "2+?", 36, paints)) == 1


def test_figures_of_those_who_fight_stand_on_the_empty_spaces_nearest_to_them():
    assert tallies_of((), duel()) == {E5: Tally("3", attacks=True), H8: Tally("2", attacks=False)}
    assert tallies_of((), duel(6))[E5] == Tally("3+6", attacks=True)
    calm, *fights = (drawn(public(FIGHT, asks)) for asks in (None, duel(), duel(0), duel(6)))
    for fight in fights:
        assert changed(calm, fight, edge=GLOW) - {"E5", "H8"} == {"E4", "H7"}
        assert THEME.ember in colours(around(fight, "E5"))
    assert len({space(fight, "E4").tobytes() for fight in fights}) == 3


@pytest.mark.parametrize("figures", ["9", "3+6", "12+6"])
def test_figures_are_written_as_large_as_their_plate_has_room(figures):
    """A strength of two digits with what was added would reach beyond it, so it is smaller."""
    plate, blank = (
        overlay(Tally(text, attacks=True), THEME, planned=False, occupied=False)
        for text in (figures, "")
    )
    written = ImageChops.difference(plate.convert("RGB"), blank.convert("RGB")).getbbox()
    assert written is not None
    left, _, right, _ = written
    assert left >= 0.06 * plate.width
    assert right <= 0.94 * plate.width


def test_figures_never_stand_on_a_piece():
    beside = map(Cell.parse, ("E4", "D5", "F5"))
    assert empty_places([E5, H8], {E5, H8, *beside}) == {E5: E6, H8: Cell.parse("H7")}
    full = {Cell(row, col) for row in range(11) for col in range(16)}
    assert empty_places([E5], full) == {}
    for game, events in lively_game(2)[::9]:
        pieces = pieces_on(game.board)
        tallies = tallies_of(events, game.decision)
        places = empty_places(tallies, pieces)
        assert places.keys() == tallies.keys()
        assert not places.values() & pieces.keys()


def test_attacker_and_defender_differ_in_the_form_of_all_their_marks():
    """Their leaders' frames, their supporters and their figures."""
    board = FIGHT.with_tile(Colour.BLACK, Cell.parse("D5")).with_tile(
        Colour.BLACK, Cell.parse("G8")
    )
    one = duel().conflict
    parties = Contender(2, KING, E5, 3), Contender(1, RIVAL, H8, 3)
    swapped = AddDecision(1, Conflict(False, one.colour, *parties[::-1]))
    as_is = AddDecision(1, Conflict(False, one.colour, *parties))
    pictures = [drawn(public(board, asks)).convert("L") for asks in (as_is, swapped)]
    assert changed(*pictures) >= {"D5", "E5", "E4", "G8", "H8", "H7"}


def test_internal_and_external_conflicts_are_told_apart():
    pictures = [drawn(public(FIGHT, duel(internal=internal))) for internal in (True, False)]
    assert pictures[0].tobytes() != pictures[1].tobytes()


def test_each_kind_of_decision_looks_different():
    choices = ((E5,), (E6,))
    decisions = (
        None,
        duel(),
        WarDecision(0, (Colour.RED, Colour.BLUE)),
        WarDecision(0, (Colour.RED, Colour.GREEN)),
        BuildDecision(0, ((MONUMENTS[0], E5),)),
        BuildDecision(0, ((MONUMENTS[1], E5),)),
        TakeDecision(0, choices),
        BuildDecision(0, (), (E5,)),
        BuildDecision(0, ((MONUMENTS[0], E5),), (E5,)),
        SiteDecision(0, Colour.RED, (E5,)),
        SiteDecision(0, Colour.BLUE, (E5,)),
        CubeDecision(0),
        DrawDecision(0, (Colour.RED,), bag=True, due=2, refill=True),
        DrawDecision(0, (Colour.RED,), bag=True, due=1, refill=True),
    )
    pictures = {drawn(public(FIGHT, decision)).tobytes() for decision in decisions}
    assert len(pictures) == len(decisions)


def test_the_spaces_to_choose_between_are_marked():
    plain = drawn(public())
    build = drawn(public(decision=BuildDecision(0, ((MONUMENTS[0], E5), (MONUMENTS[1], E5)))))
    take = drawn(public(decision=TakeDecision(0, ((E5,), (H8,)))))
    assert changed(plain, build) == {"E5", "F5", "E6", "F6"}
    assert changed(plain, take) == {"E5", "H8"}
    site = drawn(public(decision=SiteDecision(0, Colour.RED, (E5, H8))))
    assert changed(plain, site) == {"E5", "H8"}
    ziggurat = drawn(public(decision=BuildDecision(0, (), (E5,))))
    assert changed(plain, ziggurat) == {"D5", "F5", "E4", "E6"}


def taking(stays, forced=""):
    """One of *stays* is left, the others and all of *forced* are taken (R9.2)."""
    may_stay, every = ({*map(Cell.parse, names.split())} for names in (stays, f"{stays} {forced}"))
    return TakeDecision(0, tuple(tuple(sorted(every - {left})) for left in sorted(may_stay)))


def plate(picture, cell):
    """The middle of a space's lower half, where its name is."""
    size = THEME.cell
    return space(picture, cell).crop((8, size // 2 + 2, size - 8, size - 5)).tobytes()


def test_treasures_to_choose_from_show_their_spaces():
    three = drawn(public(decision=taking("F3 N5 I7")))
    a, b, c = (plate(three, cell) for cell in ("F3", "N5", "I7"))
    assert len({a, b, c}) == 3
    two = drawn(public(decision=taking("N5 I7")))
    assert [plate(two, cell) for cell in ("N5", "I7")] == [b, c]


def test_treasures_that_are_always_taken_are_framed_without_a_name():
    """R9.2: their spaces are framed on the board."""
    plain = drawn(public())
    with_corners = drawn(public(decision=taking("F3 N5", forced="B2 O9")))
    assert changed(plain, with_corners) == {"F3", "N5", "B2", "O9"}
    without = drawn(public(decision=taking("F3 N5")))
    assert changed(without, with_corners) == {"B2", "O9"}
    for corner in ("B2", "O9"):
        assert THEME.gold in colours(space(with_corners, corner))


def test_a_single_site_to_build_on_is_framed_as_a_whole():
    """Where there are several, each space has its own frame."""
    inner = (THEME.cell // 2, 0, THEME.cell // 2 + 1, 3)

    def upper_edge(cell, *corners):
        decision = BuildDecision(0, tuple((MONUMENTS[0], corner) for corner in corners))
        return colours(space(drawn(public(decision=decision)), cell).crop(inner))

    assert THEME.gold in upper_edge("E5", E5)
    assert THEME.gold not in upper_edge("E6", E5)
    assert THEME.gold in upper_edge("E6", E5, H8)


def test_there_is_a_treasure_above_the_board_for_each_that_is_taken():
    def head(*choices):
        return drawn(public(decision=TakeDecision(0, choices))).crop(HEAD).tobytes()

    assert head((E5,), (E6,)) == head((E5,), (E6,), (H8,))
    assert head((E5,), (E6,)) != head((E5, E6), (E5, H8))


@pytest.mark.parametrize(
    ("decision", "caption"),
    [
        (ActionDecision(0), "to play"),
        (duel(internal=True), "to add temples"),
        (duel(internal=False), "to add supporters"),
        (WarDecision(0, (Colour.RED, Colour.BLUE)), "to choose the next war"),
        (BuildDecision(0, ((MONUMENTS[0], E5),)), "to build a monument, or not"),
        (BuildDecision(0, (), (E5,)), "to build the ziggurat, or not"),
        (BuildDecision(0, ((MONUMENTS[0], E5),), (E5,)), "to build, or not"),
        (SiteDecision(0, Colour.RED, (E5,)), "to place a building, or none"),
        (TakeDecision(0, ((E5,), (E6,))), "to choose treasures"),
        (CubeDecision(0), "to choose a colour to score"),
        (DrawDecision(0, (Colour.RED,), bag=True, due=2, refill=True), "to draw a tile"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_whoever_decides_does_is_said_below_the_name(decision, caption):
    head = drawn(public(FIGHT, decision)).crop(HEAD)
    sizes = (27, 25, 24)
    assert sum(len(written(head, caption, size, (THEME.gold, THEME.lit))) for size in sizes) == 1


def test_the_set_up_board_has_a_treasure_on_every_winged_space():
    for layout in LAYOUTS.values():
        picture = drawn(public(Board.at_set_up(layout)))
        cells = [f"{col}{row}" for row in range(1, 12) for col in "ABCDEFGHIJKLMNOP"]
        rich = {cell for cell in cells if THEME.gold in colours(space(picture, cell))}
        assert rich == {cell for cell in cells if layout.winged & Cell.parse(cell).bit}


def test_supporters_of_both_sides_are_marked_and_so_is_which_of_them_may_be_lost():
    """R7.3: tiles of the colour in the side; R7.6: a temple with a treasure stays."""
    priest, rival = Leader(Dynasty.LION, Colour.RED), Leader(Dynasty.BULL, Colour.RED)
    board = EMPTY.with_leader(priest, E5).with_leader(rival, H8)
    for name in ("D5", "C5", "G8"):
        board = board.with_tile(Colour.RED, Cell.parse(name))
    rich = Cell.parse("C5")
    board = Board(board.layout, board.tiles, rich.bit, leaders=board.leaders)
    parties = Contender(2, priest, E5, 2), Contender(1, rival, H8, 1)
    marks = marks_of(board, (), AddDecision(2, Conflict(False, Colour.RED, *parties)))
    assert marks == {
        E5: (Fighting(attacks=True),),
        H8: (Fighting(attacks=False),),
        Cell.parse("D5"): (Supporter(attacks=True, lost=True),),
        rich: (Supporter(attacks=True, lost=False),),
        Cell.parse("G8"): (Supporter(attacks=False, lost=True),),
    }


def test_in_an_internal_conflict_the_temples_beside_are_marked():
    """R6.2; a temple beside both counts for both, and nothing is lost but a leader (R6.5)."""
    king, rival = (Leader(dynasty, Colour.BLACK) for dynasty in (Dynasty.LION, Dynasty.BULL))
    between, e7 = E6, Cell.parse("E7")
    board = EMPTY.with_leader(king, E5).with_leader(rival, e7).with_tile(Colour.RED, between)
    board = board.with_tile(Colour.BLACK, Cell.parse("D5"))
    parties = Contender(2, king, E5, 1), Contender(1, rival, e7, 1)
    marks = marks_of(board, (), AddDecision(2, Conflict(True, Colour.BLACK, *parties)))
    assert set(marks) == {E5, between, e7}
    assert set(marks[between]) == {Supporter(attacks=True), Supporter(attacks=False)}


def test_leaders_between_whose_wars_is_chosen_are_marked():
    """R7.1: those of the colours of which the union has two."""
    board = EMPTY.with_unification(Colour.BLUE, E5)
    for name, leader in (("D5", KING), ("F5", RIVAL), ("E4", Leader(Dynasty.POT, Colour.RED))):
        board = board.with_leader(leader, Cell.parse(name))
    marks = marks_of(board, (), WarDecision(0, (Colour.BLACK, Colour.GREEN)))
    assert set(marks) == set(map(Cell.parse, ("D5", "F5")))


def test_both_totals_of_a_decided_conflict_stay_to_be_read():
    attacker, defender = Contender(2, KING, E5, 3, 1), Contender(1, RIVAL, H8, 2, 0)
    events = [ConflictDecided(Conflict(False, Colour.BLACK, attacker, defender))]
    assert tallies_of(events, ActionDecision(0)) == {
        E5: Tally("4", attacks=True, won=True),
        H8: Tally("2", attacks=False, won=False),
    }
    plain, told = drawn(public(FIGHT)), drawn(public(FIGHT), events)
    assert changed(plain, told, edge=GLOW) == {"E4", "H7"}
    assert THEME.mark in colours(space(told, "E4"))  # who won
    assert THEME.mark not in colours(space(told, "H7"))


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (ActionDecision(0), "Your turn"),
        (duel(internal=True), "You add temples"),
        (WarDecision(0, (Colour.RED, Colour.BLUE)), "You choose the next war"),
        (SiteDecision(0, Colour.RED, (E5,)), "You may place a building"),
        (BuildDecision(0, ((MONUMENTS[0], E5),)), "You may build a monument"),
        (TakeDecision(0, ((E5,), (E6,))), "You take treasures"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_players_own_desk_says_you(decision, said):
    """In place of the name; on the desks of others it stands as on the board for everyone."""
    paints = (THEME.gold, THEME.lit)
    for seat in range(3):
        own = replace(start().view(seat), board=FIGHT, decision=decision)
        head = opened(desk_png(public(FIGHT, decision), own, NAMES[:3])).crop(HEAD)
        told = [at for size in (30, 27, 25, 24) for at in written(head, said, size, paints)]
        assert len(told) == (seat == decision.seat)
