"""The board of a server, by the real program: killed, with answers lost, it stays one message."""

import random

import pytest

from tests.databases import new_database
from tests.stand_in.faults import lost_after, refused
from tests.stand_in.interactions import Kind
from tests.stand_in.people import people
from tests.stand_in.process import Bot, sharing
from tests.stand_in.server import Discord
from tests.stand_in.table import gather

pytestmark = pytest.mark.slow
EDITED_WITHIN = 45.0
"""Seconds: twenty between two edits, and what a lost call takes besides."""


async def put_up(discord, person, channel):
    """Type ``/server board``."""
    command = next(each for each in discord.world.commands if each["name"] == "server")
    option = {"type": 1, "name": "board", "options": []}
    data = {"id": command["id"], "name": "server", "type": 1, "options": [option]}
    asked = await discord.interact(Kind.COMMAND, person.user, channel["id"], data)
    return await person.answered(asked)


def boards(discord, channel):
    """The boards in that channel, in which there may be a greeting, too."""
    there = discord.world.messages[channel["id"]].values()
    return [each for each in there if each["content"].startswith("**Games in this server**")]


def shows(discord, channel, text):
    """True if there is one board, with that text."""
    there = boards(discord, channel)
    return len(there) == 1 and text in there[0]["content"]


async def test_killed_in_the_middle_and_deleted_by_a_moderator(tmp_path):
    async with Discord() as discord:
        guild = await discord.new_guild()
        room, hall = [await discord.new_channel(guild) for _ in range(2)]
        ann, bob = people(discord, "ann", "bob")
        async with Bot(discord, tmp_path) as bot:
            discord.faults.plan(f"POST /channels/{room['id']}/messages", lost_after)
            await put_up(discord, ann, room)
            await discord.until(lambda: boards(discord, room))
            await bot.kill()  # it knows of no message
            await bot.come()
            table = await gather(discord, hall, [ann, bob])
            await discord.until(lambda: table.board)
            there = "](<https://discord.com/channels/"
            await discord.until(lambda: shows(discord, room, there), EDITED_WITHIN)

            (board,) = boards(discord, room)
            await discord.delete(board)
            discord.faults.plan(f"POST /channels/{room['id']}/messages", refused(503))
            decision = await table.next_decision(random.Random(1))
            await table.decide(decision)
            await table.people[0].slash(hall, "open", name="Uruk", seats=2)
            await discord.until(lambda: shows(discord, room, "**Uruk**: 1 empty seat"), 90.0)
            assert board["id"] not in {each["id"] for each in boards(discord, room)}
            assert not boards(discord, room)[0]["mentions"]


@pytest.mark.postgresql
async def test_another_program_takes_it_over(tmp_path):
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        guild = await discord.new_guild()
        room, hall = [await discord.new_channel(guild) for _ in range(2)]
        ann, bob = people(discord, "ann", "bob")
        first, second = sharing(discord, tmp_path, url, "first", "second", LEASE_SECONDS="3")
        async with first, second:
            await put_up(discord, ann, room)
            await discord.until(lambda: shows(discord, room, "No games right now."))
            editing = f"PATCH /channels/{room['id']}/messages/.*"
            discord.faults.plan(editing, refused(503), times=None)
            table = await gather(discord, hall, [ann, bob])
            await discord.until(lambda: table.board)
            await first.kill()
            discord.faults.clear()
            there = "](<https://discord.com/channels/"
            await discord.until(lambda: shows(discord, room, there), 90.0)
