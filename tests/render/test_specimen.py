"""The sheet to look at shows everything that there is, and what it shows is what games show."""

from dataclasses import replace
from io import BytesIO
from typing import get_args

import pytest
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
from render.board.kingdoms import standing
from render.board.marks import Mark
from render.drawing.theme import HIGH_CONTRAST, THEME
from render.pieces import sprites
from render.pieces.sprites import sprite
from render.specimen.marked import TITLES, examples, marked_spaces
from render.specimen.sheet import PHONE, specimen_png
from render.specimen.states import position, public, states
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
    assert set(marked_spaces(THEME)) == set(TITLES.values())


def test_everything_that_can_be_asked_is_on_the_sheet():
    asked = {type(state.decision) for state in states() if state.decision is not None}
    assert asked == set(get_args(Decision))


def test_everything_that_can_lie_on_a_board_is_in_the_position():
    board = position().board
    assert all(board.tiles)
    assert board.treasures
    assert board.catastrophes
    assert list(board.built())
    assert board.ziggurat_cell()
    assert min(board.buildings) >= 0
    assert len({leader.dynasty for leader, _ in board.standing()}) == 4
    assert len({leader.colour for leader, _ in board.standing()}) == 4


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


def test_those_who_fight_stand_where_they_fight():
    fights = [state for state in states() if isinstance(state.decision, AddDecision)]
    assert {state.decision.conflict.internal for state in fights} == {True, False}
    for state in fights:
        for party in (state.decision.conflict.attacker, state.decision.conflict.defender):
            assert state.board.cell_of(party.leader) == party.cell


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
    for game, events in lively_game(0)[::7]:
        view = game.view(None)
        picture = opened(board_png(view, NAMES, events))
        assert covered(picture, view) == []


@pytest.mark.exhaustive  # test_command.py draws it with fewer colours
def test_the_sheet_is_a_picture_for_five_pairs_of_eyes():
    with Image.open(BytesIO(specimen_png(HIGH_CONTRAST))) as sheet:
        assert sheet.mode == "RGB"
        assert sheet.width >= len(VISIONS) * PHONE
        assert sheet.height > 5000
        assert sheet.getpixel((0, 0)) == HIGH_CONTRAST.night


def test_a_space_on_a_phone_has_the_size_that_is_measured():
    assert abs(THEME.cell * PHONE / THEME.width - SPACE) < 2
