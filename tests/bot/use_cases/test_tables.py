"""The use cases, from opening a table to its record; its options; taking a decision back."""

import json
import logging
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    FOUR_AGAINST_TWO,
    PLACE,
    act,
    act_at_random,
    all_rows,
    catastrophe,
    change_directly,
    decider,
    ended,
    game_of,
    mark_delivered,
    opened,
    play_out,
    refuses,
    running,
    table_at,
    undoer,
)

from bot.changes import decide_least
from bot.changes.loader import Loader
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Orders, Plan, Seat
from bot.domain.seeds import Seed
from bot.domain.table import Place, Status
from bot.store.queries import games, logs
from bot.store.schema.tables import snapshot
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats, changes_of
from engine import (
    OPTIONS,
    AddTiles,
    BuildZiggurat,
    Colour,
    DeclineBuilding,
    DrawDecision,
    DrawTile,
    Dynasty,
    EndTurn,
    Game,
    Hand,
    IllegalAction,
    OpenView,
    PlaceBuilding,
    PlaceCatastrophe,
    Reason,
    Score,
    SeatView,
    StandingOrder,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    TilesDrawn,
    TilesSwapped,
    WarDecision,
    counts_of,
    dump_game,
    full_bag,
    parse_action,
    read_game,
    read_position,
)
from tests.dice import LoadedDice
from tests.engine.diagram import draw

# --- before the game -----------------------------------------------------------------------------


async def test_whoever_opens_a_table_sits_there(services, clock):
    table = await services.opening.open(ANNA, PLACE, "  The long river ", board="advanced", seats=3)
    assert table.name == "The long river"
    assert table.status is Status.LOBBY
    assert (table.board, table.options, table.capacity) == ("advanced", (), 3)
    assert (table.place, table.home, table.opener_id) == (PLACE, None, ANNA.user_id)
    assert [player.name for player in table.players] == ["Anna"]
    assert (table.version, table.state_version, table.turn, table.turns) == (1, 0, 0, ())
    assert table.view is table.decider is table.undoer is None
    assert table.created_at == clock.now
    assert await services.games.get(table.id) == table


async def test_the_last_seat_taken_starts_the_game_and_the_log_says_how(services, store):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    table = await services.lobbies.join(table.id, BEN)
    assert table.status is Status.RUNNING
    assert table.turn == 1
    assert table.decider == table.player(0)
    assert [player.seat for player in table.players] == [0, 1]
    assert {player.user_id for player in table.players} == {ANNA.user_id, BEN.user_id}
    assert tuple(player.dynasty for player in table.players) == game_of(table).seats
    assert [entry.kind for entry in table.turns[0].entries] == ["started"]
    assert table.state_version == table.version == 3
    started = (await store.read(logs.read_log, table.id))[-1]
    assert started.text not in repr(started)
    start = json.loads(started.text)
    assert start["users"] == [player.user_id for player in table.players]
    assert Game.start([Dynasty(seat) for seat in start["seats"]], start["bag"]) == game_of(table)


