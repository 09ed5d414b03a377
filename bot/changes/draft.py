"""What a use case is about to change: entries of a table's log, written all at once or not."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from bot.changes.automatic import AutomaticDecisions, ReadOrders
from bot.changes.loaded import Loaded
from bot.changes.presence import Presence
from bot.changes.roster import Roster
from bot.changes.snapshot import with_snapshot
from bot.changes.started_game import StartedGame
from bot.changes.timing import Timely
from bot.domain import (
    TOLD_TO_ALL,
    Entry,
    FormerPlayer,
    InvitedUser,
    Kind,
    Pace,
    Person,
    Place,
    Player,
    Proposal,
    Status,
    Table,
    Why,
    removes,
)
from bot.store import About, EntryRow, SealRow
from engine import Action, Draw, EndTurn, Game, Level, least_action

PublicDetail: TypeAlias = str | int | float | list[int] | dict[str, Any] | None
"""What an entry may tell everybody: no hand is any of these."""


class Draft:
    """Entries to be appended to the log of a table, as it was read, at the moment *at*."""

    def __init__(
        self, read: Loaded, at: datetime, presence: Presence, read_orders: ReadOrders
    ) -> None:
        table, game = read.table, read.game
        self.read = read
        self.table = table
        self.at = at
        self.presence = presence
        self.rings: list[tuple[int, About, int]] = []
        """Whom it rings once that is possible: users, about what, and the entry that brings it."""
        self.later: dict[str, datetime] = {}
        """What is due because of it, and when."""
        self.timely = Timely()
        """What it means for clocks, besides what follows from it."""
        self.rows: list[EntryRow] = []
        self.roster = Roster(table.players)
        self.play = None if game is None else StartedGame(game, table.state_version, table.turn)
        """The game; None as long as it has not started."""
        self.status = table.status
        self.changes: dict[str, Any] = {}
        """Attributes of the table, by their names, that are columns of its game."""
        self.place: Place | None = None
        """Where the game is shown from now on, if it is moved."""
        self.calls_anew = False
        """Whether the decider is called, whatever has changed."""
        self._opener_id = table.opener_id
        self._automatic = AutomaticDecisions(table, game, read_orders)

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """The open proposals, as this draft leaves them."""
        proposals: tuple[Proposal, ...] = self.changes.get("proposals", self.table.proposals)
        return proposals

    @property
    def pace(self) -> Pace:
        """How fast it is played, as this draft leaves it."""
        pace: Pace = self.changes.get("pace", self.table.pace)
        return pace

    @property
    def words(self) -> tuple[str, ...]:
        """The hashes of the players' words, as this draft leaves them, in the order of joining."""
        return self.with_its_seats().words

    @property
    def paused(self) -> bool:
        """Whether the game is paused, as this draft leaves it."""
        return self.changes.get("paused_seq", self.table.paused_seq) is not None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The new entries, as everybody may read them."""
        return tuple(map(Entry.of, self.rows))

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.table.version + len(self.rows)

    @property
    def turn(self) -> int:
        """The number of the current turn; 0 before the start."""
        return self.table.turn if self.play is None else self.play.turn

    @property
    def game(self) -> Game:
        """The game, which has started, as this draft leaves it."""
        return self._started.game

    @property
    def decider(self) -> Player:
        """Who decides in it."""
        return self.roster.on_seat(self.game.decision.seat)

    @property
    def _started(self) -> StartedGame:
        assert self.play is not None
        return self.play

    # --- the lobby -----------------------------------------------------------------------------

    def open(self, person: Person) -> None:
        """Open the table; the opener sits down."""
        self.roster.join(person, self._append(Kind.OPENED, person.user_id))

    def join(self, person: Person) -> None:
        """Let a person sit down."""
        self.roster.join(person, self._append(Kind.JOINED, person.user_id))
        if self.table.asked:
            self.changes["asked"] = tuple(
                each for each in self.table.asked if each.user_id != person.user_id
            )

    def leave(self, player: Player) -> None:
        """Let a player get up; the next one becomes the opener, the last one cancels."""
        self._append(Kind.LEFT, player.user_id)
        self.roster.leave(player)
        staying = (each.user_id for each in self.roster.everybody)
        people = [user_id for user_id in staying if user_id is not None]
        if not people:
            self._append(Kind.CANCELLED, player.user_id)
            self.status = Status.CANCELLED
        elif self._opener_id == player.user_id:
            self._opener_id = people[0]

    def seat_computer(self, opener_id: int, level: Level, name: str) -> None:
        """Let the opener put a computer on a seat, which is called *name*."""
        self.roster.seat_computer(level, name, self.add_entry(Kind.SEATED, opener_id, level=level))

    def take_computer_out(self, opener_id: int, player: Player) -> None:
        """Let the opener take a computer out."""
        self._append(Kind.TAKEN_OUT, opener_id, text=json.dumps({"joined": player.joined_seq}))
        self.roster.leave(player)

    def take_out(self, opener_id: int, player: Player) -> None:
        """Let the opener take a player out, who is not invited any more either."""
        self._append(Kind.TAKEN_OUT, opener_id, text=json.dumps({"user": player.user_id}))
        self.roster.leave(player)
        invited = tuple(each for each in self.table.invited if each != player.user_id)
        self.changes["invited"] = invited

    def configure(self, user_id: int, **chosen: Any) -> None:  # noqa: ANN401
        """Change columns of the game: its name, board, options, seats, or who may join."""
        self._append(Kind.CONFIGURED, user_id, text=json.dumps(chosen))
        self.changes |= chosen

    def invite(self, user_id: int, invited: tuple[int, ...]) -> None:
        """Let these users, and no others, be those who are invited."""
        self._append(Kind.INVITED, user_id, text=json.dumps({"users": invited}))
        self.changes["invited"] = invited

    def move(self, user_id: int, place: Place) -> None:
        """Show the game in another place: nothing of what was sent before is known any more."""
        text = json.dumps({"guild": place.guild_id, "channel": place.channel_id})
        self._append(Kind.MOVED, user_id, text=text)
        self.place = place

    def ask(self, user_id: int, asked: tuple[InvitedUser, ...]) -> None:
        """Let these users, and no others, be those who are asked by name to join."""
        users = [each.user_id for each in asked]
        self._append(Kind.INVITED, user_id, text=json.dumps({"asked": users}))
        self.changes["asked"] = asked

    def decline(self, user_id: int, *, unreached: bool = False) -> None:
        """Note that an invited user won't join; *unreached*: the invitation didn't arrive."""
        self._append(Kind.DECLINED, user_id)
        self.changes["asked"] = tuple(
            replace(each, declined=True, unreached=unreached) if each.user_id == user_id else each
            for each in self.table.asked
        )

    def give_word(self, player: Player, word: str) -> None:
        """Let a player give a word for the fair bag, in the place of an earlier one.

        *word* is its hash: nothing else of it is kept.
        """
        self._append(Kind.GAVE_WORD, player.user_id, text=json.dumps({"word": word}))
        self.roster.change(player, word=word)

    def start(self, user_id: int, draw: Draw) -> None:
        """Begin with these seats, dynasties and bag: the last time for chance."""
        joined_in_order = sorted(self.roster.everybody, key=lambda player: player.joined_seq)
        seated = [joined_in_order[number] for number in draw.order]
        words = list(self.words)
        game = Game.start(draw.dynasties, draw.bag, self.table.board, self.table.options)
        self.play = StartedGame(game, self.version + 1, turn=1)
        self.status = Status.RUNNING
        self.changes["asked"] = ()
        users = [player.user_id for player in seated]
        joined = [player.joined_seq for player in seated]
        start = {
            "users": users,
            "joined": joined,
            "words": words,
            "seats": "".join(draw.dynasties),
            "bag": draw.bag,
        }
        self._append(Kind.STARTED, user_id, text=json.dumps(start))
        for seat, (player, dynasty) in enumerate(zip(seated, draw.dynasties, strict=True)):
            self.roster.change(player, seat=seat, dynasty=dynasty)

    # --- the game ------------------------------------------------------------------------------

    def decide(
        self,
        player: Player,
        action: Action,
        *,
        automatic: bool = False,
        passing: bool = False,
        settled: bool = False,
    ) -> None:
        """Let a player take a decision, and keep the seat if it was offered for want of time.

        Raises IllegalAction if the rules forbid it.
        """
        assert player.seat is not None
        turn = self.turn
        if not automatic:
            self._keep_in_time(player)
        events = self._started.decide(
            self.version + 1, player.seat, action, automatic=automatic, settled=settled
        )
        self._append(
            Kind.ACTED,
            player.user_id,
            turn=turn,
            seat=player.seat,
            text=str(action),
            events=events,
            automatic=automatic,
            passing=passing,
            settled=settled,
        )
        if self.game.over:
            self.status = Status.OVER

    def _keep_in_time(self, player: Player) -> None:
        """Offer the seat of a player who decides in time no more, if it was for want of time."""
        offer = self.table.offer_of(self.roster.now(player))
        if offer is not None and offer.details.get("why") == Why.TIME:
            self.add_entry(Kind.KEPT, player.user_id, seat=player.seat, why=Why.TIME)
            self.roster.change(player, offered_seq=None, offered_to=None)

    def decide_least(self, seat: int) -> None:
        """Decide as little as possible for a seat, until another seat is asked or its turn ends.

        That is one wait.
        """
        turn = self.turn
        while self.status is Status.RUNNING and self.turn == turn:
            if self.game.decision.seat != seat:
                break
            self.decide(self.decider, least_action(self.game), automatic=True)

    def end_turn(self) -> None:
        """End the current turn for a player who has set that turns end by themselves."""
        self.decide(self.decider, EndTurn(), automatic=True)

    def settle(self) -> None:
        """Answer what everyone knows, no matter who is asked: there is nothing to choose."""
        while (answer := self.game.view(None).settled_answer()) is not None:
            self.decide(self.decider, answer, automatic=True, settled=True)

    async def go_on(self) -> None:
        """Make the automatic decisions, up to where a player is asked, or has time to undo."""
        await self._decide_automatically()
        if self._ends_now():
            self.end_turn()
            await self._decide_automatically()

    async def resume(self) -> None:
        """Go on after a pause, and call the decider anew."""
        self.calls_anew = True
        await self.go_on()

    async def _decide_automatically(self) -> None:
        """Decide as long as nobody need be asked."""
        if self.play is None or self.status is not Status.RUNNING or self.paused:
            return
        self.settle()
        while self.status is Status.RUNNING:
            player, alone = self.decider, self.roster.left_alone
            unasked = await self._automatic.next(self.game, player, alone=alone)
            if unasked is None:
                break
            self.decide(player, unasked.action, automatic=True, passing=unasked.passing)
            self.settle()

    def _ends_now(self) -> bool:
        """Whether the turn is to end by itself, and its player has no time to undo (left)."""
        if self.play is None or not self.decider.habits.ends_turn:
            return False
        ends_at = self.after().table.ends_at
        return ends_at is not None and ends_at <= self.at

    def draw_from_bag(self, player: Player, *, always: bool) -> None:
        """Let a player draw from the bag without a question from now on, or be asked again."""
        kind = Kind.DRAWS_FROM_BAG if always else Kind.DRAWS_BY_CHOICE
        self._append(kind, player.user_id, seat=player.seat)
        self.roster.change(player, draws_from_bag=always)

    def undo(self, player: Player, undone: Sequence[Entry], game: Game) -> None:
        """Take the last entries back, the last one first: *game* is how it was before them."""
        for entry in undone:
            self._append(Kind.UNDONE, player.user_id, seat=player.seat, undoes=entry.seq)
        self._started.undo(self.version, game)

    def resign(self, player: Player) -> None:
        """Let a player resign; the last one left, or the last person, ends the game."""
        seq = self._append(Kind.RESIGNED, player.user_id, seat=player.seat)
        self.roster.change(player, abandoned_seq=seq, offered_seq=None, offered_to=None)
        if self.roster.left_alone:
            self.status = Status.OVER

    # --- who is called -------------------------------------------------------------------------

    def call(self, seat: int) -> None:
        """Call a seat that was looking when it was asked, and has not answered."""
        self._append(Kind.CALLED, None, seat=seat, called=seat)

    def call_by_last_entry(self, seat: int) -> None:
        """Call a seat because of what was noted last."""
        self.rows[-1] = replace(self.rows[-1], called=seat)

    def ring(self, user_id: int, about: About, seq: int) -> None:
        """Ring a user as soon as that is possible because of what that entry brings."""
        self.rings.append((user_id, about, seq))

    # --- what else is noted, and changes -------------------------------------------------------

    def add_entry(
        self,
        kind: Kind,
        user_id: int | None = None,
        *,
        seat: int | None = None,
        called: int | None = None,
        **details: PublicDetail,
    ) -> int:
        """Add an entry of a kind whose *details* everybody may read. Returns the entry's number.

        With *called*, that seat is called by a new message because of it.
        """
        assert kind in TOLD_TO_ALL
        text = json.dumps(details) if details else None
        return self._append(kind, user_id, seat=seat, called=called, text=text)

    def _append(self, kind: Kind, user_id: int | None, **fields: Any) -> int:  # noqa: ANN401
        fields = {"turn": self.turn, **fields}
        self.rows.append(EntryRow(self.version + 1, kind.value, user_id, at=self.at, **fields))
        return self.version

    def pass_seat(self, player: Player, seq: int) -> None:
        """Remember who held a seat that another takes with the entry of that number."""
        assert player.seat is not None
        former = FormerPlayer(player.user_id, player.name, player.seat, seq)
        self.changes["former"] = (*self.changes.get("former", self.table.former), former)

    def change_table(self, **changes: Any) -> None:  # noqa: ANN401
        """Change attributes of the table that are columns of its game, by their names."""
        self.changes |= changes

    def remove(self, user_id: int | None, **details: Any) -> None:  # noqa: ANN401
        """Let nothing of the game be kept, as soon as its messages say so."""
        self.add_entry(Kind.REMOVED, user_id, **details)
        self.status = Status.REMOVED

    @property
    def _seal(self) -> SealRow | None:
        """The table's seal, which is open once the table has ended."""
        seal = self.table.seal
        if seal is None or self.status not in {Status.OVER, Status.ABANDONED, Status.CANCELLED}:
            return seal
        return replace(seal, opened=True)

    # --- what it leads to ----------------------------------------------------------------------

    def with_its_seats(self) -> Table:
        """The table with the present and former players as this draft leaves them."""
        former = self.changes.get("former", self.table.former)
        return replace(self.table, players=self.roster.seated, former=former)

    def after(self) -> Loaded:
        """What a reader would find once this draft is written, but for what is taught."""
        table = replace(
            self.table,
            status=self.status,
            opener_id=self._opener_id,
            players=self.roster.seated,
            version=self.version,
            state_version=self.table.state_version if self.play is None else self.play.seq,
            turn=self.turn,
            removal=next(filter(removes, self.entries), None),
            seal=self._seal,
            **self.changes,
        )
        if self.place is not None:
            table = replace(table, place=self.place, home=None, channel_gone=False)
        unkept = self.roster.unkept
        notes = {seq: kept for seq, kept in self.read.notes.items() if seq not in unkept}
        if self.play is None:
            return Loaded(table, None, notes=notes, secret=self.read.secret)
        body = self.play.body(self.read.body, table, self.rows)
        return Loaded(with_snapshot(table, body), body, notes=notes, secret=self.read.secret)
