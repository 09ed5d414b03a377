"""Colours that everybody can tell apart, and words that everybody can read."""

from dataclasses import replace
from itertools import combinations, product

import pytest

import render.drawing.text
from engine import Colour, CubeDecision, Dynasty, TilePlaced
from render import HIGH_CONTRAST, THEME, board_png, hand_png
from render.drawing.palette import palette_of
from render.drawing.theme import contrast
from render.pieces.sprites import Emblem, Tile, sprite
from tests.render.scenes import E5, NAMES, grand_view, lively_game, start
from tests.render.vision import DEFICIENCIES, distance, lab

THEMES = {"usual": THEME, "high contrast": HIGH_CONTRAST}
AT_A_GLANCE = 20
"""CIE 1976: far more than what is just noticed (2.3)."""

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
deficiencies = pytest.mark.parametrize("deficiency", DEFICIENCIES)


@themes
@deficiencies
def test_tiles_and_grounds_are_told_apart_by_everybody(theme, deficiency):
    for one, other in combinations(theme.spheres, 2):
        assert distance(one, other, deficiency) > AT_A_GLANCE + 5
    pairs = [
        (theme.land, theme.river),
        (theme.land, theme.night),
        (theme.ash, theme.land),
        (theme.clay, theme.land),
        (theme.mark, theme.white),
        (theme.gold, theme.ink),
        (theme.gold, theme.lit),
        (theme.ember, theme.ink),
        *product(theme.spheres, (theme.land, theme.river)),
        (theme.realm_line, theme.land),
        (theme.realm_line, theme.realm),
    ]
    for one, other in pairs:
        assert distance(one, other, deficiency) > AT_A_GLANCE, (one, other)


@themes
@deficiencies
def test_rims_are_told_apart_by_everybody_and_no_sphere_has_their_hue(theme, deficiency):
    for one, other in combinations(theme.rims, 2):
        assert distance(one, other, deficiency) > AT_A_GLANCE
        assert abs(lab(one)[0] - lab(other)[0]) > 10  # and in grey
    for rim, sphere in product(theme.rims, theme.spheres):
        assert distance(rim, sphere) > AT_A_GLANCE


@themes
def test_symbols_stand_out_from_their_tiles(theme):
    for sphere, paint in product(theme.spheres, (theme.cream, theme.wood)):
        assert contrast(paint, sphere) > 3  # WCAG 2 asks that of graphics


@themes
def test_every_word_and_number_can_be_read(theme, monkeypatch):
    written = {(theme.on(sphere), sphere) for sphere in theme.spheres}  # strengths of leaders
    written.add((theme.ink, theme.cream))  # names of legal spaces
    table = render.drawing.text.coverage_table

    def noted(colour, ground, theme):
        written.add((colour, ground))
        return table(colour, ground, theme)

    monkeypatch.setattr(render.drawing.text, "coverage_table", noted)
    # A theme of its own has nothing in the caches.
    own = replace(theme)
    for game, events in (lively_game(1, 2)[-1], lively_game(2, 3)[100]):
        names = NAMES[: len(game.seats)]
        board_png(game.view(None), names, events, theme=own)
        hand_png(game.view(0), names, theme=own)
    happened = [TilePlaced(0, Colour.RED, E5)]
    board_png(grand_view(CubeDecision(0)), NAMES, happened, theme=own, planned=True)
    board_png(replace(grand_view(), scores=start(4, options=("open",)).scores), NAMES, theme=own)
    assert len(written) > 10
    faint = {pair: contrast(*pair) for pair in written if contrast(*pair) < 4.5}
    assert not faint


@themes
def test_the_palette_is_small_so_that_files_are_and_one_for_all_sizes(theme):
    palette = palette_of(theme)
    assert 32 <= len(palette.colours) <= 48
    assert len(palette.bytes) == 3 * len(palette.colours)
    assert palette_of(theme.framed_small()).bytes == palette.bytes


def test_pieces_are_drawn_in_the_paints_of_their_theme():
    for piece in (Tile(Colour.RED), Emblem(Dynasty.LION)):
        assert sprite(piece, 40, THEME).tobytes() != sprite(piece, 40, HIGH_CONTRAST).tobytes()
