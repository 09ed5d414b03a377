"""The use cases. Each one locks the table, loads it, asks the engine and stores: then answers."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, Connection

from bot.store import StaleVersion, Store, StoreError, games, people
from bot.store.rows import HeaderRow
from bot.table.draft import Draft
from bot.table.loading import Loaded, Loader, effective, loaded
from bot.table.meaning import Purpose, Whence, candidates
from bot.table.naming import checked_name, checked_set_up, plain
from bot.table.refusals import Refusal, Refused
from bot.table.seat import Everyone, Outcome, Seat, Visit
from bot.table.values import Entry, Kind, Person, Place, Player, Status, Table
from engine import (
    Action,
    DrawDecision,
    Dynasty,
    Game,
    Hand,
    IllegalAction,
    TilesDrawn,
    load_game,
    parse_action,
    write_record,
)

_OPEN = (Status.LOBBY, Status.RUNNING)
_REFUSED_IN = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.ALREADY_STARTED,
    Status.OVER: Refusal.GAME_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
}
_DIGITS = 18
"""The most digits of a game's number that are looked up."""


class Audience(Protocol):
    """Who is told of everything that is stored."""

    def note(self, connection: Connection, everyone: Everyone) -> object:
        """Note, in the transaction that stores it, what will be told of it."""

    def stored(self, table_id: int, noted: object) -> None:
        """It is stored; *noted* is what :meth:`note` answered, None if that is not known."""


