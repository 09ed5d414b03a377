"""Seats are offered, given up, resigned and taken, with everything that is theirs."""

import asyncio
from random import Random

import pytest
from tabletop import (
    DAN,
    EVE,
    FOUR_AGAINST_TWO,
    PLACE,
    act,
    change_directly,
    decider,
    game_of,
    in_conflict,
    mark_delivered,
    opened,
    person_at,
    refuses,
    running,
    table_at,
    take_seat,
    undoer,
)
from timetable import DAILY, hours, paced

from bot.changes import go_on
from bot.domain.calls import is_called, last_call
from bot.domain.entries import GivenUp, Why
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Notes
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.store import CalledIn
from bot.store.queries import players
from bot.teaching.advice import kinds_that_fit
from bot.use_cases import Services
from bot.use_cases.besides_playing import give_up_seat, offer_seat
from bot.use_cases.inside import AllSeats
from engine import (
    AddTiles,
    BuildDecision,
    EndTurn,
    StandingOrder,
    TakeDecision,
    parse_action,
    read_position,
)
from tests.engine.diagram import draw


def free_since(table, seat):
    return table.player(seat).free_since


async def given_up(services, table, seat, why=Why.AGREED):
    """The table once that seat is given up."""

    return await change_directly(
        services, table, lambda change: go_on(give_up_seat(change, seat, why=why))
    )


async def offered_to_eve(services, table, seat, why):
    """The table once others, or an admin, have offered that seat to Eve."""

    return await change_directly(
        services,
        table,
        lambda change: offer_seat(change, seat, to=EVE.user_id, why=why),
        people=[EVE.user_id],
    )


# --- an offer ------------------------------------------------------------------------------------


async def test_who_offers_a_seat_plays_on_until_somebody_takes_it(services):
    table = await running(services)
    person = person_at(table, 0)
    table = await services.seats.offer(table.id, person)
    assert table.player(0).offered
    table = await act(services, table, EndTurn())
    assert table.turn == 2
    table = await services.seats.keep(table.id, person.user_id)
    assert not table.player(0).offered
    await refuses(Refusal.NOT_OFFERED, services.seats.keep(table.id, person.user_id))
    assert await services.games.get(table.id) == table
    # an offer to one is for that one, who can refuse it
    table = await services.seats.offer(table.id, person, EVE.user_id)
    offered = free_since(table, 0)
    table = await services.seats.refuse(table.id, EVE.user_id, 0, offered)
    assert not table.player(0).offered
    await refuses(Refusal.SEAT_NOT_FREE, services.seats.take(table.id, EVE, 0, offered))


# --- taking --------------------------------------------------------------------------------------


async def test_who_comes_back_to_a_seat_finds_no_more_time_there(services, clock):
    """Two who pass it to and fro would play without a limit."""
    table = await paced(services, DAILY)
    old = person_at(table, 0)
    clock.advance(hours=20)
    table = await take_seat(services, await services.seats.offer(table.id, old), 0, EVE)
    up_at = table.time_up_at
    assert up_at >= clock() + hours(24)  # who is new to it gets to know it
    for holder, to in ((EVE, old), (old, EVE), (EVE, old)):
        clock.advance(hours=7)
        table = await take_seat(services, await services.seats.offer(table.id, holder), 0, to)
        assert table.time_up_at == up_at


async def test_hand_standing_and_question_pass_in_the_middle_of_a_conflict(services, store):
    table = await in_conflict(services)
    seat = game_of(table).decision.seat
    before = table.player(seat)
    owner = Person(before.user_id, before.name)
    await services.preferences.set_standing_order(owner.user_id, StandingOrder.NOTHING)
    table = await services.seats.offer(table.id, owner)
    state = game_of(table)
    outcome = await services.seats.take(table.id, EVE, seat, free_since(table, seat))
    table = outcome.table
    assert game_of(table) == state, "no order of who sat there answers"
    assert outcome.seat.decides
    assert outcome.seat.view == state.view(seat)
    assert is_called(table, seat)
    assert last_call(table, seat) == table.version
    now = table.player(seat)
    assert (now.user_id, now.name, now.dynasty) == (EVE.user_id, "Eve", before.dynasty)
    assert (now.taken_seq, now.offered, now.language) == (table.version, False, "de")
    assert [(each.user_id, each.name, each.seat) for each in table.former] == [
        (owner.user_id, owner.name, seat)
    ]
    (entry,) = [each for each in outcome.entries if each.kind == "taken"]
    assert (entry.from_name, entry.to_name) == (owner.name, "Eve")
    assert await services.games.get(table.id) == table
    # nobody but the new player decides
    attempt = services.play.act(table.id, owner.user_id, state.legal_actions()[0])
    await refuses(Refusal.NOT_IN_GAME, attempt)
    assert (await services.visits.of(table.id, owner.user_id)).seat is None
    table = (await services.play.act(table.id, EVE.user_id, state.legal_actions()[0])).table
    table = await services.admins.end(table.id, PLACE.guild_id or 0, DAN, result=True)
    assert read_position(await services.games.record(table.id)) == game_of(table)
    assert f"{owner.name} then Eve" in await services.games.record(table.id)
    assert not (await store.read(examine, table.id)).faults


