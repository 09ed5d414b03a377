"""Reading and writing games, their players, their log and their state.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import StaleVersion, StoreError
from bot.store.rows import ActionRow, GameRow, PlayerRow
from bot.store.schema import action, game, player, snapshot

_GAME = [game.c[name] for name in GameRow.__slots__]
_PLAYER = [player.c[name] for name in PlayerRow.__slots__]
_ACTION = [action.c[name] for name in ActionRow.__slots__]


async def insert_game(
    connection: AsyncConnection,
    *,
    name: str,
    guild_id: int | None,
    channel_id: int,
    board: str,
    options: Sequence[str],
    capacity: int,
    opener_id: int,
    status: str,
    created_at: datetime,
) -> int:
    """Make a game with an empty log. Answers its id."""
    result = await connection.execute(
        insert(game)
        .values(
            name=name,
            status=status,
            guild_id=guild_id,
            channel_id=channel_id,
            home_is_thread=False,
            home_opening=False,
            opener_id=opener_id,
            board=board,
            options=list(options),
            capacity=capacity,
            version=0,
            state_version=0,
            turn=0,
            delivered_version=0,
            created_at=created_at,
        )
        .returning(game.c.id)
    )
    return int(result.scalar_one())


async def append(
    connection: AsyncConnection,
    game_id: int,
    version: int,
    rows: Sequence[ActionRow],
    **changes: object,
) -> None:
    """Append *rows* to the log of a game, and make *changes* to its columns.

    Raises StaleVersion if *version* is not the game's any more.
    """
    result = await connection.execute(
        update(game)
        .where(game.c.id == game_id, game.c.version == version)
        .values(version=rows[-1].seq, **changes)
    )
    if result.rowcount != 1:
        raise StaleVersion
    await connection.execute(
        insert(action),
        [
            # asdict() would take the events apart too
            {name: getattr(row, name) for name in row.__slots__} | {"game_id": game_id}
            for row in rows
        ],
    )


async def save_state(
    connection: AsyncConnection, game_id: int, seq: int, state: str, *, only: bool
) -> None:
    """Store the state after entry *seq*; with *only*, nobody needs the earlier ones any more."""
    if only:
        await connection.execute(
            delete(snapshot).where(snapshot.c.game_id == game_id, snapshot.c.seq < seq)
        )
    await connection.execute(insert(snapshot).values(game_id=game_id, seq=seq, state=state))


async def read_state(connection: AsyncConnection, game_id: int, seq: int) -> str:
    """Read the state after entry *seq*. Raises StoreError if it is not kept."""
    state = await connection.scalar(
        select(snapshot.c.state).where(snapshot.c.game_id == game_id, snapshot.c.seq == seq)
    )
    if state is None:
        raise StoreError(f"the state of game {game_id} after entry {seq} is missing")
    return str(state)


async def read_game(connection: AsyncConnection, game_id: int) -> GameRow | None:
    """Read a game; None if there is none of that id."""
    rows = await connection.execute(select(*_GAME).where(game.c.id == game_id))
    row = rows.one_or_none()
    return None if row is None else GameRow(*row)


async def find_playing(
    connection: AsyncConnection, user_id: int, statuses: Iterable[str]
) -> list[int]:
    """Ids of the games in which that user plays, newest first."""
    ids = await connection.scalars(
        select(game.c.id)
        .join(player, player.c.game_id == game.c.id)
        .where(player.c.user_id == user_id, game.c.status.in_(list(statuses)))
        .order_by(game.c.id.desc())
    )
    return list(ids)


async def find_shown(
    connection: AsyncConnection, channel_id: int, statuses: Iterable[str]
) -> list[int]:
    """Ids of the games shown or opened in that channel or thread, newest first."""
    ids = await connection.scalars(
        select(game.c.id)
        .where(
            or_(game.c.home_id == channel_id, game.c.channel_id == channel_id),
            game.c.status.in_(list(statuses)),
        )
        .order_by(game.c.id.desc())
    )
    return list(ids)


# --- players ---------------------------------------------------------------------------------


async def read_players(connection: AsyncConnection, game_id: int) -> tuple[PlayerRow, ...]:
    """Read the players in seat order, before the start in the order of joining."""
    rows = await connection.execute(
        select(*_PLAYER)
        .where(player.c.game_id == game_id)
        .order_by(player.c.seat, player.c.joined_seq)
    )
    return tuple(PlayerRow(*row) for row in rows)


async def add_player(connection: AsyncConnection, game_id: int, added: PlayerRow) -> None:
    """Add a player to a game."""
    await connection.execute(insert(player).values(game_id=game_id, **asdict(added)))


async def remove_player(connection: AsyncConnection, game_id: int, user_id: int) -> None:
    """Take a player out of a game."""
    await connection.execute(
        delete(player).where(player.c.game_id == game_id, player.c.user_id == user_id)
    )


async def change_player(
    connection: AsyncConnection, game_id: int, user_id: int, **changes: object
) -> None:
    """Make *changes* to a player's columns."""
    await connection.execute(
        update(player)
        .where(player.c.game_id == game_id, player.c.user_id == user_id)
        .values(**changes)
    )


async def rename(
    connection: AsyncConnection, user_id: int, name: str, statuses: Iterable[str]
) -> None:
    """Give a user a new name in all games of these statuses."""
    games = select(game.c.id).where(game.c.status.in_(list(statuses)))
    await connection.execute(
        update(player)
        .where(player.c.user_id == user_id, player.c.name != name, player.c.game_id.in_(games))
        .values(name=name)
    )


# --- the log ---------------------------------------------------------------------------------


async def read_log(
    connection: AsyncConnection, game_id: int, since_turn: int = 0
) -> list[ActionRow]:
    """Read the log from that turn on, first entry first."""
    rows = await connection.execute(
        select(*_ACTION)
        .where(action.c.game_id == game_id, action.c.turn >= since_turn)
        .order_by(action.c.seq)
    )
    return [ActionRow(*row) for row in rows]


async def last_played_turn(connection: AsyncConnection, game_id: int, before: int) -> int:
    """The last turn before that one in which a person decided anything; else the one before."""
    turn = await connection.scalar(
        select(action.c.turn)
        .where(
            action.c.game_id == game_id,
            action.c.turn < before,
            action.c.kind == "acted",
            action.c.automatic.is_(False),
        )
        .order_by(action.c.turn.desc())
        .limit(1)
    )
    return before - 1 if turn is None else int(turn)
