"""Nights: nobody is rung in quiet hours, and everybody is rung once when they are over."""

import re
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from berlin import live_in_berlin, there, wait_until
from messages import labels
from people import world

from bot.domain import PACES, Question, Quiet, Refused, Topic
from bot.domain.proposals import PROPOSED_BY_PLAYERS
from engine import EndTurn, parse_action

END = parse_action("end")


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
        await ann.press(await ann.slash("table", game.home), "Keep my seat")

        await wait_until(w, there(2026, 3, 3, 23))
        waiting = [await w.open(name, seats=2, name=f"{name}'s") for name in ("bob", "ann")]
        await wait_until(w, there(2026, 3, 16, 22, 50))
        rings = {each.name: w.rings(each) for each in (ann, bob)}
        await wait_until(w, there(2026, 3, 16, 23, 10))
        told = [each.content for each in game.channel.history() if "It closes" in each.content]
        for each, opener in zip(waiting, (bob, ann), strict=True):
            assert (await each.table()).expires_at is not None
            assert sum(text.startswith(f"<@{opener.id}>: ") for text in told) == 1
        assert w.rings(ann) > rings["ann"]
        assert w.rings(bob) == rings["bob"]
        await wait_until(w, there(2026, 3, 17, 8))
        (closing,) = (each.content for each in bob.dms if "closes soon" in each.content)
        assert closing.startswith("**bob's**: ")


# --- three weeks ---------------------------------------------------------------------------------

# Four people in four zones play at a daily pace. Each plays some hours after being called, by day,
# and Dan is late now and then. The others propose things, some of them at his night.
START = datetime(2026, 3, 16, 12, 30, tzinfo=UTC)  # two of the zones change their clocks meanwhile
NIGHTS = {
    "ann": ("Europe/Berlin", Quiet(22 * 60, 8 * 60)),
    "bob": ("America/New_York", Quiet(23 * 60, 7 * 60)),
    "cora": ("Asia/Tokyo", Quiet(21 * 60, 9 * 60)),
    "dan": ("Europe/London", None),
}
ASKED = {  # by hours since the start: who proposes what
    30: ("ann", Question(Topic.PACE, pace=PACES["bank"])),
    60: ("cora", Question(Topic.PAUSE)),
    160: ("bob", Question(Topic.GO_ON)),
    300: ("ann", Question(Topic.END)),
    420: ("cora", Question(Topic.STOP)),
}
ANSWERED_AFTER = 9
"""Hours: whoever is asked answers then, if awake. Dan never does."""


def sleeps(name, moment):
    zone, quiet = NIGHTS[name]
    if quiet is None:
        return False
    shown = moment.astimezone(ZoneInfo(zone))
    minutes = shown.hour * 60 + shown.minute
    return minutes >= quiet.start or minutes < quiet.end


async def _answer_all(w, game, at):
    """Let those answer who are asked, and awake."""
    for proposal in (await game.table()).proposals:
        if proposal.question.topic not in PROPOSED_BY_PLAYERS:
            continue
        for seat in proposal.open_to:
            player = (await game.table()).player(seat)
            if player.name == "dan" or sleeps(player.name, at):
                continue
            if (await game.table()).proposal(proposal.seq):
                yes = proposal.question.topic in {Topic.PAUSE, Topic.GO_ON, Topic.PACE}
                await w.bot.services.proposals.answer(
                    game.id, player.user_id, proposal.seq, yes=yes
                )


async def three_weeks(w):
    """How often each was rung in a game of three weeks, and who was at night."""
    await w.env.advance_time((START - w.env.now()).total_seconds())
    game = await w.open(*NIGHTS, pace="daily")
    for name, (zone, quiet) in NIGHTS.items():
        await w.bot.services.vacations.set_hours(w.person(name).id, zone=zone, quiet=quiet)
    dice, called_at, proposed_at, delay = Random(3), START, START, 3
    rung = Counter({name: w.rings(w.person(name)) for name in NIGHTS})
    at_night = []
    decider = None
    for hour in range(21 * 24):
        at = START + timedelta(hours=hour)
        if hour in ASKED:
            name, question = ASKED[hour]
            with suppress(Refused):
                await w.bot.services.proposals.propose(game.id, w.person(name).id, question)
                proposed_at = at
        if at - proposed_at >= timedelta(hours=ANSWERED_AFTER):
            await _answer_all(w, game, at)
        now_asked = await game.decider()
        if now_asked is not decider:
            decider, called_at, delay = now_asked, at, dice.choice((1, 3, 7))
            delay += 30 if decider.name == "dan" and dice.random() < 0.4 else 0
        due = at - called_at >= timedelta(hours=delay) and not sleeps(decider.name, at)
        if due and not (await game.table()).paused:
            await w.bot.services.play.act(game.id, decider.id, EndTurn())
        await w.bot.delivery.rest()
        await w.env.settle()
        await w.env.advance_time(3600)
        await w.bot.delivery.rest()
        for name in NIGHTS:
            rings = w.rings(w.person(name))
            if rings > rung[name] and sleeps(name, at) and sleeps(name, w.env.now()):
                at_night.append(f"{name} {at:%a %H:%M}")
            rung[name] = rings
    return rung, at_night


@pytest.mark.slow
async def test_nobody_is_rung_at_night_or_more_often_than_there_is_to_say(tmp_path):
    async with world(tmp_path) as w:
        rung, at_night = await three_weeks(w)
        assert at_night == []
        assert rung == {"ann": 15, "bob": 16, "cora": 14, "dan": 25}
