"""Every piece is seen, and none is taken for another, with or without colour (R1.2 to R1.4)."""

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
    Board,
    Cell,
    Colour,
    Dynasty,
    cells_of,
    square,
)
from render import Building, Catastrophe, Emblem, Tile, Treasure, emoji_png
from render.drawing.theme import THEME
from tests.render.scenes import EMPTY, changed, colours, drawn, public, space

AT = Cell.parse("E5")


def test_the_ziggurat_stands_on_the_five_spaces_of_its_cross_only():
    empty, built = (drawn(public(board)) for board in (EMPTY, EMPTY.with_ziggurat(AT)))
    assert changed(empty, built) == {"E4", "D5", "E5", "F5", "E6"}


def test_a_monument_spans_its_square_in_both_colours():
    for monument in MONUMENTS:
        picture = drawn(public(EMPTY.with_monument(monument, AT)))
        seen = set().union(*(colours(space(picture, str(cell))) for cell in cells_of(square(AT))))
        assert {THEME.of(monument.first), THEME.of(monument.second)} <= seen


@pytest.mark.parametrize(
    "board",
    [
        EMPTY.with_tile(Colour.RED, AT),
        EMPTY.with_monument(MONUMENTS[0], AT),
        EMPTY.with_tile(Colour.RED, AT).with_ziggurat(AT),
    ],
    ids=["temple", "monument", "ziggurat"],
)
def test_a_treasure_is_seen_whatever_it_lies_on(board):
    seen = [
        colours(space(drawn(public(replace(board, treasures=treasures))), "E5"))
        for treasures in (0, AT.bit)
    ]
    assert [THEME.gold in each for each in seen] == [False, True]


def area(picture, cell, paint):
    """How many pixels of a space are of that paint."""
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
"""What Discord's messages stand on."""
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


def apart(one, other):
    """By how much two pictures differ, on the average of their pixels and channels: 0 to 255."""
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
    """And stand out from the ground."""
    empty = Image.new("RGB", (LINE, LINE), ground)
    pictures = {piece: in_text(piece, ground) for piece in ALL}
    for piece in ALL:
        assert apart(pictures[piece], empty) > 30, piece
    for one, other in combinations(ALL, 2):
        assert apart(pictures[one], pictures[other]) > 10, (one, other)


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
def test_dynasties_and_tiles_are_told_apart_without_colours(ground):
    """By their signs: in grey, and leaders of one colour."""
    of_one_colour = [[leader for leader in LEADERS if leader.colour is each] for each in COLOURS]
    for group in (TILES, EMBLEMS, *of_one_colour):
        for one, other in combinations(group, 2):
            pictures = [in_text(piece, ground).convert("L") for piece in (one, other)]
            assert apart(*pictures) > 20, (one, other)
