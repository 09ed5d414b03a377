"""Whole games through bad luck, by seeds: afterwards nothing is lost, doubled or missing.

The same for much longer: ``python -m tests.stand_in.long``; with several processes
``tests.stand_in.kills`` and ``tests.stand_in.takeovers``.
"""

import asyncio
import random
from datetime import timedelta

import pytest

from bot.domain.pace import AtEnd, Limit, Pace, Reminders
from tests.databases import new_database
from tests.freezing import freeze, thaw
from tests.stand_in.at_rest import at_rest
from tests.stand_in.failing import Failure, failing
from tests.stand_in.forging import forged
from tests.stand_in.gateway import Shard
from tests.stand_in.kills import Options, killed
from tests.stand_in.playing import Attempt, Play, notation
from tests.stand_in.process import Bot, Crew
from tests.stand_in.server import Discord
from tests.stand_in.table import Decision, begun, guild_on, until_shown
from tests.stand_in.takeovers import WANTED, takeovers
from tests.stand_in.trial import Conditions, Trial
from tests.stand_in.world import labels

pytestmark = pytest.mark.slow

LEASE = 3.0
_MOST_ROUNDS = 5


async def rounds_until(trial, hardship, enough):
    """Play rounds until enough has happened; there are no faults after any of them.

    How often something happens within some seconds nobody knows. Mostly it is enough in one.
    """
    for number in range(1, _MOST_ROUNDS + 1):
        assert await trial.round(number, hardship) == []
        if enough():
            return
    raise AssertionError(f"it hardly happens: {trial.entries}, {trial.discord.faults.met}")


async def test_everybody_presses_in_the_same_moment(tmp_path):
    async with Trial(tmp_path, seed=1) as trial:
        assert await trial.round(1, Conditions(decisions=6, crowded=0.7, services=1, seats=3)) == []
        assert trial.decisions >= 6
        assert trial.discord.statuses()[429] == 0


async def test_calls_fail_in_every_way_and_the_gateway_breaks_off(tmp_path):
    async with Trial(tmp_path, seed=2) as trial:
        met = trial.discord.faults.met
        hardship = Conditions(decisions=4, faults=0.09, unrest=0.01, boards=True)
        await rounds_until(trial, hardship, lambda: met.total() > 5)


async def test_the_bot_dies_again_and_again(tmp_path):
    async with Trial(tmp_path, seed=25) as trial:
        hardship = Conditions(decisions=3, deaths=2, services=1, boards=True)
        assert await trial.round(1, hardship) == []
        assert trial.deaths == 2


async def test_somebodys_time_runs_meanwhile(tmp_path):
    """The table's time runs out again and again.

    The table that is asked then instead is in ``long``.
    """
    two, five = timedelta(seconds=2), timedelta(seconds=5)
    pace = Pace(Reminders(two, two), Limit(five, at_end=AtEnd.DECIDE), live=True)
    hardship = Conditions(
        decisions=6, deaths=1, faults=0.03, unrest=0.005, seats=3, pace=pace, dawdling=0.4
    )
    async with Trial(tmp_path, seed=4) as trial:
        await rounds_until(
            trial, hardship, lambda: min(trial.entries["time up"], trial.entries["reminded"]) > 1
        )
        assert trial.deaths >= 1


async def test_forged_presses_windows_commands_and_floods(tmp_path):
    """They are answered, and reveal and change nothing; longer: ``tests.stand_in.forging``."""
    forgers = await forged(tmp_path, 400, seed=1)
    assert forgers.amiss == []
    assert min(forgers.sent[place.name] for place in forgers.places) >= 50
    assert forgers.answers["I can't find that game. `/games` lists yours."] > 100


# --- several processes on one database ------------------------------------------------------------


@pytest.mark.postgresql
async def test_one_of_three_dies_again_and_again(tmp_path):
    url = await new_database(tmp_path / "games")
    figures = await killed(Options(kills=2, a_round=2, tables=2), tmp_path, url)
    assert figures.amiss == []
    assert figures.kills >= 2


@pytest.mark.postgresql
async def test_what_a_process_leaves_is_shown_in_time(tmp_path):
    """At the worst moment: it has just renewed its lease, of the usual length."""
    url = await new_database(tmp_path / "games")
    took = [seconds async for seconds in takeovers(tmp_path, url, deaths=1, seed=1)]
    assert max(took) <= WANTED


async def _decided_in_directs(table, dice):
    """The player to move decides at the desk, whose events go to the first process."""
    for seat, person in enumerate(table.people):
        desk = next((each for each in reversed(person.directs) if labels(each)), None)
        if desk is not None and "Swap" in labels(desk):
            decision = await table.turn(Decision(seat, message=desk), desk, dice)
            return Attempt(person, notation(decision), await table.decide(decision))
    raise AssertionError("nobody is to play")


@pytest.mark.postgresql
async def test_who_was_held_up_for_longer_than_its_lease_finds_that_others_went_on(tmp_path):
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        crew = Crew.on_postgresql(discord, tmp_path, url, 2, LEASE_SECONDS=str(LEASE))
        await crew.start()
        try:
            table = await begun(discord, await guild_on(discord, Shard(1, 2)))
            await until_shown(table, url)
            second = crew.bots[1].processes[0]
            freeze(second)
            dice = random.Random(1)
            play = Play(table, dice, attempts=[await _decided_in_directs(table, dice)])
            await until_shown(table, url)
            thaw(second)
            await discord.quiet(2 * LEASE)
            assert await at_rest(discord, [play], url) == []
            assert crew.amiss == []
        finally:
            await crew.end()


# --- its PostgreSQL server fails -----------------------------------------------------------------

_SAID = (
    "My database doesn't answer.\nNothing changed. ",
    "I lost my database and can't say",
    "My database doesn't answer.\nTry again in a moment.",
)


@pytest.mark.postgresql
@pytest.mark.parametrize("pooled", [False, True], ids=["directly", "pooled"])
async def test_people_are_informed_and_go_on_when_it_is_back(tmp_path, pooled):
    """The same answers and a quiet log, with a pooler and without."""
    dice = random.Random(1)
    async with failing(pooled=pooled) as database, Discord() as discord:
        settings = {"DATABASE_URL": database.url, "LEASE_SECONDS": "3"}
        async with Bot(discord, tmp_path, settings=settings) as bot:
            table = await begun(discord)
            (ann, _) = table.people
            for failure in Failure:
                await table.decide(await table.next_decision(dice))
                await until_shown(table, database.direct)
                decision = await table.next_decision(dice)
                async with database.failure(failure):
                    answers = await asyncio.gather(
                        table.decide(decision),
                        ann.slash(table.home, "hand"),
                        ann.slash(table.home, "tile", colour="r", cell="A1"),
                    )
                for each in answers:
                    assert each.answer_text.startswith(_SAID), each.answer_text
            await table.decide(await table.next_decision(dice))
            await until_shown(table, database.direct)
        log = bot.log.read_text()
        assert "Traceback" not in log
        assert "never retrieved" not in log
