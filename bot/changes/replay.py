"""A game's log, played again from its start: for its record, and to check and to mend a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.domain import FormerPlayer, Kind, Status, Why, is_final_decision
from bot.store import DECODE_ERRORS, Damaged, EntryRow, decoding
from engine import Action, Dynasty, Game, GameError, Level, TurnBegan, parse_action

PASSING = frozenset(
    {
        Kind.CALLED,
        Kind.REPAIRED,
        Kind.INVITED,
        Kind.DECLINED,
        Kind.REMINDED,
        Kind.TIME_UP,
        Kind.AWAY,
        Kind.BACK,
        Kind.PROPOSED,
        Kind.ANSWERED,
        Kind.SETTLED,
        Kind.TOLD,
        Kind.MOVED,
        Kind.HINTED,
        Kind.FORGOTTEN,
    }
)
"""The kinds of entries that change neither the game nor who plays, nor when."""


@dataclass(frozen=True, slots=True)
class StartEntry:
    """How a game started."""

    users: tuple[int | None, ...]
    """Who sits where."""
    joined: tuple[int, ...] | None
    """The entries with which they joined; None in games of before there were computers."""
    seats: tuple[Dynasty, ...]
    bag: str = field(repr=False)
    words: tuple[str, ...]
    """The hashes of the players' words, in the order of joining; none in games without a seal."""

    @property
    def order(self) -> tuple[int, ...]:
        """For each seat, which player has it: 0 is the player who joined first."""
        joined = self.joined or ()
        return tuple(map(sorted(joined).index, joined))

    @classmethod
    def of(cls, row: EntryRow) -> StartEntry:
        """What the entry of the start tells. Raises Damaged if it cannot be read."""
        with decoding(f"entry {row.seq} of the log"):
            told = json.loads(row.text or "")
            joined = tuple(told["joined"]) if "joined" in told else None
            seats = tuple(map(Dynasty, told["seats"]))
            words = tuple(map(str, told.get("words", ())))
            return cls(tuple(told["users"]), joined, seats, str(told["bag"]), words)


def decision_of(row: EntryRow) -> tuple[int, Action]:
    """The seat that decided, and what. Raises Damaged if that cannot be read."""
    with decoding(f"entry {row.seq} of the log"):
        if row.seat is None:
            raise ValueError
        return row.seat, parse_action(row.text or "")


def known(user_id: int | None) -> int | None:
    """A user's number as in the log; None for a user who was forgotten since."""
    return None if user_id is None or user_id < 0 else user_id


@dataclass(slots=True)
class Seated:
    """A player as the log tells of it; the columns of its row."""

    user_id: int | None
    seat: int | None = None
    dynasty: Dynasty | None = None
    abandoned_seq: int | None = None
    draws_from_bag: bool = False
    taken_seq: int | None = None
    offered_seq: int | None = None
    offered_to: int | None = None
    gone: bool = False
    level: Level | None = None
    word: str | None = None

    def offer(self, seq: int | None, to: int | None = None) -> None:
        """Offer the seat since that entry, or to nobody any more."""
        self.offered_seq, self.offered_to = seq, to


