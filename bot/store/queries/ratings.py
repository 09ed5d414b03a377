"""Ratings of users in servers, and the results they follow from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from typing import Any, TypeAlias

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.rows import Ending, RatedRow, RatingRow
from bot.store.schema.tables import HIDES_RESULTS, person, rating, result

Point: TypeAlias = tuple[datetime, int]
"""A place in the order of games: when one ended, and its number."""

_PLACE = sa.type_coerce(
    sa.case(
        (result.c.ending == Ending.FINISHED, result.c.place),
        (result.c.ending == Ending.STOPPED, 1),  # all others had left
    ),
    result.c.place.type,  # which checks it
)
_KEPT = ("mu_before", "sigma_before", "mu", "sigma", "weight", "met")
_RATED = sa.select(
    result.c.table_id,
    result.c.seat,
    result.c.user_id,
    _PLACE,
    result.c.ended_at,
    *(result.c[name] for name in _KEPT),
).where(result.c.rated.is_(True))
_RATING = sa.select(*(rating.c[name] for name in RatingRow.__slots__))


# --- results ------------------------------------------------------------------------------------


def of_game(connection: sa.Connection, game_id: int) -> list[RatedRow]:
    """Read what a game did to ratings; empty if it is not rated."""
    return _rows(connection, _RATED.where(result.c.table_id == game_id).order_by(result.c.seat))


def games(
    connection: sa.Connection, guild_id: int, since: Point | None = None
) -> Iterator[list[RatedRow]]:
    """Read the rated games of a server, from a point on, in the order in which they ended."""
    order = (result.c.ended_at, result.c.table_id, result.c.seat)
    found = _RATED.where(result.c.guild_id == guild_id)
    if since is not None:
        found = found.where(result.c.ended_at >= since[0], ~_before(result, since))
    rows = _rows(connection, found.order_by(*order))
    for _, of_game in groupby(rows, key=lambda row: row.game_id):
        game = [*of_game]
        if len(game) > 1:  # else the others are damaged
            yield game


def of_user(
    connection: sa.Connection, guild_id: int, user_id: int, before: Point | None = None
) -> list[RatedRow]:
    """Read a user's rated games in a server, before a point, in the order in which they ended."""
    found = _RATED.where(result.c.user_id == user_id, result.c.guild_id == guild_id)
    if before is not None:
        found = found.where(_before(result, before))
    return _rows(connection, found.order_by(result.c.ended_at, result.c.table_id))


def opponents(
    connection: sa.Connection, guild_id: int, user_id: int, before: Point
) -> dict[int, list[datetime]]:
    """Read a user's opponents in rated games before a point, with the ends of these games."""
    other = result.alias()
    found = (
        sa.select(other.c.user_id, other.c.ended_at)
        .select_from(result.join(other, other.c.table_id == result.c.table_id))
        .where(result.c.user_id == user_id, result.c.guild_id == guild_id)
        .where(_before(result, before))
        .where(result.c.rated.is_(True), other.c.rated.is_(True), other.c.user_id != user_id)
    )
    ends = defaultdict[int, list[datetime]](list)
    for opponent, ended_at in connection.execute(found):
        if opponent is not None and ended_at is not None:
            ends[opponent].append(ended_at)
    return ends


def _before(of: sa.Table, point: Point) -> sa.ColumnElement[bool]:
    ended_at, game_id = point
    same = sa.and_(of.c.ended_at == ended_at, of.c.table_id < game_id)
    return sa.or_(of.c.ended_at < ended_at, same)


def _rows(connection: sa.Connection, found: sa.Select[Any]) -> list[RatedRow]:
    """Read rows; those that are damaged are left out."""
    rows = (RatedRow(*row) for row in connection.execute(found))
    return [row for row in rows if None not in (row.game_id, row.seat, row.ended_at)]


_WRITE = (
    sa.update(result)
    .where(
        result.c.table_id == sa.bindparam("the_game"),
        result.c.seat == sa.bindparam("the_seat"),
        result.c.holder == 0,
    )
    .values({name: sa.bindparam(f"new_{name}") for name in _KEPT})
)


