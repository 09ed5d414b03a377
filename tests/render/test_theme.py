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
def test_tiles_are_told_apart_by_everybody(theme, deficiency):
    for one, other in combinations(theme.spheres, 2):
        assert distance(one, other, deficiency) > AT_A_GLANCE + 5


@themes
@deficiencies
def test_grounds_are_told_apart_by_everybody(theme, deficiency):
    pairs = [
        (theme.land, theme.river),
        (theme.land, theme.night),
        (theme.ash, theme.land),
        (theme.clay, theme.land),
        (theme.mark, theme.white),
        (theme.gold, theme.ink),
        (theme.gold, theme.lit),
        (theme.ember, theme.ink),
        *((sphere, ground) for sphere in theme.spheres for ground in (theme.land, theme.river)),
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
    for sphere in theme.spheres:
        assert contrast(theme.cream, sphere) > 3  # WCAG 2 asks that of graphics
    for sphere in theme.spheres:
        assert contrast(theme.wood, sphere) > 3


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
    for game, events in (lively_game(1, 2)[-1], lively_game(0)[100]):
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
def test_the_palette_is_small_so_that_files_are(theme):
    palette = palette_of(theme)
    assert 32 <= len(palette.colours) <= 48
    assert len(palette.bytes) == 3 * len(palette.colours)


@themes
def test_all_sizes_of_a_theme_share_its_palette(theme):
    assert palette_of(theme.framed_small()).bytes == palette_of(theme).bytes


@themes
def test_pieces_are_drawn_in_the_paints_of_their_theme(theme):
    for piece in (Tile(Colour.RED), Emblem(Dynasty.LION)):
        other = next(each for each in THEMES.values() if each is not theme)
        assert sprite(piece, 40, theme).tobytes() != sprite(piece, 40, other).tobytes()


def test_pictures_of_two_themes_differ_and_keep_their_sizes():
    view = grand_view()
    usual, strong = (board_png(view, NAMES, theme=theme) for theme in THEMES.values())
    assert usual[:29] == strong[:29]  # signature and size
    assert usual != strong
    assert usual == board_png(view, NAMES)
