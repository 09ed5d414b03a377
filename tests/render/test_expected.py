"""The places that were to be expected, as lines."""

from io import BytesIO

import pytest
from PIL import Image

from render import expected_png
from render.charts.plot import line_sample, paint_of
from render.drawing.theme import THEME
from tests.render.scenes import NAMES, start

PLACES = [(1.0 + turn / 10, 2.0 - turn / 10) for turn in range(11)]


def chart(places=PLACES, names=NAMES[:2], **more):
    return expected_png(start(len(names)).view(None), names, places, **more)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_chart_has_the_promised_size(seats):
    places = [tuple(map(float, range(1, seats + 1)))] * 200
    png = chart(places, NAMES[:seats], marked={1: "1", 2: "2", 199: "3"})
    with Image.open(BytesIO(png)) as image:
        assert (image.size, image.mode, image.format) == ((640, 612), "P", "PNG")
        image.verify()
    assert len(png) < 30_000


def test_every_place_counts():
    other = [*PLACES[:5], (2.0, 1.0), *PLACES[6:]]
    assert chart(other) != chart()
    assert chart(PLACES[:-1]) != chart()


def test_marks_are_seen_and_keep_apart():
    drawn = {chart(marked=marked) for marked in ({}, {4: "1"}, {5: "1"}, {4: "1", 5: "2"})}
    assert len(drawn) == 4


def test_lines_and_their_samples_are_told_apart_without_paints():
    seats = start(4).seats
    inked = set()
    for dynasty in seats:
        sample = line_sample(dynasty, 64, THEME.panel, THEME)
        ground = sample.image.getpixel((0, 0))
        row = [
            sample.image.getpixel((x, sample.height // 2)) != ground for x in range(sample.width)
        ]
        inked.add(tuple(row))
        assert paint_of(dynasty, THEME) != THEME.panel
    assert len(inked) == 4


@pytest.mark.parametrize("places", [[], PLACES[:1], [(1.0,), (2.0,)], [(1.0, 2.0, 3.0)] * 3])
def test_a_chart_needs_a_place_for_everybody_at_two_moments(places):
    with pytest.raises(ValueError, match="each seat needs a place"):
        chart(places)
