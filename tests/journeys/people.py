"""People at a table, who do on Discord only what people can do there.

Everything goes through commands, autocompletion, buttons and selects of a simulated Discord.
The bot's store is read only to find out whose decision it is.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import discord
import simcord
from messages import BUTTON, LINK, SELECT, components, faults, says, whole_label
from simcord.actors import MemberActor, _dispatch_actor_interaction, _resolve_visible_command
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import AppCommandType, InteractionType
from simcord.results import InteractionResult
from taking import Taking

from bot.app import TwoRivers
from bot.client import ClientOptions
from bot.computers import PAUSE
from bot.domain.player import Person as Player
from bot.engine_worker import EngineWorker
from bot.use_cases import PATIENCE
from bot.use_cases.inside import changes_of
from engine import AddDecision, Game, Step, parse_action, read_game
from tests.databases import new_database
from tests.dice import Loaded, LoadedDice
from tests.patience import LONG

GAMES = Path(__file__).parent / "games"
SILENT = 1 << 12
STAYS = 15 * 60
"""Seconds after which a private answer stays: a new one no longer takes its place."""


# --- games that were recorded --------------------------------------------------------------------


def read(name):
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
    """A person with a phone."""

    world: World
    member: MemberActor
    closed_since: int | None = None
    """The number of requests when direct messages were closed."""

    @property
    def name(self):
        return self.member.name

    @property
    def id(self):
        return self.member.id

    @property
    def dms(self):
        """The direct messages from the bot, oldest first, without what only flashed up."""
        history = self.member.user.dm_channel.history(viewer=self.member.user)
        return [message for message in history if not message.flags.ephemeral]

    def close_dms(self):
        """Close direct messages."""
        self.closed_since = len(self.world.env.http_requests)
        self.world.env.inject_error(
            "POST",
            f"/channels/{self.member.user.dm_channel.id}/messages",
            status=403,
            code=50007,
            times=None,
        )

    async def slash(self, command, where=None, **options):
        """Type a command: in a channel, or without one as a direct message."""
        if where is None:
            return self._answer(await self.member.user.slash(command, **options))
        return self._answer(await self.member.slash(where, command, **options))

    async def suggested(self, command, option, typed="", where=None, **filled):
        """The suggestions for an option: names and values."""
        if where is None:
            choices = await self.member.user.autocomplete(command, option, typed, **filled)
        else:
            choices = await self.member.autocomplete(where, command, option, typed, **filled)
        assert len(choices) <= 25
        assert all(len(choice["name"]) <= 100 for choice in choices)
        return {choice["name"]: choice["value"] for choice in choices}

    async def menu(self, command, target, where=None):
        """Choose a command in the menu of another person, or of a message, in a channel.

        Without a channel, of a message in direct messages.
        """
        if isinstance(target, Person):
            target = target.member
        if where is not None:
            return self._answer(await self.member.context_menu(where, command, target))
        user, kind = self.member.user, AppCommandType.MESSAGE  # simcord offers none there
        channel = user.dm_channel
        stored = self.world.env.backend.get_message(channel.id, target.id)
        described = dict(message_payload(self.world.env.backend, stored))
        data = {
            "id": _resolve_visible_command(user, channel.id, command, kind)["id"],
            "name": command,
            "type": kind,
            "target_id": str(target.id),
            "resolved": {"messages": {str(target.id): described}},
        }
        kind = InteractionType.APPLICATION_COMMAND
        return self._answer(await _dispatch_actor_interaction(user, kind, channel, data))

    async def press(self, message, label):
        """Press the button of that *label*, or else the first that begins with it.

        The label may stand behind the button's sign.
        """
        beginning = {
            name: component["custom_id"]
            for component in reversed(components(message))
            if component["type"] == BUTTON and component["style"] != LINK
            for name in (component["label"], whole_label(component))
            if name.startswith(label)
        }
        assert beginning, f"no button {label!r} on {says(message)!r}"
        custom_id = beginning.get(label, list(beginning.values())[-1])
        actor = self._actor(message)
        return self._answer(await actor.click(message, custom_id=custom_id))

    async def press_more(self, desk, label):
        """Press a button that a desk has behind *More*."""
        return await self.press(await self.press(desk, "More"), label)

    async def choose(self, message, *chosen, of=""):
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

    async def choose_users(self, page, *users, of):
        """Choose these users and no others, from the select that is called *of*."""
        (found,) = (each for each in components(page) if each.get("placeholder") == of)
        chosen = self._actor(page).select(page, [*users], custom_id=found["custom_id"])
        return self._answer(await chosen)

    async def write(self, page, label, *texts):
        """Press a button that opens a window, and write into its fields."""
        opens = next(each["custom_id"] for each in components(page) if each.get("label") == label)
        actor = self._actor(page)
        shown = await actor.click(page, custom_id=opens)
        assert shown.modal is not None
        fields = {f"text{number or ''}": text for number, text in enumerate(texts)}
        return self._answer(await actor.submit_modal(shown, fields))

    def _actor(self, message):
        """In a direct message one acts as a user, elsewhere as a member."""
        channel_id = getattr(message, "channel_id", None) or message.channel.id  # type: ignore[union-attr]
        direct = channel_id == self.member.user.dm_channel.id
        return self.member.user if direct else self.member

    def _answer(self, result):
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
        assert faults(response) == [], (faults(response), says(response))
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
    pulsing: bool = False
    last: InteractionResult | None = None
    people: dict[str, Person] = field(default_factory=dict)

    def person(self, name, **display):
        """A person of that name, who joins the server if necessary."""
        if name not in self.people:
            member = self.guild.add_member(self.env.create_user(name), **display)
            self.people[name] = Person(self, member)
        return self.people[name]

    def rings(self, person):
        """The number of times a person's phone has rung: new messages that make a sound.

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

    async def restart(self, **set_):
        """Let the bot go down and come up again, with nothing but its database."""
        before = self.bot
        self.bot = program(self.url, self.dice, pulsing=self.pulsing, **set_)
        await self.env.restart_bot(self.bot)
        await before.close()
        await self.env.settle()

    async def rest(self):
        """Wait until no computer must decide, and everything is shown.

        The engine worker is the real one, in a process of its own, which takes its time.
        """
        async with asyncio.timeout(LONG):
            await self.bot.opponents.rest()
            await self.bot.delivery.rest()
        await self.env.settle()

    async def open(self, *names, channel=None, name="Ur", seats=None, **chosen):
        """Open a game as the first of *names*; the others join it, unseen.

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
            player = Player(person.id, person.name, "en-US")
            await self.bot.services.lobbies.join(number, player)
        await self.bot.delivery.rest()
        await self.env.settle()
        return game


def program(url, dice, *, pulsing, patience=PATIENCE, **set_):
    """The bot. Its worker has all the time that a test takes, on any machine."""
    set_.setdefault("sealing", not isinstance(dice, Loaded))
    bot = TwoRivers(ClientOptions(url, dice=dice, pulsing=pulsing, patience=patience, **set_))
    bot.worker = EngineWorker(late=LONG)
    return bot


class _Faults(logging.Handler):
    """Keeps the first exception that is logged, and calls *end* then."""

    def __init__(self, end):
        super().__init__(logging.ERROR)
        self.first = None
        self._end = end

    def emit(self, record):
        if record.exc_info and self.first is None:
            self.first = record
            self._end()


@contextmanager
def ended_by_a_fault():
    """Raises AssertionError as soon as the bot logs an exception.

    The bot tries again what failed, so a test that waits for it would never end. A test that
    causes an exception on purpose keeps the log of ``bot`` at CRITICAL.
    """
    test, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert test is not None
    faults = _Faults(partial(loop.call_soon_threadsafe, test.cancel))
    logger = logging.getLogger("bot")
    logger.addHandler(faults)
    try:
        yield
    except asyncio.CancelledError:
        if faults.first is None:
            raise
        test.uncancel()
    finally:
        logger.removeHandler(faults)
    if (fault := faults.first) is not None:
        assert fault.exc_info
        raise AssertionError(fault.getMessage()) from fault.exc_info[1]


@asynccontextmanager
async def world(tmp_path, dice=None, *, database="", pulsing=False, patience=PATIENCE, backups=0):
    """A server on a simulated Discord. Whatever the bot raises unhandled fails the test.

    *database* is what its address ends in. *Pulsing*, it is noted every thirty seconds that there
    is a connection: then a long time takes long.
    """
    url = await new_database(tmp_path / "games.sqlite3") + database
    dice = dice or random.Random(136)  # whoever begins the first game has tiles of all colours
    bot = program(url, dice, pulsing=pulsing, patience=patience, backups=backups)
    started = None
    with ended_by_a_fault():
        try:
            simulation = simcord.run(bot, settle_timeout=LONG)
            # simcord looks again after 50 ms whether all is done: far too long for us
            settle = simulation._env._settle_internal
            simulation._env._settle_internal = partial(settle, idle=0.001)
            async with simulation as env:
                guild = env.create_guild("Mesopotamia")
                channel = guild.create_text_channel("games")
                started = World(env, bot, url, guild, channel, dice, pulsing)
                yield started
        finally:
            await (started.bot if started else bot).close()


@asynccontextmanager
async def in_a_conflict(tmp_path):
    """A recorded game of ann and bob, in which the attacker is asked how much to add."""
    start, steps, bag = read("two_people.te")
    moves = []
    for step in steps:
        moves.append(str(step.action))
        if isinstance(step.game.decision, AddDecision):
            break
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await game.play(*moves)
        yield w, game


@dataclass
class GameOnDiscord:
    """A game as the people at its table see it."""

    world: World
    id: int
    channel: ChannelHandle
    lobby_id: int

    @property
    def lobby(self):
        """The message in which the players gathered."""
        return next(each for each in self.channel.history() if each.id == self.lobby_id)

    @property
    def thread(self):
        """The game's own thread, the newest of several."""
        named = [each for each in self.channel.threads if each.name.endswith(f"· {self.id}")]
        return named[-1]

    @property
    def home(self):
        """The channel or thread in which the game is shown."""
        return self.thread if self.channel.threads else self.channel

    @property
    def posts(self):
        """The bot's public messages where the game is shown, oldest first."""
        return [
            message
            for message in self.home.history()
            if message.author.bot
            and not message.flags.ephemeral
            and message.type is discord.MessageType.default
        ]

    @property
    def turns(self):
        """The messages of the turns."""
        return [message for message in self.posts if "· turn" in message.content]

    @property
    def turn(self):
        """The message of the current turn."""
        return self.turns[-1]

    @property
    def pings(self):
        """The users mentioned by messages in the channel and the thread so far, in order."""
        places = [f"/channels/{place.id}/messages" for place in (self.channel, self.home)]
        return [
            int(user)
            for request in self.world.env.http_requests
            if request.method == "POST" and request.path in places
            for user in request.json["allowed_mentions"].get("users", [])
        ]

    async def table(self):
        """The game as it is stored: to find out whose decision it is."""
        return await self.world.bot.services.games.get(self.id)

    async def full_game(self):
        """The game with everything hidden in it, which a table does not contain."""
        loaded = await changes_of(self.world.bot.services).reader.one(self.id)
        assert loaded.game is not None
        return loaded.game

    async def decider(self):
        """The person who must decide."""
        decider = (await self.table()).decider
        assert decider is not None
        return next(each for each in self.world.people.values() if each.id == decider.user_id)

    async def other(self):
        """A player who need not decide."""
        table = await self.table()
        waiting = next(player for player in table.players if player != table.decider)
        return next(each for each in self.world.people.values() if each.id == waiting.user_id)

    async def wait_for_person(self):
        """The table once it waits for a person: computers have decided, also in conflicts."""
        await self.world.rest()
        while (await self.table()).waits_for_computer:
            await self.world.env.advance_time(PAUSE.total_seconds())
            await self.world.rest()
        return await self.table()

    # --- taking a decision -----------------------------------------------------------------------

    async def play(self, *moves):
        """Let the decider decide without Discord: only the results are shown."""
        for move in moves:
            decider = (await self.table()).decider
            assert decider is not None
            assert decider.user_id is not None
            await self.world.bot.services.play.act(self.id, decider.user_id, parse_action(move))
        await self.world.bot.delivery.rest()
        await self.world.env.settle()

    async def resign(self, person):
        """Let a player resign, without Discord."""
        await self.world.bot.services.play.resign(self.id, person.id)
        await self.world.bot.delivery.rest()

    async def take(self, action, way="buttons"):
        """Let the decider take a decision.

        The *way*: ``buttons`` under the turn's message, ``hand`` from the command of that
        name, ``dm`` from the direct message, or ``slash`` with commands and suggestions.
        """
        before = await self.full_game()
        person = await self.decider()
        if way == "slash":
            answer = await Taking(self, person, before).by_command(action)
        else:
            answer = await Taking(self, person, before).by_presses(action, way)
        after = await self.table()
        by_itself = (not each.is_played_by_person or each.draws_from_bag for each in after.players)
        if not any(by_itself):
            expected = before.apply(before.decision.seat, action).game
            while (forced := expected.view(None).forced_answer()) is not None:
                expected = expected.apply(expected.decision.seat, forced).game
            assert await self.full_game() == expected, f"{action} by {way}: {answer.content}"
        return answer

    def desk_of(self, person):
        """The one direct message of this game, with any page."""
        (desk,) = (
            message
            for message in person.dms
            if any(f"game-{self.id}-desk-" in each.filename for each in message.attachments)
            or any(
                f"te:{self.id}:" in button
                and not button.endswith((":games:0", ":desk"))  # one message rings for several
                for button in (each.get("custom_id", "") for each in components(message))
            )
        )
        return desk


def now(game, message):
    """The current content of an ephemeral message."""
    found = game.world.env.backend.get_message(message.channel_id, message.id)
    assert found is not None
    return type(message)(game.world.env, found)