async def test_an_opener_who_leaves_hands_over_to_the_next_and_may_come_back(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await services.lobbies.join(table.id, CORA)
    table = await services.lobbies.leave(table.id, ANNA)
    assert table.opener_id == BEN.user_id
    assert [player.name for player in table.players] == ["Ben", "Cora"]
    table = await services.lobbies.join(table.id, ANNA)
    assert [player.name for player in table.players] == ["Ben", "Cora", "Anna"]
    assert (await services.lobbies.start(table.id, BEN)).status is Status.RUNNING  # of four seats


# --- the game ------------------------------------------------------------------------------------


async def test_a_decision_is_stored_before_it_is_answered(services, store):
    table = await running(services)
    outcome = await act_at_random(services, table, Random(1))
    assert await services.games.get(table.id) == outcome.table
    (entry,) = outcome.entries
    assert entry == outcome.table.last_decision
    assert (entry.seq, entry.seat, entry.user_id) == (table.version + 1, 0, decider(table))
    state = await store.read(logs.read_state, table.id, entry.seq)
    assert state == dump_game(game_of(outcome.table))


async def test_turns_are_counted_and_the_one_before_is_kept(services, store):
    table = await running(services)
    for number in range(1, 5):
        assert table.turn == number
        table = await mark_delivered(store, services, table)
        table = await act(services, table, EndTurn())
        assert [turn.number for turn in table.turns] == [number, number + 1]
        assert [turn.seat for turn in table.turns] == [(number - 1) % 3, number % 3]
        assert isinstance(table.turns[0].entries[-1].action, EndTurn)
        assert table.turns[1].entries == ()
    assert game_of(table).active == table.turns[-1].seat


async def test_nobody_learns_which_tiles_were_swapped_and_who_did_what_was_drawn(services):
    """R11.1: the half that is kept is not reported as drawn."""
    table = await running(services, 2)
    before = game_of(table)
    swap = SwapTiles(before.hands[0])
    outcome = await services.play.act(table.id, decider(table), swap)
    (entry,) = outcome.entries
    assert entry.action is None
    assert entry.events == (TilesSwapped(0, 6), TilesDrawn(0, 6))
    assert str(swap) not in repr(await services.games.history(table.id))
    assert outcome.drawn == counts_of(before.bag[:6]) == game_of(outcome.table).hands[0]
    outcome = await services.play.act(table.id, decider(table), EndTurn())
    assert not any(outcome.drawn)
    before = game_of(outcome.table)
    colour = next(colour for colour in Colour if before.hands[1][colour])
    swap = SwapTiles(tuple(int(each is colour) for each in Colour))
    outcome = await services.play.act(table.id, decider(outcome.table), swap)
    assert outcome.drawn == counts_of(before.bag[:1])


async def test_a_whole_game(services, store):
    table = await play_out(store, services, await running(services, 2), decisions=6)
    assert table.status is Status.OVER
    assert table.decider is table.undoer is None
    ranking = game_of(table).ranking()
    assert [each.placing for each in table.standings] == list(ranking)
    assert [each.place for each in table.standings] == [each.place for each in ranking]
    record = await services.games.record(table.id)
    assert read_position(record) == game_of(table)
    assert '[Date "2030-01-01"]' in record
    history = await services.games.history(table.id)
    assert [entry.seq for entry in history] == list(range(1, table.version + 1))
    assert {seq for _, seq, _ in (await all_rows(store))["snapshot"]} == {table.version}


async def test_states_are_kept_until_their_turns_are_shown(services, store):
    """They show the board at the end of those turns; of all others only the last is stored."""

    async def stored():
        return {seq for _, seq, _ in (await all_rows(store))["snapshot"]}

    table = await running(services)
    ends = []
    for _ in range(3):
        table = await act(services, table, catastrophe(table), EndTurn())
        ends.append(table.turns[-2].entries[-1].seq)
    assert await stored() == set(ends)
    table = await act(services, await mark_delivered(store, services, table), EndTurn())
    assert await stored() == {table.version}


async def test_a_rule_fixed_later_does_not_touch_a_running_game(services, store, clock):
    """Play continues from the stored state, even if the log leads elsewhere."""
    table = await running(services)
    (entry,) = (await services.play.act(table.id, decider(table), EndTurn())).entries
    other = Game.start(game_of(table).seats, full_bag("classic"))
    async with store.writing() as connection:
        of_entry = snapshot.c.seq == entry.seq
        await connection.execute(update(snapshot).where(of_entry).values(state=dump_game(other)))
    services = Services(store, Random(7), clock)  # as after a restart
    table = await services.games.get(table.id)
    assert game_of(table) == other
    await services.play.act(table.id, table.player(0).user_id, EndTurn())


# --- queries -------------------------------------------------------------------------------------


async def test_users_and_channels_find_their_games(services):
    left = await services.opening.open(DAN, PLACE, "Left by the last one")
    assert (await services.lobbies.leave(left.id, DAN)).status is Status.CANCELLED
    lobby = await services.opening.open(DAN, PLACE, "A lobby")
    game = await running(services, 2)
    over = await services.games.get((await ended(services)).id)
    elsewhere = await services.opening.open(CORA, Place(None, 77), "Elsewhere")
    assert await services.games.of_user(DAN.user_id) == [lobby]
    assert await services.games.of_user(BEN.user_id) == [game]
    assert over not in await services.games.of_user(ANNA.user_id)
    assert await services.games.at(PLACE.channel_id) == [game, lobby]
    assert await services.games.at(PLACE.channel_id, finished=True) == [over, game, lobby]
    assert await services.games.at(77) == [elsewhere]


async def test_a_new_name_is_used_in_games_of_its_server_that_go_on(services):
    """A user's name in one server is not shown in another."""
    over = await ended(services)
    game = await running(services, 2)
    other = await services.opening.open(ANNA, Place(99, 77), "Uruk", language="de")
    assert (other.language, other.players[0].language) == ("de", "en")

    async def names():
        tables = [await services.games.get(table.id) for table in (game, over, other)]
        return [table.player_of(ANNA.user_id).name for table in tables]

    visit = await services.visits.of(game.id, ANNA.user_id)
    new = Person(ANNA.user_id, "Annabel", "de")
    visit = await services.people.notice(visit, new, PLACE.guild_id)
    assert visit.table.player_of(ANNA.user_id).name == "Annabel"
    assert visit.table.player_of(ANNA.user_id).language == "de"
    assert await names() == ["Annabel", "Anna", "Anna"]
    # nor in a direct message, where nobody has a name of a server
    visit = await services.visits.of(other.id, ANNA.user_id)
    await services.people.notice(visit, Person(ANNA.user_id, "Anna Nobody"), None)
    assert await names() == ["Annabel", "Anna", "Anna"]
    assert (await services.opening.open(new, PLACE, "Kish")).players[0].language == "de"


async def test_not_even_the_most_talkative_log_tells_what_is_hidden(tmp_path, clock, caplog):
    with caplog.at_level("DEBUG"):
        logging.getLogger("bot").debug("it is heard")
        async with opened(tmp_path / "talkative.sqlite3") as (store,):
            services = Services(store, Random(1), clock)
            table = await running(services)
            swap = SwapTiles(game_of(table).hands[0])
            after = await act(services, table, swap)
    logged = caplog.text
    assert "it is heard" in logged
    for hidden in (game_of(table).bag, game_of(after).bag, str(swap)):
        assert hidden not in logged


# --- the cache -----------------------------------------------------------------------------------


async def test_what_is_in_memory_is_what_a_program_reads_that_has_just_started(
    services, store, clock
):
    """After every kind of change; views of all seats included."""
    rng = Random(1)
    table = await running(services, 3, options=["display", "buildings", "ziggurat"])
    for number in range(10):
        user = decider(table)
        asked = game_of(table).decision
        if table.undoer is not None and rng.random() < 0.2:
            outcome = await services.play.undo(table.id, table.undoer.user_id)
        elif isinstance(asked, DrawDecision) and asked.bag and rng.random() < 0.3:
            outcome = await services.play.draw_the_rest(table.id, user, always=rng.random() < 0.1)
        elif number == 8:
            outcome = await services.play.resign(table.id, rng.choice(table.players).user_id)
        else:
            outcome = await act_at_random(services, table, rng)
        table = outcome.table
        fresh = await AllSeats(Services(store, rng, clock)).everyone(table.id)
        assert fresh.table == table == await services.games.get(table.id)
        assert fresh == await AllSeats(services).everyone(table.id)
        assert fresh.seats[outcome.seat.number] == outcome.seat


async def test_what_another_program_wrote_is_not_overlooked(services, store, clock):
    """This program has the game in memory as it was before."""
    table = await running(services, 2)
    first, second = (player.user_id for player in table.players)
    other = Services(store, Random(1), clock)
    await other.play.act(table.id, first, EndTurn())
    assert (await services.games.get(table.id)).turn == 2
    await other.play.act(table.id, second, EndTurn())
    with pytest.raises(IllegalAction):  # the engine knows whose turn it is by now
        await services.play.act(table.id, second, EndTurn())
    await other.play.act(table.id, first, EndTurn())
    after = (await services.play.act(table.id, second, EndTurn())).table
    assert after.turn == 5
    assert after == await Services(store, Random(1), clock).games.get(table.id)


async def test_what_was_read_before_a_change_does_not_replace_it(services, store):
    """Transactions that began together end in any order."""
    start = await running(services, 2)
    loader = Loader()
    (before,) = await store.read(loader.read, games.numbered(start.id))
    await act_at_random(services, start, Random(1))
    (after,) = await store.read(loader.read, games.numbered(start.id))
    loader.remember(before)
    assert loader.latest(start.id) is after


# --- secrecy --------------------------------------------------------------------------------------


HIDDEN = Hand | Score | Seat | SeatView | OpenView | Game | Orders | Plan | Seed
NOTE = "my note: attack from the north"


def parts(value):
    """A value and all its parts."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for item in value.items():
            yield from parts(item)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from parts(item)


async def test_a_table_holds_no_hand_bag_secret_or_private_data(store, clock):
    services = Services(store, Random(5), clock)
    table = await running(services, 3, options=["display", "ziggurat"])
    await services.preferences.set_standing_order(BEN.user_id, StandingOrder.ALL, table.id)
    await services.notes.keep_note(ANNA.user_id, table.id, NOTE)
    reader = changes_of(services).reader
    secret = await reader.secret(await reader.one(table.id))
    start, dice = game_of(table), Random(5)
    for _ in range(12):
        log = await services.games.history(table.id)
        assert_nothing_hidden(table, log, [start.bag, game_of(table).bag, secret, NOTE])
        table = (await act_at_random(services, table, dice)).table
        if table.status is not Status.RUNNING:
            break
    assert {"started", "acted"} <= {entry.kind for entry in log}


def assert_nothing_hidden(table, log, texts):
    values = list(parts((table, log)))
    assert "Game(" not in repr(table)
    assert [type(each) for each in values if isinstance(each, HIDDEN)] == []
    words = [each for each in values if isinstance(each, str)]
    for hidden in texts:
        assert len(hidden) > 20
        assert [each for each in words if hidden[:20] in each] == []


# --- options -------------------------------------------------------------------------------------


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
    assert [entry.kind for entry in entries[1:]] == ["configured"] * 2
    text = (await store.read(logs.read_log, table.id))[-1].text
    assert json.loads(text or "") == {"board": "classic", "options": list(OPTIONS)}
    table = await services.lobbies.join(table.id, BEN)
    assert game_of(table).options == OPTIONS
    assert sum(game_of(table).display) == 6


# --- drawing ---------------------------------------------------------------------------------


async def drawing(services, players=3):
    """A table at which the first player has swapped the whole hand and draws now."""
    table = await running(services, players, options=["display"])
    return await swapped(services, table)


async def swapped(services, table):
    swap = SwapTiles(game_of(table).hands[game_of(table).active])
    return await act(services, table, swap)


def drawn(entries):
    """For each tile that was drawn from the bag, true if the draw was automatic."""
    return [each.automatic for each in entries if getattr(each, "action", None) == DrawTile(None)]


async def test_the_rest_comes_from_the_bag(services):
    table = await drawing(services)
    before = game_of(table)
    colour = before.decision.colours[0]
    table = await act(services, table, DrawTile(colour))
    outcome = await services.play.draw_the_rest(table.id, decider(table), table.state_version)
    assert drawn(outcome.entries) == [False] * 5
    game = game_of(outcome.table)
    assert sum(game.hands[0]) == 6
    assert len(game.bag) == len(before.bag) - 6
    assert game.decision.seat == before.active
    assert not outcome.table.players[0].draws_from_bag
    assert isinstance(game_of(await swapped(services, outcome.table)).decision, DrawDecision)


async def test_the_rest_is_of_one_draw(store, clock):
    """The next player's draw is not part of it."""
    hands = {"A": "kkk", "B": "kk"}
    game = draw("r . r", hands=hands, options="display", display="kkrrbg", turn="A 0").game
    services, table = await table_at(store, clock, game)
    table = await act(services, table, EndTurn())
    outcome = await services.play.draw_the_rest(table.id, ANNA.user_id)
    assert [entry.seat for entry in outcome.entries] == [0] * 3
    decision = game_of(outcome.table).decision
    assert isinstance(decision, DrawDecision)
    assert (decision.seat, decision.due) == (1, 4)


async def test_always_from_the_bag_and_back(services):
    table = await drawing(services)
    user = decider(table)
    outcome = await services.play.draw_the_rest(table.id, user, always=True)
    assert outcome.entries[0].kind == "draws from bag"
    assert drawn(outcome.entries) == [False] * 6
    assert outcome.drawn == game_of(outcome.table).hands[0], "what only that player may know"
    assert outcome.table.players[0].draws_from_bag
    table = await swapped(services, outcome.table)
    assert sum(game_of(table).hands[0]) == 6
    assert drawn(table.turns[-1].entries)[-6:] == [True] * 6
    # it shows no colour, and cannot be undone
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, user))
    # the buttons that were there are still good
    outcome = await services.play.draw_by_choice(table.id, user)
    assert [entry.kind for entry in outcome.entries] == ["draws by choice"]
    assert outcome.table.state_version == table.state_version
    assert game_of(outcome.table) == game_of(table)
    assert not outcome.table.players[0].draws_from_bag
    outcome = await services.play.act(table.id, user, EndTurn(), table.state_version)
    assert outcome.table.turn == 2
    # what is set holds after a restart, and for one player at one table
    for player in outcome.table.players[1:]:
        table = await swapped(services, await services.games.get(table.id))
        assert decider(table) == player.user_id
        assert isinstance(game_of(table).decision, DrawDecision)
        table = (await services.play.draw_the_rest(table.id, player.user_id)).table
        await services.play.act(table.id, player.user_id, EndTurn())


