"""Messages of games on Discord, and how far each game was delivered.

Statements of most presses are built once, because that takes longer than running them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter

import sqlalchemy as sa

from bot.store.databases.dialects import execute_together, insert_rows
from bot.store.queries import claims
from bot.store.queries.games import change_game
from bot.store.rows import PostRow, UndeliveredRow
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import due, entry, game, post, ring, server_post

UNSURE = "?"
"""Fingerprint of a message that several programs may have edited at once; it is edited again.

An empty fingerprint means that the message is about to change.
"""
LOST = 0
"""The channel number of a message that was sent and is gone; its replacement is silent."""
_COLUMNS = [post.c[name] for name in PostRow.__slots__]
_required = itemgetter(*(n for n, column in enumerate(_COLUMNS) if not column.nullable))


def undelivered(connection: sa.Connection, first: str, program: str = "") -> list[UndeliveredRow]:
    """Read the games that have changed since they were last delivered completely.

    Games of the status *first* come first, then those that have waited longest. With a *program*,
    without those that another one shows.
    """
    last = sa.and_(entry.c.game_id == game.c.id, entry.c.seq == game.c.version)
    # Not joined: a server would assume a third of all games to be behind, and read every log.
    since = sa.select(entry.c.at).where(last).correlate(game).scalar_subquery().label("since")
    behind = (
        sa.select(game.c.id, invalid_as_none(game.c.version))
        .where(game.c.delivered_version < game.c.version)
        .order_by(game.c.status != first, since, game.c.id)
    )
    if program:
        behind = behind.where(claims.free_for(program, game.c.id))
    return [UndeliveredRow(*row) for row in connection.execute(behind) if None not in row]


_SET_DELIVERED = sa.update(game).where(
    game.c.id == sa.bindparam("the_game"),
    game.c.delivered_version < sa.bindparam("the_version"),
    sa.select(sa.func.count()).where(ring.c.rung_in == game.c.id).scalar_subquery()
    <= sa.bindparam("rung"),
)


def set_delivered(
    connection: sa.Connection, game_id: int, version: int, turn: int, rung: int = 0
) -> None:
    """Record that a game was delivered completely as it was at *version*, in that *turn*.

    Not if its messages have more notifications than the *rung* ones.
    """
    connection.execute(
        _SET_DELIVERED,
        {
            "the_game": game_id,
            "the_version": version,
            "delivered_version": version,
            "delivered_turn": turn,
            "rung": rung,
        },
    )


CHANNEL_GONE = "gone"
"""Kind of home of a game whose channel is gone."""


IN_DIRECTS = "direct"
"""Kind of home of a game in direct messages, which are never gone."""


def lose_channel(connection: sa.Connection, game_id: int) -> None:
    """Record that the channel of a game is gone, with all its messages."""
    change_game(connection, game_id, home_id=None, home_kind=CHANNEL_GONE)
    _lose(connection, _PUBLIC, {"the_game": game_id})


def lose_place(connection: sa.Connection, place_id: int, without: Iterable[str]) -> list[int]:
    """Record that a channel or thread is gone. Returns the ids of the games that were shown there.

    Ignores games of the statuses *without*.
    """
    shown = (
        sa.select(game.c.id, invalid_as_none(game.c.channel_id))
        .where(
            sa.or_(game.c.home_id == place_id, game.c.channel_id == place_id),
            game.c.status.not_in(list(without)),
        )
        .order_by(game.c.id)
    )  # in order, to avoid deadlocks
    games = connection.execute(shown).all()
    for game_id, channel_id in games:
        if channel_id == place_id:
            lose_channel(connection, game_id)
        else:
            lose_posts_in(connection, game_id, place_id)
            change_game(connection, game_id, home_id=None, home_kind=None)
    return [game_id for game_id, _ in games]


def move(connection: sa.Connection, game_id: int, guild_id: int | None, channel_id: int) -> None:
    """Record that a game moved to another channel; the messages in the old one are lost."""
    change_game(
        connection, game_id, guild_id=guild_id, channel_id=channel_id, home_id=None, home_kind=None
    )
    _lose(connection, _PUBLIC, {"the_game": game_id})


def games_in(connection: sa.Connection, guild_id: int, without: Iterable[str]) -> list[int]:
    """Read the ids of a server's games, without those of these statuses."""
    in_server = game.c.guild_id == guild_id, game.c.status.not_in(list(without))
    return list(connection.scalars(sa.select(game.c.id).where(*in_server)))


