"""The use cases. Each one locks the table, loads it, asks the engine and stores: then answers."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import StaleVersion, Store, games, people
from bot.table.draft import Draft
from bot.table.loading import effective, load_table
from bot.table.naming import checked_name, checked_set_up
from bot.table.refusals import Refusal, Refused
from bot.table.values import Entry, Kind, Outcome, Person, Place, Player, Status, Table
from engine import Action, Dynasty, Game, load_game, parse_action, write_record

_OPEN = (Status.LOBBY, Status.RUNNING)
_REFUSED_IN = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.ALREADY_STARTED,
    Status.OVER: Refusal.GAME_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
}


class Tables:
    """All tables of a store.

    *rng* seats the players and shuffles the bag, *clock* tells the time in UTC. A use case
    raises Refused, or the engine's IllegalAction, and has then changed nothing; what it
    answers is stored. Every use case and query about one table raises Refused if there is
    none of that id.
    """

    def __init__(self, store: Store, rng: random.Random, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._rng = rng
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # --- before the game -----------------------------------------------------------------------

    async def open(
        self,
        person: Person,
        place: Place,
        name: str,
        *,
        board: str = "classic",
        seats: int = 4,
        options: Sequence[str] = (),
    ) -> Table:
        """Open a table for *seats* players, at which the opener sits down."""
        name = checked_name(name)
        options = checked_set_up(board, seats, options)
        now = self._clock()

        async def insert(connection: AsyncConnection) -> Table:
            table_id = await games.insert_game(
                connection,
                name=name,
                status=Status.LOBBY.value,
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                board=board,
                options=options,
                capacity=seats,
                opener_id=person.user_id,
                created_at=now,
            )
            draft = Draft(await _load(connection, table_id), now)
            draft.open(person)
            await draft.write(connection)
            return await _load(connection, table_id)

        return await self._store.write(insert)

    async def join(self, table_id: int, person: Person) -> Table:
        """Sit down at a table; whoever takes the last seat starts the game."""
        async with self._changing(table_id) as draft:
            table = draft.table
            if table.player_of(person.user_id) is not None:
                raise Refused(Refusal.ALREADY_JOINED, game=table.name)
            if len(table.players) >= table.capacity:
                raise Refused(Refusal.GAME_FULL, game=table.name, capacity=table.capacity)
            _in_status(table, Status.LOBBY)
            draft.join(person)
            if len(table.players) + 1 == table.capacity:
                draft.start(person.user_id, self._rng)
            return (await self._store_draft(draft)).table

    async def leave(self, table_id: int, person: Person) -> Table:
        """Get up from a table that has not started: an opener hands over, the last one cancels."""
        async with self._changing(table_id) as draft:
            table = _in_status(draft.table, Status.LOBBY)
            _player_at(table, person.user_id)
            draft.leave(person.user_id)
            return (await self._store_draft(draft)).table

    async def configure(
        self, table_id: int, person: Person, board: str, options: Sequence[str]
    ) -> Table:
        """Choose, as the opener of a game that has not started, its board and options."""
        async with self._changing(table_id) as draft:
            table = _in_status(draft.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                opener = table.opener.name if table.opener else ""
                raise Refused(Refusal.ONLY_OPENER_CONFIGURES, game=table.name, opener=opener)
            draft.configure(person.user_id, board, checked_set_up(board, table.capacity, options))
            return (await self._store_draft(draft)).table

    async def start(self, table_id: int, person: Person) -> Table:
        """Start a game before all seats are taken, as its opener."""
        async with self._changing(table_id) as draft:
            table = _in_status(draft.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                opener = table.opener.name if table.opener else ""
                raise Refused(Refusal.ONLY_OPENER_STARTS, game=table.name, opener=opener)
            if len(table.players) < 2:
                raise Refused(Refusal.TOO_FEW_PLAYERS, game=table.name)
            draft.start(person.user_id, self._rng)
            return (await self._store_draft(draft)).table

    # --- the game ------------------------------------------------------------------------------

    async def act(
        self, table_id: int, user_id: int, action: Action, seen: int | None = None
    ) -> Outcome:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it; that it is not the user's decision, too.
        """
        async with self._changing(table_id) as draft:
            draft.decide(_deciding(draft.table, user_id, seen), action)
            draft.decide_by_itself()
            return await self._store_draft(draft)

    async def draw_the_rest(
        self, table_id: int, user_id: int, seen: int | None = None, *, always: bool = False
    ) -> Outcome:
        """Draw every tile that is due now from the bag; with *always*, every later one too.

        Raises IllegalAction if the user is not to draw now.
        """
        async with self._changing(table_id) as draft:
            player = _deciding(draft.table, user_id, seen)
            if always:
                draft.draw_from_bag(player, always=True)
            draft.draw_the_rest(player)
            draft.decide_by_itself()
            return await self._store_draft(draft)

    async def draw_by_choice(self, table_id: int, user_id: int) -> Outcome:
        """Be asked again, beside an open display, where to draw from."""
        async with self._changing(table_id) as draft:
            draft.draw_from_bag(_deciding(draft.table, user_id, None), always=False)
            return await self._store_draft(draft)

    async def undo(self, table_id: int, user_id: int, seen: int | None = None) -> Outcome:
        """Take the last decision back, as long as it has let nothing hidden be seen."""
        async with self._changing(table_id) as draft:
            table = draft.table
            player = _deciding(table, user_id, seen)
            decided = [
                entry
                for turn in table.turns
                for entry in turn.entries
                if entry.kind in (Kind.STARTED, Kind.ACTED)
            ]
            last = decided[-1]
            if last.kind is Kind.STARTED:
                raise Refused(Refusal.NOTHING_TO_UNDO)
            if last.final:
                raise Refused(Refusal.UNDO_REVEALED)
            if last.user_id != user_id:
                decider = table.player_of(last.user_id)
                raise Refused(Refusal.UNDO_NOT_YOURS, player=decider.name if decider else "")
            state = await self._store.read(games.read_state, table_id, decided[-2].seq)
            draft.undo(player, last, load_game(state))
            return await self._store_draft(draft)

    async def resign(self, table_id: int, user_id: int) -> Outcome:
        """Resign: from now on the seat decides by itself, and the last one left ends the game."""
        async with self._changing(table_id) as draft:
            draft.resign(_deciding(draft.table, user_id, None))
            draft.decide_by_itself()
            return await self._store_draft(draft)

    async def rename(self, person: Person) -> None:
        """Call somebody by a new name in all games that are not over."""
        await self._store.write(games.rename, person.user_id, person.name, _OPEN)

    async def set_high_contrast(self, user_id: int, *, wanted: bool) -> None:
        """Draw pictures for somebody alone in high contrast from now on, or as usual."""
        await self._store.write(people.set_high_contrast, user_id, wanted)

    # --- queries -------------------------------------------------------------------------------

    async def get(self, table_id: int) -> Table:
        """Read a table."""
        return await self._store.read(_load, table_id)

    async def games_of(self, user_id: int) -> list[Table]:
        """Read the tables, not yet over, at which that user sits, newest first."""
        return await self._store.read(_load_all, games.find_playing, user_id, _OPEN)

    async def games_at(self, channel_id: int, *, finished: bool = False) -> list[Table]:
        """Read the tables shown, or opened, in that channel or thread, newest first.

        With *finished* also those that are over; never those that were cancelled.
        """
        statuses = (*_OPEN, Status.OVER) if finished else _OPEN
        return await self._store.read(_load_all, games.find_shown, channel_id, statuses)

    async def history(self, table_id: int) -> list[Entry]:
        """Read the whole log, without what was undone."""
        _found(await self._store.read(games.read_game, table_id))
        return effective(await self._store.read(games.read_log, table_id))

    async def record(self, table_id: int) -> str:
        """Write the record of a game that is over, in notation."""
        table = await self.get(table_id)
        if table.status is Status.RUNNING:
            raise Refused(Refusal.NOT_OVER, game=table.name)
        _in_status(table, Status.OVER)
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

    # --- how a table changes -------------------------------------------------------------------

    @asynccontextmanager
    async def _changing(self, table_id: int) -> AsyncIterator[Draft]:
        """Lock a table, and give a draft for it as it is now."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            yield Draft(await self.get(table_id), self._clock())

    async def _store_draft(self, draft: Draft) -> Outcome:
        async def write(connection: AsyncConnection) -> Table:
            await draft.write(connection)
            return await _load(connection, draft.table.id)

        try:
            return Outcome(await self._store.write(write), draft.entries)
        except StaleVersion:
            raise Refused(Refusal.STALE) from None


_T = TypeVar("_T")


async def _load(connection: AsyncConnection, table_id: int) -> Table:
    """Raise Refused if there is no such game."""
    return _found(await load_table(connection, table_id))


async def _load_all(
    connection: AsyncConnection,
    find: Callable[[AsyncConnection, int, Iterable[str]], Awaitable[list[int]]],
    whose: int,
    statuses: Iterable[str],
) -> list[Table]:
    return [await _load(connection, each) for each in await find(connection, whose, statuses)]


def _found(value: _T | None) -> _T:
    """Raise Refused if there is no such game."""
    if value is None:
        raise Refused(Refusal.UNKNOWN_GAME)
    return value


def _in_status(table: Table, status: Status) -> Table:
    """Raise Refused unless the table is in that status."""
    if table.status is not status:
        raise Refused(_REFUSED_IN[table.status], game=table.name)
    return table


def _player_at(table: Table, user_id: int) -> Player:
    """Raise Refused unless that user plays here."""
    player = table.player_of(user_id)
    if player is None:
        raise Refused(Refusal.NOT_IN_GAME, game=table.name)
    return player


def _deciding(table: Table, user_id: int, seen: int | None) -> Player:
    """Raise Refused unless that user plays, and saw the game as it is if *seen* is given."""
    player = _player_at(_in_status(table, Status.RUNNING), user_id)
    if player.resigned:
        raise Refused(Refusal.RESIGNED, game=table.name)
    if seen is not None and seen != table.state_version:
        raise Refused(Refusal.STALE)
    return player
