"""What admins do to games: every one of it is in the game's log, with the admin's name."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tabletop import ANNA, BEN, CORA, DAN, PLACE, decider, everything, running, whole

from bot.domain import Kind, Person, Place, Refusal, Refused, Status, Table
from bot.ops.game_check import examine
from bot.services import Tables
from bot.store import Store
from engine import read_position

assert PLACE.guild_id is not None
GUILD = PLACE.guild_id
ZOE = Person(42, "Zoe")
"""She manages the server, and plays nowhere."""
BY_ZOE = {"why": "admin", "by": "Zoe"}


async def _last(tables: Tables, table: Table) -> tuple[Kind, int | None, dict[str, Any]]:
    """The last entry of the log: what was done, by whom, and what everybody may know of it."""
    entry = (await tables.history(table.id))[-1]
    return entry.kind, entry.user_id, dict(entry.details)


async def _agrees(store: Store, table: Table) -> bool:
    """Whether the game agrees with its log."""
    examined = await store.read(examine, table.id)
    return examined is not None and not examined.faults


# --- ending ---------------------------------------------------------------------------------------


async def test_an_admin_ends_a_game_with_the_result_as_it_stands(
    store: Store, tables: Tables
) -> None:
    table = await running(tables)
    after = await tables.end_by_admin(table.id, GUILD, ZOE, result=True)
    assert after.status is Status.OVER
    assert after.decider is None
    assert [each.placing for each in after.standings] == [*whole(table).ranking()]
    assert await _last(tables, after) == (Kind.ENDED, 42, {"result": True, **BY_ZOE})
    assert read_position(await tables.record(table.id)) == whole(table)
    assert await tables.get(table.id) == after
    assert await _agrees(store, table)


async def test_an_admin_ends_a_game_without_a_result(store: Store, tables: Tables) -> None:
    table = await running(tables)
    after = await tables.end_by_admin(table.id, GUILD, ZOE, result=False)
    assert (after.status, after.standings, after.winners) == (Status.ABANDONED, (), ())
    assert await _last(tables, after) == (Kind.ENDED, 42, {"result": False, **BY_ZOE})
    assert read_position(await tables.record(table.id)) == whole(table)
    assert await _agrees(store, table)


async def test_a_game_that_has_ended_early_is_over_for_everybody(tables: Tables) -> None:
    table = await running(tables)
    action = whole(table).legal_actions()[0]
    await tables.end_by_admin(table.id, GUILD, ZOE, result=False)
    for press in (
        tables.act(table.id, decider(table), action),
        tables.resign(table.id, decider(table)),
        tables.end_by_admin(table.id, GUILD, ZOE, result=True),
        tables.pause_by_admin(table.id, GUILD, ZOE),
        tables.offer_by_admin(table.id, GUILD, ZOE, 0, DAN),
        tables.give_up_by_admin(table.id, GUILD, ZOE, 0),
    ):
        with pytest.raises(Refused) as refused:
            await press
        assert refused.value.refusal is Refusal.GAME_OVER


# --- pausing --------------------------------------------------------------------------------------


async def test_an_admin_pauses_a_game_and_lets_it_go_on(store: Store, tables: Tables) -> None:
    table = await running(tables)
    paused = await tables.pause_by_admin(table.id, GUILD, ZOE)
    assert paused.paused
    assert not paused.waits
    assert await _last(tables, table) == (Kind.PAUSED, 42, BY_ZOE)
    with pytest.raises(Refused) as refused:
        await tables.pause_by_admin(table.id, GUILD, ZOE)
    assert refused.value.refusal is Refusal.PAUSED_ALREADY

    after = await tables.go_on_by_admin(table.id, GUILD, ZOE)
    assert after.waits
    assert await _last(tables, table) == (Kind.WENT_ON, 42, BY_ZOE)
    called = (await tables.history(table.id))[-1].called
    assert called == after.decider.seat  # who had time to forget it
    with pytest.raises(Refused) as refused:
        await tables.go_on_by_admin(table.id, GUILD, ZOE)
    assert refused.value.refusal is Refusal.NOT_PAUSED
    assert await _agrees(store, table)


async def test_a_paused_game_can_be_ended(tables: Tables) -> None:
    table = await running(tables)
    await tables.pause_by_admin(table.id, GUILD, ZOE)
    after = await tables.end_by_admin(table.id, GUILD, ZOE, result=True)
    assert (after.status, after.paused) == (Status.OVER, False)


# --- seats ----------------------------------------------------------------------------------------


async def test_an_admin_offers_a_seat_to_somebody_else(store: Store, tables: Tables) -> None:
    table = await running(tables)
    after = await tables.offer_by_admin(table.id, GUILD, ZOE, 1, DAN)
    assert after.player(1).offered
    assert after.player(1).offered_to == DAN.user_id
    kind, user_id, details = await _last(tables, table)
    assert (kind, user_id) == (Kind.OFFERED, 42)
    assert details.items() >= BY_ZOE.items()
    assert await _agrees(store, table)


async def test_no_seat_is_offered_to_somebody_who_has_another_in_that_game(tables: Tables) -> None:
    table = await running(tables)
    with pytest.raises(Refused) as refused:
        await tables.offer_by_admin(table.id, GUILD, ZOE, 1, CORA)
    assert refused.value.refusal is Refusal.SEEN_ANOTHER_HAND
    assert await tables.get(table.id) == table


async def test_an_admin_gives_a_seat_up(store: Store, tables: Tables) -> None:
    table = await running(tables)
    after = await tables.give_up_by_admin(table.id, GUILD, ZOE, 0)
    assert after.player(0).abandoned
    assert after.status is Status.RUNNING
    assert after.decider == after.player(1)
    entries = await tables.history(table.id)
    (given_up,) = (each for each in entries if each.kind is Kind.GIVEN_UP)
    assert (given_up.user_id, given_up.seat) == (42, 0)
    assert given_up.details.items() >= BY_ZOE.items()
    with pytest.raises(Refused) as refused:
        await tables.give_up_by_admin(table.id, GUILD, ZOE, 0)
    assert refused.value.refusal is Refusal.NOBODY_PLAYS
    assert await _agrees(store, table)


async def test_there_is_no_seat_before_the_start(tables: Tables) -> None:
    table = await tables.open(ANNA, PLACE, "Ur")
    with pytest.raises(Refused):
        await tables.give_up_by_admin(table.id, GUILD, ZOE, 0)
    with pytest.raises(Refused):
        await tables.end_by_admin(table.id, GUILD, ZOE, result=True)
    assert await tables.get(table.id) == table


# --- whose game it is -----------------------------------------------------------------------------

_POWERS: list[Callable[[Tables, int], Awaitable[Table]]] = [
    lambda tables, number: tables.managed(number, GUILD),
    lambda tables, number: tables.managed_named(str(number), GUILD),
    lambda tables, number: tables.end_by_admin(number, GUILD, ZOE, result=True),
    lambda tables, number: tables.remove_by_admin(number, GUILD, ZOE),
    lambda tables, number: tables.pause_by_admin(number, GUILD, ZOE),
    lambda tables, number: tables.go_on_by_admin(number, GUILD, ZOE),
    lambda tables, number: tables.offer_by_admin(number, GUILD, ZOE, 0, DAN),
    lambda tables, number: tables.give_up_by_admin(number, GUILD, ZOE, 0),
]


async def test_a_game_of_another_server_is_as_if_there_were_none(
    store: Store, tables: Tables
) -> None:
    table = await tables.open(ANNA, Place(GUILD + 1, 5), "Ur", seats=2)
    await tables.join(table.id, BEN)
    before = await everything(store)
    for power in _POWERS:
        with pytest.raises(Refused) as refused:
            await power(tables, table.id)
        with pytest.raises(Refused) as of_none:
            await power(tables, 99)
        assert str(refused.value) == str(of_none.value)
    assert await everything(store) == before


async def test_a_game_is_found_by_its_number_or_its_name(tables: Tables) -> None:
    table = await tables.open(ANNA, PLACE, "Ur of the Chaldees")
    other = await tables.open(ANNA, PLACE, str(table.id))
    assert await tables.managed_named("ur of the  CHALDEES", GUILD) == table
    assert await tables.managed_named(str(table.id), GUILD) == table
    assert await tables.managed_named(str(other.id), GUILD) == other
