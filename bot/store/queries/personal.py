"""All data about one user, to show it to that user, or to delete it."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import insert_new
from bot.store.errors import decoding
from bot.store.queries.outbox import LOST, forgotten_key
from bot.store.queries.queues import forget_user
from bot.store.rows import EntryRow, NotificationTopic
from bot.store.schema.tables import (
    NO_DECISION,
    clock,
    entry,
    farewell,
    game,
    imported,
    learner,
    person,
    player,
    post,
    rating,
    result,
    ring,
    said,
    server,
)

_NO_DECISION = sa.text(NO_DECISION)
_GAME = sa.select(
    *(
        game.c[name]
        for name in (
            "id",
            "name",
            "status",
            "guild_id",
            "version",
            "delivered_version",
            "turn",
            "created_at",
            "language",
            "opener_id",
            "invited",
            "asked",
            "former",
            "proposals",
            "taught",
            "series",
        )
    )
)
_ENTRY = sa.select(
    *(entry.c[name] for name in ("seq", "kind", "user_id", "turn", "at", "seat", "text"))
)

# --- who wants to be forgotten -------------------------------------------------------------------


def note_farewell(connection: sa.Connection, user_id: int, at: datetime) -> None:
    """Record that a user wants to be forgotten."""
    insert_new(connection, farewell, {"user_id": user_id, "at": at})


def farewells(connection: sa.Connection) -> list[int]:
    """Read the users whose request to be forgotten is pending."""
    found = connection.scalars(sa.select(farewell.c.user_id).order_by(farewell.c.at))
    return [user_id for user_id in found if user_id is not None]


def farewell_at(connection: sa.Connection, user_id: int) -> datetime | None:
    """Read the time of a user's pending request to be forgotten; None without one."""
    return connection.scalar(sa.select(farewell.c.at).where(farewell.c.user_id == user_id))


# --- where a user is mentioned -------------------------------------------------------------------


def number_of(user_id: int) -> re.Pattern[str]:
    """Return a pattern for a user's number in a text, but not within a longer number."""
    return re.compile(rf"(?<!\d){user_id}(?!\d)")


def _holds(column: sa.ColumnElement[Any], user_id: int) -> sa.ColumnElement[bool]:
    """Return the condition that a text contains the digits of a user's number."""
    return sa.cast(column, sa.Text).contains(str(user_id))


def _is_to(user_id: int) -> sa.ColumnElement[bool]:
    """Return the condition that a message is to a user, or asks that user by name."""
    return sa.or_(post.c.user_id == user_id, _holds(post.c.key, user_id))


def seated(connection: sa.Connection, user_id: int) -> list[int]:
    """Read the games in which a user has a seat, an offer of one, or a proposal to get one."""
    at_table = sa.select(player.c.game_id).where(
        sa.or_(player.c.user_id == user_id, player.c.offered_to == user_id)
    )
    named = sa.select(game.c.id).where(_holds(game.c.proposals, user_id))
    with decoding("the games of somebody"):
        return sorted({*connection.scalars(at_table), *connection.scalars(named)})


def playing(connection: sa.Connection, user_id: int, gathering: str, running: str) -> list[int]:
    """Read the games of these statuses in which a user plays a seat."""
    holds_seat = sa.or_(
        game.c.status == gathering,
        sa.and_(game.c.status == running, player.c.abandoned_seq.is_(None)),
    )
    found = (
        sa.select(game.c.id)
        .join(player, player.c.game_id == game.c.id)
        .where(player.c.user_id == user_id, holds_seat)
    )
    return list(connection.scalars(found))


def naming(connection: sa.Connection, user_id: int) -> list[int]:
    """Read all games with any data about a user."""
    parts: tuple[sa.Select[Any], ...] = (
        sa.select(player.c.game_id).where(
            sa.or_(player.c.user_id == user_id, player.c.offered_to == user_id)
        ),
        sa.select(game.c.id).where(
            sa.or_(
                game.c.opener_id == user_id,
                *(
                    _holds(column, user_id)
                    for column in (
                        game.c.invited,
                        game.c.asked,
                        game.c.former,
                        game.c.proposals,
                        game.c.series,
                    )
                ),
            )
        ),
        sa.select(entry.c.game_id).where(_NO_DECISION, entry.c.user_id == user_id),
        sa.select(entry.c.game_id).where(_NO_DECISION, _holds(entry.c.text, user_id)),
        sa.select(post.c.game_id).where(_is_to(user_id)),
        sa.select(ring.c.game_id).where(ring.c.user_id == user_id),
    )
    with decoding("the games of somebody"):
        return sorted({number for part in parts for number in connection.scalars(part.distinct())})


