"""The fair bag: what a secret and words decide, and how a record is verified (docs/fair.md).

What the command says is compared with the script, docs/verify.mjs, which shares no code with it.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import NO_WORD, FairStart, Game, GameError, draw_start, hash_of, seal_of, write_record
from engine.rules.fair import _key, _Stream
from tests.engine.random_games import OPTION_SETS
from tests.engine.running import POSITION, Run

DOCS = Path(__file__).parents[2] / "docs"
NODE = shutil.which("node")
with_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


# --- the test vectors -------------------------------------------------------------------------


@dataclass(frozen=True)
class Vector:
    """A draw that is printed in docs/fair.md."""

    board: str
    table: int
    secret: bytes
    words: tuple[str, ...]
    order: tuple[int, ...]
    dynasties: str

    @property
    def seal(self):
        return seal_of(self.secret)

    @property
    def hashes(self):
        return [hash_of(word) for word in self.words]

    def draw(self):
        return draw_start(self.secret, self.table, self.hashes, self.board)


CLASSIC = Vector("classic", 7, bytes(range(64)), ("river", "Ur", ""), (2, 0, 1), "LBA")
ADVANCED = Vector("advanced", 1, bytes(reversed(range(64))), ("", ""), (0, 1), "AP")


@pytest.mark.parametrize("vector", [CLASSIC, ADVANCED], ids=lambda vector: vector.board)
def test_the_printed_vectors_come_out(vector):
    draw = vector.draw()
    assert (draw.order, "".join(draw.dynasties)) == (vector.order, vector.dynasties)
    key = _key(vector.secret, vector.table, vector.hashes).hex()
    bag_hash = hashlib.sha256(draw.bag.encode()).hexdigest()
    page = (DOCS / "fair.md").read_text("utf-8")
    printed = set(re.findall(r"\w+", page))
    assert {vector.seal, *vector.hashes, key, draw.bag, bag_hash, vector.dynasties} <= printed
    assert " ".join(map(str, vector.order)) in page


def test_a_word_hashes_alike_however_its_letters_are_composed():
    composed, decomposed = "fl\u00fcsse", "flu\u0308sse"
    assert composed != decomposed
    assert hash_of(composed) == hash_of(decomposed)
    assert hash_of(composed) != hash_of("flusse")
    assert hash_of("") == NO_WORD


# --- draws -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("secret", "table", "words"),
    [
        (bytes(63), 7, [NO_WORD] * 2),
        (bytes(65), 7, [NO_WORD] * 2),
        (bytes(64), -1, [NO_WORD] * 2),
        (bytes(64), 2**64, [NO_WORD] * 2),
        (bytes(64), 7, [NO_WORD]),
        (bytes(64), 7, [NO_WORD] * 5),
        (bytes(64), 7, [NO_WORD, NO_WORD[:-2]]),
        (bytes(64), 7, [NO_WORD, "river"]),
    ],
)
def test_a_draw_from_what_is_out_of_range_is_refused(secret, table, words):
    with pytest.raises(ValueError):  # noqa: PT011  (each says its own)
        draw_start(secret, table, words, "classic")


def test_a_draw_for_a_board_that_there_is_not_is_refused():
    with pytest.raises(GameError, match="round"):
        draw_start(bytes(64), 7, [NO_WORD] * 2, "round")


# --- numbers that are thrown away -------------------------------------------------------------


def stream_of(*numbers):
    """A stream that gives these numbers first."""
    stream = _Stream(bytes(64), b"bag")
    stream._unread = b"".join(number.to_bytes(4, "big") for number in numbers)
    return stream


@pytest.mark.parametrize("limit", [3, 7, 143])
def test_numbers_that_would_favour_low_ones_are_thrown_away(limit):
    fair = 2**32 - 2**32 % limit
    assert stream_of(fair - 1).below(limit) == limit - 1
    assert stream_of(fair, 1).below(limit) == 1
    assert stream_of(2**32 - 1, fair, fair, 2).below(limit) == 2


def test_no_number_is_thrown_away_for_a_power_of_two():
    assert stream_of(2**32 - 1, 0).below(128) == 127


def test_a_stream_goes_on_after_numbers_that_were_thrown_away():
    plain = _Stream(bytes(64), b"bag")
    assert stream_of(2**32 - 1).below(3) == plain.below(3)


# --- records: the command and the script ------------------------------------------------------


def record_of(vector):
    """The record of a game that started so, with one decision."""
    draw = vector.draw()
    start = Game.start(draw.dynasties, draw.bag, vector.board)
    fair = FairStart(vector.table, vector.seal, tuple(vector.hashes), draw.order, vector.secret)
    headers = [("Players", "Ann, Ben, Cid"), *fair.headers(), ("Result", "*")]
    return f"{write_record(start, draw.bag, [], headers)}{draw.dynasties[0]} end\n"


FAIR = record_of(CLASSIC)
BAG = CLASSIC.draw().bag
RIVER, UR, NONE = CLASSIC.hashes
ALL_ONE_SECRET = "1" + CLASSIC.secret.hex()[1:]
SWAPPED = BAG[:2] + BAG[3] + BAG[2] + BAG[4:]
LAST_SWAPPED = BAG[:-2] + BAG[-1] + BAG[-2]
BAG_DIFFERS = "from tile {} on it is not the bag that follows from the secret"
NOTHING = "-: nothing to verify: "
DIGITS = "hexadecimal digits, 0-9 and a-f"


def without(name):
    return re.sub(rf'\[{name} "[^"]*"\]\n', "", FAIR)


def with_header(name, value):
    text, count = re.subn(rf'\[{name} "[^"]*"\]', f'[{name} "{value}"]', FAIR)
    assert count == 1
    assert text != FAIR
    return text


def lines_of(run):
    return dict(line.split(": ", 1) for line in run.out.splitlines())


SCRIPT = DOCS / "verify.mjs"
MANY_CALLS = """
const fs = require("node:fs");
const said = [];
let out, err;
process.stdout.write = (text) => { out += text; };
process.stderr.write = (text) => { err += text; };
(async () => {
  for (const [at, call] of JSON.parse(fs.readFileSync(0)).entries()) {
    out = err = "";
    process.argv.splice(2, Infinity, ...call);
    await import(`file://${process.env.SCRIPT}?${at}`);
    said.push([process.exitCode, out, err]);
  }
  process.exitCode = 0;
  fs.writeSync(1, JSON.stringify(said));
})();
"""
"""Runs the script once for each call, in one process."""


def run_script(calls):
    """Exit status, output and errors of the script for each of these calls."""
    done = subprocess.run(
        [NODE, "-e", MANY_CALLS, "-"],
        input=json.dumps(calls).encode(),
        env=os.environ | {"SCRIPT": str(SCRIPT)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return [tuple(result) for result in json.loads(done.stdout)]


@pytest.fixture
def verify(tmp_path):
    """Verify texts with the command and the script, which must agree; return their answers."""

    def verify(*cases):
        ours = [Run("verify", *arguments, text=text) for text, *arguments in cases]
        if NODE is None:
            return ours
        calls = []
        for at, (text, *arguments) in enumerate(cases):
            path = tmp_path / f"{at}.te"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            calls.append([str(path), *arguments])
        for case, run, call, result in zip(cases, ours, calls, run_script(calls), strict=True):
            status, out, err = result
            err = err.replace(call[0], "-", 1)
            assert (status, out, err) == (run.status, run.out, run.err), case
        return ours

    return verify


WELL = {
    "the advanced board": (record_of(ADVANCED),),
    "the seal in capitals": (FAIR, "--seal", f" {CLASSIC.seal.upper()} "),
    "an order mark and CRLF": ("\ufeff" + FAIR.replace("\n", "\r\n"),),
    "blanks": (FAIR.replace(" ", " \t ").replace("\n", " \n\n  ").replace("[", "[ "),),
    "comments": ("# first\n" + FAIR.replace("]\n", '] # "x"\n# [Seal "x"]\n'),),
    "no line after the headers": (FAIR.removesuffix("\nL end\n"),),
    "blanks around values": (re.sub(r' "([^"]*)"', r' " \1 "', FAIR),),
    "another order": (without("Seal").replace("[Result", f'[Seal "{CLASSIC.seal}"]\n[Result'),),
    "leading zeros": (with_header("Table", "007"),),
}


def test_a_fair_record_differs_in_nothing(verify):
    runs = verify(
        *WELL.values(), (FAIR, "--word=Ur", f"--seal={CLASSIC.seal}"), (FAIR, "--word", "")
    )
    for run in runs:
        result = {"seal": "ok", "seats": "ok", "dynasties": "ok", "bag": "ok"}
        if run in runs[-2:]:
            result["your word"] = "ok"
        assert lines_of(run) == result
        assert (run.status, run.err) == (0, "")


DIFFERING = [
    ({"your word": f"its hash {hash_of('Nile')} is not in the list"}, FAIR, "--word", "Nile"),
    (
        {"seal": f"the record has {CLASSIC.seal}, yours is {ADVANCED.seal}"},
        FAIR,
        *("--seal", ADVANCED.seal),
    ),
    ({"seats", "dynasties", "bag"}, with_header("Table", "8")),
    (
        {"seal": f"the record has {ADVANCED.seal}, but {CLASSIC.seal} follows from the secret"},
        with_header("Seal", ADVANCED.seal),
        *("--seal", CLASSIC.seal),
    ),
    ({"seats", "dynasties", "bag"}, with_header("Words", f"{UR} {RIVER} {NONE}")),
    (
        {"seats": "the record has 2 1 0, but 2 0 1 follows from the secret"},
        with_header("Order", "2 1 0"),
    ),
    ({"seal", "seats", "dynasties", "bag"}, with_header("Secret", ALL_ONE_SECRET)),
    (
        {"dynasties": "the record has L A B, but L B A follows from the secret"},
        with_header("Seats", "L A B"),
    ),
    ({"bag": BAG_DIFFERS.format(3)}, with_header("Bag", SWAPPED)),
    ({"bag": BAG_DIFFERS.format(142)}, with_header("Bag", LAST_SWAPPED)),
]
"""Each difference with its message, the record, and the arguments."""


def test_what_differs_is_named_with_what_it_should_be(verify):
    runs = verify(*(case for _, *case in DIFFERING))
    for (differs, *_), run in zip(DIFFERING, runs, strict=True):
        found = {what: verdict for what, verdict in lines_of(run).items() if verdict != "ok"}
        assert (found if isinstance(differs, dict) else set(found)) == differs
        assert (run.status, run.err) == (1, "")


REFUSED = [
    (f"{NOTHING}the game has no seal", without("Seal")),
    (f"{NOTHING}the seal was never opened", without("Secret")),
    (f"{NOTHING}this is no record, but a position", POSITION),
    ('-: [Words "..."] is missing', without("Words")),
    ('-: [Table "..."] is missing', without("Table").replace("[Secret", "[Hidden")),
    ("-: [Words] has 1 hashes, but two to four play", with_header("Words", RIVER)),
    ("-: [Words] has 5 hashes, but two to four play", with_header("Words", " ".join([UR] * 5))),
    ("-: [Table] is no number of a table", with_header("Table", str(2**63))),
    (
        "-:12: [Order] stands here a second time",
        FAIR.replace("[Result", '[Order  "2 0 1"]\n[Result'),
    ),
    ('-:4: [Seats "..."] is expected here', without("Seats")),
    ("-:8: [Seal] has no place in a record here", FAIR.replace("[Seal ", "[Seal A ")),
    ('-:7: a header is written [Name "value"]', FAIR.replace('"7"', "7")),
    (
        "-:5: the bag must hold exactly 30 k, 43 r, 36 b and 30 g on this board (R2.2)",
        with_header("Board", "advanced"),
    ),
    ("-:3: options are named sorted, and each once (R12)", with_header("Options", "open display")),
    ("-:4: 'Z' is no dynasty: they are A, B, L and P (R1.4)", with_header("Seats", "L B Z")),
    (
        '-:3: the text ends where [Seats "..."] should follow',
        "\n".join(FAIR.split("\n")[:3]) + "\n",
    ),
    ("-:6: this is not UTF-8", FAIR.encode().replace(b"Ann", b"Ann\xe9")),
]
MALFORMED = {
    "Table": ("a number", "", "-7", "7 8", "seven", "1" * 20, "٧", "7\u00a0"),
    "Seal": (f"64 {DIGITS}", "", "41c7", CLASSIC.seal.upper(), f"{RIVER} {UR}", f"{RIVER}0"),
    "Words": (
        f"hashes of 64 {DIGITS}",
        *("", "river Ur", f"{RIVER},{UR}", f"{RIVER} {UR}\u00a0{NONE}", f"{RIVER} {UR.upper()}"),
    ),
    "Order": ("numbers of players", "", "2, 0, 1", "A B L", "-1 0 1", "10 0 1", "201"),
    "Secret": (
        f"128 {DIGITS}",
        *("", "00", CLASSIC.secret.hex().upper(), CLASSIC.secret.hex()[:-1] + "x", "never"),
    ),
}


def test_what_cannot_be_verified_is_refused_with_its_line(verify):
    malformed = [
        (f"-: [{name}] must be {what}", with_header(name, value))
        for name, (what, *values) in MALFORMED.items()
        for value in values
    ]
    cases = REFUSED + malformed
    runs = verify(*((text,) for _, text in cases))
    assert [run.refusal() for run in runs] == [refusal for refusal, _ in cases]


def test_a_game_that_could_not_be_played_is_not_verified():
    """The script says what it can: it does not replay the decisions (docs/fair.md)."""
    assert Run("verify", text=FAIR + "L end\n").refusal().startswith("-:15: ")


def test_a_word_that_is_no_text_is_refused():
    run = Run("verify", "--word", "\udcff", text=FAIR)
    assert run.refusal() == "-: --word is no text in UTF-8"


# --- the script -------------------------------------------------------------------------------


def at_random(seed):
    """A sealed game's record, and one of the words of its players."""
    dice = random.Random(seed)
    board = dice.choice(["classic", "advanced"])
    options = dice.choice(OPTION_SETS)
    signs = "aZ 0-'\"é\u0065\u0301ßñ河川𒌓\U0001f30a"
    words = ["".join(dice.choices(signs, k=dice.randrange(12))) for _ in range(dice.randint(2, 4))]
    secret, table = dice.randbytes(64), dice.randrange(2 ** dice.randint(1, 63))
    hashes = tuple(map(hash_of, words))
    draw = draw_start(secret, table, hashes, board)
    fair = FairStart(table, seal_of(secret), hashes, draw.order, secret)
    start = Game.start(draw.dynasties, draw.bag, board, options)
    return write_record(start, draw.bag, [], fair.headers()), dice.choice(words)


