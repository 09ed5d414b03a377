"""What former versions left in their databases goes on, though nothing of it is left on Discord.

The README beside the database says what is in it. The people and channels are there.
"""

import random
import shutil
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import discord
import pytest
import simcord
from people import GameOnDiscord, World, ended_by_a_fault
from simcord.backend.models import Overwrite
from simcord.builders import GuildHandle

from bot.app import TwoRivers
from tests.patience import LONG

pytestmark = pytest.mark.sqlite

FIXTURE = Path(__file__).parents[1] / "fixtures" / "before_clocks.sqlite3"
GAMES, NARROW, PLAY = "games", "narrow", "play"
A_DAY = 24 * 3600.0


@asynccontextmanager
async def bot_of_today(folder):
    """The bot with that database, a day after the games in it were played.

    Servers, channels and people have the numbers that they have in the fixtures: simcord counts
    what it makes, so it is made in this order, and before the bot makes anything.
    """
    shutil.copyfile(FIXTURE, folder / "games.sqlite3")
    url, dice = f"sqlite+aiosqlite:///{folder}/games.sqlite3", random.Random(1)
    bot = TwoRivers(url, dice=dice, pulsing=False)
    running = simcord.run(bot, settle_timeout=LONG)
    env = running._env
    # simcord lets a bot start for five seconds: too few for all that is due, on a slow machine
    settle = env._settle_internal

    async def settle_patiently(**how):
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
    env.backend.advance_clock(A_DAY)
    with ended_by_a_fault():
        try:
            async with running:
                yield w
        finally:
            await bot.close()


def shown(w, channel_name, number):
    """What stands for everybody where a game is shown, in plain words."""
    guilds = [GuildHandle(w.env, guild) for guild in w.env.backend.guilds.values()]
    channel = next(g.channels[channel_name] for g in guilds if channel_name in g.channels)
    game = GameOnDiscord(w, number, channel, lobby_id=0)
    return "\n".join(plain(post.content) for post in game.posts)


def plain(text):
    """A text without what makes it bold."""
    return text.replace("**", "")


class Asked(NamedTuple):
    """Who is asked what in a game, which buttons are pressed, and what everybody then reads."""

    number: int
    name: str
    question: str
    presses: tuple[str, ...]
    told: str
    where: str = GAMES


ENDS = ("End turn", "End turn")
BEFORE_CLOCKS = [
    Asked(5, "ann", "4 to 0. Ties go to you", ("Add 0",), "bob wins, 4 to 0."),
    Asked(3, "bob", "your turn – 1 action left", ("Undo",), "bob to play – 2 actions left"),
    Asked(7, "eve", "your turn – ", ENDS, "eve ends the turn", NARROW),
    Asked(12, "ann", "\n> eve: 🦁🟦 Farmer L11, 🦁🟥 Priest L1.\n", ENDS, "ann ends the turn"),
]


@pytest.mark.slow
async def test_games_from_before_there_were_clocks_go_on(tmp_path):
    """What was due when the bot went down is done once: each decision has rung.

    Dan's direct messages were closed a day before: now that something is to be shown they are
    tried again. Nobody is reminded, and no time is limited, as before: that is said once.
    """
    async with bot_of_today(tmp_path) as w:
        await w.env.advance_time(200)
        calls = {name: [plain(desk.content) for desk in w.people[name].dms] for name in w.people}
        rings = {name: w.rings(person) for name, person in w.people.items()}
        await w.env.advance_time(600)
        assert rings == {name: w.rings(person) for name, person in w.people.items()}
        assert rings == {"ann": 1, "bob": 1, "cora": 0, "dan": 0, "eve": 0}
        assert any(call.startswith("Akkad: your turn – 2 actions left.") for call in calls["ann"])
        assert [call for call in calls["dan"] if call.startswith("Umma: your turn – ")]
        assert calls["bob"][0].startswith("Susa: your turn – 1 action left.")
        games = (await w.people["eve"].slash("games")).content.split("\n")
        found = [line.split("**")[1] for line in games if "<https://" in line]
        assert sorted(found) == ["Akkad", "Mari", "Nippur", "Umma"]
        for asked in BEFORE_CLOCKS:  # each is asked what was asked before, and decides
            person = w.people[asked.name]
            answer = await person.slash("hand", game=str(asked.number))
            assert asked.question in plain(answer.content)
            for label in asked.presses:
                answer = await person.press(answer, label)
            told = shown(w, asked.where, asked.number)
            assert asked.told in told
            assert told.count("This game continues without them") == 1
        answer = await w.people["ann"].slash("start", game="1")  # who waited can
        assert answer.content == "The game is starting. I'll ping you on your turn."
        assert "The game starts. Turn order:" in shown(w, GAMES, 1)
