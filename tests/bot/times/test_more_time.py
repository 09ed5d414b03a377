"""The others give more time to the player whose time runs, unless one who is awake says no.

It is noon in UTC on the first of January.
"""

from datetime import timedelta

import pytest
from tabletop import (
    act,
    answer_proposal,
    decider,
    propose,
    refuses,
    running,
    user_at,
)
from timetable import ASKING, BANK, DAILY, at_war, entries_of, hours, labels, paced, wait

from bot.domain.hours import Quiet
from bot.domain.pace import PACES, Pace
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.features.table.table_page import seat_page
from bot.i18n import Words
from bot.ops.game_check import examine
from bot.use_cases.inside import AllSeats
from engine import AddTiles, EndTurn

WORDS = Words.of("en")


def more_for(seat):
    return Question(Topic.MORE_TIME, seat)


async def outcomes(services, table):
    return [each.outcome for each in await entries_of(services, table, "settled")]


async def buttons_about(services, table, of, number):
    seat = (await AllSeats(services).everyone(table.id)).seats[of]
    return labels(seat_page(WORDS, seat, number))


async def test_silence_gives_it_after_the_interval_of_reminders(services, store, clock):
    """The pace's own time for a decision is added; nobody is reminded more for that."""
    table = await paced(services, PACES["daily"])
    ends = table.time_up_at
    assert ends == clock.now + hours(24)
    await wait(store, services, clock, hours=1)
    table = await propose(services, table, 1, more_for(0))
    (proposal,) = table.proposals
    assert (proposal.asked, proposal.deadline) == ((2,), clock.now + hours(6))
    await wait(store, services, clock, hours=6)
    table = await services.games.get(table.id)
    assert await outcomes(services, table) == ["agreed"]
    assert table.time_up_at == ends + hours(24)
    await wait(store, services, clock, hours=24)
    assert not await entries_of(services, table, "time up")
    assert len(await entries_of(services, table, "reminded")) == 2  # after 12 and 24 hours
    await wait(store, services, clock, hours=24)
    assert len(await entries_of(services, table, "time up")) >= 1
    assert not (await store.read(examine, table.id)).faults


async def test_a_yes_gives_it_at_once_and_a_no_does_not(services, clock):
    table = await paced(services, PACES["daily"])
    ends = table.time_up_at
    table = await answer_proposal(
        services, await propose(services, table, 1, more_for(0)), 2, yes=False
    )
    assert table.time_up_at == ends
    await refuses(Refusal.PROPOSED_LATELY, propose(services, table, 1, more_for(0)))
    table = await answer_proposal(
        services, await propose(services, table, 2, more_for(0)), 1, yes=True
    )
    assert table.time_up_at == ends + hours(24)
    # the next wait has no more than any other
    table = await act(services, table, EndTurn())
    assert table.time_up_at == clock.now + hours(24)
    for _ in range(2):
        table = await act(services, table, EndTurn())
    assert table.time_up_at == clock.now + hours(24)


async def test_only_players_who_are_awake_are_asked(services):
    table = await paced(services, PACES["daily"])
    ends = table.time_up_at
    quiet = Quiet(11 * 60, 20 * 60)
    await services.vacations.set_hours(user_at(table, 2), zone="Etc/UTC", quiet=quiet)
    table = await propose(services, table, 1, more_for(0))
    assert await outcomes(services, table) == ["agreed"]
    assert table.time_up_at == ends + hours(24)
    table = await propose(services, table, 2, more_for(0))
    assert table.proposals[0].asked == (1,)


async def test_with_two_players_the_other_gives_it_alone(services):
    table = await paced(services, PACES["live"], 2)
    ends = table.time_up_at
    table = await propose(services, table, 1, more_for(0))
    assert table.time_up_at == ends + timedelta(minutes=5)
    assert await outcomes(services, table) == ["agreed"]


async def test_with_little_time_left_half_of_it_is_enough_to_say_no(services, store, clock):
    table = await paced(services, PACES["daily"])
    ends = table.time_up_at
    await wait(store, services, clock, hours=23)
    table = await propose(services, table, 1, more_for(0))
    assert table.proposals[0].deadline == clock.now + timedelta(minutes=30)
    await wait(store, services, clock, minutes=30)
    table = await services.games.get(table.id)
    assert table.time_up_at == ends + hours(24)


@pytest.mark.parametrize("pace", [DAILY, ASKING])
async def test_without_reminders_it_takes_a_quarter_of_the_time(services, clock, pace):
    table = await propose(services, await paced(services, pace), 1, more_for(0))
    assert table.proposals[0].deadline == clock.now + hours(6)


async def test_a_bank_gets_what_a_decision_adds(services, clock):
    """And keeps what is left of it."""
    table = await paced(services, BANK, 2)
    ends = table.time_up_at
    assert ends == clock.now + hours(80)
    table = await propose(services, table, 1, more_for(0))
    assert table.time_up_at == ends + hours(8)
    clock.now += hours(10)
    for _ in range(2):
        table = await act(services, table, EndTurn())
    assert table.time_up_at == clock.now + hours(72 + 8 - 10 + 8 + 8)


async def test_only_the_player_whose_time_runs_can_get_it(services, clock):
    table = await paced(services, DAILY)
    await refuses(Refusal.OWN_SEAT, propose(services, table, 0, more_for(0)))
    await refuses(Refusal.TIME_NOT_RUNNING, propose(services, table, 0, more_for(1)))
    assert "Give more time" in await buttons_about(services, table, 1, 0)
    assert "Give more time" not in await buttons_about(services, table, 0, 1)
    table = await propose(services, table, 1, more_for(0))
    assert "Give more time" not in await buttons_about(services, table, 2, 0)  # it is proposed
    await refuses(Refusal.ALREADY_PROPOSED, propose(services, table, 2, more_for(0)))
    unlimited = await running(services, 2)
    await refuses(Refusal.TIME_NOT_RUNNING, propose(services, unlimited, 1, more_for(0)))
    assert "Give more time" not in await buttons_about(services, unlimited, 1, 0)
    paused = await paced(services, DAILY, 2)
    paused = await propose(services, paused, 0, Question(Topic.PAUSE))
    paused = await answer_proposal(services, paused, 1, yes=True)
    await refuses(Refusal.TIME_NOT_RUNNING, propose(services, paused, 1, more_for(0)))


async def test_the_proposal_ends_with_the_wait(services, store, clock):
    """By a decision, by the end of the time, by a pause, or by another pace."""
    table = await propose(services, await paced(services, DAILY), 1, more_for(0))
    table = await act(services, table, EndTurn())
    assert await outcomes(services, table) == ["moot"]
    assert table.time_up_at == clock.now + hours(24)
    table = await propose(services, table, 0, more_for(1))
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    for seat in (1, 2):
        table = await services.proposals.answer(
            table.id, user_at(table, seat), table.proposals[-1].seq, yes=True
        )
    assert await outcomes(services, table) == ["moot", "agreed", "moot"]
    # an action within the turn does not end the wait
    services, table = await at_war(store, clock, DAILY)
    ends, seat = table.time_up_at, table.decider.seat
    table = await propose(services, table, 1 - seat, more_for(seat))
    assert table.time_up_at == ends + hours(24)
    assert decider(table) == user_at(table, seat)
    table = await act(services, table, AddTiles(0))
    assert table.time_up_at == clock.now + hours(24)


def test_the_question_is_stored_as_it_was():
    question = more_for(2)
    assert Question.load(question.dump()) == question
    assert Pace().limit is None