def test_random_records_are_fair(verify):
    records = [at_random(seed) for seed in range(6)]
    for run in verify(*((text, f"--word={word}") for text, word in records)):
        assert set(lines_of(run).values()) == {"ok"}


@with_node
def test_the_script_reads_what_is_piped_and_normalises_words():
    text = with_header("Words", f"{hash_of('é')} {UR} {NONE}")
    call = [NODE, str(SCRIPT), "-", "--word", "e\u0301"]
    theirs = subprocess.run(call, input=text.encode(), capture_output=True, check=False)
    ours = Run("verify", "--word", "e\u0301", text=text)
    assert lines_of(ours)["your word"] == "ok"
    assert (theirs.returncode, theirs.stdout.decode()) == (ours.status, ours.out)


@with_node
def test_both_refuse_bad_calls_in_one_line():
    calls = [(), ("a", "b"), ("--word",), ("a", "--seal"), ("a", "--sea", "x"), ("/nowhere/a.te",)]
    for call, (status, out, err) in zip(calls, run_script(calls), strict=True):
        assert (status, out, err.count("\n")) == (2, "", 1)
        Run("verify", *call).refusal()


# --- the notation -----------------------------------------------------------------------------


def test_headers_of_the_fair_bag_are_not_printed_in_positions():
    shown = Run("play", text=FAIR).output()
    bare = re.sub(r'\[(Players|Table|Seal|Words|Order|Secret|Result) "[^"]*"\]\n', "", FAIR)
    assert shown == Run("play", text=bare).output()
    assert not re.search("Table|Seal|Words|Order|Secret", shown)


def test_the_headers_of_a_fair_start_are_read_back():
    for secret in (CLASSIC.secret, None):
        start = FairStart(7, CLASSIC.seal, tuple(CLASSIC.hashes), CLASSIC.order, secret)
        assert FairStart.of(dict(start.headers())) == start
