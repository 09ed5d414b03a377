"""``python -m engine``: play, legal, random, rank, and every way to refuse (notation.md)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import OPTIONS, full_bag, headers_of
from engine.commands import players
from tests.engine.random_games import OPTION_SETS, Deal, choose
from tests.engine.running import (
    FIRST_ROW,
    POSITION,
    WITH_OPTIONS,
    Run,
    changed,
    refused,
    with_line,
    with_space,
)

RECORD = f"""\
[Format "te 1"]
[Board "classic"]
[Options ""]
[Seats "A L"]
[Bag "{"".join(random.Random(1).sample(full_bag("classic"), 143))}"]

"""
# Its bag begins with these hands:
HANDS = RECORD.split('[Bag "')[1][:12]


# --- play -------------------------------------------------------------------------------------


def test_play_prints_the_position_it_was_given():
    assert Run("play", text=POSITION).output() == POSITION


def test_play_prints_the_position_the_decisions_lead_to():
    moves = "A k@H3\nA r@L3 # away from everything\n\nA end\n"
    after = Run("play", text=POSITION + moves).output()
    assert after == with_space(
        "L3",
        "r",
        with_space(
            "H3",
            "k",
            changed('"A 2"', '"B 2"')
            .replace('"A action"', '"B action"')
            .replace("krrbgg", "rrbbgg")
            .replace("k3 r0", "k4 r0")
            .replace("rbgkkrrb", "gkkrrb"),
        ),
    )


def test_play_reads_files_and_standard_input(tmp_path):
    path = tmp_path / "game.te"
    path.write_text(POSITION, encoding="utf-8")
    assert Run("play", str(path)).output() == Run("play", text=POSITION).output()


def test_play_writes_a_moment_in_mid_event_that_cannot_be_read():
    """Two leaders of a colour at the unification tile; the tiles added have left the hand."""
    text = with_space(
        "H3", "r", with_space("J3", "r", with_space("K3", "Bb", with_space("K4", "k")))
    )
    text = changed("Bk r g", ".  r g", text)
    text = with_space("K3", "Bk", text)
    shown = Run("play", text=text + "A b@E3\nA r@I3\nA +1\n").output()
    assert '[Turn "A 0"]\n[Decision "B add"]\n[Hand A "rgg"]\n' in shown
    assert ". . . ~ b r* Ak r u r Bk . ~ ~ . ." in shown
    assert Run("play", text=shown).refusal().startswith("-:6: ")


def test_play_as_a_player_hides_what_that_player_may_not_know():
    shown = Run("play", "--as", "A", text=POSITION).output()
    assert shown == (
        changed('"kkrbbg"', '"??????"')
        .replace('[Score B "k0 r1 b2 g3 t0"]', '[Score B "?"]')
        .replace('"rbgkkrrb"', '"?×8"')
    )


def test_play_as_public_hides_all_that_is_hidden():
    text = changed('"kkrbbg"', '""').replace('"rbgkkrrb"', '""')
    shown = Run("play", "--as", "public", text=text).output()
    assert shown == (
        text.replace('"krrbgg"', '"??????"')
        .replace('[Score A "k3 r0 b12 g1 t2"]', '[Score A "?"]')
        .replace('[Score B "k0 r1 b2 g3 t0"]', '[Score B "?"]')
        .replace('[Bag ""]', '[Bag "?×0"]')
    )


OVER = changed('"rbgkkrrb"', '"r"').replace('"krrbgg"', '"krrb"') + "A end\n"


@pytest.mark.parametrize("viewer", ["A", "B", "public"])
def test_play_shows_everything_when_the_game_is_over(viewer):
    everything = Run("play", text=OVER).output()
    assert '[Turn "A 0"]\n[Decision "- over"]\n[Hand A "krrrb"]' in everything
    assert Run("play", "--as", viewer, text=OVER).output() == everything


@pytest.mark.parametrize("who", ["L", "P", "X", "AB", "a", "", "nobody"])
def test_play_as_somebody_not_seated_is_refused(who):
    assert "seated" in Run("play", "--as", who, text=POSITION).refusal()


# --- legal ------------------------------------------------------------------------------------


def test_legal_lists_every_decision_sorted_by_character_code():
    lines = Run("legal", text=POSITION).output().splitlines()
    assert lines == sorted(lines)
    assert len(set(lines)) == len(lines)
    assert {"A end", "A Ak@-", "A b@D3", "A r@C2", "A swap:krrbgg", "A x@A1"} <= set(lines)
    assert all(line.startswith("A ") for line in lines)
    assert Run("legal", "--count", text=POSITION).output() == f"{len(lines)}\n"


def test_legal_when_the_game_is_over():
    assert Run("legal", text=OVER).output() == ""
    assert Run("legal", "--count", text=OVER).output() == "0\n"


def test_legal_in_the_middle_of_events():
    text = changed("Bk r g", "Br r g") + "A Ar@H4\n"
    assert Run("legal", text=text).output() == "A +0\nA +1\nA +2\n"
    assert Run("legal", "--count", text=text).output() == "3\n"
    assert Run("legal", text=text + "A +2\n").output() == "B +0\nB +1\n"


def test_every_legal_line_can_be_played():
    for line in Run("legal", text=POSITION).output().splitlines()[::9]:
        Run("play", text=f"{POSITION}{line}\n").output()


# --- random and rank --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "board"), [(2, "classic"), (3, "classic"), (4, "classic"), (4, "advanced")]
)
def test_random_plays_a_whole_game_and_the_same_seed_the_same_game(players, board):
    arguments = ("random", "--seed", "7", "--players", str(players), "--board", board)
    record = Run(*arguments).output()
    assert Run(*arguments).output() == record
    assert Run("random", "--seed", "8", *arguments[3:]).output() != record
    lines = record.splitlines()
    assert lines[:3] == ['[Format "te 1"]', f'[Board "{board}"]', '[Options ""]']
    assert len(lines[3].split()) == 1 + players
    assert '[Decision "- over"]' in Run("play", text=record).output()
    assert Run("legal", "--count", text=record).output() == "0\n"


@pytest.mark.parametrize("options", OPTION_SETS[1::5] + OPTION_SETS[-1:])
def test_random_plays_with_any_options_in_any_order(options):
    call = ("random", "--seed", "7", "--players", "3", "--options")
    record = Run(*call, " ".join(options)).output()
    assert record.splitlines()[2] == f'[Options "{" ".join(options)}"]'
    assert Run(*call, " ".join(reversed(options))).output() == record
    assert Run(*call, "  ".join((*options, *options))).output() == record
    assert '[Decision "- over"]' in Run("play", text=record).output()


def test_random_defaults_to_the_classic_board_without_options():
    short = Run("random", "--seed", "7", "--players", "2").output()
    arguments = ("random", "--seed", "7", "--players", "2", "--board", "classic", "--options", "")
    assert Run(*arguments).output() == short


def test_rank_prints_the_placing():
    text = POSITION.replace('"krrbgg"', '"krrb"').replace('"rbgkkrrb"', '"r"') + "A end\n"
    # k3 r0 b12 g1 with two treasures: r2 or r1 g2 give 1 2 3 12; the bull has 0 1 2 3.
    assert Run("rank", text=text).output() == "1 A 1 2 3 12\n2 B 0 1 2 3\n"


def test_rank_prints_shared_places_in_seat_order():
    text = OVER.replace("k3 r0 b12 g1 t2", "k0 r0 b0 g0 t1").replace(
        "k0 r1 b2 g3 t0", "k1 r0 b0 g0 t0"
    )
    assert Run("rank", text=text).output() == "1 A 0 0 0 1\n1 B 0 0 0 1\n"


def test_rank_needs_a_game_that_is_over():
    assert Run("rank", text=POSITION).refusal().startswith("-:26:")
    assert Run("rank", text=POSITION + "A end\n\n").refusal().startswith("-:28:")


def test_rank_of_the_rulebooks_example():
    """R14.4; and the form of notation.md: ``1 P 11 11 12 14``."""
    text = OVER.replace('[Seats "A B"]', '[Seats "A B L P"]')
    lines = text.splitlines()
    scores = ["k22 r6 b12 g13 t3", "k10 r10 b11 g14 t0", "k12 r10 b7 g15 t0", "k14 r10 b9 g12 t3"]
    scores[2] = "k12 r10 b10 g15 t0"
    lines[8:10] = [f'[Score {s} "{v}"]' for s, v in zip("ABLP", scores, strict=True)]
    lines[6:8] = [*lines[6:8], '[Hand L ""]', '[Hand P ""]']
    at = lines.index('[Catastrophes B "1"]') + 1
    lines[at:at] = ['[Catastrophes L "0"]', '[Catastrophes P "0"]']
    text = "\n".join(lines).replace("r*", "r", 4) + "\n"  # six treasures are won
    assert Run("rank", text=text).output() == (
        "1 P 11 11 12 14\n2 L 10 10 12 15\n3 B 10 10 11 14\n4 A 9 12 13 22\n"
    )


# --- what is tolerated ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\n\n# a comment\n" + text.replace("\n", "\n \t \n"),
        lambda text: text.replace("\n", " # comment\n"),
        lambda text: text.replace(" ", "  \t "),
        lambda text: "\n".join("  \t" + line + " " for line in text.split("\n")),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n\n   \n# end\n",
        lambda text: text.replace("~", "."),
        lambda text: "\ufeff" + text.replace("\n", "\r\n\r\n"),
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


def test_treasures_are_taken_in_board_order_only():
    """F3, N5 and I7 meet in the archer's kingdom."""
    text = with_space("F4", "Ag", changed("Bk r g .", ".  . k k"))
    for cell in ("H3", "I3", "I4", "M5"):
        text = with_space(cell, "k", text)
    text += "A k@I6\n"
    assert Run("legal", text=text).output() == "A take:F3,I7\nA take:F3,N5\nA take:N5,I7\n"
    assert "k4 r0 b12 g1 t4" in Run("play", text=text + "A take:N5,I7\n").output()
    refused(text + "A take:I7,N5\n", 28, "R9.2")


