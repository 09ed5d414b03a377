"""What holds for every file of a theme: its texts are readable, and its pieces differ.

``test_vision.py`` measures the pieces and marks as they are drawn.
"""

import re
from dataclasses import replace
from itertools import combinations, product

import pytest

import render.drawing.text
from bot.content.message import CHOICES
from engine import Colour, Dynasty, TilePlaced
from render import THEME, THEMES, board_png, theme_of
from render.drawing.palette import palette_of
from render.drawing.theme import _read, contrast, framed_small
from render.pieces.sprites import Emblem, Tile, sprite
from tests.render.records import lively_game
from tests.render.scenes import E5, NAMES, grand_view, start
from tests.render.test_chart import points, rated
from tests.render.test_pictures import PICTURES
from tests.render.vision import DEFICIENCIES, distance, lab

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
deficiencies = pytest.mark.parametrize("deficiency", DEFICIENCIES)

# --- the files -----------------------------------------------------------------------------------


def test_a_theme_is_chosen_by_the_name_of_its_file_and_an_unknown_one_is_the_usual_one():
    assert next(iter(THEMES)) == "usual"
    assert len(THEMES) < CHOICES  # with that of the server they fit in a select
    for word, theme in THEMES.items():
        assert re.fullmatch("[a-z][a-z-]{,31}", word)  # the column is that wide
        assert theme_of(word) is theme
        assert theme.word == word
    assert theme_of(None) is theme_of("gone") is THEME
    assert len({theme.name for theme in THEMES.values()}) == len(THEMES)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("land = '#fff000'", "name"),
        ("name = 'Broken'\nlnad = '#fff000'", "lnad"),
        ("name = 'Broken'\nland = '#fff0000'", "fromhex"),
        ("name = 'Broken'\nland = '#fff00000'", "land"),
        ("name = 'Broken'\nland = 'red'\nlines = ['#fff000']", "land, lines"),
        ("name = 'Broken'\nland =", "Invalid value"),
    ],
)
def test_a_broken_file_is_named_with_what_is_wrong(tmp_path, text, wrong):
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=rf"^broken\.toml: .*{wrong}"):
        _read(file, vars(THEME))


# --- contrast, as defined by WCAG 2 --------------------------------------------------------------

GRAPHICS, TEXT = 3, 4.5


@themes
def test_pieces_stand_out_from_every_ground_and_their_signs_from_them(theme):
    """Measured is the edge of ink that each piece has, not its fill.

    Fills alone fall short of 3 : 1: green, ash, bronze and clay on some ground in most themes.
    """
    grounds = (theme.land, theme.river, theme.realm, theme.ember, theme.gold, theme.cream)
    for ground in grounds:
        assert contrast(theme.ink, ground) > GRAPHICS
    for sphere in theme.spheres:
        assert contrast(theme.cream, sphere) > GRAPHICS  # its sign, and a dynasty's
        assert max(contrast(paint, sphere) for paint in (theme.gold, theme.ink)) > GRAPHICS  # a gem
    assert contrast(theme.ink, theme.ash) > GRAPHICS  # the cracks of a catastrophe
    assert contrast(theme.mark, theme.cream) > GRAPHICS  # what is new
    assert contrast(theme.realm_line, theme.land) > GRAPHICS
    assert contrast(theme.realm_line, theme.realm) > GRAPHICS


@themes
def test_pieces_and_signs_stand_out_around_the_board(theme):
    """Pieces there by their edge, which is of ink within cream."""
    for ground in (theme.night, theme.panel, theme.lit):
        assert max(contrast(paint, ground) for paint in (theme.ink, theme.cream)) > GRAPHICS
        for paint in (theme.accent, theme.alarm):
            assert contrast(paint, ground) > GRAPHICS
    for line in theme.lines:
        assert contrast(line, theme.panel) > GRAPHICS


