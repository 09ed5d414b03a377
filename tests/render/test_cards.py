"""A conflict's card: nobody has added tiles yet, the attacker has, or both; nothing hidden."""

from dataclasses import replace

import pytest

from engine import (
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    Leader,
    TilesRemoved,
    read_position,
)
from render import ENGLISH, Labels, conflict_png
from render.board.battlefield import Battlefield
from render.drawing.theme import THEME
from render.pictures.card import CARD
from tests.engine.random_games import with_others_permuted
from tests.render.records import prefix_in_conflict, record
from tests.render.scenes import EMPTY, NAMES, opened, public, size_of, start, written


def leader(seat, colour):
    return Leader(public().seats[seat], colour)


def place(seat, colour):
    """A space for the leader of that colour, far from those of the other party."""
    return Cell(2 * colour, 5 * seat)


def fought_on(board=EMPTY):
    """The public view of that board with the leaders of both parties on it."""
    for seat in (0, 2):
        for colour in Colour:
            board = board.with_leader(leader(seat, colour), place(seat, colour))
    return public(board)


VIEW = fought_on()


def contender(seat, colour, strength, added=None):
    return Contender(seat, leader(seat, colour), place(seat, colour), strength, added)


def conflict(colour=Colour.BLUE, attack=(3, None), defence=(2, None), *, internal=False):
    return Conflict(internal, colour, contender(0, colour, *attack), contender(2, colour, *defence))


def card(which, view=VIEW, **more):
    return conflict_png(view, NAMES[: len(view.seats)], which, **more)


def panels(png):
    """The card without the board above it."""
    picture = opened(png)
    return picture.crop((0, picture.height - CARD, 640, picture.height))


LEFT, RIGHT = (0, 60, 320, CARD), (320, 60, 640, CARD)
"""The panels of attacker and defender."""
SAID = 26
"""The size of what a party does or needs."""

STAGES = {
    "open": conflict(),
    "half": conflict(attack=(3, 2)),
    "holding": conflict(attack=(3, 0), defence=(4, None)),
    "won": conflict(attack=(3, 2), defence=(2, 1)),
    "held": conflict(attack=(3, 2), defence=(2, 3)),
}


def test_a_card_of_every_stage_and_kind_is_small_and_looks_different():
    cards = {card(replace(each, internal=kind)) for each in STAGES.values() for kind in (0, 1)}
    assert len(cards) == 2 * len(STAGES)
    for png in cards:
        width, height = size_of(png)
        assert width == 640
        assert CARD + 280 < height < CARD + 470  # 500 on a phone, at most
        assert len(png) < 35_000


@pytest.mark.parametrize(
    ("stage", "framed", "words"),
    [
        ("open", 0, ("attacks", "defends")),
        ("half", 1, ("attacks", "needs +3")),
        ("won", 0, ("wins", "loses")),
        ("held", 1, ("loses", "wins")),
    ],
)
def test_whoever_decides_is_framed_and_in_the_end_who_wins(stage, framed, words):
    """R6.4, R7.5: a tie is the defender's."""
    picture = panels(card(STAGES[stage]))
    corners = [picture.getpixel((x, 168)) for x in (9, 325)]
    assert [corner == THEME.gold for corner in corners] == [framed == 0, framed == 1]
    for at, (panel, word) in enumerate(zip((LEFT, RIGHT), words, strict=True)):
        paints = (THEME.gold, THEME.lit) if at == framed else (THEME.cream, THEME.panel)
        assert len(written(picture.crop(panel), word, SAID, paints)) == 1


@pytest.mark.parametrize(
    ("attack", "defence", "panel", "words"),
    [
        ((3, 0), 2, "right", "needs +1"),
        ((3, 0), 3, "right", "holds"),
        ((3, None), 3, "left", "needs +1"),
        ((3, None), 5, "left", "needs +3"),
        ((4, None), 3, "left", "attacks"),
    ],
)
def test_the_card_says_what_a_party_needs(attack, defence, panel, words):
    """R6.4, R7.5: a tie is the defender's, so that the attacker has to be ahead."""
    picture = panels(card(conflict(attack=attack, defence=(defence, None))))
    half = picture.crop(LEFT if panel == "left" else RIGHT)
    assert len(written(half, words, SAID, (THEME.gold, THEME.lit))) == 1


def test_a_card_for_one_seat_says_what_that_holds_and_no_other_card_does():
    """R15.2: the public card does not depend on hands."""
    hands = [(0, 0, count, 0) for count in (1, 4)]
    owns = [replace(start().view(0), board=VIEW.board, hands=(hand, None, None)) for hand in hands]
    one, four = (panels(card(STAGES["open"], own=own)) for own in owns)
    assert one.tobytes() != four.tobytes() != panels(card(STAGES["open"])).tobytes()
    assert one.crop(RIGHT).tobytes() == four.crop(RIGHT).tobytes()
    assert len(written(four, "×4 ", THEME.text, (THEME.cream, THEME.lit))) == 1
    # Of somebody who takes no part in it nothing is said, nor of one that is decided.
    other = replace(owns[1], viewer=1, hands=(None, hands[1], None))
    assert card(STAGES["open"], own=other) == card(STAGES["open"])
    assert card(STAGES["won"], own=owns[1]) == card(STAGES["won"])


def sums(picture):
    """The numbers in the sums of both panels, from left to right."""
    found = []
    line = picture.crop((0, 148, 640, 212))
    for text in ("?", *map(str, range(6))):
        for paint in (THEME.cream, THEME.gold):
            for ground in (THEME.panel, THEME.lit):
                found += [(x, text) for x, _ in written(line, text, 44, (paint, ground))]
    return "".join(text for _, text in sorted(found))


