"""Messages that are changed by the answers to presses on them: nobody else need edit them.

Several presses on one message may be answered at the same time. The last of them counts: once its
answer is shown, the answers to earlier ones are neither shown nor tried again.
"""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import chain
from typing import NamedTuple, TypeVar

from bot.claims import Shown

_T = TypeVar("_T")
_KEPT = 10_000
_PATIENCE = 3.0
"""Seconds for which the answer to a press is waited for before other programs are told."""


class Overtaken(Exception):
    """The answer to a later press on the same message is shown."""


class Press:
    """A press on a message, while it is answered."""

    def __init__(self, beside: "list[Press]") -> None:
        """*beside* are all presses on the message that have not ended, in their order."""
        self.shows: str | None = None
        """The fingerprint of what the message shows by now; empty if it is something passing, None
        if nobody knows."""
        self.table_id = 0
        """The table that it is about, once that is known."""
        self.taken_over = False
        """Whether this program has taken that table over since."""
        self.is_answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once others may edit the message."""
        self._beside = beside
        beside.append(self)
        self.scope: asyncio.Timeout | None = None
        self.overtaken = False
        self.under_way = False
        """Whether an attempt to show the answer may still change the message."""
        self.mixed = False
        """Whether another answer was under way at the same time: nobody knows which came last."""
        self.behind = False
        """Whether another answer was shown since it began, or since its own was shown."""
        self._late = False
        """Whether another answer was shown before its own: that may be of what was before."""

    @asynccontextmanager
    async def showing(self) -> AsyncIterator[None]:
        """Show the answer in here, in as many attempts as it takes.

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
        """Whether it is known what the message shows after it."""
        if self.under_way or self.mixed:
            return False
        if self.shows is None:
            return self.overtaken  # then it was not even tried
        return not self.behind and (bool(self.shows) or not self._late)


class _Answer(NamedTuple):
    """What a message shows by the answer to a press on it."""

    fingerprint: str
    table_id: int
    told: bool
    """Whether another program has told of it: then nobody knows whether that came before or after
    the message was edited here."""


class Presses:
    """The presses that are answered by changing the message that was pressed."""

    def __init__(self) -> None:
        self._on: defaultdict[int, list[Press]] = defaultdict(list)
        """The presses on each message that have not ended: somebody may press twice."""
        self._shown: OrderedDict[int, _Answer] = OrderedDict()
        """What messages show that were answered so, until somebody asks."""
        self._pressed_at: OrderedDict[int, int] = OrderedDict()
        """The message that was pressed last, by the table that it is about."""
        self._known: OrderedDict[int, None] = OrderedDict()
        """Messages of which it is noted, or of no interest, which ones they are."""

    @contextmanager
    def on(self, message_id: int | None) -> Iterator[Press]:
        """While somebody deals with a press on that message; None if another will be its answer."""
        if message_id is None:
            yield Press([])
            return
        beside = self._on[message_id]
        press = Press(beside)
        try:
            yield press
        finally:
            if not press.is_answered.done():
                press.is_answered.set_result(None)
            beside.remove(press)
            if not beside:
                del self._on[message_id]

    @contextmanager
    def answering(self, press: Press, message_id: int | None, table_id: int) -> Iterator[None]:
        """While a press about a table is answered: what the message shows then is known.

        None if it is no message that anybody else could edit.
        """
        press.table_id = table_id
        if message_id is None:
            yield
            return
        _put(self._pressed_at, table_id, message_id)
        try:
            yield
        finally:
            if not press.is_sure:
                self._shown.pop(message_id, None)
            elif press.shows:  # else it is on top of what was shown before
                _put(self._shown, message_id, _Answer(press.shows, table_id, told=False))
            press.is_answered.set_result(None)

    async def shown_at(self, table_id: int) -> Shown | None:
        """Wait until the last press at a table is answered, and answer what its message shows.

        Once; None if nobody knows, and after a moment, as others wait to be told.
        """
        message_id = self._pressed_at.pop(table_id, None)
        if message_id is None:
            return None
        try:
            async with asyncio.timeout(_PATIENCE):
                fingerprint = await self.shown(message_id)
        except TimeoutError:
            return None
        return Shown(message_id, fingerprint) if fingerprint else None

    def told(self, table_id: int, message_id: int, shows: str) -> None:
        """Note what a message shows by an answer that another program has given."""
        _put(self._shown, message_id, _Answer(shows, table_id, told=True))

    def forget(self, table_ids: Collection[int]) -> None:
        """Take it that nobody knows what messages of these tables show."""
        for message_id, answer in [*self._shown.items()]:
            if answer.table_id in table_ids:
                del self._shown[message_id]

    def taken(self, table_ids: Collection[int]) -> None:
        """Another program may have edited messages of these tables until now."""
        self.forget(table_ids)
        for press in chain.from_iterable(self._on.values()):
            press.taken_over |= press.table_id in table_ids

    def taken_over(self, message_id: int) -> bool:
        """Whether the table was taken over while a press on that message is answered."""
        return any(press.taken_over for press in self._on.get(message_id, ()))

    def pressed(self, message_id: int | None) -> bool:
        """Whether a press on that message is being answered."""
        return bool(self._unanswered(message_id))

    def _unanswered(self, message_id: int | None) -> list[asyncio.Future[None]]:
        presses = self._on.get(message_id, ()) if message_id is not None else ()
        return [press.is_answered for press in presses if not press.is_answered.done()]

    async def shown(self, message_id: int) -> str:
        """Wait until no press is being answered, and answer what the message shows by that.

        It is a fingerprint, once; empty if nobody knows.
        """
        while answered := self._unanswered(message_id):
            await asyncio.wait(answered)
        shown = self._shown.pop(message_id, None)
        return "" if shown is None else shown.fingerprint

    def shows_other(self, message_id: int, fingerprint: str) -> bool:
        """Whether a message shows something else by an answer that another program has given."""
        shown = self._shown.get(message_id)
        return shown is not None and shown.told and shown.fingerprint != fingerprint

    # --- which messages are known ----------------------------------------------------------------

    def know(self, message_id: int) -> None:
        """It is noted which message this is."""
        _put(self._known, message_id, None)

    def knows(self, message_id: int) -> bool:
        """Whether that is noted."""
        return message_id in self._known


def _put(kept: OrderedDict[int, _T], key: int, value: _T) -> None:
    """Keep something, and no more than so much."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > _KEPT:
        kept.popitem(last=False)
