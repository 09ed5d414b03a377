"""The end of a player's time: the least decision, or the others are asked to wait."""

from dataclasses import replace
from random import Random

import pytest
from tabletop import (
    BEN,
    DAN,
    FOUR_AGAINST_TWO,
    PLACE,
    act,
    answer_proposal,
    catastrophe,
    change_directly,
    decider,
    game_of,
    person_at,
    propose,
    refuses,
    table_at,
    take_seat,
    user_at,
)
from timetable import (
    ASKING,
    BANK,
    DAILY,
    LETTING_GO,
    at_war,
    change,
    choosing_a_war,
    entries_of,
    hours,
    next_due,
    paced,
    wait,
)

from bot.changes import CLOCK
from bot.domain.calls import seats_notified
from bot.domain.entries import Offered, PaceChanged, Why
from bot.domain.hours import Quiet
from bot.domain.pace import Pace, Reminders
from bot.domain.proposals import Proposal, ProposalOutcome, Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.ops.game_check import examine
from bot.use_cases import Services
from bot.use_cases.proposing import close
from engine import AddDecision, AddTiles, ChooseWar, Colour, DrawDecision, EndTurn, Level
from tests.engine.diagram import draw

# --- the smallest decision -----------------------------------------------------------------------


async def test_when_the_time_is_up_the_turn_ends(store, services, clock):
    table = await paced(services, DAILY)
    other = Services(store, Random(0), clock)
    await other.games.get(table.id)
    await wait(store, services, clock, hours=24, seconds=-1)
    assert (await services.games.get(table.id)).version == table.version
    await wait(store, services, clock, seconds=1)
    await other.clocks.watch(table.id)  # a second program decides nothing
    after = await services.games.get(table.id)
    assert (after.turn, after.decider.seat) == (2, 1)
    up, ended = after.round[-2:]
    assert (up.kind, up.seat, up.missed) == ("time up", 0, 1)
    assert (ended.action, ended.automatic, ended.passing) == (EndTurn(), True, False)
    assert ended.called == 1
    assert after.time_up_at == clock() + hours(24)
    assert after.player(0).clock.missed == 1
    assert len(await entries_of(services, table, "time up")) == 1


async def test_in_a_conflict_nothing_is_added(store, clock):
    services, table = await at_war(store, clock, DAILY)
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    assert decider(table) == BEN.user_id
    assert isinstance(game_of(table).decision, AddDecision)
    assert table.round[-1].action == AddTiles(0)
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    assert table.round[-1].action == AddTiles(0)
    assert [entry.seat for entry in await entries_of(services, table, "time up")] == [0, 1]


async def test_of_two_wars_one_is_chosen_and_both_are_fought_with_nothing_added(store, clock):
    """Each time that the player is asked again is a decision of its own, with its own time."""
    services, table = await choosing_a_war(store, clock, DAILY)
    await wait(store, services, clock, days=4)
    table = await services.games.get(table.id)
    missed = [(each.seat, each.missed) for each in await entries_of(services, table, "time up")]
    assert missed == [(0, 1), (1, 1), (0, 2), (1, 2)]
    acted = [each.action for each in table.round if each.kind == "acted" and each.automatic]
    assert acted == [ChooseWar(Colour.BLACK), *[AddTiles(0)] * 4]
    assert (table.turn, table.decider.seat) == (1, 0)  # an action is left
    assert table.time_up_at == clock() + hours(24)


async def test_what_is_drawn_comes_from_the_bag_and_the_whole_turn_is_over(store, services, clock):
    table = await paced(services, DAILY, options=["display"])
    legal = game_of(table).legal_actions()
    table = await act(services, table, next(each for each in legal if str(each).startswith("r@")))
    table = await act(services, table, EndTurn())
    assert isinstance(game_of(table).decision, DrawDecision)
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    assert (table.turn, table.decider.seat) == (2, 1)


