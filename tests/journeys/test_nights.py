"""Nights: nobody is rung in quiet hours, and everybody is rung once when they are over."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from messages import labels
from people import world

from engine import parse_action

END = parse_action("end")

BERLIN = ZoneInfo("Europe/Berlin")


def there(year, month, day, hour, minute=0):
    """A time on the wall clocks of Berlin, as a moment."""
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


async def wait_until(w, moment):
    """Let time pass up to a moment."""
    await w.env.advance_time((moment - w.env.now()).total_seconds())
    await w.env.settle()


async def live_in_berlin(person):
    """Set that one lives in Berlin, and wants quiet nights there."""
    page = await person.press(await person.slash("settings"), "Your hours")
    page = await person.write(await person.press(page, "Time zone"), "Another zone …", "berlin")
    page = await person.choose(page, "Quiet from 22:00")
    page = await person.choose(page, "Quiet until 08:00")
    assert "**Quiet hours:** 22:00 to 08:00" in page.content


@pytest.mark.slow
async def test_whoever_sleeps_is_not_rung_by_what_others_want(tmp_path):
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
            assert "proposes a pause" in game.desk_of(person).content
        assert w.rings(ann) == rings["ann"] + 1
        assert w.rings(bob) == rings["bob"]

        for person in (dan, eve):
            seat = await ann.press(await ann.slash("table", game.home), "Offer my seat")
            await ann.choose_users(seat, person.member, of="Offer the seat to a player …")
            (offer,) = (post for post in game.posts if "No thanks" in labels(post))
            assert offer.content.startswith(f"<@{person.id}>, this offer is for you.")
            await ann.press(await ann.slash("table", game.home), "Keep my seat")
        assert (w.rings(dan), w.rings(eve)) == (0, 1)

        # in the morning each is rung once, for all that is open still; bob by his desk as well
        rings = {each.name: w.rings(each) for each in w.people.values()}
        seat = await ann.press(await ann.slash("table", game.home), "Offer my seat")
        await ann.choose_users(seat, dan.member, of="Offer the seat to a player …")
        for name in ("Kish", "Nippur"):
            await cora.slash("open", w.channel, name=name, seats=3)
            await cora.slash("invite", w.channel, player=bob.member, game=name)
        await wait_until(w, there(2026, 3, 3, 7, 59))
        assert [w.rings(each) - rings[each.name] for each in (bob, dan)] == [0, 0]
        assert await game.decider() is bob
        await wait_until(w, there(2026, 3, 3, 8))
        assert [w.rings(each) - rings[each.name] for each in (bob, dan)] == [2, 1]
        assert "proposes a pause" in game.desk_of(bob).content
        (told,) = (each.content for each in bob.dms if "invited" in each.content)
        assert re.findall("\\*\\*(\\w+)\\*\\*: you're invited to play.", told) == ["Kish", "Nippur"]
        assert f"https://discord.com/channels/{w.guild.id}/{w.channel.id}" in told
        assert "**Ur**: you're offered a seat." in dan.dms[-1].content
        assert [w.rings(each) - rings[each.name] for each in (ann, eve)] == [0, 0]
