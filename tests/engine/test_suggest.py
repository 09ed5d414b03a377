"""``python -m engine suggest``: what a computer opponent would decide where a file ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Level, parse_action, read_position
from tests.engine.running import OVER, POSITION, WITH_OPTIONS, Run, changed

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
    said = ("--level", "strong", "--seed", "0")
    assert Run("suggest", *NODES, *said, text=POSITION).output() == answer
    best = Run("suggest", *NODES, "--best", "1", text=POSITION).output()
    assert best.split(" ", 1)[1].split("; ")[0].strip() == answer.strip()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_same_arguments_give_the_same_answer(text):
    call = ("suggest", *NODES, "--level", "easy", "--seed", "4", "--best", "3")
    assert Run(*call, text=text).output() == Run(*call, text=text).output()


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


def test_when_the_game_is_over_there_is_none():
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


def test_it_reads_records_as_well():
    record = Run("random", "--seed", "3", "--players", "4").output()
    text = "".join(record.splitlines(keepends=True)[:60])
    letter, decision = Run("suggest", *NODES, text=text).output().split()
    game = read_position(text)
    assert letter == game.seats[game.decision.seat]
    game.apply(game.decision.seat, parse_action(decision))


def test_the_same_answer_in_a_process_that_sorts_sets_otherwise(tmp_path):
    """What is answered depends on the arguments alone (notation.md: on any machine)."""
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
