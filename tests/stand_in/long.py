"""Bad luck for any length of time: ``python -m tests.stand_in.long --kills 1000 --worlds 4``.

Several worlds at a time, each with a Discord, a database and a process of its own. First the
process is killed again and again, then its calls fail, then both happen where people have seconds
for a decision. If something is amiss after a round it is
printed, the folder of that world stays, with its database, what the bot logged and the calls that
it made, and another world takes its place. The exit status is 1 then.
"""

import asyncio
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from datetime import timedelta
from itertools import count
from pathlib import Path

from bot.domain.pace import AtEnd, Limit, Pace, Reminders
from tests.options import options_of
from tests.stand_in.trial import Conditions, Trial

SECOND = timedelta(seconds=1)

KILLED = Conditions(
    decisions=2,
    deaths=10,
    faults=0.01,
    crowded=0.05,
    impatient=0.3,
    eager=0.7,
    long_away=0.2,
    deletions=0.1,
    boards=True,
)
IN_TROUBLE = Conditions(
    decisions=20, faults=0.08, unrest=0.01, crowded=0.1, impatient=0.3, deletions=0.2, boards=True
)
HURRIED = Conditions(
    decisions=12,
    deaths=3,
    faults=0.03,
    unrest=0.005,
    seats=3,
    pace=Pace(Reminders(2 * SECOND, 2 * SECOND), Limit(5 * SECOND, at_end=AtEnd.ASK), live=True),
    dawdling=0.3,
)


class Long:
    """The trials of all worlds, and their figures."""

    def __init__(self, wanted):
        self._wanted = wanted
        self._began = time.monotonic()
        self._kills = 0
        self._figures, self._met = Counter(), Counter()
        self._amiss = []

    async def run(self):
        """Put all worlds to the test. Whether all was well."""
        await self._phase("kills", KILLED, lambda: self._kills < self._wanted.kills)
        for name, hardship, minutes in (
            ("faults", IN_TROUBLE, self._wanted.faults_minutes),
            ("hurry", HURRIED, self._wanted.hurry_minutes),
        ):
            until = time.monotonic() + 60 * minutes
            await self._phase(name, hardship, lambda until=until: time.monotonic() < until)
        self._say(", ".join(f"{number} {what}" for what, number in self._figures.items()))
        self._say(", ".join(f"{number} × {what}" for what, number in sorted(self._met.items())))
        self._say(f"{len(self._amiss)} amiss")
        for each in self._amiss:
            print(each)
        return not self._amiss

    async def _phase(self, name, hardship, goes_on):
        """Run a phase in all worlds, several at a time."""
        numbers = count(1)

        async def place():
            while goes_on():
                await self._world(f"{self._wanted.seed} {name} {next(numbers)}", hardship, goes_on)

        await asyncio.gather(*(place() for _ in range(self._wanted.worlds)))

    async def _world(self, seed, hardship, goes_on):
        """Put a world to the test until it fails. At least once."""
        folder = Path(tempfile.mkdtemp(prefix="two-rivers-"))
        trial = Trial(folder, seed)
        amiss = []
        try:
            async with trial:
                for number in count(1):
                    before = trial.deaths
                    amiss = await trial.round(number, hardship)
                    self._kills += trial.deaths - before
                    self._say(f"{seed}, round {number}: {'AMISS' if amiss else 'well'}")
                    if amiss or not goes_on():
                        break
        except AssertionError:  # something that the stand-in did not understand
            amiss.append(traceback.format_exc())
        discord = trial.discord
        self._met += discord.faults.met
        self._figures["kills"] += trial.deaths
        self._figures["decisions"] += trial.decisions
        self._figures["requests"] += len(discord.calls)
        self._figures["answered 429"] += discord.statuses()[429]
        if not amiss:
            shutil.rmtree(folder)
            return
        trial.write_calls(folder / "calls.txt")
        self._amiss += [f"world {seed!r}, in {folder}: {each}" for each in amiss]
        for each in amiss:
            self._say(f"{seed}: {each}")

    def _say(self, text):
        print(f"{time.monotonic() - self._began:7.0f} s  {text}", flush=True)


def main():
    minutes = {"faults_minutes": 10.0, "hurry_minutes": 5.0}
    parser = options_of("tests.stand_in.long", __doc__, kills=1000, worlds=4, seed="1", **minutes)
    return 0 if asyncio.run(Long(parser.parse_args()).run()) else 1


if __name__ == "__main__":
    sys.exit(main())
