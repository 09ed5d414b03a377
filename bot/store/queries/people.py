"""A user's settings and history in all games together.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
Of players it is read with their games: ``games.read_headers``.
"""

from sqlalchemy import Connection, select

from bot.store.databases.upsert import upsert
from bot.store.rows import PersonRow
from bot.store.schema.tables import person
from engine import StandingOrder

_PERSON = tuple(person.c[name] for name in PersonRow.__slots__)


def read_person(connection: Connection, user_id: int) -> PersonRow:
    """Read what is known of a user: nothing but None if the user was never met."""
    row = connection.execute(select(*_PERSON).where(person.c.user_id == user_id)).first()
    return PersonRow(*((None,) * len(_PERSON) if row is None else row))


def change_person(connection: Connection, /, user_id: int, **changes: object) -> None:
    """Make *changes* to what is known of a user; the first ones make the row."""
    upsert(connection, person, {"user_id": user_id, **changes})


def read_order(connection: Connection, user_id: int) -> StandingOrder | None:
    """Read the standing order that a user has set for all games; None if there is none."""
    return connection.scalar(select(person.c.standing_order).where(person.c.user_id == user_id))
