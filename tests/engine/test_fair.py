"""The fair bag: what a secret and words decide, and how a record is verified (docs/fair.md).

What the command says is compared with the script, docs/verify.mjs, which shares no code with it.
"""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    NO_WORD,
    FairStart,
    Game,
    GameError,
    draw_start,
    full_bag,
    hash_of,
    seal_of,
    write_record,
)
from engine.rules.fair import _key, _Stream
from tests.engine.random_games import OPTION_SETS
from tests.engine.running import POSITION, RECORD, Run, changed

DOCS = Path(__file__).parents[2] / "docs"
NODE = shutil.which("node")
with_node = pytest.mark.skipif(NODE is None, reason="node is not installed")

BOARDS = ("classic", "advanced")


# --- the test vectors -------------------------------------------------------------------------


@dataclass(frozen=True)
class Vector:
    """A draw that is printed in docs/fair.md."""

    board: str
    table: int
    secret: bytes
    words: tuple[str, ...]
    seal: str
    key: str
    order: tuple[int, ...]
    dynasties: str
    bag_begins: str
    bag_hash: str

    @property
    def hashes(self):
        return [hash_of(word) for word in self.words]

    def draw(self):
        return draw_start(self.secret, self.table, self.hashes, self.board)


CLASSIC = Vector(
    "classic",
    7,
    bytes(range(64)),
    ("river", "Ur", ""),
    "41c768ab25c00ba4679286e548e162edcf299deb41f4386907b06eb087621f6a",
    "e98622b79d0d6cec6e596efb65ddbb463ef4f6617ff64e7670f5a65025914a77"
    "5e535dec34c7ff23c18fc13631fae0ed63b59db6e12eab40f926ac8974d4db7b",
    (2, 0, 1),
    "LBA",
    "rbkbrbrbbgrrrgrkrbbkbrkkrbkrkbgg",
    "7baaaa70fb3b2f7c0d16f9d0625ebdc7207513cbab867efc0c6e0001e25a893e",
)
ADVANCED = Vector(
    "advanced",
    1,
    bytes(reversed(range(64))),
    ("", ""),
    "a4921de3b63f72e319052eaa2d572720790397324e4679736a428585f66da587",
    "fb38ba2724cb4ffc444b8730d33bae09947c43a0cd64f7f8a9fa403ac31f7284"
    "999f4ca58de98119a331b46f63edfb036fd0c8ad46ddcc6fec6aca9032c84877",
    (0, 1),
    "AP",
    "rrkggbrgrkrrgrgrgrbkbbrrbgrrgbrb",
    "f651d64bdfab8c43274895c8ae2fb1de6fd60930e6060bb788b038d16a01e449",
)
vectors = pytest.mark.parametrize("vector", [CLASSIC, ADVANCED], ids=lambda vector: vector.board)


@vectors
def test_the_vectors_come_out(vector):
    draw = vector.draw()
    assert seal_of(vector.secret) == vector.seal
    assert _key(vector.secret, vector.table, vector.hashes).hex() == vector.key
    assert draw.order == vector.order
    assert "".join(draw.dynasties) == vector.dynasties
    assert draw.bag.startswith(vector.bag_begins)
    assert hashlib.sha256(draw.bag.encode()).hexdigest() == vector.bag_hash


@vectors
def test_the_page_prints_the_vectors(vector):
    page = (DOCS / "fair.md").read_text("utf-8")
    order = " ".join(map(str, vector.order))
    for value in (vector.seal, *vector.hashes, order, vector.dynasties, vector.bag_hash):
        assert value in page
    assert {vector.key, vector.draw().bag} <= set(re.findall(r"\w+", page))


def test_the_hashes_of_the_words():
    assert CLASSIC.hashes == [
        "5f5a8ed8f139be6df7cf8f4a91d3e4649961a98c82fd521c18d6f292b031a319",
        "72bebcbbcfe6069e860352725a9c2ac5b4fb381629c2f980571e69a8d4060cbf",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ]
    assert hash_of("") == NO_WORD


