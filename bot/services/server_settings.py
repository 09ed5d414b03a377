"""What those do who manage a server: what is set for it, and their powers over its games.

An admin is anybody whom Discord lets manage the server: the client sees to that. Whatever one does
to a game is in its log, with the admin's name, and everybody may read it there. No admin sees
anything that is hidden in a game.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bot.changes import (
    Changes,
    Draft,
    Reader,
    RulesReader,
    end_early,
    give_up_seat,
    go_on,
    offer_seat,
    pause,
    remove,
)
from bot.domain import (
    ChosenUser,
    Kind,
    Person,
    Player,
    Refusal,
    Refused,
    ServerRules,
    Table,
    Why,
    number_in,
    plain,
)
from bot.services.host import Sight
from bot.services.proposing import Proposals
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

        async def stop(draft: Draft) -> None:
            pace = (await self._rules.of(guild_id)).with_reminders(draft.table.pace)
            if pace == draft.table.pace:
                raise Refused(Refusal.STALE)
            draft.add_entry(
                Kind.PACED, admin.user_id, pace=pace.dump(), why=Why.ADMIN, by=admin.name
            )
            draft.change_table(pace=pace)

        for number in await self._store.look(games.paced_in, guild_id, without=ENDED):
            with suppress(Refused):  # nobody is reminded there, or it is damaged
                await self._changes.change(number, stop)


@dataclass(frozen=True, slots=True)
class Admins:
    """What admins do, in one server. A game of another one is to them as if there were none."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _proposals: Proposals
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

        async def end(draft: Draft) -> None:
            end_early(draft, result=result, why=Why.ADMIN, by=admin.name, user_id=admin.user_id)

        return await self._by_admin(table_id, guild_id, end)

    async def remove(self, table_id: int, guild_id: int, admin: Person) -> None:
        """Remove a game, however it stands: once its players are told, nothing is kept of it.

        From now on it is to everybody as if there were none.
        """

        async def remove_it(draft: Draft) -> None:
            was = _in_server(draft.table, guild_id).status
            remove(draft, admin.user_id, why=Why.ADMIN, by=admin.name, was=was)

        await self._changes.change(table_id, remove_it)

    async def pause(self, table_id: int, guild_id: int, admin: Person) -> Table:
        """Let nobody need decide until the game goes on."""

        async def hold(draft: Draft) -> None:
            pause(draft, why=Why.ADMIN, by=admin.name, user_id=admin.user_id)

        return await self._by_admin(table_id, guild_id, hold)

    async def go_on(self, table_id: int, guild_id: int, admin: Person) -> Table:
        """Let a paused game go on."""

        async def resume(draft: Draft) -> None:
            await go_on(draft, why=Why.ADMIN, by=admin.name, user_id=admin.user_id)

        return await self._by_admin(table_id, guild_id, resume)

    async def offer_seat(
        self, table_id: int, guild_id: int, admin: Person, seat: int, to: Person | ChosenUser
    ) -> Table:
        """Offer a player's seat to a user, who takes it by a press."""
        place = (await self._reader.get(table_id)).place
        blind = await self._sight(place, to.user_id) is False

        async def offer(draft: Draft) -> None:
            player = _seated(draft.table, seat)
            offer_seat(
                draft,
                player,
                to=to.user_id,
                name=to.name,
                hushed=await self._reader.is_quiet(draft.table, to.user_id, draft.at),
                blind=blind,
                why=Why.ADMIN,
                by=admin.name,
                user_id=admin.user_id,
            )

        return await self._by_admin(table_id, guild_id, offer)

    async def give_up_seat(self, table_id: int, guild_id: int, admin: Person, seat: int) -> Table:
        """Wait for a player no more: the seat is played minimally until another player takes it."""

        async def give_up(draft: Draft) -> None:
            player = _seated(draft.table, seat)
            give_up_seat(draft, player, why=Why.ADMIN, by=admin.name, user_id=admin.user_id)
            await draft.go_on()

        return await self._by_admin(table_id, guild_id, give_up)

    async def _by_admin(
        self, table_id: int, guild_id: int, work: Callable[[Draft], Awaitable[None]]
    ) -> Table:
        async def checked(draft: Draft) -> None:
            _in_server(draft.table, guild_id)
            await work(draft)
            await self._proposals.review(draft)

        return (await self._changes.change(table_id, checked)).table


def _in_server(table: Table, guild_id: int) -> Table:
    if table.place.guild_id != guild_id:
        raise Refused(Refusal.UNKNOWN_GAME)
    return table


def _seated(table: Table, seat: int) -> Player:
    """Who sits there. Raises Refused if the game has not started, or has no such seat."""
    if table.view is None or seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
    return table.player(seat)
