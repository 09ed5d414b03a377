"""What is known of somebody in all games together.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
Reading it is a part of reading games: ``games.read_headers``.
"""

from sqlalchemy import Connection, insert, select, update

from bot.store.deciphering import checked, deciphering
from bot.store.schema import person


def change_person(connection: Connection, /, user_id: int, **changes: object) -> None:
    """Make *changes* to what is known of a user; the first ones make the row."""
    result = connection.execute(update(person).where(person.c.user_id == user_id).values(**changes))
    if not result.rowcount:
        connection.execute(insert(person).values(user_id=user_id, **changes))


def read_order(connection: Connection, user_id: int) -> str | None:
    """Read the standing order that a user has set for all games; None if there is none.

    Raises Damaged if it cannot be read.
    """
    with deciphering("a standing order"):
        of_user = select(person.c.standing_order).where(person.c.user_id == user_id)
        found = connection.scalar(of_user)
        (order,) = checked((found,), (person.c.standing_order,))
        return None if order is None else str(order)
