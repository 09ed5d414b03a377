"""``python -m engine``: play, legal, random, rank, and how a bad call is refused (notation.md)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Level
from tests.engine.running import OVER, POSITION, WITH_OPTIONS, Run, changed, with_space

# --- play -------------------------------------------------------------------------------


def test_play_prints_the_position_it_was_given():
    assert Run("play", text=POSITION).output() == POSITION


def test_play_prints_the_position_the_decisions_lead_to():
    after = Run("play", text=POSITION + "A k@H3 # beside the King\n\nA end\n").output()
    expected = with_space("H3", "k").replace('"A action"', '"B action"').replace("k3 r0", "k4 r0")
    for before, now in (('"A 2"', '"B 2"'), ("krrbgg", "rrrbgg"), ("rbgkkrrb", "bgkkrrb")):
        expected = changed(before, now, expected)
    assert after == expected


def test_play_reads_files_and_standard_input(tmp_path):
    path = tmp_path / "game.te"
    path.write_text(POSITION, encoding="utf-8")
    assert Run("play", str(path)).output() == Run("play", text=POSITION).output()


def test_play_writes_a_moment_in_mid_event_that_cannot_be_read():
    """Two leaders of a colour at the unification tile; the tiles added have left the hand."""
    text = with_space("H3 J3", "r", with_space("K4", "k", changed("Bk r g", ".  r g")))
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


@pytest.mark.parametrize("viewer", ["A", "public"])
def test_play_shows_everything_when_the_game_is_over(viewer):
    everything = Run("play", text=OVER).output()
    assert '[Turn "A 0"]\n[Decision "- over"]\n[Hand A "krrrb"]' in everything
    assert Run("play", "--as", viewer, text=OVER).output() == everything


@pytest.mark.parametrize("who", ["L", "X", "AB", "a", ""])
def test_play_as_somebody_not_seated_is_refused(who):
    assert "seated" in Run("play", "--as", who, text=POSITION).refusal()


# --- legal ------------------------------------------------------------------------------


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


# --- random and rank --------------------------------------------------------------------


def test_random_plays_a_whole_game_and_the_same_seed_the_same_game():
    arguments = ("random", "--seed", "7", "--players", "4", "--board", "advanced")
    record = Run(*arguments).output()
    assert Run(*arguments).output() == record
    assert Run("random", "--seed", "8", *arguments[3:]).output() != record
    lines = record.splitlines()
    assert lines[:3] == ['[Format "te 1"]', '[Board "advanced"]', '[Options ""]']
    assert len(lines[3].split()) == 1 + 4
    assert '[Decision "- over"]' in Run("play", text=record).output()
    assert Run("legal", "--count", text=record).output() == "0\n"


def test_random_plays_with_any_options_in_any_order():
    call = ("random", "--seed", "7", "--players", "2", "--options")
    record = Run(*call, "open ziggurat").output()
    assert record.splitlines()[2] == '[Options "open ziggurat"]'
    assert Run(*call, "ziggurat  open ziggurat").output() == record
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


# --- bad calls --------------------------------------------------------------------------


BAD_CALLS = """
    dance | play | play a b | play /nowhere/at/all.te | legal --count=1 x | rank | random
    random --players 2 | random --seed x --players 2 | random --seed 7 --players 2 --board round
    random --seed 7 --players 1 | random --seed 7 --players 5
    random --seed 7 --players 2 --options dice | random --seed 7 --players 2 --options open,open
"""
ODD_CALLS = [
    (),
    ("random", "--seed", "9" * 5000, "--players", "2"),
    ("play", "no\x00name"),
    ("legal", "two\nlines"),
]


@pytest.mark.parametrize(
    "arguments", [*map(str.split, re.split(r"[|\n]", BAD_CALLS.strip())), *ODD_CALLS]
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


# --- the true command -------------------------------------------------------------------


def test_the_command_itself(tmp_path):
    root = Path(__file__).parents[2]
    call = [sys.executable, "-m", "engine"]

    def run(*arguments, data=b""):
        return subprocess.run(
            [*call, *arguments], input=data, cwd=root, capture_output=True, check=False
        )

    hidden = run("play", "-", "--as", "public", data=POSITION.encode())
    assert (hidden.returncode, hidden.stderr) == (0, b"")
    assert hidden.stdout.decode() == Run("play", "--as", "public", text=POSITION).output()
    path = tmp_path / os.fsdecode(b"r\xe9cord.te")  # a name that is no UTF-8
    path.write_text(f"{POSITION}B end\n", encoding="utf-8")
    refusal = run("play", str(path))
    assert (refusal.returncode, refusal.stdout) == (2, b"")
    assert refusal.stderr.count(b"\n") == 1
    assert refusal.stderr.startswith(os.fsencode(path))


# --- suggest ----------------------------------------------------------------------------------

CONFLICT = changed("Bk r g", "Br r g") + "A Ar@H4\n"
"""The bull's Priest is attacked."""
TEXTS = {"a turn": POSITION, "every option": WITH_OPTIONS, "a conflict": CONFLICT}
NODES = ("--nodes", "50")


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_it_prints_a_legal_decision_as_in_a_record(text, level):
    line = Run("suggest", *NODES, "--level", level.value, text=text).output()
    assert line.count("\n") == 1
    assert line in Run("legal", text=text).output().splitlines(keepends=True)


