"""Results of games that have ended: stored by a job once a game has ended."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.changes import RESULTS, Changes, Reader, WholeTable, replace_results
from bot.domain.ended.results import results_of
from bot.domain.entries import without_undone
from bot.domain.refusals import Refusal, Refused
from bot.domain.stored import decoding_game, load_log
from bot.store import Damaged, ResultRow, Store
from bot.store.queries import due, games, logs, results
from bot.use_cases.visits import RECORDED

log = logging.getLogger(__name__)

_AT_ONCE = 100
"""Number of games per query for games without results."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of games that have ended."""

    _store: Store
    _reader: Reader
    _changes: Changes

    async def store_of(self, table_id: int) -> None:
        """Store the results of a game. Raises Refused for one that is damaged or gone."""
        await self._changes.write(self._write, table_id)

    async def store_missing(self) -> None:
        """Store the results of games that ended in older versions of the program."""
        last = 0
        while numbers := await self._store.read(results.missing, RECORDED, last, _AT_ONCE):
            for last in numbers:
                with suppress(Refused):  # a damaged game is logged when it is read
                    await self.store_of(last)

    def _write(self, connection: Connection, table_id: int) -> None:
        games.hold(connection, games.numbered(table_id))
        whole = self._reader.read_one(connection, table_id)
        if whole.table.status in RECORDED:
            guild_id, rows = whole.table.place.guild_id, folded_results(connection, whole)
            replace_results(connection, table_id, guild_id, rows)
        due.finish(connection, RESULTS, table_id)


def folded_results(connection: Connection, whole: WholeTable) -> list[ResultRow]:
    """Return the results of a game that has ended, from its log.

    Raises Refused if it is damaged.
    """
    assert whole.game is not None
    try:
        entries = load_log(logs.read_log(connection, whole.id))
        with decoding_game("the log"):
            public = without_undone(entries, len(whole.table.players))
            return results_of(whole.table, whole.game.ranking(), public)
    except Damaged:
        raise Refused(Refusal.UNREADABLE, game=whole.table.name) from None
