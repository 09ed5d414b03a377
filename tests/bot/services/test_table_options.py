"""Options at a table: chosen before it starts, drawn by, undone and recorded."""

import json
from pathlib import Path

import pytest
from tabletop import (
    ANNA,
    BEN,
    PLACE,
    act,
    decider,
    everything,
    refuses,
    running,
    standing,
    undoer,
    whole,
)

from bot.domain import Kind, Refusal, Status
from bot.services import Services
from bot.store.queries import logs
from engine import (
    OPTIONS,
    AddTiles,
    BuildZiggurat,
    Colour,
    DeclineBuilding,
    DrawDecision,
    DrawTile,
    EndTurn,
    IllegalAction,
    PlaceBuilding,
    Reason,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    counts_of,
    read_game,
    read_position,
)
from tests.dice import LoadedDice
from tests.engine.diagram import draw

EVERYTHING = Path(__file__).parents[2] / "journeys" / "games" / "everything.te"

# --- chosen ----------------------------------------------------------------------------------


async def test_the_opener_chooses_until_the_game_starts(services, store):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    assert (table.board, table.options) == ("classic", ())
    chosen = ["ziggurat", "display", "ziggurat"]
    table = await services.lobbies.configure(table.id, ANNA, "advanced", chosen)
    assert (table.board, table.options) == ("advanced", ("display", "ziggurat"))
    assert await services.games.get(table.id) == table
    table = await services.lobbies.configure(table.id, ANNA, "classic", OPTIONS)
    entries = await services.games.history(table.id)
    assert [entry.kind for entry in entries[1:]] == [Kind.CONFIGURED] * 2
    text = (await store.read(logs.read_log, table.id))[-1].text
    assert json.loads(text or "") == {"board": "classic", "options": list(OPTIONS)}
    table = await services.lobbies.join(table.id, BEN)
    assert whole(table).options == OPTIONS
    assert sum(whole(table).display) == 6


# --- drawing ---------------------------------------------------------------------------------


async def drawing(services, players=3):
    """A table at which the first player has swapped the whole hand and draws now."""
    table = await running(services, players, options=["display"])
    return await swapped(services, table)


async def swapped(services, table):
    swap = SwapTiles(whole(table).hands[whole(table).active])
    return (await services.play.act(table.id, decider(table), swap)).table


def drawn(entries):
    """For each tile that was drawn from the bag whether it was automatic."""
    return [entry.automatic for entry in entries if entry.action == DrawTile(None)]


async def test_the_rest_comes_from_the_bag(services):
    table = await drawing(services)
    before = whole(table)
    colour = before.decision.colours[0]  # type: ignore[union-attr]
    table = (await services.play.act(table.id, decider(table), DrawTile(colour))).table
    outcome = await services.play.draw_the_rest(table.id, decider(table), table.state_version)
    assert drawn(outcome.entries) == [False] * 5
    game = whole(outcome.table)
    assert sum(game.hands[0]) == 6
    assert len(game.bag) == len(before.bag) - 6
    assert game.decision.seat == before.active
    assert not outcome.table.players[0].draws_from_bag
    assert isinstance(whole(await swapped(services, outcome.table)).decision, DrawDecision)


async def test_the_rest_is_of_one_draw(store, clock):
    """What the next player draws is not drawn with it."""
    hands = {"A": "kkk", "B": "kk"}
    game = draw("r . r", hands=hands, options="display", display="kkrrbg", turn="A 0").game
    services, table = await standing(store, clock, game)
    table = await act(services, table, EndTurn())
    outcome = await services.play.draw_the_rest(table.id, ANNA.user_id)
    assert [entry.seat for entry in outcome.entries] == [0] * 3
    decision = whole(outcome.table).decision
    assert isinstance(decision, DrawDecision)
    assert (decision.seat, decision.due) == (1, 4)


async def test_always_from_the_bag_and_back(services):
    table = await drawing(services)
    user = decider(table)
    outcome = await services.play.draw_the_rest(table.id, user, always=True)
    assert outcome.entries[0].kind is Kind.DRAWS_FROM_BAG
    assert drawn(outcome.entries) == [False] * 6
    assert outcome.drawn == whole(outcome.table).hands[0], "what only that player may know"
    assert outcome.table.players[0].draws_from_bag
    table = await swapped(services, outcome.table)
    assert sum(whole(table).hands[0]) == 6
    assert drawn(table.turns[-1].entries)[-6:] == [True] * 6
    # it shows no colour, and cannot be undone
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, user))
    # the buttons that were there are still good
    outcome = await services.play.draw_by_choice(table.id, user)
    assert [entry.kind for entry in outcome.entries] == [Kind.DRAWS_BY_CHOICE]
    assert outcome.table.state_version == table.state_version
    assert whole(outcome.table) == whole(table)
    assert not outcome.table.players[0].draws_from_bag
    outcome = await services.play.act(table.id, user, EndTurn(), table.state_version)
    assert outcome.table.turn == 2
    # what is set holds after a restart, and for one player at one table
    for player in outcome.table.players[1:]:
        table = await swapped(services, await services.games.get(table.id))
        assert decider(table) == player.user_id
        assert isinstance(whole(table).decision, DrawDecision)
        table = (await services.play.draw_the_rest(table.id, player.user_id)).table
        await services.play.act(table.id, player.user_id, EndTurn())


