"""Reading and writing games, their players, their log and their state.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
What most presses need is put together once: that takes longer than to run it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.store.deciphering import checked, deciphering
from bot.store.errors import Damaged, StaleVersion
from bot.store.rows import (
    BodyRow,
    EntryRow,
    GameRow,
    HeaderRow,
    OrderRow,
    PersonRow,
    PlayerRow,
)
from bot.store.schema import entry, game, person, player, snapshot

_GAME = tuple(game.c[name] for name in GameRow.__slots__)
_PLAYER = tuple(player.c[name] for name in PlayerRow.__slots__)
_PERSON = tuple(person.c[name] for name in PersonRow.__slots__)
_ENTRY = tuple(entry.c[name] for name in EntryRow.__slots__)


def insert_game(
    connection: Connection,
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
    language: str,
    told_role_id: int | None,
) -> GameRow:
    """Make a game with an empty log, and answer it."""
    result = connection.execute(
        insert(game)
        .values(
            name=name,
            status=status,
            guild_id=guild_id,
            channel_id=channel_id,
            opener_id=opener_id,
            board=board,
            options=list(options),
            capacity=capacity,
            version=0,
            state_version=0,
            turn=0,
            delivered_version=0,
            delivered_turn=0,
            created_at=created_at,
            language=language,
            told_role_id=told_role_id,
        )
        .returning(*_GAME)
    )
    return GameRow(*result.one())


def count(
    connection: Connection, opener_id: int, guild_id: int | None, statuses: Iterable[str]
) -> tuple[int, int]:
    """Count the games of these statuses that a user has opened, and those of a server."""
    counted = select(
        func.count(case((game.c.opener_id == opener_id, 1))),
        func.count(case((game.c.guild_id == guild_id, 1))),
    ).where(
        or_(game.c.opener_id == opener_id, game.c.guild_id == guild_id),
        game.c.status.in_(list(statuses)),
    )
    opened, in_server = connection.execute(counted).one()
    return opened, in_server


_CHANGE_GAME = update(game).where(
    game.c.id == bindparam("the_game"), game.c.version == bindparam("the_version")
)
_ADD_ENTRIES = insert(entry)


def append(
    connection: Connection,
    game_id: int,
    version: int,
    rows: Sequence[EntryRow],
    **changes: object,
) -> None:
    """Append *rows* to the log of a game, and make *changes* to its columns.

    Raises StaleVersion if *version* is not the game's any more.
    """
    result = connection.execute(
        _CHANGE_GAME,
        {"the_game": game_id, "the_version": version, "version": rows[-1].seq, **changes},
    )
    if result.rowcount != 1:
        raise StaleVersion
    # asdict() would take the events apart too
    written = [
        {name: getattr(row, name) for name in row.__slots__} | {"game_id": game_id} for row in rows
    ]
    connection.execute(_ADD_ENTRIES, written)


_DROP_STATES = delete(snapshot).where(
    snapshot.c.game_id == bindparam("the_game"),
    snapshot.c.seq < bindparam("the_seq"),
    snapshot.c.seq.not_in(bindparam("kept", expanding=True)),
)
_SAVE_STATE = insert(snapshot)
_READ_STATE = select(snapshot.c.state).where(
    snapshot.c.game_id == bindparam("the_game"), snapshot.c.seq == bindparam("the_seq")
)


def save_states(
    connection: Connection,
    game_id: int,
    states: Mapping[int, str],
    keeping: Iterable[int] | None = None,
) -> None:
    """Store the states after entries of these numbers.

    With *keeping*, of the earlier ones nobody needs more than those.
    """
    if keeping is not None:
        kept = {"the_game": game_id, "the_seq": min(states), "kept": list(keeping)}
        connection.execute(_DROP_STATES, kept)
    connection.execute(
        _SAVE_STATE,
        [{"game_id": game_id, "seq": seq, "state": state} for seq, state in states.items()],
    )


def read_state(connection: Connection, game_id: int, seq: int) -> str:
    """Read the state after entry *seq*. Raises Damaged if it is not kept."""
    with deciphering(f"the state of game {game_id} after entry {seq}"):
        state = connection.scalar(_READ_STATE, {"the_game": game_id, "the_seq": seq})
        if not isinstance(state, str):
            raise TypeError
        return state


def last_state(connection: Connection, game_id: int) -> int:
    """The number of the last entry after which a state is kept; 0 without one."""
    with deciphering(f"the states of game {game_id}"):
        of_game = snapshot.c.game_id == game_id
        return int(connection.scalar(select(func.max(snapshot.c.seq)).where(of_game)) or 0)


# --- which games -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Which:
    """Which games are meant: all that fulfil one of the conditions of these names."""

    conditions: tuple[str, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    """What the conditions compare with."""

    def __or__(self, other: Which) -> Which:
        assert not self.values.keys() & other.values.keys()
        return Which(self.conditions + other.conditions, {**self.values, **other.values})


def _any_of(name: str) -> BindParameter[Any]:
    return bindparam(name, expanding=True)


_played = game.alias()
_CONDITIONS = {
    "numbered": game.c.id == bindparam("number"),
    "played_by": and_(
        game.c.id.in_(select(player.c.game_id).where(player.c.user_id == bindparam("user"))),
        game.c.status.not_in(_any_of("not_played")),
    ),
    "shown_in": and_(
        or_(game.c.home_id == bindparam("shown_in"), game.c.channel_id == bindparam("shown_in")),
        game.c.status.not_in(_any_of("not_shown")),
    ),
    "at_home_in": and_(
        game.c.home_id == bindparam("home"), game.c.status.not_in(_any_of("not_at_home"))
    ),
    "last_played_by": game.c.id.in_(
        select(_played.c.id)
        .where(
            _played.c.id.in_(select(player.c.game_id).where(player.c.user_id == bindparam("user"))),
            _played.c.status == bindparam("ended"),
        )
        .order_by(_played.c.id.desc())
        .limit(bindparam("most"))
    ),
    "gathering_in": and_(
        game.c.guild_id == bindparam("guild"), game.c.status == bindparam("gathering")
    ),
    "newest_in": game.c.id
    == select(func.max(game.c.id))
    .where(game.c.home_id == bindparam("home"), game.c.status == bindparam("ended"))
    .scalar_subquery(),
}


def numbered(game_id: int) -> Which:
    """The game of that id."""
    return Which(("numbered",), {"number": game_id})


def played_by(user_id: int, *, without: Iterable[str]) -> Which:
    """The games in which that user plays, without those of these statuses."""
    return Which(("played_by",), {"user": user_id, "not_played": list(without)})


def shown_in(channel_id: int, *, without: Iterable[str]) -> Which:
    """The games shown or opened in that channel or thread, without those of these statuses."""
    return Which(("shown_in",), {"shown_in": channel_id, "not_shown": list(without)})


def at_home_in(channel_id: int | None, *, without: Iterable[str], ended: str) -> Which:
    """The games shown in that channel, without these statuses, and the newest that is *ended*."""
    if channel_id is None:
        return Which()
    values = {"home": channel_id, "not_at_home": list(without), "ended": ended}
    return Which(("at_home_in", "newest_in"), values)


def last_played_by(user_id: int, most: int, *, ended: str) -> Which:
    """The newest games, so many at most, in which that user played, and that are *ended*."""
    return Which(("last_played_by",), {"user": user_id, "most": most, "ended": ended})


def gathering_in(guild_id: int, *, gathering: str) -> Which:
    """The games of that server that are of the status *gathering*."""
    return Which(("gathering_in",), {"guild": guild_id, "gathering": gathering})


@cache
def _headers(*conditions: str) -> Select[Any]:
    return (
        select(*_GAME, *_PLAYER, *_PERSON)
        .select_from(game)
        .outerjoin(player, player.c.game_id == game.c.id)
        .outerjoin(person, person.c.user_id == player.c.user_id)
        .where(_any(conditions))
        .order_by(game.c.id.desc(), player.c.seat, player.c.joined_seq)
    )


@cache
def _numbers(*conditions: str) -> Select[Any]:
    return select(game.c.id).where(_any(conditions)).order_by(game.c.id.desc())


def _any(conditions: Iterable[str]) -> ColumnElement[bool]:
    return or_(false(), *(_CONDITIONS[condition] for condition in conditions))


def read_headers(connection: Connection, which: Which) -> list[HeaderRow]:
    """Read some games with their players, newest first; those that cannot be read are damaged.

    Raises Damaged if not even their numbers can be read.
    """
    try:
        return _read_headers(connection, which)
    except Damaged:  # of one of them: each by itself, to find out which
        with deciphering("the list of games"):
            numbers = checked_numbers(connection.scalars(_numbers(*which.conditions), which.values))
        return [_read_header(connection, game_id) for game_id in numbers]


def numbers(connection: Connection) -> list[int]:
    """The numbers of all games. Raises Damaged if they cannot be read."""
    with deciphering("the list of games"):
        return checked_numbers(connection.scalars(select(game.c.id).order_by(game.c.id)))


def checked_numbers(numbers: Iterable[Any]) -> list[int]:
    """These numbers of games. Raises TypeError if one is none."""
    return [checked((number,), (game.c.id,))[0] for number in numbers]


def _read_headers(connection: Connection, which: Which) -> list[HeaderRow]:
    after_game = len(_GAME)
    after_player = after_game + len(_PLAYER)
    headers = []
    with deciphering("a game"):
        rows = connection.execute(_headers(*which.conditions), which.values)
        for _, together in groupby(rows, key=lambda row: row[0]):
            of_game = list(together)
            players = tuple(
                (
                    PlayerRow(*checked(row[after_game:after_player], _PLAYER)),
                    PersonRow(*checked(row[after_player:], _PERSON, joined=True)),
                )
                for row in of_game
                if row[after_game] is not None  # the last one may have left
            )
            one = GameRow(*checked(of_game[0][:after_game], _GAME))
            headers.append(HeaderRow(one, players))
    return headers


def _read_header(connection: Connection, game_id: int) -> HeaderRow:
    try:
        with deciphering(f"game {game_id}"):
            return _read_headers(connection, numbered(game_id))[0]
    except Damaged:
        return _what_is_left(connection, game_id)


_NOBODY = PersonRow(*(None,) * len(PersonRow.__slots__))


def _what_is_left(connection: Connection, game_id: int) -> HeaderRow:
    """A damaged game, with all that is known of it."""

    def read(column: Column[Any], otherwise: object) -> Any:  # noqa: ANN401
        try:
            with deciphering(column.name):
                of_game = select(column).where(game.c.id == game_id)
                return checked([connection.scalar(of_game)], (column,))[0]
        except Damaged:
            return otherwise

    try:
        with deciphering("players"):
            of_players = select(player.c.joined_seq, player.c.user_id)
            rows = connection.execute(of_players.where(player.c.game_id == game_id)).all()
            players = tuple((PlayerRow(seq, user_id, ""), _NOBODY) for seq, user_id in rows)
    except Damaged:
        players = ()
    left = GameRow(
        id=game_id,
        name=read(game.c.name, f"#{game_id}"),
        status="",
        guild_id=read(game.c.guild_id, None),
        channel_id=read(game.c.channel_id, 0),
        home_id=read(game.c.home_id, None),
        home_kind=None,
        opener_id=0,
        board=read(game.c.board, ""),
        options=read(game.c.options, []),
        capacity=0,
        version=0,
        state_version=0,
        turn=0,
        delivered_version=0,
        delivered_turn=0,
        created_at=datetime.min.replace(tzinfo=UTC),
        language="",
        only_invited=True,
        invited=[],
        told_role_id=None,
    )
    return HeaderRow(left, players, damaged=True)


_earlier = entry.alias()
_LAST_TOLD = (
    select(func.max(_earlier.c.turn))
    .where(
        _earlier.c.game_id == game.c.id,
        _earlier.c.turn < game.c.turn,
        _earlier.c.kind == "acted",
        _earlier.c.passing.is_(False),
    )
    .correlate(game)
    .scalar_subquery()
)
_BODIES = (
    select(game.c.id, game.c.state_version, snapshot.c.state, *_ENTRY)
    .select_from(game)
    .join(entry, entry.c.game_id == game.c.id)
    .outerjoin(
        snapshot,
        and_(
            snapshot.c.game_id == entry.c.game_id,
            snapshot.c.seq == entry.c.seq,
            or_(
                snapshot.c.seq == game.c.state_version,
                and_(entry.c.turn >= game.c.delivered_turn, entry.c.turn < game.c.turn),
            ),
        ),
    )
    .where(
        game.c.id.in_(_any_of("wanted")),
        or_(
            entry.c.turn >= func.coalesce(_LAST_TOLD, game.c.turn - 1),
            entry.c.turn >= game.c.delivered_turn,
            entry.c.turn >= game.c.turn - game.c.capacity,  # a round, and the turn before it
        ),
        entry.c.turn > 0,
    )
    .order_by(game.c.id, entry.c.seq)
)
_OF_GAME = entry.c.game_id == bindparam("the_game")
_LOG = select(*_ENTRY).where(_OF_GAME).order_by(entry.c.seq)
_SEQS = select(entry.c.seq).where(_OF_GAME).order_by(entry.c.seq)
_LOG_ENTRY = select(*_ENTRY).where(_OF_GAME, entry.c.seq == bindparam("the_seq"))


def read_bodies(connection: Connection, ids: Iterable[int]) -> dict[int, BodyRow]:
    """Read state and log of games that have started.

    The log is read since the last turn worth a message, since the last one not delivered, and for
    a round at least. Without those of which they cannot be read, or are missing.
    """
    wanted = list(ids)
    try:
        return _read_bodies(connection, wanted)
    except Damaged:  # of one of them: each by itself, to find out which
        bodies: dict[int, BodyRow] = {}
        for game_id in wanted:
            with suppress(Damaged):
                bodies |= _read_bodies(connection, [game_id])
        return bodies


def _read_bodies(connection: Connection, wanted: list[int]) -> dict[int, BodyRow]:
    bodies = {}
    with deciphering("the state of a game"):
        rows = connection.execute(_BODIES, {"wanted": wanted})
        for game_id, together in groupby(rows, key=lambda row: row[0]):
            of_game = list(together)
            states = {row[3]: row[2] for row in of_game if row[2] is not None}
            if not isinstance(states[of_game[0][1]], str):
                raise TypeError
            bodies[game_id] = BodyRow(states, tuple(_entry(row[3:]) for row in of_game))
    return bodies


def read_log(connection: Connection, game_id: int) -> list[EntryRow]:
    """Read the whole log, first entry first. Raises Damaged, with the number of a bad entry."""
    try:
        with deciphering(f"the log of game {game_id}"):
            return [_entry(row) for row in connection.execute(_LOG, {"the_game": game_id})]
    except Damaged:
        with deciphering(f"the log of game {game_id}"):
            seqs = connection.scalars(_SEQS, {"the_game": game_id}).all()
        log = []
        for seq in seqs:
            with deciphering(f"entry {seq} of the log of game {game_id}"):
                row = connection.execute(_LOG_ENTRY, {"the_game": game_id, "the_seq": seq}).one()
                log.append(_entry(row))
        return log


def _entry(values: Sequence[Any]) -> EntryRow:
    return EntryRow(*checked(values, _ENTRY))


# --- players ---------------------------------------------------------------------------------


def add_player(connection: Connection, game_id: int, added: PlayerRow) -> None:
    """Add a player to a game."""
    connection.execute(insert(player).values(game_id=game_id, **asdict(added)))


def remove_player(connection: Connection, game_id: int, joined_seq: int) -> None:
    """Take a player out of a game."""
    connection.execute(
        delete(player).where(player.c.game_id == game_id, player.c.joined_seq == joined_seq)
    )


def change_player(
    connection: Connection, /, game_id: int, joined_seq: int, **changes: object
) -> None:
    """Make *changes* to a player's columns."""
    connection.execute(
        update(player)
        .where(player.c.game_id == game_id, player.c.joined_seq == joined_seq)
        .values(**changes)
    )


