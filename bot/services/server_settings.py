"""What those do who manage a server: what is set for it, and their powers over its games.

An admin is anybody whom Discord lets manage the server: the client sees to that. Whatever one does
to a game is in its log, with the admin's name, and everybody may read it there. No admin sees
anything that is hidden in a game.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypedDict

from sqlalchemy import Connection

from bot.changes import Change, Changes, Reader, RulesReader, go_on
from bot.domain import (
    ChosenUser,
    PaceChanged,
    Person,
    Refusal,
    Refused,
    ServerRules,
    Table,
    Why,
    number_in,
    plain,
)
from bot.services.besides_playing import end_early, give_up_seat, offer_seat, pause, remove, resume
from bot.services.host import Sight
from bot.services.proposing import review
from bot.services.visits import ENDED
from bot.store import Store
from bot.store.queries import games, servers


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What is set for the games in a server."""

    _store: Store
    _changes: Changes
    _rules: RulesReader

    async def rules(self, guild_id: int | None) -> ServerRules:
        """Read what is set for the games in a server; outside one nothing is."""
        return await self._rules.of(guild_id)

    async def change(self, guild_id: int, admin: Person, **changes: Any) -> ServerRules:  # noqa: ANN401
        """Set something for the games in a server.

        Reminders that are switched off stop in the games that are under way; everything else
        holds for what is opened or chosen from then on. Raises Refused for what there is not.
        """
        rules = await self._changes.write(self._set, guild_id, lambda _was: changes)
        if not changes.get("reminders", True):
            await self._stop_reminders(guild_id, admin)
        return rules

    async def silence(self, guild_id: int, user_id: int, *, silent: bool) -> ServerRules:
        """Let a user open no games in a server from now on, or let that user open them again."""

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
        """Make *changes* to what is set for a server, that follow from what was."""
        was = self._rules.read(connection, guild_id, to_change=True)
        rules = was.changed(**changes(was))
        servers.write_rules(connection, guild_id, rules.dump())
        return rules

    async def _stop_reminders(self, guild_id: int, admin: Person) -> None:
        """Let nobody be reminded any more in the games of a server that are not over."""

        def stop(change: Change) -> Change:
            pace = change.rules.with_reminders(change.table.pace)
            if pace == change.table.pace:
                raise Refused(Refusal.STALE)
            entry = PaceChanged(pace, why=Why.ADMIN, by=admin.name, user_id=admin.user_id)
            return change.then(entry)

        for number in await self._store.look(games.paced_in, guild_id, without=ENDED):
            with suppress(Refused):  # nobody is reminded there, or it is damaged
                await self._changes.change(number, stop)


@dataclass(frozen=True, slots=True)
class Admins:
    """What admins do, in one server. A game of another one is to them as if there were none."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _sight: Sight

    async def game(self, table_id: int, guild_id: int) -> Table:
        """Read a table of that server. Raises Refused for one of another, as if there were none."""
        return (await self._reader.one(table_id, lambda each: each.game.guild_id == guild_id)).table

    async def named(self, typed: str, guild_id: int) -> Table:
        """Read a table of that server: of that number or, of those that are not over, that name."""
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
        """End a running game: with the result as it stands, or without any."""
        return await self._by_admin(
            table_id,
            guild_id,
            lambda change: end_early(change, result=result, **_by(admin)),
        )

    async def remove(self, table_id: int, guild_id: int, admin: Person) -> None:
        """Remove a game, however it stands: once its players are told, nothing is kept of it.

        From now on it is to everybody as if there were none.
        """

        def remove_it(change: Change) -> Change:
            was = _in_server(change.table, guild_id).status
            return remove(change, was=was, **_by(admin))

        await self._changes.change(table_id, remove_it)

    async def pause(self, table_id: int, guild_id: int, admin: Person) -> Table:
        """Let nobody need decide until the game goes on."""
        return await self._by_admin(table_id, guild_id, lambda change: pause(change, **_by(admin)))

    async def go_on(self, table_id: int, guild_id: int, admin: Person) -> Table:
        """Let a paused game go on."""
        return await self._by_admin(table_id, guild_id, lambda change: resume(change, **_by(admin)))

    async def offer_seat(
        self, table_id: int, guild_id: int, admin: Person, seat: int, to: Person | ChosenUser
    ) -> Table:
        """Offer a player's seat to a user, who takes it by a press."""
        place = (await self._reader.get(table_id)).place
        blind = await self._sight(place, to.user_id) is False

        def offer(change: Change) -> Change:
            _check_seated(change.table, seat)
            return offer_seat(change, seat, to=to.user_id, name=to.name, blind=blind, **_by(admin))

        return await self._by_admin(table_id, guild_id, offer, people=[to.user_id])

    async def give_up_seat(self, table_id: int, guild_id: int, admin: Person, seat: int) -> Table:
        """Wait for a player no more: the seat is played minimally until another player takes it."""

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
    """Who has done something, as an entry has it."""
    return {"why": Why.ADMIN, "by": admin.name, "user_id": admin.user_id}


def _in_server(table: Table, guild_id: int) -> Table:
    if table.place.guild_id != guild_id:
        raise Refused(Refusal.UNKNOWN_GAME)
    return table


def _check_seated(table: Table, seat: int) -> None:
    """Raise Refused if the game has not started, or has no such seat."""
    if table.view is None or seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
