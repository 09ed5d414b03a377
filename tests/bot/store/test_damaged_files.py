"""A damaged file: it is opened, or refused in one sentence, and reading it raises nothing else."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from random import Random

import pytest
from tabletop import ANNA, PEOPLE, PLACE, Clock, act_at_random, ended, running, url

from bot.domain import Refusal, Refused
from bot.services import Services
from bot.services.inside import AllSeats
from bot.store import Store, StoreError
from bot.store.queries import due, outbox
from tests.databases import new_database, opened_at

pytestmark = pytest.mark.sqlite

PAGE = 4096
_prepared = []


async def played(folder):
    """A database with games of every status; made once."""
    if not _prepared:
        path = folder / "good.sqlite3"
        async with opened_at(await new_database(path)) as store:
            services = Services(store, Random(7), Clock())
            table = await running(services)
            for seed in range(12):
                table = (await act_at_random(services, table, Random(seed))).table
            await running(services, 2, "Kish", options=["display"])
            await services.opening.open(ANNA, PLACE, "Lagash")
            await ended(services)
        _prepared.append(await asyncio.to_thread(path.read_bytes))
    return _prepared[0]


# --- damages -------------------------------------------------------------------------------------


def flipped(data, rng):
    for _ in range(rng.choice([1, 10, 200, 3000])):
        data[rng.randrange(len(data))] = rng.randrange(256)


def cut(data, rng):
    del data[rng.randrange(len(data)) :]


def zeroed(data, rng):
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) // PAGE) * PAGE
        data[at : at + PAGE] = bytes(PAGE)


def mixed_up(data, rng):
    one, other = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE] = data[other : other + PAGE]


def written_over(data, rng):
    """A text, or nothing, in the header."""
    at = rng.randrange(80)
    data[at : at + 20] = rng.choice([b"Dear diary, it rains", b"\xff" * 20, bytes(20)])


def scribbled_on(data, rng):
    """In the page that tells which tables there are."""
    for _ in range(rng.choice([1, 5, 50])):
        data[rng.randrange(100, PAGE)] = rng.randrange(256)


def revised(connection, rng):
    """The revision of the tables is none."""
    what = rng.choice(["''", "'0004x'", "'é'", "CAST(x'fffe' AS TEXT)", "x'00'", "4.5", "'latest'"])
    connection.execute(f"UPDATE alembic_version SET version_num = {what}")


def absurd(connection, rng):
    """A value that makes no sense, in any column of any table."""
    tables = ["game", "player", "entry", "snapshot", "post", "person"]
    table = rng.choice(tables)
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = ["-1", "4611686018427387904", "'x'", "''", "CAST(x'fffe' AS TEXT)", "1.5", "'[[[['"]
    with suppress(sqlite3.IntegrityError):
        connection.execute(
            f"UPDATE OR IGNORE {table} SET {rng.choice(columns)} = {rng.choice(values)}"
        )


DAMAGES = [flipped, cut, zeroed, mixed_up, written_over, scribbled_on, revised, absurd]


def damage(path, good, how, seed):
    data, rng = bytearray(good), Random(seed)
    if how not in {revised, absurd}:
        how(data, rng)
    path.write_bytes(data)
    if how in {revised, absurd}:
        with closing(sqlite3.connect(path)) as connection, connection:
            how(connection, rng)


# --- what comes of them --------------------------------------------------------------------------


@pytest.mark.parametrize("how", DAMAGES, ids=lambda how: how.__name__)
async def test_it_is_read_or_refused_with_a_sentence(tmp_path, how):
    good = await played(tmp_path)
    outcomes = set()
    for seed in range(2, 8):
        path = tmp_path / f"games-{seed}.sqlite3"
        await asyncio.to_thread(damage, path, good, how, seed)
        try:
            store = await Store.open(url(path))
        except StoreError as error:
            sentence = str(error)
            assert sentence.startswith(f"The database {url(path)} ")
            assert "\n" not in sentence
            outcomes.add("refused")
            continue
        try:
            outcomes.add(await read_all(store))
        finally:
            await store.close()
    assert outcomes - {"whole"}, "this damages nothing"


async def read_all(store):
    """Read all that there is: how that goes."""
    services = Services(store, Random(1), Clock())
    reads = [
        lambda: store.read(outbox.undelivered, "running"),
        lambda: store.read(due.read_due, Clock().now),
        lambda: services.games.at(PLACE.channel_id, finished=True),
        *(lambda person=person: services.games.of_user(person.user_id) for person in PEOPLE),
    ]
    for number in range(1, 5):
        reads += [
            lambda number=number: AllSeats(services).everyone(number),
            lambda number=number: services.games.history(number),
            lambda number=number: services.games.record(number),
            lambda number=number: store.read(outbox.read_posts, number),
        ]
    outcome = "whole"
    for read in reads:
        try:
            await read()
        except StoreError:
            outcome = "damaged"
        except Refused as refused:
            if refused.refusal is Refusal.UNREADABLE:  # and not a record that is not due yet
                outcome = "damaged"
    return outcome


async def test_the_sentence_tells_what_to_do(tmp_path):
    path = tmp_path / "games.sqlite3"
    await asyncio.to_thread(damage, path, await played(tmp_path), written_over, 1)
    with pytest.raises(StoreError) as caught:
        await Store.open(url(path))
    assert "games.sqlite3 is not a database, or is damaged: `python -m bot restore`" in str(
        caught.value
    )
