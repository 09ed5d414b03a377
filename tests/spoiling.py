"""Spoils one stored value, or one anywhere in stored JSON, in every way."""

import json
from copy import deepcopy

BITS = 200
"""More bits than a mask of the board has."""
OTHERS = (None, True, False, -1, 0, 1, 3, 7, 1 << 33, 1 << 64, 1.5, "", "A", "Z9", [], {}, [[]])


def places(tree, path=()):
    """The path to every value in *tree*, containers included."""
    inside = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    for step, below in inside:
        yield (*path, step)
        yield from places(below, (*path, step))


def spoilt(tree, path, dice):
    """A copy of *tree* in which the value at *path* is changed, repeated or missing."""
    copy = deepcopy(tree)
    *way, last = path
    around = copy
    for step in way:
        around = around[step]
    before = around[last]
    ways = ["other", "missing", "twice"] if isinstance(around, list) else ["other", "missing"]
    if type(before) is int:
        ways += ["a bit"] * 9
    match dice.choice(ways):
        case "a bit":
            around[last] = before ^ 1 << dice.randrange(BITS if before > 99 else 5)
        case "missing":
            del around[last]
        case "twice":
            around.insert(last, before)
        case _:
            around[last] = dice.choice(OTHERS)
    return copy


def spoilt_texts(text, dice, count):
    """*count* copies of a JSON text, each with one value spoilt, going through all values."""
    tree = json.loads(text)
    ways = [*places(tree)]
    for number in range(count):
        yield json.dumps(spoilt(tree, ways[number % len(ways)], dice), separators=(",", ":"))


def another(value, dice):
    """Something else in the place of a stored value: SQLite stores any type in any column."""
    if dice.random() < 0.25:
        return dice.choice((None, 1.5, b"\xff\x00", "", "nonsense", "[]", "{}", -1, 1 << 62, 777))
    if isinstance(value, int):
        return value ^ 1 << dice.randrange(60)
    if not value:
        return dice.choice(("nonsense", "9999-12-31 23:59:59.999999", 0, 3, 1 << 31))
    if value[0] in "[{" and value not in ("[]", "{}") and dice.random() < 0.5:
        tree = json.loads(value)
        return json.dumps(spoilt(tree, dice.choice([*places(tree)]), dice))
    if dice.random() < 0.3:
        return value[: dice.randrange(len(value))]
    at = dice.randrange(len(value))
    return value[:at] + chr(ord(value[at]) ^ 1 << dice.randrange(7)) + value[at + 1 :]
