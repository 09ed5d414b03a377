"""What admins do to games: every one of it is in the game's log, with the admin's name."""

import pytest
from tabletop import (
    ANNA,
    BEN,
    DAN,
    PLACE,
    decider,
    ended,
    everything,
    person_at,
    refuses,
    running,
    whole,
)

from bot.domain import Kind, Person, Place, Refusal, Refused, Status
from bot.ops.game_check import examine
from engine import read_position

assert PLACE.guild_id is not None
GUILD = PLACE.guild_id
ZOE = Person(42, "Zoe")
"""She manages the server, and plays nowhere."""
BY_ZOE = {"why": "admin", "by": "Zoe"}


async def _last(services, table):
    """The last entry of the log: what was done, by whom, and what everybody may know of it."""
    entry = (await services.games.history(table.id))[-1]
    return entry.kind, entry.user_id, dict(entry.details)


async def _agrees(store, table):
    """Whether the game agrees with its log."""
    examined = await store.read(examine, table.id)
    return examined is not None and not examined.faults


# --- ending ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", [True, False])
async def test_an_admin_ends_a_game_with_the_result_as_it_stands_or_without(
    store, services, result
):
    table = await running(services)
    if result:
        await services.admins.pause(table.id, GUILD, ZOE)  # that can be ended, too
    after = await services.admins.end(table.id, GUILD, ZOE, result=result)
    assert after.status is (Status.OVER if result else Status.ABANDONED)
    assert (after.decider, after.paused) == (None, False)
    ranking = [*whole(table).ranking()] if result else []
    assert [each.placing for each in after.standings] == ranking
    assert bool(after.winners) == result
    assert await _last(services, after) == (Kind.ENDED, 42, {"result": result, **BY_ZOE})
    assert read_position(await services.games.record(table.id)) == whole(table)
    assert await services.games.get(table.id) == after
    assert await _agrees(store, table)


async def test_a_game_that_has_ended_early_is_over_for_everybody(services):
    table = await running(services)
    action = whole(table).legal_actions()[0]
    await services.admins.end(table.id, GUILD, ZOE, result=False)
    for press in (
        services.play.act(table.id, decider(table), action),
        services.play.resign(table.id, decider(table)),
        services.admins.end(table.id, GUILD, ZOE, result=True),
        services.admins.pause(table.id, GUILD, ZOE),
        services.admins.offer_seat(table.id, GUILD, ZOE, 0, DAN),
        services.admins.give_up_seat(table.id, GUILD, ZOE, 0),
    ):
        await refuses(Refusal.GAME_OVER, press)


# --- pausing --------------------------------------------------------------------------------------


async def test_an_admin_pauses_a_game_and_lets_it_go_on(store, services):
    table = await running(services)
    paused = await services.admins.pause(table.id, GUILD, ZOE)
    assert paused.paused
    assert not paused.waits
    assert await _last(services, table) == (Kind.PAUSED, 42, BY_ZOE)
    await refuses(Refusal.PAUSED_ALREADY, services.admins.pause(table.id, GUILD, ZOE))

    after = await services.admins.go_on(table.id, GUILD, ZOE)
    assert after.waits
    assert await _last(services, table) == (Kind.WENT_ON, 42, BY_ZOE)
    called = (await services.games.history(table.id))[-1].called
    assert called == after.decider.seat  # who had time to forget it
    await refuses(Refusal.NOT_PAUSED, services.admins.go_on(table.id, GUILD, ZOE))
    assert await _agrees(store, table)


# --- seats ----------------------------------------------------------------------------------------


async def test_an_admin_offers_a_seat_to_somebody_else(store, services):
    table = await running(services)
    after = await services.admins.offer_seat(table.id, GUILD, ZOE, 1, DAN)
    assert after.player(1).offered
    assert after.player(1).offered_to == DAN.user_id
    kind, user_id, details = await _last(services, table)
    assert (kind, user_id) == (Kind.OFFERED, 42)
    assert details.items() >= BY_ZOE.items()
    assert await _agrees(store, table)
    who_has_another = services.admins.offer_seat(table.id, GUILD, ZOE, 1, person_at(table, 2))
    await refuses(Refusal.SEEN_ANOTHER_HAND, who_has_another)
    assert await services.games.get(table.id) == after


async def test_an_admin_gives_a_seat_up(store, services):
    table = await running(services)
    after = await services.admins.give_up_seat(table.id, GUILD, ZOE, 0)
    assert after.player(0).abandoned
    assert after.status is Status.RUNNING
    assert after.decider == after.player(1)
    entries = await services.games.history(table.id)
    (given_up,) = (each for each in entries if each.kind is Kind.GIVEN_UP)
    assert (given_up.user_id, given_up.seat) == (42, 0)
    assert given_up.details.items() >= BY_ZOE.items()
    await refuses(Refusal.NOBODY_PLAYS, services.admins.give_up_seat(table.id, GUILD, ZOE, 0))
    assert await _agrees(store, table)


# --- whose game it is -----------------------------------------------------------------------------

_POWERS = [
    lambda services, number: services.admins.game(number, GUILD),
    lambda services, number: services.admins.named(str(number), GUILD),
    lambda services, number: services.admins.end(number, GUILD, ZOE, result=True),
    lambda services, number: services.admins.remove(number, GUILD, ZOE),
    lambda services, number: services.admins.pause(number, GUILD, ZOE),
    lambda services, number: services.admins.go_on(number, GUILD, ZOE),
    lambda services, number: services.admins.offer_seat(number, GUILD, ZOE, 0, DAN),
    lambda services, number: services.admins.give_up_seat(number, GUILD, ZOE, 0),
]


async def test_a_game_of_another_server_is_as_if_there_were_none(store, services):
    table = await services.opening.open(ANNA, Place(GUILD + 1, 5), "Ur", seats=2)
    await services.lobbies.join(table.id, BEN)
    before = await everything(store)
    for power in _POWERS:
        with pytest.raises(Refused) as refused:
            await power(services, table.id)
        with pytest.raises(Refused) as of_none:
            await power(services, 99)
        assert str(refused.value) == str(of_none.value)
    assert await everything(store) == before


async def test_a_game_is_found_by_its_number_or_its_name(services):
    over = await ended(services)
    table = await services.opening.open(ANNA, PLACE, "Ur of the Chaldees")
    other = await services.opening.open(ANNA, PLACE, str(table.id))
    for typed, found in (
        ("ur of the  CHALDEES", table),
        (str(table.id), table),
        (str(other.id), other),
        (f" {over.id}", over),
    ):
        assert await services.admins.named(typed, GUILD) == found
    for typed in (over.name, "99", "123456789012345678", "-1", "1.0"):  # what is over has no name
        await refuses(Refusal.UNKNOWN_GAME, services.admins.named(typed, GUILD))
    with pytest.raises(Refused):  # there is no seat before the start
        await services.admins.give_up_seat(table.id, GUILD, ZOE, 0)
    with pytest.raises(Refused):
        await services.admins.end(table.id, GUILD, ZOE, result=True)
    assert await services.games.get(table.id) == table
