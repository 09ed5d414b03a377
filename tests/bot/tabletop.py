"""Shared by the bot's tests: people, a clock, tables, and play at random."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import update

from bot.domain.pace import UNHURRIED
from bot.domain.player import Person
from bot.domain.refusals import Refused
from bot.domain.table import Place, Status
from bot.store import Ending, ResultRow, Store
from bot.store.queries import outbox
from bot.store.schema.tables import metadata, snapshot
from bot.use_cases import Services
from bot.use_cases.inside import changes_of
from engine import AddDecision, EndTurn, PlaceCatastrophe, SwapTiles, dump_game, least_action
from tests.databases import new_database
from tests.engine.diagram import draw

GAMES = {}
"""Every game that was read or stored in this test, by its number and version."""


def game_of(table):
    """The table's game with everything hidden in it."""
    return GAMES[table.id, table.version]


ANNA, BEN, CORA, DAN = PEOPLE = [
    Person(1_000_000_000_000_000_000 + number, name)
    for number, name in enumerate(["Anna", "Ben", "Cora", "Dan"], start=1)
]
EVE = Person(ANNA.user_id + 10, "Eve", "de")
"""She sits at no table."""
PLACE = Place(guild_id=2_000_000_000_000_000_000, channel_id=3_000_000_000_000_000_000)

FOUR_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""
"""On H3 the archer's King attacks the bull's."""


class Clock:
    """A clock that only :meth:`advance` moves."""

    def __init__(self):
        self.now = datetime(2030, 1, 1, 12, tzinfo=UTC)

    def __call__(self):
        return self.now

    def advance(self, **duration):
        self.now += timedelta(**duration)


def url(path):
    return f"sqlite+aiosqlite:///{path}"


async def schema_differences(store):
    """Differences between a database's tables and those of this version."""
    async with store.reading() as connection:
        return await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), metadata
            )
        )


