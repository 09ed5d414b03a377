"""The legend: every piece, every mark, each with its name."""

from dataclasses import fields, replace
from typing import get_args

import pytest

from engine import MONUMENTS, Cell, Colour, Dynasty, Leader
from render import ENGLISH, THEME, legend_png
from render.board.marks import Mark, Tally, marks_of
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import palette_of
from render.panels.supply import ICON, TOWER, draw_supply, supply_height
from render.pictures import scenes
from render.pictures.legend import _around, _pieces, _signs
from render.pictures.scenes import Scene
from render.pieces.sprites import Emblem, MonumentPart, Piece, Tile, ZigguratPart
from tests.render.scenes import EMPTY, colours, opened, public


def test_every_kind_of_piece_is_in_it_with_each_tile_leader_and_dynasty():
    samples = [sample for sample, _ in _pieces(ENGLISH, THEME)]
    assert set(get_args(Piece)) - {MonumentPart, ZigguratPart} <= set(map(type, samples))
    assert {sample.colour for sample in samples if isinstance(sample, Tile)} == set(Colour)
    leaders = [sample for sample in samples if isinstance(sample, Leader)]
    assert {leader.colour for leader in leaders} == set(Colour)
    assert {leader.dynasty for leader in leaders} == set(Dynasty)
    assert {sample.dynasty for sample in samples if isinstance(sample, Emblem)} == set(Dynasty)


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


def test_each_name_comes_from_the_labels_and_long_ones_are_cut_to_two_lines():
    """Of pieces, of what stands around the board, and of signs."""
    told = {name for _, name in (*_pieces(ENGLISH, THEME), *_around(ENGLISH, THEME))}
    told |= {name for _, name in _signs(ENGLISH)}
    words = {each.name: getattr(ENGLISH, each.name) for each in fields(ENGLISH)}
    names = {name: told & {word} for name, word in words.items() if isinstance(word, str)}
    long = {name: "Vereinigungsplättchenauslage " * 6 for name, found in names.items() if found}
    assert len(long) > 35
    assert opened(legend_png(replace(ENGLISH, **long))).size == opened(legend_png()).size
    for kinds, keys in (("tiles", Colour), ("leaders", Colour), ("buildings", Colour)):
        german = replace(ENGLISH, **{kinds: dict.fromkeys(keys, "Fin")})
        assert "Fin" in {name for _, name in _pieces(german, THEME)}, kinds
