"""What a press costs: the real process, discord.py included, against a Discord on the wire.

python -m pytest tests/benchmarks/test_wire.py -o addopts= -s

prints the figures; TWO_RIVERS_ROOT is the folder of another version to try, such as 0.1.0. Times
drift with the machine: a yardstick, some work that never changes, is measured beside them.
"""

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

import pytest

from tests.stand_in.copies import copies, number_games_high
from tests.stand_in.faults import unanswered
from tests.stand_in.interactions import Interaction
from tests.stand_in.limits import OLD, Limits
from tests.stand_in.people import Person
from tests.stand_in.process import ROOT, Bot, Lateness
from tests.stand_in.server import Discord
from tests.stand_in.table import Decision, Table, gather
from tests.stand_in.world import Json

CODE = Path(os.environ.get("TWO_RIVERS_ROOT", ROOT)).resolve()
KNOWS_SETTING = "discord_api" in (CODE / "bot" / "settings.py").read_text()
"""Whether that version knows DISCORD_API."""
LATENCY = 0.05
"""Seconds that Discord takes for a call."""
AT_ONCE = 8
"""As many people do something at the same moment."""
REST = 0.5
"""Seconds without a call after which everything has been shown."""

_T = TypeVar("_T")


# --- measuring -----------------------------------------------------------------------------------


def yardstick() -> float:
    """The seconds of CPU for a million additions, now."""
    times = []
    for _ in range(5):
        began = time.process_time()
        sum(number + 1 for number in range(1_000_000))
        times.append(time.process_time() - began)
    return min(times)


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def spread(seconds: Sequence[float]) -> str:
    return f"median {ms(median(seconds))}, worst {ms(max(seconds))}"


def blocked(times: Sequence[Lateness]) -> str:
    """How late the loop was, and how much of it was the bot's own doing."""
    return f"{spread([each.late for each in times])} (own {spread([each.own for each in times])})"


async def each(doings: Iterable[Awaitable[_T]]) -> list[_T]:
    """Let people do something, some of them at once."""
    free = asyncio.Semaphore(AT_ONCE)

    async def done(doing: Awaitable[_T]) -> _T:
        async with free:
            return await doing

    return await asyncio.gather(*map(done, doings))


async def at_rest(discord: Discord, bot: Bot) -> None:
    """Wait until all is shown, and the bot has nothing to do any more."""
    while True:
        await discord.quiet(REST)
        spent = bot.cpu()
        await asyncio.sleep(REST)
        if bot.cpu() - spent < REST / 10:
            return


# --- preparing -----------------------------------------------------------------------------------


def people(discord: Discord, count: int) -> list[Person]:
    names = ("ann", "bob", "cora", "dan")
    return [Person(discord, discord.world.add_user(name)) for name in names[:count]]


async def channel(discord: Discord) -> Json:
    return await discord.new_channel(await discord.new_guild())


async def begun(discord: Discord, count: int) -> Table:
    """A game of so many, at its beginning."""
    table = await gather(discord, await channel(discord), people(discord, count))
    await discord.until(lambda: table.board)
    return table


async def played(discord: Discord, table: Table, decisions: int, dice: random.Random) -> None:
    """Go on for so many decisions, each of them shown."""
    for _ in range(decisions):
        await discord.quiet(0.05)
        await table.decide(await table.next_decision(dice))
    await discord.quiet(REST)


