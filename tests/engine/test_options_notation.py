"""Options in records and positions: what is written, what is read, what is refused."""

from __future__ import annotations

import re

import pytest

from engine import OPTIONS, dump_game, load_game, read_position
from tests.engine.diagram import draw
from tests.engine.running import (
    POSITION,
    WITH_OPTIONS,
    Run,
    changed,
    refused,
    with_line,
    with_space,
)

BAG, DISPLAY, MONUMENT, ZIGGURAT, PALACE, HALL = range(13, 19)
"""The lines of WITH_OPTIONS that say so."""
CROSS = "C9 B10 C10 D10 C11"
ROW = 20
"""The line of the board's first row."""


def without(text, header):
    """*text* less the lines with that header."""
    return "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(f"[{header} ")
    )


def playing(text, *options):
    return changed(" ".join(OPTIONS), " ".join(options), text)


# --- what is written and read -------------------------------------------------------------------


def test_a_position_with_every_option_is_written_as_it_was_read():
    assert Run("play", text=WITH_OPTIONS).output() == WITH_OPTIONS


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        ("A swap:k", ['[Turn "A 1"]', '[Decision "A draw"]', '[Hand A "rrbgg"]']),
        ("A swap:k|A draw:k", ['[Decision "A action"]', '[Bag "bgkkrrb"]', '[Display "rrbbgg"]']),
        ("A swap:k|A draw:?", ['[Hand A "rrrbgg"]', '[Bag "bgkkrrb"]', '[Display "krbbgg"]']),
        ("A swap:k|A draw:k|A r@A11|A end", ['[Turn "A 0"]', '[Decision "A draw"]']),
    ],
)
def test_positions_after_decisions(moves, lines):
    shown = Run("play", text=WITH_OPTIONS + moves.replace("|", "\n") + "\n").output().splitlines()
    assert set(lines) <= set(shown)


def test_a_site_is_asked_written_and_not_read():
    text = changed('[Building "k H3"]\n', "", WITH_OPTIONS)
    assert Run("legal", text=text + "A k@J3\n").output() == (
        "A site:-\nA site:H3\nA site:I3\nA site:J3\n"
    )
    shown = Run("play", text=text + "A k@J3\n").output()
    assert '[Turn "A 1"]\n[Decision "A site"]\n' in shown
    refused(shown, 6, "between two actions")
    after = Run("play", text=text + "A k@J3\nA site:J3\n").output()
    assert '[Ziggurat "C10"]\n[Building "k J3"]\n[Building "g I5"]\n' in after
    assert Run("play", text=text + "A k@J3\nA site:-\n").output() == after.replace(
        '[Building "k J3"]\n', ""
    )


def test_a_cube_is_asked_written_and_not_read():
    text = with_space("B9", "Ak", with_space("G3", ".", WITH_OPTIONS))
    cubes = Run("legal", text=text + "A end\n").output()
    assert cubes == "A cube:b\nA cube:g\nA cube:k\nA cube:r\n"
    shown = Run("play", text=text + "A end\n").output()
    assert '[Turn "A 0"]\n[Decision "A cube"]\n' in shown
    refused(shown, 6, "between two actions")
    assert '"k3 r0 b12 g2 t2"' in Run("play", text=text + "A end\nA cube:g\n").output()


def test_a_ziggurat_is_asked_written_and_not_read():
    text = without(WITH_OPTIONS, "Ziggurat")
    for cell in ("C9", "B10", "D10", "C11"):
        text = with_space(cell, "g", text)
    asked = with_space("C10", ".", text) + "A g@C10\n"
    assert Run("legal", text=asked).output() == (
        "A site:-\nA site:B10\nA site:C10\nA site:C11\nA site:C9\nA site:D10\n"
    )
    asked += "A site:-\n"
    assert Run("legal", text=asked).output() == "A build:-\nA build:z@C10\n"
    shown = Run("play", text=asked).output()
    assert '[Turn "A 1"]\n[Decision "A build"]\n' in shown
    refused(shown, 6, "between two actions")
    built = Run("play", text=asked + "A build:z@C10\n").output()
    assert '[Monument "rb K5"]\n[Ziggurat "C10"]\n[Building "k H3"]\n' in built
    assert built.split("[Board-state]")[1] == WITH_OPTIONS.split("[Board-state]")[1]


def test_what_everybody_may_know():
    """With open scores; the display is public anyway."""
    hidden = changed('"krrbgg"', '"??????"', changed('"rbgkkrrb"', '"?×8"', WITH_OPTIONS))
    public = changed('"kkrbbg"', '"??????"', hidden)
    assert Run("play", "--as", "public", text=WITH_OPTIONS).output() == public
    closed = playing(WITH_OPTIONS, "buildings", "display", "ziggurat")
    assert Run("play", "--as", "B", text=closed).output() == changed(
        '"k3 r0 b12 g1 t2"', '"?"', playing(hidden, "buildings", "display", "ziggurat")
    )


def test_display_ziggurat_and_buildings_may_be_absent():
    """An empty display is written, with the option."""
    text = without(without(with_space(CROSS, ".", WITH_OPTIONS), "Building"), "Display")
    text = without(text, "Ziggurat")
    shown = changed('[Monument "', '[Display ""]\n[Monument "', text)
    assert Run("play", text=text).output() == Run("play", text=shown).output() == shown


def test_a_stored_game_of_the_time_before_options_is_read():
    """Version 1 as it was first written."""
    game = read_position(POSITION)
    stored = dump_game(game)
    for field in ("ziggurat", "buildings", "display"):
        stored, count = re.subn(rf'"{field}":(\[[^]]*\]|-?\d+),', "", stored)
        assert count == 1
    assert load_game(stored) == game
    square = draw("k k\nk .").play("A k@G3").game
    assert square.decision.kind == "build"
    stored = dump_game(square).replace(',"centres":[]', "")
    assert "centres" not in stored
    assert load_game(stored) == square


