"""The sheet to look at shows everything that there is, and what it shows is what games show."""

from dataclasses import replace
from functools import partial
from typing import get_args

from PIL import Image

from engine import (
    ActionDecision,
    AddDecision,
    BuildingPlaced,
    CatastrophePlaced,
    Decision,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
    TilePlaced,
    TilesRemoved,
    TreasuresTaken,
    ZigguratBuilt,
)
from render import board_png, spaces_png
from render.__main__ import main
from render.board.kingdoms import standing
from render.board.marks import Fighting, Mark
from render.drawing.theme import THEME
from render.pieces import sprites
from render.pieces.sprites import sprite
from render.specimen import sheet
from render.specimen.marked import TITLES, examples, marked_spaces
from render.specimen.states import public, states
from render.specimen.things import PIECES
from render.specimen.vision import VISIONS
from tests.render.scenes import NAMES, TOP, lively_game, opened, space
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


def test_what_happened_fits_the_position():
    """What was placed lies or stands there, and where something is gone there is nothing."""
    for state in states():
        for event in state.events:
            match event:
                case TilePlaced(_, colour, cell):
                    covered = state.board.unification == (colour, cell.index)
                    assert covered or state.board.colour_at(cell) is colour
                case LeaderPlaced(_, leader, cell, origin):
                    assert state.board.cell_of(leader) == cell
                    assert origin is None or state.board.empty & origin.bit
                case LeaderWithdrawn(_, leader, cell) | LeaderReturned(_, leader, cell):
                    assert state.board.cell_of(leader) is None
                    assert state.board.empty & cell.bit
                case TilesRemoved(_, cells):
                    assert all(state.board.empty & cell.bit for cell in cells)
                case MonumentBuilt(_, monument, corner):
                    assert (monument, corner) in state.board.built()
                case ZigguratBuilt(_, centre):
                    assert state.board.ziggurat_cell() == centre
                case BuildingPlaced(_, colour, cell, origin):
                    assert state.board.building_cell(colour) == cell
                    assert origin is None or state.board.empty & origin.bit
                case CatastrophePlaced(_, cell):
                    assert state.board.catastrophes & cell.bit
                case TreasuresTaken(_, cells):
                    assert not any(state.board.treasures & cell.bit for cell in cells)


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


def test_nothing_is_painted_over_a_leader_in_a_game():
    for game, events in lively_game(2, 3)[4::14]:
        view = game.view(None)
        assert covered(opened(board_png(view, NAMES[:3], events)), view) == []


def test_the_sheet_is_drawn_by_the_command_and_needs_no_file(tmp_path, monkeypatch):
    """Of all that it shows some is enough here."""
    for shown in ("shelves", "states"):
        some = list(getattr(sheet, shown)())[:1]
        monkeypatch.setattr(sheet, shown, partial(list, some))
    marks = marked_spaces(THEME)
    assert set(marks) == set(TITLES.values())

    def one_kind(theme):
        return {"Mark": marks[TITLES[Fighting]][:1]}

    monkeypatch.setattr(sheet, "marked_spaces", one_kind)
    assert main(["--specimen", "-o", str(tmp_path / "sheet.png")]) == 0
    with Image.open(tmp_path / "sheet.png") as drawn:
        assert drawn.width >= len(VISIONS) * sheet.PHONE
        assert drawn.height > 1000


def test_a_space_on_a_phone_has_the_size_that_is_measured():
    assert abs(THEME.cell * sheet.PHONE / THEME.width - SPACE) < 2
