"""The features and values of nets: the same on any machine and in any order.

``python -m tests.engine.test_net`` writes the fifty positions again when features, nets or
weights were changed on purpose.
"""

from itertools import islice
from pathlib import Path

import pytest

from engine import ActionDecision, Level, Step, decide, read_game
from engine.opponents.evaluation import Evaluation
from engine.opponents.features import number_of_features
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.moves import moves
from engine.opponents.net import net_for
from engine.opponents.search import Blur, Search, ended
from engine.opponents.weights import weights_for
from tests.engine.random_games import Deal, play
from tests.longer import longer

FOLDER = Path(__file__).parents[1]
GAMES = [
    *(FOLDER / "journeys" / "games").glob("*.te"),
    *(FOLDER / "fixtures" / "mistakes").glob("three*.te"),
]
JUDGED = FOLDER / "fixtures" / "judged.txt"
"""A line for each of fifty positions: its game and decision, the value by terms and the one with
the net, what *strong* decides, and the features that are not 0, each behind its number."""
POSITIONS = 50
NODES = 400


def moments():
    """Beginnings of turns in all games, seven of each."""
    for path in sorted(GAMES):
        found = []
        for number, step in enumerate(read_game(path.read_text())):
            game = step.game if isinstance(step, Step) else step
            if isinstance(game.decision, ActionDecision):
                found.append((f"{path.stem} {number}", game))
        yield from found[3 :: len(found) // 7][:7]


def evaluator(view, unseen):
    """The evaluator of *strong*."""
    seats = len(view.seats)
    return Evaluation(weights_for(seats), view.seat, seats, unseen, net=net_for(seats))


def seen_in(game):
    view = game.view(game.decision.seat)
    unseen = unseen_by(view)
    return view, unseen, position_of(view, game.scores, unseen)


def line_of(name, game):
    view, unseen, position = seen_in(game)
    evaluation = evaluator(view, unseen)
    position = ended(position, view.seat)
    features = evaluation.features(position) or []
    seen = " ".join(f"{at}:{each:.4g}" for at, each in enumerate(features) if each)
    values = f"{evaluation.value(position):.4f} {evaluation.judged(position):.4f}"
    return f"{name} | {values} | {strongest(game)} | {seen}"


def strongest(game):
    view = game.view(game.decision.seat)
    return decide(view, game.scores, Level.STRONG, seed=1, nodes=NODES)


@pytest.mark.parametrize("every", longer([10, 1]))
def test_fifty_positions_are_judged_and_played_as_ever(every):
    found = [line_of(name, game) for name, game in islice(moments(), 0, POSITIONS, every)]
    assert found == JUDGED.read_text().splitlines()[::every]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_a_net_for_each_number_of_players(seats):
    """It takes what positions have, and its file is small."""
    net_for(seats).near([0.0] * number_of_features(seats))  # else it raises
    file = FOLDER.parent / "engine" / "opponents" / "nets" / f"{seats}.json"
    assert file.stat().st_size <= 200_000


@pytest.mark.parametrize("options", [(), ("buildings", "ziggurat")], ids=["plain", "options"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_value_is_the_same_beside_any_other_position(seats, options):
    """Cached values are used for another position only where both are the same."""
    for number, moment in enumerate(play(Deal(33, seats, "classic", options))):
        game = moment.game
        if number % 90 or not isinstance(game.decision, ActionDecision):
            continue
        view, unseen, position = seen_in(game)
        shared = evaluator(view, unseen)
        shared.begin(position)
        search = Search(shared, view.seat, unseen, blur=Blur(0, 0))
        for move in islice(moves(position, view.seat), 0, None, 7):
            for _, after in search.consequences.of(position, move):
                alone = evaluator(view, unseen)
                assert shared.value(after) == pytest.approx(alone.value(after), abs=2e-6)
                assert shared.judged(after) == pytest.approx(alone.judged(after), abs=2e-6)


if __name__ == "__main__":
    lines = (line_of(name, game) for name, game in islice(moments(), POSITIONS))
    JUDGED.write_text("".join(f"{line}\n" for line in lines))