# --- what is refused, and where -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "option", "line"),
    [("Display", "display", 14), ("Ziggurat", "ziggurat", 16), ("Building", "buildings", 17)],
)
def test_a_header_has_a_place_only_with_its_option(header, option, line):
    text = playing(WITH_OPTIONS, *(other for other in OPTIONS if other != option))
    refused(text, line, header, option)


@pytest.mark.parametrize("number", range(BAG, HALL + 1))
def test_headers_stand_in_their_order(number):
    lines = WITH_OPTIONS.splitlines()
    lines[number - 1], lines[number] = lines[number], lines[number - 1]
    message = Run("play", text="\n".join(lines) + "\n").refusal()
    assert int(message.split(":")[1]) in {number, number + 1}
    again = WITH_OPTIONS.splitlines()[number - 1]
    refused(with_line(WITH_OPTIONS, number, f"{again}\n{again}"), number + 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"krbbgg"', '"rkbbgg"', DISPLAY, "sorted"),
        ('"krbbgg"', '"krbbbgg"', DISPLAY, "R12.3"),
        ('"krbbgg"', '"??????"', DISPLAY, "hidden"),
        ('"krbbgg"', '"krx"', DISPLAY, ""),
        ('"C10"', '"C12"', ZIGGURAT, "C12"),
        ('"C10"', '"z C10"', ZIGGURAT, ""),
        ('"C10"', '"C11"', ZIGGURAT, "R13.1"),  # leaves the board
        ('"C10"', '"C9"', ZIGGURAT, "R13.1"),  # not face down
        ('"C10"', '"K4"', ZIGGURAT, "R8.5"),  # shares spaces with the monument
        ('"k H3"', '"k G3"', PALACE, "R12.1"),  # a leader
        ('"k H3"', '"k J3"', PALACE, "R12.1"),  # nothing
        ('"k H3"', '"k H5"', PALACE, "R12.1"),  # a temple
        ('"k H3"', '"k K5"', PALACE, "R12.1"),  # face down
        ('"k H3"', '"r H3"', PALACE, "R12.1"),
        ('"k H3"', '"k"', PALACE, ""),
        ('"k H3"', '"k H12"', PALACE, ""),
        ('"g I5"', '"k I3"', HALL, "order"),  # twice
        ('"k H3"', '"g I5"', HALL, "order"),
        ('"g I5"', '"g H3"', HALL, "R12.1"),
    ],
)
def test_headers_that_cannot_be_are_refused_with_their_line(old, new, line, words):
    refused(changed(old, new, WITH_OPTIONS), line, words)


def test_a_ziggurat_needs_its_five_face_down_tiles():
    for cell in CROSS.split():
        refused(with_space(cell, ".", WITH_OPTIONS), ZIGGURAT, "R13.1")
    refused(with_space("C10", "k", WITH_OPTIONS), ZIGGURAT, "R13.1")


def test_face_down_tiles_need_their_ziggurat():
    refused(without(WITH_OPTIONS, "Ziggurat"), ROW + 8 - 1, "C9", "R8.1")


def test_a_cross_of_no_colour_is_refused():
    """Over a river's bank."""
    text = with_space("H9 G10 H10 I10 H11", "m", with_space(CROSS, ".", WITH_OPTIONS))
    refused(changed('"C10"', '"H10"', text), ZIGGURAT, "R13.1")


def test_a_treasure_lies_under_the_ziggurat():
    text = with_space("F9 E10 G10 F11", "m", with_space(CROSS, ".", WITH_OPTIONS))
    text = changed('"C10"', '"F10"', with_space("F10", "m*", text))
    assert Run("play", text=text).output() == text


def tiles(text):
    """How many tiles of each colour a position shows."""
    shown = "".join(re.findall(r'\[(?:Hand .|Bag|Display) "([krbg]*)"', text))
    shown += "".join(re.findall(r"(?<!\S)([krbg])\*?(?!\S)", text.split("[Board-state]")[1]))
    return {colour: shown.count(colour) for colour in "krbg"}


def test_the_tiles_of_the_display_count():
    """27 settlements, the display's, and the two on row 3 are all there are."""
    left = 30 - tiles(WITH_OPTIONS)["k"]
    full = changed('"rbgkkrrb"', f'"rbgkkrrb{"k" * left}"', WITH_OPTIONS)
    assert Run("play", text=full).status == 0  # the cross may be red or green
    refused(changed('"krbbgg"', '"kkrbbg"', full), ROW + 2, "R1.3")
    refused(changed('"rbgkkrrb"', f'"{"k" * 27}"', WITH_OPTIONS), DISPLAY, "R1.3")


def test_the_face_down_tiles_of_the_cross_count():
    """Four of each colour for the monument, and not five for the ziggurat."""
    shown = tiles(WITH_OPTIONS)
    limits = {"k": 30, "r": 57, "g": 30}

    def leaving(k, r, g):
        more = {"k": k, "r": r, "g": g}
        extra = "".join(c * (limits[c] - shown[c] - more[c]) for c in "krg")
        return changed('"rbgkkrrb"', f'"rbgkkrrb{extra}"', WITH_OPTIONS)

    assert Run("play", text=leaving(4, 9, 4)).status == 0
    assert Run("play", text=leaving(5, 4, 4)).status == 0
    assert Run("play", text=leaving(4, 4, 5)).status == 0
    refused(leaving(4, 8, 4), MONUMENT, "R1.3")
