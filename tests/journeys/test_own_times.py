"""Time on a phone: a pace is chosen, own hours are set, and what is left is seen."""

import re
from datetime import UTC, datetime, timedelta

from messages import chosen, options
from people import world

from bot.domain.pace import PACES
from bot.domain.player import Person as Player


async def test_a_pace_is_chosen_and_what_is_left_is_seen(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3, pace="bank")
        ann, bob = w.person("ann"), w.person("bob")
        assert (
            "**Pace:** Time bank: 3 days, never more. Added for each decision: 8 hours."
            in game.lobby.content
        )
        page = await ann.slash("pace", w.channel)
        assert "How fast **Ur** is played:" in page.content
        page = await ann.write(page, "Custom times …", "a while", "", "", "")
        assert page.content.startswith("I can't read **a while** as a time. Write hours")
        page = await ann.write(page, "Custom times …", "6", "", "12 h", "")
        assert "Time per decision: 12 hours. Reminders: after 6 hours." in page.content
        page = await ann.write(page, "Custom times …", "6", "", "12 h", "2 d")
        page = await ann.press(page, "Bank: up to double")
        assert "Time bank: 2 days, at most 4 days." in page.content
        page = await ann.choose(page, "Daily: a day per decision")
        page = await ann.press(page, "Then: ask the others")
        assert "I ask the others whether to keep waiting" in page.content
        assert "Time per decision: 1 day." in game.lobby.content
        await bob.press(game.lobby, "Join")
        refused = await bob.slash("pace", w.channel)
        assert refused.content == "Only **ann** can set up **Ur**."
        await ann.press(game.lobby, "Start")

        person, table = await game.decider(), await game.table()
        assert table.time_up_at is not None
        ends = f"<t:{int(table.time_up_at.timestamp())}:R>"
        assert f"⏳ Your time ends {ends}." in game.desk_of(person).content
        assert f"⏳ Time ends {ends}." in game.turn.content
        assert f"⏳ Time ends {ends}." in game.lobby.content
        assert f"⏳ Time ends {ends}." in (await person.slash("games")).content
        page = await bob.slash("pace", game.thread)
        assert "Your choice is proposed" in page.content
        page = await bob.choose(page, "Relaxed: reminders only")
        assert page.content.startswith("Proposed. I've asked the others.")
        (proposal,) = (await game.table()).proposals
        assert proposal.question.pace == PACES["relaxed"]