class Replayed:
    """What follows from a log of a game.

    *board* and *options* are those with which it was opened. Raises Damaged, with the number of
    the entry, if the log has a gap, or cannot be played by the rules.
    """

    def __init__(self, board: str, options: Sequence[str], log: Sequence[EntryRow]) -> None:
        self.board = board
        self.options = tuple(options)
        self.status = Status.LOBBY
        self.version = 0
        self.turn = 0
        self.state_version = 0
        self.players: dict[int, Seated] = {}
        """By the number of the entry with which they joined."""
        self.former: list[FormerPlayer] = []
        self.paused_seq: int | None = None
        self.pace: str | None = None
        """The last one chosen; None if it is the one of the opening, of which no log tells."""
        self.hints: str | None = None
        """The last rule for them; None if none was chosen."""
        self.start: StartEntry | None = None
        """How it started; None if it has not."""
        self._played: list[tuple[int, Game, bool]] = []
        """The decisions that were not undone, and the start: their entries' numbers, what they
        led to, and whether they are final."""
        for row in log:
            try:
                self._go_on(row)
            except (*DECODE_ERRORS, GameError) as error:
                fault = type(error).__name__
                raise Damaged(f"entry {row.seq} of its log does not go there ({fault})") from None
        if not log:
            raise Damaged("its log is empty")
        self._forget_who_is_forgotten()

    def _forget_who_is_forgotten(self) -> None:
        """Remove the number of a user who was forgotten."""
        for seated in self.players.values():
            seated.user_id, seated.offered_to = known(seated.user_id), known(seated.offered_to)
        self.former = [replace(each, user_id=known(each.user_id)) for each in self.former]

    @property
    def states(self) -> dict[int, Game]:
        """The current state, and those to which it can be undone, by their entries' numbers."""
        if not self._played:
            return {}
        final = max(at for at, (_, _, final) in enumerate(self._played) if final)
        kept = {seq: game for seq, game, _ in self._played[final:]}
        return kept | {self.state_version: self._played[-1][1]}

    @property
    def game(self) -> Game | None:
        """The game as it is in the end; None if it has not started."""
        return self._played[-1][1] if self._played else None

    def _go_on(self, row: EntryRow) -> None:
        if row.seq != self.version + 1:
            raise Damaged(f"entry {self.version + 1} of its log is missing")
        self.version = row.seq
        if row.turn != (1 if row.kind == Kind.STARTED else self.turn):
            raise ValueError
        if row.kind in PASSING:
            return
        match Kind(row.kind):
            case (
                Kind.OPENED
                | Kind.JOINED
                | Kind.SEATED
                | Kind.LEFT
                | Kind.TAKEN_OUT
                | Kind.GAVE_WORD
            ):
                self._gather(row)
            case Kind.CONFIGURED:
                chosen = json.loads(row.text or "")
                self.board = chosen.get("board", self.board)
                self.options = tuple(chosen.get("options", self.options))
            case Kind.CANCELLED | Kind.EXPIRED:
                self.status = Status.CANCELLED
            case Kind.REMOVED:
                self.status = Status.REMOVED
            case Kind.STARTED:
                self._start(row)
            case Kind.ACTED:
                seat, action = decision_of(row)
                game, events = self._played[-1][1].apply(seat, action)
                self._note(
                    row,
                    game,
                    final=(row.automatic and not row.settled)
                    or is_final_decision(events, settled=row.settled),
                )
                self.turn += sum(isinstance(event, TurnBegan) for event in events)
                if game.over:
                    self.status = Status.OVER
            case Kind.UNDONE:
                undone, _, _ = self._played.pop()
                if row.undoes != undone:
                    raise ValueError
                self.state_version = row.seq
            case Kind.RESIGNED:
                self._give_up(row)
                if self._left_alone():
                    self.status = Status.OVER
            case Kind.DRAWS_FROM_BAG | Kind.DRAWS_BY_CHOICE:
                self._seated(row).draws_from_bag = row.kind == Kind.DRAWS_FROM_BAG
            case Kind.ENDED:
                result = json.loads(row.text or "")["result"]
                self.status = Status.OVER if result else Status.ABANDONED
            case Kind.OFFERED | Kind.KEPT | Kind.GONE | Kind.GIVEN_UP | Kind.TAKEN:
                self._pass_seat(row)
            case Kind.PACED:
                self.pace = str(json.loads(row.text or "")["pace"])
            case Kind.HINTS:
                self.hints = str(json.loads(row.text or "")["rule"])
            case Kind.PAUSED | Kind.WENT_ON:
                self.paused_seq = row.seq if row.kind == Kind.PAUSED else None
            case unknown:
                raise ValueError(unknown)

    def _gather(self, row: EntryRow) -> None:
        """Who sits down before the start, gives a word, and gets up."""
        match Kind(row.kind):
            case Kind.OPENED | Kind.JOINED:
                self.players[row.seq] = Seated(row.user_id)
            case Kind.SEATED:
                self.players[row.seq] = Seated(None, level=_level(row))
            case Kind.LEFT:
                del self.players[self._joined(row.user_id)]
            case Kind.GAVE_WORD:
                word = str(json.loads(row.text or "")["word"])
                self.players[self._joined(row.user_id)].word = word
            case Kind.TAKEN_OUT:
                told = json.loads(row.text or "")
                del self.players[told["joined"] if "joined" in told else self._joined(told["user"])]

    def _pass_seat(self, row: EntryRow) -> None:
        """What becomes of a seat: it is offered, given up, or taken."""
        seated, told = self._seated(row), json.loads(row.text or "{}")
        match Kind(row.kind):
            case Kind.OFFERED:
                seated.offer(row.seq, told["to"])
            case Kind.KEPT:
                stands_in = seated.level is not None and seated.taken_seq is not None
                seated.offer(row.seq if stands_in else None)
                seated.gone = seated.gone and told["why"] != Why.GONE
            case Kind.GONE:
                seated.offer(row.seq)
                seated.gone = True
            case Kind.GIVEN_UP:
                self._give_up(row)
            case Kind.TAKEN:
                self._take(row, told["from"])

    def _give_up(self, row: EntryRow) -> None:
        seated = self._seated(row)
        seated.abandoned_seq = row.seq
        seated.offer(None)

    def _left_alone(self) -> bool:
        """Whether nobody is left who could play with another: no two, or no person at all."""
        playing = [each for each in self.players.values() if each.abandoned_seq is None]
        return len(playing) < 2 or all(each.level is not None for each in playing)

    def _take(self, row: EntryRow, name: str) -> None:
        """A user takes the seat of the player called *name*, as if nobody had played it yet."""
        seated = self._seated(row)
        assert row.seat is not None
        if seated.level is not None or seated.user_id not in {None, row.user_id}:
            self.former.append(FormerPlayer(seated.user_id, name, row.seat, row.seq))
        seated.user_id, seated.taken_seq = row.user_id, row.seq
        seated.level = _level(row)
        seated.abandoned_seq, seated.draws_from_bag, seated.gone = None, False, False
        # A computer keeps it only until a person takes it.
        seated.offer(None if seated.level is None else row.seq)

    def _start(self, row: EntryRow) -> None:
        self.start = start = StartEntry.of(row)
        joined = start.joined or tuple(map(self._joined, start.users))
        for seat, (seq, dynasty) in enumerate(zip(joined, start.seats, strict=True)):
            seated = self.players[seq]
            seated.seat, seated.dynasty = seat, dynasty
        self.status = Status.RUNNING
        self.turn = 1
        game = Game.start(start.seats, start.bag, self.board, self.options)
        self._note(row, game, final=True)

    def _note(self, row: EntryRow, game: Game, *, final: bool) -> None:
        self._played.append((row.seq, game, final))
        self.state_version = row.seq

    def _joined(self, user_id: int | None) -> int:
        """The entry with which a user joined. Raises KeyError if it does not play."""
        for seq, seated in self.players.items():
            if seated.user_id == user_id:
                return seq
        raise KeyError

    def _seated(self, row: EntryRow) -> Seated:
        (seated,) = (each for each in self.players.values() if each.seat == row.seat)
        return seated

    def columns(self) -> dict[str, Any]:
        """The columns of the game's row that follow from its log."""
        chosen = {"pace": self.pace, "hints": self.hints}
        return {name: value for name, value in chosen.items() if value is not None} | {
            "status": self.status.value,
            "version": self.version,
            "state_version": self.state_version,
            "turn": self.turn,
            "board": self.board,
            "options": list(self.options),
            "former": [asdict(each) for each in self.former],
            "paused_seq": self.paused_seq if self.status is Status.RUNNING else None,
        }


def _level(row: EntryRow) -> Level | None:
    """The level of the computer that sits down with an entry; None if it is a person who does."""
    level = json.loads(row.text or "{}").get("level")
    return None if level is None else Level(level)
