"""A part of the board at twice the size."""

from dataclasses import replace

import pytest
from PIL import Image

from engine import (
    CELLS,
    AddDecision,
    Cell,
    Colour,
    Conflict,
    Contender,
    Dynasty,
    Leader,
    TilePlaced,
)
from render import THEME, THEMES, Region, region_in_question, region_png
from tests.render.scenes import EMPTY, colours, grand_view, opened, public, written

CORNERS = ("A1", "P1", "A11", "P11")


_cell = Cell.parse


def _spaces(region):
    return {str(cell) for cell in CELLS if cell in region}


def _shown(view, region, theme=THEME, **more):
    return opened(region_png(view, region, theme=theme, **more))


def _space(picture, region, name):
    """The part of a region's picture that shows one space."""
    cell, size = _cell(name), 2 * THEME.cell
    left = picture.width - 2 * THEME.rim - len(region.columns) * size
    top = picture.height - 2 * THEME.rim - len(region.rows) * size
    x, y = left + (cell.col - region.left) * size, top + (cell.row - region.top) * size
    return picture.crop((x, y, x + size, y + size))


# --- choosing the region -------------------------------------------------------------------------


def test_a_region_is_what_is_beside_its_spaces_too():
    region = Region.around(map(_cell, ("C3", "L8")))
    assert str(region) == "B2–M9"
    assert _cell("B2") in region
    assert _cell("M9") in region
    assert _cell("A2") not in region
    assert _cell("M10") not in region


def test_a_region_shows_enough_to_see_where_it_is():
    for cell in CELLS:
        region = Region.around([cell])
        assert cell in region
        assert (len(region.rows), len(region.columns)) == (6, 8)


def test_a_region_ends_where_the_board_does():
    for cells, region in ((("A1",), "A1–H6"), (("P11",), "I6–P11"), (CORNERS, "A1–P11")):
        assert str(Region.around(map(_cell, cells))) == region


def test_a_region_is_on_the_board_and_needs_a_space():
    for lines in ((0, 0, 11, 3), (0, 0, 3, 16), (-1, 0, 3, 3), (4, 0, 3, 3)):
        with pytest.raises(ValueError, match="no part of the board"):
            Region(*lines)
    with pytest.raises(ValueError, match="needs a space"):
        Region.around([])


def test_quarters_cover_the_board_row_by_row_and_are_of_one_size():
    quarters = Region.quarters()
    assert list(map(str, quarters)) == ["A1–I7", "H1–P7", "A5–I11", "H5–P11"]
    assert set().union(*map(_spaces, quarters)) == set(map(str, CELLS))
    assert len({(len(each.rows), len(each.columns)) for each in quarters}) == 1


# --- the region of a question --------------------------------------------------------------------


def test_spaces_to_choose_from_are_in_question():
    legal = [_cell("C3"), _cell("L8")]
    happened = [TilePlaced(0, Colour.RED, _cell("P11"))]
    assert str(region_in_question(public(), happened, legal)) == "B2–M9"


def test_in_a_conflict_both_leaders_and_what_joined_their_kingdoms_are_in_question():
    attacker = Contender(1, Leader(Dynasty.BULL, Colour.RED), _cell("C9"), 7)
    defender = Contender(3, Leader(Dynasty.POT, Colour.RED), _cell("K9"), 8)
    view = grand_view(AddDecision(1, Conflict(False, Colour.RED, attacker, defender)))
    view = replace(view, board=view.board.with_unification(Colour.BLUE, _cell("G9")))
    region = region_in_question(view, [TilePlaced(1, Colour.BLUE, _cell("P1"))])
    assert {"C9", "K9", "G9"} <= _spaces(region)
    assert "P1" not in _spaces(region)


def test_without_a_question_it_is_where_something_happened():
    happened = [TilePlaced(0, Colour.RED, _cell("P11"))]
    assert str(region_in_question(public(), happened)) == "I6–P11"


def test_else_it_is_where_something_lies():
    assert str(region_in_question(grand_view(), ())) == "A1–P11"
    alone = EMPTY.with_catastrophe(_cell("A1"))
    assert str(region_in_question(public(alone), ())) == "A1–H6"


# --- its picture ---------------------------------------------------------------------------------


def test_spaces_are_twice_as_large_and_its_own_letters_and_numbers_are_written_along_it():
    region, theme = Region.quarters()[-1], THEMES["high-contrast"]
    picture, large = _shown(public(), region, theme), 2 * theme.cell
    across, down = len(region.columns) * large, len(region.rows) * large
    assert across < picture.width < across + large
    assert down < picture.height < down + large
    size, paints = 2 * theme.coordinate, (theme.cream, theme.night)
    above, beside = (0, 0, picture.width, large), (0, 0, large, picture.height)
    for column in region.columns:
        assert written(picture.crop(above), str(Cell(0, column))[0], size, paints, theme)
    for row in region.rows:
        assert written(picture.crop(beside), str(row + 1), size, paints, theme)


def test_a_piece_within_is_seen_at_its_place_and_one_outside_is_not():
    region = Region(2, 2, 8, 9)
    before = _shown(public(), region)
    for name in ("C3", "J9", "F6"):
        after = _shown(public(EMPTY.with_tile(Colour.RED, _cell(name))), region)
        seen = {
            space
            for space in _spaces(region)
            if _space(before, region, space).tobytes() != _space(after, region, space).tobytes()
        }
        assert seen == {name}
    outside = _shown(public(EMPTY.with_tile(Colour.RED, _cell("L10"))), region)
    assert outside.tobytes() == before.tobytes()


def test_pieces_are_drawn_for_that_size():
    """Twice the size of a space of the board is blurred beside it."""
    board = EMPTY.with_tile(Colour.RED, _cell("F6"))
    region = Region.around([_cell("F6")])
    picture = _space(_shown(public(board), region), region, "F6")
    halved = picture.reduce(2)
    again = halved.resize(picture.size, Image.Resampling.NEAREST)
    assert again.tobytes() != picture.tobytes()
    assert THEME.red in colours(picture)


def test_marks_of_events_legal_spaces_and_plans_are_in_it():
    region, cell = Region.around([_cell("F6")]), _cell("F6")
    view = public(EMPTY.with_tile(Colour.RED, cell))
    happened = (TilePlaced(0, Colour.RED, cell),)
    pictures = [
        _shown(view, region),
        _shown(view, region, events=happened),
        _shown(view, region, events=happened, planned=True),
        _shown(view, region, legal=[cell]),
    ]
    assert len({_space(each, region, "F6").tobytes() for each in pictures}) == len(pictures)
