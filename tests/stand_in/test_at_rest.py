"""The checks at rest find every fault: a finished game is tampered with."""

import random
import sqlite3
from contextlib import closing, contextmanager

import pytest

from tests.stand_in.at_rest import at_any_time, at_rest, check_answers, missing
from tests.stand_in.limits import Limits
from tests.stand_in.people import people
from tests.stand_in.playing import Play
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import asked, gather


@contextmanager
def messages_of(discord, message):
    """The messages where it is; afterwards they are as they were."""
    messages = discord.world.messages[message["channel_id"]]
    before, own = dict(messages), dict(message)
    yield messages
    message.update(own)
    messages.clear()
    messages.update(before)


@pytest.mark.slow
async def test_what_is_amiss_is_found(tmp_path):
    faster = Discord(limits=lambda clock: Limits(clock, pace=10))
    async with faster as discord, Bot(discord, tmp_path) as bot:
        channel = await discord.new_channel(await discord.new_guild())
        table = await gather(discord, channel, people(discord, "ann", "bob"))
        play = Play(table, random.Random(7))
        await play.go_on(5)
        assert await at_rest(discord, [play], bot.database) == []

        async def found():
            amiss = [*missing([play], bot.database), *at_any_time(discord, [play])]
            if not amiss:
                amiss += [each async for each in check_answers(play, bot.database)]
            return "\n".join(amiss)

        _, first, *_, board = table.posts
        decider, desk = await asked(table)
        other = {"attachments": [board["attachments"][0] | {"description": "another"}]}
        older = board["components"][0]["components"][0] | {"custom_id": "te:1:0:3:tile"}
        for message, change, fault in (
            (table.lobby, {"content": "gone"}, "no game is shown"),
            (first, {"components": board["components"]}, "the buttons are at ['game-1-turn-1.png'"),
            (board, {"components": []}, "the buttons are at []"),
            (board, {"components": [{"type": 1, "components": [older]}]}, "shows version"),
            (first, {"content": "> **Ann** ends the turn."}, "the thread tells"),
            (board, other, "which is outdated"),
            (desk, {"components": []}, f"{decider.name} cannot decide at"),
            (desk, {"attachments": [desk["attachments"][0] | {"description": "another"}]}, "which"),
        ):
            with messages_of(discord, message):
                message.update(change)
                assert fault in await found()
        for message, why in ((first, "missing is ['game-1-turn-1.png']"), (desk, "has the desks")):
            with messages_of(discord, message) as messages:
                del messages[message["id"]]
                assert why in await found()
                messages["1"] = messages["2"] = message
                assert "twice" in await found()
        with messages_of(discord, first) as messages:
            messages[first["id"]] = messages.pop(first["id"])
            assert "the messages are not in order" in await found()

        counted = play.attempts.pop(0)
        assert "more often than anybody tried: 1 × " in await found()
        play.attempts += [counted, counted]
        assert "told that it counts, and it is not in the log: 1 × " in await found()
        play.attempts.pop()
        for change, back, fault in (
            ("game SET version = version + 1", "game SET version = version - 1", "has gaps"),
            (
                "snapshot SET state = state || ' '",
                "snapshot SET state = trim(state)",
                "to the state",
            ),
        ):
            for statement, expected in ((change, fault), (back, "")):
                with closing(sqlite3.connect(bot.database)) as connection, connection:
                    connection.execute(f"UPDATE {statement}")
                assert expected in await found()

        thread = discord.world.add_thread(channel, {"name": table.home["name"]})
        assert "there are several threads for" in await found()
        del discord.world.channels[thread["id"]], discord.world.messages[thread["id"]]
        question = await decider.slash(table.home, "games")
        answered, question.answered = question.answered, None
        assert "was never answered" in await found()
        question.answered = answered
        question.dispatched -= 4
        assert "an acknowledgement came after" in await found()
        question.dispatched += 4
        assert await at_rest(discord, [play], bot.database) == []
