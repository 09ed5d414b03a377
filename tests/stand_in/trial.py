"""One world put to the test: rounds of hard times, and after each what must hold at rest."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import asynccontextmanager, closing, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bot.domain.entries import PaceChanged
from bot.domain.pace import UNHURRIED, Pace
from bot.domain.table import Status
from bot.use_cases import Services
from bot.use_cases.inside import changes_of
from tests.databases import opened_at
from tests.stand_in.at_rest import at_rest
from tests.stand_in.limits import Limits
from tests.stand_in.luck import Deaths, GatewayFaults, RandomFaults
from tests.stand_in.people import NAMES, people
from tests.stand_in.playing import STUBBORN, Habits, Play
from tests.stand_in.process import Crew
from tests.stand_in.rows import game_at
from tests.stand_in.server import Discord
from tests.stand_in.table import Table, gather

PACE = 10.0
"""The speed of the limits' seconds, in multiples of Discord's."""
NONCES_ARE_FORGOTTEN = timedelta(minutes=5)
_OFTEN = 0.05
"""Seconds."""


@asynccontextmanager
async def another_program(database):
    """The tables, as another program has them that uses the same file, or the same URL."""
    url = database if isinstance(database, str) else f"sqlite+aiosqlite:///{database}"
    async with opened_at(url) as store:
        yield Services(store, random.SystemRandom(), lambda: datetime.now(UTC))


async def set_pace(services, game_id, pace):
    """Let a game be played at a pace that nobody could choose: one of seconds."""

    if (await services.games.get(game_id)).status in {Status.LOBBY, Status.RUNNING}:
        await changes_of(services).change(game_id, lambda change: change.then(PaceChanged(pace)))


@dataclass(frozen=True)
class Conditions(Habits):
    """The conditions of a round."""

    decisions: int = 8
    """Decisions at each table; more until the bot has died often enough."""
    deaths: int = 0
    faults: float = 0.0
    """The chance of a call to meet a fault."""
    unrest: float = 0.0
    """The chance of a call that the gateway breaks off meanwhile."""
    alone: float = 0.3
    pressing: float = 0.5
    services: int = 2
    seats: int = 2
    pace: Pace | None = None
    """The pace of games; afterwards nobody has to hurry."""
    eager: float = 0.0
    """The chance that a desk is pressed as soon as a process is back."""
    long_away: float = 0.0
    """The chance that a dead process comes back only when its nonces are forgotten."""
    deletions: float = 0.0
    """The rate of deleted turn messages, per second."""


def _line_of(call):
    """A call: its process, duration, fault and pictures."""
    took = "" if call.ended is None else f" {call.ended - call.began:.3f} s"
    body = call.body if isinstance(call.body, dict) else {}
    data = body.get("data") or body
    pictures = [each.get("filename", each["id"]) for each in data.get("attachments") or ()]
    head = f"{call.method} {call.path} {call.status}{took} {call.fault}"
    return " ".join([head, call.by and f"by {call.by}", *pictures]).rstrip()


def _deed_of(interaction):
    """An interaction: the person, the message, and the content of the answer."""
    message = "" if interaction.message is None else f" {interaction.message['id']}"
    lost = " lost" * interaction.lost
    return f"    {interaction.id} {interaction.kind.name}{message}{lost}: {interaction.content}"


class Trial:
    """A Discord, a database, one process after the other, and people who play on.

    With a *crew* it is another one: of several processes at once, say. *Meanwhile* surrounds play.
    """

    def __init__(self, folder, seed, crew=None, meanwhile=nullcontext):
        self._seed = seed
        self._meanwhile = meanwhile
        self.discord = Discord(limits=lambda clock: Limits(clock, PACE))
        self._crew = crew(self.discord) if crew else Crew.alone(self.discord, folder)
        self.decisions = 0
        """The number of decisions that counted, so far."""
        self.entries = Counter[str]()
        """The numbers of entries by kind, from the logs of the games so far."""

    async def __aenter__(self):
        await self.discord.__aenter__()
        await self._crew.start()
        return self

    async def __aexit__(self, kind, *rest):
        await self._crew.end()
        await self.discord.__aexit__(kind, *rest)

    @property
    def deaths(self):
        """The number of deaths, so far."""
        return self._crew.deaths

    def _may_die(self, name):
        """True if a process may die: one of several must stay, to go on with its games."""
        return len(self._crew.bots) == 1 or bool(self.discord.gateway.here - {name})

    def write_calls(self, file):
        """Write down all calls and faults, and what people did and were answered."""
        discord = self.discord
        lines = [(call.began, _line_of(call)) for call in discord.calls]
        lines += [(each.dispatched, _deed_of(each)) for each in discord.interactions.values()]
        began = min(lines)[0]
        file.write_text("".join(f"{at - began:9.3f} {line}\n" for at, line in sorted(lines)))

    async def round(self, number, hardship):
        """Open tables in good conditions, and play on in bad ones. Return the faults."""
        discord, seed = self.discord, f"{self._seed} {number}"
        dice = random.Random(seed)
        plays = [await self._opened(number, hardship, dice) for _ in range(hardship.services)]
        if not isinstance(self._crew.database, str):
            self._crew.while_away = partial(self._be_away, random.Random(seed), hardship.long_away)
        faults = RandomFaults(seed, hardship.faults)
        unrest = GatewayFaults(discord, seed, hardship.unrest, faults)
        deaths = Deaths(self._crew.die, seed, hardship.deaths, unrest, self._may_die)
        discord.faults.luck = deaths
        amiss = []
        playing = [self._played(play, hardship.decisions, deaths) for play in plays]
        eager, deletions = hardship.eager, hardship.deletions
        async with (
            self._meanwhile(),
            disturbed(discord, plays, dice, eager=eager, deletions=deletions),
        ):
            all_ended = await asyncio.gather(*playing, return_exceptions=True)
        for ended in all_ended:
            if isinstance(ended, TimeoutError):
                amiss.append("people cannot go on with a game")
            elif isinstance(ended, BaseException):
                raise ended
        await deaths.over()
        discord.faults.clear()
        await discord.until(lambda: self._crew.names <= discord.gateway.here)
        if hardship.pace is not None:
            await self._stop_clocks(plays)
        amiss += await at_rest(discord, plays, self._crew.database)
        self.decisions += sum(play.counted for play in plays)
        for play in plays:
            stored = game_at(self._crew.database, play.table.home["id"])
            self.entries.update(each.kind for each in (stored.entries if stored else ()))
        amiss += self._crew.amiss
        self._crew.amiss.clear()
        return amiss

    def _be_away(self, dice, long):
        if dice.random() < long:
            be_away_for_long(self.discord, Path(self._crew.database))

    async def _stop_clocks(self, plays):
        """Stop all clocks, and restart the bot, which then notices."""
        async with another_program(self._crew.database) as services:
            for play in plays:
                await set_pace(services, play.game_id, UNHURRIED)
        self._crew.die()
        await self.discord.until(lambda: self._crew.names <= self.discord.gateway.here)

    async def _opened(self, number, hardship, dice):
        discord = self.discord
        channel = await discord.new_channel(await discord.new_guild())
        seated = people(discord, *NAMES[: hardship.seats])
        opened = await gather(discord, channel, seated[:1], hardship.seats)
        table = Table(discord, seated, channel, opened.lobby_id)
        if hardship.boards:
            async with another_program(self._crew.database) as services:
                guild_id, channel_id = int(channel["guild_id"]), int(channel["id"])
                await services.boards.put_up(guild_id, channel_id, "en")
        dawdles = 0.0
        if hardship.pace is not None:
            async with another_program(self._crew.database) as services:
                await set_pace(services, table.game_id, hardship.pace)
            dawdles = 1.2 * hardship.pace.limit.each.total_seconds()
        return Play(table, random.Random(dice.random()), hardship, dawdles, table.game_id)

    async def _played(self, play, decisions, deaths):
        """A game; every other one is given up in the end."""
        await asyncio.wait_for(play.join(), STUBBORN)
        await play.go_on(decisions)
        while deaths.left:
            await play.go_on(1)
        if play.dice.random() < 0.5:
            await asyncio.wait_for(play.give_up(), STUBBORN)


# --- disturbances ---------------------------------------------------------------------------------


def be_away_for_long(discord, database):
    """Move what a dead process may have sent into the past: Discord forgets its nonces."""
    discord.world.clock.forward(NONCES_ARE_FORGOTTEN.total_seconds())
    with closing(sqlite3.connect(database)) as connection, connection:
        ago = (datetime.now(UTC) - NONCES_ARE_FORGOTTEN).replace(tzinfo=None).isoformat(" ")
        for table in ("post", "server_post"):
            update = f"UPDATE {table} SET at = min(at, ?) WHERE message_id IS NULL"
            connection.execute(update, (ago,))


@asynccontextmanager
async def disturbed(discord, plays, dice, *, deletions, eager):
    """Meanwhile delete messages of turns, and press desks as soon as a process is back.

    *deletions* is per second, *eager* the chance of a press at each table.
    """
    doing = [
        asyncio.create_task(_delete_now_and_then(discord, plays, dice, deletions)),
        asyncio.create_task(_press_at_once(discord, plays, dice, eager)),
    ]
    try:
        yield
    finally:
        for each in doing:
            each.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
    for each in doing:
        if not each.cancelled():
            each.result()


async def _delete_now_and_then(discord, plays, dice, deletions):
    while deletions:
        await asyncio.sleep(dice.expovariate(deletions))
        play = dice.choice(plays)
        if posts := [each for each in play.table.posts if _is_turn(each)]:
            post = dice.choice((posts[-1], dice.choice(posts)))
            play.deleted.add(post["attachments"][0]["filename"])
            await discord.delete(post)


def _is_turn(post):
    return any("-turn-" in each["filename"] for each in post["attachments"])


async def _press_at_once(discord, plays, dice, eager):
    """Press as soon as a process connects: mostly before it has looked at any game."""
    came = discord.gateway.identified_by.total()
    while eager:
        await asyncio.sleep(_OFTEN)
        if (now := discord.gateway.identified_by.total()) > came:
            for play in plays:
                if dice.random() < eager:
                    await play.look_at_something()
        came = now