def servers_naming(connection: sa.Connection, user_id: int) -> list[int]:
    """Read the servers whose rules name a user."""
    return list(
        connection.scalars(sa.select(server.c.guild_id).where(_holds(server.c.rules, user_id)))
    )


def read_settings(connection: sa.Connection, user_id: int) -> Mapping[str, Any]:
    """Read a user's row, by columns; empty without one."""
    found = connection.execute(sa.select(person).where(person.c.user_id == user_id)).mappings()
    row = found.first()
    return {} if row is None else dict(row)


def read_said(connection: sa.Connection, user_id: int) -> dict[str, datetime]:
    """Read the markers that name a user, with their times."""
    noted = sa.select(said.c.key, said.c.at).where(_holds(said.c.key, user_id))
    return {key: at for key, at in connection.execute(noted)}  # noqa: C416


def read_games(connection: sa.Connection, user_id: int) -> list[sa.Row[Any]]:
    """Read the rows of the games of :func:`naming`, newest first."""
    numbers = naming(connection, user_id)
    found = _GAME.where(game.c.id.in_(numbers)).order_by(game.c.id.desc())
    return [*connection.execute(found)]


def read_seats(connection: sa.Connection, user_id: int) -> dict[int, Mapping[str, Any]]:
    """Read a user's rows as a player, with the clocks of the seats, by games."""
    times = (column for column in clock.c if column.name not in player.c)
    same = sa.and_(clock.c.game_id == player.c.game_id, clock.c.seat == player.c.seat)
    seats = sa.select(*player.c, *times).select_from(player).outerjoin(clock, same)
    found = connection.execute(seats.where(player.c.user_id == user_id)).mappings()
    return {row["game_id"]: dict(row) for row in found}


def read_entries(connection: sa.Connection, user_id: int, game_id: int) -> list[EntryRow]:
    """Read a user's entries in the log of a game, in order."""
    return _entries(connection, game_id, entry.c.user_id == user_id)


def read_posts(connection: sa.Connection, user_id: int, game_id: int) -> list[sa.Row[Any]]:
    """Read the messages of a game to a user, or that ask that user by name, oldest first."""
    with decoding(f"what is on Discord of game {game_id}"):
        found = sa.select(post.c.channel_id, post.c.message_id, post.c.at)
        there = sa.or_(post.c.channel_id.is_(None), post.c.channel_id != LOST)
        of_game = found.where(post.c.game_id == game_id, _is_to(user_id), there)
        return [*connection.execute(of_game.order_by(post.c.id))]


def read_notifications(
    connection: sa.Connection, user_id: int, game_id: int
) -> list[NotificationTopic]:
    """Read the topics of a game's pending notifications of a user."""
    with decoding(f"what waits to ring of game {game_id}"):
        about = sa.select(ring.c.about).where(ring.c.game_id == game_id, ring.c.user_id == user_id)
        return [*connection.scalars(about.order_by(ring.c.seq))]


# --- forgetting ----------------------------------------------------------------------------------


def lock_game(connection: sa.Connection, game_id: int) -> sa.Row[Any] | None:
    """Read a game's row, locked until the transaction ends; None if there is no game."""
    with decoding(f"game {game_id}"):
        return connection.execute(_GAME.where(game.c.id == game_id).with_for_update()).first()


def players_in(connection: sa.Connection, game_id: int) -> list[sa.Row[Any]]:
    """Read the players of a game: user, name, seat, and the user to whom the seat is offered."""
    columns = (player.c.user_id, player.c.name, player.c.seat, player.c.offered_to)
    with decoding(f"the players of game {game_id}"):
        return [*connection.execute(sa.select(*columns).where(player.c.game_id == game_id))]


