"""Brings what is due to Discord: at once, again after a failure, and after a restart.

Delivery never decides what is true: it only shows what is stored. When a failure is made good is
a row with its time, for which somebody with a clock looks: there are no timers in here.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.backoff import pause_after
from bot.cluster import Alone, Claiming, NotOurs, Told
from bot.counting import UNCOUNTED, Counts
from bot.delivery.counted import CountedCourier
from bot.delivery.plan import note, plan_for
from bot.delivery.posts import CLOCKS_APART, Courier, InTrouble, PostsDue, Sent, TryLater
from bot.delivery.presses import Presses
from bot.delivery.reports import Lacks, Reach, Report
from bot.delivery.round import Round, is_desk
from bot.delivery.status import Hindrances
from bot.delivery.work_queue import Turns, ended
from bot.domain import Everyone, Refusal, Refused, Status
from bot.services import ENDED, Tables
from bot.store import DueRow, Store, StoreError
from bot.store.queries import due, outbox
from bot.store.queries.due import AGAIN, SHOW

log = logging.getLogger(__name__)

_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 300.0
_LONGEST_WITHOUT_HELP = 3600.0
"""Somebody has to do something first, such as give a permission; Discord counts what it refuses."""
_WITHOUT_SERVER = 24 * 3600.0
"""Nothing is tried as long as the bot is not in a game's server; that it is back will be told."""
_COUNTED = 30
"""Further attempts are not counted: the pauses are the longest long since."""


