"""Texts that ``python -m engine`` tolerates, and those it refuses, with the line (notation.md)."""

from __future__ import annotations

import re

import pytest

from engine import OPTIONS, dump_game, headers_of, load_game, read_position
from engine.commands import players
from tests.engine.diagram import draw
from tests.engine.running import (
    FIRST_ROW,
    OVER,
    POSITION,
    RECORD,
    WITH_OPTIONS,
    Run,
    changed,
    refused,
    with_line,
    with_space,
)

# --- tolerated texts --------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n\r\n"),
        lambda text: "\n\n# a comment\n" + text.replace("\n", "\n \t \n"),
        lambda text: text.replace("\n", " # comment\n"),
        lambda text: text.replace(" ", "  \t "),
        lambda text: "\n".join("  \t" + line + " " for line in text.split("\n")),
        lambda text: text.rstrip("\n") + "\n\n   \n# end",
        lambda text: text.replace("~", "."),
    ],
)
def test_blanks_comments_line_ends_and_a_mark_of_order_are_tolerated(spoil):
    moves = "A k@H3\nA end\n"
    plain = Run("play", text=POSITION + moves).output()
    assert Run("play", text=spoil(POSITION + moves)).output() == plain


def test_a_hash_within_a_headers_quotes_is_no_comment():
    text = RECORD.rstrip("\n") + '\n[Players "one # two"] # a comment\n[Result "#1"]\n\n'
    assert Run("play", text=text).output() == Run("play", text=RECORD).output()
    assert Run("play", text=changed('"te 1"', '"te # 1"')).refusal().startswith("-:1:")


def test_further_headers_of_a_record_are_not_interpreted():
    more = '[Date "1.1.2025"]\n[Players ""]\n[Site "x"]\n[Result "?"]\n[Anything "else"]\n'
    text = RECORD.rstrip("\n") + "\n" + more + "\n"
    shown = Run("play", text=text).output()
    assert shown == Run("play", text=RECORD).output()
    assert "Date" not in shown
    headers = headers_of(text + 'A end\n[Date "too late"]\n')
    assert list(headers)[:5] == ["Format", "Board", "Options", "Seats", "Bag"]
    assert (headers["Date"], headers["Players"], headers["Anything"]) == ("1.1.2025", "", "else")


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("", ()),
        ('[Players "Ann, Ben"]\n', ("Ann", "Ben")),
        ('[Date "today"]\n[Players " Ann Lee ,Ben,"]\n', ("Ann Lee", "Ben", "")),
        ('[Players ""]\n', ("",)),
    ],
)
def test_the_players_of_a_record_are_names_between_commas(header, names):
    assert players(RECORD.rstrip("\n") + "\n" + header) == names


def test_headers_about_one_player_and_repeated_ones_are_not_those_of_the_game():
    headers = headers_of(changed("[Hand A", '[Board "again"]\n[Hand A'))
    assert headers["Board"] == "classic"
    assert headers["Turn"] == "A 2"
    assert not headers.keys() & {"Hand", "Score", "Catastrophes"}


def test_the_decision_header_of_a_position_may_be_absent():
    assert Run("play", text=changed('[Decision "A action"]\n', "")).output() == POSITION


def test_swaps_are_read_in_any_order_and_written_sorted():
    one = Run("play", text=POSITION + "A swap:krb\n").output()
    assert Run("play", text=POSITION + "A swap:brk\n").output() == one
    assert "A swap:krb\n" in Run("legal", text=POSITION).output()
    assert "A swap:brk\n" not in Run("legal", text=POSITION).output()


# --- refused texts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "line", "rule"),
    [
        ("A b@G4\n", 27, "R5.1"),
        ("B end\n", 27, "R3.1"),
        ("L end\n", 27, "R1.4"),
        ("\n\nA Ag@A1\n", 29, "R4.2"),
        ("A war:k\nB nonsense\n", 27, "R3.3"),
    ],
)
def test_an_illegal_decision_names_its_line_and_rule(moves, line, rule):
    refused(POSITION + moves, line, f"({rule})")
    refused(POSITION + moves, line, f"({rule})", command="legal")
    refused(POSITION + moves, line, f"({rule})", command="rank")


def test_a_decision_after_the_end_is_illegal():
    refused(OVER + "B end\n", 28, "(R14)")


