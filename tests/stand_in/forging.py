"""People who send what the app never would: ``python -m tests.stand_in.forging --presses 20000``.

Forged buttons, selects, windows, options, keystrokes and floods, from the game's server, another
one and direct messages, against the real process. Everything is answered, and nothing is told or
changed. Otherwise the faults are printed, the folder with the bot's log and database stays, and the
exit status is 1.
"""

import asyncio
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from bot.dispatch.handlers import AT_TABLE
from bot.intents import Intent, print_intent
from tests.bot.test_intents import intents
from tests.options import options_of
from tests.stand_in.interactions import Kind
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import NAME, Table, called
from tests.stand_in.world import Json, member

EACH = 25
"""The most that one person sends: with more, they would be asked to wait."""
TOO_MUCH = 120
"""More than one person may send in a minute."""
ANSWERED_IN = 10.0
"""Seconds."""
_TABLES = ("game", "player", "entry", "snapshot", "post", "clock", "due", "analysis")
"""The tables with games."""
_SELECTS = (3, 5, 6, 7, 8)
_KINDS = {
    3: ("r", "", "E5", "＠everyone", "x" * 6000, "1; DROP TABLE game", "Ur"),
    4: (0, -1, 10**30, 4),
    5: (True, False),
    6: ("1", "0"),
    10: (0.5,),
}
"""Values for options, by kind."""


@dataclass(frozen=True)
class Place:
    """A place to send forgeries from, and the game they are about."""

    name: str
    channel: Json
    intents: tuple[Intent, ...]
    """Intents that would change nothing there even if not forged."""
    outside: bool
    """True if nothing of the game may be revealed there."""


