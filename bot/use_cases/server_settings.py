"""Rules of a server, and actions of its admins on games.

An admin is anybody who may manage the server on Discord, as checked by the client. Admins' actions
on a game are in its public log, with their names. Admins see nothing hidden.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypedDict

from sqlalchemy import Connection

from bot.changes import Change, Changes, Reader, RulesReader, go_on
from bot.domain.entries import PaceChanged, Why
from bot.domain.naming import number_in, plain
from bot.domain.player import ChosenUser, Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import ServerRules
from bot.domain.table import Table
from bot.store import Store
from bot.store.queries import games, servers
from bot.use_cases.besides_playing import end_early, give_up_seat, offer_seat, pause, remove, resume
from bot.use_cases.host import Sight
from bot.use_cases.proposing import review
from bot.use_cases.visits import ENDED


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Reads and changes the rules for games in a server."""

    _store: Store
    _changes: Changes
    _rules: RulesReader

    async def rules(self, guild_id: int | None) -> ServerRules:
        """Read the rules of a server; the defaults outside one."""
        return await self._rules.of(guild_id)

    async def change(self, guild_id: int, admin: Person, **changes: Any) -> ServerRules:  # noqa: ANN401
        """Change rules of a server.

        Reminders that are switched off stop in running games; everything else applies to games
        opened and choices made from then on. Raises Refused for invalid values.
        """
        rules = await self._changes.write(self._set, guild_id, lambda _was: changes)
        if not changes.get("reminders", True):
            await self._stop_reminders(guild_id, admin)
        return rules

    async def silence(self, guild_id: int, user_id: int, *, silent: bool) -> ServerRules:
        """Forbid a user to open games in a server, or permit it again."""

        def silenced(was: ServerRules) -> dict[str, Any]:
            others = {*was.silenced} - {user_id}
            return {"silenced": tuple(sorted({*others, user_id} if silent else others))}

        return await self._changes.write(self._set, guild_id, silenced)

    def _set(
        self,
        connection: Connection,
        guild_id: int,
        changes: Callable[[ServerRules], dict[str, Any]],
    ) -> ServerRules:
        """Apply *changes*, a function of the current rules, to the rules of a server."""
        was = self._rules.read(connection, guild_id, to_change=True)
        rules = was.changed(**changes(was))
        servers.write_rules(connection, guild_id, rules.dump())
        return rules

    async def _stop_reminders(self, guild_id: int, admin: Person) -> None:

        def stop(change: Change) -> Change:
            pace = change.rules.with_reminders(change.table.pace)
            if pace == change.table.pace:
                raise Refused(Refusal.STALE)
            entry = PaceChanged(pace, why=Why.ADMIN, by=admin.name, user_id=admin.user_id)
            return change.then(entry)

        for number in await self._store.look(games.paced_in, guild_id, without=ENDED):
            with suppress(Refused):  # without reminders, or damaged
                await self._changes.change(number, stop)


@dataclass(frozen=True, slots=True)
class Admins:
    """Actions of admins on games of their server; games of others do not exist for them."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _sight: Sight

    async def game(self, table_id: int, guild_id: int) -> Table:
        """Read a table of that server. Raises Refused for any other."""
        return (await self._reader.one(table_id, lambda each: each.game.guild_id == guild_id)).table

    async def named(self, typed: str, guild_id: int) -> Table:
        """Read a table of that server by number or, if it is not over, by name."""
        name = plain(typed).casefold()
        if (number := number_in(name)) is not None:
            with suppress(Refused):
                return await self.game(number, guild_id)
        named = await self._store.look(games.named_in, guild_id, without=ENDED)
        meant = [number for number, called in named if plain(called).casefold() == name]
        if not meant:
            raise Refused(Refusal.UNKNOWN_GAME)
        return await self.game(meant[0], guild_id)

    async def end(self, table_id: int, guild_id: int, admin: Person, *, result: bool) -> Table:
        """End a running game with the current result, or without any."""
        return await self._by_admin(
            table_id,
            guild_id,
            lambda change: end_early(change, result=result, **_by(admin)),
        )

    async def remove(self, table_id: int, guild_id: int, admin: Person) -> None:
        """Remove a game in any status; it is deleted once its players are notified.

        From now on it does not exist for users.
        """

        def remove_it(change: Change) -> Change:
            was = _in_server(change.table, guild_id).status
            return remove(change, was=was, **_by(admin))

        await self._changes.change(table_id, remove_it)

    async def pause(self, table_id: int, guild_id: int, admin: Person) -> Table:
        """Pause a game."""
        return await self._by_admin(table_id, guild_id, lambda change: pause(change, **_by(admin)))

    async def go_on(self, table_id: int, guild_id: int, admin: Person) -> Table:
        """Resume a paused game."""
        return await self._by_admin(table_id, guild_id, lambda change: resume(change, **_by(admin)))

    async def offer_seat(
        self, table_id: int, guild_id: int, admin: Person, seat: int, to: Person | ChosenUser
    ) -> Table:
        """Offer a player's seat to a user."""
        place = (await self._reader.get(table_id)).place
        blind = await self._sight(place, to.user_id) is False

        def offer(change: Change) -> Change:
            _check_seated(change.table, seat)
            return offer_seat(change, seat, to=to.user_id, name=to.name, blind=blind, **_by(admin))

        return await self._by_admin(table_id, guild_id, offer, people=[to.user_id])

    async def give_up_seat(self, table_id: int, guild_id: int, admin: Person, seat: int) -> Table:
        """Give a seat up: it makes the least decisions until another player takes it."""

        def give_up(change: Change) -> Change:
            _check_seated(change.table, seat)
            return go_on(give_up_seat(change, seat, **_by(admin)))

        return await self._by_admin(table_id, guild_id, give_up)

    async def _by_admin(
        self,
        table_id: int,
        guild_id: int,
        decide: Callable[[Change], Change],
        *,
        people: Collection[int] = (),
    ) -> Table:
        def checked(change: Change) -> Change:
            _in_server(change.table, guild_id)
            return review(decide(change))

        return (await self._changes.change(table_id, checked, people=people)).now


class _By(TypedDict):
    why: Why
    by: str
    user_id: int


def _by(admin: Person) -> _By:
    return {"why": Why.ADMIN, "by": admin.name, "user_id": admin.user_id}


def _in_server(table: Table, guild_id: int) -> Table:
    if table.place.guild_id != guild_id:
        raise Refused(Refusal.UNKNOWN_GAME)
    return table


def _check_seated(table: Table, seat: int) -> None:
    if table.view is None or seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
