"""Who watches over the program asks it over HTTP: how it is, and its figures."""

import asyncio
import json
import logging
import re
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import asyncpg
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tabletop import (
    ANNA,
    BEN,
    PEOPLE,
    PLACE,
    Clock,
    PostBox,
    act,
    act_at_random,
    deliver,
    look_after,
    posts_due,
    running,
    whole,
)

from bot.claims import Claims
from bot.delivery import Delivery, InTrouble, Missing, TryLater
from bot.listening import Address, CannotListen, listening
from bot.minds import Minds
from bot.store import NotStored, Store, due
from bot.store.rows import DueRow
from bot.table import CALL, COMPUTER, Tables
from bot.watching.site import Watch
from engine import Level
from tests.databases import new_database

DOCS = Path(__file__).parents[2] / "docs"


@dataclass
class Program:
    """What of the program is looked at: its connection is what the test says."""

    store: Store | None
    minds: Minds
    claims: Claims | None = None
    ready: bool = True
    connection_lost_at: float | None = None
    latency: float = 0.04
    guilds: list[str] = field(default_factory=lambda: ["Mesopotamia", "Elam"])

    def is_ready(self) -> bool:
        return self.ready


@dataclass
class Watcher:
    """Asks over HTTP."""

    session: aiohttp.ClientSession
    url: str

    async def health(self) -> tuple[int, dict[str, Any]]:
        async with self.session.get(f"{self.url}/healthz") as answer:
            return answer.status, await answer.json()

    async def text(self) -> str:
        async with self.session.get(f"{self.url}/metrics") as answer:
            assert answer.status == 200
            return await answer.text()

    async def figures(self) -> dict[str, float]:
        """By name and labels, but for those that are 0."""
        return {
            sample.name.removeprefix("two_rivers_")
            + "".join(f" {value}" for value in sample.labels.values()): sample.value
            for family in text_string_to_metric_families(await self.text())
            for sample in family.samples
            if sample.value
        }


@pytest.fixture
async def watch(clock: Clock) -> AsyncIterator[Watch]:
    with listening(Address("127.0.0.1", 0)) as taken:
        watch = Watch(taken, clock, fresh=0.0)
        yield watch
        await watch.leave_database()
        await watch.end()


@asynccontextmanager
async def watching(watch: Watch, program: Program) -> AsyncIterator[Watcher]:
    await watch.begin(program)
    host, port = watch._socket.getsockname()
    async with aiohttp.ClientSession() as session:
        yield Watcher(session, f"http://{host}:{port}")


@pytest.fixture
async def minds(watch: Watch) -> AsyncIterator[Minds]:
    minds = Minds(thought=watch.figures.thought)
    yield minds
    await minds.close()


@pytest.fixture
def program(store: Store, minds: Minds) -> Program:
    return Program(store, minds)


@pytest.fixture
async def watcher(watch: Watch, program: Program) -> AsyncIterator[Watcher]:
    async with watching(watch, program) as watcher:
        yield watcher


@pytest.fixture
def tables(store: Store, clock: Clock, watch: Watch) -> Tables:
    return Tables(store, Random(7), clock, counts=watch.figures)


@pytest.fixture
async def delivery(
    store: Store, tables: Tables, box: PostBox, clock: Clock, watch: Watch
) -> AsyncIterator[Delivery]:
    delivery = Delivery(
        store, tables, box, posts_due, clock, alarm=lambda _at: None, counts=watch.figures
    )
    tables.tell(delivery)
    yield delivery
    await delivery.close()


# --- figures -------------------------------------------------------------------------------------


async def test_decisions_are_counted_by_who_took_them(tables: Tables, watcher: Watcher) -> None:
    table, rng = await running(tables, 2), Random(5)
    for _ in range(12):
        table = (await act_at_random(tables, table, rng)).table
    by_people = 12
    counted = await watcher.figures()
    assert counted["decisions_total player"] == by_people
    assert "decisions_total computer" not in counted
    table = await tables.open(ANNA, PLACE, "Kish", seats=2)
    table = await tables.seat_computer(table.id, ANNA, Level.EASY, "Nabu")
    table = await tables.start(table.id, ANNA)
    while not table.waits_for_computer:
        table, by_people = await act(tables, table, whole(table).legal_actions()[0]), by_people + 1
    asked = await tables.to_decide(table.id)
    assert asked is not None
    await tables.act_for_computer(table.id, [whole(table).legal_actions()[0]], asked.seen)
    counted = await watcher.figures()
    assert counted["decisions_total player"] == by_people
    assert counted["decisions_total computer"] == 1


