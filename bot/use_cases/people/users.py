"""Users: their names and languages, settings, private notes, and progress in lessons."""

import logging
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.changes import (
    END_TURN,
    PLANNED,
    Change,
    Changes,
    Reader,
    WholeTable,
    orders_of,
    recount_reminders,
)
from bot.domain.checks import in_status, player_at
from bot.domain.player import OwnNumber, Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import NOTE_LIMIT, Orders, Plan, Visit
from bot.domain.table import Status
from bot.store import (
    CalledIn,
    DueRow,
    Habits,
    LearnerRow,
    OrderRow,
    OwnReminders,
    Store,
    Unavailable,
)
from bot.store.queries import due, games, people, players
from bot.use_cases.besides_playing import come_back
from bot.use_cases.visits import ENDED, OPEN, Visits
from engine import StandingOrder

log = logging.getLogger(__name__)

_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and surrogates."""


def one_line(text: str) -> str:
    """Return a text on one line, without characters that a database cannot store."""
    return " ".join(_NO_TEXT.sub(" ", text).split())


@dataclass(frozen=True, slots=True)
class People:
    """Updates of users' names and languages."""

    _store: Store
    _changes: Changes
    _visits: Visits

    async def notice(
        self, visit: Visit, person: Person, guild_id: int | None, *, elsewhere: bool = False
    ) -> Visit:
        """Store a player's name, in the table's own server, and language. Returns the new visit.

        A press in direct messages shows that they are open and the player is looking; one from
        *elsewhere*, where the bot is not, does not, and the name may differ there.
        """
        table = visit.table
        player = table.player_of(person.user_id)
        if player is None:
            return visit
        if player.gone and table.status is Status.RUNNING:
            await self._come_back(table.id, person.user_id)
            visit = await self._visits.of(table.id, person.user_id)
        directly = guild_id is None and not elsewhere
        if directly:
            self._changes.presence.press(table.id, person.user_id, self._changes.clock())
        home = guild_id == table.place.guild_id and not elsewhere
        renamed = home and (player.own_name or player.name) != person.name
        known: dict[str, object] = {}
        if player.discord_language != person.discord_language:
            known["language"] = person.discord_language
        if player.direct_closed_at is not None and directly:
            known["direct_closed_at"] = None
        if not renamed and not known:
            return visit

        def write(connection: Connection) -> None:
            if not players.sits(connection, table.id, person.user_id):
                return  # and may have been forgotten
            if renamed:
                players.rename(connection, person.user_id, person.name, guild_id, OPEN)
            if known:
                people.change_person(connection, person.user_id, **known)

        try:
            await self._store.write(write)
        except Unavailable as error:  # no reason to refuse the press
            log.warning("game %d: a visitor's name or language: %s", table.id, error)
            return visit
        return await self._visits.of(table.id, person.user_id)

    async def _come_back(self, table_id: int, user_id: int) -> None:
        """Store that a player who seemed to be gone is back."""

        def back(change: Change) -> Change:
            player = player_at(in_status(change.table, Status.RUNNING), user_id)
            return come_back(change, player, by_press=True)

        with suppress(Refused, Unavailable):  # the next press does it
            await self._changes.change(table_id, back)

    async def try_directs(self, user_id: OwnNumber) -> None:
        """Assume that a user's direct messages are open until one is refused again."""
        await self._changes.write(people.change_person, user_id, direct_closed_at=None)


