"""The file format of animations: each frame only what it changes."""

import random
import struct
from io import BytesIO
from itertools import chain

import pytest
from PIL import Image, ImageSequence

from render.drawing.gif import gif
from tests.render.scenes import colours


def frames_of(animation):
    """Each frame in colours as it is seen, with its time in milliseconds.

    What changes far apart changes 20 milliseconds apart: that is no frame by itself.
    """
    with Image.open(BytesIO(animation)) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0
        shown, begun = [], 0
        for frame in ImageSequence.Iterator(image):
            begun += frame.info["duration"]
            if frame.info["duration"] > 20:
                shown.append((frame.convert("RGB"), begun))
                begun = 0
        return shown


def images_in(animation):
    """The size of each image in a GIF, and its flags."""
    at = 13 + 3 * (2 << (animation[10] & 7))
    found = []
    while animation[at : at + 1] != b";":
        if animation[at : at + 1] == b",":
            width, height, flags = struct.unpack("<HHB", animation[at + 5 : at + 10])
            found.append(((width, height), flags))
            at += 11
        else:
            at += 2
        while animation[at]:
            at += 1 + animation[at]
        at += 1
    return found


def frame(*pixels):
    return Image.frombytes("L", (len(pixels) // 2, 2), bytes(pixels))


PALETTE = bytes((0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255))


def animation(*frames, palette=PALETTE):
    """Each image with its time, as a whole."""
    size = frames[0][0].size if frames else (1, 1)
    return gif(palette, size, [([(0, 0, image)], time) for image, time in frames])


def test_an_animation_shows_exactly_its_frames():
    chance = random.Random(1)
    images = [frame(*chance.choices(range(4), k=60)) for _ in range(20)]
    images += [images[-1].copy(), images[3].copy()]
    shown = frames_of(animation(*((image, 100) for image in images)))
    del images[-2]  # the same as the one before, which stays longer
    assert [time for _, time in shown] == [100] * 19 + [200, 100]
    for image, (seen, _) in zip(images, shown, strict=True):
        expected = [tuple(PALETTE[3 * at : 3 * at + 3]) for at in image.tobytes()]
        pixels = seen.tobytes()
        assert [tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)] == expected


def test_what_changes_far_apart_is_two_images_20_milliseconds_apart():
    """An image as high as both would be longer, and take longer."""
    before = Image.new("L", (300, 300))
    above, below = Image.new("L", (300, 9), 1), Image.new("L", (300, 9), 2)
    file = gif(
        PALETTE, before.size, [([(0, 0, before)], 100), ([(0, 0, above), (0, 280, below)], 100)]
    )
    assert [size for size, _ in images_in(file)] == [(300, 300), (300, 9), (300, 9)]
    (_, first), (last, second) = frames_of(file)
    assert (first, second) == (100, 100)
    assert last.getpixel((5, 5)) == tuple(PALETTE[3:6])
    assert last.getpixel((5, 150)) == tuple(PALETTE[:3])
    assert last.getpixel((5, 285)) == tuple(PALETTE[6:9])


def test_an_animation_has_31_colours_at_most_those_least_alike():
    apart = [(60 * red, 80 * green, 0) for red in range(5) for green in range(4)]
    alike = [(red, green, 5 + shade) for red, green, _ in apart[:10] for shade in range(3)]
    palette = bytes(chain.from_iterable(apart + alike))
    image = Image.frombytes("L", (50, 1), bytes(range(50)))
    ((seen, _),) = frames_of(animation((image, 50), palette=palette))
    assert len(colours(seen)) == 31
    assert set(apart) - set(apart[:10]) <= colours(seen)


def test_an_animation_of_one_frame_and_of_none():
    image = frame(0, 1, 2, 3)
    assert len(frames_of(animation((image, 70), (image, 30)))) == 1
    with pytest.raises(ValueError, match="frame"):
        animation()
    with pytest.raises(ValueError, match="colours"):
        animation((image, 10), palette=bytes(3 * 256))