def other_entries_in(connection: sa.Connection, game_id: int) -> list[EntryRow]:
    """Read the entries of a game's log that are no decisions, in order."""
    return _entries(connection, game_id, _NO_DECISION)


def _entries(
    connection: sa.Connection, game_id: int, condition: sa.ColumnElement[bool] | sa.TextClause
) -> list[EntryRow]:
    of_game = _ENTRY.where(entry.c.game_id == game_id, condition)
    with decoding(f"the log of game {game_id}"):
        found = connection.execute(of_game.order_by(entry.c.seq)).mappings()
        return [EntryRow(**row) for row in found]


def changed_at(connection: sa.Connection, game_id: int, version: int) -> datetime | None:
    """Read the time of an entry; None without it."""
    last = entry.c.game_id == game_id, entry.c.seq == version
    with decoding(f"the log of game {game_id}"):
        return connection.scalar(sa.select(entry.c.at).where(*last))


def least_user(connection: sa.Connection, game_id: int) -> int:
    """Read the smallest number of a user in a game's log; 0 without one."""
    least = connection.scalar(
        sa.select(sa.func.min(entry.c.user_id)).where(entry.c.game_id == game_id)
    )
    return int(least or 0)


def change_user_in_log(connection: sa.Connection, game_id: int, user_id: int, number: int) -> None:
    """Replace the user of all entries of a user in the log of a game."""
    of_user = entry.c.game_id == game_id, entry.c.user_id == user_id
    connection.execute(sa.update(entry).where(*of_user).values(user_id=number))


def change_log(connection: sa.Connection, game_id: int, texts: Mapping[int, str | None]) -> None:
    """Replace the *texts* of entries, by number, in the log of a game."""
    one = sa.update(entry).where(entry.c.game_id == game_id, entry.c.seq == sa.bindparam("the_seq"))
    if texts:
        connection.execute(
            one.values(text=sa.bindparam("the_text")),
            [{"the_seq": seq, "the_text": text} for seq, text in texts.items()],
        )


def leave_seats(connection: sa.Connection, game_id: int, user_id: int, name: str) -> None:
    """Remove a user, with all settings, from a seat, which is then called *name*."""
    of_game = sa.update(player).where(player.c.game_id == game_id)
    cleared = dict.fromkeys(("user_id", "calls_in", "standing_order", "note", "plan"))
    left = of_game.where(player.c.user_id == user_id)
    connection.execute(left.values(**cleared, muted=False, name=name))
    offered = of_game.where(player.c.offered_to == user_id)
    connection.execute(offered.values(offered_to=None))


def leave_posts(connection: sa.Connection, game_id: int, user_id: int, *, shown: bool) -> None:
    """Delete the readers of messages to a user, and the user's pending notifications.

    If the game is still *shown*, delivery retracts the messages. Rows of messages not known to be
    sent are deleted: a program that is just sending one notices, and retracts it
    (:class:`bot.delivery.round.Round`).
    """
    to_user = _is_to(user_id)
    of_game = post.c.game_id == game_id
    connection.execute(sa.delete(ring).where(ring.c.game_id == game_id, ring.c.user_id == user_id))
    if not shown:
        connection.execute(sa.delete(post).where(of_game, to_user))
        return
    connection.execute(sa.delete(post).where(of_game, to_user, post.c.message_id.is_(None)))
    for number in connection.scalars(sa.select(post.c.id).where(of_game, to_user)).all():
        one = sa.update(post).where(post.c.id == number)
        key = forgotten_key(game_id, number)
        connection.execute(one.values(user_id=None, key=key, sign=""))


def forget_person(connection: sa.Connection, user_id: int) -> None:
    """Delete a user's data outside games, and the pending request.

    Results stay for the other players, without the user.
    """
    connection.execute(sa.update(result).where(result.c.user_id == user_id).values(user_id=None))
    forget_user(connection, user_id)
    for table in (person, learner, imported, farewell, rating):
        connection.execute(sa.delete(table).where(table.c.user_id == user_id))
    connection.execute(sa.delete(said).where(_holds(said.c.key, user_id)))
