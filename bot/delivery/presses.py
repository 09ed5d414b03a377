"""Messages that are shown anew by the answer to a press on them: nobody else need edit them."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_KEPT = 10_000


@dataclass(slots=True)
class Press:
    """A press on a message, while it is answered."""

    shows: str | None = None
    """The fingerprint of what the message shows by now; empty if it is something passing, None if
    nobody knows."""


class Presses:
    """The presses that are answered by editing the message that was pressed."""

    def __init__(self) -> None:
        self._answered: dict[int, asyncio.Future[None]] = {}
        self._shown: OrderedDict[int, str] = OrderedDict()
        """What messages show that were answered so, until somebody asks."""

    @contextmanager
    def answering(self, message_id: int | None) -> Iterator[Press]:
        """While a press on that message is answered; None if another message will answer it."""
        press = Press()
        if message_id is None:
            yield press
            return
        answered = asyncio.get_running_loop().create_future()
        self._answered[message_id] = answered
        try:
            yield press
        finally:
            self._note(message_id, press.shows)
            answered.set_result(None)
            if self._answered[message_id] is answered:
                del self._answered[message_id]

    def _note(self, message_id: int, shows: str | None) -> None:
        if shows is None:
            self._shown.pop(message_id, None)
        elif shows:  # else it is on top of what was shown before
            self._shown[message_id] = shows
            self._shown.move_to_end(message_id)
        while len(self._shown) > _KEPT:
            self._shown.popitem(last=False)

    def pressed(self, message_id: int | None) -> bool:
        """Whether a press on that message is being answered."""
        return message_id in self._answered

    async def shown(self, message_id: int) -> str:
        """Wait until no press is being answered, and answer what the message shows by that.

        It is a fingerprint, once; empty if nobody knows.
        """
        while (answered := self._answered.get(message_id)) is not None:
            await answered
        return self._shown.pop(message_id, "")
