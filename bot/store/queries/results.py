"""Results of games that have ended."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.rows import Ending, PlayedRow, ResultRow
from bot.store.schema.tables import OF_COMPUTERS, game, result
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


def of_user(connection: sa.Connection, user_id: int) -> list[ResultRow]:
    """Read a user's results, latest first."""
    found = _RESULTS.where(result.c.user_id == user_id)
    return _read(connection, found.order_by(result.c.ended_at.desc(), result.c.table_id.desc()))


_OWN = ("table_id", *PlayedRow._fields[1:9])
_OTHER = result.alias()
_ANOTHER_PERSON = sa.and_(_OTHER.c.level.is_(None), _OTHER.c.seat != result.c.seat)


def played_by(
    connection: sa.Connection, user_id: int, *, guild_id: int | None = None, viewer: int = 0
) -> list[PlayedRow]:
    """Read a user's results as :func:`of_user` does, with what is known of others in each game."""
    of_viewer = sa.and_(_OTHER.c.user_id == viewer, _OTHER.c.user_id != user_id)
    found = (
        sa.select(
            *(result.c[name] for name in _OWN),
            sa.func.max(sa.case((_ANOTHER_PERSON, 1), else_=0)),
            *(sa.func.max(sa.case((_OTHER.c.level == level, 1), else_=0)) for level in Level),
            sa.func.max(sa.case((of_viewer, _OTHER.c.place))),
        )
        .select_from(result.join(_OTHER, _OTHER.c.table_id == result.c.table_id))
        .where(result.c.user_id == user_id)
        .group_by(result.c.table_id, result.c.seat, result.c.holder)
        .order_by(result.c.ended_at.desc(), result.c.table_id.desc(), result.c.holder.desc())
    )
    if guild_id is not None:
        found = found.where(result.c.guild_id == guild_id)
    rows = []
    for *own, with_others, easy, medium, strong, place in connection.execute(found):
        levels = tuple(
            level for level, there in zip(Level, (easy, medium, strong), strict=True) if there
        )
        rows.append(PlayedRow._make((*own, bool(with_others), levels, place)))
    return [row for row in rows if None not in row[:2] + row[3:8]]


def of_computers(connection: sa.Connection, guild_id: int) -> list[tuple[Level, int, int]]:
    """Read how many games computers of each level ended in a server, and won."""
    won = sa.case((sa.and_(result.c.place == 1, result.c.ending == Ending.FINISHED), 1), else_=0)
    found = (
        sa.select(result.c.level, sa.func.count(), sa.func.sum(won))
        .where(
            result.c.guild_id == guild_id,
            OF_COMPUTERS,
            result.c.place.is_not(None),
        )
        .group_by(result.c.level)
    )
    return [(level, *tally) for level, *tally in connection.execute(found) if level is not None]


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


def forget_server(connection: sa.Connection, guild_id: int) -> None:
    """Delete the results of a server."""
    connection.execute(sa.delete(result).where(result.c.guild_id == guild_id))
