"""Lobbies: joining, leaving, set-up, invitations, start."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection

from bot.changes import Change, Changes, Reader, use_case
from bot.domain.checks import (
    check_configures,
    check_joins,
    check_rates,
    check_takes_words,
    in_status,
    opener_of,
    player_at,
)
from bot.domain.entries import (
    Cancelled,
    ComputerSeated,
    Configured,
    Declined,
    FullStart,
    Invited,
    Joined,
    Left,
    TakenOut,
    WordGiven,
)
from bot.domain.naming import MOST_INVITED, checked_name, checked_set_up, make_unique
from bot.domain.player import InvitedUser, Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status, Table
from bot.store import NotificationTopic
from bot.store.queries import due
from bot.use_cases.expiry import IDLE
from bot.use_cases.host import GameLimits, Members, Patience, Sight, days
from bot.use_cases.sealing import Sealing
from engine import Level, hash_of

ANSWERS = "answers"
"""Kind of due rows: leave out users who have not answered an invitation to play again."""
TIME_TO_ANSWER = timedelta(days=2)
"""Time to answer it."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Starts games."""

    _sealing: Sealing
    _patience: Patience

    def start(self, connection: Connection, change: Change, user_id: int) -> Change:
        """Start a game, as drawn, and schedule the check for inactivity.

        Nothing is random after this.
        """
        draw = self._sealing.draw(connection, change)
        joined = sorted(change.state.players, key=lambda player: player.joined_seq)
        seated = [joined[number] for number in draw.order]
        change = change.then(
            FullStart(
                tuple(player.user_id for player in seated),
                draw.dynasties,
                draw.bag,
                tuple(player.joined_seq for player in seated),
                change.now.words,
                user_id=user_id,
            )
        )
        idle = self._patience.idle
        return change.schedule(IDLE, change.at + days(idle)) if idle else change

    def start_if_answered(self, connection: Connection, change: Change) -> Change:
        """Start a game that is played again, once all who were asked have answered."""
        state = change.state
        if state.status is not Status.LOBBY or state.after is None or len(state.players) < 2:
            return change
        if not all(each.declined for each in state.asked):
            return change
        return self.start(connection, change, state.opener_id)


