"""People at a table, who do on Discord only what people can do there.

Everything goes through commands, autocompletion, buttons and selects of a simulated Discord.
The bot's store is read only to find out whose decision it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.client import TwoRivers
from bot.table import Table
from engine import (
    COLOUR_NAMES,
    LEADER_NAMES,
    TILE_NAMES,
    Action,
    ActionDecision,
    AddTiles,
    Cell,
    ChooseWar,
    Colour,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    Game,
    Leader,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    Step,
    SwapTiles,
    TakeCube,
    WithdrawLeader,
    letters,
    read_game,
)
from tests.databases import new_database

Message: TypeAlias = discord.Message | ResponseMessage

GAMES = Path(__file__).parent / "games"
BUTTON, SELECT = 2, 3
LINK = 5
SILENT = 1 << 12


# --- what can be seen on a message ---------------------------------------------------------------


def components(message: Message) -> list[dict[str, Any]]:
    """Buttons and selects, as Discord describes them."""
    rows: Sequence[Any] = message.components
    described = [row if isinstance(row, dict) else row.to_dict() for row in rows]
    return [component for row in described for component in row["components"]]


def labels(message: Message) -> list[str]:
    """What is written on the buttons that do something."""
    return [
        str(component["label"])
        for component in components(message)
        if component["type"] == BUTTON and component["style"] != LINK
    ]


def tile_label(colour: Colour, count: int) -> str:
    """What is written on the button for so many tiles of a colour."""
    return f"{TILE_NAMES[colour].capitalize()} × {count}"


def options(message: Message) -> dict[str, str]:
    """What the message's select offers: labels and values."""
    return {
        option["label"]: option["value"]
        for component in components(message)
        if component["type"] == SELECT
        for option in component["options"]
    }


def says(message: Message) -> str:
    """Everything on a message that can be read: text, alt texts, buttons, options."""
    parts = [message.content]
    parts += [f"{each.filename} {each.description}" for each in message.attachments]
    for component in components(message):
        parts += [str(component.get(key, "")) for key in ("label", "placeholder")]
        parts += [
            f"{option['label']} {option.get('description', '')}"
            for option in component.get("options", ())
        ]
    return "\n".join(parts)


# --- games that were recorded --------------------------------------------------------------------


def read(name: str) -> tuple[Game, list[Step], str]:
    """A record: the game at its start, the steps, and the bag."""
    text = (GAMES / name).read_text()
    start, *steps = read_game(text)
    assert isinstance(start, Game)
    bag = re.search(r'\[Bag "(\w+)"\]', text)
    assert bag
    return start, [step for step in steps if isinstance(step, Step)], bag[1]


# --- the world -----------------------------------------------------------------------------------


@dataclass
class Person:
    """Somebody with a phone."""

    world: World
    member: MemberActor
    closed_since: int | None = None
    """How many requests there had been when direct messages were closed."""

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def id(self) -> int:
        return self.member.id

    @property
    def dms(self) -> list[discord.Message]:
        """The direct messages from the bot, oldest first, without what only flashed up."""
        history = self.member.user.dm_channel.history(viewer=self.member.user)
        return [message for message in history if not message.flags.ephemeral]

    def close_dms(self) -> None:
        """Accept no direct messages any more."""
        self.closed_since = len(self.world.env.http_requests)
        self.world.env.inject_error(
            "POST",
            f"/channels/{self.member.user.dm_channel.id}/messages",
            status=403,
            code=50007,
            times=None,
        )

    async def slash(
        self, command: str, where: ChannelHandle | None = None, **options: Any
    ) -> Message:
        """Type a command: in a channel, or without one as a direct message."""
        if where is None:
            return self._answer(await self.member.user.slash(command, **options))
        return self._answer(await self.member.slash(where, command, **options))

    async def suggested(
        self,
        command: str,
        option: str,
        typed: str = "",
        where: ChannelHandle | None = None,
        **filled: Any,
    ) -> dict[str, str]:
        """What is suggested for an option: names and values."""
        if where is None:
            choices = await self.member.user.autocomplete(command, option, typed, **filled)
        else:
            choices = await self.member.autocomplete(where, command, option, typed, **filled)
        assert len(choices) <= 25
        assert all(len(choice["name"]) <= 100 for choice in choices)
        return {choice["name"]: choice["value"] for choice in choices}

    async def press(self, message: Message, label: str) -> Message:
        """Press the button of that *label*, or else the first that begins with it."""
        beginning = {
            component["label"]: component["custom_id"]
            for component in reversed(components(message))
            if component["type"] == BUTTON
            and component["style"] != LINK
            and component["label"].startswith(label)
        }
        assert beginning, f"no button {label!r} on {says(message)!r}"
        custom_id = beginning.get(label, list(beginning.values())[-1])
        actor = self._actor(message)
        return self._answer(await actor.click(message, custom_id=custom_id))

    async def choose(self, message: Message, *chosen: str, of: str = "") -> Message:
        """Choose the options that begin with those labels, of the select that is called *of*."""
        for component in components(message):
            if component["type"] == SELECT and component["placeholder"].startswith(of):
                values = [
                    option["value"]
                    for label in chosen
                    for option in component["options"]
                    if option["label"] == label or option["label"].startswith(f"{label} ")
                ]
                if len(values) == len(chosen):
                    custom_id = component["custom_id"]
                    actor = self._actor(message)
                    return self._answer(await actor.select(message, values, custom_id=custom_id))
        raise AssertionError(f"no choice of {chosen} on {says(message)!r}")

    def _actor(self, message: Message) -> Any:
        """In a direct message one acts as a user, elsewhere as a member."""
        channel_id = getattr(message, "channel_id", None) or message.channel.id  # type: ignore[union-attr]
        direct = channel_id == self.member.user.dm_channel.id
        return self.member.user if direct else self.member

    def _answer(self, result: InteractionResult) -> Message:
        """The answer, which only this person may see.

        A new call takes the place of the desk that was pressed.
        """
        self.world.last = result
        assert result.acknowledged
        response = result.response
        if response is None:
            return self.dms[-1]
        direct = response.channel_id == self.member.user.dm_channel.id
        assert response.ephemeral or direct  # a press in direct messages changes what was pressed
        assert len(response.content) <= 2000
        assert response.content or response.attachments
        return response


