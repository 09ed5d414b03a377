"""What happens beside play: moderators delete messages, and players press at once after a restart.

And processes that stay away until Discord has forgotten their nonces.
"""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.stand_in.playing import Play
from tests.stand_in.server import Discord
from tests.stand_in.world import Json

NONCES_ARE_FORGOTTEN = timedelta(minutes=5)
_OFTEN = 0.05
"""Seconds."""


def be_away_for_long(discord: Discord, database: Path) -> None:
    """Move what a dead process may have sent into the past: Discord forgets its nonces."""
    discord.world.clock.forward(NONCES_ARE_FORGOTTEN.total_seconds())
    with closing(sqlite3.connect(database)) as connection, connection:
        ago = (datetime.now(UTC) - NONCES_ARE_FORGOTTEN).replace(tzinfo=None).isoformat(" ")
        connection.execute("UPDATE post SET at = min(at, ?) WHERE message_id IS NULL", (ago,))


@asynccontextmanager
async def meddled(
    discord: Discord, plays: Sequence[Play], dice: random.Random, *, deletions: float, eager: float
) -> AsyncIterator[None]:
    """Meanwhile delete messages of turns, and press desks as soon as a process is back.

    *deletions* is per second, *eager* the chance of a press at each table.
    """
    doing = [
        asyncio.create_task(_delete_now_and_then(discord, plays, dice, deletions)),
        asyncio.create_task(_press_at_once(discord, plays, dice, eager)),
    ]
    try:
        yield
    finally:
        for each in doing:
            each.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
    for each in doing:
        if not each.cancelled():
            each.result()


async def _delete_now_and_then(
    discord: Discord, plays: Sequence[Play], dice: random.Random, deletions: float
) -> None:
    while deletions:
        await asyncio.sleep(dice.expovariate(deletions))
        play = dice.choice(plays)
        if posts := [each for each in play.table.posts if _is_turn(each)]:
            post = dice.choice((posts[-1], dice.choice(posts)))
            play.deleted.add(post["attachments"][0]["filename"])
            await discord.delete(post)


def _is_turn(post: Json) -> bool:
    return any("-turn-" in each["filename"] for each in post["attachments"])


async def _press_at_once(
    discord: Discord, plays: Sequence[Play], dice: random.Random, eager: float
) -> None:
    """Press as soon as a process connects: mostly before it has looked at any game."""
    came = discord.gateway.identified_by.total()
    while eager:
        await asyncio.sleep(_OFTEN)
        if (now := discord.gateway.identified_by.total()) > came:
            for play in plays:
                if dice.random() < eager:
                    await play.look_at_something()
        came = now
