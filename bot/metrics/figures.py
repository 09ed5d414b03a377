"""The program's figures, as Prometheus reads them.

All of them are numbers of the whole program: labels are the program's own words, few of them, and
never a number or a name of a person, a server or a game.
"""

import logging
from collections.abc import Callable, Mapping
from enum import Enum, StrEnum

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from bot.counting import (
    BackupOutcome,
    By,
    Countable,
    Counts,
    DatabaseTrouble,
    Duration,
    GatewayConnection,
    InteractionOutcome,
    MessageChange,
    MessageFailure,
    RateLimitScope,
)

PREFIX = "two_rivers"
_ANSWERS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Seconds, as people notice them; after three Discord has given up."""
_DELIVERIES = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)
_THOUGHTS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
_LATENESS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when the program was started is told once


class LogLevel(StrEnum):
    """Levels of log records, ascending."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"
    CRITICAL = "CRITICAL"


_COUNTERS: Mapping[type[Enum], tuple[str, str, str]] = {
    By: ("decisions", "Decisions of games that were stored.", "by"),
    InteractionOutcome: ("interactions", "Presses and commands, by what came of them.", "outcome"),
    MessageChange: ("messages", "Messages that were brought to Discord.", "how"),
    MessageFailure: (
        "message_failures",
        "Messages that were not brought to Discord, by why not.",
        "why",
    ),
    DatabaseTrouble: (
        "database_troubles",
        "What the database did not do, by why not.",
        "trouble",
    ),
    BackupOutcome: ("backups", "Nightly backups, by what came of them.", "outcome"),
    GatewayConnection: (
        "gateway_connections",
        "Connections to Discord's gateway, by whether anew.",
        "how",
    ),
    RateLimitScope: (
        "discord_limited",
        "Calls that Discord refused as too many (429), by scope.",
        "scope",
    ),
    LogLevel: ("log_records", "Records of the log, by level.", "level"),
}
"""Name, help and label of the counter for each kind of value."""
_HISTOGRAMS: Mapping[Duration, tuple[str, tuple[float, ...], tuple[str, ...]]] = {
    Duration.ACKNOWLEDGED: ("From a press until Discord knew of an answer.", _ANSWERS, ()),
    Duration.ANSWERED: ("From a press until its answer was shown.", _ANSWERS, ()),
    Duration.SUGGESTED: ("Time to find what is suggested for what is typed.", _ANSWERS, ()),
    Duration.DELIVERED: ("From a change of a game until all of it was shown.", _DELIVERIES, ()),
    Duration.TRANSACTION: ("Transactions of the database, by what for.", _ANSWERS, ("kind",)),
    Duration.CALL: ("Calls of Discord's API, by status.", _ANSWERS, ("status",)),
    Duration.HELD_BACK: ("How long calls were held back below Discord's limit.", _ANSWERS, ()),
    Duration.THOUGHT: (
        "What the opponents' process was asked.",
        _THOUGHTS,
        ("lane", "outcome"),
    ),
}
"""Help, buckets and labels for each duration."""


class Figures(Counts):
    """Keeps what is counted from now on, in a *registry* of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._counters = {kind: self._counter(kind, *told) for kind, told in _COUNTERS.items()}
        self._histograms = {
            what: self._histogram(what, *told) for what, told in _HISTOGRAMS.items()
        }
        self._lateness = self._histogram(
            "loop_late_seconds", "How late the event loop came to what was due.", _LATENESS, ()
        )

    def count(self, what: Countable | LogLevel) -> None:
        """Add one to the counter for this kind of value."""
        self._counters[type(what)].labels(what).inc()

    def time(self, what: Duration, seconds: float, *labels: Enum) -> None:
        """Add a duration to its histogram."""
        histogram, values = self._histograms[what], [str(label.value) for label in labels]
        (histogram.labels(*values) if values else histogram).observe(seconds)

    def late(self, seconds: float) -> None:
        """Note by how much the event loop came late."""
        self._lateness.observe(seconds)

    def watch_process(self, name: str, pid: Callable[[], int | None]) -> None:
        """Export another process too, while it has a *pid*; its figures begin with *name*.

        As far as the system tells: Linux does.
        """

        def there() -> int | str:
            return pid() or "none"

        ProcessCollector(f"{PREFIX}_{name}", there, registry=self.registry)

    def _counter(self, kind: type[Enum], name: str, told: str, label: str) -> Counter:
        """A counter that begins at 0 for every value: a rate needs the value before."""
        counter = Counter(name, told, [label], namespace=PREFIX, registry=self.registry)
        for value in kind:
            counter.labels(value)
        return counter

    def _histogram(
        self, name: str, told: str, buckets: tuple[float, ...], labels: tuple[str, ...]
    ) -> Histogram:
        return Histogram(
            name, told, labels, namespace=PREFIX, registry=self.registry, buckets=buckets
        )


class LogRecordCounter(logging.Handler):
    """Counts log records by their level."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record; one between two levels counts as the lower one."""
        reached = [each for each in LogLevel if record.levelno >= logging.getLevelName(each)]
        self._figures.count(reached[-1] if reached else LogLevel.DEBUG)
