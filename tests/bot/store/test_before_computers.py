"""What was left in its database by the bot as it was before computers played goes on, with them.

The database is tests/fixtures/before_computers.sqlite3; the README beside it says what is in it.
"""

import pytest
from former import faults, left_behind, played_on
from tabletop import ANNA, BEN, CORA, EVE, answered, proposed, user, whole

from bot.domain import Question, Topic
from engine import Level, read_position

pytestmark = pytest.mark.sqlite

GATHERING, RESIGNED, TAKEN, OVER, ALONE, PAUSED = range(1, 7)


@pytest.fixture
async def store(tmp_path):
    async with left_behind("before_computers.sqlite3", tmp_path) as store:
        yield store


async def test_all_is_there_and_no_seat_is_a_computers(store, services):
    found = [await services.games.get(number) for number in range(GATHERING, PAUSED + 1)]
    assert [table.name for table in found] == ["Ur", "Kish", "Umma", "Larsa", "Mari", "Eridu"]
    assert not any(player.is_computer for table in found for player in table.players)
    assert [await faults(store, table.id) for table in found] == [()] * len(found)
    assert [each.name for each in found[TAKEN - 1].former] == ["Anna"]
    assert found[PAUSED - 1].paused
    record = await services.games.record(OVER)
    assert read_position(record) == whole(found[OVER - 1])


async def test_a_lobby_takes_computers(store, services):
    table = await services.lobbies.seat_computer(GATHERING, ANNA, Level.MEDIUM, "Computer (medium)")
    table = await services.lobbies.start(table.id, ANNA)
    table = await played_on(services, table)
    assert await faults(store, table.id) == ()


async def test_a_seat_that_nobody_plays_is_a_computers_if_all_agree(store, services):
    table = await services.games.get(RESIGNED)
    (seat,) = (each.seat for each in table.players if each.abandoned)
    question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
    proposer = table.player_of(CORA.user_id)
    assert proposer is not None
    assert proposer.seat is not None
    table = await proposed(services, table, proposer.seat, question)
    (proposal,) = table.proposals
    table = await answered(services, table, proposal.asked[0], yes=True)
    assert [each.level for each in table.players if each.seat == seat] == [Level.EASY]
    table = await played_on(services, table)
    assert await faults(store, table.id) == ()


async def test_who_is_left_alone_has_company_again(store, services):
    table = await services.games.get(ALONE)
    seat = next(each.seat for each in table.players if each.abandoned)
    question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
    table = await services.proposals.propose(table.id, BEN.user_id, question)
    assert table.proposals == ()
    table = await played_on(services, table)
    assert table.turn > 5
    assert await faults(store, table.id) == ()


async def test_what_was_proposed_is_settled_as_before(store, services):
    table = await services.games.get(TAKEN)
    (proposal,) = table.proposals
    assert user(table, 1) == EVE.user_id
    for seat in proposal.asked:
        table = await answered(services, table, seat, yes=True)
    assert table.paused
    assert await faults(store, table.id) == ()
