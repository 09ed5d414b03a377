"""Three people of different habits at one table for weeks, on a simulated Discord.

They look when their habits say so, and when their phone has rung; they play only if ``/games``
says that a game waits for them, and press the buttons that their pages show. One plays at night
alone, and has quiet hours; one is gone for six days; one has closed direct messages.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from random import Random
from zoneinfo import ZoneInfo

from messages import components, labels, whole_label
from people import SILENT, Person, World

from bot.domain.entries import Acted
from bot.domain.table import Status
from tests.engine.random_games import choose

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")
GONE = range(5, 11)
"""The days on which the one who is gone does not look."""
LOOKS = 0.7
"""The chance that who may look at an hour does."""
NEAR = 0.5
"""The chance that who is awake looks within the step in which the phone has rung."""


@dataclass(frozen=True)
class Ring:
    """A message that made a phone sound."""

    day: float
    text: str


@dataclass
class Sitting:
    """A person, and when that person looks."""

    person: Person
    looks_at: Callable[[int, int], bool]
    """True if the person may look on that day of the game, at that hour."""
    is_awake: Callable[[int, int], bool]
    rings: list[Ring] = field(default_factory=list)
    looks: int = 0


EVENING = (21, 22, 23, 0, 1)


def at(*hours):
    return lambda _day, hour: hour in hours


def is_up(_day, hour):
    return hour >= 7


def is_there(day, hour):
    return hour >= 7 and day not in GONE


class Weeks:
    """A game at a pace, and the three at its table."""

    def __init__(self, world: World, pace: str, seed: int):
        self.world, self.pace, self.dice = world, pace, Random(seed)
        self.step = timedelta(minutes=1) if pace == "live" else HOUR
        """An hour of the habits; at a live table a day has 24 minutes."""
        self.sitting: list[Sitting] = []
        self.steps = 0
        self.seen = 0
        """Requests whose rings are counted."""

    async def begin(self):
        """Seat the three; each sets up what the habit needs, by presses."""
        world = self.world
        nora, gus, carl = (world.person(name) for name in ("nora", "gus", "carl"))
        carl.close_dms()
        page = await nora.press(await nora.slash("settings", world.channel), "Hours, reminders")
        page = await nora.press(page, "Time zone")
        page = await nora.write(page, "Another zone …", "Berlin")
        page = await nora.choose(page, "Quiet from 08:00")
        await nora.choose(page, "Quiet until 20:00")
        self.game = await world.open("nora", "gus", "carl", pace=self.pace)
        self.sitting = [
            Sitting(nora, at(*EVENING), at(*EVENING)),
            Sitting(gus, lambda *now: is_there(*now) and at(7, 12, 18, 21)(*now), is_there),
            Sitting(carl, at(8, 13, 19, 22), is_up),
        ]
        self._count_rings()

    async def plan_vacation(self):
        """Let the last of them plan a vacation, and look on all the same."""
        first = (self.world.env.now() + 3 * DAY).date()
        away = self.sitting[-1].person.id
        await self.world.bot.services.vacations.take_vacation(away, 3, first)

    async def live(self, days, walk=None):
        """Let that many days pass, or the game end; *walk* is called after each step."""
        for _ in range(int(days * 24)):
            if await self._is_over():
                return
            rung = self._count_rings()
            await self.world.env.advance_time(self.step.total_seconds())
            self.steps += 1
            now = divmod(self.steps, 24)
            rung |= self._count_rings()
            for each in self.dice.sample(self.sitting, 3):
                wanted = LOOKS if each.looks_at(*now) else 0
                near = NEAR if each.person.name in rung and each.is_awake(*now) else 0
                if self.dice.random() < max(wanted, near):
                    await self.look(each)
            if walk is not None:
                await walk(self)
        self._count_rings()

    async def play_quickly(self):
        """Play the last turns, each of them looking at once."""
        for _ in range(600):
            if await self._is_over():
                break
            waiting = await self._waits_for()
            if waiting is None or not await self.look(waiting):
                await self.world.env.advance_time(self.step.total_seconds())
        self._count_rings()

    async def _is_over(self):
        return (await self.game.table()).status is not Status.RUNNING

    async def _waits_for(self):
        decider = (await self.game.table()).decider
        user_id = None if decider is None else decider.user_id
        return next((each for each in self.sitting if each.person.id == user_id), None)

    # --- looking ---------------------------------------------------------------------------------

    async def look(self, sitting):
        """Look, and do what waits. Returns True if something was done."""
        person = sitting.person
        sitting.looks += 1
        done = await self._answer(person) or await self._come_back(person)
        page = await person.slash("games", self.game.home)
        if "👉 **Ur**" in page.content:
            return await self._play(person) or done
        return await self._help(person) or done

    async def _play(self, person):
        """Decide until the game waits for somebody else."""
        for _ in range(12):
            if await self._is_over() or (await self.game.decider()) is not person:
                return True
            way = self.dice.choice(["buttons", "hand", *(["dm"] if self._desk(person) else [])])
            action = choose(self.dice, await self.game.full_game())
            await self.game.take(action, way)
        return True

    def _desk(self, person):
        """The newest direct message about the game, if its buttons are those of the turn."""
        try:
            return self.game.desk_of(person)
        except ValueError:
            return None

    async def _answer(self, person):
        """Answer the oldest proposal that asks this person, mostly with Yes."""
        for post in self.game.posts:
            if post.content.startswith("🗳️") and "Yes" in labels(post):
                asked = re.search(r"Asked: (.*)", post.content)
                if asked and f"<@{person.id}>" in asked[1] and not self._has_said(person, post):
                    await person.press(post, "Yes" if self.dice.random() < 0.8 else "No")
                    return True
        return False

    @staticmethod
    def _has_said(person, post):
        said = re.findall(r"(?:Yes|No): (.*)", post.content)
        return any(f"**{person.name}**" in each for each in said)

    async def _come_back(self, person):
        """Take back a seat that was given up, or keep one that is on offer, if the desk says so."""
        if person.name not in {each.name for each in (await self.game.table()).players}:
            return False
        desk = await person.slash("hand", self.game.home)
        for label in COMING_BACK:
            if label in labels(desk):
                await person.press(desk, label)
                return True
        return False

    async def _help(self, person):
        """If the game has waited for somebody for long, propose more time, or to wait no more."""
        table = await self.game.table()
        if table.awaited_since is None or self.dice.random() < 0.6:
            return False
        waited = (self.world.env.now() - table.awaited_since) / self.step / 24
        if waited < 2 or table.decider is None:
            return False
        page = await person.slash("table", self.game.home)
        if not any(each.get("placeholder") == SEATS for each in components(page)):
            return False
        page = await person.choose(page, table.decider.name, of=SEATS)
        wanted = "Give more time" if waited < 3 else "Stop waiting"
        if any(wanted in (label, whole_label(label)) for label in labels_of(page)):
            await person.press(page, wanted)
            return True
        return False

    # --- rings -----------------------------------------------------------------------------------

    def _count_rings(self):
        """Note the new rings. Returns the names of those whose phones have rung."""
        requests = self.world.env.http_requests
        rung = set()
        for each in self.sitting:
            person = each.person
            direct = f"/channels/{person.member.user.dm_channel.id}/messages"
            for number in range(self.seen, len(requests)):
                request = requests[number]
                if (
                    request.method != "POST"
                    or not re.fullmatch(r"/channels/\d+/messages", request.path)
                    or request.json.get("flags", 0) & SILENT
                ):
                    continue
                text = request.json.get("content", "")
                closed = person.closed_since is not None and number >= person.closed_since
                users = map(int, request.json.get("allowed_mentions", {}).get("users", []))
                named = f"<@{person.id}>" in text and person.id in users
                if (request.path == direct and not closed) or named:
                    each.rings.append(Ring(round(self.steps / 24, 2), text))
                    rung.add(person.name)
        self.seen = len(requests)
        return rung

    async def ending(self):
        """How the game stands at last, in words, with all rings."""
        table = await self.game.table()
        rings = sum(len(each.rings) for each in self.sitting)
        day = self.steps / 24
        return f"{self.pace}: day {day:.1f}, turn {table.turn}, {table.status}, {rings} rings"

    async def report(self):
        """A line for each person."""
        history = await self.world.bot.services.games.history(self.game.id)
        table = await self.game.table()
        acted = [entry for entry in history if isinstance(entry, Acted)]
        waits = Counter(seat for seat, _ in groupby(acted, key=lambda entry: entry.seat))
        lines = []
        for sitting in self.sitting:
            held = {p.seat for p in table.players if p.user_id == sitting.person.id}
            held |= {f.seat for f in table.former if f.user_id == sitting.person.id}
            decisions = sum(waits[seat] for seat in held)
            missed = sum(entry.kind == "time up" and entry.seat in held for entry in history)
            by_kind = Counter(kind_of(each.text) for each in sitting.rings)
            lines.append(
                Line(
                    self.pace,
                    sitting.person.name,
                    decisions,
                    missed,
                    len(sitting.rings),
                    dict(by_kind),
                )
            )
        return lines


COMING_BACK = ("Take it back", "Keep my seat", "Play on", "I'm back")
SEATS = "Another player's seat …"


def labels_of(page):
    return [each for each in components(page) if each.get("label")]


KINDS = {
    "reminded": r"^⏰",
    "turn": r"your turn|both actions used",
    "question": r"🗳️|proposal|more time|waits for your answer",
    "end": r"is over|ended without",
    "seat": r"seat",
}


def kind_of(text):
    """What a message that rings is about."""
    first = text.split("\n")[0] if not text.startswith("<@") else text
    found = (kind for kind, pattern in KINDS.items() if re.search(pattern, first))
    return next(found, "conflict")


@dataclass(frozen=True)
class Line:
    """How often a person was rung in a game."""

    pace: str
    name: str
    decisions: int
    missed: int
    rings: int
    kinds: dict[str, int]

    @property
    def per_decision(self):
        return self.rings / max(self.decisions, 1)

    def __str__(self):
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        return (
            f"{self.pace:10} {self.name:5} {self.decisions:9} {self.missed:6} {self.rings:5} "
            f"{self.per_decision:8.2f}  {kinds}"
        )


HEAD = "pace       name  decisions missed rings each      of these"
