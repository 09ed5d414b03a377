"""Emojis of the bot's own: uploaded, put into messages, refused, replaced and deleted."""

import asyncio
import random
import re
import sqlite3
from base64 import b64decode
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime

import pytest
from discord import Client, Intents
from discord.http import Route

from bot.client.messages import emoji_uploads
from bot.client.messages.emoji_uploads import EmojiUploader, PieceEmoji, wanted
from bot.client.messages.emojis import Emojis
from bot.content.message import Content
from bot.store import Store
from tests.stand_in.faults import refused
from tests.stand_in.process import TOKEN, Bot
from tests.stand_in.rules import invalid_emoji
from tests.stand_in.server import Discord
from tests.stand_in.table import COUNTS, begun, until_shown
from tests.stand_in.world import components, emojis_on

LOOKING = "GET /applications/{application}/emojis"
UPLOADING = "POST /applications/{application}/emojis"
DELETING = "DELETE /applications/{application}/emojis/{emoji}"
ALL = 30
"""4 tiles, 16 leaders, 4 buildings, 4 dynasties and 2 others."""
SHOWN = re.compile(r"<:(tr_[a-z_]+_[0-9a-f]{8}):(\d+)>")


async def complete(discord, looks=1):
    """Wait until the bot has checked its emojis a number of times, with the results."""
    await discord.until(lambda: discord.count()[LOOKING] == looks)
    await discord.quiet(0.3)


def names(discord):
    return {each["name"] for each in discord.world.emojis.values()}


def age(discord, piece):
    """Let the picture of a piece be another one by now: its emoji is one of an older version."""
    (emoji,) = (
        each
        for each in discord.world.emojis.values()
        if re.fullmatch(f"tr_{piece}_[0-9a-f]{{8}}", each["name"])
    )
    emoji["name"] = f"tr_{piece}_00000000"
    return emoji


def shown(message):
    """The names of the bot's own emojis on a message."""
    on_components = {emoji["name"] for emoji in emojis_on(message["components"])}
    in_text = {name for name, _ in SHOWN.findall(message["content"])}
    return in_text | {name for name in on_components if name.startswith("tr_")}


def check_shown(discord, message):
    """All emojis on a message exist, under their names, and none is in its first line."""
    for name, number in SHOWN.findall(message["content"]):
        assert discord.world.emojis[number]["name"] == name
    assert "<:" not in message["content"].partition("\n")[0]
    assert len(message["content"]) <= 2000
    for file in message["attachments"]:
        assert "tr_" not in (file["description"] or "")
    for each in components(message):
        texts = (each.get("label"), each.get("placeholder"))
        assert not any("<:" in text for text in texts if text)


# --- existing and wanted emojis -------------------------------------------------------------------


@pytest.fixture
async def stand_in():
    async with Discord() as discord:
        yield discord


@pytest.fixture
def keeping(stand_in, tmp_path, monkeypatch):
    """The part of the program that keeps emojis, for a while."""
    monkeypatch.setattr(Route, "BASE", stand_in.api)

    @asynccontextmanager
    async def keep(make):
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}")
        try:
            async with Client(intents=Intents.none()) as client:
                await client.login(TOKEN)
                emojis = Emojis(lambda: None)
                keeper = EmojiUploader(client, emojis, store, lambda: datetime.now(UTC), make)
                task = asyncio.create_task(keeper.run())
                try:
                    yield emojis
                finally:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)
        finally:
            await store.close()

    return keep


async def test_a_start_uploads_what_is_missing_and_a_second_one_nothing(stand_in, keeping):
    async with keeping(wanted) as emojis:
        await stand_in.until(lambda: len(emojis.numbers) == ALL)
    assert stand_in.count()[UPLOADING] == ALL
    assert {str(number) for number in emojis.numbers} == set(stand_in.world.emojis)
    for call in stand_in.calls:
        if call.route == UPLOADING:
            assert re.fullmatch(r"tr_[a-z_]+_[0-9a-f]{8}", call.body["name"])
            image = b64decode(call.body["image"].removeprefix("data:image/png;base64,"))
            assert image.startswith(b"\x89PNG")
    before, seen = dict(stand_in.world.emojis), len(stand_in.calls)
    async with keeping(wanted) as emojis:
        await complete(stand_in, 2)
        await stand_in.until(lambda: len(emojis.numbers) == ALL)
    assert stand_in.world.emojis == before
    assert {str(number) for number in emojis.numbers} == set(before)
    calls = stand_in.count(seen)
    assert (calls[LOOKING], calls[UPLOADING], calls[DELETING]) == (1, 0, 0)


