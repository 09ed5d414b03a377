"""How far people have come with the lessons.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from sqlalchemy import Connection, select

from bot.store.databases.corruption import decoding
from bot.store.databases.upsert import upsert
from bot.store.rows import LearnerRow
from bot.store.schema.tables import learner

_LEARNER = tuple(learner.c[name] for name in LearnerRow.__slots__)


def read_learner(connection: Connection, user_id: int) -> LearnerRow | None:
    """Read how far a user has come; None for one who has begun no lesson.

    Raises Damaged if it cannot be read.
    """
    with decoding("how far somebody has come with the lessons"):
        row = connection.execute(select(*_LEARNER).where(learner.c.user_id == user_id)).first()
        if row is None:
            return None
        lesson, decisions, learnt = row
        return LearnerRow(lesson, decisions or [], learnt or [])


def write_learner(connection: Connection, user_id: int, row: LearnerRow) -> None:
    """Keep how far a user has come."""
    values = {name: getattr(row, name) for name in LearnerRow.__slots__}
    upsert(connection, learner, {"user_id": user_id, **values})
