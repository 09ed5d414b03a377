"""A table with all its stored data, and the public part of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from bot.domain.entries import Acted, Entry, GivenUp, HintGiven, Offered
from bot.domain.hint_rule import HintRule
from bot.domain.history import State
from bot.domain.player import Player
from bot.domain.seat import Everyone, Notes, Orders, Seat, Visit
from bot.domain.server_rules import ServerRules
from bot.domain.table import Home, Standing, Status, Table, Turn
from bot.domain.taught import Taught
from bot.store import HeaderRow, SealRow
from engine import Game, Over, PublicView

_OPENED = frozenset({Status.OVER, Status.ABANDONED, Status.CANCELLED})


@dataclass(frozen=True)
class WholeTable:
    """A table with all hidden data, only for use cases."""

    id: int
    state: State = field(repr=False)
    created_at: datetime
    language: str
    """Discord's code of the language of public messages."""
    mentioned_role_id: int | None = None
    home: Home | None = None
    channel_gone: bool = False
    delivered_turn: int = 0
    """The current turn when the game was last shown completely."""
    shown: bool = False
    """True if the game has ever been shown completely."""
    held: bool = False
    """True if the decider cannot be called; then no clock runs."""
    pulse: datetime | None = None
    """Last heartbeat at the time of reading; None without one."""
    clock_due: datetime | None = None
    """Time of the next scheduled clock event at the time of reading."""
    rules: str = ""
    """The server's rules as stored."""
    seal: SealRow | None = None
    taught: tuple[Taught, ...] = field(default=(), repr=False)
    """Things taught to each player, in seat order; may be empty."""
    notes: Mapping[int, Notes] = field(default_factory=dict, repr=False)
    """Private notes by the number of the entry with which the player joined."""
    orders: Mapping[int, Orders] = field(default_factory=dict, repr=False)
    """Standing orders by the same number."""
    secret: str = field(default="", repr=False)
    """Seed of computers' decisions (:mod:`bot.domain.seeds`); empty if not drawn yet."""
    header: HeaderRow | None = field(default=None, repr=False, compare=False)
    """The row it was read from; None if changed since."""

    @cached_property
    def game(self) -> Game | None:
        """The game; None before it has started."""
        return self.state.game

    @cached_property
    def table(self) -> Table:
        """The public part."""
        return _table(self)

    def with_clocks(self, state: State) -> WholeTable:
        """Return a copy with a state whose clocks alone may differ."""
        whole = replace(self, state=state)
        if not self.table.standings:  # which hold players, too
            whole.__dict__["table"] = replace(self.table, players=state.players)
        return whole

    def with_taught(self, taught: tuple[Taught, ...]) -> WholeTable:
        """Return a copy as stored: with *taught*, and the log trimmed."""
        whole = replace(self, state=trimmed(self.state, self.delivered_turn), taught=taught)
        whole.__dict__["table"] = self.table
        return whole

    def seat(self, number: int) -> Seat:
        """Return a seat of a started game."""
        assert self.game is not None
        taught = self.taught[number] if self.taught else Taught(None)
        notes = self.notes.get(self.table.player(number).joined_seq, Notes())
        return Seat(self.table, self.game.view(number), taught, notes)

    def visit(self, user_id: int) -> Visit:
        """Return the table as that user may see it."""
        player = self.table.player_of(user_id)
        if player is None or player.seat is None:
            return Visit(self.table, None)
        return Visit(self.table, self.seat(player.seat))

    def everyone(self) -> Everyone:
        """Return the table with all its seats."""
        if self.game is None:
            return Everyone(self.table, ())
        return Everyone(self.table, tuple(map(self.seat, range(len(self.table.players)))))


class _Turns(NamedTuple):
    """The current turn, and the current turn when the game was last shown completely."""

    current: int
    delivered: int

    def shown_since(self, entries: Iterable[Entry]) -> int:
        """Return the first turn to show: the last one worth a message before the current one.

        Or an earlier one that was not over when the game was last shown completely.
        """
        shown = [
            entry.turn
            for entry in entries
            if isinstance(entry, Acted) and entry.turn < self.current and not entry.passing
        ]
        last = shown[-1] if shown else self.current - 1
        return max(min(last, self.delivered), 1)

    def round_since(self, players: int) -> int:
        """Return the previous turn of the player on turn."""
        return max(self.current - players, 1)


def trimmed(state: State, delivered_turn: int) -> State:
    """Return the state with its log trimmed to what :func:`read_snapshots` reads.

    From the first turn to show, and a whole round; of earlier turns only hints, and seats given up
    or offered.
    """
    if not state.reached:
        return state
    turns = _Turns(state.turn, delivered_turn)
    shown, full = turns.shown_since(state.entries), turns.round_since(len(state.players))
    since = min(shown, full)
    return replace(
        state,
        entries=tuple(
            each
            for each in state.entries
            if each.turn >= since or isinstance(each, GivenUp | HintGiven | Offered)
        ),
        ends={turn: end for turn, end in state.ends.items() if turn >= shown},
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
        mentioned_role_id=whole.mentioned_role_id,
        shown=whole.shown,
        pace=state.pace,
        proposals=state.proposals,
        former=state.former,
        asked=state.asked,
        after=state.after,
        earlier=state.series,
        paused_seq=state.paused_seq,
        held=whole.held,
        hints=HintRule.NEVER if state.rated else state.hints,
        rated=state.rated,
        rules=ServerRules.public(whole.rules),
        seal=seal,
        channel_gone=whole.channel_gone,
        removal=state.removal,
    )
    return table if state.game is None else _with_game(table, state, state.game)


def _with_game(table: Table, state: State, game: Game) -> Table:
    """Add the public part of the game."""
    # States in memory may hold more: they do not know how much has been shown since.
    turns = _Turns(table.turn, table.delivered_turn)
    since, full = turns.shown_since(state.entries), turns.round_since(len(table.players))
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
        round=tuple(entry for entry in state.entries if entry.turn >= full),
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
