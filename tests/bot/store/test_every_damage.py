"""Every column of every table, damaged in every way that SQLite allows.

The tests walk through the schema: a new column is tested by itself.
"""

import asyncio
import logging
import sqlite3
from contextlib import asynccontextmanager, closing, suppress
from datetime import timedelta
from random import Random

import pytest
from copied_data import value_for
from post_box import PostBox
from programs import Program, StoppableStore
from sqlalchemy import insert
from sqlalchemy.dialects.sqlite import dialect
from tabletop import (
    ANNA,
    BEN,
    CORA,
    PLACE,
    Clock,
    act_at_random,
    clear_caches,
    rated_results,
    running,
    url,
)

from bot.changes import replace_results
from bot.changes.timing import next_event
from bot.client.connection.servers import LeftServers
from bot.cluster import ALL_SHARDS as EVERY_SHARD
from bot.delivery import AGAIN, Gone
from bot.domain.game_lookup import Origin, Purpose
from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Place, Status
from bot.ops.check_command import check
from bot.ops.game_check import examine
from bot.ops.repair_command import repair
from bot.store import Damaged
from bot.store.errors import InvalidValue
from bot.store.maintenance.damages import ALONE
from bot.store.queries import claims, outbox, overview
from bot.store.schema import column_types
from bot.store.schema.tables import OF_STATE, claim, metadata, result
from bot.use_cases import Services
from engine import EndTurn, StandingOrder
from tests.databases import new_database, opened_at
from tests.spoiling import another

pytestmark = pytest.mark.sqlite

GUILD = PLACE.guild_id
SQLITE = dialect()
DAMAGES = {
    "missing": "NULL",
    "negative": "-1",
    "large": "4294967296",
    "huge": "4611686018427387904",
    "a fraction": "1.5",
    "a word": "'nonsense'",
    "empty": "''",
    "a blob": "x'ff00'",
    "a text in no alphabet": "CAST(x'ff22ff' AS TEXT)",
    "null in JSON": "'null'",
    "a list": "'[]'",
    "a list of another kind": "'[[1, \"x\"], {}]'",
    "an object": "'{\"a\": 1}'",
    "broken JSON": "'[[['",
    "a number in JSON": "'7'",
    "the first of all days": "'0001-01-01 00:00:00.000000'",
    "the last of all days": "'9999-12-31 23:59:59.999999'",
    "no date": "'2030-02-31 12:00:00.000000'",
    "the number of nothing": "777",
}
COLUMNS = [column for table in metadata.sorted_tables for column in table.c]


def of_each_kind():
    """A column for each type and each table."""
    known = set()
    for column in COLUMNS:
        kinds = {column.table.name, repr(column.type)}
        if not kinds <= known:
            known |= kinds
            yield column


SOME = [(each, [*DAMAGES][n * 7 % len(DAMAGES)]) for n, each in enumerate(of_each_kind())]
"""Each damage in its turn."""
SOME += [(metadata.tables["game"].c.id, "large"), (metadata.tables["snapshot"].c.state, "a blob")]
_prepared = []
_sent = []
"""The messages sent to Discord before the damage."""


class Discord(PostBox):
    """A post box that knows only the messages that were sent to it."""

    def __init__(self):
        super().__init__()
        self.journal = [*_sent]

    async def edit(self, post, sent):
        await self.check_is_there(sent)
        return await super().edit(post, sent)

    async def retire(self, sent):
        await self.check_is_there(sent)
        await super().retire(sent)

    async def check_is_there(self, sent):
        if sent.message_id not in {line["message"] for line in self.lines("send")}:
            raise Gone

    async def find(self, sought, where):
        return await super().find(sought, where) if " of game " in sought.sign else None


@asynccontextmanager
async def program_at(address, box, clock):
    store = await StoppableStore.open(address)
    program = Program(store, box, clock, seed=7)
    try:
        yield program
    finally:
        await program.delivery.close()
        await store.close()


