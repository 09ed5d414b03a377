"""However many games are stored: presses, pages and queries for due rows read no others."""

import json
import re
from contextlib import contextmanager
from random import Random

import pytest
from sqlalchemy import Engine, event, text
from tabletop import ANNA, EVE, PLACE, clear_caches, game_of
from timetable import BANK, paced

from bot.domain.game_lookup import Origin
from bot.domain.table import Status
from bot.store import NotificationRow, NotificationTopic
from bot.store.queries import due, games, notifications, outbox, ratings
from bot.use_cases import ENDED

MANY = (
    *("game", "player", "entry", "snapshot", "post", "due", "clock", "person", "claim", "ring"),
    *("result", "rating"),
)
"""Tables with rows of all games, or of everybody."""
SMALL = ("ix_game_undelivered", "ix_game_proposing", "ix_person_hiding")
"""Indexes of what is but a part of them: all of it may be read."""


class Recorder:
    """The statements that were sent, each with values that it was sent with."""

    def __init__(self):
        self.statements = {}

    @contextmanager
    def listening(self):
        event.listen(Engine, "before_cursor_execute", self._note)
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", self._note)

    def _note(self, _connection, _cursor, statement, values, *more):
        repeated = more[-1] and isinstance(values, list)
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            self.statements.setdefault(statement, values[0] if repeated else values)

    async def reading_whole(self, store):
        """The statements that cannot be answered without reading a whole table."""
        async with store.reading() as connection:
            read = _read_by_file if connection.dialect.name == "sqlite" else _read_by_server
            found = []
            for statement, values in self.statements.items():
                scanned = [each async for each in read(connection, statement, values)]
                if scanned:
                    found.append(f"{scanned} by {' '.join(statement.split())}")
            return found


async def _read_by_file(connection, statement, values):
    plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
    for *_, step in plan:
        scanned = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", step)
        if scanned and scanned[1] in MANY and scanned[2] not in SMALL:
            yield step


async def _read_by_server(connection, statement, values):
    # With few rows it would read all of them, as long as it may.
    await connection.execute(text("SET LOCAL enable_seqscan = off"))
    plan = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values)
    plan_text = plan.scalar_one()
    (top,) = json.loads(plan_text) if isinstance(plan_text, str) else plan_text
    left = [top["Plan"]]
    while left:
        step = left.pop()
        left += step.get("Plans", ())
        found_by = step.get("Index Cond") or step.get("Recheck Cond") or step.get("TID Cond")
        several = step["Node Type"] in {"ModifyTable", "Bitmap Heap Scan"}
        all_of_it = not (found_by or several or step.get("Index Name") in SMALL)
        if all_of_it and step.get("Relation Name") in MANY:
            yield f"{step['Node Type']} of {step['Relation Name']}"


async def play(services, table, presses, clock):
    chance = Random(3)
    for _ in range(presses):
        table = await services.games.get(table.id)
        action = chance.choice(game_of(table).legal_actions())
        clock.advance(hours=1)
        table = (await services.play.act(table.id, table.decider.user_id, action)).table
    return table


async def test_a_press_what_it_shows_and_what_is_due(store, services, make, clock):
    delivery = make()
    services.notify(delivery, alarm=delivery.alarm)
    asked = Recorder()
    with asked.listening():
        table = await paced(services, BANK)
        await play(services, table, 20, clock)
        clear_caches(services)
        await play(services, table, 5, clock)
        await delivery.rest()
        await store.look(due.read_due, clock())
        await store.look(due.read_first, "computer", clock())
        await store.look(outbox.undelivered, Status.RUNNING)
        await store.look(games.unpaced, Status.RUNNING)
        await services.expiry.watch_older_games()
    assert len(asked.statements) > 11
    assert not await asked.reading_whole(store)


async def test_what_somebody_looks_at(store, services):
    table = await paced(services, BANK)
    asked = Recorder()
    with asked.listening():
        await services.games.of_user(ANNA.user_id)
        await services.games.finished_of(ANNA.user_id, 10)
        await services.games.in_server(PLACE.guild_id)
        await services.games.named_in(PLACE.guild_id)
        await services.games.joinable(EVE.user_id, PLACE.guild_id)
        await services.games.at(PLACE.channel_id, finished=True)
        await services.servers.rules(PLACE.guild_id)
        await services.preferences.standing_orders(ANNA.user_id, table.id)
        await services.profiles.of(Origin(EVE.user_id, PLACE.guild_id, None), ANNA.user_id)
        await services.profiles.manners(table)
        await services.profiles.of_computers(PLACE.guild_id)
        await services.ratings.leaderboard(PLACE.guild_id, ANNA.user_id)
        await store.look(ratings.of_user, PLACE.guild_id, ANNA.user_id)
        await store.look(games.count, ANNA.user_id, PLACE.guild_id, [Status.RUNNING])
        await store.look(outbox.games_in, PLACE.guild_id, ENDED)
    assert len(asked.statements) > 9
    assert not await asked.reading_whole(store)


async def test_several_notifications(store, services, clock):
    table = await paced(services, BANK)
    rows = [
        NotificationRow(ANNA.user_id, table.id, NotificationTopic.PROPOSAL, seq, clock())
        for seq in (1, 2)
    ]
    asked = Recorder()
    with asked.listening():
        await store.write(notifications.reschedule, rows, clock())
        await store.write(notifications.assign, rows, table.id, directly=True)
        await store.write(notifications.remove, rows)
        await services.notifications.send_due(table.id)
    assert len(asked.statements) > 3
    assert not await asked.reading_whole(store)


@pytest.mark.parametrize("statement", ["SELECT name FROM game", "UPDATE entry SET at = at"])
async def test_that_is_noticed(store, statement):
    asked = Recorder()
    asked.statements[statement] = ()
    (noticed,) = await asked.reading_whole(store)
    assert noticed.endswith(statement)
