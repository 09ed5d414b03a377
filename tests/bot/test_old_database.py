"""A database of version 0.1.0, with games of every kind, is brought up to date and played on.

What is in it is told in the README beside it.
"""

import shutil
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select
from tabletop import Clock, act_at_random, opened, play_out, whole

from bot.store.schema import metadata, post
from bot.table import Status, Tables
from engine import Step, read_game

ROOT = Path(__file__).parents[1]
FIXTURE = ROOT / "fixtures" / "version_0_1_0.sqlite3"
WAITING, CANCELLED, MID_TURN, ATTACKER, DEFENDER, CALLED, REFILL, SWAP = range(1, 9)
PLAYED_OUT, GIVEN_UP, ONE_RESIGNED, ELSEWHERE, INTERRUPTED = range(9, 14)
RUNNING = [*range(MID_TURN, PLAYED_OUT), ONE_RESIGNED, ELSEWHERE, INTERRUPTED]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return shutil.copyfile(FIXTURE, tmp_path / "games.sqlite3")


async def test_it_becomes_the_schema_of_today(path: Path) -> None:
    async with opened(path) as (store,), store.reading() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), metadata
            )
        )
    assert differences == []


async def test_games_stand_as_they_stood(path: Path) -> None:
    async with opened(path) as (store,):
        tables = Tables(store, Random(1), Clock())
        found = {number: await tables.get(number) for number in range(1, INTERRUPTED + 1)}
        async with store.reading() as connection:
            posts = (await connection.execute(select(post.c.game_id, post.c.message_id))).all()
    assert found[WAITING].status is Status.LOBBY
    assert found[WAITING].options == ("display", "ziggurat")
    assert found[CANCELLED].status is Status.CANCELLED
    assert [number for number in found if found[number].status is Status.RUNNING] == RUNNING
    assert {number: found[number].decider.name for number in RUNNING} == {
        MID_TURN: "bob",
        ATTACKER: "bob",
        DEFENDER: "ann",
        CALLED: "dan",
        REFILL: "ann",
        SWAP: "cora",
        ONE_RESIGNED: "eve",
        ELSEWHERE: "Anna of Susa",
        INTERRUPTED: "eve",
    }
    assert found[MID_TURN].undoer == found[MID_TURN].decider
    assert [s.player.name for s in found[GIVEN_UP].standings] == ["dan", "cora"]
    assert [p.name for p in found[ONE_RESIGNED].players if p.resigned] == ["bob"]
    for table in found.values():
        assert all(p.high_contrast == p.name.lower().startswith("bob") for p in table.players)
        drawing = [p.name for p in table.players if p.draws_from_bag]
        assert drawing == (["bob"] if table.id == SWAP else [])
    assert {game for game, _ in posts} == set(found)
    assert [game for game, message in posts if message is None] == [INTERRUPTED]


@pytest.mark.parametrize("number", RUNNING)
async def test_a_game_goes_on(path: Path, number: int) -> None:
    rng = Random(1)
    async with opened(path) as (store,):
        tables = Tables(store, Random(1), Clock())
        before = table = await tables.get(number)
        while table.turn < before.turn + 2:
            table = (await act_at_random(tables, table, rng)).table
        kept = await tables.history(number)
        assert [entry.seq for entry in kept][-1] == table.version > before.version


async def test_a_game_is_played_to_its_end(path: Path) -> None:
    async with opened(path) as (store,):
        tables = Tables(store, Random(1), Clock())
        over = await play_out(store, tables, await tables.get(ATTACKER))
        assert [standing.place for standing in over.standings] == [1, 2]
        assert list(read_game(await tables.record(ATTACKER)))[-1].game == whole(over)


async def test_a_last_decision_can_still_be_undone(path: Path) -> None:
    async with opened(path) as (store,):
        tables = Tables(store, Random(1), Clock())
        before = await tables.get(MID_TURN)
        after = (await tables.undo(MID_TURN, before.undoer.user_id, before.state_version)).table
        assert after.view.actions_left == before.view.actions_left + 1 == 2


async def test_the_record_of_a_game_is_as_it_was_played(path: Path) -> None:
    async with opened(path) as (store,):
        record = await Tables(store, Random(1), Clock()).record(PLAYED_OUT)
    played = (ROOT / "journeys" / "games" / "everything.te").read_text()
    assert decisions(record) == decisions(played)


def decisions(record: str) -> list[str]:
    return [f"{step.dynasty} {step.action}" for step in read_game(record) if isinstance(step, Step)]