@pytest.mark.parametrize("players", [2, 3])
async def test_after_the_third_time_in_a_row_the_seat_passes_until_its_player_is_back(
    store, services, clock, players
):
    """Nobody waits for it; back in the seat, nothing is missed."""
    table = await paced(services, DAILY, players)
    for _ in range(2):
        await wait(store, services, clock, hours=24)
        for _ in range(players - 1):
            table = await act(services, await services.games.get(table.id), EndTurn())
    assert not table.player(0).abandoned
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    (given_up,) = await entries_of(services, table, "given up")
    assert (given_up.seat, given_up.why, given_up.turn) == (0, "time", 2 * players + 1)
    assert table.player(0).abandoned
    for _ in range(players - 1):
        table = await act(services, table, EndTurn())
    assert (table.turn, table.decider.seat) == (3 * players + 2, 1), "at once"
    assert table.time_up_at == clock() + hours(24)
    table = await take_seat(services, table, 0, person_at(table, 0))
    for _ in range(players - 1):
        table = await act(services, table, EndTurn())
    assert (table.decider.seat, table.time_up_at) == (0, clock() + hours(24))
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    assert (table.player(0).abandoned, table.player(0).clock.missed) == (False, 1)
    assert not (await store.read(examine, table.id)).faults


async def test_without_anybody_the_game_stands_still_and_the_first_one_back_has_time(
    store, services, clock
):
    table = await paced(services, BANK, 2)
    await wait(store, services, clock, days=30)
    table = await services.games.get(table.id)
    missed = [(each.seat, each.missed) for each in await entries_of(services, table, "time up")]
    assert missed == [(each % 2, each // 2 + 1) for each in range(6)]
    assert [each.abandoned for each in table.players] == [True, True]
    assert (table.turn, table.decider.seat) == (6, 1)
    turns = [each.turn for each in await services.games.history(table.id)]
    assert turns == sorted(turns)
    table = await take_seat(services, table, 1, person_at(table, 1))
    assert table.time_up_at == clock() + hours(8), "the bank is used up"
    await wait(store, services, clock, hours=8)
    table = await services.games.get(table.id)
    assert (table.decider.seat, table.player(1).clock.missed) == (1, 1), "0 passes"
    assert not (await store.read(examine, table.id)).faults


async def test_a_seat_taken_back_during_a_pause_is_next_when_the_game_goes_on(
    store, services, clock
):
    table = await paced(services, BANK, 2)
    await wait(store, services, clock, days=30)
    table = await services.admins.pause(table.id, PLACE.guild_id, DAN)
    assert table.decider.seat == 1
    table = await take_seat(services, table, 0, person_at(table, 0))
    await wait(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert (table.decider.seat, table.time_up_at) == (1, None), "it stands still"
    table = await services.admins.go_on(table.id, PLACE.guild_id, DAN)
    assert (table.decider.seat, table.time_up_at) == (0, clock() + hours(8)), "1 passes"


async def test_what_is_proposed_about_a_player_is_moot_once_the_seat_has_passed(
    store, services, clock
):
    table = await paced(services, DAILY)
    await wait(store, services, clock, hours=6 * 24 + 23)
    table = await propose(services, table, 1, Question(Topic.ABANDON, 0))
    await wait(store, services, clock, hours=1)
    table = await services.games.get(table.id)
    assert (table.player(0).abandoned, table.proposals) == (True, ())


async def offered_by_an_older_version(services, table):
    """The table with the first two seats on offer, as older versions did after three misses."""

    def offer(change):
        for seat in range(2):
            change = change.then(Offered(why=Why.TIME, seat=seat))
        return change

    return await change_directly(services, table, offer)


async def test_a_seat_that_an_older_version_offers_for_time_passes_at_the_next_miss(
    store, services, clock
):
    table = await paced(services, DAILY, 2)
    await wait(store, services, clock, days=4)
    await offered_by_an_older_version(services, table)
    await wait(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert [(each.abandoned, each.offered_seq is None) for each in table.players] == [
        (True, True),
        (False, False),
    ]
    assert not (await store.read(examine, table.id)).faults


async def test_a_decision_of_the_own_is_not_missed(store, services, clock):
    table = await paced(services, DAILY, 2)
    await wait(store, services, clock, days=4)
    table = await services.games.get(table.id)
    assert [player.clock.missed for player in table.players] == [2, 2]
    table = await act(services, table, EndTurn())
    assert [player.clock.missed for player in table.players] == [0, 2]
    await wait(store, services, clock, days=2)
    table = await services.games.get(table.id)
    assert [player.clock.missed for player in table.players] == [1, 3]
    assert [player.abandoned for player in table.players] == [False, True]


@pytest.mark.parametrize("in_a_line", [False, True])
async def test_who_plays_in_time_keeps_a_seat_that_an_older_version_offers(
    store, services, clock, in_a_line
):
    """However long it was offered; undoing the decision withdraws the offer."""
    table = await paced(services, DAILY, 2)
    await wait(store, services, clock, days=4)
    table = await offered_by_an_older_version(services, table)
    assert [player.offered for player in table.players] == [True, True]
    since, user_id = table.player(0).free_since, decider(table)
    services = Services(store, Random(0), clock)  # another program, which has not seen the offer
    if in_a_line:
        await services.play.act_line(table.id, user_id, [catastrophe(table), EndTurn()])
    else:
        await services.play.act(table.id, user_id, catastrophe(table))
        await services.play.undo(table.id, user_id)
    table = await services.games.get(table.id)
    assert [player.offered for player in table.players] == [False, True]
    (entry,) = await entries_of(services, table, "kept")
    assert (entry.seat, entry.turn, entry.why) == (0, 5, "time")
    await refuses(Refusal.SEAT_NOT_FREE, services.seats.take(table.id, DAN, 0, since or 0))
    assert not (await store.read(examine, table.id)).faults


async def test_a_bank_that_is_used_up_leaves_what_each_decision_adds(store, services, clock):
    table = await paced(services, BANK, 2)
    await wait(store, services, clock, hours=80)
    table = await act(services, await services.games.get(table.id), EndTurn())
    assert table.decider.seat == 0
    assert table.time_up_at == clock() + hours(8)


async def test_who_decides_in_the_last_moment_has_decided(store, services, clock):
    """The due row is dropped, by this program and by another one."""
    table = await paced(services, DAILY)
    other = Services(store, Random(0), clock)
    await other.games.get(table.id)
    clock.advance(hours=24)
    table = await act(services, table, EndTurn())
    for each in (services, other):
        await each.clocks.watch(table.id)
    assert (await services.games.get(table.id)).version == table.version
    assert await next_due(store, CLOCK) == table.time_up_at


async def test_it_is_not_decided_if_the_clock_has_been_stopped_since(store, services, clock):
    """Stopping has no version: it is checked when the decision is stored."""
    table = await paced(services, DAILY)
    other = Services(store, Random(0), clock)
    clock.advance(hours=24)

    await services.games.get(table.id)
    await other.clocks.reach(table.id, reachable=False)
    await services.clocks.watch(table.id)
    assert (await services.games.get(table.id)).version == table.version
    await other.clocks.reach(table.id, reachable=True)
    await services.clocks.watch(table.id)
    assert (await services.games.get(table.id)).turn == 2


# --- the others are asked ------------------------------------------------------------------------


async def asked_whether_to_wait(store, services, clock):
    """A game of three in which the time of the first is up, and the others are asked."""
    table = await paced(services, ASKING)
    await wait(store, services, clock, hours=24)
    return await services.games.get(table.id)


async def test_the_others_are_asked_whether_to_wait_and_nobodys_time_runs_meanwhile(
    store, services, clock
):
    """If they wait, the player gets the time of one decision again."""
    table = await asked_whether_to_wait(store, services, clock)
    (proposal,) = table.proposals
    assert proposal.question == Question(Topic.WAIT, seat=0)
    assert proposal.asked == (1, 2)
    assert (table.turn, table.time_up_at) == (1, None)
    assert await next_due(store, CLOCK) is None
    clock.advance(hours=10)
    for seat in proposal.asked:
        table = await answer_proposal(services, table, seat, yes=True)
    assert table.time_up_at == clock() + hours(24)
    await wait(store, services, clock, hours=24)
    assert len((await services.games.get(table.id)).proposals) == 1  # they are asked again


async def test_if_they_do_not_want_to_the_decision_is_made(store, services, clock):
    table = await asked_whether_to_wait(store, services, clock)
    table = await answer_proposal(services, table, 1, yes=False)
    assert (table.turn, table.proposals) == (2, ())
    assert table.player(0).clock.missed == 1
    assert table.time_up_at == clock() + hours(24)


async def test_who_decides_while_they_are_asked_has_decided(store, services, clock):
    """They are not asked again while a player is deciding: each question rings for all."""
    table = await asked_whether_to_wait(store, services, clock)
    table = await act(services, table, catastrophe(table))
    assert table.proposals == ()
    assert table.time_up_at == clock()  # for the rest of the turn, too
    await wait(store, services, clock, minutes=2)
    assert (await services.games.get(table.id)).proposals == ()
    await wait(store, services, clock, minutes=2)
    table = await services.games.get(table.id)
    assert table.proposal_of(Topic.WAIT) is not None
    table = await act(services, table, EndTurn())
    assert table.time_up_at == clock() + hours(24)


async def test_a_pause_asks_nobody_whether_to_wait_and_decides_for_nobody(store, services, clock):
    """They are asked when the game is resumed."""
    table = await asked_whether_to_wait(store, services, clock)
    (asking,) = table.proposals
    table = await services.admins.pause(table.id, PLACE.guild_id, DAN)
    assert table.proposals == ()
    with pytest.raises(Refused, match="already settled"):
        await services.proposals.answer(table.id, user_at(table, 1), asking.seq, yes=False)
    await services.admins.go_on(table.id, PLACE.guild_id, DAN)
    await wait(store, services, clock, minutes=1)
    table = await services.games.get(table.id)
    assert table.turn == 1
    assert table.proposal_of(Topic.WAIT) is not None


async def test_with_another_pace_nobody_is_asked_about_the_time_of_before(store, services, clock):
    table = await asked_whether_to_wait(store, services, clock)
    (asking,) = table.proposals
    table = await services.proposals.propose(
        table.id, user_at(table, 0), Question(Topic.PACE, pace=DAILY)
    )
    wanted = table.proposal_of(Topic.PACE)
    for seat in (1, 2):
        table = await services.proposals.answer(
            table.id, user_at(table, seat), wanted.seq, yes=True
        )
    assert table.proposals == ()
    with pytest.raises(Refused, match="already settled"):
        await services.proposals.answer(table.id, user_at(table, 1), asking.seq, yes=False)
    assert (table.turn, table.time_up_at) == (1, clock() + hours(24))


async def test_of_a_bank_only_what_a_decision_adds_is_given_anew(services, clock):
    table = await paced(services, BANK, 2)
    clock.advance(hours=80)
    question = Question(Topic.WAIT, 0)
    keep_waiting = Proposal(1, question, 1, (1,), {1: clock()}, clock(), silence=True)

    def resolve(change):
        return replace(close(change, keep_waiting, ProposalOutcome.AGREED), longer=0)

    table = await change_directly(services, table, resolve)
    assert table.time_up_at == clock() + hours(8)


# --- the others decide once whether it counts ----------------------------------------------------


async def asked_to_let_it_go(store, services, clock, pace=LETTING_GO, players=3):
    """A game in which the time of the first is up, and the others are asked to let it go."""
    table = await paced(services, pace, players)
    await wait(store, services, clock, hours=24)
    return await services.games.get(table.id)


async def test_the_others_are_asked_once_whether_it_counts_and_silence_says_it_does(
    store, services, clock
):
    table = await asked_to_let_it_go(store, services, clock)
    (proposal,) = table.proposals
    assert proposal.question == Question(Topic.LET_GO, seat=0)
    assert proposal.asked == (1, 2)
    assert seats_notified(table, proposal) == (1, 2, 0)
    assert (table.turn, table.time_up_at, table.waits) == (1, None, False)
    assert await next_due(store, CLOCK) is None
    assert proposal.deadline == clock() + hours(6)  # a quarter of the time for a decision
    await wait(store, services, clock, hours=6)
    table = await services.games.get(table.id)
    assert (table.turn, table.proposals) == (2, ())
    assert table.player(0).clock.missed == 1
    assert (await entries_of(services, table, "settled"))[0].outcome == "refused"


async def test_one_is_enough_to_let_it_go_and_the_second_time_it_counts(store, services, clock):
    table = await asked_to_let_it_go(store, services, clock)
    clock.advance(hours=2)
    table = await answer_proposal(services, table, 2, yes=True)
    assert (table.turn, table.proposals) == (1, ())
    assert table.time_up_at == clock() + hours(24)
    assert table.player(0).clock.missed == 0
    assert not (await store.read(examine, table.id)).faults
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    assert (table.turn, table.proposals) == (2, ())
    assert table.player(0).clock.missed == 1
    await act(services, table, EndTurn(), EndTurn())
    await wait(store, services, clock, hours=24)  # the next wait has its own question
    assert (await services.games.get(table.id)).proposal_of(Topic.LET_GO) is not None


async def test_it_counts_as_soon_as_everyone_says_so(store, services, clock):
    table = await asked_to_let_it_go(store, services, clock)
    for seat in (1, 2):
        assert table.turn == 1
        table = await answer_proposal(services, table, seat, yes=False)
    assert (table.turn, table.player(0).clock.missed) == (2, 1)


async def test_who_plays_on_while_they_are_asked_is_in_time_until_they_have_decided(
    store, services, clock
):
    """Not only the first action counts: the question ends with the turn."""
    table = await asked_to_let_it_go(store, services, clock)
    table = await act(services, table, catastrophe(table))
    assert len(table.proposals) == 1
    table = await act(services, table, EndTurn())
    assert table.proposals == ()
    assert (await entries_of(services, table, "settled"))[0].outcome == "moot"
    assert table.player(0).clock.missed == 0
    assert table.time_up_at == clock() + hours(24)


async def test_the_others_are_asked_in_their_hours_but_no_longer_than_a_decision_takes(
    store, services, clock
):
    """Neither a night nor a vacation of theirs holds the game up."""
    pace = Pace(Reminders(hours(12), hours(12)), replace(LETTING_GO.limit, each=hours(8)))
    table = await paced(services, pace)
    await services.vacations.take_vacation(user_at(table, 2), 9)
    await services.vacations.set_hours(user_at(table, 1), quiet=Quiet(22 * 60, 8 * 60))
    await wait(store, services, clock, hours=8)
    (proposal,) = (await services.games.get(table.id)).proposals
    assert proposal.deadline == clock() + hours(8)
    await services.vacations.end_vacation(user_at(table, 2))
    await services.vacations.take_vacation(user_at(table, 1), 9)
    assert (await services.games.get(table.id)).proposals == (proposal,)
    await services.clocks.beat()
    clock.advance(hours=5)
    await services.clocks.beat()  # that was a gap
    (later,) = (await services.games.get(table.id)).proposals
    assert later.deadline == proposal.deadline + hours(5)


async def test_where_the_others_are_computers_nobody_is_asked(store, clock):
    game = draw(FOUR_AGAINST_TWO, seats="A B").game
    services, table = await table_at(store, clock, game, Level.EASY)
    await change(services, table, PaceChanged(LETTING_GO))
    await wait(store, services, clock, hours=24)
    table = await services.games.get(table.id)
    assert (table.proposals, table.player(0).clock.missed) == ((), 1)


@pytest.mark.parametrize("way", ["vacation", "pause"])
async def test_what_was_not_decided_is_asked_again(store, services, clock, way):
    table = await asked_to_let_it_go(store, services, clock)
    if way == "vacation":
        until = await services.vacations.take_vacation(user_at(table, 0), 3)
    else:
        await services.admins.pause(table.id, PLACE.guild_id, DAN)
        await services.admins.go_on(table.id, PLACE.guild_id, DAN)
        until = clock()
    assert (await services.games.get(table.id)).proposals == ()
    await wait(store, services, clock, seconds=(until - clock()).total_seconds() + 1)
    table = await services.games.get(table.id)
    (proposal,) = table.proposals
    assert (table.turn, proposal.question.topic) == (1, Topic.LET_GO)
    assert seats_notified(table, proposal) == (0,)