async def test_a_new_table_is_meant_where_an_older_game_is_played_elsewhere(tmp_path):
    """By the commands with which its opener sets it up."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.person("ann"), w.person("bob")
        gathering = await w.open("ann", name="Uruk", seats=3)
        page = await ann.slash("pace", w.channel)
        assert page.content.startswith("How fast **Uruk** is played:")
        page = await ann.slash("pace", game.thread)
        assert page.content.startswith("How fast **Ur** is played:")
        page = await bob.slash("pace", w.channel)
        assert page.content.startswith("How fast **Ur** is played:")
        await ann.slash("computer", w.channel, level="easy")
        assert (await gathering.table()).players[1].is_computer

        elsewhere = w.guild.create_text_channel("chat")
        page = await ann.slash("pace", elsewhere)
        assert page.content.startswith("You play in several games. Which one?\n")
        page = await ann.choose(page, "Uruk")
        assert page.content.startswith("How fast **Uruk** is played:")


async def test_own_hours_are_set_once(tmp_path):
    async with world(tmp_path) as w:
        await w.bot.services.servers.change(w.guild.id, Player(1, "zoe"), zone="Asia/Kathmandu")
        game = await w.open("ann", "bob", pace="daily")
        person, table = await game.decider(), await game.table()
        page = await person.press(await person.slash("settings"), "Hours, reminders")
        assert "Choose your time zone first" in page.content
        there = await person.press(await person.slash("settings", w.channel), "Hours, reminders")
        page = await person.press(there, "Time zone")
        assert next(iter(options(page))).endswith("– Kathmandu")  # where this server is
        page = await person.write(page, "Another zone …", "usa")
        assert page.content == "“usa” fits several time zones. Which is yours?"
        assert len(options(page)) > 3
        page = await person.write(page, "Another zone …", "berlin")
        assert re.search(r"\*\*Time zone:\*\* Berlin, now \d\d:\d\d", page.content)
        page = await person.choose(page, "Quiet from 22:00")
        assert "**Quiet hours:** 22:00 to 07:00" in page.content
        page = await person.choose(page, "Quiet until 08:00")
        page = await person.choose(page, "Saturday", "Sunday", of="Days off")
        assert "**Days off:** Saturday and Sunday" in page.content
        later = await game.table()
        assert table.time_up_at is not None
        assert later.time_up_at is not None
        assert later.time_up_at > table.time_up_at  # there is a night in between
        ends = f"<t:{int(later.time_up_at.timestamp())}:R>"
        assert f"⏳ Your time ends {ends}." in game.desk_of(person).content
        assert f"⏳ Time ends {ends}." in game.turn.content

        page = await person.choose(page, "Reminders: an hour before the end")
        assert "Reminders: an hour before the end" in chosen(page)
        settings = await person.press(page, "Back")
        assert "**Reminders:** an hour before the end\n" in settings.content
        page = await person.press(settings, "Hours, reminders")
        page = await person.press(page, "Vacation")
        page = await person.choose(page, "Now")
        page = await person.choose(page, next(each for each in options(page) if "3 days" in each))
        assert re.search(r"\*\*On vacation:\*\* back <t:\d+:R>", page.content)
        assert re.search(rf"\*\*{person.name}\*\* is on vacation, back", game.turn.content)
        assert "You're on vacation, back" in game.desk_of(person).content
        page = await person.press(page, "End my vacation")
        assert "**On vacation:**" not in page.content
        assert f"**{person.name}** is back from vacation." in game.turn.content
        assert "22:00 to 08:00" in page.content


async def test_a_vacation_is_planned_told_and_begins_by_itself(tmp_path):
    """Silently: the game shows it, and no phone rings."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", pace="unhurried")
        person = await game.decider()
        rung = [w.rings(each) for each in (w.person("ann"), w.person("bob"))]
        await w.bot.services.vacations.set_hours(person.id, zone="Europe/Berlin")
        page = await person.press(await person.slash("settings"), "Hours, reminders")
        page = await person.press(page, "Vacation")
        assert page.content.startswith("When does your vacation begin?")
        page = await person.press(page, "Later")
        page = await person.press(page, "Earlier")
        _now, tomorrow, third, *_ = options(page)
        page = await person.choose(page, third)
        assert f"It begins on {third}." in page.content
        page = await person.choose(page, f"{third} – 1 day")
        planned = r"from <t:(\d+):f>, back <t:(\d+):f>"
        when = re.search(planned, page.content)
        assert when is not None
        assert f"**{person.name}** is on vacation {when[0]}." in game.turn.content
        assert f"You're on vacation {when[0]}." in game.desk_of(person).content
        table = await person.slash("table", game.thread)
        assert f"**{person.name}** is on vacation {when[0]}." in table.content

        page = await person.press(page, "Vacation")
        page = await person.choose(page, tomorrow)
        page = await person.choose(page, f"{third} – 2 days")
        when = re.search(planned, page.content)
        assert when is not None
        start, until = (datetime.fromtimestamp(int(each), UTC) for each in when.groups())
        assert until - start == timedelta(days=2)
        await w.env.advance_time((start - w.env.now()).total_seconds())
        assert re.search(rf"\*\*{person.name}\*\* is on vacation, back", game.turn.content)
        assert "You're on vacation, back" in game.desk_of(person).content
        await w.env.advance_time((until - start).total_seconds())
        assert f"**{person.name}** is back from vacation." in game.turn.content
        assert [w.rings(each) for each in (w.person("ann"), w.person("bob"))] == rung
