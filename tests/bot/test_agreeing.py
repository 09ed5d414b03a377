"""Agreement: something is proposed, the others answer, and silence means something."""

import asyncio
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    Clock,
    act_at_random,
    decider,
    opened,
    running,
    whole,
)

from bot.delivery import Agenda
from bot.showing.due import Due
from bot.store import Store, due
from bot.table import (
    CLOCK,
    IDLE,
    PACES,
    PROPOSAL,
    Entry,
    Kind,
    Patience,
    Person,
    Proposal,
    Question,
    Refusal,
    Refused,
    Status,
    Table,
    Tables,
    Topic,
)
from bot.table.agreement import SILENT_YES, dump_proposals, load_proposals
from bot.table.checking import examine
from engine import EndTurn, read_position

TWO_DAYS = timedelta(days=2)


async def look(store: Store, tables: Tables, clock: Clock, **duration: float) -> None:
    """Let time go by, and have done what is due then."""
    clock.advance(**duration)
    doing = {PROPOSAL: tables.settle_proposals}
    await Agenda(store, clock, doing, lambda _at: None).look()


def user(table: Table, seat: int) -> int:
    user_id = table.player(seat).user_id
    assert user_id is not None
    return user_id


async def proposed(tables: Tables, table: Table, seat: int, question: Question) -> Table:
    return await tables.propose(table.id, user(table, seat), question)


async def answered(tables: Tables, table: Table, seat: int, *, yes: bool) -> Table:
    (proposal,) = table.proposals
    return await tables.answer(table.id, user(table, seat), proposal.seq, yes=yes)


def last(table: Table, kind: Kind) -> Entry:
    return [entry for entry in table.round if entry.kind is kind][-1]


def refused(error: pytest.ExceptionInfo[Refused]) -> Refusal:
    return error.value.refusal


# --- a proposal and its answers ------------------------------------------------------------------


async def test_everybody_else_is_asked(tables: Tables, clock: Clock) -> None:
    table = await running(tables, 4)
    await tables.resign(table.id, user(table, 3))
    table = await proposed(tables, table, 1, Question(Topic.PAUSE))
    (proposal,) = table.proposals
    assert (proposal.proposer, proposal.asked) == (1, (0, 2))
    assert proposal.deadline == clock.now + TWO_DAYS
    assert last(table, Kind.PROPOSED).seat == 1
    assert await tables.get(table.id) == table


async def test_it_is_agreed_once_all_have_said_yes(tables: Tables, store: Store) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.END))
    table = await answered(tables, table, 1, yes=True)
    assert table.status is Status.RUNNING
    assert table.proposals[0].answers == {1: True}
    table = await answered(tables, table, 2, yes=True)
    assert table.status is Status.OVER
    assert not table.proposals
    kinds = [entry.kind for entry in await tables.history(table.id)][-5:]
    assert kinds == [Kind.PROPOSED, Kind.ANSWERED, Kind.ANSWERED, Kind.SETTLED, Kind.ENDED]
    settled = last(table, Kind.SETTLED).details
    assert (settled["outcome"], settled["yes"], settled["silent"]) == ("agreed", [1, 2], [])
    examined = await store.read(examine, table.id)
    assert not examined.faults


async def test_one_no_is_enough_against_it(tables: Tables) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    table = await answered(tables, table, 2, yes=False)
    assert not table.proposals
    assert not table.paused
    assert last(table, Kind.SETTLED).details["outcome"] == "refused"
    assert last(table, Kind.SETTLED).details["silent"] == [1]


async def test_an_answer_can_be_changed_as_long_as_it_is_open(tables: Tables) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.STOP))
    (proposal,) = table.proposals
    table = await answered(tables, table, 1, yes=True)
    table = await answered(tables, table, 1, yes=False)
    assert not table.proposals
    with pytest.raises(Refused) as late:
        await tables.answer(table.id, user(table, 2), proposal.seq, yes=True)
    assert refused(late) is Refusal.SETTLED