def servers(connection: sa.Connection, without: Iterable[str]) -> list[int]:
    """Read the servers that have games, ignoring games of these statuses."""
    of_games = sa.select(invalid_as_none(game.c.guild_id)).where(
        game.c.guild_id.is_not(None), game.c.status.not_in(list(without))
    )
    return [number for number in connection.scalars(of_games.distinct()) if number is not None]


_POSTS = sa.select(*_COLUMNS).where(post.c.game_id == sa.bindparam("the_game")).order_by(post.c.id)
_CHANGE_POST = sa.update(post).where(post.c.id == sa.bindparam("the_post"))
_version_now = sa.select(game.c.version).where(game.c.id == post.c.game_id).scalar_subquery()
_CHANGE_EDITED_POST = _CHANGE_POST.values(
    fingerprint=sa.case(
        (
            _version_now == sa.bindparam("the_version"),
            sa.bindparam("the_fingerprint", type_=sa.String),
        ),
        else_=UNSURE,
    )
)
_THE_MESSAGE = (
    post.c.game_id == sa.bindparam("the_game"),
    post.c.message_id == sa.bindparam("the_message"),
)
_DOUBT = (
    sa.update(post)
    .where(*_THE_MESSAGE, post.c.fingerprint != sa.bindparam("the_fingerprint", type_=sa.String))
    .values(fingerprint=UNSURE)
)
_IS_MESSAGE = sa.update(post).where(
    post.c.id == sa.bindparam("the_post"), post.c.message_id.is_(None)
)

_SOME = post.c.id.in_(sa.bindparam("some", expanding=True))
_ADOPT = sa.update(post).where(_SOME)
_DELETE_POSTS = sa.delete(post).where(_SOME)
_PUBLIC = post.c.game_id == sa.bindparam("the_game"), post.c.user_id.is_(None)
_IN_CHANNEL = (
    post.c.game_id == sa.bindparam("the_game"),
    post.c.channel_id == sa.bindparam("the_channel"),
)


def read_posts(connection: sa.Connection, game_id: int) -> list[PostRow]:
    """Read the messages of a game that are on Discord or in flight, oldest first.

    Skips damaged ones without a required value: they are sent again.
    """
    return [
        PostRow(*row)
        for row in connection.execute(_POSTS, {"the_game": game_id})
        if None not in _required(row) and (row.message_id is None or row.channel_id is not None)
    ]


def note_posts(
    connection: sa.Connection,
    game_id: int,
    new: Sequence[Mapping[str, object]],
    unsure: Sequence[int] = (),
) -> dict[str, int]:
    """Record that *new* messages may be sent, and those of the ids *unsure* edited, from now on.

    Each of *new* has all columns but the game's: key, fingerprint, user_id, channel_id, at, sign,
    pressable, fleeting, sender, nonce; and message_id if already sent. The content of *unsure*
    ones becomes unknown. Returns the ids of *new* by key.
    """
    changes: list[sa.Insert | sa.Update] = []
    if unsure:
        changes.append(sa.update(post).where(post.c.id.in_(unsure)).values(fingerprint=""))
    if new:
        rows = insert_rows(post, [{"game_id": game_id, **row} for row in new])
        changes.append(rows.returning(post.c.key, post.c.id))
    if not changes:
        return {}
    done = execute_together(connection, *changes)
    return {row.key: row.id for row in done} if new else {}


def adopt(connection: sa.Connection, ids: Iterable[int], sender: str) -> None:
    """Record that these messages may be sent by that program from now on."""
    connection.execute(_ADOPT, {"some": list(ids), "sender": sender})


def change_post(
    connection: sa.Connection, /, post_id: int, edited: int | None = None, **changes: object
) -> bool:
    """Make *changes* to the columns of a message. Returns whether it is still known.

    *edited* is the version of the game that an edit shows. If the game has changed since, another
    program may have edited the message too, and its fingerprint becomes :data:`UNSURE`.
    """
    values = {"the_post": post_id, **changes}
    if edited is None:
        return connection.execute(_CHANGE_POST, values).rowcount == 1
    values |= {"the_version": edited, "the_fingerprint": values.pop("fingerprint")}
    return connection.execute(_CHANGE_EDITED_POST, values).rowcount == 1


