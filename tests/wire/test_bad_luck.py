"""Whole games through bad luck, by seeds: afterwards nothing is lost, doubled or missing.

The same for much longer: ``python -m tests.stand_in.long``.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.domain.pace import AtEnd, Limit, Pace, Reminders
from tests.stand_in.trial import Hardship, Trial

_MOST_ROUNDS = 5


def seconds(count: int) -> timedelta:
    return timedelta(seconds=count)


async def rounds_until(trial: Trial, hardship: Hardship, enough: Callable[[], bool]) -> None:
    """Rounds until they were as hard as they are meant to be; nothing is amiss after any of them.

    How often something happens within some seconds nobody knows. Mostly it is enough in one.
    """
    for number in range(1, _MOST_ROUNDS + 1):
        assert await trial.round(number, hardship) == []
        if enough():
            return
    raise AssertionError(f"it hardly happens: {trial.told}, {trial.discord.faults.met}")


@pytest.mark.slow
async def test_everybody_presses_in_the_same_moment(tmp_path: Path) -> None:
    async with Trial(tmp_path, seed=1) as trial:
        assert await trial.round(1, Hardship(decisions=9, crowded=0.7, services=1, seats=3)) == []
        assert trial.decisions >= 9
        assert trial.discord.statuses()[429] == 0


@pytest.mark.slow
async def test_calls_fail_in_every_way(tmp_path: Path) -> None:
    async with Trial(tmp_path, seed=2) as trial:
        met = trial.discord.faults.met
        await rounds_until(trial, Hardship(decisions=6, faults=0.09), lambda: met.total() > 5)


@pytest.mark.slow
async def test_the_bot_dies_again_and_again(tmp_path: Path) -> None:
    async with Trial(tmp_path, seed=25) as trial:
        assert await trial.round(1, Hardship(decisions=3, deaths=2, services=1)) == []
        assert trial.deaths == 2


@pytest.mark.slow
@pytest.mark.parametrize("at_end", AtEnd)
async def test_somebodys_time_runs_meanwhile(tmp_path: Path, at_end: AtEnd) -> None:
    """With so little of it that it is up again and again, whatever else happens."""
    pace = Pace(Reminders(seconds(2), seconds(2)), Limit(seconds(5), at_end=at_end), live=True)
    hardship = Hardship(
        decisions=12, deaths=3, faults=0.03, unrest=0.005, seats=3, pace=pace, dawdling=0.3
    )
    ran_out = "time up" if at_end is AtEnd.DECIDE else "proposed"
    async with Trial(tmp_path, seed=4) as trial:
        await rounds_until(
            trial, hardship, lambda: min(trial.told[ran_out], trial.told["reminded"]) > 1
        )
        assert trial.deaths >= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "hardship",
    [
        Hardship(decisions=12, crowded=0.7, services=1, seats=3),
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
