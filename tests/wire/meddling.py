"""What happens besides people who play: moderators delete messages, and somebody is there at once.

And a process is away so long that Discord has forgotten the nonces of what it had sent.
"""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.wire.playing import Play
from tests.wire.server import Discord
from tests.wire.world import Json

NONCES_ARE_FORGOTTEN = timedelta(minutes=5)
_OFTEN = 0.05
"""Seconds."""


def be_away_for_long(discord: Discord, database: Path) -> None:
    """Let what a dead process may have sent have been sent so long ago that no nonce is known."""
    discord.world.clock.forward(NONCES_ARE_FORGOTTEN.total_seconds())
    with closing(sqlite3.connect(database)) as connection, connection:
        ago = (datetime.now(UTC) - NONCES_ARE_FORGOTTEN).replace(tzinfo=None).isoformat(" ")
        connection.execute("UPDATE post SET at = min(at, ?) WHERE message_id IS NULL", (ago,))


@asynccontextmanager
async def meddled(
    discord: Discord, plays: Sequence[Play], dice: random.Random, *, deletions: float, eager: float
) -> AsyncIterator[None]:
    """Meanwhile messages of turns are deleted, and desks pressed as soon as a process is back.

    With *deletions* a second, and with the chance *eager* at each desk.
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
    """Press as soon as a process is connected: mostly before it has looked at any game."""
    came = discord.gateway.identified_by.total()
    while eager:
        await asyncio.sleep(_OFTEN)
        if (now := discord.gateway.identified_by.total()) > came:
            for play in plays:
                if dice.random() < eager:
                    await play.look_at_something()
        came = now
