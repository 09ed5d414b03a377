"""Results of games that have ended."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.rows import Ending, ResultRow
from bot.store.schema.tables import game, result
from engine import Level

_OPTIONAL = frozenset({"user_id", "level", "place", "guild_id", "usual_wait"})
_REQUIRED = [at for at, name in enumerate(ResultRow.__slots__) if name not in _OPTIONAL]
_RESULTS = sa.select(
    result.c.table_id, *(result.c[name] for name in ResultRow.__slots__ if name != "game_id")
)


def _read(connection: sa.Connection, found: sa.Select[Any]) -> list[ResultRow]:
    """Read rows; those with a damaged value are left out."""
    rows = connection.execute(found)
    return [ResultRow(*row) for row in rows if all(row[at] is not None for at in _REQUIRED)]


def of_game(connection: sa.Connection, game_id: int) -> list[ResultRow]:
    """Read the results of a game, by seat and holder."""
    found = _RESULTS.where(result.c.table_id == game_id)
    return _read(connection, found.order_by(result.c.seat, result.c.holder))


def of_user(
    connection: sa.Connection, user_id: int, *, guild_id: int | None = None
) -> list[ResultRow]:
    """Read a user's results, latest first; optionally of one server only."""
    found = _RESULTS.where(result.c.user_id == user_id)
    if guild_id is not None:
        found = found.where(result.c.guild_id == guild_id)
    return _read(connection, found.order_by(result.c.ended_at.desc(), result.c.table_id.desc()))


def of_games_with(
    connection: sa.Connection, users: Collection[int], *, guild_id: int | None = None
) -> list[ResultRow]:
    """Read all results of the games in which these users have some; optionally of one server."""
    played = sa.select(result.c.table_id).where(result.c.user_id.in_(users))
    found = _read(connection, _RESULTS.where(result.c.table_id.in_(played)))
    # Not a condition: SQLite would go through all games of the server to find these.
    return [row for row in found if guild_id in {None, row.guild_id}]


def of_computers(connection: sa.Connection, guild_id: int) -> list[tuple[Level, int, int]]:
    """Read how many games computers of each level ended in a server, and won."""
    won = sa.case((sa.and_(result.c.place == 1, result.c.ending == Ending.FINISHED), 1), else_=0)
    found = (
        sa.select(result.c.level, sa.func.count(), sa.func.sum(won))
        .where(
            result.c.guild_id == guild_id,
            result.c.level.is_not(None),
            result.c.place.is_not(None),
        )
        .group_by(result.c.level)
    )
    return [(level, *tally) for level, *tally in connection.execute(found) if level is not None]


def of_guild(connection: sa.Connection, guild_id: int) -> list[ResultRow]:
    """Read all results of a server in the order in which its games ended."""
    found = _RESULTS.where(result.c.guild_id == guild_id)
    order = (result.c.ended_at, result.c.table_id, result.c.seat, result.c.holder)
    return _read(connection, found.order_by(*order))


def missing(connection: sa.Connection, statuses: Iterable[str], after: int, most: int) -> list[int]:
    """Read the numbers of games of these statuses without results, *most* of those *after* one."""
    has_results = sa.select(result.c.table_id).where(result.c.table_id == game.c.id).exists()
    ended = game.c.status.in_(list(statuses)), game.c.turn > 0, game.c.id > after
    found = sa.select(game.c.id).where(*ended, ~has_results).order_by(game.c.id).limit(most)
    return [number for number in connection.scalars(found) if number is not None]


def replace(connection: sa.Connection, game_id: int, rows: Sequence[ResultRow]) -> None:
    """Store the results of a game in place of earlier ones, with what these did to ratings."""
    held = [(row.seat, row.holder) for row in rows]
    of_game = result.c.table_id == game_id
    connection.execute(
        sa.delete(result).where(of_game, sa.tuple_(result.c.seat, result.c.holder).not_in(held))
    )
    values = [asdict(row) for row in rows]
    for each in values:
        each["table_id"] = each.pop("game_id")
    upsert(connection, result, *values)


def delete(connection: sa.Connection, game_id: int) -> None:
    """Delete the results of a game that is removed."""
    connection.execute(sa.delete(result).where(result.c.table_id == game_id))


def forget_server(connection: sa.Connection, guild_id: int) -> None:
    """Delete the results of a server."""
    connection.execute(sa.delete(result).where(result.c.guild_id == guild_id))
