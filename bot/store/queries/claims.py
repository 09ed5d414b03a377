"""The programs that run on this database: which of them shows which game, and who may connect.

A program lives until its lease ends, unless renewed; a claim holds as long as its owner lives, by
the database's own clock.

A claim is only taken from a program whose lease has visibly ended. Not seeing it alive is not
enough: it may have started since.

"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.dml import ReturningInsert

from bot.store.databases.dialects import insert_into, insert_new, later_by, now
from bot.store.rows import ProgramRow
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import claim, game, identifying, program

_FORGOTTEN_AFTER = timedelta(days=1)
"""Time after its end before a program and its claims are deleted."""
_LIVES, _HAS_ENDED = program.c.until > now(), program.c.until <= now()

# --- programs ------------------------------------------------------------------------------------


def begin(
    connection: sa.Connection, program_id: str, shards: str, lease: timedelta, *, only: bool = False
) -> None:
    """Record that a program runs from now on, with these *shards*.

    *only*: it is the only one, so all others have ended and their claims are void.
    """
    ended = program.c.until <= later_by(now(), -_FORGOTTEN_AFTER)
    if only:  # in a damaged file, a claim without its owner would last for ever
        connection.execute(sa.delete(claim))
    connection.execute(sa.delete(program) if only else sa.delete(program).where(ended))
    until = later_by(now(), lease)
    connection.execute(sa.insert(program).values(id=program_id, shards=shards, until=until))


def renew(connection: sa.Connection, program_id: str, lease: timedelta) -> bool:
    """Extend a program's life by a *lease*; False if its last one has ended."""
    renewed = sa.update(program).where(program.c.id == program_id, _LIVES)
    return connection.execute(renewed.values(until=later_by(now(), lease))).rowcount == 1


_LIVING = sa.select(program.c.id, program.c.shards).where(_LIVES)


def living(connection: sa.Connection) -> list[ProgramRow]:
    """Read the living programs."""
    return [ProgramRow(*row) for row in connection.execute(_LIVING) if None not in row]


# --- claims --------------------------------------------------------------------------------------


_SOME = game.c.id.in_(sa.bindparam("some", expanding=True))
_PLACES = sa.select(game.c.id, invalid_as_none(game.c.guild_id)).where(_SOME)


def places(connection: sa.Connection, game_ids: Iterable[int]) -> dict[int, int | None]:
    """Read the servers of existing games; None for games outside servers."""
    found = connection.execute(_PLACES, {"some": list(game_ids)})
    return {game_id: guild_id for game_id, guild_id in found}  # noqa: C416


def take(connection: sa.Connection, program_id: str, game_ids: Sequence[int]) -> set[int]:
    """Claim games for a program, except those held by others. Returns those it holds."""
    named = {"some": list(game_ids), "the_program": program_id}
    return set(connection.scalars(_take(connection.dialect.name), named))


@cache
def _take(dialect: str) -> ReturningInsert[tuple[int]]:
    the_program = sa.bindparam("the_program", type_=claim.c.owner.type)
    # in order, to avoid deadlocks
    wanted = sa.select(game.c.id, the_program).where(_SOME).order_by(game.c.id)
    new = insert_into(dialect, claim).from_select(["game_id", "owner"], wanted)
    taken = new.on_conflict_do_update(
        index_elements=["game_id"],
        set_={"owner": new.excluded.owner},
        where=sa.or_(claim.c.owner == the_program, has_ended(claim.c.owner)),
    )
    return taken.returning(claim.c.game_id)


_THE_CLAIM = (
    claim.c.game_id == sa.bindparam("the_game"),
    claim.c.owner == sa.bindparam("the_program"),
)
_HOLD = sa.update(claim).where(*_THE_CLAIM).values(owner=claim.c.owner)


def hold(connection: sa.Connection, program_id: str, game_id: int) -> bool:
    """Prevent other programs from claiming a game until the transaction ends.

    Returns False if that program does not hold the game.
    """
    named = {"the_game": game_id, "the_program": program_id}
    return connection.execute(_HOLD, named).rowcount == 1


def holds(connection: sa.Connection, program_id: str, game_id: int) -> bool:
    """True if a program holds a game."""
    held = sa.select(claim.c.owner).where(claim.c.game_id == game_id)
    return connection.scalar(held) == program_id


def give_back(
    connection: sa.Connection, program_id: str, game_ids: Iterable[int] | None = None
) -> None:
    """Release a program's claims on these games; None stands for all."""
    held = sa.delete(claim).where(claim.c.owner == program_id)
    connection.execute(
        held if game_ids is None else held.where(claim.c.game_id.in_(list(game_ids)))
    )


# --- conditions on rows that belong to games -----------------------------------------------------


def free_for(
    program_id: str | sa.BindParameter[str], game_id: sa.ColumnElement[Any]
) -> sa.ColumnElement[bool]:
    """Return the condition that no other living program holds a game."""
    held = sa.and_(
        claim.c.game_id == game_id,
        claim.c.owner != program_id,
        program.c.id == claim.c.owner,
        _LIVES,
    )
    return ~sa.exists().where(held)


def held_by(program_id: str, game_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that a program holds a game."""
    return sa.exists().where(claim.c.game_id == game_id, claim.c.owner == program_id)


def has_ended(program_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that the lease of a program has visibly ended."""
    return sa.exists().where(program.c.id == program_id, _HAS_ENDED)


def is_unknown(program_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that a program is unknown: it ended long ago, or is just starting."""
    return ~sa.exists().where(program.c.id == program_id)


# --- sessions with Discord's gateway -------------------------------------------------------------

_NEVER = datetime(2000, 1, 1, tzinfo=UTC)


def take_turn(connection: sa.Connection, bucket: int, apart: timedelta) -> timedelta | None:
    """Take the next turn in a bucket if the last one is at least *apart* ago.

    Returns None if it is taken, or else how long to wait.
    """
    insert_new(connection, identifying, {"bucket": bucket, "at": _NEVER})
    of_bucket = identifying.c.bucket == bucket
    last = connection.scalar(sa.select(identifying.c.at).where(of_bucket).with_for_update())
    by_now = connection.execute(sa.select(now())).scalar_one()
    wait = (last or _NEVER) + apart - by_now
    if timedelta(0) < wait <= apart:  # more than that: the clock was set back
        return wait
    connection.execute(sa.update(identifying).where(of_bucket).values(at=by_now))
    return None
