"""The use cases, from opening a table to its record."""

import json
import logging
from random import Random

import pytest
from sqlalchemy import update
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    act_at_random,
    decider,
    delivered,
    ended,
    everything,
    opened,
    play_out,
    running,
    whole,
)

from bot.changes.loader import Loader
from bot.domain import Kind, Person, Place, Status
from bot.services import Services
from bot.services.inside import AllSeats
from bot.store.queries import games, logs
from bot.store.schema.tables import snapshot
from engine import (
    Colour,
    DrawDecision,
    Dynasty,
    EndTurn,
    Game,
    IllegalAction,
    SwapTiles,
    TilesDrawn,
    TilesSwapped,
    counts_of,
    dump_game,
    full_bag,
    read_position,
)
from tests.longer import longer

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


async def test_the_last_seat_taken_starts_the_game(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    table = await services.lobbies.join(table.id, BEN)
    assert table.status is Status.RUNNING
    assert table.turn == 1
    assert table.decider == table.player(0)
    assert [player.seat for player in table.players] == [0, 1]
    assert {player.user_id for player in table.players} == {ANNA.user_id, BEN.user_id}
    assert tuple(player.dynasty for player in table.players) == whole(table).seats
    assert [entry.kind for entry in table.turns[0].entries] == [Kind.STARTED]
    assert table.state_version == table.version == 3


async def test_the_opener_may_start_earlier(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4)
    await services.lobbies.join(table.id, BEN)
    table = await services.lobbies.start(table.id, ANNA)
    assert table.status is Status.RUNNING
    assert len(table.players) == 2


async def test_an_opener_who_leaves_hands_over_to_the_next(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await services.lobbies.join(table.id, CORA)
    table = await services.lobbies.leave(table.id, ANNA)
    assert table.opener_id == BEN.user_id
    assert [player.name for player in table.players] == ["Ben", "Cora"]
    assert (await services.lobbies.start(table.id, BEN)).status is Status.RUNNING


async def test_somebody_may_leave_and_come_back(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await services.lobbies.leave(table.id, BEN)
    await services.lobbies.join(table.id, CORA)
    table = await services.lobbies.join(table.id, BEN)
    assert [player.name for player in table.players] == ["Anna", "Cora", "Ben"]


async def test_the_last_one_to_leave_cancels(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    table = await services.lobbies.leave(table.id, ANNA)
    assert table.status is Status.CANCELLED
    assert await services.games.of_user(ANNA.user_id) == []
    assert await services.games.at(PLACE.channel_id, finished=True) == []


async def test_chance_seats_the_players_and_shuffles_the_bag(store, clock):
    drawn = set()
    for seed in range(3):
        table = await running(Services(store, Random(seed), clock), 4)
        assert sorted(whole(table).seats) == sorted(Dynasty)
        drawn.add((tuple(player.name for player in table.players), whole(table).bag))
    assert len({names for names, _ in drawn}) > 1
    assert len({bag for _, bag in drawn}) == 3


# --- the game ------------------------------------------------------------------------------------


async def test_a_decision_is_stored_before_it_is_answered(services, store):
    table = await running(services)
    outcome = await act_at_random(services, table, Random(1))
    assert await services.games.get(table.id) == outcome.table
    (entry,) = outcome.entries
    assert entry == outcome.table.last_decision
    assert (entry.seq, entry.seat, entry.user_id) == (table.version + 1, 0, decider(table))
    state = await store.read(logs.read_state, table.id, entry.seq)
    assert state == dump_game(whole(outcome.table))


async def test_turns_are_counted_and_the_one_before_is_kept(services, store):
    table = await running(services)
    for number in range(1, 5):
        assert table.turn == number
        table = await delivered(store, services, table)
        table = (await services.play.act(table.id, decider(table), EndTurn())).table
        assert [turn.number for turn in table.turns] == [number, number + 1]
        assert [turn.seat for turn in table.turns] == [(number - 1) % 3, number % 3]
        assert isinstance(table.turns[0].entries[-1].action, EndTurn)
        assert table.turns[1].entries == ()
    assert whole(table).active == table.turns[-1].seat


async def test_nobody_learns_which_tiles_were_swapped(services):
    table = await running(services)
    swap = SwapTiles(whole(table).hands[0])
    (entry,) = (await services.play.act(table.id, decider(table), swap)).entries
    assert entry.action is None
    assert entry.events == (TilesSwapped(0, 6), TilesDrawn(0, 6))
    assert str(swap) not in repr(await services.games.history(table.id))


async def test_a_whole_game(services, store):
    table = await play_out(store, services, await running(services), decisions=20)
    assert table.status is Status.OVER
    assert table.decider is table.undoer is None
    ranking = whole(table).ranking()
    assert [standing.placing for standing in table.standings] == list(ranking)
    assert [standing.place for standing in table.standings] == [each.place for each in ranking]
    record = await services.games.record(table.id)
    assert read_position(record) == whole(table)
    assert '[Date "2030-01-01"]' in record
    history = await services.games.history(table.id)
    assert [entry.seq for entry in history] == list(range(1, table.version + 1))
    assert {seq for _, seq, _ in (await everything(store))["snapshot"]} == {table.version}


async def test_states_are_kept_as_long_as_turns_are_untold(services, store):
    """They show how the board was when those ended; of all others only the last is kept."""

    async def kept():
        return {seq for _, seq, _ in (await everything(store))["snapshot"]}

    rng = Random(2)

    async def turn_played(table):
        turn = table.turn
        while table.turn == turn:
            table = (await act_at_random(services, table, rng)).table
        return table

    table = await running(services)
    ends = []
    for _ in range(4):
        table = await turn_played(table)
        ends.append(table.turns[-2].entries[-1].seq)
    assert await kept() == set(ends)
    table = await turn_played(await delivered(store, services, table))
    assert await kept() == {table.version}


async def test_a_rule_fixed_later_does_not_touch_a_running_game(services, store, clock):
    """Play goes on from the stored state, even where the log would lead elsewhere."""
    table = await running(services)
    (entry,) = (await services.play.act(table.id, decider(table), EndTurn())).entries
    other = Game.start(whole(table).seats, full_bag("classic"))
    async with store.writing() as connection:
        of_entry = snapshot.c.seq == entry.seq
        await connection.execute(update(snapshot).where(of_entry).values(state=dump_game(other)))
    services = Services(store, Random(7), clock)  # as after a restart
    table = await services.games.get(table.id)
    assert whole(table) == other
    await services.play.act(table.id, table.player(0).user_id, EndTurn())


async def test_the_engine_says_what_the_rules_forbid(services, store):
    table = await running(services)
    before = await everything(store)
    for user_id, action, reason in [
        (table.player(1).user_id, EndTurn(), "Not your decision"),
        (table.player(0).user_id, SwapTiles((6, 6, 6, 6)), "in your hand"),
    ]:
        with pytest.raises(Exception, match=reason):
            await services.play.act(table.id, user_id, action)
    assert await everything(store) == before


# --- queries -------------------------------------------------------------------------------------


async def test_a_user_finds_the_own_games(services):
    lobby = await services.opening.open(DAN, PLACE, "A lobby")
    game = await running(services, 2)
    over = await ended(services)
    assert await services.games.of_user(DAN.user_id) == [lobby]
    assert await services.games.of_user(BEN.user_id) == [game]
    assert over not in await services.games.of_user(ANNA.user_id)


async def test_a_channel_finds_its_games(services):
    elsewhere = Place(None, 77)
    game = await running(services, 2)
    over = await services.games.get((await ended(services)).id)
    other = await services.opening.open(DAN, elsewhere, "Elsewhere")
    assert await services.games.at(PLACE.channel_id) == [game]
    assert await services.games.at(PLACE.channel_id, finished=True) == [over, game]
    assert await services.games.at(77) == [other]
    assert (await services.games.get(other.id)).place == elsewhere


async def test_a_new_name_is_used_in_games_that_go_on(services):
    over = await ended(services)
    game = await running(services, 2)
    visit = await services.visits.of(game.id, ANNA.user_id)
    visit = await services.people.notice(visit, Person(ANNA.user_id, "Annabel"), PLACE.guild_id)
    assert visit.table.player_of(ANNA.user_id).name == "Annabel"
    game, over = await services.games.get(game.id), await services.games.get(over.id)
    assert game.player_of(ANNA.user_id).name == "Annabel"
    assert over.player_of(ANNA.user_id).name == "Anna"


async def test_not_even_the_most_talkative_log_tells_what_is_hidden(tmp_path, clock, caplog):
    with caplog.at_level("DEBUG"):
        logging.getLogger("bot").debug("it is heard")
        async with opened(tmp_path / "talkative.sqlite3") as (store,):
            services = Services(store, Random(1), clock)
            table = await running(services)
            swap = SwapTiles(whole(table).hands[0])
            after = (await services.play.act(table.id, decider(table), swap)).table
    logged = caplog.text
    assert "it is heard" in logged
    for hidden in (whole(table).bag, whole(after).bag, str(swap)):
        assert hidden not in logged


async def test_the_log_says_how_the_game_started(services, store):
    table = await running(services)
    started = (await store.read(logs.read_log, table.id))[-1]
    assert started.text not in repr(started)
    start = json.loads(started.text)
    assert start["users"] == [player.user_id for player in table.players]
    assert Game.start([Dynasty(seat) for seat in start["seats"]], start["bag"]) == whole(table)


# --- what is kept in memory ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", longer(range(2)))
async def test_what_is_in_memory_is_what_a_program_reads_that_has_just_started(
    services, store, clock, seed
):
    """After every kind of change; views of all seats included."""
    rng = Random(seed)
    table = await running(services, 2 + seed % 3, options=["display", "buildings", "ziggurat"])
    for number in range(25):
        if table.status is not Status.RUNNING:
            break
        user = decider(table)
        asked = whole(table).decision
        if table.undoer is not None and rng.random() < 0.2:
            outcome = await services.play.undo(table.id, table.undoer.user_id)
        elif isinstance(asked, DrawDecision) and asked.bag and rng.random() < 0.3:
            outcome = await services.play.draw_the_rest(table.id, user, always=rng.random() < 0.1)
        elif number == 12 and len(table.players) > 2:
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


async def test_a_name_stays_in_its_server(services):
    """What somebody is called in one server is nobody's business in another."""
    here, elsewhere = PLACE, Place(guild_id=99, channel_id=77)
    one = await services.opening.open(ANNA, here, "Ur")
    other = await services.opening.open(ANNA, elsewhere, "Uruk")
    visit = await services.visits.of(one.id, ANNA.user_id)
    await services.people.notice(visit, Person(ANNA.user_id, "Her Majesty"), here.guild_id)
    names = [(await services.games.get(table.id)).players[0].name for table in (one, other)]
    assert names == ["Her Majesty", "Anna"]
    # nor in a direct message, where nobody has a name of a server
    visit = await services.visits.of(other.id, ANNA.user_id)
    await services.people.notice(visit, Person(ANNA.user_id, "Anna Nobody"), None)
    assert (await services.games.get(other.id)).players[0].name == "Anna"


async def test_a_language_is_remembered(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", language="de")
    assert (table.language, table.players[0].language) == ("de", "en")
    visit = await services.visits.of(table.id, ANNA.user_id)
    german = Person(ANNA.user_id, "Anna", "de")
    visit = await services.people.notice(visit, german, PLACE.guild_id)
    assert visit.table.players[0].language == "de"
    assert (await services.opening.open(german, PLACE, "Uruk")).players[0].language == "de"


@pytest.mark.parametrize("options", [(), ("display",)])
async def test_whoever_swaps_is_told_what_was_drawn(services, options):
    """R11.1, R15.2: only that player may know it; so it is when a display is passed by."""
    table = await running(services, 2, options=options)
    before = whole(table)
    swap = SwapTiles(before.hands[0])
    outcome = await services.play.act(table.id, decider(table), swap)
    if options:
        assert not any(outcome.drawn)  # nothing yet: there is a choice
        outcome = await services.play.draw_the_rest(table.id, decider(table))
    assert outcome.drawn == counts_of(before.bag[: swap.total])
    assert outcome.drawn == whole(outcome.table).hands[0]
    assert not any((await services.play.act(table.id, decider(table), EndTurn())).drawn)


async def test_the_half_that_is_kept_is_not_told_as_drawn(services):
    table = await running(services, 2)
    before = whole(table)
    colour = next(colour for colour in Colour if before.hands[0][colour])
    swap = SwapTiles(tuple(int(each is colour) for each in Colour))
    outcome = await services.play.act(table.id, decider(table), swap)
    assert outcome.drawn == counts_of(before.bag[:1])
