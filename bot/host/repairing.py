"""``python -m bot repair``."""

from datetime import UTC, datetime
from functools import partial

from bot.host.saying import Say
from bot.store import Store, StoreError
from bot.table.checking import CannotRepair, examine
from bot.table.checking import repair as repair_game


async def repair(database_url: str, number: int, say: Say) -> int:
    """Make a game agree with its log again, and say what was done, or why not; the exit status."""
    try:
        store = await Store.open(database_url, unchanged=True)
    except StoreError as error:
        say(str(error))
        return 1
    try:
        return await _repair(store, number, say)
    except (CannotRepair, StoreError) as error:
        say(f"Nothing was changed. {error}")
        return 1
    finally:
        await store.close()


async def _repair(store: Store, number: int, say: Say) -> int:
    examined = await store.read(examine, number)
    if examined is not None and not examined.faults:
        say(f"{examined.title} agrees with its log: there is nothing to repair.")
        return 0
    mend = partial(repair_game, number=number, at=datetime.now(UTC))
    mended, backup = await store.write_with_backup(f"before-repair-{number}", mend)
    assert examined is not None  # else there was nothing to mend
    say(f"{examined.title} was made anew from its log. It had been wrong in this:")
    for fault in mended:
        say(f"- {fault}")
    if backup is not None:
        say(f"The database as it was before is in {backup}.")
    say("A bot that is running need not be restarted.")
    return 0
