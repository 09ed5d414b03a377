"""The figures for Prometheus over HTTP, and no others."""

import logging
import re
import sys
from pathlib import Path
from random import Random

import pytest
from post_box import deliver, look_after
from tabletop import BEN, PEOPLE, PLACE, act, act_at_random, game_of, play_computers, running

from bot import __version__
from bot.changes import CALL, COMPUTER
from bot.cluster import Claims
from bot.counting import Counted
from bot.delivery import InTrouble, MissingPermission, TryLater
from bot.engine_worker import Lane, WantedDecision
from bot.metrics import figures
from bot.store.queries import due
from bot.store.rows import DueRow
from engine import EndTurn, Level
from tests.databases import new_database, opened_at

DOCS = Path(__file__).parents[3] / "docs"


async def test_decisions_are_counted_by_who_took_them(services, watcher):
    table = await running(services, 2, levels=[Level.EASY])
    assert not {"decisions_total player", "decisions_total computer"} & {*await watcher.figures()}
    table = await play_computers(services, table)
    table = await play_computers(services, await act(services, table, EndTurn()))
    log = await services.games.history(table.id)
    seats = [entry.seat for entry in log if entry.kind == "acted"]
    by_computer = sum(table.player(seat).is_computer for seat in seats)
    counted = await watcher.figures()
    assert counted["decisions_total player"] == len(seats) - by_computer
    assert counted["decisions_total computer"] == by_computer


@pytest.mark.sqlite
async def test_what_is_not_stored_is_not_counted(store, services, watcher):
    table = await running(services)
    action = game_of(table).legal_actions()[0]
    async with store.reading() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(Exception, match="nothing was stored"):
        await act(services, table, action)
    assert "decisions_total player" not in await watcher.figures()


async def test_messages_are_counted_and_how_long_it_took(services, box, delivery, clock, watcher):
    table = await running(services)
    await delivery.rest()
    counted = await watcher.figures()
    assert counted["messages_total sent"] == len(box.keys("send"))
    assert counted["delivered_seconds_count"] >= 1
    assert 0 < counted["delivered_seconds_sum"] < 5
    for fault, name in (
        (MissingPermission("Send Messages"), "missing permission"),
        (TryLater(3.0), "told to wait"),
        (InTrouble("503"), "Discord in trouble"),
        (ZeroDivisionError(), "fault"),
    ):
        with box.failing("edit", "turn", fault):
            table = await act(services, table, game_of(table).legal_actions()[0])
            await look_after(delivery, clock, 0)
        assert (await watcher.figures())[f"message_failures_total {name}"] > 0
        await look_after(delivery, clock, 10)
    counted = await watcher.figures()
    assert counted["messages_total edited"] == len(box.keys("edit"))
    assert counted["messages_total retired"] == len(box.keys("retire"))


async def test_how_many_games_there_are_and_what_waits(
    store, services, box, delivery, clock, watcher
):
    shown = await running(services)
    await services.opening.open(BEN, PLACE, "Susa", seats=4)
    await delivery.rest()
    assert not {"undelivered_games", "put_off_games"} & (await watcher.figures()).keys()
    services.notify()
    left = await services.play.resign((await running(services, 2)).id, BEN.user_id)
    clock.advance(seconds=40)
    await act(services, shown, game_of(shown).legal_actions()[0])
    clock.advance(seconds=2)
    counted = await watcher.figures()
    assert counted["games running"] == counted["games lobby"] == counted["games over"] == 1
    assert counted["undelivered_games"] == 2
    assert counted["undelivered_oldest_seconds"] == 42
    with box.failing("send", "", MissingPermission("View Channel")):
        await deliver(delivery, left.table)
    await deliver(delivery, shown)
    counted = await watcher.figures()
    assert "undelivered_games" not in counted
    assert counted["put_off_games"] == 1
    assert counted["put_off_oldest_seconds"] == 42
    for kind, table in ((CALL, shown), (COMPUTER, shown), (CALL, left.table)):
        await store.write(due.schedule, DueRow(kind, table.id, clock()))
    clock.advance(seconds=7)
    await store.write(due.schedule, DueRow(CALL, left.table.id, clock()))
    counted = await watcher.figures()
    assert counted[f"overdue {CALL}"] == 2
    assert counted[f"overdue_oldest_seconds {CALL}"] == 7
    assert counted[f"overdue {COMPUTER}"] == 1


