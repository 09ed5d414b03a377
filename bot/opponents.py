"""Computers decide: what the mind answers is stored as any other decision.

What waits is a row for each game (:data:`bot.table.COMPUTER`), and not kept in memory: whatever
becomes of the program, the next one goes on with it. One game is thought about at a time, the one
that has waited longest first, each up to the end of the turn.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from bot.claims import Alone, Claiming, Told
from bot.minds import Lane, Minds, NoAnswer, WantedDecision
from bot.store import Store, StoreError, due
from bot.store.rows import DueRow
from bot.table import COMPUTER, Everyone, Refused, Tables, ToDecide
from engine import Action, AddDecision, IllegalAction, least_action

log = logging.getLogger(__name__)

PAUSE = timedelta(seconds=4)
"""After so long a conflict is answered: longer than the mind thinks."""
_TRIED_AGAIN_AFTER = timedelta(seconds=30)
_LONGEST_PAUSE = timedelta(hours=1)
_COUNTED = 10
"""After so many failures the pauses are the longest long since."""
_KEPT = 256
"""So many answers to conflicts are kept until they are given; others are thought of once more."""


class Aside(Protocol):
    """Waits for a thought: nobody who looks at the program waits for that."""

    def __call__(self, thought: "asyncio.Future[Action]", /) -> Awaitable[Action]:
        """Wait for it, and answer it."""


class _Answer(NamedTuple):
    """What will be answered to a conflict."""

    seen: int
    action: Action
    at: datetime


class Opponents:
    """Decides for computers as long as any game waits for one."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        minds: Minds,
        clock: Callable[[], datetime],
        *,
        alarm: Callable[[datetime], None],
        aside: Aside,
        pause: timedelta = PAUSE,
        claims: Claiming = Alone(),  # noqa: B008  # a value
    ) -> None:
        """*alarm* is called with a time at which, at the latest, :meth:`look` is to be called.

        *pause* is for how long a conflict waits for its answer: whatever the hand is, and however
        long the thought takes. Decided is in the games that this program holds.
        """
        self._store = store
        self._tables = tables
        self._minds = minds
        self._clock = clock
        self._alarm = alarm
        self._aside = aside
        self._pause = pause
        self._answers: OrderedDict[int, _Answer] = OrderedDict()
        """What will be answered to conflicts, by their games, as long as that holds."""
        self._working: asyncio.Task[None] | None = None
        self._more = False
        self._closed = False
        self._claims = claims
        claims.join(self)

    # --- when to look ----------------------------------------------------------------------------

    def note(self, connection: Connection, everyone: Everyone) -> bool:
        """Note whether a table that has changed waits for a computer."""
        del connection
        return everyone.table.waits_for_computer

    def stored(self, table_id: int, noted: object) -> None:
        """Look, if a table that has changed waits for a computer, or if that is not known."""
        if noted is False:
            return
        if self._claims.holds(table_id):
            self.look()
        else:  # if it is claimed here later, it is due still
            self._claims.tell(table_id, computer=True)

    def expect(self, at: datetime) -> None:
        """Others have the alarm set."""

    async def due(self, table_id: int) -> None:
        """Look: a game waits for a computer."""
        del table_id
        self.look()

    def told(self, what: Told, *, mine: bool) -> None:
        """Look, if another program has stored what a computer is to answer."""
        if mine and what.computer:
            self.look()

    def taken(self, table_ids: Collection[int]) -> None:
        """What is due of them will be told."""

    def lease_ended(self) -> None:
        """Think no further: another program will."""
        self._answers.clear()
        if self._working is not None:
            self._working.cancel()

    def look(self) -> None:
        """Decide whatever is due by now, in a task of its own."""
        if self._closed:
            return
        self._more = True
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="computers")

    async def rest(self) -> None:
        """Wait until nothing is due any more that a computer is to decide."""
        while self._working is not None and not self._working.done():
            await asyncio.wait([self._working])

    async def close(self) -> None:
        """End: what is not decided is for the next start."""
        self._closed = True
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    # --- deciding --------------------------------------------------------------------------------

    async def _work(self) -> None:
        while self._more:
            self._more = False
            try:
                while (row := await self._next()) is not None:
                    await self._play(row)
            except StoreError as error:  # the row is due still
                log.error("what computers are to decide: %s", error)  # noqa: TRY400
                self._alarm(self._clock() + _TRIED_AGAIN_AFTER)

    async def _next(self) -> DueRow | None:
        """The game that has waited longest for a computer, of those that this program holds."""
        program = self._claims.program
        if program is None:
            return None
        return await self._store.look(due.read_first, COMPUTER, self._clock(), program)

    async def _play(self, row: DueRow) -> None:
        """Decide in a game, up to the end of the turn or until somebody else is asked.

        Raises StoreError if what is due cannot be changed.
        """
        try:
            asked = await self._tables.to_decide(row.game_id)
            if asked is None:
                await self._store.write(due.settle, COMPUTER, row.game_id, by=row.at)
                return
            turn = asked.turn
            while asked is not None and asked.turn == turn:  # then others have waited longer
                if not await self._decide(asked):
                    return
                asked = await self._tables.to_decide(row.game_id)
        except Exception as error:
            self._answers.pop(row.game_id, None)
            if isinstance(error, StoreError):
                log.error("game %d: what a computer decides: %s", row.game_id, error)  # noqa: TRY400
            elif not isinstance(error, Refused):  # the game has changed meanwhile, or is damaged
                log.exception("game %d: what a computer decides is tried again", row.game_id)
            await self._try_again(row)

    async def _decide(self, asked: ToDecide) -> bool:
        """Decide what is asked; whether that is done, and not put off.

        Raises Refused if the game does not wait for that decision any more.
        """
        answer = self._answers.pop(asked.table_id, None)
        if answer is None or answer.seen != asked.seen:
            action = await self._thought(asked)
            answer = _Answer(asked.seen, action, self._answered_at(asked))
        if answer.at > self._clock():
            self._answers[asked.table_id] = answer
            if len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
            row = DueRow(COMPUTER, asked.table_id, answer.at)
            await self._store.write(due.put_off, row)
            self._alarm(answer.at)
            return False
        if not self._claims.holds(asked.table_id):  # any more
            return False
        try:
            await self._tables.act_for_computer(asked.table_id, [answer.action], asked.seen)
        except IllegalAction:  # which says what is held
            log.error("game %d: what a computer decided is not legal", asked.table_id)  # noqa: TRY400
            least = least_action(asked.view)
            await self._tables.act_for_computer(asked.table_id, [least], asked.seen)
        return True

    async def _thought(self, asked: ToDecide) -> Action:
        """What the mind decides; as little as possible if it does not answer."""
        seed = asked.table_id << 32 | asked.seen  # never the bag
        wanted = WantedDecision(asked.view, asked.scores, asked.level, seed)
        try:
            return await self._aside(self._minds.ask(wanted, Lane.PLAY))
        except NoAnswer as error:
            if self._closed:
                raise
            log.warning(
                "game %d: a computer decides as little as possible: %s", asked.table_id, error
            )
            return least_action(asked.view)

    def _answered_at(self, asked: ToDecide) -> datetime:
        """When a decision is stored: at once, but for a conflict's, which waits.

        If it was not thought of within one pause, it waits for another: so nobody can tell from
        the time how long that took.
        """
        since = asked.asked_at
        if not isinstance(asked.view.decision, AddDecision) or not self._pause:
            return since
        pauses = max(1, -((since - self._clock()) // self._pause))
        return since + pauses * self._pause

    async def _try_again(self, row: DueRow) -> None:
        """Put off what has failed, each time for longer, unless it is due anew anyway."""
        pause = min(_TRIED_AGAIN_AFTER * 2 ** min(row.tries, _COUNTED), _LONGEST_PAUSE)
        at = self._clock() + pause
        await self._store.write(due.try_again, row, at)
        self._alarm(at)
