"""What a press costs, counted at the database, on the wire, and where pictures are drawn."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from people import World
from sqlalchemy import Connection, Engine, event

from bot.content import pictures
from bot.store.databases.sqlite import ASKED_BY

_DRAWING = ("_board", "_desk", "_spaces", "_region", "_legend", "_conflict", "_chart")
_NOT_COUNTED = re.compile(r"\s*(BEGIN|COMMIT|ROLLBACK|PRAGMA)", re.IGNORECASE)


@dataclass
class Work:
    """What was done in the database."""

    statements: list[str] = field(default_factory=list)
    """Every execution, a repeated one as often as it was repeated."""
    transactions: int = 0
    writes: int = 0
    """Those of the transactions that changed something."""

    @property
    def size(self) -> tuple[int, int]:
        """How many statements, in how many transactions."""
        return len(self.statements), self.transactions


@dataclass
class Cost:
    """Counted while something was done."""

    pressing: Work = field(default_factory=Work)
    """Until it was answered."""
    delivering: Work = field(default_factory=Work)
    """To show what came of it."""
    calls: list[str] = field(default_factory=list)
    """Requests to Discord: method and path."""
    drawn: int = 0
    """How many pictures were drawn: none of them twice."""

    @property
    def size(self) -> tuple[int, int]:
        """How many statements, in how many transactions, in all."""
        pressing, delivering = self.pressing.size, self.delivering.size
        return pressing[0] + delivering[0], pressing[1] + delivering[1]

    @property
    def writes(self) -> int:
        """How many transactions changed something, in all."""
        return self.pressing.writes + self.delivering.writes


@contextmanager
def counting(world: World) -> Iterator[Cost]:
    """Count until the end of the block, in all databases, and on this world's wire."""
    cost = Cost()
    changing: set[int] = set()
    before = len(world.env.http_requests)
    for name in _DRAWING:
        getattr(pictures, name).cache_clear()

    def work(connection: Connection) -> Work:
        asked_by = connection.get_execution_options().get(ASKED_BY, "")
        return cost.delivering if asked_by.startswith("deliver game") else cost.pressing

    def begin(connection: Connection) -> None:
        work(connection).transactions += 1

    def execute(
        connection: Connection,
        _cursor: object,
        statement: str,
        parameters: Any,
        _context: object,
        executemany: bool,
    ) -> None:
        if _NOT_COUNTED.match(statement):
            return
        # Many rows in one statement are a tuple of all their values; a repeated one has a list.
        repeated = executemany and isinstance(parameters, list)
        work(connection).statements += [statement] * (len(parameters) if repeated else 1)
        if not statement.lstrip().upper().startswith("SELECT"):
            changing.add(id(connection))

    def commit(connection: Connection) -> None:
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
