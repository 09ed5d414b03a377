"""How the host is told what happens."""

from collections.abc import Callable

Say = Callable[[str], None]

RESTORE = "Stop the bot, and put a backup in the place of the database: see the README."
_OFTEN = 1000
"""After so many games it is said how far it has come."""


def sentence(error: Exception) -> str:
    """What went wrong, with a full stop."""
    told = str(error)
    return told if told.endswith((".", "?")) else f"{told}."


class Progress:
    """How far something has come with so many games *in all*, which may take a while."""

    def __init__(self, in_all: int, say: Say) -> None:
        self._in_all = in_all
        self._say = say
        self._done = 0

    def went_on(self) -> None:
        """One more is done."""
        self._done += 1
        if self._done % _OFTEN == 0 and self._done < self._in_all:
            self._say(f"{self._done} of {self._in_all} games.")