@dataclass
class World:
    """A server with a channel and the bot."""

    env: simcord.Env
    bot: TwoRivers
    url: str
    guild: GuildHandle
    channel: ChannelHandle
    dice: random.Random
    last: InteractionResult | None = None
    people: dict[str, Person] = field(default_factory=dict)

    def person(self, name: str, **display: Any) -> Person:
        """Somebody of that name, who comes to the server if need be."""
        if name not in self.people:
            member = self.guild.add_member(self.env.create_user(name), **display)
            self.people[name] = Person(self, member)
        return self.people[name]

    def rings(self, person: Person) -> int:
        """How often somebody's phone has rung so far: new messages that make a sound.

        In direct messages, and elsewhere where they mention that user, and may. An edit never
        rings.
        """
        direct = f"/channels/{person.member.user.dm_channel.id}/messages"
        return sum(
            request.path == direct
            or (
                f"<@{person.id}>" in request.json.get("content", "")
                and person.id in map(int, request.json.get("allowed_mentions", {}).get("users", []))
            )
            for number, request in enumerate(self.env.http_requests)
            if request.method == "POST"
            and not (request.path == direct and number >= (person.closed_since or number + 1))
            and re.fullmatch(r"/channels/\d+/messages", request.path)
            and not request.json.get("flags", 0) & SILENT
        )

    async def restart(self) -> None:
        """Let the bot go down and come up again, with nothing but its database."""
        before = self.bot
        self.bot = TwoRivers(self.url, dice=self.dice)
        await self.env.restart_bot(self.bot)
        await before.close()

    async def open(
        self,
        *names: str,
        channel: ChannelHandle | None = None,
        name: str = "Ur",
        seats: int | None = None,
        **chosen: str,
    ) -> GameOnDiscord:
        """Open a game as the first of *names*; the others join it by button.

        *chosen* are the command's further options: ``preset``, ``board``.
        """
        channel = channel or self.channel
        opener, *others = map(self.person, names)
        await opener.slash("open", channel, name=name, seats=seats or len(names), **chosen)
        lobby = channel.last_message
        assert lobby is not None
        number = int(components(lobby)[0]["custom_id"].split(":")[1])
        game = GameOnDiscord(self, number, channel, lobby.id)
        for person in others:
            await person.press(game.lobby, "Join")
        return game


@asynccontextmanager
async def world(
    tmp_path: Path, dice: random.Random | None = None, *, database: str = "", **options: Any
) -> AsyncIterator[World]:
    """A server on a simulated Discord. Whatever the bot raises unhandled fails the test.

    *database* is what its address ends in.
    """
    url = await new_database(tmp_path / "games.sqlite3") + database
    dice = dice or random.Random(1)
    bot = TwoRivers(url, dice=dice)
    started = None
    try:
        async with simcord.run(bot, **options) as env:
            # simcord looks again after 50 ms whether all is done: far too long for us
            env._settle_internal = partial(env._settle_internal, idle=0.001)
            guild = env.create_guild("Mesopotamia")
            channel = guild.create_text_channel("games")
            started = World(env, bot, url, guild, channel, dice)
            yield started
    finally:
        await (started.bot if started else bot).close()


