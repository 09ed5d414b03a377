"""A change of a table, as a use case decides it: new entries, and what follows from them.

A change is a value: each step returns the next one, and nothing is stored before the unit of work
(:mod:`bot.changes.changes`) does so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from bot.changes.presence import Presence
from bot.changes.whole import WholeTable
from bot.domain import (
    ALWAYS,
    Entry,
    Hours,
    Joined,
    Kept,
    LeftOver,
    Moved,
    Opened,
    Outcome,
    Player,
    SeatTaken,
    ServerRules,
    Table,
    Taught,
    Why,
    known_of,
)
from bot.domain.entries import FullAction, FullStart, LoggedEntry, as_public
from bot.domain.history import State, apply
from bot.store import About, Damaged, PersonRow, decoding
from engine import Action, DrawTile, Game, Hand, SwapTiles, TilesDrawn

_NO_TILES = Hand((0, 0, 0, 0))


@dataclass(frozen=True)
class Change:
    """What is about to change at a table at the moment *at*."""

    before: WholeTable
    at: datetime
    state: State = field(repr=False)
    """The table's state after the entries so far."""
    entries: tuple[LoggedEntry, ...] = field(default=(), repr=False)
    people: Mapping[int, PersonRow] = field(default_factory=dict, repr=False)
    """What is known of users who do not play, as far as the use case has asked for it."""
    rules: ServerRules = field(default_factory=ServerRules)
    """What is set for the table's server."""
    presence: Presence = field(default_factory=Presence, repr=False)
    rings: tuple[tuple[int, About, int], ...] = ()
    """What is to ring: the user, about what, and the number of the entry that brings it."""
    due: Mapping[str, datetime] = field(default_factory=dict)
    """What is due because of it, and when."""
    until: datetime | None = None
    """Up to when time counts for clocks; None: up to now."""
    calls_anew: bool = False
    """True if the decider is called, whatever has changed."""
    reminded: int | None = None
    """The seat that is reminded by it, or called aloud."""
    longer: int | None = None
    """The seat that is waited for longer than its time."""
    left_over: LeftOver = field(default_factory=LeftOver)
    """What of the decisions that were wanted was not taken."""
    drawn: Mapping[int, Hand] = field(default_factory=dict, repr=False)
    """What seats have drawn from the bag, for their players alone, in a swap or by choice."""

    # --- what it leads to ----------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it was before."""
        return self.before.table

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.state.version

    @property
    def game(self) -> Game:
        """The game, which has started."""
        assert self.state.game is not None
        return self.state.game

    @property
    def new(self) -> tuple[Entry, ...]:
        """The new entries, as everybody may read them."""
        return tuple(map(as_public, self.entries))

    @cached_property
    def after(self) -> WholeTable:
        """The whole table as it is then."""
        whole = replace(self.before, state=self.state, header=None)
        if any(isinstance(entry, Moved) for entry in self.entries):
            whole = replace(whole, home=None, channel_gone=False)
        taken = [each.seat for each in self.entries if isinstance(each, SeatTaken)]
        passed = {self.state.players[seat].joined_seq for seat in taken if seat is not None}
        if passed:
            notes = {seq: kept for seq, kept in whole.notes.items() if seq not in passed}
            orders = {seq: order for seq, order in whole.orders.items() if seq not in passed}
            whole = replace(whole, notes=notes, orders=orders)
        return whole

    @property
    def now(self) -> Table:
        """What everybody may know of the table then."""
        return self.after.table

    def player(self, seat: int) -> Player:
        """Who sits on a seat of the started game then, called as everybody reads it."""
        return self.now.players[seat]

    def outcome_for(self, user_id: int) -> Outcome:
        """What it leads to, for a user who plays."""
        seat = self.after.visit(user_id).seat
        assert seat is not None
        drawn = self.drawn.get(seat.number, _NO_TILES)
        return Outcome(seat, self.new, drawn, self.left_over)

    def hours_of(self, user_id: int | None) -> Hours:
        """A user's hours at the table; all hours for a computer, and if they cannot be read."""
        if user_id is None:
            return ALWAYS
        for player in self.state.players:
            if player.user_id == user_id:
                return self.state.pace.counted(player.hours)
        try:
            with decoding("the hours of a user"):
                return self.state.pace.counted(Hours.of(self.people[user_id]))
        except Damaged:
            return ALWAYS

    def is_quiet(self, user_id: int | None) -> bool:
        """True if it is in a user's quiet hours."""
        return not self.hours_of(user_id).include(self.at)

    # --- steps ---------------------------------------------------------------------------------

    def having(self, **changes: Any) -> Change:  # noqa: ANN401  # attributes by their names
        """The same change with other attributes, but for the state and the entries."""
        change = replace(self, **changes)
        if "after" in self.__dict__:  # it is costly, and the same
            change.__dict__["after"] = self.after
        return change

    def with_clocks(self, players: tuple[Player, ...]) -> Change:
        """The same change with these players, of whom only the clocks are others."""
        state = replace(self.state, players=players)
        change = replace(self, state=state)
        change.__dict__["after"] = self.after.with_clocks(state)
        return change

    def stored_with(self, taught: tuple[Taught, ...]) -> Change:
        """The same change as it is stored, with what it has taught the players."""
        after = self.after.with_taught(taught)
        change = replace(self, state=after.state)
        change.__dict__["after"] = after
        return change

    def then(self, entry: LoggedEntry) -> Change:
        """Add an entry. Its number, time and turn are filled in here."""
        turn = 1 if isinstance(entry, FullStart) else self.state.turn
        entry = replace(entry, seq=self.state.version + 1, at=self.at, turn=turn)
        state = apply(self.state, entry)
        if isinstance(entry, Opened | Joined | SeatTaken) and entry.user_id is not None:
            known = self.people.get(entry.user_id)
            state = state if known is None else _with_known(state, known, entry)
        return replace(self, state=state, entries=(*self.entries, entry))

    def decide(
        self,
        seat: int,
        action: Action,
        *,
        automatic: bool = False,
        passing: bool = False,
        settled: bool = False,
    ) -> Change:
        """Let a seat take a decision.

        A seat that was offered for want of time is offered no more once its player decides.
        Raises IllegalAction if the rules forbid it.
        """
        change = self if automatic else self._kept_in_time(seat)
        result = game, events = change.game.apply(seat, action)
        entry = FullAction(
            action,
            events,
            automatic=automatic,
            passing=passing,
            settled=settled,
            result=result,
            user_id=change.state.players[seat].user_id,
            seat=seat,
        )
        drawn = change.drawn
        if isinstance(action, SwapTiles | DrawTile) and any(
            isinstance(event, TilesDrawn) and event.seat == seat for event in events
        ):  # nobody else saw what came out of the bag
            given = action.counts if isinstance(action, SwapTiles) else _NO_TILES
            hands = (change.game.hands[seat], game.hands[seat])
            had = drawn.get(seat, _NO_TILES)
            drawn = {
                **drawn,
                seat: Hand(
                    so_far + now - was + away
                    for so_far, was, now, away in zip(had, *hands, given, strict=True)
                ),
            }
        return replace(change.then(entry), drawn=drawn)

    def _kept_in_time(self, seat: int) -> Change:
        player = self.state.players[seat]
        offer = self.table.offer_of(player)
        if offer is None or offer.why is not Why.TIME:
            return self
        return self.then(Kept(why=Why.TIME, user_id=player.user_id, seat=seat))

    def call_by_last(self, seat: int) -> Change:
        """Call a seat because of the last entry."""
        *others, last = self.entries
        last = replace(last, called=seat)
        state = self.state
        if state.entries and state.entries[-1].seq == last.seq:
            entries = (*state.entries[:-1], as_public(last))
            state = replace(state, entries=entries)
        return replace(self, state=state, entries=(*others, last))

    def ring(self, user_id: int, about: About, seq: int) -> Change:
        """Ring a user as soon as that is possible because of what that entry brings."""
        return self.having(rings=(*self.rings, (user_id, about, seq)))

    def have_due(self, kind: str, at: datetime) -> Change:
        """Have something done at a time."""
        return self.having(due={**self.due, kind: at})


def _with_known(state: State, person: PersonRow, entry: Opened | Joined | SeatTaken) -> State:
    """Add what is known of the user who sits down."""
    known = known_of(person) | {"discord_language": entry.language or "en"}
    players = tuple(
        replace(each, **known) if each.user_id == entry.user_id else each for each in state.players
    )
    return replace(state, players=players)
