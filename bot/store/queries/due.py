"""Scheduled jobs of all games: a row each, found by one query."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import insert_new_from, later_by, upsert, upsert_from
from bot.store.queries import claims
from bot.store.rows import DueRow
from bot.store.schema.tables import claim, due, game, player

AGAIN = "delivery"
"""Kind of row for a retry of a game's delivery."""
SHOW = "show"
"""Kind of row for a change of a game outside its log: for the program that shows it, which may not
get a notification."""
ANNOUNCE = "announce"
"""Kind of row for a game that still needs the last announcement."""
_COLUMNS = [due.c[name] for name in DueRow.__slots__]


_following = due.alias("later")


@cache
def _due(*, shared: bool) -> sa.Select[Any]:
    now = sa.bindparam("now", type_=due.c.at.type)
    after = sa.select(_following.c.at).where(_following.c.at > now)
    found = sa.select(*_COLUMNS).order_by(due.c.at)
    if shared:
        program = sa.bindparam("the_program", type_=claim.c.owner.type)
        after = after.where(claims.free_for(program, _following.c.game_id))
        found = found.where(claims.free_for(program, due.c.game_id))
    next_at = after.order_by(_following.c.at).limit(1).scalar_subquery()
    return found.where(due.c.at <= sa.func.coalesce(next_at, now))


def read_due(connection: sa.Connection, now: datetime, program: str = "") -> list[DueRow]:
    """Read all rows due by *now*, and the next one, in order.

    With a *program*, without those of games that another one shows.
    """
    named = {"now": now, "the_program": program}
    return _without_damaged(connection.execute(_due(shared=bool(program)), named))


def _without_damaged(rows: Iterable[Sequence[Any]]) -> list[DueRow]:
    return [DueRow(*row) for row in rows if None not in row]


def read_first(
    connection: sa.Connection, kind: str, now: datetime, program: str = ""
) -> DueRow | None:
    """Read the oldest row of one kind that is due by *now*.

    With a *program*, of the games that it shows.
    """
    of_kind = sa.select(*_COLUMNS).where(due.c.kind == kind, due.c.at <= now)
    if program:
        of_kind = of_kind.where(claims.held_by(program, due.c.game_id))
    of_kind = of_kind.order_by(due.c.at, due.c.game_id)
    found = connection.execute(of_kind.limit(1)).all()
    legible = _without_damaged(found)
    if found and not legible:  # a damaged row must not block other games
        legible = _without_damaged(connection.execute(of_kind))
    return legible[0] if legible else None


def read_kind(
    connection: sa.Connection,
    kind: str,
    *,
    program: str = "",
    of_games: Iterable[int] | None = None,
) -> list[DueRow]:
    """Read all rows of one kind, due or not, in order of time.

    With a *program*, without those of games that another one shows; optionally of some games only.
    """
    named = {"the_kind": kind, "the_program": program, "some": list(of_games or ())}
    of_kind = _of_kind(free=bool(program), some=of_games is not None)
    return _without_damaged(connection.execute(of_kind, named))


_OF_USER = (
    sa.select(due.c.game_id)
    .join(player, player.c.game_id == due.c.game_id)
    .where(
        due.c.kind == sa.bindparam("the_kind"),
        due.c.at <= sa.bindparam("by"),
        player.c.user_id == sa.bindparam("the_user"),
    )
    .order_by(due.c.game_id)
)


def read_games_of(connection: sa.Connection, kind: str, user_id: int, by: datetime) -> list[int]:
    """Read the games in which a user plays that have a row of one kind due by that time."""
    named = {"the_kind": kind, "by": by, "the_user": user_id}
    return list(connection.scalars(_OF_USER, named))


@cache
def _of_kind(*, free: bool, some: bool) -> sa.Select[Any]:
    of_kind = sa.select(*_COLUMNS).where(due.c.kind == sa.bindparam("the_kind")).order_by(due.c.at)
    if free:
        of_kind = of_kind.where(claims.free_for(sa.bindparam("the_program"), due.c.game_id))
    if some:
        of_kind = of_kind.where(due.c.game_id.in_(sa.bindparam("some", expanding=True)))
    return of_kind


