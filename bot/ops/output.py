"""Output of the commands for hosts."""

from collections.abc import Callable

Say = Callable[[str], None]

RESTORE = "`python -m bot restore` brings a backup back: see docs/hosting.md."
_OFTEN = 1000
"""Games between two reports of progress."""


def sentence(error: Exception) -> str:
    """Return the message of an error with a full stop."""
    text = str(error)
    return text if text.endswith((".", "?")) else f"{text}."


class Stopped(Exception):
    """The host has stopped the command."""

    def __init__(self) -> None:
        super().__init__("It was stopped.")


class ProgressLine:
    """Reports the progress of work on *in_all* games, which may take a while."""

    def __init__(self, in_all: int, say: Say) -> None:
        self._in_all = in_all
        self._say = say
        self._done = 0
        self._stopped = False

    def stop(self) -> None:
        """Let the next step raise Stopped."""
        self._stopped = True

    def advance(self) -> None:
        """Count one more game."""
        self._done += 1
        if self._done % _OFTEN == 0 and self._done < self._in_all:
            self._say(f"{self._done} of {self._in_all} games.")
        if self._stopped:
            raise Stopped