NO_DECISIONS = """
    A | A r@E5 A end | r@E5 | AA r@E5 | a end | A END
    A r@e5 | A R@E5 | A r@E12 | A r@E0 | A r@E05 | A r@Q5 | A r@ | A r@- | A ak@E5 | A AK@E5
    A +7 | A + | A +-1 | A +00 | A swap: | A swap:kkkkkkk | A swap:x | A swap
    A war: | A war:kr | A build:rk@E5 | A build:kk@E5
    A build:z@F6 | A build:z | A build:z@ | A build:z@- | A build:Z@F6 | A build:zk@F6
    A site:E5 | A site: | A site:E12 | A site:r@E5 | A site:E5,E6
    A cube:g | A cube: | A cube:kr | A cube:- | A draw:r | A draw: | A draw:??
    A draw:kr | A draw:-
    A take: | A take:B2, | A take:B2, F10 | A x@- | [A end] | [Date "x"] | A end]
"""
ODD = ["A\u00a0end", "A end\u0000", "A r@E\u0665", "A +\u0661", "\u0410 end", "A\rend"]


@pytest.mark.parametrize("row", NO_DECISIONS.strip().splitlines())
def test_a_line_that_is_no_decision_is_refused(row):
    for line in row.split("|"):
        refused(f"{POSITION}{line.strip()}\nA end\n", 27)


def test_a_line_of_odd_signs_is_refused():
    for line in (*ODD, "A r@E" + "9" * 5000):
        refused(f"{POSITION}{line}\nA end\n", 27)


HEADERS = POSITION.splitlines()[:15]


@pytest.mark.parametrize("number", [n for n in range(1, 16) if n != 6])
def test_every_header_is_required_and_in_its_place(number):
    if number == 14:  # the monument: then the face-down tiles have none
        refused(with_line(POSITION, 14, None), FIRST_ROW + 3, "R8.1")
    else:
        refused(with_line(POSITION, number, None), number)
    if number < 15:
        lines = POSITION.splitlines()
        lines[number - 1], lines[number] = lines[number], lines[number - 1]
        message = Run("play", text="\n".join(lines) + "\n").refusal()
        assert int(message.split(":")[1]) in {number, number + 1}
    refused(
        with_line(POSITION, number, HEADERS[number - 1] + "\n" + HEADERS[number - 1]), number + 1
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"te 1"', '"te 2"', 1, "te 1"),
        ('"classic"', '"Classic"', 2, "Classic"),
        ('[Options ""]', '[Options "ziggurat open"]', 3, "sorted"),
        ('[Options ""]', '[Options "dice"]', 3, "'dice'"),
        ('"A B"', '"A A"', 4, "R1.4"),
        ('"A B"', '"A"', 4, "R2.1"),
        ('"A B"', '"A B L P A"', 4, "R2.1"),
        ('"A B"', '"AB"', 4, "'AB'"),
        ('"A 2"', '"A 3"', 5, "0 to 2"),
        ('"A 2"', '"L 2"', 5, "R1.4"),
        ('"A 2"', '"A \u0662"', 5, ""),
        ('"A action"', '"B action"', 6, "between two actions"),
        ('"A action"', '"A\u00a0action"', 6, ""),
        ('"krrbgg"', '"rkrbgg"', 7, "sorted"),
        ('"krrbgg"', '"krrrbgg"', 7, "R2.3"),
        ('"krrbgg"', '"??????"', 7, "hidden"),
        ("[Hand A", "[Hand B", 7, "[Hand A"),
        ("k3 r0", "k03 r0", 9, ""),
        ("k3 r0", f"k{'9' * 5000} r0", 9, ""),
        ("k3 r0", "k\u0663 r0", 9, ""),
        ("t2", "t3", FIRST_ROW + 10, "treasures"),
        ("k0 r1 b2 g3 t0", "?", 10, ""),
        ('[Catastrophes A "2"]', '[Catastrophes A "3"]', 11, "R2.3"),
        ('[Catastrophes B "1"]', '[Catastrophes B "2"]', FIRST_ROW + 5, "R2.3"),
        ('"rbgkkrrb"', '"?×8"', 13, "hidden"),
        ('"rbgkkrrb"', '"rbgKkrrb"', 13, ""),
        ('"rbgkkrrb"', f'"{"k" * 31}"', 13, "R1.3"),
        ('"rb K5"', '"rb K6"', 14, "R8.1"),
        ('"rb K5"', '"rb K11"', 14, ""),
        ('"rb K5"', '"K5"', 14, 'a monument is written "kr E5"'),
        ("[Board-state]", "[Board-state x]", 15, ""),
    ],
)
def test_headers_that_cannot_be_are_refused_with_their_line(old, new, line, words):
    refused(changed(old, new), line, words)


