"""A user's data outside games: settings, and progress in the lessons.

Players' data is read with their games: ``games.read_headers``.
"""

from collections.abc import Sequence
from dataclasses import asdict, astuple
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.errors import decoding
from bot.store.rows import USUAL_HABITS, Habits, LearnerRow, PersonRow
from bot.store.schema.tables import learner, person
from engine import StandingOrder

_AT_FIRST = astuple(USUAL_HABITS)
_KNOWN = tuple(name for name in PersonRow.__slots__ if name != "habits")

_HIGH_CONTRAST = "high-contrast"
"""The theme that older programs know, by a column of its own, and still write during a deploy."""
_COLUMNS = {
    **person.c,
    "theme": sa.func.coalesce(person.c.theme, sa.case((person.c.high_contrast, _HIGH_CONTRAST))),
}
PERSON = tuple(_COLUMNS[name] for name in (*Habits.__slots__, *_KNOWN))
"""The columns from which :func:`to_person` makes a row."""


def to_person(values: Sequence[Any]) -> PersonRow:
    """Build a row from these columns; None if never set."""
    habits = zip(values, _AT_FIRST, strict=False)
    now = Habits(*[first if found is None else found for found, first in habits])
    return PersonRow(now, *values[len(_AT_FIRST) :])


def read_person(connection: sa.Connection, user_id: int) -> PersonRow:
    """Read a user's data outside games."""
    row = connection.execute(sa.select(*PERSON).where(person.c.user_id == user_id)).first()
    return PersonRow() if row is None else to_person(row)


def change_person(connection: sa.Connection, /, user_id: int, **changes: object) -> None:
    """Change columns of a user's data, and create the row if missing."""
    upsert(connection, person, {"user_id": user_id, **changes})


def change_theme(connection: sa.Connection, user_id: int, theme: str | None) -> None:
    """Change the theme of a user's private pictures; older programs see it if they know it."""
    change_person(connection, user_id, theme=theme, high_contrast=theme == _HIGH_CONTRAST)


def read_order(connection: sa.Connection, user_id: int) -> StandingOrder | None:
    """Read a user's standing order for all games; None without one."""
    return connection.scalar(sa.select(person.c.standing_order).where(person.c.user_id == user_id))


_LEARNER = tuple(learner.c[name] for name in LearnerRow.__slots__)


def read_learner(connection: sa.Connection, user_id: int) -> LearnerRow | None:
    """Read a user's progress in the lessons; None without any.

    Raises Damaged if it is unreadable.
    """
    with decoding("how far somebody has come with the lessons"):
        row = connection.execute(sa.select(*_LEARNER).where(learner.c.user_id == user_id)).first()
    return None if row is None else LearnerRow(row.lesson, row.decisions or [], row.learnt or [])


def write_learner(connection: sa.Connection, user_id: int, row: LearnerRow) -> None:
    """Store a user's progress in the lessons."""
    upsert(connection, learner, {"user_id": user_id, **asdict(row)})