# --- what is refused, and where ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "line", "rule"),
    [
        ("A r@F3\n", 27, "R5.1"),
        ("A b@G4\n", 27, "R5.1"),
        ("A k@H3\nA end\nA end\n", 29, "R3.1"),
        ("B end\n", 27, "R3.1"),
        ("L end\n", 27, "R1.4"),
        ("\n\nA Ag@A1\n", 29, "R4.2"),
        ("A k@H3\nA r@L3\nA r@L4\n", 29, "R3.1"),
        ("A +0\n", 27, "R3.3"),
        ("A swap:kkk\n", 27, "R11.1"),
        ("A x@K5\n", 27, "R10.1"),
        ("A war:k\nB nonsense\n", 27, "R3.3"),
    ],
)
def test_an_illegal_decision_names_its_line_and_rule(moves, line, rule):
    refused(POSITION + moves, line, f"({rule})")
    refused(POSITION + moves, line, f"({rule})", command="legal")
    refused(POSITION + moves, line, f"({rule})", command="rank")


def test_a_decision_after_the_end_is_illegal():
    refused(OVER + "B end\n", 28, "(R14)")


@pytest.mark.parametrize(
    "line",
    [
        "A",
        "A r@E5 A end",
        "r@E5",
        "AA r@E5",
        "a end",
        "A END",
        "A r@e5",
        "A R@E5",
        "A r@E12",
        "A r@E0",
        "A r@E05",
        "A r@Q5",
        "A r@",
        "A r@-",
        "A ak@E5",
        "A AK@E5",
        "A +7",
        "A +",
        "A +-1",
        "A +00",
        "A swap:",
        "A swap:kkkkkkk",
        "A swap:x",
        "A swap",
        "A war:",
        "A war:kr",
        "A build:rk@E5",
        "A build:kk@E5",
        "A build:z@F6",
        "A build:z",
        "A build:z@",
        "A build:z@-",
        "A build:Z@F6",
        "A build:zk@F6",
        "A site:E5",
        "A site:",
        "A site:E12",
        "A site:r@E5",
        "A site:E5,E6",
        "A cube:g",
        "A cube:",
        "A cube:kr",
        "A cube:-",
        "A draw:r",
        "A draw:",
        "A draw:??",
        "A draw:kr",
        "A draw:-",
        "A take:",
        "A take:B2,",
        "A take:B2, F10",
        "A x@-",
        "A\u00a0end",
        "A end\u0000",
        "A r@E\u0665",
        "A +\u0661",
        "\u0410 end",
        "[A end]",
        '[Date "x"]',
        "A end]",
        "A\rend",
        "A r@E" + "9" * 5000,
    ],
)
def test_a_line_that_is_no_decision_is_refused(line):
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
        ('"classic"', '""', 2, "R1.1"),
        ('[Options ""]', '[Options "ziggurat open"]', 3, "sorted"),
        ('[Options ""]', '[Options "open open"]', 3, "once"),
        ('[Options ""]', '[Options "dice"]', 3, "'dice'"),
        ('"A B"', '"A A"', 4, "R1.4"),
        ('"A B"', '"A"', 4, "R2.1"),
        ('"A B"', '"A X"', 4, "'X'"),
        ('"A B"', '"A B L P A"', 4, "R2.1"),
        ('"A B"', '"AB"', 4, "'AB'"),
        ('"A 2"', '"A 3"', 5, "0 to 2"),
        ('"A 2"', '"L 2"', 5, "R1.4"),
        ('"A 2"', '"A"', 5, ""),
        ('"A 2"', '"A \u0662"', 5, ""),
        ('"A action"', '"B action"', 6, "between two actions"),
        ('"A action"', '"A add"', 6, "between two actions"),
        ('"A action"', '"A build"', 6, "between two actions"),
        ('"A action"', '"A site"', 6, "between two actions"),
        ('"A action"', '"A cube"', 6, "between two actions"),
        ('"A action"', '"A draw"', 6, "between two actions"),
        ('"A action"', '"- over"', 6, "between two actions"),
        ('"A action"', '"A\u00a0action"', 6, ""),
        ('"krrbgg"', '"rkrbgg"', 7, "sorted"),
        ('"krrbgg"', '"krrrbgg"', 7, "R2.3"),
        ('"krrbgg"', '"krrbgx"', 7, ""),
        ('"krrbgg"', '"??????"', 7, "hidden"),
        ("[Hand A", "[Hand B", 7, "[Hand A"),
        ("k3 r0", "k3  r-1", 9, ""),
        ("k3 r0", "k03 r0", 9, ""),
        ("k3 r0", f"k{'9' * 5000} r0", 9, ""),
        ("k3 r0", "k\u0663 r0", 9, ""),
        ("t2", "t3", FIRST_ROW + 10, "treasures"),
        ("k0 r1 b2 g3 t0", "?", 10, ""),
        ('[Catastrophes A "2"]', '[Catastrophes A "3"]', 11, "R2.3"),
        ('[Catastrophes A "2"]', '[Catastrophes A ""]', 11, ""),
        ('[Catastrophes B "1"]', '[Catastrophes B "2"]', FIRST_ROW + 5, "R2.3"),
        ('"rbgkkrrb"', '"?×8"', 13, "hidden"),
        ('"rbgkkrrb"', '"rbgKkrrb"', 13, ""),
        ('"rbgkkrrb"', f'"{"k" * 31}"', 13, "R1.3"),
        ('"rb K5"', '"br K5"', 14, ""),
        ('"rb K5"', '"rb K6"', 14, "R8.1"),
        ('"rb K5"', '"rb P5"', 14, ""),
        ('"rb K5"', '"rb K11"', 14, ""),
        ("[Board-state]", "[Board-State]", 15, ""),
        ("[Board-state]", "[Board-state x]", 15, ""),
    ],
)
def test_headers_that_cannot_be_are_refused_with_their_line(old, new, line, words):
    refused(changed(old, new), line, words)