async def test_what_a_player_has_set_does_not_pass(services, store):
    table = await running(services, options=["display"])
    seat = 1
    user = table.player(seat).user_id
    await services.preferences.set_standing_order(user, StandingOrder.NOTHING, table.id)
    await services.preferences.set_standing_order(user, StandingOrder.NOTHING)
    await services.preferences.mute(user, table.id, muted=True)
    await services.preferences.call_in(user, CalledIn.THREAD, table.id)
    await services.preferences.choose_theme(user, "light")
    await services.notes.keep_note(user, table.id, "I hold three temples")
    table = await services.seats.offer(table.id, Person(user, "x"))
    await services.preferences.choose_theme(EVE.user_id, "high-contrast")
    await services.preferences.switch(EVE.user_id, ends_turn=True)
    outcome = await services.seats.take(table.id, EVE, seat, free_since(table, seat))
    table = outcome.table
    for mine in (outcome.seat, (await services.visits.of(table.id, EVE.user_id)).seat):
        assert mine.notes == Notes()
    now = table.player(seat)
    assert (now.called_in, now.muted, now.habits.theme) == (
        CalledIn.DIRECT,
        False,
        "high-contrast",
    )
    assert now.habits.ends_turn
    assert await services.games.get(table.id) == table
    orders = await services.preferences.standing_orders(EVE.user_id, table.id)
    assert (orders.usual, orders.here) == (StandingOrder.ASK, None)
    # what was about to be set and kept for the old player does not get to the new one
    await store.write(players.change_own, table.id, user, muted=True)
    await store.write(players.change_own, table.id, user, note="for my own eyes")
    after = (await services.visits.of(table.id, EVE.user_id)).seat
    assert not after.player.muted
    assert after.notes == Notes()


async def test_what_a_player_was_taught_or_decided_a_moment_ago_does_not_pass(store, clock):
    """The new player of a seat does not count as present."""
    services = Services(store, Random(7), clock, advise=kinds_that_fit)
    table = await running(services, 2)
    first = person_at(table, 0)
    table = (await services.play.act(table.id, first.user_id, EndTurn())).table
    before = (await AllSeats(services).everyone(table.id)).seats[0].taught
    assert before.advised
    assert before.met
    table = await services.seats.offer(table.id, first)
    outcome = await services.seats.take(table.id, EVE, 0, free_since(table, 0))
    assert (outcome.seat.taught.games, outcome.seat.taught.advised) == (0, ())
    assert not outcome.seat.taught.met
    assert (await AllSeats(services).everyone(table.id)).seats[0].taught == outcome.seat.taught
    clock.advance(seconds=5)
    table = await act(services, table, EndTurn())
    assert is_called(table, 0)


async def test_who_has_seen_another_hand_takes_no_seat(services):
    table = await running(services, 4)
    old = person_at(table, 1)
    table = (await services.play.resign(table.id, table.player(0).user_id)).table
    table = await services.seats.offer(table.id, old)
    table = await take_seat(services, table, 1, EVE)
    resigned = Person(table.player(0).user_id, "resigned")
    table = await services.seats.offer(table.id, EVE)
    replaced, seated = old, Person(table.player(2).user_id, "seated")
    for person in (replaced, seated, EVE):
        await refuses(Refusal.SEEN_ANOTHER_HAND, take_seat(services, table, 0, person))
    await refuses(Refusal.SEEN_ANOTHER_HAND, take_seat(services, table, 1, resigned))
    # the own seat is another matter: its hand is known
    table = await take_seat(services, table, 0, resigned)
    assert not table.player(0).abandoned
    table = await take_seat(services, table, 1, replaced)
    assert [each.user_id for each in table.former] == [old.user_id, EVE.user_id]
    assert table.player(1).user_id == old.user_id