async def test_when_there_is_nothing_to_draw(services, store):
    table = await running(services, options=["display"])
    first, second = (player.user_id for player in table.players[:2])
    table = await services.games.get(table.id)
    before = await all_rows(store)
    for always in (False, True):
        for user, reason in ((first, Reason.NOTHING_TO_DECIDE), (second, Reason.NOT_YOUR_DECISION)):
            with pytest.raises(IllegalAction) as caught:
                await services.play.draw_the_rest(table.id, user, always=always)
            assert caught.value.reason is reason
        version = table.state_version - 1
        stale = services.play.draw_the_rest(table.id, first, version, always=always)
        await refuses(Refusal.STALE, stale)
    assert await all_rows(store) == before


async def test_when_the_bag_is_empty_everybody_is_asked(store, clock):
    hands = {"A": "kkkkkk", "B": "kkkkkk"}
    game = draw("r . r", hands=hands, options="display", display="rrrbbb", bag="gggggg").game
    services, table = await table_at(store, clock, game)
    table = await swapped(services, table)
    table = (await services.play.draw_the_rest(table.id, ANNA.user_id, always=True)).table
    assert (game_of(table).bag, game_of(table).hands[0]) == ("", counts_of("gggggg"))
    table = await act(services, table, SwapTiles(counts_of("gg")))
    decision = game_of(table).decision
    assert isinstance(decision, DrawDecision)
    assert not decision.bag
    with pytest.raises(IllegalAction) as caught:
        await services.play.draw_the_rest(table.id, ANNA.user_id)
    assert caught.value.reason is Reason.BAG_EMPTY
    table = await act(services, table, DrawTile(Colour.RED), DrawTile(Colour.RED))
    assert sum(game_of(table).display) == 4


