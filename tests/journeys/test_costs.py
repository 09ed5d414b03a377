"""The cost of a press, in counts that do not depend on the machine: they may only get smaller.

Statements in transactions, counted at the database; pictures that were drawn; requests.
"""

import re
from collections import Counter
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

import pytest
from messages import tile_on
from people import world
from sqlalchemy import Engine, event

from bot.content import pictures
from bot.store.databases.sqlite import ASKED_BY
from engine import Colour

_DRAWING = ("_board", "_desk", "_spaces", "_region", "_legend", "_conflict", "_shared")
_NOT_COUNTED = re.compile(r"\s*(BEGIN|COMMIT|ROLLBACK|PRAGMA)", re.IGNORECASE)


@dataclass
class Work:
    """Work in the database."""

    statements: list[str] = field(default_factory=list)
    """Every execution, a repeated one as often as it was repeated."""
    transactions: int = 0
    writes: int = 0
    """The number of transactions that changed something."""

    @property
    def size(self):
        """The numbers of statements and transactions."""
        return len(self.statements), self.transactions


@dataclass
class Cost:
    """Counted while something was done."""

    pressing: Work = field(default_factory=Work)
    """Until it was answered."""
    delivering: Work = field(default_factory=Work)
    """The work until everything is shown."""
    calls: list[str] = field(default_factory=list)
    """Requests to Discord: method and path."""
    drawn: int = 0
    """The number of pictures drawn: none of them twice."""

    @property
    def size(self):
        """The numbers of all statements and transactions."""
        pressing, delivering = self.pressing.size, self.delivering.size
        return pressing[0] + delivering[0], pressing[1] + delivering[1]

    @property
    def writes(self):
        """The number of all transactions that changed something."""
        return self.pressing.writes + self.delivering.writes


@contextmanager
def counting(world):
    """Count until the end of the block, in all databases, and on this world's wire."""
    cost = Cost()
    changing = set()
    before = len(world.env.http_requests)
    for name in _DRAWING:
        getattr(pictures, name).cache_clear()

    def work(connection):
        asked_by = connection.get_execution_options().get(ASKED_BY, "")
        return cost.delivering if asked_by.startswith("deliver game") else cost.pressing

    def begin(connection):
        work(connection).transactions += 1

    def execute(connection, _cursor, statement, parameters, _context, executemany):
        if _NOT_COUNTED.match(statement):
            return
        # Many rows in one statement are a tuple of all their values; a repeated one has a list.
        repeated = executemany and isinstance(parameters, list)
        work(connection).statements += [statement] * (len(parameters) if repeated else 1)
        if not statement.lstrip().upper().startswith("SELECT"):
            changing.add(id(connection))

    def commit(connection):
        work(connection).writes += id(connection) in changing
        changing.discard(id(connection))

    listeners = (("begin", begin), ("before_cursor_execute", execute), ("commit", commit))
    for name, listener in listeners:
        event.listen(Engine, name, listener)
    try:
        yield cost
    finally:
        for name, listener in listeners:
            event.remove(Engine, name, listener)
        cost.calls = [f"{each.method} {each.path}" for each in world.env.http_requests[before:]]
        cost.drawn = sum(getattr(pictures, name).cache_info().misses for name in _DRAWING)


pytestmark = pytest.mark.sqlite  # at a server round trips are counted, on the wire

DECIDED = (7, 2)  # one of them reads what clocks depend on
DECIDED_AND_SHOWN = (10, 3)
TURN_ENDED = (11, 2)  # two store the clocks of both, and what is due next of them
TURN_ENDED_AND_SHOWN = (18, 3)
LOOKED = SUGGESTED = (2, 1)
MISSED = (2, 2)  # the game, and its whole log


def within(size, most):
    """True if neither statements nor transactions exceed *most*."""
    return size[0] <= most[0] and size[1] <= most[1]


def nothing_twice(cost, *, asked=0):
    """True if no message was changed twice, and only *asked* ones were requested."""
    changed = [call for call in cost.calls if not call.startswith("POST")]
    only_asked = sum(call.startswith("GET") for call in cost.calls)
    return max(Counter(changed).values()) == 1 and only_asked == asked


@asynccontextmanager
async def in_the_third_turn(tmp_path):
    """A game in which everybody has had a turn, and the player to move."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await game.play("end", "end")
        yield w, game, await game.decider()


async def test_a_servers_board_adds_nothing_to_a_press(tmp_path):
    """Showing the game marks the board in the same transaction."""
    async with in_the_third_turn(tmp_path) as (w, game, person):
        await w.bot.services.boards.put_up(w.guild.id, w.channel.id, "en")
        await w.env.settle()
        desk = await person.press(game.turn, "Desk")
        columns = await person.press(desk, tile_on(desk, Colour.RED))
        spaces = await person.press(columns, "D")
        with counting(w) as cost:
            await person.press(spaces, "D6")
        assert within(cost.pressing.size, DECIDED)
        noted = [each for each in cost.delivering.statements if each.startswith("UPDATE server_")]
        assert len(noted) == 1


async def test_a_decision_and_the_end_of_a_turn(tmp_path):
    """Two boards show the same: the turn that is over, and the one that begins."""
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


async def test_looking_also_after_a_restart(tmp_path):
    """The number of finished games there does not matter either."""
    async with in_the_third_turn(tmp_path) as (w, game, person):
        keystrokes = [
            ("tile", "colour", {}),
            ("tile", "cell", {"colour": "r"}),
            ("hand", "game", {}),
            ("tile", "cell", {"colour": "r", "game": str(game.id)}),
        ]
        for command, option, filled in keystrokes:
            with counting(w) as cost:
                assert await person.suggested(command, option, where=game.home, **filled)
            assert within(cost.pressing.size, SUGGESTED)
        more = await person.press(await person.press(game.turn, "Desk"), "More")
        with counting(w) as cost:
            await person.press(more, "What you missed")
        assert within(cost.pressing.size, MISSED)
        assert cost.delivering.size == (0, 0)
        assert cost.drawn == 1
        over = await w.open("ann", "bob", name="Uruk")
        asked = await person.slash("resign", over.home)
        with counting(w) as cost:
            await person.press(asked, "Resign")
        assert len(over.posts[-1].attachments) == 3
        whole_log = re.compile(r"FROM entry\s+WHERE entry\.game_id = \? ORDER BY")
        assert len([text for text in cost.delivering.statements if whole_log.search(text)]) == 1
        assert nothing_twice(cost, asked=1)  # whether the seal is there still
        await w.restart()
        for command in ("hand", "board", "score"):
            with counting(w) as cost:
                answer = await person.slash(command, w.channel)
            assert "**Ur**" in answer.content
            assert within(cost.pressing.size, LOOKED)
            assert cost.delivering.size == (0, 0)
