"""Rows of the store put together to tables; what has been read before is not read again.

A game's state and the part of its log that is shown follow from its version alone. They are
kept in memory, and believed only for the version that the database names: when it is read, or
when a change is written on the condition that it is still the same.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import Connection

from bot.store import Damaged, games, logs, outbox
from bot.store.deciphering import deciphering
from bot.store.rows import (
    BodyRow,
    ClockRow,
    EntryRow,
    GameRow,
    HeaderRow,
    PersonRow,
    PlayerRow,
)
from bot.table.agreement import load_proposals
from bot.table.clock import NEW_CLOCK, Clock
from bot.table.hours import ALWAYS, Hours, Quiet, Span
from bot.table.notes import Notes
from bot.table.pace import Pace
from bot.table.seat import Everyone, Seat, Visit
from bot.table.taught import Taught, load_taught
from bot.table.values import (
    TOLD_TO_ALL,
    Asked,
    CalledIn,
    Entry,
    Former,
    Home,
    HomeKind,
    Kind,
    Place,
    Player,
    Standing,
    Status,
    Table,
    Turn,
    Unreadable,
)
from engine import (
    LAYOUTS,
    OPTIONS,
    Game,
    GameError,
    Over,
    PublicView,
    SwapTiles,
    is_final,
    load_game,
    parse_action,
)

log = logging.getLogger(__name__)

_KEPT = 512
"""How many tables are kept in memory."""


@dataclass(frozen=True, slots=True)
class Body:
    """What follows from a started game's version: its state, and its log of late."""

    version: int
    game: Game = field(repr=False)
    public: PublicView = field(repr=False)
    entries: tuple[Entry, ...]
    """Since the first turn that is told of still, and for a whole round, without what was
    undone. Of all turns those with which seats were given up."""
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
        told, kept = turns.told_since(entries), turns.round_since(len(game.seats))
        since = min(told, kept)
        return cls(
            version,
            game,
            game.view(None),
            tuple(each for each in entries if each.turn >= since or each.kind is Kind.GIVEN_UP),
            {turn: view for turn, view in ends.items() if turn >= told},
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

        It was the last one of whoever is to play.
        """
        return max(self.current - players, 1)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table, and the whole game with everything that is hidden: only for use cases."""

    table: Table
    body: Body | None = field(repr=False)
    taught: tuple[Taught, ...] = field(default=(), repr=False)
    """What each player was taught, in seat order; nothing if that was not begun."""
    notes: Mapping[int, Notes] = field(default_factory=dict, repr=False)
    """What players keep for themselves, by the entries with which they joined."""

    @property
    def id(self) -> int:
        """The game's number."""
        return self.table.id

    @property
    def game(self) -> Game | None:
        """The game; None before it has started."""
        return None if self.body is None else self.body.game

    def seat(self, number: int) -> Seat:
        """The seat of that number, of a game that has started."""
        assert self.body is not None
        taught = self.taught[number] if self.taught else Taught()
        notes = self.notes.get(self.table.player(number).joined_seq, Notes())
        return Seat(self.table, self.body.game.view(number), taught, notes)

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
        self._damaged: set[int] = set()
        """The games of which the log has told that they cannot be read."""
        self._lock = Lock()

    def read(self, connection: Connection, which: games.Which) -> list[Loaded | Unreadable]:
        """Read some games, newest first, in two statements at most if none is damaged."""
        return self.complete(connection, games.read_headers(connection, which))

    def complete(
        self, connection: Connection, headers: Sequence[HeaderRow]
    ) -> list[Loaded | Unreadable]:
        """Add what is not in memory to *headers* that were just read, in one statement.

        Those that are damaged are set aside, and nothing else is.
        """
        known = {header.game.id: self._known(header.game) for header in headers}
        unknown = [
            header.game.id
            for header in headers
            if header.game.state_version and known[header.game.id] is None
        ]
        rows = logs.read_bodies(connection, unknown) if unknown else {}
        read: list[Loaded | Unreadable] = []
        for header in headers:
            game_id = header.game.id
            try:
                one = completed(header, known[game_id], rows.get(game_id))
            except Damaged as damaged:
                self._set_aside(game_id, damaged)
                read.append(_unreadable(header))
            else:
                self._damaged.discard(game_id)
                self.remember(one)
                read.append(one)
        return read

    def _set_aside(self, game_id: int, damaged: Damaged) -> None:
        """Tell the host of a damaged game: once, and not with each attempt to read it."""
        with self._lock:
            self._latest.pop(game_id, None)  # it may be another one once it is mended
            told = game_id in self._damaged
            self._damaged.add(game_id)
        if not told:
            log.error(
                "game %d is set aside: %s; `python -m bot check` tells what can be done",
                game_id,
                damaged,
            )

    def remember(self, read: Loaded) -> None:
        """Keep a table as it is in the database, unless somebody has seen it change since."""
        with self._lock:
            latest = self._latest.get(read.table.id)
            if latest is None or latest.table.version <= read.table.version:
                self._latest[read.table.id] = read
            self._latest.move_to_end(read.table.id)
            while len(self._latest) > _KEPT:
                self._latest.popitem(last=False)

    def forget(self) -> None:
        """Keep nothing: what is in the database has changed without a new version."""
        with self._lock:
            self._latest.clear()

    def latest(self, table_id: int) -> Loaded | None:
        """A table as it was last in the database; it may have changed since."""
        return self._latest.get(table_id)

    def _known(self, game: GameRow) -> Body | None:
        latest = self._latest.get(game.id)
        body = None if latest is None else latest.body
        return body if body is not None and body.version == game.version else None


def completed(header: HeaderRow, known: Body | None, row: BodyRow | None) -> Loaded:
    """Put a table together: with what is *known* of it, or else was read just now.

    Raises Damaged if it is not whole.
    """
    game = header.game
    if header.damaged:
        raise Damaged("what is noted of it cannot be read")
    if known is None and game.state_version:
        if row is None:
            raise Damaged("its state, or what happened last, cannot be read")
        with whole("its state"):
            known = _body(game, row)
            _check_state(header, known.game)
    with whole("what is noted of it"):
        read = loaded(header, known)
        _check_set_up(read.table)
    return read


def loaded(header: HeaderRow, body: Body | None) -> Loaded:
    """Put a table together that is whole. Raises ValueError if it is not."""
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
        round=(),
        view=None,
        standings=(),
        created_at=game.created_at,
        language=game.language,
        only_invited=game.only_invited,
        invited=tuple(game.invited),
        told_role_id=game.told_role_id,
        shown=game.delivered_version > 0,
        pace=Pace.load(game.pace),
        proposals=load_proposals(game.proposals),
        former=tuple(Former(**each) for each in game.former),
        asked=tuple(Asked(**each) for each in game.asked),
        paused_seq=game.paused_seq,
        held=game.held,
        channel_gone=game.home_id is None and game.home_kind == outbox.CHANNEL_GONE,
    )
    taught = load_taught(game.taught)
    if taught and len(taught) != len(players):
        raise ValueError
    notes = {
        player.joined_seq: Notes.of(row) for player, row in zip(players, header.notes, strict=True)
    }
    return Loaded(table if body is None else with_body(table, body), body, taught, notes)


