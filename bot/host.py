"""For the host: ``python -m bot check`` and ``repair``."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import discord

from bot.client.asking import NotAsked, ask
from bot.store import Damaged, Store, StoreError, games
from bot.table import Table
from bot.table.checking import CannotRepair, Examined, examine
from bot.table.checking import repair as repair_game

Say = Callable[[str], None]

_ONLY_SERVERS = (
    "Only servers can add the bot. To let anybody add it to their own account, and play alone with "
    "`/solo` without a server: https://discord.com/developers/applications, your application, "
    "Installation, tick User Install, save; then start the bot again."
)
_RESTORE = "Stop the bot, and put a backup in the place of the file: see the README."


async def check(database_url: str, token: str | None, say: Say, *, api: str | None = None) -> int:
    """Say what is wrong, and how to mend it; the exit status. Changes nothing.

    Without a token Discord is not asked; with None nobody expects it to be. *api* is the address
    of its API, if it is another than its own.
    """
    try:
        store = await Store.open(database_url, unchanged=True)
    except StoreError as error:
        say(str(error))
        return _sum_up(1, say)
    try:
        wrong, running = await _check_database(store, say)
    except StoreError as error:
        say(f"The database cannot be read further: {error}. {_RESTORE}")
        return _sum_up(1, say)
    finally:
        await store.close()
    if token is not None:
        wrong += await _check_discord(token, api, running, say)
    return _sum_up(wrong, say)


async def _check_database(store: Store, say: Say) -> tuple[int, list[Table]]:
    """How much is wrong, and the games that are played."""
    try:
        of_file = await store.faults()
    except Damaged as damaged:
        of_file = [str(damaged)]
    for fault in of_file:
        say(f"The database's file is damaged: {fault}. {_RESTORE}")
    wrong = len(of_file)
    running = []
    numbers = await store.read(games.numbers)
    for number in numbers:
        examined = await store.read(examine, number)
        if examined is None:  # gone meanwhile, with its file
            continue
        for fault in examined.faults:
            say(f"{examined.title}: {fault}. {_mending(examined)}")
        wrong += len(examined.faults)
        if examined.table is not None and examined.running:
            running.append(examined.table)
    say(f"{len(numbers)} games are stored, {len(running)} of them can be played on.")
    return wrong, running


def _mending(examined: Examined) -> str:
    if examined.replayed is None:
        return _RESTORE
    return f"`python -m bot repair {examined.number}` may mend it."


async def _check_discord(token: str, api: str | None, running: list[Table], say: Say) -> int:
    if not token:
        say("Discord was not asked: there is no DISCORD_TOKEN.")
        return 0
    try:
        answered = await ask(token, running, api)
    except NotAsked as error:
        say(f"Discord was not asked: {error}.")
        return 0
    except discord.LoginFailure:
        say("DISCORD_TOKEN: Discord does not accept it. See .env.example for where to get one.")
        return 1
    for fault in answered.faults:
        say(fault)
    if not answered.faults:
        say("Discord accepts the token, and the bot may show every game that is played.")
    if not answered.users_can_install:  # as its host may want it
        say(_ONLY_SERVERS)
    return len(answered.faults)


def _sum_up(wrong: int, say: Say) -> int:
    say(f"Faults: {wrong}." if wrong else "Nothing is wrong.")
    return 1 if wrong else 0


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
