"""A conflict's card: nobody has added tiles yet, the attacker has, or both; nothing hidden."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine import (
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    Dynasty,
    Leader,
    Score,
    Step,
    TilePlaced,
    TilesRemoved,
    read_game,
    read_position,
)
from render import ENGLISH, Labels, conflict_png
from render.board.battlefield import Battlefield
from render.drawing.theme import HIGH_CONTRAST, THEME
from render.pictures.card import CARD
from tests.render.records import prefix_in_conflict, record
from tests.render.scenes import EMPTY, NAMES, colours, opened, public, start, written
from tests.render.test_pictures import AT_TABLES


def leader(seat, colour):
    return Leader(public().seats[seat], colour)


def place(seat, colour):
    """Where the leader of that colour stands, far from those of the other party."""
    return Cell(2 * colour, 5 * seat)


def fought_on(board=EMPTY):
    """What everybody sees of that board with the leaders of both parties on it."""
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


SAID = 26
"""The size of what a party does or needs."""

STAGES = {
    "open": conflict(),
    "half": conflict(attack=(3, 2)),
    "holding": conflict(attack=(3, 0), defence=(4, None)),
    "won": conflict(attack=(3, 2), defence=(2, 1)),
    "held": conflict(attack=(3, 2), defence=(2, 3)),
}


@pytest.mark.parametrize("which", STAGES.values(), ids=STAGES)
@pytest.mark.parametrize("internal", [True, False])
def test_a_card_is_small_in_every_way(which, internal):
    png = card(replace(which, internal=internal))
    with Image.open(BytesIO(png)) as image:
        assert (image.width, image.mode, image.format) == (640, "P", "PNG")
        assert CARD + 280 < image.height < CARD + 470  # 500 on a phone, at most
        image.verify()
    assert len(png) < 35_000


def test_every_stage_and_kind_looks_different():
    cards = {card(replace(each, internal=kind)) for each in STAGES.values() for kind in (0, 1)}
    assert len(cards) == 2 * len(STAGES)


def test_leaders_strengths_and_additions_are_seen():
    variants = {
        card(each)
        for each in (
            conflict(Colour.BLUE, (3, 1), (2, None)),
            conflict(Colour.GREEN, (3, 1), (2, None)),
            conflict(Colour.BLUE, (4, 1), (2, None)),
            conflict(Colour.BLUE, (3, 2), (2, None)),
            conflict(Colour.BLUE, (3, 1), (1, None)),
        )
    }
    assert len(variants) == 5


def test_only_the_attacker_is_unknown_no_more_once_it_has_added():
    """The left half changes, and on the right what the defender needs."""
    before, after = (panels(card(STAGES[stage])) for stage in ("open", "half"))
    numbers = (330, 60, 640, 248)
    assert before.crop(LEFT).tobytes() != after.crop(LEFT).tobytes()
    # The frame and the ground move to the defender: the figures are the same but for those.
    assert before.crop(numbers).tobytes() != after.crop(numbers).tobytes()


def test_whoever_decides_is_framed_and_in_the_end_who_wins():
    for stage, left, right in (
        ("open", True, False),
        ("half", False, True),
        ("won", True, False),
        ("held", False, True),
    ):
        picture = panels(card(STAGES[stage]))
        gold = (246, 190, 60)
        assert (picture.getpixel((9, 168)) == gold) == left
        assert (picture.getpixel((325, 168)) == gold) == right


@pytest.mark.parametrize(
    ("attack", "defence", "words"),
    [
        ((3, None), 2, "defends"),
        ((3, 2), 2, "needs +3"),
        ((3, 0), 2, "needs +1"),
        ((3, 0), 3, "holds"),
    ],
)
def test_the_card_says_what_the_defender_needs_for_a_tie(attack, defence, words):
    """R6.4, R7.5: a tie is the defender's."""
    picture = panels(card(conflict(attack=attack, defence=(defence, None))))
    ground, paint = (THEME.panel, THEME.cream) if attack[1] is None else (THEME.lit, THEME.gold)
    (place,) = written(picture, words, SAID, (paint, ground))
    assert place > (320, 188)


@pytest.mark.parametrize(
    ("attack", "defence", "words"), [(3, 3, "needs +1"), (3, 5, "needs +3"), (4, 3, "attacks")]
)
def test_the_card_says_what_the_attacker_needs_to_be_ahead(attack, defence, words):
    """R6.4, R7.5: a tie is not enough."""
    picture = panels(card(conflict(attack=(attack, None), defence=(defence, None))))
    (place,) = written(picture, words, SAID, (THEME.gold, THEME.lit))
    assert place < (320, 0)