async def test_with_nobody_to_ask_it_is_agreed_at_once(tables: Tables) -> None:
    table = await running(tables, 2)
    tables_entry = await tables.propose(table.id, user(table, 0), Question(Topic.PAUSE))
    assert not tables_entry.paused  # somebody is there
    table = await answered(tables, tables_entry, 1, yes=False)
    table = await running(tables, 3, "Uruk")
    for seat in (1, 2):
        await tables.propose(table.id, user(table, 0), Question(Topic.ABANDON, seat))
        proposal = (await tables.get(table.id)).proposals[-1]
        other = 3 - seat if seat == 1 else 2
        await tables.answer(table.id, user(table, other), proposal.seq, yes=True)
    table = await tables.get(table.id)
    assert [player.abandoned for player in table.players] == [False, True, True]
    table = await proposed(tables, table, 0, Question(Topic.STOP))
    assert table.status is Status.ABANDONED


@pytest.mark.parametrize("topic", [Topic.PAUSE, Topic.END, Topic.STOP, Topic.PACE, Topic.ABANDON])
async def test_silence_means_what_the_topic_says(
    store: Store, tables: Tables, clock: Clock, topic: Topic
) -> None:
    """It lets happen what keeps a game alive, and nothing that ends or changes it."""
    table = await running(tables)
    seat = 2 if topic is Topic.ABANDON else None
    pace = PACES["daily"] if topic is Topic.PACE else None
    table = await proposed(tables, table, 0, Question(topic, seat, pace=pace))
    await look(store, tables, clock, hours=47)
    assert (await tables.get(table.id)).proposals == table.proposals
    await look(store, tables, clock, hours=1)
    table = await tables.get(table.id)
    agreed = topic in SILENT_YES
    assert last(table, Kind.SETTLED).details["outcome"] == ("agreed" if agreed else "refused")
    assert table.paused == (topic is Topic.PAUSE)
    assert table.player(2).abandoned == (topic is Topic.ABANDON)
    assert table.status is Status.RUNNING
    assert table.pace == PACES["unhurried"]
    assert not await store.read(due.read_kind, PROPOSAL)


async def test_a_live_table_answers_within_minutes(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.PACE, pace=PACES["live"]))
    table = await answered(tables, table, 1, yes=True)
    table = await answered(tables, table, 2, yes=True)
    assert table.pace == PACES["live"]
    assert last(table, Kind.PACED).details["pace"] == PACES["live"].dump()
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    await look(store, tables, clock, minutes=10)
    assert (await tables.get(table.id)).paused


async def test_several_are_settled_each_at_its_time(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await running(tables)
    await proposed(tables, table, 0, Question(Topic.END))
    clock.advance(hours=5)
    table = await proposed(tables, table, 1, Question(Topic.PAUSE))
    assert len(table.proposals) == 2
    await look(store, tables, clock, hours=43)
    table = await tables.get(table.id)
    assert [each.question.topic for each in table.proposals] == [Topic.PAUSE]
    await look(store, tables, clock, hours=5)
    assert (await tables.get(table.id)).paused


# --- who may -------------------------------------------------------------------------------------


async def test_what_is_answered_at_its_deadline_leaves_the_others_theirs(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """The answer comes after it was read what is overdue, and before that is settled."""
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    pausing = table.proposals[0]
    clock.advance(hours=1)
    await proposed(tables, table, 1, Question(Topic.END))
    clock.now = pausing.deadline
    answer = tables.answer(table.id, user(table, 2), pausing.seq, yes=False)
    await asyncio.gather(tables.settle_proposals(table.id), answer)
    (ending,) = (await tables.get(table.id)).proposals
    assert ending.question.topic is Topic.END
    await look(store, tables, clock, hours=1)
    assert not (await tables.get(table.id)).proposals


async def test_who_is_not_asked_cannot_answer(tables: Tables) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.ABANDON, 2))
    for seat in (0, 2):
        with pytest.raises(Refused) as caught:
            await answered(tables, table, seat, yes=False)
        assert refused(caught) is Refusal.NOT_YOURS_TO_ANSWER
    with pytest.raises(Refused) as caught:
        await tables.answer(table.id, DAN.user_id, table.proposals[0].seq, yes=True)
    assert refused(caught) is Refusal.NOT_IN_GAME
    assert (await tables.get(table.id)).version == table.version


