"""Intents about the games of a user."""

from bot.intents import NO_GAME, Intent, Placement
from bot.intents.spelling import Page


class SeeGames(Intent, word="games"):
    """Show a page of the list of games; the first is 0."""

    page: Page = 0

    def placed(self, game: int | None) -> Placement:
        """Below, unless it was pressed on the list itself."""
        return Placement.IN_PLACE if game == NO_GAME else Placement.BELOW
