"""Logs of games, and states after some of the entries.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
Statements of most presses are built once, because that takes longer than running them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby

import sqlalchemy as sa

from bot.store.databases.dialects import change_and_insert
from bot.store.errors import Damaged, StaleVersion, decoding
from bot.store.queries import games, markers
from bot.store.rows import EntryRow, SnapshotRow
from bot.store.schema.tables import entry, game, snapshot

QUIET = (
    "called",
    "draws by choice",
    "draws from bag",
    "forgotten",
    "hinted",
    "long wait",
    "reminded",
    "repaired",
)
"""Kinds of entries that are not public at once.

Numbers on buttons skip them. Never add an existing kind, or remove one: it would change the meaning
of buttons in running games.
"""
_IDENTITY = ("kind", "user_id", "seat", "text", "at", "automatic", "undoes")
"""Columns that identify an entry."""
_ENTRY = tuple(entry.c[name] for name in EntryRow.__slots__)


def append(
    connection: sa.Connection,
    game_id: int,
    version: int,
    rows: Sequence[EntryRow],
    by: datetime | None = None,
    *,
    states: Mapping[int, str] | None = None,
    keeping: Iterable[int] | None = None,
    **changes: object,
) -> None:
    """Append *rows* to the log of a game, and make *changes* to its columns.

    *by* is the time of the action or of the job. *states* are by number of the entry they follow;
    with *keeping*, all other earlier ones are deleted. Raises InMaintenance during maintenance,
    StaleVersion if *version* is outdated.
    """
    as_read = sa.update(game).where(game.c.id == game_id, game.c.version == version)
    if by is not None:
        as_read = as_read.where(markers.maintenance_is_over(by))
    change = as_read.values(version=rows[-1].seq, **changes)
    # asdict() would take the events apart too
    written = [
        {name: getattr(row, name) for name in row.__slots__} | {"game_id": game_id} for row in rows
    ]
    inserts = [(entry, written)]
    besides = None
    if states:
        kept = [{"game_id": game_id, "seq": seq, "state": state} for seq, state in states.items()]
        inserts.append((snapshot, kept))
    if states and keeping is not None:
        earlier = snapshot.c.game_id == game_id, snapshot.c.seq < min(states)
        besides = sa.delete(snapshot).where(*earlier, snapshot.c.seq.not_in(list(keeping)))
    if not change_and_insert(connection, change, *inserts, besides=besides):
        if by is not None:
            markers.check_maintenance(connection, by)
        raise StaleVersion


_READ_STATE = sa.select(snapshot.c.state).where(
    snapshot.c.game_id == sa.bindparam("the_game"), snapshot.c.seq == sa.bindparam("the_seq")
)


def has_entry(connection: sa.Connection, game_id: int, row: EntryRow) -> bool:
    """True if exactly that entry is in the log of a game, which is locked."""
    games.hold(connection, games.numbered(game_id))
    with suppress(Damaged):
        found = read_entry(connection, game_id, row.seq)
        return all(getattr(found, name) == getattr(row, name) for name in _IDENTITY)
    return False


def read_state(connection: sa.Connection, game_id: int, seq: int) -> str:
    """Read the state after entry *seq*. Raises Damaged if it is not stored."""
    with decoding(f"the state of game {game_id} after entry {seq}"):
        state = connection.scalar(_READ_STATE, {"the_game": game_id, "the_seq": seq})
        if state is None:
            raise LookupError
        return str(state)


def last_state(connection: sa.Connection, game_id: int) -> int:
    """Read the number of the last entry with a stored state; 0 without one."""
    with decoding(f"the states of game {game_id}"):
        of_game = snapshot.c.game_id == game_id
        return int(connection.scalar(sa.select(sa.func.max(snapshot.c.seq)).where(of_game)) or 0)


_earlier = entry.alias()
_LAST_TOLD = (
    sa.select(sa.func.max(_earlier.c.turn))
    .where(
        _earlier.c.game_id == game.c.id,
        _earlier.c.turn < game.c.turn,
        _earlier.c.kind == "acted",
        _earlier.c.passing.is_(False),
    )
    .correlate(game)
    .scalar_subquery()
)
_OF_GAME_READ = (game.c.version, game.c.delivered_turn, game.c.state_version)
_BEFORE_ENTRY = len(_OF_GAME_READ) + 2
_BODIES = (
    sa.select(game.c.id, *_OF_GAME_READ, snapshot.c.state, *_ENTRY)
    .select_from(game)
    .join(entry, entry.c.game_id == game.c.id)
    .outerjoin(
        snapshot,
        sa.and_(snapshot.c.game_id == entry.c.game_id, snapshot.c.seq == entry.c.seq),
    )
    .where(
        game.c.id.in_(sa.bindparam("wanted", expanding=True)),
        sa.or_(
            entry.c.turn >= sa.func.coalesce(_LAST_TOLD, game.c.turn - 1),
            entry.c.turn >= game.c.delivered_turn,
            entry.c.turn >= game.c.turn - game.c.capacity,  # a round, and the turn before it
            entry.c.kind.in_(("started", "given up", "offered", *QUIET)),
        ),
        entry.c.turn > 0,
    )
    .order_by(game.c.id, entry.c.seq)
)
_OF_GAME = entry.c.game_id == sa.bindparam("the_game")
_LOG = sa.select(*_ENTRY).where(_OF_GAME).order_by(entry.c.seq)
_SEQS = sa.select(entry.c.seq).where(_OF_GAME).order_by(entry.c.seq)
_QUIET = (
    sa.select(entry.c.seq, entry.c.kind)
    .where(_OF_GAME, entry.c.kind.in_(("started", *QUIET)))
    .order_by(entry.c.seq)
)
_REMOVALS = sa.select(*_ENTRY).where(_OF_GAME, entry.c.kind == "removed")
_LOG_ENTRY = sa.select(*_ENTRY).where(_OF_GAME, entry.c.seq == sa.bindparam("the_seq"))


def read_removals(connection: sa.Connection, game_id: int) -> list[EntryRow]:
    """Read the entry that removed a game, if any. Raises Damaged if it is unreadable."""
    with decoding(f"the log of game {game_id}"):
        return [EntryRow(*row) for row in connection.execute(_REMOVALS, {"the_game": game_id})]


def read_snapshots(connection: sa.Connection, ids: Iterable[int]) -> dict[int, SnapshotRow]:
    """Read state and recent log of started games.

    The log reaches back to the last turn worth a message, the last one not delivered, and at least
    a round; with the start, every seat given up or offered and every quiet entry. Skips games with
    a damaged or missing state or log.
    """
    wanted = list(ids)
    try:
        return _read_snapshots(connection, wanted)
    except Damaged:  # of one of them: each by itself, to find out which
        snapshots: dict[int, SnapshotRow] = {}
        for game_id in wanted:
            with suppress(Damaged):
                snapshots |= _read_snapshots(connection, [game_id])
        return snapshots


def _read_snapshots(connection: sa.Connection, wanted: list[int]) -> dict[int, SnapshotRow]:
    snapshots = {}
    with decoding("the state of a game"):
        rows = connection.execute(_BODIES, {"wanted": wanted})
        for game_id, together in groupby(rows, key=lambda row: row[0]):
            of_game = list(together)
            version, delivered_turn, state_version = of_game[0][1:4]
            states = {row[5]: row[4] for row in of_game if row[4] is not None}
            if state_version not in states:
                raise LookupError
            entries = tuple(EntryRow(*row[_BEFORE_ENTRY:]) for row in of_game)
            snapshots[game_id] = SnapshotRow(version, delivered_turn, states, entries)
    return snapshots


def read_log(connection: sa.Connection, game_id: int) -> list[EntryRow]:
    """Read the whole log, first entry first. Raises Damaged, with the number of a bad entry."""
    try:
        with decoding(f"the log of game {game_id}"):
            return [EntryRow(*row) for row in connection.execute(_LOG, {"the_game": game_id})]
    except Damaged:
        with decoding(f"the log of game {game_id}"):
            seqs = connection.scalars(_SEQS, {"the_game": game_id}).all()
        return [read_entry(connection, game_id, seq) for seq in seqs]


def read_quiet(connection: sa.Connection, game_id: int) -> list[tuple[int, str]]:
    """Read the numbers and kinds of a log's quiet entries and of its start."""
    with decoding(f"the log of game {game_id}"):
        rows = connection.execute(_QUIET, {"the_game": game_id})
        return [(int(seq), kind) for seq, kind in rows]


def read_entry(connection: sa.Connection, game_id: int, seq: int) -> EntryRow:
    """Read an entry of a game's log. Raises Damaged if it is missing or unreadable."""
    with decoding(f"entry {seq} of the log of game {game_id}"):
        row = connection.execute(_LOG_ENTRY, {"the_game": game_id, "the_seq": seq}).first()
        if row is None:
            raise LookupError
        return EntryRow(*row)
