"""What is known of somebody in all games together.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
Reading it is a part of reading games: ``games.read_headers``.
"""

from sqlalchemy import Connection, insert, update

from bot.store.schema import person


def change_person(connection: Connection, /, user_id: int, **changes: object) -> None:
    """Make *changes* to what is known of a user; the first ones make the row."""
    result = connection.execute(update(person).where(person.c.user_id == user_id).values(**changes))
    if not result.rowcount:
        connection.execute(insert(person).values(user_id=user_id, **changes))