@pytest.mark.sqlite
async def test_what_is_not_stored_is_not_counted(
    store: Store, tables: Tables, watcher: Watcher
) -> None:
    table = await running(tables)
    action = whole(table).legal_actions()[0]
    async with store.reading() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(Exception, match="nothing was stored"):
        await act(tables, table, action)
    assert "decisions_total player" not in await watcher.figures()


async def test_messages_are_counted_and_how_long_it_took(
    tables: Tables, box: PostBox, delivery: Delivery, clock: Clock, watcher: Watcher
) -> None:
    table = await running(tables)
    await delivery.rest()
    counted = await watcher.figures()
    assert counted["messages_total sent"] == len(box.keys("send"))
    assert counted["delivered_seconds_count"] >= 1
    assert 0 < counted["delivered_seconds_sum"] < 5
    for fault, told in (
        (Missing("Send Messages"), "missing permission"),
        (TryLater(3.0), "told to wait"),
        (InTrouble("503"), "Discord in trouble"),
        (ZeroDivisionError(), "fault"),
    ):
        with box.failing("edit", "turn", fault):
            table = await act(tables, table, whole(table).legal_actions()[0])
            await look_after(delivery, clock, 0)
        assert (await watcher.figures())[f"message_failures_total {told}"] > 0
        await look_after(delivery, clock, 10)
    counted = await watcher.figures()
    assert counted["messages_total edited"] == len(box.keys("edit"))
    assert counted["messages_total retired"] == len(box.keys("retire"))


async def test_how_many_games_there_are_and_what_waits(
    store: Store,
    tables: Tables,
    box: PostBox,
    delivery: Delivery,
    clock: Clock,
    watcher: Watcher,
) -> None:
    shown = await running(tables)
    await tables.open(BEN, PLACE, "Susa", seats=4)
    await delivery.rest()
    assert not {"undelivered_games", "put_off_games"} & (await watcher.figures()).keys()
    tables.tell(_Nobody())
    left = await tables.resign((await running(tables, 2)).id, BEN.user_id)
    clock.advance(seconds=40)
    await act(tables, shown, whole(shown).legal_actions()[0])
    clock.advance(seconds=2)
    counted = await watcher.figures()
    assert counted["games running"] == counted["games lobby"] == counted["games over"] == 1
    assert counted["undelivered_games"] == 2
    assert counted["undelivered_oldest_seconds"] == 42
    with box.failing("send", "", Missing("View Channel")):
        await deliver(delivery, left.table)
    await deliver(delivery, shown)
    counted = await watcher.figures()
    assert "undelivered_games" not in counted
    assert counted["put_off_games"] == 1
    assert counted["put_off_oldest_seconds"] == 42
    for kind, table in ((CALL, shown), (COMPUTER, shown), (CALL, left.table)):
        await store.write(due.put_off, DueRow(kind, table.id, clock()))
    clock.advance(seconds=7)
    await store.write(due.put_off, DueRow(CALL, left.table.id, clock()))
    counted = await watcher.figures()
    assert counted[f"overdue {CALL}"] == 2
    assert counted[f"overdue_oldest_seconds {CALL}"] == 7
    assert counted[f"overdue {COMPUTER}"] == 1


class _Nobody:
    """Nothing of what is stored is shown."""

    def note(self, *_: object) -> None: ...

    def stored(self, *_: object) -> None: ...

    def expect(self, *_: object) -> None: ...


async def test_the_process_of_computers_is_told_of_as_long_as_there_is_one(
    tables: Tables, minds: Minds, watcher: Watcher
) -> None:
    assert not any(name.startswith("opponents_process") for name in await watcher.figures())
    table = await running(tables, 2)
    game = whole(table)
    for seed in range(3):
        seat = game.decision.seat
        await minds.decide(game.view(seat), game.scores, Level.EASY, seed=seed)
    counted = await watcher.figures()
    assert counted["opponents_process_cpu_seconds_total"] > 0
    assert counted["opponents_process_resident_memory_bytes"] > 1e6
    assert counted["thought_seconds_count play answered"] == 3
    await minds.close()
    assert not any(name.startswith("opponents_process") for name in await watcher.figures())


