"""Shows stored games on Discord: at once, again after a failure, and after a restart.

Delivery never decides what is true. A retry is a row with its time, which the agenda finds: there
are no timers in here.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from bot.cluster import Alone, ChangeNotice, Claims, HeldGame, NotOurs
from bot.counting import UNCOUNTED, Counts, Duration
from bot.delivery.plan import DeliveryPlan, is_desk, note, plan_for
from bot.delivery.posts import CLOCK_SKEW, Courier, InTrouble, PostsDue, SentMessage, TryLater
from bot.delivery.presses import Presses
from bot.delivery.round import Round
from bot.delivery.shown_games import FIRST_PAUSE, Lacks, Reach, ShownGame, ShownGames
from bot.delivery.work_queue import WorkQueue, finish
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Everyone
from bot.domain.table import Status
from bot.store import DueRow, Store, StoreError
from bot.store.queries import due, outbox
from bot.store.queries.due import AGAIN, SHOW
from bot.use_cases import ENDED, Services

log = logging.getLogger(__name__)

_LONGEST_PAUSE = 300.0
_LONGEST_WITHOUT_HELP = 3600.0
"""A person has to act first, such as give a permission; Discord counts what it refuses."""
_NEVER = 365 * 24 * 3600.0
"""Refused messages are tried again only if the game changes, or after a start."""
_WITHOUT_SERVER = 24 * 3600.0
"""Nothing is tried while the bot is not in a game's server; Discord sends an event once it is."""


_WHOLE = "all"
"""The key that counts rounds which failed as a whole."""


async def _discard(_table_id: int, _news: object) -> None:
    """Ignore a report."""


@dataclass(frozen=True, slots=True)
class Noted:
    """The result of noting messages in the transaction of a change."""

    guild_id: int | None
    sender: str | None
    """The program that may send the messages; None: the one that shows the game."""
    untried: frozenset[str] = frozenset()
    """The keys of messages that may be sent from now on, and never were so far."""
    plan: DeliveryPlan | None = None
    """None if it must be read."""
    changes: int = 0
    """The number of changes beside the log so far."""