@dataclass
class Forgers:
    """The senders, and what they found."""

    discord: Discord
    bot: Bot
    table: Table
    dice: random.Random
    places: list[Place] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    amiss: list[str] = field(default_factory=list)
    _people: int = 0

    async def look_around(self):
        """Find the places to send from."""
        about = tuple(each for each in intents() if type(each) in AT_TABLE)
        managing = tuple(each for each in intents() if each.manager_only)
        owned = tuple(each for each in intents() if each.owner_only)
        home = self.table.home
        other = await self.discord.new_channel(await self.discord.new_guild("Elam"))
        self.places = [
            Place("at home", home, about, outside=False),
            Place("another server", other, (*about, *managing, *owned), outside=True),
            Place("direct messages", {}, (*about, *owned), outside=True),
        ]

    async def send(self, number):
        """Send a number of forgeries, one person after the other, from each place in turn."""
        for sent, place in zip(range(0, number, EACH), cycle(self.places), strict=False):
            await self._by_one(place, min(number - sent, EACH))

    async def flood(self):
        """Let one person send too much at once."""
        place = self.places[1]
        person = self._somebody()
        message = await self._message(person, place.channel)
        data = {"custom_id": "te:1:-:-:board", "component_type": 2}
        pressed, where = self._with(message, data), message["channel_id"]
        answers = [
            await self.discord.interact(Kind.COMPONENT, person.user, where, data, pressed)
            for _ in range(TOO_MUCH)
        ]
        for each in answers:
            await self._check(place, "flood", each)
        too_much = [each for each in answers if "Too fast" in each.answer_text]
        if not 0 < len(too_much) < TOO_MUCH:
            self.amiss.append(f"of {TOO_MUCH} at once {len(too_much)} were too much")

    async def _by_one(self, place, number):
        person = self._somebody()
        channel = place.channel or self.discord.world.direct(person.id)
        message = await self._message(person, channel)
        for _ in range(number):
            if message["id"] in self.discord.world.gone:  # an answer has taken its place
                message = await self._message(person, channel)
            ways = (self._button, self._button, self._window, self._command, self._menu)
            what, kind, data, pressed = self.dice.choice(ways)(place, message)
            sent = await self.discord.interact(
                kind, person.user, channel["id"], data, pressed, forged=True
            )
            await self._check(place, what, sent)

    def _somebody(self):
        self._people += 1
        (person,) = people(self.discord, f"m{self._people}")
        return person

    async def _message(self, person, channel):
        """A message from the bot that only this person sees."""
        answer = await person.slash(channel, "help")
        return answer.message

    # --- forgeries -------------------------------------------------------------------------------

    def _button(self, place, message):
        custom_id, values = self._custom_id(place)
        data = {"custom_id": custom_id, "component_type": 2}
        if values or self.dice.random() < 0.3:
            kind = 3 if values else self.dice.choice(_SELECTS)
            data |= {"component_type": kind, "values": values or self._values()}
            data |= {"resolved": {"users": {}, "members": {}}} if self.dice.random() < 0.2 else {}
        return f"{data}", Kind.COMPONENT, data, self._with(message, data)

    def _with(self, message, data):
        """The message with a component that it never had."""
        component = {"type": data["component_type"], "custom_id": data["custom_id"]}
        component |= {"style": 1, "label": "?", "options": []}
        return deepcopy(message) | {"components": [{"type": 1, "components": [component]}]}

    def _window(self, place, message):
        custom_id, values = self._custom_id(place)
        fields = [
            {"type": 4, "custom_id": f"text{number or ''}", "value": value}
            for number, value in enumerate(values or self._values())
        ]
        within = [{"type": 18, "component": each} for each in fields]
        if self.dice.random() < 0.3:
            within = [{"type": 1, "components": fields}]
        data = {"custom_id": custom_id, "components": within}
        return f"window {data}", Kind.WINDOW, data, deepcopy(message)

    def _command(self, _place, _message):
        registered = self.dice.choice(self.discord.world.commands)
        data = {"id": registered["id"], "name": registered["name"], "type": 1}
        if self.dice.random() < 0.1:
            data["name"] = "no-such-command"
        options = registered.get("options", [])
        if options and options[0]["type"] == 1:
            quiet = [each for each in options if each["name"] != "board"]  # it posts, as it should
            below = self.dice.choice(quiet)
            filled = self._filled(below.get("options", []))
            data["options"] = [{"type": 1, "name": below["name"], "options": filled}]
        else:
            filled = data["options"] = self._filled(options)
        kind = Kind.COMMAND
        if filled and self.dice.random() < 0.3:
            kind = Kind.SUGGESTIONS
            self.dice.choice(filled)["focused"] = True
        return f"{kind.name} {data}", kind, data, None

    def _menu(self, place, message):
        """A command in the menu of a message with forged buttons, of a person, or of neither."""
        registered = self.dice.choice([e for e in self.discord.world.commands if e["type"] != 1])
        custom_id, _ = self._custom_id(place)
        message = self._with(message, {"custom_id": custom_id, "component_type": 2})
        person = self.dice.choice(self.table.people).user
        resolved = {
            "messages": {message["id"]: message},
            "users": {person["id"]: person},
            "members": {person["id"]: member(person)},
        }
        data = {key: registered[key] for key in ("id", "name", "type")}
        data["target_id"] = self.dice.choice((message["id"], person["id"], "99", "x", None))
        if self.dice.random() < 0.9:
            there = {name: each for name, each in resolved.items() if self.dice.random() < 0.9}
            data["resolved"] = deepcopy(there)
        kind = Kind.COMMAND if self.dice.random() < 0.9 else Kind.SUGGESTIONS
        return f"{kind.name} {data}", kind, data, None

    def _filled(self, options):
        """Options, some left out, or with another kind or name."""
        filled = []
        for option in options:
            kind = option["type"] if self.dice.random() < 0.8 else self.dice.choice([*_KINDS])
            values = _KINDS.get(kind, ("1",))
            if option["name"] == "game" and kind == 3:
                values = (str(self.table.game_id), NAME, "99")
            name = option["name"] if self.dice.random() < 0.9 else "twice"
            one = {"name": name, "type": kind, "value": self.dice.choice(values)}
            filled += [one] if self.dice.random() < 0.8 else []
        return filled

    def _custom_id(self, place):
        """A custom_id and its values."""
        text, values = print_intent(self.dice.choice(place.intents))
        game = self.dice.choice((self.table.game_id, self.table.game_id, 99, 10**18 - 1))
        # a state that never was: no forgery may count
        custom_id = f"te:{game}:{self.dice.choice('0123')}:{10**17}:{text}"
        chance = self.dice.random()
        if chance < 0.1:
            at = self.dice.randrange(len(custom_id))
            custom_id = custom_id[:at] + self.dice.choice("x:-9\0é") + custom_id[at + 1 :]
        elif chance < 0.15:
            custom_id = "".join(self.dice.choices("te:0-;@|\n§", k=self.dice.randrange(1, 100)))
        return custom_id, [*values] if chance > 0.2 else []

    def _values(self):
        junk = ("", "bot", "-", "1", "-1", "9" * 300, "r@E5", "x" * 4000, "\0", "te:1:-:-:hand")
        return self.dice.choices(junk, k=self.dice.randrange(6))

    # --- checks ----------------------------------------------------------------------------------

    async def _check(self, place, what, answer):
        self.sent[place.name] += 1
        try:
            await self.discord.until(lambda: answer.done.is_set() or answer.followups, ANSWERED_IN)
        except AssertionError:
            self.amiss.append(f"never answered, {place.name}: {what}")
            return
        if answer.kind is Kind.SUGGESTIONS:
            text = str(answer.choices)
        else:
            text = answer.answer_text
            self.answers[text.split("\n")[0][:70]] += 1
            if not text and not answer.overtaken:  # what was pressed may just have been deleted
                self.amiss.append(f"answered without a word, {place.name}: {what}")
        if "on my side" in text:
            self.amiss.append(f"a fault, {place.name}: {what}")
        names = (NAME, *(each.name for each in self.table.people))
        if place.outside and any(f"**{name}**" in text or f"{name} (" in text for name in names):
            self.amiss.append(f"tells of the game, {place.name}: {what}: {text}")

    def desks_have_emojis(self):
        """True if every desk may show the bot's own emojis, by the database."""
        with closing(sqlite3.connect(self.bot.database)) as database:
            without = "SELECT 1 FROM post WHERE key LIKE '%-desk-%' AND emojis = ''"
            return database.execute(without).fetchone() is None

    def stored(self):
        """All that is stored and shown of the game: it must stay the same."""
        with closing(sqlite3.connect(self.bot.database)) as database:
            rows = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in _TABLES}
        return rows, [(each["id"], each["content"], each["components"]) for each in self._shown()]

    def _shown(self):
        for channel in (self.table.home["id"], self.table.home.get("parent_id")):
            yield from self.discord.world.messages.get(channel, {}).values()
        for person in self.table.people:
            yield from person.directs


