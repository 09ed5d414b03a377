"""Games of every mixture of levels: ``python -m tests.benchmarks.mixed_games OUT RECORDS…``.

Three in five continue from a position in one of the RECORDS (``.te``, ``.te.xz``), often a late
one, whose points are redistributed so that spheres and seats are lopsided; the others begin at the
start. They are appended to OUT, for ``python -m tests.benchmarks.calibration``.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from engine import (
    ActionDecision,
    Dynasty,
    EndTurn,
    Game,
    Level,
    Score,
    Step,
    decide,
    full_bag,
    read_game,
    write_position,
    write_record,
)
from engine.commands.kit import records_in
from engine.commands.match.match_game import MOST_TURNS
from tests.options import options_of

LEVELS = (
    (Level.EASY,),
    (Level.STRONG,),
    (Level.STRONG, Level.EASY),
    (Level.STRONG, Level.EASY),
    (Level.MEDIUM, Level.EASY),
    (Level.STRONG, Level.MEDIUM),
    tuple(Level),
)
"""The levels at a table."""
FROM_THE_MIDDLE = 0.6


def lopsided(record, dice):
    """A position from a game, with redistributed points and treasures."""
    steps = [step for step in read_game(record) if isinstance(step, Step)]
    ends = [step.game for step in steps if isinstance(step.action, EndTurn)][:-1]
    game = ends[int(len(ends) * (1 - 0.8 * dice.random() ** 1.6))]
    treasures = [score.treasures for score in game.scores]
    dice.shuffle(treasures)
    scores = (
        Score(*moved(score.points, dice), held)
        for score, held in zip(game.scores, treasures, strict=True)
    )
    return replace(game, scores=tuple(scores))


def moved(points, dice):
    """A seat's points, redistributed at random: shuffled, piled up, more, fewer or unchanged."""
    match dice.randrange(5):
        case 0:
            parts = [dice.gammavariate(1.2, 1) for _ in points]
            return [round(sum(points) * part / sum(parts)) for part in parts]
        case 1:
            heaped = [*points]
            heaped[dice.randrange(4)] += round(dice.expovariate(1 / 12))
            heaped[dice.randrange(4)] //= 2
            return heaped
        case 2:
            return [max(0, own + dice.randint(-4, 4)) for own in points]
        case 3:
            factor = dice.uniform(0.5, 1.8)
            return [round(own * factor) for own in points]
        case _:
            return [*points]


def played(game, levels, dice):
    """The decisions of computers of these levels from here on, as lines of a record."""
    lines = []
    turns = 0
    while not game.over:
        seat = game.decision.seat
        if isinstance(game.decision, ActionDecision) and turns >= MOST_TURNS * len(levels):
            break
        seed = dice.getrandbits(32)
        action = decide(game.view(seat), game.scores, levels[seat], seed=seed)
        lines.append(f"{game.seats[seat].value} {action}\n")
        game, _ = game.apply(seat, action)
        turns += isinstance(action, EndTurn)
    return lines


def main():
    parser = options_of("tests.benchmarks.mixed_games", __doc__, games=300, seed=1)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORDS")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    beginnings = [record for path in options.records for record in records_in(path)]
    with options.out.open("a") as file:
        for number in range(options.games):
            record = dice.choice(beginnings)
            seats = len(next(iter(read_game(record))).seats)
            pool = dice.choice(LEVELS)
            levels = [dice.choice(pool) for _ in range(seats)]
            if dice.random() < FROM_THE_MIDDLE:
                game = lopsided(record, dice)
                start = write_position(game.open_view())
            else:
                board = dice.choice(["classic", "classic", "advanced"])
                bag = "".join(dice.sample(full_bag(board), len(full_bag(board))))
                game = Game.start(list(Dynasty)[:seats], bag, board, ())
                start = write_record(game, bag, ())
            names = ", ".join(levels)
            lines = "".join(played(game, levels, dice))
            file.write(f'# game {number + 1}\n# [Players "{names}"]\n{start}\n{lines}\n')
            file.flush()


if __name__ == "__main__":
    main()