@pytest.mark.parametrize(
    ("cell", "token", "words"),
    [
        ("E1", "r", "R5.1"),  # a cell off its terrain
        ("A1", "b", "R5.1"),
        ("E1", "Ag", "R4.2"),
        ("C2", "r*", "R2.2"),  # a treasure off a winged-creature space
        ("C2", "m*", "R2.2"),
        ("C2", "k*", ""),
        ("G7", "Ag", "R4.6"),  # a leader without a temple
        ("E3", "Ar", "R4.2"),
        ("F2", "Bk", "twice"),  # a leader twice
        ("F2", "Lk", "R1.4"),  # a dynasty not seated
        ("C2", "m", "R8.1"),  # face down without a monument
        ("C2", "u", "conflict"),
        ("C2", "xx", ""),
        ("C2", "R", ""),
        ("C2", "z", ""),
        ("C2", "?", ""),
        ("C2", "\u0000", ""),
        ("C2", "kr", ""),
        ("C2", "", "16 spaces"),
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
    river = with_space(
        "K5", ".", with_space("K6", ".", with_space("L5", ".", with_space("L6", ".")))
    )
    river = with_space(
        "O4", "m", with_space("P4", "m", with_space("O5", "m", with_space("P5", "m", river)))
    )
    assert Run("play", text=river.replace('"rb K5"', '"rb O4"')).status == 0
    refused(river.replace('"rb K5"', '"kg O4"'), 14, "R8.1")


def test_a_treasure_lies_under_a_monument_only_where_temples_do():
    text = with_space("I7", "m*")
    for cell in ("J7", "I8", "J8"):
        text = with_space(cell, "m", text)
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
        text = "\n".join(lines[:count])
        refused(text, count, "ends where")
        refused(text + "\n", count, "ends where")
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


def test_the_letter_is_that_of_the_one_who_decides():
    tile = HANDS[0]
    cell = "E1" if tile == "b" else "H5"
    assert Run("play", text=RECORD + f"A {tile}@{cell}\n").status == 0
    refused(RECORD + f"L {tile}@{cell}\n", 7, "R3.1")
    refused(RECORD + f"P {tile}@{cell}\n", 7, "R1.4")


# --- bad calls --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("play",),
        ("play", "a", "b"),
        ("play", "--with", "A", "x"),
        ("legal", "--count=1", "x"),
        ("legal", "--cou", "x"),
        ("random",),
        ("random", "--seed", "7"),
        ("random", "--players", "2"),
        ("random", "--seed", "x", "--players", "2"),
        ("random", "--seed", "7", "--players", "1"),
        ("random", "--seed", "7", "--players", "5"),
        ("random", "--seed", "7", "--players", "2", "--board", "round"),
        ("random", "--seed", "7", "--players", "2", "--options", "dice"),
        ("random", "--seed", "7", "--players", "2", "--options", "buildings,open"),
        ("random", "--seed", "7", "--players", "2", "--options", "Open"),
        ("random", "--seed", "9" * 5000, "--players", "2"),
        ("rank",),
        ("play", "/nowhere/at/all.te"),
        ("play", "no\x00name"),
        ("legal", "two\nlines"),
    ],
)
def test_bad_calls_are_refused_in_one_line(arguments):
    Run(*arguments).refusal()


