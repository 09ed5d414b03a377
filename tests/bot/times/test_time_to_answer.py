"""The time to answer a proposal: in the hours of players whose silence counts.

Anna, Ben and Cora play; it is noon in UTC on the first of January.
"""

import json
from datetime import UTC, datetime, timedelta
from random import Random

from tabletop import (
    DAN,
    a_day_later,
    act,
    answer_proposal,
    decider,
    last,
    propose,
    refuses,
    running,
    take_seat,
    user_at,
)
from timetable import ASKING, entries_of, hours, paced, timestamp

from bot.changes import PROPOSAL
from bot.desk.desk_page import desk_page
from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.proposals import Question, Topic, load_proposals
from bot.domain.refusals import Refusal
from bot.features.table.agreeing import proposal_post
from bot.features.table.table_page import table_page
from bot.i18n import Words
from bot.store.queries import due
from bot.use_cases import VACATION, Services
from bot.use_cases.inside import AllSeats
from engine import EndTurn

NIGHT = Quiet(22 * 60, 8 * 60)
WORDS = Words.of("en")


def day(number, hour=0):
    """A moment of January."""
    return datetime(2030, 1, number, hour, tzinfo=UTC)


async def sleeps(services, user_id):
    """A user sets quiet hours from 22:00 to 08:00."""
    await services.vacations.set_hours(user_id, zone="Etc/UTC", quiet=NIGHT)


async def only(services, table):
    """The only open proposal."""
    (proposal,) = (await services.games.get(table.id)).proposals
    return proposal


async def at_deadline(services, clock, table):
    """The table once the last day to answer what is proposed is over."""
    clock.now = (await only(services, table)).deadline
    await services.proposals.resolve(table.id)
    return await services.games.get(table.id)


# --- whose silence counts ------------------------------------------------------------------------


async def test_silence_counts_after_two_days_of_own_waking_hours(services, clock):
    """If silence means no, the first player's deadline decides."""
    table = await running(services)
    await sleeps(services, user_at(table, 1))  # 14 hours a day: 10 today, 14, 14 and 10
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    table = await propose(services, table, 0, Question(Topic.END))
    clock.now = day(1, 23)
    table = await propose(services, table, 0, Question(Topic.STOP))
    pause, end, late = table.proposals
    assert pause.deadlines == end.deadlines == {1: day(4, 18), 2: day(3, 12)}
    assert (pause.deadline, end.deadline) == (day(4, 18), day(3, 12))
    assert late.deadlines[1] == day(5, 14)  # begun in quiet hours: 14, 14, 14 and 6 hours
    table = await services.proposals.answer(table.id, user_at(table, 1), pause.seq, yes=True)
    assert table.proposals[0].deadline == day(3, 12)
    clock.now = day(3, 12)
    await services.proposals.resolve(table.id)
    table = await services.games.get(table.id)
    assert table.proposals == (late,)
    outcomes = [each.outcome for each in table.round if each.kind == "settled"]
    assert sorted(outcomes) == ["agreed", "refused"]
    assert table.paused


async def test_on_vacation_no_silence_counts(store, services, clock):
    table = await running(services)
    back = await services.vacations.take_vacation(user_at(table, 1), 7)
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    table = await answer_proposal(services, table, 2, yes=True)
    clock.advance(days=2)
    await services.proposals.resolve(table.id)
    assert not (await services.games.get(table.id)).paused
    assert (await only(services, table)).deadline == back + timedelta(days=2)
    table = await at_deadline(services, clock, table)
    assert table.paused


async def test_who_goes_on_vacation_keeps_what_is_left_to_answer(store, services, clock):
    table = await running(services, 2)
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    clock.advance(hours=20)
    back = await services.vacations.take_vacation(user_at(table, 1), 3)
    assert (await only(services, table)).deadline == back + hours(28)
    (row,) = await store.read(due.read_kind, PROPOSAL)
    assert row.at == back + hours(28)
    clock.advance(hours=4)
    await services.vacations.end_vacation(user_at(table, 1))
    assert (await only(services, table)).deadline == clock.now + hours(28)
    await sleeps(services, user_at(table, 1))  # from noon: 10, 14 and 4 hours
    assert (await only(services, table)).deadline == day(4, 12)
    table = await answer_proposal(services, table, 1, yes=False)
    assert not table.proposals


