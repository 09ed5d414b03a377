"""Everything is distinguishable on a phone: in colours, with each deficiency, and in grey.

The measure is in ``vision.py``: the mean distance over a space of 24 pixels.
"""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

from engine import (
    CELLS,
    COLOURS,
    LAYOUTS,
    LEADERS,
    MONUMENTS,
    ActionDecision,
    AddDecision,
    Board,
    Cell,
    Colour,
    Conflict,
    Contender,
    Dynasty,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    ReturnCause,
    SiteDecision,
    TakeDecision,
    TilePlaced,
    TilesRemoved,
    TreasuresTaken,
    cells_of,
    square,
)
from render import THEME, THEMES, board_png, emoji_png, spaces_png
from render.pieces.sprites import (
    Building,
    Catastrophe,
    Emblem,
    FaceDown,
    MonumentPart,
    Standing,
    Tile,
    Treasure,
    Unification,
    ZigguratPart,
    sprite,
)
from render.specimen.vision import seen
from tests.render.scenes import (
    E5,
    EMPTY,
    NAMES,
    around,
    changed,
    colours,
    drawn,
    opened,
    public,
    space,
)
from tests.render.vision import VISIONS, closest, distance

AT_A_GLANCE = 2.0
"""The least distance between two things. Of the leaders as they were, with the sphere as a badge
on a pale disc, those of one dynasty were 1.1 apart in grey (priest and farmer): they fail."""
SIGNS = 5.0
"""The same for the dynasties, whose signs fill a space: they differ in form, not by a shade. As
they were, in thin lines, bull and pot were 1.3 (grey) to 3.4 apart: no colour passes, with any
vision. Their emblems, which nobody mistook, were 6.0."""
ADDED = 1.2
"""The same for what lies on a piece, or under it: it is small, and may be looked at twice."""

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
HARDEST = ("grey", "protanopia")
"""The visions to check: in others, lightness differs as it does in grey; only people who lack the
cones for red see that darker."""

H5 = Cell.parse("H5")


def on_land(piece, theme):
    ground = Image.new("RGB", (theme.cell, theme.cell), theme.land)
    drawing = sprite(piece, theme.cell, theme)
    ground.paste(drawing, (0, 0), drawing)
    return ground


def laid(pieces, theme):
    return {name: on_land(piece, theme) for name, piece in pieces.items()}


def standing(leader):
    return Standing(leader, 3)


DYNASTIES = {
    colour: {dynasty: standing(Leader(dynasty, colour)) for dynasty in Dynasty} for colour in Colour
}
PIECES = {
    "all that lies or stands on a space": {
        **{f"tile {colour}": Tile(colour) for colour in Colour},
        **{f"leader {leader}": standing(leader) for leader in LEADERS},
        **{f"tile {colour} with building": Tile(colour, building=True) for colour in Colour},
        **{
            f"top of monument {monument}": MonumentPart(monument, 0, 0)
            for monument in (MONUMENTS[0], MONUMENTS[3], MONUMENTS[5])
        },
        "unification tile": Unification(Colour.RED),
        "catastrophe": Catastrophe(),
        "face-down tile": FaceDown(),
        "ziggurat": ZigguratPart(1, 1),
    },
    "all that is counted beside the board": {
        **{f"tile {colour}": Tile(colour) for colour in Colour},
        **{f"leader {leader}": leader for leader in LEADERS},
        **{f"building {colour}": Building(colour) for colour in Colour},
        **{f"emblem {dynasty}": Emblem(dynasty) for dynasty in Dynasty},
        **{f"monument {monument}": monument for monument in MONUMENTS},
        "catastrophe": Catastrophe(),
        "face-down tile": FaceDown(),
        "treasure": Treasure(),
    },
}
DETAILS = {
    **{
        f"{colour} with and without a treasure": {
            "with": Tile(colour, treasure=True),
            "without": Tile(colour),
        }
        for colour in Colour
    },
    "what lies under the unification tile": {colour: Unification(colour) for colour in Colour},
    "a face-down tile with and without a treasure": {
        "with": FaceDown(treasure=True),
        "without": FaceDown(),
    },
}


def alike(pictures, least):
    """The pairs that are closer than that, with a vision for which that is hard."""
    found = [(vision, closest(pictures, vision, 1)[0]) for vision in HARDEST]
    return [(vision, pair) for vision, pair in found if pair[0] <= least]


@themes
@pytest.mark.parametrize(
    ("groups", "least"), [(PIECES, AT_A_GLANCE), (DYNASTIES, SIGNS), (DETAILS, ADDED)]
)
def test_pieces_and_what_lies_on_them_are_told_apart_on_a_phone(groups, least, theme):
    for group in groups.values():
        assert alike(laid(group, theme), least) == []


