"""Reading and writing games, their players, their log and their state.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
What most presses need is put together once: that takes longer than to run it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.store.errors import StaleVersion, StoreError
from bot.store.rows import BodyRow, EntryRow, GameRow, HeaderRow, PersonRow, PlayerRow
from bot.store.schema import entry, game, person, player, snapshot

_GAME = [game.c[name] for name in GameRow.__slots__]
_PLAYER = [player.c[name] for name in PlayerRow.__slots__]
_PERSON = [person.c[name] for name in PersonRow.__slots__]
_ENTRY = [entry.c[name] for name in EntryRow.__slots__]


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
        )
        .returning(*_GAME)
    )
    return GameRow(*result.one())


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
    """Read the state after entry *seq*. Raises StoreError if it is not kept."""
    state = connection.scalar(_READ_STATE, {"the_game": game_id, "the_seq": seq})
    if state is None:
        raise StoreError(f"the state of game {game_id} after entry {seq} is missing")
    return str(state)


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


_CONDITIONS = {
    "numbered": game.c.id == bindparam("number"),
    "played_by": and_(
        game.c.id.in_(select(player.c.game_id).where(player.c.user_id == bindparam("user"))),
        game.c.status.in_(_any_of("played")),
    ),
    "shown_in": and_(
        or_(game.c.home_id == bindparam("shown_in"), game.c.channel_id == bindparam("shown_in")),
        game.c.status.in_(_any_of("shown")),
    ),
    "at_home_in": and_(game.c.home_id == bindparam("home"), game.c.status.in_(_any_of("at_home"))),
    "newest_in": game.c.id
    == select(func.max(game.c.id))
    .where(game.c.home_id == bindparam("home"), game.c.status == bindparam("ended"))
    .scalar_subquery(),
}


def numbered(game_id: int) -> Which:
    """The game of that id."""
    return Which(("numbered",), {"number": game_id})


def played_by(user_id: int, statuses: Iterable[str]) -> Which:
    """The games of these statuses in which that user plays."""
    return Which(("played_by",), {"user": user_id, "played": list(statuses)})


def shown_in(channel_id: int, statuses: Iterable[str]) -> Which:
    """The games of these statuses shown or opened in that channel or thread."""
    return Which(("shown_in",), {"shown_in": channel_id, "shown": list(statuses)})


def at_home_in(channel_id: int | None, statuses: Iterable[str], ended: str) -> Which:
    """The games of these statuses shown in that channel, and the newest that is *ended*."""
    if channel_id is None:
        return Which()
    values = {"home": channel_id, "at_home": list(statuses), "ended": ended}
    return Which(("at_home_in", "newest_in"), values)


@cache
def _headers(*conditions: str) -> Select[Any]:
    return (
        select(*_GAME, *_PLAYER, *_PERSON)
        .select_from(game)
        .outerjoin(player, player.c.game_id == game.c.id)
        .outerjoin(person, person.c.user_id == player.c.user_id)
        .where(or_(false(), *(_CONDITIONS[condition] for condition in conditions)))
        .order_by(game.c.id.desc(), player.c.seat, player.c.joined_seq)
    )


def read_headers(connection: Connection, which: Which) -> list[HeaderRow]:
    """Read some games with their players, newest first."""
    rows = connection.execute(_headers(*which.conditions), which.values)
    after_game = len(_GAME)
    after_player = after_game + len(_PLAYER)
    headers = []
    for _, together in groupby(rows, key=lambda row: row[0]):
        of_game = list(together)
        players = tuple(
            (PlayerRow(*row[after_game:after_player]), PersonRow(*row[after_player:]))
            for row in of_game
            if row[after_game] is not None  # the last one may have left
        )
        headers.append(HeaderRow(GameRow(*of_game[0][:after_game]), players))
    return headers


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
        ),
        entry.c.turn > 0,
    )
    .order_by(game.c.id, entry.c.seq)
)
_LOG = select(*_ENTRY).where(entry.c.game_id == bindparam("the_game")).order_by(entry.c.seq)


def read_bodies(connection: Connection, ids: Iterable[int]) -> dict[int, BodyRow]:
    """Read state and log of games that have started.

    The log is read since the last turn worth a message, and since the last one not delivered, if
    that was earlier. Raises StoreError if the state of one of them is missing.
    """
    wanted = list(ids)
    rows = connection.execute(_BODIES, {"wanted": wanted})
    bodies = {}
    for game_id, together in groupby(rows, key=lambda row: row[0]):
        of_game = list(together)
        entries = tuple(EntryRow(*row[3:]) for row in of_game)
        states = {row[3]: str(row[2]) for row in of_game if row[2] is not None}
        if of_game[0][1] not in states:
            raise StoreError(f"the state of game {game_id} is missing")
        bodies[game_id] = BodyRow(states, entries)
    if missing := set(wanted) - bodies.keys():
        raise StoreError(f"the log of game {min(missing)} is missing")
    return bodies


def read_log(connection: Connection, game_id: int) -> list[EntryRow]:
    """Read the whole log, first entry first."""
    return [EntryRow(*row) for row in connection.execute(_LOG, {"the_game": game_id})]


# --- players ---------------------------------------------------------------------------------


def add_player(connection: Connection, game_id: int, added: PlayerRow) -> None:
    """Add a player to a game."""
    connection.execute(insert(player).values(game_id=game_id, **asdict(added)))


def remove_player(connection: Connection, game_id: int, joined_seq: int) -> None:
    """Take a player out of a game."""
    connection.execute(
        delete(player).where(player.c.game_id == game_id, player.c.joined_seq == joined_seq)
    )


def change_player(connection: Connection, game_id: int, joined_seq: int, **changes: object) -> None:
    """Make *changes* to a player's columns."""
    connection.execute(
        update(player)
        .where(player.c.game_id == game_id, player.c.joined_seq == joined_seq)
        .values(**changes)
    )


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
