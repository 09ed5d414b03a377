"""Changes of which nobody needs an answer: collected, and sent together.

On a database over a network each answer costs a round trip, and a transaction holds its locks for
as long. A file answers at once: there nothing is collected.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.sql.dml import UpdateBase

from bot.store.literals import written

_WORD = re.compile(r"\w+")
_LOCKS = re.compile(r"\bFOR\b|\bpg_advisory_")
COLLECTED: Final = "two_rivers_collected"
"""The execution option of a connection that sends changes together: its :class:`Collected`."""


class Collected:
    """What of a transaction waits to be sent; it begins with the first that is.

    *send* sends statements in one message and answers what the last of them has done, in the words
    of the database; *begin* is the statement with which the transaction begins. What is read before
    that may be read outside of it, as each statement sees what is committed by then; unless it is
    *within* from the beginning.
    """

    def __init__(self, send: Callable[[str], str], begin: str, *, within: bool) -> None:
        self._send = send
        self._begin = begin
        self._within = within
        self._waiting: list[str] = []
        self._changed: set[str] = set()
        """The tables that what waits is about."""
        self._begun = False

    def add(self, statement: UpdateBase, row: Mapping[str, object]) -> None:
        """Send a statement about *row* with whatever is sent next."""
        self._waiting.append(written(statement, row))
        self._changed.add(statement.entity_description["name"])

    def before(self, statement: str) -> None:
        """Send what must have been done before a statement that is sent by itself now.

        What is read waits for changes of the tables that are named in it, and for no others.
        """
        if (
            (self._within and not self._begun)
            or not statement.startswith("SELECT")
            or _LOCKS.search(statement)
            or not self._changed.isdisjoint(_WORD.findall(statement))
        ):
            self.send()

    def send(self) -> str:
        """Send what waits, so that whatever is asked next is answered after it."""
        statements = self._waiting if self._begun else [self._begin, *self._waiting]
        if not statements:
            return ""
        self._waiting = []
        self._changed.clear()
        self._begun = True
        return self._send("; ".join(statements))

    def commit(self) -> None:
        """Send what waits, and end the transaction; nothing if there is none."""
        if self._begun or self._waiting:
            self._waiting.append("COMMIT")
            done = self.send()
            if done != "COMMIT":  # a statement has failed, and somebody went on all the same
                raise RuntimeError("nothing of a transaction was stored, as a part of it failed")


def later(connection: Connection, statement: UpdateBase, *rows: Mapping[str, object]) -> None:
    """Change something, with a statement for each of *rows*, by the next answer at the latest."""
    collected = _collected(connection)
    if collected is not None:
        for row in rows:
            collected.add(statement, row)
    elif rows:
        connection.execute(statement, rows[0] if len(rows) == 1 else list(rows))


def counted(connection: Connection, statement: UpdateBase, row: Mapping[str, object]) -> int:
    """Change something, and answer how many rows it was."""
    collected = _collected(connection)
    if collected is None:
        return connection.execute(statement, row).rowcount
    collected.add(statement, row)
    return int(collected.send().rpartition(" ")[2])


def _collected(connection: Connection) -> Collected | None:
    found = connection.get_execution_options().get(COLLECTED)
    assert found is None or isinstance(found, Collected)
    return found
