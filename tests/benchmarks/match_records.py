"""The ends of a match's games: ``python -m tests.benchmarks.match_records DIR``.

It reads what ``python -m engine match --records DIR`` has written, and prints how many there are,
what share of them ended by the rules within 60 turns of each player (a match stops the others
there), how many turns a player they took, and the weakest sphere of the winner, or of one of them.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from engine import EndTurn, Step, read_game


@dataclass(frozen=True)
class Ending:
    """The end of a game: by the rules or not, after how many turns, with which weakest sphere."""

    by_the_rules: bool
    turns: float
    """Turns of each player, on the average."""
    weakest: int

    @classmethod
    def of(cls, record):
        start, *steps = read_game(record)
        decided = [step for step in steps if isinstance(step, Step)]
        game = decided[-1].game if decided else start
        turns = sum(isinstance(step.action, EndTurn) for step in decided)
        winner, *_ = game.ranking()
        return cls(game.over, turns / len(game.seats), winner.ascending[0])


def report(endings):
    """A report about these games."""
    ended = [ending for ending in endings if ending.by_the_rules]
    turns = [ending.turns for ending in ended] or [0.0]
    return (
        f"games: {len(endings)}\n"
        f"ended by the rules within 60 turns a player: {100 * len(ended) / len(endings):.1f} %\n"
        f"turns a player of these: median {median(turns):.0f}, most {max(turns):.0f}\n"
        f"weakest sphere of the winner: mean {fmean(each.weakest for each in endings):.1f}\n"
    )


def main(folders):
    """The report on all games of these folders."""
    files = [path for folder in folders for path in sorted(Path(folder).glob("*.te"))]
    if not files:
        sys.exit("usage: python -m tests.benchmarks.match_records DIR (of a match's records)")
    return report([Ending.of(path.read_text(encoding="utf-8")) for path in files])


if __name__ == "__main__":
    print(main(sys.argv[1:]), end="")