async def test_whoever_takes_a_seat_answers_in_its_place_in_their_own_hours(services, clock):
    table = await running(services)
    await sleeps(services, DAN.user_id)
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    await services.vacations.take_vacation(user_at(table, 1), 7)
    await take_seat(services, table, 1, DAN)
    assert (await only(services, table)).deadlines == {1: day(4, 18), 2: day(3, 12)}
    for seat in (2, 1):
        assert not table.paused
        table = await answer_proposal(services, await services.games.get(table.id), seat, yes=True)
    assert table.paused


async def test_nobody_loses_waking_hours_by_a_gap(services, clock):
    table = await running(services, 2)
    await sleeps(services, user_at(table, 1))
    table = await propose(services, table, 0, Question(Topic.PAUSE))  # until 18:00 on the fourth
    await services.clocks.beat()
    clock.advance(hours=6)
    await services.clocks.beat()
    assert (await only(services, table)).deadline == day(5, 10)  # 6 hours more, but not at night


async def test_what_others_change_meanwhile_does_not_bring_old_deadlines_back(
    store, services, clock
):
    """Another program has the table in memory as it was before the vacation."""
    other = Services(store, Random(0), clock)
    table = await running(services)
    table = await propose(other, table, 0, Question(Topic.PAUSE))
    await services.vacations.take_vacation(user_at(table, 1), 3)
    await other.games.get(table.id)
    await services.vacations.end_vacation(user_at(table, 1))
    back = await services.vacations.take_vacation(user_at(table, 1), 5)
    table = await answer_proposal(other, await services.games.get(table.id), 2, yes=True)
    assert (await only(services, table)).deadline == back + timedelta(days=2)


# --- whose seat it is ----------------------------------------------------------------------------


async def test_a_seat_of_somebody_on_vacation_cannot_be_given_away_by_others(services, clock):
    table = await running(services)
    questions = Question(Topic.ABANDON, 2), Question(Topic.REPLACE, 2, 99, name="Nin")
    for question in questions:
        await propose(services, table, 0, question)
    back = await services.vacations.take_vacation(user_at(table, 2), 7)
    table = await services.games.get(table.id)
    assert not table.proposals
    outcomes = [each.outcome for each in table.round if each.kind == "settled"]
    assert outcomes == ["moot", "moot"]
    for question in questions:
        refused = await refuses(Refusal.ON_VACATION, propose(services, table, 0, question))
        assert refused.details == {"player": table.player(2).name, "moment": back}
    clock.now = back
    for question in questions:
        table = await propose(services, table, 0, question)
    assert len(table.proposals) == 2


async def test_what_others_have_offered_is_not_taken_during_a_vacation(services, clock):
    table = await running(services)
    table = await propose(
        services, table, 0, Question(Topic.REPLACE, 2, DAN.user_id, name=DAN.name)
    )
    await answer_proposal(services, table, 1, yes=True)
    table = await a_day_later(services, table)
    assert table.player(2).offered_to == DAN.user_id
    assert last(table, "offered").seat == 2
    since = table.player(2).free_since
    back = await services.vacations.take_vacation(user_at(table, 2), 3)
    await refuses(Refusal.ON_VACATION, services.seats.take(table.id, DAN, 2, since))
    clock.now = back
    assert (await services.seats.take(table.id, DAN, 2, since)).seat.number == 2


async def test_who_goes_on_vacation_when_the_time_is_up_is_waited_for(services, clock):
    table = await paced(services, ASKING)
    asked = table.decider.seat
    clock.advance(days=1)
    await services.clocks.watch(table.id)
    assert (await only(services, table)).question == Question(Topic.WAIT, asked)
    back = await services.vacations.take_vacation(user_at(table, asked), 2)
    table = await services.games.get(table.id)
    assert not table.proposals
    assert table.time_up_at == back


async def test_who_is_to_lose_a_seat_has_a_day_though_all_say_yes_at_once(services, clock):
    table = await running(services, 4)
    await sleeps(services, user_at(table, 3))
    table = await propose(services, table, 0, Question(Topic.ABANDON, 3))
    for seat in (1, 2):
        table = await answer_proposal(services, table, seat, yes=True)
    assert not table.player(3).abandoned
    assert (await only(services, table)).deadline == day(2, 12)  # 10 hours today, 4 tomorrow
    post = proposal_post(WORDS, table, table.proposals[0])
    name = table.player(3).name
    until = timestamp(day(2, 12), "f")
    assert f"Everyone said Yes. Unless **{name}** moves by {until}, it's agreed." in post.text
    table = await at_deadline(services, clock, table)
    assert table.player(3).abandoned


