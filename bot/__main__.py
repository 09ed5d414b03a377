"""``two-rivers``, or ``python -m bot``: run the bot on Discord or, without a token, a local table.

What only some commands need is imported there: a health check has nothing else to wait for, and
the bot keeps nothing in its memory for a year that it does not use.
"""
# ruff: noqa: PLC0415

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import partial
from pathlib import Path

from bot import __version__
from bot.health_command import CannotAsk, health

log = logging.getLogger("bot")


class Exit(IntEnum):
    """The exit status, where it tells the service manager what to do; see docs/hosting.md.

    The numbers are those of sysexits.h, which Python does not have on Windows.
    """

    UNAVAILABLE = 69
    """Something is not available yet, or in the way: starting again may help."""
    CONFIG = 78
    """The host has to change something first."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until stopped, or look after what is stored.

    The exit status: 0, one of :class:`Exit`, or 1 if something else is wrong.
    """
    wanted = _parser().parse_args(arguments)
    if wanted.command == "health":
        try:
            return health(_say)
        except CannotAsk as error:
            _say(str(error))
            return Exit.CONFIG
    if wanted.command == "languages":
        from bot.ops.languages_command import languages

        return languages(_say)
    return _run(wanted)


def _run(wanted: argparse.Namespace) -> int:
    from bot.listening import CannotListen
    from bot.local.startup import CannotStart, run_local
    from bot.log_format import LogFormat, set_up_log
    from bot.ops.hosting import unattended
    from bot.settings import (
        LocalSettings,
        Settings,
        SettingsError,
        log_format,
        token_given,
        unknown_settings,
    )
    from bot.store import StoreError, Unusable

    tell: Callable[[str], None] = partial(print, file=sys.stderr)
    unlocal = None
    try:
        if wanted.command is not None:
            return _look_after(wanted)
        form = log_format()
        set_up_log(form)
        if form is LogFormat.JSON:
            tell = log.critical
        if not (wanted.local or wanted.discord or token_given()):
            unlocal = unattended(os.environ)
        if wanted.local or not (wanted.discord or unlocal or token_given()):
            local = LocalSettings.load()
            _say_all(unknown_settings())
            run_local(local, _say, browser=wanted.browser)
        else:
            from bot.on_discord import run_on_discord

            run_on_discord(Settings.load())
    except SettingsError as error:
        tell(str(error))
        if unlocal is not None:
            tell(f"As {unlocal} is set, only --local opens a local table.")
        return Exit.CONFIG
    except (CannotStart, CannotListen) as error:
        tell(str(error))
        return Exit.UNAVAILABLE
    except StoreError as error:
        tell(f"DATABASE_URL: {error}")
        return Exit.CONFIG if isinstance(error, Unusable) else Exit.UNAVAILABLE
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="two-rivers",
        description="Tigris & Euphrates on Discord; without a token, at a local table in the "
        "browser. Settings come from the environment and .env, see .env.example.",
    )
    parser.add_argument("--version", action="version", version=f"Two Rivers {__version__}")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", action="store_true", help="the local table, token or not")
    where.add_argument("--discord", action="store_true", help="Discord, or nothing")
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open the browser"
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", help="without one, the bot or the local table runs"
    )
    commands.add_parser("health", help="ask the bot that runs at STATUS_AT whether it is well")
    commands.add_parser("languages", help="say how much of each language is translated")
    check = commands.add_parser("check", help="say what is wrong, and how to fix it")
    repair = commands.add_parser("repair", help="rebuild a game from its log")
    repair.add_argument(
        "game", type=int, nargs="?", help="its number; without one, values that belong to no game"
    )
    repair.add_argument(
        "backup", type=Path, nargs="?", help="take the game from that backup, if its log is damaged"
    )
    ratings = commands.add_parser("ratings", help="recompute all ratings from the results")
    ratings.add_argument("--check", action="store_true", help="only compare them")
    backup = commands.add_parser("backup", help="copy everything into a file")
    backup.add_argument("file", type=Path, help="a new one, of SQLite's")
    export = commands.add_parser("export", help="write everything as text")
    export.add_argument("folder", type=Path, help="a new one")
    import_ = commands.add_parser("import", help="put everything into an empty database")
    import_.add_argument("place", type=Path, help="the folder of an export, or a backup")
    restore = commands.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", type=Path, help="a backup, of SQLite's")
    for command in (check, repair, ratings, backup, export, import_, restore):
        command.add_argument(
            "--local",
            action="store_true",
            default=argparse.SUPPRESS,  # it may stand before the command, too
            help="at the local table, not on Discord",
        )
    return parser


def _look_after(wanted: argparse.Namespace) -> int:
    from bot.ops.check_command import check
    from bot.ops.ratings_command import rate
    from bot.ops.repair_command import repair
    from bot.ops.transfer_commands import backup, export, import_from, restore
    from bot.settings import (
        CheckSettings,
        HostSettings,
        LocalSettings,
        unknown_settings,
    )

    token = api = backups = None
    if wanted.local:
        database_url = LocalSettings.load().local_database_url
    elif wanted.command == "check":
        settings = CheckSettings.load()
        database_url, api = settings.database_url, settings.discord_api
        token, backups = settings.token, settings.backups
    else:
        database_url = HostSettings.load().database_url
    _say_all(unknown_settings())
    match wanted.command:
        case "repair":
            doing = repair(database_url, wanted.game, _say, wanted.backup)
        case "ratings":
            doing = rate(database_url, _say, check=wanted.check)
        case "backup":
            doing = backup(database_url, wanted.file, _say)
        case "export":
            doing = export(database_url, wanted.folder, _say)
        case "import":
            doing = import_from(database_url, wanted.place, _say)
        case "restore":
            return restore(database_url, wanted.file, _say)
        case _:
            doing = check(database_url, token, _say, api=api, backups=backups)
    try:
        return asyncio.run(doing)
    except KeyboardInterrupt:
        _say("It was stopped.")
        return 1


def _say(text: str) -> None:
    print(text, flush=True)


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        _say(line)


if __name__ == "__main__":
    sys.exit(main())
