"""Before a game starts: join, leave, set up, invite, start."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.changes import Changes, Draft, Reader
from bot.domain import (
    MOST_INVITED,
    InvitedUser,
    Person,
    Refusal,
    Refused,
    Status,
    Table,
    check_configures,
    check_joins,
    check_takes_words,
    checked_name,
    checked_set_up,
    in_status,
    opener_of,
    player_at,
    unlike,
)
from bot.services.expiry import IDLE
from bot.services.host import Members, Patience, Sight, days
from bot.services.sealing import Sealing
from bot.store import About
from engine import Draw, Level, hash_of


@dataclass(frozen=True, slots=True)
class Lobbies:
    """Tables whose game has not started."""

    _reader: Reader
    _changes: Changes
    _members: Members
    _patience: Patience
    _sealing: Sealing

    async def join(self, table_id: int, person: Person, word: str = "") -> Table:
        """Join a table, perhaps with a *word* for its bag; taking the last seat starts the game."""

        async def join(draft: Draft) -> None:
            table = draft.table
            check_joins(table, person.user_id)
            draft.join(person)
            if word:
                check_takes_words(table)
                draft.give_word(draft.roster.everybody[-1], hash_of(word))
            if len(table.players) + 1 == table.capacity:
                await self._start(draft, person)

        return (await self._changes.change(table_id, join)).table

    async def leave(self, table_id: int, person: Person) -> Table:
        """Get up from a table that has not started: an opener hands over, the last one cancels."""

        async def leave(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            draft.leave(player_at(table, person.user_id))

        return (await self._changes.change(table_id, leave)).table

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
                rules = await self._reader.rules_at(table)
                rules.check_options(set(checked) - set(table.options))
            if len(table.players) > capacity:
                raise Refused(Refusal.FEWER_SEATS, game=table.name)
            if len(table.players) + len(table.open_invitations) > capacity:
                raise Refused(Refusal.FEWER_SEATS_KEPT, game=table.name)
            if seats is not None:
                chosen["capacity"] = seats
            if name is not None:
                chosen["name"] = checked_name(name)
            if only_invited is not None:
                chosen["only_invited"] = only_invited
            draft.configure(person.user_id, **chosen)

        return (await self._changes.change(table_id, configure)).table

    async def see_opener(self, table_id: int, person: Person) -> Table:
        """Free the seat of an opener who has left the server, at a player's request.

        Then the next one is the opener. Nothing happens if that cannot be told, the game has
        started, or that person is the opener or does not sit there.
        """
        table = await self._reader.get(table_id)
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

        with suppress(Refused):  # another request did it in this very moment
            table = (await self._changes.change(table_id, leave)).table
        return table

    async def take_out(self, table_id: int, person: Person, user_id: int) -> Table:
        """Remove a player, as the opener of a game that has not started."""

        async def take_out(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            if user_id == person.user_id:
                raise Refused(Refusal.TAKES_ONESELF_OUT, game=table.name)
            player = table.player_of(user_id)
            if player is None:
                raise Refused(Refusal.NOT_AT_TABLE, game=table.name)
            draft.take_out(person.user_id, player)

        return (await self._changes.change(table_id, take_out)).table

    async def start(self, table_id: int, person: Person) -> Table:
        """Start a game before all seats are taken, as its opener."""

        async def start(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                raise Refused(Refusal.ONLY_OPENER_STARTS, game=table.name, opener=opener_of(table))
            if len(table.players) < 2:
                raise Refused(Refusal.TOO_FEW_PLAYERS, game=table.name)
            await self._start(draft, person)

        return (await self._changes.change(table_id, start)).table

    async def _start(self, draft: Draft, person: Person) -> None:
        draw = await self._reader.store.look(self._sealing.draw, draft)
        start_game(draft, person, draw, self._patience)

    async def seat_computer(self, table_id: int, person: Person, level: Level, name: str) -> Table:
        """Put, as the opener of a game that has not started, a computer on a seat.

        It is called *name*, with a number if a player there is called so already. The game does
        not start by itself: its opener can still choose. A seat that is kept for a user stays so.
        """

        async def seat(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            if len(table.players) >= table.capacity:
                raise Refused(Refusal.GAME_FULL, game=table.name)
            if len(table.players) + len(table.open_invitations) >= table.capacity:
                raise Refused(Refusal.SEATS_KEPT, game=table.name)
            taken = [player.name for player in table.players]
            draft.seat_computer(person.user_id, level, unlike(name, taken))

        return (await self._changes.change(table_id, seat)).table

    async def take_computer_out(self, table_id: int, person: Person, joined_seq: int) -> Table:
        """Take, as the opener of a game that has not started, a computer out.

        It is the one that joined with the entry of that number.
        """

        async def take_out(draft: Draft) -> None:
            table = draft.table
            check_configures(table, person)
            for player in table.players:
                if player.is_computer and player.joined_seq == joined_seq:
                    draft.take_computer_out(person.user_id, player)
                    return
            raise Refused(Refusal.NOT_AT_TABLE, game=table.name)

        return (await self._changes.change(table_id, take_out)).table


@dataclass(frozen=True, slots=True)
class Invitations:
    """Who may join a table, and who is asked to."""

    _reader: Reader
    _changes: Changes
    _sight: Sight

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

        return (await self._changes.change(table_id, invite)).table

    async def ask(
        self, table_id: int, person: Person, users: Sequence[int], *, bots: bool = False
    ) -> Table:
        """Ask, as the opener of a game that has not started, these users and no others to join.

        A seat is kept for each until the answer. A user who has declined is not asked again. Users
        who can't see the channel are asked by direct message.
        """
        blind = await self._blind(table_id, users)

        async def ask(draft: Draft) -> None:
            check_configures(draft.table, person)
            declined = [each.user_id for each in draft.table.asked if each.declined]
            if _declined(draft.table, users):
                raise Refused(Refusal.HAS_DECLINED, game=draft.table.name)
            everybody = dict.fromkeys((*users, *declined))
            await self._ask(draft, person, tuple(everybody), again=users, bots=bots, blind=blind)

        return (await self._changes.change(table_id, ask)).table

    async def ask_also(self, table_id: int, person: Person, user_id: int | None) -> Table:
        """Ask one more user to join, for whom a seat is kept until the answer.

        *user_id* is None if a bot was chosen. The opener may ask; other players may as long as
        everyone may join. A user who can't see the channel is asked by direct message.
        """
        blind = await self._blind(table_id, [] if user_id is None else [user_id])

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
            if _declined(table, [user_id]):
                raise Refused(Refusal.HAS_DECLINED, game=table.name)
            everybody = dict.fromkeys((*asked, user_id))
            again = [user_id]
            await self._ask(draft, person, tuple(everybody), again=again, bots=False, blind=blind)

        return (await self._changes.change(table_id, ask_also)).table

    async def decline(self, table_id: int, user_id: int) -> Table:
        """Decline to join, as a user who was asked by name."""

        async def decline(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            if user_id not in table.open_invitations:
                raise Refused(Refusal.NOT_INVITED, game=table.name)
            draft.decline(user_id)

        return (await self._changes.change(table_id, decline)).table

    async def note_unreached(self, table_id: int, user_id: int) -> None:
        """Keep no seat for a user whom the invitation didn't reach; the opener may ask again."""

        async def note(draft: Draft) -> None:
            table = in_status(draft.table, Status.LOBBY)
            if user_id not in table.open_invitations:
                raise Refused(Refusal.NOT_INVITED, game=table.name)
            draft.decline(user_id, unreached=True)

        with suppress(Refused):  # it has just changed
            await self._changes.change(table_id, note)

    async def blind(self, table: Table, users: Sequence[int]) -> tuple[int, ...]:
        """The users who certainly can't see where a game was opened."""
        sees = await asyncio.gather(*(self._sight(table.place, each) for each in users))
        return tuple(each for each, seen in zip(users, sees, strict=True) if seen is False)

    async def _blind(self, table_id: int, users: Sequence[int]) -> tuple[int, ...]:
        """The same, among the users who have not been asked yet."""
        table = await self._reader.get(table_id)
        return await self.blind(table, [*{*users}.difference(table.open_invitations)])

    async def _ask(
        self,
        draft: Draft,
        person: Person,
        users: Sequence[int],
        *,
        again: Sequence[int],
        bots: bool,
        blind: Sequence[int],
    ) -> None:
        """Let these users, and no others, be asked to join.

        An invitation that didn't arrive is sent again to those of *again* alone.
        Raises Refused for a bot, for a player of the game, or if there are too few seats.
        """
        table = draft.table
        if bots:
            raise Refused(Refusal.BOT_CHOSEN)
        if person.user_id in users:
            raise Refused(Refusal.INVITES_ONESELF, game=table.name)
        for user_id in users:
            if (player := table.player_of(user_id)) is not None:
                raise Refused(Refusal.SITS_THERE, game=table.name, player=player.name)
        asked = {
            each.user_id: each
            for each in table.asked
            if each.user_id in users and not (each.unreached and each.user_id in again)
        }
        kept = sum(user_id not in asked or not asked[user_id].declined for user_id in users)
        if len(table.players) + kept > table.capacity:
            raise Refused(Refusal.NO_SEAT_TO_KEEP, game=table.name)
        for user_id in users:
            if user_id not in asked:
                hushed = await self._reader.is_quiet(draft.table, user_id, draft.at)
                asked[user_id] = InvitedUser(user_id, hushed=hushed, blind=user_id in blind)
        draft.ask(person.user_id, tuple(asked[user_id] for user_id in users))
        for each in asked.values():
            if each.hushed and each not in table.asked:
                draft.ring(each.user_id, About.INVITATION, draft.version)


def _declined(table: Table, users: Collection[int]) -> bool:
    """Whether one of these users has declined to join."""
    return any(
        each.declined and not each.unreached and each.user_id in users for each in table.asked
    )


def start_game(draft: Draft, person: Person, draw: Draw, patience: Patience) -> None:
    """Start a game as drawn; when nobody has touched it for long, that is looked into."""
    draft.start(person.user_id, draw)
    if patience.idle:
        draft.later[IDLE] = draft.at + days(patience.idle)
