"""Weeks on Discord: reminders, limits, holidays and downtime, as people live through them.

What is expected is told by their wall clocks, and read where they read it: on phones.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest
from berlin import at_pace, live_in_berlin, there, wait_until
from messages import Message, labels
from people import GameOnDiscord, World, read, world

from bot.app import TwoRivers
from engine import AddDecision, ChooseWar, parse_action
from tests.dice import LoadedDice

END = parse_action("end")


# --- limits --------------------------------------------------------------------------------------


def ends_at(message: Message) -> datetime:
    """When a message says that the time ends."""
    (told,) = re.findall(r"ime ends <t:(\d+):R>", message.content)
    return datetime.fromtimestamp(int(told), UTC)


@pytest.mark.slow
async def test_a_bank_runs_out_in_the_middle_of_a_war_and_then_the_seat_is_offered(
    tmp_path: Path,
) -> None:
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


def question(game: GameOnDiscord) -> discord.Message:
    """The newest message in which everybody sees what is asked."""
    return [post for post in game.posts if post.content.startswith("🗳️")][-1]


@pytest.mark.slow
async def test_the_others_are_asked_whether_to_go_on_waiting(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann = w.person("ann")
        page = await ann.slash("pace", w.channel)
        page = await ann.write(page, "Custom times …", "", "", "24", "")
        await ann.press(page, "Then: ask the others")
        for name in ("bob", "cora"):
            await w.person(name).press(game.lobby, "Join")
        slow = await game.decider()
        others = [each for each in w.people.values() if each is not slow]
        turn = game.turn.content.split("\n")[0]
        rings = {each.name: w.rings(each) for each in w.people.values()}

        # they say yes: there is another day
        await wait_until(w, ends_at(game.turn))
        asked = f"<@{slow.id}> is out of time. Keep waiting?"
        assert asked in question(game).content
        assert "⏳" not in game.turn.content
        assert [w.rings(each) - rings[each.name] for each in (slow, *others)] == [1, 1, 1]
        refused = await slow.press(question(game), "No")
        assert refused.content.startswith("That question is for the other players")
        for person in others:
            await person.press(question(game), "Yes")
        assert question(game).content.endswith("**Yes.**")
        assert ends_at(game.turn) == w.env.now() + timedelta(days=1)
        assert [w.rings(each) - rings[each.name] for each in (slow, *others)] == [1, 1, 1]

        # they say nothing: that is a yes
        await wait_until(w, ends_at(game.turn))
        await w.env.advance_time(timedelta(days=2).total_seconds() - 60)
        assert labels(question(game)) == ["Yes", "No"]
        await w.env.advance_time(60)
        assert question(game).content.endswith("**Yes.**")
        assert await game.decider() is slow
        assert ends_at(game.turn) == w.env.now() + timedelta(days=1)

        # one says no: the turn ends
        await wait_until(w, ends_at(game.turn))
        assert [w.rings(each) - rings[each.name] for each in (slow, *others)] == [3, 1, 1]
        assert game.turn.content.split("\n")[0] == turn
        await others[0].press(question(game), "No")
        assert question(game).content.endswith("**No.**")
        assert await game.decider() is not slow
        assert any("time is up." in each.content for each in game.turns)
        assert ends_at(game.turn) == w.env.now() + timedelta(days=1)

        # who decides meanwhile has decided
        slow = await game.decider()
        await wait_until(w, ends_at(game.turn))
        await game.take(END)
        assert question(game).content.endswith("**No longer needed.**")
        assert not labels(question(game))


@pytest.mark.slow
async def test_at_a_live_table_no_hours_are_quiet(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        await wait_until(w, there(2026, 1, 5, 20))
        for name in ("ann", "bob"):
            await live_in_berlin(w.person(name))
        await wait_until(w, there(2026, 1, 5, 23, 30))
        game = await w.open("ann", "bob", pace="live")
        asked, other = await game.decider(), await game.other()
        assert w.rings(asked) == 1
        assert ends_at(game.turn) == w.env.now() + timedelta(minutes=5)
        await w.env.advance_time(120)
        assert w.rings(asked) == 2
        await w.env.advance_time(120)
        assert w.rings(asked) == 3
        await w.env.advance_time(59)
        assert (w.rings(asked), w.rings(other)) == (3, 0)
        await w.env.advance_time(1)
        assert await game.decider() is other
        assert (w.rings(asked), w.rings(other)) == (3, 1)


async def test_times_that_make_no_sense_change_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=2, pace="daily")
        ann, before = w.person("ann"), game.lobby.content
        page = await ann.slash("pace", w.channel)
        for typed, told in {
            ("soon", "", "", ""): "**soon** as a time",
            ("1e9", "", "", ""): "**1e9** as a time",
            ("-3", "", "", ""): "3** as a time",
            ("1.2.3", "", "", ""): ".3** as a time",
            ("nan", "", "", ""): "**nan** as a time",
            ("2 fortnights", "", "", ""): "**2 fortnights** as a time",
            ("@everyone", "", "", ""): "as a time",
            ("0", "", "", ""): "Reminders and decision times go from 1 minute",
            ("", "", "99999", ""): "Reminders and decision times go from 1 minute",
            ("", "", "99999 weeks", ""): "Reminders and decision times go from 1 minute",
            ("", "", "0.001", ""): "Reminders and decision times go from 1 minute",
            ("", "", "8", "61"): "A time bank goes from 1 minute",
            ("", "", "", "3"): "With a time bank, also say how much each decision adds",
        }.items():
            page = await ann.write(page, "Custom times …", *typed)
            assert told in page.content.split("\n")[0], typed
            assert "@everyone" not in page.content
            assert game.lobby.content == before
        page = await ann.write(page, "Custom times …", " 1,5 h ", "90 MIN", "1d 12h", "1:30")
        assert "Added for each decision: 1 day and 12 hours." in page.content
        assert "Time bank: 1 hour and 30 minutes" in page.content
        assert "Time between reminders: 1 hour and 30 minutes." in page.content


# --- away ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_on_vacation_the_clock_stands_still_and_days_come_back(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        await wait_until(w, there(2026, 7, 1, 9))
        game = await w.open("ann", "bob", pace="daily")
        asked, other = await game.decider(), await game.other()
        page = await asked.press(await asked.slash("settings"), "Your hours")
        page = await asked.write(await asked.press(page, "Time zone"), "Another zone …", "berlin")
        assert "**Vacation:** 30 days left this year" in page.content
        await wait_until(w, there(2026, 7, 1, 15))
        left = ends_at(game.turn) - w.env.now()
        assert left == timedelta(hours=18)

        page = await asked.choose(page, "10 days", of="Vacation")
        ends = int(there(2026, 7, 11, 0).timestamp())
        assert f"**On vacation:** back <t:{ends}:R>\n" in page.content
        assert "**Vacation:** 20 days left this year" in page.content
        assert f"**{asked.name}** is on vacation, back <t:{ends}:R>." in game.turn.content
        assert f"You're on vacation, back <t:{ends}:R>" in game.desk_of(asked).content
        rings = w.rings(asked), w.rings(other)
        await wait_until(w, there(2026, 7, 4, 12))
        assert (w.rings(asked), w.rings(other)) == rings
        assert await game.decider() is asked

        # back on the fourth day: six were not needed
        page = await asked.press(await asked.slash("settings"), "Your hours")
        page = await asked.press(page, "End my vacation")
        assert "On vacation" not in page.content
        assert "**Vacation:** 26 days left this year" in page.content
        assert f"**{asked.name}** is back from vacation." in game.turn.content
        assert ends_at(game.turn) == ends_at(game.desk_of(asked)) == w.env.now() + left

        # and away again, unto the end: then the clock runs on by itself
        page = await asked.choose(page, "2 days", of="Vacation")
        assert "**Vacation:** 25 days left this year" in page.content  # today was counted
        assert ends_at(game.turn) == there(2026, 7, 6, 0) + left
        await wait_until(w, ends_at(game.turn) - timedelta(seconds=1))
        assert await game.decider() is asked
        await w.env.advance_time(1)
        assert await game.decider() is other


@asynccontextmanager
async def down(w: World) -> AsyncIterator[None]:
    """While nothing of the bot runs."""
    before = w.bot
    await w.env.restart_bot(discord.Client(intents=discord.Intents.none()))
    await before.close()
    yield
    w.bot = TwoRivers(w.url, dice=w.dice, pulsing=w.pulsing)
    await w.env.restart_bot(w.bot)
    await w.env.settle()


@pytest.mark.slow
async def test_a_day_in_which_the_bot_is_down_counts_for_nobody(tmp_path: Path) -> None:
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


@pytest.mark.slow
async def test_a_table_that_never_starts_is_closed_unless_somebody_wants_it(
    tmp_path: Path,
) -> None:
    day = timedelta(days=1).total_seconds()
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", seats=3)
        ann, bob = w.person("ann"), w.person("bob")

        def notices() -> list[discord.Message]:
            return [each for each in game.channel.history() if "Keep it open" in labels(each)]

        await w.env.advance_time(13 * day - 1)
        assert notices() == []
        await w.env.advance_time(1)
        (notice,) = notices()
        assert f"It closes <t:{int(w.env.now().timestamp() + day)}:R>" in notice.content
        assert (w.rings(ann), w.rings(bob)) == (1, 1)
        # whoever sits there can keep it open, and nobody else
        refused = await w.person("eve").press(notice, "Keep it open")
        assert refused.content != "The lobby stays open."
        assert (await bob.press(notice, "Keep it open")).content == "The lobby stays open."
        assert notices() == []
        await w.restart()
        await w.env.advance_time(2 * day)
        assert "Join" in labels(game.lobby)
        # a second time, and nobody presses
        await w.env.advance_time(11 * day)
        (notice,) = notices()
        await w.restart()
        assert [each.id for each in notices()] == [notice.id]
        await w.env.advance_time(day - 1)
        assert "Join" in labels(game.lobby)
        await w.env.advance_time(1)
        assert "Closed: no one started it in time." in game.lobby.content
        assert labels(game.lobby) == ["Fair?"]
        assert notices() == []
        assert (w.rings(ann), w.rings(bob)) == (2, 2)
        page = await ann.slash("games")
        assert "**Ur**" not in page.content


@pytest.mark.slow
async def test_an_admin_switches_reminders_off_and_no_time_is_won(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        manager = w.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        zoe = w.person("zoe", roles=[manager])
        game = await w.open("ann", "bob", pace="daily")
        elsewhere = await w.open("cora", "dan", name="Uruk", pace="relaxed")
        asked, ends = await game.decider(), ends_at(game.turn)
        await w.env.advance_time(13 * 3600)
        assert w.rings(asked) == 2
        page = await zoe.press(await zoe.slash("server settings", w.channel), "Time")
        await zoe.choose(page, "Reminders: none")
        await w.env.settle()
        for each in (game, elsewhere):
            assert "**zoe** (admin) switched the reminders off." in each.turn.content
        assert ends_at(game.turn) == ends_at(game.desk_of(asked)) == ends
        rings = {name: w.rings(person) for name, person in w.people.items()}
        await w.restart()
        await wait_until(w, ends - timedelta(seconds=1))
        assert rings == {name: w.rings(person) for name, person in w.people.items()}
        assert await game.decider() is asked
        await w.env.advance_time(1)
        assert await game.decider() is not asked
        # switched on again, that is of tables from then on
        page = await zoe.press(await zoe.slash("server settings", w.channel), "Time")
        await zoe.choose(page, "Reminders: as the pace says")
        cora = await elsewhere.decider()
        await w.env.advance_time(5 * 24 * 3600)
        assert w.rings(cora) == rings[cora.name]