def test_strong_and_the_same_seed_unless_it_is_said_otherwise():
    answer = Run("suggest", *NODES, text=POSITION).output()
    arguments = ("--level", "strong", "--seed", "0")
    assert Run("suggest", *NODES, *arguments, text=POSITION).output() == answer
    best = Run("suggest", *NODES, "--best", "1", text=POSITION).output()
    assert best.split(" ", 1)[1].split("; ")[0].strip() == answer.strip()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_best_turns_with_the_share_of_the_win(text):
    lines = Run("suggest", *NODES, "--best", "3", text=text).output().splitlines()
    assert 1 <= len(lines) <= 3
    shares = []
    for line in lines:
        share, decisions = line.split(" ", 1)
        assert re.fullmatch(r"[01]\.\d\d", share)
        shares.append(float(share))
        played = "".join(f"{decision}\n" for decision in decisions.split("; "))
        Run("play", text=f"{text}{played}").output()  # all of them can be played in this order
    assert shares == sorted(shares, reverse=True)
    assert len(set(lines)) == len(lines)


def test_there_are_no_more_turns_than_there_are():
    """The bull may add nothing or one temple."""
    text = f"{CONFLICT}A +2\n"
    assert len(Run("suggest", *NODES, "--best", "99", text=text).output().splitlines()) <= 2


def test_a_finished_game_has_no_suggestion():
    assert Run("suggest", text=OVER).output() == ""
    assert Run("suggest", "--best", "3", text=OVER).output() == ""


def test_what_is_hidden_from_whoever_decides_changes_nothing():
    """The other hand, the bag's order, and totals that nobody could count from the file."""
    other = (
        POSITION.replace('[Hand B "kkrbbg"]', '[Hand B "rrrrgg"]')
        .replace('[Score B "k0 r1 b2 g3 t0"]', '[Score B "k3 r6 b1 g9 t2"]')
        .replace("k3 r0 b12 g1 t2", "k3 r0 b12 g1 t0")
        .replace('"rbgkkrrb"', '"brrkkgbr"')
    )
    one = other.replace("k3 r6 b1 g9 t2", "k0 r1 b2 g3 t2").replace("rrrrgg", "kkrbbg")
    call = ("suggest", *NODES, "--best", "3")
    assert Run(*call, text=one).output() == Run(*call, text=other).output()


def test_a_file_that_does_not_parse_is_refused_at_its_line(tmp_path):
    assert Run("suggest", text=POSITION + "A k@A1\nB end\n").refusal().startswith("-:28: ")
    hidden = Run("play", "--as", "A", text=POSITION).output()
    assert Run("suggest", text=hidden).refusal().startswith("-:8: ")
    assert str(tmp_path) in Run("suggest", str(tmp_path)).refusal()


BAD = ("--level hard", "--level greedy", "--level Strong", "--seed x", "--nodes 0", "--nodes -1")


@pytest.mark.parametrize("arguments", [*BAD, "--best 0", "--most 2", ""])
def test_bad_arguments_are_refused_in_one_line(arguments):
    file = ("-",) if arguments else ()
    Run("suggest", *file, *(arguments.split(" ") if arguments else ())).refusal()


def test_the_same_answer_in_a_process_that_sorts_sets_otherwise(tmp_path):
    """The output depends on the arguments alone (notation.md: on any machine)."""
    path = tmp_path / "position.te"
    path.write_text(WITH_OPTIONS, encoding="utf-8")
    call = ("suggest", str(path), "--best", "3", "--nodes", "100")
    there = subprocess.run(
        [sys.executable, "-m", "engine", *call],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
    )
    assert there.stdout.decode() == Run(*call).output()
