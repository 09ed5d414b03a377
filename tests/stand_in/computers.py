"""A game against computers, as one person sees it."""

import re
from dataclasses import dataclass

from tests.stand_in.people import Person, people
from tests.stand_in.table import NAME, TO_PLAY, Table

_TURN = re.compile(r"· turn (\d+):")
PATIENCE = 120.0
"""Seconds for the turns of computers, on a machine with much to do."""


@dataclass(frozen=True)
class SoloGame:
    """A game of one person against computers."""

    table: Table
    ann: Person

    @property
    def turns(self):
        """The numbers of the turns that are shown, in the order of their messages."""
        found = (_TURN.search(post["content"]) for post in self.table.posts)
        return [int(each[1]) for each in found if each is not None]

    @property
    def asked(self):
        """True if it is her turn, by the thread."""
        board = self.table.board
        return board is not None and f"**{self.ann.name}**{TO_PLAY}" in board["content"]

    async def until_asked(self, after=0):
        """Wait until it is her turn, in a turn after that one; the number of that turn.

        In a conflict she adds nothing.
        """
        discord = self.table.discord
        while True:
            await discord.until(lambda: self.has_news(after), PATIENCE)
            if self.asked and self.turns[-1] > after:
                return self.turns[-1]
            await self.ann.slash(self.table.home, "add", count="0")

    def has_news(self, after):
        """True if she is asked to add tiles, or it is her turn, in a turn after that one."""
        board = self.table.board
        if board is None:
            return False
        decides = f"**{self.ann.name}** adds" in board["content"]
        return decides or (self.asked and self.turns[-1] > after)

    async def end_turn(self):
        """End her turn without doing anything."""
        asked = await self.ann.slash(self.table.home, "end")
        await self.ann.press(asked.message, "End turn")


async def begun(discord, channel, levels):
    """A game that has just started, against computers of these levels."""
    (ann,) = people(discord, "ann")
    await ann.slash(channel, "open", name=NAME, seats=len(levels) + 1)
    posts = discord.world.messages[channel["id"]]
    await discord.until(lambda: len(posts) == 2)
    _seal, lobby_id = posts
    table = Table(discord, [ann], channel, lobby_id)
    for level in levels:
        await ann.slash(channel, "computer", level=level)
    await ann.press(table.lobby, "Start")
    return SoloGame(table, ann)
