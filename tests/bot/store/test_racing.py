"""Several writers at one game: one at a time wins, and nothing is half-written."""

import asyncio
from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, DAN, PLACE, Clock, decider, ended, game_of, opened, running

from bot.domain.queue import Wish
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import NOBODY_SPECIAL
from bot.domain.table import Status
from bot.store.queries import logs
from bot.use_cases import Asked, Services
from engine import EndTurn, IllegalAction, dump_game


async def race(*attempts):
    """The results and refusals of concurrent calls; other exceptions are raised."""
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
    assert state == dump_game(game_of(table))


@pytest.mark.parametrize("seats", [4, 2])
async def test_everybody_may_join_at_once_as_long_as_there_are_seats(services, store, seats):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=seats)
    joined, refused = await race(
        *(services.lobbies.join(table.id, person) for person in (BEN, CORA, DAN))
    )
    assert len(joined) == seats - 1
    assert [error.refusal for error in refused] == [Refusal.GAME_FULL] * (4 - seats)
    table = await services.games.get(table.id)
    assert table.status is Status.RUNNING
    await check_whole(store, table)


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


async def test_two_programs_on_one_file(tmp_path):
    """Both programs decide for the player to move: one succeeds, one is refused."""
    async with opened(tmp_path / "games.sqlite3", programs=2) as stores:
        one, other = (Services(store, Random(3), Clock()) for store in stores)
        table = await running(one)
        rng = Random(9)
        for _ in range(6):
            legal = game_of(table).legal_actions()
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


async def test_all_who_press_at_once_play_again_at_one_table(tmp_path):
    """In two programs; the last of them starts it."""
    async with opened(tmp_path / "games.sqlite3", programs=2) as stores:
        one, other = (Services(store, Random(3), Clock()) for store in stores)
        table = await ended(one, 3)
        presses = ((one, ANNA), (other, BEN), (one, CORA), (other, ANNA))
        again, refused = await race(
            *(services.rematches.play_again(table.id, person) for services, person in presses)
        )
        assert not refused
        (number,) = {each.id for each in again}
        begun = await other.games.get(number)
        assert begun.status is Status.RUNNING
        await check_whole(stores[0], begun)


async def test_a_use_case_given_up_half_way_leaves_the_game_whole(services, store):
    """Cancelled at any moment it has happened, or it has not."""
    table = await running(services)
    rng = Random(1)
    for patience in range(0, 60, 6):
        action = rng.choice(game_of(table).legal_actions())
        acting = asyncio.create_task(services.play.act(table.id, decider(table), action))
        await asyncio.wait([acting], timeout=patience / 5000)
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
        before, table = table, await services.games.get(table.id)
        assert table.version in (before.version, before.version + 1)
        await check_whole(store, table)


@pytest.mark.parametrize("programs", [1, 2])
async def test_nobody_who_waits_gets_two_tables_or_none(tmp_path, programs):
    async with opened(tmp_path / "games.sqlite3", programs) as stores:
        clock = Clock()
        every = [Services(store, Random(7), clock).queue for store in stores]
        here = Asked(PLACE.guild_id, PLACE.channel_id, (), NOBODY_SPECIAL, "en")
        for_two = Wish(seats=frozenset({2}))
        for _ in range(3):
            people = ANNA, BEN, CORA, DAN
            await race(
                *(
                    every[number % programs].wait(person, here, for_two)
                    for number, person in enumerate(people)
                )
            )
            assert await every[0].wishes(PLACE.guild_id) == []
            clock.advance(minutes=1)
        games = Services(stores[0], Random(7), clock).games
        numbers = [[table.id for table in await games.of_user(each.user_id)] for each in people]
        assert [len(each) for each in numbers] == [3] * 4
        assert len({number for each in numbers for number in each}) == 6
