"""Every page in a language that is made up: all of it is looked up, and nothing is cut.

Two players and an admin press whatever can be pressed, and read what comes of it.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from forging import in_place
from messages import BUTTON, CHANNELS, LINK, ROLES, SELECT, USERS, Message, components
from people import GameOnDiscord, Person, World, read, world
from simcord.builders import ChannelHandle

from bot.features.preferences.intents import SetLanguage
from bot.i18n import catalogue
from bot.i18n.catalogue import SOURCE
from bot.intents import parse_custom_id
from engine import Action
from tests.bot.i18n.made_up import WINDOW, cut, untranslated, write_catalogue
from tests.bot.test_intents import every_kind
from tests.dice import LoadedDice

PLAYERS, ADMIN = ("⟦Ann⟧", "⟦Bob⟧", "⟦Cora⟧", "⟦Dan⟧"), "⟦Eve⟧"
"""Names of people and games stand in brackets, so that they are not taken for texts."""
FEW = 4
"""How often one kind of button is pressed about one game by one person."""
NOT_LOOKED_UP = {"English", "English (United States)", "Berlin"}
"""Languages are named in themselves, and towns as the list of time zones has them."""
LOOKING = (
    "Ask",
    "ChooseCatastrophe",
    "ChooseRow",
    "ChooseSpace",
    "ChooseSwap",
    "Help",
    "PickWhyNot",
    "See",
    "SetUp",
    "WhyNot",
    "Zoom",
)
"""How the kinds begin that only show something: they come first."""
LAST = {"ForgetMe", "GivePlayerUp", "Leave", "Resign", "Start", "TakeVacation", "UsePower"}
"""What takes something away, or stands in the way of others, comes last."""
PRESETS = {"everything": "everything.te", "rulebook": "two_people.te"}
"""Recorded games, by what is chosen for them."""
TYPED = {"MoveGame", "OpenTable", "SeeCheck", "SeeLesson", "Silence"}
"""Not on a button that is met there: typed as a command,"""
RARE = {
    "ActWithOwn",
    "AskPlanned",
    "AskSwap",
    "AskToOpen",
    "Decide",
    "DrawByChoice",
    "DrawRest",
    "JoinWithWord",
    "OpenGame",
    "Pick",
    "SeeHint",
    "Tap",
    "TryDirects",
}
"""met only at other moments,"""
OWNED = {kind.__name__ for kind in every_kind() if kind.owner_only}
"""only by the host: tests/bot/i18n reads those pages,"""
FORMER = {"AskAlso", "ChooseLeader", "ChooseTile"}
"""or only on older messages."""


@pytest.fixture(autouse=True)
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The language, in place of the one that everyone has on the simulated Discord."""
    write_catalogue(tmp_path / "locales", "en_US")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path / "locales")


def read_on(message: Message) -> Iterator[str]:
    """All texts on a message. A picture's description may be cut."""
    yield message.content
    for each in message.attachments:
        description = str(each.description or "")
        yield "" if description.endswith("…") else description
    for component in components(message):
        yield from (str(component.get(key) or "") for key in ("label", "placeholder"))
        for option in component.get("options", ()):
            yield from (option["label"], str(option.get("description") or ""))


def read_in(window: dict[str, Any]) -> Iterator[str]:
    """All texts in a window."""
    yield window["title"]
    for each in window["components"]:
        assert len(each["label"]) <= WINDOW
        yield from (each["label"], str(each["component"].get("placeholder") or ""))


@dataclass
class Explorer:
    """Presses everything, but each kind of button only a few times."""

    person: Person
    base: Message
    """What everyone can see: all is pressed there, as private answers come and go."""
    listed: Mapping[int, Any]
    """What is chosen from Discord's own lists, by the kind of select."""
    faults: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    _times: Counter[object] = field(default_factory=Counter)
    _waiting: list[Any] = field(default_factory=list)
    _number: Iterator[int] = field(default_factory=count)

    def look(self, message: Message) -> None:
        """Read a message, and note what can be pressed on it."""
        self._check(read_on(message))
        for component in components(message):
            kind = component["type"]
            if kind == BUTTON and component["style"] != LINK:
                self._note(component)
            elif kind == SELECT:
                values = [option["value"] for option in component["options"]]
                for value in dict.fromkeys((*values[:2], values[-1])):
                    self._note(component, value)
            elif kind in self.listed:
                self._note(component, self.listed[kind])

    def _check(self, texts: Iterable[str]) -> None:
        self.faults |= {text for text in texts if cut(text) or untranslated(text)}

    def _note(self, component: dict[str, Any], *values: Any) -> None:
        custom_id = component["custom_id"]
        request = parse_custom_id(custom_id, [str(getattr(each, "id", each)) for each in values])
        kind = type(request.intent).__name__
        if request.intent == SetLanguage(SOURCE):
            return  # all would be in English from then on
        if self._times[custom_id, values] or self._times[kind, request.game] >= FEW:
            return
        self._times.update([(custom_id, values), (kind, request.game)])
        looks = kind.startswith(LOOKING) and kind != "AskWord"  # with a word one joins
        rank = 2 if kind in LAST else int(not looks)
        heapq.heappush(self._waiting, (rank, next(self._number), kind, component, values))

    async def explore(self, rank: int) -> None:
        """Press until nothing new up to that rank is left."""
        while self._waiting and self._waiting[0][0] <= rank:
            _, _, kind, component, values = heapq.heappop(self._waiting)
            self.kinds.add(kind)
            await self._press(component, values)

    async def _press(self, component: dict[str, Any], values: tuple[Any, ...]) -> None:
        actor, base = self.person.member, self.base
        with in_place(self.person.world, base, component):
            if values:
                result = await actor.select(base, values, custom_id=component["custom_id"])
            else:
                result = await actor.click(base, custom_id=component["custom_id"])
        if (window := result.modal) is not None:
            self._check(read_in(window))
            fields = {each["component"]["custom_id"]: "9" for each in window["components"]}
            self.kinds.add(
                type(parse_custom_id(window["custom_id"], [*fields.values()]).intent).__name__
            )
            result = await actor.submit_modal(result, fields)
        for answer in (result.response, *result.followups):
            if answer is not None:
                self.look(answer)

    async def type(self, place: ChannelHandle, *commands: str, **options: Any) -> None:
        """Read what commands answer in a place."""
        for command in commands:
            self.look(await self.person.slash(command, place, **options))


