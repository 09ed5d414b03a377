"""Time on Discord: who does not come is reminded, and decided for; not while the bot is away."""

import re
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import discord
import pytest
from berlin import at_pace, wait_until
from messages import labels
from people import GameOnDiscord, world

from bot.app import TwoRivers
from bot.domain import Kind, Place
from bot.domain import Person as Player
from bot.domain.pace import PACES
from engine import parse_action

END = parse_action("end")


async def begun(w, pace):
    """A game of two at that pace, all shown."""
    people = [Player(w.person(name).id, name, "en-US") for name in ("ann", "bob")]
    table = await w.bot.services.opening.open(
        people[0], Place(w.guild.id, w.channel.id), "Ur", seats=2, pace=pace
    )
    await w.bot.services.lobbies.join(table.id, people[1])
    await w.bot.delivery.rest()
    lobby = w.channel.last_message
    assert lobby is not None
    return GameOnDiscord(w, table.id, w.channel, lobby.id)


async def told(w, game, kind):
    return sum(entry.kind is kind for entry in await w.bot.services.games.history(game.id))


async def test_whose_time_ran_out_is_told_so_and_keeps_the_seat_by_playing(tmp_path):
    """On the desk, and at a press that comes too late; that rings nobody once more."""
    async with world(tmp_path) as w:
        game = await begun(w, PACES["daily"])
        person, other = await game.decider(), await game.other()
        late = await person.slash("hand", game.home)
        ends = (await game.table()).time_up_at
        assert ends is not None
        await w.env.advance_time((ends - w.env.now()).total_seconds() - 1)
        rings = w.rings(person)
        await w.env.advance_time(1)
        line = f"⌛ Your time ran out <t:{int(ends.timestamp())}:R>. I ended your turn."
        assert game.desk_of(person).content.split("\n")[1] == line
        assert w.rings(person) == rings
        refused = await person.slash("end", game.home)
        assert refused.content.split("\n")[0] == line
        assert "Not your decision" not in refused.content
        refused = await person.press(late, "End turn")
        assert refused.content.split("\n")[0] == line

        await w.env.advance_time(timedelta(days=4).total_seconds())
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        assert "ran out of time three times in a row in **Ur**." in free.content
        assert "Decide in time to keep your seat." in game.desk_of(person).content
        await game.take(END)  # by the other
        await game.take(END)
        told = f"**{person.name}** plays again. Their seat is no longer on offer."
        assert told in game.turns[-2].content
        assert free.id not in {post.id for post in game.posts}
        assert "ran out" not in game.desk_of(person).content
        assert await game.decider() is other


async def test_reminders_and_the_end_of_the_time_without_a_connection_and_with_one(tmp_path):
    async with world(tmp_path, pulsing=True) as w:
        game = await begun(w, PACES["live"])
        person = await game.decider()
        await w.env.advance_time(110)
        assert (w.rings(person), await told(w, game, Kind.REMINDED)) == (1, 0)
        await w.env.advance_time(80)  # reminders after two minutes; it was called a moment ago
        assert await told(w, game, Kind.REMINDED) == 1
        assert w.rings(person) == 2
        w.bot.dispatch("disconnect")
        await w.env.advance_time(3600)
        assert await told(w, game, Kind.TIME_UP) == 0
        w.bot.dispatch("resumed")
        await w.env.advance_time(60)
        assert await told(w, game, Kind.TIME_UP) == 0
        table = await game.table()
        assert table.time_up_at is not None
        left = table.time_up_at - w.env.now()
        assert timedelta(seconds=40) <= left <= timedelta(seconds=90)
        await w.env.advance_time(100)
        assert await told(w, game, Kind.TIME_UP) == 1
        assert (await game.decider()).id != person.id


def ends_at(message):
    """When a message says that the time ends."""
    (told,) = re.findall(r"ime ends <t:(\d+):R>", message.content)
    return datetime.fromtimestamp(int(told), UTC)


@asynccontextmanager
async def down(w):
    """While nothing of the bot runs."""
    before = w.bot
    await w.env.restart_bot(discord.Client(intents=discord.Intents.none()))
    await before.close()
    yield
    w.bot = TwoRivers(w.url, dice=w.dice, pulsing=w.pulsing)
    await w.env.restart_bot(w.bot)
    await w.env.settle()


@pytest.mark.slow
async def test_a_day_in_which_the_bot_is_down_counts_for_nobody(tmp_path):
    async with world(tmp_path, pulsing=True) as w:
        limited = await at_pace(w, "ann", "bob", typed=("1", "", "2", ""))
        reminded = await w.open("cora", "dan", name="Uruk", pace="relaxed")
        asked = await limited.decider()
        await w.env.advance_time(1800)
        rings = {name: w.rings(person) for name, person in w.people.items()}
        left = ends_at(limited.turn) - w.env.now()
        async with down(w):
            await w.env.advance_time(24 * 3600)
        assert await limited.decider() is asked
        assert rings == {name: w.rings(person) for name, person in w.people.items()}
        gained = ends_at(limited.turn) - w.env.now() - left
        assert timedelta(0) <= gained <= timedelta(seconds=30)
        assert ends_at(limited.desk_of(asked)) == ends_at(limited.turn)
        # what was due in it comes later by as much, once
        await w.env.advance_time(1800 + 30)
        assert w.rings(asked) == rings[asked.name] + 1
        await wait_until(w, ends_at(limited.turn) - timedelta(seconds=1))
        assert await limited.decider() is asked
        assert w.rings(asked) == rings[asked.name] + 1
        await w.env.advance_time(1)
        assert await limited.decider() is not asked
        cora = await reminded.decider()
        assert w.rings(cora) == rings[cora.name]
