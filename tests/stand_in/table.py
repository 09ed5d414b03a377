"""A game as the people at its table see it, and how they go on with it."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tests.stand_in.people import NAMES, Person, button, people
from tests.stand_in.rows import game_at
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.world import Json, components, labels

COLUMNS = "ABCDEFGHIJKLMNOP"
LOOK_AGAIN = 0.5
"""Seconds."""
NAME = "Ur"
"""The name of every game."""
COUNTS = (f"**{NAME}**: ", "You drew: ")
"""The beginnings of a desk after a decision that counts."""
TO_PLAY = " to play – "
"""Between a player's name and how many actions are left, where everyone sees it."""
WOULD_HAPPEN = ("What would happen:", f"What would happen in **{NAME}**:")
"""The beginnings of a preview."""
AT, ROW, MOVE = "at", "row", "move"
"""Intents in custom_ids: the spaces for a piece, those of a column, and its placement."""
_TAPS = 3


@dataclass(frozen=True)
class Decision:
    """A decision before it is made: a command, or a button."""

    seat: int
    """The index of the person, in the order of joining."""
    command: str = ""
    options: tuple[tuple[str, str], ...] = ()
    button: str = ""
    message: Json | None = None
    """The message with the button, in whose channel commands are typed.
    None is the board, at this table or at one that is a copy of it."""
    text: str = ""
    """The action in the engine's notation, unless the command or the button says it."""

    def component(self, message):
        """Return the button on a message. Raises AssertionError if it is missing."""
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
    def lobby(self):
        """The message in which the people gathered."""
        return self.discord.world.message(self.channel["id"], self.lobby_id)

    @property
    def game_id(self):
        """The number of a game that can be joined still."""
        ids = [each.get("custom_id", "") for each in components(self.lobby)]
        return int(next(each for each in ids if each.startswith("te:")).split(":")[1])

    @property
    def thread(self):
        """The game's thread, once the lobby message names it."""
        link = re.search(r"<#(\d+)>", self.lobby["content"])
        return self.discord.world.channel(link[1]) if link else None

    @property
    def home(self):
        """The thread of a game that must have started."""
        assert self.thread is not None
        return self.thread

    @property
    def posts(self):
        """The messages in the thread, oldest first."""
        thread = self.thread
        return list(self.discord.world.messages[thread["id"]].values()) if thread else []

    @property
    def board(self):
        """The newest message of a turn in the thread, from which one comes to the own desk."""
        return next((post for post in reversed(self.posts) if "Desk" in labels(post)), None)

    def place(self, decision):
        """The channel in which somebody types a decision."""
        if decision.message is None:
            return self.home
        return self.discord.world.channel(decision.message["channel_id"])

    # --- going on --------------------------------------------------------------------------------

    async def next_decision(self, dice, patience=PATIENCE, *, alone=0.0, pressing=0.0):
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

    async def something_new(self, seen=None):
        """Wait until more is shown than that many calls, but not long: then look again."""
        if seen is None:
            seen = len(self.discord.calls)
        with suppress(AssertionError):
            await self.discord.until(lambda: self._shown_since(seen), LOOK_AGAIN)

    def _shown_since(self, seen):
        return any("/channels/" in call.path for call in self.discord.calls[seen:])

    async def _look(self, dice, alone, pressing):
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
                    act = self.turn(by, message, dice) if acts else self._answer(by, dice)
                    decision = await act
                if decision is not None:
                    return decision
        return None

    async def _at_the_board(self, dice):
        board = self.board
        if board is None:
            return None
        lines = [line for line in board["content"].splitlines() if not line.startswith("⏳")]
        status = lines[-1]
        awaited = [f"**{person.name}** " for person in self.people]
        seat = next((i for i, name in enumerate(awaited) if status.startswith(name)), None)
        if seat is None:
            return None
        if "can end the turn" in status:
            return Decision(seat, command="end")
        if TO_PLAY not in status:
            return await self._answer(Decision(seat), dice)
        return await self._action(Decision(seat), dice)

    async def _newest_direct(self, person):
        return next((each for each in reversed(person.directs) if labels(each)), None)

    async def _hand(self, person):
        if self.thread is None:
            return None
        asked = await person.begin_command(self.thread, "hand")
        await person.heard(asked)
        return asked.message if asked.answered else None

    async def turn(self, by, message, dice):
        if "Swap" not in labels(message):
            return replace(by, button="End turn")
        return await self._action(by, dice)

    async def _action(self, by, dice):
        if dice.random() < 0.3 and (decision := await self._leader(by, dice)):
            return decision
        return await self._tile(by, dice)

    def way(self, decision):
        """The command or button for a decision. Raises AssertionError if there is none."""
        if decision.command:
            options, place = dict(decision.options), self.place(decision)
            return lambda person: person.begin_command(place, decision.command, **options)
        message = decision.message or self.board
        assert message, "there is no board"
        component = decision.component(message)
        return lambda person: person.begin_use(message, component)

    async def begin(self, decision):
        """Let it be decided, without waiting for an answer."""
        return await self.way(decision)(self.people[decision.seat])

    async def decide(self, decision):
        """Let it be decided; what is shown before it counts is confirmed."""
        person = self.people[decision.seat]
        answer = await person.answered(await self.begin(decision))
        if outcome := outcome_shown(answer):
            answer = await person.press(answer.message, outcome)
        return answer

    async def _suggested(self, by, *asked, **filled):
        return await self.people[by.seat].suggested(self.place(by), *asked, **filled)

    async def _answer(self, by, dice):
        if answers := await self._suggested(by, "decide", "answer"):
            return replace(by, command="decide", options=(("answer", dice.choice(answers)),))
        return None

    async def _tile(self, by, dice):
        if colours := await self._suggested(by, "tile", "colour"):
            colour = dice.choice(colours)
            for column in dice.sample(COLUMNS, len(COLUMNS)):
                if cells := await self._suggested(by, "tile", "cell", column, colour=colour):
                    options = (("colour", colour), ("cell", dice.choice(cells)))
                    return replace(by, command="tile", options=options)
        return None

    async def _leader(self, by, dice):
        if leaders := await self._suggested(by, "leader", "leader"):
            leader = dice.choice(leaders)
            if cells := await self._suggested(by, "leader", "cell", leader=leader):
                options = (("leader", leader), ("cell", dice.choice(cells)))
                return replace(by, command="leader", options=options)
        return None


