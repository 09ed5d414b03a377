"""The history of a table: what its entries mean.

Only :func:`apply` says so. A table's :class:`State` is the fold of its log; its columns are a
projection of the state (:mod:`bot.changes.projection`). The state is hidden, as it has all hands
and the bag. The public part is a :class:`bot.domain.table.Table`, that of one player a
:class:`bot.domain.seat.Seat`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from bot.domain import entries as log
from bot.domain.entries import QUIET, Entry, LoggedEntry, Why, as_public
from bot.domain.hint_rule import HintRule
from bot.domain.pace import UNHURRIED, Pace
from bot.domain.player import FormerPlayer, InvitedUser, Player
from bot.domain.proposals import ENOUGH_YES, SILENT_YES, Proposal, Question, Topic
from bot.domain.series import NO_SERIES, Series
from bot.domain.stored import state_of
from bot.domain.table import Place, Status
from engine import Game, TurnBegan


@dataclass(frozen=True, slots=True)
class Reached:
    """The game after an entry."""

    seq: int
    stored: Game | str = field(repr=False)
    """The game, or its stored text until needed."""

    @property
    def game(self) -> Game:
        """The game. Raises Damaged if the stored text is invalid."""
        return state_of(self.stored) if isinstance(self.stored, str) else self.stored


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table that follows from its log. Hidden."""

    name: str
    board: str
    options: tuple[str, ...]
    capacity: int
    place: Place
    """Channel where it was opened, or has moved to."""
    opener_id: int = 0
    after: int | None = None
    """The number of the game that is played again, if any."""
    series: Series = NO_SERIES
    """The results up to that game."""
    only_invited: bool = False
    """True if only *invited* users may join."""
    invited: tuple[int, ...] = ()
    asked: tuple[InvitedUser, ...] = ()
    """Users asked by name to join, who have not joined."""
    pace: Pace = UNHURRIED
    hints: HintRule = HintRule.USUAL
    """The rule for hints as chosen; a rated game has none."""
    rated: bool = False
    """True if the result changes ratings."""
    status: Status = Status.LOBBY
    version: int = 0
    """Number of the last entry."""
    state_version: int = 0
    """Number of the last entry that changed the game."""
    turn: int = 0
    """Number of the current turn, from 1; 0 before the start."""
    players: tuple[Player, ...] = ()
    """In seat order, or before the start in the order of joining."""
    former: tuple[FormerPlayer, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    paused_seq: int | None = None
    """Number of the entry that paused the game."""
    reached: tuple[Reached, ...] = field(default=(), repr=False)
    """Games within reach of undo: after the last entry that cannot be undone, and after each since.
    The last is the current game. Empty before the start."""
    ends: Mapping[int, Reached] = field(default_factory=dict, repr=False)
    """Known ends of turns by number of the turn."""
    entries: tuple[Entry, ...] = field(default=(), repr=False)
    """Known public entries, without undone ones."""
    quiet: tuple[int, ...] = ()
    """Numbers of quiet entries, and of all before the start, which public numbers skip."""
    start: log.FullStart | None = field(default=None, repr=False)
    """The entry of the start; None before, or if not read."""
    removal: log.Removed | None = None
    """The entry with which an admin removed the game."""

    @property
    def game(self) -> Game | None:
        """The current game; None before the start."""
        return self.reached[-1].game if self.reached else None

    @property
    def playing(self) -> int:
        """Number of seats played by a person or a computer."""
        return sum(not player.abandoned for player in self.players)

    @property
    def left_alone(self) -> bool:
        """True if fewer than two seats are played, or none by a person."""
        return self.playing < 2 or not any(each.is_played_by_person for each in self.players)

    @property
    def decider(self) -> Player:
        """The deciding player of a started game."""
        assert self.game is not None
        return self.players[self.game.decision.seat]

    def player(self, joined_seq: int) -> Player:
        """Return the player who joined with that entry. Raises LookupError without one."""
        for player in self.players:
            if player.joined_seq == joined_seq:
                return player
        raise LookupError(joined_seq)

    def user(self, user_id: int | None) -> Player:
        """Return that user's player. Raises LookupError if the user does not play."""
        for player in self.players:
            if player.user_id == user_id:
                return player
        raise LookupError(user_id)


def apply(state: State, entry: LoggedEntry) -> State:  # noqa: PLR0915  # one case for each kind
    """Return the state that an entry leads to.

    Raises ValueError, LookupError or TypeError if the entry cannot follow, and GameError if the
    rules forbid its decision.
    """
    if entry.seq != state.version + 1:
        raise ValueError(f"entry {state.version + 1} is missing")
    if entry.turn != (1 if isinstance(entry, log.FullStart) else state.turn):
        raise ValueError("another turn")
    seq = entry.seq
    state = _logged(state, entry)
    match entry:
        case log.Opened(user_id=int(opener)):
            opened = replace(_joined(state, entry), opener_id=opener)
            return replace(opened, after=entry.after, series=entry.series)
        case log.Joined():
            asked = tuple(each for each in state.asked if each.user_id != entry.user_id)
            return replace(_joined(state, entry), asked=asked)
        case log.ComputerSeated():
            computer = Player(seq, None, entry.name, level=entry.level)
            return replace(state, players=(*state.players, computer))
        case log.Left():
            return _without(state, state.user(entry.user_id))
        case log.TakenOut():
            if entry.joined is not None:
                return _without(state, state.player(entry.joined))
            invited = tuple(each for each in state.invited if each != entry.user)
            return replace(_without(state, state.user(entry.user)), invited=invited)
        case log.Configured():
            return replace(
                state,
                name=state.name if entry.name is None else entry.name,
                board=state.board if entry.board is None else entry.board,
                options=state.options if entry.options is None else entry.options,
                capacity=state.capacity if entry.capacity is None else entry.capacity,
                only_invited=(
                    state.only_invited if entry.only_invited is None else entry.only_invited
                ),
                rated=state.rated if entry.rated is None else entry.rated,
            )
        case log.Invited():
            return _invited(state, entry)
        case log.Declined():
            asked = tuple(
                replace(each, declined=True, unreached=entry.unreached, late=entry.late)
                if each.user_id == entry.user_id
                else each
                for each in state.asked
            )
            return replace(state, asked=asked)
        case log.WordGiven():
            return _changed(state, state.user(entry.user_id), word=entry.word)
        case log.Cancelled():
            return _in_status(state, Status.CANCELLED)
        case log.Expired():  # the notice stays among the proposals, as what has come true
            return replace(state, status=Status.CANCELLED)
        case log.FullStart():
            return _started(state, entry)
        case log.FullAction():
            return _acted(state, entry)
        case log.Undone():
            if len(state.reached) < 2 or state.reached[-1].seq != entry.undoes:
                raise ValueError("that cannot be undone")
            *others, last = state.reached[:-1]
            reached = (*others, Reached(last.seq, last.game))
            return replace(state, reached=reached, state_version=seq)
        case log.Resigned():
            state = _abandoned(state, entry)
            return _in_status(state, Status.OVER) if state.left_alone else state
        case log.GivenUp():
            return _abandoned(state, entry)
        case log.DrawsFromBag() | log.DrawsByChoice():
            always = isinstance(entry, log.DrawsFromBag)
            return _changed(state, _seated(state, entry), draws_from_bag=always)
        case log.Offered():
            offer = {"offered_seq": seq, "offered_to": entry.to, "offer_ends": entry.until}
            return _changed(state, _seated(state, entry), **offer)
        case log.OfferEnded():
            player = _seated(state, entry)
            open_to_all = player.stands_in or (player.gone and entry.why is Why.LATE)
            return _changed(
                state,
                player,
                offered_seq=seq if open_to_all else None,
                offered_to=None,
                gone=player.gone and entry.why is not Why.GONE,
            )
        case log.LeftServer():
            return _changed(
                state, _seated(state, entry), gone=True, offered_seq=seq, offered_to=None
            )
        case log.SeatTaken():
            return _taken(state, entry)
        case log.PaceChanged():
            return replace(state, pace=entry.pace)
        case log.HintsChanged():
            return replace(state, hints=entry.rule)
        case log.Proposed():
            return replace(state, proposals=(*state.proposals, _proposal(entry)))
        case log.Answered():
            if state.status is Status.LOBBY:  # the table stays open
                return replace(state, proposals=())
            proposals = tuple(
                each.answered(entry.seat, yes=entry.yes)
                if each.seq == entry.proposal and entry.seat is not None
                else each
                for each in state.proposals
            )
            return replace(state, proposals=proposals)
        case log.ProposalResolved():
            open_ones = tuple(each for each in state.proposals if each.seq != entry.proposal)
            return replace(state, proposals=open_ones)
        case log.Announced(closes=None):
            return state
        case log.Announced(closes=closes):
            assert closes is not None
            question = Question(Topic.STILL)
            notice = Proposal(seq, question, None, (), {}, closes, silence=False, any_yes=True)
            return replace(state, proposals=(notice,))
        case log.Paused():
            return replace(state, paused_seq=seq)
        case log.Resumed():
            return replace(state, paused_seq=None)
        case log.Ended():
            return _in_status(state, Status.OVER if entry.result else Status.ABANDONED)
        case log.Moved():
            return replace(state, place=Place(entry.guild, entry.channel))
        case log.Removed():
            removal = entry if entry.why is Why.ADMIN else None
            return replace(_in_status(state, Status.REMOVED), removal=removal)
        case (
            log.Called()
            | log.Reminded()
            | log.LongWait()
            | log.TimeUp()
            | log.WentAway()
            | log.VacationPlanned()
            | log.CameBack()
            | log.HintGiven()
            | log.Repaired()
            | log.Forgotten()
        ):  # no consequences for the state
            return state
        case log.Opened():
            raise ValueError("nobody opened it")
        case _:
            assert_never(entry)


def _logged(state: State, entry: LoggedEntry) -> State:
    quiet = quiet_after(state.quiet, entry.seq, entry.kind)
    if isinstance(entry, log.Undone):
        entries = tuple(each for each in state.entries if each.seq != entry.undoes)
    else:
        entries = (*state.entries, as_public(entry))
    return replace(state, version=entry.seq, entries=entries, quiet=quiet)


def quiet_after(quiet: tuple[int, ...], seq: int, kind: str) -> tuple[int, ...]:
    """Return the numbers that public numbers skip, after another entry of that kind.

    They are those of quiet entries, and all before the start.
    """
    if kind == log.FullStart.kind:
        return tuple(range(1, seq))
    return (*quiet, seq) if kind in QUIET else quiet


def _in_status(state: State, status: Status) -> State:
    """Change the status, which closes open proposals and ends a pause."""
    return replace(state, status=status, proposals=(), paused_seq=None)


# --- who plays -----------------------------------------------------------------------------------


def _joined(state: State, entry: log.Opened | log.Joined) -> State:
    player = Player(entry.seq, entry.user_id, entry.name, discord_language=entry.language or "en")
    return replace(state, players=(*state.players, player))


def _without(state: State, player: Player) -> State:
    """Remove a player; the first remaining person becomes the opener."""
    players = tuple(each for each in state.players if each is not player)
    people = [each.user_id for each in players if each.user_id is not None]
    opener_id = state.opener_id
    if player.user_id == opener_id and people:
        opener_id = people[0]
    return replace(state, players=players, opener_id=opener_id)


def _invited(state: State, entry: log.Invited) -> State:
    invited = state.invited if entry.users is None else entry.users
    if entry.asked is None:
        return replace(state, invited=invited)
    before = {each.user_id: each for each in state.asked}
    asked = []
    for user_id in entry.asked:
        unreached = user_id in entry.unreached
        was = before.get(user_id)
        again = was is not None and was.unreached and not unreached
        asked.append(
            InvitedUser(
                user_id,
                declined=was is not None and was.declined and not again,
                hushed=user_id in entry.hushed,
                blind=user_id in entry.blind,
                unreached=unreached,
                late=was is not None and was.late,
                until=was.until if entry.until is None and was is not None else entry.until,
            )
        )
    return replace(state, invited=invited, asked=tuple(asked))


def _changed(state: State, player: Player, **changes: object) -> State:
    changed = replace(player, **changes)  # type: ignore[arg-type]  # attributes by their names
    players = tuple(changed if each is player else each for each in state.players)
    return replace(state, players=players)


def _seated(state: State, entry: LoggedEntry) -> Player:
    """Return the player on the entry's seat. Raises LookupError or TypeError without one."""
    if entry.seat is None or entry.seat < 0 or not state.reached:
        raise LookupError(entry.seat)
    return state.players[entry.seat]


def _abandoned(state: State, entry: log.Resigned | log.GivenUp) -> State:
    player = _seated(state, entry)
    for_time = isinstance(entry, log.GivenUp) and entry.why is Why.TIME
    if for_time and player.offered_to is not None:  # that user is still invited
        return _changed(state, player, abandoned_seq=entry.seq)
    return _changed(state, player, abandoned_seq=entry.seq, offered_seq=None, offered_to=None)


def _taken(state: State, entry: log.SeatTaken) -> State:
    """Give a seat to its next player, without the former player's settings."""
    player = _seated(state, entry)
    assert player.seat is not None
    if player.user_id != entry.user_id or entry.level is not None:
        left = FormerPlayer(player.user_id, entry.from_name, player.seat, entry.seq)
        state = replace(state, former=(*state.former, left))
    taken = Player(
        player.joined_seq,
        entry.user_id,
        entry.to_name,
        player.seat,
        player.dynasty,
        taken_seq=entry.seq,
        offered_seq=None if entry.level is None else entry.seq,
        level=entry.level,
        word=player.word,
        discord_language=entry.language or "en",
        clock=player.clock,
    )
    players = tuple(taken if each is player else each for each in state.players)
    return replace(state, players=players)


# --- the game ------------------------------------------------------------------------------------


def _started(state: State, entry: log.FullStart) -> State:
    joined = entry.joined or tuple(state.user(user_id).joined_seq for user_id in entry.users)
    players = tuple(
        replace(state.player(joined_seq), seat=seat, dynasty=dynasty)
        for seat, (joined_seq, dynasty) in enumerate(zip(joined, entry.seats, strict=True))
    )
    if len(players) != len(state.players):
        raise ValueError("a player has no seat")
    game = Game.start(entry.seats, entry.bag, state.board, state.options)
    return replace(
        _in_status(state, Status.RUNNING),
        asked=tuple(each for each in state.asked if each.late),
        players=players,
        turn=1,
        state_version=entry.seq,
        reached=(Reached(entry.seq, game),),
        start=entry,
    )


def _acted(state: State, entry: log.FullAction) -> State:
    if state.game is None or entry.seat is None:
        raise ValueError("it has not started")
    game, events = entry.result or state.game.apply(entry.seat, entry.action)
    reached = Reached(entry.seq, game)
    ends, turn = state.ends, state.turn
    if any(isinstance(event, TurnBegan) for event in events):
        ends, turn = {**ends, turn: reached}, turn + 1
    state = replace(
        state,
        state_version=entry.seq,
        turn=turn,
        reached=(reached,) if entry.ends_undo else (*state.reached, reached),
        ends=ends,
    )
    return _in_status(state, Status.OVER) if game.over else state


# --- what players agree upon ---------------------------------------------------------------------


def _proposal(entry: log.Proposed) -> Proposal:
    given = dict(entry.deadlines)
    topic = entry.question.topic
    return Proposal(
        entry.seq,
        entry.question,
        entry.seat,
        entry.asked,
        {seat: given.get(seat, entry.at) for seat in entry.asked},
        entry.not_before,
        topic in SILENT_YES,
        topic in ENOUGH_YES,
    )