def with_body(table: Table, body: Body) -> Table:
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
            Turn(
                number,
                (number - 1) % len(table.players),
                tuple(by_turn[number]),
                body.ends.get(number),
            )
            for number in sorted(by_turn)
        ),
        round=tuple(entry for entry in body.entries if entry.turn >= kept),
        given_up=tuple(entry for entry in body.entries if entry.kind is Kind.GIVEN_UP),
        view=view,
        standings=_standings(table.players, body.game) if over else (),
    )


def effective(rows: Iterable[EntryRow]) -> list[Entry]:
    """The entries of a log, without those that were undone and those that undid them."""
    rows = list(rows)
    undone = {row.undoes for row in rows}
    return [entry_of(row) for row in rows if row.seq not in undone and row.undoes is None]


def effective_of(log: Iterable[EntryRow]) -> list[Entry]:
    """The same of a log that may be damaged: then it raises Damaged."""
    with whole("the log"):
        return effective(log)


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
        called=row.called,
        details=json.loads(row.text or "{}") if kind in TOLD_TO_ALL else {},
    )


def state_of(text: str) -> Game:
    """A stored state. Raises Damaged if it is none."""
    with whole("a state of the game"):
        return load_game(text)


@contextmanager
def whole(what: str) -> Iterator[None]:
    """Raise Damaged, with none of its words, for any error of putting *what* together."""
    try:
        with deciphering(what):
            yield
    except GameError:
        raise Damaged(f"{what} is none that this version knows") from None


