"""The command, run in this process, and positions to give it whole or spoilt."""

from __future__ import annotations

import io
import random
import sys

from engine import full_bag
from engine.__main__ import main

POSITION = """\
[Format "te 1"]
[Board "classic"]
[Options ""]
[Seats "A B"]
[Turn "A 2"]
[Decision "A action"]
[Hand A "krrbgg"]
[Hand B "kkrbbg"]
[Score A "k3 r0 b12 g1 t2"]
[Score B "k0 r1 b2 g3 t0"]
[Catastrophes A "2"]
[Catastrophes B "1"]
[Bag "rbgkkrrb"]
[Monument "rb K5"]
[Board-state]
. . . . ~ ~ ~ ~ ~ . r* . ~ . . .
. r . . ~ . . . . . . . ~ . . r*
. . . ~ ~ r* Ak . . . . . ~ ~ . .
~ ~ ~ ~ . . . . . . . . . ~ ~ ~
. . . . . . Bk r g . m m . r* ~ ~
. . . . . . . . . . m m . . x .
~ ~ ~ ~ . . . . r* . . . ~ ~ ~ .
. r* . ~ ~ ~ ~ . . . . . ~ . . .
. . . . . . ~ ~ ~ ~ ~ ~ ~ . r .
. . . . . r* . . . . . . . . . .
. . . . . . . . . . r* . . . . .
"""
FIRST_ROW = 16
"""The line of the board's first row."""


class Run:
    """One run of the command: exit status, standard output, standard error."""

    def __init__(self, *arguments, text=None):
        if text is not None:
            arguments = (*arguments[:1], "-", *arguments[1:])
        data = text.encode() if isinstance(text, str) else text or b""
        streams = sys.stdin, sys.stdout, sys.stderr
        out, err = io.BytesIO(), io.BytesIO()
        sys.stdin = io.TextIOWrapper(io.BytesIO(data))
        sys.stdout, sys.stderr = io.TextIOWrapper(out), io.TextIOWrapper(err)
        try:
            self.status = main(arguments)
            sys.stdout.flush()
            sys.stderr.flush()
            self.out, self.err = out.getvalue().decode(), err.getvalue().decode()
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams

    def refusal(self):
        """The one line of standard error."""
        assert (self.status, self.out) == (2, "")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        return self.err[:-1]

    def output(self):
        assert (self.status, self.err) == (0, "")
        return self.out


def changed(old, new, text=POSITION):
    assert text.count(old) == 1, old
    return text.replace(old, new)


def with_line(text, number, line):
    """*text* with another line *number*; None removes it."""
    lines = text.splitlines()
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines) + "\n"


def with_space(cells, token, text=POSITION):
    """*text* with that on each of some spaces."""
    first_row = text.splitlines().index("[Board-state]") + 2
    for cell in cells.split():
        number, col = first_row + int(cell[1:]) - 1, ord(cell[0]) - ord("A")
        tokens = text.splitlines()[number - 1].split()
        tokens[col] = token
        text = with_line(text, number, " ".join(tokens))
    return text


def refused(text, line, *words, command="play"):
    message = Run(command, text=text).refusal()
    assert message.startswith(f"-:{line}: "), message
    for word in words:
        assert word in message, message


OVER = changed('"rbgkkrrb"', '"r"').replace('"krrbgg"', '"krrb"') + "A end\n"
"""A game whose bag does not last for the end of the turn."""

WITH_OPTIONS = with_space("H3 I3", "k", with_space("C9 B10 C10 D10 C11", "m"))
"""The position with every option in use: a display, a ziggurat on the cross, two buildings."""
for before, more in (
    ('Options "', "buildings display english open ziggurat"),
    ('"rbgkkrrb"]', '\n[Display "krbbgg"]'),
    ('"rb K5"]', '\n[Ziggurat "C10"]\n[Building "k H3"]\n[Building "g I5"]'),
):
    WITH_OPTIONS = changed(before, before + more, WITH_OPTIONS)

RECORD = f"""\
[Format "te 1"]
[Board "classic"]
[Options ""]
[Seats "A L"]
[Bag "{"".join(random.Random(1).sample(full_bag("classic"), 143))}"]

"""
