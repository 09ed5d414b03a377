"""A bag that can be proved fair, as players see it on Discord (docs/fair.md)."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import discord
import pytest
from messages import components, labels, says
from people import world

from engine import NO_WORD, hash_of, headers_of
from tests.engine.running import Run

SEAL = re.compile(r"`([0-9a-f]{64})`")
SCRIPT = Path(__file__).parents[2] / "docs" / "verify.mjs"


def seals(w):
    """The messages that tell a seal, in the channel."""
    told = [each.content for each in w.channel.history() if each.content.startswith("🔒")]
    return [SEAL.findall(each)[0] for each in told]


async def secret_of(w, number):
    """The secret in the database."""
    async with w.bot.store.reading() as connection:
        found = await connection.exec_driver_sql(f"SELECT secret FROM seal WHERE table_id={number}")
        return found.scalar_one()


async def resign(game):
    """Let whoever is to decide resign."""
    person = await game.decider()
    await person.press(await person.slash("resign", game.home), "Resign")


async def test_a_whole_game_can_be_verified_by_anybody(tmp_path):
    """By the command, and by a script that has none of our code."""
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        (seal,) = seals(w)
        joined = await bob.press(game.lobby, "Join")
        assert f"Seal: `{seal}`" in joined.content
        given = await bob.write(joined, "Add a word", "river ")
        assert given.content.startswith("`river` is your word for **Ur**.")
        await ann.write(game.lobby, "Add a word", "first")
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
            await resign(game)
        fair = await w.person("eve").press(game.posts[-1], "Fair?")
        assert f"Secret: `{secret}`" in fair.content
        assert "Seals opened: 1." in fair.content
        assert len(fair.content) <= 2000
        (attached,) = fair.attachments
        record = tmp_path / attached.filename
        record.write_bytes(await attached.read())
        assert headers_of(record.read_text())["Secret"] == secret
        told = ("verify", str(record), "--word", "river", "--seal", seal)
        verified = Run(*told).output()
        assert verified == "seal: ok\nseats: ok\ndynasties: ok\nbag: ok\nyour word: ok\n"
        if node := shutil.which("node"):
            by_script = await asyncio.to_thread(
                subprocess.check_output, [node, str(SCRIPT), *told[1:]], text=True
            )
            assert by_script == verified
        assert seals(w) == [seal]
        assert not any(message.edited_at for message in (game.posts[0], w.channel.history()[0]))


async def test_a_removed_game_says_that_its_seal_was_never_opened(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        may = discord.Permissions(manage_guild=True)
        zoe = w.person("zoe", roles=[w.guild.create_role("managers", permissions=may)])
        page = await zoe.slash("server game", w.channel, game="Ur")
        await zoe.press(await zoe.press(page, "Remove the game"), "Remove the game")
        await w.env.settle()
        assert game.lobby.content == "This game was removed. The game's seal was never opened."
        after = await w.open("ann", "bob", name="Kish")
        fair = await w.person("ann").press(after.turn, "Watch")
        counted = await w.person("ann").press(fair, "Fair?")
        assert "Games sealed in this server: 2. Started: 2. Seals opened: 0. Never opened: 1." in (
            counted.content
        )


@pytest.mark.parametrize("when", ["before the start", "after it"])
async def test_a_deleted_seal_is_not_sent_again_but_told_of(tmp_path, when):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        (seal,) = seals(w)
        message = w.channel.history()[0]
        if when == "before the start":
            w.env.backend.delete_message(w.channel.id, message.id)
        await w.person("bob").press(game.lobby, "Join")
        await w.person("ann").press(game.lobby, "Start")
        gone = "The message with the seal was deleted."
        assert (gone in game.posts[0].content) == (when == "before the start")
        if when == "after it":
            w.env.backend.delete_message(w.channel.id, message.id)
        await resign(game)
        assert gone in game.posts[-1].content
        assert gone in (await w.person("ann").press(game.posts[-1], "Fair?")).content
        assert seals(w) == []
        assert seal in game.posts[0].content


async def test_a_solo_game_has_its_seal_in_direct_messages(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        await ann.press(await ann.slash("solo", w.channel), "Play")
        await w.thought()
        seal, *_, desk = ann.dms
        assert seal.content.startswith("🔒 ")
        assert seal.flags.suppress_notifications
        await ann.press(await ann.slash("resign"), "Resign")
        result = ann.dms[-1]
        fair = await ann.press(result, "Fair?")
        assert f"Secret: `{await secret_of(w, 1)}`" in fair.content
        assert "Solo games sealed: 1. Started: 1. Seals opened: 1." in fair.content
        assert desk.content
        await ann.press(
            await ann.press(await ann.slash("data"), "Delete it all"), "Delete everything"
        )
        assert not [each for each in ann.dms if each.content.startswith("🔒 ")]


async def test_a_cancelled_table_opens_its_seal(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann = w.person("ann")
        sealed = await ann.press(game.lobby, "Fair?")
        assert labels(sealed) == ["Add a word"]
        assert "Secret" not in sealed.content.replace("Secret and words", "")
        await ann.press(game.lobby, "Leave")
        opened = await ann.press(game.lobby, "Fair?")
        assert f"Secret: `{await secret_of(w, game.id)}`" in opened.content
        assert not opened.attachments
        # when a game has started nobody adds a word
        game = await w.open("ann", seats=2)
        lobby = game.lobby
        word = next(each for each in components(lobby) if each.get("label") == "Add a word")
        opens = await ann.member.click(lobby, custom_id=word["custom_id"])
        await w.person("bob").press(lobby, "Join")
        late = await ann.member.submit_modal(opens, {"text": "river"})
        assert late.response.content.startswith("**Ur** has already started.")
        assert (await game.table()).words == (NO_WORD, NO_WORD)