async def test_an_abandoned_seat_can_be_taken_at_any_time(services, store):
    table = await running(services)
    table = (await services.play.resign(table.id, table.player(0).user_id)).table
    for _ in range(5):
        table = await mark_delivered(store, services, table)
        table = await act(services, table, EndTurn())
    table = await take_seat(services, table, 0, EVE)
    while decider(table) != EVE.user_id:
        table = await act(services, table, EndTurn())
    assert is_called(table, 0)
    await refuses(
        Refusal.SEAT_NOT_FREE, services.seats.take(table.id, DAN, 0, table.player(0).taken_seq or 0)
    )


# --- given up ------------------------------------------------------------------------------------


async def test_a_seat_that_is_given_up_is_played_minimally(services, store):
    table = await given_up(services, await running(services), 0)
    assert table.player(0).abandoned
    assert table.turn == 2
    assert game_of(table).active == 1
    await refuses(
        Refusal.NOT_PLAYED_ON, services.play.act(table.id, table.player(0).user_id, EndTurn())
    )
    await refuses(Refusal.NOBODY_PLAYS, given_up(services, table, 0))
    assert not (await store.read(examine, table.id)).faults


async def test_the_last_player_plays_on_and_without_one_the_game_stands_still(services, store):
    table = await given_up(services, await running(services, 2), 0)
    assert (table.turn, table.decider.seat) == (2, 1)
    table = await act(services, table, EndTurn())
    assert (table.turn, table.decider.seat) == (4, 1), "nobody waits for an empty seat"
    table = await given_up(services, table, 1)
    assert (table.status, table.turn) == (Status.RUNNING, 4)
    assert not is_called(table, 1)
    assert not table.waits
    table = await take_seat(services, table, 0, EVE)
    assert is_called(table, 0)
    table = await take_seat(services, table, 1, DAN)
    table = (await services.play.act(table.id, EVE.user_id, EndTurn())).table
    assert decider(table) == DAN.user_id
    # who is left alone can resign, and it is over
    table = await given_up(services, table, 0)
    table = (await services.play.resign(table.id, table.player(1).user_id)).table
    assert table.status is Status.OVER
    assert [each.player.seat for each in table.standings] == [1, 0]
    assert not (await store.read(examine, table.id)).faults


async def test_a_game_that_an_older_version_stopped_at_an_empty_seat_continues(services):
    """Once a program looks at it, which it does when it starts."""
    table = await running(services, 2)
    for gone in (0, 1):
        table = await change_directly(
            services, table, lambda new, seat=gone: new.then(GivenUp(why=Why.AGREED, seat=seat))
        )
        await services.long_waits.report(table.id)
        table = await services.games.get(table.id)
        assert (table.turn, table.decider.seat) == (2, 1), "without anybody it stands still"


async def test_an_abandoned_seat_kept_for_one_is_anybodys_all_the_same(services):
    table = await given_up(services, await running(services), 0)
    table = await offered_to_eve(services, table, 0, Why.ADMIN)
    assert table.player(0).is_offered_to(DAN.user_id)
    table = await take_seat(services, table, 0, DAN)
    assert table.player(0).name == "Dan"


async def test_an_empty_seat_offered_to_one_can_be_taken_during_a_vacation(services):
    """Its player lost it before."""
    table = await given_up(services, await running(services), 0)
    own = person_at(table, 0)
    await services.vacations.take_vacation(own.user_id, 5)
    for person in (own, EVE):
        table = await offered_to_eve(services, table, 0, Why.AGREED)
        assert not (await take_seat(services, table, 0, person)).player(0).abandoned
        table = await given_up(services, table, 0)


@pytest.mark.parametrize("why", [Why.AGREED, Why.ADMIN])
async def test_what_others_have_decided_about_a_seat_its_player_does_not_undo(services, why):
    """Neither keeping it nor offering it to others."""
    table = await running(services)
    own = person_at(table, 0)
    table = await offered_to_eve(services, table, 0, why)
    for attempt in (
        lambda: services.seats.keep(table.id, own.user_id),
        lambda: services.seats.offer(table.id, own, DAN.user_id),
    ):
        await refuses(Refusal.OTHERS_WANT_IT, attempt())
    table = (await services.play.act(table.id, own.user_id, EndTurn())).table  # nor by playing on
    table = await take_seat(services, table, 0, EVE)
    assert table.player(0).name == EVE.name


