"""Many games under a steady load: ``python -m tests.benchmarks.load --games 5000 --rate 15``.

The real process has a core of its own, or several processes share it; the stand-in for Discord and
the database's server have the other one. ``--active`` of the games
are played. After some decisions one by one, others come by chance, ``--rate`` a second, at times
that do not depend on how fast they are answered; what comes in the first seconds (``--warm``) does
not count. ``--limit`` is so many times Discord's own. On PostgreSQL (``--postgresql``) each
process reaches the database through a relay that takes its time and counts the trips. There are
as many ``--processes`` as said, one number after the other, and all that ``--runs`` times.
"""

import asyncio
import gc
import os
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.benchmarks.games import prepared
from tests.benchmarks.measuring import LATENCY, REST, yardstick
from tests.benchmarks.staging import OTHERS, staged
from tests.options import options_of
from tests.stand_in.interactions import Interaction
from tests.stand_in.limits import Limits
from tests.stand_in.playing import Attempt, Result
from tests.stand_in.server import Discord
from tests.stand_in.table import outcome_shown

CALM = 20
"""Single decisions before all others."""
PATIENCE = 30.0
"""Seconds for an answer; what takes longer is not answered."""


@dataclass
class Measured:
    """The results of a load."""

    decisions: Counter[str] = field(default_factory=Counter)
    """The numbers of decisions by kind."""
    presses: list[Interaction] = field(default_factory=list)
    amiss: list[str] = field(default_factory=list)

    def seconds(self, what):
        """Until presses were ``answered``, or ``acknowledged``, in order."""
        met = ((getattr(each, what), each.dispatched) for each in self.presses)
        return sorted(at - began for at, began in met if at is not None)


# --- the load ------------------------------------------------------------------------------------


async def under_load(games, rate, seconds, dice):
    """Make random decisions at a rate per second, each in another game."""
    measured = Measured()
    deciding = set()
    at = began = time.perf_counter()
    while at - began < seconds:
        at += dice.expovariate(rate)
        await asyncio.sleep(at - time.perf_counter())
        one = asyncio.create_task(decide(drawn(games, dice), measured))
        deciding.add(one)
        one.add_done_callback(deciding.discard)
    await asyncio.gather(*deciding)
    return measured


def drawn(games, dice):
    """A game that can be gone on with, by chance."""
    for _ in range(1000):
        if (game := dice.choice(games)).is_ready:
            return game
    raise AssertionError("there is nothing left to decide")


async def decide(game, measured):
    """Let the next decision of a game be taken, and confirmed if that is asked."""
    game.busy = True
    decision = game.script[game.decided]
    person = game.table.people[decision.seat]
    press = await game.table.begin(decision)
    if await is_answered(press, measured) and (outcome := outcome_shown(press)):
        press = await person.begin_press(press.message, outcome)
        await is_answered(press, measured)
    if Attempt(person, decision.command, press).result is not Result.COUNTED:
        measured.amiss.append(f"{decision}: {press.content!r}")
        return
    measured.decisions[decision.command] += 1
    game.decided += 1
    game.busy = False


async def is_answered(press, measured):
    """Wait for an answer. Whether it came."""
    measured.presses.append(press)
    try:
        async with asyncio.timeout(PATIENCE):
            await press.done.wait()
    except TimeoutError:
        return False
    return True


# --- figures -------------------------------------------------------------------------------------


def share(of, percent):
    """A percentile of sorted values."""
    return f"{of[min(len(of) - 1, int(len(of) * percent / 100))] * 1000:.0f} ms"


def quantiles(of):
    named = ", ".join(f"p{percent} {share(of, percent)}" for percent in (50, 90, 99))
    return f"{named}, worst {share(of, 100)}"


async def in_calm(stage, games, presses, dice):
    """Single decisions, each when all else is shown: what one of them takes."""
    measured, until_answered, in_all = Measured(), [], []
    for _ in range(presses):
        await stage.discord.quiet(REST)
        before = stage.trips
        await decide(drawn(games, dice), measured)
        until_answered.append(stage.trips - before)
        await stage.discord.quiet(REST)
        in_all.append(stage.trips - before)
    print(f"in calm: answered {quantiles(measured.seconds('answered'))}")
    if any(in_all):
        print(
            f"trips to the database: median {median(until_answered)} (from {min(until_answered)} "
            f"to {max(until_answered)}) until it is answered, {median(in_all)} until all is shown",
            flush=True,
        )


