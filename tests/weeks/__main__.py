"""Rings of three people in three weeks, at each pace: ``python -m tests.weeks``."""

import argparse
import asyncio
import logging
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from people import world

from tests.weeks.playing import HEAD, Weeks
from tests.weeks.truth import Truth

PACES = ("relaxed", "daily", "bank", "live", "unhurried")


async def run(pace, chosen):
    """Play a game at that pace, and print what came of it."""
    begun, truth = time.monotonic(), Truth(chosen.seed)
    with TemporaryDirectory() as folder:
        async with world(Path(folder), random.Random(chosen.seed)) as w:
            weeks = Weeks(w, pace, chosen.seed)
            await weeks.begin()
            if chosen.vacation:
                await weeks.plan_vacation()
            await weeks.live(chosen.days, truth if chosen.check else None)
            for line in await weeks.report():
                print(line)
            if chosen.to_the_end:
                await weeks.play_quickly()
            print(f"  {await weeks.ending()} ({time.monotonic() - begun:.0f} s)", flush=True)
    if chosen.rings:
        for each in weeks.sitting:
            for ring in each.rings:
                print(f"  {each.person.name} {ring.day:6.2f} {ring.text[:100]!r}")
    if chosen.check:
        print(f"  {truth.walks} walks, {truth.pressed} presses, {truth.stamps} times")
        for what, where in truth.untrue.items():
            print(f"  UNTRUE {what}: {where}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.weeks", description=__doc__)
    parser.add_argument("--pace", choices=PACES, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--days", type=float, default=21)
    parser.add_argument("--check", action="store_true", help="look for what is not true each hour")
    parser.add_argument("--vacation", action="store_true", help="one is away on days 3 to 5")
    parser.add_argument("--to-the-end", action="store_true", help="play the last turns, too")
    parser.add_argument("--rings", action="store_true", help="print each of them")
    chosen = parser.parse_args()
    logging.getLogger("discord").setLevel(logging.ERROR)
    print(HEAD)
    for pace in chosen.pace or PACES:
        asyncio.run(run(pace, chosen))


if __name__ == "__main__":
    main()