async def test_who_was_given_up_comes_back_unless_an_admin_wanted_it(services):
    table = await running(services)
    by_all, by_admin = person_at(table, 0), person_at(table, 1)
    table = await given_up(services, table, 0, Why.AGREED)
    table = await given_up(services, table, 1, Why.ADMIN)
    await refuses(Refusal.OTHERS_WANT_IT, take_seat(services, table, 1, by_admin))
    table = await take_seat(services, table, 0, by_all)
    assert not table.player(0).abandoned


# --- at once -------------------------------------------------------------------------------------


async def test_two_programs_give_a_seat_to_one(tmp_path, clock):
    async with opened(tmp_path / "games.sqlite3", 2) as stores:
        one, other = (Services(store, Random(1), clock) for store in stores)
        table = await running(one)
        table = await other.seats.offer(table.id, Person(table.player(0).user_id, "x"))
        since = free_since(table, 0)
        takes = one.seats.take(table.id, EVE, 0, since), other.seats.take(table.id, DAN, 0, since)
        results = await asyncio.gather(*takes, return_exceptions=True)
        (refused,) = [each for each in results if isinstance(each, Refused)]
        assert refused.refusal is Refusal.SEAT_NOT_FREE
        assert len((await one.games.get(table.id)).former) == 1
        kinds = [entry.kind for entry in await one.games.history(table.id)]
        assert kinds.count("taken") == 1


# --- resigned -------------------------------------------------------------------------------------


async def test_whoever_is_to_move_ends_the_turn_by_resigning(services):
    table = await running(services)
    first = table.player(0)
    outcome = await services.play.resign(table.id, first.user_id)
    assert [entry.kind for entry in outcome.entries] == ["resigned", "acted"]
    assert outcome.entries[1].automatic
    assert isinstance(outcome.entries[1].action, EndTurn)
    assert outcome.table.player(0).abandoned
    assert outcome.table.decider == outcome.table.player(1)
    assert outcome.table.turn == 2


async def test_turns_of_the_resigned_pass_by_themselves(services, store):
    table = await running(services, 4)
    for seat in (2, 3):
        table = (await services.play.resign(table.id, table.player(seat).user_id)).table
    assert table.decider == table.player(0)
    table = await act(services, table, EndTurn())
    table = await mark_delivered(store, services, table)
    outcome = await services.play.act(table.id, decider(table), EndTurn())
    assert [entry.automatic for entry in outcome.entries[1:]] == [True, True]
    assert outcome.table.decider == outcome.table.player(0)
    assert outcome.table.turn == 5
    # back to the last turn that a person played
    assert [turn.number for turn in outcome.table.turns] == [2, 3, 4, 5]
    assert [turn.seat for turn in outcome.table.turns] == [1, 2, 3, 0]


async def test_what_was_decided_before_others_resigned_can_be_undone(services):
    table = await running(services)
    action = next(a for a in game_of(table).legal_actions() if str(a).startswith("x@"))
    await services.play.act(table.id, decider(table), action)
    after = (await services.play.resign(table.id, table.player(2).user_id)).table
    assert undoer(after) == table.player(0).user_id
    assert game_of((await services.play.undo(table.id, table.player(0).user_id)).table) == game_of(
        table
    )


async def test_those_who_stay_share_places_as_the_rules_say(services):
    """Players who resigned come last, even if the first did so at the very end."""
    table = await running(services, 4)
    table = (await services.play.resign(table.id, table.player(0).user_id)).table
    table = (await services.play.resign(table.id, table.player(1).user_id)).table
    assert table.standings == ()
    table = await services.admins.end(table.id, PLACE.guild_id, DAN, result=True)
    places = [(each.place, each.player.seat) for each in table.standings]
    assert places == [(1, 2), (1, 3), (3, 1), (4, 0)]


async def test_resigning_in_the_middle_of_a_conflict(store, clock):
    game = draw(FOUR_AGAINST_TWO, seats="A B L", hands={"A": "rrkkkk", "B": "rrrrgg"}).game
    services, table = await table_at(store, clock, game)
    table = await act(services, table, parse_action("Ak@H3"))
    outcome = await services.play.resign(table.id, decider(table))
    assert outcome.entries[1].action == AddTiles(0)
    assert outcome.table.decider is not None
    assert not outcome.table.decider.abandoned
    assert not isinstance(game_of(outcome.table).decision, BuildDecision | TakeDecision)