def test_unknown_options_are_refused_by_name():
    call = ("random", "--seed", "7", "--players", "2", "--options")
    assert "'dice'" in Run(*call, "buildings dice open").refusal()


def test_a_directory_cannot_be_read(tmp_path):
    assert Run("play", str(tmp_path)).refusal().startswith(f"{tmp_path}: ")


def test_the_name_of_the_file_is_given_as_it_was(tmp_path):
    path = tmp_path / "a  strange   name.te"
    path.write_text("nonsense\n", encoding="utf-8")
    assert Run("play", str(path)).refusal().startswith(f"{path}:1: ")


def test_what_is_not_utf_8_is_refused_at_its_line():
    data = POSITION.encode()
    assert Run("play", text=b"\xff" + data).refusal().startswith("-:1: ")
    lines = data.splitlines(keepends=True)
    spoilt = b"".join([*lines[:4], b"# caf\xe9\n", *lines[4:]])
    assert Run("play", text=spoilt).refusal().startswith("-:5: ")
    Run("play", text=POSITION.encode("utf-16")).refusal()


# --- too much ---------------------------------------------------------------------------------


def longest(of: str) -> tuple[str, str, int]:
    """The longest text in that respect, what makes it too long, and the line at which it is."""
    match of:
        case "headers":
            headers = '[Site "x"]\n' * 195
            return RECORD.rstrip() + "\n" + headers, '[Site "x"]\n', 201
        case "lines":
            return POSITION + "\n" * (20_000 - POSITION.count("\n")), "#", 20_001
        case "a line":
            return POSITION + "#".ljust(10_000), " ", POSITION.count("\n") + 1
        case _:
            lines = ("#".ljust(9_999) + "\n") * 100
            return POSITION + lines[len(POSITION) :], " ", POSITION.count("\n") + 101


