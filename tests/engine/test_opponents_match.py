"""How strong computer opponents are, in short matches by a seed (docs/opponents.md has more)."""

from __future__ import annotations

import pytest

from tests.benchmarks.match_records import main as report
from tests.engine.running import Run


def share(players, games, nodes, *more):
    """The share of wins, in per cent, of the first of these players; 0 to 100."""
    call = ("--players", players, "--games", str(games), "--seed", "14", "--nodes", str(nodes))
    lines = Run("match", *call, *more).output().splitlines()
    by_name = {line.split()[0]: line.split() for line in lines}
    return float(by_name[players.split(",", maxsplit=1)[0]][2])


@pytest.mark.exhaustive
def test_forty_games_against_greedy(tmp_path):
    """It was 97.5 %: a change that costs so much is a mistake."""
    won = share("medium,greedy", 20, 400, "--jobs", "2", "--records", str(tmp_path))
    assert won >= 85
    assert report([str(tmp_path)]).startswith(
        "games: 40\nended by the rules within 60 turns a player: 100.0 %\n"
    )
