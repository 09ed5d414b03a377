"""The legend: every piece, every mark, each with its name."""

from dataclasses import fields, replace
from typing import get_args

from engine import Colour, Dynasty, Leader
from render import ENGLISH, THEME, legend_png
from render.board.marks import Mark, Tally, marks_of
from render.drawing.palette import palette_of
from render.pictures import scenes
from render.pictures.legend import _around, _pieces, _signs
from render.pictures.scenes import Scene
from render.pieces.sprites import Emblem, MonumentPart, Piece, Tile, ZigguratPart
from tests.render.scenes import colours, opened


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
