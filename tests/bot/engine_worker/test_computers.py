"""Computers at a table: added, removed and asked, and never taken for people."""

from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, PLACE, act, end_turns, game_of, refuses, running

from bot.changes import COMPUTER
from bot.domain.pace import UNHURRIED
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.store.queries import due
from engine import EndTurn, Level


async def with_computers(services, *levels, seats=4):
    """A table that Anna has opened, with such computers."""
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=seats, pace=UNHURRIED)
    for level in levels:
        table = await services.lobbies.seat_computer(table.id, ANNA, level, f"Computer ({level})")
    return table


async def answered_at_random(services, table, rng):
    """The table once the computer has decided that it waits for."""
    asked = await services.computers.to_decide(table.id)
    action = rng.choice(game_of(table).legal_actions())
    return await services.computers.act(table.id, [action], asked.seen)


async def test_the_opener_fills_seats_and_empties_them(services):
    table = await with_computers(services, Level.STRONG, Level.EASY, Level.STRONG)
    _, *computers = table.players
    assert [player.level for player in computers] == [Level.STRONG, Level.EASY, Level.STRONG]
    assert [player.user_id for player in computers] == [None] * 3
    names = [player.name for player in computers]
    assert names == ["Computer (strong)", "Computer (easy)", "Computer (strong) 2"]
    assert table.status is Status.LOBBY, "its opener can still choose"
    table = await services.lobbies.take_computer_out(table.id, ANNA, computers[0].joined_seq)
    assert [player.name for player in table.players[1:]] == names[1:]
    table = await services.lobbies.join(table.id, BEN)
    assert table.status is Status.RUNNING, "somebody has taken the last seat"


async def test_only_the_opener_does_and_only_while_there_is_room(services):
    table = await with_computers(services, seats=2)
    seat = services.lobbies.seat_computer
    await refuses(Refusal.ONLY_OPENER_CONFIGURES, seat(table.id, BEN, Level.EASY, "C"))
    table = await services.invitations.ask(table.id, ANNA, [BEN.user_id])
    await refuses(Refusal.SEATS_KEPT, seat(table.id, ANNA, Level.EASY, "C"))
    await services.invitations.decline(table.id, BEN.user_id)
    table = await seat(table.id, ANNA, Level.EASY, "C")
    await refuses(Refusal.GAME_FULL, seat(table.id, ANNA, Level.EASY, "C"))
    await refuses(Refusal.GAME_FULL, services.lobbies.join(table.id, CORA))
    own = table.players[0].joined_seq
    out = services.lobbies.take_computer_out
    await refuses(Refusal.NOT_AT_TABLE, out(table.id, ANNA, own)), "she is none"
    await refuses(Refusal.NOT_AT_TABLE, out(table.id, ANNA, 99))
    table = await services.lobbies.start(table.id, ANNA)
    computer = next(player for player in table.players if player.is_computer).joined_seq
    await refuses(Refusal.ALREADY_STARTED, out(table.id, ANNA, computer))
    await refuses(Refusal.ALREADY_STARTED, seat(table.id, ANNA, Level.EASY, "C"))


async def test_computers_that_are_left_alone_play_no_game(services):
    table = await with_computers(services, Level.EASY)
    assert (await services.lobbies.leave(table.id, ANNA)).status is Status.CANCELLED
    table = await running(services, levels=[Level.EASY, Level.STRONG])
    table = (await services.play.resign(table.id, ANNA.user_id)).table
    assert table.status is Status.OVER


async def test_the_game_waits_for_a_computer_as_long_as_it_does(services, store, clock):
    table = await end_turns(services, await running(services, 2, levels=[Level.MEDIUM]))
    (row,) = await store.read(due.read_kind, COMPUTER)
    assert (row.game_id, row.at) == (table.id, clock.now)
    asked = await services.computers.to_decide(table.id)
    assert (asked.level, asked.seen) == (Level.MEDIUM, table.state_version)
    assert asked.view.decides
    assert not table.waits_for_user
    assert not table.waits, "no clock runs"
    clock.advance(minutes=1)
    await services.seats.note_gone(table.id, asked.view.seat)  # nothing: there is no user
    table = await services.computers.act(table.id, [EndTurn()], asked.seen)
    assert not table.waits_for_computer
    assert await store.read(due.read_kind, COMPUTER) == []
    assert await services.computers.to_decide(table.id) is None
    stale = services.computers.act(table.id, [EndTurn()], asked.seen)
    await refuses(Refusal.STALE, stale)


async def test_nobody_takes_back_what_a_computer_has_decided(services):
    table = await running(services, 4, levels=[Level.EASY] * 3)
    rng = Random(5)
    table = await end_turns(services, table)
    while table.undoer is None and table.last_decision is None:
        table = await answered_at_random(services, table, rng)
    assert table.undoer is None
    with pytest.raises(Refused) as refused:
        await services.play.undo(table.id, ANNA.user_id)
    assert refused.value.refusal in {Refusal.UNDO_NOT_YOURS, Refusal.UNDO_REVEALED}


async def test_a_game_agrees_with_its_log(services, store):
    table = await with_computers(services, Level.STRONG, Level.EASY)
    table = await services.lobbies.join(table.id, BEN)
    if table.status is Status.LOBBY:
        table = await services.lobbies.start(table.id, ANNA)
    rng = Random(1)
    for _ in range(25):
        if table.waits_for_computer:
            table = await answered_at_random(services, table, rng)
        else:
            table = await act(services, table, rng.choice(game_of(table).legal_actions()))
    for person in (ANNA, BEN):
        table = (await services.play.resign(table.id, person.user_id)).table
    assert table.status is Status.OVER
    assert (await store.read(examine, table.id)).faults == ()
    assert all(standing.player.level or standing.player.user_id for standing in table.standings)
    record = await services.games.record(table.id)
    assert "Computer (strong)" in record
    history = await services.games.history(table.id)
    computers = {player.seat for player in table.players if player.is_computer}
    decided = [entry for entry in history if entry.kind == "acted"]
    assert all((entry.user_id is None) == (entry.seat in computers) for entry in decided)
