"""Pictures come out as they are drawn, however their bands are put together."""

import random
from io import BytesIO

import pytest
from PIL import Image

from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import palette_of
from render.drawing.theme import THEME
from tests.render.scenes import opened


def scribble(seed, bands):
    """A picture of random things, split at these heights."""
    chance = random.Random(seed)
    canvas = Canvas(90, 120, THEME.night)
    for y in bands:
        canvas.split(y)
    for _ in range(20):
        x, y = chance.randrange(60), chance.randrange(90)
        paint = chance.choice((*THEME.spheres, THEME.gold))
        kind = chance.randrange(3)
        if kind == 0:
            canvas.box(x, y, 30, 30, paint, radius=chance.randrange(9))
        elif kind == 1:
            canvas.polygon([(x, y), (x + 29.5, y + 10), (x + 8, y + 29)], paint)
        else:
            index = palette_of(THEME).index_of(paint)
            canvas.put(Picture(Image.new("L", (20, 20), index)), x, y)
    return canvas


@pytest.mark.parametrize("seed", range(2))
def test_bands_do_not_show(seed):
    whole = opened(scribble(seed, []).png())
    banded = opened(scribble(seed, [119, 1, 17, 17, 60, 61, 500, -4]).png())
    assert whole.tobytes() == banded.tobytes()
    assert whole.tobytes() == scribble(seed, [40]).image().convert("RGB").tobytes()


@pytest.mark.parametrize("bands", [[], [1, 17, 60, 61, 119]], ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_the_parts_that_differ_make_one_picture_of_the_other(seed, bands):
    before, after = scribble(seed, bands), scribble(seed + 1, bands)
    for one, other in ((None, before), (before, after), (after, after), (after, before)):
        picture = (one or before).image().convert("RGB")
        for left, top, image in other.parts_apart(one):
            picture.paste(palette_of(THEME).to_palette_image(image).convert("RGB"), (left, top))
        assert picture.tobytes() == other.image().convert("RGB").tobytes()


def test_only_what_is_drawn_otherwise_is_drawn_again():
    """A box more on the third of four bands."""
    picture = Picture(Image.new("L", (50, 100)))

    def canvas(*, more):
        drawn = Canvas(90, 120, THEME.night)
        for y in (30, 60, 90):
            drawn.split(y)
        drawn.put(picture, 0, 0)
        if more:
            drawn.box(40, 70, 10, 10, THEME.gold)
        return drawn

    plain = canvas(more=False)
    ((left, top, image),) = canvas(more=True).parts_apart(plain)
    assert (left, top, image.size) == (40, 60, (10, 30))
    assert plain.parts_apart(canvas(more=False)) == []
    ((left, top, image),) = plain.parts_apart(Canvas(90, 120, THEME.night))  # in other bands
    assert (left, top, image.size) == (0, 0, (90, 120))


def test_a_png_is_right_to_the_last_checksum():
    png = scribble(3, [30, 60]).png()
    with Image.open(BytesIO(png)) as image:
        image.verify()
    assert png == scribble(3, [30, 60]).png()
