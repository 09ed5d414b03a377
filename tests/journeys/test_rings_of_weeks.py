"""Three weeks of one game: how often each phone rings, and never at night.

Four people in four zones play at a daily pace. Each plays some hours after being called, by day,
and Dan is late now and then. The others propose things, some of them at his night.
"""

from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest
from people import GameOnDiscord, Person, World, world

from bot.table import PACES, Question, Quiet, Refused, Topic
from bot.table.agreement import PROPOSED_BY_PLAYERS
from engine import EndTurn

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


def sleeps(name: str, moment: datetime) -> bool:
    zone, quiet = NIGHTS[name]
    if quiet is None:
        return False
    shown = moment.astimezone(ZoneInfo(zone))
    minutes = shown.hour * 60 + shown.minute
    return minutes >= quiet.start or minutes < quiet.end


async def _answer_all(w: World, game: GameOnDiscord, at: datetime) -> None:
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
                await w.bot.tables.answer(game.id, player.user_id, proposal.seq, yes=yes)


async def three_weeks(w: World) -> tuple[Counter[str], list[str]]:
    """How often each was rung in a game of three weeks, and who was at night."""
    await w.env.advance_time((START - w.env.now()).total_seconds())
    game = await w.open(*NIGHTS, pace="daily")
    for name, (zone, quiet) in NIGHTS.items():
        await w.bot.tables.set_hours(w.person(name).id, zone=zone, quiet=quiet)
    dice, called_at, proposed_at, delay = Random(3), START, START, 3
    rung: Counter[str] = Counter({name: w.rings(w.person(name)) for name in NIGHTS})
    at_night: list[str] = []
    decider: Person | None = None
    for hour in range(21 * 24):
        at = START + timedelta(hours=hour)
        if hour in ASKED:
            name, question = ASKED[hour]
            with suppress(Refused):
                await w.bot.tables.propose(game.id, w.person(name).id, question)
                proposed_at = at
        if at - proposed_at >= timedelta(hours=ANSWERED_AFTER):
            await _answer_all(w, game, at)
        now_asked = await game.decider()
        if now_asked is not decider:
            decider, called_at, delay = now_asked, at, dice.choice((1, 3, 7))
            delay += 30 if decider.name == "dan" and dice.random() < 0.4 else 0
        due = at - called_at >= timedelta(hours=delay) and not sleeps(decider.name, at)
        if due and not (await game.table()).paused:
            await w.bot.tables.act(game.id, decider.id, EndTurn())
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
async def test_nobody_is_rung_at_night_or_more_often_than_there_is_to_say(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        rung, at_night = await three_weeks(w)
        assert at_night == []
        assert rung == {"ann": 16, "bob": 16, "cora": 14, "dan": 24}