def test_a_word_hashes_alike_however_its_letters_are_composed():
    composed, decomposed = "fl\u00fcsse", "flu\u0308sse"
    assert composed != decomposed
    assert hash_of(composed) == hash_of(decomposed)
    assert hash_of(composed) != hash_of("flusse")


# --- properties -------------------------------------------------------------------------------

secrets = st.binary(min_size=64, max_size=64)
texts = st.text(max_size=64)
tables = st.integers(0, 2**63 - 1)
boards = st.sampled_from(BOARDS)


@settings(max_examples=10)
@given(secrets, tables, st.lists(texts, min_size=2, max_size=4), boards)
def test_a_draw_is_a_start_that_the_rules_accept(secret, table, words, board):
    draw = draw_start(secret, table, [hash_of(word) for word in words], board)
    assert sorted(draw.order) == list(range(len(words)))
    assert len(set(draw.dynasties)) == len(draw.dynasties) == len(words)
    assert Counter(draw.bag) == Counter(full_bag(board))
    game = Game.start(draw.dynasties, draw.bag, board)
    assert game.seats == draw.dynasties


@settings(max_examples=10)
@given(secrets, secrets, tables, tables, st.lists(texts, min_size=2, max_size=4), texts, st.data())
def test_another_secret_table_or_word_draws_another_bag(
    secret, other_secret, table, other_table, words, word, data
):
    hashes = [hash_of(word) for word in words]
    bag = draw_start(secret, table, hashes, "classic").bag
    changed_at = data.draw(st.integers(0, len(words) - 1))
    others = [*hashes[:changed_at], hash_of(word), *hashes[changed_at + 1 :]]
    assert (draw_start(other_secret, table, hashes, "classic").bag == bag) == (
        other_secret == secret
    )
    assert (draw_start(secret, other_table, hashes, "classic").bag == bag) == (other_table == table)
    assert (draw_start(secret, table, others, "classic").bag == bag) == (others == hashes)
    assert draw_start(secret, table, [*hashes, NO_WORD][-4:], "classic").bag != bag or (
        len(hashes) == 4
    )


@settings(max_examples=10)
@given(texts)
def test_a_word_and_its_decomposition_hash_alike(word):
    assert hash_of(unicodedata.normalize("NFD", word)) == hash_of(word)


