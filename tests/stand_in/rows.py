"""A game in the database, as far as it must agree with what people did and see."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import NamedTuple

import asyncpg
from sqlalchemy import make_url

from bot.store.queries.logs import QUIET
from engine import Dynasty, Game, TurnBegan, parse_action


class Entry(NamedTuple):
    """An entry of a game's log."""

    seq: int
    kind: str
    user_id: int | None
    seat: int | None
    text: str | None
    turn: int
    automatic: bool
    passing: bool
    undoes: int | None
    called: int | None
    at: datetime | str

    @property
    def moment(self):
        return self.at if isinstance(self.at, datetime) else datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class Stored:
    """A game as it is in the database. What it needs to know of it is read in one moment."""

    id: int
    status: str
    board: str
    options: Sequence[str]
    version: int
    state_version: int
    turn: int
    delivered_version: int
    state: str | None
    entries: Sequence[Entry]

    @property
    def is_behind(self):
        """True if the messages are older than the stored state."""
        return self.delivered_version < self.version

    @property
    def state_seen(self):
        """The state as buttons carry it: the number of public entries."""
        kinds = [entry.kind for entry in self.entries if entry.seq <= self.state_version]
        return f"+{sum(kind not in QUIET for kind in kinds[kinds.index('started') :])}"

    @property
    def lasting(self):
        """The log without what was undone."""
        undone = {entry.undoes for entry in self.entries}
        return [entry for entry in self.entries if entry.seq not in undone and not entry.undoes]

    def decided(self):
        """The players' decisions, undone or not, each with its user."""
        return [
            (entry.user_id, entry.text)
            for entry in self.entries
            if entry.kind == "acted" and not entry.automatic
        ]

    def turns_with_messages(self):
        """The turns in which something happened that is worth a message, and the last one."""
        acted = {
            entry.turn for entry in self.lasting if entry.kind == "acted" and not entry.passing
        }
        return sorted(acted | {self.turn})

    @property
    def _start(self):
        started = next(entry for entry in self.lasting if entry.kind == "started")
        return json.loads(started.text or "")

    def seat_of(self, user_id):
        """The seat of a user who plays."""
        return [str(user) for user in self._start["users"]].index(user_id)

    @property
    def _begun(self):
        start = self._start
        seats = [Dynasty(letter) for letter in start["seats"]]
        return Game.start(seats, start["bag"], self.board, tuple(self.options))

    def replayed(self):
        """The game to which the log leads. Raises IllegalAction if it cannot be."""
        game = self._begun
        for entry in self.lasting:
            if entry.kind == "acted":
                game, _ = game.apply(entry.seat, parse_action(entry.text or ""))
        return game

    def asked(self):
        """The entries, each with the turn and the seat that is asked after it.

        Only where nothing was undone.
        """
        game, turn, asked = None, 1, None
        for entry in self.entries:
            if entry.kind == "started":
                game = self._begun
            elif entry.kind == "acted" and game is not None:
                game, events = game.apply(entry.seat, parse_action(entry.text or ""))
                turn += sum(isinstance(event, TurnBegan) for event in events)
            if game is not None:
                asked = None if game.over else (turn, game.decision.seat)
            yield entry, asked


_GAME = (
    "SELECT id, status, board, options, version, state_version, turn, delivered_version "
    "FROM game WHERE home_id = ?"
)
_STATE = "SELECT state FROM snapshot WHERE game_id = ? AND seq = ?"
_ENTRIES = (
    "SELECT seq, kind, user_id, seat, text, turn, automatic, passing, undoes, called, at "
    "FROM entry WHERE game_id = ? ORDER BY seq"
)


_ASIDE = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rows")
"""Queries servers for callers that cannot wait otherwise."""


def game_at(database, thread_id):
    """The game in a thread, if there is one: in a file, or at PostgreSQL's URL."""
    if isinstance(database, str):
        return _ASIDE.submit(asyncio.run, _asked(database, int(thread_id))).result()
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        row = connection.execute(_GAME, (int(thread_id),)).fetchone()
        if row is None:
            return None
        state = connection.execute(_STATE, (row["id"], row["state_version"])).fetchone()
        return _stored(row, state, connection.execute(_ENTRIES, (row["id"],)))


async def _asked(url, thread_id):
    async with (
        connected(url) as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        row = await connection.fetchrow(_numbered(_GAME), thread_id)
        if row is None:
            return None
        state = await connection.fetchrow(_numbered(_STATE), row["id"], row["state_version"])
        return _stored(row, state, await connection.fetch(_numbered(_ENTRIES), row["id"]))


@asynccontextmanager
async def connected(url):
    """A connection to a database of a test's."""
    address = make_url(url)
    connection = await asyncpg.connect(
        host=address.host, port=address.port, user=address.username, database=address.database
    )
    try:
        yield connection
    finally:
        await connection.close()


def _numbered(query):
    """A query with places for values as PostgreSQL has them."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", query)


def _stored(row, state, entries):
    columns = dict(row)
    columns["options"] = json.loads(columns["options"])
    return Stored(
        **columns, state=state[0] if state else None, entries=[Entry(*each) for each in entries]
    )
