"""What version 0.1.0 left in its database goes on, though nothing of it is left on Discord.

The database is tests/fixtures/version_0_1_0.sqlite3; the README beside it says what is in it.
"""

import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import simcord
from people import GameOnDiscord, World
from simcord.backend.models import Overwrite
from simcord.builders import GuildHandle

from bot.client import TwoRivers

FIXTURE = Path(__file__).parents[1] / "fixtures" / "version_0_1_0.sqlite3"
GAMES, NARROW, PLAY = "games", "narrow", "play"


@asynccontextmanager
async def mesopotamia(folder: Path, dice: random.Random) -> AsyncIterator[World]:
    """The servers, channels and people of the fixture, with the numbers that they have there.

    simcord counts what it makes: it is made in this order, and before the bot makes anything.
    """
    url = f"sqlite+aiosqlite:///{folder}/games.sqlite3"
    bot = TwoRivers(url, dice=dice)
    running = simcord.run(bot, settle_timeout=600.0)  # however slow the machine is
    env = running._env
    guild = env.create_guild("Mesopotamia")
    w = World(env, bot, url, guild, guild.create_text_channel(GAMES), dice)
    for name in ("ann", "bob", "cora", "dan", "eve"):
        w.person(name)
    narrow = guild.create_text_channel(NARROW)
    no_threads = discord.Permissions(create_public_threads=True).value
    env.backend.set_overwrite(
        narrow.id, Overwrite(env.backend.bot_user.id, type=1, deny=no_threads)
    )
    elam = env.create_guild("Elam")
    elam.create_text_channel(PLAY)
    for name, nick in (("ann", "Anna of Susa"), ("bob", "Bob the Elamite")):
        elam.add_member(w.people[name].member.user, nick=nick)
    try:
        async with running:
            yield w
    finally:
        await bot.close()


@asynccontextmanager
async def left_behind(tmp_path: Path) -> AsyncIterator[World]:
    """The bot as it is now, with the database of 0.1.0."""
    shutil.copyfile(FIXTURE, tmp_path / "games.sqlite3")
    async with mesopotamia(tmp_path, random.Random(1)) as w:
        yield w


def shown(w: World, channel_name: str, number: int) -> str:
    """What stands for everybody where a game is shown, in plain words."""
    guilds = [GuildHandle(w.env, guild) for guild in w.env.backend.guilds.values()]
    channel = next(g.channels[channel_name] for g in guilds if channel_name in g.channels)
    game = GameOnDiscord(w, number, channel, lobby_id=0)
    return "\n".join(plain(post.content) for post in game.posts)


def plain(text: str) -> str:
    return text.replace("**", "")


async def test_everybody_finds_their_games(tmp_path: Path) -> None:
    async with left_behind(tmp_path) as w:
        listed = {
            name: [
                line.split("**")[1]
                for line in (await person.slash("games")).content.split("\n")
                if "<https://" in line
            ]
            for name, person in w.people.items()
        }
    assert listed == {
        "ann": ["Kish", "Nippur", "Susa", "Mari", "Isin", "Umma", "Lagash", "Uruk", "Ur", "Larsa"],
        "bob": ["Uruk", "Lagash", "Susa", "Mari", "Isin", "Nippur", "Umma", "Kish", "Ur", "Larsa"],
        "cora": ["Isin", "Akkad", "Nippur", "Umma", "Kish", "Eridu"],
        "dan": ["Umma", "Kish", "Eridu"],
        "eve": ["Mari", "Akkad"],
    }


@pytest.mark.parametrize(
    ("where", "number", "name", "asked", "presses", "told"),
    [
        (GAMES, 3, "bob", "it is your turn", ["End turn", "End turn"], "bob ends the turn"),
        (GAMES, 4, "bob", "You attack ann: King against King.", ["Add 0"], "bob adds no tiles."),
        (GAMES, 5, "ann", "cora attacks you: Priest", ["Add 0"], "cora wins: 6 against 2."),
        (GAMES, 6, "dan", "You attack bob: King against King.", ["Add 1"], "dan adds 1 × ⬛"),
        (
            GAMES,
            7,
            "ann",
            "You draw 2 more tiles",
            ["From the bag", "market"],
            "🟩 market from the",
        ),
        (GAMES, 8, "cora", "You draw 5 more tiles", ["The rest"], "cora is to play: 1 action left"),
        (NARROW, 11, "eve", "it is your turn", ["End turn", "End turn"], "eve ends the turn"),
        (
            PLAY,
            12,
            "ann",
            "it is your turn",
            ["End turn", "End turn"],
            "Anna of Susa ends the turn",
        ),
        (GAMES, 13, "eve", "it is your turn", ["End turn", "End turn"], "eve ends the turn"),
    ],
)
async def test_a_game_goes_on(
    tmp_path: Path,
    where: str,
    number: int,
    name: str,
    asked: str,
    presses: list[str],
    told: str,
) -> None:
    """Its player is asked what was asked before, and decides; then it is shown anew."""
    async with left_behind(tmp_path) as w:
        answer = await w.people[name].slash("hand", game=str(number))
        assert asked in plain(answer.content)
        for label in presses:
            answer = await w.people[name].press(answer, label)
        assert told in shown(w, where, number)


async def test_what_was_being_sent_when_the_bot_died_is_sent(tmp_path: Path) -> None:
    async with left_behind(tmp_path) as w:
        await w.env.settle()
        assert "eve is to play: 2 actions left" in shown(w, GAMES, 13)


async def test_who_waited_in_the_lobby_can_start(tmp_path: Path) -> None:
    async with left_behind(tmp_path) as w:
        answer = await w.people["ann"].slash("start", game="1")
        assert "Ur starts" in plain(answer.content)
        assert "The game starts. In turn order:" in shown(w, GAMES, 1)
