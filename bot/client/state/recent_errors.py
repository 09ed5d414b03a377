"""The last errors of the log, for the host's page."""

import logging
from collections import deque
from datetime import UTC, datetime

from bot.content.program_status import LoggedError

_KEPT = 5
_LONGEST = 150
"""Characters of a line."""


class RecentErrors(logging.Handler):
    """Keeps the first line of each of the last errors. What is raised may hold more: it is left."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._kept: deque[LoggedError] = deque(maxlen=_KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; of other packages only which one it is from."""
        ours = record.name.partition(".")[0] == "bot"
        text = record.getMessage() if ours else record.name
        line = text.partition("\n")[0].replace("`", "'")[:_LONGEST]
        self._kept.append(LoggedError(datetime.fromtimestamp(record.created, UTC), line))

    @property
    def newest_first(self) -> tuple[LoggedError, ...]:
        """The last errors."""
        return tuple(reversed(self._kept))
