"""The use cases before a game starts: open, join, leave, set up, invite, start."""

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection

from bot.changes import Draft, load_game
from bot.domain import (
    MOST_INVITED,
    Asked,
    Pace,
    Person,
    Place,
    Refusal,
    Refused,
    Status,
    Table,
    check_configures,
    checked_name,
    checked_set_up,
    in_status,
    opener_of,
    player_at,
)
from bot.services.expiring import EXPIRY, IDLE, NOTICE, days
from bot.services.reading import OPEN
from bot.services.server_rules import NOBODY_SPECIAL, Member, ServerRules
from bot.services.use_case import Using
from bot.store import About, HeaderRow
from bot.store.queries import games


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
        pace: Pace | None = None,
        member: Member = NOBODY_SPECIAL,
        within: Sequence[int] = (),
    ) -> Table:
        """Open a table for *seats* players, at which the opener sits down.

        What everybody reads is in *language*, as Discord names it. A role may be told of it once.
        It is played at that *pace*; None: at the one that is usual in the server. What is set for
        the server decides whether such a *member* may open it, in a place *within* others, such
        as a channel's category.
        """
        name = checked_name(name)
        options = checked_set_up(board, seats, options)
        now = self._clock()

        def insert(connection: Connection) -> Draft:
            rules = self._rules.read(connection, place.guild_id)
            rules.check_opener(person.user_id, member)
            rules.check_place((place.channel_id, *within))
            rules.check_options(options)
            if pace is not None:
                rules.check_pace(pace)
            self._check_count(connection, rules, person, place)
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
                language=rules.language or language,
                told_role_id=told_role_id,
                pace=(rules.usual_pace if pace is None else rules.with_reminders(pace)).dump(),
            )
            draft = Draft(
                load_game(HeaderRow(row, ()), None), now, self._changes.presence, self._orders_at
            )
            draft.open(person)
            if self._patience.lobby:
                draft.later[EXPIRY] = now + days(self._patience.lobby) - NOTICE
            return draft

        return (await self._changes.store(insert)).table

    def _check_count(
        self, connection: Connection, rules: ServerRules, person: Person, place: Place
    ) -> None:
        """Raise Refused if there are too many games already to open one more."""
        counted = games.count(connection, person.user_id, place.guild_id, OPEN)
        opened, in_server, opened_in_server = counted
        if opened >= self._most.per_user:
            raise Refused(Refusal.OPENED_MANY, limit=self._most.per_user)
        self._check_room(rules, in_server)
        if rules.most_each is not None and opened_in_server >= rules.most_each:
            raise Refused(Refusal.OPENED_MANY_HERE, limit=rules.most_each)

    async def join(self, table_id: int, person: Person) -> Table:
        """Sit down at a table; whoever takes the last seat starts the game."""

        async def join(draft: Draft) -> None:
            table = draft.table
            if table.player_of(person.user_id) is not None:
                raise Refused(Refusal.ALREADY_JOINED, game=table.name)
            if len(table.players) >= table.capacity:
                raise Refused(Refusal.GAME_FULL, game=table.name, capacity=table.capacity)
            in_status(table, Status.LOBBY)
            if not table.lets_in(person.user_id):
                raise Refused(Refusal.ONLY_INVITED, game=table.name, opener=opener_of(table))
            if not table.may_join(person.user_id):
                raise Refused(Refusal.SEATS_KEPT, game=table.name)
            draft.join(person)
            if len(table.players) + 1 == table.capacity:
                self._start(draft, person)

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
                rules = await self.server_rules(table.place.guild_id)
                rules.check_options(set(checked) - set(table.options))
            if len(table.players) > capacity:
                count = len(table.players)
                raise Refused(Refusal.FEWER_SEATS, game=table.name, count=count, seats=capacity)
            if len(table.players) + len(table.open_invitations) > capacity:
                raise Refused(Refusal.FEWER_SEATS_KEPT, game=table.name, seats=capacity)
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
                raise Refused(Refusal.BOT_CHOSEN)
            invited = tuple(dict.fromkeys(users))
            if len(invited) > MOST_INVITED:
                raise Refused(Refusal.TOO_MANY_INVITED, limit=MOST_INVITED)
            draft.invite(person.user_id, invited)

        return (await self._changes.change(table_id, invite)).after.table

    async def ask(
        self, table_id: int, person: Person, users: Sequence[int], *, bots: bool = False
    ) -> Table:
        """Ask, as the opener of a game that has not started, these users and no others to join.

        A seat is kept for each until the answer. Whoever has declined is not asked again.
        """

        async def ask(draft: Draft) -> None:
            check_configures(draft.table, person)
            declined = [each.user_id for each in draft.table.asked if each.declined]
            if set(declined) & set(users):
                raise Refused(Refusal.HAS_DECLINED, game=draft.table.name)
            await self._ask(draft, person, (*dict.fromkeys(users), *declined), bots=bots)

        return (await self._changes.change(table_id, ask)).after.table

    async def ask_also(self, table_id: int, person: Person, user_id: int | None) -> Table:
        """Ask one more user to join, for whom a seat is kept until the answer.

        It is None if the one meant is none who could play. The opener may ask; others at the table
        may as long as everybody may join.
        """

        async def ask_also(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            if table.only_invited:
                check_configures(table, person)
            player_at(table, person.user_id)
            asked = [each.user_id for each in table.asked]
            if user_id is None:
                raise Refused(Refusal.BOT_CHOSEN)
            if user_id in table.open_invitations:
                raise Refused(Refusal.ALREADY_INVITED, game=table.name)
            if user_id in asked:
                raise Refused(Refusal.HAS_DECLINED, game=table.name)
            await self._ask(draft, person, (*asked, user_id), bots=False)

        return (await self._changes.change(table_id, ask_also)).after.table

    async def _ask(self, draft: Draft, person: Person, users: Sequence[int], *, bots: bool) -> None:
        """Let these users, and no others, be asked to join.

        Raises Refused for a bot, for somebody who sits there, or if there are too few seats.
        """
        table = draft.table
        if bots:
            raise Refused(Refusal.BOT_CHOSEN)
        if person.user_id in users:
            raise Refused(Refusal.INVITES_ONESELF, game=table.name)
        for user_id in users:
            if (player := table.player_of(user_id)) is not None:
                raise Refused(Refusal.SITS_THERE, game=table.name, player=player.name)
        asked = {each.user_id: each for each in table.asked if each.user_id in users}
        kept = sum(user_id not in asked or not asked[user_id].declined for user_id in users)
        if len(table.players) + kept > table.capacity:
            raise Refused(Refusal.NO_SEAT_TO_KEEP, game=table.name)
        for user_id in users:
            if user_id not in asked:
                hushed = await self.is_quiet_for(user_id, draft)
                asked[user_id] = Asked(user_id, hushed=hushed)
        draft.ask(person.user_id, tuple(asked[user_id] for user_id in users))
        for each in asked.values():
            if each.hushed and each not in table.asked:
                draft.ring(each.user_id, About.INVITATION, draft.version)

    async def decline(self, table_id: int, user_id: int) -> Table:
        """Decline to join, as somebody who was asked by name."""

        async def decline(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            if user_id not in table.open_invitations:
                raise Refused(Refusal.NOT_INVITED, game=table.name)
            draft.decline(user_id)

        return (await self._changes.change(table_id, decline)).after.table

    async def see_opener(self, table_id: int, person: Person) -> Table:
        """Let the seat of an opener who has left the server go, for somebody at the table.

        Then the next one is the opener. Nothing happens if that cannot be told, the game has
        started, or that person is the opener or does not sit there.
        """
        table = await self.get(table_id)
        guild_id, opener_id = table.place.guild_id, table.opener_id
        if table.status is not Status.LOBBY or guild_id is None or person.user_id == opener_id:
            return table
        if table.player_of(person.user_id) is None:
            return table
        if await self._members(guild_id, opener_id) is not False:
            return table

        async def leave(draft: Draft) -> None:
            gathering = in_status(draft.table, Status.LOBBY)
            player_at(gathering, person.user_id)
            draft.leave(player_at(gathering, opener_id))

        with suppress(Refused):  # somebody else has seen to it in this very moment
            table = (await self._changes.change(table_id, leave)).after.table
        return table

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
            self._start(draft, person)

        return (await self._changes.change(table_id, start)).after.table

    def _start(self, draft: Draft, person: Person) -> None:
        draft.start(person.user_id, self._rng)
        if self._patience.idle:
            draft.later[IDLE] = draft.at + days(self._patience.idle)
