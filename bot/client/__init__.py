"""Discord: commands, buttons, and the courier that brings posts there."""

from bot.client.client import GameClient
