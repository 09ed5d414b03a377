"""People who play on whatever happens, and believe only what they see."""

import asyncio
import random
import re
from dataclasses import dataclass, field
from enum import Enum

from tests.stand_in.interactions import Interaction
from tests.stand_in.people import Person
from tests.stand_in.table import COUNTS, NAME, WOULD_HAPPEN, Table, outcome_shown, passing
from tests.stand_in.world import labels

ANNOUNCED = 12.0
"""Seconds after which nobody waits any more for an answer that was announced."""
STUBBORN = 180.0
"""Seconds for which people try to go on with a game."""
RESIGN = "resign"
END = "end"
OVER = f"**{NAME}** is over"
NO_PICTURE = "That's a lot of pictures at once. Here it is without one."
_COUNTED = re.compile(r"You've resigned from |(My .+\n)?It counts, but ")
_REFUSED = re.compile(
    r"\(R\d+(\.\d+)*\)|^The game has moved on|\*\* is over|^You don't play in .+ now"
    r"|^My .+\nNothing changed\. |^⌛ Your time ran out"
)


class Result(Enum):
    """Answers to a decision."""

    COUNTED = "it counts"
    REFUSED = "it does not count"
    NOTHING = "nothing, or that something went wrong"


@dataclass(frozen=True)
class Attempt:
    """An attempt to decide something, in the engine's notation, or to resign."""

    person: Person
    text: str
    interaction: Interaction

    @property
    def result(self):
        """The current result, by the answer."""
        if self.interaction.answered is None or self.interaction.message is None:
            return Result.NOTHING
        content = self.interaction.content
        if content.startswith(NO_PICTURE):
            _, _, content = content.partition("\n\n")
        if content.startswith(WOULD_HAPPEN):
            return Result.NOTHING
        if content.startswith(COUNTS) or _COUNTED.match(content):
            return Result.COUNTED  # what is to be decided then may name rules as well
        if content.startswith(OVER):  # by that decision, or before
            return Result.NOTHING
        return Result.REFUSED if _REFUSED.search(content) else Result.NOTHING


@dataclass(frozen=True)
class Habits:
    """The chances of a decision to be taken in some way."""

    crowded: float = 0.0
    """The decision is pressed by many, or many times, in the same moment."""
    alone: float = 0.0
    """The decision is taken by somebody who looks only at private messages, not at the board."""
    pressing: float = 0.0
    """There, to be taken by buttons, or in a line."""
    impatient: float = 0.0
    """The decision follows an unanswered press on the desk."""
    dawdling: float = 0.0
    """The decision is taken so late that the time is up."""
    boards: bool = False
    """True if the server has a board."""


@dataclass
class Play:
    """A table, how its people go on, and everything that they tried."""

    table: Table
    dice: random.Random
    habits: Habits = Habits()
    dawdles: float = 0.0
    """The pause of somebody who dawdles, in seconds."""
    game_id: int = 0
    attempts: list[Attempt] = field(default_factory=list)
    deleted: set[str] = field(default_factory=set)
    """The pictures of messages that were deleted in the thread."""

    @property
    def counted(self):
        """The number of decisions that were confirmed to players."""
        return sum(attempt.result is Result.COUNTED for attempt in self.attempts)

    @property
    def over(self):
        """True if the end of the game is shown."""
        return any(map(_has_record, self.table.posts))

    async def join(self):
        """Let everybody join who is missing in the lobby, until the game is shown."""
        while not self.table.board:
            for person in self.table.people:
                lobby = self.table.lobby
                if f"**{person.name}**" not in lobby["content"] and "Join" in labels(lobby):
                    await person.heard(await person.begin_press(lobby, "Join"))
            await self.table.something_new()

    async def go_on(self, decisions):
        """Play until a number of further decisions count."""
        wanted = self.counted + decisions
        while self.counted < wanted:
            if self.dice.random() < self.habits.dawdling:
                await asyncio.sleep(self.dawdles)
            decision = await self.table.next_decision(
                self.dice, STUBBORN, alone=self.habits.alone, pressing=self.habits.pressing
            )
            looked = len(self.table.discord.calls)
            begun = await self._begin(decision)
            for attempt in begun:
                await attempt.person.heard(attempt.interaction, ANNOUNCED)
            begun += await self._confirmed(begun)
            if all(attempt.result is not Result.COUNTED for attempt in begun):
                await self.table.something_new(looked)

    async def give_up(self):
        """Let all but one of them resign, until the end is shown."""
        people = self.table.people
        for person in self.dice.sample(people, len(people) - 1):
            while not self.over and await self._may_resign(person):
                pass
        while not self.over:
            await self.table.something_new()

    async def _may_resign(self, person):
        """Let a player ask to resign, and do it if possible. Return True to try again."""
        asked = await person.begin_command(self.table.home, "resign")
        await person.heard(asked, ANNOUNCED)
        if asked.message is None or asked.answered is None:
            await self.table.something_new()
            return True
        if "Resign" not in labels(asked.message):
            return not _REFUSED.search(asked.content)
        attempt = Attempt(person, RESIGN, await person.begin_press(asked.message, "Resign"))
        self.attempts.append(attempt)
        await person.heard(attempt.interaction, ANNOUNCED)
        return attempt.result is not Result.COUNTED

    # --- inside ----------------------------------------------------------------------------------

    async def _begin(self, decision):
        """Press, or type: mostly once, and not at all if that button has just gone."""
        people, text = self.table.people, notation(decision)
        try:
            decide = self.table.way(decision)
        except AssertionError:
            return []
        pressing = [people[decision.seat]]
        if self.dice.random() < self.habits.crowded:
            everybody = people if decision.message is None else pressing
            pressing = self.dice.choice((pressing * 3, [*everybody, *pressing]))
        if self.dice.random() < self.habits.impatient:
            await self._press_something(people[decision.seat], decision.message)
        begun = [Attempt(person, text, await decide(person)) for person in pressing]
        self.attempts += begun
        return begun

    async def _press_something(self, person, page):
        """Look at something on a player's desk, without waiting for it."""
        if page is not None and (looking := [*passing(page)]):
            await person.begin_use(page, self.dice.choice(looking))

    async def look_at_something(self):
        """Let any player look at something on their desk."""
        person = self.dice.choice(self.table.people)
        await self._press_something(person, next(reversed(person.directs), None))

    async def _confirmed(self, begun):
        """Confirm a preview."""
        confirmed = []
        for asked in begun:
            if outcome := outcome_shown(asked.interaction):
                pressed = await asked.person.begin_press(asked.interaction.message, outcome)
                confirmed.append(Attempt(asked.person, asked.text, pressed))
        for attempt in confirmed:
            await attempt.person.heard(attempt.interaction, ANNOUNCED)
        self.attempts += confirmed
        return confirmed


def notation(decision):
    """The decision as it is written in the log."""
    if decision.text:
        return decision.text
    options = dict(decision.options)
    match decision.command:
        case "tile":
            return f"{options['colour']}@{options['cell']}"
        case "leader":
            return f"{options['leader']}@{options['cell']}"
        case "decide":
            return options["answer"]
        case "end":
            return END
        case _:
            assert decision.button == "End turn"
            return END


def _has_record(post):
    return any(each["filename"].endswith(".te") for each in post["attachments"])