def version_of(connection: sa.Connection, game_id: int) -> int | None:
    """Read the version of a game; None without such a game."""
    return connection.scalar(sa.select(game.c.version).where(game.c.id == game_id))


def mark_unsure(connection: sa.Connection, game_id: int, message_id: int, fingerprint: str) -> None:
    """Record that a message's content is unknown, unless *fingerprint* is recorded."""
    named = {"the_game": game_id, "the_message": message_id, "the_fingerprint": fingerprint}
    connection.execute(_DOUBT, named)


def note_message(connection: sa.Connection, post_id: int, channel_id: int, message_id: int) -> None:
    """Record the message that was sent, unless one is recorded already."""
    place = {"channel_id": channel_id, "message_id": message_id, "fingerprint": ""}
    connection.execute(_IS_MESSAGE, {"the_post": post_id, **place})


def forgotten_key(game_id: int, post_id: int) -> str:
    """Return the key of a message to retract, which does not reveal its reader."""
    return f"game-{game_id}-forgotten-{post_id}"


def read_doors(connection: sa.Connection, game_ids: Iterable[int]) -> dict[int, int]:
    """Read the messages of the lobbies of some games, by the games' numbers."""
    keys = {f"game-{game_id}-lobby": game_id for game_id in game_ids}
    there = post.c.game_id.in_(list(keys.values())), post.c.key.in_(list(keys))
    found = sa.select(post.c.key, post.c.message_id).where(*there, post.c.channel_id != LOST)
    return {keys[key]: number for key, number in connection.execute(found) if number is not None}


def delete_posts(connection: sa.Connection, ids: Iterable[int]) -> None:
    """Delete rows of messages that are gone, were never sent, or have no buttons any more."""
    connection.execute(_DELETE_POSTS, {"some": list(ids)})


def lose_posts_in(connection: sa.Connection, game_id: int, channel_id: int) -> None:
    """Record that the messages of a game in a channel are lost."""
    _lose(connection, _IN_CHANNEL, {"the_game": game_id, "the_channel": channel_id})


def _lose(
    connection: sa.Connection, which: tuple[sa.ColumnElement[bool], ...], values: Mapping[str, int]
) -> None:
    """Record that messages are lost; delete those that were not sent yet."""
    connection.execute(sa.delete(post).where(*which, post.c.message_id.is_(None)), values)
    connection.execute(sa.update(post).where(*which).values(channel_id=LOST), values)


def note_emojis_on_desks(connection: sa.Connection, numbers: frozenset[int]) -> None:
    """Record that any desk may show these of the bot's own emojis from now on.

    Presses change desks, which is not recorded.
    """
    noted = connection.scalars(sa.select(post.c.emojis).where(post.c.fleeting).distinct()).all()
    for each in noted:
        if each is not None and not each >= numbers:
            connection.execute(
                sa.update(post)
                .where(post.c.fleeting, post.c.emojis == each)
                .values(emojis=each | numbers)
            )


def emojis_shown(connection: sa.Connection, since: datetime) -> frozenset[int] | None:
    """Read the numbers of the bot's own emojis that messages may show.

    None if unknown: a message was sent or edited before *since*, or interrupted, or its row is
    damaged.
    """
    unsure = sa.or_(post.c.fingerprint.in_(("", UNSURE)), post.c.message_id.is_(None))
    if connection.scalar(sa.select(post.c.id).where(post.c.at < since, unsure).limit(1)):
        return None
    shown = connection.scalars(sa.select(post.c.emojis).distinct()).all()
    return None if None in shown else frozenset(chain.from_iterable(shown))


def forget_everything(connection: sa.Connection) -> None:
    """Delete all messages and homes, because they are gone; all games count as delivered."""
    connection.execute(sa.delete(post))
    connection.execute(sa.delete(server_post))
    connection.execute(sa.delete(due))
    connection.execute(
        sa.update(game).values(delivered_version=game.c.version, delivered_turn=game.c.turn)
    )
    lost = sa.or_(game.c.home_kind.is_(None), game.c.home_kind != IN_DIRECTS)
    connection.execute(sa.update(game).where(lost).values(home_id=None, home_kind=None))
