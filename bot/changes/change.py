"""A change of a table as decided by a use case: new entries and their consequences.

A change is a value: each step returns a new one. The unit of work (:mod:`bot.changes.unit_of_work`)
stores it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from bot.changes.presence import Presence
from bot.changes.whole import WholeTable
from bot.domain.entries import (
    Entry,
    FullAction,
    FullStart,
    Joined,
    LoggedEntry,
    Moved,
    OfferEnded,
    Opened,
    SeatTaken,
    Why,
    as_public,
)
from bot.domain.history import State, apply
from bot.domain.hours import ALWAYS, Hours
from bot.domain.player import Player, known_of
from bot.domain.seat import LeftOver, Outcome
from bot.domain.seating import offer_of
from bot.domain.server_rules import ServerRules
from bot.domain.table import Table
from bot.domain.taught import Taught
from bot.store import Damaged, NotificationTopic, PersonRow, decoding
from engine import Action, DrawTile, Game, Hand, SwapTiles, TilesDrawn

_NO_TILES = Hand((0, 0, 0, 0))


@dataclass(frozen=True)
class Change:
    """A change of a table at the moment *at*."""

    before: WholeTable
    at: datetime
    state: State = field(repr=False)
    """State of the table after the entries so far."""
    until: datetime
    """End of the time that counts for clocks."""
    entries: tuple[LoggedEntry, ...] = field(default=(), repr=False)
    people: Mapping[int, PersonRow] = field(default_factory=dict, repr=False)
    """Data of users who do not play, if requested by the use case."""
    rules: ServerRules = field(default_factory=ServerRules)
    """Rules of the table's server."""
    presence: Presence = field(default_factory=Presence, repr=False)
    notifications: tuple[tuple[int, NotificationTopic, int], ...] = ()
    """Pending notifications: user, topic, number of the entry."""
    due: Mapping[str, datetime] = field(default_factory=dict)
    """Times of scheduled jobs by kind."""
    calls_again: bool = False
    """True if the decider is called in any case."""
    reminded: int | None = None
    """The seat that the change reminds, or calls with a sound."""
    longer: int | None = None
    """The seat whose time starts again after it was up."""
    given_time: int | None = None
    """The seat that gets the time of one more decision."""
    left_over: LeftOver = field(default_factory=LeftOver)
    """Requested decisions that were not taken."""
    drawn: Mapping[int, Hand] = field(default_factory=dict, repr=False)
    """Tiles drawn from the bag in a swap or by choice, private to each seat's player."""

    # --- result --------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The public table before the change."""
        return self.before.table

    @property
    def version(self) -> int:
        """Number of the last entry."""
        return self.state.version

    @property
    def game(self) -> Game:
        """The started game after the entries so far."""
        assert self.state.game is not None
        return self.state.game

    @property
    def new(self) -> tuple[Entry, ...]:
        """The public parts of the new entries."""
        return tuple(map(as_public, self.entries))

    @cached_property
    def after(self) -> WholeTable:
        """The whole table after the change."""
        whole = replace(self.before, state=self.state, header=None)
        if any(isinstance(entry, Moved) for entry in self.entries):
            whole = replace(whole, home=None, channel_gone=False)
        taken = [each.seat for each in self.entries if isinstance(each, SeatTaken)]
        passed = {self.state.players[seat].joined_seq for seat in taken if seat is not None}
        if passed:
            notes = {seq: note for seq, note in whole.notes.items() if seq not in passed}
            orders = {seq: order for seq, order in whole.orders.items() if seq not in passed}
            whole = replace(whole, notes=notes, orders=orders)
        return whole

    @property
    def now(self) -> Table:
        """The public table after the change."""
        return self.after.table

    def player(self, seat: int) -> Player:
        """Return the seat's player after the change, with the public name."""
        return self.now.players[seat]

    def outcome_for(self, user_id: int) -> Outcome:
        """Return the outcome for a user who plays."""
        seat = self.after.visit(user_id).seat
        assert seat is not None
        drawn = self.drawn.get(seat.number, _NO_TILES)
        return Outcome(seat, self.new, drawn, self.left_over)

    def hours_of(self, user_id: int | None) -> Hours:
        """Return a user's hours at the table; always for a computer, or if unreadable."""
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
        """True if *at* is in a user's quiet hours."""
        return not self.hours_of(user_id).include(self.at)

    # --- steps ---------------------------------------------------------------------------------

    def having(self, **changes: Any) -> Change:  # noqa: ANN401  # attributes by their names
        """Return a copy with other attributes, except *state* and *entries*."""
        change = replace(self, **changes)
        if "after" in self.__dict__:  # costly, and unchanged
            change.__dict__["after"] = self.after
        return change

    def with_clocks(self, players: tuple[Player, ...]) -> Change:
        """Return a copy with these players, whose clocks alone may differ."""
        state = replace(self.state, players=players)
        change = replace(self, state=state)
        change.__dict__["after"] = self.after.with_clocks(state)
        return change

    def stored_with(self, taught: tuple[Taught, ...]) -> Change:
        """Return the change as stored, with what it has taught the players."""
        after = self.after.with_taught(taught)
        change = replace(self, state=after.state)
        change.__dict__["after"] = after
        return change

    def then(self, entry: LoggedEntry) -> Change:
        """Return the change with another entry; fills in its number, time and turn."""
        turn = 1 if isinstance(entry, FullStart) else self.state.turn
        entry = replace(entry, seq=self.state.version + 1, at=self.at, turn=turn)
        state = apply(self.state, entry)
        if isinstance(entry, Opened | Joined | SeatTaken) and entry.user_id is not None:
            known = self.people.get(entry.user_id)
            state = state if known is None else _with_settings(state, known, entry)
        return replace(self, state=state, entries=(*self.entries, entry))

    def decide(
        self,
        seat: int,
        action: Action,
        *,
        automatic: bool = False,
        passing: bool = False,
        forced: bool = False,
    ) -> Change:
        """Return the change with a seat's decision.

        An offer of the seat because of lacking time ends once its player decides. Raises
        IllegalAction if the rules forbid the decision.
        """
        change = self if automatic else self._without_offer_in_time(seat)
        result = game, events = change.game.apply(seat, action)
        entry = FullAction(
            action,
            events,
            automatic=automatic,
            passing=passing,
            forced=forced,
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

    def _without_offer_in_time(self, seat: int) -> Change:
        player = self.state.players[seat]
        offer = offer_of(self.table, player)
        if offer is None or offer.why is not Why.TIME:
            return self
        return self.then(OfferEnded(why=Why.TIME, user_id=player.user_id, seat=seat))

    def call_by_last(self, seat: int) -> Change:
        """Return the change with a call of *seat* by its last entry."""
        *others, last = self.entries
        last = replace(last, called=seat)
        state = self.state
        if state.entries and state.entries[-1].seq == last.seq:
            entries = (*state.entries[:-1], as_public(last))
            state = replace(state, entries=entries)
        return replace(self, state=state, entries=(*others, last))

    def notify(self, user_id: int, about: NotificationTopic, seq: int) -> Change:
        """Return the change with a pending notification of a user about entry *seq*."""
        return self.having(notifications=(*self.notifications, (user_id, about, seq)))

    def schedule(self, kind: str, at: datetime) -> Change:
        """Return the change with a scheduled job."""
        return self.having(due={**self.due, kind: at})


def _with_settings(state: State, person: PersonRow, entry: Opened | Joined | SeatTaken) -> State:
    known = known_of(person)
    del known["discord_language"]  # is in the entry
    players = tuple(
        replace(each, **known) if each.user_id == entry.user_id else each for each in state.players
    )
    return replace(state, players=players)