@asynccontextmanager
async def opened(path, programs=1):
    """The same database opened by several programs."""
    stores = [await Store.open(await new_database(path)) for _ in range(programs)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


async def running(
    services,
    players=3,
    name="Ur",
    *,
    board="classic",
    options=(),
    levels=(),
    guild_id=PLACE.guild_id,
    channel_id=PLACE.channel_id,
    pace=UNHURRIED,
):
    """A game that has just started, without reminders; computers have the last seats."""
    place = Place(guild_id, channel_id)
    table = await services.opening.open(
        ANNA, place, name, seats=players, board=board, options=options, pace=pace
    )
    for person in PEOPLE[1 : players - len(levels)]:
        table = await services.lobbies.join(table.id, person)
    for level in levels:
        table = await services.lobbies.seat_computer(table.id, ANNA, level, f"Computer ({level})")
    if levels:
        table = await services.lobbies.start(table.id, ANNA)
    assert table.status is Status.RUNNING
    return table


class InOrder(Random):
    """Seats people in the order of joining, with the first dynasties."""

    def shuffle(self, x):
        pass

    def sample(self, population, k, **_):
        return population[:k]


async def table_at(store, clock, game, *levels):
    """A table with this position: Anna, Ben and Cora play archer, bull and lion.

    Computers of these *levels* have the last seats instead.
    """
    services = Services(store, InOrder(0), clock, sealing=False)
    table = await running(services, len(game.seats), options=game.options, levels=levels)

    def arrange(connection):
        connection.execute(update(snapshot).values(state=dump_game(game)))

    await store.write(arrange)
    services = Services(store, InOrder(0), clock, sealing=False)  # with nothing in memory
    return services, await services.games.get(table.id)


def unequal_war(held, options="english", turn="A 2"):
    """With a tile on H3 the bull, with this hand, attacks the lion: 1 settlement to 3."""
    drawing = """
        r  . . . r
        Bk k . k Lk
        .  . . k k
    """
    hands = {"A": "krbggg", "B": held, "L": "kkkkkk"}
    return draw(drawing, seats="A B L", turn=turn, hands=hands, options=options).game


async def refuses(refusal, use_case):
    """Return the exception of a use case, which must be refused for that reason."""
    with pytest.raises(Refused) as caught:
        await use_case
    assert caught.value.refusal is refusal
    return caught.value


def decider(table):
    """The user whose decision it is."""
    return table.decider.user_id


def user_at(table, seat):
    """The number of the user in that seat."""
    return table.player(seat).user_id


def undoer(table):
    """The user who may take the last decision back, if anybody may."""
    return None if table.undoer is None else table.undoer.user_id


def person_at(table, seat):
    """The person in that seat."""
    player = table.player(seat)
    return Person(player.user_id, player.name)


async def act(services, table, *actions):
    """Let each decider in turn take these decisions."""
    for action in actions:
        table = (await services.play.act(table.id, decider(table), action)).table
    return table


def catastrophe(table):
    """A catastrophe that can be placed."""
    legal = game_of(table).legal_actions()
    return next(each for each in legal if isinstance(each, PlaceCatastrophe))


async def act_at_random(services, table, rng):
    """Let the decider take any legal decision."""
    action = rng.choice(game_of(table).legal_actions())
    return await services.play.act(table.id, decider(table), action, table.state_version)


async def change_directly(services, table, decide, people=()):
    """The table once it is changed in a way that no service offers."""
    return (await changes_of(services).change(table.id, decide, people=people)).now


def clear_caches(services):
    """Let the program have nothing in memory, as when it starts."""
    changes_of(services).reader.loader.forget()


def second_program(services, rng, most):
    """Another program on the same database."""
    changes = changes_of(services)
    return Services(changes.reader.store, rng, changes.clock, most)


async def end_turns(services, table):
    """End people's turns until the table waits for a computer."""
    while not table.waits_for_computer:
        table = await act(services, table, EndTurn())
    return table


async def resign(services, table, seat):
    """Let that seat's player resign."""
    return (await services.play.resign(table.id, user_at(table, seat))).table


async def play_computers(services, table):
    """Let computers take the least decisions until a person must decide."""
    while (asked := await services.computers.to_decide(table.id)) is not None:
        table = await services.computers.act(table.id, [least_action(asked.view)], asked.seen)
    return table


async def propose(services, table, seat, question):
    """The table once that seat's player has proposed that."""
    return await services.proposals.propose(table.id, user_at(table, seat), question)


async def answer_proposal(services, table, seat, *, yes):
    """The table once that seat's player has answered what alone is proposed."""
    (proposal,) = table.proposals
    return await services.proposals.answer(table.id, user_at(table, seat), proposal.seq, yes=yes)


async def agree(services, table, question):
    """The table once everybody has agreed upon that."""
    by = next(each for each in table.players if not each.abandoned and each.seat != question.seat)
    table = await propose(services, table, by.seat, question)
    proposal = table.proposals[-1]
    for seat in proposal.asked:
        table = await services.proposals.answer(
            table.id, user_at(table, seat), proposal.seq, yes=True
        )
    return table


async def a_day_later(services, table):
    """Let a day pass, after which an agreed change of a seat takes effect."""
    changes_of(services).clock.advance(days=1)
    await services.proposals.resolve(table.id)
    return await services.games.get(table.id)


async def take_seat(services, table, seat, person):
    """Let a person take a seat, which is empty or offered by its player."""
    table = await services.games.get(table.id)
    if table.player(seat).free_since is None:
        table = await services.seats.offer(table.id, person_at(table, seat))
    since = table.player(seat).free_since or 0
    return (await services.seats.take(table.id, person, seat, since)).table


def last(table, kind):
    """The last entry of this kind in the round."""
    return [entry for entry in table.round if entry.kind == kind][-1]


async def in_conflict(services):
    """A game of three in which another player must add tiles."""
    table, rng = await running(services), Random(1)
    while True:
        decision = game_of(table).decision
        if isinstance(decision, AddDecision) and decision.seat != game_of(table).active:
            return table
        table = (await act_at_random(services, table, rng)).table


async def mark_delivered(store, services, table):
    """The table, as if everything were shown by now."""
    await store.write(outbox.set_delivered, table.id, table.version, table.turn)
    return await services.games.get(table.id)


async def play_out(store, services, table, seed=1, decisions=None):
    """Play a game at random to its end. Each finished turn is shown.

    After so many *decisions* whoever can swaps the whole hand, by which the bag is soon empty.
    """
    rng, decided = Random(seed), 0
    while table.status is Status.RUNNING:
        game = game_of(table)
        hand = game.hands[game.active]
        swaps = decisions is not None and decided >= decisions and sum(hand) > 0
        if swaps and game.refusal(game.active, SwapTiles(hand)) is None:
            after = await act(services, table, SwapTiles(hand))
        else:
            after = (await act_at_random(services, table, rng)).table
        decided += 1
        table = after if after.turn == table.turn else await mark_delivered(store, services, after)
    return table


async def ended(services, players=2):
    """A game that is over, because all but one have resigned."""
    table = await running(services, players)
    for person in PEOPLE[1:players]:
        table = (await services.play.resign(table.id, person.user_id)).table
    assert table.status is Status.OVER
    return table


async def play_and_end(services, table):
    """The table after some decisions, when all but one have resigned."""
    rng = Random(3)
    for _ in range(4):
        table = (await act_at_random(services, table, rng)).table
    while table.status is Status.RUNNING:
        table = (await services.play.resign(table.id, decider(table))).table
    return table


def rated_results(number, guild_id, at, *placed):
    """The results of a rated game: users with their places, 0 for one who resigned."""
    return [
        ResultRow(
            game_id=number,
            seat=seat,
            holder=0,
            user_id=user,
            level=None,
            ending=Ending.FINISHED if place else Ending.RESIGNED,
            place=place or len(placed),
            players=len(placed),
            guild_id=guild_id,
            ended_at=at,
            game_name="Ur",
            spheres=[1, 2, 3, 4],
            placed=[1, 2, 3, 4],
            decisions=7,
            usual_wait=None,
            rated=True,
        )
        for seat, (user, place) in enumerate(placed)
    ]


async def all_rows(store):
    """All rows of all tables: for comparing before and after."""
    names = [table.name for table in metadata.sorted_tables]
    async with store.reading() as connection:
        return {
            name: sorted(
                map(tuple, await connection.exec_driver_sql(f"SELECT * FROM {name}")), key=repr
            )
            for name in names
        }