def write(connection: sa.Connection, rows: Sequence[RatedRow]) -> None:
    """Store what games did to ratings."""
    if rows:
        values = [
            {"the_game": row.game_id, "the_seat": row.seat}
            | {f"new_{name}": getattr(row, name) for name in _KEPT}
            for row in rows
        ]
        connection.execute(_WRITE, values)


# --- ratings ------------------------------------------------------------------------------------


def servers(connection: sa.Connection) -> list[int]:
    """Read the servers that have ratings, or rated games."""
    of_results = sa.select(result.c.guild_id).where(result.c.rated.is_(True))
    both = sa.union(sa.select(rating.c.guild_id), of_results)
    return sorted(each for each in connection.scalars(both) if each is not None)


def all_in(connection: sa.Connection, guild_id: int) -> list[RatingRow]:
    """Read all ratings of a server."""
    return _ratings(connection, _RATING.where(rating.c.guild_id == guild_id))


def put(connection: sa.Connection, guild_id: int, rows: Iterable[RatingRow]) -> None:
    """Store ratings."""
    upsert(connection, rating, *({"guild_id": guild_id, **asdict(row)} for row in rows))


def delete(connection: sa.Connection, guild_id: int, users: Iterable[int]) -> None:
    """Delete the ratings of users in a server."""
    those = sa.delete(rating).where(
        rating.c.guild_id == guild_id, rating.c.user_id == sa.bindparam("the_user")
    )
    if values := [{"the_user": user_id} for user_id in users]:
        connection.execute(those, values)


def forget_server(connection: sa.Connection, guild_id: int) -> None:
    """Delete the ratings of a server."""
    connection.execute(sa.delete(rating).where(rating.c.guild_id == guild_id))


def one(connection: sa.Connection, guild_id: int, user_id: int) -> RatingRow | None:
    """Read a user's rating in a server; None before the first rated game."""
    found = _RATING.where(rating.c.guild_id == guild_id, rating.c.user_id == user_id)
    return next(iter(_ratings(connection, found)), None)


def all_of(connection: sa.Connection, user_id: int) -> dict[int, RatingRow]:
    """Read a user's ratings by server."""
    found = _RATING.add_columns(rating.c.guild_id).where(rating.c.user_id == user_id)
    rows = [row for row in connection.execute(found) if None not in row]
    return {guild_id: RatingRow(*row) for *row, guild_id in rows}


def _listed(guild_id: int, enough: tuple[int, int]) -> sa.ColumnElement[bool]:
    games, opponents = enough
    hidden = sa.select(person.c.user_id).where(HIDES_RESULTS)
    return sa.and_(
        rating.c.guild_id == guild_id,
        rating.c.games >= games,
        rating.c.opponents >= opponents,
        rating.c.user_id.not_in(hidden),
    )


def best(
    connection: sa.Connection, guild_id: int, enough: tuple[int, int], offset: int, most: int
) -> list[RatingRow]:
    """Read *most* ratings of a server after *offset* others, best first.

    Only with *enough* games and opponents, and of users who show their results.
    """
    order = (rating.c.mu.desc(), rating.c.user_id.desc())
    found = _RATING.where(_listed(guild_id, enough)).order_by(*order)
    return _ratings(connection, found.offset(offset).limit(most))


def count(
    connection: sa.Connection,
    guild_id: int,
    enough: tuple[int, int],
    above: RatingRow | None = None,
) -> int:
    """Count the ratings that :func:`best` reads; with *above*, only those before that one."""
    found = sa.select(sa.func.count()).select_from(rating).where(_listed(guild_id, enough))
    if above is not None:
        place = sa.tuple_(rating.c.mu, rating.c.user_id)
        found = found.where(place > sa.tuple_(above.mu, above.user_id))
    return connection.scalar(found) or 0


def _ratings(connection: sa.Connection, found: sa.Select[Any]) -> list[RatingRow]:
    """Read rows; those with a damaged value are left out."""
    return [RatingRow(*row) for row in connection.execute(found) if None not in row]