# --- marks ---------------------------------------------------------------------------------------

ATTACKER, DEFENDER = Leader(Dynasty.ARCHER, Colour.RED), Leader(Dynasty.BULL, Colour.RED)
TEMPLE = EMPTY.with_tile(Colour.RED, E5)
WITH_LEADER = EMPTY.with_leader(ATTACKER, E5)


def fight(*, attacking):
    """A war in which the leader on E5 attacks, or defends against the one on H5."""
    here, there = Contender(0, ATTACKER, E5, 2), Contender(1, DEFENDER, H5, 2)
    parties = (here, there) if attacking else (there, here)
    return AddDecision(parties[0].seat, Conflict(False, Colour.RED, *parties))


def marked(board, theme, *events, decision=None):
    view = public(board, decision or ActionDecision(0))
    return around(opened(board_png(view, NAMES[:3], events, theme=theme)), "E5")


def legal(board, theme):
    return around(opened(spaces_png(public(board), [E5], theme=theme)), "E5", 0)


def refused(board, theme):
    drawn = spaces_png(public(board), [H5], refused={E5: "A"}, theme=theme)
    return around(opened(drawn), "E5", 0)


def on_a_tile(theme):
    rich = replace(TEMPLE, treasures=E5.bit)
    e6, i5 = Cell.parse("E6"), Cell.parse("I5")
    beside = TEMPLE.with_leader(ATTACKER, e6).with_leader(DEFENDER, H5)
    parties = Contender(0, ATTACKER, e6, 1), Contender(1, DEFENDER, H5, 1)
    at_stake = AddDecision(0, Conflict(False, Colour.RED, *parties))
    return {
        "nothing": marked(TEMPLE, theme),
        "placed": marked(TEMPLE, theme, TilePlaced(0, Colour.RED, E5)),
        "treasure taken": marked(TEMPLE, theme, TreasuresTaken(0, (E5,))),
        "at stake": marked(beside, theme, decision=at_stake),
        "to choose": marked(TEMPLE, theme, decision=SiteDecision(0, Colour.RED, (E5,))),
        "legal": legal(TEMPLE, theme),
        "refused": refused(TEMPLE, theme),
        "may stay": marked(rich, theme, decision=TakeDecision(0, ((E5,), (H5,)))),
        "taken anyway": marked(rich, theme, decision=TakeDecision(0, ((E5, H5), (E5, i5)))),
    }


def on_a_leader(theme):
    board = WITH_LEADER.with_leader(DEFENDER, H5)
    return {
        "nothing": marked(board, theme),
        "placed": marked(board, theme, LeaderPlaced(0, ATTACKER, E5, None)),
        "attacks": marked(board, theme, decision=fight(attacking=True)),
        "defends": marked(board, theme, decision=fight(attacking=False)),
    }


def on_nothing(theme):
    back = LeaderReturned(0, ATTACKER, E5, ReturnCause.LOST_CONFLICT)
    return {
        "nothing": marked(EMPTY, theme),
        "a tile gone": marked(EMPTY, theme, TilesRemoved(Colour.RED, (E5,))),
        "a leader gone": marked(EMPTY, theme, back),
        "legal": legal(EMPTY, theme),
        "refused": refused(EMPTY, theme),
        "to choose": marked(EMPTY, theme, decision=SiteDecision(0, Colour.RED, (E5,))),
        "a tile": marked(TEMPLE, theme),
        "a leader": marked(WITH_LEADER, theme),
    }


GROUNDS = {"a tile": on_a_tile, "a leader": on_a_leader, "an empty space": on_nothing}


@themes
@pytest.mark.parametrize("ground", GROUNDS)
def test_marks_are_told_apart_on_a_phone(ground, theme):
    assert alike(GROUNDS[ground](theme), AT_A_GLANCE) == []


# --- the measure itself --------------------------------------------------------------------------


def test_red_and_green_are_close_to_those_who_lack_the_cones_for_them():
    """Machado, Oliveira and Fernandes: white stays white, red turns dark or yellow."""
    for vision in VISIONS:
        assert distance(seen((255, 255, 255), vision), (255, 255, 255)) < 1
    red, green = (200, 60, 40), (110, 120, 40)
    for vision in ("deuteranopia", "protanopia"):
        assert distance(red, green, vision) < distance(red, green) / 2
    assert distance(red, green, "tritanopia") > distance(red, green) / 2


# --- every piece is seen, and none is taken for another (R1.2 to R1.4) ----------------------------


def test_the_ziggurat_stands_on_the_five_spaces_of_its_cross_only():
    empty, built = (drawn(public(board)) for board in (EMPTY, EMPTY.with_ziggurat(E5)))
    assert changed(empty, built) == {"E4", "D5", "E5", "F5", "E6"}


