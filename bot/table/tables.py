"""The use cases: each drafts a change of a table, asks the engine, stores, and then answers."""

import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from bot.store import Damaged, Store, Unavailable, due, games, people
from bot.store.rows import DueRow, HeaderRow
from bot.table.calling import at_it_until, decided_at, is_uncalled
from bot.table.changing import Audience, Changes
from bot.table.draft import CALL, END_TURN, Draft
from bot.table.loading import Loaded, loaded, state_of
from bot.table.naming import MOST_INVITED, checked_name, checked_set_up
from bot.table.reading import ENDED, OPEN, Reading
from bot.table.refusals import Refusal, Refused
from bot.table.seat import LeftOver, Outcome, Seat, Visit
from bot.table.values import (
    CalledIn,
    Habits,
    Kind,
    Person,
    Place,
    Player,
    Status,
    Table,
)
from engine import Action, Game, StandingOrder

log = logging.getLogger(__name__)


class Most(NamedTuple):
    """How many games there may be that are not over yet."""

    per_user: int = 25
    """That one user has opened."""
    per_server: int = 1000


_REFUSED_IN = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.ALREADY_STARTED,
    Status.OVER: Refusal.GAME_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
}


class Tables(Reading):
    """All tables of a store.

    *rng* seats the players and shuffles the bag, *clock* tells the time in UTC, *most* how many
    games can be open. A use case raises Refused, or the engine's IllegalAction, and has then
    changed nothing; what it answers is stored. Every use case and query about one table raises
    Refused if there is none of that id, or if it is damaged.
    """

    def __init__(
        self,
        store: Store,
        rng: random.Random,
        clock: Callable[[], datetime],
        most: Most = Most(),  # noqa: B008  # a value
    ) -> None:
        super().__init__(store)
        self._most = most
        self._rng = rng
        self._clock = clock
        self._changes = Changes(store, self._loader, self._one, self._orders_at, clock)

    def tell(self, audience: Audience) -> None:
        """Tell *audience* of everything that is stored from now on."""
        self._changes.audience = audience

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
            _in_status(table, Status.LOBBY)
            if not table.may_join(person.user_id):
                raise Refused(Refusal.ONLY_INVITED, game=table.name, opener=_opener(table))
            draft.join(person)
            if len(table.players) + 1 == table.capacity:
                draft.start(person.user_id, self._rng)

        return (await self._changes.change(table_id, join)).after.table

    async def leave(self, table_id: int, person: Person) -> Table:
        """Get up from a table that has not started: an opener hands over, the last one cancels."""

        async def leave(draft: Draft) -> None:
            table = _in_status(draft.table, Status.LOBBY)
            draft.leave(_player_at(table, person.user_id))

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
            table = _in_status(draft.table, Status.LOBBY)
            if person.user_id != table.opener_id:
                raise Refused(Refusal.ONLY_OPENER_STARTS, game=table.name, opener=_opener(table))
            if len(table.players) < 2:
                raise Refused(Refusal.TOO_FEW_PLAYERS, game=table.name)
            draft.start(person.user_id, self._rng)

        return (await self._changes.change(table_id, start)).after.table

    # --- the game ------------------------------------------------------------------------------

    async def act(
        self, table_id: int, user_id: int, action: Action, seen: int | None = None
    ) -> Outcome:
        """Take a decision. With *seen*, only if the game is still at that ``state_version``.

        Raises IllegalAction if the rules forbid it; that it is not the user's decision, too.
        """

        async def act(draft: Draft) -> None:
            draft.decide(_deciding(draft.table, user_id, seen), action)
            await draft.go_on()

        return (await self._changes.change(table_id, act)).outcome_for(user_id)

    async def act_line(
        self, table_id: int, user_id: int, actions: Sequence[Action], seen: int | None = None
    ) -> Outcome:
        """Take several decisions, one after the other, as long as they are the user's to take.

        It stops where the rules forbid one, and wherever somebody else is asked, even if that is
        answered at once without anybody: the outcome tells what is left over. Raises
        IllegalAction if the rules forbid the first, ValueError if there is none.
        """
        if not actions:
            raise ValueError("a line holds at least one decision")
        left_over = LeftOver()

        async def act(draft: Draft) -> None:
            nonlocal left_over
            left_over = draft.decide_in_a_row(_deciding(draft.table, user_id, seen), actions)
            await draft.go_on()

        outcome = (await self._changes.change(table_id, act)).outcome_for(user_id)
        return replace(outcome, left_over=left_over)

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
            await draft.go_on()

        return (await self._changes.change(table_id, draw)).outcome_for(user_id)

    async def draw_by_choice(self, table_id: int, user_id: int) -> Outcome:
        """Be asked again, beside an open display, where to draw from."""

        async def ask(draft: Draft) -> None:
            draft.draw_from_bag(_deciding(draft.table, user_id, None), always=False)

        return (await self._changes.change(table_id, ask)).outcome_for(user_id)

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
            draft.undo(player, last, await self._state(table, decided[-2].seq))

        return (await self._changes.change(table_id, undo)).outcome_for(user_id)

    async def _state(self, table: Table, seq: int) -> Game:
        try:
            return state_of(await self._store.read(games.read_state, table.id, seq))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def resign(self, table_id: int, user_id: int) -> Outcome:
        """Resign: from now on the seat decides by itself, and the last one left ends the game."""

        async def resign(draft: Draft) -> None:
            draft.resign(_deciding(draft.table, user_id, None))
            await draft.go_on()

        return (await self._changes.change(table_id, resign)).outcome_for(user_id)

    # --- what is due at a time -------------------------------------------------------------------

    async def call_who_has_gone(self, table_id: int) -> None:
        """Call whoever was at it when asked something, and has neither answered nor stayed."""
        started = self._clock()
        table = await self.get(table_id)
        decider = table.decider
        if decider is None or decider.seat is None or not is_uncalled(table):
            await self._store.write(due.settle, CALL, table_id, by=started)
            return
        decided = decided_at(table.round, decider.seat)
        until = at_it_until(table_id, decider, decided, self._changes.presence)
        if until is not None and until > self._clock():
            await self._store.write(due.put_off, DueRow(CALL, table_id, until))
            self._changes.audience.expect(until)
            return

        async def call(draft: Draft) -> None:
            now = draft.table.decider
            if now is None or now.seat is None or not is_uncalled(draft.table):
                raise Refused(Refusal.STALE)
            draft.call(now.seat)

        with suppress(Refused):  # answered in this very moment
            await self._changes.change(table_id, call)
        await self._store.write(due.settle, CALL, table_id, by=started)

    async def end_turn_by_itself(self, table_id: int) -> None:
        """End a turn whose player wants that, unless something was undone meanwhile."""
        started = self._clock()
        ends_at = (await self.get(table_id)).ends_at
        if ends_at is not None and ends_at > started:
            await self._store.write(due.put_off, DueRow(END_TURN, table_id, ends_at))
            self._changes.audience.expect(ends_at)
            return

        async def end(draft: Draft) -> None:
            if draft.table.ends_at is None or draft.table.ends_at > self._clock():
                raise Refused(Refusal.STALE)
            draft.end_turn()
            await draft.go_on()

        if ends_at is not None:
            with suppress(Refused):  # undone in this very moment
                await self._changes.change(table_id, end)
        await self._store.write(due.settle, END_TURN, table_id, by=started)

    # --- people ----------------------------------------------------------------------------------

    async def notice(self, visit: Visit, person: Person, guild_id: int | None) -> Visit:
        """Follow a visitor's change of name, in the table's own server, and of language.

        Whoever comes from direct messages seems to have them open, and is at it.
        """
        table = visit.table
        player = table.player_of(person.user_id)
        if player is None:
            return visit
        if guild_id is None:
            self._changes.presence.press(table.id, person.user_id, self._clock())
        renamed = guild_id == table.place.guild_id and player.name != person.name
        known: dict[str, object] = {}
        if player.language != person.language:
            known["language"] = person.language
        if player.direct_closed_at is not None and guild_id is None:
            known["direct_closed_at"] = None
        if not renamed and not known:
            return visit

        def write(connection: Connection) -> None:
            if renamed:
                games.rename(connection, person.user_id, person.name, guild_id, OPEN)
            if known:
                people.change_person(connection, person.user_id, **known)

        try:
            await self._store.write(write)
        except Unavailable as error:  # no reason not to do what the visitor has come for
            log.warning("game %d: a visitor's name or language: %s", table.id, error)
            return visit
        return await self.visit(table.id, person.user_id)

    async def try_directs(self, user_id: int) -> None:
        """Take somebody's direct messages to be open until one is refused again."""
        await self._store.write(people.change_person, user_id, direct_closed_at=None)

    async def habits(self, user_id: int) -> Habits:
        """Read what somebody has set for all games."""
        row = await self._store.read(people.read_person, user_id)
        return Habits(
            CalledIn(row.calls_in or CalledIn.DIRECT),
            ends_turn=bool(row.ends_turn),
            high_contrast=bool(row.high_contrast),
        )

    async def set_habit(self, user_id: int, **habit: str | bool) -> None:
        """Set something for all games of a user: a column of what is known of somebody.

        Turns that only wait for their end, and are to end by themselves from now on, will.
        """

        def write(connection: Connection) -> list[datetime]:
            people.change_person(connection, user_id, **habit)
            if not habit.get("ends_turn"):
                return []
            expected = []
            for one in self._loader.read(connection, games.played_by(user_id, without=ENDED)):
                ends_at = one.table.ends_at if isinstance(one, Loaded) else None
                if ends_at is not None:
                    due.put_off(connection, DueRow(END_TURN, one.id, ends_at))
                    expected.append(ends_at)
            return expected

        for at in await self._store.write(write):
            self._changes.audience.expect(at)

    async def set_for_game(self, seat: Seat, **setting: str | bool | None) -> None:
        """Set something for one player: a column of the player; None for as in all games."""
        await self._store.write(
            games.change_player, seat.table.id, seat.player.joined_seq, **setting
        )

    async def set_standing_order(
        self, user_id: int, order: StandingOrder | None, table_id: int | None = None
    ) -> None:
        """Answer in conflicts of others' turns as ordered from now on, in all games or in one.

        None is as in all games, there as if nothing had ever been set. A question that waits
        already stays open: the player is asked it, and may have been seen to be. Nothing of it
        is in the log, and no version changes: nobody else can tell that an order was given.
        """
        standing_order = None if order is None else order.value
        if table_id is None:
            await self._store.write(people.change_person, user_id, standing_order=standing_order)
            return
        table = await self.get(table_id)
        seq = _player_at(table, user_id).joined_seq
        await self._store.write(games.change_player, table.id, seq, standing_order=standing_order)


def check_configures(table: Table, person: Person) -> None:
    """Raise Refused unless that person can still choose how the game is played."""
    _in_status(table, Status.LOBBY)
    if person.user_id != table.opener_id:
        raise Refused(Refusal.ONLY_OPENER_CONFIGURES, game=table.name, opener=_opener(table))


def check_goes_on(seat: Seat) -> None:
    """Raise Refused if the game is over, for all or for the player of that seat."""
    if seat.table.status is Status.OVER:
        raise Refused(Refusal.GAME_OVER, game=seat.table.name)
    if seat.player.resigned:
        raise Refused(Refusal.RESIGNED, game=seat.table.name)


def _opener(table: Table) -> str:
    return table.opener.name if table.opener else ""


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
