"""The program's figures, as Prometheus reads them.

All of them are numbers of the whole program: labels are the program's own words, few of them, and
never a number or a name of a person, a server or a game.
"""

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from enum import Enum

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from bot import __version__
from bot.client.base import RiversClient
from bot.client.health import DatabaseMonitor
from bot.counting import (
    BackupOutcome,
    By,
    Counted,
    Counts,
    DatabaseTrouble,
    Duration,
    GatewayConnection,
    InteractionOutcome,
    MessageChange,
    MessageFailure,
    RateLimitScope,
)
from bot.domain.table import Status
from bot.store.queries.overview import Waiting

PREFIX = "two_rivers"
_ANSWERS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Seconds, as people notice them; after three Discord has given up."""
_DELIVERIES = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)
_THOUGHTS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
_LATENESS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the start of the program is exported once


class LogLevel(Counted):
    """Levels of log records, ascending."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"
    CRITICAL = "CRITICAL"


_COUNTERS: Mapping[type[Counted], tuple[str, str, str]] = {
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
    """Counts and times, in a *registry* of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._counters = {kind: self._counter(kind, *about) for kind, about in _COUNTERS.items()}
        self._histograms = {
            what: self._histogram(what, *about) for what, about in _HISTOGRAMS.items()
        }
        self._lateness = self._histogram(
            "loop_late_seconds", "How late the event loop came to what was due.", _LATENESS, ()
        )

    def count(self, what: Counted) -> None:
        """Add one to the counter for this kind of value."""
        self._counters[type(what)].labels(what).inc()

    def time(self, what: Duration, seconds: float, *labels: Enum) -> None:
        """Add a duration to its histogram."""
        histogram, values = self._histograms[what], [str(label.value) for label in labels]
        (histogram.labels(*values) if values else histogram).observe(seconds)

    def late(self, seconds: float) -> None:
        """Record by how many seconds the event loop was late."""
        self._lateness.observe(seconds)

    def watch_process(self, name: str, pid: Callable[[], int | None]) -> None:
        """Export another process too, while it has a *pid*; its figures begin with *name*.

        As far as the system tells: Linux does.
        """

        def there() -> int | str:
            return pid() or "none"

        ProcessCollector(f"{PREFIX}_{name}", there, registry=self.registry)

    def _counter(self, kind: type[Counted], name: str, text: str, label: str) -> Counter:
        """A counter that begins at 0 for every value: a rate needs the value before."""
        counter = Counter(name, text, [label], namespace=PREFIX, registry=self.registry)
        for value in kind:
            counter.labels(value)
        return counter

    def _histogram(
        self, name: str, text: str, buckets: tuple[float, ...], labels: tuple[str, ...]
    ) -> Histogram:
        return Histogram(
            name, text, labels, namespace=PREFIX, registry=self.registry, buckets=buckets
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


class Gauges(Collector):
    """Measures the program when the metrics are read, and exports the last database snapshot."""

    def __init__(self, program: RiversClient, database: DatabaseMonitor) -> None:
        self._program = program
        self._database = database

    def describe(self) -> Iterable[Metric]:
        """Nothing in advance: nothing else is registered under these names."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield the measurements."""
        yield InfoMetricFamily(PREFIX, "The program.", {"version": __version__})
        yield from self._of_gateway()
        yield _by_label(
            "thoughts_waiting",
            "Requests to the opponents' process.",
            "lane",
            self._program.worker.waiting(),
        )
        yield from self._of_claims()
        yield from self._of_backups()
        yield from self._of_database()

    def _of_gateway(self) -> Iterator[Metric]:
        program = self._program
        connected = program.connection.lost_at is None
        yield _one("gateway_connected", "Whether there is a connection to Discord.", connected)
        if math.isfinite(program.latency):
            yield _one(
                "gateway_latency_seconds", "How late a heartbeat is answered.", program.latency
            )
        yield _one("servers", "Servers that the bot is in, by this process.", len(program.guilds))

    def _of_claims(self) -> Iterator[Metric]:
        claims = self._program.claims
        if claims is not None:
            yield _one("lease_seconds", "For how long this process may act.", claims.lease.left)
            yield _one("games_shown", "Games that this process has claimed.", claims.held)
            yield _one("processes", "Those that live, as this one sees.", claims.living)

    def _of_backups(self) -> Iterator[Metric]:
        backups = self._program.backups
        if backups is None:
            return
        made = backups.made
        last = made[-1].made_at.timestamp() if made else 0.0
        size = sum(each.size for each in made)
        yield _one("backup_made_timestamp_seconds", "When the last was verified; 0: never.", last)
        yield _one("backups_kept", "Nightly backups that there are.", len(made))
        yield _one("backups_bytes", "What they take.", size)

    def _of_database(self) -> Iterator[Metric]:
        look = self._database.last
        yield _one("database_answers", "Whether the database answers.", not look.trouble)
        yield _one("database_look_seconds", "How long counting in it took.", look.seconds)
        if look.room is not None:
            yield _one("database_bytes", "What the database takes.", look.room.taken)
            if look.room.left is not None:
                yield _one("disk_free_bytes", "What is free on its disk.", look.room.left)
        if look.overview is None:
            return
        overview = look.overview
        games = {status.value: overview.games.get(status, 0) for status in Status}
        yield _by_label("games", "Games, by status.", "status", games)
        for name, text, waiting in (
            ("undelivered", "Games that are not shown as they are.", overview.undelivered),
            ("put_off", "The same, tried and failed, to be tried again.", overview.put_off),
        ):
            yield _one(f"{name}_games", text, waiting.number)
            yield _one(f"{name}_oldest_seconds", f"{text} For how long.", _age(waiting, look.at))
        overdue = {kind: each.number for kind, each in overview.overdue.items()}
        ages = {kind: _age(each, look.at) for kind, each in overview.overdue.items()}
        yield _by_label("overdue", "What was due by now, by kind.", "kind", overdue)
        yield _by_label("overdue_oldest_seconds", "For how long.", "kind", ages)


def _one(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}_{name}", text, value)


def _by_label(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"{PREFIX}_{name}", text, labels=(label,))
    for value, number in values.items():
        family.add_metric((value,), number)
    return family


def _age(waiting: Waiting, now: datetime) -> float:
    return 0.0 if waiting.since is None else max(0.0, (now - waiting.since).total_seconds())
