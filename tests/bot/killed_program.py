"""A program that plays whole games until it is killed: the child of test_kill.py.

It imports everything and waits. For each line on standard input, a seed and a kill point, it
forks a child that opens the database, delivers what is due, and plays three games at once, again
and again, until it is killed. It prints the child's process id, then "now" when the child has
reached its kill point, and "killed" once it has ended. Every accepted action is acknowledged in a
file of its own.

A kill point is a number of acknowledged actions, and then a number of function calls: counted, not
timed, it can be anywhere between two actions, on fast machines and on slow ones. The child goes on
until the kill comes, which can also be in the middle of the database's work.
"""

import asyncio
import json
import os
import sys
from itertools import count
from pathlib import Path
from random import Random

from post_box import PostBox, posts_due
from tabletop import ANNA, BEN, CORA, PLACE, Clock, decider, url

from bot.delivery import Delivery
from bot.domain.table import Status
from bot.store import Store
from bot.use_cases import Services
from engine import OPTIONS, EndTurn
from tests.patience import LONG

GAMES = 3


class KillPoint:
    """A number of acknowledged actions, and then a number of function calls."""

    def __init__(self, actions, calls):
        self.actions, self.calls = actions, calls
        if actions == 0:
            self.start_counting()

    def act(self):
        self.actions -= 1
        if self.actions == 0:
            self.start_counting()

    def start_counting(self):
        so_far = count(1)

        def call(*_):
            if next(so_far) == self.calls:
                sys.setprofile(None)
                os.write(sys.stdout.fileno(), b"now\n")

        sys.setprofile(call)


class Run:
    """A program until it is killed."""

    def __init__(self, folder, seed, kill_point):
        self.folder = folder
        self.rng = Random(seed)
        self.kill_point = kill_point
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.acknowledgements = os.open(folder / "acknowledged", flags, 0o600)

    async def run(self):
        store = await Store.open(url(self.folder / "games.sqlite3"))
        clock, box = Clock(), PostBox(self.folder / "discord")
        self.services = services = Services(store, self.rng, clock)
        self.delivery = Delivery(store, services, box, posts_due, clock, alarm=lambda _at: None)
        services.notify(self.delivery, alarm=self.delivery.alarm)
        await self.delivery.start()
        await self.delivery.rest()
        while True:
            tables = await services.games.of_user(ANNA.user_id)
            while len(tables) < GAMES:
                board, options = self.rng.choice([("classic", ()), ("advanced", OPTIONS)])
                tables.append(
                    await services.opening.open(
                        ANNA, PLACE, "Ur", seats=3, board=board, options=options
                    )
                )
            await asyncio.gather(*map(self.play, tables))

    async def play(self, table):
        for person in (BEN, CORA):
            if table.status is Status.LOBBY and table.player_of(person.user_id) is None:
                table = await self.services.lobbies.join(table.id, person)
        while table.status is Status.RUNNING:
            # Every turn is shown; in the middle of one, often enough nobody waits for that.
            if table.last_decision is None or self.rng.random() < 0.3:
                await asyncio.wait_for(self.delivery.rest(), LONG)  # else it hangs
            table = self.acknowledge(await self.decide(table))

    async def decide(self, table):
        if table.undoer is not None and self.rng.random() < 0.2:
            return await self.services.play.undo(table.id, table.undoer.user_id)
        visit = await self.services.visits.of(table.id, decider(table))
        legal = visit.seat.view.legal_actions()
        ends = EndTurn() in legal and self.rng.random() < 0.3
        action = EndTurn() if ends else self.rng.choice(legal)
        return await self.services.play.act(table.id, decider(table), action, table.state_version)

    def acknowledge(self, outcome):
        for entry in outcome.entries:
            decided = getattr(entry, "action", None)
            action = None if decided is None else str(decided)
            line = [outcome.table.id, entry.seq, entry.kind, entry.user_id, action]
            os.write(self.acknowledgements, json.dumps(line).encode() + b"\n")
        self.kill_point.act()
        return outcome.table


def main():
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            seed, actions, calls = map(int, line.split())
            print(os.getpid(), flush=True)
            asyncio.run(Run(folder, seed, KillPoint(actions, calls)).run())
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else f"ended {status}", flush=True)


if __name__ == "__main__":
    main()
