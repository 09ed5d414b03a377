"""Deletion of data: of a user on request, of servers that were left, of old games.

The log of a game stays, because the other players need it for replays. In it a forgotten user has a
negative number, unique to the game, and a made-up name; the seat has no user.
"""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Row

from bot.changes import Change, Changes, go_on
from bot.domain import entries as log
from bot.domain.checks import in_status
from bot.domain.entries import LoggedEntry, Why
from bot.domain.naming import make_unique
from bot.domain.player import FormerPlayer, InvitedUser
from bot.domain.proposals import ProposalOutcome, dump_proposals, load_proposals
from bot.domain.refusals import Refusal, Refused
from bot.domain.series import NO_SERIES, Series
from bot.domain.server_rules import ServerRules
from bot.domain.stored import decoding_game, dump_entry, load_entry
from bot.domain.table import Status, Table
from bot.domain.taught import Taught, dump_taught, load_taught
from bot.store import Damaged, EntryRow, Store
from bot.store.queries import (
    games,
    logs,
    outbox,
    personal,
    queues,
    ratings,
    results,
    seals,
    servers,
)
from bot.use_cases.besides_playing import give_up_seat, keep_seat, remove
from bot.use_cases.host import Patience
from bot.use_cases.lobbies import leave_lobby
from bot.use_cases.proposing import close, review
from bot.use_cases.queueing import update_queue
from bot.use_cases.visits import ENDED

Called: TypeAlias = Callable[[str], str]
"""Returns the name for a former player in a language, by Discord's code."""
_ROUNDS = 5
"""Maximum number of passes over the games, as the user may still join one."""
_SHOWN = frozenset({Status.LOBBY, Status.RUNNING, Status.REMOVED})
"""Status of games whose messages on Discord are updated."""


SERVER_KEPT = timedelta(days=30)
"""Time before the data of a server that removed the bot is deleted."""
_AT_ONCE = 100
"""Number of games per query for games to delete."""
_ILLEGIBLE = "?"
"""Replaces an unreadable text, which may name anybody."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes data of users, servers and old games."""

    _store: Store
    _changes: Changes
    _patience: Patience

    # --- servers and old games -----------------------------------------------------------------

    async def forgotten_at(self) -> dict[int, datetime]:
        """Read the servers that removed the bot, with the time of their deletion."""
        left = await self._store.read(servers.left)
        return {guild_id: since + SERVER_KEPT for guild_id, since in left.items()}

    async def note_back(self, guild_id: int) -> None:
        """Store that the bot is in a server again, so its data stays."""
        await self._store.write(servers.note_back, guild_id)

    async def forget_server(self, guild_id: int) -> None:
        """Delete all games, results, rules and the queue of a server."""
        for number in await self._store.read(outbox.games_in, guild_id, ()):
            await self._store.write(games.delete_game, number)
        await self._store.write(seals.forget_server, guild_id)
        await self._store.write(results.forget_server, guild_id)
        await self._store.write(ratings.forget_server, guild_id)
        await self._store.write(queues.forget_server, guild_id)
        await self._store.write(servers.forget, guild_id)

    async def forget_finished(self) -> None:
        """Delete games that ended more than :attr:`finished_days` ago."""
        if not self.finished_days:
            return
        before = self._changes.clock() - timedelta(days=self.finished_days)
        while numbers := await self._store.read(games.ended_before, before, ENDED, _AT_ONCE):
            for number in numbers:
                await self._store.write(games.delete_game, number)

    @property
    def finished_days(self) -> int:
        """Days before a finished game is deleted; 0: never."""
        return self._patience.finished

    @property
    def backup_weeks(self) -> int:
        """Maximum age in weeks of the bot's backups; 0: it makes none."""
        return math.ceil(self._patience.backups / 7)

    # --- people --------------------------------------------------------------------------------

    async def forget(self, user_id: int, called: Called) -> None:
        """Forget a user; calling it again continues after an interruption.

        Removes games that no other person plays; in other running games the user's seat is given
        up. Raises Refused if the user keeps joining games meanwhile.
        """
        await self._changes.write(self._begin, user_id)
        for _ in range(_ROUNDS):
            damaged = await self._leave_games(user_id)
            for number in await self._store.read(personal.naming, user_id):
                # One by one, so that others can store changes in between.
                shown = await self._store.write(
                    self._forget_in_game, number, user_id, called, left=number not in damaged
                )
                if shown:
                    self._changes.stored(number)
            if await self._store.write(_forget_person, user_id, damaged):
                return
        raise Refused(Refusal.STALE)

    def _begin(self, connection: Connection, user_id: int) -> None:
        """Note that a user is to be forgotten, and remove them from all queues."""
        personal.note_farewell(connection, user_id, self._changes.clock())
        for guild_id in queues.forget_user(connection, user_id):
            update_queue(connection, guild_id, self._changes.clock())

    async def farewells(self) -> list[int]:
        """Read the users whose deletion was interrupted."""
        return await self._store.read(personal.farewells)

    async def _leave_games(self, user_id: int) -> list[int]:
        """Leave all games of a user. Returns those that are damaged."""

        def leave(change: Change) -> Change:
            if _is_alone(change.table, user_id):
                change = remove(change, user_id)
            elif change.table.status is Status.LOBBY:
                if change.table.player_of(user_id) is not None:
                    change = leave_lobby(change, user_id)
            else:
                in_status(change.table, Status.RUNNING)
                change = _leave_running(change, user_id)
            if not change.entries:
                raise Refused(Refusal.NOT_IN_GAME)
            return change

        damaged = []
        for number in await self._store.read(personal.seated, user_id):
            try:
                await self._changes.change(number, leave)
            except Refused as refused:  # mostly because there is nothing to leave
                if refused.refusal is Refusal.UNREADABLE:
                    damaged.append(number)
        return damaged

    def _forget_in_game(
        self, connection: Connection, number: int, user_id: int, called: Called, *, left: bool
    ) -> bool:
        """Forget a user in one game. Returns whether its messages change.

        Does nothing if the user still plays; *left* is False for a damaged game, which cannot be
        left.
        """
        game = personal.lock_game(connection, number)
        if game is None or (left and number in _playing(connection, user_id)):
            return False
        return _anonymise(connection, game, user_id, called, self._changes.clock())


