"""Resigning: the seat stays, decides by itself, and comes last."""

from tabletop import (
    FOUR_AGAINST_TWO,
    act,
    decider,
    delivered,
    play_out,
    running,
    standing,
    undoer,
    whole,
)

from bot.domain import Kind, Status
from engine import AddTiles, BuildDecision, EndTurn, TakeDecision, parse_action, read_position
from tests.engine.diagram import draw


async def test_whoever_is_to_move_ends_the_turn_by_resigning(services):
    table = await running(services)
    first = table.player(0)
    outcome = await services.play.resign(table.id, first.user_id)
    assert [entry.kind for entry in outcome.entries] == [Kind.RESIGNED, Kind.ACTED]
    assert [entry.automatic for entry in outcome.entries] == [False, True]
    assert isinstance(outcome.entries[1].action, EndTurn)
    assert outcome.table.player(0).abandoned
    assert outcome.table.decider == outcome.table.player(1)
    assert outcome.table.turn == 2


async def test_turns_of_the_resigned_pass_by_themselves(services, store):
    table = await running(services, 4)
    for seat in (2, 3):
        table = (await services.play.resign(table.id, table.player(seat).user_id)).table
    assert table.decider == table.player(0)
    table = (await services.play.act(table.id, decider(table), EndTurn())).table
    table = await delivered(store, services, table)
    outcome = await services.play.act(table.id, decider(table), EndTurn())
    assert [entry.automatic for entry in outcome.entries] == [False, True, True]
    assert outcome.table.decider == outcome.table.player(0)
    assert outcome.table.turn == 5
    # back to the last turn that a person played
    assert [turn.number for turn in outcome.table.turns] == [2, 3, 4, 5]
    assert [turn.seat for turn in outcome.table.turns] == [1, 2, 3, 0]


async def test_what_was_decided_before_others_resigned_can_be_undone(services):
    table = await running(services)
    action = next(a for a in whole(table).legal_actions() if str(a).startswith("x@"))
    await services.play.act(table.id, decider(table), action)
    after = (await services.play.resign(table.id, table.player(2).user_id)).table
    assert undoer(after) == table.player(0).user_id
    assert whole((await services.play.undo(table.id, table.player(0).user_id)).table) == whole(
        table
    )


async def test_the_game_is_over_when_one_player_is_left(services):
    table = await running(services, 4)
    leaving = [table.player(seat).user_id for seat in (2, 0, 3)]
    for user_id in leaving:
        assert table.status is Status.RUNNING
        table = (await services.play.resign(table.id, user_id)).table
    assert table.status is Status.OVER
    standings = table.standings
    assert [standing.place for standing in standings] == [1, 2, 3, 4]
    assert [standing.player.seat for standing in standings] == [1, 3, 0, 2]
    assert read_position(await services.games.record(table.id)) == whole(table)


async def test_those_who_stay_share_places_as_the_rules_say(services, store):
    table = await running(services, 4)
    table = (await services.play.resign(table.id, table.player(0).user_id)).table
    table = (await services.play.resign(table.id, table.player(1).user_id)).table
    assert table.standings == ()
    table = await play_out(store, services, table, 3, decisions=4)
    stayed, resigned = table.standings[:2], table.standings[2:]
    assert {standing.player.seat for standing in stayed} == {2, 3}
    assert stayed[0].place == 1
    assert stayed[0].placing.ascending >= stayed[1].placing.ascending
    assert [(standing.place, standing.player.seat) for standing in resigned] == [(3, 1), (4, 0)]


async def test_resigning_in_the_middle_of_a_conflict(store, clock):
    game = draw(FOUR_AGAINST_TWO, seats="A B L", hands={"A": "rrkkkk", "B": "rrrrgg"}).game
    services, table = await standing(store, clock, game)
    table = await act(services, table, parse_action("Ak@H3"))
    outcome = await services.play.resign(table.id, decider(table))
    assert outcome.entries[1].action == AddTiles(0)
    assert outcome.table.decider is not None
    assert not outcome.table.decider.abandoned
    assert not isinstance(whole(outcome.table).decision, BuildDecision | TakeDecision)
