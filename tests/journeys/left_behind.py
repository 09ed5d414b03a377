"""The bot as it is now, started with a database that a former version has left.

Of what it had sent nothing is left on the simulated Discord; the people and channels are there.
"""

import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import simcord
from people import GameOnDiscord, World, ended_by_a_fault
from simcord.backend.models import Overwrite
from simcord.builders import GuildHandle

from bot.app import TwoRivers
from tests.patience import LONG

FIXTURES = Path(__file__).parents[1] / "fixtures"
GAMES, NARROW, PLAY = "games", "narrow", "play"
A_DAY = 24 * 3600.0


@asynccontextmanager
async def mesopotamia(
    folder: Path, dice: random.Random, *, later: float = 0.0
) -> AsyncIterator[World]:
    """The servers, channels and people of the fixtures, with the numbers that they have there.

    simcord counts what it makes: it is made in this order, and before the bot makes anything.
    The bot starts so many seconds *later* than simcord's time begins.
    """
    url = f"sqlite+aiosqlite:///{folder}/games.sqlite3"
    bot = TwoRivers(url, dice=dice, pulsing=False)
    running = simcord.run(bot, settle_timeout=LONG)
    env = running._env
    # simcord lets a bot start for five seconds: too few for all that is due, on a slow machine
    settle = env._settle_internal

    async def settle_patiently(**how: Any) -> None:
        await settle(**(how | {"timeout": LONG}))

    env._settle_internal = settle_patiently
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
    env.backend.advance_clock(later)
    with ended_by_a_fault():
        try:
            async with running:
                yield w
        finally:
            await bot.close()


@asynccontextmanager
async def bot_of_today(folder: Path, fixture: str) -> AsyncIterator[World]:
    """The bot with that fixture as its database, a day after the games in it were played."""
    shutil.copyfile(FIXTURES / fixture, folder / "games.sqlite3")
    async with mesopotamia(folder, random.Random(1), later=A_DAY) as w:
        yield w


def shown(w: World, channel_name: str, number: int) -> str:
    """What stands for everybody where a game is shown, in plain words."""
    guilds = [GuildHandle(w.env, guild) for guild in w.env.backend.guilds.values()]
    channel = next(g.channels[channel_name] for g in guilds if channel_name in g.channels)
    game = GameOnDiscord(w, number, channel, lobby_id=0)
    return "\n".join(plain(post.content) for post in game.posts)


def plain(text: str) -> str:
    """A text without what makes it bold."""
    return text.replace("**", "")
