"""What a press costs, in counts that do not depend on the machine: they may only get smaller.

Statements in transactions, counted at the database; pictures that were drawn; requests.
"""

import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from counting import Cost, counting
from messages import tile_on
from people import GameOnDiscord, Person, World, world

from bot.domain import Person as Player
from bot.domain import Place
from engine import Colour, EndTurn, parse_action

pytestmark = pytest.mark.sqlite  # at a server round trips are counted, on the wire

DECIDED = (7, 2)  # one of them reads what clocks depend on
DECIDED_AND_SHOWN = (12, 4)
TURN_ENDED = (11, 2)  # two store the clocks of both, and what is due next of them
TURN_ENDED_AND_SHOWN = (20, 4)
LOOKED = SUGGESTED = (2, 1)


def within(size: tuple[int, int], most: tuple[int, int]) -> bool:
    """Whether neither statements nor transactions are more than *most*."""
    return size[0] <= most[0] and size[1] <= most[1]


def nothing_twice(cost: Cost, *, asked: int = 0) -> bool:
    """Whether no message was changed twice, and no more than that only *asked* for."""
    changed = [call for call in cost.calls if not call.startswith("POST")]
    only_asked = sum(call.startswith("GET") for call in cost.calls)
    return max(Counter(changed).values()) == 1 and only_asked == asked


@asynccontextmanager
async def in_the_third_turn(tmp_path: Path) -> AsyncIterator[tuple[World, GameOnDiscord, Person]]:
    """A game in which everybody has had a turn, and whoever is to play now."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await game.take(EndTurn())
        await game.take(EndTurn())
        yield w, game, await game.decider()


async def test_a_decision_by_command(tmp_path: Path) -> None:
    async with in_the_third_turn(tmp_path) as (w, game, person):
        with counting(w) as cost:
            answer = await person.slash("tile", game.home, colour="r", cell="D6")
        assert "your turn – 1 action left" in answer.content
        assert within(cost.pressing.size, DECIDED)
        assert within(cost.size, DECIDED_AND_SHOWN)
        assert cost.drawn == 2  # the board, and the hand
        assert nothing_twice(cost)
        assert "D6" in game.turn.content


async def test_a_decision_by_button(tmp_path: Path) -> None:
    async with in_the_third_turn(tmp_path) as (w, game, person):
        desk = await person.press(game.turn, "Desk")
        columns = await person.press(desk, tile_on(desk, Colour.RED))
        spaces = await person.press(columns, "D")
        with counting(w) as cost:
            answer = await person.press(spaces, "D6")
        assert "your turn – 1 action left" in answer.content
        assert within(cost.pressing.size, DECIDED)
        assert within(cost.size, DECIDED_AND_SHOWN)
        assert cost.drawn == 2  # the board, and the desk
        assert nothing_twice(cost)


async def test_the_end_of_a_turn(tmp_path: Path) -> None:
    """Two boards show the same: the turn that is over, and the one that begins."""
    async with in_the_third_turn(tmp_path) as (w, game, person):
        await game.take(parse_action("r@D6"))
        asked = await person.slash("end", game.home)
        with counting(w) as cost:
            await person.press(asked, "End turn")
        assert len(game.turns) == 4
        assert within(cost.pressing.size, TURN_ENDED)
        assert within(cost.size, TURN_ENDED_AND_SHOWN)
        assert cost.writes <= TURN_ENDED_AND_SHOWN[1]
        assert cost.drawn == 3  # the board, and both desks
        assert nothing_twice(cost)
        # the answer; the turn that is over and the new one; both desks, one of them a new message;
        # the door, which says whom the game waits for
        changed = [call for call in cost.calls if "/callback" not in call]
        assert len(changed) == 7


@pytest.mark.parametrize("command", ["hand", "board", "score"])
@pytest.mark.parametrize("finished", [0, 10])
async def test_looking(tmp_path: Path, command: str, finished: int) -> None:
    """However many games have been played to their end in that channel."""
    async with world(tmp_path) as w:
        w.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=None)
        people = [Player(w.person(name).id, name, "en-US") for name in ("ann", "bob")]
        place = Place(w.guild.id, w.channel.id)
        for number in range(finished + 1):
            table = await w.bot.services.opening.open(people[0], place, "Ur", seats=2)
            await w.bot.services.lobbies.join(table.id, people[1])
            if number < finished:
                await w.bot.services.play.resign(table.id, people[0].user_id)
        await w.bot.delivery.rest()
        homes = {
            (await w.bot.services.games.get(number + 1)).home.channel_id
            for number in range(finished)
        }
        assert homes <= {w.channel.id}
        ann = w.person("ann")
        with counting(w) as cost:
            answer = await ann.slash(command, w.channel)
        assert "**Ur**" in answer.content
        assert within(cost.pressing.size, LOOKED)
        assert cost.delivering.size == (0, 0)


async def test_looking_after_a_restart(tmp_path: Path) -> None:
    """Nothing is in memory yet."""
    async with in_the_third_turn(tmp_path) as (w, game, person):
        await w.restart()
        with counting(w) as cost:
            await person.slash("hand", game.home)
        assert within(cost.pressing.size, LOOKED)


async def test_a_keystroke(tmp_path: Path) -> None:
    async with in_the_third_turn(tmp_path) as (w, game, person):
        for command, option, filled in (
            ("tile", "colour", {}),
            ("tile", "cell", {"colour": "r"}),
            ("leader", "leader", {}),
            ("hand", "game", {}),
            ("tile", "cell", {"colour": "r", "game": str(game.id)}),
        ):
            with counting(w) as cost:
                assert await person.suggested(command, option, where=game.home, **filled)
            assert within(cost.pressing.size, SUGGESTED)


async def test_the_record_of_a_game_is_built_once(tmp_path: Path) -> None:
    async with in_the_third_turn(tmp_path) as (w, game, person):
        asked = await person.slash("resign", game.home)
        with counting(w) as cost:
            await person.press(asked, "Resign")
        assert len(game.posts[-1].attachments) == 3
        whole_log = re.compile(r"FROM entry\s+WHERE entry\.game_id = \? ORDER BY")
        assert len([text for text in cost.delivering.statements if whole_log.search(text)]) == 1
        assert nothing_twice(cost, asked=1)  # whether the seal is there still