@themes
def test_every_word_and_number_can_be_read(theme, monkeypatch):
    written = {(theme.on(sphere), sphere) for sphere in theme.spheres}  # strengths of leaders
    written.add((theme.ink, theme.cream))  # names of legal spaces
    table = render.drawing.text.coverage_table

    def record(colour, ground, theme):
        written.add((colour, ground))
        return table(colour, ground, theme)

    monkeypatch.setattr(render.drawing.text, "coverage_table", record)
    # A theme of its own has nothing in the caches.
    own = replace(theme)
    for picture in PICTURES.values():
        picture(NAMES[:3], theme=own)
    game, events = lively_game(1, 2, "advanced")[-1]
    board_png(game.view(None), NAMES[:2], events, theme=own)
    happened = [TilePlaced(0, Colour.RED, E5)]
    board_png(grand_view(), NAMES, happened, theme=own, planned=True)
    board_png(replace(grand_view(), scores=start(4, options=("open",)).scores), NAMES, theme=own)
    rated(points(1500, 1540), points(1400, 1388), theme=own)
    assert len(written) > 15
    faint = {pair: contrast(*pair) for pair in written if contrast(*pair) < TEXT}
    assert not faint


# --- colours seen with other eyes ----------------------------------------------------------------

PAINTS_APART = 20
"""CIE 1976: far more than what is just noticed (2.3)."""


def least_apart(paints, deficiency):
    return min(distance(one, other, deficiency) for one, other in combinations(paints, 2))


@themes
@deficiencies
def test_tiles_and_grounds_are_told_apart_by_everybody(theme, deficiency):
    assert least_apart(theme.spheres, deficiency) > PAINTS_APART + 5
    pairs = [
        (theme.land, theme.river),
        *product([theme.bronze], (theme.land, theme.night)),  # the edge of the board
        (theme.ash, theme.land),
        (theme.clay, theme.land),
        (theme.mark, theme.cream),
        (theme.gold, theme.ink),
        (theme.accent, theme.lit),
        (theme.ember, theme.ink),
        *product(theme.spheres, (theme.land, theme.river)),
        (theme.realm_line, theme.land),
        (theme.realm_line, theme.realm),
    ]
    for one, other in pairs:
        assert distance(one, other, deficiency) > PAINTS_APART, (one, other)


@themes
@deficiencies
def test_rims_and_lines_are_told_apart_by_everybody_and_no_sphere_has_a_rims_hue(theme, deficiency):
    """Lines are dashed as well."""
    assert least_apart(theme.rims, deficiency) > PAINTS_APART
    assert least_apart(theme.lines, deficiency) > PAINTS_APART
    for one, other in combinations(theme.rims, 2):
        assert abs(lab(one)[0] - lab(other)[0]) > 10  # and in grey
    for rim, sphere in product(theme.rims, theme.spheres):
        assert distance(rim, sphere) > PAINTS_APART


def test_one_theme_is_for_deuteranopia():
    """Its four colours are 47 apart there, in the usual theme 36, with high contrast 33."""
    apart = {word: least_apart(theme.spheres, "deuteranopia") for word, theme in THEMES.items()}
    assert max(apart, key=apart.get) == "deuteranopia"
    assert apart["deuteranopia"] > apart["usual"] + 10


# --- palettes ------------------------------------------------------------------------------------


@themes
def test_the_palette_is_small_so_that_files_are_and_one_for_all_sizes(theme):
    palette = palette_of(theme)
    assert 32 <= len(palette.colours) <= 48
    assert len(palette.bytes) == 3 * len(palette.colours)
    assert palette_of(framed_small(theme)).bytes == palette.bytes


def test_pieces_are_drawn_in_the_paints_of_their_theme():
    strong = THEMES["high-contrast"]
    for piece in (Tile(Colour.RED), Emblem(Dynasty.LION)):
        assert sprite(piece, 40, THEME).tobytes() != sprite(piece, 40, strong).tobytes()
