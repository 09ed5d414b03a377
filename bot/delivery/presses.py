"""Messages that the answers to presses change, so that delivery need not edit them.

Several presses on one message may be answered at once. The last one counts: once its answer is
shown, those to earlier presses are neither shown nor tried again. So each message has one writer at
a time: the answer to the last press, or else delivery, which waits for that.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from cachetools import LRUCache

from bot.cluster import ShownMessage

_REMEMBERED = 10_000
"""The most messages to remember, beside those that are pressed."""
_PATIENCE = 3.0
"""Seconds to wait for the answer to a press before other programs are notified."""


class Overtaken(Exception):
    """The message shows the answer to a later press."""


class AnswerState(Enum):
    """The state of the answer to a press."""

    WAITING = auto()
    """Nothing of it has been sent."""
    LATE = auto()
    """The same, but another answer was shown since the press: this one may be older."""
    SENDING = auto()
    """It may change the message at any moment, also after an attempt has failed."""
    MIXED = auto()
    """The same, and so may another: either may come last."""
    SHOWN = auto()
    """The message shows it."""
    COVERED = auto()
    """Another answer was shown after it."""
    UNSURE = auto()
    """It was shown before or after another one."""


_MAY_COME = {AnswerState.SENDING, AnswerState.MIXED}


class _Desk(NamedTuple):
    """The desk that a message shows since a press on it was answered."""

    fingerprint: str
    table_id: int
    notified: bool
    """True if another program has notified us: our own edit may have come before or after."""


@dataclass(slots=True)
class PressedMessage:
    """A message that answers to presses change."""

    presses: "list[Press]" = field(default_factory=list)
    """The open presses on it, oldest first: a user may press twice."""
    pressed: int = 0
    """The number of presses so far."""
    answered: int = 0
    """The number of the latest press whose answer was shown."""
    desk: _Desk | None = None
    """The desk that it shows, or that a passing page covers, until requested; None if unknown."""
    is_known: bool = False
    """True if its number is noted, or need not be."""

    def unanswered(self) -> list[asyncio.Future[None]]:
        """Return the presses that are being answered."""
        return [press.answered for press in self.presses if not press.answered.done()]


class Press:
    """A press on a message, while it is answered."""

    def __init__(self, message: PressedMessage | None = None) -> None:
        """*message* is the one that its answer changes, if others may change it too."""
        self._message = message = message or PressedMessage()
        message.pressed += 1
        message.presses.append(self)
        self.number = message.pressed
        self.scope: asyncio.Timeout | None = None
        self.state = AnswerState.WAITING
        self.shows = ""
        """The fingerprint of the desk that the answer shows; empty for a passing page."""
        self.table_id = 0
        """The table that the press is about, once known."""
        self.taken_over = False
        """True if this program has taken that table over since the press."""
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once others may edit the message."""

    @asynccontextmanager
    async def showing(self, shows: str = "") -> AsyncIterator[None]:
        """Show the answer in this context, in any number of attempts.

        *shows* is the fingerprint of the desk that it shows, empty for a passing page. Raises
        Overtaken, at any moment, once the answer to a later press is shown.
        """
        if self.is_overtaken:
            raise Overtaken
        beside = [other for other in self._others() if other.state in _MAY_COME]
        for other in beside:
            other.state = AnswerState.MIXED
        is_older = self.state is AnswerState.LATE and not shows
        is_sure = not beside and not is_older and self.state is not AnswerState.UNSURE
        self.state = AnswerState.SENDING if is_sure else AnswerState.MIXED
        try:
            async with asyncio.timeout(None) as self.scope:
                yield
        except TimeoutError:
            if self.is_overtaken:
                raise Overtaken from None
            raise
        finally:
            self.scope = None
        self.shows = shows
        self.state = AnswerState.SHOWN if self.state is AnswerState.SENDING else AnswerState.UNSURE
        for other in self._others():
            if other.state is AnswerState.WAITING:
                other.state = AnswerState.LATE
            elif other.state is AnswerState.SHOWN:
                other.state = AnswerState.COVERED
            if other.number < self.number and not other.is_overtaken and other.scope:
                other.scope.reschedule(asyncio.get_running_loop().time())
        self._message.answered = max(self._message.answered, self.number)

    def _others(self) -> "list[Press]":
        return [other for other in self._message.presses if other is not self]

    @property
    def is_overtaken(self) -> bool:
        """True if the answer to a later press is shown."""
        return self.number < self._message.answered

    @property
    def is_sure(self) -> bool:
        """True if it is known what the message shows after this press."""
        if self.state in {AnswerState.WAITING, AnswerState.LATE}:
            return self.is_overtaken  # it was not even tried
        return self.state is AnswerState.SHOWN


