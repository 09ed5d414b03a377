"""Intents to look at how people and computers play: profiles, and the leaderboard."""

from bot.intents import NO_GAME, Intent, Placement
from bot.intents.spelling import Omitted, Page, UserId


class SeeProfile(Intent, word="profile", placement=Placement.BELOW):
    """Show the profile of a user; None: the user's own."""

    user_id: Omitted[UserId | None] = None


class SeeComputers(Intent, word="level-records", placement=Placement.BELOW):
    """Show how computers of each level have played in this server."""


class SeePlayers(Intent, word="players", placement=Placement.BELOW):
    """Show how the players at a table play."""


class SeeLeaderboard(Intent, word="leaderboard"):
    """Show a page of the server's ratings; the first is 0."""

    page: Page = 0

    def placed(self, game: int | None) -> Placement:
        """Below, unless it was pressed on the leaderboard itself."""
        return Placement.IN_PLACE if game == NO_GAME else Placement.BELOW
