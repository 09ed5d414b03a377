"""Copies one game many times: its database rows and its messages, under new numbers.

Of the database it knows that a game is a row of ``game``, and that whatever belongs to it has a
``game_id``. Everything else is told by the numbers themselves: those of Discord occur nowhere
else, and so do those of games from :data:`FIRST_GAME` on.
"""

import json
import re
import sqlite3
from contextlib import closing

from tests.stand_in.people import Person
from tests.stand_in.table import Table

FIRST_GAME = 700_000_001
_NUMBER = re.compile(r"(?<!\d)\d{9,20}(?!\d)")
_EMPTY = {"INTEGER": 0, "BIGINT": 0, "BOOLEAN": 0, "DATETIME": "2030-01-01 00:00:00.000000"}


def number_games_high(database):
    """Let the first game of an empty database have the number :data:`FIRST_GAME`.

    The row that this takes goes with the first copies.
    """
    with closing(sqlite3.connect(database)) as connection, connection:
        filled = {
            name: _EMPTY.get(kind, "")
            for _, name, kind, required, *_ in connection.execute("PRAGMA table_info(game)")
            if required
        }
        filled["id"] = FIRST_GAME - 1
        _insert(connection, "game", list(filled), [tuple(filled.values())])


def copies(table, database, times, servers=()):
    """Copy a game that no process has to do with just now.

    The copies were opened in other channels, by other people; in these *servers* in turn, or all in
    the one that the game itself is in.
    """
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM game WHERE id < ?", (FIRST_GAME,))
        game = _number_of(table, connection)
        (last,) = connection.execute("SELECT max(id) FROM game").fetchone()
        rows = list(_rows_of(connection, game))
        seen = _Seen(table)
        made = []
        for number in range(last + 1, last + 1 + times):
            numbers = {str(game): str(number)} | seen.new_numbers()
            if servers:
                numbers[table.channel["guild_id"]] = servers[number % len(servers)]["id"]
            made.append(seen.copy(numbers))
            renumber = _renumbering(numbers)
            for name, columns, values in rows:
                fresh = [tuple(map(renumber, row)) for row in values]
                _insert(connection, name, columns, fresh)
    return made


def _number_of(table, connection):
    """The number of a game, which is in the custom_ids of its messages' buttons."""
    games = {str(game) for (game,) in connection.execute("SELECT id FROM game")}
    (found,) = games.intersection(_NUMBER.findall(json.dumps([table.lobby, *table.posts])))
    return int(found)


def _rows_of(connection, game):
    """A game's rows, table by table, without the keys that a table gives by itself."""
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (name,) in tables:
        described = connection.execute(f"PRAGMA table_info({name})").fetchall()
        columns = [column[1] for column in described]
        if name == "game":
            belongs = "id"
        elif "game_id" in columns:
            belongs = "game_id"
            columns = [column for column in columns if column != "id"]
        else:
            continue
        query = f"SELECT {', '.join(columns)} FROM {name} WHERE {belongs} = ?"
        yield name, columns, connection.execute(query, (game,)).fetchall()


def _insert(connection, name, columns, rows):
    places = ", ".join("?" for _ in columns)
    into = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})"
    connection.executemany(into, rows)


class _Seen:
    """People, messages and channels of a game, as they are now."""

    def __init__(self, table):
        self._table = table
        self._world = world = table.discord.world
        inside = [table.thread] if table.thread else []
        inside += [world.direct(person.id) for person in table.people]
        channels = [table.channel, *inside]
        messages = [table.lobby]
        for channel in inside:
            messages += world.messages[channel["id"]].values()
        users = [person.user for person in table.people]
        self._files = [each["id"] for message in messages for each in message["attachments"]]
        self._numbers = [each["id"] for each in (*users, *channels, *messages)] + self._files
        self._told = json.dumps([users, channels, messages])

    def new_numbers(self):
        return {number: self._world.new_id() for number in self._numbers}

    def copy(self, numbers):
        world = self._world
        users, channels, messages = json.loads(_renumbering(numbers)(self._told))
        for user in users:
            world.users[user["id"]] = user
        for channel in channels:
            world.channels[channel["id"]] = channel
            world.messages[channel["id"]] = {}
            for user in channel.get("recipients", ()):
                world.directs[user["id"]] = channel["id"]
        for message in messages:
            world.messages[message["channel_id"]][message["id"]] = message
        for file in self._files:
            world.files[numbers[file]] = world.files[file]
        discord = self._table.discord
        people = [Person(discord, user) for user in users]
        return Table(discord, people, channels[0], numbers[self._table.lobby_id])


def _renumbering(numbers):
    """Put other numbers into a value, whether it is one of them or a text that holds some."""

    def renumber(value):
        if isinstance(value, int):
            return int(numbers.get(str(value), value))
        if isinstance(value, str):
            return _NUMBER.sub(lambda match: numbers.get(match[0], match[0]), value)
        return value

    return renumber
