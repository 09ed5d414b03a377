"""The record of a game, in notation: what was decided, from the shuffled bag on."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.changes import Start, decision_of, load_game
from bot.domain import Kind, Table, effective_of, whole
from bot.store import EntryRow, decoding
from bot.store.queries import games, logs
from engine import Game, write_record


def write(table: Table, log: Sequence[EntryRow]) -> str:
    """The record of a game with that log. Raises Damaged if it cannot be read."""
    rows = {row.seq: row for row in log}
    entries = effective_of(log)
    with decoding("the log"):
        (started,) = (entry for entry in entries if entry.kind is Kind.STARTED)
    start = Start.of(rows[started.seq])
    decisions = [decision_of(rows[entry.seq]) for entry in entries if entry.kind is Kind.ACTED]
    with whole("the log"):
        return write_record(
            Game.start(start.seats, start.bag, table.board, table.options),
            start.bag,
            [(start.seats[seat], action) for seat, action in decisions],
            [
                ("Date", f"{started.at:%Y-%m-%d}"),
                ("Players", ", ".join(" then ".join(names) for names in table.holders)),
            ],
        )


def record_so_far(connection: Connection, number: int) -> str | None:
    """The record of a game, be it over or not: with every hand. None if it has not started.

    For the host, or if it was removed. Raises Damaged if it cannot be read.
    """
    (header,) = games.read_headers(connection, games.numbered(number))
    if not header.damaged and not header.game.state_version:
        return None
    with whole("what is noted of it"):
        return write(load_game(header, None).table, logs.read_log(connection, number))
