"""The engine worker, a process: what it is sent, in which order it answers, how it ends."""

import asyncio
import io
import os
import pickle
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from thinking import BUDGET, RecordingWorker, decision_request, played, worker

from bot.engine_worker import (
    EngineWorker,
    Lane,
    NoAnswer,
    WantedDecision,
    WantedExpectations,
    WantedTurns,
    WorkerBusy,
    WorkerDied,
    WorkerFailed,
    WorkerLate,
)
from bot.engine_worker.requests import dump, frame, load, read_frame
from bot.engine_worker.worker import serve
from engine import Action, Level, Moment, best_turns, decide, dump_game, expected_at, load_game
from tests.engine.random_games import with_others_permuted
from tests.freezing import freeze
from tests.patience import LONG

REQUEST = decision_request(played(1, 0))


# --- requests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("buildings", "display", "ziggurat")])
def test_games_that_look_the_same_to_a_seat_are_the_same_bytes(options):
    """The bytes contain neither the bag nor another hand."""
    for steps in (0, 24, 72):
        game = played(steps, steps, options=options)
        sent = dump(decision_request(game))
        other = with_others_permuted(game, game.decision.seat)
        other = replace(other, scores=game.scores)  # computers know them
        assert other.bag != game.bag
        # other objects, without cached values
        assert dump(decision_request(load_game(dump_game(other)))) == sent
        assert game.bag.encode() not in sent
        again = load(sent)
        assert isinstance(again, WantedDecision)
        assert again == decision_request(game)
        assert again.view.bag is None
        assert [hand is not None for hand in again.view.hands] == [
            seat == game.decision.seat for seat in range(3)
        ]


def test_nothing_but_values_of_the_engine_is_sent():
    """The bytes name every class by its module."""
    game = played(3, 60)
    view = game.view(game.decision.seat)
    for request in (
        decision_request(game),
        WantedTurns(view, game.scores, (), 3, Level.STRONG, 1),
        WantedExpectations((Moment.of(game),)),
    ):
        named = set()

        class Reading(pickle.Unpickler):
            def find_class(self, module, name):
                named.add(f"{module}.{name}")  # noqa: B023
                return super().find_class(module, name)

        assert Reading(io.BytesIO(dump(request))).load() == request
        assert "engine.rules.game.Game" not in named
        assert "engine.rules.state.State" not in named
        assert all(name.startswith(("engine.", "bot.engine_worker.", "copyreg.")) for name in named)


async def test_it_answers_as_the_engine_does_and_gets_no_secrets(monkeypatch):
    """It ends last, and outlives signals to the program: a terminal sends them to all processes."""
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-of-the-program")
    async with worker() as mind:
        for steps in (0, 40):
            game = played(steps, steps)
            request = decision_request(game)
            view, scores = request.view, request.scores
            assert await mind.ask(request, Lane.PLAY) == decide(
                view, scores, Level.MEDIUM, seed=1, nodes=BUDGET
            )
            turns = WantedTurns(view, scores, (), 3, Level.MEDIUM, 1, BUDGET)
            assert await mind.ask(turns, Lane.ASKED) == best_turns(
                view, scores, 3, level=Level.MEDIUM, seed=1, nodes=BUDGET
            )
            moment = Moment.of(game)
            (result,) = await mind.study([WantedExpectations((moment, moment))])
            assert result == expected_at([moment, moment])
        # an error reveals nothing of the request
        other = next(seat for seat in range(3) if seat != game.decision.seat)
        unfit = WantedDecision(game.view(other), game.scores, Level.EASY, 1)
        with pytest.raises(WorkerFailed) as failed:
            await mind.answer(unfit, Lane.PLAY)
        assert str(failed.value).startswith("LookupError at mind.py:")
        first = mind.pid
        environment = await asyncio.to_thread(Path(f"/proc/{first}/environ").read_bytes)
        assert b"PYTHONPATH" in environment
        assert b"a-secret" not in environment
        assert os.getpriority(os.PRIO_PROCESS, first) >= 10
        for how in (signal.SIGINT, signal.SIGTERM):
            os.kill(first, how)
            assert isinstance(await mind.ask(decision_request(game), Lane.PLAY), Action)
            assert mind.pid == first


@pytest.mark.parametrize(("patience", "answered"), [(0.0, 1), (LONG, 2)])
def test_how_long_it_thinks_depends_on_its_patience(patience, answered):
    """When its time is up, it returns fewer moments than requested."""
    moment = Moment.of(played(1, 3))
    request = WantedExpectations((moment, moment))
    answers = io.BytesIO()
    serve(io.BytesIO(frame(dump(request))), answers, patience)
    answers.seek(0)
    assert read_frame(answers) == b""  # it listens
    message = read_frame(answers)
    assert message is not None
    assert len(pickle.loads(message)) == answered