async def test_records_of_the_log_are_counted_by_their_level(watcher: Watcher) -> None:
    before = await watcher.figures()
    logging.getLogger("bot.somewhere").warning("look out")
    logging.getLogger("bot.somewhere").log(35, "look out, really")
    after = await watcher.figures()
    assert after["log_records_total WARNING"] - before.get("log_records_total WARNING", 0) == 2


async def test_nothing_personal_is_told(
    store: Store, tables: Tables, delivery: Delivery, box: PostBox, watcher: Watcher
) -> None:
    """No number of Discord's, no name, and only labels that the program itself has."""
    table, rng = await running(tables, 3, "The secret garden"), Random(5)
    for _ in range(20):
        table = (await act_at_random(tables, table, rng)).table
        await delivery.rest()
    text = await watcher.text()
    assert not re.search(r"\d{16,}", re.sub(r" [\d.e+]+$", "", text, flags=re.MULTILINE))
    for name in (*(person.name for person in PEOPLE), "garden", str(PLACE.guild_id)):
        assert name not in text
    labels = {
        label
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        for label in sample.labels
        if not sample.name.startswith("python_")
    }
    assert labels <= {
        *(
            "by",
            "outcome",
            "how",
            "why",
            "status",
            "scope",
            "lane",
            "level",
            "kind",
            "trouble",
            "le",
        ),
        "version",
    }


async def test_nothing_else_is_there_and_nothing_can_be_changed(watcher: Watcher) -> None:
    for method, path, status in (
        ("GET", "/", 404),
        ("GET", "/healthz/../etc/passwd", 404),
        ("POST", "/healthz", 405),
        ("DELETE", "/metrics", 405),
        ("HEAD", "/metrics", 200),
        ("HEAD", "/healthz", 200),
    ):
        async with watcher.session.request(method, watcher.url + path) as answer:
            assert answer.status == status, path


async def test_what_the_database_takes(store: Store, tables: Tables, watcher: Watcher) -> None:
    await running(tables)
    counted = await watcher.figures()
    assert counted["database_bytes"] == (await store.room()).taken > 100_000
    if (left := (await store.room()).left) is not None:
        assert counted["disk_free_bytes"] == pytest.approx(left, rel=0.2)


async def test_what_the_database_does_and_what_it_does_not(
    tmp_path: Path, watch: Watch, watcher: Watcher
) -> None:
    url = await new_database(tmp_path / "other.sqlite3")
    store = await Store.open(url, counts=watch.figures)
    before = await watcher.figures()
    await store.read(due.read_kind, CALL)
    await store.look(due.read_kind, CALL)
    await store.close()
    counted = await watcher.figures()
    for kind in ("reading", "looking"):
        done = counted[f"database_seconds_count {kind}"]
        assert done - before.get(f"database_seconds_count {kind}", 0) == 1


@pytest.mark.sqlite
async def test_a_database_in_trouble(tmp_path: Path, watch: Watch, watcher: Watcher) -> None:
    path = tmp_path / "other.sqlite3"
    store = await Store.open(f"{await new_database(path)}?timeout=0.1", counts=watch.figures)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotStored):
            await store.write(due.forget, 1)
    assert (await watcher.figures())["database_troubles_total busy"] == 1
    await store.close()


async def test_every_figure_is_explained(store: Store, program: Program, watcher: Watcher) -> None:
    """And every one that is explained, or that an alert is about, is there."""
    program.claims = Claims(store)
    told = set(re.findall(r"(?m)^# TYPE two_rivers_(\w+) ", await watcher.text()))
    told = {name for name in told if not name.startswith("opponents_process")}
    table = re.findall(r"(?m)^\| (`.*?) \|", (DOCS / "watching.md").read_text())
    explained = set(re.findall(r"`(\w+)`", " ".join(table)))
    assert told - {"disk_free_bytes"} <= explained <= told | {"disk_free_bytes"}
    rules = (DOCS / "two-rivers.rules.yml").read_text()
    about = set(re.findall(r"two_rivers_(\w+?)(?:_bucket|_count)?\b", rules))
    assert about <= explained


# --- health --------------------------------------------------------------------------------------


async def test_all_is_well(tables: Tables, delivery: Delivery, watcher: Watcher) -> None:
    await running(tables)
    await delivery.rest()
    status, told = await watcher.health()
    assert status == 200
    assert told.pop("database")["seconds"] < 2
    assert told == {
        "healthy": True,
        "faults": [],
        "gateway": {
            "connected": True,
            "lost_seconds": 0.0,
            "latency_seconds": 0.04,
            "servers": 2,
        },
        "undelivered": {"games": 0, "oldest_seconds": 0.0, "put_off": 0},
    }