def _leave_running(change: Change, user_id: int) -> Change:
    """Give the user's seat up, and withdraw offers of seats to the user."""
    for proposal in change.state.proposals:
        if proposal.question.user_id == user_id:
            change = close(change, proposal, ProposalOutcome.MOOT)
    for seat, player in enumerate(change.table.players):
        if player.offered_to == user_id:
            change = keep_seat(change, seat, why=Why.REFUSED, user_id=user_id)
    own = change.table.player_of(user_id)
    if own is not None and own.seat is not None and own.is_played_by_person:
        change = go_on(give_up_seat(change, own.seat, why=Why.OWN, user_id=user_id))
    return review(change)


def _playing(connection: Connection, user_id: int) -> list[int]:
    return personal.playing(connection, user_id, Status.LOBBY, Status.RUNNING)


def _forget_person(connection: Connection, user_id: int, damaged: Collection[int]) -> bool:
    """Forget a user's data outside games. Returns False, unchanged, if the user still plays."""
    if set(_playing(connection, user_id)).difference(damaged):
        return False
    for guild_id in sorted(ratings.all_of(connection, user_id)):
        servers.hold(connection, guild_id)
    for guild_id in personal.servers_naming(connection, user_id):
        text = servers.read_rules(connection, guild_id, to_change=True)
        servers.write_rules(connection, guild_id, _without_silenced(text, user_id))
    personal.forget_person(connection, user_id)
    return True


def _is_alone(table: Table, user_id: int) -> bool:
    """True if that user is the only person who plays, or has played, at a table."""
    held = {player.user_id for player in table.players} | {each.user_id for each in table.former}
    return held - {None} == {user_id}


def _anonymise(
    connection: Connection, game: Row[Any], user_id: int, called: Called, now: datetime
) -> bool:
    """Replace a user in a game by a former player. Returns whether its messages change."""
    number = game.id
    players = personal.players_in(connection, number)
    former = _read(lambda: [FormerPlayer(**each) for each in game.former])
    others = [row.name for row in players if row.user_id != user_id]
    others += [each.name for each in former if each.user_id != user_id]
    new = _Anonymised(
        user_id,
        min(personal.least_user(connection, number), 0) - 1,
        make_unique(called(game.language), others),
    )
    personal.change_user_in_log(connection, number, user_id, new.number)
    texts = new.texts(personal.other_entries_in(connection, number))
    personal.change_log(connection, number, texts)
    own = {row.seat for row in players if row.user_id == user_id}
    shown = game.status in _SHOWN
    games.change_game(connection, number, **new.columns(game, former, own))
    personal.leave_seats(connection, number, user_id, new.name)
    personal.leave_posts(connection, number, user_id, shown=shown)
    _log_forgotten(connection, game, now if shown else None)
    return shown