async def prepare(path):
    """Two games that run, one that waits, and a row in every table."""
    clock, box = Clock(), Discord()
    async with program_at(await new_database(path), box, clock) as program:
        services = program.services
        await program.start()
        ur = await services.opening.open(ANNA, PLACE, "Ur", seats=3, pace=PACES["bank"])
        for person in (BEN, CORA):
            ur = await services.lobbies.join(ur.id, person)
        kish = await running(services, 2, "Kish")
        await services.opening.open(ANNA, PLACE, "Lagash")
        rng = Random(4)
        for _ in range(8):
            ur = (await act_at_random(services, ur, rng)).table
        await services.proposals.propose(ur.id, BEN.user_id, Question(Topic.PAUSE))
        await services.preferences.set_standing_order(ANNA.user_id, StandingOrder.NOTHING)
        quiet = Quiet(1320, 420)
        await services.vacations.set_hours(ANNA.user_id, zone="Europe/Berlin", quiet=quiet)
        await services.vacations.take_vacation(CORA.user_id, 3)
        await services.lessons.begin(ANNA.user_id, "01-tiles")
        await services.servers.silence(GUILD, CORA.user_id, silent=True)
        await program.rest()
        await program.claims.take([ur.id, kish.id])
        await program.store.write(rate)
        await program.store.write(fill)
    _sent.extend(box.journal)


def rate(connection):
    """Store the results of a rated game, which is deleted."""
    placed = (ANNA.user_id, 1), (BEN.user_id, 2)
    replace_results(connection, 99, GUILD, rated_results(99, GUILD, Clock().now, *placed))


def fill(connection):
    """Put a row into each empty table."""
    for table in metadata.sorted_tables:
        if connection.execute(table.select().limit(1)).first() is None:
            values = {column.name: value_for(column) for column in table.c}
            values |= {"game_id": 1} if "game_id" in table.c else {}
            connection.execute(insert(table).values(values))


@pytest.fixture
def path(tmp_path):
    """A bot's file; it is prepared once."""
    path = tmp_path / "games.sqlite3"
    if not _prepared:
        asyncio.run(prepare(path))
        _prepared.append(path.read_bytes())
    path.write_bytes(_prepared[0])
    return path


@pytest.fixture(autouse=True)
def log_everything_again():
    yield
    column_types._reported.clear()


def spoil(path, column, damage):
    """Damage one row: of the first game, if it has any. False if the database refuses."""
    name = column.table.name
    first = "WHERE rowid = (SELECT min(rowid) FROM " + name
    first += " WHERE game_id = 1)" if "game_id" in column.table.c else ")"
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute(f"SELECT {column.name} FROM {name} {first}").fetchone()
        assert before is not None, f"{name} has no row"
        try:
            connection.execute(f"UPDATE {name} SET {column.name} = {DAMAGES[damage]} {first}")
        except sqlite3.IntegrityError:
            return False
        connection.commit()
    return True


def as_stored(text):
    return text.decode(errors="surrogateescape")


def illegible(path, column):
    """True if the column has a value that its type cannot read."""
    read = column.type.dialect_impl(SQLITE).reader(SQLITE)
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = as_stored
        for (value,) in connection.execute(f"SELECT {column.name} FROM {column.table.name}"):
            try:
                read(value)
            except Damaged:
                return True
    return False


