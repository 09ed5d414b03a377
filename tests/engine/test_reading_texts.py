"""What ``python -m engine`` tolerates in a text, what it refuses, and where (notation.md)."""

from __future__ import annotations

import pytest

from engine import headers_of
from engine.commands import players
from tests.engine.running import (
    FIRST_ROW,
    OVER,
    POSITION,
    RECORD,
    Run,
    changed,
    refused,
    with_line,
    with_space,
)

# --- what is tolerated ------------------------------------------------------------------------


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


# --- what is refused, and where ---------------------------------------------------------------


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