@pytest.mark.parametrize(
    ("cell", "token", "words"),
    [
        ("E1", "r", "R5.1"),  # a cell off its terrain
        ("E1", "Ag", "R4.2"),
        ("C2", "r*", "R2.2"),  # a treasure off a winged-creature space
        ("C2", "m*", "R2.2"),
        ("C2", "k*", ""),
        ("G7", "Ag", "R4.6"),  # a leader without a temple
        ("F2", "Bk", "twice"),  # a leader twice
        ("F2", "Lk", "R1.4"),  # a dynasty not seated
        ("C2", "m", "R8.1"),  # face down without a monument
        ("C2", "u", "conflict"),
        ("C2", "\u0000", ""),
        ("C2", "kr", ""),
        ("C2", ". .", "16 spaces"),
    ],
)
def test_spaces_that_cannot_be_are_refused_with_their_line(cell, token, words):
    text = with_space(cell, token)
    number = FIRST_ROW + int(cell[1:]) - 1
    if words == "twice":
        number = FIRST_ROW + 4  # the second one is on row 5
    refused(text, number, words)


def test_two_leaders_of_a_colour_in_a_kingdom_are_refused():
    refused(with_space("G4", "k"), FIRST_ROW + 4, "R1.6")


def test_a_monument_needs_its_four_face_down_tiles():
    refused(with_space("K5", "."), 14, "R8.1")
    refused(with_space("K5", "r"), 14, "R8.1")


def test_two_monuments_are_in_board_order_and_apart():
    twice = changed('[Monument "rb K5"]', '[Monument "rb K5"]\n[Monument "rb K5"]')
    refused(twice, 15, "once")
    order = changed('[Monument "rb K5"]', '[Monument "rb K5"]\n[Monument "kr A1"]')
    refused(order, 15, "order")
    over = changed('[Monument "rb K5"]', '[Monument "rb K5"]\n[Monument "kr L5"]')
    refused(over, 15)


def test_more_tiles_than_exist_are_refused():
    """30 settlements: 3 in hands, 2 in the bag; face-down ones count with their monument."""
    bag = "k" * 27
    assert Run("play", text=changed('"rbgkkrrb"', f'"{bag}"')).status == 0
    refused(with_space("H7", "k", changed('"rbgkkrrb"', f'"{bag}"')), FIRST_ROW + 6, "R1.3")
    settled = changed('"rb K5"', '"kg K5"')
    full = settled.replace('"rbgkkrrb"', f'"{"k" * 24 + "g" * 24}"')
    refused(full, 14, "R1.3")


def test_a_face_down_square_must_fit_a_colour_of_its_monument():
    river = with_space("O4 P4 O5 P5", "m", with_space("K5 K6 L5 L6", "."))
    assert Run("play", text=river.replace('"rb K5"', '"rb O4"')).status == 0
    refused(river.replace('"rb K5"', '"kg O4"'), 14, "R8.1")


def test_a_treasure_lies_under_a_monument_only_where_temples_do():
    text = with_space("J7 I8 J8", "m", with_space("I7", "m*"))
    built = '[Monument "rb K5"]\n[Monument "{} I7"]'
    assert Run("play", text=changed('[Monument "rb K5"]', built.format("rg"), text)).status == 0
    refused(changed('[Monument "rb K5"]', built.format("kg"), text), 15, "R8.1")


def test_the_first_line_at_fault_is_the_one_named():
    """A leader without a temple on row 2, a stray face-down tile on row 9."""
    text = with_space("H2", "Ag", with_space("H10", "m"))
    refused(text, FIRST_ROW + 1, "R4.6")
    text = with_space("H10", "Ag", with_space("H2", "m"))
    refused(text, FIRST_ROW + 1, "R8.1")


def test_a_text_that_ends_too_early_names_its_last_line():
    lines = POSITION.splitlines()
    for count in range(1, len(lines)):
        refused("\n".join(lines[:count]) + "\n" * (count % 2), count, "ends where")
    refused("", 1)


def test_a_bag_that_is_not_the_bag_of_the_board_is_refused():
    bag = RECORD.split('"')[-2]
    for wrong in (bag[1:], bag + "r", bag[:-1] + "x", "", "?×143", bag.upper()):
        refused(RECORD.replace(bag, wrong), 5, "R2.2")
    refused(RECORD.replace("classic", "advanced"), 5, "R2.2")


def test_a_record_refuses_the_headers_of_a_position():
    for header in ('[Turn "A 2"]', '[Hand A "k"]', '[Bag ""]', '[Monument "kr E5"]'):
        refused(RECORD.rstrip("\n") + f"\n{header}\n", 6)
    refused(RECORD + 'A end\n[Date "x"]\n', 8)


# --- options in records and positions ---------------------------------------------------------

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


# --- round trips --------------------------------------------------------------------------


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


# --- refused texts ------------------------------------------------------------------------


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
def test_headers_of_options_that_cannot_be_are_refused_with_their_line(old, new, line, words):
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
    """The number of tiles of each colour in a position."""
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