def of_the_other_game(path):
    """All rows of the second game, but which program shows it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = as_stored
        return [
            connection.execute(f"SELECT * FROM {table.name} WHERE game_id = 2").fetchall()
            for table in metadata.sorted_tables
            if "game_id" in table.c and table is not claim
        ]


async def live(path, answers):
    """Run on that file for a while: play, look, deliver, do what is due.

    Collects in *answers* the sentences shown about the first game.
    """
    clock, box = Clock(), Discord()
    clock.advance(hours=1)
    async with program_at(url(path), box, clock) as program:
        store, services = program.store, program.services
        await program.claims.begin(only=True)
        await services.expiry.watch_older_games()
        await program.delivery.start()
        departures = LeftServers(store, clock)
        await departures.compare(EVERY_SHARD, [GUILD])
        for _ in range(2):
            await services.clocks.beat()
            await departures.look()
            await program.look()
            await program.rest()
            await the_other_game_goes_on(services)
            await program.rest()
            await the_first_goes_on_or_says_so(services, answers)
            await people_are_answered(services)
            await the_server_is_answered(services)
            await store.read(overview.read_overview, clock(), AGAIN, program.claims.program)
            await store.write(claims.take_turn, 0, timedelta(seconds=5))
            await store.write(outbox.note_emojis_on_desks, frozenset({7}))
            await store.read(outbox.emojis_shown, clock())
            clock.advance(minutes=2)
        latest = await services.games.get(2)
        assert f"turn {latest.turn}" in {
            line["key"] for line in box.lines("send") if line["game"] == latest.id
        }


async def the_other_game_goes_on(services):
    table = await services.games.get(2)
    if table.status is not Status.RUNNING:
        return
    await services.play.act(table.id, table.decider.user_id, EndTurn(), table.state_version)
    assert await services.games.get(table.id) != table


async def the_first_goes_on_or_says_so(services, answers):
    """Every question about it is answered, or refused with one sentence."""
    origin = Origin(BEN.user_id, GUILD, None)
    table = None
    try:
        table = await services.games.get(1)
        await services.visits.meant(origin, Purpose.PLAY)
        if table.status is Status.RUNNING and table.decider is not None:
            await services.play.act(1, table.decider.user_id, EndTurn(), table.state_version)
        await services.games.history(1)
    except Refused as refused:
        answers.append(str(refused))
        if table is None and refused.refusal not in {Refusal.UNREADABLE, Refusal.UNKNOWN_GAME}:
            raise


async def people_are_answered(services):
    for person in (ANNA, CORA):
        await services.games.of_user(person.user_id)
        await services.preferences.habits(person.user_id)
        await services.vacations.times_of(person.user_id)
        await services.preferences.standing_orders(person.user_id)
        for read in (services.lessons.progress, services.personal_data.read):
            with suppress(Damaged):  # which players read in one sentence
                await read(person.user_id)


async def the_server_is_answered(services):
    holder, guild_id = value_for(result.c.user_id), value_for(result.c.guild_id)
    for origin in (Origin(holder, None, None), Origin(ANNA.user_id, guild_id, None)):
        await services.profiles.of(origin, holder)
    await services.profiles.of_computers(guild_id)
    await services.games.finished_of(ANNA.user_id, 5)
    await services.games.at(PLACE.channel_id, finished=True)
    await services.games.in_server(GUILD)
    await services.games.named_in(GUILD)
    await services.games.joinable(BEN.user_id, GUILD)
    await services.servers.rules(GUILD)
    await services.forgetting.farewells()
    try:
        gathering = await services.opening.open(BEN, Place(GUILD, 99), f"Eridu {id(object())}")
    except Refused:
        return
    except InvalidValue as illegible:
        if illegible.column != "game.id":
            raise
        return  # no number is left for a new game
    await services.lobbies.leave(gathering.id, BEN)


def host(command, path, game=None):
    """The exit status and the lines of a host's command."""
    lines = []
    return asyncio.run(command(url(path), game, lines.append)), lines


NUMBER_IN = {"game": "id", "player": "game_id", "clock": "game_id", "learner": 0, "person": 0}
"""Tables with one row for each game, seat or user, and where that has the game's number."""
IN_ROWS = [each for each in COLUMNS if each.table.name in NUMBER_IN and not each.primary_key]


