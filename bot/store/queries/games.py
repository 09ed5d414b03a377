"""Games with their players, without their logs.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
Statements of most presses are built once, because that takes longer than running them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from bot.store.errors import Damaged, InvalidValue, decoding
from bot.store.queries.people import PERSON, to_person
from bot.store.queries.seals import forget_secret
from bot.store.rows import (
    ClockRow,
    GameRow,
    HeaderRow,
    NotesRow,
    OrderRow,
    PersonRow,
    PlayerRow,
    SealRow,
)
from bot.store.schema.column_types import CheckedType, invalid_as_none
from bot.store.schema.tables import (
    clock,
    due,
    entry,
    game,
    metadata,
    new_secret,
    person,
    player,
    pulse,
    seal,
    server,
)

_GAME = tuple(game.c[name] for name in GameRow.__slots__)
_PLAYER = tuple(player.c[name] for name in PlayerRow.__slots__)
_CLOCK = tuple(clock.c[name] for name in ClockRow.__slots__)
_NOTES = tuple(player.c[name] for name in NotesRow.__slots__)
_offer = due.alias("offer")
_OFFER_DUE = (
    # Not joined: from the ninth table on, PostgreSQL joins all games before it selects any.
    sa.select(_offer.c.at)
    .where(
        _offer.c.game_id == game.c.id,
        _offer.c.kind == sa.literal("offer ").concat(sa.cast(player.c.seat, sa.String(1))),
    )
    .scalar_subquery()
)
_AFTER_GAME = len(_GAME)
_AFTER_PLAYER = _AFTER_GAME + len(_PLAYER)
_AFTER_PERSON = _AFTER_PLAYER + len(PERSON)
_AFTER_CLOCK = _AFTER_PERSON + len(_CLOCK)
_AFTER_NOTES = _AFTER_CLOCK + len(_NOTES)


def insert_game(connection: sa.Connection, **values: object) -> GameRow:
    """Insert a game with an empty log and these columns, and return it.

    Usually its home is set later. Raises Damaged if the damaged number of a game leaves no number
    for another.
    """
    row = connection.execute(sa.insert(game).values(**values).returning(*_GAME)).one()
    if row.id is None:  # it follows the largest, and is too large
        raise InvalidValue(str(game.c.id))
    return GameRow(*row)


_CHANGE = sa.update(game).where(game.c.id == sa.bindparam("the_game"))


def change_game(connection: sa.Connection, /, game_id: int, **changes: object) -> None:
    """Make *changes* to columns of a game that do not follow from its log."""
    connection.execute(_CHANGE, {"the_game": game_id, **changes})


def draw_secret(connection: sa.Connection, game_id: int) -> str:
    """Draw the secret of a game unless it has one. Returns its secret."""
    of_game = game.c.id == game_id
    connection.execute(
        sa.update(game).where(of_game, game.c.secret == "").values(secret=new_secret())
    )
    return connection.scalar(sa.select(game.c.secret).where(of_game)) or ""


def count(
    connection: sa.Connection, opener_id: int, guild_id: int | None, statuses: Iterable[str]
) -> tuple[int, int, int]:
    """Count the games of these statuses that a user has opened, those of a server, and both."""
    opened_by, in_guild = game.c.opener_id == opener_id, game.c.guild_id == guild_id
    counted = sa.select(
        sa.func.count(sa.case((opened_by, 1))),
        sa.func.count(sa.case((in_guild, 1))),
        sa.func.count(sa.case((sa.and_(opened_by, in_guild), 1))),
    ).where(
        sa.or_(opened_by, in_guild),
        game.c.status.in_(list(statuses)),
    )
    opened, in_server, opened_in_server = connection.execute(counted).one()
    return opened, in_server, opened_in_server


def read_next(connection: sa.Connection, game_id: int, *, without: Iterable[str]) -> int | None:
    """Read the number of the game in which another is played again, without these statuses."""
    again = game.c.after == game_id, game.c.status.not_in(list(without))
    return next(iter(numbered_by(connection, sa.select(game.c.id).where(*again))), None)


def is_any(connection: sa.Connection) -> bool:
    """True if there is any game."""
    return connection.execute(sa.select(game.c.id).limit(1)).first() is not None


def names_opened(connection: sa.Connection, opener_id: int, statuses: Iterable[str]) -> list[str]:
    """Read the names of all games of these statuses that a user has opened."""
    of_opener = game.c.opener_id == opener_id, game.c.status.in_(list(statuses))
    return [name for _, name in _named(connection, *of_opener)]


def named_in(
    connection: sa.Connection, guild_id: int, *, without: Iterable[str]
) -> list[tuple[int, str]]:
    """Read the numbers and names of a server's games, newest first, without these statuses."""
    in_server = game.c.guild_id == guild_id, game.c.status.not_in(list(without))
    return _named(connection, *in_server)


