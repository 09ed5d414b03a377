"""``python -m bot``: run the bot on Discord or, without a token, at a local table."""

import argparse
import gc
import sys
from collections.abc import Sequence

import aiohttp
import discord

from bot.client import TwoRivers
from bot.local.starting import CannotStart, run_local
from bot.settings import (
    Settings,
    SettingsError,
    load_local_settings,
    load_settings,
    token_given,
)
from bot.store import StoreError

TOKEN_HELP = (
    "DISCORD_TOKEN: Discord does not accept it. Copy it anew from "
    "https://discord.com/developers/applications: your application, Bot, Reset Token."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until stopped; the exit status: 2 if a setting is missing or wrong."""
    wanted = _parser().parse_args(arguments)
    try:
        if wanted.local or not (wanted.discord or token_given()):
            run_local(load_local_settings(), _say, browser=wanted.browser)
            return 0
        return _run_on_discord(load_settings())
    except (SettingsError, CannotStart) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Tigris & Euphrates on Discord; without a token, at a local table in the "
        "browser. Settings come from the environment and .env, see .env.example.",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", action="store_true", help="the local table, token or not")
    where.add_argument("--discord", action="store_true", help="Discord, or nothing")
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open the browser"
    )
    return parser


def _say(text: str) -> None:
    print(text, flush=True)


_TURN = 0.001
"""Seconds for which a thread that draws or stores may keep the event loop waiting: a fifth of what
Python allows by itself."""


class _Program(TwoRivers):
    """The bot, as the only thing that runs in this process."""

    async def setup_hook(self) -> None:
        """Take what is there now out of the garbage collection, for which everybody waits."""
        await super().setup_hook()
        gc.freeze()


def _run_on_discord(settings: Settings) -> int:
    discord.utils.setup_logging(level=settings.logging_level)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    sys.setswitchinterval(_TURN)
    bot = _Program(settings.database_url)
    try:
        bot.run(settings.discord_token.get_secret_value(), log_handler=None)
    except StoreError as error:
        print(f"DATABASE_URL: {error}", file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print(TOKEN_HELP, file=sys.stderr)
        return 2
    except aiohttp.ClientConnectionError as error:
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
