"""Desks that are changed from several sides at once, or were sent and not noted."""

import asyncio
import random

import pytest

from tests.databases import new_database
from tests.stand_in.faults import ConnectionLost, held_until, refused, slow_before
from tests.stand_in.gateway import Shard
from tests.stand_in.people import people
from tests.stand_in.process import Bot, Crew
from tests.stand_in.rows import game_at
from tests.stand_in.server import Discord
from tests.stand_in.table import (
    AT,
    COUNTS,
    MOVE,
    begun,
    buttons,
    called,
    gather,
    guild_on,
    until_shown,
)
from tests.stand_in.trial import be_away_for_long
from tests.stand_in.world import labels, states_seen

pytestmark = pytest.mark.slow
ANSWERING = "PATCH /webhooks/.*/messages/@original"


def desk_of(person):
    """The one private message of a player."""
    (desk,) = person.directs
    return desk


def who_decides(table):
    return next(one for one in table.people if "End turn" in labels(desk_of(one)))


def piece(desk):
    """A button that shows the spaces for a piece, and changes nothing in the game."""
    return str(buttons(desk, AT)[0]["label"])


def move(desk):
    """A button with a suggested move."""
    return str(buttons(desk, MOVE)[0]["label"])


def check_shows_what_is_stored(desk, table, database):
    stored = game_at(database, table.home["id"])
    assert states_seen(desk) == {stored.state_seen}, desk["content"]


async def test_a_late_answer_does_not_overwrite_a_newer_one(tmp_path):
    """The first press's answer fails, and the next press counts before it is retried."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        table = await called(discord, bot.database)
        person = who_decides(table)
        desk = desk_of(person)
        discord.faults.plan(ANSWERING, refused(503))
        first = await person.begin_press(desk, piece(desk))
        await discord.until(lambda: discord.statuses()[503])
        second = await person.press(desk, move(desk))
        shown = desk["content"]
        assert "1 action left" in shown
        await until_shown(table, bot.database)
        await discord.quiet(5.0)  # longer than the pause before a retry
        check_shows_what_is_stored(desk, table, bot.database)
        assert desk["content"] == shown == second.content
        assert first.answered is None
        assert "ERROR" not in bot.log.read_text()


async def test_a_desk_pressed_before_it_was_noted_is_not_sent_twice(tmp_path):
    """The process dies after sending, and comes back when Discord has forgotten its nonce.

    It is pressed while delivery looks whether it was sent, which it tries twice.
    """
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        channel = await discord.new_channel(await discord.new_guild())
        ann, bob = people(discord, "ann", "bob")

        async def die_after(call, carry_out):
            await carry_out()
            await bot.kill()
            raise ConnectionLost

        for person in (ann, bob):
            direct = discord.world.direct(person.id)["id"]
            discord.faults.plan(f"POST /channels/{direct}/messages", die_after)
        table = await gather(discord, channel, [ann], 2)
        await bob.begin_press(table.lobby, "Join")
        person = await discord.until(lambda: next((one for one in (ann, bob) if one.directs), None))
        await discord.until(lambda: not bot.lives)
        discord.faults.clear()
        be_away_for_long(discord, bot.database)
        history = f"/channels/{discord.world.direct(person.id)['id']}/messages"
        discord.faults.plan(f"GET {history}", refused(503))
        discord.faults.plan(f"GET {history}", slow_before(2.0), times=None)
        desk = desk_of(person)
        pressed = piece(desk) if "End turn" in labels(desk) else "Table"
        await bot.come()
        await discord.until(
            lambda: [each for each in discord.calls if (each.method, each.path) == ("GET", history)]
        )
        answer = await person.press(desk, pressed)
        discord.faults.clear()
        assert answer.message is desk
        assert not [each for each in desk["attachments"] if "desk" in each["filename"]]
        await discord.until(lambda: bob.directs and ann.directs and table.thread)
        await until_shown(table, bot.database)
        await discord.quiet(1.0)
        assert [len(one.directs) for one in (ann, bob)] == [1, 1]
        assert desk_of(person) is desk


@pytest.mark.postgresql
async def test_a_late_edit_or_a_late_answer_of_another_process_does_not_stay(tmp_path):
    """One process shows the game, the other receives direct messages."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        crew = Crew.on_postgresql(discord, tmp_path, url, 2)
        await crew.start()
        try:
            table = await begun(discord, await guild_on(discord, Shard(1, 2)))
            await until_shown(table, url)
            await discord.quiet(0.5)
            await _late_edit(discord, table, url)
            await until_shown(table, url)
            await _late_answer(discord, table, url)
        finally:
            await crew.end()


async def _late_edit(discord, table, url):
    """It arrives after another process's answer to a press."""
    person = who_decides(table)
    desk = desk_of(person)
    goes_on = asyncio.Event()
    discord.faults.plan(f"PATCH /channels/.*/messages/{desk['id']}", held_until(goes_on))
    await _decide_in_the_thread(table)
    await discord.until(lambda: _edits(discord, desk))
    await person.press(desk, "Swap")  # outdated: the answer shows the newest state
    await person.press(desk, "Undo")
    goes_on.set()
    await discord.until(lambda: any(call.ended for call in _edits(discord, desk)))
    await until_shown(table, url)
    await discord.quiet(1.0)
    check_shows_what_is_stored(desk, table, url)


async def _late_answer(discord, table, url):
    """It arrives after the edit of the process that shows the game."""
    person = who_decides(table)
    desk = desk_of(person)
    edits = len(_edits(discord, desk))
    goes_on = asyncio.Event()
    discord.faults.plan(ANSWERING, held_until(goes_on))
    pressed = await person.begin_press(desk, piece(desk))
    await discord.until(
        lambda: [call for call in discord.calls if "@original" in call.path and not call.ended]
    )
    await _decide_in_the_thread(table)
    await until_shown(table, url)
    assert len(_edits(discord, desk)) > edits
    goes_on.set()
    await person.answered(pressed)
    await discord.until(lambda: len(_edits(discord, desk)) > edits + 1)
    await discord.quiet(1.0)
    check_shows_what_is_stored(desk, table, url)


async def _decide_in_the_thread(table):
    answer = await table.decide(await table.next_decision(random.Random(1)))
    assert answer.content.startswith(COUNTS)


def _edits(discord, message):
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    return [call for call in discord.calls if (call.method, call.path) == ("PATCH", path)]