async def at_load(stage, games, wanted, dice):
    """The figures of a steady load. The CPU of a decision, all processes together."""
    discord = stage.discord
    await under_load(games, wanted.rate, wanted.warm, dice)
    await discord.quiet(REST)
    yard = yardstick()
    own, calls, began = time.process_time(), len(discord.calls), time.perf_counter()
    cpu, served, trips = stage.cpu(), stage.server_cpu(), stage.trips
    async with stage.watching_locks() as locks:
        measured = await under_load(games, wanted.rate, wanted.seconds, dice)
        took, busy = time.perf_counter() - began, stage.cpu() - cpu
        served, own = stage.server_cpu() - served, time.process_time() - own
        await discord.quiet(REST)
    ended = time.perf_counter() - began - took - REST
    decisions = measured.decisions.total()
    each, statuses = (stage.cpu() - cpu) / decisions, discord.statuses(calls)
    routes = discord.count(calls)
    exempt = sum(times for route, times in routes.items() if "{token}" in route)
    made = ", ".join(f"{n / decisions:.1f} {route}" for route, n in routes.most_common(7))
    kinds = ", ".join(f"{times} {kind}" for kind, times in measured.decisions.most_common())
    print(
        f"{decisions} decisions in {took:.0f} s, {decisions / took:.1f} a second ({kinds}); "
        f"{len(measured.presses)} presses; {statuses.total() / decisions:.1f} calls a decision, "
        f"{exempt / decisions:.1f} of them exempt from Discord's limit; {statuses[429]} answered "
        f"429; all shown {ended:.0f} s later\n"
        f"calls a decision: {made}\n"
        f"answered {quantiles(measured.seconds('answered'))}; acknowledged "
        f"{quantiles(measured.seconds('acknowledged'))}; a call takes {LATENCY * 1000:.0f} ms\n"
        f"CPU {busy / took:.0%} of a core, {each * 1000:.0f} ms a decision "
        f"({each / yard:.2f} yardsticks of {yard * 1000:.0f} ms); the stand-in {own / took:.0%}"
    )
    if served:
        print(
            f"PostgreSQL {served / took:.0%} of a core; {(stage.trips - trips) / decisions:.1f} "
            f"trips a decision with all that is shown; {locks}"
        )
    memory = [" + ".join(f"{each:.0f}" for each in bot.memory()) for bot in stage.bots]
    print(f"memory {'; '.join(memory)} MB; load of the machine {os.getloadavg()[0]:.1f}")
    for text, times in Counter(measured.amiss).most_common(5):
        print(f"amiss, {times} times: {text}")
    return each


async def run(wanted, folder):
    os.sched_setaffinity(0, {OTHERS})
    async with Discord(limits=None) as discord:
        began = time.perf_counter()
        games = await prepared(discord, folder, wanted.games, wanted.active)
        took = time.perf_counter() - began
        print(f"{wanted.games} games are there after {took:.0f} s", flush=True)
        discord.latency = LATENCY
        discord.limits = Limits(discord.world.clock, wanted.limit)
        gc.collect()
        gc.freeze()
        dice = random.Random(1)
        costs = {number: [] for number in wanted.processes}
        async with staged(discord, folder, wanted) as stage:
            for _ in range(wanted.runs):
                for number, each in costs.items():
                    await stage.start(number)
                    await in_calm(stage, games, CALM, dice)
                    each.append(await at_load(stage, games, wanted, dice))
                    await stage.stop()
    if len(costs) > 1:
        base = median(costs[wanted.processes[0]])
        for number, each in costs.items():
            print(
                f"{number} processes: {median(each) * 1000:.1f} ms a decision, "
                f"{median(each) / base:.2f} of that with {wanted.processes[0]}"
            )


def main():
    parser = options_of(
        "tests.benchmarks.load",
        __doc__,
        games=5000,
        active=600,
        rate=15.0,
        seconds=120.0,
        warm=10.0,
        limit=1.0,
        postgresql=False,
        runs=1,
    )
    parser.add_argument("--processes", type=int, nargs="+", default=[1])
    with tempfile.TemporaryDirectory(prefix="two-rivers-") as folder:
        asyncio.run(run(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    main()