def _log_forgotten(connection: Connection, game: Row[Any], now: datetime | None) -> None:
    """Log that a user was forgotten, so that other processes read the game again.

    Without *now* its messages stay, and its age does not change.
    """
    at = now or personal.changed_at(connection, game.id, game.version) or game.created_at
    row = dump_entry(log.Forgotten(seq=game.version + 1, turn=game.turn, at=at))
    shows_all = now is None and game.delivered_version == game.version
    changes: dict[str, Any] = {"delivered_version": row.seq} if shows_all else {}
    logs.append(connection, game.id, game.version, [row], **changes)


def _read(read: Callable[[], list[_T]]) -> list[_T]:
    """Return the result of *read*; an empty list if the game is damaged."""
    try:
        with decoding_game("what is noted of it"):
            return read()
    except Damaged:
        return []


@dataclass(frozen=True, slots=True)
class _Anonymised:
    """The number and name that replace a forgotten user in one game."""

    user_id: int
    number: int
    name: str

    def texts(self, rows: Iterable[EntryRow]) -> dict[int, str | None]:
        """Return the changed texts of entries, by number.

        *rows* are in order, and have *number* as their user already.
        """
        digits = personal.number_of(self.user_id)
        holders: dict[int | None, int | None] = {}  # seats of unknown holders may be the user's
        changed = {}
        for row in rows:
            if row.text is None:
                continue
            text: str | None = digits.sub(str(self.number), row.text)
            try:
                with decoding_game("the log"):
                    entry = load_entry(replace(row, text=text))
            except Damaged:
                text = _ILLEGIBLE
            else:
                renamed = self._renamed(entry, holders.get(entry.seat, self.number))
                if renamed != entry:
                    text = dump_entry(renamed).text
                if isinstance(entry, log.FullStart):
                    holders = dict(enumerate(entry.users))
                elif isinstance(entry, log.SeatTaken):
                    holders[entry.seat] = entry.user_id
            if text != row.text:
                changed[row.seq] = text
        return changed

    def _renamed(self, entry: LoggedEntry, holder: int | None) -> LoggedEntry:
        """Return an entry with the user's name replaced; *holder* held its seat."""
        own = entry.user_id == self.number
        if isinstance(entry, log.Opened):
            entry = replace(entry, series=entry.series.without(self.number, self.name))
        match entry:
            case log.Opened() | log.Joined() if own:
                return replace(entry, name=self.name, language="")
            case log.SeatTaken():
                if holder == self.number:
                    entry = replace(entry, from_name=self.name)
                return replace(entry, to_name=self.name, language="") if own else entry
            case log.Offered() if entry.to == self.number:
                entry = replace(entry, name=self.name)
            case log.Proposed() | log.ProposalResolved() if entry.question.user_id == self.number:
                return replace(entry, question=replace(entry.question, name=self.name))
        if own and isinstance(entry, log.Reasoned) and entry.by:
            return replace(entry, by=self.name)
        return entry

    def columns(
        self, game: Row[Any], former: Sequence[FormerPlayer], seats: Collection[int | None]
    ) -> dict[str, object]:
        """Return the columns of a game that name people, without the user, who held *seats*."""
        me = self.user_id
        asked = _read(lambda: [InvitedUser(**each) for each in game.asked])
        proposals = [
            replace(each, question=replace(each.question, user_id=self.number, name=self.name))
            if each.question.user_id == me
            else each
            for each in _read(lambda: [*load_proposals(game.proposals)])
        ]
        taught = _read(lambda: [*load_taught(game.taught)])
        (series,) = _read(lambda: [Series.load(game.series)]) or [NO_SERIES]
        return {
            "opener_id": self.number if game.opener_id == me else game.opener_id,
            "invited": _read(lambda: [each for each in game.invited if each != me]),
            "asked": [asdict(each) for each in asked if each.user_id != me],
            "former": [
                asdict(replace(each, user_id=None, name=self.name) if each.user_id == me else each)
                for each in former
            ],
            "proposals": dump_proposals(proposals),
            "series": series.without(me, self.name).dump(),
            "taught": dump_taught(
                [Taught(None) if seat in seats else each for seat, each in enumerate(taught)]
            ),
        }


def _without_silenced(text: str, user_id: int) -> str:
    """Return a server's stored rules without the user among *silenced*."""
    try:
        rules = ServerRules.load(text)
    except (AttributeError, LookupError, TypeError, ValueError):
        return personal.number_of(user_id).sub("0", text)  # damaged rules do not count anyway
    others = tuple(each for each in rules.silenced if each != user_id)
    return rules.changed(silenced=others).dump()
