"""``python -m bot repair``."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import TypeVar

from sqlalchemy import Connection

from bot.ops.export_folder import UnusablePlace, write_game
from bot.ops.game_check import CannotRepair, examine, repair_from, repair_rest
from bot.ops.game_check import repair as repair_game
from bot.ops.hosting import InUse, exclusive_use
from bot.ops.output import Say, sentence
from bot.store import Store, StoredRows, StoreError, opened_backup
from bot.store.queries import claims

_T = TypeVar("_T")


async def repair(
    database_url: str, number: int | None, say: Say, backup: Path | None = None
) -> int:
    """Rebuild a game from its log, and report that, or why not. Returns the exit status.

    With a *backup*, restore the game from there. Without a number, replace damaged values that
    belong to no game.
    """
    try:
        store = await Store.open(database_url, unchanged=True)
    except StoreError as error:
        say(str(error))
        return 1
    try:
        if number is None:
            return await _repair_rest(store, say)
        if backup is None:
            return await _repair(store, number, say)
        with exclusive_use(database_url, say, patience=0.0):
            return await _repair_from(store, number, backup, say)
    except InUse:
        # at a server a bot counts as running for a moment longer, so that a killed one does too
        wait = ", and wait 20 seconds" if store.shared else ""
        say(f"Nothing was changed. A bot runs on that database: stop it first{wait}.")
        return 1
    except (CannotRepair, StoreError, UnusablePlace) as error:
        say(f"Nothing was changed. {sentence(error)}")
        return 1
    finally:
        await store.close()


async def _repair(store: Store, number: int, say: Say) -> int:
    examined = await store.read(examine, number)
    if examined is None:
        raise CannotRepair(f"There is no game {number}.")
    if not examined.faults:
        say(f"{examined.title} agrees with its log: nothing to repair.")
        return 0
    mended, before = await _with_copy(
        store, number, lambda connection: repair_game(connection, number, datetime.now(UTC))
    )
    say(f"{examined.title} was rebuilt from its log. This was wrong:")
    for fault in mended:
        say(f"- {fault}")
    say(before)
    say("You need not restart a running bot.")
    return 0


async def _repair_from(store: Store, number: int, backup: Path, say: Say) -> int:
    with opened_backup(backup) as source:
        found = source.game(number)
    if found is None:
        raise CannotRepair(f"There is no game {number} in {backup}.")

    def bring_back(connection: Connection) -> str:
        if store.shared and claims.living(connection):
            raise InUse
        return repair_from(connection, found)

    title, before = await _with_copy(store, number, bring_back)
    say(f"{title} is as in {backup} now. All other games are as they were.")
    say(before)
    return 0


async def _repair_rest(store: Store, say: Say) -> int:
    def mend(connection: Connection, copy: Path | None) -> tuple[list[str], Path | None]:
        return repair_rest(connection, datetime.now(UTC)), copy

    mended, copy = await store.write_with_backup("before-repair", mend)
    for fault in mended:
        say(f"Reset, or deleted: {fault}.")
    if not mended:
        say("Nothing that belongs to no game is damaged.")
    elif copy is not None:
        say(f"The database as it was before is in {copy}.")
    return 0


async def _with_copy(store: Store, number: int, work: Callable[[Connection], _T]) -> tuple[_T, str]:
    """Change a game after copying it. Returns the result of *work*, and a sentence on the copy."""
    rows = _unused(f"game-{number}.before-repair", ".jsonl")

    def change(connection: Connection, copy: Path | None) -> tuple[_T, str]:
        if copy is None:
            found = StoredRows(connection).game(number)
            if found is not None:  # else it was removed just now, which is reported below
                write_game(rows, found)
            before = f"The rows of the game as they were before are in {rows}."
        else:
            before = f"The database as it was before is in {copy}."
        return work(connection), before

    try:
        return await store.write_with_backup(f"before-repair-{number}", change)
    except Exception:
        rows.unlink(missing_ok=True)
        raise


def _unused(name: str, suffix: str) -> Path:
    """Return the first unused path with that name, here or in the folder for temporary files."""
    folder = Path() if os.access(".", os.W_OK) else Path(gettempdir())
    numbered = (folder / f"{name}-{number}{suffix}" for number in count(2))
    first = folder / f"{name}{suffix}"
    return first if not first.exists() else next(each for each in numbered if not each.exists())
