"""A start with many due games: ``python -m tests.benchmarks.due --games 2000``.

The process died while nothing could be shown of so many games; now it comes back, within Discord's
limits. When it is there, when the first of them was shown anew, when all of them were, how that
compares with what the limits allow, and how often Discord had to say "too many". Meanwhile people
look at their hands and decide in other games: how long they wait, then and when all is calm.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median

from tests.benchmarks.copies import copies, number_games_high
from tests.benchmarks.measuring import LATENCY, REST, channel, played
from tests.options import options_of
from tests.stand_in.faults import unanswered
from tests.stand_in.limits import GLOBAL, Limits
from tests.stand_in.people import NAMES, people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import Decision, Table, begun, gather

QUIET = 30.0
"""Seconds without a call, longer than it may have been asked to wait."""
PATIENCE = 3600.0
PRESSES = 20


async def left_undelivered(discord, folder, due, others):
    """A bot that died with something due in many games, and with others at rest.

    Half of them were under way, the others have just begun. Last, a decision that can be taken in
    each of those at rest.
    """
    dice = random.Random(due)
    bot = Bot(discord, folder)
    async with bot:
        number_games_high(bot.database)
        resting = await begun(discord, seats=3)
        await played(discord, resting, 7, dice)
        decision = await resting.next_decision(dice)
        under_way = [await begun(discord, seats=count) for count in (2, 4)]
        for number, table in enumerate(under_way):
            await played(discord, table, 5 + number, dice)
        last = [await table.next_decision(dice) for table in under_way]
        full = [
            await gather(
                discord, await channel(discord), people(discord, *NAMES[:count]), count + 1
            )
            for count in (1, 2)
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


async def with_another(lobby):
    """The table with one more person, who is the last: the game begins."""
    (other,) = people(lobby.discord, "zoe")
    await other.press(lobby.lobby, "Join")
    return Table(lobby.discord, [*lobby.people, other], lobby.channel, lobby.lobby_id)


class Delivery:
    """Watches whether some games have been shown again."""

    def __init__(self, discord, tables):
        self._discord = discord
        self._missing = {table.thread["id"] if table.thread else table.lobby_id for table in tables}
        self._all = len(self._missing)
        self._seen = len(discord.calls)

    def _look(self):
        for call in self._discord.calls[self._seen :]:
            self._missing.difference_update(call.path.split("/"))
        self._seen = len(self._discord.calls)

    def begun(self):
        self._look()
        return len(self._missing) < self._all

    def done(self):
        self._look()
        return not self._missing


async def pressed(tables, decision):
    """Look at a hand and decide in turn, each in another game, whether or not it is answered."""
    made = []
    for number, table in enumerate(tables):
        looks = Decision(decision.seat, button="Desk")
        made.append(await table.begin(decision if number % 2 else looks))
        await asyncio.sleep(0.5)
    for interaction in made:
        await tables[0].people[0].answered(interaction, patience=300)
    return made


def report(seconds):
    return f"median {median(seconds) * 1000:.0f} ms, worst {max(seconds) * 1000:.0f} ms"


async def run(games, folder):
    async with Discord(limits=None) as discord:
        bot, tables, resting, decision = await left_undelivered(discord, folder, games, 2 * PRESSES)
        for messages in discord.world.messages.values():
            for message in messages.values():
                discord.world.age(message)  # a copy is as old as the first look
        discord.limits = Limits(discord.world.clock)
        discord.latency = LATENCY
        delivery, seen, began = Delivery(discord, tables), len(discord.calls), time.perf_counter()
        async with bot:
            connected = time.perf_counter() - began
            await discord.until(delivery.begun, PATIENCE)
            first = time.perf_counter() - began
            busy = await pressed(resting[:PRESSES], decision)
            await discord.until(delivery.done, PATIENCE)
            something = time.perf_counter() - began
            await discord.quiet(QUIET)
            memory, cpu = bot.memory(), bot.cpu()
            calls = discord.calls[seen:]
            calm = await pressed(resting[PRESSES:], decision)
    ended = max(call.ended or 0.0 for call in calls) - began
    counted = [call for call in calls if not call.path.startswith(("/interactions/", "/webhooks/"))]
    most, seconds = GLOBAL
    allowed = len(counted) / most * seconds
    refused = Counter(call.status for call in calls)[429]
    print(
        f"{games} games due: connected after {connected:.1f} s, the first shown after {first:.1f} "
        f"s, something of each after {something:.0f} s, all of it after {ended:.0f} s; "
        f"{len(counted)} calls, for which Discord's limits allow {allowed:.0f} s: × "
        f"{ended / allowed:.2f}; {refused} answered 429 ({refused / len(calls):.2%}); {cpu:.0f} s "
        f"of CPU, {' + '.join(f'{each:.0f}' for each in memory)} MB"
    )
    for what, kind in (("looking at a hand", 0), ("a decision", 1)):
        for when, made in (("then", busy), ("calm", calm)):
            waited = [each.answered - each.dispatched for each in made[kind::2] if each.answered]
            print(f"{what}, {when}: answered {report(waited)}")


def main():
    wanted = options_of("tests.benchmarks.due", __doc__, games=2000).parse_args()
    with tempfile.TemporaryDirectory(prefix="two-rivers-") as folder:
        asyncio.run(run(wanted.games, Path(folder)))


if __name__ == "__main__":
    main()
