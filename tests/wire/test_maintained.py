"""Maintenance ends with the restart that it was for: with the real process."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.store.queries import maintenance_marker
from tests.databases import new_database, opened_at
from tests.patience import LONG
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord

pytestmark = pytest.mark.slow
LEASE = "10"
"""Seconds: long enough on a busy machine."""


async def begin(url: str) -> None:
    """Begin maintenance, as a press does."""
    async with opened_at(url) as store:
        until = datetime.now(UTC) + timedelta(minutes=10)
        await store.write(maintenance_marker.begin, until)


async def maintained(url: str) -> bool:
    """Whether it lasts."""
    async with opened_at(url) as store:
        return await store.look(maintenance_marker.read_end) is not None


async def over(url: str) -> None:
    """Wait until it is over, long before it would end by itself."""
    async with asyncio.timeout(LONG):
        while await maintained(url):
            pass


@pytest.mark.sqlite
async def test_a_start_ends_maintenance(tmp_path: Path) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        url = f"sqlite+aiosqlite:///{bot.database}"
        async with bot:
            await bot.kill()
        await begin(url)
        async with bot:
            await over(url)


@pytest.mark.postgresql
async def test_a_start_beside_another_process_leaves_it_until_that_has_ended(
    tmp_path: Path,
) -> None:
    url = await new_database(tmp_path / "games")
    settings = {"DATABASE_URL": url, "LEASE_SECONDS": LEASE}
    async with Discord() as discord:
        old, new = (Bot(discord, tmp_path, name=name, settings=settings) for name in ("old", "new"))
        async with old:
            await discord.quiet(1.0)
            await begin(url)
            async with new:
                await discord.quiet(3.0)
                assert await maintained(url)
                await old.kill()
                await over(url)
