"""What is examined of the program, and what metrics read of it."""

from collections.abc import Sequence
from typing import Protocol

from bot.cluster import Claims
from bot.engine_worker import EngineWorker
from bot.store import NightlyBackup, Store


class MeasuredBackups(Protocol):
    """The backups that the program makes of its file."""

    @property
    def made(self) -> Sequence[NightlyBackup]:
        """The backups, oldest first, without those dated in the future."""

    @property
    def ahead(self) -> Sequence[NightlyBackup]:
        """The backups dated in the future, because a clock was or is wrong."""

    @property
    def trouble(self) -> str:
        """Why the last attempt failed; empty if it did not."""


class Program(Protocol):
    """The program, as far as it is examined, and metrics read it."""

    def is_ready(self) -> bool:
        """Whether the gateway was connected, and has sent all servers."""

    @property
    def connection_lost_at(self) -> float | None:
        """When the connection was lost, by :func:`time.monotonic`; None while there is one."""

    @property
    def connection_trouble(self) -> str:
        """Why Discord cannot be reached; empty if it can, as far as is known."""

    @property
    def latency(self) -> float:
        """The seconds until the gateway answered the last heartbeat; not finite if unknown."""

    @property
    def guilds(self) -> Sequence[object]:
        """The servers that the bot is in."""

    @property
    def store(self) -> Store | None:
        """The store, once it is open."""

    @property
    def claims(self) -> Claims | None:
        """The games that it shows; None at first."""

    @property
    def backups(self) -> MeasuredBackups | None:
        """The nightly backups; None if none are made."""

    @property
    def worker(self) -> EngineWorker:
        """The process in which computers think."""