@pytest.mark.parametrize("of", ["headers", "lines", "a line", "characters"])
def test_a_text_is_read_up_to_a_length_and_refused_beyond(of):
    text, more, line = longest(of)
    Run("play", text=text).output()
    refused(text + more, line, "at most", of)


@pytest.mark.parametrize("command", ["play", "legal", "rank"])
def test_a_million_headers_or_decisions_are_refused_unread(command):
    refused('[Site "x"]\n' * 1_000_000, 90_910, "characters", command=command)
    refused(RECORD + "A end\nL end\n" * 20_000, 20_001, "lines", command=command)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_refused():
    assert "characters" in Run("play", "/dev/zero").refusal()


@pytest.mark.parametrize(
    "spoilt",
    [
        RECORD + f"A {'x' * 9_000}\n",
        RECORD + f"{'x' * 9_000} end\n",
        RECORD.replace("classic", "x" * 9_000),
        RECORD.replace('Options "', f'Options "{"x" * 9_000}'),
        RECORD.replace("A L", "x" * 9_000),
        RECORD.rstrip() + f'\n[{"x" * 9_000} A ""]\n',
        with_space("A1", "x" * 9_000),
        changed('"rb K5"]', f'"rb K5"]\n[Ziggurat "{"x" * 9_000}"]', WITH_OPTIONS).replace(
            '[Ziggurat "C10"]\n', ""
        ),
    ],
)
def test_a_refusal_repeats_little_of_what_it_refuses(spoilt):
    assert len(Run("play", text=spoilt).refusal()) < 200


