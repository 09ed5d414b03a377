"""What the bot has stored of a game, as far as it must agree with what people did and see."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from engine import Dynasty, Game, parse_action


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
    state: str | None
    entries: Sequence[Entry]

    @property
    def lasting(self) -> list[Entry]:
        """The log without what was undone."""
        undone = {entry.undoes for entry in self.entries}
        return [entry for entry in self.entries if entry.seq not in undone and not entry.undoes]

    def decided(self) -> list[tuple[int | None, str | None]]:
        """What people have decided, undone or not: who, and what."""
        return [
            (entry.user_id, entry.text)
            for entry in self.entries
            if entry.kind == "acted" and not entry.automatic
        ]

    def told_turns(self) -> list[int]:
        """The turns in which something happened that is worth a message, and the last one."""
        told = {entry.turn for entry in self.lasting if entry.kind == "acted" and not entry.passing}
        return sorted(told | {self.turn})

    @property
    def _start(self) -> dict[str, Any]:
        started = next(entry for entry in self.lasting if entry.kind == "started")
        told: dict[str, Any] = json.loads(started.text or "")
        return told

    def seat_of(self, user_id: str) -> int:
        """Where somebody sits who plays."""
        return [str(user) for user in self._start["users"]].index(user_id)

    def replayed(self) -> Game:
        """The game to which the log leads. Raises IllegalAction if it cannot be."""
        start = self._start
        seats = [Dynasty(letter) for letter in start["seats"]]
        game = Game.start(seats, start["bag"], self.board, tuple(self.options))
        for entry in self.lasting:
            if entry.kind == "acted":
                assert entry.seat is not None
                game, _ = game.apply(entry.seat, parse_action(entry.text or ""))
        return game


_GAME = (
    "SELECT id, status, board, options, version, state_version, turn FROM game WHERE home_id = ?"
)
_STATE = "SELECT state FROM snapshot WHERE game_id = ? AND seq = ?"
_ENTRIES = (
    "SELECT seq, kind, user_id, seat, text, turn, automatic, passing, undoes FROM entry "
    "WHERE game_id = ? ORDER BY seq"
)


def game_at(database: Path, thread_id: str) -> Stored | None:
    """The game that is shown in a thread, if there is one."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        row = connection.execute(_GAME, (int(thread_id),)).fetchone()
        if row is None:
            return None
        number, status, board, options, version, state_version, turn = row
        state = connection.execute(_STATE, (number, state_version)).fetchone()
        entries = [Entry(*each) for each in connection.execute(_ENTRIES, (number,))]
    return Stored(
        id=number,
        status=status,
        board=board,
        options=json.loads(options),
        version=version,
        state_version=state_version,
        turn=turn,
        state=state[0] if state else None,
        entries=entries,
    )