def outcome_shown(answer):
    """The button that confirms what is shown before it counts; empty if nothing is."""
    message = answer.message
    if message is None or not answer.content.startswith(WOULD_HAPPEN):
        return ""
    if message["content"] != answer.content or message["id"] in answer.world.gone:  # since then
        return ""
    return labels(message)[0]


async def gather(discord, channel, people, seats=None):
    """Open a game as the first of *people*, and let the others join it by button.

    It starts with the last of them, unless there are more *seats*.
    """
    opener, *others = people
    await opener.slash(channel, "open", name=NAME, seats=seats or len(people))
    lobby = await discord.until(lambda: _lobby(discord, channel))
    for person in others:
        await person.press(lobby, "Join")
    return Table(discord, people, channel, lobby["id"])


def _lobby(discord, channel):
    posts = discord.world.messages[channel["id"]].values()
    return next((post for post in reversed(posts) if "Join" in labels(post)), None)


# --- at the own desk ------------------------------------------------------------------------------


def buttons(message, wanted):
    """The buttons on a message with that intent."""
    return [each for each in components(message) if request(each)[0] == wanted]


def request(component):
    """A component's intent and its arguments: ``move`` and ``r@E5``."""
    text = component.get("custom_id", "").split(":", 4)
    what, _, about = text[4].partition(":") if len(text) == 5 else ("", "", "")
    return what, about


def passing(message):
    """The buttons that show something in place of the desk."""
    for wanted in (AT, "zoom", "catastrophe", "swap", "plan"):
        yield from buttons(message, wanted)


async def pressed_way(by, person, desk, dice):
    """A decision at a player's desk: by a suggested move, by the keypad, or in a line.

    None if that is not open.
    """
    way = dice.choice(("suggested", "keypad", "line"))
    if way == "keypad":
        return await _by_keypad(by, person, desk, dice)
    if not (moves := buttons(desk, MOVE)):
        return None
    chosen = dice.choice(moves)
    if way == "suggested":
        return _moved(by, desk, chosen)
    _, action = request(chosen)
    return replace(by, command="turn", options=(("line", action),), text=action)


async def _by_keypad(by, person, desk, dice):
    """Look at the spaces for a piece, perhaps at those of a column, and choose one."""
    page, pieces = desk, buttons(desk, AT)
    if not pieces:
        return None
    tap = dice.choice(pieces)
    for _ in range(_TAPS):
        asked = await person.begin_use(page, tap)
        await person.heard(asked)
        if asked.answered is None or asked.message is None:
            return None
        page = asked.message
        moves, rows = buttons(page, MOVE), buttons(page, ROW)
        if moves and (not rows or dice.random() < 0.5):
            return _moved(by, page, dice.choice(moves))
        if not rows:
            return None
        tap = dice.choice(rows)
    return None


def _moved(by, page, button):
    return replace(by, message=page, button=button["label"], text=request(button)[1])


# --- games to begin with ------------------------------------------------------------------------


async def guild_on(discord, shard):
    """A server that belongs to a shard."""
    while not shard.receives((guild := await discord.new_guild())["id"]):
        pass
    return guild


async def begun(discord, guild=None, seats=2):
    """A started game with a board, for a number of people, in that server or in a new one."""
    channel = await discord.new_channel(guild or await discord.new_guild())
    table = await gather(discord, channel, people(discord, *NAMES[:seats]))
    await discord.until(lambda: table.board)
    return table


async def until_shown(table, database):
    """Wait until the stored game is completely shown."""

    def is_shown():
        stored = game_at(database, table.home["id"])
        return stored is not None and not stored.is_behind

    await table.discord.until(is_shown)


async def called(discord, database):
    """A started game, once the first decision was asked for and nothing else is sent."""
    table = await begun(discord)
    await until_shown(table, database)
    await discord.quiet(0.3)
    return table


async def asked(table):
    """Wait until a decision is asked for; return the decider and the desk."""

    def found():
        return [
            (person, desk)
            for person in table.people
            for desk in person.directs
            if "End turn" in labels(desk)
        ]

    await table.discord.until(lambda: len(found()) == 1)
    (one,) = found()
    return one


async def end_turn(table):
    """Let the decider end the turn at the desk."""
    person, desk = await asked(table)
    answer = await person.press(desk, "End turn")
    await person.press(answer.message, "End turn")


async def check_shown_once(discord, table, *turns):
    """Wait until the last of these turns is shown, and check that each is shown once."""
    await discord.until(lambda: f"turn {turns[-1]}" in table.posts[-1]["content"])
    await discord.quiet(0.5)
    for number in turns:
        assert sum(f"turn {number}" in post["content"] for post in table.posts) == 1
