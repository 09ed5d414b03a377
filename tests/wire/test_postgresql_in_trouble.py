"""The real process, and a real PostgreSQL server that fails and comes back."""

import asyncio
import random

import pytest

from tests.stand_in.failing import Failure, failing
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import begun, until_shown

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

_SAID = (
    "My database doesn't answer.\nNothing changed. ",
    "I lost my database and can't say",
    "My database doesn't answer.\nTry again in a moment.",
)


@pytest.mark.parametrize("pooled", [False, True], ids=["directly", "pooled"])
async def test_people_are_told_and_go_on_when_it_is_back(tmp_path, pooled):
    """In the same words, and with a quiet log, with a pooler and without."""
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
                    told = await asyncio.gather(
                        table.decide(decision),
                        ann.slash(table.home, "hand"),
                        ann.slash(table.home, "tile", colour="r", cell="A1"),
                    )
                assert all(_said(each).startswith(_SAID) for each in told), [*map(_said, told)]
            await table.decide(await table.next_decision(dice))
            await until_shown(table, database.direct)
        log = bot.log.read_text()
        assert "Traceback" not in log
        assert "never retrieved" not in log


def _said(answer):
    """The answer, or the one below it."""
    below = [each["content"] for each in answer.followups.values()]
    return (below or [answer.content])[-1]
