"""Texts that are too long, or spoilt in any way, end in one line that says so."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import OPTIONS
from tests.engine.running import POSITION, RECORD, WITH_OPTIONS, Run, changed, refused, with_space

# --- too much ---------------------------------------------------------------------------------


def longest(of):
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


# --- mutations --------------------------------------------------------------------------------


RANDOM = ("random", "--seed", "5", "--players", "3")


def good_files():
    moves = "A k@H3\nA r@L3 # why\nA end\nB x@A1\nB Bk@-\nB end\nA swap:rb\nA Ab@F2\n"
    more = (
        "A swap:rr\nA draw:b\nA draw:g # the display's other one\nA k@J3\nA site:J3\nA end\n"
        "A draw:k\nB Bk@F4\nB +1\nA +0\nB end\nB draw:?\n"
    )
    return [
        Run(*RANDOM).output(),
        Run(*RANDOM, "--options", " ".join(OPTIONS)).output(),
        POSITION,
        POSITION + moves,
        WITH_OPTIONS,
        changed('[Building "k H3"]\n', "", WITH_OPTIONS) + more,
    ]


ODD = [
    *"\u0663\u00b2\x00\u00a0\u2028\x0b\x1c\x85\r\t",
    *'"[]#\ufeff*?×\U0001f3fa,@:',
    *("9" * 5000, "-1"),
]


def spoilt(text, dice):
    """A good file with one or two lines spoilt: the first sixty hold every kind there is."""
    for _ in range(dice.randint(1, 2)):
        lines = text.split("\n")
        at, other = (dice.randrange(min(len(lines), 60)) for _ in range(2))
        line = lines[at]
        place = dice.randint(0, len(line))
        match dice.choice(["delete", "twice", "swap", "change", "odd", "cut", "end"]):
            case "delete":
                del lines[at]
            case "twice":
                lines.insert(at, line)
            case "swap":
                lines[at], lines[other] = lines[other], line
            case "change":
                letter = dice.choice("krbgzABLP@+:-?*mux.~0123456789 ")
                lines[at] = line[:place] + letter + line[place + 1 :]
            case "odd":
                lines[at] = line[:place] + dice.choice(ODD) + line[place:]
            case "cut":
                lines[at] = line[:place]
            case "end":
                lines = lines[:at]
        text = "\n".join(lines) or "\n"
    return text


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play", "legal", "rank"])
def test_a_spoilt_file_never_ends_in_a_traceback(command):
    dice = random.Random(command)
    for good in good_files():
        Run("play", text=good).output()
        for _ in range(20):
            text = spoilt(good, dice)
            run = Run(command, text=text)
            if run.status == 0:
                run.output()
            else:
                message = run.refusal()
                line = int(message.split(":")[1])
                assert message.startswith(f"-:{line}: ")
                assert 1 <= line <= text.count("\n") + 1


@settings(max_examples=10)
@given(st.binary(max_size=200), st.sampled_from(["play", "legal", "rank"]))
def test_no_bytes_end_in_a_traceback(data, command):
    Run(command, text=data).refusal()


def test_the_first_fault_is_named_though_a_later_line_is_not_utf_8(tmp_path):
    """LINE is the first line at fault."""
    record = tmp_path / "bad.te"
    record.write_bytes(b'[Format "te 1"]\n[Board "round"]\n# \xff\n')
    assert Run("play", str(record)).refusal().startswith(f"{record}:2: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_that_cannot_be_written_is_said_in_one_line():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "play", "-"],
            input=POSITION.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
