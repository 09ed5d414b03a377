"""A pause: nobody need decide, nor can, and nothing goes by itself, until it is over."""

from tabletop import (
    ANNA,
    BEN,
    DAN,
    act,
    agree,
    answer_proposal,
    decider,
    game_of,
    in_conflict,
    propose,
    refuses,
    running,
    take_seat,
)
from timetable import labels, timestamp

from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.calls import is_called, is_uncalled, last_call
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.features.board import more_page
from bot.features.games import Listing, games_page
from bot.features.lobby.lobby_post import lobby
from bot.features.table.table_page import table_page
from bot.i18n import Words
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.use_cases.inside import AllSeats
from engine import AddDecision, EndTurn, StandingOrder, parse_action

WORDS = Words()


async def paused(services, players=2):
    table = await agree(services, await running(services, players), Question(Topic.PAUSE))
    assert table.paused
    return table


async def seat_of(services, table, number):
    return (await AllSeats(services).everyone(table.id)).seats[number]


async def test_no_decision_is_taken_no_clock_runs_and_nobody_is_called(services, store):
    table = await running(services, 2)
    user = decider(table)
    assert table.waits
    assert is_called(table, 0)
    table = (await services.play.act(table.id, user, parse_action("x@C6"))).table
    table = await agree(services, table, Question(Topic.PAUSE))
    assert not table.waits
    assert not is_called(table, 0)
    assert not is_uncalled(table)
    before = game_of(table)
    for work in (
        services.play.act(table.id, user, EndTurn()),
        services.play.act_line(table.id, user, [EndTurn()]),
        services.play.draw_the_rest(table.id, user),
        services.play.undo(table.id, user),
    ):
        await refuses(Refusal.PAUSED, work)
    again = services.proposals.propose(table.id, user, Question(Topic.PAUSE))
    await refuses(Refusal.PAUSED_ALREADY, again)
    table = await services.games.get(table.id)
    assert game_of(table) == before
    assert table.undoer is None
    assert not (await store.read(examine, table.id)).faults


async def test_no_turn_ends_by_itself(store, services, clock):
    table = await running(services, 2)
    user = decider(table)
    await services.preferences.switch(user, ends_turn=True)
    for text in ("x@C6", "x@D6"):
        table = (await services.play.act(table.id, user, parse_action(text))).table
    assert table.ends_at is not None
    table = await agree(services, table, Question(Topic.PAUSE))
    assert table.ends_at is None
    clock.advance(minutes=5)
    await services.clocks.end_turn_automatically(table.id)
    assert (await services.games.get(table.id)).turn == 1
    table = await agree(services, table, Question(Topic.GO_ON))
    assert table.turn == 2  # what should have ended long ago
    assert not is_called(table, 1), "it was the own yes"
    clock.advance(minutes=3)
    await services.clocks.call_absent(table.id)
    assert is_called(await services.games.get(table.id), 1)


async def test_nobody_is_called_by_the_own_yes(services, clock):
    table = await running(services, 2)
    asked = table.decider.seat
    called = last_call(table, asked)
    for topic in (Topic.PAUSE, Topic.GO_ON):
        table = await propose(services, table, 1 - asked, Question(topic))
        table = await answer_proposal(services, table, asked, yes=True)
        assert last_call(table, asked) == called
    clock.advance(minutes=3)
    await services.clocks.call_absent(table.id)
    assert last_call(await services.games.get(table.id), asked) == called, "it was called for that"


async def test_whoever_decides_is_called_anew(services, clock):
    table = await paused(services)
    clock.advance(days=30)
    table = await agree(services, table, Question(Topic.GO_ON))
    assert not table.paused
    last = table.round[-1]
    assert (last.kind, last.called) == ("went on", 0)
    assert is_called(table, 0)
    assert (await act(services, table, EndTurn())).turn == 2


async def test_who_resigns_meanwhile_plays_on_by_itself_only_after_it(services):
    table = await paused(services, 3)
    table = (await services.play.resign(table.id, table.player(0).user_id)).table
    assert table.paused
    assert table.turn == 1
    table = await services.proposals.propose(
        table.id, table.player(1).user_id, Question(Topic.GO_ON)
    )
    (proposal,) = table.proposals
    assert proposal.asked == (2,)
    table = await services.proposals.answer(
        table.id, table.player(2).user_id, proposal.seq, yes=True
    )
    assert (table.turn, decider(table)) == (2, table.player(1).user_id)
    assert is_called(table, 1)


