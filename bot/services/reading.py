"""Reading tables: one by its number, those that somebody may mean, the log, the record."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from bot.changes import Loaded, Loader
from bot.domain import (
    Entry,
    Everyone,
    Orders,
    Origin,
    Purpose,
    Refusal,
    Refused,
    Status,
    Table,
    Unreadable,
    Visit,
    candidates,
    effective,
    effective_of,
    is_open_to,
    lives_at,
    number_in,
    plain,
    plays,
    removes,
    whole,
)
from bot.services.records import record_so_far, write
from bot.services.server_rules import RulesReader, ServerRules
from bot.store import Damaged, HeaderRow, OrderRow, Store
from bot.store.queries import games, logs, people, players
from engine import StandingOrder

OPEN = (Status.LOBBY, Status.RUNNING)
# Games are left out by how they ended: one whose status is damaged is not lost from sight.
ENDED = (Status.OVER, Status.CANCELLED, Status.ABANDONED, Status.REMOVED)

_NO_RECORD = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.NOT_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
    Status.REMOVED: Refusal.UNKNOWN_GAME,
}
RECORDED = (Status.OVER, Status.ABANDONED)
"""Of what has ended so, everybody may have the record: it shows hands."""


class Reading:
    """What can be read of the tables of a store.

    Every query about one table raises Refused if there is none of that id, or if it is damaged.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loader = Loader()
        self._rules = RulesReader()

    async def get(self, table_id: int) -> Table:
        """Read a table."""
        return (await self._one(table_id)).table

    async def visit(self, table_id: int, user_id: int) -> Visit:
        """Read a table as that user comes to it."""
        return (await self._one(table_id)).visit(user_id)

    async def visit_from(self, origin: Origin, table_id: int) -> Visit:
        """Read the table of a button that was pressed there.

        Raises Refused, as if there were no such game, if it is not open to whoever pressed: a
        ``custom_id`` can be forged.
        """
        one = await self._one(table_id, lambda header: is_open_to(origin, header))
        return one.visit(origin.user_id)

    async def visit_meant(self, origin: Origin, purpose: Purpose) -> list[Visit]:
        """Read the tables that somebody may mean who names none, newest first.

        Raises Refused if all of them are damaged.
        """

        def read(connection: Connection) -> list[Loaded | Unreadable]:
            which = games.played_by(origin.user_id, without=ENDED) | games.at_home_in(
                origin.channel_id, without=ENDED, ended=RECORDED
            )
            headers = games.read_headers(connection, which)
            meant = candidates(headers, origin, purpose)
            return self._loader.complete(connection, meant)

        meant = await self._store.look(read)
        whole = [each for each in meant if isinstance(each, Loaded)]
        if meant and not whole:
            _only(meant)
        return [each.visit(origin.user_id) for each in whole]

    async def visit_named(self, origin: Origin, typed: str) -> Visit:
        """Read the table of that number or name: one's own, or one that lives there.

        Raises Refused for any other, as if there were none.
        """
        name = plain(typed).casefold()
        number = number_in(name)

        def is_meant(header: HeaderRow) -> bool:
            game = header.game
            own = plays(header, origin.user_id)
            if game.id == number:
                return own or lives_at(origin, header)
            return own and plain(game.name).casefold() == name

        def read(connection: Connection) -> list[Loaded | Unreadable]:
            which = games.played_by(origin.user_id, without=ENDED)
            if number is not None:
                which |= games.numbered(number)
            meant = filter(is_meant, games.read_headers(connection, which))
            first = sorted(meant, key=lambda header: header.game.id != number)[:1]
            return self._loader.complete(connection, first)

        return _existing(await self._store.look(read)).visit(origin.user_id)

    async def everyone(self, table_id: int) -> Everyone:
        """Read a table with all its seats: for the way to each player."""
        return (await self._one(table_id)).everyone()

    def read_everyone(self, connection: Connection, table_id: int) -> Everyone:
        """Read the same within a transaction; of a removed game, who removed it, too."""
        which = games.numbered(table_id)
        read = _only(self._loader.read(connection, which)).everyone()
        if read.table.status is not Status.REMOVED:
            return read
        removals: list[Entry] = []
        with suppress(Damaged), whole("its log"):  # if not, nobody can be told who did it
            removals = [*filter(removes, effective(logs.read_removals(connection, table_id)))]
        return replace(read, table=replace(read.table, removal=next(iter(removals), None)))

    async def games_of(self, user_id: int) -> list[Table | Unreadable]:
        """Read the tables, not yet over, at which that user sits, newest first."""
        return await self._some(games.played_by(user_id, without=ENDED))

    async def in_server(self, guild_id: int) -> list[Table]:
        """Read the tables of that server that are not over yet, newest first: none is damaged."""
        found = await self._some(games.in_server(guild_id, without=ENDED))
        return [each for each in found if isinstance(each, Table)]

    async def joinable(self, user_id: int, guild_id: int | None) -> list[Table]:
        """Read the tables of that server at which there is a seat for that user, newest first."""
        if guild_id is None:
            return []
        found = await self._some(games.gathering_in(guild_id, gathering=Status.LOBBY))
        return [each for each in found if isinstance(each, Table) and each.may_join(user_id)]

    async def finished_of(self, user_id: int, most: int) -> list[Table | Unreadable]:
        """Read the newest tables, so many at most, at which that user played to the end."""
        return await self._some(games.last_played_by(user_id, most, ended=RECORDED))

    async def games_at(self, channel_id: int, *, finished: bool = False) -> list[Table]:
        """Read the tables shown, or opened, in that channel or thread, newest first.

        With *finished* also those that are over; never those that were cancelled, or are damaged.
        """
        without = (Status.CANCELLED, Status.REMOVED) if finished else ENDED
        found = await self._some(games.shown_in(channel_id, without=without))
        return [each for each in found if isinstance(each, Table)]

    async def server_rules(self, guild_id: int | None) -> ServerRules:
        """Read what is set for the games in a server; outside one nothing is."""
        return await self._store.look(self._rules.read, guild_id)

    async def named_in(self, guild_id: int) -> list[tuple[int, str]]:
        """Read the numbers and names of a server's games that are not over, newest first."""
        return await self._store.look(games.named_in, guild_id, without=ENDED)

    async def history(self, table_id: int) -> list[Entry]:
        """Read the whole log, without what was undone."""
        table = await self.get(table_id)
        try:
            log = await self._store.look(logs.read_log, table_id)
            return effective_of(log)
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def record(self, table_id: int) -> str:
        """Write the record of a game that has ended, in notation."""
        table = await self.get(table_id)
        if table.status not in RECORDED:
            raise Refused(_NO_RECORD[table.status], game=table.name)
        try:
            return write(table, await self._store.look(logs.read_log, table_id))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def last_record(self, table_id: int) -> str:
        """Write the record of a game for its last message: it has ended, or was removed.

        Raises Damaged if it cannot be read.
        """
        return await self._store.look(record_so_far, table_id) or ""

    async def standing_orders(self, user_id: int, table_id: int | None = None) -> Orders:
        """Read a user's own standing orders: for all games and, if it is named, for that one.

        Raises Refused if the user does not play there, too.
        """
        if table_id is None:
            usual = await self._store.look(people.read_order, user_id)
            return _orders(OrderRow(usual, None))
        table = await self.get(table_id)
        player = table.player_of(user_id)
        if player is None:
            raise Refused(Refusal.NOT_IN_GAME, game=table.name)
        return (await self._orders_at(table))[player.joined_seq]

    async def _orders_at(self, table: Table) -> dict[int, Orders]:
        """Everybody's standing orders, by the entry with which a player joined."""
        try:
            rows = await self._store.look(players.read_orders, table.id)
            return {joined_seq: _orders(row) for joined_seq, row in rows.items()}
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def _secret(self, read: Loaded) -> str:
        """The secret of a table. Draws one if there is none."""
        return read.secret or await self._store.write(games.draw_secret, read.id)

    async def _some(self, which: games.Which) -> list[Table | Unreadable]:
        found = await self._store.look(self._loader.read, which)
        return [each.table if isinstance(each, Loaded) else each for each in found]

    async def _one(
        self, table_id: int, is_shown: Callable[[HeaderRow], bool] = lambda _header: True
    ) -> Loaded:
        """Read a table. Raises Refused if it does not exist or is not shown, damaged or not."""

        def read(connection: Connection) -> list[Loaded | Unreadable]:
            headers = games.read_headers(connection, games.numbered(table_id))
            return self._loader.complete(connection, [*filter(is_shown, headers)])

        return _existing(await self._store.look(read))


def _orders(row: OrderRow) -> Orders:
    return Orders(row.usual or StandingOrder.ASK, row.here)


def _only(found: Sequence[Loaded | Unreadable]) -> Loaded:
    """Raise Refused if there is no such game, or if it is damaged."""
    if not found:
        raise Refused(Refusal.UNKNOWN_GAME)
    one = found[0]
    if isinstance(one, Unreadable):
        raise Refused(Refusal.UNREADABLE, game=one.name)
    return one


def _existing(found: Sequence[Loaded | Unreadable]) -> Loaded:
    """The same for games that people ask for: a removed one does not exist."""
    one = _only(found)
    if one.table.status is Status.REMOVED:
        raise Refused(Refusal.UNKNOWN_GAME)
    return one