def add_missing(connection: sa.Connection, kind: str, status: str, at: datetime) -> None:
    """Schedule a job for each game of a status that has no row of that kind."""
    has_one = (
        sa.select(due.c.game_id).where(due.c.kind == kind, due.c.game_id == game.c.id).exists()
    )
    missing = sa.select(
        sa.literal(kind), game.c.id, sa.literal(at, due.c.at.type), sa.literal(0)
    ).where(game.c.status == status, ~has_one)
    insert_new_from(connection, due, ["kind", "game_id", "at", "tries"], missing)


def schedule(connection: sa.Connection, *rows: DueRow) -> None:
    """Schedule rows at their times, in place of earlier ones of the same kind and game.

    Does nothing for a game that has been removed.
    """
    if rows:
        connection.execute(_schedule(connection.dialect.name), [asdict(row) for row in rows])


@cache
def _schedule(dialect: str) -> sa.Insert:
    the_game = game.c.id == sa.bindparam("game_id", type_=game.c.id.type)
    # Locked: the game may be removed before or after this, not meanwhile.
    there = (
        sa.select(game.c.id).where(the_game).with_for_update(read=True, key_share=True).subquery()
    )
    columns = {name: sa.bindparam(name, type_=due.c[name].type) for name in DueRow.__slots__}
    values = columns | {"game_id": there.c.id}
    return upsert_from(dialect, due, list(values), sa.select(*values.values()))


_ONE = (due.c.kind == sa.bindparam("the_kind"), due.c.game_id == sa.bindparam("the_game"))
_RETRY = sa.update(due).where(*_ONE, due.c.at == sa.bindparam("the_time"))
_FINISH = sa.delete(due).where(*_ONE)
_FINISH_BY = _FINISH.where(due.c.at <= sa.bindparam("by"))
_CANCEL_ALL = sa.delete(due).where(
    due.c.game_id == sa.bindparam("the_game"), due.c.kind.not_in([AGAIN, SHOW, ANNOUNCE])
)


def retry(connection: sa.Connection, row: DueRow, at: datetime) -> None:
    """Reschedule a failed job, unless it was finished or moved meanwhile."""
    one = {"the_kind": row.kind, "the_game": row.game_id, "the_time": row.at}
    connection.execute(_RETRY, {**one, "at": at, "tries": row.tries + 1})


def finish(
    connection: sa.Connection, kind: str, game_id: int, *, by: datetime | None = None
) -> None:
    """Delete a finished job; with *by*, unless it was rescheduled for later meanwhile."""
    one: dict[str, object] = {"the_kind": kind, "the_game": game_id}
    if by is None:
        connection.execute(_FINISH, one)
    else:
        connection.execute(_FINISH_BY, {**one, "by": by})


def cancel_all(connection: sa.Connection, game_id: int) -> None:
    """Cancel all jobs of a game, except the delivery of its messages."""
    connection.execute(_CANCEL_ALL, {"the_game": game_id})


def hasten(connection: sa.Connection, kind: str, at: datetime, user_id: int | None = None) -> bool:
    """Move all later jobs of one kind, or those in a user's games, to that time.

    Returns False without any.
    """
    moved = sa.update(due).where(due.c.kind == kind, due.c.at > at)
    if user_id is not None:
        own = sa.select(player.c.game_id).where(player.c.user_id == user_id)
        moved = moved.where(due.c.game_id.in_(own))
    return connection.execute(moved.values(at=at)).rowcount > 0


def replace_kind(connection: sa.Connection, kind: str, rows: Iterable[DueRow]) -> None:
    """Replace all jobs of one kind by these rows."""
    connection.execute(sa.delete(due).where(due.c.kind == kind))
    upsert(connection, due, *map(asdict, rows))


def shift(
    connection: sa.Connection,
    by: timedelta,
    kinds: Iterable[str] | None = None,
    since: datetime | None = None,
) -> None:
    """Shift all jobs by a duration, which may be negative.

    With *kinds*, only of these kinds; with *since*, only jobs not due before it.
    """
    moved = sa.update(due)
    if kinds is not None:
        moved = moved.where(due.c.kind.in_(list(kinds)))
    if since is not None:
        moved = moved.where(due.c.at >= since)
    connection.execute(moved.values(at=later_by(due.c.at, by)))