# --- the true command -------------------------------------------------------------------------


def test_the_command_itself(tmp_path):
    root = Path(__file__).parents[2]
    call = [sys.executable, "-m", "engine"]

    def run(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*call, *arguments], input=data, cwd=root, capture_output=True, check=False
        )

    record = run("random", "--seed", "3", "--players", "2")
    assert (record.returncode, record.stderr) == (0, b"")
    assert record.stdout.decode() == Run("random", "--seed", "3", "--players", "2").output()
    path = tmp_path / os.fsdecode(b"r\xe9cord.te")  # a name that is no UTF-8
    path.write_bytes(record.stdout)
    ranked = run("rank", str(path))
    assert ranked.stdout.decode() == Run("rank", text=record.stdout).output()
    hidden = run("play", "-", "--as", "public", data=POSITION.encode())
    assert "?×8" in hidden.stdout.decode()
    path.write_bytes(record.stdout + b"A end\n")
    refusal = run("play", str(path))
    assert (refusal.returncode, refusal.stdout) == (2, b"")
    assert refusal.stderr.count(b"\n") == 1
    assert refusal.stderr.startswith(os.fsencode(path))


# --- mutations --------------------------------------------------------------------------------


def whole_game(options: tuple[str, ...]) -> str:
    game, bag = Deal(5, 3, "classic", options).start()
    dice = random.Random(5)
    lines = [
        '[Format "te 1"]',
        '[Board "classic"]',
        f'[Options "{" ".join(options)}"]',
        f'[Seats "{" ".join(game.seats)}"]',
        f'[Bag "{bag}"]',
        '[Date "today"]',
        "",
    ]
    while not game.over:
        action = choose(dice, game)
        lines.append(f"{game.seats[game.decision.seat].value} {action}")
        game, _ = game.apply(game.decision.seat, action)
    return "\n".join(lines) + "\n"


