"""Choices for a table: by its opener before the start, then by all players together."""

from bot.content.message import Button
from bot.content.pressing import back_to
from bot.domain.table import Status, Table
from bot.i18n import PublicText, Words
from bot.intents import Address, proposals
from bot.intents.lobby import SetUp


def choice_line(words: Words, table: Table) -> PublicText:
    """A line that says whether a choice counts at once or is proposed."""
    if table.status is Status.LOBBY:
        return words._("You can change it until the game starts. After that, everyone must agree.")
    return words._("Your choice is proposed to the others and counts once everyone agrees.")


def back_from_choice(words: Words, table: Table) -> Button:
    """Back to the page that leads to the choice."""
    lobby = table.status is Status.LOBBY
    return back_to(words, Address(table.id).to(SetUp() if lobby else proposals.SeeTable()))
