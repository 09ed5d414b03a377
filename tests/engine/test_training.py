"""Training a net: what it reads from records, and that what is written is what was learnt.

Skipped where PyTorch is not installed: ``pip install -e '.[train]'``.
"""

import lzma
from pathlib import Path

import pytest

from engine import EndTurn, Step, headers_of, read_game
from engine.commands.kit import records_in
from engine.opponents.net import Net

GAME = Path(__file__).parents[1] / "fixtures" / "mistakes" / "two_players_1.te"


@pytest.fixture
def games(tmp_path):
    """Two games in one file; in the second the third turn was explored."""
    record = GAME.read_text()
    explored = record.replace("[Mistake", '[Explored "3"]\n[Mistake')
    file = tmp_path / "games.te.xz"
    file.write_bytes(lzma.compress(f"# game 1\n{record}\n# game 2\n{explored}".encode()))
    return file


def test_a_file_may_hold_several_records(games):
    one, other = records_in(games)
    ends = [list(read_game(record))[-1] for record in (one, other)]
    assert all(isinstance(end, Step) and end.game.over for end in ends)
    assert headers_of(other)["Explored"] == "3"
    assert list(records_in(GAME)) == [GAME.read_text()]


def test_a_position_of_each_turn_leads_to_the_next_of_its_player(games):
    train = pytest.importorskip("engine.commands.train", exc_type=ImportError)
    positions = train.positions_of(games)
    turns = sum(
        isinstance(step, Step) and isinstance(step.action, EndTurn)
        for step in read_game(GAME.read_text())
    )
    half = len(positions.margins) // 2
    assert turns - 1 <= half <= turns  # the last turn may have no next one to be judged for
    assert list(positions.following[:3]) == [2, 3, 4]
    assert list(positions.following[half - 2 : half]) == [train.NO_NEXT] * 2
    assert positions.margins[0] == -positions.margins[1]
    assert not positions.explored[:half].any()
    assert list(positions.explored[half : half + 4]) == [True, True, False, False]


def test_a_net_says_the_same_once_it_is_written(games):
    train = pytest.importorskip("engine.commands.train", exc_type=ImportError)
    torch = pytest.importorskip("torch")
    positions = train.positions_of(games)
    learnt = train.Trainee(positions.features, 2)
    torch.nn.init.normal_(learnt.last.weight)
    net = Net(learnt.written())
    with torch.no_grad():
        predicted = learnt(torch.tensor(positions.features))
    logit = net.near([0.0] * positions.features.shape[1])
    for features, expected in zip(positions.features.tolist(), predicted.tolist(), strict=True):
        assert logit(features) == pytest.approx(expected, abs=0.02)
