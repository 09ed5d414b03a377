"""Each night the bot backs its database up, while people play on Discord."""

from pathlib import Path

import pytest
from people import world

from bot.store import BackupFolder
from engine import parse_action

pytestmark = pytest.mark.sqlite

DAY = 86_400
END = parse_action("end")


async def test_a_game_of_three_days_is_backed_up_each_night(tmp_path: Path) -> None:
    async with world(tmp_path, backups=2) as w:
        game = await w.open("ann", "bob")
        for _ in range(3):
            await game.take(END)
            await w.env.advance_time(DAY)
            assert w.bot.backups is not None
            await w.bot.backups.rest()
        made = BackupFolder(tmp_path / "games.sqlite3").backups()
        assert [*w.bot.backups.made] == made
        assert w.bot.backups.trouble == ""
        assert len(made) >= 2
        assert (made[-1].night - made[-2].night).days == 1
        assert 0 <= (w.env.now() - made[-1].made_at).total_seconds() <= DAY


async def test_none_is_made_if_the_host_wants_none(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        await w.open("ann", "bob")
        await w.env.advance_time(2 * DAY)
        assert w.bot.backups is None
    assert not (tmp_path / "games.sqlite3.backups").exists()
