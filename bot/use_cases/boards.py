"""The board of a server: one message with its games, which an admin puts up."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bot.changes import Changes, Reader
from bot.domain.table import Status, Table
from bot.store import ServerPostRow, Store
from bot.store.queries import games, outbox, server_posts
from bot.store.queries.logs import QUIET
from bot.use_cases.host import SeenAlso
from bot.use_cases.visits import OPEN

BOARD = "board"
"""The kind of message of a server."""
_MOST = 25
"""The most games that are read for a board: more have no room in a message."""


class BoardGames(NamedTuple):
    """The games that a board lists."""

    tables: list[Table]
    """Lobbies first, then games with seats on offer; of each kind those changed last come first.

    Quiet entries, such as a hint, count as no change.
    """
    more: int
    """The number of games that have no room."""
    doors: Mapping[int, int]
    """The messages of lobbies, by the numbers of their games."""


@dataclass(frozen=True, slots=True)
class Boards:
    """Puts boards up, and reads what they show."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _seen_also: SeenAlso

    async def put_up(self, guild_id: int, channel_id: int, language: str) -> None:
        """Put the server's board up in a channel, in place of an earlier one."""
        now = self._changes.clock()
        rules = await self._reader.rules.of(guild_id)
        chosen = rules.language or language
        await self._changes.write(
            server_posts.put_up, guild_id, BOARD, channel_id=channel_id, language=chosen, at=now
        )
        self._changes.alarm(now)

    async def take_down(self, guild_id: int) -> bool:
        """Take the server's board down; False if there is none."""
        now = self._changes.clock()
        taken = await self._changes.write(server_posts.take_down, guild_id, BOARD, now)
        self._changes.alarm(now)
        return taken

    async def of(self, guild_id: int) -> ServerPostRow | None:
        """Return the server's board; None if there is none."""
        found = await self._store.look(server_posts.of_guild, guild_id)
        return next((row for row in reversed(found) if row.kind == BOARD), None)

    async def listed(self, guild_id: int, channel_id: int) -> BoardGames:
        """Read the games that a board in that channel lists.

        Everyone who reads the board can see the channels of these games. Lobbies by invitation are
        not among them, nor games without a channel.
        """
        channels = await self._store.look(games.channels_in, guild_id, OPEN)
        seen = self._seen_also(guild_id, channel_id, channels)
        listed = partial(
            games.on_board,
            guild_id,
            seen,
            OPEN,
            lobby=Status.LOBBY,
            without_homes=(outbox.CHANNEL_GONE, outbox.IN_DIRECTS),
            quiet=QUIET,
        )
        found = await self._reader.some(listed(most=_MOST))
        total = await self._store.look(games.count_of, listed())
        tables = [each for each in found if isinstance(each, Table)]
        tables.sort(key=_usefulness)
        lobbies = [table.id for table in tables if table.status is Status.LOBBY]
        doors = await self._store.look(outbox.read_doors, lobbies)
        return BoardGames(tables, total - len(found), doors)


def _usefulness(table: Table) -> tuple[bool, bool, float]:
    public = (entry.at for entry in table.round if entry.kind not in QUIET)
    changed = max(public, default=table.created_at)
    offers = any(player.offered for player in table.players)
    return table.status is not Status.LOBBY, not offers, -changed.timestamp()