@pytest.mark.parametrize(
    "columns", [IN_ROWS[::5], pytest.param(IN_ROWS * 3, marks=pytest.mark.exhaustive)], ids=len
)
async def test_whatever_a_row_holds_is_read_or_refused(path, columns):
    """Each value is another in one row, and everyone is answered all the same."""
    async with opened_at(url(path)) as store:
        services = Services(store, Random(1), Clock())
        for seed, column in enumerate(columns):
            dice = Random(seed)
            with closing(sqlite3.connect(path)) as connection, connection:
                table, name = column.table.name, column.name
                wanted = f"SELECT rowid, {NUMBER_IN[table]}, {name} FROM {table}"
                row, game, before = dice.choice(connection.execute(wanted).fetchall())
                change = f"UPDATE {table} SET {name} = ? WHERE rowid = {row}"
                after = another(before, dice)
                with suppress(sqlite3.IntegrityError):
                    connection.execute(change, [after])
            clear_caches(services)
            try:
                await everything_is_read(services, store, game)
            except Exception as error:
                raise AssertionError(f"{column}: {before!r} became {after!r}") from error
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute(change, [before])


async def everything_is_read(services, store, number):
    if number:
        refusal = None
        try:
            for user_id in (ANNA.user_id, CORA.user_id):
                next_event((await services.visits.of(number, user_id)).table)
            await services.games.history(number)
        except Refused as refused:
            refusal = refused.refusal
        assert refusal in {None, Refusal.UNREADABLE, Refusal.UNKNOWN_GAME}
        examined = await store.read(examine, number)
        assert examined.faults or refusal is not Refusal.UNREADABLE, "the host finds nothing"
    await people_are_answered(services)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "damage"), SOME, ids=[f"{column}: {damage}" for column, damage in SOME]
)
def test_the_program_goes_on_and_the_host_is_told(path, caplog, monkeypatch, column, damage):
    walk(path, caplog, monkeypatch, column, damage)


@pytest.mark.exhaustive
@pytest.mark.parametrize("column", COLUMNS, ids=str)
def test_every_damage_of_every_column(path, caplog, monkeypatch, column):
    for damage in DAMAGES:
        path.write_bytes(_prepared[0])
        for leftover in path.parent.glob(f"{path.name}-*"):
            leftover.unlink()
        caplog.clear()
        column_types._reported.clear()
        walk(path, caplog, monkeypatch, column, damage)


def walk(path, caplog, monkeypatch, column, damage):
    what = f"{column}: {damage}"
    monkeypatch.chdir(path.parent)
    if not spoil(path, column, damage):
        return  # the database refuses it
    spoilt = path.read_bytes()
    answers = []
    with caplog.at_level(logging.INFO):
        asyncio.run(live(path, answers))
    assert not [record for record in caplog.records if record.exc_info], what
    errors = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == len(set(errors)) <= 2, what
    assert len([each for each in errors if "game 1 is set aside" in each]) <= 1, what
    for leftover in path.parent.glob(f"{path.name}-*"):
        leftover.unlink()

    path.write_bytes(spoilt)
    broken, other = illegible(path, column), of_the_other_game(path)
    status, lines = host(check, path)
    assert lines, what
    if broken or (answers and "is damaged" in answers[0]):
        assert status == 1, f"{what} is not found"
    if any("is set aside" in each or "counts as missing" in each for each in errors):
        assert status == 1, f"{what} is not found"
    game = None if column.table in ALONE else 1
    mended, said_then = host(repair, path, game)
    after, left = host(check, path)
    assert of_the_other_game(path) == other, what
    if mended == 0 and status == 1:
        if game is not None and "belongs to no row" in left[0]:
            mended, said_then = host(repair, path)
            after, left = host(check, path)
        lost = column.table in OF_STATE and "belongs to no row" in left[0]
        whole = after == 0 and not illegible(path, column)
        assert whole or lost, f"{what}: {said_then}, {left}"
    if mended == 1:
        assert said_then[-1].startswith("Nothing was changed. "), what
        assert left == lines, what
