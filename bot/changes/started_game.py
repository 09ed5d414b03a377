"""A started game, as a draft plays it on."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.changes.snapshot import Snapshot, Turns, quiet_of
from bot.domain import Entry, Table, is_final_decision
from bot.store import EntryRow
from bot.store.queries import logs
from engine import (
    Action,
    DrawTile,
    Event,
    Game,
    Hand,
    SwapTiles,
    TilesDrawn,
    TurnBegan,
    dump_game,
)

_NO_TILES = Hand((0, 0, 0, 0))


class StartedGame:
    """A game that is played on, from how it is after the entry *seq* and in that *turn*."""

    def __init__(self, game: Game, seq: int, turn: int) -> None:
        self.game = game
        self.seq = seq
        """The number of the last entry that changed it."""
        self.turn = turn
        self._decided: dict[int, Game] = {}
        """To what it can be undone, of what is new, by the entries that it follows."""
        self._final = False
        """Whether nothing from before can be undone any more."""
        self._ended: dict[int, tuple[int, Game]] = {}
        """The turns that have ended, each with its last entry and how the game was then."""
        self._drawn: dict[int, Hand] = {}

    def decide(
        self, seq: int, seat: int, action: Action, *, automatic: bool, settled: bool
    ) -> tuple[Event, ...]:
        """Let a seat take a decision, by the entry of that number. Answers what happens.

        What is decided without asking is never taken back, but what everyone knows is (*settled*).
        Raises IllegalAction if the rules forbid it.
        """
        before = self.game
        self.game, events = before.apply(seat, action)
        self.seq = seq
        if isinstance(action, SwapTiles | DrawTile):
            self._note_drawn(seat, before, action, events)
        if (automatic and not settled) or is_final_decision(events, settled=settled):
            self._decided.clear()
            self._final = True
        self._decided[seq] = self.game
        if any(isinstance(event, TurnBegan) for event in events):
            self._ended[self.turn] = seq, self.game
            self.turn += 1
        return events

    def _note_drawn(
        self, seat: int, before: Game, action: SwapTiles | DrawTile, events: tuple[Event, ...]
    ) -> None:
        """Note what *seat* has drawn, if some of it came out of the bag: nobody else saw it."""
        if any(isinstance(event, TilesDrawn) and event.seat == seat for event in events):
            given = action.counts if isinstance(action, SwapTiles) else _NO_TILES
            had, after = self.drawn_by(seat), self.game.hands[seat]
            self._drawn[seat] = Hand(
                sum(counts) - then
                for *counts, then in zip(had, after, given, before.hands[seat], strict=True)
            )

    def drawn_by(self, seat: int) -> Hand:
        """What *seat* has drawn, for its player alone, in a swap or where there was a choice."""
        return self._drawn.get(seat, _NO_TILES)

    def undo(self, seq: int, game: Game) -> None:
        """Let the game be as it was before, by the entry of that number."""
        self.seq, self.game = seq, game

    def body(self, before: Snapshot | None, table: Table, rows: Sequence[EntryRow]) -> Snapshot:
        """What follows from it for the *table*, with new *rows* of the log after those *before*."""
        undone = {row.undoes for row in rows}
        entries = [entry for entry in (before.entries if before else ()) if entry.seq not in undone]
        entries += (Entry.of(row) for row in rows if row.undoes is None)
        ends = dict(before.ends) if before else {}
        ends |= {turn: game.view(None) for turn, (_, game) in self._ended.items()}
        turns = Turns(table.turn, table.delivered_turn)
        quiet = (*(before.quiet if before else ()), *quiet_of(rows))
        return Snapshot.of(table.version, self.game, entries, ends, turns, quiet=quiet)

    def save_states(self, connection: Connection, table: Table) -> None:
        """Store the state, those to which it can be undone, and ends of turns not shown yet.

        *table* is how it is afterwards. Nobody needs any from before what cannot be undone.
        """
        told = {turn.number: turn.entries[-1].seq for turn in table.turns if turn.view}
        untold = {turn: seq for turn, seq in told.items() if turn >= table.delivered_turn}
        states = {seq: game for turn, (seq, game) in self._ended.items() if turn in untold}
        states |= self._decided
        states[self.seq] = self.game
        logs.save_states(
            connection,
            table.id,
            {seq: dump_game(game) for seq, game in states.items()},
            untold.values() if self._final else None,
        )
