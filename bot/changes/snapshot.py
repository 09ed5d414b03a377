"""What follows from the version of a started game, and what everybody may know of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.domain import QUIET, Entry, Kind, Player, Standing, Status, Table, Turn, effective
from bot.store import EntryRow, GameRow, SnapshotRow
from engine import Game, Over, PublicView, load_game

_OF_ALL_TURNS = frozenset({Kind.GIVEN_UP, Kind.HINTED, Kind.OFFERED})
"""The kinds of entries that are told of however long ago they were made."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What follows from a started game's version: its state, and its log of late."""

    version: int
    game: Game = field(repr=False)
    public: PublicView = field(repr=False)
    entries: tuple[Entry, ...]
    """Since the first turn that is told of still, and for a whole round, without what was
    undone. Of all turns those with which seats were given up or offered, and those of hints."""
    ends: Mapping[int, PublicView]
    """What everybody could see at the ends of turns, as far as that is known and needed."""
    quiet: tuple[int, ...] = ()
    """The numbers of all quiet entries, in order."""

    @classmethod
    def of(
        cls,
        version: int,
        game: Game,
        entries: Sequence[Entry],
        ends: Mapping[int, PublicView],
        turns: Turns,
        *,
        quiet: tuple[int, ...],
    ) -> Snapshot:
        """The body of a game in one of its *turns*; of entries and ends what is needed is kept."""
        told, kept = turns.told_since(entries), turns.round_since(len(game.seats))
        since = min(told, kept)
        return cls(
            version,
            game,
            game.view(None),
            tuple(each for each in entries if each.turn >= since or each.kind in _OF_ALL_TURNS),
            {turn: view for turn, view in ends.items() if turn >= told},
            quiet,
        )


class Turns(NamedTuple):
    """Which turn a game has come to, and which it was when it was last shown completely."""

    current: int
    delivered: int

    def told_since(self, entries: Iterable[Entry]) -> int:
        """The first turn that is told of: the last one worth a message before the current one.

        Or an earlier one, if that was not over when the game was last shown completely.
        """
        told = [
            entry.turn
            for entry in entries
            if entry.turn < self.current and entry.kind is Kind.ACTED and not entry.passing
        ]
        last = told[-1] if told else self.current - 1
        return max(min(last, self.delivered), 1)

    def round_since(self, players: int) -> int:
        """The turn before the first of the round that ends with the current one.

        It was the last one of the player on turn.
        """
        return max(self.current - players, 1)


def snapshot_of(game: GameRow, row: SnapshotRow) -> Snapshot:
    """What was read of a game. Raises ValueError, LookupError or GameError if it is not whole."""
    if row.entries[-1].seq != game.version:
        raise ValueError
    now = load_game(row.states[game.state_version])
    entries = effective(row.entries, len(now.seats))
    turns = Turns(game.turn, game.delivered_turn)
    last = {entry.turn: entry.seq for entry in entries if entry.changes_game}
    ends = {
        turn: load_game(row.states[seq]).view(None)
        for turn, seq in last.items()
        if turn < game.turn and seq in row.states
    }
    return Snapshot.of(game.version, now, entries, ends, turns, quiet=quiet_of(row.entries))


def quiet_among(entries: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """The numbers of a started game's entries that public numbers skip.

    These are the quiet ones, and all before the start. *entries* are numbers and kinds.
    """
    quiet: list[int] = []
    for seq, kind in entries:
        if kind == Kind.STARTED:
            quiet = [*range(1, seq)]
        elif kind in QUIET:
            quiet.append(seq)
    return tuple(quiet)


def quiet_of(rows: Iterable[EntryRow]) -> tuple[int, ...]:
    """The same for rows of the log."""
    return quiet_among((row.seq, row.kind) for row in rows)


def with_snapshot(table: Table, body: Snapshot) -> Table:
    """Add what everybody may know of the game."""
    # In memory there may be more: it is not known there how much has been shown since.
    turns = Turns(table.turn, table.delivered_turn)
    since, kept = turns.told_since(body.entries), turns.round_since(len(table.players))
    by_turn: dict[int, list[Entry]] = {table.turn: []}
    for entry in body.entries:
        if entry.turn >= since:
            by_turn.setdefault(entry.turn, []).append(entry)
    view = body.public
    over = table.status is Status.OVER
    if over and any(player.abandoned for player in table.players):
        nobody = (None,) * len(view.seats)
        view = replace(view, decision=Over(view.decision.seat), scores=nobody)
    elif over and not view.over:  # ended early, with the result as it stands
        view = replace(view, decision=Over(view.decision.seat), scores=body.game.scores)
    elif table.status is Status.ABANDONED:
        view = replace(view, decision=Over(view.decision.seat))
    return replace(
        table,
        turns=tuple(
            Turn(number, (number - 1) % len(table.players), tuple(entries), body.ends.get(number))
            for number, entries in sorted(by_turn.items())
        ),
        round=tuple(entry for entry in body.entries if entry.turn >= kept),
        given_up=tuple(entry for entry in body.entries if entry.kind is Kind.GIVEN_UP),
        offers=tuple(entry for entry in body.entries if entry.kind is Kind.OFFERED),
        hinted=tuple(entry for entry in body.entries if entry.kind is Kind.HINTED),
        quiet=body.quiet,
        view=view,
        standings=_standings(table.players, body.game) if over else (),
    )


def _standings(players: Sequence[Player], game: Game) -> tuple[Standing, ...]:
    ranking = game.ranking()
    stayed = [placing for placing in ranking if not players[placing.seat].abandoned]
    left = sorted(
        (placing for placing in ranking if players[placing.seat].abandoned),
        key=lambda placing: players[placing.seat].abandoned_seq or 0,
        reverse=True,
    )
    places = [1 + sum(other.place < placing.place for other in stayed) for placing in stayed]
    places += range(len(stayed) + 1, len(ranking) + 1)
    return tuple(
        Standing(place, players[placing.seat], placing)
        for place, placing in zip(places, stayed + left, strict=True)
    )