@pytest.mark.parametrize(
    ("stage", "numbers"),
    [("open", "3??2??"), ("half", "3252??"), ("won", "325213"), ("held", "325235")],
)
def test_both_numbers_are_seen_as_soon_as_they_are_decided(stage, numbers):
    """R6.3, R7.3: the attacker's before the defender decides, then the defender's for both."""
    assert sums(panels(card(STAGES[stage]))) == numbers


def test_a_decided_card_says_what_the_winner_scored_if_that_is_known():
    """No leader need be on the board: the loser's is not (R7.6)."""
    unknown = panels(card(STAGES["held"], public()))
    four, five = (panels(card(STAGES["held"], public(), scored=points)) for points in (4, 5))
    assert len({unknown.tobytes(), four.tobytes(), five.tobytes()}) == 3
    assert unknown.crop(LEFT).tobytes() == four.crop(LEFT).tobytes() == five.crop(LEFT).tobytes()


# --- stakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loser", "changes", "stays"), [(2, LEFT, RIGHT), (0, RIGHT, LEFT)])
def test_a_party_would_gain_by_the_supporters_of_the_other(loser, changes, stays):
    """R7.6: a point for the leader and one for each tile that the loser loses."""
    at = place(loser, Colour.BLUE)
    fewer = EMPTY.with_tile(Colour.BLUE, Cell(at.row, at.col + 1))
    more = fewer.with_tile(Colour.BLUE, Cell(at.row, at.col + 2))
    one, other = (panels(card(conflict(), fought_on(board))) for board in (fewer, more))
    assert one.crop(changes).tobytes() != other.crop(changes).tobytes()
    assert one.crop(stays).tobytes() == other.crop(stays).tobytes()


def test_a_leader_that_is_off_the_board_is_in_no_external_conflict():
    with pytest.raises(LookupError):
        card(conflict(), public())
    off, on = (panels(card(conflict(internal=True), view)) for view in (public(), VIEW))
    assert off.tobytes() == on.tobytes()


# --- the conflict's place ------------------------------------------------------------------------


def field(which, board, events=()):
    return Battlefield(public(board), which, events, 640, THEME)


def fight(first, second, *, internal=False):
    """Two Farmers on those spaces, and the board with them."""
    parties = [
        Contender(seat, leader(seat, Colour.BLUE), Cell.parse(name), 1)
        for seat, name in ((0, first), (2, second))
    ]
    board = EMPTY
    for party in parties:
        board = board.with_leader(party.leader, party.cell)
    return Conflict(internal, Colour.BLUE, *parties), board


@pytest.mark.parametrize(
    ("first", "second", "region"),
    [
        ("E5", "G5", "C3–I6"),
        ("A1", "B1", "A1–G4"),
        ("P11", "O11", "J8–P11"),
        ("E3", "E7", "B3–H7"),
        ("B5", "J5", "A3–J7"),
        ("B5", "L5", "A1–P8"),
        ("A1", "P11", "A1–P11"),
    ],
)
def test_leaders_are_as_large_as_their_distance_allows(first, second, region):
    """Seven columns, ten, or the whole board; a single row left at the board's edge is included."""
    assert str(field(*fight(first, second)).region) == region


def test_all_that_stands_to_fall_is_seen():
    """R7.6: the tiles of both sides, the unification tile between them, and all leaders."""
    which, board = fight("E5", "G5")
    beyond = board.with_tile(Colour.RED, Cell.parse("G6")).with_tile(Colour.RED, Cell.parse("G7"))
    priest = Leader(which.defender.leader.dynasty, Colour.RED)
    assert Cell.parse("G8") in field(which, beyond.with_leader(priest, Cell.parse("G8"))).region
    wide = board.with_unification(Colour.RED, Cell.parse("F5"))
    for col in "HIJKL":
        wide = wide.with_tile(Colour.BLUE, Cell.parse(f"{col}5"))
    region = field(which, wide).region
    assert all(Cell.parse(name) in region for name in ("E5", "F5", "G5", "L5"))
    # In a revolt only a leader falls (R6.5).
    assert len(field(replace(which, internal=True), wide).region.columns) == 7
    # What fell stays in sight, though it is gone.
    decided, fallen = which.with_added(1).with_added(0), Cell.parse("N5")
    removed = TilesRemoved(Colour.BLUE, (fallen,))
    assert fallen not in field(decided, board, [removed]).region
    assert fallen in field(decided, board, [ConflictDecided(decided), removed]).region


# --- hidden information, names and words ---------------------------------------------------------


def test_a_card_does_not_depend_on_anything_hidden():
    game = read_position(prefix_in_conflict(record(2, 4), internal=False))
    which = game.decision.conflict
    other = with_others_permuted(game, None)
    pictures = {card(which, view) for view in (game.view(None), other.view(None), game.view(0))}
    assert len(pictures) == 1


def test_words_come_from_the_labels_and_long_ones_are_smaller_but_whole():
    both = ("attacks", "defends", "on_board", "added", "total")
    for internal, words in (
        (True, ("internal", "temples", "if_won")),
        (False, ("external", "supporters", *both)),
    ):
        which = replace(STAGES["open"], internal=internal)
        for word in words:
            cards = [
                card(which, labels=replace(ENGLISH, **{word: f"Auseinandersetzungen {last}"}))
                for last in "ab"
            ]
            assert len({card(which), *cards}) == 3, word
            assert opened(cards[0]).size == opened(card(which)).size
        assert card(which, labels=Labels(leaders=dict.fromkeys(Colour, "Chef"))) != card(which)