@dataclass(frozen=True, slots=True)
class Preferences:
    """Users' settings for all games or for one."""

    _store: Store
    _reader: Reader
    _changes: Changes

    async def habits(self, user_id: OwnNumber) -> Habits:
        """Read a user's settings for all games."""
        return (await self._store.look(people.read_person, user_id)).habits

    async def standing_orders(self, user_id: OwnNumber, table_id: int | None = None) -> Orders:
        """Read a user's standing orders for all games and, if given, for one.

        Raises Refused if the user does not play there.
        """
        if table_id is None:
            usual = await self._store.look(people.read_order, user_id)
            return orders_of(OrderRow(usual, None))
        whole = await self._reader.one(table_id)
        table, orders = whole.table, whole.orders
        player = table.player_of(user_id)
        if player is None:
            raise Refused(Refusal.NOT_IN_GAME, game=table.name)
        return orders[player.joined_seq]

    async def call_in(
        self, user_id: OwnNumber, place: CalledIn | None, table_id: int | None = None
    ) -> None:
        """Set the place where a user is called, for all games or for one; None: as in all games.

        Choosing direct messages tries them again if they were found closed.
        """

        def write(connection: Connection) -> None:
            if table_id is not None:
                players.change_own(connection, table_id, user_id, calls_in=place)
            elif place is not None:
                people.change_person(connection, user_id, calls_in=place)
            if place is CalledIn.DIRECT:
                people.change_person(connection, user_id, direct_closed_at=None)

        if table_id is not None:
            await self._check_plays(user_id, table_id)
        await self._changes.write(write)

    async def remind(self, user_id: OwnNumber, own: OwnReminders) -> None:
        """Set when a user is reminded. In a wait, what would be past counts as sent."""
        now = self._changes.clock()

        def write(connection: Connection) -> list[datetime]:
            which = games.played_by(user_id, without=ENDED)
            games.hold(connection, which)
            people.change_person(connection, user_id, reminders=own)
            plays = due.hasten(connection, PLANNED, now, user_id)  # before a reminder comes
            coming = [
                recount_reminders(connection, one.table, user_id, now)
                for one in self._reader.loader.read(connection, which)
                if isinstance(one, WholeTable)
            ]
            return [*([now] if plays else []), *filter(None, coming)]

        for at in await self._changes.write(write):
            self._changes.alarm(at)

    async def choose_language(self, user_id: OwnNumber, language: str | None) -> None:
        """Set the language of a user's private messages; None: that of the Discord app."""
        await self._changes.write(people.change_person, user_id, chosen_language=language)

    async def choose_theme(self, user_id: OwnNumber, theme: str | None) -> None:
        """Set the theme of a user's private pictures; None: that of the server."""
        await self._changes.write(people.change_theme, user_id, theme)

    async def mute(self, user_id: OwnNumber, table_id: int, *, muted: bool) -> None:
        """Turn the sound of calls in a game off or on."""
        await self._check_plays(user_id, table_id)
        await self._changes.write(players.change_own, table_id, user_id, muted=muted)

    async def switch(self, user_id: OwnNumber, **habits: bool) -> None:
        """Switch some of a user's :class:`Habits` on or off.

        Switching *ends_turn* on also ends turns that wait only for their end.
        """

        def write(connection: Connection) -> list[datetime]:
            if "ends_turn" in habits:
                games.hold(connection, games.played_by(user_id, without=ENDED))
            people.change_person(connection, user_id, **habits)
            if not habits.get("ends_turn"):
                return []
            expected = []
            for one in self._reader.loader.read(
                connection, games.played_by(user_id, without=ENDED)
            ):
                ends_at = one.table.ends_at if isinstance(one, WholeTable) else None
                if ends_at is not None:
                    due.schedule(connection, DueRow(END_TURN, one.id, ends_at))
                    expected.append(ends_at)
            return expected

        for at in await self._changes.write(write):
            self._changes.alarm(at)

    async def set_standing_order(
        self, user_id: OwnNumber, order: StandingOrder | None, table_id: int | None = None
    ) -> None:
        """Set a standing order for conflicts in others' turns, for all games or for one.

        None removes it. An open question stays open, because others may have seen that it was
        asked. Changes neither log nor version, so nobody else can tell that an order was given.
        """
        if table_id is None:
            await self._changes.write(people.change_person, user_id, standing_order=order)
            return
        await self._check_plays(user_id, table_id)
        await self._changes.write(players.change_own, table_id, user_id, standing_order=order)

    async def _check_plays(self, user_id: int, table_id: int) -> None:
        player_at(await self._reader.get(table_id), user_id)