async def test_whoever_resigns_draws_from_the_bag(services, store):
    table = await drawing(services)
    user = decider(table)
    outcome = await services.play.resign(table.id, user)
    assert drawn(outcome.entries) == [True] * 6
    assert outcome.table.turn == 2
    await refuses(Refusal.NOT_PLAYED_ON, services.play.draw_by_choice(table.id, user))
    always = services.play.draw_the_rest(table.id, user, always=True)
    await refuses(Refusal.NOT_PLAYED_ON, always)  # nor asked how to draw
    table = await act(services, outcome.table, EndTurn(), EndTurn())
    table = (await services.play.resign(table.id, decider(table))).table
    assert table.status is Status.OVER
    automatic = [
        entry
        for entry in await services.games.history(table.id)
        if getattr(entry, "automatic", False)
    ]
    assert {entry.seat for entry in automatic} == {0}
    assert read_position(await services.games.record(table.id)) == game_of(table)


# --- taken back ------------------------------------------------------------------------------


async def test_what_can_be_undone_and_what_cannot(store, clock):
    """Everything that may be is taken back and decided again, once of each kind."""
    text = EVERYTHING.read_text()
    start, *steps = [*read_game(text)][:58]  # by then every kind has been decided
    services = Services(store, LoadedDice.of(text), clock, sealing=False)
    table = await running(services, 2, board=start.board.layout.name, options=start.options)
    assert game_of(table) == start
    undone, final = set(), set()
    for step in steps:
        before, user = game_of(table), decider(table)
        table = (await services.play.act(table.id, user, step.action)).table
        assert game_of(table) == step.game
        if table.undoer is None:
            final.add(type(step.action))
            continue
        assert undoer(table) == user
        if type(step.action) not in undone:
            undone.add(type(step.action))
            table = (await services.play.undo(table.id, user)).table
            assert game_of(table) == before
            table = (await services.play.act(table.id, user, step.action)).table
            assert game_of(table) == step.game
    assert undone >= {PlaceBuilding, DeclineBuilding, BuildZiggurat, TakeTreasures}
    assert final == {DrawTile, TakeCube, SwapTiles, AddTiles, EndTurn}
    await services.admins.end(table.id, PLACE.guild_id, ANNA, result=True)
    played = [*read_game(await services.games.record(table.id))][1:]
    assert [step.action for step in played] == [step.action for step in steps]


