"""The way in for a platform, as the README has it.

A platform checks the program out into an empty folder, runs the line of the Procfile there with
settings from its environment alone, and throws the folder away with the next deploy.
"""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.postgres import PASSWORD, WITH_PASSWORD, NotInstalled, server
from tests.stand_in.process import ROOT, TOKEN
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.table import NAME, begun, until_shown

pytestmark = pytest.mark.slow

ENVIRONMENT = {
    "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
    "HOME": "/app",
    "LANG": "C.UTF-8",
    "DYNO": "worker.1",
    "PORT": "41234",
}
"""Variables set by a platform itself."""


class Deployed:
    """The program as a platform runs it, from its start to its end."""

    def __init__(self, folder, process):
        self.folder = folder
        self._process = process

    async def ended(self):
        """Wait until it has ended; its exit status."""
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def stop(self):
        """End all of its processes as a platform does; its exit status."""
        os.killpg(self._process.pid, signal.SIGTERM)
        return await self.ended()

    async def kill(self):
        if self._process.returncode is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    @property
    def log(self):
        return (self.folder / "log").read_text()


@asynccontextmanager
async def deployed(folder, **settings):
    """The program in a new folder, with these settings."""
    folder.mkdir()
    for name in ("engine", "render", "bot"):
        (folder / name).symlink_to(ROOT / name)
    (line,) = (ROOT / "Procfile").read_text().splitlines()
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "/bin/sh",
            *("-c", f"exec {line.partition(': ')[2]}"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            env=ENVIRONMENT | settings,
            start_new_session=True,
        )
    here = Deployed(folder, process)
    try:
        yield here
    finally:
        await here.kill()


def on_discord(discord, **settings):
    return {"DISCORD_TOKEN": TOKEN, "DISCORD_API": discord.api, **settings}


@pytest.fixture
async def postgresql():
    try:
        async with server() as started:
            yield started
    except NotInstalled as missing:
        pytest.skip(str(missing))


async def connected(discord, times):
    await discord.until(lambda: discord.gateway.identified == times)


async def test_a_platform_with_postgresql(tmp_path, postgresql):
    """Its own form of a URL, with a password; games outlast the folder."""
    database = await empty_database(postgresql)
    async with Discord() as discord:
        async with deployed(tmp_path / "first", **on_discord(discord, **database)) as first:
            await connected(discord, 1)
            table = await begun(discord)
            await until_shown(table, postgresql.url("games"))
            await discord.quiet(0.5)
            assert await first.stop() == 0
            seen = len(discord.calls)
        assert "games are kept in postgresql://" in first.log
        assert "a disk that does not last" not in first.log
        for secret in (TOKEN, PASSWORD, quote(PASSWORD, safe="")):
            assert secret not in first.log
        async with deployed(tmp_path / "second", **on_discord(discord, **database)) as second:
            await connected(discord, 2)
            (ann, *_) = table.people
            answer = await ann.slash(table.channel, "games")
            assert NAME in answer.content
            assert await second.stop() == 0
        for each in (first, second):
            assert list(each.folder.glob("*.sqlite3*")) == []
        posted = [each for each in discord.calls[seen:] if each.route.startswith("POST /channels")]
        assert posted == []  # all of it was there


async def empty_database(postgresql):
    """A database as a platform provides it: with an owner's password, and empty."""
    async with postgresql.ruling() as connection:
        await connection.execute(f"CREATE ROLE \"{WITH_PASSWORD}\" LOGIN PASSWORD '{PASSWORD}'")
        await connection.execute(f'CREATE DATABASE games OWNER "{WITH_PASSWORD}"')
    who = f"{quote(WITH_PASSWORD)}:{quote(PASSWORD, safe='')}"
    return {"DATABASE_URL": f"postgres://{who}@127.0.0.1:{postgresql.port}/games?sslmode=prefer"}


async def test_a_platform_without_a_database(tmp_path):
    async with Discord() as discord:
        async with deployed(tmp_path / "app", **on_discord(discord)) as here:
            await connected(discord, 1)
            assert await here.stop() == 0
        lines = [line for line in here.log.splitlines() if "a disk that does not last" in line]
        # which disk that of a test is, nobody knows: of a plain one the platform's variable tells
        assert len(lines) == 1
        assert "Set DATABASE_URL to a PostgreSQL database" in lines[0]


async def test_a_platform_without_a_token(tmp_path):
    async with deployed(tmp_path / "app") as here:
        assert await here.ended() == 78
    assert [line.split(":")[0] for line in here.log.splitlines()] == ["DISCORD_TOKEN is missing"]
    left = {each.name for each in here.folder.iterdir()}
    assert left == {"engine", "render", "bot", "log"}
