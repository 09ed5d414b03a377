"""The real process, and a real PostgreSQL server that fails and comes back."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.stand_in.failing import Failure, failing
from tests.stand_in.interactions import Interaction
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import begun, until_shown

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

_NOT_STORED = "My database doesn't answer.\nNothing changed. "
_UNSURE = "I lost my database and can't say"
_NOT_READ = "My database doesn't answer.\nTry again in a moment."


@pytest.mark.parametrize("pooled", [False, True], ids=["directly", "pooled"])
@pytest.mark.parametrize("of", Failure)
async def test_people_are_told_and_go_on_when_it_is_back(
    tmp_path: Path, of: Failure, pooled: bool
) -> None:
    """In the same words, and with a quiet log, with a pooler and without."""
    dice = random.Random(1)
    async with failing(pooled=pooled) as database, Discord() as discord:
        settings = {"DATABASE_URL": database.url, "LEASE_SECONDS": "3"}
        async with Bot(discord, tmp_path, settings=settings) as bot:
            table = await begun(discord)
            await table.decide(await table.next_decision(dice))
            await until_shown(table, database.direct)
            decision = await table.next_decision(dice)
            (ann, _) = table.people
            async with database.failure(of):
                told = await asyncio.gather(
                    table.decide(decision),
                    ann.slash(table.home, "hand"),
                    ann.slash(table.home, "tile", colour="r", cell="A1"),
                )
            assert all(_says(each) for each in told), [_said(each) for each in told]
            await table.decide(await table.next_decision(dice))
            await until_shown(table, database.direct)
        log = bot.log.read_text()
        assert "Traceback" not in log
        assert "never retrieved" not in log


def _says(answer: Interaction) -> bool:
    return _said(answer).startswith((_NOT_STORED, _UNSURE, _NOT_READ))


def _said(answer: Interaction) -> str:
    """The answer, or the one below it."""
    below = [each["content"] for each in answer.followups.values()]
    return (below or [answer.content])[-1]