# --- undo ----------------------------------------------------------------------------------------


TWO_WARS = """
    Br r  .  r  Lr
    Bk r  .  r  Lk
    .  r  .  r  .
"""
"""A tile on H3 lets the bull's leaders fight the lion's: the archer chooses what comes first."""


def harmless(table, skip=0):
    """A decision that reveals nothing hidden and asks nobody else."""
    catastrophes = [a for a in game_of(table).legal_actions() if isinstance(a, PlaceCatastrophe)]
    return catastrophes[skip]


async def test_undoing_brings_the_game_back_and_the_log_keeps_what_was_undone(services, store):
    start = await running(services)
    anna = decider(start)
    acted = await services.play.act(start.id, anna, harmless(start))
    table = acted.table
    assert undoer(table) == anna
    for player in table.players[1:]:
        with pytest.raises(Refused, match=f"{table.players[0].name} decided last"):
            await services.play.undo(table.id, player.user_id)
    outcome = await services.play.undo(table.id, anna, table.state_version)
    assert game_of(outcome.table) == game_of(start)
    assert [entry.kind for entry in outcome.entries] == ["undone"]
    assert outcome.table.state_version == outcome.table.version == table.version + 1
    assert outcome.table.turns == start.turns  # as if nothing had happened
    assert outcome.table.undoer is None
    (stored,) = (await services.play.act(start.id, anna, harmless(start, 5))).entries
    log = await store.read(logs.read_log, start.id)
    assert [row.kind for row in log[-3:]] == ["acted", "undone", "acted"]
    assert log[-2].undoes == acted.entries[0].seq
    assert (await services.games.history(start.id))[-2:] == [start.turns[0].entries[-1], stored]