async def test_of_two_one_alone_cannot_take_the_others_seat_away(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await running(tables, 2)
    table = await proposed(tables, table, 0, Question(Topic.ABANDON, 1))
    assert table.proposals[0].asked == (1,)
    table = await answered(tables, table, 1, yes=False)
    assert not table.player(1).abandoned


async def test_silence_takes_no_seat_from_who_has_played_since(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await running(tables)
    assert decider(table) == user(table, 0)
    table = await proposed(tables, table, 1, Question(Topic.ABANDON, 0))
    await act_at_random(tables, table, Random(2))
    await look(store, tables, clock, days=2)
    table = await tables.get(table.id)
    assert last(table, Kind.SETTLED).details["outcome"] == "refused"
    assert not table.player(0).abandoned


async def test_one_of_a_kind_at_a_time_and_not_again_and_again(
    tables: Tables, clock: Clock
) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    with pytest.raises(Refused) as caught:
        await proposed(tables, table, 1, Question(Topic.PAUSE))
    assert refused(caught) is Refusal.ALREADY_PROPOSED
    (proposal,) = table.proposals
    with pytest.raises(Refused) as caught:
        await tables.withdraw(table.id, user(table, 1), proposal.seq)
    assert refused(caught) is Refusal.NOT_YOUR_PROPOSAL
    table = await tables.withdraw(table.id, user(table, 0), proposal.seq)
    assert last(table, Kind.SETTLED).details["outcome"] == "withdrawn"
    with pytest.raises(Refused) as caught:
        await tables.withdraw(table.id, user(table, 0), proposal.seq)
    assert refused(caught) is Refusal.SETTLED
    with pytest.raises(Refused) as caught:
        await proposed(tables, table, 0, Question(Topic.PAUSE))
    assert refused(caught) is Refusal.PROPOSED_LATELY
    assert (await proposed(tables, table, 1, Question(Topic.PAUSE))).proposals
    await tables.withdraw(table.id, user(table, 1), (await tables.get(table.id)).proposals[0].seq)
    clock.advance(hours=12)
    assert (await proposed(tables, table, 0, Question(Topic.PAUSE))).proposals


@pytest.mark.parametrize(
    ("question", "refusal"),
    [
        (Question(Topic.GO_ON), Refusal.NOT_PAUSED),
        (Question(Topic.PACE, pace=PACES["unhurried"]), Refusal.SAME_PACE),
        (Question(Topic.ABANDON, 0), Refusal.OWN_SEAT),
        (Question(Topic.ABANDON, 7), Refusal.STALE),
        (Question(Topic.ABANDON, 2), Refusal.NOBODY_PLAYS),
        (Question(Topic.REPLACE, 1), Refusal.BOT_CHOSEN),
        (Question(Topic.REPLACE, 1, CORA.user_id, "Cora"), Refusal.SEEN_ANOTHER_HAND),
        (Question(Topic.WAIT, 1), Refusal.STALE),
        (Question(Topic.END, 1), Refusal.STALE),
        (Question(Topic.PAUSE, 99), Refusal.STALE),
        (Question(Topic.STILL), Refusal.STALE),
    ],
)
async def test_what_cannot_be_proposed(
    tables: Tables, question: Question, refusal: Refusal
) -> None:
    table = await running(tables)
    await tables.resign(table.id, user(table, 2))
    with pytest.raises(Refused) as caught:
        await proposed(tables, table, 0, question)
    assert refused(caught) is refusal
    assert not (await tables.get(table.id)).proposals


async def test_a_lobby_has_nothing_to_agree_upon(tables: Tables) -> None:

    table = await tables.open(ANNA, PLACE, "Ur")
    with pytest.raises(Refused) as caught:
        await tables.propose(table.id, ANNA.user_id, Question(Topic.PAUSE))
    assert refused(caught) is Refusal.NOT_STARTED


# --- what changes on the way ---------------------------------------------------------------------


async def test_who_resigns_is_not_waited_for(tables: Tables) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    table = await answered(tables, table, 1, yes=True)
    table = (await tables.resign(table.id, user(table, 2))).table
    assert table.paused
    assert not table.proposals


async def test_what_is_about_nobody_any_more_is_settled(tables: Tables) -> None:
    table = await running(tables, 4)
    await proposed(tables, table, 0, Question(Topic.ABANDON, 2))
    await proposed(tables, table, 3, Question(Topic.END))
    await tables.resign(table.id, user(table, 2))
    table = await tables.get(table.id)
    assert [each.question.topic for each in table.proposals] == [Topic.END]
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"
    table = (await tables.resign(table.id, user(table, 3))).table  # who has proposed it
    assert not table.proposals
    assert table.status is Status.RUNNING


async def test_a_seat_is_offered_to_a_user_once_the_others_agree(tables: Tables) -> None:
    table = await running(tables)
    question = Question(Topic.REPLACE, 2, DAN.user_id, "Dan")
    table = await proposed(tables, table, 0, question)
    table = await answered(tables, table, 1, yes=True)
    assert table.player(2).offered_to == DAN.user_id
    assert last(table, Kind.OFFERED).seat == 2


def person_on(table: Table, seat: int) -> Person:
    return Person(user(table, seat), table.player(seat).name)


async def taken(tables: Tables, table: Table, seat: int, person: Person) -> Table:
    """The table once its player has offered that seat, and that person taken it."""
    table = await tables.offer_seat(table.id, person_on(table, seat))
    since = table.player(seat).free_since
    assert since is not None
    return (await tables.take_seat(table.id, person, seat, since)).table


async def test_who_has_meanwhile_seen_another_hand_is_offered_nothing(tables: Tables) -> None:
    table = await running(tables)
    question = Question(Topic.REPLACE, 1, DAN.user_id, DAN.name)
    table = await proposed(tables, table, 0, question)
    table = await taken(tables, table, 2, DAN)
    assert not table.proposals
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"
    assert not table.player(1).offered


async def test_a_seat_that_is_offered_so_already_need_not_be_agreed_upon(tables: Tables) -> None:
    table = await running(tables)
    question = Question(Topic.REPLACE, 1, DAN.user_id, DAN.name)
    table = await proposed(tables, table, 0, question)
    table = await tables.offer_seat(table.id, person_on(table, 1))
    assert table.proposals, "it may be offered to that one alone still"
    table = await tables.offer_seat(table.id, person_on(table, 1), DAN.user_id)
    assert not table.proposals
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"


async def test_what_is_proposed_about_a_player_is_not_about_the_next_one(tables: Tables) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.ABANDON, 1))
    table = await taken(tables, table, 1, DAN)
    assert not table.proposals
    assert last(table, Kind.SETTLED).details["outcome"] == "moot"
    assert not table.player(1).abandoned


