"""What of the program is looked at."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.store import Store


class EngineWorker(Protocol):
    """The process in which computers think."""

    @property
    def pid(self) -> int | None:
        """Its number; None while there is none."""

    def waiting(self) -> Mapping[str, int]:
        """How many requests wait in each of its lanes."""


class ClaimedGames(Protocol):
    """The games that the program shows, as long as its lease lasts."""

    @property
    def program(self) -> str | None:
        """The name under which it shows them; None without a lease."""

    @property
    def lease_left(self) -> float:
        """The seconds that the lease lasts still; 0 without one."""

    @property
    def held(self) -> int:
        """How many they are."""

    @property
    def living(self) -> int:
        """How many programs live on the same database."""


class Program(Protocol):
    """The program, as far as it is watched."""

    def is_ready(self) -> bool:
        """Whether there has been a connection, and what there is was told."""

    @property
    def connection_lost_at(self) -> float | None:
        """Since when, by :func:`time.monotonic`, there is no connection; None while there is."""

    @property
    def connection_trouble(self) -> str:
        """Why Discord cannot be reached; empty if it can, as far as anybody knows."""

    @property
    def latency(self) -> float:
        """The seconds that the gateway took to answer the last heartbeat; not finite if unknown."""

    @property
    def guilds(self) -> Sequence[object]:
        """The servers that it is in."""

    @property
    def store(self) -> Store | None:
        """The store, once it is open."""

    @property
    def claims(self) -> ClaimedGames | None:
        """The games that it shows; None before it has begun."""

    @property
    def minds(self) -> EngineWorker:
        """The process in which computers think."""
