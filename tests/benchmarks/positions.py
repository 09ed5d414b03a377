"""Known positions that are understood: ``python -m tests.benchmarks.positions [NAME...]``.

For each position of ``tests/fixtures/positions``, or those named, it prints whether *strong* finds
one of the best turns, and whether the analysis of a game in which the mistake is made, and medium
computers play on, names it among its three turns; then the two shares. ``--found`` and ``--named``
leave the other out: an analysis takes up to a minute, a turn of *strong* two seconds.
"""

import argparse

from engine import Level
from tests.engine.known_positions import (
    FOLDER,
    KnownPosition,
    known_positions,
    play_turn,
    turns_that_decided,
)


def is_found(known):
    """True if *strong* finds a best turn; if not, the turn it plays."""
    turn = play_turn(known.game, Level.STRONG)
    return "found" if known.is_best(turn) else f"not found: {turn}"


def is_named(known):
    """True if the mistake is named; if not, the turns that are."""
    steps = known.with_the_mistake()
    mistake = known.turn_of_the_mistake(steps)
    named = [each.turn for each in turns_that_decided(steps)]
    if mistake in named:
        return "named"
    others = ", ".join(str(turn.number) for turn in named) or "none"
    return f"not named: turn {mistake.number}, but {others}"


QUESTIONS = {"found": is_found, "named": is_named}


def main(arguments=None):
    """Ask for the positions named, or all, and print what was answered."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.positions")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--found", action="append_const", dest="asked", const="found")
    parser.add_argument("--named", action="append_const", dest="asked", const="named")
    options = parser.parse_args(arguments)
    paths = [FOLDER / f"{name}.te" for name in options.names]
    chosen = [KnownPosition.read(path) for path in paths] or known_positions()
    asked = options.asked or list(QUESTIONS)
    counted = dict.fromkeys(asked, 0)
    for known in chosen:
        answers = {word: QUESTIONS[word](known) for word in asked}
        for word, answer in answers.items():
            counted[word] += answer == word
        print(f"{known.name} ({known.kind}): {'; '.join(answers.values())}", flush=True)
    for word, number in counted.items():
        print(f"{word}: {number} of {len(chosen)}, {100 * number / len(chosen):.0f} %")


if __name__ == "__main__":
    main()