async def test_whoever_takes_a_seat_answers_in_its_place(tables: Tables) -> None:
    table = await running(tables)
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    table = await taken(tables, table, 1, DAN)
    table = await answered(tables, table, 2, yes=True)
    table = await answered(tables, table, 1, yes=True)
    assert table.paused


@pytest.mark.parametrize("topic", [Topic.END, Topic.STOP])
async def test_once_a_game_has_ended_early_nothing_is_due_and_no_turn_can_be_pressed(
    store: Store, clock: Clock, topic: Topic
) -> None:
    tables = Tables(store, Random(7), clock, patience=Patience(lobby=1, idle=1))
    table = await tables.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    table = await tables.join(table.id, BEN)
    kinds = {row.kind for row in await store.read(due.read_due, clock.now + timedelta(days=99))}
    assert kinds == {CLOCK, IDLE}, "not when it would have expired"
    await proposed(tables, table, 0, Question(Topic.PAUSE))
    table = await proposed(tables, table, 0, Question(topic))
    seq = table.proposals[-1].seq
    table = await tables.answer(table.id, user(table, 1), seq, yes=True)
    assert table.has_ended
    assert not await store.read(due.read_due, clock.now + timedelta(days=99))
    posts = Due(tables.record)(await tables.everyone(table.id), frozenset())
    turns = [post for post in posts if "-turn-" in post.key]
    assert turns
    assert not any(post.pressable or post.content.rows for post in turns)
    # what had begun before bears it
    await tables.settle_proposals(table.id)
    await tables.ask_whether_it_goes_on(table.id)
    await tables.expire(table.id)
    await tables.watch(table.id)
    await tables.call_who_has_gone(table.id)
    await tables.end_turn_by_itself(table.id)
    assert (await tables.get(table.id)).version == table.version
    assert not await store.read(due.read_due, clock.now + timedelta(days=99))