async def test_both_actions_of_a_turn_are_undone_one_at_a_time(services):
    start = await running(services)
    anna = decider(start)
    one = (await services.play.act(start.id, anna, harmless(start))).table
    await services.play.act(start.id, anna, harmless(one))
    assert game_of((await services.play.undo(start.id, anna)).table) == game_of(one)
    assert game_of((await services.play.undo(start.id, anna)).table) == game_of(start)
    await refuses(Refusal.NOTHING_TO_UNDO, services.play.undo(start.id, anna))
    # and the next turn to its beginning
    table = (await services.play.act(start.id, anna, EndTurn())).table
    ben = decider(table)
    later = (await services.play.act(table.id, ben, harmless(table))).table
    assert undoer(later) == ben
    assert game_of((await services.play.undo(table.id, ben)).table) == game_of(table)
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, ben))


async def test_neither_a_swap_nor_what_came_before_can_be_undone(services, store):
    table = await running(services)
    anna = decider(table)
    table = await act(services, table, harmless(table), SwapTiles(game_of(table).hands[0]))
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, anna))
    assert len((await all_rows(store))["snapshot"]) == 1  # nothing to go back to


async def test_an_attack_can_be_undone_until_somebody_adds_tiles(store, clock):
    services, table = await table_at(store, clock, draw(FOUR_AGAINST_TWO, seats="A B L").game)
    attack = parse_action("Ak@H3")
    table = await act(services, table, attack)
    assert undoer(table) == ANNA.user_id
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    assert decider(table) == ANNA.user_id
    table = await act(services, table, attack, AddTiles(0))
    assert table.undoer is None
    for player in table.players:
        await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, player.user_id))


async def test_what_was_decided_for_somebody_is_not_taken_back(store, clock):
    """Otherwise a player without time could get the question back."""
    services, table = await table_at(store, clock, draw(TWO_WARS, seats="A B L").game)
    table = (await services.play.act(table.id, ANNA.user_id, parse_action("r@H3"))).table
    assert isinstance(game_of(table).decision, WarDecision)

    table = await change_directly(services, table, lambda change: decide_least(change, 0))
    assert (decider(table), undoer(table)) == (BEN.user_id, None)
    await refuses(Refusal.UNDO_AUTOMATIC, services.play.undo(table.id, ANNA.user_id))
