"""Whole games through bad luck, by seeds: afterwards nothing is lost, doubled or missing.

The same for much longer: ``python -m tests.wire.long``.
"""

from pathlib import Path

import pytest

from tests.wire.trial import Hardship, Trial


async def test_everybody_presses_in_the_same_moment(tmp_path: Path) -> None:
    async with Trial(tmp_path, seed=1) as trial:
        assert await trial.round(1, Hardship(decisions=9, crowded=0.7, tables=1, seats=3)) == []
        assert trial.decisions >= 9
        assert trial.discord.statuses()[429] == 0


@pytest.mark.slow
async def test_calls_fail_in_every_way(tmp_path: Path) -> None:
    async with Trial(tmp_path, seed=2) as trial:
        assert await trial.round(1, Hardship(decisions=6, faults=0.09)) == []
        assert trial.discord.faults.met.total() > 5


@pytest.mark.slow
async def test_the_bot_dies_again_and_again(tmp_path: Path) -> None:
    async with Trial(tmp_path, seed=25) as trial:
        assert await trial.round(1, Hardship(decisions=3, deaths=2, tables=1)) == []
        assert trial.deaths == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "hardship",
    [
        Hardship(decisions=12, crowded=0.7, tables=1, seats=3),
        Hardship(decisions=6, faults=0.06, unrest=0.01),
        Hardship(decisions=4, deaths=3),
    ],
    ids=["everybody at once", "calls fail and the gateway breaks off", "deaths"],
)
async def test_more_of_it(tmp_path: Path, hardship: Hardship) -> None:
    async with Trial(tmp_path, seed=3) as trial:
        assert await trial.round(1, hardship) == []
        assert trial.decisions >= hardship.decisions
        assert trial.deaths >= hardship.deaths
