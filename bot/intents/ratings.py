"""Intents about ratings."""

from bot.intents import NO_GAME, Intent, Placement
from bot.intents.spelling import Page


class SeeLeaderboard(Intent, word="leaderboard"):
    """Show a page of the server's ratings; the first is 0."""

    page: Page = 0

    def placed(self, game: int | None) -> Placement:
        """Below, unless it was pressed on the leaderboard itself."""
        return Placement.IN_PLACE if game == NO_GAME else Placement.BELOW
