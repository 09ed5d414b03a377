"""What a use case is about to change: entries of a table's log, written all at once or not."""

import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection

from bot.store import due, logs, notes, outbox, people, players
from bot.store.rows import DueRow, EntryRow, PlayerRow
from bot.table.agreement import Proposal, dump_proposals
from bot.table.body import Body, Turns, with_body
from bot.table.calling import Presence, at_it_until, decided_at, is_asked
from bot.table.entries import TOLD_TO_ALL, Entry, Kind
from bot.table.loaded import Loaded
from bot.table.pace import Pace
from bot.table.player import Person, Player
from bot.table.seat import LeftOver, Orders
from bot.table.taught import dump_taught
from bot.table.teacher import Teacher
from bot.table.timing import CLOCK, Changed, Timely, kept, next_at
from bot.table.values import Asked, Place, Status, Table
from engine import (
    Action,
    AddDecision,
    AddTiles,
    Decision,
    DrawDecision,
    DrawTile,
    Dynasty,
    EndTurn,
    Event,
    Game,
    Hand,
    IllegalAction,
    SwapTiles,
    TilesDrawn,
    TurnBegan,
    dump_game,
    full_bag,
    is_final,
    least_action,
    ordered_addition,
)

CALL, END_TURN = "call", "end turn"
"""Kinds of what is due at a time."""
ReadOrders: TypeAlias = Callable[[Table], Awaitable[Mapping[int, Orders]]]
"""Reads the standing orders at a table, by the entries with which its players joined."""