@dataclass(frozen=True, slots=True)
class Lobbies:
    """Tables that have not started."""

    _reader: Reader
    _changes: Changes
    _members: Members
    _starter: Starter
    _limits: GameLimits

    async def join(self, table_id: int, person: Person, word: str = "") -> Table:
        """Join a table, optionally with a *word* for its bag; the last seat starts the game.

        So does the last answer, if it is played again.
        """

        def join(connection: Connection) -> list[Change]:
            return [self.seat(connection, table_id, person, word)]

        (joined,) = await self._changes.commit(join)
        return joined.now

    def seat(self, connection: Connection, table_id: int, person: Person, word: str = "") -> Change:
        """Return the change in which a person joins, as :meth:`join`."""
        change = self._changes.begin(connection, table_id, [person.user_id])
        table = change.table
        check_joins(table, person.user_id)
        change = change.then(Joined(person.name, person.discord_language, user_id=person.user_id))
        if word:
            check_takes_words(table)
            change = change.then(WordGiven(hash_of(word), user_id=person.user_id))
        if len(table.players) + 1 == table.capacity:
            return self._starter.start(connection, change, person.user_id)
        if len(change.state.asked) < len(table.asked):
            return self._starter.start_if_answered(connection, change)
        return change

    @use_case
    def leave(self, change: Change, person: Person) -> Change:
        """Leave a lobby: the next person becomes the opener; without one it is cancelled."""
        player_at(in_status(change.table, Status.LOBBY), person.user_id)
        return leave_lobby(change, person.user_id)

    @use_case
    def configure(
        self,
        change: Change,
        person: Person,
        board: str | None = None,
        options: Sequence[str] | None = None,
        *,
        seats: int | None = None,
        name: str | None = None,
        only_invited: bool | None = None,
        rated: bool | None = None,
    ) -> Change:
        """Change the set-up of a lobby as its opener; None leaves a value unchanged.

        The game does not start even if *seats* are all taken, so that the opener can still choose.
        """
        table = change.table
        check_configures(table, person)
        capacity = table.capacity if seats is None else seats
        checked = checked_set_up(
            board or table.board, capacity, table.options if options is None else options
        )
        chosen = Configured(
            name=None if name is None else checked_name(name),
            capacity=seats,
            only_invited=only_invited,
            rated=rated,
            user_id=person.user_id,
        )
        if rated:
            self._limits.check_rated()
            check_rates(table)
        if board is not None or options is not None:
            change.rules.check_options(set(checked) - set(table.options))
            chosen = replace(chosen, board=board or table.board, options=checked)
        if len(table.players) > capacity:
            raise Refused(Refusal.FEWER_SEATS, game=table.name)
        if len(table.players) + len(table.open_invitations) > capacity:
            raise Refused(Refusal.FEWER_SEATS_KEPT, game=table.name)
        return change.then(chosen)

    async def see_opener(self, table_id: int, person: Person) -> Table:
        """Free the seat of an opener who has left the server, at a player's request.

        The next person becomes the opener. Does nothing if unknown, if the game has started, or if
        *person* is the opener or not a player.
        """
        table = await self._reader.get(table_id)
        guild_id, opener_id = table.place.guild_id, table.opener_id
        if table.status is not Status.LOBBY or guild_id is None or person.user_id == opener_id:
            return table
        if table.player_of(person.user_id) is None:
            return table
        if await self._members(guild_id, opener_id) is not False:
            return table

        def leave(change: Change) -> Change:
            gathering = in_status(change.table, Status.LOBBY)
            player_at(gathering, person.user_id)
            player_at(gathering, opener_id)
            return leave_lobby(change, opener_id)

        with suppress(Refused):  # done by another request meanwhile
            table = (await self._changes.change(table_id, leave)).now
        return table

    @use_case
    def take_out(self, change: Change, person: Person, user_id: int) -> Change:
        """Remove a player from a lobby as its opener."""
        table = change.table
        check_configures(table, person)
        if user_id == person.user_id:
            raise Refused(Refusal.TAKES_ONESELF_OUT, game=table.name)
        if table.player_of(user_id) is None:
            raise Refused(Refusal.NOT_AT_TABLE, game=table.name)
        return change.then(TakenOut(user=user_id, user_id=person.user_id))

    async def start(self, table_id: int, person: Person) -> Table:
        """Start a game as its opener before all seats are taken."""

        def start(connection: Connection) -> list[Change]:
            change = self._changes.begin(connection, table_id)
            table = in_status(change.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                raise Refused(Refusal.ONLY_OPENER_STARTS, game=table.name, opener=opener_of(table))
            if len(table.players) < 2:
                raise Refused(Refusal.TOO_FEW_PLAYERS, game=table.name)
            return [self._starter.start(connection, change, person.user_id)]

        (started,) = await self._changes.commit(start)
        return started.now

    @use_case
    def seat_computer(self, change: Change, person: Person, level: Level, name: str) -> Change:
        """Add a computer to a lobby as its opener.

        It is called *name*, with a number if that is taken. The game does not start automatically,
        so that the opener can still choose. Seats reserved for invited users stay reserved.
        """
        table = change.table
        check_configures(table, person)
        if table.rated:
            raise Refused(Refusal.RATED_WITHOUT_COMPUTERS, game=table.name)
        if len(table.players) >= table.capacity:
            raise Refused(Refusal.GAME_FULL, game=table.name)
        if len(table.players) + len(table.open_invitations) >= table.capacity:
            raise Refused(Refusal.SEATS_KEPT, game=table.name)
        taken = [player.name for player in table.players]
        called = make_unique(name, taken)
        return change.then(ComputerSeated(level, called, user_id=person.user_id))

    @use_case
    def take_computer_out(self, change: Change, person: Person, joined_seq: int) -> Change:
        """Remove the computer that joined with entry *joined_seq* from a lobby, as its opener."""
        table = change.table
        check_configures(table, person)
        if not any(each.is_computer and each.joined_seq == joined_seq for each in table.players):
            raise Refused(Refusal.NOT_AT_TABLE, game=table.name)
        return change.then(TakenOut(joined=joined_seq, user_id=person.user_id))


@dataclass(frozen=True, slots=True)
class Invitations:
    """Invitations to tables."""

    _reader: Reader
    _changes: Changes
    _sight: Sight
    _starter: Starter

    @use_case
    def invite(
        self, change: Change, person: Person, users: Sequence[int], *, bots: bool = False
    ) -> Change:
        """Set the users who may join a lobby for invited users only, as its opener.

        *bots*: one of the chosen users is a bot.
        """
        check_configures(change.table, person)
        if bots:
            raise Refused(Refusal.BOT_CHOSEN)
        invited = tuple(dict.fromkeys(users))
        if len(invited) > MOST_INVITED:
            raise Refused(Refusal.TOO_MANY_INVITED, limit=MOST_INVITED)
        return change.then(Invited(users=invited, user_id=person.user_id))

    async def ask(
        self, table_id: int, person: Person, users: Sequence[int], *, bots: bool = False
    ) -> Table:
        """Set the users who are asked by name to join a lobby, as its opener.

        A seat is reserved for each until the answer. A user who has declined is not asked again.
        Users who can't see the channel are asked by direct message.
        """
        blind = await self._blind(table_id, users)

        def ask(change: Change) -> Change:
            check_configures(change.table, person)
            if bots:
                raise Refused(Refusal.BOT_CHOSEN)
            declined = [each.user_id for each in change.table.asked if each.declined]
            if _has_declined(change.table, users):
                raise Refused(Refusal.HAS_DECLINED, game=change.table.name)
            everybody = tuple(dict.fromkeys((*users, *declined)))
            return ask_by_name(change, person, everybody, again=users, blind=blind)

        return (await self._changes.change(table_id, ask, people=users)).now

    async def ask_also(self, table_id: int, person: Person, user_id: int | None) -> Table:
        """Ask one more user to join, with a seat reserved until the answer.

        *user_id* is None if a bot was chosen. The opener may ask; other players may if everyone
        may join. A user who can't see the channel is asked by direct message.
        """
        blind = await self._blind(table_id, [] if user_id is None else [user_id])

        def ask_also(change: Change) -> Change:
            table = in_status(change.table, Status.LOBBY)
            if table.only_invited:
                check_configures(table, person)
            player_at(table, person.user_id)
            asked = [each.user_id for each in table.asked]
            if user_id is None:
                raise Refused(Refusal.BOT_CHOSEN)
            if user_id in table.open_invitations:
                raise Refused(Refusal.ALREADY_INVITED, game=table.name)
            if _has_declined(table, [user_id]):
                raise Refused(Refusal.HAS_DECLINED, game=table.name)
            everybody, again = tuple(dict.fromkeys((*asked, user_id))), [user_id]
            return ask_by_name(change, person, everybody, again=again, blind=blind)

        return (await self._changes.change(table_id, ask_also, people=[user_id])).now

    async def decline(self, table_id: int, user_id: int) -> Table:
        """Decline an invitation by name."""
        return await self._decline(table_id, Declined(user_id=user_id))

    async def note_unreached(self, table_id: int, user_id: int) -> None:
        """Free the seat reserved for a user whom the invitation didn't reach.

        The opener may ask again.
        """
        with suppress(Refused):  # changed meanwhile
            await self._decline(table_id, Declined(unreached=True, user_id=user_id))

    async def _decline(self, table_id: int, declined: Declined) -> Table:
        def decline(connection: Connection) -> list[Change]:
            change = self._changes.begin(connection, table_id)
            table = in_status(change.table, Status.LOBBY)
            if declined.user_id not in table.open_invitations:
                raise Refused(Refusal.NOT_INVITED, game=table.name)
            return [self._starter.start_if_answered(connection, change.then(declined))]

        (change,) = await self._changes.commit(decline)
        return change.now

    async def leave_out_late(self, table_id: int) -> None:
        """Leave out users who have not answered in time, and start with those who have joined."""
        started = self._changes.clock()

        def leave_out(connection: Connection) -> list[Change]:
            change = self._changes.begin(connection, table_id)
            rows = due.read_kind(connection, ANSWERS, of_games=[table_id])
            if change.table.status is not Status.LOBBY or any(row.at > started for row in rows):
                return []  # it has started, or others were asked meanwhile
            for user_id in change.table.open_invitations:
                change = change.then(Declined(late=True, user_id=user_id))
            change = self._starter.start_if_answered(connection, change)
            return [change] if change.entries else []

        await self._changes.commit(leave_out)
        await self._changes.write(due.finish, ANSWERS, table_id, by=started)

    async def blind(self, table: Table, users: Sequence[int]) -> tuple[int, ...]:
        """Return the users who certainly can't see where a game was opened."""
        sees = await asyncio.gather(*(self._sight(table.place, each) for each in users))
        return tuple(each for each, seen in zip(users, sees, strict=True) if seen is False)

    async def _blind(self, table_id: int, users: Sequence[int]) -> tuple[int, ...]:
        """Return those of *users* not asked yet who certainly can't see where a game was opened."""
        table = await self._reader.get(table_id)
        return await self.blind(table, [*{*users}.difference(table.open_invitations)])


def ask_by_name(
    change: Change,
    person: Person,
    users: Sequence[int],
    *,
    again: Sequence[int],
    blind: Sequence[int],
) -> Change:
    """Set the users who are asked to join; if it is played again, they have some time to answer.

    Only those of *again* get an invitation again that did not arrive. Raises Refused for a player
    of the game, or if there are too few seats.
    """
    table = change.table
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
    reserved = sum(user_id not in asked or not asked[user_id].declined for user_id in users)
    if len(table.players) + reserved > table.capacity:
        raise Refused(Refusal.NO_SEAT_TO_KEEP, game=table.name)
    new = [user_id for user_id in users if user_id not in asked]
    for user_id in new:
        hushed = change.is_quiet(user_id)
        asked[user_id] = InvitedUser(user_id, hushed=hushed, blind=user_id in blind)
    answered_by = change.at + TIME_TO_ANSWER if new and change.state.after is not None else None
    change = change.then(
        Invited(
            asked=tuple(users),
            hushed=tuple(user_id for user_id in users if asked[user_id].hushed),
            blind=tuple(user_id for user_id in users if asked[user_id].blind),
            unreached=tuple(user_id for user_id in users if asked[user_id].unreached),
            until=None if answered_by is None else int(answered_by.timestamp()),
            user_id=person.user_id,
        )
    )
    for user_id in new:
        if asked[user_id].hushed:
            change = change.notify(user_id, NotificationTopic.INVITATION, change.version)
    return change if answered_by is None else change.schedule(ANSWERS, answered_by)


def _has_declined(table: Table, users: Collection[int]) -> bool:
    return any(
        each.declined and not each.unreached and each.user_id in users for each in table.asked
    )


def leave_lobby(change: Change, user_id: int) -> Change:
    """Remove a player; the next person becomes the opener; without one it is cancelled."""
    change = change.then(Left(user_id=user_id))
    if any(not player.is_computer for player in change.state.players):
        return change
    return change.then(Cancelled(user_id=user_id))
