"""Checks of the environment: platform, disk, and exclusive use of the database's file."""

import logging
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import make_url

from bot.store import BackupFolder, StoreError, file_at, in_memory, postgresql_urls

log = logging.getLogger(__name__)

_OF_PLATFORMS = (
    "DYNO",  # Heroku, and what works like it
    "RENDER",
    "RAILWAY_PROJECT_ID",
    "FLY_APP_NAME",
    "K_SERVICE",  # Cloud Run
    "GAE_SERVICE",
    "KOYEB_APP_NAME",
    "WEBSITE_SITE_NAME",  # Azure
    "ECS_CONTAINER_METADATA_URI_V4",
    "VCAP_APPLICATION",  # Cloud Foundry
)
"""Variables that only a platform sets."""
_OF_PLATFORMS_AND_OTHERS = ("PORT", "KUBERNETES_SERVICE_HOST")
"""Variables that platforms set, and that may also be set on a personal computer."""
_MEMORY = frozenset({"tmpfs", "ramfs"})
_NOT_PERSISTENT_KINDS = _MEMORY | {"overlay", "aufs"}
"""File systems that are deleted with the machine, or its container."""
_NOT_PERSISTENT = frozenset({"/", "/app"})
"""Mount points of a program's own disk on platforms; persistent volumes are elsewhere."""
_MOUNTS = Path("/proc/self/mountinfo")
_ESCAPED = re.compile(r"\\([0-7]{3})")
"""Escaped characters in that file."""


def unattended(environment: Mapping[str, str], *, terminal: bool | None = None) -> str | None:
    """Return the variable that shows that this computer is a server; None if it may not be one.

    *terminal* is true if the program runs in a terminal; None: find out.
    """
    if terminal is None:
        terminal = sys.stdout is not None and sys.stdout.isatty()
    names = _OF_PLATFORMS if terminal else (*_OF_PLATFORMS, *_OF_PLATFORMS_AND_OTHERS)
    return next((name for name in names if environment.get(name)), None)


def log_database(url: str, environment: Mapping[str, str], mounts: str | None = None) -> None:
    """Log where games are stored, without a password, and warn if that is not persistent.

    *mounts* is Linux's list of mounted disks.
    """
    if postgresql_urls.is_meant(url):
        log.info("games are kept in %s", postgresql_urls.read_url(url).shown)
        return
    parsed = make_url(url)
    if in_memory(parsed):
        log.warning("games are kept in memory: they are gone when the program ends")
        return
    file = Path(str(parsed.database)).absolute()
    log.info("games are kept in the file %s", file)
    with suppress(OSError):
        if not file.exists() and (backups := BackupFolder(file).backups()):
            log.warning(
                "that file is not there: the bot begins without games. To continue with those of "
                "the last backup, stop it and run python -m bot restore %s",
                backups[-1].file,
            )
    sign = _not_persistent(file, environment, mounts)
    if sign is not None:
        log.warning(
            "that file is on a disk that does not last (%s): after the next deploy or restart all "
            "games may be gone. Set DATABASE_URL to a PostgreSQL database, or to a file on a "
            "volume that lasts",
            sign,
        )


def memory_warning(place: Path, mounts: str | None = None) -> str:
    """Return a warning, after a space, if *place* is in memory; else an empty text.

    *mounts* is Linux's list of mounted disks.
    """
    mount, kind = _mount_of(place.absolute(), mounts)
    if kind not in _MEMORY:
        return ""
    return f" It is in memory ({kind} at {mount}): copy it to a disk before the machine restarts."


def _not_persistent(file: Path, environment: Mapping[str, str], mounts: str | None) -> str | None:
    """Return why a file's disk seems not to be persistent; None if it seems to be."""
    platform = next((name for name in _OF_PLATFORMS if environment.get(name)), None)
    mount, kind = _mount_of(file, mounts)
    if kind in _NOT_PERSISTENT_KINDS:
        return f"{kind} at {mount}"
    if platform is not None and mount in _NOT_PERSISTENT:
        return f"{platform} is set"
    return None


def _mount_of(file: Path, mounts: str | None) -> tuple[str, str]:
    """Return the mount point of a file, and the kind of its file system if known."""
    if mounts is None:
        with suppress(OSError):  # another system than Linux
            mounts = _MOUNTS.read_text("utf-8", "replace")
    found = ("/", "")
    for line in (mounts or "").splitlines():
        place, _, source = line.partition(" - ")
        fields = place.split()
        if len(fields) < 5 or not source:
            continue
        mount = _ESCAPED.sub(lambda code: chr(int(code[1], 8)), fields[4])
        if file.is_relative_to(mount) and len(mount) >= len(found[0]):
            found = mount, source.split()[0]
    return found


# --- the only process on a file -------------------------------------------------------------------


class InUse(StoreError):
    """Another process runs on the database's file."""


PATIENCE = 60.0
"""Seconds to wait for the other process to end: in a deploy both run for a moment."""


@contextmanager
def exclusive_use(
    url: str, say: Callable[[str], None], patience: float = PATIENCE
) -> Iterator[None]:
    """Lock the database at *url* against other processes, if it is a file.

    The lock, on a file beside it, ends with the process, even after a crash. Raises InUse, with a
    sentence, if another process has it for longer than *patience* seconds.
    """
    file = file_at(url)
    if file is None or not os.path.isdir(file.parent):  # noqa: PTH112  # never raises
        yield
        return
    lock = FileLock(f"{file}.lock", mode=0o600)
    try:
        if not _acquired(lock, 0.0):
            if patience:
                say(
                    f"Another process runs on {file}: waiting for its end, up to {patience:g} "
                    "seconds."
                )
            if not (patience and _acquired(lock, patience)):
                raise InUse(
                    f"Another process runs on {file}, which is for one process: end it first, or "
                    "let this one use a database of its own. Several can share one on PostgreSQL."
                )
        yield
    finally:
        lock.release()


def _acquired(lock: FileLock, patience: float) -> bool:
    try:
        lock.acquire(timeout=patience, poll_interval=0.1)
    except Timeout:
        return False
    except (OSError, NotImplementedError):
        # Nothing can be locked there. If nothing can be written either, the store reports it.
        return True
    return True
