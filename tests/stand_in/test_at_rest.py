"""What must hold at rest is found amiss if it does not: a game after which somebody tampers."""

import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.stand_in.at_rest import asked_anew, at_any_time, at_rest, missing
from tests.stand_in.limits import Limits
from tests.stand_in.people import people
from tests.stand_in.playing import Play
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import Table, gather
from tests.stand_in.world import Json


@dataclass
class Tampering:
    """A game at rest that somebody spoils, in one way after the other, and puts right again."""

    discord: Discord
    play: Play
    database: Path

    async def found(self) -> str:
        """What is amiss now."""
        found = [*missing([self.play], self.database), *at_any_time(self.discord, [self.play])]
        if not found:
            found += [each async for each in asked_anew(self.play, self.database)]
        return "\n".join(found)

    async def without(self, message: Json) -> str:
        """What is amiss without a message that is there."""
        messages = self.discord.world.messages[message["channel_id"]]
        before = dict(messages)
        del messages[message["id"]]
        found = await self.found()
        messages.clear()
        messages.update(before)
        return found

    async def with_copy(self, message: Json) -> str:
        """What is amiss if a message is there twice."""
        messages = self.discord.world.messages[message["channel_id"]]
        messages["1"] = message | {"id": "1"}
        found = await self.found()
        del messages["1"]
        return found

    async def changed(self, message: Json, **changes: object) -> str:
        """What is amiss if a message is otherwise."""
        before = dict(message)
        message.update(changes)
        found = await self.found()
        message.update(before)
        return found

    async def stored(self, change: str, back: str) -> str:
        """What is amiss if the database is otherwise."""
        self._store(change)
        found = await self.found()
        self._store(back)
        return found

    def _store(self, statement: str) -> None:
        with closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute(statement)


@pytest.mark.slow
async def test_what_is_amiss_is_found(tmp_path):
    faster = Discord(limits=lambda clock: Limits(clock, pace=10))
    async with faster as discord, Bot(discord, tmp_path) as bot:
        channel = await discord.new_channel(await discord.new_guild())
        table = await gather(discord, channel, people(discord, "ann", "bob"))
        play = Play(table, random.Random(7))
        await play.go_on(5)
        assert await at_rest(discord, [play], bot.database) == []
        spoilt = Tampering(discord, play, bot.database)
        await _in_the_thread(spoilt, table)
        await _in_direct_messages(spoilt, table)
        await _in_the_log(spoilt)
        await _anywhere(spoilt, table)
        assert await at_rest(discord, [play], bot.database) == []


async def _in_the_thread(spoilt: Tampering, table: Table) -> None:
    _, first, *_, board = table.posts
    assert "missing is ['game-1-turn-1.png']" in await spoilt.without(first)
    assert "no game is shown" in await spoilt.changed(table.lobby, content="gone")
    assert "the messages are not in order" in await _moved(spoilt, first)
    doubled = await spoilt.with_copy(first)
    assert "in the thread is ['game-1-turn-1.png']" in doubled
    assert "twice: {'game-1-turn-1.png'}" in doubled
    assert "the buttons are at ['game-1-turn-1.png'" in await spoilt.changed(
        first, components=board["components"]
    )
    assert "the buttons are at []" in await spoilt.changed(board, components=[])
    assert "shows version" in await spoilt.changed(board, components=_older(board))
    assert "the thread tells" in await spoilt.changed(first, content="> **Ann** ends the turn.")
    assert "which is outdated" in await spoilt.changed(
        board, attachments=[board["attachments"][0] | {"description": "another board"}]
    )


async def _moved(spoilt: Tampering, message: Json) -> str:
    """What is amiss if a message comes last."""
    messages = spoilt.discord.world.messages[message["channel_id"]]
    before = dict(messages)
    messages[message["id"]] = messages.pop(message["id"])
    found = await spoilt.found()
    messages.clear()
    messages.update(before)
    return found


def _older(message: Json) -> list[Json]:
    """The components of a message, as they were for an earlier version."""
    (row, *_) = message["components"]
    each = row["components"][0]
    return [row | {"components": [each | {"custom_id": "te:1:0:3:tile"}]}]


async def _in_direct_messages(spoilt: Tampering, table: Table) -> None:
    deciders = []
    for person in table.people:
        desk = person.directs[-1]
        assert f"{person.name} has" in await spoilt.without(desk)
        assert "in direct messages twice" in await spoilt.with_copy(desk)
        if f"{person.name} cannot decide at" in await spoilt.changed(desk, components=[]):
            deciders.append(desk)
    (desk,) = deciders
    assert "which is outdated" in await spoilt.changed(
        desk, attachments=[desk["attachments"][0] | {"description": "another desk"}]
    )


async def _in_the_log(spoilt: Tampering) -> None:
    counted, *_ = spoilt.play.attempts
    spoilt.play.attempts.append(counted)
    assert "told that it counts, and it is not in the log: 1 × " in await spoilt.found()
    del spoilt.play.attempts[-1], spoilt.play.attempts[0]
    assert "more often than anybody tried: 1 × " in await spoilt.found()
    spoilt.play.attempts.insert(0, counted)
    assert "the log has gaps" in await spoilt.stored(
        "UPDATE game SET version = version + 1", "UPDATE game SET version = version - 1"
    )
    assert "the log does not lead to the state" in await spoilt.stored(
        "UPDATE snapshot SET state = state || ' '", "UPDATE snapshot SET state = trim(state)"
    )


async def _anywhere(spoilt: Tampering, table: Table) -> None:
    world = spoilt.discord.world
    thread = world.add_thread(table.channel, {"name": table.home["name"]})
    assert "there are several threads for" in await spoilt.found()
    del world.channels[thread["id"]], world.messages[thread["id"]]
    person = table.people[0]
    asked = await person.slash(table.home, "games")
    asked.answered = None
    assert "was never answered" in await spoilt.found()
    asked.lose()
    asked.lost = True
    asked = await person.slash(table.home, "games")
    asked.dispatched -= 4
    assert "an acknowledgement came after" in await spoilt.found()
    asked.dispatched += 4