async def test_another_picture_is_another_emoji_and_the_old_one_goes_if_nothing_shows_it(
    stand_in, keeping
):
    """Foreign ones stay, with any name."""
    foreign = {"tr_temple", "tr_my_own_emoji", "party", "TR_temple_00000000", "tr_k_0000000"}
    for name in foreign:
        stand_in.world.add_emoji(name, "data:image/png;base64,")
    png = wanted()[0].png
    for looks, name in enumerate(("tr_temple_00000001", "tr_temple_00000002"), start=1):
        want = PieceEmoji(name, "🟥", png)
        async with keeping(lambda want=want: (want,)) as emojis:
            await complete(stand_in, looks)
            await stand_in.until(lambda name=name: names(stand_in) == foreign | {name})
        (number,) = emojis.numbers
        assert emojis.add_to(Content("\n🟥")).text == f"\n<:{name}:{number}>"


async def test_what_discord_does_not_take_is_said_once(stand_in, keeping, caplog, monkeypatch):
    monkeypatch.setattr(emoji_uploads, "_FIRST_PAUSE", 0.01)
    pieces = wanted()
    stand_in.world.add_emoji(pieces[0].name, "data:image/png;base64,")
    stand_in.faults.plan("POST .*/emojis", refused(400, 30008), None)
    async with keeping(wanted) as emojis:
        await stand_in.until(lambda: stand_in.count()[UPLOADING] == 3)
        assert len(emojis.numbers) == 1
        stand_in.faults.clear()
        await stand_in.until(lambda: len(stand_in.world.emojis) == ALL)
        await stand_in.quiet(0.2)
        assert len(emojis.numbers) == ALL
    (warnings,) = (text for name, _, text in caplog.record_tuples if name == emoji_uploads.__name__)
    assert warnings == (
        "the emojis of the pieces are not all there: 400 Bad Request (error code 30008); until "
        "they are, messages show ordinary ones, and it is tried again"
    )


# --- in the program itself ------------------------------------------------------------------------


def refused_with_emojis(came):
    """Discord refuses messages with an emoji of the bot's own; *came* gets the routes of others."""

    async def fault(call, carry_out):
        body = call.body.get("data", call.body) if isinstance(call.body, dict) else {}
        own = any(each.get("id") for each in emojis_on(body.get("components") or []))
        if own or SHOWN.search(body.get("content") or ""):
            raise invalid_emoji()
        came.append(call.route)
        return await carry_out()

    return fault


@pytest.mark.slow
async def test_they_come_in_lines_and_on_buttons_and_are_missed_by_nobody(tmp_path):
    """The bot plays without any; earlier messages stay, and the next edit adds them.

    What is refused with them comes at once without: posts, their edits, answers, what comes below.
    One that was deleted by hand keeps no message back, and the next start uploads it anew.
    """
    async with Discord(limits=None) as discord:
        bot = Bot(discord, tmp_path)
        discord.faults.plan("POST .*/emojis", refused(400, 30008), None)
        async with bot:
            table = await begun(discord)
            await discord.until(lambda: "WARNING" in bot.log.read_text())
            await until_shown(table, bot.database)
            await discord.quiet(0.3)
            plain = [*table.posts, *(each for person in table.people for each in person.directs)]
            assert not any(map(shown, plain))
            warnings = [line for line in bot.log.read_text().splitlines() if "WARNING" in line]
            assert len(warnings) == 1
            assert "the emojis of the pieces are not all there: 400 Bad Request" in warnings[0]
        discord.faults.clear()
        before = repr(plain)
        async with bot:
            await discord.until(lambda: len(discord.world.emojis) == ALL)
            await discord.quiet(0.3)
            assert repr(plain) == before
            dice = random.Random(1)
            await table.decide(await table.next_decision(dice))
            await discord.until(lambda: shown(table.posts[-1]))
            await until_shown(table, bot.database)
            desks = [person.directs[-1] for person in table.people]
            buttons = {emoji["name"] for desk in desks for emoji in emojis_on(desk["components"])}
            assert any("tr_" in name for name in buttons)
            for message in (*table.posts, *desks):
                check_shown(discord, message)
            await refused_with_them(discord, bot, await begun(discord), dice)
            discord.faults.clear()

            gone = names(discord)
            discord.world.emojis.clear()
            answer = await table.decide(await table.next_decision(dice))
            assert answer.content.startswith(COUNTS)
        async with bot:
            await discord.until(lambda: len(discord.world.emojis) == ALL)
        assert names(discord) == gone


