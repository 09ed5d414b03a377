"""What is measured when the metrics are read."""

import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.domain import Status
from bot.health.database_snapshot import DatabaseMonitor
from bot.health.program import Program
from bot.metrics.figures import PREFIX
from bot.store.queries.overview import Waiting


class Gauges(Collector):
    """Measures the program, and exports the last database snapshot."""

    def __init__(self, program: Program, database: DatabaseMonitor) -> None:
        self._program = program
        self._database = database

    def describe(self) -> Iterable[Metric]:
        """Nothing in advance: nothing else is registered under these names."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Measure."""
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
        connected = program.connection_lost_at is None
        yield _one("gateway_connected", "Whether there is a connection to Discord.", connected)
        if math.isfinite(program.latency):
            yield _one(
                "gateway_latency_seconds", "How late a heartbeat is answered.", program.latency
            )
        yield _one("servers", "Servers that the bot is in, by this process.", len(program.guilds))

    def _of_claims(self) -> Iterator[Metric]:
        claims = self._program.claims
        if claims is not None:
            yield _one("lease_seconds", "For how long this process may act.", claims.lease_left)
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
        for name, told, waiting in (
            ("undelivered", "Games that are not shown as they are.", overview.undelivered),
            ("put_off", "The same, tried and failed, to be tried again.", overview.put_off),
        ):
            yield _one(f"{name}_games", told, waiting.number)
            yield _one(f"{name}_oldest_seconds", f"{told} For how long.", _age(waiting, look.at))
        overdue = {kind: each.number for kind, each in overview.overdue.items()}
        ages = {kind: _age(each, look.at) for kind, each in overview.overdue.items()}
        yield _by_label("overdue", "What was due by now, by kind.", "kind", overdue)
        yield _by_label("overdue_oldest_seconds", "For how long.", "kind", ages)


def _one(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}_{name}", told, value)


def _by_label(name: str, told: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"{PREFIX}_{name}", told, labels=(label,))
    for value, number in values.items():
        family.add_metric((value,), number)
    return family


def _age(waiting: Waiting, now: datetime) -> float:
    return 0.0 if waiting.since is None else max(0.0, (now - waiting.since).total_seconds())
