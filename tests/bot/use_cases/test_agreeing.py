"""Agreement: something is proposed, the others answer, and silence means something."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    DAN,
    PLACE,
    act_at_random,
    answer_proposal,
    decider,
    game_of,
    last,
    opened,
    person_at,
    propose,
    refuses,
    resign,
    running,
    take_seat,
    user_at,
)
from timetable import wait

from bot.changes import CLOCK, PROPOSAL, RESULTS, WAITED
from bot.domain.pace import PACES
from bot.domain.proposals import (
    SILENT_YES,
    Proposal,
    Question,
    Topic,
    dump_proposals,
    load_proposals,
)
from bot.domain.refusals import Refusal
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store.queries import due
from bot.use_cases import IDLE, Patience, Services
from bot.use_cases.inside import AllSeats
from bot.use_cases.topics import TOPICS
from engine import EndTurn, read_position

TWO_DAYS = timedelta(days=2)


# --- a proposal and its answers ------------------------------------------------------------------


async def test_everybody_else_is_asked_and_one_no_is_enough_against_it(services, clock):
    table = await running(services, 4)
    await services.play.resign(table.id, user_at(table, 3))
    table = await propose(services, table, 1, Question(Topic.PAUSE))
    (proposal,) = table.proposals
    assert (proposal.proposer, proposal.asked) == (1, (0, 2))
    assert proposal.deadline == clock.now + TWO_DAYS
    assert last(table, "proposed").seat == 1
    assert await services.games.get(table.id) == table
    table = await answer_proposal(services, table, 2, yes=True)
    table = await answer_proposal(services, table, 2, yes=False)  # as long as it is open
    assert not table.proposals
    assert not table.paused
    assert last(table, "settled").outcome == "refused"
    assert last(table, "settled").silent == (0,)
    late = services.proposals.answer(table.id, user_at(table, 0), proposal.seq, yes=True)
    await refuses(Refusal.RESOLVED, late)


@pytest.mark.parametrize("topic", [Topic.END, Topic.STOP])
async def test_it_is_agreed_once_all_have_said_yes(services, store, topic):
    """A game stopped has no places but a record."""
    table = await running(services)
    table = await propose(services, table, 0, Question(topic))
    table = await answer_proposal(services, table, 1, yes=True)
    assert table.status is Status.RUNNING
    assert table.proposals[0].answers == {1: True}
    await refuses(Refusal.NOT_OVER, services.games.record(table.id))
    table = await answer_proposal(services, table, 2, yes=True)
    stopped = topic is Topic.STOP
    assert table.status is (Status.ABANDONED if stopped else Status.OVER)
    assert len(table.standings) == (0 if stopped else 3)
    assert not table.proposals
    kinds = [entry.kind for entry in await services.games.history(table.id)][-5:]
    assert kinds == ["proposed", "answered", "answered", "settled", "ended"]
    settled = last(table, "settled")
    assert (settled.outcome, settled.yes, settled.silent) == ("agreed", (1, 2), ())
    assert read_position(await services.games.record(table.id)) == game_of(table)
    assert [each.id for each in await services.games.finished_of(BEN.user_id, 5)] == [table.id]
    assert not await services.games.of_user(BEN.user_id)
    await refuses(Refusal.GAME_OVER, services.play.act(table.id, BEN.user_id, EndTurn()))
    assert not (await store.read(examine, table.id)).faults


async def test_once_a_game_has_ended_early_nothing_is_due_and_no_turn_can_be_pressed(store, clock):
    services = Services(store, Random(7), clock, patience=Patience(lobby=1, idle=1))
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    table = await services.lobbies.join(table.id, BEN)
    kinds = {row.kind for row in await store.read(due.read_due, clock.now + timedelta(days=99))}
    assert kinds == {CLOCK, IDLE, WAITED}, "not when it would have expired"
    await propose(services, table, 0, Question(Topic.PAUSE))
    table = await propose(services, table, 0, Question(Topic.STOP))
    seq = table.proposals[-1].seq
    table = await services.proposals.answer(table.id, user_at(table, 1), seq, yes=True)
    assert table.has_ended
    assert not table.proposals
    posts = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    turns = [post for post in posts if "-turn-" in post.key]
    assert turns
    assert not any(post.pressable or post.content.rows for post in turns)
    # what had begun before bears it
    await services.proposals.resolve(table.id)
    await services.expiry.ask_whether_it_goes_on(table.id)
    await services.expiry.expire(table.id)
    await services.clocks.watch(table.id)
    await services.clocks.call_absent(table.id)
    await services.clocks.end_turn_automatically(table.id)
    assert (await services.games.get(table.id)).version == table.version
    left = [row.kind for row in await store.read(due.read_due, clock.now + timedelta(days=99))]
    assert left == [RESULTS]


async def test_silence_means_what_the_topic_says(store, services, clock):
    """It lets happen what keeps a game alive, and nothing that ends or changes it."""
    table = await running(services)
    for question in (
        Question(Topic.END),
        Question(Topic.STOP),
        Question(Topic.PACE, pace=PACES["daily"]),
        Question(Topic.ABANDON, 2),
        Question(Topic.PAUSE),
    ):
        table = await propose(services, table, 0, question)
    topics = {each.seq: each.question.topic for each in table.proposals}
    await wait(store, services, clock, hours=47)
    assert (await services.games.get(table.id)).proposals == table.proposals
    await wait(store, services, clock, hours=1)
    table = await services.games.get(table.id)
    settled = [entry for entry in table.round if entry.kind == "settled"]
    agreed = {topics[each.proposal] for each in settled if each.outcome == "agreed"}
    assert len(settled) == 5
    assert agreed == {Topic.PAUSE, Topic.ABANDON} == {*topics.values()} & SILENT_YES
    assert table.paused
    assert table.player(2).abandoned
    assert table.status is Status.RUNNING
    assert table.pace == PACES["unhurried"]
    assert not await store.read(due.read_kind, PROPOSAL)


async def test_what_is_answered_at_its_deadline_leaves_the_others_theirs(store, services, clock):
    """The answer comes after overdue proposals were read, and before they are resolved."""
    table = await running(services)
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    pausing = table.proposals[0]
    clock.advance(hours=1)
    await propose(services, table, 1, Question(Topic.END))
    clock.now = pausing.deadline
    answer = services.proposals.answer(table.id, user_at(table, 2), pausing.seq, yes=False)
    await asyncio.gather(services.proposals.resolve(table.id), answer)
    (ending,) = (await services.games.get(table.id)).proposals
    assert ending.question.topic is Topic.END
    await wait(store, services, clock, hours=1)
    assert not (await services.games.get(table.id)).proposals


# --- permission ----------------------------------------------------------------------------------


async def test_who_is_not_asked_cannot_answer(services):
    table = await running(services)
    table = await propose(services, table, 0, Question(Topic.ABANDON, 2))
    for seat, yes in ((0, False), (0, True), (2, True)):
        await refuses(Refusal.NOT_YOURS_TO_ANSWER, answer_proposal(services, table, seat, yes=yes))
    seq = table.proposals[0].seq
    stranger = services.proposals.answer(table.id, DAN.user_id, seq, yes=True)
    await refuses(Refusal.NOT_IN_GAME, stranger)
    assert (await services.games.get(table.id)).version == table.version


async def test_no_seat_is_taken_from_who_has_played_since(services):
    table = await running(services)
    assert decider(table) == user_at(table, 0)
    table = await propose(services, table, 1, Question(Topic.ABANDON, 0))
    table = await answer_proposal(services, table, 2, yes=True)
    table = (await act_at_random(services, table, Random(2))).table
    assert last(table, "settled").outcome == "moot"
    assert not table.player(0).abandoned
    assert table.player(0).offered_seq is None


async def test_one_of_a_kind_at_a_time_and_not_again_and_again(services, clock):
    table = await running(services)
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    await refuses(Refusal.ALREADY_PROPOSED, propose(services, table, 1, Question(Topic.PAUSE)))
    (proposal,) = table.proposals
    by_another = services.proposals.withdraw(table.id, user_at(table, 1), proposal.seq)
    await refuses(Refusal.NOT_YOUR_PROPOSAL, by_another)
    table = await services.proposals.withdraw(table.id, user_at(table, 0), proposal.seq)
    assert last(table, "settled").outcome == "withdrawn"
    again = services.proposals.withdraw(table.id, user_at(table, 0), proposal.seq)
    await refuses(Refusal.RESOLVED, again)
    await refuses(Refusal.PROPOSED_LATELY, propose(services, table, 0, Question(Topic.PAUSE)))
    (other,) = (await propose(services, table, 1, Question(Topic.PAUSE))).proposals
    await services.proposals.withdraw(table.id, user_at(table, 1), other.seq)
    clock.advance(hours=12)
    assert (await propose(services, table, 0, Question(Topic.PAUSE))).proposals


async def test_a_live_table_answers_within_minutes_and_is_asked_again(store, services, clock):
    table = await running(services, 2)
    table = await propose(services, table, 0, Question(Topic.PACE, pace=PACES["live"]))
    table = await answer_proposal(services, table, 1, yes=True)
    assert table.pace == PACES["live"]
    assert last(table, "paced").pace == PACES["live"]
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    await answer_proposal(services, table, 1, yes=False)
    clock.advance(minutes=9)
    await refuses(Refusal.PROPOSED_LATELY, propose(services, table, 0, Question(Topic.PAUSE)))
    clock.advance(minutes=1)
    await propose(services, table, 0, Question(Topic.PAUSE))
    await wait(store, services, clock, minutes=10)
    assert (await services.games.get(table.id)).paused


CANNOT_BE_PROPOSED = [
    (Question(Topic.GO_ON), Refusal.NOT_PAUSED),
    (Question(Topic.PACE, pace=PACES["unhurried"]), Refusal.SAME_PACE),
    (Question(Topic.ABANDON, 0), Refusal.OWN_SEAT),
    (Question(Topic.ABANDON, 7), Refusal.STALE),
    (Question(Topic.ABANDON, 2), Refusal.NOBODY_PLAYS),
    (Question(Topic.REPLACE, 1), Refusal.BOT_CHOSEN),
    (Question(Topic.REPLACE, 1, BEN.user_id, name="Ben"), Refusal.SEEN_ANOTHER_HAND),
    (Question(Topic.WAIT, 1), Refusal.STALE),
    (Question(Topic.END, 1), Refusal.STALE),
    (Question(Topic.PAUSE, 99), Refusal.STALE),
    (Question(Topic.STILL), Refusal.STALE),
]
"""Proposed by the first of three, of whom the last has resigned."""


async def test_what_cannot_be_proposed(services):
    lobby = await services.opening.open(ANNA, PLACE, "Ur")
    pause = services.proposals.propose(lobby.id, ANNA.user_id, Question(Topic.PAUSE))
    await refuses(Refusal.NOT_STARTED, pause)
    table = await running(services)
    table = await resign(services, table, 2)
    for question, refusal in CANNOT_BE_PROPOSED:
        await refuses(refusal, propose(services, table, 0, question))
    assert await services.games.get(table.id) == table


# --- changes meanwhile ----------------------------------------------------------------------------


async def test_who_resigns_is_not_waited_for_and_what_is_about_nobody_is_settled(services):
    table = await running(services, 4)
    await propose(services, table, 0, Question(Topic.ABANDON, 2))
    await propose(services, table, 3, Question(Topic.END))
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    seq = table.proposals[-1].seq
    await services.proposals.answer(table.id, user_at(table, 1), seq, yes=True)
    table = await resign(services, table, 2)
    assert [each.question.topic for each in table.proposals] == [Topic.END, Topic.PAUSE]
    assert last(table, "settled").outcome == "moot"
    table = await resign(services, table, 3)  # who has proposed it
    assert not table.proposals
    assert table.paused
    assert table.status is Status.RUNNING


async def test_what_is_proposed_of_a_seat_is_moot_once_somebody_has_taken_it(services):
    """It is not about the next one, who has seen that hand, and so is offered no other."""
    table = await running(services)
    await propose(services, table, 0, Question(Topic.REPLACE, 1, DAN.user_id, name=DAN.name))
    table = await propose(services, table, 0, Question(Topic.ABANDON, 2))
    table = await take_seat(services, table, 2, DAN)
    assert not table.proposals
    outcomes = [each.outcome for each in table.round if each.kind == "settled"]
    assert outcomes == ["moot", "moot"]
    assert not table.player(1).offered
    assert not table.player(2).abandoned


async def test_a_seat_that_is_offered_so_already_need_not_be_agreed_upon(services):
    table = await running(services)
    question = Question(Topic.REPLACE, 1, DAN.user_id, name=DAN.name)
    table = await propose(services, table, 0, question)
    table = await services.seats.offer(table.id, person_at(table, 1))
    assert table.proposals, "it may be offered to that one alone still"
    table = await services.seats.offer(table.id, person_at(table, 1), DAN.user_id)
    assert not table.proposals
    assert last(table, "settled").outcome == "moot"


# --- two programs --------------------------------------------------------------------------------


async def test_two_programs_settle_it_once_and_count_all_answers(tmp_path, clock):
    async with opened(tmp_path / "both.sqlite3", programs=2) as (here, there):
        one, other = (Services(store, Random(7), clock) for store in (here, there))
        table = await running(one)
        await propose(one, table, 0, Question(Topic.PAUSE))
        await other.games.get(table.id)
        clock.advance(days=2)
        await asyncio.gather(one.proposals.resolve(table.id), other.proposals.resolve(table.id))
        kinds = [entry.kind for entry in await other.games.history(table.id)]
        assert kinds.count("settled") == kinds.count("paused") == 1
        table = await propose(one, table, 0, Question(Topic.END))
        await other.games.get(table.id)
        await asyncio.gather(
            answer_proposal(one, table, 1, yes=True), answer_proposal(other, table, 2, yes=True)
        )
        assert (await other.games.get(table.id)).status is Status.OVER


# --- storage -------------------------------------------------------------------------------------


def test_proposals_are_stored_whole(clock):
    now, until = clock.now, {seat: clock.now + seat * TWO_DAYS for seat in range(3)}
    proposals = (
        Proposal(7, Question(Topic.GO_ON), 1, (0, 2), until, now, silence=True, answers={0: True}),
        Proposal(8, Question(Topic.PACE, pace=PACES["bank"]), None, (), {}, now, silence=False),
        Proposal(
            9, Question(Topic.REPLACE, 2, 10**18, name="Dan"), 0, (1,), until, now, silence=True
        ),
    )
    assert load_proposals(dump_proposals(proposals)) == proposals
    assert dump_proposals(()) == ""


def test_every_topic_has_rules():
    assert TOPICS.keys() == {*Topic}
