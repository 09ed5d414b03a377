"""Weeks on Discord: reminders, limits, holidays and downtime, as people live through them.

What is expected is told by their wall clocks, and read where they read it: on phones.
"""

import re
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import discord
import pytest
from berlin import at_pace, wait_until
from messages import labels
from people import read, world

from bot.app import TwoRivers
from engine import AddDecision, ChooseWar, parse_action
from tests.dice import LoadedDice

END = parse_action("end")


# --- limits --------------------------------------------------------------------------------------


def ends_at(message):
    """When a message says that the time ends."""
    (told,) = re.findall(r"ime ends <t:(\d+):R>", message.content)
    return datetime.fromtimestamp(int(told), UTC)


@pytest.mark.slow
async def test_a_bank_runs_out_in_the_middle_of_a_war_and_then_the_seat_is_offered(
    tmp_path,
):
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob", pace="bank")
        wars = False
        while not (wars and isinstance((await game.table()).view.decision, AddDecision)):
            action = steps.pop(0).action
            wars = isinstance(action, ChooseWar)
            await game.take(action, "dm")
        await game.take(steps.pop(0).action, "dm")  # the attacker has added
        defender, attacker = await game.decider(), await game.other()
        rings = w.rings(attacker)
        desk = game.desk_of(defender)
        assert "That includes your time bank: " in desk.content
        assert ends_at(desk) == ends_at(game.turn) > w.env.now() + timedelta(days=3)
        await wait_until(w, ends_at(desk))
        # nothing is added, and that is said; the attacker is called to go on
        assert f"⌛ **{defender.name}**" in game.turn.content
        assert "'s time is up." in game.turn.content
        assert await game.decider() is attacker
        assert w.rings(attacker) == rings + 1
        last = w.rings(defender)
        # the bank is empty: what is left is for each decision
        while await game.decider() is attacker:
            await game.take(END, "dm")
        assert "Your time bank is empty." in game.desk_of(defender).content
        assert ends_at(game.turn) == w.env.now() + timedelta(hours=8)
        await wait_until(w, ends_at(game.turn))
        assert w.rings(defender) == last + 1
        assert "Take the seat" not in {label for post in game.posts for label in labels(post)}
        await game.take(END, "dm")
        await wait_until(w, ends_at(game.turn))
        # that was the third time in a row
        assert w.rings(defender) == last + 2
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        assert free.content.startswith(f"**{defender.name}** (")
        # which is told of in the turn that it ended, and not in the next
        told = f"**{defender.name}** ran out of time three times in a row."
        assert [told in turn.content for turn in game.turns[-2:]] == [True, False]
        await game.take(END, "dm")
        eve, rings = w.person("eve"), w.rings(defender)
        await eve.press(free, "Take the seat")
        await w.env.settle()
        assert await game.decider() is eve
        assert w.rings(defender) == rings + 1
        assert "**Ur**: another player has taken your seat." in defender.dms[-1].content
        assert ends_at(game.desk_of(eve)) == w.env.now() + timedelta(hours=8)
        await game.take(END, "dm")
        assert await game.decider() is attacker


# --- away ----------------------------------------------------------------------------------------


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