async def test_the_process_of_computers_is_told_of_as_long_as_there_is_one(
    services, worker, watcher
):
    assert not any(name.startswith("opponents_process") for name in await watcher.figures())
    table = await running(services, 2)
    game = game_of(table)
    asked = WantedDecision(game.view(game.decision.seat), game.scores, Level.EASY, 0)
    await worker.answer(asked, Lane.PLAY)
    counted = await watcher.figures()
    assert counted["opponents_process_cpu_seconds_total"] > 0
    assert counted["opponents_process_resident_memory_bytes"] > 1e6
    assert counted["thought_seconds_count play answered"] == 1
    await worker.close()
    assert not any(name.startswith("opponents_process") for name in await watcher.figures())


async def test_no_figure_is_personal(store, services, delivery, box, watcher):
    """No number of Discord's, no name, and only labels that the program itself has."""
    table, rng = await running(services, 3, "The secret garden"), Random(5)
    for _ in range(2):
        table = (await act_at_random(services, table, rng)).table
        await delivery.rest()
    text = await watcher.text()
    assert not re.search(r"\d{16,}", re.sub(r" [\d.e+]+$", "", text, flags=re.MULTILINE))
    for name in (*(person.name for person in PEOPLE), "garden", str(PLACE.guild_id)):
        assert name not in text
    own_figures = re.sub(r"(?m)^(#|python_).*$", "", text)
    labels = set(re.findall(r'[{,](\w+)="', own_figures))
    own = {"by", "outcome", "how", "why", "status", "scope", "lane", "level", "kind", "trouble"}
    assert labels <= own | {"le", "version"}


async def test_of_the_log_the_version_and_the_room(store, services, watcher, monkeypatch):
    """The version is known where the program runs from its folder, not installed, too."""
    before = await watcher.figures()
    logging.getLogger("bot.somewhere").warning("look out")
    logging.getLogger("bot.somewhere").log(35, "look out, really")
    monkeypatch.setattr(sys, "path", [])
    counted = await watcher.figures()
    assert counted["log_records_total WARNING"] - before.get("log_records_total WARNING", 0) == 2
    assert counted[f"info {__version__}"] == 1
    assert counted["database_bytes"] == (await store.room()).taken > 100_000
    if (left := (await store.room()).left) is not None:
        assert counted["disk_free_bytes"] == pytest.approx(left, rel=0.2)


async def test_nothing_else_is_there_and_nothing_can_be_changed(watcher):
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


async def test_what_the_database_does_and_what_it_does_not(tmp_path, watch, watcher):
    url = await new_database(tmp_path / "other.sqlite3")
    async with opened_at(url, counts=watch.figures) as store:
        before = await watcher.figures()
        await store.read(due.read_kind, CALL)
        await store.look(due.read_kind, CALL)
    counted = await watcher.figures()
    for kind in ("reading", "looking"):
        done = counted[f"database_seconds_count {kind}"]
        assert done - before.get(f"database_seconds_count {kind}", 0) == 1


def test_whatever_is_counted_has_a_counter():
    assert {*figures._COUNTERS} == {*Counted.__subclasses__()}


async def test_every_figure_is_explained(store, program, watcher, backups):
    """Every documented figure exists, too."""
    program.claims, program.backups = Claims(store), backups
    names = set(re.findall(r"(?m)^# TYPE two_rivers_(\w+) ", await watcher.text()))
    names = {name for name in names if not name.startswith("opponents_process")}
    table = re.findall(r"(?m)^\| (`.*?) \|", (DOCS / "watching.md").read_text())
    explained = set(re.findall(r"`(\w+)`", " ".join(table)))
    assert names - {"disk_free_bytes"} <= explained <= names | {"disk_free_bytes"}