_ORDERS = (
    select(player.c.joined_seq, person.c.standing_order, player.c.standing_order)
    .select_from(player)
    .outerjoin(person, person.c.user_id == player.c.user_id)
    .where(player.c.game_id == bindparam("the_game"))
)
_ORDER = (person.c.standing_order, player.c.standing_order)


def read_orders(connection: Connection, game_id: int) -> dict[int, OrderRow]:
    """Read the standing orders of a game's players, by the entries with which they joined.

    Nothing else reads them: they never come near what others are shown. Raises Damaged if they
    cannot be read.
    """
    with deciphering(f"the standing orders of game {game_id}"):
        rows = connection.execute(_ORDERS, {"the_game": game_id})
        return {joined_seq: OrderRow(*checked(orders, _ORDER)) for joined_seq, *orders in rows}


def rename(
    connection: Connection,
    user_id: int,
    name: str,
    guild_id: int | None,
    statuses: Iterable[str],
) -> None:
    """Give a user a new name in all games of one server that are of these statuses."""
    games = select(game.c.id).where(game.c.guild_id == guild_id, game.c.status.in_(list(statuses)))
    connection.execute(
        update(player)
        .where(player.c.user_id == user_id, player.c.name != name, player.c.game_id.in_(games))
        .values(name=name)
    )