def test_a_monument_spans_its_square_in_both_colours():
    for monument in MONUMENTS:
        picture = drawn(public(EMPTY.with_monument(monument, E5)))
        seen = set().union(*(colours(space(picture, str(cell))) for cell in cells_of(square(E5))))
        assert {THEME.of(monument.first), THEME.of(monument.second)} <= seen


@pytest.mark.parametrize(
    "board",
    [
        EMPTY.with_tile(Colour.RED, E5),
        EMPTY.with_monument(MONUMENTS[0], E5),
        EMPTY.with_tile(Colour.RED, E5).with_ziggurat(E5),
    ],
    ids=["temple", "monument", "ziggurat"],
)
def test_a_treasure_is_seen_whatever_it_lies_on(board):
    seen = [
        colours(space(drawn(public(replace(board, treasures=treasures))), "E5"))
        for treasures in (0, E5.bit)
    ]
    assert [THEME.gold in each for each in seen] == [False, True]


def area(picture, cell, paint):
    """The number of pixels of a space in that paint."""
    return sum(count for count, seen in space(picture, str(cell)).getcolors(9999) if seen == paint)


@pytest.mark.parametrize("name", LAYOUTS)
def test_rivers_winged_and_framed_spaces_are_told_apart(name):
    layout = LAYOUTS[name]
    picture = drawn(public(Board(layout, (0, 0, 0, 0), 0)))
    for cell in CELLS:
        seen = colours(space(picture, str(cell)))
        assert (THEME.river in seen) == bool(layout.river & cell.bit)
        assert (THEME.framed in seen) == bool(layout.framed & cell.bit)
        winged = THEME.framed not in seen and area(picture, cell, THEME.wings) > 250
        assert winged == bool(layout.winged & ~layout.framed & cell.bit)


# --- emojis --------------------------------------------------------------------------------------
DARK, LIGHT = (49, 51, 56), (255, 255, 255)
"""The background of Discord's messages."""
LINE = 22
"""Pixels: the height of an emoji in a line of text."""
TILES = [*map(Tile, COLOURS)]
EMBLEMS = [*map(Emblem, Dynasty)]
ALL = [*TILES, *map(Building, COLOURS), *LEADERS, *EMBLEMS, Catastrophe(), Treasure()]


def emoji(piece):
    with Image.open(BytesIO(emoji_png(piece))) as image:
        return image.convert("RGBA")


def in_text(piece, ground):
    """The piece in a line of text."""
    image = emoji(piece)
    whole = Image.new("RGBA", image.size, ground)
    whole.alpha_composite(image)
    return whole.convert("RGB").resize((LINE, LINE), Image.Resampling.LANCZOS)


def differ(one, other):
    """The mean difference of two pictures over their pixels and channels: 0 to 255."""
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)


def test_an_emoji_is_as_discord_wants_it():
    for piece in ALL:
        data = emoji_png(piece)
        assert data.startswith(b"\x89PNG")
        assert len(data) < 16 * 1024  # 256 KiB are taken
        image = emoji(piece)
        assert image.size == (128, 128)
        corners = product((0, 127), (0, 127))
        assert {image.getpixel(corner)[3] for corner in corners} == {0}
        assert emoji_png(piece) == data


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
def test_every_two_are_told_apart_in_a_line_of_text(ground):
    """They also contrast with the ground."""
    empty = Image.new("RGB", (LINE, LINE), ground)
    pictures = {piece: in_text(piece, ground) for piece in ALL}
    for piece in ALL:
        assert differ(pictures[piece], empty) > 30, piece
    for one, other in combinations(ALL, 2):
        assert differ(pictures[one], pictures[other]) > 10, (one, other)


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
def test_dynasties_and_tiles_are_told_apart_without_colours(ground):
    """They differ by their signs: in grey, and leaders of one colour."""
    of_one_colour = [[leader for leader in LEADERS if leader.colour is each] for each in COLOURS]
    for group in (TILES, EMBLEMS, *of_one_colour):
        for one, other in combinations(group, 2):
            pictures = [in_text(piece, ground).convert("L") for piece in (one, other)]
            assert differ(*pictures) > 20, (one, other)


if __name__ == "__main__":
    for name, look in THEMES.items():
        groups = {**DYNASTIES, **PIECES, **DETAILS}
        drawn = {title: laid(pieces, look) for title, pieces in groups.items()}
        drawn |= {title: on(look) for title, on in GROUNDS.items()}
        for title, pictures in drawn.items():
            print(name, title, *(closest(pictures, vision, 1) for vision in VISIONS))