async def test_seats_pass_meanwhile(services):
    table = await paused(services)
    asked = table.decider
    person = Person(asked.user_id, asked.name)
    await services.seats.offer(table.id, person)
    await services.seats.keep(table.id, person.user_id)
    table = await take_seat(services, table, asked.seat, DAN)
    assert table.paused
    assert last_call(table, asked.seat) < table.player(asked.seat).taken_seq
    table = await agree(services, table, Question(Topic.GO_ON))
    assert last_call(table, asked.seat) == table.version, "the new one is called once it goes on"


async def test_what_is_ordered_meanwhile_holds_from_the_next_question_on(services):
    table = await in_conflict(services)
    asked = decider(table)
    table = await agree(services, table, Question(Topic.PAUSE))
    await services.preferences.set_standing_order(asked, StandingOrder.NOTHING)
    table = await agree(services, table, Question(Topic.GO_ON))
    assert decider(table) == asked
    assert isinstance(game_of(table).decision, AddDecision)


# --- displays ------------------------------------------------------------------------------------


async def test_everybody_can_see_it(services):
    table = await paused(services)
    first, second = (await AllSeats(services).everyone(table.id)).seats
    desk = desk_page(WORDS, first)
    assert desk.text.startswith("**Ur**: ⏸️ Paused. Resume the game with `/table`.")
    assert "End turn" not in labels(desk)
    assert "Resume" in labels(desk)
    assert desk.picture is not None
    assert "The game is paused." in desk.picture.alt
    assert "Table" in labels(more_page(WORDS, first))
    assert "Round 1 · ⏸️ Paused" in lobby(WORDS, table).text
    listed = games_page(WORDS, Listing([table]), decider(table)).text
    assert "**Under way**" in listed
    assert "⏸️ Paused" in listed
    page = table_page(WORDS, second)
    assert "Resume" in labels(page)
    assert "Pause" not in labels(page)
    resumed = await agree(services, table, Question(Topic.GO_ON))
    desk = desk_page(WORDS, await seat_of(services, resumed, 0))
    assert "paused" not in desk.text
    assert "resumes" not in desk.text


async def posts(services, table):
    everyone = await AllSeats(services).everyone(table.id)
    prefix = f"game-{table.id}-"
    made = Due(services.games.record)(everyone, frozenset())
    return {each.key.removeprefix(prefix): each for each in made}


async def test_a_proposal_is_one_message_that_follows_the_answers(services):
    table = await running(services, 3)
    before = await posts(services, table)
    table = await services.proposals.propose(table.id, ANNA.user_id, Question(Topic.END))
    (proposal,) = table.proposals
    key = f"proposal-{proposal.seq}"
    asked = (await posts(services, table))[key]
    assert asked.pressable
    assert asked.content.ping == tuple(table.player(seat).user_id for seat in proposal.asked)
    assert not asked.content.silent
    until = timestamp(proposal.deadline, "f")
    assert f"If everyone says Yes by {until}, it's agreed. A single No" in asked.content.text
    assert labels(asked.content) == ["Yes", "No"]
    table = await services.proposals.answer(table.id, BEN.user_id, proposal.seq, yes=True)
    then = (await posts(services, table))[key]
    assert then.fingerprint != asked.fingerprint
    assert "Yes: **Ben**" in then.content.text
    table = await services.proposals.withdraw(table.id, ANNA.user_id, proposal.seq)
    settled = (await posts(services, table))[key]
    assert not settled.pressable
    assert settled.content.text.endswith("**Withdrawn.**")
    assert settled.content.ping == ()
    # the turn is not posted again with each answer
    now = await posts(services, table)
    assert now["turn-1"].fingerprint == before["turn-1"].fingerprint


async def test_the_desks_of_those_who_are_asked_ask_too_and_of_whom_it_is_about(services):
    table = await running(services, 3)
    before = [desk_shown(seat) for seat in (await AllSeats(services).everyone(table.id)).seats]
    table = await services.proposals.propose(table.id, ANNA.user_id, Question(Topic.ABANDON, 2))
    seats = (await AllSeats(services).everyone(table.id)).seats
    for seat, shown in zip(seats, before, strict=True):
        assert desk_shown(seat) != shown
        desk = desk_page(WORDS, seat)
        asked = seat.number in table.proposals[0].asked
        assert ("🗳️" in desk.text) == (asked or seat.number == 2)
        assert ("Yes" in labels(desk)) == asked
        assert ("No" in labels(desk)) == (asked or seat.number == 2)