@dataclass
class GameOnDiscord:
    """A game as the people at its table see it."""

    world: World
    id: int
    channel: ChannelHandle
    lobby_id: int

    @property
    def lobby(self) -> discord.Message:
        """The message in which the players gathered."""
        return next(each for each in self.channel.history() if each.id == self.lobby_id)

    @property
    def thread(self) -> ChannelHandle:
        """The game's own thread, the newest if there were several."""
        named = [each for each in self.channel.threads if each.name.endswith(f"· {self.id}")]
        return named[-1]

    @property
    def home(self) -> ChannelHandle:
        """Where the game is shown."""
        return self.thread if self.channel.threads else self.channel

    @property
    def posts(self) -> list[discord.Message]:
        """What the bot wrote for everybody where the game is shown, oldest first."""
        return [
            message
            for message in self.home.history()
            if message.author.bot
            and not message.flags.ephemeral
            and message.type is discord.MessageType.default
        ]

    @property
    def turns(self) -> list[discord.Message]:
        """The messages of the turns."""
        return [message for message in self.posts if "· turn" in message.content]

    @property
    def turn(self) -> discord.Message:
        """The message of the current turn."""
        return self.turns[-1]

    @property
    def pings(self) -> list[int]:
        """Whom the messages in the channel and the thread have called so far, in order."""
        places = [f"/channels/{place.id}/messages" for place in (self.channel, self.home)]
        return [
            int(user)
            for request in self.world.env.http_requests
            if request.method == "POST" and request.path in places
            for user in request.json["allowed_mentions"].get("users", [])
        ]

    async def table(self) -> Table:
        """The game as it is stored: to find out whose decision it is."""
        return await self.world.bot.tables.get(self.id)

    async def whole(self) -> Game:
        """The game with everything that is hidden in it, which no table tells."""
        await self.table()
        loaded = self.world.bot.tables._loader.latest(self.id)
        assert loaded is not None
        assert loaded.game is not None
        return loaded.game

    async def decider(self) -> Person:
        """Whoever must decide."""
        decider = (await self.table()).decider
        assert decider is not None
        return next(each for each in self.world.people.values() if each.id == decider.user_id)

    async def other(self) -> Person:
        """Somebody at the table who need not decide."""
        table = await self.table()
        waiting = next(player for player in table.players if player != table.decider)
        return next(each for each in self.world.people.values() if each.id == waiting.user_id)

    # --- taking a decision -----------------------------------------------------------------------

    async def take(self, action: Action, way: str = "buttons") -> Message:
        """Let whoever must decide take a decision.

        The *way*: ``buttons`` under the turn's message, ``hand`` from the command of that
        name, ``dm`` from the direct message, or ``slash`` with commands and suggestions.
        """
        before = await self.whole()
        person = await self.decider()
        if way == "slash":
            answer = await self._by_command(person, before, action)
        else:
            answer = await self._by_presses(person, before, action, way)
        after = await self.table()
        if not any(player.resigned or player.draws_from_bag for player in after.players):
            expected = before.apply(before.decision.seat, action).game
            assert await self.whole() == expected, f"{action} by {way}: {answer.content}"
        return answer

    async def _by_command(self, person: Person, game: Game, action: Action) -> Message:
        match action:
            case PlaceTile(colour, cell):
                typed = await self._type(person, "tile", colour=colour.letter, cell=str(cell))
                return await self._confirmed(person, typed)
            case PlaceLeader(leader, cell):
                typed = await self._type(person, "leader", leader=str(leader), cell=str(cell))
                return await self._confirmed(person, typed)
            case WithdrawLeader(leader):
                return await self._type(person, "withdraw", leader=str(leader))
            case PlaceCatastrophe(cell):
                return await self._confirmed(
                    person, await self._type(person, "catastrophe", cell=str(cell))
                )
            case SwapTiles():
                question = await self._type(person, "swap", tiles=letters(action.counts))
                return await person.press(question, "Swap these")
            case EndTurn():
                answer = await person.slash("end", self.home)
                if game.actions_left:
                    answer = await person.press(answer, "End turn")
                return answer
            case _:
                return await self._type(person, "decide", answer=str(action))

    async def _type(self, person: Person, command: str, **chosen: str) -> Message:
        """Fill a command in, option by option, from what is suggested for each."""
        filled: dict[str, str] = {}
        for option, value in chosen.items():
            typed = value if option in ("cell", "tiles") else ""
            offered = await person.suggested(command, option, typed, self.home, **filled)
            assert value in offered.values(), f"/{command} {option}: {value} not in {offered}"
            filled[option] = value
        return await person.slash(command, self.home, **filled)

    async def _by_presses(self, person: Person, game: Game, action: Action, way: str) -> Message:
        if not isinstance(game.decision, ActionDecision):
            return await self._answered(person, await self._question(person, way), action)
        start = await self._start(person, way)
        match action:
            case PlaceTile(colour, cell):
                held = game.hands[game.active][colour]
                keypad = await person.press(start, tile_label(colour, held))
                return await self._at(person, keypad, cell)
            case PlaceLeader(leader, cell):
                keypad = await person.press(start, self._leader_label(game, leader))
                return await self._at(person, keypad, cell)
            case WithdrawLeader(leader):
                keypad = await person.press(start, self._leader_label(game, leader))
                return await person.press(keypad, "Withdraw")
            case PlaceCatastrophe(cell):
                return await self._at(person, await person.press(start, "Catastrophe"), cell)
            case SwapTiles():
                tiles = await person.press(start, "Swap")
                for colour in Colour:
                    for given in range(action.counts[colour]):
                        left = game.hands[game.active][colour] - given
                        tiles = await person.press(tiles, tile_label(colour, left))
                return await person.press(tiles, "Swap these")
            case EndTurn():
                answer = await person.press(start, "End turn")
                if game.actions_left:
                    assert "You give up" in answer.content
                    answer = await person.press(answer, "End turn")
                return answer
        raise AssertionError(action)

    async def _start(self, person: Person, way: str) -> Message:
        """The message whose buttons begin an action: one that nobody else sees."""
        if way == "hand":
            return await person.slash("hand", self.home)
        if way == "dm":
            return self.desk_of(person)
        return await person.press(self.turn, "Desk")

    def desk_of(self, person: Person) -> discord.Message:
        """The one direct message of this game, whatever face it shows."""
        (desk,) = (
            message
            for message in person.dms
            if any(f"game-{self.id}-desk-" in each.filename for each in message.attachments)
            or any(f"te:{self.id}:" in each.get("custom_id", "") for each in components(message))
        )
        return desk

    async def _question(self, person: Person, way: str) -> Message:
        """The message with the question that waits for an answer."""
        if way == "hand":
            return await person.slash("hand", self.home)
        if way == "dm":
            return self.desk_of(person)
        return await person.press(self.turn, "Desk")

    async def _answered(self, person: Person, question: Message, action: Action) -> Message:
        match action:
            case AddTiles(count):
                return await person.press(question, f"Add {count}")
            case ChooseWar(colour):
                return await person.press(question, LEADER_NAMES[colour])
            case DeclineMonument():
                return await person.press(question, "Build nothing")
            case DeclineBuilding():
                return await person.press(question, "No building now")
            case TakeCube(colour):
                return await person.press(question, COLOUR_NAMES[colour])
            case DrawTile(None):
                return await person.press(question, "From the bag")
            case DrawTile(colour):
                return await person.press(question, TILE_NAMES[colour])
        for name, value in options(question).items():  # more than there is room for buttons
            if value == str(action):
                return await person.choose(question, name)
        label = next(
            str(component["label"])
            for component in components(question)
            if str(component.get("custom_id")).endswith(f":do:{action}")
        )
        return await person.press(question, label)

    async def _at(self, person: Person, keypad: Message, cell: Cell) -> Message:
        """Choose a space, by its column first unless that is left alone."""
        if str(cell) not in labels(keypad):
            keypad = await person.press(keypad, str(cell)[0])
        assert str(cell) in labels(keypad)
        return await self._confirmed(person, await person.press(keypad, str(cell)))

    async def _confirmed(self, person: Person, answer: Message) -> Message:
        """Go on from what is shown before it counts, if it is, by the button for its outcome."""
        if any(each.filename.startswith("preview-") for each in answer.attachments):
            answer = await person.press(answer, labels(answer)[0])
        return answer

    def _leader_label(self, game: Game, leader: Leader) -> str:
        cell = game.board.cell_of(leader)
        role = LEADER_NAMES[leader.colour]
        return role if cell is None else f"{role} {cell}"


def now(game: GameOnDiscord, message: Message) -> Message:
    """What a message that only one person sees shows by now."""
    found = game.world.env.backend.get_message(message.channel_id, message.id)
    assert found is not None
    return type(message)(game.world.env, found)
