"""A cache of tables.

A game's state and recent log depend on its version alone. They are cached, and used only for the
version in the database: when it is read, or when a change is written on condition that the version
is the same.
"""

import logging
from collections.abc import Sequence
from threading import Lock

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.changes.projection import whole_table
from bot.changes.whole import WholeTable
from bot.domain.history import State
from bot.domain.table import Unreadable
from bot.store import Damaged, GameRow, HeaderRow, SnapshotRow
from bot.store.queries import games, logs

log = logging.getLogger(__name__)

_SIZE = 512
"""Maximum number of tables in memory."""


class Loader:
    """Reads tables, and caches them by version. Thread-safe."""

    def __init__(self) -> None:
        self._latest: LRUCache[int, WholeTable] = LRUCache(_SIZE)
        self._damaged: set[int] = set()
        """Games whose damage was logged."""
        self._lock = Lock()

    def read(
        self, connection: Connection, which: games.GameFilter
    ) -> list[WholeTable | Unreadable]:
        """Read some games, newest first, in at most two statements if none is damaged.

        A game that changes between them is read again.
        """
        return self.complete(connection, games.read_headers(connection, which))

    def complete(
        self, connection: Connection, headers: Sequence[HeaderRow]
    ) -> list[WholeTable | Unreadable]:
        """Build tables from *headers* and the cache; read missing logs in one statement.

        Damaged games become :class:`Unreadable`.
        """
        known = {header.game.id: self._known(header.game) for header in headers}
        unknown = [
            header.game.id
            for header in headers
            if header.game.state_version and known[header.game.id] is None
        ]
        rows = logs.read_snapshots(connection, unknown) if unknown else {}
        read: list[WholeTable | Unreadable] = []
        for header in headers:
            game_id = header.game.id
            if game_id in rows and not _is_consistent(header.game, rows[game_id]):
                read += self.read(connection, games.numbered(game_id))
                continue
            latest = self.latest(game_id)
            if latest is not None and latest.header == header:
                read.append(latest)
                continue
            try:
                one = whole_table(header, known[game_id], rows.get(game_id))
            except Damaged as damaged:
                self._log_damaged(game_id, damaged)
                read.append(Unreadable.of(header.game))
            else:
                self._damaged.discard(game_id)
                self.remember(one)
                read.append(one)
        return read

    def _log_damaged(self, game_id: int, damaged: Damaged) -> None:
        with self._lock:
            self._latest.pop(game_id, None)  # it may differ once repaired
            logged = game_id in self._damaged
            self._damaged.add(game_id)
        if not logged:
            log.error(
                "game %d is set aside: %s; `python -m bot check` tells what can be done",
                game_id,
                damaged,
            )

    def remember(self, read: WholeTable) -> None:
        """Cache a table as it is in the database, unless a newer version is cached."""
        with self._lock:
            latest = self._latest.get(read.id)
            if latest is None or latest.state.version <= read.state.version:
                self._latest[read.id] = read

    def forget(self) -> None:
        """Clear the cache, because rows have changed without a new version."""
        with self._lock:
            self._latest.clear()

    def latest(self, table_id: int) -> WholeTable | None:
        """Return the cached table, which may be outdated; None if not cached."""
        with self._lock:
            return self._latest.get(table_id)

    def _known(self, game: GameRow) -> State | None:
        latest = self.latest(game.id)
        if latest is None or latest.state.version != game.version or latest.game is None:
            return None
        return latest.state


def _is_consistent(game: GameRow, row: SnapshotRow) -> bool:
    """True if a game has not changed between the two reads."""
    return (game.version, game.delivered_turn) == (row.version, row.delivered_turn)
