"""Files that users upload in a window."""

from pathlib import Path

import pytest

from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.world import EPHEMERAL

RECORD = Path(__file__).parents[1] / "journeys" / "games" / "two_people.te"

pytestmark = pytest.mark.slow


async def test_a_record_is_uploaded_and_fetched_from_where_discord_keeps_it(tmp_path):
    """A file that is too long is not fetched at all; one that Discord has lost is refused."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        (ann,) = people(discord, "ann")
        channel = await discord.new_channel(await discord.new_guild())

        async def submit(*files, **texts):
            page = (await ann.slash(channel, "study")).message
            assert page["flags"] & EPHEMERAL
            return await ann.submit(await ann.press(page, "Import a record"), page, *files, **texts)

        long = discord.upload("long.te", b"#" * 100_000)
        assert "A record has at most 32 KB." in (await submit(long)).answer_text
        lost = discord.upload("lost.te", RECORD.read_bytes())
        del discord.world.files[lost["id"]]
        answer = (await submit(lost)).answer_text
        assert answer == "Discord didn't give me that file. Try again, or paste the record."
        record = discord.upload("ur.te", RECORD.read_bytes())
        shown = (await submit(record)).message
        assert shown["content"].startswith("Imported. Only you see it.\n**ur** · the start")
        assert shown["attachments"][0]["filename"] == "step-0.png"
        stepped = await ann.press(shown, "Next turn")
        assert "decision 3 of 77" in stepped.content
        pasted = await submit(text=RECORD.read_text())
        assert "**record** · the start" in pasted.content
        log = bot.log.read_text()
        assert ann.id not in log
        assert "/uploaded/" not in log
