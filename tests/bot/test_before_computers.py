"""What was left in its database by the bot as it was before computers played goes on, with them.

The database is tests/fixtures/before_computers.sqlite3; the README beside it says what is in it.
"""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, EVE, Clock, act, answered, opened, proposed, user, whole

from bot.store import Store
from bot.table import Question, Status, Table, Tables, Topic
from bot.table.checking import examine
from engine import EndTurn, Level, read_position

pytestmark = pytest.mark.sqlite

FIXTURE = Path(__file__).parents[1] / "fixtures" / "before_computers.sqlite3"
GATHERING, RESIGNED, TAKEN, OVER, ALONE, PAUSED = range(1, 7)


@pytest.fixture
async def left(tmp_path: Path) -> AsyncIterator[Store]:
    """The database, as this version opens it."""
    async with opened(shutil.copyfile(FIXTURE, tmp_path / "games.sqlite3")) as (store,):
        yield store


@pytest.fixture
def tables(left: Store, clock: Clock) -> Tables:
    return Tables(left, Random(1), clock)


async def faults(store: Store, number: int) -> tuple[str, ...]:
    examined = await store.read(examine, number)
    assert examined is not None
    return examined.faults


async def played_on(tables: Tables, table: Table) -> Table:
    """The table a round later: people end their turns, computers do anything."""
    rng = Random(2)
    until = table.turn + len(table.players)
    while table.turn < until and table.status is Status.RUNNING:
        asked = await tables.to_decide(table.id)
        if asked is None:
            end = whole(table).legal_actions()
            table = await act(tables, table, EndTurn() if EndTurn() in end else end[0])
        else:
            action = rng.choice(whole(table).legal_actions())
            table = await tables.act_for_computer(table.id, [action], asked.seen)
    return table


async def test_all_is_there_and_no_seat_is_a_computers(left: Store, tables: Tables) -> None:
    found = [await tables.get(number) for number in range(GATHERING, PAUSED + 1)]
    assert [table.name for table in found] == ["Ur", "Kish", "Umma", "Larsa", "Mari", "Eridu"]
    assert not any(player.is_computer for table in found for player in table.players)
    assert [await faults(left, table.id) for table in found] == [()] * len(found)
    assert [each.name for each in found[TAKEN - 1].former] == ["Anna"]
    assert found[PAUSED - 1].paused
    record = await tables.record(OVER)
    assert read_position(record) == whole(found[OVER - 1])


async def test_a_lobby_takes_computers(left: Store, tables: Tables) -> None:
    table = await tables.seat_computer(GATHERING, ANNA, Level.MEDIUM, "Computer (medium)")
    table = await tables.start(table.id, ANNA)
    table = await played_on(tables, table)
    assert await faults(left, table.id) == ()


async def test_a_seat_that_nobody_plays_is_a_computers_if_all_agree(
    left: Store, tables: Tables
) -> None:
    table = await tables.get(RESIGNED)
    (seat,) = (each.seat for each in table.players if each.abandoned)
    question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
    proposer = table.player_of(CORA.user_id)
    assert proposer is not None
    assert proposer.seat is not None
    table = await proposed(tables, table, proposer.seat, question)
    (proposal,) = table.proposals
    table = await answered(tables, table, proposal.asked[0], yes=True)
    assert [each.level for each in table.players if each.seat == seat] == [Level.EASY]
    table = await played_on(tables, table)
    assert await faults(left, table.id) == ()


async def test_who_is_left_alone_has_company_again(left: Store, tables: Tables) -> None:
    table = await tables.get(ALONE)
    seat = next(each.seat for each in table.players if each.abandoned)
    question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
    table = await tables.propose(table.id, BEN.user_id, question)
    assert table.proposals == ()
    table = await played_on(tables, table)
    assert table.turn > 5
    assert await faults(left, table.id) == ()


async def test_what_was_proposed_is_settled_as_before(left: Store, tables: Tables) -> None:
    table = await tables.get(TAKEN)
    (proposal,) = table.proposals
    assert user(table, 1) == EVE.user_id
    for seat in proposal.asked:
        table = await answered(tables, table, seat, yes=True)
    assert table.paused
    assert await faults(left, table.id) == ()
