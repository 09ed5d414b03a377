"""``python -m bot restore``."""

from datetime import UTC, datetime
from pathlib import Path

from bot.ops.exclusive_use import InUse, exclusive_use
from bot.ops.output import Say, sentence
from bot.store import StoreError, check_restored, file_at, restore_file


def restore(database_url: str, backup: Path, say: Say) -> int:
    """Put a backup in the place of the database, while no bot runs on it; the exit status."""
    database = file_at(database_url)
    if database is None:
        say(
            "Nothing was restored. The database isn't an SQLite file: `python -m bot import` "
            "puts a backup into an empty one."
        )
        return 1
    try:
        return _restore(database_url, database, backup, say)
    except (StoreError, KeyboardInterrupt) as error:
        told = sentence(error) if isinstance(error, StoreError) else "It was stopped."
        if isinstance(error, InUse):
            told = f"A bot runs on {database}: stop it first."
    try:
        check_restored(database)
    except StoreError as half:
        say(f"{told} {half}")
    else:
        say(f"Nothing was restored. {told}")
    return 1


def _restore(database_url: str, database: Path, backup: Path, say: Say) -> int:
    with exclusive_use(database_url, say, patience=0.0):
        games, made_at, before = restore_file(database, backup, datetime.now(UTC))
    say(f"{database} is as in {backup} now, of {made_at:%Y-%m-%d %H:%M} UTC. Games: {games}.")
    if before is not None:
        say(f"The database that was there is {before} now.")
    return 0