def test_attacker_and_defender_differ_without_colours():
    """In the corners of their panels, and in the sign: a sword, a shield."""
    equal = conflict(attack=(3, 1), defence=(3, 1))
    for theme in (THEME, HIGH_CONTRAST):
        picture = panels(card(equal, theme=theme)).convert("L")
        corners = [picture.getpixel((x, 68)) for x in (8, 324)]
        assert corners[0] != corners[1]
        signs = [picture.crop((x, 74, x + 46, 120)) for x in (248, 564)]
        assert signs[0].tobytes() != signs[1].tobytes()


def test_a_card_for_one_seat_says_what_that_holds_and_no_other_card_does():
    """R15.2: the public card is the same whatever anybody holds."""
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
    """What stands in the sums of both panels, from left to right."""
    theme, found = THEME, []
    for text in ("?", *map(str, range(6))):
        for paint in (theme.cream, theme.gold):
            for ground in (theme.panel, theme.lit):
                found += [
                    (x, text)
                    for x, y in written(picture, text, 44, (paint, ground))
                    if 148 < y < 168
                ]
    return [text for _, text in sorted(found)]


@pytest.mark.parametrize(
    ("stage", "numbers"),
    [("open", "3??2??"), ("half", "3252??"), ("won", "325213"), ("held", "325235")],
)
@pytest.mark.parametrize("internal", [True, False])
def test_both_numbers_are_seen_as_soon_as_they_are_decided(stage, numbers, internal):
    """R6.3, R7.3: the attacker's before the defender decides, then the defender's for both."""
    assert "".join(sums(panels(card(replace(STAGES[stage], internal=internal))))) == numbers


@pytest.mark.parametrize(
    ("stage", "attacker", "defender"), [("won", "wins", "loses"), ("held", "loses", "wins")]
)
def test_a_decided_card_says_who_wins(stage, attacker, defender):
    """R6.4, R7.5: a tie is the defender's."""
    picture = panels(card(STAGES[stage]))
    for panel, word in ((LEFT, attacker), (RIGHT, defender)):
        paints = (THEME.gold, THEME.lit) if word == "wins" else (THEME.cream, THEME.panel)
        assert len(written(picture.crop(panel), word, SAID, paints)) == 1


def test_a_decided_card_says_what_the_winner_scored_if_that_is_known():
    """No leader need be on the board: the loser's is not (R7.6)."""
    unknown = panels(card(STAGES["held"], public()))
    four, five = (panels(card(STAGES["held"], public(), scored=points)) for points in (4, 5))
    assert len({unknown.tobytes(), four.tobytes(), five.tobytes()}) == 3
    assert unknown.crop(LEFT).tobytes() == four.crop(LEFT).tobytes() == five.crop(LEFT).tobytes()


# --- what is at stake ----------------------------------------------------------------------------


LEFT, RIGHT = (0, 60, 320, CARD), (320, 60, 640, CARD)
"""The panels of attacker and defender."""


@pytest.mark.parametrize(("loser", "changes", "stays"), [(2, LEFT, RIGHT), (0, RIGHT, LEFT)])
def test_a_party_would_gain_by_the_supporters_of_the_other(loser, changes, stays):
    """R7.6: a point for the leader and one for each tile that the loser loses."""
    at = place(loser, Colour.BLUE)
    fewer = EMPTY.with_tile(Colour.BLUE, Cell(at.row, at.col + 1))
    more = fewer.with_tile(Colour.BLUE, Cell(at.row, at.col + 2))
    one, other = (panels(card(conflict(), fought_on(board))) for board in (fewer, more))
    assert one.crop(changes).tobytes() != other.crop(changes).tobytes()
    assert one.crop(stays).tobytes() == other.crop(stays).tobytes()


def test_a_gain_is_what_the_winner_scores():
    """What is not in the loser's side, or stays on the board, is not counted."""
    at = place(2, Colour.BLUE)
    board = EMPTY
    for step in (1, 2, 3):
        board = board.with_tile(Colour.BLUE, Cell(at.row, at.col + step))
    apart = board.with_tile(Colour.BLUE, Cell(10, 0))
    assert card(conflict(), fought_on(board)) == card(conflict(), fought_on(apart))
    stays = board.with_building(Colour.BLUE, Cell(at.row, at.col + 2))  # R12.1.7
    assert card(conflict(), fought_on(board)) != card(conflict(), fought_on(stays))


def test_a_leader_that_is_off_the_board_is_in_no_external_conflict():
    with pytest.raises(LookupError):
        card(conflict(), public())
    off, on = (panels(card(conflict(internal=True), view)) for view in (public(), VIEW))
    assert off.tobytes() == on.tobytes()


