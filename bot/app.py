"""The bot as a whole: the client with all commands, and the handlers of all features."""

from bot.client import GameClient
from bot.commands.slash_commands import add_commands
from bot.features import discover

discover()


class TwoRivers(GameClient):
    """The bot."""

    def add_commands(self) -> None:
        """Add all commands to the tree."""
        add_commands(self.tree)