@dataclass(frozen=True, slots=True)
class NoteKeeping:
    """Private notes and plans of players.

    Changes neither logs nor versions, so nobody else can tell that there are any.
    """

    _changes: Changes

    async def keep_note(self, user_id: OwnNumber, table_id: int, text: str) -> None:
        """Store a user's note in a game, on one line and cut to its limit; empty to delete it."""
        note = one_line(text)[:NOTE_LIMIT]
        player_at(await self._changes.reader.get(table_id), user_id)
        await self._changes.write(players.change_own, table_id, user_id, note=note or None)

    async def keep_plan(self, user_id: OwnNumber, table_id: int, plan: Plan | None) -> None:
        """Store a user's plan in a game; None or an empty one deletes it."""
        player_at(await self._changes.reader.get(table_id), user_id)
        text = None if plan is None or not plan.actions else plan.dump()
        await self._changes.write(players.change_own, table_id, user_id, plan=text)

    async def let_plan_play(self, user_id: OwnNumber, table_id: int, plan: Plan) -> None:
        """Store a plan that plays itself.

        Raises Refused unless it is the stored one, made on the current board, and its turn is still
        to come.
        """

        def write(connection: Connection) -> None:
            games.hold(connection, games.numbered(table_id))  # no turn begins meanwhile
            seat = self._changes.reader.read_existing(connection, table_id).visit(user_id).seat
            if seat is None or seat.plan is None or seat.decides:
                raise Refused(Refusal.STALE)
            is_stored = (seat.plan.turn, seat.plan.actions) == (plan.turn, plan.actions)
            if not is_stored or seat.table.state_version != plan.seen:
                raise Refused(Refusal.STALE)
            text = replace(plan, by_itself=True).dump()
            players.change_own(connection, table_id, user_id, plan=text)

        await self._changes.write(write)


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A user's progress in the lessons."""

    lesson: str | None = None
    """The lesson begun last; None without any."""
    decisions: tuple[str, ...] = ()
    """The learner's decisions in it, in notation: one for each completed task."""
    learnt: frozenset[str] = frozenset()
    """Completed lessons."""


@dataclass(frozen=True, slots=True)
class Learning:
    """Users' progress in the lessons."""

    _store: Store
    _changes: Changes

    async def progress(self, user_id: OwnNumber) -> LessonProgress:
        """Read a user's progress in the lessons."""
        return await self._store.look(progress_of, user_id)

    async def begin(self, user_id: OwnNumber, lesson: str) -> LessonProgress:
        """Begin or restart a lesson; leaves another one."""

        def write(connection: Connection) -> LessonProgress:
            progress = LessonProgress(lesson, (), progress_of(connection, user_id).learnt)
            _keep(connection, user_id, progress)
            return progress

        return await self._changes.write(write)

    async def take_step(
        self, user_id: int, lesson: str, seen: int, decision: str, *, last: bool
    ) -> LessonProgress:
        """Store the decision that completed the task number *seen*, from 0.

        *last*: it completed the lesson. Raises Refused if the learner is at another task, as a
        press may arrive twice.
        """

        def write(connection: Connection) -> LessonProgress:
            was = progress_of(connection, user_id)
            if (was.lesson, len(was.decisions)) != (lesson, seen):
                raise Refused(Refusal.STALE)
            learnt = was.learnt | {lesson} if last else was.learnt
            progress = LessonProgress(lesson, (*was.decisions, decision), learnt)
            _keep(connection, user_id, progress)
            return progress

        return await self._changes.write(write)


def progress_of(connection: Connection, user_id: int) -> LessonProgress:
    """Read a user's progress in the lessons."""
    row = people.read_learner(connection, user_id)
    if row is None:
        return LessonProgress()
    return LessonProgress(row.lesson, tuple(row.decisions), frozenset(row.learnt))


def _keep(connection: Connection, user_id: int, progress: LessonProgress) -> None:
    assert progress.lesson is not None
    row = LearnerRow(progress.lesson, list(progress.decisions), sorted(progress.learnt))
    people.write_learner(connection, user_id, row)
