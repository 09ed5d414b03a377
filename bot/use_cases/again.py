"""Games that are played again, by those who held their seats at the end."""

import asyncio
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.changes import Change, Changes
from bot.domain.checks import in_status, may_join
from bot.domain.entries import ComputerSeated, Configured, HintsChanged, Invited, Opened
from bot.domain.hint_rule import HintRule
from bot.domain.naming import make_unique
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import NOBODY_SPECIAL, NOTHING_SET, Member, ServerRules
from bot.domain.table import Status, Table
from bot.store.queries import games
from bot.use_cases.host import Members
from bot.use_cases.lobbies import Invitations, Lobbies, Starter, ask_by_name
from bot.use_cases.opening import Opening

_CLOSED = (Status.CANCELLED, Status.REMOVED)


@dataclass(frozen=True, slots=True)
class Rematches:
    """Plays games again.

    Each user who held a seat at the end may ask for it and is asked, also after resigning, but not
    after leaving the server or being forgotten. Computers take part again.
    """

    _changes: Changes
    _opening: Opening
    _lobbies: Lobbies
    _invitations: Invitations
    _members: Members
    _starter: Starter

    async def play_again(
        self,
        table_id: int,
        person: Person,
        *,
        member: Member = NOBODY_SPECIAL,
        within: tuple[int, ...] = (),
    ) -> Table:
        """Open a table like one that has ended, join it, and ask the others by name.

        There is only one: a later press joins it, or returns it as it is. The server's rules apply
        as to any new table. It starts once all have answered, so at once if nobody is asked.
        """
        as_read = await self._changes.reader.get(table_id)
        there = await self._there(as_read)
        blind = await self._invitations.blind(as_read, [*there.difference([person.user_id])])
        found: list[int] = []

        def play_again(connection: Connection) -> list[Change]:
            ended = self._changes.begin(connection, table_id).table  # held: only one follows it
            if not ended.has_ended:
                in_status(ended, Status.RUNNING)
                raise Refused(Refusal.AGAIN_TOO_EARLY, game=ended.name)
            played = ended.player_of(person.user_id)
            number = games.read_next(connection, table_id, without=_CLOSED)
            if number is None and played is None:
                raise Refused(Refusal.PLAYED_BY_OTHERS, game=ended.name)
            if number is None:
                if person.user_id not in there:
                    raise Refused(Refusal.LEFT_SERVER, game=ended.name)
                users = [each.user_id for each in ended.players if each is not played]
                asked = [each for each in users if each in there]  # nobody forgotten meanwhile
                rules = self._checked(connection, ended, person, member, within)
                opened = self._open(connection, ended, person, asked, rules)
                change = (
                    ask_by_name(opened, person, asked, again=(), blind=blind)
                    if asked
                    else self._starter.start_if_answered(connection, opened)
                )
                in_lobby = change.state.status is Status.LOBBY
                return [self._opening.with_expiry(change) if in_lobby else change]
            found.append(number)
            following = self._changes.reader.read_existing(connection, number).table
            if played is None or not may_join(following, person.user_id):
                return []
            return [self._lobbies.seat(connection, number, person)]

        changed = await self._changes.commit(play_again)
        return changed[0].now if changed else await self._changes.reader.get(found[-1])

    async def _there(self, ended: Table) -> set[int]:
        """Return the people at the table, without those who have certainly left the server."""
        users = [each.user_id for each in ended.players if each.user_id is not None]
        guild_id = ended.place.guild_id
        if guild_id is None:
            return {*users}
        is_there = await asyncio.gather(*(self._members(guild_id, each) for each in users))
        return {user for user, there in zip(users, is_there, strict=True) if there is not False}

    def _checked(
        self,
        connection: Connection,
        ended: Table,
        person: Person,
        member: Member,
        within: tuple[int, ...],
    ) -> ServerRules:
        """Return the rules of its server now. Raises Refused unless they permit such a table."""
        if ended.in_directs:
            return NOTHING_SET
        if ended.channel_gone:
            raise Refused(Refusal.NO_CHANNEL, game=ended.name)
        rules = self._changes.reader.rules.read(connection, ended.place.guild_id)
        rules.check_opener(person.user_id, member)
        rules.check_place((ended.place.channel_id, *within))
        rules.check_options(ended.options)
        rules.check_pace(ended.pace)
        self._opening.check_count(connection, rules, person.user_id, ended.place.guild_id)
        return rules

    def _open(
        self,
        connection: Connection,
        ended: Table,
        person: Person,
        asked: list[int],
        rules: ServerRules,
    ) -> Change:
        """Open the same table again, with the same computers."""
        name, home = ended.name, dict[str, object]()
        if ended.in_directs and ended.home is not None:
            name = self._opening.solo_name(connection, person, name)
            home = {"home_id": ended.home.channel_id, "home_kind": ended.home.kind.value}
        change = self._opening.begin(
            connection,
            rules,
            ended.place,
            [person],
            how=Opened(after=ended.id, series=ended.series),
            asked=asked,
            name=name,
            board=ended.board,
            options=list(ended.options),
            capacity=ended.capacity,
            rated=ended.rated and not any(each.is_computer for each in ended.players),
            language=rules.language or ended.language,
            pace=rules.with_reminders(ended.pace).dump(),
            **home,
        )
        by = person.user_id
        if not ended.rated and ended.hints is not HintRule.USUAL:
            change = change.then(HintsChanged(ended.hints, user_id=by))
        if ended.only_invited:
            change = change.then(Configured(only_invited=True, user_id=by))
            change = change.then(Invited(users=ended.invited, user_id=by))
        for each in sorted(ended.players, key=lambda player: player.joined_seq):
            if each.level is not None:
                taken = [player.name for player in change.state.players]
                called = make_unique(each.name, taken)
                change = change.then(ComputerSeated(each.level, called, user_id=by))
        return change
