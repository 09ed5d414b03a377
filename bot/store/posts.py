"""Reading and writing what of a game has been brought to Discord.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from datetime import datetime

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import PostRow
from bot.store.schema import game, post

_COLUMNS = [post.c[name] for name in PostRow.__slots__]


async def undelivered(connection: AsyncConnection) -> list[int]:
    """Ids of the games that have changed since they were last delivered completely."""
    ids = await connection.scalars(
        select(game.c.id).where(game.c.delivered_version < game.c.version).order_by(game.c.id)
    )
    return list(ids)


async def set_delivered(connection: AsyncConnection, game_id: int, version: int) -> None:
    """Record that a game was delivered completely as it was at *version*."""
    await connection.execute(
        update(game)
        .where(game.c.id == game_id, game.c.delivered_version < version)
        .values(delivered_version=version)
    )


async def home_opening(connection: AsyncConnection, game_id: int) -> bool:
    """Whether the opening of a home was begun, and its end not recorded."""
    return bool(await connection.scalar(select(game.c.home_opening).where(game.c.id == game_id)))


async def set_home(
    connection: AsyncConnection,
    game_id: int,
    home_id: int | None,
    *,
    is_thread: bool = False,
    opening: bool = False,
) -> None:
    """Record the home of a game, or that it has none, and whether one is just being opened."""
    await connection.execute(
        update(game)
        .where(game.c.id == game_id)
        .values(home_id=home_id, home_is_thread=is_thread, home_opening=opening)
    )


async def read_posts(connection: AsyncConnection, game_id: int) -> list[PostRow]:
    """Read the messages of a game that are there or being sent, oldest first."""
    rows = await connection.execute(
        select(*_COLUMNS).where(post.c.game_id == game_id).order_by(post.c.id)
    )
    return [PostRow(*row) for row in rows]


async def insert_post(
    connection: AsyncConnection,
    game_id: int,
    *,
    key: str,
    fingerprint: str,
    user_id: int | None,
    channel_id: int | None,
    at: datetime,
) -> int:
    """Record that a message is being sent, to a user or to a channel. Answers the row's id."""
    result = await connection.execute(
        insert(post)
        .values(
            game_id=game_id,
            key=key,
            fingerprint=fingerprint,
            user_id=user_id,
            channel_id=channel_id,
            at=at,
        )
        .returning(post.c.id)
    )
    return int(result.scalar_one())


async def change_post(connection: AsyncConnection, /, post_id: int, **changes: object) -> None:
    """Make *changes* to the columns of a message."""
    await connection.execute(update(post).where(post.c.id == post_id).values(**changes))


async def delete_post(connection: AsyncConnection, post_id: int) -> None:
    """Forget a message: it is gone, was never sent, or has no buttons any more."""
    await connection.execute(delete(post).where(post.c.id == post_id))


async def delete_posts_in(connection: AsyncConnection, game_id: int, channel_id: int) -> None:
    """Forget the messages of a game in a channel that is gone."""
    await connection.execute(
        delete(post).where(post.c.game_id == game_id, post.c.channel_id == channel_id)
    )


async def forget_everything(connection: AsyncConnection) -> None:
    """Forget all messages and homes, as nothing of them is left; nothing counts as due."""
    await connection.execute(delete(post))
    await connection.execute(
        update(game).values(
            home_id=None,
            home_is_thread=False,
            home_opening=False,
            delivered_version=game.c.version,
        )
    )