@pytest.mark.parametrize(
    ("secret", "table", "words"),
    [
        (b"", 7, [NO_WORD] * 2),
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


@pytest.mark.parametrize("limit", [3, 5, 7, 47, 100, 143])
def test_numbers_that_would_favour_low_ones_are_thrown_away(limit):
    fair = 2**32 - 2**32 % limit
    assert stream_of(fair - 1).below(limit) == limit - 1
    assert stream_of(fair, 1).below(limit) == 1
    assert stream_of(2**32 - 1, fair, fair, 2).below(limit) == 2


@pytest.mark.parametrize("limit", [1, 2, 4, 128])
def test_no_number_is_thrown_away_for_a_power_of_two(limit):
    assert stream_of(2**32 - 1, 0).below(limit) == limit - 1


def test_a_stream_goes_on_after_numbers_that_were_thrown_away():
    plain = _Stream(bytes(64), b"bag")
    assert stream_of(2**32 - 1).below(3) == plain.below(3)


# --- records: the command and the script ------------------------------------------------------


def record_of(vector, secret=None):
    """The record of a game that started so, with one decision."""
    draw = vector.draw()
    start = Game.start(draw.dynasties, draw.bag, vector.board)
    hashes = tuple(vector.hashes)
    told = FairStart(vector.table, vector.seal, hashes, draw.order, secret or vector.secret)
    headers = [("Players", "Ann, Ben, Cid"), *told.headers(), ("Result", "*")]
    return f"{write_record(start, draw.bag, [], headers)}{draw.dynasties[0]} end\n"


FAIR = record_of(CLASSIC)
BAG = CLASSIC.draw().bag
RIVER, UR, NONE = CLASSIC.hashes
OK = {"seal": "ok", "seats": "ok", "dynasties": "ok", "bag": "ok"}
BAG_DIFFERS = "from tile {} on it is not the bag that follows from the secret"


def without(name):
    return re.sub(rf'\[{name} "[^"]*"\]\n', "", FAIR)


def with_header(name, value):
    text, count = re.subn(rf'\[{name} "[^"]*"\]', f'[{name} "{value}"]', FAIR)
    assert count == 1
    assert text != FAIR
    return text


def lines_of(out):
    return dict(line.split(": ", 1) for line in out.splitlines())


@dataclass(frozen=True)
class Case:
    """A record, a call, and what both say of it: *differs* by line, or else the *refusal*."""

    text: str
    arguments: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    refusal: str | None = None

    def run(self):
        return Run("verify", *self.arguments, text=self.text)


SWAPPED = BAG[:2] + BAG[3] + BAG[2] + BAG[4:]
LAST_SWAPPED = BAG[:-2] + BAG[-1] + BAG[-2]
PLAYED_BY = "L end\n"

CASES = {
    # nothing differs
    "a fair record": Case(FAIR),
    "the advanced board": Case(record_of(ADVANCED)),
    "a word of the list": Case(FAIR, ("--word", "river")),
    "no word, by one who gave none": Case(FAIR, ("--word", "")),
    "the seal": Case(FAIR, ("--seal", CLASSIC.seal)),
    "the seal in capitals": Case(FAIR, ("--seal", f" {CLASSIC.seal.upper()} ")),
    "word and seal after =": Case(FAIR, ("--word=Ur", f"--seal={CLASSIC.seal}")),
    "an order mark and CRLF": Case("\ufeff" + FAIR.replace("\n", "\r\n")),
    "blanks": Case(FAIR.replace(" ", " \t ").replace("\n", " \n\n  ").replace("[", "[ ")),
    "comments": Case("# first\n" + FAIR.replace("]\n", '] # "x"\n# [Seal "x"]\n')),
    "no line after the headers": Case(FAIR.removesuffix("\n" + PLAYED_BY)),
    "blanks around values": Case(re.sub(r' "([^"]*)"', r' " \1 "', FAIR)),
    "headers in another order": Case(
        without("Seal").replace("[Result", f'[Seal "{CLASSIC.seal}"]\n[Result')
    ),
    "leading zeros": Case(with_header("Table", "007")),
    "a comment that is no header": Case(FAIR + '# [Seal "x"]\n'),
    "other headers twice": Case(FAIR.replace("[Result", '[Players "x"]\n[Result')),
    # something differs
    "another word": Case(FAIR, ("--word", "Nile"), ("your word",)),
    "a word in another case": Case(FAIR, ("--word", "River"), ("your word",)),
    "no word, but all gave one": Case(
        with_header("Words", f"{RIVER} {UR} {UR}"),
        ("--word", ""),
        ("seats", "dynasties", "bag", "your word"),
    ),
    "another seal": Case(FAIR, ("--seal", ADVANCED.seal), ("seal",)),
    "a seal cut short": Case(FAIR, ("--seal", CLASSIC.seal[:8]), ("seal",)),
    "Table": Case(with_header("Table", "8"), (), ("seats", "dynasties", "bag")),
    "Seal": Case(with_header("Seal", ADVANCED.seal), (), ("seal",)),
    "Seal, and the one that was told": Case(
        with_header("Seal", ADVANCED.seal), ("--seal", CLASSIC.seal), ("seal",)
    ),
    "words in another order": Case(
        with_header("Words", f"{UR} {RIVER} {NONE}"), (), ("seats", "dynasties", "bag")
    ),
    "one word's hash": Case(
        with_header("Words", f"{RIVER} {UR} {RIVER}"), (), ("seats", "dynasties", "bag")
    ),
    "a word left out": Case(
        with_header("Words", f"{RIVER} {UR}"), (), ("seats", "dynasties", "bag")
    ),
    "Order": Case(with_header("Order", "2 1 0"), (), ("seats",)),
    "an order of two": Case(with_header("Order", "1 0"), (), ("seats",)),
    "Secret": Case(
        with_header("Secret", "1" + CLASSIC.secret.hex()[1:]),
        (),
        ("seal", "seats", "dynasties", "bag"),
    ),
    "Seats": Case(with_header("Seats", "L A B"), (), ("dynasties",)),
    "two tiles of the bag": Case(with_header("Bag", SWAPPED), (), ("bag",)),
    "the last two tiles": Case(with_header("Bag", LAST_SWAPPED), (), ("bag",)),
    # nothing can be said
    "no seal": Case(RECORD, refusal="-: nothing to verify: the game has no seal"),
    "no seal, but the rest": Case(
        without("Seal"), refusal="-: nothing to verify: the game has no seal"
    ),
    "never opened": Case(
        without("Secret"), refusal="-: nothing to verify: the seal was never opened"
    ),
    "a position": Case(POSITION, refusal="-: nothing to verify: this is no record, but a position"),
    "no table": Case(without("Table"), refusal='-: [Table "..."] is missing'),
    "no words": Case(without("Words"), refusal='-: [Words "..."] is missing'),
    "no order": Case(without("Order"), refusal='-: [Order "..."] is missing'),
    "no table, never opened": Case(
        without("Table").replace("[Secret", "[Hidden"), refusal='-: [Table "..."] is missing'
    ),
    "one word": Case(
        with_header("Words", RIVER), refusal="-: [Words] has 1 hashes, but two to four play"
    ),
    "five words": Case(
        with_header("Words", " ".join([UR] * 5)),
        refusal="-: [Words] has 5 hashes, but two to four play",
    ),
    "header twice, of blanks": Case(
        FAIR.replace("[Result", '[Order  "2 0 1"]\n[Result'),
        refusal="-:12: [Order] stands here a second time",
    ),
    "a required header is missing": Case(
        without("Seats"), refusal='-:4: [Seats "..."] is expected here'
    ),
    "a header about a player": Case(
        FAIR.replace("[Seal ", "[Seal A "), refusal="-:8: [Seal] has no place in a record here"
    ),
    "Bag twice": Case(
        FAIR.replace("[Result", f'[Bag "{BAG}"]\n[Result'),
        refusal="-:12: [Bag] has no place in a record here",
    ),
    "no quotes": Case(FAIR.replace('"7"', "7"), refusal='-:7: a header is written [Name "value"]'),
    "the seal after the decisions": Case(
        without("Seal") + f'[Seal "{CLASSIC.seal}"]\n',
        refusal="-:14: headers come before the decisions",
    ),
    "another board": Case(
        with_header("Board", "advanced"),
        refusal="-:5: the bag must hold exactly 30 k, 43 r, 36 b and 30 g on this board (R2.2)",
    ),
    "no such board": Case(
        with_header("Board", "round"),
        refusal="-:2: there is no board 'round': the boards are classic and advanced (R1.1)",
    ),
    "a tile of another colour": Case(
        with_header("Bag", "g" + BAG[1:]),
        refusal="-:5: the bag must hold exactly 30 k, 47 r, 36 b and 30 g on this board (R2.2)",
    ),
    "no such option": Case(
        with_header("Options", "dice"),
        refusal="-:3: there is no option 'dice': "
        "the options are buildings, display, english, open, ziggurat (R12)",
    ),
    "options unsorted": Case(
        with_header("Options", "open display"),
        refusal="-:3: options are named sorted, and each once (R12)",
    ),
    "a dynasty twice": Case(
        with_header("Seats", "L B L"), refusal="-:4: every player has a dynasty of their own (R1.4)"
    ),
    "no such dynasty": Case(
        with_header("Seats", "L B Z"),
        refusal="-:4: 'Z' is no dynasty: they are A, B, L and P (R1.4)",
    ),
    "another format": Case(
        with_header("Format", "te 2"), refusal='-:1: only the format "te 1" can be read'
    ),
    "nothing": Case("", refusal='-:1: the text ends where [Format "..."] should follow'),
    "three lines": Case(
        "\n".join(FAIR.split("\n")[:3]) + "\n",
        refusal='-:3: the text ends where [Seats "..."] should follow',
    ),
}
MALFORMED = {
    "Table": (("", "-7", "7 8", "seven", "1" * 20, "٧", "7\u00a0"), "a number"),
    "Seal": (
        ("", "41c7", CLASSIC.seal.upper(), f"{CLASSIC.seal} {CLASSIC.seal}", CLASSIC.seal + "0"),
        "64 hexadecimal digits, 0-9 and a-f",
    ),
    "Words": (
        ("", "river Ur", f"{RIVER},{UR}", f"{RIVER} {UR}\u00a0{NONE}", f"{RIVER} {UR.upper()}"),
        "hashes of 64 hexadecimal digits, 0-9 and a-f",
    ),
    "Order": (("", "2, 0, 1", "A B L", "-1 0 1", "10 0 1", "201"), "numbers of players"),
    "Secret": (
        ("", "00", CLASSIC.secret.hex().upper(), CLASSIC.secret.hex()[:-1] + "x", "never"),
        "128 hexadecimal digits, 0-9 and a-f",
    ),
}
CASES["Table of 2**63"] = Case(
    with_header("Table", str(2**63)), refusal="-: [Table] is no number of a table"
)
CASES |= {
    f"{name} twice": Case(
        re.sub(rf'(\[{name} "[^"]*"\]\n)', r"\1\1", FAIR),
        refusal=f"-:{line}: [{name}] stands here a second time",
    )
    for line, name in enumerate(MALFORMED, 8)
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_command_and_the_script_say_what_differs(case):
    run = assert_both_say_the_same(case.text, *case.arguments)
    if case.refusal is not None:
        assert run.refusal() == case.refusal
        return
    found = lines_of(run.out)
    expected = list(OK)
    if any(argument.startswith("--word") for argument in case.arguments):
        expected.append("your word")
    assert list(found) == expected
    assert tuple(what for what, told in found.items() if told != "ok") == case.differs
    assert (run.status, run.err) == (1 if case.differs else 0, "")


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_header_is_refused_with_its_form(name):
    values, what = MALFORMED[name]
    for value in values:
        run = Run("verify", text=with_header(name, value))
        assert run.refusal() == f"-: [{name}] must be {what}"
    assert_both_say_the_same(with_header(name, values[-1]))


def said_of(name):
    return lines_of(CASES[name].run().out)


def test_what_differs_is_told_with_what_it_should_be():
    assert said_of("Order")["seats"] == "the record has 2 1 0, but 2 0 1 follows from the secret"
    assert said_of("Seats")["dynasties"] == (
        "the record has L A B, but L B A follows from the secret"
    )
    assert said_of("Seal")["seal"] == (
        f"the record has {ADVANCED.seal}, but {CLASSIC.seal} follows from the secret"
    )
    assert said_of("another seal")["seal"] == (
        f"the record has {CLASSIC.seal}, yours is {ADVANCED.seal}"
    )
    assert said_of("two tiles of the bag")["bag"] == BAG_DIFFERS.format(3)
    assert said_of("the last two tiles")["bag"] == BAG_DIFFERS.format(142)
    assert said_of("another word")["your word"] == f"its hash {hash_of('Nile')} is not in the list"


def test_a_game_that_could_not_be_played_is_not_verified():
    """The script says of it what it can: it does not replay the decisions (docs/fair.md)."""
    assert Run("verify", text=FAIR + "L end\n").refusal().startswith("-:15: ")


def test_a_word_that_is_no_text_is_refused():
    run = Run("verify", "--word", "\udcff", text=FAIR)
    assert run.refusal() == "-: --word is no text in UTF-8"


def test_a_record_that_is_not_utf_8_is_refused_at_its_line():
    data = FAIR.encode().replace(b"Ann", b"Ann\xe9")
    assert Run("verify", text=data).refusal() == "-:6: this is not UTF-8"


# --- the script -------------------------------------------------------------------------------


def script(*arguments, data=b""):
    assert NODE is not None
    call = [NODE, str(DOCS / "verify.mjs"), *arguments]
    return subprocess.run(call, input=data, capture_output=True, check=False, timeout=60)


def assert_both_say_the_same(text, *arguments):
    ours = Run("verify", *arguments, text=text)
    if NODE is None:
        return ours
    data = text.encode() if isinstance(text, str) else text
    theirs = script("-", *arguments, data=data)
    said = (theirs.returncode, theirs.stdout.decode(), theirs.stderr.decode())
    assert said == (ours.status, ours.out, ours.err)
    return ours


def at_random(seed):
    """A sealed game's record, and the words of its players."""
    dice = random.Random(seed)
    board = dice.choice(BOARDS)
    options = dice.choice(OPTION_SETS)
    signs = "aZ 0-'\"é\u0065\u0301ßñ河川𒌓\U0001f30a"
    words = ["".join(dice.choices(signs, k=dice.randrange(12))) for _ in range(dice.randint(2, 4))]
    secret, table = dice.randbytes(64), dice.randrange(2 ** dice.randint(1, 63))
    hashes = tuple(map(hash_of, words))
    draw = draw_start(secret, table, hashes, board)
    told = FairStart(table, seal_of(secret), hashes, draw.order, secret)
    start = Game.start(draw.dynasties, draw.bag, board, options)
    return write_record(start, draw.bag, [], told.headers()), words


@with_node
@pytest.mark.parametrize("seed", range(4))
def test_the_script_finds_nothing_in_random_records(seed):
    text, words = at_random(seed)
    word = random.Random(seed).choice(words)
    run = assert_both_say_the_same(text, f"--word={word}")
    assert lines_of(run.output()) == {**OK, "your word": "ok"}


@with_node
@pytest.mark.parametrize("seed", range(24, 28))
def test_the_script_says_the_same_of_records_that_were_tampered_with(seed):
    text, _ = at_random(seed)
    dice = random.Random(seed)
    begin = text.index("[Table")
    places = [at for at in range(begin, len(text)) if text[at] in "0123456789abcdef"]
    at = dice.choice([at for at in places if text.rindex('"', 0, at) > text.rindex("[", 0, at)])
    digit = dice.choice([digit for digit in "0123456789abcdef" if digit != text[at]])
    run = assert_both_say_the_same(text[:at] + digit + text[at + 1 :])
    assert run.status in {1, 2}


@with_node
def test_the_script_reads_files_and_normalises_words(tmp_path):
    path = tmp_path / "game.te"
    path.write_text(FAIR, encoding="utf-8")
    assert script(str(path)).stdout == Run("verify", str(path)).out.encode()
    text = with_header("Words", f"{hash_of('é')} {UR} {NONE}")
    assert lines_of(assert_both_say_the_same(text, "--word", "e\u0301").out)["your word"] == "ok"


@with_node
def test_the_script_says_what_is_not_utf_8():
    assert_both_say_the_same(FAIR.encode().replace(b"Ann", b"Ann\xe9"))


@with_node
@pytest.mark.parametrize(
    "arguments",
    [(), ("a", "b"), ("--word",), ("a", "--seal"), ("a", "--sea", "x"), ("/nowhere/at/all.te",)],
)
def test_the_script_refuses_bad_calls_in_one_line(arguments):
    theirs = script(*arguments)
    assert (theirs.returncode, theirs.stdout) == (2, b"")
    assert theirs.stderr.count(b"\n") == 1
    Run("verify", *arguments).refusal()


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


def test_a_record_without_a_seal_stays_valid():
    assert (
        Run("play", text=changed("\n\n", "\n", RECORD)).output()
        == Run("play", text=RECORD).output()
    )
