"""Reading games: their public part, and a game as one user may see it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.changes import Reader, WholeTable, existing, only, without_log
from bot.domain.checks import may_join
from bot.domain.entries import (
    Entry,
    FullAction,
    FullStart,
    LoggedEntry,
    Undone,
    without_undone,
)
from bot.domain.game_lookup import Origin, Purpose, candidates, is_open_to, lives_at, plays
from bot.domain.naming import number_in, plain
from bot.domain.player import OwnNumber
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Visit
from bot.domain.seating import holders
from bot.domain.stored import decoding_game, load_log
from bot.domain.table import Status, Table, Turn, Unreadable
from bot.store import Damaged, HeaderRow, Store, decoding
from bot.store.queries import games, logs, seals
from engine import FairStart, Game, write_record

OPEN = (Status.LOBBY, Status.RUNNING)
# Filters exclude ended games, so that games with a damaged status stay visible.
ENDED = (Status.OVER, Status.CANCELLED, Status.ABANDONED, Status.REMOVED)

_NO_RECORD = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.NOT_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
    Status.REMOVED: Refusal.UNKNOWN_GAME,
}
RECORDED = (Status.OVER, Status.ABANDONED)
"""Status in which the record, which shows hands, is public."""


@dataclass(frozen=True, slots=True)
class Games:
    """Reads the public part of games.

    Reading one game raises Refused if it does not exist or is damaged.
    """

    _store: Store
    _reader: Reader

    async def get(self, table_id: int) -> Table:
        """Read a table."""
        return (await self._reader.one(table_id)).table

    async def history(self, table_id: int) -> list[Entry]:
        """Read the whole log, without undone entries."""
        return await self._reader.history(table_id)

    async def turns(self, table: Table) -> tuple[Turn, ...]:
        """Return all turns of a started game that are over, with the views at their ends.

        Raises Refused if its log is damaged, or was played by other rules.
        """
        try:
            log = load_log(await self._store.look(logs.read_log, table.id))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None
        try:
            return await asyncio.to_thread(_turns, table, log)
        except Damaged:
            raise Refused(Refusal.NOT_REPLAYABLE, game=table.name) from None

    async def record(self, table_id: int) -> str:
        """Return the record of a finished game, in notation."""
        table = await self._reader.get(table_id)
        if table.status not in RECORDED:
            raise Refused(_NO_RECORD[table.status], game=table.name)
        try:
            return await self._store.look(_read_record, table)
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def of_user(self, user_id: OwnNumber) -> list[Table | Unreadable]:
        """Read the open tables of a player, newest first."""
        return await self._reader.some(games.played_by(user_id, without=ENDED))

    async def finished_of(self, user_id: OwnNumber, most: int) -> list[Table | Unreadable]:
        """Read the newest finished tables of a player, at most *most*."""
        return await self._reader.some(games.last_played_by(user_id, most, ended=RECORDED))

    async def in_server(self, guild_id: int) -> list[Table]:
        """Read the open tables of a server, newest first, without damaged ones."""
        found = await self._reader.some(games.in_server(guild_id, without=ENDED))
        return [each for each in found if isinstance(each, Table)]

    async def joinable(self, user_id: int, guild_id: int | None) -> list[Table]:
        """Read the tables of a server that the user can join, newest first."""
        if guild_id is None:
            return []
        found = await self._reader.some(games.gathering_in(guild_id, gathering=Status.LOBBY))
        return [each for each in found if isinstance(each, Table) and may_join(each, user_id)]

    async def at(self, channel_id: int, *, finished: bool = False) -> list[Table]:
        """Read the tables shown, or opened, in a channel or thread, newest first.

        With *finished* also those that are over; never cancelled or damaged ones.
        """
        without = (Status.CANCELLED, Status.REMOVED) if finished else ENDED
        found = await self._reader.some(games.shown_in(channel_id, without=without))
        return [each for each in found if isinstance(each, Table)]

    async def named_in(self, guild_id: int) -> list[tuple[int, str]]:
        """Read the numbers and names of a server's open games, newest first."""
        return await self._store.look(games.named_in, guild_id, without=ENDED)


