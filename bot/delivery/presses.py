"""Messages that are shown anew by the answer to a press on them: nobody else need edit them."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from bot.claims import Shown

_KEPT = 10_000
_PATIENCE = 3.0
"""Seconds for which the answer to a press is waited for before other programs are told."""


@dataclass(slots=True)
class Press:
    """A press on a message, while it is answered."""

    shows: str | None = None
    """The fingerprint of what the message shows by now; empty if it is something passing, None if
    nobody knows."""


class _Answer(NamedTuple):
    """What a message shows by the answer to a press on it."""

    fingerprint: str
    told: bool
    """Whether another program has told of it: then nobody knows whether that came before or after
    the message was edited here."""


class Presses:
    """The presses that are answered by editing the message that was pressed."""

    def __init__(self) -> None:
        self._answered: dict[int, set[asyncio.Future[None]]] = {}
        """The presses on each message that are being answered: somebody may press twice."""
        self._shown: OrderedDict[int, _Answer] = OrderedDict()
        """What messages show that were answered so, until somebody asks."""
        self._pressed_at: OrderedDict[int, int] = OrderedDict()
        """The message that was pressed last, by the table that it is about."""

    @contextmanager
    def answering(self, message_id: int | None, table_id: int) -> Iterator[Press]:
        """While a press on that message is answered; None if another message will answer it."""
        press = Press()
        if message_id is None:
            yield press
            return
        answered = asyncio.get_running_loop().create_future()
        self._answered.setdefault(message_id, set()).add(answered)
        self._pressed_at[table_id] = message_id
        self._pressed_at.move_to_end(table_id)
        if len(self._pressed_at) > _KEPT:
            self._pressed_at.popitem(last=False)
        try:
            yield press
        finally:
            if press.shows is None:
                self._shown.pop(message_id, None)
            elif press.shows:  # else it is on top of what was shown before
                self._note(message_id, _Answer(press.shows, told=False))
            answered.set_result(None)
            self._answered[message_id].remove(answered)
            if not self._answered[message_id]:
                del self._answered[message_id]

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

    def told(self, message_id: int, shows: str) -> None:
        """Note what a message shows by an answer that another program has given."""
        self._note(message_id, _Answer(shows, told=True))

    def _note(self, message_id: int, answer: _Answer) -> None:
        self._shown[message_id] = answer
        self._shown.move_to_end(message_id)
        if len(self._shown) > _KEPT:
            self._shown.popitem(last=False)

    def pressed(self, message_id: int | None) -> bool:
        """Whether a press on that message is being answered."""
        return message_id in self._answered

    async def shown(self, message_id: int) -> str:
        """Wait until no press is being answered, and answer what the message shows by that.

        It is a fingerprint, once; empty if nobody knows.
        """
        while answered := self._answered.get(message_id):
            await asyncio.wait(answered)
        shown = self._shown.pop(message_id, None)
        return "" if shown is None else shown.fingerprint

    def shows_other(self, message_id: int, fingerprint: str) -> bool:
        """Whether a message shows something else by an answer that another program has given."""
        shown = self._shown.get(message_id)
        return shown is not None and shown.told and shown.fingerprint != fingerprint
