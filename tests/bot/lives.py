"""A program that plays whole games until it is killed: the child of test_kill.py.

It has everything imported and waits. For each line on its standard input, a seed and a moment,
it forks a life that opens the database, delivers what was left, and plays three games at once,
again and again, until it is killed. The life's process id goes to standard output, then a line
"now" from the life, when its moment has come, and a line "killed" once it is no more. Every
accepted action is acknowledged in a file of its own.

A moment is so many actions acknowledged, and then so many calls of functions: counted, not timed,
it is any point in what lies between two actions, on fast machines and on slow ones. The life goes
on until the kill comes, which can also be in the middle of what the database does meanwhile.
"""

import asyncio
import json
import os
import sys
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType

from post_box import PostBox, posts_due
from tabletop import ANNA, BEN, CORA, PLACE, Clock, decider, url

from bot.delivery import Delivery
from bot.domain import Outcome, Status, Table
from bot.services import Services
from bot.store import Store
from engine import OPTIONS, DrawDecision, EndTurn
from tests.patience import LONG

GAMES = 3
PLAYERS = (ANNA, BEN, CORA)


class Moment:
    """After so many actions acknowledged, and then so many calls of functions."""

    def __init__(self, actions: int, calls: int) -> None:
        self.actions, self.calls = actions, calls
        if actions == 0:
            self.count_calls()

    def act(self) -> None:
        self.actions -= 1
        if self.actions == 0:
            self.count_calls()

    def count_calls(self) -> None:
        so_far = count(1)

        def call(_frame: FrameType, _event: str, _argument: object) -> None:
            if next(so_far) == self.calls:
                sys.setprofile(None)
                os.write(sys.stdout.fileno(), b"now\n")

        sys.setprofile(call)


class Life:
    """A program from its start to its sudden death."""

    def __init__(self, folder: Path, seed: int, moment: Moment) -> None:
        self.folder = folder
        self.rng = Random(seed)
        self.moment = moment
        self.acknowledgements = os.open(
            folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600
        )

    async def live(self) -> None:
        store = await Store.open(url(self.folder / "games.sqlite3"))
        self.services = Services(store, self.rng, Clock())
        box = PostBox(self.folder / "discord")
        clock = Clock()
        self.delivery = Delivery(
            store, self.services, box, posts_due, clock, alarm=lambda _at: None
        )
        self.services.notify(self.delivery, alarm=self.delivery.alarm)
        await self.delivery.start()
        await self.delivery.rest()
        while True:
            running = await self.services.games.of_user(ANNA.user_id)
            while len(running) < GAMES:
                running.append(await self.open())
            await asyncio.gather(*map(self.play, running))

    async def open(self) -> Table:
        board, options = self.rng.choice([("classic", ()), ("advanced", OPTIONS)])
        return await self.services.opening.open(
            ANNA, PLACE, "Ur", seats=len(PLAYERS), board=board, options=options
        )

    async def play(self, table: Table) -> None:
        for person in PLAYERS:
            if table.status is Status.LOBBY and table.player_of(person.user_id) is None:
                table = await self.services.lobbies.join(table.id, person)
        while table.status is Status.RUNNING:
            await asyncio.wait_for(self.delivered(table), LONG)  # else it hangs
            table = self.acknowledge(await self.decide(table))

    async def delivered(self, table: Table) -> None:
        """See that every turn is shown; in the middle of one, often enough do not wait."""
        if table.last_decision is None or self.rng.random() < 0.3:
            await self.delivery.rest()

    async def decide(self, table: Table) -> Outcome:
        if table.undoer is not None and self.rng.random() < 0.2:
            return await self.services.play.undo(table.id, table.undoer.user_id)
        visit = await self.services.visits.of(table.id, decider(table))
        view = visit.seat.view
        drawing = isinstance(view.decision, DrawDecision) and view.decision.bag
        if drawing and self.rng.random() < 0.5:
            return await self.services.play.draw_the_rest(
                table.id, decider(table), table.state_version, always=self.rng.random() < 0.2
            )
        legal = view.legal_actions()
        action = self.rng.choice(legal)
        if EndTurn() in legal and self.rng.random() < 0.3:
            action = EndTurn()
        return await self.services.play.act(table.id, decider(table), action, table.state_version)

    def acknowledge(self, outcome: Outcome) -> Table:
        for entry in outcome.entries:
            action = None if entry.action is None else str(entry.action)
            line = [outcome.table.id, entry.seq, entry.kind, entry.user_id, action]
            os.write(self.acknowledgements, json.dumps(line).encode() + b"\n")
        self.moment.act()
        return outcome.table


def main() -> None:
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        life = os.fork()
        if life == 0:
            seed, actions, calls = map(int, line.split())
            print(os.getpid(), flush=True)
            asyncio.run(Life(folder, seed, Moment(actions, calls)).live())
        _, status = os.waitpid(life, 0)
        print("killed" if os.WIFSIGNALED(status) else f"ended {status}", flush=True)


if __name__ == "__main__":
    main()