async def test_when_there_is_nothing_to_draw(services, store):
    table = await running(services, options=["display"])
    first, second = (player.user_id for player in table.players[:2])
    table = await services.games.get(table.id)
    before = await everything(store)
    for always in (False, True):
        for user, reason in ((first, Reason.NOTHING_TO_DECIDE), (second, Reason.NOT_YOUR_DECISION)):
            with pytest.raises(IllegalAction) as caught:
                await services.play.draw_the_rest(table.id, user, always=always)
            assert caught.value.reason is reason
        version = table.state_version - 1
        stale = services.play.draw_the_rest(table.id, first, version, always=always)
        await refuses(Refusal.STALE, stale)
    assert await everything(store) == before


async def test_when_the_bag_is_empty_everybody_is_asked(store, clock):
    hands = {"A": "kkkkkk", "B": "kkkkkk"}
    game = draw("r . r", hands=hands, options="display", display="rrrbbb", bag="gggggg").game
    services, table = await standing(store, clock, game)
    table = await swapped(services, table)
    table = (await services.play.draw_the_rest(table.id, ANNA.user_id, always=True)).table
    assert (whole(table).bag, whole(table).hands[0]) == ("", counts_of("gggggg"))
    table = await act(services, table, SwapTiles(counts_of("gg")))
    decision = whole(table).decision
    assert isinstance(decision, DrawDecision)
    assert not decision.bag
    with pytest.raises(IllegalAction) as caught:
        await services.play.draw_the_rest(table.id, ANNA.user_id)
    assert caught.value.reason is Reason.BAG_EMPTY
    table = await act(services, table, DrawTile(Colour.RED), DrawTile(Colour.RED))
    assert sum(whole(table).display) == 4


async def test_whoever_resigns_draws_from_the_bag(services, store):
    table = await drawing(services)
    user = decider(table)
    outcome = await services.play.resign(table.id, user)
    assert drawn(outcome.entries) == [True] * 6
    assert outcome.table.turn == 2
    await refuses(Refusal.NOT_PLAYED_ON, services.play.draw_by_choice(table.id, user))
    always = services.play.draw_the_rest(table.id, user, always=True)
    await refuses(Refusal.NOT_PLAYED_ON, always)  # nor asked how to draw
    table = await swapped(services, outcome.table)
    table = (await services.play.draw_the_rest(table.id, decider(table))).table
    table = await act(services, table, EndTurn(), EndTurn(), EndTurn())
    table = (await services.play.resign(table.id, decider(table))).table
    assert table.status is Status.OVER
    automatic = [entry for entry in await services.games.history(table.id) if entry.automatic]
    assert {entry.seat for entry in automatic} == {0}
    assert read_position(await services.games.record(table.id)) == whole(table)


# --- taken back ------------------------------------------------------------------------------


async def test_what_can_be_undone_and_what_cannot(store, clock):
    """Everything that may be is taken back and decided again, once of each kind."""
    text = EVERYTHING.read_text()
    start, *steps = [*read_game(text)][:58]  # by then every kind has been decided
    services = Services(store, LoadedDice.of(text), clock, sealing=False)
    table = await running(services, 2, board=start.board.layout.name, options=start.options)
    assert whole(table) == start
    undone, final = set(), set()
    for step in steps:
        before, user = whole(table), decider(table)
        table = (await services.play.act(table.id, user, step.action)).table
        assert whole(table) == step.game
        if table.undoer is None:
            final.add(type(step.action))
            continue
        assert undoer(table) == user
        if type(step.action) not in undone:
            undone.add(type(step.action))
            table = (await services.play.undo(table.id, user)).table
            assert whole(table) == before
            table = (await services.play.act(table.id, user, step.action)).table
            assert whole(table) == step.game
    assert undone >= {PlaceBuilding, DeclineBuilding, BuildZiggurat, TakeTreasures}
    assert final == {DrawTile, TakeCube, SwapTiles, AddTiles, EndTurn}
    await services.admins.end(table.id, PLACE.guild_id, ANNA, result=True)
    played = [*read_game(await services.games.record(table.id))][1:]
    assert [step.action for step in played] == [step.action for step in steps]