@dataclass(frozen=True, slots=True)
class Visits:
    """Reads games as one user may see them, with the user's seat."""

    _store: Store
    _reader: Reader

    async def of(self, table_id: int, user_id: OwnNumber) -> Visit:
        """Read a table as that user may see it."""
        return (await self._reader.one(table_id)).visit(user_id)

    async def of_button(self, origin: Origin, table_id: int) -> Visit:
        """Read the table of a pressed button.

        Raises Refused, as for an unknown game, if the user may not know of it: a ``custom_id`` can
        be forged.
        """
        one = await self._reader.one(table_id, lambda header: is_open_to(origin, header))
        return one.visit(origin.user_id)

    async def meant(self, origin: Origin, purpose: Purpose) -> list[Visit]:
        """Read the tables that a user may mean without naming one, newest first.

        Raises Refused if all of them are damaged.
        """

        def read(connection: Connection) -> list[WholeTable | Unreadable]:
            which = games.played_by(origin.user_id, without=ENDED) | games.at_home_in(
                origin.channel_id, without=ENDED, ended=RECORDED
            )
            headers = games.read_headers(connection, which)
            meant = candidates(headers, origin, purpose)
            return self._reader.loader.complete(connection, meant)

        meant = await self._store.look(read)
        whole = [each for each in meant if isinstance(each, WholeTable)]
        if meant and not whole:
            only(meant)
        return [each.visit(origin.user_id) for each in whole]

    async def named(self, origin: Origin, typed: str) -> Visit:
        """Read a table by number or name: the user's own, or one that lives there.

        Raises Refused for any other, as for an unknown game.
        """
        name = plain(typed).casefold()
        number = number_in(name)

        def is_meant(header: HeaderRow) -> bool:
            game = header.game
            own = plays(header, origin.user_id)
            if game.id == number:
                return own or lives_at(origin, header)
            return own and plain(game.name).casefold() == name

        def read(connection: Connection) -> list[WholeTable | Unreadable]:
            which = games.played_by(origin.user_id, without=ENDED)
            if number is not None:
                which |= games.numbered(number)
            meant = filter(is_meant, games.read_headers(connection, which))
            first = sorted(meant, key=lambda header: header.game.id != number)[:1]
            return self._reader.loader.complete(connection, first)

        return existing(await self._store.look(read)).visit(origin.user_id)


def _read_record(connection: Connection, table: Table) -> str:
    """Return the record of a game, with its secret if its seal is opened.

    Raises Damaged if it is unreadable.
    """
    secret = seals.read_secret(connection, table.id, opened=True)
    return _record(table, load_log(logs.read_log(connection, table.id)), secret)


def _turns(table: Table, log: Sequence[LoggedEntry]) -> tuple[Turn, ...]:
    """Play a log again up to the turn of *table*. Raises Damaged if that is impossible."""
    start, actions = _decisions(log)
    ends: dict[int, Game] = {}
    with decoding_game("the log"):
        game = Game.start(start.seats, start.bag, table.board, table.options)
        for each in actions:
            game, _ = game.apply(each.seat or 0, each.action)
            ends[each.turn] = game
        players = len(table.players)
        entries = without_undone(log, players)
        return tuple(
            Turn(
                number,
                (number - 1) % players,
                tuple(entry for entry in entries if entry.turn == number),
                ends[number].view(None),
            )
            for number in range(1, table.turn)
        )


def _decisions(log: Sequence[LoggedEntry]) -> tuple[FullStart, list[FullAction]]:
    """Return the start and the decisions that were not undone. Raises Damaged without a start."""
    undone = {entry.undoes for entry in log if isinstance(entry, Undone)}
    with decoding("the log"):
        (start,) = (entry for entry in log if isinstance(entry, FullStart))
    return start, [each for each in log if isinstance(each, FullAction) and each.seq not in undone]


def _record(table: Table, log: Sequence[LoggedEntry], secret: str | None) -> str:
    """Return the record of a game with that log. Raises Damaged if it is unreadable."""
    start, actions = _decisions(log)
    with decoding_game("the log"):
        return write_record(
            Game.start(start.seats, start.bag, table.board, table.options),
            start.bag,
            [(start.seats[each.seat or 0], each.action) for each in actions],
            [
                ("Date", f"{start.at:%Y-%m-%d}"),
                ("Players", ", ".join(" then ".join(names) for names in holders(table))),
                *_fair_headers(table, start, secret),
            ],
        )


def _fair_headers(table: Table, start: FullStart, secret: str | None) -> list[tuple[str, str]]:
    """Return the record's headers about the fair bag; empty if the table has no seal.

    Also empty if a program of an older version started the game during a deploy.
    """
    if table.seal is None or not start.words:
        return []
    opened = None if secret is None else bytes.fromhex(secret)
    return FairStart(table.id, table.seal.digest, start.words, start.order, opened).headers()


def record_so_far(connection: Connection, number: int) -> str | None:
    """Return the record of a game in any status, with all hands; None before the start.

    For the host, or if it was removed. Raises Damaged if it is unreadable.
    """
    (header,) = games.read_headers(connection, games.numbered(number))
    if not header.damaged and not header.game.state_version:
        return None
    with decoding_game("what is noted of it"):
        return _read_record(connection, without_log(header).table)
