"""Whether the program works, and if not, why not."""

import math
import time
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from bot import __version__
from bot.health.database_snapshot import DatabaseSnapshot
from bot.health.program import Program
from bot.store import Store, Trouble

CONNECTED_WITHIN = 60.0
"""Seconds without a connection after which something is wrong: reconnecting is normal."""
DELIVERED_WITHIN = 600.0
"""Seconds after which something is wrong if a game that could be shown is not."""

REFUSED_WITHIN = 30.0
"""Seconds after a refused change in which something is wrong, even if changes are stored."""
ROOM = 1 << 18
"""Bytes that must be free on the database's disk: a decision needs more than a lease."""


class Health(NamedTuple):
    """The health of the program."""

    details: Mapping[str, object]
    """Everything, for JSON."""
    faults: tuple[str, ...]
    """What is wrong, in sentences."""

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def examine(program: Program, look: DatabaseSnapshot, started_at: datetime) -> Health:
    """Examine the health of a program that was started at that time."""
    lost_at = program.connection_lost_at
    lost = 0.0 if lost_at is None else time.monotonic() - lost_at
    waited = _waited(look, started_at)
    claims = program.claims
    faults = []
    if program.connection_trouble:
        faults.append(f"Discord cannot be reached: {program.connection_trouble}.")
    elif not program.is_ready():
        faults.append("There is no connection to Discord yet.")
    elif lost > CONNECTED_WITHIN:
        faults.append(f"There has been no connection to Discord for {lost:.0f} seconds.")
    if look.trouble:
        faults.append(f"The database {look.trouble}.")
    elif (trouble := _refusing(program.store, look)) is not None:
        faults.append(f"Changes are not stored: {trouble.value}.")
    if claims is not None and program.is_ready() and not claims.lease_left:
        faults.append("Its lease has ended, as the database did not answer: it shows no game.")
    if waited > DELIVERED_WITHIN:
        faults.append(f"Discord has not been shown a game as it is for {waited:.0f} seconds.")
    details: dict[str, object] = {
        "version": __version__,
        "healthy": not faults,
        "faults": faults,
        "gateway": {
            "connected": lost_at is None,
            "lost_seconds": round(lost, 3),
            "latency_seconds": _finite(program.latency),
            "servers": len(program.guilds),
        },
        "database": {"answers": not look.trouble, "seconds": round(look.seconds, 6)},
    }
    if claims is not None:
        details["lease"] = {"left_seconds": round(claims.lease_left, 3), "games": claims.held}
    if program.backups is not None:  # no fault: starting again would not help
        made = program.backups.made
        details["backups"] = {
            "last": made[-1].made_at.isoformat(timespec="seconds") if made else None,
            "kept": len(made),
            "dated_ahead": [each.file.name for each in program.backups.ahead],
            "trouble": program.backups.trouble,
        }
    if look.overview is not None:
        details["undelivered"] = {
            "games": look.overview.own.number,
            "oldest_seconds": round(waited, 3),
            "put_off": look.overview.put_off.number,
        }
    return Health(details, tuple(faults))


def _refusing(store: Store | None, look: DatabaseSnapshot) -> Trouble | None:
    """Why changes are refused: that a small one is stored does not prove that others would be."""
    if store is None or store.last_refusal is None:
        return None
    trouble, at = store.last_refusal
    left = None if look.room is None else look.room.left
    is_over = (
        store.stored_at > at
        and time.monotonic() - at > REFUSED_WITHIN
        and (left is None or left >= ROOM)
    )
    return None if is_over else trouble


def _waited(look: DatabaseSnapshot, started_at: datetime) -> float:
    """The seconds that a game of this program has waited to be shown since it was started."""
    if look.overview is None or look.overview.own.since is None:
        return 0.0
    since = max(look.overview.own.since, started_at)
    return max(0.0, (look.at - since).total_seconds())


def _finite(seconds: float) -> float | None:
    return round(seconds, 3) if math.isfinite(seconds) else None
