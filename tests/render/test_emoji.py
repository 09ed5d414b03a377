"""Pieces as emojis: told apart at the size of a line of text, on dark and on light ground."""

from io import BytesIO
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

from engine import COLOURS, LEADERS, Dynasty
from render import Building, Catastrophe, Emblem, Tile, Treasure, emoji_png

DARK, LIGHT = (49, 51, 56), (255, 255, 255)
"""What Discord's messages stand on."""
LINE = 22
"""Pixels: the height of an emoji in a line of text."""
TILES = [*map(Tile, COLOURS)]
EMBLEMS = [*map(Emblem, Dynasty)]
ALL = [*TILES, *map(Building, COLOURS), *LEADERS, *EMBLEMS, Catastrophe(), Treasure()]


def drawn(piece):
    with Image.open(BytesIO(emoji_png(piece))) as image:
        return image.convert("RGBA")


def seen(piece, ground):
    """The piece in a line of text."""
    image = drawn(piece)
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
        image = drawn(piece)
        assert image.size == (128, 128)
        corners = product((0, 127), (0, 127))
        assert {image.getpixel(corner)[3] for corner in corners} == {0}
        assert emoji_png(piece) == data


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
def test_every_two_are_told_apart_in_a_line_of_text(ground):
    """And stand out from the ground."""
    empty = Image.new("RGB", (LINE, LINE), ground)
    pictures = {piece: seen(piece, ground) for piece in ALL}
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
            pictures = [seen(piece, ground).convert("L") for piece in (one, other)]
            assert apart(*pictures) > 20, (one, other)
