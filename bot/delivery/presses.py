"""Messages that the answers to presses change, so that delivery need not edit them.

Several presses on one message may be answered at once. The last one counts: once its answer is
shown, those to earlier presses are neither shown nor tried again.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import chain
from typing import NamedTuple

from cachetools import LRUCache

from bot.cluster import ShownMessage

_KEPT = 10_000
_PATIENCE = 3.0
"""Seconds to wait for the answer to a press before other programs are notified."""


class Overtaken(Exception):
    """The answer to a later press on the same message is shown."""


class Press:
    """A press on a message, while it is answered."""

    def __init__(self, beside: "list[Press]") -> None:
        """*beside* are all open presses on the message, oldest first."""
        self.shows: str | None = None
        """The fingerprint of what the message shows now: empty for a passing page, None if
        unknown."""
        self.table_id = 0
        """The table that the press is about, once known."""
        self.taken_over = False
        """Whether this program has taken that table over since the press."""
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once others may edit the message."""
        self._beside = beside
        beside.append(self)
        self.scope: asyncio.Timeout | None = None
        self.overtaken = False
        self.under_way = False
        """Whether its answer may still change the message."""
        self.mixed = False
        """Whether another answer was under way at the same time: either may have come last."""
        self.behind = False
        """Whether another answer was shown since the press, or since its own answer."""
        self._late = False
        """Whether another answer was shown before its own, which may show an older state."""

    @asynccontextmanager
    async def showing(self) -> AsyncIterator[None]:
        """Show the answer in here, in any number of attempts.

        Raises Overtaken, at any moment, once the answer to a later press is shown.
        """
        if self.overtaken:
            raise Overtaken
        self.under_way = True
        for other in self._others():
            if other.under_way:
                self.mixed = other.mixed = True
        try:
            async with asyncio.timeout(None) as self.scope:
                yield
        except TimeoutError:
            if self.overtaken:
                raise Overtaken from None
            raise
        finally:
            self.scope = None
        self.under_way = False
        self._late, self.behind = self.behind, False
        self._overtake()

    def _overtake(self) -> None:
        for other in self._others():
            other.behind = True
        for earlier in self._beside[: self._beside.index(self)]:
            ended, earlier.overtaken = earlier.overtaken, True
            if earlier.scope is not None and not ended:  # a scope cannot end twice
                earlier.scope.reschedule(asyncio.get_running_loop().time())

    def _others(self) -> "list[Press]":
        return [other for other in self._beside if other is not self]

    @property
    def is_sure(self) -> bool:
        """Whether it is known what the message shows after this press."""
        if self.under_way or self.mixed:
            return False
        if self.shows is None:
            return self.overtaken  # it was not even tried
        return not self.behind and (bool(self.shows) or not self._late)


class _Answer(NamedTuple):
    """What a message shows since a press on it was answered."""

    fingerprint: str
    table_id: int
    told: bool
    """Whether another program has notified us: our own edit may have come before or after."""


class Presses:
    """The presses whose answers change the message that was pressed."""

    def __init__(self) -> None:
        self._on: defaultdict[int, list[Press]] = defaultdict(list)
        """The open presses on each message: a user may press twice."""
        self._shown: LRUCache[int, _Answer] = LRUCache(_KEPT)
        """What messages show since a press was answered, until it is asked for."""
        self._pressed_at: LRUCache[int, int] = LRUCache(_KEPT)
        """The message that was pressed last, by table."""
        self._known: LRUCache[int, None] = LRUCache(_KEPT)
        """Messages whose numbers are noted, or need not be."""

    @contextmanager
    def on(self, message_id: int | None) -> Iterator[Press]:
        """A press on that message, open until it is dealt with; None if it changes no message."""
        if message_id is None:
            yield Press([])
            return
        beside = self._on[message_id]
        press = Press(beside)
        try:
            yield press
        finally:
            if not press.answered.done():
                press.answered.set_result(None)
            beside.remove(press)
            if not beside:
                del self._on[message_id]

    @contextmanager
    def answering(self, press: Press, message_id: int | None, table_id: int) -> Iterator[None]:
        """Answer a press about a table in here, then note what its message shows.

        *message_id* is None if delivery cannot edit the message.
        """
        press.table_id = table_id
        if message_id is None:
            yield
            return
        self._pressed_at[table_id] = message_id
        try:
            yield
        finally:
            if not press.is_sure:
                self._shown.pop(message_id, None)
            elif press.shows:  # a passing page covers what was shown before
                self._shown[message_id] = _Answer(press.shows, table_id, told=False)
            press.answered.set_result(None)

    async def shown_at(self, table_id: int) -> ShownMessage | None:
        """Wait until the last press at a table is answered, and return what its message shows.

        Only the first call returns it. None if it is unknown, or the wait takes long.
        """
        message_id = self._pressed_at.pop(table_id, None)
        if message_id is None:
            return None
        try:
            async with asyncio.timeout(_PATIENCE):
                fingerprint = await self.shown(message_id)
        except TimeoutError:
            return None
        return ShownMessage(message_id, fingerprint) if fingerprint else None

    def told(self, table_id: int, message_id: int, shows: str) -> None:
        """Note what a message shows since another program has answered a press."""
        self._shown[message_id] = _Answer(shows, table_id, told=True)

    def forget(self, table_ids: Collection[int]) -> None:
        """Note that it is unknown what messages of these tables show."""
        for message_id, answer in [*self._shown.items()]:
            if answer.table_id in table_ids:
                del self._shown[message_id]

    def taken(self, table_ids: Collection[int]) -> None:
        """Note that these tables were taken over: others may have edited their messages."""
        self.forget(table_ids)
        for press in chain.from_iterable(self._on.values()):
            press.taken_over |= press.table_id in table_ids

    def taken_over(self, message_id: int) -> bool:
        """Whether the table was taken over since an open press on that message."""
        return any(press.taken_over for press in self._on.get(message_id, ()))

    def pressed(self, message_id: int | None) -> bool:
        """Whether a press on that message is being answered."""
        return bool(self._unanswered(message_id))

    def _unanswered(self, message_id: int | None) -> list[asyncio.Future[None]]:
        presses = self._on.get(message_id, ()) if message_id is not None else ()
        return [press.answered for press in presses if not press.answered.done()]

    async def shown(self, message_id: int) -> str:
        """Wait until no press is being answered, and return what the message shows.

        Only the first call returns the fingerprint. Empty if it is unknown.
        """
        while unanswered := self._unanswered(message_id):
            await asyncio.wait(unanswered)
        shown = self._shown.pop(message_id, None)
        return "" if shown is None else shown.fingerprint

    def shows_other(self, message_id: int, fingerprint: str) -> bool:
        """Whether another program has told that a message shows something else."""
        shown = self._shown.get(message_id)
        return shown is not None and shown.told and shown.fingerprint != fingerprint

    # --- which messages are known ----------------------------------------------------------------

    def know(self, message_id: int) -> None:
        """Note that the message's number is noted, or need not be."""
        self._known[message_id] = None

    def knows(self, message_id: int) -> bool:
        """Whether :meth:`know` was called for a message."""
        return message_id in self._known