def _check_state(header: HeaderRow, state: Game) -> None:
    """Raise ValueError unless a state is one of that game."""
    game = header.game
    seats = tuple(player.dynasty for player, *_ in header.players)
    each = (state.hands, state.scores, state.catastrophes)
    if (
        seats != state.seats
        or [player.seat for player, *_ in header.players] != list(range(len(seats)))
        or {len(of_seats) for of_seats in each} != {len(seats)}
        or state.decision.seat not in range(len(seats))
        or state.board.layout is not LAYOUTS[game.board]
        or set(state.options) != set(game.options)
        or (state.over and game.status == Status.RUNNING)
    ):
        raise ValueError
    for seat in range(len(seats)):
        state.view(seat)


def _check_set_up(table: Table) -> None:
    """Raise ValueError unless a table is one at which a game can be played."""
    if (
        table.board not in LAYOUTS
        or not set(table.options) <= set(OPTIONS)
        or table.capacity not in range(2, 5)
        or len(table.players) > table.capacity
        or not all(isinstance(user_id, int) for user_id in table.invited)
        or not all(isinstance(each.user_id, int) for each in table.asked)
        or (table.status in {Status.RUNNING, Status.OVER, Status.ABANDONED} and table.view is None)
    ):
        raise ValueError


def _unreadable(header: HeaderRow) -> Unreadable:
    game = header.game
    place = Place(game.guild_id, game.channel_id)
    return Unreadable(game.id, game.name, place, game.home_id or game.channel_id)


def _body(game: GameRow, row: BodyRow) -> Body:
    if row.entries[-1].seq != game.version:
        raise ValueError
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


def hours_of(person: PersonRow) -> Hours:
    """When somebody can be expected to play. Raises ValueError if that is none at all."""
    if person.zone is None and person.away_from is None:
        return ALWAYS
    quiet = away = None
    if person.quiet_from is not None and person.quiet_until is not None:
        quiet = Quiet(person.quiet_from, person.quiet_until)
    if person.away_from is not None and person.away_until is not None:
        away = Span(person.away_from, person.away_until)
    days_off = frozenset(map(int, person.days_off or ""))
    return Hours(person.zone or "UTC", quiet, days_off, away)


def clock_of(row: ClockRow) -> Clock:
    """The clock of a seat, also of one that has none yet."""
    if row.spent is None:
        return NEW_CLOCK
    return Clock(
        row.since,
        row.spent,
        row.bank,
        resumes=bool(row.resumes),
        missed=row.missed or 0,
        reminded=row.reminded or 0,
        hushed=bool(row.hushed),
    )


def known_of(person: PersonRow) -> dict[str, Any]:
    """What is known of a user in all games, as attributes of a player."""
    return {
        "high_contrast": bool(person.high_contrast),
        "language": person.language or "en",
        "direct_closed_at": person.direct_closed_at,
        "direct_refusals": person.direct_refusals or 0,
        "usually_called_in": CalledIn(person.calls_in or CalledIn.DIRECT),
        "ends_turn": bool(person.ends_turn),
        "advice": person.advice is not False,
        "hours": hours_of(person),
    }


def _player(row: PlayerRow, person: PersonRow, clock: ClockRow) -> Player:
    known = {name: getattr(row, name) for name in row.__slots__}
    return Player(**known, **known_of(person), clock=clock_of(clock))


def _standings(players: Sequence[Player], game: Game) -> tuple[Standing, ...]:
    ranking = game.ranking()
    stayed = [placing for placing in ranking if not players[placing.seat].abandoned]
    standings = [
        Standing(
            1 + sum(other.place < placing.place for other in stayed),
            players[placing.seat],
            placing,
        )
        for placing in stayed
    ]
    left = sorted(
        (placing for placing in ranking if players[placing.seat].abandoned),
        key=lambda placing: players[placing.seat].abandoned_seq or 0,
        reverse=True,
    )
    standings += (
        Standing(place, players[placing.seat], placing)
        for place, placing in enumerate(left, start=len(stayed) + 1)
    )
    return tuple(standings)