def good_files() -> list[str]:
    moves = "A k@H3\nA r@L3 # why\nA end\nB x@A1\nB Bk@-\nB end\nA swap:rb\nA Ab@F2\n"
    more = """\
A swap:rr
A draw:b
A draw:g # the display's other one
A k@J3
A site:J3
A end
A draw:k
B Bk@F4
B +1
A +0
B end
B draw:?
"""
    return [
        whole_game(()),
        whole_game(OPTIONS),
        POSITION,
        POSITION + moves,
        WITH_OPTIONS,
        changed('[Building "k H3"]\n', "", WITH_OPTIONS) + more,
    ]


GOOD = good_files()


def test_the_files_that_are_spoilt_below_are_good():
    for text in GOOD:
        Run("play", text=text).output()


ODD = [
    "\u0663",
    "\u00b2",
    "\x00",
    "\u00a0",
    "\u2028",
    "\x0b",
    "\x1c",
    "\x85",
    "\r",
    "\t",
    "9" * 5000,
    "-1",
    '"',
    "[",
    "]",
    "#",
    "\ufeff",
    "*",
    "?",
    "×",
    "\U0001f3fa",
    ",",
    "@",
    ":",
]


@st.composite
def mutations(draw):
    """A good file with one or two lines spoilt."""
    text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 2))):
        lines = text.split("\n")
        # the first forty lines hold every kind of line there is
        at = draw(st.integers(0, min(len(lines), 60) - 1))
        line = lines[at]
        place = draw(st.integers(0, len(line)))
        match draw(st.sampled_from(["delete", "twice", "swap", "change", "odd", "cut", "end"])):
            case "delete":
                del lines[at]
            case "twice":
                lines.insert(at, line)
            case "swap":
                other = draw(st.integers(0, min(len(lines), 60) - 1))
                lines[at], lines[other] = lines[other], line
            case "change":
                letter = draw(st.sampled_from("krbgzABLP@+:-?*mux.~0123456789 "))
                lines[at] = line[:place] + letter + line[place + 1 :]
            case "odd":
                lines[at] = line[:place] + draw(st.sampled_from(ODD)) + line[place:]
            case "cut":
                lines[at] = line[:place]
            case "end":
                lines = lines[:at]
        text = "\n".join(lines) or "\n"
    return text


@settings(derandomize=True, deadline=None, max_examples=600)
@given(mutations(), st.sampled_from(["play", "legal", "rank"]))
def test_a_spoilt_file_never_ends_in_a_traceback(text, command):
    run = Run(command, text=text)
    if run.status == 0:
        run.output()
    else:
        message = run.refusal()
        line = int(message.split(":")[1])
        assert message.startswith(f"-:{line}: ")
        assert 1 <= line <= text.count("\n") + 1


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.binary(max_size=200), st.sampled_from(["play", "legal", "rank"]))
def test_no_bytes_end_in_a_traceback(data, command):
    Run(command, text=data).refusal()


def test_the_first_fault_is_named_though_a_later_line_is_not_utf_8(tmp_path: Path) -> None:
    """LINE is the first line at fault."""
    record = tmp_path / "bad.te"
    record.write_bytes(b'[Format "te 1"]\n[Board "round"]\n# \xff\n')
    done = subprocess.run(
        [sys.executable, "-m", "engine", "play", str(record)], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"{record}:2: ".encode())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_that_cannot_be_written_is_said_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "random", "--seed", "1", "--players", "2"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
