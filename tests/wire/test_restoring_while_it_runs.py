"""``python -m bot restore`` and the real process: refused while it runs, which then goes on."""

import asyncio
from datetime import UTC, datetime

import aiohttp
import pytest

from bot.__main__ import main
from bot.store import BackupFolder
from tests.ports import free_port
from tests.stand_in.process import Bot
from tests.stand_in.rows import game_at
from tests.stand_in.server import Discord
from tests.stand_in.table import called, end_turn, until_shown

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


def _files(folder):
    return [each for each in folder.iterdir() if not each.name.endswith(("-wal", "-shm"))]


async def restore(file):
    return await asyncio.to_thread(main, ["restore", str(file)])


async def test_a_killed_bot_goes_on_from_the_backup(tmp_path, monkeypatch, capsys):
    port = free_port()
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, settings={"STATUS_AT": str(port)})
        monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{bot.database}")
        await bot.come()
        table = await called(discord, bot.database)
        folder = BackupFolder(bot.database)
        folder.make(datetime.now(UTC), lambda: None)
        (backup,) = folder.backups()
        night = game_at(bot.database, table.home["id"])
        await end_turn(table)
        await until_shown(table, bot.database)
        later = game_at(bot.database, table.home["id"])
        assert later.version > night.version

        assert await restore(backup.file) == 1
        assert capsys.readouterr().out == (
            f"Nothing was restored. A bot runs on {bot.database}: stop it first.\n"
        )
        assert game_at(bot.database, table.home["id"]) == later

        await bot.kill()
        assert await restore(backup.file) == 0
        assert game_at(bot.database, table.home["id"]) == night
        async with bot:
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{port}/healthz") as answer,
            ):
                backups = (await answer.json())["backups"]
            assert (backups["kept"], backups["trouble"]) == (1, "")
            asked = night.replayed().decision.seat
            (person,) = (each for each in table.people if night.seat_of(each.id) == asked)
            answer = await person.slash(table.home, "end")
            await person.press(answer.message, "End turn")
            now = game_at(bot.database, table.home["id"])
            assert now.turn == night.turn + 1
        (old,) = (each for each in _files(tmp_path) if ".before-restore-" in each.name)
        assert game_at(old, table.home["id"]) == later
    assert "Traceback" not in bot.log.read_text()