class Draft:
    """Entries to be appended to the log of a table, as it was read, at the moment *at*."""

    def __init__(
        self, read: Loaded, at: datetime, presence: Presence, read_orders: ReadOrders
    ) -> None:
        self.table = read.table
        self.read = read
        self.later: dict[str, datetime] = {}
        """What is due because of it, and when."""
        self.timely = Timely()
        """What it means for clocks, besides what follows from it."""
        self._at = at
        self._presence = presence
        self._read_orders = read_orders
        self._orders: Mapping[int, Orders] | None = None
        self._rows: list[EntryRow] = []
        self._joining: list[Player] = []
        self._leaving: list[Player] = []
        self._players: dict[int, dict[str, Any]] = {}
        self._notes = dict(read.notes)
        self._unkept: list[int] = []
        self._people: dict[int, dict[str, Any]] = {}
        """What is known in all games of those who have taken a seat."""
        self._status = read.table.status
        self._opener_id = read.table.opener_id
        self._turn = read.table.turn
        self._game = read.game
        self._game_seq = read.table.state_version
        self._decided: dict[int, Game] = {}
        self._final = False
        self._ended: dict[int, tuple[int, Game]] = {}
        self._drawn: dict[int, Hand] = {}
        self._changes: dict[str, Any] = {}
        self._place: Place | None = None
        """Where the game is shown from now on, if it is moved."""
        self._calls_anew = False

    @property
    def at(self) -> datetime:
        """The moment of the change."""
        return self._at

    @property
    def status(self) -> Status:
        """How far the game has come, as this draft leaves it."""
        return self._status

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """The open proposals, as this draft leaves them."""
        proposals: tuple[Proposal, ...] = self._changes.get("proposals", self.table.proposals)
        return proposals

    @property
    def paused(self) -> bool:
        """Whether the game is paused, as this draft leaves it."""
        return self._changes.get("paused_seq", self.table.paused_seq) is not None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The new entries, as everybody may read them."""
        return tuple(map(Entry.of, self._rows))

    # --- the lobby -----------------------------------------------------------------------------

    def open(self, person: Person) -> None:
        """Open the table; the opener sits down."""
        self._join(person, self._note(Kind.OPENED, person.user_id))

    def join(self, person: Person) -> None:
        """Let a person sit down."""
        self._join(person, self._note(Kind.JOINED, person.user_id))
        if self.table.asked:
            self._changes["asked"] = tuple(
                each for each in self.table.asked if each.user_id != person.user_id
            )

    def _join(self, person: Person, seq: int) -> None:
        self._joining.append(Player(seq, person.user_id, person.name, language=person.language))

    def leave(self, player: Player) -> None:
        """Let a player get up; the next one becomes the opener, the last one cancels."""
        self._note(Kind.LEFT, player.user_id)
        self._leaving.append(player)
        staying = [each.user_id for each in self.table.players if each != player]
        people = [user_id for user_id in staying if user_id is not None]
        if not people:
            self._note(Kind.CANCELLED, player.user_id)
            self._status = Status.CANCELLED
        elif self._opener_id == player.user_id:
            self._opener_id = people[0]

    def take_out(self, opener_id: int, player: Player) -> None:
        """Let the opener take a player out, who is not invited any more either."""
        self._note(Kind.TAKEN_OUT, opener_id, text=json.dumps({"user": player.user_id}))
        self._leaving.append(player)
        invited = tuple(each for each in self.table.invited if each != player.user_id)
        self._changes["invited"] = invited

    def configure(self, user_id: int, **chosen: Any) -> None:  # noqa: ANN401
        """Change columns of the game: its name, board, options, seats, or who may join."""
        self._note(Kind.CONFIGURED, user_id, text=json.dumps(chosen))
        self._changes |= chosen

    def invite(self, user_id: int, invited: tuple[int, ...]) -> None:
        """Let these users, and no others, be those who are invited."""
        self._note(Kind.INVITED, user_id, text=json.dumps({"users": invited}))
        self._changes["invited"] = invited

    def move(self, user_id: int, place: Place) -> None:
        """Show the game in another place: nothing of what was sent before is known any more."""
        text = json.dumps({"guild": place.guild_id, "channel": place.channel_id})
        self._note(Kind.MOVED, user_id, text=text)
        self._place = place

    def ask(self, user_id: int, asked: tuple[Asked, ...]) -> None:
        """Let these users, and no others, be those who are asked by name to join."""
        users = [each.user_id for each in asked]
        self._note(Kind.INVITED, user_id, text=json.dumps({"asked": users}))
        self._changes["asked"] = asked

    def decline(self, user_id: int) -> None:
        """Let a user who was asked to join not do so."""
        self._note(Kind.DECLINED, user_id)
        self._changes["asked"] = tuple(
            replace(each, declined=each.declined or each.user_id == user_id)
            for each in self.table.asked
        )

    def start(self, user_id: int, rng: random.Random) -> None:
        """Draw seats and dynasties, shuffle the bag, and begin: the last time for chance."""
        seated = [*self.table.players, *self._joining]
        rng.shuffle(seated)
        dynasties = rng.sample(list(Dynasty), len(seated))
        tiles = list(full_bag(self.table.board))
        rng.shuffle(tiles)
        bag = "".join(tiles)
        self._game = Game.start(dynasties, bag, self.table.board, self.table.options)
        self._status = Status.RUNNING
        self._changes["asked"] = ()
        self._turn = 1
        users = [player.user_id for player in seated]
        start = {"users": users, "seats": "".join(dynasties), "bag": bag}
        self._game_seq = self._note(Kind.STARTED, user_id, text=json.dumps(start))
        for seat, (player, dynasty) in enumerate(zip(seated, dynasties, strict=True)):
            self._change(player, seat=seat, dynasty=dynasty)

    # --- the game ------------------------------------------------------------------------------

    def decide(
        self, player: Player, action: Action, *, automatic: bool = False, passing: bool = False
    ) -> None:
        """Let a player take a decision.

        Raises IllegalAction if the rules forbid it.
        """
        before = self._game
        assert before is not None
        assert player.seat is not None
        self._game, events = before.apply(player.seat, action)
        if isinstance(action, SwapTiles | DrawTile):
            self._note_drawn(player.seat, before, action, self._game, events)
        self._game_seq = self._note(
            Kind.ACTED,
            player.user_id,
            seat=player.seat,
            text=str(action),
            events=events,
            automatic=automatic,
            passing=passing,
        )
        if automatic or is_final(events):
            self._decided.clear()
            self._final = True
        self._decided[self._game_seq] = self._game
        if any(isinstance(event, TurnBegan) for event in events):
            self._ended[self._turn] = self._game_seq, self._game
            self._turn += 1
        if self._game.over:
            self._status = Status.OVER

    def _note_drawn(
        self,
        seat: int,
        before: Game,
        action: SwapTiles | DrawTile,
        after: Game,
        events: tuple[Event, ...],
    ) -> None:
        """Note what *seat* has drawn, if some of it came out of the bag: nobody else saw it."""
        if any(isinstance(event, TilesDrawn) and event.seat == seat for event in events):
            given = action.counts if isinstance(action, SwapTiles) else _NO_TILES
            had = self._drawn.get(seat, _NO_TILES)
            black, red, blue, green = (
                sum(counts) - then
                for *counts, then in zip(
                    had, after.hands[seat], given, before.hands[seat], strict=True
                )
            )
            self._drawn[seat] = black, red, blue, green

    def drawn_by(self, seat: int) -> Hand:
        """What *seat* has drawn, for its player alone, in a swap or where there was a choice."""
        return self._drawn.get(seat, _NO_TILES)

    async def _decide_by_itself(self) -> None:
        """Decide as long as nobody need be asked.

        For a seat that nobody plays, as little as possible, unless a single one is left that
        somebody does: then the game waits until another is taken. For somebody who always draws
        from the bag, to do so; in a conflict of another's turn, what is a standing order.
        """
        while self._game is not None and self._status is Status.RUNNING and not self.paused:
            player = self._now(self.table.players[self._game.decision.seat])
            if player.abandoned:
                if self._played_seats() < 2:
                    break
                self.decide(player, least_action(self._game), automatic=True, passing=True)
            elif player.draws_from_bag and _may_draw_from_bag(self._game):
                self.decide(player, DrawTile(None), automatic=True, passing=True)
            elif (count := await self._ordered(player, self._game)) is not None:
                self.decide(player, AddTiles(count), automatic=True)
            else:
                break

    async def _ordered(self, player: Player, game: Game) -> int | None:
        """How many tiles a player has ordered to add to the conflict; None to ask that player.

        Orders are read whenever they may matter, whether or not there are any, and never kept.
        """
        decision = game.decision
        if not isinstance(decision, AddDecision) or decision.seat == game.active:
            return None
        if (player.taken_seq or 0) > self.table.version:  # the orders are of who sat there
            return None
        if self._orders is None:
            self._orders = await self._read_orders(self.table)
        return ordered_addition(game, self._orders[player.joined_seq].effective)

    def decide_least(self, seat: int) -> None:
        """Decide as little as possible for a seat, until somebody else is asked or its turn ends.

        That is one wait.
        """
        turn = self._turn
        while self._game is not None and self._status is Status.RUNNING:
            if self._game.decision.seat != seat or self._turn != turn:
                break
            self.decide(self._seated(seat), least_action(self._game), automatic=True)

    def end_turn(self) -> None:
        """End the turn of whoever is to play, who wants that it ends by itself."""
        assert self._game is not None
        self.decide(self._seated(self._game.decision.seat), EndTurn(), automatic=True)

    async def go_on(self) -> None:
        """Let happen what happens by itself, up to where somebody is asked, or has time to undo."""
        await self._decide_by_itself()
        if self._ends_now():
            self.end_turn()
            await self._decide_by_itself()

    async def resume(self) -> None:
        """Go on after a pause: whoever decides is called anew.

        What that player has ordered meanwhile is for the next question, as ever.
        """
        assert self._game is not None
        self._calls_anew = True
        if self._now(self._seated(self._game.decision.seat)).abandoned or self._ends_now():
            await self.go_on()

    def _ends_now(self) -> bool:
        """Whether the turn is to end by itself, and its player has no time to undo (left)."""
        game = self._game
        if game is None or not self._now(self._seated(game.decision.seat)).ends_turn:
            return False
        ends_at = self._result().table.ends_at
        return ends_at is not None and ends_at <= self._at

    def decide_in_a_row(self, player: Player, actions: Sequence[Action]) -> LeftOver:
        """Let a player take one decision after the other, as long as it is the player's to take.

        Answers what could not be taken. Raises IllegalAction if the rules forbid the first.
        """
        first, *rest = actions
        self.decide(player, first)
        for number, action in enumerate(rest):
            if not isinstance(action, DrawTile):
                self._draw_by_itself(player)
            assert self._game is not None
            if self._game.over or self._game.decision.seat != player.seat:
                return LeftOver(tuple(rest[number:]))
            try:
                self.decide(player, action)
            except IllegalAction as refusal:
                return LeftOver(tuple(rest[number:]), refusal)
        return LeftOver()

    def _draw_by_itself(self, player: Player) -> None:
        """Draw what is due to a player who always draws from the bag."""
        assert self._game is not None
        while (
            self._now(player).draws_from_bag
            and self._game.decision.seat == player.seat
            and _may_draw_from_bag(self._game)
        ):
            self.decide(player, DrawTile(None), automatic=True, passing=True)

    def draw_the_rest(self, player: Player) -> None:
        """Draw all tiles that are due to a player now from the bag, as long as it holds any.

        Raises IllegalAction if that is not what the game waits for.
        """
        assert self._game is not None
        asked = self._game.decision
        self.decide(player, DrawTile(None))
        while _may_draw_from_bag(self._game) and _same_draw(asked, self._game.decision):
            self.decide(player, DrawTile(None))

    def draw_from_bag(self, player: Player, *, always: bool) -> None:
        """Let a player draw from the bag without a question from now on, or be asked again."""
        kind = Kind.DRAWS_FROM_BAG if always else Kind.DRAWS_BY_CHOICE
        self._note(kind, player.user_id, seat=player.seat)
        self._change(player, draws_from_bag=always)

    def undo(self, player: Player, undone: Entry, game: Game) -> None:
        """Take an entry back: *game* is how it was before."""
        self._game = game
        self._game_seq = self._note(
            Kind.UNDONE, player.user_id, seat=player.seat, undoes=undone.seq
        )

    def resign(self, player: Player) -> None:
        """Let a player resign; the last one left ends the game."""
        seq = self._note(Kind.RESIGNED, player.user_id, seat=player.seat)
        self._change(player, abandoned_seq=seq, offered_seq=None, offered_to=None)
        if self._played_seats() <= 1:
            self._status = Status.OVER

    def _played_seats(self) -> int:
        """How many seats somebody plays."""
        return sum(not self._now(other).abandoned for other in self.table.players)

    # --- a seat passes -------------------------------------------------------------------------

    def seat(self, player: Player, person: Person, known: Mapping[str, object], seq: int) -> None:
        """Let somebody else, of whom that is *known* in all games, play a seat since entry *seq*.

        Nothing passes that the player had set or kept in this game: it is the new one's to set.
        """
        self._change(
            player,
            user_id=person.user_id,
            name=person.name,
            taken_seq=seq,
            abandoned_seq=None,
            offered_seq=None,
            offered_to=None,
            gone=False,
            draws_from_bag=False,
            calls_in=None,
            muted=False,
        )
        self._people[player.joined_seq] = {**known, "language": person.language}
        self.forget_notes(player)

    # --- who is called -------------------------------------------------------------------------

    def call(self, seat: int) -> None:
        """Call a seat that was at it when it was asked, and has not answered."""
        self._note(Kind.CALLED, None, seat=seat, called=seat)

    def _call_whoever_decides(self) -> None:
        """Call whoever must decide now, or see to it that it is done when the player has gone."""
        if self._game is None or self._status is not Status.RUNNING or self.paused:
            return
        before, decision = self.read.game, self._game.decision
        player = self._now(self._seated(decision.seat))
        if self._calls_anew and not player.decides_by_itself:
            self._rows[-1] = replace(self._rows[-1], called=decision.seat)
            return
        asking = self._turn != self.table.turn or is_asked(
            before.decision if before else None, decision
        )
        undone = any(row.undoes is not None for row in self._rows)
        if self._game is before or undone or not asking or player.decides_by_itself:
            return
        decided = decided_at(self.table.round, decision.seat)
        decided += decided_at(self.entries, decision.seat)
        until = at_it_until(self.table.id, player, decided, self._presence)
        if self._turn == self.table.turn and until is not None and until > self._at:
            self.later[CALL] = until
        else:
            self._rows[-1] = replace(self._rows[-1], called=decision.seat)

    def _seated(self, seat: int) -> Player:
        """Who sits on a seat, also of a game that this draft starts."""
        players = (*self.table.players, *self._joining)
        return next(player for player in players if self._now(player).seat == seat)

    def _end_turn_later(self, after: Table) -> None:
        """See to it that the turn ends by itself, if its player wants that."""
        if after.ends_at is not None:
            self.later[END_TURN] = after.ends_at

    # --- what else is noted, and changes -------------------------------------------------------

    def tell(
        self,
        kind: Kind,
        user_id: int | None = None,
        *,
        seat: int | None = None,
        called: int | None = None,
        **details: object,
    ) -> int:
        """Note an entry of a kind whose *details* everybody may read; the entry's number.

        With *called*, that seat is called by a new message because of it.
        """
        assert kind in TOLD_TO_ALL
        text = json.dumps(details) if details else None
        return self._note(kind, user_id, seat=seat, called=called, text=text)

    def change_table(self, **changes: Any) -> None:  # noqa: ANN401
        """Change attributes of the table that are columns of its game, by their names."""
        self._changes |= changes

    def change_player(self, player: Player, **changes: object) -> None:
        """Change attributes of a player that are columns of the player's row, by their names."""
        self._change(player, **changes)

    def now(self, player: Player) -> Player:
        """The player as this draft leaves it."""
        return self._now(player)

    def with_its_seats(self) -> Table:
        """The table with whoever holds, and has held, its seats as this draft leaves them."""
        players = tuple(self._now(player) for player in self.table.players)
        former = self._changes.get("former", self.table.former)
        return replace(self.table, players=players, former=former)

    def end(self, status: Status) -> None:
        """Let the game be over, or ended otherwise."""
        self._status = status

    # --- what players keep ---------------------------------------------------------------------

    def forget_notes(self, player: Player) -> None:
        """Forget the note and the plan of a player, in whose place somebody else sits from now on.

        They are nobody else's, who must never see them.
        """
        self._notes.pop(player.joined_seq, None)
        self._unkept.append(player.joined_seq)

    # --- how players change ---------------------------------------------------------------------

    def _change(self, player: Player, **changes: object) -> None:
        self._players.setdefault(player.joined_seq, {}).update(changes)

    def _now(self, player: Player) -> Player:
        """The player as this draft leaves it."""
        seq = player.joined_seq
        return replace(player, **self._players.get(seq, {}), **self._people.get(seq, {}))

    # --- writing -------------------------------------------------------------------------------

    def _note(self, kind: Kind, user_id: int | None, **fields: Any) -> int:  # noqa: ANN401
        seq = self.table.version + len(self._rows) + 1
        self._rows.append(
            EntryRow(seq, kind.value, user_id, turn=self._turn, at=self._at, **fields)
        )
        return seq

    def write(self, connection: Connection, teacher: Teacher) -> Loaded:
        """Write everything within the connection's transaction. Answers what it leads to.

        With it is stored what the *teacher* has taught the players then.

        Raises StaleVersion if the table has changed since it was read.
        """
        table = self.table
        self._leave_nothing_open()
        self._call_whoever_decides()
        result = self._result()
        taught = teacher.taught(connection, self.read, result, self._rows)
        result = replace(result, taught=taught, notes=self._notes)
        logs.append(
            connection,
            table.id,
            table.version,
            self._rows,
            status=self._status.value,
            opener_id=self._opener_id,
            turn=self._turn,
            state_version=self._game_seq,
            taught=dump_taught(taught),
            **{name: _written(name, value) for name, value in self._changes.items()},
        )
        if self._place is not None:
            outbox.move(connection, table.id, self._place.guild_id, self._place.channel_id)
        for player in self._joining:
            row = PlayerRow(player.joined_seq, player.user_id, player.name)
            players.add_player(connection, table.id, row)
            if player.user_id is not None:
                people.change_person(connection, player.user_id, language=player.language)
        for player in self._leaving:
            players.remove_player(connection, table.id, player.joined_seq)
        for joined_seq, changes in self._players.items():
            players.change_player(connection, table.id, joined_seq, **changes)
        for joined_seq in self._unkept:
            notes.clear_notes(connection, table.id, joined_seq)
        for joined_seq in self._people:
            players.change_player(connection, table.id, joined_seq, standing_order=None)
            now = next(self._now(each) for each in table.players if each.joined_seq == joined_seq)
            assert now.user_id is not None
            people.change_person(connection, now.user_id, language=now.language)
        if self._game is not None and self._game_seq != table.state_version:
            self._save_states(connection, result)
        self._end_turn_later(result.table)
        if self._status is not table.status:  # what was due then is due no more
            due.forget(connection, table.id)
            if self._status not in {Status.LOBBY, Status.RUNNING}:
                self.later.clear()
        for kind, at in self.later.items():
            due.put_off(connection, DueRow(kind, table.id, at))
        return self._keep_clocks(connection, result)

    def _keep_clocks(self, connection: Connection, result: Loaded) -> Loaded:
        """Keep the clocks of a game that has started, and have it looked at when one is up."""
        if self._game is None:
            return result
        changed = Changed(self.table, result.table, self.entries, self.timely, self._at, self._at)
        table = kept(connection, changed)
        if (coming := next_at(table)) is not None:
            self.later[CLOCK] = coming.at
        return replace(result, table=table)

    def _leave_nothing_open(self) -> None:
        """Forget what was proposed before the game started, or ended, and that it was paused."""
        if self._status is not self.table.status:
            expired = any(row.kind == Kind.EXPIRED for row in self._rows)
            if self.proposals and not expired:  # the notice stays, as what has come true
                self._changes["proposals"] = ()
            if self.paused:
                self._changes["paused_seq"] = None

    def _save_states(self, connection: Connection, result: Loaded) -> None:
        """Store the state, those to which it can be undone, and ends of turns not shown yet.

        Nobody needs any from before what cannot be undone.
        """
        assert self._game is not None
        assert result.body is not None
        told = {turn.number: turn.entries[-1].seq for turn in result.table.turns if turn.view}
        untold = {turn: seq for turn, seq in told.items() if turn >= result.table.delivered_turn}
        states = {seq: game for turn, (seq, game) in self._ended.items() if turn in untold}
        states |= self._decided
        states[self._game_seq] = self._game
        logs.save_states(
            connection,
            self.table.id,
            {seq: dump_game(game) for seq, game in states.items()},
            untold.values() if self._final else None,
        )

    def _result(self) -> Loaded:
        """What a reader would find once this draft is written."""
        everybody = [self._now(player) for player in (*self.table.players, *self._joining)]
        table = replace(
            self.table,
            status=self._status,
            opener_id=self._opener_id,
            players=tuple(
                sorted(
                    (player for player in everybody if player not in self._leaving),
                    key=lambda player: (player.seat or 0, player.joined_seq),
                )
            ),
            version=self._rows[-1].seq,
            state_version=self._game_seq,
            turn=self._turn,
            **self._changes,
        )
        if self._place is not None:
            table = replace(table, place=self._place, home=None, channel_gone=False)
        if self._game is None:
            return Loaded(table, None)
        before = self.read.body
        undone = {row.undoes for row in self._rows}
        entries = [entry for entry in (before.entries if before else ()) if entry.seq not in undone]
        entries += (Entry.of(row) for row in self._rows if row.undoes is None)
        ends = dict(before.ends) if before else {}
        ends |= {turn: game.view(None) for turn, (_, game) in self._ended.items()}
        turns = Turns(table.turn, table.delivered_turn)
        body = Body.of(table.version, self._game, entries, ends, turns)
        return Loaded(with_body(table, body), body)


_NO_TILES: Hand = (0, 0, 0, 0)
_WRITTEN: dict[str, Callable[[Any], object]] = {
    "pace": Pace.dump,
    "proposals": dump_proposals,
    "former": lambda former: [asdict(each) for each in former],
    "asked": lambda asked: [asdict(each) for each in asked],
}
"""How attributes of a table are written into their columns, if not as they are."""


def _written(name: str, value: object) -> object:
    return _WRITTEN[name](value) if name in _WRITTEN else value


def _may_draw_from_bag(game: Game) -> bool:
    return isinstance(game.decision, DrawDecision) and game.decision.bag


def _same_draw(first: Decision, then: Decision) -> bool:
    """Whether two draws are of one player for one purpose."""
    return (
        isinstance(first, DrawDecision)
        and isinstance(then, DrawDecision)
        and (first.seat, first.refill) == (then.seat, then.refill)
    )
