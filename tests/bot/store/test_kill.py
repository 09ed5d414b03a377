"""Killed at any moment, the program loses nothing it acknowledged and delivers nothing twice."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from post_box import PostBox, deliver, posts_due, shown
from tabletop import PLACE, Clock, opened

from bot.delivery import Delivery
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.store.queries import logs
from bot.use_cases import Services

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[3]
KILLS = 20
MOST_ACTIONS = 5
CALLS_TO_START, CALLS_FOR_SOME_ACTIONS = 300_000, 100_000  # of functions: about so many are made


def kill_again_and_again(folder):
    """Let the program live many short lives; each must have ended by the kill.

    Answers how many actions the lives have acknowledged at least.
    """
    rng = Random(2030)
    acknowledged = 0
    program = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent.with_name("killed_program.py")), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    with program:
        for seed in range(KILLS):
            actions = rng.randint(0, MOST_ACTIONS)
            calls = rng.randint(1, CALLS_FOR_SOME_ACTIONS if actions else CALLS_TO_START)
            program.stdin.write(f"{seed} {actions} {calls}\n")
            program.stdin.flush()
            child = int(program.stdout.readline())
            assert program.stdout.readline() == "now\n"
            os.kill(child, signal.SIGKILL)
            assert program.stdout.readline() == "killed\n"
            acknowledged += actions
        program.stdin.close()
    return acknowledged


@pytest.mark.slow
async def test_nothing_is_lost_and_nothing_is_delivered_twice(tmp_path):
    at_least = kill_again_and_again(tmp_path)
    acknowledged = (tmp_path / "acknowledged").read_text()
    assert len(acknowledged.splitlines()) >= at_least > 2 * KILLS  # or it proves little
    async with opened(tmp_path / "games.sqlite3") as (store,):
        services = Services(store, Random(1), Clock())
        box = PostBox(tmp_path / "discord")
        delivery = Delivery(store, services, box, posts_due, Clock(), alarm=lambda _at: None)
        await delivery.start()
        await delivery.rest()

        for table in await services.games.at(PLACE.channel_id, finished=True):
            await deliver(delivery, table)  # turns shown late keep their buttons till then
        found = await services.games.at(PLACE.channel_id, finished=True)
        await check_acknowledged(store, acknowledged)
        for table in found:
            assert (await store.read(examine, table.id)).faults == ()  # its log leads to its state
            check_delivered(box, table)
        assert_nothing_twice(box)

        before = list(box.journal)
        for table in found:
            delivery.nudge(table.id)
        await delivery.rest()
        assert box.journal == before
        await delivery.close()
        box.close()


async def check_acknowledged(store, text):
    """Every acknowledged action is in the log, exactly once."""
    acknowledged = [json.loads(line) for line in text.splitlines()]
    assert len({(game, seq) for game, seq, *_ in acknowledged}) == len(acknowledged)
    stored = {}
    for game in {line[0] for line in acknowledged}:
        stored[game] = {row.seq: row for row in await store.read(logs.read_log, game)}
    for game, seq, kind, user_id, action in acknowledged:
        row = stored[game][seq]
        assert (row.kind, row.user_id) == (kind, user_id)
        assert action in (None, row.text)


def check_delivered(box, table):
    """Everything due is shown, as it should be, and nothing else; every turn was shown."""
    live = {line["key"]: line["shows"] for line in box.live().values() if line["game"] == table.id}
    assert live == shown(table)
    sent = [line["key"] for line in box.lines("send") if line["game"] == table.id]
    turns = {key for key in sent if key.startswith("turn")}
    assert turns == {f"turn {number}" for number in range(1, table.turn + 1)}
    assert (table.status is Status.OVER) == ("result" in sent)


def assert_nothing_twice(box):
    """No message was sent that existed already, and none but a prompt ever again."""
    sent = Counter((line["game"], line["key"]) for line in box.lines("send"))
    again = [key for (_, key), times in sent.items() if times > 1]
    assert [key for key in again if not key.startswith("hand")] == []
    there = {}
    for line in box.journal:
        if line["verb"] == "send":
            assert (line["game"], line["key"]) not in there.values()
            there[line["message"]] = line["game"], line["key"]
        elif line["verb"] in {"retire", "remove"}:
            there.pop(line["message"], None)  # a second time does no harm
    assert len(set(box.keys("home"))) == len(box.keys("home"))
