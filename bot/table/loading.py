"""Rows of the store put together to tables; what has been read before is not read again.

A game's state and the part of its log that is shown follow from its version alone. They are
kept in memory, and believed only for the version that the database names: when it is read, or
when a change is written on the condition that it is still the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection

from bot.store import games
from bot.store.rows import BodyRow, EntryRow, GameRow, HeaderRow, PersonRow, PlayerRow
from bot.table.seat import Everyone, Seat, Visit
from bot.table.values import (
    Entry,
    Home,
    HomeKind,
    Kind,
    Place,
    Player,
    Standing,
    Status,
    Table,
    Turn,
)
from engine import (
    Game,
    Over,
    PublicView,
    SwapTiles,
    is_final,
    load_game,
    parse_action,
)

_KEPT = 512
"""How many tables are kept in memory."""


@dataclass(frozen=True, slots=True)
class Body:
    """What follows from a started game's version: its state, and its log of late."""

    version: int
    game: Game = field(repr=False)
    public: PublicView = field(repr=False)
    entries: tuple[Entry, ...]
    """Since the first turn that is told of still, without what was undone."""
    ends: Mapping[int, PublicView]
    """What everybody could see at the ends of turns, as far as that is known and needed."""

    @classmethod
    def of(
        cls,
        version: int,
        game: Game,
        entries: Sequence[Entry],
        ends: Mapping[int, PublicView],
        turns: Turns,
    ) -> Body:
        """The body of a game in one of its *turns*; of entries and ends what is needed is kept."""
        since = turns.told_since(entries)
        return cls(
            version,
            game,
            game.view(None),
            tuple(entry for entry in entries if entry.turn >= since),
            {turn: view for turn, view in ends.items() if turn >= since},
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


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table, and the whole game with everything that is hidden: only for use cases."""

    table: Table
    body: Body | None = field(repr=False)

    @property
    def game(self) -> Game | None:
        """The game; None before it has started."""
        return None if self.body is None else self.body.game

    def seat(self, number: int) -> Seat:
        """The seat of that number, of a game that has started."""
        assert self.body is not None
        return Seat(self.table, self.body.game.view(number))

    def visit(self, user_id: int) -> Visit:
        """The table as that user comes to it."""
        player = self.table.player_of(user_id)
        if player is None or player.seat is None:
            return Visit(self.table, None)
        return Visit(self.table, self.seat(player.seat))

    def everyone(self) -> Everyone:
        """The table with all its seats."""
        if self.body is None:
            return Everyone(self.table, ())
        return Everyone(self.table, tuple(map(self.seat, range(len(self.table.players)))))


class Loader:
    """Reads tables, and remembers them by their version. May be used by several threads."""

    def __init__(self) -> None:
        self._latest: OrderedDict[int, Loaded] = OrderedDict()
        self._lock = Lock()

    def read(self, connection: Connection, which: games.Which) -> list[Loaded]:
        """Read some games, newest first, in two statements at most.

        Raises StoreError if one of them is damaged.
        """
        return self.complete(connection, games.read_headers(connection, which))

    def complete(self, connection: Connection, headers: Sequence[HeaderRow]) -> list[Loaded]:
        """Add what is not in memory to *headers* that were just read, in one statement."""
        known = {header.game.id: self._known(header.game) for header in headers}
        unknown = [
            header.game
            for header in headers
            if header.game.state_version and known[header.game.id] is None
        ]
        if unknown:
            rows = games.read_bodies(connection, [game.id for game in unknown])
            known |= {game.id: _body(game, rows[game.id]) for game in unknown}
        read = [loaded(header, known[header.game.id]) for header in headers]
        for each in read:
            self.remember(each)
        return read

    def remember(self, read: Loaded) -> None:
        """Keep a table as it is in the database, unless somebody has seen it change since."""
        with self._lock:
            latest = self._latest.get(read.table.id)
            if latest is None or latest.table.version <= read.table.version:
                self._latest[read.table.id] = read
            self._latest.move_to_end(read.table.id)
            while len(self._latest) > _KEPT:
                self._latest.popitem(last=False)

    def latest(self, table_id: int) -> Loaded | None:
        """A table as it was last in the database; it may have changed since."""
        return self._latest.get(table_id)

    def _known(self, game: GameRow) -> Body | None:
        latest = self._latest.get(game.id)
        body = None if latest is None else latest.body
        return body if body is not None and body.version == game.version else None


def loaded(header: HeaderRow, body: Body | None) -> Loaded:
    """Put a table together."""
    game = header.game
    players = tuple(_player(*each) for each in header.players)
    table = Table(
        id=game.id,
        name=game.name,
        status=Status(game.status),
        place=Place(game.guild_id, game.channel_id),
        home=_home(game),
        opener_id=game.opener_id,
        board=game.board,
        options=tuple(game.options),
        capacity=game.capacity,
        players=players,
        version=game.version,
        state_version=game.state_version,
        turn=game.turn,
        delivered_turn=game.delivered_turn,
        turns=(),
        view=None,
        standings=(),
        created_at=game.created_at,
        language=game.language,
    )
    return Loaded(table if body is None else with_body(table, body), body)


def with_body(table: Table, body: Body) -> Table:
    """Add what everybody may know of the game."""
    # In memory there may be more: it is not known there how much has been shown since.
    since = Turns(table.turn, table.delivered_turn).told_since(body.entries)
    by_turn: dict[int, list[Entry]] = {table.turn: []}
    for entry in body.entries:
        if entry.turn >= since:
            by_turn.setdefault(entry.turn, []).append(entry)
    view = body.public
    over = table.status is Status.OVER
    if over and any(player.resigned for player in table.players):
        nobody = (None,) * len(view.seats)
        view = replace(view, decision=Over(view.decision.seat), scores=nobody)
    return replace(
        table,
        turns=tuple(
            Turn(
                number,
                (number - 1) % len(table.players),
                tuple(by_turn[number]),
                body.ends.get(number),
            )
            for number in sorted(by_turn)
        ),
        view=view,
        standings=_standings(table.players, body.game) if over else (),
    )


def effective(rows: Iterable[EntryRow]) -> list[Entry]:
    """The entries of a log, without those that were undone and those that undid them."""
    rows = list(rows)
    undone = {row.undoes for row in rows}
    return [entry_of(row) for row in rows if row.seq not in undone and row.undoes is None]


def entry_of(row: EntryRow) -> Entry:
    """A row of the log as everybody may read it."""
    kind = Kind(row.kind)
    action = None
    if kind is Kind.ACTED and row.text is not None:
        action = parse_action(row.text)
    return Entry(
        seq=row.seq,
        kind=kind,
        seat=row.seat,
        user_id=row.user_id,
        action=None if isinstance(action, SwapTiles) else action,
        events=row.events,
        turn=row.turn,
        at=row.at,
        automatic=row.automatic,
        passing=row.passing,
        final=is_final(row.events),
    )


def _body(game: GameRow, row: BodyRow) -> Body:
    entries = effective(row.entries)
    turns = Turns(game.turn, game.delivered_turn)
    last = {entry.turn: entry.seq for entry in entries if entry.changes_game}
    ends = {
        turn: load_game(row.states[seq]).view(None)
        for turn, seq in last.items()
        if turn < game.turn and seq in row.states
    }
    now = load_game(row.states[game.state_version])
    return Body.of(game.version, now, entries, ends, turns)


def _home(game: GameRow) -> Home | None:
    if game.home_id is None or game.home_kind is None:
        return None
    return Home(game.home_id, HomeKind(game.home_kind))


def _player(row: PlayerRow, person: PersonRow) -> Player:
    return Player(
        **{name: getattr(row, name) for name in row.__slots__},
        high_contrast=bool(person.high_contrast),
        language=person.language or "en",
        direct_closed_at=person.direct_closed_at,
        direct_refusals=person.direct_refusals or 0,
    )


def _standings(players: Sequence[Player], game: Game) -> tuple[Standing, ...]:
    ranking = game.ranking()
    stayed = [placing for placing in ranking if not players[placing.seat].resigned]
    standings = [
        Standing(
            1 + sum(other.place < placing.place for other in stayed),
            players[placing.seat],
            placing,
        )
        for placing in stayed
    ]
    resigned = sorted(
        (placing for placing in ranking if players[placing.seat].resigned),
        key=lambda placing: players[placing.seat].resigned_seq or 0,
        reverse=True,
    )
    standings += (
        Standing(place, players[placing.seat], placing)
        for place, placing in enumerate(resigned, start=len(stayed) + 1)
    )
    return tuple(standings)
