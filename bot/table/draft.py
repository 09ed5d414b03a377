"""What a use case is about to change: entries of a table's log, written all at once or not."""

import json
import random
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.rows import ActionRow, PlayerRow
from bot.table.loading import FINAL, entry
from bot.table.values import Entry, Kind, Person, Player, Status, Table
from engine import (
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildDecision,
    Decision,
    DeclineBuilding,
    DeclineMonument,
    DrawDecision,
    DrawTile,
    Dynasty,
    EndTurn,
    Game,
    SiteDecision,
    TurnBegan,
    dump_game,
    full_bag,
)


class Draft:
    """Entries to be appended to the log of *table*, as it was read, at the moment *at*."""

    def __init__(self, table: Table, at: datetime) -> None:
        self.table = table
        self._at = at
        self._rows: list[ActionRow] = []
        self._joining: list[PlayerRow] = []
        self._leaving: list[int] = []
        self._players: dict[int, dict[str, object]] = {}
        self._status = table.status
        self._opener_id = table.opener_id
        self._turn = table.turn
        self._game = table.game
        self._game_seq = table.state_version
        self._game_final = False
        self._changes: dict[str, object] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The new entries, as everybody may read them."""
        return tuple(map(entry, self._rows))

    # --- the lobby -----------------------------------------------------------------------------

    def open(self, person: Person) -> None:
        """Open the table; the opener sits down."""
        self._join(person, self._note(Kind.OPENED, person.user_id))

    def join(self, person: Person) -> None:
        """Let a person sit down."""
        self._join(person, self._note(Kind.JOINED, person.user_id))

    def _join(self, person: Person, seq: int) -> None:
        self._joining.append(PlayerRow(person.user_id, person.name, seq))

    def leave(self, user_id: int) -> None:
        """Let a player get up; the next one becomes the opener, the last one cancels."""
        self._note(Kind.LEFT, user_id)
        self._leaving.append(user_id)
        staying = [player for player in self.table.players if player.user_id != user_id]
        if not staying:
            self._note(Kind.CANCELLED, user_id)
            self._status = Status.CANCELLED
        elif self._opener_id == user_id:
            self._opener_id = staying[0].user_id

    def configure(self, user_id: int, board: str, options: tuple[str, ...]) -> None:
        """Change the board and the options."""
        chosen = {"board": board, "options": list(options)}
        self._note(Kind.CONFIGURED, user_id, text=json.dumps(chosen))
        self._changes |= chosen

    def start(self, user_id: int, rng: random.Random) -> None:
        """Draw seats and dynasties, shuffle the bag, and begin: the last time for chance."""
        users = [player.user_id for player in self.table.players]
        users += [player.user_id for player in self._joining]
        rng.shuffle(users)
        dynasties = rng.sample(list(Dynasty), len(users))
        tiles = list(full_bag(self.table.board))
        rng.shuffle(tiles)
        bag = "".join(tiles)
        self._game = Game.start(dynasties, bag, self.table.board, self.table.options)
        self._status = Status.RUNNING
        self._turn = 1
        start = {"users": users, "seats": "".join(dynasties), "bag": bag}
        self._game_seq = self._note(Kind.STARTED, user_id, text=json.dumps(start))
        for seat, (user, dynasty) in enumerate(zip(users, dynasties, strict=True)):
            self._players[user] = {"seat": seat, "dynasty": dynasty.value}

    # --- the game ------------------------------------------------------------------------------

    def decide(self, player: Player, action: Action, *, automatic: bool = False) -> None:
        """Let a player take a decision.

        Raises IllegalAction if the rules forbid it.
        """
        assert self._game is not None
        assert player.seat is not None
        self._game, events = self._game.apply(player.seat, action)
        self._game_seq = self._note(
            Kind.ACTED,
            player.user_id,
            seat=player.seat,
            text=str(action),
            events=events,
            automatic=automatic,
        )
        self._game_final = automatic or isinstance(action, FINAL)
        self._turn += sum(isinstance(event, TurnBegan) for event in events)
        if self._game.over:
            self._status = Status.OVER

    def decide_by_itself(self) -> None:
        """Decide as long as nobody need be asked.

        For somebody who has resigned, as little as possible; for somebody who always draws from
        the bag, to do so.
        """
        while self._game is not None and self._status is Status.RUNNING:
            player = self.table.players[self._game.decision.seat]
            if self._resigned(player):
                self.decide(player, _least(self._game), automatic=True)
            elif self._draws_from_bag(player) and _may_draw_from_bag(self._game):
                self.decide(player, DrawTile(None), automatic=True)
            else:
                break

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
        self._players.setdefault(player.user_id, {})["draws_from_bag"] = always

    def _draws_from_bag(self, player: Player) -> bool:
        changed = self._players.get(player.user_id, {})
        return bool(changed.get("draws_from_bag", player.draws_from_bag))

    def undo(self, player: Player, undone: Entry, game: Game) -> None:
        """Take an entry back: *game* is how it was before."""
        self._game = game
        self._game_seq = self._note(
            Kind.UNDONE, player.user_id, seat=player.seat, undoes=undone.seq
        )

    def resign(self, player: Player) -> None:
        """Let a player resign; the last one left ends the game."""
        seq = self._note(Kind.RESIGNED, player.user_id, seat=player.seat)
        self._players.setdefault(player.user_id, {})["resigned_seq"] = seq
        if sum(not self._resigned(other) for other in self.table.players) == 1:
            self._status = Status.OVER

    def _resigned(self, player: Player) -> bool:
        return player.resigned or "resigned_seq" in self._players.get(player.user_id, {})

    # --- writing -------------------------------------------------------------------------------

    def _note(self, kind: Kind, user_id: int, **fields: object) -> int:
        seq = self.table.version + len(self._rows) + 1
        row = {"seq": seq, "kind": kind.value, "user_id": user_id, "turn": self._turn}
        self._rows.append(ActionRow(**row | {"at": self._at} | fields))  # type: ignore[arg-type]
        return seq

    async def write(self, connection: AsyncConnection) -> None:
        """Write everything within the connection's transaction.

        Raises StaleVersion if the table has changed since it was read.
        """
        table = self.table
        await games.append(
            connection,
            table.id,
            table.version,
            self._rows,
            status=self._status.value,
            opener_id=self._opener_id,
            turn=self._turn,
            state_version=self._game_seq,
            **self._changes,
        )
        for joining in self._joining:
            await games.add_player(connection, table.id, joining)
        for user_id in self._leaving:
            await games.remove_player(connection, table.id, user_id)
        for user_id, changes in self._players.items():
            await games.change_player(connection, table.id, user_id, **changes)
        if self._game is not None and self._game_seq != table.state_version:
            await games.save_state(
                connection, table.id, self._game_seq, dump_game(self._game), only=self._game_final
            )


def _least(game: Game) -> Action:
    """What is decided for somebody who has resigned."""
    match game.decision:
        case ActionDecision():
            return EndTurn()
        case AddDecision():
            return AddTiles(0)
        case BuildDecision():
            return DeclineMonument()
        case SiteDecision():
            return DeclineBuilding()
        case DrawDecision(bag=True):
            return DrawTile(None)
        case _:
            return game.legal_actions()[0]


def _may_draw_from_bag(game: Game) -> bool:
    return isinstance(game.decision, DrawDecision) and game.decision.bag


def _same_draw(first: Decision, then: Decision) -> bool:
    """Whether two draws are of one player for one purpose."""
    return (
        isinstance(first, DrawDecision)
        and isinstance(then, DrawDecision)
        and (first.seat, first.refill) == (then.seat, then.refill)
    )