async def test_who_is_to_be_given_up_can_say_no_but_not_yes(services):
    table = await running(services)
    table = await propose(services, table, 0, Question(Topic.ABANDON, 2))
    table = await answer_proposal(services, table, 1, yes=True)
    seat = (await AllSeats(services).everyone(table.id)).seats[2]
    for page in (desk_page(WORDS, seat), table_page(WORDS, seat)):
        pressed = [each.label for row in page.rows if isinstance(row, tuple) for each in row]
        assert "No" in pressed
        assert "Yes" not in pressed
    await refuses(Refusal.NOT_YOURS_TO_ANSWER, answer_proposal(services, table, 2, yes=True))
    table = await answer_proposal(services, table, 2, yes=False)
    assert last(table, "settled").outcome == "refused"
    assert last(table, "settled").no == (2,)


async def test_at_a_live_table_it_takes_minutes(services, clock):
    table = await paced(services, PACES["live"])
    await sleeps(services, user_at(table, 2))
    clock.now = day(1, 23)
    table = await propose(services, table, 0, Question(Topic.ABANDON, 2))
    assert table.proposals[0].deadline == clock.now + timedelta(minutes=10)
    assert table.proposals[0].not_before == clock.now + timedelta(minutes=10)


# --- rings ---------------------------------------------------------------------------------------


async def test_of_all_questions_in_one_wait_the_first_rings_the_others(services, clock):
    """Each rings the player who is out of time."""
    table = await paced(services, ASKING)
    slow = decider(table)
    others = {user_at(table, seat) for seat in range(3)} - {slow}
    for again in (False, True):
        clock.advance(days=1)
        await services.clocks.watch(table.id)
        table = await services.games.get(table.id)
        post = proposal_post(WORDS, table, table.proposals[0])
        assert {*post.ping} == ({slow} if again else {slow, *others})
        assert f"<@{slow}> is out of time" in post.text
        table = await at_deadline(services, clock, table)  # silence: they wait
    table = await act(services, table, EndTurn(), EndTurn(), EndTurn())
    clock.advance(days=1)
    await services.clocks.watch(table.id)
    table = await services.games.get(table.id)
    assert {*proposal_post(WORDS, table, table.proposals[0]).ping} == {slow, *others}


# --- vacations that end --------------------------------------------------------------------------


async def test_the_end_of_a_vacation_is_announced_when_it_comes(store, services, clock):
    """Once, however often it was lengthened, or ended before."""
    table = await running(services)
    soon = await services.vacations.take_vacation(user_at(table, 0), 2)
    later = await services.vacations.take_vacation(user_at(table, 0), 4)
    await services.vacations.take_vacation(user_at(table, 1), 2)
    between = await services.vacations.take_vacation(user_at(table, 2), 3)
    clock.advance(hours=1)
    await services.vacations.end_vacation(user_at(table, 1))
    back = []
    for moment in (soon, between, later):
        clock.now = moment
        for _ in range(2):
            await services.vacations.log_vacations(table.id)
        back.append([entry.seat for entry in await entries_of(services, table, "back")])
        due_next = [row.at for row in await store.read(due.read_kind, VACATION)]
        assert due_next == ([] if moment == later else [max(between, moment + hours(24))])
    assert back == [[1], [1, 2], [1, 2, 0]]


# --- as it was stored before ---------------------------------------------------------------------


def test_older_proposals_have_one_deadline_for_all():
    stored = {"seq": 7, "question": {"topic": "pause"}, "proposer": 0, "asked": [1, 2]}
    stored |= {"deadline": day(3).timestamp(), "silence": True, "any_yes": False, "answers": []}
    notice = stored | {
        "asked": [],
        "question": {"topic": "still"},
        "silence": False,
        "any_yes": True,
    }
    proposal, closing = load_proposals(json.dumps([stored, notice]))
    assert proposal.deadlines == {1: day(3), 2: day(3)}
    assert proposal.deadline == closing.deadline == day(3)
    assert proposal.not_before < day(1)