async def test_before_the_first_connection_nothing_is_well_yet(
    watch: Watch, minds: Minds, store: Store
) -> None:
    program = Program(None, minds, ready=False, connection_lost_at=time.monotonic())
    program.latency, program.guilds = float("nan"), []
    async with watching(watch, program) as watcher:
        status, told = await watcher.health()
        assert status == 503
        assert told["faults"] == [
            "There is no connection to Discord yet.",
            "The database is not open yet.",
        ]
        assert told["gateway"]["latency_seconds"] is None
        assert "gateway_connected" not in await watcher.figures()
        program.store = store
        assert (await watcher.health())[1]["faults"] == ["There is no connection to Discord yet."]


async def test_a_program_whose_lease_has_ended(
    store: Store, tables: Tables, clock: Clock, watcher: Watcher, program: Program
) -> None:
    """It shows nothing, and whatever another program shows is not its business."""
    now = [0.0]
    program.claims = Claims(store, clock=lambda: now[0])
    await program.claims.begin()
    table = await running(tables)
    assert await program.claims.take([table.id]) == {table.id}
    status, told = await watcher.health()
    assert (status, told["lease"]) == (200, {"left_seconds": 27.0, "games": 1})
    other = Claims(store)
    await other.begin()
    await program.claims.renew()
    clock.advance(minutes=11)
    assert (await watcher.health())[1]["undelivered"]["oldest_seconds"] == 660
    counted = await watcher.figures()
    assert (counted["games_shown"], counted["lease_seconds"]) == (1, 27)
    await program.claims.give_back([table.id])
    assert await other.take([table.id]) == {table.id}
    status, told = await watcher.health()
    assert (status, told["undelivered"]["games"]) == (200, 0)
    assert (await watcher.figures())["undelivered_oldest_seconds"] == 660
    now[0] += 30
    status, told = await watcher.health()
    assert status == 503
    assert (
        "Its lease has ended, as the database did not answer: it shows no game." in told["faults"]
    )


async def test_a_connection_is_renewed_now_and_then(watcher: Watcher, program: Program) -> None:
    program.connection_lost_at = time.monotonic() - 20
    status, told = await watcher.health()
    assert (status, told["gateway"]["connected"]) == (200, False)
    program.connection_lost_at -= 50
    status, told = await watcher.health()
    assert status == 503
    assert told["faults"] == ["There has been no connection to Discord for 70 seconds."]


async def test_a_game_that_is_not_shown_though_it_could_be(
    tables: Tables, delivery: Delivery, box: PostBox, clock: Clock, watcher: Watcher
) -> None:
    """What was tried and failed is the business of a server, and no fault of the program."""
    with box.failing("send", "", Missing("View Channel")):
        await running(tables)
        await delivery.rest()
    clock.advance(hours=2)
    status, told = await watcher.health()
    assert (status, told["undelivered"]) == (200, {"games": 0, "oldest_seconds": 0, "put_off": 1})
    tables.tell(_Nobody())
    await running(tables)
    clock.advance(minutes=9)
    assert (await watcher.health())[0] == 200
    clock.advance(minutes=2)
    status, told = await watcher.health()
    assert status == 503
    assert told["faults"] == ["Discord has not been shown a game as it is for 660 seconds."]


async def test_what_waited_while_there_was_no_program_has_its_time(
    tables: Tables, watch: Watch, program: Program, clock: Clock
) -> None:
    await running(tables)
    clock.advance(days=3)
    async with watching(watch, program) as watcher:
        clock.advance(minutes=9)
        status, told = await watcher.health()
        assert (status, told["undelivered"]["oldest_seconds"]) == (200, 540)
        clock.advance(minutes=2)
        assert (await watcher.health())[0] == 503


