"""A database file is for one process: a second one would send everything twice."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from bot.store import StoreError, file_at


class InUse(StoreError):
    """Another process runs on the database's file."""


PATIENCE = 60.0
"""Seconds to wait for the other process to end: in a deploy both run for a moment."""


@contextmanager
def exclusive_use(
    url: str, say: Callable[[str], None], patience: float = PATIENCE
) -> Iterator[None]:
    """Be the only process in here that uses the database at *url*, if that is a file.

    A lock on a file beside it holds that; it ends with the process, even after a crash. Raises
    InUse, with a sentence, if another process has it for longer than *patience*, in seconds.
    """
    file = file_at(url)
    if file is None or not os.path.isdir(file.parent):  # noqa: PTH112  # never raises
        yield
        return
    lock = FileLock(f"{file}.lock", mode=0o600)
    try:
        if not _taken(lock, 0.0):
            if patience:
                say(
                    f"Another process runs on {file}: waiting for its end, up to {patience:g} "
                    "seconds."
                )
            if not (patience and _taken(lock, patience)):
                raise InUse(
                    f"Another process runs on {file}, which is for one process: end it first, or "
                    "let this one use a database of its own. Several can share one on PostgreSQL."
                )
        yield
    finally:
        lock.release()


def _taken(lock: FileLock, patience: float) -> bool:
    try:
        lock.acquire(timeout=patience, poll_interval=0.1)
    except Timeout:
        return False
    except (OSError, NotImplementedError):
        # Nothing can be locked there. If nothing can be written either, the store reports it.
        return True
    return True