class Nobody:
    """An audience that listens to nothing."""

    def note(self, connection: Connection, everyone: Everyone) -> object:
        """Note nothing."""

    def stored(self, table_id: int, noted: object) -> None:
        """Tell nobody."""


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
        self._loader = Loader()
        self._audience: Audience = Nobody()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def tell(self, audience: Audience) -> None:
        """Tell *audience* of everything that is stored from now on."""
        self._audience = audience

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
        language: str = "en",
    ) -> Table:
        """Open a table for *seats* players, at which the opener sits down.

        What everybody reads is in *language*, as Discord names it.
        """
        name = checked_name(name)
        options = checked_set_up(board, seats, options)
        now = self._clock()

        def insert(connection: Connection) -> Draft:
            row = games.insert_game(
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
                language=language,
            )
            draft = Draft(loaded(HeaderRow(row, ()), None), now)
            draft.open(person)
            return draft

        return (await self._store_drafted(insert)).table

    async def join(self, table_id: int, person: Person) -> Table:
        """Sit down at a table; whoever takes the last seat starts the game."""

        async def join(draft: Draft) -> None:
            table = draft.table
            if table.player_of(person.user_id) is not None:
                raise Refused(Refusal.ALREADY_JOINED, game=table.name)
            if len(table.players) >= table.capacity:
                raise Refused(Refusal.GAME_FULL, game=table.name, capacity=table.capacity)
            _in_status(table, Status.LOBBY)
            draft.join(person)
            if len(table.players) + 1 == table.capacity:
                draft.start(person.user_id, self._rng)

        return (await self._change(table_id, join)).after.table

    async def leave(self, table_id: int, person: Person) -> Table:
        """Get up from a table that has not started: an opener hands over, the last one cancels."""

        async def leave(draft: Draft) -> None:
            table = _in_status(draft.table, Status.LOBBY)
            draft.leave(_player_at(table, person.user_id))

        return (await self._change(table_id, leave)).after.table

    async def configure(
        self, table_id: int, person: Person, board: str, options: Sequence[str]
    ) -> Table:
        """Choose, as the opener of a game that has not started, its board and options."""

        async def configure(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            draft.configure(person.user_id, board, checked_set_up(board, table.capacity, options))

        return (await self._change(table_id, configure)).after.table

    async def start(self, table_id: int, person: Person) -> Table:
        """Start a game before all seats are taken, as its opener."""

        async def start(draft: Draft) -> None:
            table = _in_status(draft.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                opener = table.opener.name if table.opener else ""
                raise Refused(Refusal.ONLY_OPENER_STARTS, game=table.name, opener=opener)
            if len(table.players) < 2:
                raise Refused(Refusal.TOO_FEW_PLAYERS, game=table.name)
            draft.start(person.user_id, self._rng)

        return (await self._change(table_id, start)).after.table

    # --- the game ------------------------------------------------------------------------------

    async def act(
        self, table_id: int, user_id: int, action: Action, seen: int | None = None
    ) -> Outcome:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it; that it is not the user's decision, too.
        """

        async def act(draft: Draft) -> None:
            draft.decide(_deciding(draft.table, user_id, seen), action)
            draft.decide_by_itself()

        return (await self._change(table_id, act)).outcome_for(user_id)

    async def draw_the_rest(
        self, table_id: int, user_id: int, seen: int | None = None, *, always: bool = False
    ) -> Outcome:
        """Draw every tile that is due now from the bag; with *always*, every later one too.

        Raises IllegalAction if the user is not to draw now.
        """

        async def draw(draft: Draft) -> None:
            player = _deciding(draft.table, user_id, seen)
            if always:
                draft.draw_from_bag(player, always=True)
            draft.draw_the_rest(player)
            draft.decide_by_itself()

        return (await self._change(table_id, draw)).outcome_for(user_id)

    async def draw_by_choice(self, table_id: int, user_id: int) -> Outcome:
        """Be asked again, beside an open display, where to draw from."""

        async def ask(draft: Draft) -> None:
            draft.draw_from_bag(_deciding(draft.table, user_id, None), always=False)

        return (await self._change(table_id, ask)).outcome_for(user_id)

    async def undo(self, table_id: int, user_id: int, seen: int | None = None) -> Outcome:
        """Take the last decision back, as long as it has let nothing hidden be seen."""

        async def undo(draft: Draft) -> None:
            table = draft.table
            player = _deciding(table, user_id, seen)
            decided = [
                entry for turn in table.turns for entry in turn.entries if entry.changes_game
            ]
            last = decided[-1]
            if last.kind is Kind.STARTED:
                raise Refused(Refusal.NOTHING_TO_UNDO)
            if last.final:
                raise Refused(Refusal.UNDO_REVEALED)
            if last.seat != player.seat:
                decider = "" if last.seat is None else table.player(last.seat).name
                raise Refused(Refusal.UNDO_NOT_YOURS, player=decider)
            state = await self._store.read(games.read_state, table_id, decided[-2].seq)
            draft.undo(player, last, load_game(state))

        return (await self._change(table_id, undo)).outcome_for(user_id)

    async def resign(self, table_id: int, user_id: int) -> Outcome:
        """Resign: from now on the seat decides by itself, and the last one left ends the game."""

        async def resign(draft: Draft) -> None:
            draft.resign(_deciding(draft.table, user_id, None))
            draft.decide_by_itself()

        return (await self._change(table_id, resign)).outcome_for(user_id)

    # --- people ----------------------------------------------------------------------------------

    async def notice(self, visit: Visit, person: Person, guild_id: int | None) -> Visit:
        """Follow a visitor's change of name, in the table's own server, and of language."""
        table = visit.table
        player = table.player_of(person.user_id)
        if player is None:
            return visit
        renamed = guild_id == table.place.guild_id and player.name != person.name
        if not renamed and player.language == person.language:
            return visit

        def write(connection: Connection) -> None:
            if renamed:
                games.rename(connection, person.user_id, person.name, guild_id, _OPEN)
            if player.language != person.language:
                people.change_person(connection, person.user_id, language=person.language)

        await self._store.write(write)
        return await self.visit(table.id, person.user_id)

    async def set_high_contrast(self, user_id: int, *, wanted: bool) -> None:
        """Draw pictures for somebody alone in high contrast from now on, or as usual."""
        await self._store.write(people.change_person, user_id, high_contrast=wanted)

    # --- queries -------------------------------------------------------------------------------

    async def get(self, table_id: int) -> Table:
        """Read a table."""
        return (await self._one(table_id)).table

    async def visit(self, table_id: int, user_id: int) -> Visit:
        """Read a table as that user comes to it."""
        return (await self._one(table_id)).visit(user_id)

    async def visit_meant(self, whence: Whence, purpose: Purpose) -> list[Visit]:
        """Read the tables that somebody may mean who names none, newest first."""

        def read(connection: Connection) -> list[Loaded]:
            which = games.played_by(whence.user_id, _OPEN) | games.at_home_in(
                whence.channel_id, _OPEN, Status.OVER
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
            which = games.played_by(whence.user_id, _OPEN)
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
        return await self._some(games.played_by(user_id, _OPEN))

    async def games_at(self, channel_id: int, *, finished: bool = False) -> list[Table]:
        """Read the tables shown, or opened, in that channel or thread, newest first.

        With *finished* also those that are over; never those that were cancelled.
        """
        statuses = (*_OPEN, Status.OVER) if finished else _OPEN
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

    async def _some(self, which: ColumnElement[bool]) -> list[Table]:
        return [each.table for each in await self._store.read(self._loader.read, which)]

    async def _one(self, table_id: int) -> Loaded:
        return _only(await self._store.read(self._loader.read, games.numbered(table_id)))

    # --- how a table changes -------------------------------------------------------------------

    async def _change(self, table_id: int, work: Callable[[Draft], Awaitable[None]]) -> "_Change":
        """Let *work* draft a change of a table, one at a time, and store it.

        It is drafted from what was read last, mostly for the same wish: it is stored only if
        that still holds. If it does not, or if that is a reason to refuse, it is read anew.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            latest = self._loader.latest(table_id)
            if latest is not None:
                with suppress(StaleVersion, StoreError, Refused, IllegalAction):
                    return await self._changed(latest, work)
            try:
                return await self._changed(await self._one(table_id), work)
            except StaleVersion:
                raise Refused(Refusal.STALE) from None

    async def _changed(self, read: Loaded, work: Callable[[Draft], Awaitable[None]]) -> "_Change":
        draft = Draft(read, self._clock())
        await work(draft)

        def drafted(_connection: Connection) -> Draft:
            return draft

        return _Change(draft, await self._store_drafted(drafted))

    async def _store_drafted(self, drafted: Callable[[Connection], Draft]) -> Loaded:
        """Store a draft that is made in the transaction, and what will be told of it."""
        written: Loaded | None = None
        noted: object = None

        def write(connection: Connection) -> Loaded:
            nonlocal written, noted
            draft = drafted(connection)
            result = draft.write(connection)
            noted = self._audience.note(connection, result.everyone())
            written = result
            return result

        try:
            result = await self._store.write(write)
        except BaseException:
            if written is not None:  # perhaps it was stored all the same: let everybody look
                self._audience.stored(written.table.id, None)
            raise
        self._loader.remember(result)
        self._audience.stored(result.table.id, noted)
        return result


@dataclass(frozen=True, slots=True)
class _Change:
    """A change that is stored."""

    draft: Draft
    after: Loaded

    def outcome_for(self, user_id: int) -> Outcome:
        """What it led to, for a user who plays."""
        before, after = self.draft.read.game, self.after.game
        seat = self.after.visit(user_id).seat
        assert before is not None
        assert after is not None
        assert seat is not None
        entries = self.draft.entries
        return Outcome(seat, entries, _drawn(before, after, seat.number, entries))


def check_configures(table: Table, person: Person) -> None:
    """Raise Refused unless that person can still choose how the game is played."""
    _in_status(table, Status.LOBBY)
    if person.user_id != table.opener_id:
        opener = table.opener.name if table.opener else ""
        raise Refused(Refusal.ONLY_OPENER_CONFIGURES, game=table.name, opener=opener)


def check_goes_on(seat: Seat) -> None:
    """Raise Refused if the game is over, for all or for the player of that seat."""
    if seat.table.status is Status.OVER:
        raise Refused(Refusal.GAME_OVER, game=seat.table.name)
    if seat.player.resigned:
        raise Refused(Refusal.RESIGNED, game=seat.table.name)


def _only(found: Sequence[Loaded]) -> Loaded:
    """Raise Refused if there is no such game."""
    if not found:
        raise Refused(Refusal.UNKNOWN_GAME)
    return found[0]


def _drawn(before: Game, after: Game, seat: int, entries: Sequence[Entry]) -> Hand:
    """What *seat* drew, if it was asked to draw and something came out of the bag."""
    hidden = any(
        isinstance(event, TilesDrawn) and event.seat == seat
        for entry in entries
        for event in entry.events
    )
    if not hidden or not isinstance(before.decision, DrawDecision):
        return 0, 0, 0, 0
    black, red, blue, green = (
        now - then for now, then in zip(after.hands[seat], before.hands[seat], strict=True)
    )
    return black, red, blue, green


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
