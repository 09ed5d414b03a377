"""The specimen sheet and the legend show everything."""

from dataclasses import fields, replace
from functools import partial
from typing import get_args

from PIL import Image

from engine import ActionDecision, AddDecision, Colour, Decision, Dynasty, Leader
from render import ENGLISH, THEME, legend_png, spaces_png
from render.__main__ import main
from render.board.kingdoms import standing
from render.board.marks import Fighting, Mark, Tally, marks_of
from render.pictures import scenes
from render.pictures.legend import _around, _pieces, _signs
from render.pieces import sprites
from render.pieces.sprites import Emblem, MonumentPart, Piece, Tile, ZigguratPart, sprite
from render.specimen import sheet
from render.specimen.marked import TITLES, examples, marked_spaces
from render.specimen.states import public, states
from render.specimen.things import PIECES
from render.specimen.vision import VISIONS
from tests.render.scenes import TOP, coloured, colours, opened, space
from tests.render.vision import PHONE as SPACE


def test_every_piece_is_on_the_sheet():
    assert set(PIECES) == set(get_args(sprites.Piece))
    for kind, rows in PIECES.items():
        shown = [piece for pieces in rows.values() for piece in pieces]
        assert shown
        assert all(type(piece) is kind for piece in shown)
        assert len(set(shown)) == len(shown)


def test_every_mark_is_on_the_sheet():
    assert set(examples()) == set(get_args(Mark))
    assert set(TITLES) == set(get_args(Mark))


def test_everything_that_can_be_asked_is_on_the_sheet():
    asked = {type(state.decision) for state in states() if state.decision is not None}
    assert asked == set(get_args(Decision))


def covered(picture, view, placed=None):
    """The leaders that look different from those on the same board without marks."""
    asked, top = view.decision, TOP if placed is None else 0
    if isinstance(asked, AddDecision) and asked.conflict.internal:
        placed = asked.conflict.attacker.leader
    plain = opened(spaces_png(replace(view, decision=ActionDecision(0)), (), piece=placed))
    found = []
    for cell, leader in standing(view.board, in_revolt=isinstance(placed, Leader)).items():
        opaque = sprite(leader, THEME.cell).getchannel("A").point([0] * 255 + [255])
        there, alone = (
            Image.composite(space(each, str(cell), down), Image.new("RGB", opaque.size), opaque)
            for each, down in ((picture, top), (plain, 0))
        )
        if there.tobytes() != alone.tobytes():
            found.append(f"{leader.leader}@{cell}")
    return found


def test_nothing_is_painted_over_a_leader_in_any_state():
    """In any state, frames, glows, arrows, figures and numbers end at a leader."""
    for state in states():
        if state.board is not None and state.decision is not None:
            view = replace(public(), board=state.board, decision=state.decision)
            assert covered(opened(state.draw(THEME)), view, state.piece) == []


def test_the_sheet_is_drawn_by_the_command_and_needs_no_file(tmp_path, monkeypatch):
    """A part of the sheet is enough here."""
    small = [state for state in states() if not state.large]
    monkeypatch.setattr(sheet, "states", partial(list, small[:1]))
    monkeypatch.setattr(sheet, "shelves", partial(list, sheet.shelves()[:1]))
    marks = marked_spaces(THEME)
    assert set(marks) == set(TITLES.values())

    def one_kind(theme):
        return {"Mark": marks[TITLES[Fighting]][:1]}

    monkeypatch.setattr(sheet, "marked_spaces", one_kind)
    assert main(["--specimen", "-o", str(tmp_path / "sheet.png")]) == 0
    with Image.open(tmp_path / "sheet.png") as drawn:
        assert drawn.width >= len(VISIONS) * sheet.PHONE
        assert drawn.height > 800


def test_a_space_on_a_phone_has_the_size_that_is_measured():
    assert abs(THEME.cell * sheet.PHONE / THEME.width - SPACE) < 2


# --- the legend ----------------------------------------------------------------------------------


def test_every_kind_of_piece_is_in_it_with_each_tile_leader_and_dynasty():
    samples = [sample for sample, _ in _pieces(ENGLISH, THEME)]
    assert set(get_args(Piece)) - {MonumentPart, ZigguratPart} <= set(map(type, samples))
    assert {sample.colour for sample in samples if isinstance(sample, Tile)} == set(Colour)
    leaders = [sample for sample in samples if isinstance(sample, Leader)]
    assert {leader.colour for leader in leaders} == set(Colour)
    assert {leader.dynasty for leader in leaders} == set(Dynasty)
    assert {sample.dynasty for sample in samples if isinstance(sample, Emblem)} == set(Dynasty)


def test_every_kind_of_mark_is_in_it():
    """Each is on a space that its scene shows; figures are on an empty one."""
    seen = {Tally}
    for scene, _ in _signs(ENGLISH):
        marks = marks_of(scene.board, scene.events, scene.decision, scene.legal, scene.refused)
        seen |= {type(mark) for mark in marks.get(scene.shown[0], ())}
    assert seen == set(get_args(Mark))
    figures = scenes.picture_of(scenes.TALLY, THEME).image
    assert THEME.ember in colours(coloured(figures))


def test_each_name_comes_from_the_labels_and_long_ones_are_cut_to_two_lines():
    """The legend has pieces, panels and signs."""
    shown = {name for _, name in (*_pieces(ENGLISH, THEME), *_around(ENGLISH, THEME))}
    shown |= {name for _, name in _signs(ENGLISH)}
    words = {each.name: getattr(ENGLISH, each.name) for each in fields(ENGLISH)}
    names = {name: shown & {word} for name, word in words.items() if isinstance(word, str)}
    long = {name: "Vereinigungsplättchenauslage " * 6 for name, found in names.items() if found}
    assert len(long) > 35
    assert opened(legend_png(replace(ENGLISH, **long))).size == opened(legend_png()).size
    for kinds, keys in (("tiles", Colour), ("leaders", Colour), ("buildings", Colour)):
        german = replace(ENGLISH, **{kinds: dict.fromkeys(keys, "Fin")})
        assert "Fin" in {name for _, name in _pieces(german, THEME)}, kinds