def _named(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[tuple[int, str]]:
    """Read numbers and names, newest first; the name of a damaged game may be ``#7``."""
    wanted = sa.select(game.c.id, game.c.name).where(*which).order_by(game.c.id.desc())
    try:
        return [(number, name) for number, name in connection.execute(wanted) if number is not None]
    except Damaged:
        found = numbered_by(
            connection, sa.select(game.c.id).where(*which).order_by(game.c.id.desc())
        )
        return [(number, _what_is_left(connection, number).game.name) for number in found]


def channels_in(connection: sa.Connection, guild_id: int, statuses: Iterable[str]) -> list[int]:
    """Read the channels in which a server's games of these statuses were opened."""
    in_server = game.c.guild_id == guild_id, game.c.status.in_(list(statuses))
    found = connection.scalars(sa.select(game.c.channel_id).where(*in_server).distinct())
    return [each for each in found if each is not None]


def paced_in(connection: sa.Connection, guild_id: int, *, without: Iterable[str]) -> list[int]:
    """Read the numbers of a server's games that have a pace, without these statuses."""
    in_server = game.c.guild_id == guild_id, game.c.status.not_in(list(without))
    return numbered_by(connection, sa.select(game.c.id).where(*in_server, game.c.pace != ""))


def numbered_by(
    connection: sa.Connection,
    wanted: sa.Select[Any],
    values: Mapping[str, object] | None = None,
) -> list[int]:
    """Return the numbers of a query's games, without invalid ones."""
    return [number for number in connection.scalars(wanted, values or {}) if number is not None]


ANY_NUMBER = 1_000_000
"""A limit that no server reaches."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Selects games that fulfil at least one of the named conditions."""

    conditions: tuple[str, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    """Parameters of the conditions."""

    def __or__(self, other: GameFilter) -> GameFilter:
        assert not self.values.keys() & other.values.keys()
        return GameFilter(self.conditions + other.conditions, {**self.values, **other.values})


def _any_of(name: str) -> sa.BindParameter[Any]:
    return sa.bindparam(name, expanding=True)


_played, _listed = game.alias(), game.alias()
_CONDITIONS = {
    "numbered": game.c.id == sa.bindparam("number"),
    "played_by": sa.and_(
        game.c.id.in_(sa.select(player.c.game_id).where(player.c.user_id == sa.bindparam("user"))),
        game.c.status.not_in(_any_of("not_played")),
    ),
    "shown_in": sa.and_(
        sa.or_(
            game.c.home_id == sa.bindparam("shown_in"),
            game.c.channel_id == sa.bindparam("shown_in"),
        ),
        game.c.status.not_in(_any_of("not_shown")),
    ),
    "at_home_in": sa.and_(
        game.c.home_id == sa.bindparam("home"), game.c.status.not_in(_any_of("not_at_home"))
    ),
    "last_played_by": game.c.id.in_(
        sa.select(_played.c.id)
        .where(
            _played.c.id.in_(
                sa.select(player.c.game_id).where(player.c.user_id == sa.bindparam("user"))
            ),
            _played.c.status.in_(_any_of("ended")),
        )
        .order_by(_played.c.id.desc())
        .limit(sa.bindparam("most"))
    ),
    "gathering_in": sa.and_(
        game.c.guild_id == sa.bindparam("guild"), game.c.status == sa.bindparam("gathering")
    ),
    "in_server": sa.and_(
        game.c.guild_id == sa.bindparam("server"), game.c.status.not_in(_any_of("not_in_server"))
    ),
    "on_board": game.c.id.in_(
        sa.select(_listed.c.id)
        .where(
            _listed.c.guild_id == sa.bindparam("board_of"),
            _listed.c.status.in_(_any_of("listed")),
            _listed.c.channel_id.in_(_any_of("channels")),
            sa.or_(_listed.c.home_kind.is_(None), _listed.c.home_kind.not_in(_any_of("nowhere"))),
            sa.or_(_listed.c.status != sa.bindparam("lobby"), ~_listed.c.only_invited),
        )
        .order_by(
            _listed.c.status != sa.bindparam("lobby"),
            ~sa.exists().where(
                player.c.game_id == _listed.c.id,
                sa.or_(player.c.offered_seq.is_not(None), player.c.abandoned_seq.is_not(None)),
            ),
            sa.select(entry.c.at)
            .where(entry.c.game_id == _listed.c.id, entry.c.kind.not_in(_any_of("quiet")))
            .order_by(entry.c.seq.desc())
            .limit(1)
            .scalar_subquery()
            .desc(),
        )
        .limit(sa.bindparam("most_listed"))
    ),
    "timed": sa.or_(
        game.c.id.in_(sa.select(due.c.game_id)),
        game.c.id.in_(sa.select(clock.c.game_id).where(clock.c.since.is_not(None))),
    ),
    "newest_in": game.c.id
    == sa.select(sa.func.max(game.c.id))
    .where(game.c.home_id == sa.bindparam("home"), game.c.status.in_(_any_of("ended")))
    .scalar_subquery(),
}


def numbered(game_id: int) -> GameFilter:
    """The game of that id."""
    return GameFilter(("numbered",), {"number": game_id})


def played_by(user_id: int, *, without: Iterable[str]) -> GameFilter:
    """The games in which that user plays, without those of these statuses."""
    return GameFilter(("played_by",), {"user": user_id, "not_played": list(without)})


def shown_in(channel_id: int, *, without: Iterable[str]) -> GameFilter:
    """The games shown or opened in that channel or thread, without those of these statuses."""
    return GameFilter(("shown_in",), {"shown_in": channel_id, "not_shown": list(without)})


def at_home_in(
    channel_id: int | None, *, without: Iterable[str], ended: Iterable[str]
) -> GameFilter:
    """The games shown in that channel, without these statuses, and the newest that has *ended*."""
    if channel_id is None:
        return GameFilter()
    values = {"home": channel_id, "not_at_home": list(without), "ended": list(ended)}
    return GameFilter(("at_home_in", "newest_in"), values)


def last_played_by(user_id: int, most: int, *, ended: Iterable[str]) -> GameFilter:
    """The newest games, at most *most*, in which that user played, and that have *ended*."""
    return GameFilter(("last_played_by",), {"user": user_id, "most": most, "ended": list(ended)})


def in_server(guild_id: int, *, without: Iterable[str]) -> GameFilter:
    """The games of that server, without those of these statuses."""
    return GameFilter(("in_server",), {"server": guild_id, "not_in_server": list(without)})


def gathering_in(guild_id: int, *, gathering: str) -> GameFilter:
    """The games of that server that are of the status *gathering*."""
    return GameFilter(("gathering_in",), {"guild": guild_id, "gathering": gathering})


def on_board(
    guild_id: int,
    channels: Iterable[int],
    statuses: Iterable[str],
    *,
    lobby: str,
    without_homes: Iterable[str],
    quiet: Iterable[str],
    most: int = ANY_NUMBER,
) -> GameFilter:
    """The games on that server's board: at most *most*, of these statuses, opened in *channels*.

    Lobbies come first, then games with an empty seat or one on offer, then those changed last by an
    entry that is not *quiet*. Without lobbies by invitation, and homes of these kinds.
    """
    values = {
        "board_of": guild_id,
        "channels": list(channels),
        "listed": list(statuses),
        "lobby": lobby,
        "nowhere": list(without_homes),
        "quiet": list(quiet),
        "most_listed": most,
    }
    return GameFilter(("on_board",), values)


def timed() -> GameFilter:
    """The games of which something is due at a time, or a clock runs."""
    return GameFilter(("timed",))


@cache
def _headers(*conditions: str) -> sa.Select[Any]:
    return (
        sa.select(
            *(*_GAME, *_PLAYER, *PERSON, *_CLOCK, *_NOTES),
            *(person.c.standing_order, player.c.standing_order),
            *(server.c.rules, seal.c.digest, seal.c.message_gone, seal.c.opened),
            invalid_as_none(sa.select(pulse.c.at).scalar_subquery()).label("pulse"),
            invalid_as_none(due.c.at).label("clock_due"),
            invalid_as_none(_OFFER_DUE).label("offer_due"),
        )
        .select_from(game)
        .outerjoin(player, player.c.game_id == game.c.id)
        .outerjoin(person, person.c.user_id == player.c.user_id)
        .outerjoin(clock, sa.and_(clock.c.game_id == game.c.id, clock.c.seat == player.c.seat))
        .outerjoin(server, server.c.guild_id == game.c.guild_id)
        .outerjoin(seal, seal.c.table_id == game.c.id)
        .outerjoin(due, sa.and_(due.c.game_id == game.c.id, due.c.kind == "clock"))
        .where(_any(conditions))
        .order_by(game.c.id.desc(), player.c.seat, player.c.joined_seq)
    )


@cache
def _numbers(*conditions: str) -> sa.Select[Any]:
    return sa.select(game.c.id).where(_any(conditions)).order_by(game.c.id.desc())


def count_of(connection: sa.Connection, which: GameFilter) -> int:
    """Count the games of a filter."""
    return len(connection.execute(_numbers(*which.conditions), which.values).all())


@cache
def _hold(*conditions: str) -> sa.Select[Any]:
    held = sa.select(game.c.id).where(_any(conditions)).order_by(game.c.id)
    return held.with_for_update(key_share=True)


def _any(conditions: Iterable[str]) -> sa.ColumnElement[bool]:
    return sa.or_(sa.false(), *(_CONDITIONS[condition] for condition in conditions))


def read_headers(connection: sa.Connection, which: GameFilter) -> list[HeaderRow]:
    """Read some games with their players, newest first; unreadable ones are marked as damaged."""
    try:
        with decoding("a game"):
            rows = connection.execute(_headers(*which.conditions), which.values)
            together = groupby(rows, key=itemgetter(0))
            return [_header(list(of_game)) for number, of_game in together if number is not None]
    except Damaged:  # one is damaged: read each by itself to find it
        found = numbered_by(connection, _numbers(*which.conditions), which.values)
        if which.conditions == ("numbered",):
            return [_what_is_left(connection, game_id) for game_id in found]
        each_by_itself = (read_headers(connection, numbered(game_id)) for game_id in found)
        return list(chain.from_iterable(each_by_itself))


def _header(rows: list[sa.Row[Any]]) -> HeaderRow:
    """Build the header of a game from a row for each player, or one without a player."""
    players, notes, orders = [], [], []
    for row in rows:
        if row[_AFTER_GAME] is not None:
            of_player = PlayerRow(*row[_AFTER_GAME:_AFTER_PLAYER])
            of_person = to_person(row[_AFTER_PLAYER:_AFTER_PERSON])
            of_clock = ClockRow(*row[_AFTER_PERSON:_AFTER_CLOCK])
            players.append((of_player, of_person, of_clock))
            notes.append(NotesRow(*row[_AFTER_CLOCK:_AFTER_NOTES]))
            orders.append(OrderRow(*row[_AFTER_NOTES : _AFTER_NOTES + 2]))
    first = rows[0]
    of_seal = SealRow(first.digest, bool(first.message_gone), bool(first.opened))
    return HeaderRow(
        GameRow(*first[:_AFTER_GAME]),
        tuple(players),
        notes=tuple(notes),
        orders=tuple(orders),
        rules=first.rules or "",
        seal=of_seal if first.digest else None,
        pulse=first.pulse,
        clock_due=first.clock_due,
        offers_due=tuple(row.offer_due for row in rows[: len(players)]),
    )


def hold(connection: sa.Connection, which: GameFilter) -> None:
    """Lock some games against changes by others until the transaction ends.

    A transaction that changes several games, or rows of theirs, locks them first, in the order of
    their numbers, to avoid deadlocks. SQLite has one writer at a time.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(_hold(*which.conditions), which.values)


def numbers(connection: sa.Connection) -> list[int]:
    """Read the numbers of all games."""
    return numbered_by(connection, sa.select(game.c.id).order_by(game.c.id))


def ended_before(
    connection: sa.Connection, at: datetime, statuses: Iterable[str], most: int
) -> list[int]:
    """Read at most *most* numbers of games of these statuses without an entry since then."""
    found = (
        sa.select(game.c.id)
        .join(entry, sa.and_(entry.c.game_id == game.c.id, entry.c.seq == game.c.version))
        .where(game.c.status.in_(list(statuses)), entry.c.at < at)
        .order_by(game.c.id)
        .limit(most)
    )
    return numbered_by(connection, found)


def unpaced(connection: sa.Connection, status: str) -> list[int]:
    """Read the numbers of games of that status without a pace."""
    found = sa.select(game.c.id).where(game.c.status == status, game.c.pace == "")
    return numbered_by(connection, found.order_by(game.c.id))


_NO_CLOCK = ClockRow(*(None,) * len(ClockRow.__slots__))


def _what_is_left(connection: sa.Connection, game_id: int) -> HeaderRow:
    """Read the readable part of a damaged game."""
    players: tuple[tuple[PlayerRow, PersonRow, ClockRow], ...] = ()
    with suppress(Damaged), decoding("players"):
        of_players = sa.select(player.c.joined_seq, player.c.user_id)
        rows = connection.execute(of_players.where(player.c.game_id == game_id)).all()
        players = tuple(
            (PlayerRow(seq, user_id, ""), PersonRow(), _NO_CLOCK) for seq, user_id in rows
        )
    values: dict[str, Any] = {
        **{each.name: None if each.nullable else _neutral(each) for each in _GAME},
        "id": game_id,
        "name": f"#{game_id}",
        "channel_id": 0,
        "opener_id": 0,
        "only_invited": True,
        "options": [],
        "invited": [],
        "former": [],
        "asked": [],
        "series": {},
        "created_at": datetime.min.replace(tzinfo=UTC),
    }
    for name in ("name", "guild_id", "channel_id", "home_id", "board", "options"):
        with suppress(Damaged), decoding(name):
            found = connection.scalar(sa.select(game.c[name]).where(game.c.id == game_id))
            if found is not None:
                values[name] = found
    return HeaderRow(GameRow(**values), players, damaged=True)


def _neutral(column: sa.Column[Any]) -> Any:  # noqa: ANN401
    assert isinstance(column.type, CheckedType)
    return column.type.neutral


_PARTS = tuple(table for table in reversed(metadata.sorted_tables) if "game_id" in table.c)
"""Tables with rows of games; referring tables first."""


def delete_game(connection: sa.Connection, game_id: int) -> None:
    """Delete a game with all its rows but its seal, which is still counted.

    Does nothing without such a game.
    """
    # All writers lock the game's row first, to avoid deadlocks.
    connection.execute(sa.select(game.c.id).where(game.c.id == game_id).with_for_update())
    for table in _PARTS:
        connection.execute(sa.delete(table).where(table.c.game_id == game_id))
    connection.execute(sa.delete(game).where(game.c.id == game_id))
    forget_secret(connection, game_id)