async def _nobody_asks(_table_id: int, _news: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted with something that was stored."""

    keys: frozenset[str]
    """Of messages that may be sent from now on, and never were so far."""
    sender: str | None
    """The program that may send them; None: whoever shows the game."""
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a message shows by the answer to a press."""

    table_id: int
    message_id: int
    version: int
    fingerprint: str


class Delivery:
    """Keeps what is on Discord in step with the store, with a few tables at a time.

    What was just stored goes before what was left when the program ended. Shown are the games that
    this program holds, or can claim; of others, the program that shows them is told.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        courier: Courier,
        posts_due: PostsDue,
        clock: Callable[[], datetime],
        *,
        alarm: Callable[[datetime], None],
        reach: Reach = _nobody_asks,
        lacks: Lacks = _nobody_asks,
        counts: Counts = UNCOUNTED,
        claims: Claiming = Alone(),  # noqa: B008  # a value
    ) -> None:
        """*alarm* is called with a time at which, at the latest, it is to look what is due.

        *reach* is told whether whoever must decide can be called, *lacks* which permission is
        missing: of each game when that changes, or may have changed while the program was down.
        """
        self._store = store
        self._tables = tables
        self._courier = CountedCourier(courier, counts)
        self._posts_due = posts_due
        self._clock = clock
        self._alarm = alarm
        self._reach = reach
        self._lacks = lacks
        self._counts = counts
        self._changed_at: dict[int, float] = {}
        """Since when tables wait to be shown completely, on a clock that only goes on."""
        self._claims = claims
        self._untried: set[str] = set()
        self._turns = Turns(self._work)
        self._hindrances = Hindrances()
        self._unread: set[int] = set()
        """Those claimed of which it was not read whether they were put off."""
        self._unversioned: set[int] = set()
        """Those that may show something else though their version is the same."""
        self._from_others: set[int] = set()
        """Those of which another program has told."""
        self._perhaps_overtaken: list[_Answer] = []
        """Answers that may cover newer edits: when they were shown, the database did not answer."""
        self._telling: set[asyncio.Task[None]] = set()
        self._looked: dict[int, int] = {}
        """The versions of those that were found undelivered."""
        self.presses = Presses()
        claims.join(self)

    async def start(self) -> None:
        """Deliver what was left undelivered when the program ended.

        First where a decision is waited for, and what has waited longest. What had failed is tried
        at once; where Discord has asked for patience, it is not. Games of servers that the bot was
        thrown out of meanwhile wait from now on.
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
        self._learn(ours, rows)
        self._unversioned.update(ours)
        self._turns.add_left_over(
            each for each in waiting if each in ours and not self._hindrances.told_to_wait(each)
        )

    def _learn(self, table_ids: Collection[int], rows: Iterable[DueRow]) -> None:
        """Take over tables as they were left, with the *rows* of those that were put off."""
        now = self._clock()
        self._unread.difference_update(table_ids)
        for row in rows:
            if row.game_id not in table_ids:
                continue
            hindrance = self._hindrances[row.game_id]
            hindrance.tries = row.tries
            hindrance.reach_unsure = hindrance.lack_unsure = True
            if not row.tries and row.at > now:
                hindrance.told_to_wait = True

    async def look(self) -> None:
        """Deliver what was stored and nobody shows; leave to others what is theirs.

        Raises StoreError if the database is in trouble.
        """
        program = self._claims.program
        if program is None:
            return
        while self._perhaps_overtaken:
            await self._edit_if_overtaken(self._perhaps_overtaken[0])
            del self._perhaps_overtaken[0]
        await self._claims.give_back(
            [each for each in self._claims.misplaced() if not self._turns.has(each)]
        )
        found = await self._store.look(outbox.undelivered, Status.RUNNING, program)
        ours = await self._claims.take(row.game_id for row in found)
        looked, self._looked = self._looked, {}
        for row in found:
            if row.game_id not in ours or self._turns.has(row.game_id):
                continue
            self._looked[row.game_id] = row.version
            self._unversioned.add(row.game_id)
            if looked.get(row.game_id) != row.version:  # else it was put off
                self.nudge(row.game_id)

    async def again(self, table_id: int) -> None:
        """Deliver a table that was put off: it is time."""
        self._hindrances.go_on(table_id)
        self.nudge(table_id)

    async def show(self, table_id: int) -> None:
        """Deliver a table of which others have noted that it shows something else."""
        await self._store.write(due.settle, SHOW, table_id)
        self.nudge(table_id)

    def again_unnoted(self) -> None:
        """Deliver the tables that should be put off, but for the store, which was in trouble."""
        for table_id in self._hindrances:
            hindrance = self._hindrances[table_id]
            if hindrance.not_put_off:
                hindrance.not_put_off = hindrance.told_to_wait = False
                self.nudge(table_id)

    # --- what is stored is told -----------------------------------------------------------------

    def note(self, connection: Connection, everyone: Everyone) -> Noted:
        """Note in the transaction that stores something which messages will tell of it.

        Whatever is wrong with the messages, it is stored.
        """
        table = everyone.table
        sender = self._claims.program if self._claims.holds(table.id) else None
        noted = Noted(frozenset(), sender, table.place.guild_id)
        rows = outbox.read_posts(connection, table.id)
        try:
            now = self._clock()
            plan = plan_for(everyone, rows, self._posts_due, now)
        except Exception:
            log.exception("what is due of game %d cannot be told", table.id)
            return noted
        if table.home is None:
            plan = plan.without_home()
        return replace(noted, keys=note(connection, plan, now, sender))

    def stored(self, table_id: int, noted: object) -> None:
        """Deliver a table that has changed; *noted* is what :meth:`note` answered, if known."""
        if not isinstance(noted, Noted):
            self._unversioned.add(table_id)
        else:
            if noted.sender is not None and noted.sender == self._claims.program:
                self._untried |= noted.keys
            if self._claims.leaves(table_id, noted.guild_id):
                self._tell_others(table_id)
                return
        self._changed_at.setdefault(table_id, time.monotonic())
        self.nudge(table_id)

    def expect(self, at: datetime) -> None:
        """Have it looked at that time for what is due."""
        self._alarm(at)

    def nudge(self, table_id: int) -> None:
        """Deliver a table soon; many nudges at once make one round."""
        if not self._hindrances.told_to_wait(table_id):
            self._turns.add(table_id)

    # --- presses on messages ----------------------------------------------------------------------

    async def pressed(self, table_id: int, user_id: int, message: Sent, sent_at: datetime) -> None:
        """Note the number of a pressed message if it is a desk that was sent, but not noted.

        Call it before the press is answered: the answer changes the message, which could not be
        found any more. Raises StoreError if the database is in trouble.
        """
        if self.presses.knows(message.message_id):
            return
        rows = await self._store.look(outbox.read_posts, table_id)
        if not any(row.message_id == message.message_id for row in rows):
            latest = sent_at + CLOCKS_APART
            desks = [row for row in rows if row.user_id == user_id and is_desk(row)]
            before = [row for row in desks if row.sender is not None and row.at <= latest]
            if before and before[-1].message_id is None:
                await self._store.write(
                    outbox.note_message, before[-1].id, message.channel_id, message.message_id
                )
        self.presses.know(message.message_id)

    async def answered(
        self, table_id: int, message_id: int, version: int, fingerprint: str
    ) -> None:
        """Have a pressed message edited if its answer may have come after a newer edit.

        The answer shows the game at *version*, and the desk of that *fingerprint* or something in
        its place. If the game has changed since, another program may have edited the message first.
        """
        if self._claims.holds(table_id) and not self.presses.taken_over(message_id):
            return  # edits have waited for the answer
        answer = _Answer(table_id, message_id, version, fingerprint)
        try:
            await self._edit_if_overtaken(answer)
        except StoreError as error:  # the answer is shown all the same
            log.error("game %d: what a message shows: %s", table_id, error)  # noqa: TRY400
            self._perhaps_overtaken.append(answer)

    async def _edit_if_overtaken(self, answer: _Answer) -> None:
        """Have a message edited if its game has changed since the answer was made."""
        table_id = answer.table_id
        if await self._store.look(outbox.version_of, table_id) in {None, answer.version}:
            return
        await self._store.write(outbox.doubt, table_id, answer.message_id, answer.fingerprint)
        self.presses.forget([table_id])
        self._unversioned.add(table_id)
        self.nudge(table_id)

    # --- what happens to the places where games are shown ----------------------------------------

    async def look_in(self, guild_id: int) -> None:
        """Deliver the games of a server: the bot has come to it, or has left it."""
        for table_id in await self._store.look(outbox.games_in, guild_id, ENDED):
            self._hindrances.go_on(table_id)
            self.nudge(table_id)

    async def lose(self, place_id: int) -> None:
        """Take a channel or thread to be gone, and deliver the games that were shown there."""
        for table_id in await self._store.write(outbox.lose_place, place_id, ENDED):
            self.nudge(table_id)

    # --- what happens to claims ------------------------------------------------------------------

    def told(self, what: Told, *, mine: bool) -> None:
        """Deliver what another program has stored."""
        if not mine:
            self._from_others.add(what.table_id)
        if what.shown is not None:
            self.presses.told(what.table_id, *what.shown)
        self.nudge(what.table_id)

    def taken(self, table_ids: Collection[int]) -> None:
        """Begin with tables of which only the database tells how they were left.

        If another program may have shown them, its edits may have come before or after our answers.
        """
        if self._claims.accompanied:
            self.presses.taken(table_ids)
        for table_id in table_ids:
            self._hindrances.forget(table_id)
        self._unread.update(table_ids)

    def lease_ended(self) -> None:
        """Stop: perhaps another program shows all of them by now."""
        self._hindrances = Hindrances()
        self._untried.clear()
        self._looked.clear()
        self._turns.cut_off()

    async def _claim(self, table_id: int) -> bool:
        """Whether a table is this program's to show by now; if not, tell those whose it is."""
        from_others = table_id in self._from_others
        self._from_others.discard(table_id)
        if not self._claims.holds(table_id) and table_id not in await self._claims.take([table_id]):
            self._changed_at.pop(table_id, None)
            if not from_others:
                await self._leave(table_id)
            return False
        if table_id in self._unread:
            rows = await self._store.look(due.read_kind, AGAIN, of_games=[table_id])
            self._learn([table_id], rows)
        return True

    async def _leave(self, table_id: int) -> None:
        """Leave a table to another program, which finds what is new by its version, or is told."""
        if table_id in self._unversioned:
            self._unversioned.discard(table_id)
            await self._store.write(due.put_off, DueRow(SHOW, table_id, self._clock()))
        self._tell_others(table_id)

    def _tell_others(self, table_id: int) -> None:
        """Tell those whose table it is, once whoever has pressed here is answered."""
        telling = asyncio.create_task(self._tell_once_shown(table_id))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell_once_shown(self, table_id: int) -> None:
        shown = await self.presses.shown_at(table_id)
        self._claims.tell(table_id, shown=shown)

    # --- how it stands --------------------------------------------------------------------------

    def nudge_problems(self) -> None:
        """Deliver soon what was not delivered for want of a permission: there may be news."""
        for table_id in self._hindrances:
            if self._hindrances.missing(table_id) is not None:
                self.nudge(table_id)

    def problem(self, table_id: int) -> str | None:
        """The permission for want of which something of a table is not delivered."""
        return self._hindrances.missing(table_id)

    def has_left(self, table_id: int) -> bool:
        """Whether nothing of a table is delivered because the bot is not in its server."""
        return self._hindrances.left(table_id)

    async def rest(self, table_id: int | None = None) -> None:
        """Wait until nothing of a table, or of all, is under way; not for what is put off."""
        await self._turns.rest(table_id)

    async def close(self) -> None:
        """End: what is under way gets a moment, what is left is for the next start."""
        await asyncio.gather(self._turns.close(), ended(self._telling))

    # --- work -----------------------------------------------------------------------------------

    async def _work(self, table_id: int) -> None:
        """Go round until nobody has nudged meanwhile."""
        try:
            if not await self._claim(table_id):
                self._looked.pop(table_id, None)
                return
        except StoreError as error:  # it will be found once the database can be read
            log.error("game %d: whether it can be shown: %s", table_id, error)  # noqa: TRY400
            self._looked.pop(table_id, None)
            return
        await self._round(table_id)
        while not self._hindrances.told_to_wait(table_id) and self._turns.nudged(table_id):
            await self._round(table_id)

    async def _round(self, table_id: int) -> None:
        """Make one round, put off what has failed, and tell what has changed by it."""
        program = self._claims.program
        if program is None:
            return
        changed_at = self._changed_at.pop(table_id, None)
        unversioned = table_id in self._unversioned
        self._unversioned.discard(table_id)
        one = Round(
            self._store,
            self._tables,
            self._courier,
            self._posts_due,
            self._clock,
            table_id,
            self._untried,
            self.presses,
            self._claims,
            program,
            may_ring=unversioned,
        )
        shown = await self._go(table_id, one)
        if unversioned and not shown:
            self._unversioned.add(table_id)
        if changed_at is not None and shown:
            self._counts.delivered(time.monotonic() - changed_at)
        elif changed_at is not None and self._hindrances.told_to_wait(table_id):
            self._changed_at[table_id] = changed_at
        if one.report.removed:
            self._claims.lose(table_id)
            self._hindrances.forget(table_id)
        else:
            await self._tell(table_id, one.report)
            self._hindrances.tidy(table_id)

    async def _go(self, table_id: int, one: Round) -> bool:
        """Make a round, and put off what has failed. Whether everybody is shown everything."""
        longest = _LONGEST_PAUSE
        try:
            report = await one.run()
        except TryLater as later:
            log.warning("game %d: %s", table_id, later)
            self._hindrances[table_id].told_to_wait = True
            await self._put_off(table_id, later.seconds, failed=False)
            return False
        except NotOurs:  # whoever shows it has found, or will find, how far this program came
            self._claims.lose(table_id)
            self._looked.pop(table_id, None)
            return False
        except InTrouble as trouble:
            log.warning("game %d: %s", table_id, trouble)
        except Refused as refused:
            if refused.refusal is Refusal.UNKNOWN_GAME:  # it was removed meanwhile
                self._hindrances.forget(table_id)
            elif refused.refusal is not Refusal.UNREADABLE:  # which was said when it was read
                log.error("nothing of game %d can be delivered: %s", table_id, refused)  # noqa: TRY400
            return False
        except StoreError as error:
            log.error("game %d: %s", table_id, error)  # noqa: TRY400
        except Exception:
            log.exception("could not deliver game %d", table_id)
        else:
            if report.removed:
                return True
            if report.left:
                await self._put_off(table_id, _WITHOUT_SERVER, failed=True)
                return False
            if report.missing is not None or not report.failed:
                longest = _LONGEST_WITHOUT_HELP
            if not report.failed and not report.uncalled:
                await self._settle(table_id)
                return True
        pause = pause_after(self._hindrances[table_id].tries or 0, _FIRST_PAUSE, longest)
        await self._put_off(table_id, pause, failed=True)
        return False

    async def _tell(self, table_id: int, report: Report) -> None:
        """Tell what is new about a table after a round, as far as that has found it out."""
        if report.uncalled is None:
            return
        hindrance = self._hindrances[table_id]
        if report.left and not hindrance.left:
            log.info("game %d waits: the bot is not in its server", table_id)
        reach_changed, lack_changed = hindrance.take_in(report)
        try:
            if reach_changed:
                await self._reach(table_id, not report.uncalled)
            if lack_changed:
                await self._lacks(table_id, report.missing)
        except Exception:
            log.exception("how game %d stands could not be told", table_id)
            hindrance.reach_unsure = hindrance.lack_unsure = True
            await self._put_off(table_id, _FIRST_PAUSE, failed=True)  # it is told after that

    async def _put_off(self, table_id: int, seconds: float, *, failed: bool) -> None:
        """Have a table delivered again in so many seconds, whatever happens until then."""
        hindrance = self._hindrances[table_id]
        hindrance.tries = tries = min((hindrance.tries or 0) + 1, _COUNTED) if failed else 0
        row = DueRow(AGAIN, table_id, self._clock() + timedelta(seconds=seconds), tries)
        try:
            await self._store.write(due.put_off, row)
        except StoreError as error:
            log.error("game %d: that it is tried again: %s", table_id, error)  # noqa: TRY400
            hindrance.not_put_off = True
        self._alarm(row.at)

    async def _settle(self, table_id: int) -> None:
        hindrance = self._hindrances[table_id]
        if hindrance.tries is None:
            return
        hindrance.tries = None
        try:
            await self._store.write(due.settle, AGAIN, table_id)
        except StoreError as error:  # then it will be looked at once more
            log.error("game %d: that it is delivered: %s", table_id, error)  # noqa: TRY400
