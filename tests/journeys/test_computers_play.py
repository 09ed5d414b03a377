"""Computers at a table: what people see of them, and what becomes of them in trouble.

The engine worker is the real one, in its process. Stopped, that thinks for as long as a test likes.
"""

from __future__ import annotations

import logging
import os
import re
import signal

import pytest
from people import world

from bot.computers import PAUSE
from bot.domain import UNHURRIED, Kind, Place
from bot.domain import Person as Human
from engine import EndTurn, Level
from tests.freezing import freeze, thaw


async def gathered(w, *names, computers):
    """A game that can start, of these people and so many computers."""
    game = await w.open(*names, seats=len(names) + computers)
    for number in range(computers):
        level = "medium" if number % 2 else "easy"
        await w.person(names[0]).choose(game.lobby, f"Add a computer: {level}")
    return game


def stand_still(w):
    """Let the engine worker think from now on for as long as we like."""
    assert w.bot.worker.pid is not None
    freeze(w.bot.worker.pid)


def go_on(w):
    """Let it think on."""
    assert w.bot.worker.pid is not None
    thaw(w.bot.worker.pid)


async def computers_asked(w, game):
    """The table once a computer of it is asked, and the engine worker thinks without end."""
    await game.their_turns()
    while w.bot.worker.pid is None:  # it starts with the first question
        await game.take(EndTurn())
        await game.their_turns()
    stand_still(w)
    while not (await game.table()).waits_for_computer:
        await game.take(EndTurn())
    return await game.table()


# --- what is seen --------------------------------------------------------------------------------


async def test_a_turn_of_a_computer_is_one_message_with_a_line(tmp_path):
    async with world(tmp_path) as w:
        game = await gathered(w, "ann", computers=3)
        await w.person("ann").press(game.lobby, "Start")
        await game.their_turns()
        before = (await game.table()).turn
        asked = len(w.env.http_requests)
        await game.take(EndTurn())
        while (await game.table()).turn < before + 4:
            await game.their_turns()
        calls = w.env.http_requests[asked:]
        for turn in range(before + 1, before + 4):
            (shown,) = (each for each in game.turns if f"· turn {turn}:" in each.content)
            heading, line = shown.content.split("\n")
            assert re.fullmatch(r"> \*\*Computer \(\w+\)( 2)?\*\*: .+\..*", line), line
            assert len(shown.attachments) == 1
            assert "Computer" in heading
            sent = [
                call.method
                for call in calls
                if f"· turn {turn}:" in (call.json or {}).get("content", "")
            ]
            if len(sent) > 1:  # ann was asked in the middle of it
                entries = await w.bot.services.games.history(game.id)
                assert any(each.turn == turn and each.seat != (turn - 1) % 4 for each in entries)
            else:
                assert sent == ["POST"]
        entries = await w.bot.services.games.history(game.id)
        assert sum(each.kind is Kind.ACTED for each in entries if each.turn > before) > 6


# --- trouble -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_restart_while_one_is_thinking(tmp_path):
    """Two people, two computers: nothing is lost, and nothing is there twice."""
    async with world(tmp_path) as w:
        game = await gathered(w, "ann", "bob", computers=2)
        await w.person("ann").press(game.lobby, "Start")
        for _ in range(3):
            table = await computers_asked(w, game)
            before = w.bot
            await w.restart()
            assert before.worker.pid is None
            after = await game.their_turns()
            assert after.turn > table.turn
            await game.take(EndTurn())
            await game.their_turns()
        turns = [int(re.search(r"· turn (\d+):", each.content)[1]) for each in game.turns]
        assert turns == [*range(1, (await game.table()).turn + 1)]
        for person in (w.person("ann"), w.person("bob")):
            assert len(person.dms) == 1
        entries = await w.bot.services.games.history(game.id)
        own = [each for each in entries if each.kind is Kind.ACTED and each.user_id is None]
        assert any(not isinstance(each.action, EndTurn) for each in own)
        assert not any(each.automatic for each in own)


async def test_a_worker_that_is_killed(tmp_path, caplog):
    """The table goes on at once; the next decision is thought about again."""
    async with world(tmp_path) as w:
        game = await gathered(w, "ann", "bob", computers=2)
        await w.person("ann").press(game.lobby, "Start")
        table = await computers_asked(w, game)
        killed = w.bot.worker.pid
        assert killed is not None
        with caplog.at_level(logging.WARNING):
            os.kill(killed, signal.SIGKILL)
            after = await game.their_turns()
        assert after.turn > table.turn
        said = [each.getMessage() for each in caplog.records if each.name == "bot.computers"]
        assert said == [
            "game 1: a computer decides as little as possible: its process has ended with status -9"
        ]
        (shown,) = (each for each in game.turns if f"· turn {table.turn}:" in each.content)
        assert "2 actions given up" in shown.content
        while not (await game.table()).waits_for_computer:
            await game.take(EndTurn())
        await game.their_turns()
        assert w.bot.worker.pid not in {None, killed}
        assert len([each for each in caplog.records if each.name == "bot.computers"]) == 1


@pytest.mark.slow
async def test_a_queue_of_forty_games(tmp_path):
    """It is worked off, and shown; who presses something meanwhile does not wait for that."""
    async with world(tmp_path) as w:
        w.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=None)
        ann, bob = (Human(w.person(name).id, name, "en-US") for name in ("ann", "bob"))
        place = Place(w.guild.id, w.channel.id)
        games = []
        for number in range(40):
            opener = ann if number % 2 else bob
            table = await w.bot.services.opening.open(opener, place, "Ur", seats=2, pace=UNHURRIED)
            await w.bot.services.lobbies.seat_computer(
                table.id, opener, Level.EASY, "Computer (easy)"
            )
            if w.bot.worker.pid is not None:
                stand_still(w)
            await w.bot.services.lobbies.start(table.id, opener)
            games.append(table.id)
            while not (table := await w.bot.services.games.get(table.id)).waits_for_computer:
                await w.bot.services.play.act(table.id, opener.user_id, EndTurn())
            if w.bot.worker.pid is None:
                await w.thought()
        await w.env.settle()
        assert w.bot.worker.pid is not None
        waiting = [
            each for each in games if (await w.bot.services.games.get(each)).waits_for_computer
        ]
        assert len(waiting) >= 39
        answer = await w.person("ann").slash("games")
        assert "Ur" in answer.content
        go_on(w)
        await w.thought()
        await w.env.advance_time(PAUSE.total_seconds())
        await w.thought()
        for each in games:
            assert not (await w.bot.services.games.get(each)).waits_for_computer
        await w.bot.delivery.rest()
        shown = [each.content for each in w.channel.history() if "· turn" in each.content]
        assert len([text for text in shown if "> **Computer (easy)**" in text]) >= 40
