"""The program's figures, as Prometheus reads them.

Everything in here is a number of the whole program: labels are words of the program's own, few of
them, and never a number or a name of a person, a server or a game.
"""

import logging
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from bot.counting import Brought, By, Counts, Failure, Outcome

PREFIX = "two_rivers"
_ANSWERS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Seconds, as people notice them; after three Discord has given up."""
_DELIVERIES = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)
_THOUGHTS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
_LATENESS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_NO_ANSWER = "none"

disable_created_metrics()  # type: ignore[no-untyped-call]  # when the program was started is told once


class Figures(Counts):
    """Counts what happens from now on, in a *registry* of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._decisions = self._counter("decisions", "Decisions of games that were stored.", "by")
        _from_the_start(self._decisions, *By)
        self._interactions = self._counter(
            "interactions", "Presses and commands, by what came of them.", "outcome"
        )
        _from_the_start(self._interactions, *Outcome)
        self._acknowledged = self._times(
            "acknowledged_seconds", "From a press until Discord knew of an answer.", _ANSWERS
        )
        self._shown = self._times(
            "answered_seconds", "From a press until its answer was shown.", _ANSWERS
        )
        self._suggested = self._times(
            "suggested_seconds", "Time to find what is suggested for what is typed.", _ANSWERS
        )
        self._messages = self._counter("messages", "Messages that were brought to Discord.", "how")
        _from_the_start(self._messages, *Brought)
        self._failures = self._counter(
            "message_failures", "Messages that were not brought to Discord, by why not.", "why"
        )
        _from_the_start(self._failures, *Failure)
        self._delivered = self._times(
            "delivered_seconds", "From a change of a game until all of it was shown.", _DELIVERIES
        )
        self._transactions = self._times(
            "database_seconds", "Transactions of the database, by what for.", _ANSWERS, "kind"
        )
        self._troubles = self._counter(
            "database_troubles", "What the database did not do, by why not.", "trouble"
        )
        _from_the_start(self._troubles, "busy", "full", "failing")
        self._calls = self._times(
            "discord_call_seconds", "Calls of Discord's API, by status.", _ANSWERS, "status"
        )
        self._connections = self._counter(
            "gateway_connections", "Connections to Discord's gateway, by whether anew.", "how"
        )
        _from_the_start(self._connections, "new", "resumed")
        self._turns = self._times(
            "discord_turn_seconds", "How long calls were held back below Discord's limit.", _ANSWERS
        )
        self._limited = self._counter(
            "discord_limited", "Calls that Discord refused as too many (429), by scope.", "scope"
        )
        _from_the_start(self._limited, "user", "global", "shared", "edge")
        self._thoughts = self._times(
            "thought_seconds",
            "What the opponents' process was asked.",
            _THOUGHTS,
            "lane",
            "outcome",
        )
        self._lateness = self._times(
            "loop_late_seconds", "How late the event loop came to what was due.", _LATENESS
        )
        self._records = self._counter("log_records", "Records of the log, by level.", "level")
        _from_the_start(self._records, *_LEVELS)

    # --- what happens ----------------------------------------------------------------------------

    def decided(self, by: By) -> None:
        """Count a decision."""
        self._decisions.labels(by).inc()

    def acknowledged(self, seconds: float) -> None:
        """Note how long that took."""
        self._acknowledged.observe(seconds)

    def shown(self, seconds: float) -> None:
        """Note how long that took."""
        self._shown.observe(seconds)

    def dealt_with(self, outcome: Outcome) -> None:
        """Count it."""
        self._interactions.labels(outcome).inc()

    def suggested(self, seconds: float) -> None:
        """Note how long that took."""
        self._suggested.observe(seconds)

    def brought(self, how: Brought) -> None:
        """Count a message."""
        self._messages.labels(how).inc()

    def not_brought(self, why: Failure) -> None:
        """Count a message."""
        self._failures.labels(why).inc()

    def delivered(self, seconds: float) -> None:
        """Note how long that took."""
        self._delivered.observe(seconds)

    def transacted(self, kind: str, seconds: float) -> None:
        """Note how long that took."""
        self._transactions.labels(kind).observe(seconds)

    def troubled(self, trouble: str) -> None:
        """Count it."""
        self._troubles.labels(trouble).inc()

    def called(self, status: int | None, seconds: float) -> None:
        """Note how long that took."""
        told = _NO_ANSWER if status is None else str(status)
        self._calls.labels(told).observe(seconds)

    def connected(self, *, resumed: bool) -> None:
        """Count a connection."""
        self._connections.labels("resumed" if resumed else "new").inc()

    def took_turn(self, seconds: float) -> None:
        """Note how long that took."""
        self._turns.observe(seconds)

    def limited(self, scope: str) -> None:
        """Count a call."""
        self._limited.labels(scope).inc()

    def thought(self, lane: str, seconds: float, answered: bool) -> None:  # noqa: FBT001  (a port's)
        """Note how long that took."""
        self._thoughts.labels(lane, "answered" if answered else "failed").observe(seconds)

    def late(self, seconds: float) -> None:
        """Note by how much the event loop came late."""
        self._lateness.observe(seconds)

    def logged(self, level: str) -> None:
        """Count a record of the log."""
        self._records.labels(level).inc()

    def watch_process(self, name: str, pid: Callable[[], int | None]) -> None:
        """Tell of another process, too, as long as it has a *pid*; its figures begin with *name*.

        As far as the system tells: Linux does.
        """

        def there() -> int | str:
            return pid() or "none"

        ProcessCollector(f"{PREFIX}_{name}", there, registry=self.registry)

    # --- inside ----------------------------------------------------------------------------------

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, namespace=PREFIX, registry=self.registry)

    def _times(self, name: str, told: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(
            name, told, labels, namespace=PREFIX, registry=self.registry, buckets=buckets
        )


def _from_the_start(figure: Counter, *values: str) -> None:
    """Let what may be counted be there with 0: a rate is only known of what was there before."""
    for value in values:
        figure.labels(value)


class RecordsCounted(logging.Handler):
    """Counts the records of the log by their level."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record; a level that is nobody's as the one below."""
        known = (name for name in reversed(_LEVELS) if record.levelno >= logging.getLevelName(name))
        self._figures.logged(next(known, _LEVELS[0]))
