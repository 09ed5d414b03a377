"""A bag that can be proved fair, as players see it on Discord (docs/fair.md)."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

from messages import says
from people import world

from engine import hash_of, headers_of
from tests.engine.running import Run

SEAL = re.compile(r"`([0-9a-f]{64})`")
SCRIPT = Path(__file__).parents[2] / "docs" / "verify.mjs"


def seals(w):
    """The messages in the channel that show a seal."""
    texts = [each.content for each in w.channel.history() if each.content.startswith("🔒")]
    return [SEAL.findall(each)[0] for each in texts]


async def secret_of(w, number):
    """The secret in the database."""
    async with w.bot.store.reading() as connection:
        found = await connection.exec_driver_sql(f"SELECT secret FROM seal WHERE table_id={number}")
        return found.scalar_one()


async def test_a_whole_game_can_be_verified_by_anybody(tmp_path):
    """By the command, and by a script that shares none of our code."""
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        (seal,) = seals(w)
        joined = await bob.press(game.lobby, "Join")
        assert f"Seal: `{seal}`" in joined.content
        given = await bob.write(joined, "Add a word", "river ")
        assert given.content.startswith("`river` is your word for **Ur**.")
        await ann.write(game.lobby, "Add a word", "Ur")
        last = await cora.write(game.lobby, "Add a word", "🏺")  # the last seat: it starts
        assert last.content.startswith("You've joined **Ur**.\nThe game is starting.")
        assert "`🏺` is your word for **Ur**." in last.content
        words = game.posts[0].content
        assert words.startswith(f"🔑 `{seal}`")
        assert SEAL.findall(words)[1:] == [hash_of("Ur"), hash_of("river"), hash_of("🏺")]
        assert "ann" not in words
        secret = await secret_of(w, game.id)
        assert secret not in "".join(map(says, (*game.posts, *w.channel.history(), *ann.dms)))
        person = await game.decider()
        watched = await person.press(await person.press(game.turn, "Watch"), "Fair?")
        assert f"Seal: `{seal}`" in watched.content
        assert "My host can read hands." in watched.content
        assert "Games sealed in this server: 1. Started: 1. Seals opened: 0." in watched.content
        assert secret not in watched.content
        assert not watched.attachments

        for _ in range(2):
            await game.resign(await game.decider())
        fair = await w.person("eve").press_more(game.posts[-1], "Fair?")
        assert f"Secret: `{secret}`" in fair.content
        assert "Seals opened: 1." in fair.content
        assert len(fair.content) <= 2000
        (attached,) = fair.attachments
        record = tmp_path / attached.filename
        record.write_bytes(await attached.read())
        assert headers_of(record.read_text())["Secret"] == secret
        arguments = ("verify", str(record), "--word", "river", "--seal", seal)
        verified = Run(*arguments).output()
        assert verified == "seal: ok\nseats: ok\ndynasties: ok\nbag: ok\nyour word: ok\n"
        if node := shutil.which("node"):
            by_script = await asyncio.to_thread(
                subprocess.check_output, [node, str(SCRIPT), *arguments[1:]], text=True
            )
            assert by_script == verified
        assert seals(w) == [seal]
        assert not any(message.edited_at for message in (game.posts[0], w.channel.history()[0]))
