"""The legend: every piece, every mark, each with its name."""

from dataclasses import fields, replace
from typing import get_args

import pytest

from engine import MONUMENTS, Cell, Colour, Dynasty, Leader, Monument
from render import ENGLISH, HIGH_CONTRAST, THEME, Labels, legend_png
from render.board.marks import Mark, Tally, marks_of
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import palette_of
from render.panels.supply import ICON, TOWER, draw_supply, supply_height
from render.pictures import scenes
from render.pictures.legend import _around, _pieces, _signs
from render.pictures.scenes import Scene
from render.pieces.sprites import Emblem, MonumentPart, Piece, Tile, ZigguratPart
from tests.render.scenes import EMPTY, colours, opened, public, written

NAMES = [
    each.name
    for each in fields(Labels)
    if each.name in {name.lower() for name in dir(scenes)}
    or each.name in {"strength", "revolt_strength", "monument", "ziggurat", "treasure"}
    or each.name in {"catastrophe", "unification", "face_down", "bag", "action", "doer"}
    or each.name in {"leader_on_board", "leader_in_hand", "monument_left", "monument_built"}
    or each.name in {"points", "gained"}
]
PARTS = MonumentPart | ZigguratPart
"""Of what is there as a whole."""


def test_every_kind_of_piece_is_in_it():
    shown = {type(sample) for sample, _ in _pieces(ENGLISH, THEME)}
    assert set(get_args(Piece)) - set(get_args(PARTS)) <= shown


def test_each_tile_leader_and_dynasty_is_in_it():
    samples = [sample for sample, _ in _pieces(ENGLISH, THEME)]
    assert {sample.colour for sample in samples if isinstance(sample, Tile)} == set(Colour)
    leaders = [sample for sample in samples if isinstance(sample, Leader)]
    assert {leader.colour for leader in leaders} == set(Colour)
    assert {leader.dynasty for leader in leaders} == set(Dynasty)
    assert {sample.dynasty for sample in samples if isinstance(sample, Emblem)} == set(Dynasty)
    assert any(isinstance(sample, Monument) for sample in samples)


def test_every_kind_of_mark_is_in_it():
    """On a space that its scene shows; figures stand on a space that is empty."""
    seen = {Tally}
    for scene, _ in _signs(ENGLISH):
        assert isinstance(scene, Scene)
        marks = marks_of(scene.board, scene.events, scene.decision, scene.legal, scene.refused)
        seen |= {type(mark) for mark in marks.get(scene.shown[0], ())}
    assert seen == set(get_args(Mark))
    figures = scenes.picture_of(scenes.TALLY, THEME).image
    shown = palette_of(THEME).to_palette_image(figures).convert("RGB")
    assert THEME.ember in colours(shown)


def test_sides_of_a_war_are_told_apart():
    """The scenes are drawn as the board draws them."""
    pairs = ((scenes.ATTACKER, scenes.DEFENDER), (scenes.FOR_ATTACKER, scenes.FOR_DEFENDER))
    for one, other in pairs:
        drawn = [scenes.picture_of(scene, THEME).image.tobytes() for scene in (one, other)]
        assert drawn[0] != drawn[1]


@pytest.mark.parametrize("theme", [THEME, HIGH_CONTRAST], ids=["usual", "high contrast"])
def test_names_stand_beside_what_they_name(theme):
    picture = opened(legend_png(theme=theme))
    assert picture.width == 972
    for name in ("settlement", "King", "Pot", "treasure", "attacker", "defender", "moved"):
        assert written(picture, name, 28, (theme.cream, theme.panel), theme)


def test_what_stands_around_the_board_is_in_it():
    """What is lit there and what is hollow: leaders, monuments; points, and those just scored."""
    names = {name for _, name in _around(ENGLISH, THEME)}
    assert names == {
        ENGLISH.action,
        ENGLISH.doer,
        ENGLISH.leader_on_board,
        ENGLISH.leader_in_hand,
        ENGLISH.monument_left,
        ENGLISH.monument_built,
        ENGLISH.points,
        ENGLISH.gained,
    }


@pytest.mark.parametrize("built", [False, True])
def test_a_monument_is_lit_until_it_is_built_as_the_legend_says(built):
    name = ENGLISH.monument_built if built else ENGLISH.monument_left
    sample = next(sample for sample, told in _around(ENGLISH, THEME) if told == name)
    board = EMPTY.with_monument(MONUMENTS[1], Cell.parse("E5")) if built else EMPTY
    canvas = Canvas(THEME.width, supply_height(THEME), THEME.night)
    draw_supply(canvas, public(board), 0)
    x = canvas.width - THEME.gap - 12 - 5 * (TOWER + 4) + 4
    y = (supply_height(THEME) - THEME.gap - ICON) // 2
    drawn = canvas.picture().image.crop((x, y, x + TOWER, y + ICON))
    assert isinstance(sample, Picture)
    assert drawn.tobytes() == sample.image.tobytes()


def test_each_name_comes_from_the_labels():
    english = legend_png()
    for name in NAMES:
        assert legend_png(replace(ENGLISH, **{name: "Fin"})) != english, name
    assert legend_png(replace(ENGLISH, **dict.fromkeys(NAMES, "手番"))) == english


def test_names_of_pieces_come_from_the_labels():
    for name, keys in (
        ("tiles", Colour),
        ("leaders", Colour),
        ("buildings", Colour),
        ("dynasties", Dynasty),
    ):
        assert legend_png(replace(ENGLISH, **{name: dict.fromkeys(keys, "Fin")})) != legend_png()


def test_long_names_are_cut_to_two_lines():
    long = replace(ENGLISH, **dict.fromkeys(NAMES, "Vereinigungsplättchenauslage " * 6))
    assert opened(legend_png(long)).size == opened(legend_png()).size
