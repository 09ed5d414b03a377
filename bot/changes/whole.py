"""A table with everything that is stored of it, and what everybody may know of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from bot.domain import (
    Acted,
    Entry,
    Everyone,
    GivenUp,
    HintGiven,
    Home,
    Notes,
    Offered,
    Orders,
    Player,
    Seat,
    ServerRules,
    Standing,
    Status,
    Table,
    Taught,
    Turn,
    Visit,
)
from bot.domain.history import State
from bot.store import HeaderRow, SealRow
from engine import Game, Over, PublicView

_OPENED = frozenset({Status.OVER, Status.ABANDONED, Status.CANCELLED})


@dataclass(frozen=True)
class WholeTable:
    """A table with everything that is hidden: only for use cases."""

    id: int
    state: State = field(repr=False)
    created_at: datetime
    language: str
    """The language of what everybody reads, as Discord names it."""
    told_role_id: int | None = None
    home: Home | None = None
    channel_gone: bool = False
    delivered_turn: int = 0
    """The current turn when the game was last shown completely."""
    shown: bool = False
    """True if it has ever been shown completely."""
    held: bool = False
    """True if the decider cannot be called, so that no clock runs."""
    pulse: datetime | None = None
    """When a program was last connected, as it was read; None if none ever was."""
    clock_due: datetime | None = None
    """When the clocks are looked at next, as it was read; None if that is not due."""
    rules: str = ""
    """What is set for its server, as stored."""
    seal: SealRow | None = None
    taught: tuple[Taught, ...] = field(default=(), repr=False)
    """What each player was taught, in seat order; nothing if that was not begun."""
    notes: Mapping[int, Notes] = field(default_factory=dict, repr=False)
    """What players keep for themselves, by the entries with which they joined."""
    orders: Mapping[int, Orders] = field(default_factory=dict, repr=False)
    """Their standing orders, by the same."""
    secret: str = field(default="", repr=False)
    """Seeds what computers think (:mod:`bot.domain.seeds`); empty if not drawn yet."""
    header: HeaderRow | None = field(default=None, repr=False, compare=False)
    """The row from which it was made; None if it has changed since."""

    @cached_property
    def game(self) -> Game | None:
        """The game; None before it has started."""
        return self.state.game

    @cached_property
    def table(self) -> Table:
        """What everybody may know."""
        return _table(self)

    def with_clocks(self, state: State) -> WholeTable:
        """The same with a state of which only the clocks differ."""
        whole = replace(self, state=state)
        whole.__dict__["table"] = replace(self.table, players=state.players)
        return whole

    def with_taught(self, taught: tuple[Taught, ...]) -> WholeTable:
        """The same as it is stored: with what was *taught*, and no more of the log than needed."""
        whole = replace(self, state=trimmed(self.state, self.delivered_turn), taught=taught)
        whole.__dict__["table"] = self.table
        return whole

    def seat(self, number: int) -> Seat:
        """The seat of that number, of a game that has started."""
        assert self.game is not None
        taught = self.taught[number] if self.taught else Taught(None)
        notes = self.notes.get(self.table.player(number).joined_seq, Notes())
        return Seat(self.table, self.game.view(number), taught, notes)

    def visit(self, user_id: int) -> Visit:
        """The table as that user comes to it."""
        player = self.table.player_of(user_id)
        if player is None or player.seat is None:
            return Visit(self.table, None)
        return Visit(self.table, self.seat(player.seat))

    def everyone(self) -> Everyone:
        """The table with all its seats."""
        if self.game is None:
            return Everyone(self.table, ())
        return Everyone(self.table, tuple(map(self.seat, range(len(self.table.players)))))


class _Turns(NamedTuple):
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
            if isinstance(entry, Acted) and entry.turn < self.current and not entry.passing
        ]
        last = told[-1] if told else self.current - 1
        return max(min(last, self.delivered), 1)

    def round_since(self, players: int) -> int:
        """The turn before the first of the round that ends with the current one.

        It was the last one of the player on turn.
        """
        return max(self.current - players, 1)


def trimmed(state: State, delivered_turn: int) -> State:
    """The same state, with no more of its log than is told of, as :func:`read_snapshots` reads it.

    That is since the first turn that is told of, and for a whole round; of all turns the entries
    with which seats were given up or offered, and those of hints.
    """
    if not state.reached:
        return state
    turns = _Turns(state.turn, delivered_turn)
    told, kept = turns.told_since(state.entries), turns.round_since(len(state.players))
    since = min(told, kept)
    return replace(
        state,
        entries=tuple(
            each
            for each in state.entries
            if each.turn >= since or isinstance(each, GivenUp | HintGiven | Offered)
        ),
        ends={turn: end for turn, end in state.ends.items() if turn >= told},
    )


def _table(whole: WholeTable) -> Table:
    state = whole.state
    seal = whole.seal
    if seal is not None and state.status in _OPENED:
        seal = replace(seal, opened=True)
    table = Table(
        id=whole.id,
        name=state.name,
        status=state.status,
        place=state.place,
        home=whole.home,
        opener_id=state.opener_id,
        board=state.board,
        options=state.options,
        capacity=state.capacity,
        players=state.players,
        version=state.version,
        state_version=state.state_version,
        turn=state.turn,
        delivered_turn=whole.delivered_turn,
        turns=(),
        round=(),
        view=None,
        standings=(),
        created_at=whole.created_at,
        language=whole.language,
        only_invited=state.only_invited,
        invited=state.invited,
        told_role_id=whole.told_role_id,
        shown=whole.shown,
        pace=state.pace,
        proposals=state.proposals,
        former=state.former,
        asked=state.asked,
        paused_seq=state.paused_seq,
        held=whole.held,
        hints=state.hints,
        rules=ServerRules.public(whole.rules),
        seal=seal,
        channel_gone=whole.channel_gone,
        removal=state.removal,
    )
    return table if state.game is None else _with_game(table, state, state.game)


def _with_game(table: Table, state: State, game: Game) -> Table:
    """Add what everybody may know of the game."""
    # In memory there may be more: it is not known there how much has been shown since.
    turns = _Turns(table.turn, table.delivered_turn)
    since, kept = turns.told_since(state.entries), turns.round_since(len(table.players))
    by_turn: dict[int, list[Entry]] = {table.turn: []}
    for entry in state.entries:
        if entry.turn >= since:
            by_turn.setdefault(entry.turn, []).append(entry)
    ends = {turn: end.game.view(None) for turn, end in state.ends.items() if turn in by_turn}
    return replace(
        table,
        turns=tuple(
            Turn(number, (number - 1) % len(table.players), tuple(entries), ends.get(number))
            for number, entries in sorted(by_turn.items())
        ),
        round=tuple(entry for entry in state.entries if entry.turn >= kept),
        given_up=tuple(entry for entry in state.entries if isinstance(entry, GivenUp)),
        offers=tuple(entry for entry in state.entries if isinstance(entry, Offered)),
        hinted=tuple(entry for entry in state.entries if isinstance(entry, HintGiven)),
        quiet=state.quiet,
        view=_view(table, game),
        standings=_standings(table.players, game) if table.status is Status.OVER else (),
    )


def _view(table: Table, game: Game) -> PublicView:
    view = game.view(None)
    over = table.status is Status.OVER
    if over and any(player.abandoned for player in table.players):
        nobody = (None,) * len(view.seats)
        return replace(view, decision=Over(view.decision.seat), scores=nobody)
    if over and not view.over:  # ended early, with the result as it stands
        return replace(view, decision=Over(view.decision.seat), scores=game.scores)
    if table.status is Status.ABANDONED:
        return replace(view, decision=Over(view.decision.seat))
    return view


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
