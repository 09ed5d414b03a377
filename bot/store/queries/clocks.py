"""The clocks of seats, and the heartbeat that reveals gaps.

Statements of most presses are built once, because that takes longer than running them.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.errors import Damaged, decoding
from bot.store.queries.games import numbered_by
from bot.store.queries.people import PERSON, to_person
from bot.store.rows import ClockRow, PersonRow
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import PROPOSING, clock, game, person, player, pulse

_CLOCK = tuple(clock.c[name] for name in ClockRow.__slots__)
_AFTER_PERSON = len(PERSON)
_AFTER_CLOCK = _AFTER_PERSON + len(_CLOCK)


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A running clock."""

    game_id: int
    seat: int
    user_id: int | None
    pace: str
    person: PersonRow
    clock: ClockRow


def without_seat(connection: sa.Connection, game_id: int) -> bool:
    """True if a game has a clock without a seat."""
    seats = sa.select(player.c.seat).where(player.c.game_id == game_id, player.c.seat.is_not(None))
    lost = sa.select(clock.c.game_id).where(clock.c.game_id == game_id, clock.c.seat.not_in(seats))
    return connection.execute(lost.limit(1)).first() is not None


_RUNNING = (
    sa.select(*PERSON, *_CLOCK, game.c.id, clock.c.seat, player.c.user_id, game.c.pace)
    .select_from(clock)
    .join(game, game.c.id == clock.c.game_id)
    .join(player, sa.and_(player.c.game_id == clock.c.game_id, player.c.seat == clock.c.seat))
    .outerjoin(person, person.c.user_id == player.c.user_id)
    .where(clock.c.since.is_not(None))
    .order_by(game.c.id)
    .with_for_update(of=game, key_share=True)  # as every transaction that changes one does
)
_OF_USER = _RUNNING.where(player.c.user_id == sa.bindparam("the_user"))
_OF_ONE_GAME = _RUNNING.where(game.c.id == sa.bindparam("the_game"))
_WITH_RUNNING = (
    sa.select(invalid_as_none(clock.c.game_id))
    .where(clock.c.since.is_not(None))
    .distinct()
    .order_by(clock.c.game_id)
)


def read_running(connection: sa.Connection, user_id: int | None = None) -> list[RunningRow]:
    """Read all running clocks, or those of one user, without damaged ones.

    The games are locked until the transaction ends.
    """
    try:
        if user_id is None:
            return _read_running(connection, _RUNNING)
        return _read_running(connection, _OF_USER, the_user=user_id)
    except Damaged:  # one is damaged: read each by itself to find it
        readable = []
        for game_id in numbered_by(connection, _WITH_RUNNING):
            with suppress(Damaged):
                readable += _read_running(connection, _OF_ONE_GAME, the_game=game_id)
        return [each for each in readable if user_id in {None, each.user_id}]


def _read_running(
    connection: sa.Connection, which: sa.Select[Any], **values: int
) -> list[RunningRow]:
    with decoding("the clocks"):
        return [
            RunningRow(
                row.id,
                row.seat,
                row.user_id,
                row.pace,
                to_person(row[:_AFTER_PERSON]),
                ClockRow(*row[_AFTER_PERSON:_AFTER_CLOCK]),
            )
            for row in connection.execute(which, values)
        ]


_UPDATE_RUNNING = (
    sa.update(clock)
    .where(clock.c.game_id == sa.bindparam("the_game"), clock.c.seat == sa.bindparam("the_seat"))
    .values(since=sa.bindparam("since"), spent=sa.bindparam("spent"))
)


def put_clocks(connection: sa.Connection, game_id: int, clocks: Mapping[int, ClockRow]) -> None:
    """Insert or update the clocks of seats."""
    rows = ({"game_id": game_id, "seat": seat, **asdict(row)} for seat, row in clocks.items())
    upsert(connection, clock, *rows)


def update_running(connection: sa.Connection, clocks: Iterable[RunningRow]) -> None:
    """Store *since* and *spent* of running clocks."""
    rows = [
        {
            "the_game": each.game_id,
            "the_seat": each.seat,
            "since": each.clock.since,
            "spent": each.clock.spent,
        }
        for each in clocks
    ]
    if rows:
        connection.execute(_UPDATE_RUNNING, rows)


def read_heartbeat(connection: sa.Connection) -> datetime | None:
    """Read the last heartbeat of any program; None without one."""
    return connection.scalar(sa.select(pulse.c.at))


def write_heartbeat(connection: sa.Connection, at: datetime, last: datetime | None) -> bool:
    """Write the heartbeat; False if another program has written it since *last*."""
    if last is None:
        upsert(connection, pulse, {"id": 1, "at": at})
        return True
    written = connection.execute(sa.update(pulse).where(pulse.c.at == last).values(at=at))
    return written.rowcount == 1


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A seat of a game with open proposals."""

    game_id: int
    pace: str
    proposals: str
    seat: int
    user_id: int
    person: PersonRow


def read_asked(connection: sa.Connection, user_id: int | None = None) -> list[AskedRow]:
    """Read the seats of users, or of one user, in games with open proposals; skips damaged ones."""
    about = (game.c.id, invalid_as_none(game.c.pace), invalid_as_none(game.c.proposals))
    who = (invalid_as_none(player.c.seat), invalid_as_none(player.c.user_id))
    seats = (
        sa.select(*about, *who, *map(invalid_as_none, PERSON))
        .select_from(game)
        .join(player, player.c.game_id == game.c.id)
        .outerjoin(person, person.c.user_id == player.c.user_id)
        .where(PROPOSING, player.c.seat.is_not(None))
        .order_by(game.c.id, player.c.seat)
    )
    if user_id is not None:
        seats = seats.where(player.c.user_id == user_id)
    return [
        AskedRow(row[0], row[1], row[2], row[3], row[4], to_person(row[5:]))
        for row in connection.execute(seats)
        if None not in row[:5]
    ]


_CHANGE_PROPOSALS = sa.update(game).where(game.c.id == sa.bindparam("the_game"))


def change_proposals(connection: sa.Connection, changed: Mapping[int, str]) -> None:
    """Store the proposals of some games."""
    rows = [{"the_game": game_id, "proposals": text} for game_id, text in sorted(changed.items())]
    if rows:  # all at once: the games are locked meanwhile
        connection.execute(_CHANGE_PROPOSALS, rows)
