"""A game as the people at its table see it, and how they go on with it."""

import asyncio
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.wire.interactions import Interaction
from tests.wire.people import Person
from tests.wire.server import PATIENCE, Discord
from tests.wire.world import Json, labels

COLUMNS = "ABCDEFGHIJKLMNOP"
LOOK_AGAIN = 0.5
"""Seconds."""


@dataclass(frozen=True)
class Decision:
    """What somebody at a table is about to do: a command, or a button under the board."""

    seat: int
    """Which of the table's people, in the order of joining."""
    command: str = ""
    options: tuple[tuple[str, str], ...] = ()
    button: str = ""


@dataclass(frozen=True)
class Table:
    """A game and its people, in the order of joining."""

    discord: Discord
    people: Sequence[Person]
    channel: Json
    lobby_id: str

    @property
    def lobby(self) -> Json:
        """The message in which the people gathered."""
        return self.discord.world.message(self.channel["id"], self.lobby_id)

    @property
    def thread(self) -> Json | None:
        """Where the game is shown, once the lobby message says where."""
        link = re.search(r"<#(\d+)>", self.lobby["content"])
        return self.discord.world.channel(link[1]) if link else None

    @property
    def home(self) -> Json:
        """Where the game is shown: it must have started."""
        assert self.thread is not None
        return self.thread

    @property
    def posts(self) -> list[Json]:
        """The messages in the thread, oldest first."""
        thread = self.thread
        return list(self.discord.world.messages[thread["id"]].values()) if thread else []

    @property
    def board(self) -> Json | None:
        """The newest message in the thread with buttons: that of the turn."""
        return next((post for post in reversed(self.posts) if labels(post)), None)

    # --- going on --------------------------------------------------------------------------------

    async def next_decision(self, dice: random.Random, patience: float = PATIENCE) -> Decision:
        """Something that can be decided now, as the buttons and the suggestions have it."""
        async with asyncio.timeout(patience):
            while True:
                looked = len(self.discord.calls)
                if (board := self.board) and (decision := await self._decision(board, dice)):
                    return decision
                # What is shown is behind the game still, or the suggestions did not come.
                await self.something_new(looked)

    async def something_new(self, seen: int | None = None) -> None:
        """Wait until more is shown than that many calls, but not long: then look again."""
        if seen is None:
            seen = len(self.discord.calls)
        with suppress(AssertionError):
            await self.discord.until(lambda: self._shown_since(seen), LOOK_AGAIN)

    def _shown_since(self, seen: int) -> bool:
        return any("/channels/" in call.path for call in self.discord.calls[seen:])

    async def _decision(self, board: Json, dice: random.Random) -> Decision | None:
        if "Decide" in labels(board):
            return await self._answer(dice)
        mentioned = re.search(r"<@(\d+)>", board["content"])
        assert mentioned
        seat = next(i for i, person in enumerate(self.people) if person.id == mentioned[1])
        if "Tile" not in labels(board):
            return Decision(seat, button="End turn")
        if dice.random() < 0.3 and (decision := await self._leader(seat, dice)):
            return decision
        return await self._tile(seat, dice)

    async def begin(self, decision: Decision) -> Interaction:
        """Let it be decided, without waiting for an answer."""
        person = self.people[decision.seat]
        if decision.command:
            options: dict[str, Any] = dict(decision.options)
            return await person.begin_command(self.home, decision.command, **options)
        assert self.board is not None
        return await person.begin_press(self.board, decision.button)

    async def decide(self, decision: Decision) -> Interaction:
        """Let it be decided."""
        return await self.people[decision.seat].answered(await self.begin(decision))

    async def _answer(self, dice: random.Random) -> Decision | None:
        """An answer to the question that waits: only for whom it waits, some are suggested."""
        for seat, person in enumerate(self.people):
            if answers := await person.suggested(self.home, "decide", "answer"):
                return Decision(seat, "decide", (("answer", dice.choice(answers)),))
        return None

    async def _tile(self, seat: int, dice: random.Random) -> Decision | None:
        person = self.people[seat]
        if colours := await person.suggested(self.home, "tile", "colour"):
            colour = dice.choice(colours)
            for column in dice.sample(COLUMNS, len(COLUMNS)):
                cells = await person.suggested(self.home, "tile", "cell", column, colour=colour)
                if cells:
                    cell = dice.choice(cells)
                    return Decision(seat, "tile", (("colour", colour), ("cell", cell)))
        return None

    async def _leader(self, seat: int, dice: random.Random) -> Decision | None:
        person = self.people[seat]
        if leaders := await person.suggested(self.home, "leader", "leader"):
            leader = dice.choice(leaders)
            cells = await person.suggested(self.home, "leader", "cell", leader=leader)
            if cells:
                return Decision(seat, "leader", (("leader", leader), ("cell", dice.choice(cells))))
        return None


async def gather(
    discord: Discord, channel: Json, people: Sequence[Person], seats: int | None = None
) -> Table:
    """Open a game as the first of *people*, and let the others join it by button.

    It starts with the last of them, unless there are more *seats*.
    """
    opener, *others = people
    await opener.slash(channel, "open", name="Ur", seats=seats or len(people))
    lobby = await discord.until(lambda: _lobby(discord, channel))
    for person in others:
        await person.press(lobby, "Join")
    return Table(discord, people, channel, lobby["id"])


def _lobby(discord: Discord, channel: Json) -> Json | None:
    posts = discord.world.messages[channel["id"]].values()
    return next((post for post in reversed(posts) if "Join" in labels(post)), None)
