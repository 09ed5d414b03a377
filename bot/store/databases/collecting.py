"""Changes of which nobody needs an answer: collected, and sent together.

On a database over a network each answer costs a round trip, and a transaction holds its locks for
as long. A file answers at once: there nothing is collected.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    CompoundSelect,
    Connection,
    Select,
    cast,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.sql.dml import UpdateBase

from bot.store.databases.literals import written

_WORD = re.compile(r"\w+")
_LOCKS = re.compile(r"\bFOR\b|\bpg_advisory_")
_READS = ("SELECT", "(SELECT")
COLLECTED: Final = "two_rivers_collected"
"""The execution option of a connection that sends changes together: its :class:`Collected`."""


class Answer(NamedTuple):
    """What was answered to a question before somebody has asked it."""

    values: Mapping[str, object]
    """For its parameters."""
    tables: frozenset[str]
    """From which it was read."""
    rows: Sequence[tuple[Any, ...]]


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
        self.answers: dict[Select[Any], Answer] = {}
        """What was asked ahead, as long as nothing has changed of it."""

    def add(self, statement: UpdateBase, row: Mapping[str, object]) -> None:
        """Send a statement about *row* with whatever is sent next."""
        table = statement.entity_description["name"]
        self._waiting.append(written(statement, row))
        self._changed.add(table)
        self.answers = {
            question: answer
            for question, answer in self.answers.items()
            if table not in answer.tables
        }

    def before(self, statement: str) -> None:
        """Send what must have been done before a statement that is sent by itself now.

        What is read waits for changes of the tables that are named in it, and for no others.
        """
        reads = statement.startswith(_READS)
        if not reads:
            self.answers.clear()
        if (
            (self._within and not self._begun)
            or not reads
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


def ask(
    connection: Connection, question: Select[Any], values: Mapping[str, object]
) -> Sequence[Sequence[Any]]:
    """What is answered to a question: now, or what it was when it was asked ahead."""
    collected = _collected(connection)
    known = None if collected is None else collected.answers.get(question)
    if known is not None and known.values.items() >= values.items():
        return known.rows
    return connection.execute(question, values).all()


def ask_ahead(
    connection: Connection, values: Mapping[str, object], *questions: Select[Any]
) -> None:
    """Ask several questions at once, if each would be a round trip, which will be asked later."""
    collected = _collected(connection)
    if collected is None:
        return
    statement, columns = _all_of(questions)
    answered: list[list[tuple[Any, ...]]] = [[] for _ in questions]
    for number, *row in connection.execute(statement, values):
        answered[number].append(tuple(row[columns[number]]))
    collected.answers |= {
        question: Answer(values, _tables(question), rows)
        for question, rows in zip(questions, answered, strict=True)
    }


@cache
def _all_of(
    questions: tuple[Select[Any], ...],
) -> tuple[CompoundSelect[Any], list[slice]]:
    """All questions as one, and where in its rows the columns of each are."""
    parts = [question.subquery() for question in questions]
    widths = [len(part.c) for part in parts]
    ends = list(accumulate(widths))
    nothing = [[cast(null(), column.type) for column in part.c] for part in parts]
    together = union_all(
        *(
            select(
                literal(number),
                *chain.from_iterable(
                    part.c if part is own else nothing[other] for other, part in enumerate(parts)
                ),
            )
            for number, own in enumerate(parts)
        )
    )
    columns = [slice(end - width, end) for end, width in zip(ends, widths, strict=True)]
    return together, columns


@cache
def _tables(question: Select[Any]) -> frozenset[str]:
    """The tables from which an answer is read, among other words."""
    return frozenset(_WORD.findall(str(question)))


def _collected(connection: Connection) -> Collected | None:
    found = connection.get_execution_options().get(COLLECTED)
    assert found is None or isinstance(found, Collected)
    return found
