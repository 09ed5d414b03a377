"""Bad luck in a game that lasts for weeks, while a player's time runs.

The game goes on, or waits without anybody's clock running, and whoever can fix it is told once.
"""

from datetime import timedelta

import pytest
from messages import labels
from people import world
from test_servers import deny, owner_of

from bot.domain.hours import Quiet

pytestmark = pytest.mark.slow

HOUR, DAY = 3600.0, 24 * 3600.0
A_MOMENT = timedelta(minutes=1)


async def left(game):
    """The decider's remaining time."""
    table = await game.table()
    limit, decider = table.pace.limit, table.decider
    assert limit is not None
    assert decider is not None
    spent = decider.clock.spent_by(game.world.env.now(), table.hours_of(decider))
    return limit.each - spent


async def count_of(game, kind):
    """The number of entries of a kind in the log."""
    history = await game.world.bot.services.games.history(game.id)
    return sum(entry.kind == kind for entry in history)


def calls(game):
    """The messages in the game's thread that call a player."""
    return [post for post in game.posts if post.content.startswith(("<@", "⏰ <@"))]


async def end_turn(person, desk):
    """End the turn at a desk, which is confirmed."""
    asked = await person.press(desk, "End turn")
    await person.press(asked, "End")
    await person.world.env.settle()


async def deliver(w):
    """Let everything be delivered, also to users whose direct messages were once closed."""
    await w.env.advance_time(5)


async def test_permissions_are_lost_for_a_day_and_given_back(tmp_path):
    async with world(tmp_path) as w:
        owner = owner_of(w)
        for name in ("ann", "bob"):
            w.person(name).close_dms()
        game = await w.open("ann", "bob", pace="daily")
        await deliver(w)
        desk = await (await game.decider()).press(game.posts[-1], "Desk")
        deny(w, w.channel.id, send_messages_in_threads=True, send_messages=True)
        await w.env.advance_time(HOUR)
        await end_turn(await game.decider(), desk)
        await deliver(w)
        person = await game.decider()
        assert (await game.table()).held
        assert len(owner.dms) == 1
        assert not calls(game)
        before = await left(game)
        assert timedelta(days=1) - before < A_MOMENT
        await w.env.advance_time(DAY + HOUR)
        await w.restart()
        await w.env.advance_time(DAY)
        assert await left(game) == before
        assert (await count_of(game, "reminded"), await count_of(game, "time up")) == (0, 0)
        assert len(owner.dms) == 1
        deny(w, w.channel.id)
        await deliver(w)
        assert not (await game.table()).held
        (call,) = calls(game)
        assert call.content.startswith(f"<@{person.id}>")
        assert before - await left(game) < A_MOMENT
        assert len(owner.dms) == 1
        await w.env.advance_time(HOUR)
        assert abs(before - await left(game) - timedelta(hours=1)) < A_MOMENT
        assert [each.id for each in calls(game)] == [call.id]


async def test_what_waits_to_ring_outlives_a_restart_and_closed_direct_messages(tmp_path):
    """It rings where the game is shown if the message to the sleeper does not get through."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", pace="unhurried")
        sleeper, other = await game.other(), await game.decider()
        await w.bot.services.vacations.set_hours(
            sleeper.id, zone="Etc/UTC", quiet=Quiet(22 * 60, 8 * 60)
        )
        night = w.env.now().replace(hour=23, minute=0, second=0) - w.env.now()
        await w.env.advance_time((night % timedelta(days=1)).total_seconds())
        page = await other.press(await other.slash("table", game.home), "Pause")
        assert "proposes a pause" in page.content
        (asked,) = (post for post in game.posts if post.content.startswith("🗳️"))
        await w.env.advance_time(6 * HOUR)
        await w.restart()
        sleeper.close_dms()
        await w.env.advance_time(3 * HOUR - 1)
        assert game.pings == []
        await w.env.advance_time(1)
        await deliver(w)
        assert game.pings == [sleeper.id]
        count_of = f"<@{sleeper.id}>\n**Ur**: a proposal waits for your answer. "
        (ring,) = (post for post in game.posts if post.content.startswith(count_of))
        await w.restart()
        await w.env.advance_time(DAY)
        assert game.pings == [sleeper.id]
        assert labels(ring) == ["Your games"]
        await sleeper.press(asked, "Yes")
        assert (await game.table()).paused
