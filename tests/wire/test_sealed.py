"""The seal of a table through the real process: exactly one, even after crashes."""

import asyncio
import base64
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass

import aiohttp
import pytest

from engine import draw_start, hash_of, headers_of, seal_of, verify_record
from tests.ports import free_port
from tests.stand_in.interactions import Kind
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.table import Table, gather
from tests.stand_in.world import Json

pytestmark = pytest.mark.slow

DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Sealed:
    """A stored seal, and the start of its game."""

    digest: str
    secret: bytes
    start: Json

    @classmethod
    def of(cls, database):
        with closing(sqlite3.connect(database)) as connection:
            ((digest, secret),) = connection.execute("SELECT digest, secret FROM seal").fetchall()
            started = "SELECT text FROM entry WHERE kind = 'started'"
            ((text,),) = connection.execute(started).fetchall()
        return cls(digest, bytes.fromhex(secret), json.loads(text))


def lasting(discord, sign):
    """The messages everywhere that begin with that sign."""
    channels = discord.world.messages.values()
    return [
        each for of_one in channels for each in of_one.values() if each["content"].startswith(sign)
    ]


def content_of(call):
    return str(call.body.get("content", "")) if isinstance(call.body, dict) else ""


DYING = (("🔒", False), ("🔒", True), ("**Ur**", True), ("🔑", True))
"""Before or after which messages the process dies: the seal, the lobby, and the words."""


async def test_a_table_has_one_seal_whatever_dies(tmp_path):
    """The process dies just before or after a message gets to Discord, and comes back."""
    left, died = [*DYING], asyncio.Event()

    async def dying(call, carry_out):
        if died.is_set() or not left or not content_of(call).startswith(left[0][0]):
            return await carry_out()
        _, done = left.pop(0)
        if done:
            await carry_out()
        died.set()
        return await asyncio.Event().wait()

    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        await bot.come()
        channel = await discord.new_channel(await discord.new_guild())
        discord.faults.plan("POST /channels/.*/messages", dying, None)

        async def come_back(times):
            for _ in range(times):
                await died.wait()
                await bot.kill()
                died.clear()
                await bot.come()

        coming_back = asyncio.create_task(come_back(len(DYING) - 1))
        ann, bob = people(discord, "ann", "bob")
        lobby = (await gather(discord, channel, [ann], 2)).lobby
        await asyncio.wait_for(coming_back, PATIENCE)
        coming_back = asyncio.create_task(come_back(1))
        await bob.begin_press(lobby, "Join")
        await asyncio.wait_for(coming_back, PATIENCE)
        table = Table(discord, [ann, bob], channel, lobby["id"])
        await discord.until(lambda: table.board)
        await discord.quiet(0.5)
        sealed = Sealed.of(bot.database)
        (seal,), (words,) = lasting(discord, "🔒"), lasting(discord, "🔑")
        assert DIGEST.findall(seal["content"])[0] == sealed.digest == seal_of(sealed.secret)
        assert sealed.digest in words["content"]
        check_start(table, sealed)
        assert not edited(discord, seal, words)
        await bot.stop()


def check_start(table, sealed):
    """The game began as it follows from the secret and the words."""
    start = sealed.start
    draw = draw_start(sealed.secret, 1, start["words"], "classic")
    joined = [int(person.id) for person in table.people]
    assert start["users"] == [joined[number] for number in draw.order]
    assert (start["seats"], start["bag"]) == ("".join(draw.dynasties), draw.bag)


def edited(discord, *messages):
    """The calls that have edited one of these messages."""
    numbers = {message["id"] for message in messages}
    patched = (call.path for call in discord.calls if call.method == "PATCH")
    return [path for path in patched if path.rpartition("/")[2] in numbers]


# --- the secret ----------------------------------------------------------------------------------


def forms(secret):
    """Spellings of a secret: as it is, in hexadecimal digits, and in base64."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for before in range(3):  # what stands in front decides which digits come of it
        skipped = -(-before * 8 // 6)
        for encode in (base64.standard_b64encode, base64.urlsafe_b64encode):
            yield encode(bytes(before) + secret)[skipped:-4]


def found(secret, seen):
    return any(form in each for form in forms(secret) for each in seen)


def seen_by(discord):
    """Everything that the bot has sent to Discord, except files."""
    return [
        part
        for call in discord.calls
        for part in (
            call.path.encode(),
            json.dumps([call.query, call.body], ensure_ascii=False, default=str).encode(),
        )
    ]


def test_a_secret_is_found_however_it_is_written():
    secret = bytes(range(64))
    for at in range(4):
        text = bytes(at) + secret + b"!"
        assert found(secret, [b"x" + base64.b64encode(text), b""])
        assert found(secret, [base64.urlsafe_b64encode(text)])
    assert found(secret, [b"..." + secret.hex().upper().encode()])
    assert not found(secret, [secret[:-1], secret[::-1].hex().encode()])


async def write_word(discord, person, table, word):
    """Add a word in the lobby, by its window. What is answered."""
    await person.begin_press(table.lobby, "Add a word")
    field = {"type": 4, "custom_id": "text", "value": word}
    data = {
        "custom_id": f"te:{table.game_id}:-:-:word",
        "components": [{"type": 1, "components": [field]}],
    }
    lobby = table.lobby
    given = await discord.interact(
        Kind.WINDOW, person.user, lobby["channel_id"], data, lobby, forged=True
    )
    return (await person.answered(given)).content


async def test_no_secret_is_revealed_before_the_end(tmp_path):
    port = free_port()
    settings = {"STATUS_AT": str(port)}
    uploads = []

    async def keep_files(call, carry_out):
        uploads.extend(call.files.values())
        return await carry_out()

    async with Discord() as discord:
        discord.faults.plan(".*", keep_files, None)
        bot = Bot(discord, tmp_path, log_level="DEBUG", settings=settings)
        async with bot, aiohttp.ClientSession() as session:
            channel = await discord.new_channel(await discord.new_guild())
            ann, bob = people(discord, "ann", "bob")
            table = await gather(discord, channel, [ann], 2)
            assert "`river` is your word" in await write_word(discord, ann, table, "river")
            await bob.press(table.lobby, "Join")
            await discord.until(lambda: table.board)
            await ann.slash(table.home, "data")
            await discord.quiet(0.5)
            sealed = Sealed.of(bot.database)
            assert sealed.start["words"] == [hash_of("river"), hash_of("")]
            sent = [*seen_by(discord), *uploads]
            assert [each for each in uploads if b"everything stored about" in each]
            for page in ("healthz", "metrics"):
                async with session.get(f"http://127.0.0.1:{port}/{page}") as answer:
                    sent.append(await answer.read())
            sent.append(bot.log.read_bytes())
            assert not found(sealed.secret, sent)

            asked = await ann.slash(table.home, "resign")
            await ann.press(asked.message, "Resign")
            record = await discord.until(lambda: opened_record(uploads))
            await discord.quiet(0.5)
            assert found(sealed.secret, uploads)
            assert not found(sealed.secret, [bot.log.read_bytes()])
            assert not [each for each in verify_record(record, "river") if each.fault]
            assert headers_of(record)["Seal"] == sealed.digest


def opened_record(uploads):
    """The record of a game that has ended, as it was sent."""
    return next((each.decode() for each in uploads if b'[Secret "' in each), None)
