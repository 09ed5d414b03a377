"""Several writers at one game: one at a time wins, and nothing is half-written."""

import asyncio
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import ANNA, BEN, CORA, DAN, PEOPLE, PLACE, Clock, decider, opened, running, whole

from bot.domain import Kind, Refusal, Refused, Status
from bot.services import Services
from bot.store.queries import logs
from engine import EndTurn, IllegalAction, dump_game
from tests.databases import opened_at


async def race(*attempts):
    """What succeeded, and what was refused; anything else is a fault."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, Refused | IllegalAction):
            raise result
    return (
        [result for result in results if not isinstance(result, Exception)],
        [result for result in results if isinstance(result, Exception)],
    )


async def check_whole(store, table):
    """The log has no gaps, and the state is that of its last decision."""
    log = await store.read(logs.read_log, table.id)
    state = await store.read(logs.read_state, table.id, table.state_version)
    assert [row.seq for row in log] == list(range(1, table.version + 1))
    assert state == dump_game(whole(table))


async def test_everybody_may_join_at_once(services, store):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4)
    joined, refused = await race(
        *(services.lobbies.join(table.id, person) for person in (BEN, CORA, DAN))
    )
    assert (len(joined), refused) == (3, [])
    table = await services.games.get(table.id)
    assert table.status is Status.RUNNING
    await check_whole(store, table)


async def test_the_last_seat_is_taken_once(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    joined, refused = await race(
        *(services.lobbies.join(table.id, person) for person in (BEN, CORA, DAN))
    )
    assert len(joined) == 1
    assert [error.refusal for error in refused] == [Refusal.GAME_FULL] * 2


async def test_a_button_pressed_twice_counts_once(services, store):
    table = await running(services)
    for with_version in (False, True):
        table = await services.games.get(table.id)
        seen = table.state_version if with_version else None
        attempts = [services.play.act(table.id, decider(table), EndTurn(), seen) for _ in range(5)]
        acted, refused = await race(*attempts)
        assert len(acted) == 1
        assert len(refused) == 4
        assert (await services.games.get(table.id)).turn == table.turn + 1
    await check_whole(store, await services.games.get(table.id))


async def test_many_games_at_once(services, store):
    async def play(seed):
        table = await running(services, 2 + seed % 3)
        rng = Random(seed)
        for _ in range(8):
            action = rng.choice(whole(table).legal_actions())
            table = (await services.play.act(table.id, decider(table), action)).table
        return table

    for table in await asyncio.gather(*map(play, range(4))):
        await check_whole(store, table)


async def test_two_programs_on_one_file(tmp_path):
    """Rounds of both deciding for whoever is to move: one wins, one is told."""
    async with opened(tmp_path / "games.sqlite3", programs=2) as stores:
        one, other = (Services(store, Random(3), Clock()) for store in stores)
        table = await running(one)
        rng = Random(9)
        for _ in range(15):
            legal = whole(table).legal_actions()
            attempts = [
                services.play.act(table.id, decider(table), rng.choice(legal), table.state_version)
                for services in (one, other)
            ]
            acted, refused = await race(*attempts)
            assert len(acted) == 1
            assert [error.refusal for error in refused] == [Refusal.STALE]
            (outcome,) = acted
            assert await one.games.get(table.id) == await other.games.get(table.id) == outcome.table
            table = outcome.table
            await check_whole(stores[0], table)


async def test_a_loser_of_the_race_has_written_nothing(tmp_path):
    async with opened(tmp_path / "games.sqlite3", programs=2) as stores:
        one, other = (Services(store, Random(3), Clock()) for store in stores)
        for _ in range(6):
            table = await running(one, 2)
            acted, refused = await race(
                one.play.resign(table.id, BEN.user_id),
                other.play.act(table.id, decider(table), EndTurn()),
            )
            assert len(acted) + len(refused) == 2
            table = await one.games.get(table.id)
            kinds = {entry.kind for entry in (await one.games.history(table.id))[3:]}
            assert len(kinds) == len(acted)
            assert (table.status is Status.OVER) == (Kind.RESIGNED in kinds)
            await check_whole(stores[0], table)


async def test_a_use_case_given_up_half_way_leaves_the_game_whole(services, store):
    """Cancelled at any moment it has happened, or it has not."""
    table = await running(services)
    rng = Random(1)
    for patience in range(0, 60, 3):
        action = rng.choice(whole(table).legal_actions())
        acting = asyncio.create_task(services.play.act(table.id, decider(table), action))
        await asyncio.wait([acting], timeout=patience / 5000)
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
        before, table = table, await services.games.get(table.id)
        assert table.version in (before.version, before.version + 1)
        await check_whole(store, table)


@pytest.mark.slow
@settings(max_examples=10)
@given(data=st.data())
def test_any_mixture_of_wishes_leaves_the_log_whole(data):
    """Everybody wishes for anything, at once, again and again."""
    wishes = data.draw(
        st.lists(
            st.lists(
                st.tuples(
                    st.sampled_from(["act", "act", "end", "undo", "resign", "leave", "join"]),
                    st.sampled_from(PEOPLE),
                    st.integers(0, 400),
                ),
                min_size=2,
                max_size=4,
            ),
            min_size=1,
            max_size=5,
        )
    )

    async def live():
        async with opened_at("sqlite+aiosqlite://") as store:
            await request(store)

    async def request(store):
        services = Services(store, Random(1), Clock())
        table = await running(services, 4)
        for at_once in wishes:
            if table.status is Status.RUNNING:
                await race(*(fulfil(services, table, *request) for request in at_once))
                table = await services.games.get(table.id)
                await check_whole(store, table)

    asyncio.run(live())


def fulfil(services, table, verb, person, number):
    match verb:
        case "act":
            legal = whole(table).legal_actions()
            return services.play.act(table.id, person.user_id, legal[number % len(legal)])
        case "end":
            return services.play.act(table.id, person.user_id, EndTurn())
        case "undo":
            return services.play.undo(table.id, person.user_id)
        case "resign" if number % 4 == 0:
            return services.play.resign(table.id, person.user_id)
        case "leave":
            return services.lobbies.leave(table.id, person)
        case _:
            return services.lobbies.join(table.id, person)