# --- a decision ----------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [60, 200])
async def test_a_decision(tmp_path: Path, games: int) -> None:
    """CPU of one decision in the whole process, with all that is shown then: 35 ms."""
    dice = random.Random(games)
    async with Discord(limits=None) as discord:
        bot = Bot(discord, tmp_path, CODE)
        async with bot:
            number_games_high(bot.database)
            lobby = await gather(discord, await channel(discord), people(discord, 1), seats=2)
            await discord.quiet(REST)
        tables = copies(lobby, bot.database, games)
        discord.latency = LATENCY
        async with bot:
            tables = await each(with_another(table) for table in tables)
            await round_of(discord, bot, tables, dice)
            before = yardstick()
            costs, calls = [], 0
            for _ in range(max(2, 240 // games)):
                cost, made = await round_of(discord, bot, tables, dice)
                costs.append(cost / games)
                calls += made
            yards = min(before, yardstick())
    a_decision = median(costs)
    print(
        f"\na decision among {games} games: {ms(a_decision)} of CPU ({a_decision / yards:.2f} "
        f"yardsticks of {ms(yards)}), {calls / len(costs) / games:.1f} calls; by rounds: "
        + ", ".join(map(ms, costs))
    )


async def with_another(lobby: Table) -> Table:
    """The table with one more person: if it is the last, the game begins."""
    other = Person(lobby.discord, lobby.discord.world.add_user("zoe"))
    await other.press(lobby.lobby, "Join")
    return Table(lobby.discord, [*lobby.people, other], lobby.channel, lobby.lobby_id)


async def round_of(
    discord: Discord, bot: Bot, tables: Sequence[Table], dice: random.Random
) -> tuple[float, int]:
    """One decision in each game. The CPU for all of them, and the calls."""
    decisions = await each(table.next_decision(dice) for table in tables)
    await at_rest(discord, bot)
    spent, calls = bot.cpu(), len(discord.calls)
    await each(table.decide(decision) for table, decision in zip(tables, decisions, strict=True))
    await at_rest(discord, bot)
    return bot.cpu() - spent, len(discord.calls) - calls


# --- much that is due ----------------------------------------------------------------------------


async def left_undelivered(
    discord: Discord, folder: Path, due: int, others: int = 0, *, lobbies: Sequence[int] = (1, 2)
) -> tuple[Bot, list[Table], list[Table], Decision]:
    """A bot that died with something due in so many games, and with some games at rest.

    Some were under way, and as many have just begun, with so many in the lobby before. Last, a
    decision that can be taken in each of those at rest.
    """
    dice = random.Random(due)
    bot = Bot(discord, folder, CODE)
    async with bot:
        number_games_high(bot.database)
        resting = await begun(discord, 3)
        await played(discord, resting, 7, dice)
        decision = await resting.next_decision(dice)
        under_way = [await begun(discord, count) for count in (2, 4)]
        for number, table in enumerate(under_way):
            await played(discord, table, 5 + number, dice)
        last = [await table.next_decision(dice) for table in under_way]
        full = [
            await gather(discord, await channel(discord), people(discord, count), count + 1)
            for count in lobbies
        ]
        await discord.quiet(REST)
        discord.faults.plan("(POST|PATCH) /channels/.*", unanswered, times=None)
        for table, undelivered in zip(under_way, last, strict=True):
            await table.decide(undelivered)
        starting = [await with_another(lobby) for lobby in full]
        await bot.kill()
        sources = [*under_way, *starting]
    discord.faults.clear()
    tables = [
        copy
        for number, table in enumerate(sources)
        for copy in copies(table, bot.database, len(range(number, due, len(sources))))
    ]
    return bot, tables, copies(resting, bot.database, others), decision


class Delivery:
    """Whether some games have been shown anew, from now on."""

    def __init__(self, discord: Discord, tables: Sequence[Table]) -> None:
        self._discord = discord
        self._missing = {table.thread["id"] if table.thread else table.lobby_id for table in tables}
        self._all = len(self._missing)
        self._seen = len(discord.calls)

    def _look(self) -> None:
        for call in self._discord.calls[self._seen :]:
            self._missing.difference_update(call.path.split("/"))
        self._seen = len(self._discord.calls)

    def begun(self) -> bool:
        self._look()
        return len(self._missing) < self._all

    def done(self) -> bool:
        self._look()
        return not self._missing


async def test_start_with_much_due(tmp_path: Path) -> None:
    """The longest time for which the loop is blocked: 50 ms."""
    games = 1500
    async with Discord(limits=None) as discord:
        bot, services, *_ = await left_undelivered(discord, tmp_path, games)
        discord.latency = LATENCY
        delivery, calls, began = (
            Delivery(discord, services),
            len(discord.calls),
            time.perf_counter(),
        )
        async with bot:
            await discord.until(delivery.done, patience=900)
            await at_rest(discord, bot)
            seconds = time.perf_counter() - began
            late, cpu = await bot.lateness(), bot.cpu()
            calls = len(discord.calls) - calls
        async with bot:
            await asyncio.sleep(5)
            calm, calm_cpu = await bot.lateness(), bot.cpu()
    print(
        f"\nstart with {games} games due: the loop blocked for {ms(late.late)} at most (own "
        f"{ms(late.own)}); all shown after {seconds:.0f} s and {calls} calls, with {cpu:.1f} s of "
        f"CPU, {ms(cpu / games)} a game"
        f"\nstart with none due: {ms(calm.late)} (own {ms(calm.own)}), {calm_cpu:.1f} s of CPU"
    )


@pytest.mark.parametrize(("hours", "lobbies"), [(0, (1, 2)), (0, ()), (2, ())])
async def test_start_within_limits(tmp_path: Path, hours: int, lobbies: Sequence[int]) -> None:
    """How often Discord says "too many" if 200 games are due: almost never.

    Seldom may be edited what is older than an hour.
    """
    games = 200
    async with Discord(limits=None) as discord:
        bot, services, *_ = await left_undelivered(discord, tmp_path, games, lobbies=lobbies)
        for messages in discord.world.messages.values():
            for message in messages.values():
                assert discord.world.age(message) < OLD  # a copy is as old as the first look
        discord.world.clock.forward(hours * 3600)
        discord.limits = Limits(discord.world.clock)
        discord.latency = LATENCY
        delivery, calls, began = (
            Delivery(discord, services),
            len(discord.calls),
            time.perf_counter(),
        )
        async with bot:
            await discord.until(delivery.done, patience=900)
            first = time.perf_counter() - began
            await discord.quiet(30)  # longer than it may have been told to wait
            ended = max(call.ended or 0 for call in discord.calls) - began
        statuses = Counter(call.status for call in discord.calls[calls:])
    print(
        f"\nstart with {games} games due, {'half' if lobbies else 'none'} of them just begun, "
        f"whose messages are {hours} hours old, within Discord's "
        f"limits: something of each is shown after {first:.0f} s, all of it after {ended:.0f} s; "
        f"{statuses.total()} calls, {statuses[429]} of them answered 429"
    )


async def test_a_press_while_much_is_delivered(tmp_path: Path) -> None:
    """From the press to its answer: 0.5 s."""
    games, presses = 700, 20
    async with Discord(limits=None) as discord:
        bot, services, resting, decision = await left_undelivered(
            discord, tmp_path, games, others=2 * presses
        )
        discord.latency = LATENCY
        delivery = Delivery(discord, services)
        async with bot:
            await discord.until(delivery.begun)
            busy = await pressed(resting[:presses], decision)
            under_way = not delivery.done()
            await discord.until(delivery.done, patience=900)
            await at_rest(discord, bot)
            calm = await pressed(resting[presses:], decision)
    print(f"\n{presses} presses while {games} games are delivered, and when all is calm")
    for what, kind in (("looking at a hand", 0), ("a decision", 1)):
        for when, made in (("then", busy), ("calm", calm)):
            acknowledged, answered = zip(*(waited(each) for each in made[kind::2]), strict=True)
            print(
                f"{what}, {when}: acknowledged {spread(acknowledged)}; answered {spread(answered)}"
            )
    if not under_way:
        print("all was delivered before the last of them")


async def pressed(tables: Sequence[Table], decision: Decision) -> list[Interaction]:
    """Look at a hand and decide in turn, each in another game, whether or not it is answered."""
    made = []
    for number, table in enumerate(tables):
        if number % 2:
            made.append(await table.begin(decision))
        else:
            made.append(await table.begin(Decision(decision.seat, button="Desk")))
        await asyncio.sleep(0.5)
    for interaction in made:
        await tables[0].people[0].answered(interaction, patience=300)
    return made


def waited(interaction: Interaction) -> tuple[float, float]:
    """The seconds until it was acknowledged, and answered."""
    assert interaction.acknowledged is not None
    assert interaction.answered is not None
    return (
        interaction.acknowledged - interaction.dispatched,
        interaction.answered - interaction.dispatched,
    )


# --- the end -------------------------------------------------------------------------------------


async def test_the_loop_while_the_end_is_drawn(tmp_path: Path) -> None:
    """How late the loop is while a chart and an animation are drawn: 20 ms."""
    decisions, starts = 150, 5
    async with Discord(limits=None) as discord:
        bot = Bot(discord, tmp_path, CODE)
        async with bot:
            number_games_high(bot.database)
            table = await begun(discord, 2)
            await played(discord, table, decisions, random.Random(5))
        tables = iter(copies(table, bot.database, 2 * starts))
        discord.latency = LATENCY
        first, later, calm = [], [], []
        for _ in range(starts):
            async with bot:
                await asyncio.sleep(3)  # until discord.py believes that it has heard all
                await bot.lateness()
                await asyncio.sleep(1)
                calm.append(await bot.lateness())
                for late in (first, later):
                    ended = next(tables)
                    await resigned(ended)
                    await discord.quiet(REST)
                    late.append(await bot.lateness())
    sizes = [len(discord.world.files[each["id"]]) for each in ended.posts[-1]["attachments"]]
    print(
        f"\nthe end of a game of {decisions} decisions, {' + '.join(map(str, sizes))} bytes: the "
        f"loop late by {blocked(first)}, the first time; {blocked(later)}, the next time; "
        f"{blocked(calm)}, with nothing to do"
    )


async def resigned(table: Table) -> None:
    """Let a game of two end, and see how it went."""
    person = table.people[0]
    question = await person.slash(table.home, "resign")
    assert question.message is not None
    await person.press(question.message, "Resign")
    await table.discord.until(lambda: animated(table))


def animated(table: Table) -> bool:
    return any(
        attachment["filename"].endswith(".gif")
        for post in table.posts
        for attachment in post["attachments"]
    )
