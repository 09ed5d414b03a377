"""Calibration of expected chances: ``python -m tests.benchmarks.calibration FILE…``.

Each FILE has records of finished games, one or several (``.te``, ``.te.xz``); a header or comment
``[Players "…"]`` names the levels that played. For some positions of each game, each seat's
expected share of the win is compared with the result, in ten bins. The error is the mean of the
bins' differences, in points: weighted by seats, and in brackets with equal weights. The last
number is the mean square error (Brier).

With ``--fit``, the weights ``engine.opponents.expecting.FITTED`` are fitted to all games, and the
table uses weights fitted to the other half of the games. With ``--unknown`` it is as if nobody's
level was known. There are at most ``--games`` games of a file, and a position in ``--every`` turns.
"""

from __future__ import annotations

import random
import re
import zlib
from collections import Counter, defaultdict
from operator import mul
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from engine import EndTurn, Level, Step, read_game
from engine.commands.kit import records_in
from engine.opponents.expecting import FITTED, Factors, expected, factors_of
from tests.options import options_of

BINS = 10
LAST = 10
"""The last turns, which are also measured separately."""
A_GAME = 4
"""The number of independent positions that each game counts as in a fit."""
HELD, HELD_LEVEL = 0.1, 50
"""Regularisation towards 0; stronger for levels, because there are few games of them."""
_PLAYERS = re.compile(r'\[Players "(.*)"\]')
_LEVEL = re.compile(rf"\b({'|'.join(Level)})\b")


class Position(NamedTuple):
    """A position after a turn, and the result of its game."""

    game: int
    kind: str
    """The kind of table, in words."""
    factors: tuple[Factors, ...]
    won: tuple[float, ...]
    """Each seat's share of the win."""
    regular: bool
    """True for positions taken every few turns, ..."""
    late: bool
    """... and whether it is from one of the last turns."""


def levels_in(record):
    """The levels of the computers by seat, None for others."""
    players = _PLAYERS.search(record)
    names = players[1].split(",") if players else []
    found = (_LEVEL.search(name) for name in names)
    return tuple(level and Level(level[1]) for level in found)


def kind_of(record, game):
    """The kind of table: its levels, or whether the game begins with a lopsided position."""
    levels = levels_in(record)
    names = " – ".join(sorted({str(level or "other") for level in levels}) or ["other"])
    return f"{len(game.seats)} players, {'made lopsided' if '[Turn' in record else names}"


def positions_of(number, record, every, *, unknown):
    """The positions to measure in a game; *unknown*: as if people played."""
    steps = list(read_game(record))
    games = [step.game if isinstance(step, Step) else step for step in steps]
    end = games[-1]
    firsts = [placing.seat for placing in end.ranking() if placing.place == 1]
    won = tuple((seat in firsts) / len(firsts) for seat in range(len(end.seats)))
    kind = kind_of(record, end)
    seated = levels_in(record)
    if unknown or len(seated) != len(won):
        seated = ()
    ends = [
        game
        for step, game in zip(steps, games, strict=True)
        if isinstance(step, Step) and isinstance(step.action, EndTurn) and not game.over
    ]
    first = random.Random(record).randrange(every)
    for at, game in enumerate(ends):
        regular, late = at % every == first, len(ends) - at < LAST
        if regular or late:
            factors = factors_of(game.open_view(), game.scores, seated)
            if factors is not None:
                yield Position(number, kind, tuple(factors), won, regular, late)


def error_of(positions):
    """The errors of the expected shares."""
    bins = [[] for _ in range(BINS)]
    for position, numbers in positions:
        fitted = numbers[len(position.won)]
        forecast = expected([sum(map(mul, fitted, each)) for each in position.factors])
        for chance, result in zip((each.share for each in forecast), position.won, strict=True):
            bins[min(int(chance * BINS), BINS - 1)].append((chance, result))
    filled = [each for each in bins if each]
    if not filled:
        return "–"
    errors = [
        100 * abs(fmean(chance for chance, _ in found) - fmean(result for _, result in found))
        for found in filled
    ]
    sizes = [len(found) for found in filled]
    mean = sum(map(mul, errors, sizes)) / sum(sizes)
    brier = fmean((chance - result) ** 2 for found in filled for chance, result in found)
    return f"{mean:4.1f} ({fmean(errors):4.1f}) {brier:.3f}"


def report(positions):
    """Print a line for each kind of table, and for each number of players."""
    groups = defaultdict(list)
    for position, numbers in positions:
        groups[position.kind].append((position, numbers))
        groups[f"{len(position.won)} players"].append((position, numbers))
        groups["all"].append((position, numbers))
    for kind, found in sorted(groups.items()):
        games = len({position.game for position, _ in found})
        regular = error_of(each for each in found if each[0].regular)
        late = error_of(each for each in found if each[0].late)
        print(f"{kind:40} {games:5} games   {regular}   last {LAST} turns {late}")


def fit(positions):
    """The weights that make the results of *positions* most likely; none is below its minimum."""
    numbers = dict(FITTED)
    for seats in FITTED:
        rows = [position for position in positions if len(position.won) == seats]
        if rows:
            numbers[seats] = fit_for(rows)
    return numbers


def fit_for(positions):
    """The same for one number of players."""
    import numpy as np  # noqa: PLC0415  (pip install -e '.[train]'; only for this)

    factors = np.array([position.factors for position in positions])
    won = np.array([position.won for position in positions])
    of_game = Counter(position.game for position in positions)
    counts = np.array([A_GAME / of_game[position.game] for position in positions])
    allowed = np.ones(len(Factors._fields), bool)
    of_level = np.array([name in {"easy", "strong"} for name in Factors._fields])
    held = np.where(of_level, HELD_LEVEL, HELD)
    while True:
        numbers = np.zeros(len(allowed))
        for _ in range(50):  # Newton's method
            odds = factors @ numbers
            shares = np.exp(odds - odds.max(1, keepdims=True))
            shares /= shares.sum(1, keepdims=True)
            apart = factors - np.einsum("ns,nsk->nk", shares, factors)[:, None, :]
            slope = np.einsum("n,ns,nsk->k", counts, shares - won, factors) + held * numbers
            bend = np.einsum("n,ns,nsk,nsl->kl", counts, shares, apart, apart) + np.diag(held)
            numbers[allowed] -= np.linalg.solve(bend[allowed][:, allowed], slope[allowed])
        wrong = allowed & ~of_level & (numbers < 0)  # an advantage never counts against a seat
        if not wrong.any():
            return Factors(*(round(float(number), 3) for number in numbers))
        allowed[np.argmin(np.where(wrong, numbers, 0))] = False


def main():
    parser = options_of(
        "tests.benchmarks.calibration", __doc__, games=1000, every=6, unknown=False, fit=False
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args()
    records = []
    for path in options.files:
        found = list(records_in(path))
        records += random.Random(1).sample(found, min(options.games, len(found)))
    positions = [
        position
        for number, record in enumerate(records)
        for position in positions_of(number, record, options.every, unknown=options.unknown)
    ]
    if not options.fit:
        report([(position, FITTED) for position in positions])
        return
    for seats, factors in fit(positions).items():
        print(seats, factors)
    halves = ([], [])
    for position in positions:
        halves[zlib.crc32(records[position.game].encode()) & 1].append(position)
    even, odd = map(fit, halves)
    report([*((each, odd) for each in halves[0]), *((each, even) for each in halves[1])])


if __name__ == "__main__":
    main()
