"""The state of the program, for the host's page."""

import logging
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

from bot.client.base import RiversClient
from bot.client.health import DatabaseMonitor, examine
from bot.client.state.in_flight import InFlight
from bot.content.program_status import LoggedError, ProgramStatus
from bot.content.shortening import shorten
from bot.domain.table import Status

_KEPT = 5
_LONGEST = 150
"""Characters of a line."""


class RecentErrors(logging.Handler):
    """Keeps the first line of each of the last errors, without what exceptions say."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._kept: deque[LoggedError] = deque(maxlen=_KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; of other packages only which one it is from."""
        ours = record.name.partition(".")[0] == "bot"
        text = record.getMessage() if ours else record.name
        line = shorten(text.partition("\n")[0].replace("`", "'"), _LONGEST)
        self._kept.append(LoggedError(datetime.fromtimestamp(record.created, UTC), line))

    @property
    def newest_first(self) -> tuple[LoggedError, ...]:
        """The last errors."""
        return tuple(reversed(self._kept))


class HostStatus:
    """Keeps the last errors from :meth:`begin` to :meth:`end`, and looks at a program."""

    def __init__(
        self, program: RiversClient, in_flight: InFlight, clock: Callable[[], datetime]
    ) -> None:
        self._program = program
        self._in_flight = in_flight
        self._clock = clock
        self._errors = RecentErrors()
        self._monitor = DatabaseMonitor(program, clock, fresh=0.0)
        self._started_at = clock()

    def begin(self) -> None:
        """Note that the program starts."""
        self._started_at = self._clock()
        logging.getLogger().addHandler(self._errors)

    async def read(self) -> ProgramStatus:
        """Return the state, with a fresh look at the database. The calling press does not count."""
        look = await self._monitor.look()
        games, undelivered = None, 0
        if look.overview is not None:
            games, undelivered = look.overview.games, look.overview.undelivered.number
        return ProgramStatus(
            self._started_at,
            len(self._program.guilds),
            None if games is None else games.get(Status.RUNNING, 0),
            None if games is None else games.get(Status.LOBBY, 0),
            examine(self._program, look, self._started_at).faults,
            self._errors.newest_first,
            self._in_flight.count - 1 + undelivered,  # without this press
        )

    async def end(self) -> None:
        """Look at the database no more: it will be closed."""
        logging.getLogger().removeHandler(self._errors)
        await self._monitor.end()
