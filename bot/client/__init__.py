"""Discord: commands, buttons, and the courier that brings posts there."""

from bot.client.game_client import ClientOptions, GameClient
