"""``python -m bot``: run the bot."""

import sys

import aiohttp
import discord

from bot.client import TwoRivers
from bot.settings import SettingsError, load_settings
from bot.store import StoreError

TOKEN_HELP = (
    "DISCORD_TOKEN: Discord does not accept it. Copy it anew from "
    "https://discord.com/developers/applications: your application, Bot, Reset Token."
)


def main() -> int:
    """Run until stopped; the exit status: 2 if a setting is missing or wrong."""
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    discord.utils.setup_logging(level=settings.logging_level)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    bot = TwoRivers(settings.database_url)
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