async def opened(w: World, name: str, seats: int, **chosen: str) -> GameOnDiscord:
    """A game that has started."""
    game = await w.open(PLAYERS[0], name=name, seats=seats, **chosen)
    for player in PLAYERS[1:seats]:
        await w.person(player).press(game.lobby, "⟦Join")
    return game


async def play(w: World, game: GameOnDiscord, action: Action) -> None:
    """Let the decider take a decision."""
    await w.bot.services.play.act(game.id, (await game.decider()).id, action)
    await w.bot.delivery.rest(game.id)
    await w.env.settle()


def look_around(w: World, explorer: Explorer) -> None:
    """Read all that was written for everybody, and to somebody."""
    for place in (w.channel, *w.channel.threads):
        for message in place.history():
            explorer.look(message)
    for person in w.people.values():
        for message in person.dms:
            explorer.look(message)


@pytest.mark.slow
async def test_all_that_can_be_pressed_is_in_the_language(tmp_path: Path) -> None:
    """At a table that gathers, at one where a game runs, and at one where it is over."""
    dice = Random(4)
    async with world(tmp_path) as w:
        manager = w.guild.create_role("0", permissions=discord.Permissions(manage_guild=True))
        admin = w.person(ADMIN, roles=[manager])
        gathering = await w.open(PLAYERS[0], name="⟦Kish⟧", seats=3)
        played, over = [await opened(w, name, 2) for name in ("⟦Ur⟧", "⟦Uruk⟧")]
        players = [w.person(name) for name in PLAYERS[:2]]
        guest = w.person(PLAYERS[2])
        for _ in range(12):
            await play(w, over, dice.choice((await over.whole()).legal_actions()))
        await players[0].press(await players[0].slash("resign", over.home), "⟦Resign")
        await w.person(PLAYERS[3]).press(gathering.lobby, "⟦Join")
        listed = {USERS: guest.member, CHANNELS: w.channel, ROLES: manager}
        explorers = [
            Explorer(person, gathering.lobby, listed) for person in (*players, admin, guest)
        ]
        for each in explorers:
            await each.type(
                w.channel, "data", "games", "help", "learn", "rules", "settings", "solo"
            )
            await each.type(w.channel, "board", "log", game=str(played.id))
        for each in explorers[:2]:
            await each.type(played.home, "hand", "hint", "pace", "plan", "score", "table", "undo")
        await explorers[2].type(w.channel, "check", "server settings")
        for game in (gathering, played, over):
            await explorers[2].type(w.channel, "server game", game=str(game.id))
        for rank in range(3):
            for each in explorers:
                look_around(w, each)
                await each.explore(rank)
        look_around(w, explorers[0])
        reached = set[str]().union(*(each.kinds for each in explorers))
        missing = {kind.__name__ for kind in every_kind()} - reached
        assert missing <= TYPED | RARE | OWNED | FORMER
        assert set[str]().union(*(each.faults for each in explorers)) <= NOT_LOOKED_UP


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_question_of_a_game_is_in_the_language(tmp_path: Path, preset: str) -> None:
    """What the decider sees of it, and can look at before the answer."""
    start, steps, bag = read(PRESETS[preset])
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await opened(w, "⟦Ur⟧", len(start.seats), preset=preset)
        people = [w.person(player) for player in PLAYERS[: len(start.seats)]]
        explorers = {person.id: Explorer(person, game.lobby, {}) for person in people}
        asked: set[type] = set()
        before = start
        for step in steps:
            if await game.whole() == before:  # else it was settled by itself
                if type(before.decision) not in asked:
                    asked.add(type(before.decision))
                    for each in explorers.values():
                        await each.type(game.home, "hand")
                    await explorers[(await game.decider()).id].explore(0)
                await play(w, game, step.action)
            before = step.game
        look_around(w, next(iter(explorers.values())))
        assert len(asked) > 2
        found = set[str]().union(*(each.faults for each in explorers.values()))
        assert found <= NOT_LOOKED_UP
