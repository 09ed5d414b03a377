"""The use cases before a game starts: open, join, leave, set up, invite, start."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.store import games
from bot.store.rows import HeaderRow
from bot.table.checks import check_configures, in_status, opener_of, player_at
from bot.table.draft import Draft
from bot.table.loading import loaded
from bot.table.naming import MOST_INVITED, checked_name, checked_set_up
from bot.table.reading import OPEN
from bot.table.refusals import Refusal, Refused
from bot.table.using import Using
from bot.table.values import Person, Place, Status, Table


class Lobbies(Using):
    """Tables whose game has not started."""

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
        told_role_id: int | None = None,
    ) -> Table:
        """Open a table for *seats* players, at which the opener sits down.

        What everybody reads is in *language*, as Discord names it. A role may be told of it once.
        """
        name = checked_name(name)
        options = checked_set_up(board, seats, options)
        now = self._clock()

        def insert(connection: Connection) -> Draft:
            opened, in_server = games.count(connection, person.user_id, place.guild_id, OPEN)
            if opened >= self._most.per_user:
                raise Refused(Refusal.OPENED_MANY, limit=self._most.per_user)
            if in_server >= self._most.per_server:
                raise Refused(Refusal.MANY_IN_SERVER, limit=self._most.per_server)
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
                told_role_id=told_role_id,
            )
            draft = Draft(
                loaded(HeaderRow(row, ()), None), now, self._changes.presence, self._orders_at
            )
            draft.open(person)
            return draft

        return (await self._changes.store(insert)).table

    async def join(self, table_id: int, person: Person) -> Table:
        """Sit down at a table; whoever takes the last seat starts the game."""

        async def join(draft: Draft) -> None:
            table = draft.table
            if table.player_of(person.user_id) is not None:
                raise Refused(Refusal.ALREADY_JOINED, game=table.name)
            if len(table.players) >= table.capacity:
                raise Refused(Refusal.GAME_FULL, game=table.name, capacity=table.capacity)
            in_status(table, Status.LOBBY)
            if not table.may_join(person.user_id):
                raise Refused(Refusal.ONLY_INVITED, game=table.name, opener=opener_of(table))
            draft.join(person)
            if len(table.players) + 1 == table.capacity:
                draft.start(person.user_id, self._rng)

        return (await self._changes.change(table_id, join)).after.table

    async def leave(self, table_id: int, person: Person) -> Table:
        """Get up from a table that has not started: an opener hands over, the last one cancels."""

        async def leave(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            draft.leave(player_at(table, person.user_id))

        return (await self._changes.change(table_id, leave)).after.table

    async def configure(
        self,
        table_id: int,
        person: Person,
        board: str | None = None,
        options: Sequence[str] | None = None,
        *,
        seats: int | None = None,
        name: str | None = None,
        only_invited: bool | None = None,
    ) -> Table:
        """Choose, as the opener of a game that has not started, how it is played, and by whom.

        What is None stays as it is. It does not start by itself if there are no more *seats* than
        people: its opener can still choose.
        """

        async def configure(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            chosen: dict[str, object] = {}
            if board is not None or options is not None:
                chosen["board"] = table.board if board is None else board
                chosen["options"] = table.options if options is None else tuple(options)
            capacity = table.capacity if seats is None else seats
            checked = checked_set_up(
                board or table.board, capacity, table.options if options is None else options
            )
            if "options" in chosen:
                chosen["options"] = checked
            if len(table.players) > capacity:
                count = len(table.players)
                raise Refused(Refusal.FEWER_SEATS, game=table.name, count=count, seats=capacity)
            if seats is not None:
                chosen["capacity"] = seats
            if name is not None:
                chosen["name"] = checked_name(name)
            if only_invited is not None:
                chosen["only_invited"] = only_invited
            draft.configure(person.user_id, **chosen)

        return (await self._changes.change(table_id, configure)).after.table

    async def invite(
        self, table_id: int, person: Person, users: Sequence[int], *, bots: bool = False
    ) -> Table:
        """Invite, as the opener of a game that has not started, these users and no others.

        They may join if only those may who are invited. *bots* tells whether one of them is none
        who could play.
        """

        async def invite(draft: Draft) -> None:
            check_configures(draft.table, person)
            if bots:
                raise Refused(Refusal.BOT_INVITED)
            invited = tuple(dict.fromkeys(users))
            if len(invited) > MOST_INVITED:
                raise Refused(Refusal.TOO_MANY_INVITED, limit=MOST_INVITED)
            draft.invite(person.user_id, invited)

        return (await self._changes.change(table_id, invite)).after.table

    async def take_out(self, table_id: int, person: Person, user_id: int) -> Table:
        """Take somebody out, as the opener of a game that has not started."""

        async def take_out(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            if user_id == person.user_id:
                raise Refused(Refusal.TAKES_ONESELF_OUT, game=table.name)
            player = table.player_of(user_id)
            if player is None:
                raise Refused(Refusal.NOT_AT_TABLE, game=table.name)
            draft.take_out(person.user_id, player)

        return (await self._changes.change(table_id, take_out)).after.table

    async def start(self, table_id: int, person: Person) -> Table:
        """Start a game before all seats are taken, as its opener."""

        async def start(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                raise Refused(Refusal.ONLY_OPENER_STARTS, game=table.name, opener=opener_of(table))
            if len(table.players) < 2:
                raise Refused(Refusal.TOO_FEW_PLAYERS, game=table.name)
            draft.start(person.user_id, self._rng)

        return (await self._changes.change(table_id, start)).after.table
