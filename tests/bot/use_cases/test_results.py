"""Results of games that have ended, by holder of each seat."""

from datetime import UTC, datetime, timedelta

import pytest
from tabletop import (
    ANNA,
    BEN,
    DAN,
    PLACE,
    act,
    decider,
    ended,
    play_out,
    rated_results,
    refuses,
    resign,
    running,
    take_seat,
    user_at,
)

from bot.changes import replace_results
from bot.domain.ended.results import waits
from bot.domain.entries import Acted, Paused, Resumed, Started
from bot.domain.refusals import Refusal
from bot.ops.game_check import examine, repair
from bot.store import Ending
from bot.store.queries import due, ratings, results
from bot.use_cases import compare_ratings
from engine import EndTurn, Level, TilePlaced

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def results_in(services, store, table):
    await services.results.store_of(table.id)
    return await store.read(results.of_game, table.id)


async def test_a_game_that_ends_has_a_job_that_stores_its_results_once(services, store, clock):
    table = await ended(services)
    jobs = await store.read(due.read_kind, "result")
    assert [(each.game_id, each.at) for each in jobs] == [(table.id, clock.now)]
    first = await results_in(services, store, table)
    assert await results_in(services, store, table) == first
    assert not await store.read(due.read_kind, "result")


async def test_a_whole_game(services, store):
    table = await running(services, 3)
    table = await play_out(store, services, table, decisions=40)
    rows = await results_in(services, store, table)
    assert [(each.seat, each.holder, each.user_id, each.ending) for each in rows] == [
        (seat, 0, user_at(table, seat), Ending.FINISHED) for seat in range(3)
    ]
    places = {each.player.seat: each for each in table.standings}
    assert [each.place for each in rows] == [places[seat].place for seat in range(3)]
    assert [each.spheres for each in rows] == [
        list(places[seat].placing.spheres) for seat in range(3)
    ]
    history = [each for each in await services.games.history(table.id) if isinstance(each, Acted)]
    for row in rows:
        own = [each for each in history if each.seat == row.seat]
        events = [event for each in own for event in each.events]
        assert sum(row.placed) == sum(isinstance(event, TilePlaced) for event in events)
        assert row.decisions == sum(not each.automatic for each in own)
    assert {each.ended_at for each in rows} == {history[-1].at}


async def test_resigning_and_taking_over_a_seat(services, store, clock):
    table = await running(services, 3)
    first = decider(table)
    table = await act(services, table, EndTurn())
    resigned = next(seat for seat in range(3) if user_at(table, seat) == first)
    table = await resign(services, table, resigned)
    table = await take_seat(services, table, resigned, DAN)
    for seat in (each for each in range(3) if each != resigned):
        table = await resign(services, table, seat)
    rows = await results_in(services, store, table)
    held = [(each.holder, each.user_id, each.ending, each.place) for each in rows]
    assert (0, first, Ending.LEFT, None) in held
    assert (1, DAN.user_id, Ending.FINISHED, 1) in held
    assert [each.place for each in rows if each.ending is Ending.RESIGNED] in ([3, 2], [2, 3])
    decided = {each.user_id: each.decisions for each in rows}
    assert decided[first] == 1
    assert decided[DAN.user_id] == 0


async def test_computers_have_their_level(services, store):
    table = await running(services, 3, levels=(Level.EASY, Level.MEDIUM))
    table = await resign(services, table, table.player_of(ANNA.user_id).seat)
    rows = await results_in(services, store, table)
    assert {each.level for each in rows} == {None, Level.EASY, Level.MEDIUM}
    assert all((each.user_id is None) == (each.level is not None) for each in rows)


async def test_a_game_that_runs_or_is_gone_has_none(services, store):
    table = await running(services, 2)
    assert await results_in(services, store, table) == []
    await refuses(Refusal.UNKNOWN_GAME, services.results.store_of(99))


async def test_games_of_older_versions_get_theirs_at_the_next_start(services, store):
    tables = [await ended(services) for _ in range(2)]
    going_on = await running(services, 2)
    await services.results.store_missing()
    for table in tables:
        assert len(await store.read(results.of_game, table.id)) == 2
    assert not await store.read(results.of_game, going_on.id)


async def test_a_removed_game_leaves_no_result(services, store):
    table = await ended(services)
    await services.results.store_of(table.id)
    await services.admins.remove(table.id, table.place.guild_id, DAN)
    assert not await store.read(results.of_game, table.id)


async def test_a_deleted_user_leaves_results_to_the_others(services, store):
    table = await ended(services)
    await services.results.store_of(table.id)
    assert await store.read(results.of_user, BEN.user_id)
    await services.forgetting.forget(BEN.user_id, lambda _: "gone")
    assert not await store.read(results.of_user, BEN.user_id)
    (own,) = await store.read(results.of_user, ANNA.user_id)
    assert own.place == 1
    assert await store.read(examine, table.id)
    report = await store.read(examine, table.id)
    assert report.faults == ()


async def test_check_compares_results_with_the_log(services, store, clock):
    table = await ended(services)
    await services.results.store_of(table.id)

    def cheat(connection):
        connection.exec_driver_sql("UPDATE result SET place = 1")

    await store.write(cheat)
    report = await store.read(examine, table.id)
    assert report.faults == ("its results are not those of its log",)
    assert await store.write(repair, table.id, clock.now)
    assert sorted(each.place for each in await store.read(results.of_game, table.id)) == [1, 2]


async def test_a_repaired_game_keeps_what_a_deleted_user_had_in_it(services, store, clock):
    """The others' ratings follow from it, and it is stored nowhere else."""
    guild_id = PLACE.guild_id
    before = rated_results(99, guild_id, clock.now - timedelta(days=9), (BEN.user_id, 1), (8, 2))
    await store.write(replace_results, 99, guild_id, before)
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, rated=True)
    table = await services.lobbies.join(table.id, BEN)
    table = await resign(services, table, 0)
    await services.results.store_of(table.id)
    await services.forgetting.forget(BEN.user_id, lambda _: "gone")
    rated = await store.read(ratings.all_in, guild_id)

    def spoil(connection):
        connection.exec_driver_sql("UPDATE game SET name = '', turn = turn + 1")

    await store.write(spoil)
    assert await store.write(repair, table.id, clock.now)
    assert await store.read(ratings.all_in, guild_id) == rated
    assert (await store.read(compare_ratings, guild_id)).wrong == 0


def _log(*entries):
    """A log: the start at noon, then (minutes later, seat) or a pause or its end."""
    kinds = {"pause": Paused, "resume": Resumed}
    yield Started(seq=1, at=NOON)
    for seq, (minutes, what) in enumerate(entries, 2):
        at = NOON + timedelta(minutes=minutes)
        if what in kinds:
            yield kinds[what](seq=seq, at=at)
        else:
            yield Acted(None, seq=seq, at=at, seat=abs(what), automatic=what < 0)


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([(5, 0), (6, 0), (26, 1)], [(0, 5, True), (0, 1, False), (1, 20, True)]),
        ([(5, 0), (10, "pause"), (40, "resume"), (45, 1)], [(0, 5, True), (1, 10, True)]),
        ([(5, 0), (6, -1), (9, 0)], [(0, 5, True), (1, 1, True), (0, 3, True)]),
    ],
    ids=["in a row", "a pause does not count", "for what is automatic, too"],
)
def test_how_long_a_game_waited(entries, expected):
    found = [(each.seat, each.lasted, each.called) for each in waits(_log(*entries))]
    assert found == [(seat, timedelta(minutes=lasted), called) for seat, lasted, called in expected]
