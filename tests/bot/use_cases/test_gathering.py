"""Players of a new table: the opener's choices, and the players it waits for."""

from dataclasses import replace
from datetime import timedelta

from tabletop import ANNA, BEN, CORA, DAN, PLACE, act, catastrophe, decider, running

from bot.content.names import MOST_IN_THREAD_NAME, final_thread_name
from bot.domain.checks import may_join
from bot.domain.table import Status
from bot.features.lobby.lobby_post import lobby
from bot.i18n import Words
from bot.ops.game_check import examine
from engine import EndTurn


async def test_who_is_taken_out_is_gone_and_not_invited_any_more(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.invitations.invite(table.id, ANNA, [BEN.user_id, CORA.user_id, BEN.user_id])
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    table = await services.lobbies.join(table.id, BEN)
    assert not may_join(table, BEN.user_id)  # who sits there
    assert may_join(table, CORA.user_id)
    assert not may_join(table, DAN.user_id)
    table = await services.lobbies.take_out(table.id, ANNA, BEN.user_id)
    assert [player.name for player in table.players] == ["Anna"]
    assert table.invited == (CORA.user_id,)
    assert not may_join(table, BEN.user_id)
    assert await services.games.get(table.id) == table


async def test_a_seat_is_kept_for_who_is_asked(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    table = await services.invitations.ask_also(table.id, ANNA, BEN.user_id)
    table = await services.lobbies.join(table.id, CORA)
    assert not may_join(table, DAN.user_id)
    assert may_join(table, BEN.user_id)
    # there may be just as many seats as people who sit there or are asked
    table = await services.lobbies.configure(table.id, ANNA, seats=3)
    assert await services.games.get(table.id) == table
    # a user who declines frees the seat, but can still join
    table = await services.invitations.decline(table.id, BEN.user_id)
    assert table.open_invitations == ()
    assert may_join(table, DAN.user_id)
    assert may_join(table, BEN.user_id)
    table = await services.lobbies.join(table.id, BEN)
    assert (table.status, table.asked) == (Status.RUNNING, ())


async def test_who_is_asked_may_join_where_only_invited_may(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3)
    table = await services.lobbies.configure(table.id, ANNA, only_invited=True)
    await services.invitations.ask(table.id, ANNA, [BEN.user_id, CORA.user_id])  # for each seat
    table = await services.invitations.ask(table.id, ANNA, [BEN.user_id])
    assert may_join(table, BEN.user_id)
    assert not may_join(table, CORA.user_id)
    table = await services.invitations.ask(table.id, ANNA, [])  # taken back
    assert not may_join(table, BEN.user_id)
    table = await services.invitations.ask(table.id, ANNA, [BEN.user_id])
    table = await services.lobbies.join(table.id, BEN)
    table = await services.lobbies.take_out(table.id, ANNA, BEN.user_id)
    assert not may_join(table, BEN.user_id)


async def test_a_table_to_be_joined_is_found_in_its_server_only(services):
    for name in ("Ur", "Kish"):
        table = await services.opening.open(ANNA, PLACE, name, seats=2)
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    elsewhere = replace(PLACE, guild_id=7)
    await services.opening.open(ANNA, elsewhere, "Mari")
    found = await services.games.joinable(BEN.user_id, PLACE.guild_id)
    assert [each.name for each in found] == ["Ur"]
    assert await services.games.joinable(ANNA.user_id, PLACE.guild_id) == []
    assert await services.games.joinable(BEN.user_id, None) == []


async def test_a_log_of_it_all_agrees_with_what_is_stored(services, store):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, mentioned_role_id=7)
    await services.lobbies.configure(table.id, ANNA, seats=4)
    await services.lobbies.join(table.id, BEN)
    await services.lobbies.join(table.id, CORA)
    await services.lobbies.configure(table.id, ANNA, "advanced", ["ziggurat"])
    table = await services.invitations.invite(table.id, ANNA, [DAN.user_id, *range(24)])
    assert len(table.invited) == 25, "and not one more"
    await services.lobbies.take_out(table.id, ANNA, BEN.user_id)
    await services.lobbies.configure(table.id, ANNA, name=" Kish ")
    await services.lobbies.configure(table.id, ANNA, only_invited=True)
    table = await services.lobbies.start(table.id, ANNA)
    assert (table.board, table.options) == ("advanced", ("ziggurat",))
    assert (table.name, table.capacity, table.only_invited) == ("Kish", 4, True)
    kinds = [entry.kind for entry in await services.games.history(table.id)]
    assert kinds.count("configured") == 4
    assert not (await store.read(examine, table.id)).faults


# --- the players that a game waits for -----------------------------------------------------------


async def test_a_game_waits_since_somebody_else_decided_last(services, clock):
    table = await running(services, 2)
    begun, door = clock.now, lobby(Words(), table)
    assert table.awaited_since == begun
    clock.advance(minutes=5)
    acted = await services.play.act(table.id, decider(table), catastrophe(table))
    assert acted.table.awaited_since == begun
    assert lobby(Words(), acted.table) == door
    ended = await services.play.act(table.id, decider(acted.table), EndTurn())
    assert ended.table.awaited_since == begun + timedelta(minutes=5)
    assert lobby(Words(), ended.table) != door
    clock.advance(minutes=5)
    table = await act(services, ended.table, catastrophe(ended.table))
    table = (await services.play.undo(table.id, decider(table))).table
    assert table.awaited_since == begun + timedelta(minutes=5)
    assert (await services.games.get(table.id)).awaited_since == table.awaited_since


async def test_who_resigned_is_passed_and_the_next_is_awaited_since_then(services, clock):
    table = await running(services, 3)
    waiting = table.player(2)
    clock.advance(minutes=1)
    # the game still waits for the same player after a resignation out of turn
    table = (await services.play.resign(table.id, waiting.user_id)).table
    assert table.awaited_since == clock.now - timedelta(minutes=1)
    table = await act(services, table, EndTurn())
    clock.advance(minutes=1)
    table = await act(services, table, EndTurn())
    assert table.decider == table.player(0)
    assert table.awaited_since == clock.now
    assert table.round_number == 2


async def test_the_thread_is_called_by_the_winner_in_the_end(services):
    table = await running(services, 2, name="The long river")
    table = (await services.play.resign(table.id, BEN.user_id)).table
    assert table.status is Status.OVER
    assert final_thread_name(table) == f"🏆 Anna · The long river · {table.id}"
    players = tuple(replace(player, name="x" * 100) for player in table.players)
    standings = tuple(
        replace(each, player=replace(each.player, name="x" * 100)) for each in table.standings
    )
    long = replace(table, name="y" * 60, players=players, standings=standings)
    assert len(final_thread_name(long)) == MOST_IN_THREAD_NAME
    assert final_thread_name(long).endswith(f"… · {'y' * 60} · {table.id}")