def test_an_internal_conflict_is_about_one_red_point_whatever_the_board():
    which = conflict(internal=True)
    supported = EMPTY.with_tile(Colour.BLUE, Cell(4, 1)).with_tile(Colour.BLUE, Cell(4, 11))
    bare, full = (panels(card(which, view)) for view in (VIEW, fought_on(supported)))
    assert bare.tobytes() == full.tobytes()


@pytest.mark.parametrize("options", [(), ("buildings", "english", "open", "ziggurat")])
def test_every_conflict_of_whole_games_can_be_drawn(options):
    drawn = 0
    for each in read_game(record(5, 4, "classic", options)):
        if not isinstance(each, Step):
            continue
        view = each.game.view(None)
        if isinstance(getattr(view.decision, "conflict", None), Conflict):
            drawn += 1
            if drawn % 4 == 0:
                card(view.decision.conflict, view)
    assert drawn > 10


# --- where it is fought --------------------------------------------------------------------------


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


def test_sides_and_what_would_be_lost_are_marked_as_on_the_board():
    """The attacker's ground is orange; a supporter that falls is marked, one that stays is not."""
    which, board = fight("E5", "H5")
    ember = []
    for tiles in ((), ("D5",), ("D5", "C5")):
        lived = board
        for name in tiles:
            lived = lived.with_tile(Colour.BLUE, Cell.parse(name))
        picture = opened(card(which, public(lived)))
        ember.append(dict(map(reversed, picture.getcolors(maxcolors=256)))[THEME.ember])
    assert ember == sorted(set(ember))


def test_a_conflict_is_shown_with_what_opened_it():
    placed = TilePlaced(0, Colour.RED, Cell.parse("F5"))
    which, board = fight("E5", "G5")
    joined = public(board.with_unification(Colour.RED, Cell.parse("F5")))
    assert THEME.mark not in colours(opened(card(which, joined)))
    assert THEME.mark in colours(opened(card(which, joined, events=[placed])))


# --- hidden information, names and words ---------------------------------------------------------


def test_a_card_does_not_depend_on_anything_hidden():
    game = read_position(prefix_in_conflict(record(3, 4), internal=False))
    which = game.decision.conflict
    hands = tuple((sum(hand), 0, 0, 0) for hand in game.hands)
    other = replace(game, hands=hands, scores=(Score(9, 9, 9, 9, 9),) * 4, bag=game.bag[::-1])
    pictures = {card(which, view) for view in (game.view(None), other.view(None), game.view(0))}
    assert len(pictures) == 1


def test_no_name_breaks_a_card():
    for which in STAGES.values():
        size = opened(card(which)).size
        for names in AT_TABLES:
            for three in (names[:3], names[1:]):
                assert opened(conflict_png(VIEW, three, which)).size == size


def test_every_seat_needs_a_name():
    with pytest.raises(ValueError, match="3 seats"):
        conflict_png(VIEW, NAMES[:2], STAGES["open"])


def test_words_come_from_the_labels_as_far_as_the_font_has_them():
    both = ("attacks", "defends", "on_board", "added", "total")
    for internal, words in (
        (True, ("internal", "temples", "if_won", *both)),
        (False, ("external", "supporters", *both)),
    ):
        which = replace(STAGES["open"], internal=internal)
        plain = card(which)
        for word in words:
            assert card(which, labels=replace(ENGLISH, **{word: "Ὀδυσσεύς"})) != plain
            assert card(which, labels=replace(ENGLISH, **{word: "手番"})) == plain
        assert card(which, labels=Labels(leaders=dict.fromkeys(Colour, "Chef"))) != plain


def test_long_words_are_smaller_but_whole():
    for word in ("external", "supporters", "attacks", "on_board", "added", "total"):
        one, other = (
            card(STAGES["open"], labels=replace(ENGLISH, **{word: f"Auseinandersetzungen {last}"}))
            for last in "ab"
        )
        assert one != other, word
        assert opened(one).size == opened(card(STAGES["open"])).size


def test_the_same_card_has_the_same_bytes():
    assert card(STAGES["half"]) == card(STAGES["half"])
    assert card(STAGES["half"]) != card(STAGES["half"], theme=HIGH_CONTRAST)


def test_dynasties_are_told_apart():
    seats = (Dynasty.POT, Dynasty.BULL, Dynasty.LION)
    mine, other = leader(0, Colour.BLUE), Leader(Dynasty.POT, Colour.BLUE)
    board = VIEW.board.without_leader(mine).with_leader(other, place(0, Colour.BLUE))
    which = replace(STAGES["open"], attacker=replace(STAGES["open"].attacker, leader=other))
    assert card(which, replace(VIEW, seats=seats, board=board)) != card(STAGES["open"])