def test_its_process_knows_the_engine_and_nothing_else_of_the_project():
    code = (
        "import sys, bot.engine_worker.worker; "
        "print({name.split('.')[0] for name in sys.modules} & "
        "{'discord', 'sqlalchemy', 'PIL', 'render', 'pydantic', 'aiohttp'}, "
        "sorted(name for name in sys.modules if name.startswith('bot.')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    nothing, modules = ran.stdout.split(" ", 1)
    assert nothing == "set()"
    assert all("bot.engine_worker" in name for name in modules.strip("[]\n").split(", "))


# --- in which order ------------------------------------------------------------------------------


async def test_the_lanes_take_turns_and_none_is_starved():
    mind, done = RecordingWorker(), []
    mind.stop()

    async def ask(lane, name):
        await mind.ask(REQUEST, lane)
        done.append(name)

    async with asyncio.TaskGroup() as asking:
        asking.create_task(ask(Lane.STUDY, "study"))
        await asyncio.sleep(0)  # that is thought about now
        for number in range(4):
            for lane in (Lane.STUDY, Lane.PLAY, Lane.ASKED):
                asking.create_task(ask(lane, f"{lane.value} {number}"))
        await asyncio.sleep(0)
        mind.go_on()
    assert done[0] == "study"
    assert done[1:8] == ["asked 0", "play 0", "asked 1", "play 1", "study 0", "asked 2", "play 2"]
    assert len(done) == 13


async def test_what_waits_is_bounded_and_what_nobody_waits_for_is_left_out():
    mind = RecordingWorker()
    mind.stop()
    asked = [mind.ask(REQUEST, Lane.ASKED)]  # it is thought about
    with pytest.raises(NoAnswer, match="in time"):
        await mind.answer(REQUEST, Lane.ASKED, within=0.0)
    asked += [mind.ask(REQUEST, Lane.ASKED) for _ in range(15)]
    with pytest.raises(WorkerBusy):
        mind.ask(REQUEST, Lane.ASKED)
    play = mind.ask(REQUEST, Lane.PLAY)  # there is room for others
    for each in asked[1:]:
        each.cancel()
    mind.go_on()
    answer = decide(REQUEST.view, REQUEST.scores, Level.MEDIUM, seed=1, nodes=BUDGET)
    assert await asked[0] == await play == answer
    assert mind.here.answered == 2
    assert mind._thinking is None


async def test_closing_answers_all_waiting_requests():
    mind = RecordingWorker()
    mind.stop()
    waiting = [mind.ask(REQUEST, lane) for lane in Lane]
    await mind.close()
    for each in waiting:
        with pytest.raises(NoAnswer):
            await each
    with pytest.raises(WorkerBusy):
        mind.ask(REQUEST, Lane.ASKED)


# --- its end -------------------------------------------------------------------------------------


async def test_a_process_that_fails_to_start_dies_or_is_late_is_reported_and_replaced(
    monkeypatch,
):
    mind = EngineWorker(late=LONG)
    try:
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", "/nowhere/python")
            with pytest.raises(WorkerDied, match="cannot be started: No such file or directory"):
                await mind.ask(REQUEST, Lane.PLAY)
        assert isinstance(await mind.ask(REQUEST, Lane.PLAY), Action)
        first = mind.pid
        os.kill(first, signal.SIGKILL)  # while nobody asks
        async with asyncio.timeout(LONG):
            while mind.pid is not None:  # noqa: ASYNC110  (no event tells of it)
                await asyncio.sleep(0.001)
        assert isinstance(await mind.ask(REQUEST, Lane.PLAY), Action)
        second = mind.pid
        freeze(second)
        thought = mind.ask(REQUEST, Lane.PLAY)
        waits = mind.ask(REQUEST, Lane.ASKED)
        await asyncio.sleep(0)  # it lies in the pipe of the process
        os.kill(second, signal.SIGKILL)
        with pytest.raises(WorkerDied, match="status -9"):
            await thought
        assert isinstance(await waits, Action)
        third = mind.pid
        assert len({first, second, third}) == 3
        mind._late = 0.05
        freeze(third)
        with pytest.raises(WorkerLate):
            await mind.ask(REQUEST, Lane.PLAY)
        with pytest.raises(ProcessLookupError):
            os.kill(third, 0)
        assert mind.pid is None
    finally:
        await mind.close()


def test_it_ends_with_the_program_also_if_that_is_killed():
    code = """
import asyncio, os, signal, sys
sys.path.insert(0, "tests/bot")
from thinking import worker
async def main():
    async with worker() as mind:
        print(mind.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    program = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
    assert program.returncode == -signal.SIGKILL
    try:
        waiting = os.pidfd_open(int(program.stdout))
    except ProcessLookupError:
        return  # it has ended already
    assert select.select([waiting], [], [], LONG)[0]
    os.close(waiting)