class Presses:
    """The presses whose answers change the message that was pressed."""

    def __init__(self) -> None:
        self._messages: dict[int, PressedMessage] = {}
        """The messages that were pressed or shown last, oldest first."""
        self._pressed_at: LRUCache[int, int] = LRUCache(_REMEMBERED)
        """The message that was pressed last, by table."""

    def _message(self, message_id: int) -> PressedMessage:
        message = self._messages.pop(message_id, PressedMessage())
        self._messages[message_id] = message
        if len(self._messages) > _REMEMBERED:
            oldest = (key for key, each in self._messages.items() if not each.presses)
            del self._messages[next(oldest)]
        return message

    @contextmanager
    def on(self, message_id: int) -> Iterator[Press]:
        """Open a press on that message, until it is answered."""
        message = self._message(message_id)
        press = Press(message)
        try:
            yield press
        finally:
            if not press.answered.done():
                press.answered.set_result(None)
            message.presses.remove(press)

    @contextmanager
    def answering(self, press: Press, message_id: int | None, table_id: int) -> Iterator[None]:
        """Answer a press about a table in this context, then note what its message shows.

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
                self._message(message_id).desk = None
            elif press.shows:  # a passing page covers what was shown before
                self._message(message_id).desk = _Desk(press.shows, table_id, notified=False)
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

    def notified(self, table_id: int, message_id: int, shows: str) -> None:
        """Note what a message shows since another program has answered a press."""
        self._message(message_id).desk = _Desk(shows, table_id, notified=True)

    def forget(self, table_ids: Collection[int]) -> None:
        """Note that it is unknown what messages of these tables show."""
        for message in self._messages.values():
            if message.desk is not None and message.desk.table_id in table_ids:
                message.desk = None

    def taken(self, table_ids: Collection[int]) -> None:
        """Note that these tables were taken over: others may have edited their messages."""
        self.forget(table_ids)
        for message in self._messages.values():
            for press in message.presses:
                press.taken_over |= press.table_id in table_ids

    def taken_over(self, message_id: int) -> bool:
        """Return True if the table was taken over since an open press on that message."""
        return any(press.taken_over for press in self._message(message_id).presses)

    def pressed(self, message_id: int | None) -> bool:
        """Return True if a press on that message is being answered."""
        message = None if message_id is None else self._messages.get(message_id)
        return message is not None and bool(message.unanswered())

    async def shown(self, message_id: int) -> str:
        """Wait until no press is being answered, and return what the message shows.

        Only the first call returns the fingerprint. Empty if it is unknown.
        """
        message = self._message(message_id)
        while unanswered := message.unanswered():
            await asyncio.wait(unanswered)
        desk, message.desk = message.desk, None
        return "" if desk is None else desk.fingerprint

    def shows_other(self, message_id: int, fingerprint: str) -> bool:
        """Return True if another program has notified us that a message shows something else."""
        message = self._messages.get(message_id)
        desk = None if message is None else message.desk
        return desk is not None and desk.notified and desk.fingerprint != fingerprint

    # --- messages with noted numbers -------------------------------------------------------------

    def know(self, message_id: int) -> None:
        """Note that the message's number is noted, or need not be."""
        self._message(message_id).is_known = True

    def knows(self, message_id: int) -> bool:
        """Return True if :meth:`know` was called for a message."""
        return self._message(message_id).is_known
