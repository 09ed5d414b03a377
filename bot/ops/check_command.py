"""``python -m bot check``."""

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime

import discord

from bot.client.permission_check import CheckFailed, check_permissions
from bot.domain.table import Table
from bot.ops.game_check import GameReport, examine, from_backup
from bot.ops.output import RESTORE, ProgressLine, Say, sentence
from bot.store import (
    BackupFolder,
    Damaged,
    NoDatabaseYet,
    OlderDatabase,
    Store,
    StoreError,
    damages,
    file_at,
)
from bot.store.queries import games, ratings
from bot.use_cases import compare_ratings

_ONLY_SERVERS = (
    "Only servers can add the bot. To let users add it and play `/solo` without a server: "
    "https://discord.com/developers/applications, your application, Installation, tick User "
    "Install, save; then start the bot again."
)


async def check(
    database_url: str,
    token: str | None,
    say: Say,
    *,
    api: str | None = None,
    backups: int | None = None,
) -> int:
    """Report faults, and how to repair them. Changes nothing.

    Returns the exit status: 1 after a fault, or if Discord could not be asked. Without a token it
    is not asked, which is reported unless the token is None. *api* is the address of its API, if
    not the usual one. *backups* is the number of a file's backups; None if it never has any.
    """
    wrong, running = await _check_store(database_url, say)
    if backups is not None:
        _report_backups(database_url, backups, say)
    if token is None:
        return _sum_up(wrong, say)
    if not token:
        say("Discord was not asked: there is no DISCORD_TOKEN.")
        return _sum_up(wrong, say, asked=False)
    try:
        return _sum_up(wrong + await _check_discord(token, api, running or [], say), say)
    except CheckFailed as error:
        _sum_up(wrong, say, asked=False)
        say(f"Discord could not be asked: {error}.")
        return 1


def _report_backups(database_url: str, nights: int, say: Say) -> None:
    file = file_at(database_url)
    if file is None:
        return
    if not nights:
        say("The bot makes no backups: BACKUPS is 0.")
        return
    try:
        there, now = BackupFolder(file).backups(), datetime.now(UTC)
    except OSError as error:
        say(f"I can't tell whether there are backups ({error.strerror}).")
        return
    for each in there:
        if each.is_ahead(now):
            say(
                f"The backup {each.file} has a date in the future, so it doesn't count: the "
                "machine's clock was or is wrong. Rename or delete it once the clock is right."
            )
    made = [each for each in there if not each.is_ahead(now)]
    if made:
        say(f"The last backup is {made[-1].file}, of {made[-1].made_at:%Y-%m-%d %H:%M} UTC.")
    else:
        say("There is no backup yet: the bot makes one each night.")


async def _check_store(database_url: str, say: Say) -> tuple[int, list[Table] | None]:
    """Return the number of faults, and the running games; None if the check is incomplete."""
    try:
        store = await Store.open(database_url, unchanged=True)
    except (NoDatabaseYet, OlderDatabase) as error:
        if _is_lost(database_url):
            say(f"The database {database_url} is not there, but backups of it are. {RESTORE}")
            return 1, []
        say(str(error))
        return 0, []
    except StoreError as error:
        say(str(error))
        return 1, None
    try:
        return await _check_database(store, say)
    except Damaged as damaged:
        say(f"The database cannot be read further: {damaged}. {RESTORE}")
    except StoreError as error:
        say(f"I couldn't look at everything: {sentence(error)}")
    finally:
        await store.close()
    return 1, None


def _is_lost(database_url: str) -> bool:
    """True if the database file is missing although there are backups of it."""
    file = file_at(database_url)
    with suppress(OSError):
        return file is not None and not file.exists() and bool(BackupFolder(file).backups())
    return False


async def _check_database(store: Store, say: Say) -> tuple[int, list[Table]]:
    """Return the number of faults, and the running games."""
    try:
        of_file = await store.faults()
    except Damaged as damaged:
        of_file = [str(damaged)]
    for fault in of_file:
        say(f"The database's file is damaged: {fault}. {RESTORE}")
    alone = await store.read(lambda connection: [*damages.find(connection, damages.ALONE)])
    for row in alone:
        say(f"{str(row).capitalize()}, and counts as missing. `python -m bot repair` resets it.")
    wrong = len(of_file) + len(alone)
    for guild_id in await store.read(ratings.servers):
        if (await store.read(compare_ratings, guild_id)).wrong:
            say(
                f"The ratings in server {guild_id} don't match its results. "
                "`python -m bot ratings` recomputes them."
            )
            wrong += 1
    running = []
    async for examined in examine_all(store, say):
        wrong += len(examined.faults)
        if examined.table is not None and examined.running:
            running.append(examined.table)
    return wrong, running


async def examine_all(store: Store, say: Say) -> AsyncIterator[GameReport]:
    """Compare each game with its log, and report faults and the number of games.

    Raises StoreError.
    """
    numbers = await store.read(games.numbers)
    progress = ProgressLine(len(numbers), say)
    running = 0
    for number in numbers:
        examined = await store.read(examine, number)
        progress.advance()
        if examined is None:  # gone meanwhile, with its file
            continue
        mend = (
            f"`python -m bot repair {number}` may fix it."
            if examined.folded is not None
            else from_backup(examined)
        )
        for fault in examined.faults:
            say(f"{examined.title}: {fault}. {mend}")
        running += examined.running
        yield examined
    say(f"{len(numbers)} games are stored, {running} of them can be played on.")


async def _check_discord(token: str, api: str | None, running: list[Table], say: Say) -> int:
    """Return the number of faults on Discord. Raises CheckFailed."""
    try:
        answered = await check_permissions(token, running, api)
    except discord.LoginFailure:
        say("DISCORD_TOKEN: Discord does not accept it. See .env.example for where to get one.")
        return 1
    for fault in answered.faults:
        say(fault)
    if not answered.faults:
        may = ", and the bot may show every game that is played" if running else ""
        say(f"Discord accepts the token{may}.")
    for note in answered.notes:
        say(note)
    if not answered.users_can_install:  # as its host may want it
        say(_ONLY_SERVERS)
    say(f"To add the bot to a server: {answered.link}")
    return len(answered.faults)


def _sum_up(wrong: int, say: Say, *, asked: bool = True) -> int:
    nothing = "Nothing is wrong." if asked else "Nothing is wrong with what is stored."
    say(f"Faults: {wrong}." if wrong else nothing)
    return 1 if wrong else 0