class Delivery:
    """Keeps Discord in step with the store, a few games at a time.

    New changes go before what was left when the program ended. It shows the games that this
    program holds or can claim; for others, it notifies the program that shows them.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        courier: Courier,
        posts_due: PostsDue,
        clock: Callable[[], datetime],
        *,
        alarm: Callable[[datetime], None],
        reach: Reach = _discard,
        lacks: Lacks = _discard,
        counts: Counts = UNCOUNTED,
        claims: Claims | None = None,
        posts_in: Collection[int] = (),
    ) -> None:
        """*alarm* is called with the latest time at which the agenda must look.

        *posts_in* are the servers that have messages of their own, which change with games.

        *reach* and *lacks* are called for a game when its value changes, or may have changed while
        the program was down.
        """
        self._store = store
        self._services = services
        self._courier = courier
        self._posts_due = posts_due
        self._clock = clock
        self.alarm = alarm
        self._counts = counts
        self._posts_in = posts_in
        self._claims = claims = claims or Alone(store)
        self._queue = WorkQueue(self._work)
        self._games = ShownGames(store, clock, alarm, reach, lacks)
        self._perhaps_overtaken: list[Callable[[], Awaitable[None]]] = []
        """Checks of answers that may cover newer edits: the database did not answer before."""
        self._notifying: set[asyncio.Task[None]] = set()
        self.presses = Presses()
        claims.when_notified.append(self.notified)
        claims.when_taken.append(self.taken)
        claims.when_lease_ends.append(self.lease_ended)

    async def start(self) -> None:
        """Deliver the games that were undelivered when the program ended.

        Games that wait for a decision come first, and those that have waited longest. Failed ones
        are tried at once, unless Discord has asked to wait. Games of servers that the bot was
        removed from meanwhile wait from now on.
        """
        program = self._claims.program
        if program is None:
            return
        rows = await self._store.look(due.read_kind, AGAIN, program=program)
        left = await self._store.look(outbox.undelivered, Status.RUNNING, program)
        waiting = dict.fromkeys([*(row.game_id for row in left), *(row.game_id for row in rows)])
        for guild_id in await self._store.look(outbox.servers, ENDED):
            if not self._courier.is_in(guild_id):
                of_server = await self._store.look(outbox.games_in, guild_id, ENDED)
                waiting |= dict.fromkeys(of_server)
        ours = await self._claims.take(waiting)
        self._games.load(ours, rows)
        self._queue.add_left_over(
            each for each in waiting if each in ours and not self._games[each].must_wait
        )

    async def look(self) -> None:
        """Deliver changes that no program shows; give games back that belong to others.

        Raises StoreError if the database is in trouble.
        """
        program = self._claims.program
        if program is None:
            return
        while self._perhaps_overtaken:
            await self._perhaps_overtaken[0]()
            del self._perhaps_overtaken[0]
        await self._claims.give_back(
            [each for each in self._claims.misplaced() if each not in self._queue]
        )
        found = await self._store.look(outbox.undelivered, Status.RUNNING, program)
        ours = await self._claims.take(row.game_id for row in found)
        for row in found:
            if row.game_id not in ours or row.game_id in self._queue:
                continue
            game = self._games[row.game_id]
            if game.found_at != row.version:  # else it was put off
                game.found_at = row.version
                self.nudge(row.game_id)

    async def again(self, table_id: int) -> None:
        """Deliver a game that was put off until now."""
        self._games[table_id].must_wait = False
        self.nudge(table_id)

    async def show(self, table_id: int) -> None:
        """Deliver a game that another program has changed without a new version."""
        await self._store.write(due.finish, SHOW, table_id)
        self.nudge(table_id)

    def again_unnoted(self) -> None:
        """Deliver the games that could not be put off because the store was in trouble."""
        for table_id in self._games.take_not_put_off():
            self.nudge(table_id)

    # --- stored changes -------------------------------------------------------------------------

    def note(self, connection: Connection, everyone: Everyone) -> Noted:
        """Note in the transaction of a change the messages that will show it.

        The change is stored even if its messages cannot be made.
        """
        table, game = everyone.table, self._games.get(everyone.table.id)
        sender = self._claims.program if self._claims.holds(table.id) else None
        noted = Noted(table.place.guild_id, sender, changes=game.changes)
        rows = outbox.read_posts(connection, table.id)
        try:
            closed = {*game.attempts.closed}
            due = plan_for(everyone, rows, self._posts_due, self._clock(), closed)
        except Exception:
            log.exception("what is due of game %d cannot be told", table.id)
            return noted
        plan = note(connection, due if table.home else due.without_home(), sender)
        untried = frozenset(row.key for row in plan.rows[len(rows) :])
        if sender is None or not game.is_read or table.status is Status.REMOVED:
            return replace(noted, untried=untried)  # of a removed one is to be read who did it
        return replace(noted, untried=untried, plan=replace(due, rows=plan.rows))

    def stored(self, table_id: int, noted: object) -> None:
        """Deliver a game that has changed; *noted* is what :meth:`note` returned, if known."""
        game = self._games[table_id]
        if not isinstance(noted, Noted):
            game.unversioned = True
            noted = None
        elif noted.sender is not None and noted.sender == self._claims.program:
            game.untried |= noted.untried
        if noted is not None and self._claims.leaves(table_id, noted.guild_id):
            self._notify_others(table_id)
            return
        game.changed_at = game.changed_at or time.monotonic()
        if noted is None or noted.plan is None or not game.follow(noted.plan, noted.changes):
            game.outdate()
        self._queue_up(table_id)

    def nudge(self, table_id: int) -> None:
        """Deliver a game soon as it is stored by now; many nudges at once make one round."""
        self._games[table_id].outdate()
        self._queue_up(table_id)

    def _queue_up(self, table_id: int) -> None:
        if not self._games[table_id].must_wait:
            self._queue.add(table_id)

    # --- presses on messages ----------------------------------------------------------------------

    async def pressed(
        self, table_id: int, user_id: int, message: SentMessage, sent_at: datetime
    ) -> None:
        """Note the number of a pressed message if it is a desk that was sent, but not noted.

        Call it before the press is answered: the answer changes the message, so that it could no
        longer be found. Raises StoreError if the database is in trouble.
        """
        if self.presses.knows(message.message_id):
            return
        rows = await self._store.look(outbox.read_posts, table_id)
        if not any(row.message_id == message.message_id for row in rows):
            latest = sent_at + CLOCK_SKEW
            desks = [row for row in rows if row.user_id == user_id and is_desk(row)]
            before = [row for row in desks if row.sender is not None and row.at <= latest]
            if before and before[-1].message_id is None:
                await self._store.write(
                    outbox.note_message, before[-1].id, message.channel_id, message.message_id
                )
                self._games[table_id].outdate()
        self.presses.know(message.message_id)

    async def answered(
        self, table_id: int, message_id: int, version: int, fingerprint: str
    ) -> None:
        """Edit a pressed message if its answer may have come after a newer edit.

        The answer shows the game at *version*, and the desk with that *fingerprint* or a page in
        its place. If the game has changed since, another program may have edited the message first.
        """
        if self._claims.holds(table_id) and not self.presses.taken_over(message_id):
            return  # edits have waited for the answer
        edit_if_overtaken = partial(
            self._edit_if_overtaken, table_id, message_id, version, fingerprint
        )
        try:
            await edit_if_overtaken()
        except StoreError as error:  # the answer is shown nevertheless
            log.error("game %d: what a message shows: %s", table_id, error)  # noqa: TRY400
            self._perhaps_overtaken.append(edit_if_overtaken)

    async def _edit_if_overtaken(
        self, table_id: int, message_id: int, version: int, fingerprint: str
    ) -> None:
        """Edit a message if its game has changed since the answer was made."""
        if await self._store.look(outbox.version_of, table_id) in {None, version}:
            return
        await self._store.write(outbox.mark_unsure, table_id, message_id, fingerprint)
        self.presses.forget([table_id])
        self._games[table_id].unversioned = True
        self.nudge(table_id)

    # --- servers and channels --------------------------------------------------------------------

    async def look_in(self, guild_id: int) -> None:
        """Deliver the games of a server that the bot has joined or left."""
        for table_id in await self._store.look(outbox.games_in, guild_id, ENDED):
            self._games[table_id].must_wait = False
            self.nudge(table_id)

    async def lose(self, place_id: int) -> None:
        """Deliver the games that were shown in a channel or thread that is gone."""
        for table_id in await self._store.write(outbox.lose_place, place_id, ENDED):
            self.nudge(table_id)

    # --- claims ----------------------------------------------------------------------------------

    def notified(self, what: ChangeNotice, *, mine: bool) -> None:
        """Deliver a game that another program has changed."""
        if not mine:
            self._games[what.table_id].from_others = True
        if what.shown is not None:
            self.presses.notified(what.table_id, *what.shown)
        self.nudge(what.table_id)

    def taken(self, table_ids: Collection[int]) -> None:
        """Begin with claimed games, whose attempts are read later.

        If another program may have shown them, its edits may have come before or after our answers.
        """
        if self._claims.accompanied:
            self.presses.taken(table_ids)
        self._games.take(table_ids)

    def lease_ended(self) -> None:
        """Stop: other programs may show the games by now."""
        self._games.clear()
        self._queue.cancel_all()

    async def _claim(self, table_id: int) -> bool:
        """Claim a game; if another program shows it, notify that one and return False."""
        before = self._games[table_id]
        if not self._claims.holds(table_id) and table_id not in await self._claims.take([table_id]):
            self._games.forget(table_id)
            if not before.from_others:
                await self._leave(table_id, before)
            return False
        if self._games[table_id].unread:
            rows = await self._store.look(due.read_kind, AGAIN, of_games=[table_id])
            self._games.load([table_id], rows)
        self._games[table_id].from_others = False
        return True

    async def _leave(self, table_id: int, game: ShownGame) -> None:
        """Leave a game to another program: that sees a new version itself, and is notified."""
        if game.unversioned:
            await self._store.write(due.schedule, DueRow(SHOW, table_id, self._clock()))
        self._notify_others(table_id)

    def _notify_others(self, table_id: int) -> None:
        """Notify the program that shows a game, once the press here is answered."""
        notifying = asyncio.create_task(self._notify_once_shown(table_id))
        self._notifying.add(notifying)
        notifying.add_done_callback(self._notifying.discard)

    async def _notify_once_shown(self, table_id: int) -> None:
        shown = await self.presses.shown_at(table_id)
        self._claims.notify_others(table_id, shown=shown)

    # --- status ---------------------------------------------------------------------------------

    def nudge_problems(self) -> None:
        """Deliver games again that lack a permission: it may be granted now."""
        for table_id in self._games.with_missing_permission():
            self.nudge(table_id)

    def status(self, table_id: int) -> ShownGame:
        """Return the state of a game's delivery."""
        return self._games.get(table_id)

    async def rest(self, table_id: int | None = None) -> None:
        """Wait until no work on a game, or on any, is under way; not for games put off."""
        await self._queue.rest(table_id)

    async def close(self) -> None:
        """Finish work under way within a moment; the rest is for the next start."""
        await asyncio.gather(self._queue.close(), finish(self._notifying))

    # --- work -----------------------------------------------------------------------------------

    async def _work(self, table_id: int) -> None:
        """Make rounds until the game was not nudged meanwhile."""
        try:
            if not await self._claim(table_id):
                return
        except StoreError as error:  # the game is found once the database can be read
            log.error("game %d: whether it can be shown: %s", table_id, error)  # noqa: TRY400
            self._games[table_id].found_at = None
            return
        await self._round(table_id)
        while not self._games[table_id].must_wait and self._queue.take_again(table_id):
            await self._round(table_id)

    async def _round(self, table_id: int) -> None:
        """Make one round, put the game off after a failure, and report changes."""
        program = self._claims.program
        if program is None:
            return
        game = self._games[table_id]
        changed_at, game.changed_at, game.unversioned = game.changed_at, None, False
        held = HeldGame(self._store, self._claims, program, table_id)
        one = Round(
            self._store,
            self._services,
            self._courier,
            self._posts_due,
            self._clock,
            self._counts,
            self.presses,
            table_id,
            held,
            game,
            self._posts_in,
        )
        shown = False
        try:
            await one.run()
        except TryLater as later:
            log.warning("game %d: %s", table_id, later)
            await self._games.wait(table_id, later.seconds)
        except NotOurs:  # the program that shows it finds out how far this one came
            self._claims.lose(table_id)
            self._games.forget(table_id)
        except Refused as refused:
            if refused.refusal is Refusal.UNKNOWN_GAME:  # it was removed meanwhile
                self._games.forget(table_id)
            elif refused.refusal is Refusal.UNREADABLE:  # logged when it was read
                one.steps.damaged = True
            else:
                log.error("nothing of game %d can be delivered: %s", table_id, refused)  # noqa: TRY400
        except (InTrouble, StoreError) as error:
            level = logging.WARNING if isinstance(error, InTrouble) else logging.ERROR
            log.log(level, "game %d: %s", table_id, error)
            await self._games.put_off(table_id, _LONGEST_PAUSE)
        except Exception as error:  # noqa: BLE001  # logged
            one.steps.fail(_WHOLE, error)
            await self._put_off(one)
        else:
            shown = await self._conclude(table_id, one)
        await self._finish_round(one, changed_at, shown=shown)

    async def _conclude(self, table_id: int, one: Round) -> bool:
        """Put a game off unless everything is shown to everybody. Returns True if it is."""
        steps = one.steps
        if steps.removed:
            return True
        if steps.left:
            await self._games.put_off(table_id, _WITHOUT_SERVER, shortest=_WITHOUT_SERVER)
            return False
        if not steps.failed and not steps.uncalled:
            await self._games.finish(table_id)
            return True
        await self._put_off(one)
        return False

    async def _put_off(self, one: Round) -> None:
        """Put a game off until it makes sense to retry its failed messages."""
        steps = one.steps
        longest, shortest = _NEVER, _NEVER
        if steps.early:
            longest, shortest = _LONGEST_PAUSE, FIRST_PAUSE
        elif steps.missing is not None or steps.closed or not steps.faults:
            longest, shortest = _LONGEST_WITHOUT_HELP, FIRST_PAUSE
        again = one.game.attempts.pause(steps.faults)
        await self._games.put_off(one.table_id, longest, shortest=shortest, most=again)

    async def _mind_others(self, one: Round) -> None:
        """Have others call, or wait for, whom this game's messages would call in other games."""
        try:
            if one.steps.left or one.steps.damaged:
                await self._services.notifications.hand_over(one.table_id)
            elif one.unheard:
                await self._store.write(one.show_called, one.unheard)
        except StoreError as error:  # after the next attempt
            log.error("game %d: whom it does not call: %s", one.table_id, error)  # noqa: TRY400

    async def _finish_round(self, one: Round, changed_at: float | None, *, shown: bool) -> None:
        table_id = one.table_id
        if not shown:
            await self._mind_others(one)
        if one.others_due:
            self.alarm(self._clock())
        if changed_at is not None and shown:
            self._counts.time(Duration.DELIVERED, time.monotonic() - changed_at)
        if one.steps.removed:
            self._claims.lose(table_id)
            self._games.forget(table_id)
            return
        if not shown:
            one.game.outdate()
            one.game.changed_at = changed_at if one.game.must_wait else one.game.changed_at
        await self._games.report(table_id, one.steps)
        if shown and one.steps.over and not one.game.attempts.closed:
            self._games.forget(table_id)
