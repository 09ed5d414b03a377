"""What is known of somebody in all games together.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import person


async def direct_closed_since(connection: AsyncConnection, moment: datetime) -> frozenset[int]:
    """Read whose direct messages were found closed after that moment."""
    users = await connection.scalars(
        select(person.c.user_id).where(person.c.direct_closed_at > moment)
    )
    return frozenset(users)


async def set_direct_closed(
    connection: AsyncConnection, user_id: int, moment: datetime | None
) -> None:
    """Record when a user's direct messages were found closed, or with None open."""
    changed = await _change(connection, user_id, direct_closed_at=moment)
    if not changed and moment is not None:
        await connection.execute(insert(person).values(user_id=user_id, direct_closed_at=moment))


async def in_high_contrast(connection: AsyncConnection, users: Iterable[int]) -> frozenset[int]:
    """Read which of those users want their pictures in high contrast."""
    found = await connection.scalars(
        select(person.c.user_id).where(
            person.c.user_id.in_(list(users)), person.c.high_contrast.is_(True)
        )
    )
    return frozenset(found)


async def set_high_contrast(connection: AsyncConnection, user_id: int, wanted: bool) -> None:  # noqa: FBT001
    """Record whether a user wants pictures in high contrast."""
    if not await _change(connection, user_id, high_contrast=wanted):
        await connection.execute(insert(person).values(user_id=user_id, high_contrast=wanted))


async def _change(connection: AsyncConnection, user_id: int, **changes: object) -> bool:
    result = await connection.execute(
        update(person).where(person.c.user_id == user_id).values(**changes)
    )
    return result.rowcount > 0