async def refused_with_them(discord, bot, table, dice):
    """Each message is sent twice, and exists."""
    came = []
    routes = ("POST /channels/.*/messages", "PATCH /channels/.*", "(POST|PATCH) /webhooks/.*")
    for route in routes:
        discord.faults.plan(route, refused_with_emojis(came), None)
    for _ in range(3):
        await until_shown(table, bot.database)
        answer = await table.decide(await table.next_decision(dice))
        assert answer.content.startswith(COUNTS)
        assert not shown(answer.message)
    desk = await table.people[0].slash(table.home, "hand")
    more = await table.people[0].press(desk.message, "More")
    pressed = await table.people[0].press(more.message, "Help")
    assert not pressed.lost
    await until_shown(table, bot.database)
    assert not shown(table.posts[-1])
    assert discord.statuses()[400] > 5
    assert {route.split("/")[1] for route in came} == {"channels", "webhooks"}
    log = bot.log.read_text()
    assert "again without emojis" in log
    assert "ERROR" not in log


TILES_SHOWN = ("settlement", "temple", "farm", "market")


@pytest.mark.slow
async def test_an_old_one_stays_as_long_as_a_stored_message_may_show_it(tmp_path):
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        async with bot:
            await discord.until(lambda: len(discord.world.emojis) == ALL)
            table = await begun(discord)
            dice = random.Random(1)
            while not any(name.split("_")[1] in TILES_SHOWN for name, _ in emojis_in(table.posts)):
                await table.decide(await table.next_decision(dice))
                await until_shown(table, bot.database)
        stored = stored_emojis(bot)
        of_turns = [numbers for key, numbers in stored.items() if "-turn-" in key]
        assert of_turns == [{number for _, number in emojis_in([post])} for post in table.posts[1:]]

        # Of these the next version has other pictures.
        old = {piece: age(discord, piece) for piece in ("treasure", *TILES_SHOWN)}
        seen = len(discord.calls)
        async with bot:
            await discord.until(lambda: discord.count(seen)[UPLOADING] == len(old))
            await complete(discord, 2)
        assert discord.count(seen)[UPLOADING] == len(old)
        assert discord.count(seen)[DELETING] == 0  # a desk may show any of them
        for numbers in (numbers for key, numbers in stored_emojis(bot).items() if "-desk-" in key):
            assert numbers == set(discord.world.emojis)

        # As if both had been called since, and had new desks.
        with closing(sqlite3.connect(bot.database)) as database, database:
            database.execute("DELETE FROM post WHERE fleeting")
        async with bot:
            await complete(discord, 3)
        shown_still = {number for _, number in emojis_in(table.posts)}
        left = {emoji["id"] for emoji in old.values()} & set(discord.world.emojis)
        assert left == {emoji["id"] for emoji in old.values()} & shown_still
        assert left
        assert old["treasure"]["id"] not in left


def stored_emojis(bot):
    """The stored emojis of each message, oldest first."""
    with closing(sqlite3.connect(bot.database)) as database:
        rows = database.execute("SELECT key, emojis FROM post ORDER BY id").fetchall()
    return {key: set(numbers.split()) for key, numbers in rows}


def emojis_in(messages):
    """The names and numbers of the bot's own emojis in the texts of messages."""
    return [each for message in messages for each in SHOWN.findall(message["content"])]