@pytest.mark.sqlite
async def test_a_file_that_cannot_be_read_is_not_waited_for(
    tmp_path: Path, clock: Clock, minds: Minds
) -> None:
    """Another program has the file for itself alone; this one is patient, who watches is not."""
    path = tmp_path / "other.sqlite3"
    with (
        listening(Address("127.0.0.1", 0)) as taken,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        store = await Store.open(f"{await new_database(path)}?timeout=0.2")
        watch = Watch(taken, clock, fresh=1.0, patience=0.15)
        async with watching(watch, Program(store, minds)) as watcher:
            assert (await watcher.health())[0] == 200
            await store._database._engine.dispose()  # the next connection is made anew
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            began = await _until(watcher, "The database does not answer.")
            for status, told in await asyncio.gather(*(watcher.health() for _ in range(5))):
                assert (status, told["database"]["answers"]) == (503, False)
            counted = await watcher.figures()
            assert not {"database_answers", "games running"} & counted.keys()
            assert counted["gateway_connected"] == 1
            assert time.monotonic() - began < 1  # it is given up only later
            await _until(watcher, "The database cannot be read.")
            other.execute("ROLLBACK")
            other.close()
            await _until(watcher)
        await watch.leave_database()
        await watch.end()
        await store.close()


async def _until(watcher: Watcher, *faults: str) -> float:
    """The time from which on these were the faults."""
    async with asyncio.timeout(20):
        while (await watcher.health())[1]["faults"] != list(faults):
            pass
    return time.monotonic()


@pytest.mark.postgresql
async def test_a_server_that_does_not_answer_is_not_waited_for(
    store: Store, tmp_path: Path, clock: Clock, minds: Minds
) -> None:
    with listening(Address("127.0.0.1", 0)) as taken:
        watch = Watch(taken, clock, fresh=1.0, patience=0.2)
        async with watching(watch, Program(store, minds)) as watcher:
            assert (await watcher.health())[0] == 200
            url = await new_database(tmp_path / "games.sqlite3")
            other = await asyncpg.connect(url.replace("+asyncpg", ""))
            async with other.transaction():
                await other.execute("LOCK TABLE game IN ACCESS EXCLUSIVE MODE")
                began = await _until(watcher, "The database does not answer.")
                for status, _ in await asyncio.gather(*(watcher.health() for _ in range(20))):
                    assert status == 503
                assert time.monotonic() - began < 2
                waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
                assert await other.fetchval(waiting) == 1  # however often it was asked
            await other.close()
            await _until(watcher)
        await watch.leave_database()
        await watch.end()


async def test_the_database_is_looked_at_now_and_then_however_often_somebody_asks(
    store: Store, tables: Tables, clock: Clock, minds: Minds
) -> None:
    with listening(Address("127.0.0.1", 0)) as taken:
        watch = Watch(taken, clock, fresh=3600.0)
        async with watching(watch, Program(store, minds)) as watcher:
            assert "games running" not in await watcher.figures()
            await running(tables)
            for _ in range(3):
                assert "games running" not in await watcher.figures()
        await watch.leave_database()
        await watch.end()


async def test_at_the_end_the_database_is_left_alone(
    watch: Watch, watcher: Watcher, store: Store
) -> None:
    assert (await watcher.health())[0] == 200
    await watch.leave_database()
    await store.close()
    status, told = await watcher.health()
    assert (status, told["faults"]) == (503, ["The database is looked at no more."])
    assert "gateway_connected" in await watcher.figures()


# --- the address ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("8080", ("127.0.0.1", 8080)),
        (" 8080\n", ("127.0.0.1", 8080)),
        ("0.0.0.0:8080", ("0.0.0.0", 8080)),
        ("[::]:8080", ("::", 8080)),
        ("[::1]:0", ("::1", 0)),
        ("localhost:8080", ("localhost", 8080)),
        ("status.example-host.internal:80", ("status.example-host.internal", 80)),
    ],
)
def test_an_address(text: str, address: tuple[str, int]) -> None:
    assert Address.read(text) == address


@pytest.mark.parametrize(
    "text",
    ["", "port", "65536", "-1", "127.0.0.1", "::1:8080", "host:", ":8080", "http://host:8080",
     "8080/metrics", "80 80", "host:8o8o", "[host]:8080x"],
)  # fmt: skip
def test_an_address_that_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="is no port, nor a host and a port"):
        Address.read(text)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (lambda taken: Address("127.0.0.1", taken), r"127\.0\.0\.1:\d+ is taken: "),
        (lambda _taken: Address("192.0.2.1", 8080), r"192\.0\.2\.1:8080 cannot be used \("),
        (lambda _taken: Address("no-such-host.invalid", 80), r"invalid:80 cannot be used \("),
    ],
)
def test_an_address_that_cannot_be_used(address: Callable[[int], Address], said: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        wanted = address(other.getsockname()[1])
        with pytest.raises(CannotListen, match=said) as caught, listening(wanted):
            pass
    assert json.dumps(str(caught.value)).startswith('"STATUS_AT: ')
