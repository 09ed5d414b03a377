"""Weeks on Discord: reminders, limits, holidays and downtime, as people live through them.

What is expected is told by their wall clocks, and read where they read it: on phones.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import discord
import pytest
from messages import Message, labels
from people import GameOnDiscord, Person, World, read, world

from bot.client import TwoRivers
from engine import AddDecision, ChooseWar, parse_action
from tests.dice import LoadedDice

BERLIN = ZoneInfo("Europe/Berlin")
END = parse_action("end")


def there(year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    """A time on the wall clocks of Berlin, as a moment."""
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


async def wait_until(w: World, moment: datetime) -> None:
    """Let time pass up to a moment."""
    await w.env.advance_time((moment - w.env.now()).total_seconds())
    await w.env.settle()


async def live_in_berlin(person: Person) -> None:
    """Set that one lives in Berlin, and wants quiet nights there."""
    page = await person.press(await person.slash("settings"), "When you play")
    page = await person.write(await person.press(page, "Time zone"), "Another …", "berlin")
    page = await person.choose(page, "Quiet from 22:00")
    page = await person.choose(page, "Quiet until 08:00")
    assert "**Quiet hours:** from 22:00 to 08:00." in page.content


async def at_pace(w: World, *names: str, typed: tuple[str, str, str, str]) -> GameOnDiscord:
    """A game whose opener has typed its times: first reminder, further ones, limit, bank."""
    game = await w.open(names[0], seats=len(names))
    opener = w.person(names[0])
    await opener.write(await opener.slash("pace", w.channel), "Own times …", *typed)
    for name in names[1:]:
        await w.person(name).press(game.lobby, "Join")
    return game


# --- quiet hours ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("saturday", "ahead"),
    [(there(2026, 3, 28, 13), 1), (there(2026, 10, 24, 13), 2)],
    ids=["to summer time", "from summer time"],
)
async def test_nobody_is_rung_at_night_when_the_clocks_are_changed(
    tmp_path: Path, saturday: datetime, ahead: int
) -> None:
    """A reminder after six hours by day, and each six hours: from Saturday 13:00 to Monday."""
    async with world(tmp_path) as w:
        await wait_until(w, saturday)
        game = await at_pace(w, "ann", "bob", typed=("6", "", "", ""))
        for person in w.people.values():
            await live_in_berlin(person)
        asked, other = await game.decider(), await game.other()
        assert saturday.astimezone(BERLIN).utcoffset() == timedelta(hours=ahead)
        rung = []
        first = game.desk_of(asked)
        while len(rung) < 4:
            desk, rings = game.desk_of(asked), w.rings(asked)
            await w.env.advance_time(1800)
            if w.rings(asked) != rings:
                assert w.rings(asked) == rings + 1
                new = game.desk_of(asked)  # the only one
                assert new.id != desk.id
                rung.append(new.created_at.astimezone(BERLIN).strftime("%a %H:%M"))
        assert rung == ["Sat 19:00", "Sun 11:00", "Sun 17:00", "Mon 09:00"]
        assert w.env.now().astimezone(BERLIN).utcoffset() == timedelta(hours=3 - ahead)
        assert first.id not in {message.id for message in asked.dms}
        assert w.rings(other) == 0

        # a call at night makes no sound until the morning
        monday = saturday.astimezone(BERLIN).date() + timedelta(days=2)
        await wait_until(w, there(monday.year, monday.month, monday.day, 23))
        assert w.rings(asked) == 1 + 4 + 2  # on Monday at 15:00 and 21:00 as well
        await game.take(END)
        assert w.rings(other) == 0
        quiet = game.desk_of(other)
        await wait_until(w, there(monday.year, monday.month, monday.day + 1, 7, 59))
        assert w.rings(other) == 0
        await w.env.advance_time(60)
        assert w.rings(other) == 1
        aloud = game.desk_of(other)
        assert aloud.id != quiet.id
        assert aloud.created_at.astimezone(BERLIN).strftime("%a %H:%M") == "Tue 08:00"
        await wait_until(w, there(monday.year, monday.month, monday.day + 1, 13, 59))
        assert w.rings(other) == 1
        await w.env.advance_time(60)
        assert w.rings(other) == 2


@pytest.mark.slow
async def test_whoever_sleeps_is_not_rung_by_what_others_want(tmp_path: Path) -> None:
    """An invitation, a proposal, an offer and a notice: each rings those only who are awake."""
    async with world(tmp_path) as w:
        await wait_until(w, there(2026, 3, 2, 23))
        ann, bob, cora, dan, eve = map(w.person, ("ann", "bob", "cora", "dan", "eve"))
        for person in (bob, dan):
            await live_in_berlin(person)
        game = await w.open("ann", seats=3)
        for person in (bob, cora):
            await ann.slash("invite", game.channel, player=person.member)
            invitation = game.channel.last_message
            assert invitation.content.startswith(f"<@{person.id}>, **ann** invites you to **Ur**")
            await person.press(invitation, "Accept")
        assert (w.rings(bob), w.rings(cora)) == (0, 1)

        rings = {each.name: w.rings(each) for each in (ann, bob)}
        await cora.press(await cora.slash("table", game.home), "Pause")
        for person in (ann, bob):
            assert f"<@{person.id}>" in game.posts[-1].content.partition("Asked: ")[2]
            assert "proposes to pause" in game.desk_of(person).content
        assert w.rings(ann) == rings["ann"] + 1
        assert w.rings(bob) == rings["bob"]

        for person in (dan, eve):
            seat = await ann.press(await ann.slash("table", game.home), "Offer my seat")
            await ann.choose_users(seat, person.member, of="Offer it to …")
            (offer,) = (post for post in game.posts if "No, thanks" in labels(post))
            assert offer.content.startswith(f"<@{person.id}>, this is for you:")
            await ann.press(await ann.slash("table", game.home), "Keep my seat")
        assert (w.rings(dan), w.rings(eve)) == (0, 1)

        # in the morning each is rung once, for all that is open still; bob by his desk as well
        rings = {each.name: w.rings(each) for each in w.people.values()}
        seat = await ann.press(await ann.slash("table", game.home), "Offer my seat")
        await ann.choose_users(seat, dan.member, of="Offer it to …")
        for name in ("Kish", "Nippur"):
            await cora.slash("open", w.channel, name=name, seats=3)
            await cora.slash("invite", w.channel, player=bob.member, game=name)
        await wait_until(w, there(2026, 3, 3, 7, 59))
        assert [w.rings(each) - rings[each.name] for each in (bob, dan)] == [0, 0]
        assert await game.decider() is bob
        await wait_until(w, there(2026, 3, 3, 8))
        assert [w.rings(each) - rings[each.name] for each in (bob, dan)] == [2, 1]
        assert "proposes to pause" in game.desk_of(bob).content
        (told,) = (each.content for each in bob.dms if "invited" in each.content)
        assert re.findall(r"\*\*(\w+)\*\*: you are invited to play.", told) == ["Kish", "Nippur"]
        assert f"https://discord.com/channels/{w.guild.id}/{w.channel.id}" in told
        assert "**Ur**: you are offered a seat." in dan.dms[-1].content
        assert [w.rings(each) - rings[each.name] for each in (ann, eve)] == [0, 0]
        await ann.press(await ann.slash("table", game.home), "Keep my seat")

        await wait_until(w, there(2026, 3, 3, 23))
        waiting = [await w.open(name, seats=2, name=f"{name}'s") for name in ("bob", "ann")]
        await wait_until(w, there(2026, 3, 16, 22, 50))
        rings = {each.name: w.rings(each) for each in (ann, bob)}
        await wait_until(w, there(2026, 3, 16, 23, 10))
        told = [each.content for each in game.channel.history() if "is closed" in each.content]
        for each, opener in zip(waiting, (bob, ann), strict=True):
            assert (await each.table()).expires_at is not None
            assert sum(text.startswith(f"<@{opener.id}>, ") for text in told) == 1
        assert w.rings(ann) > rings["ann"]
        assert w.rings(bob) == rings["bob"]
        await wait_until(w, there(2026, 3, 17, 8))
        (closing,) = (each.content for each in bob.dms if "will be closed soon" in each.content)
        assert closing.startswith("**bob's**: ")


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
        assert " of your bank." in desk.content
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
        assert "Your bank is empty." in game.desk_of(defender).content
        assert ends_at(game.turn) == w.env.now() + timedelta(hours=8)
        await wait_until(w, ends_at(game.turn))
        assert w.rings(defender) == last + 1
        assert "Take it" not in {label for post in game.posts for label in labels(post)}
        await game.take(END, "dm")
        await wait_until(w, ends_at(game.turn))
        # that was the third time in a row
        assert w.rings(defender) == last + 2
        (free,) = (post for post in game.posts if "Take it" in labels(post))
        assert free.content.startswith(f"The seat of **{defender.name}** (")
        # which is told of in the turn that it ended, and not in the next
        told = f"**{defender.name}**'s time was up three times in a row"
        assert [told in turn.content for turn in game.turns[-2:]] == [True, False]
        await game.take(END, "dm")
        eve, rings = w.person("eve"), w.rings(defender)
        await eve.press(free, "Take it")
        await w.env.settle()
        assert await game.decider() is eve
        assert w.rings(defender) == rings + 1
        assert "**Ur**: somebody has taken your seat." in defender.dms[-1].content
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
        page = await ann.write(page, "Own times …", "", "", "24", "")
        await ann.press(page, "Time up: ask the others")
        for name in ("bob", "cora"):
            await w.person(name).press(game.lobby, "Join")
        slow = await game.decider()
        others = [each for each in w.people.values() if each is not slow]
        turn = game.turn.content.split("\n")[0]
        rings = {each.name: w.rings(each) for each in w.people.values()}

        # they say yes: there is another day
        await wait_until(w, ends_at(game.turn))
        asked = f"<@{slow.id}> has no time left. Shall the game go on waiting?"
        assert asked in question(game).content
        assert "⏳" not in game.turn.content
        assert [w.rings(each) - rings[each.name] for each in (slow, *others)] == [1, 1, 1]
        refused = await slow.press(question(game), "No")
        assert refused.content.startswith("That question is for the others")
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
        assert question(game).content.endswith("**Settled by itself meanwhile.**")
        assert not labels(question(game))


@pytest.mark.slow
async def test_what_is_proposed_at_night_rings_those_who_are_awake(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        await wait_until(w, there(2026, 1, 5, 21))
        game = await w.open("ann", "bob", "cora")
        ann, bob, cora = w.people.values()
        await live_in_berlin(bob)
        for day, hour, awake in ((6, 23, [cora]), (7, 12, [bob, cora])):
            await wait_until(w, there(2026, 1, day, hour))
            pinged = len(game.pings)
            rings = [w.rings(person) for person in (ann, bob, cora)]
            await ann.press(await ann.slash("table", game.home), "Pause")
            assert labels(question(game)) == ["Yes", "No"]
            assert game.pings[pinged:] == [person.id for person in awake]
            assert [w.rings(person) for person in (ann, bob, cora)] == [
                before + (person in awake)
                for before, person in zip(rings, (ann, bob, cora), strict=True)
            ]
            await ann.press(await ann.slash("table", game.home), "Withdraw it")


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
            ("soon", "", "", ""): "**soon** is no length of time",
            ("1e9", "", "", ""): "**1e9** is no length of time",
            ("-3", "", "", ""): "3** is no length of time",
            ("1.2.3", "", "", ""): ".3** is no length of time",
            ("nan", "", "", ""): "**nan** is no length of time",
            ("2 fortnights", "", "", ""): "**2 fortnights** is no length of time",
            ("@everyone", "", "", ""): "is no length of time",
            ("0", "", "", ""): "Reminders and the time for a decision are from 1 minute",
            ("", "", "99999", ""): "Reminders and the time for a decision are from 1 minute",
            ("", "", "99999 weeks", ""): "Reminders and the time for a decision are from 1 minute",
            ("", "", "0.001", ""): "Reminders and the time for a decision are from 1 minute",
            ("", "", "8", "61"): "A bank is from 1 minute",
            ("", "", "", "3"): "With a bank, say also how much each decision adds",
        }.items():
            page = await ann.write(page, "Own times …", *typed)
            assert told in page.content.split("\n")[0], typed
            assert "@everyone" not in page.content
            assert game.lobby.content == before
        page = await ann.write(page, "Own times …", " 1,5 h ", "90 MIN", "1d 12h", "1:30")
        assert "1 day and 12 hours for each decision." in page.content
        assert "A bank of 1 hour and 30 minutes" in page.content
        assert "A reminder every 1 hour and 30 minutes." in page.content


# --- away ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_on_vacation_the_clock_stands_still_and_days_come_back(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        await wait_until(w, there(2026, 7, 1, 9))
        game = await w.open("ann", "bob", pace="daily")
        asked, other = await game.decider(), await game.other()
        page = await asked.press(await asked.slash("settings"), "When you play")
        page = await asked.write(await asked.press(page, "Time zone"), "Another …", "berlin")
        assert "30 days of vacation are left in 2026." in page.content
        await wait_until(w, there(2026, 7, 1, 15))
        left = ends_at(game.turn) - w.env.now()
        assert left == timedelta(hours=18)

        page = await asked.choose(page, "10 days", of="Vacation")
        ends = int(there(2026, 7, 11, 0).timestamp())
        assert f"**Vacation:** you are back <t:{ends}:R>." in page.content
        assert "20 days of vacation are left in 2026." in page.content
        assert f"**{asked.name}** is on vacation, back <t:{ends}:R>." in game.turn.content
        assert f"You are on vacation, back <t:{ends}:R>" in game.desk_of(asked).content
        rings = w.rings(asked), w.rings(other)
        await wait_until(w, there(2026, 7, 4, 12))
        assert (w.rings(asked), w.rings(other)) == rings
        assert await game.decider() is asked

        # back on the fourth day: six were not needed
        page = await asked.press(await asked.slash("settings"), "When you play")
        page = await asked.press(page, "End my vacation")
        assert "**Vacation:** none." in page.content
        assert "26 days of vacation are left in 2026." in page.content
        assert f"**{asked.name}** is back from vacation." in game.turn.content
        assert ends_at(game.turn) == ends_at(game.desk_of(asked)) == w.env.now() + left

        # and away again, unto the end: then the clock runs on by itself
        page = await asked.choose(page, "2 days", of="Vacation")
        assert "25 days of vacation are left in 2026." in page.content  # today was counted
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
        assert f"it is closed <t:{int(w.env.now().timestamp() + day)}:R>" in notice.content
        assert (w.rings(ann), w.rings(bob)) == (1, 1)
        # whoever sits there can keep it open, and nobody else
        refused = await w.person("eve").press(notice, "Keep it open")
        assert refused.content != "It stays open for now."
        assert (await bob.press(notice, "Keep it open")).content == "It stays open for now."
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
        assert "Closed: it has not started for too long." in game.lobby.content
        assert not labels(game.lobby)
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
        await zoe.choose(page, "Reminders: none here")
        await w.env.settle()
        for each in (game, elsewhere):
            assert "An admin, **zoe**, switched the reminders off." in each.turn.content
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
        await zoe.choose(page, "Reminders: as the pace has them")
        cora = await elsewhere.decider()
        await w.env.advance_time(5 * 24 * 3600)
        assert w.rings(cora) == rings[cora.name]
