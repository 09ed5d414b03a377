"""The players of a game.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
Statements of most presses are built once, because that takes longer than running them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

import sqlalchemy as sa

from bot.store.rows import PlayerRow
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import game, player

_OF_GAME = player.c.game_id == sa.bindparam("the_game")
_ONE = _OF_GAME, player.c.joined_seq == sa.bindparam("the_player")
_OWN = _OF_GAME, player.c.user_id == sa.bindparam("the_user")
_ADD = sa.insert(player)
_REMOVE = sa.delete(player).where(*_ONE)
_CHANGE = sa.update(player).where(*_ONE)
_CHANGE_OWN = sa.update(player).where(*_OWN)
_REPLACE_PLAN = sa.update(player).where(*_OWN, player.c.plan == sa.bindparam("the_plan"))
_SITS = sa.select(player.c.joined_seq).where(*_OWN)


def add_player(connection: sa.Connection, game_id: int, added: PlayerRow) -> None:
    """Add a player to a game."""
    connection.execute(_ADD, {"game_id": game_id, **asdict(added)})


def remove_player(connection: sa.Connection, game_id: int, joined_seq: int) -> None:
    """Remove a player from a game."""
    connection.execute(_REMOVE, {"the_game": game_id, "the_player": joined_seq})


def change_player(
    connection: sa.Connection, /, game_id: int, joined_seq: int, **changes: object
) -> None:
    """Make *changes* to a player's columns."""
    connection.execute(_CHANGE, {"the_game": game_id, "the_player": joined_seq, **changes})


def change_own(connection: sa.Connection, /, game_id: int, user_id: int, **changes: object) -> None:
    """Change columns of a user's player in a game, if any.

    For private settings and notes: a user who has taken the seat meanwhile does not get them.
    """
    connection.execute(_CHANGE_OWN, {"the_game": game_id, "the_user": user_id, **changes})


def replace_plan(
    connection: sa.Connection, game_id: int, user_id: int, was: str, plan: str
) -> bool:
    """Replace a user's plan in a game; False if it is not *was* any more."""
    named = {"the_game": game_id, "the_user": user_id, "the_plan": was, "plan": plan}
    return connection.execute(_REPLACE_PLAN, named).rowcount == 1


def sits(connection: sa.Connection, game_id: int, user_id: int) -> bool:
    """True if a user is a player of a game."""
    return connection.scalar(_SITS, {"the_game": game_id, "the_user": user_id}) is not None


_ELSEWHERE = sa.and_(
    player.c.user_id.in_(sa.bindparam("the_users", expanding=True)),
    player.c.seat.is_not(None),
    player.c.game_id != sa.bindparam("the_game"),
)
_GAMES = sa.select(player.c.user_id, sa.func.count()).where(_ELSEWHERE).group_by(player.c.user_id)
_TAUGHT = (
    sa.select(player.c.user_id, invalid_as_none(player.c.seat), invalid_as_none(game.c.taught))
    .join(game, game.c.id == player.c.game_id)
    .where(_ELSEWHERE, game.c.taught != "")
    .order_by(game.c.id)
)


def count_games(connection: sa.Connection, users: Iterable[int], besides: int) -> dict[int, int]:
    """Count the games with a seat of each user, *besides* one; omits users without any."""
    found = connection.execute(_GAMES, {"the_users": list(users), "the_game": besides})
    return {user_id: count for user_id, count in found}  # noqa: C416  (rows are no tuples to mypy)


def read_taught(
    connection: sa.Connection, users: Iterable[int], besides: int
) -> list[tuple[int, int, str]]:
    """Read *taught* of games *besides* one with any of these users, earlier ones first.

    Returns triples: user, the user's seat, and text. A user may know only their own part.
    """
    rows = connection.execute(_TAUGHT, {"the_users": list(users), "the_game": besides})
    return [(user_id, seat, text) for user_id, seat, text in rows if None not in (seat, text)]


def rename(
    connection: sa.Connection,
    user_id: int,
    name: str,
    guild_id: int | None,
    statuses: Iterable[str],
) -> None:
    """Rename a user in all games of one server with these statuses."""
    games = sa.select(game.c.id).where(
        game.c.guild_id == guild_id, game.c.status.in_(list(statuses))
    )
    connection.execute(
        sa.update(player)
        .where(player.c.user_id == user_id, player.c.name != name, player.c.game_id.in_(games))
        .values(name=name)
    )