async def test_answers_of_the_same_moment_all_count(tmp_path: Path, clock: Clock) -> None:
    """Two programs on one database."""
    async with opened(tmp_path / "both.sqlite3", programs=2) as (here, there):
        one, other = (Tables(store, Random(7), clock) for store in (here, there))
        table = await running(one)
        table = await proposed(one, table, 0, Question(Topic.END))
        await other.get(table.id)
        await asyncio.gather(answered(one, table, 1, yes=True), answered(other, table, 2, yes=True))
        assert (await other.get(table.id)).status is Status.OVER


async def test_it_is_settled_once_by_two_programs(tmp_path: Path, clock: Clock) -> None:
    async with opened(tmp_path / "both.sqlite3", programs=2) as (here, there):
        one, other = (Tables(store, Random(7), clock) for store in (here, there))
        table = await running(one)
        await proposed(one, table, 0, Question(Topic.PAUSE))
        await other.get(table.id)
        clock.advance(days=2)
        await asyncio.gather(one.settle_proposals(table.id), other.settle_proposals(table.id))
        kinds = [entry.kind for entry in await other.history(table.id)]
        assert kinds.count(Kind.SETTLED) == kinds.count(Kind.PAUSED) == 1


# --- what is ended early -------------------------------------------------------------------------


async def test_a_game_ended_with_its_result_has_places_and_points(
    store: Store, tables: Tables
) -> None:
    table = await running(tables)
    rng = Random(3)
    for _ in range(40):
        table = (await act_at_random(tables, table, rng)).table
    game = whole(table)
    table = await proposed(tables, table, 0, Question(Topic.END))
    for seat in (1, 2):
        table = await answered(tables, table, seat, yes=True)
    assert [standing.placing for standing in table.standings] == list(game.ranking())
    assert table.view.scores == game.scores
    assert table.view.over
    assert table.decider is None
    assert table.ended_early is not None
    assert read_position(await tables.record(table.id)) == game
    assert [each.id for each in await tables.finished_of(ANNA.user_id, 5)] == [table.id]


async def test_a_game_stopped_has_no_places_but_a_record(store: Store, tables: Tables) -> None:
    table = await running(tables)
    with pytest.raises(Refused):
        await tables.record(table.id)
    table = await proposed(tables, table, 1, Question(Topic.STOP))
    for seat in (0, 2):
        table = await answered(tables, table, seat, yes=True)
    assert table.status is Status.ABANDONED
    assert table.standings == ()
    assert table.view.scores == (None, None, None)
    assert read_position(await tables.record(table.id)) == whole(table)
    assert [each.id for each in await tables.finished_of(BEN.user_id, 5)] == [table.id]
    assert not await tables.games_of(BEN.user_id)
    assert not (await store.read(examine, table.id)).faults
    with pytest.raises(Refused):
        await tables.act(table.id, BEN.user_id, EndTurn())


async def test_the_end_closes_what_is_open(tables: Tables) -> None:
    table = await running(tables, 2)
    table = await proposed(tables, table, 0, Question(Topic.PAUSE))
    table = (await tables.resign(table.id, user(table, 1))).table
    assert table.status is Status.OVER
    assert not table.proposals
    assert await tables.get(table.id) == table


def test_proposals_are_stored_whole(clock: Clock) -> None:
    proposals = (
        Proposal(7, Question(Topic.GO_ON), 1, (0, 2), clock.now, silence=True, answers={0: True}),
        Proposal(8, Question(Topic.PACE, pace=PACES["bank"]), None, (), clock.now, silence=False),
        Proposal(9, Question(Topic.REPLACE, 2, 10**18, "Dan"), 0, (1,), clock.now, silence=True),
    )
    assert load_proposals(dump_proposals(proposals)) == proposals
    assert dump_proposals(()) == ""