async def forged(folder, presses, seed):
    """Send a number of forgeries about a game. Return the senders, with the faults."""
    async with Discord() as discord, Bot(discord, folder) as bot:
        table = await called(discord, bot.database)
        forgers = Forgers(discord, bot, table, random.Random(f"{seed}"))
        await forgers.look_around()
        # the bot uploads its emojis while it runs, and edits the desks that were made without
        await discord.until(forgers.desks_have_emojis)
        await discord.quiet(0.3)
        before = forgers.stored()
        await forgers.send(presses)
        await forgers.flood()
        await discord.quiet(0.3)
        if forgers.stored() != before:
            forgers.amiss.append("the game has changed")
        for line in bot.log.read_text().splitlines():
            if "Traceback" in line or "ERROR" in line:
                forgers.amiss.append(f"logged: {line}")
        return forgers


def main():
    parser = options_of("tests.stand_in.forging", __doc__, presses=20_000, seed="1")
    wanted = parser.parse_args()
    folder, began = Path(tempfile.mkdtemp(prefix="two-rivers-")), time.monotonic()
    forgers = asyncio.run(forged(folder, wanted.presses, wanted.seed))
    print(", ".join(f"{number} {place}" for place, number in forgers.sent.items()))
    for text, number in forgers.answers.most_common(20):
        print(f"{number:6} × {text}")
    print(f"{time.monotonic() - began:.0f} s, {len(forgers.amiss)} amiss")
    for each in forgers.amiss:
        print(each[:2000])
    if forgers.amiss:
        print(f"in {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if forgers.amiss else 0


if __name__ == "__main__":
    sys.exit(main())
