"""Reading tables: one by its number, those that somebody may mean, the log, the record."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection

from bot.store import Store, games
from bot.store.rows import HeaderRow
from bot.table.loading import Loaded, Loader, effective
from bot.table.meaning import Purpose, Whence, candidates
from bot.table.naming import plain
from bot.table.refusals import Refusal, Refused
from bot.table.seat import Everyone, Visit
from bot.table.values import Entry, Kind, Status, Table
from engine import Dynasty, Game, parse_action, write_record

OPEN = (Status.LOBBY, Status.RUNNING)
_DIGITS = 18
"""The most digits of a game's number that are looked up."""

_NO_RECORD = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.NOT_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
}


class Reading:
    """What can be read of the tables of a store.

    Every query about one table raises Refused if there is none of that id.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loader = Loader()

    async def get(self, table_id: int) -> Table:
        """Read a table."""
        return (await self._one(table_id)).table

    async def visit(self, table_id: int, user_id: int) -> Visit:
        """Read a table as that user comes to it."""
        return (await self._one(table_id)).visit(user_id)

    async def visit_meant(self, whence: Whence, purpose: Purpose) -> list[Visit]:
        """Read the tables that somebody may mean who names none, newest first."""

        def read(connection: Connection) -> list[Loaded]:
            which = games.played_by(whence.user_id, OPEN) | games.at_home_in(
                whence.channel_id, OPEN, Status.OVER
            )
            headers = games.read_headers(connection, which)
            meant = candidates(headers, whence, purpose)
            return self._loader.complete(connection, meant)

        return [each.visit(whence.user_id) for each in await self._store.read(read)]

    async def visit_named(self, whence: Whence, typed: str) -> Visit:
        """Read the table of that number or name: one's own, or one that lives there.

        Raises Refused for any other, as if there were none.
        """
        name = plain(typed).casefold()
        number = int(name) if name.isascii() and name.isdecimal() and len(name) <= _DIGITS else None

        def is_meant(header: HeaderRow) -> bool:
            game = header.game
            own = any(player.user_id == whence.user_id for player, _ in header.players)
            if game.id == number:
                return own or whence.channel_id in {game.home_id, game.channel_id}
            return own and plain(game.name).casefold() == name

        def read(connection: Connection) -> list[Loaded]:
            which = games.played_by(whence.user_id, OPEN)
            if number is not None:
                which |= games.numbered(number)
            meant = filter(is_meant, games.read_headers(connection, which))
            first = sorted(meant, key=lambda header: header.game.id != number)[:1]
            return self._loader.complete(connection, first)

        return _only(await self._store.read(read)).visit(whence.user_id)

    async def everyone(self, table_id: int) -> Everyone:
        """Read a table with all its seats: for the way to each player."""
        return (await self._one(table_id)).everyone()

    def read_everyone(self, connection: Connection, table_id: int) -> Everyone:
        """Read the same within a transaction."""
        which = games.numbered(table_id)
        return _only(self._loader.read(connection, which)).everyone()

    async def games_of(self, user_id: int) -> list[Table]:
        """Read the tables, not yet over, at which that user sits, newest first."""
        return await self._some(games.played_by(user_id, OPEN))

    async def games_at(self, channel_id: int, *, finished: bool = False) -> list[Table]:
        """Read the tables shown, or opened, in that channel or thread, newest first.

        With *finished* also those that are over; never those that were cancelled.
        """
        statuses = (*OPEN, Status.OVER) if finished else OPEN
        return await self._some(games.shown_in(channel_id, statuses))

    async def history(self, table_id: int) -> list[Entry]:
        """Read the whole log, without what was undone."""
        log = await self._store.read(games.read_log, table_id)
        if not log:
            raise Refused(Refusal.UNKNOWN_GAME)
        return effective(log)

    async def record(self, table_id: int) -> str:
        """Write the record of a game that is over, in notation."""
        table = await self.get(table_id)
        if table.status is not Status.OVER:
            raise Refused(_NO_RECORD[table.status], game=table.name)
        log = await self._store.read(games.read_log, table_id)
        texts = {row.seq: row.text or "" for row in log}
        entries = effective(log)
        started = next(entry for entry in entries if entry.kind is Kind.STARTED)
        start = json.loads(texts[started.seq])
        seats = [Dynasty(letter) for letter in start["seats"]]
        return write_record(
            Game.start(seats, start["bag"], table.board, table.options),
            start["bag"],
            [
                (seats[entry.seat], parse_action(texts[entry.seq]))
                for entry in entries
                if entry.kind is Kind.ACTED and entry.seat is not None
            ],
            [
                ("Date", f"{started.at:%Y-%m-%d}"),
                ("Players", ", ".join(player.name for player in table.players)),
            ],
        )

    async def _some(self, which: games.Which) -> list[Table]:
        return [each.table for each in await self._store.read(self._loader.read, which)]

    async def _one(self, table_id: int) -> Loaded:
        return _only(await self._store.read(self._loader.read, games.numbered(table_id)))


def _only(found: Sequence[Loaded]) -> Loaded:
    """Raise Refused if there is no such game."""
    if not found:
        raise Refused(Refusal.UNKNOWN_GAME)
    return found[0]
