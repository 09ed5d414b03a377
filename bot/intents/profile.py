"""Intents to look at what the results of users and computers add up to."""

from bot.intents import Intent, Placement
from bot.intents.spelling import Omitted, UserId


class SeeProfile(Intent, word="profile", placement=Placement.BELOW):
    """Show the profile of a user; None: the own one."""

    user_id: Omitted[UserId | None] = None


class SeeComputers(Intent, word="level-records", placement=Placement.BELOW):
    """Show how computers of each level have played in this server."""


class SeePlayers(Intent, word="players", placement=Placement.BELOW):
    """Show how those who sit at a table play."""
