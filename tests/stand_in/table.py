"""A game as the people at its table see it, and how they go on with it."""

import asyncio
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from tests.stand_in.interactions import Interaction
from tests.stand_in.people import Person, button
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.ways import MOVE, buttons, pressed_way, request
from tests.stand_in.world import Json, components, labels

COLUMNS = "ABCDEFGHIJKLMNOP"
LOOK_AGAIN = 0.5
"""Seconds."""
NAME = "Ur"
"""What every game is called."""
COUNTS = (f"**{NAME}**: ", "You drew: ")
"""The beginnings of a desk after a decision that counts."""
TO_PLAY = " to play – "
"""Between a player's name and how many actions are left, where everyone sees it."""
WOULD_HAPPEN = ("What would happen:", f"What would happen in **{NAME}**:")
"""The beginnings of a preview."""


@dataclass(frozen=True)
class Decision:
    """What somebody at a table is about to do: a command, or a button."""

    seat: int
    """Which of the table's people, in the order of joining."""
    command: str = ""
    options: tuple[tuple[str, str], ...] = ()
    button: str = ""
    message: Json | None = None
    """Where it is done: the message with the button, in whose channel commands are typed.
    None is the board, at this table or at one that is a copy of it."""
    text: str = ""
    """In the engine's notation, unless the command or the button says it."""

    def component(self, message: Json) -> Json:
        """The button on a message. Raises AssertionError if it is not there."""
        if not self.text:
            return button(message, self.button)
        moves = (each for each in buttons(message, MOVE) if request(each)[1] == self.text)
        if (found := next(moves, None)) is None:
            raise AssertionError(f"no button moves {self.text!r}")
        return found


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
    def game_id(self) -> int:
        """The number of a game that can be joined still."""
        ids = [each.get("custom_id", "") for each in components(self.lobby)]
        return int(next(each for each in ids if each.startswith("te:")).split(":")[1])

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
        """The newest message of a turn in the thread, from which one comes to the own desk."""
        return next((post for post in reversed(self.posts) if "Desk" in labels(post)), None)

    def place(self, decision: Decision) -> Json:
        """Where somebody types for a decision."""
        if decision.message is None:
            return self.home
        return self.discord.world.channel(decision.message["channel_id"])

    # --- going on --------------------------------------------------------------------------------

    async def next_decision(
        self,
        dice: random.Random,
        patience: float = PATIENCE,
        *,
        alone: float = 0.0,
        pressing: float = 0.0,
    ) -> Decision:
        """Something that can be decided now, as the buttons and the suggestions have it.

        People look at the board or, with the chance *alone*, only at what nobody else sees: their
        direct messages, or the hand that they ask for. There they take actions with the chance
        *pressing* by its buttons, or in a line.
        """
        async with asyncio.timeout(patience):
            while True:
                looked = len(self.discord.calls)
                if decision := await self._look(dice, alone, pressing):
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

    async def _look(self, dice: random.Random, alone: float, pressing: float) -> Decision | None:
        if dice.random() >= alone:
            return await self._at_the_board(dice)
        for seat in dice.sample(range(len(self.people)), len(self.people)):
            look = dice.choice((self._newest_direct, self._hand))
            if message := await look(self.people[seat]):
                by = Decision(seat, message=message)
                acts = "End turn" in labels(message)
                if acts and "Swap" in labels(message) and dice.random() < pressing:
                    decision = await pressed_way(by, self.people[seat], message, dice)
                else:
                    act = self._turn(by, message, dice) if acts else self._answer(by, dice)
                    decision = await act
                if decision is not None:
                    return decision
        return None

    async def _at_the_board(self, dice: random.Random) -> Decision | None:
        board = self.board
        if board is None:
            return None
        told = [line for line in board["content"].splitlines() if not line.startswith("⏳")]
        status = told[-1]
        awaited = [f"**{person.name}** " for person in self.people]
        seat = next((i for i, name in enumerate(awaited) if status.startswith(name)), None)
        if seat is None:
            return None
        if "can end the turn" in status:
            return Decision(seat, command="end")
        if TO_PLAY not in status:
            return await self._answer(Decision(seat), dice)
        return await self._action(Decision(seat), dice)

    async def _newest_direct(self, person: Person) -> Json | None:
        return next((each for each in reversed(person.directs) if labels(each)), None)

    async def _hand(self, person: Person) -> Json | None:
        if self.thread is None:
            return None
        asked = await person.begin_command(self.thread, "hand")
        await person.heard(asked)
        return asked.message if asked.answered else None

    async def _turn(self, by: Decision, message: Json, dice: random.Random) -> Decision | None:
        if "Swap" not in labels(message):
            return replace(by, button="End turn")
        return await self._action(by, dice)

    async def _action(self, by: Decision, dice: random.Random) -> Decision | None:
        if dice.random() < 0.3 and (decision := await self._leader(by, dice)):
            return decision
        return await self._tile(by, dice)

    async def begin(self, decision: Decision) -> Interaction:
        """Let it be decided, without waiting for an answer."""
        person = self.people[decision.seat]
        if decision.command:
            options: dict[str, Any] = dict(decision.options)
            return await person.begin_command(self.place(decision), decision.command, **options)
        message = decision.message or self.board
        assert message is not None
        return await person.begin_use(message, decision.component(message))

    async def decide(self, decision: Decision) -> Interaction:
        """Let it be decided; what is shown before it counts is confirmed."""
        person = self.people[decision.seat]
        answer = await person.answered(await self.begin(decision))
        if outcome := outcome_shown(answer):
            assert answer.message is not None
            answer = await person.press(answer.message, outcome)
        return answer

    async def _suggested(self, by: Decision, *asked: str, **filled: str) -> list[str]:
        return await self.people[by.seat].suggested(self.place(by), *asked, **filled)

    async def _answer(self, by: Decision, dice: random.Random) -> Decision | None:
        if answers := await self._suggested(by, "decide", "answer"):
            return replace(by, command="decide", options=(("answer", dice.choice(answers)),))
        return None

    async def _tile(self, by: Decision, dice: random.Random) -> Decision | None:
        if colours := await self._suggested(by, "tile", "colour"):
            colour = dice.choice(colours)
            for column in dice.sample(COLUMNS, len(COLUMNS)):
                if cells := await self._suggested(by, "tile", "cell", column, colour=colour):
                    options = (("colour", colour), ("cell", dice.choice(cells)))
                    return replace(by, command="tile", options=options)
        return None

    async def _leader(self, by: Decision, dice: random.Random) -> Decision | None:
        if leaders := await self._suggested(by, "leader", "leader"):
            leader = dice.choice(leaders)
            if cells := await self._suggested(by, "leader", "cell", leader=leader):
                options = (("leader", leader), ("cell", dice.choice(cells)))
                return replace(by, command="leader", options=options)
        return None


def outcome_shown(answer: Interaction) -> str:
    """The button that confirms what is shown before it counts; empty if nothing is."""
    message = answer.message
    if message is None or not answer.content.startswith(WOULD_HAPPEN):
        return ""
    if message["content"] != answer.content or message["id"] in answer.world.gone:  # since then
        return ""
    return labels(message)[0]


async def gather(
    discord: Discord, channel: Json, people: Sequence[Person], seats: int | None = None
) -> Table:
    """Open a game as the first of *people*, and let the others join it by button.

    It starts with the last of them, unless there are more *seats*.
    """
    opener, *others = people
    await opener.slash(channel, "open", name=NAME, seats=seats or len(people))
    lobby = await discord.until(lambda: _lobby(discord, channel))
    for person in others:
        await person.press(lobby, "Join")
    return Table(discord, people, channel, lobby["id"])


def _lobby(discord: Discord, channel: Json) -> Json | None:
    posts = discord.world.messages[channel["id"]].values()
    return next((post for post in reversed(posts) if "Join" in labels(post)), None)
