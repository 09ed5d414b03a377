"""Tables put together from rows of the store, if they are whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.changes.snapshot import Snapshot, snapshot_of, with_snapshot
from bot.domain import (
    Everyone,
    HintRule,
    Home,
    HomeKind,
    Notes,
    Pace,
    Place,
    Player,
    Seat,
    ServerRules,
    Status,
    Table,
    Taught,
    Visit,
    decoding_game,
    load_former,
    load_invited,
    load_proposals,
    load_taught,
)
from bot.store import Damaged, GameRow, HeaderRow, SnapshotRow
from bot.store.queries import outbox
from engine import LAYOUTS, OPTIONS, Game


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table, and the whole game with everything that is hidden: only for use cases."""

    table: Table
    body: Snapshot | None = field(repr=False)
    taught: tuple[Taught, ...] = field(default=(), repr=False)
    """What each player was taught, in seat order; nothing if that was not begun."""
    notes: Mapping[int, Notes] = field(default_factory=dict, repr=False)
    """What players keep for themselves, by the entries with which they joined."""
    secret: str = field(default="", repr=False)
    """Seeds what computers think (:mod:`bot.domain.seeds`); empty if not drawn yet."""

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
        taught = self.taught[number] if self.taught else Taught(None)
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


def completed(header: HeaderRow, known: Snapshot | None, row: SnapshotRow | None) -> Loaded:
    """Put a table together: with what is *known* of it, or else was read just now.

    Raises Damaged if it is not whole.
    """
    game = header.game
    if header.damaged:
        raise Damaged("what is noted of it cannot be read")
    if known is None and game.state_version:
        if row is None:
            raise Damaged("its state, or what happened last, cannot be read")
        with decoding_game("its state"):
            known = snapshot_of(game, row)
            _check_state(header, known.game)
    with decoding_game("what is noted of it"):
        read = load_game(header, known)
        _check_numbers(game)
        _check_seats(header, read.game)
        _check_set_up(read.table)
    return read


def load_game(header: HeaderRow, body: Snapshot | None) -> Loaded:
    """Put a table together that is whole. Raises ValueError if it is not."""
    game = header.game
    players = tuple(Player.of(*each) for each in header.players)
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
        former=load_former(game.former),
        asked=load_invited(game.asked),
        paused_seq=game.paused_seq,
        held=game.held,
        hints=HintRule(game.hints),
        rules=ServerRules.public(header.rules),
        seal=header.seal,
        channel_gone=game.home_id is None and game.home_kind == outbox.CHANNEL_GONE,
    )
    taught = load_taught(game.taught)
    if taught and len(taught) != len(players):
        raise ValueError
    notes = {
        player.joined_seq: Notes.of(row) for player, row in zip(players, header.notes, strict=True)
    }
    return Loaded(
        table if body is None else with_snapshot(table, body), body, taught, notes, game.secret
    )


def _check_state(header: HeaderRow, state: Game) -> None:
    """Raise ValueError unless a state is one of that game."""
    game = header.game
    seats = state.seats
    each = (state.hands, state.scores, state.catastrophes)
    if (
        {len(of_seats) for of_seats in each} != {len(seats)}
        or state.decision.seat not in range(len(seats))
        or state.board.layout is not LAYOUTS[game.board]
        or set(state.options) != set(game.options)
        or (state.over and game.status == Status.RUNNING)
    ):
        raise ValueError
    for seat in range(len(seats)):
        state.view(seat)


def _check_seats(header: HeaderRow, state: Game | None) -> None:
    """Raise ValueError unless players have the seats of that state; before the start, none."""
    seated = [(player.seat, player.dynasty) for player, *_ in header.players]
    expected = [(None, None)] * len(seated) if state is None else [*enumerate(state.seats)]
    if seated != expected:
        raise ValueError


def _check_numbers(game: GameRow) -> None:
    """Raise ValueError if a game is at an entry that its log does not have yet.

    One that was brought to a later version would never be brought again.
    """
    if game.version < max(
        game.state_version, game.turn, game.delivered_version, game.delivered_turn
    ):
        raise ValueError


def _check_set_up(table: Table) -> None:
    """Raise ValueError unless a table is one at which a game can be played."""
    if (
        table.board not in LAYOUTS
        or not set(table.options) <= set(OPTIONS)
        or table.capacity not in range(2, 5)
        or len(table.players) > table.capacity
        or not {*_seats_named(table)} <= {None, *range(len(table.players))}
        or (table.status in {Status.RUNNING, Status.OVER, Status.ABANDONED} and table.view is None)
    ):
        raise ValueError
    for player in table.players:
        player.clock.check(table.pace.reminders)


def _seats_named(table: Table) -> Iterator[int | None]:
    """The seats that former players and proposals name."""
    yield from (each.seat for each in table.former)
    for proposal in table.proposals:
        yield from (proposal.proposer, proposal.question.seat, *proposal.asked, *proposal.answers)


def _home(game: GameRow) -> Home | None:
    if game.home_id is None or game.home_kind is None:
        return None
    return Home(game.home_id, HomeKind(game.home_kind))
