"""A part of the board at twice the size: which part, what is told of it, the ways from there."""

from dataclasses import replace

import pytest
from seated import seat_at
from tabletop import act, running, whole
from test_faces import buttons, fits, intent

from bot.content.content import MOST_ALT, MOST_TEXT
from bot.domain import Seat, Status
from bot.features.board.intents import Part, SeeDesk, WhyNot, Zoom
from bot.features.board.zooming import zoom_on_spaces, zoom_page
from bot.features.rules.intents import SeeLegend
from bot.features.turn.intents import ChooseSpace
from bot.i18n import Words
from engine import COLOURS, Catastrophe, parse_action
from render.specimen.states import position
from tests.engine.diagram import draw, leader

WORDS = Words()
QUARTERS = ["Top left", "Top right", "Bottom left", "Bottom right"]


async def test_what_is_in_question_is_shown_first(services):
    """The temple on F3, and what is around it."""
    table = await running(services, 2)
    table = await act(services, table, parse_action("x@F4"))
    page = zoom_page(WORDS, table, Part.IN_QUESTION, Seat(table, whole(table).view(0)))
    assert page.text == "**Ur**: In focus, B1–I6"
    assert "Temples: B2 F3." in page.picture.alt
    assert "Catastrophes: F4." in page.picture.alt
    pressed = buttons(page.rows)
    assert list(pressed) == ["In focus", *QUARTERS, "Whole board", "Legend", "Back"]
    assert intent(pressed["Top left"]) == Zoom(Part.TOP_LEFT)
    assert intent(pressed["Whole board"]) == Zoom(Part.WHOLE)
    assert intent(pressed["Legend"]) == SeeLegend()
    assert intent(pressed["Back"]) == SeeDesk()


def test_a_quarter_tells_what_is_in_it_and_nothing_else():
    seat = seat_at(draw("Ak r .\n. g .\nr Bg .", at="J5", treasures="B2").game)
    far = zoom_page(WORDS, seat.table, Part.TOP_LEFT, seat)
    assert far.text == "**Ur**: Top left, A1–I7"
    assert far.picture.alt == "Temples: B2. Treasures: B2."
    near = zoom_page(WORDS, seat.table, Part.BOTTOM_RIGHT, seat)
    names = [player.name for player in seat.table.players]
    assert near.picture.alt == (
        f"{names[0]}, archer: King on J5 (1, 0). {names[1]}, bull: Trader on K7 (1, 1). "
        "In brackets: strength in revolt, war. Temples: J7 K5. Markets: K6."
    )
    empty = zoom_page(WORDS, seat.table, Part.BOTTOM_LEFT, seat)
    assert empty.picture.alt == "Nothing is there."


def test_what_is_too_wide_is_a_quarter_at_first():
    """At the start there is a temple on each side: that at twice the size would be the board."""
    page = zoom_page(WORDS, seat_at(draw("r", at="B2").game).table, Part.IN_QUESTION)
    assert list(buttons(page.rows)) == [*QUARTERS, "Whole board", "Legend"]
    assert page.text in {
        f"**Ur**: {quarter}" for quarter in ("Top left, A1–I7", "Top right, H1–P7")
    }


def test_whoever_does_not_play_has_no_desk_to_go_back_to():
    seat = seat_at(draw("Ak r . r Bk", treasures="").game)
    assert "Back" in buttons(zoom_page(WORDS, seat.table, Part.IN_QUESTION, seat).rows)
    assert "Back" not in buttons(zoom_page(WORDS, seat.table, Part.IN_QUESTION).rows)
    over = replace(seat.table, status=Status.OVER)
    assert "Back" not in buttons(zoom_page(WORDS, over, Part.IN_QUESTION, seat).rows)


def test_the_keypads_zoom_keeps_the_marks():
    """R4.2: beside the temple on G3 there are G2, H3 and G4."""
    seat = seat_at(draw(". . .\nk r .\n. . .", treasures="B2 P2").game)
    king = leader("Ak")
    page = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT, king))
    assert page.text == "🏹⬛ King: Top left, A1–I7"
    assert page.picture.alt.startswith(
        "Possible spaces: A2 B1,3 C2 G2,4 H3. Settlements: F3. Temples: B2 G3."
    )
    pressed = buttons(page.rows)
    assert list(pressed) == [*QUARTERS, "Legend", "Back"]  # in question is what reaches from A to P
    assert intent(pressed["Back"]) == ChooseSpace(king)
    assert intent(pressed["Top right"]) == Zoom(Part.TOP_RIGHT, king)
    other = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_RIGHT, king))
    assert other.picture.alt.startswith("Possible spaces: H3 O2 P1,3. Temples: P2. Treasures: P2.")
    assert page.picture.draw() != zoom_page(WORDS, seat.table, Part.TOP_LEFT).picture.draw()


def test_the_letters_are_kept_too():
    seat = seat_at(draw("Ak r . r Bb", treasures="").game)
    trader = leader("Ag")
    page = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT, trader, refused=True))
    lines = page.text.splitlines()
    assert lines[0] == "🏹🟩 Trader: Top left, A1–I7"
    assert lines[1] == "**Q** – would join kingdoms (R4.3): 1 space"
    assert "Q, would join kingdoms: H2." in page.picture.alt
    pressed = buttons(page.rows)
    assert intent(pressed["Back"]) == WhyNot(trader)
    assert intent(pressed["Top right"]) == Zoom(Part.TOP_RIGHT, trader, refused=True)
    far = zoom_on_spaces(WORDS, seat, Zoom(Part.BOTTOM_LEFT, trader, refused=True))
    assert "connect" not in far.text
    unmarked = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT, trader))
    assert page.picture.draw() != unmarked.picture.draw()


def test_every_part_fits_whatever_lies_there():
    for game in (draw("Ak r . r Bk", hands={"A": "krbg"}).game, position()):
        seat = seat_at(game)
        parts = [part for part in Part if part is not Part.WHOLE]
        pages = [zoom_page(WORDS, seat.table, part, seat) for part in parts]
        pages += (
            zoom_on_spaces(WORDS, seat, Zoom(Part.IN_QUESTION, piece, refused))
            for piece in (*COLOURS, *seat.view.leaders(seat.number), Catastrophe())
            if seat.view.turn_refusal() is None and seat.view.legal_cells(piece)
            for refused in (False, True)
        )
        for page in pages:
            assert fits(page.rows)
            assert len(page.text) <= MOST_TEXT
            assert len(page.picture.alt) <= MOST_ALT or page.picture.alt in page.text


def test_a_zoom_without_a_piece_marks_no_spaces():
    seat = seat_at(draw("Ak r").game)
    with pytest.raises(TypeError):
        zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT))
