"""The projection of a table's state to columns, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlalchemy import Connection

from bot.changes.whole import WholeTable, trimmed
from bot.domain.entries import (
    Acted,
    FullAction,
    FullStart,
    Joined,
    LoggedEntry,
    Opened,
    SeatTaken,
    Started,
    Undone,
    without_undone,
)
from bot.domain.hint_rule import HintRule
from bot.domain.history import Reached, State, quiet_after
from bot.domain.pace import Pace
from bot.domain.player import Player, load_former, load_invited
from bot.domain.proposals import dump_proposals, load_proposals
from bot.domain.seat import Notes, Orders
from bot.domain.series import Series
from bot.domain.stored import decoding_game, load_entry
from bot.domain.table import Home, HomeKind, Place, Status, Table
from bot.domain.taught import load_taught
from bot.store import Damaged, GameRow, HeaderRow, OrderRow, PlayerRow, SnapshotRow
from bot.store.queries import outbox, people, players
from engine import LAYOUTS, OPTIONS, Game, StandingOrder, dump_game, load_game


class _Codec(NamedTuple):
    dump: Callable[[Any], object]
    load: Callable[[Any], object]


def _same(value: object) -> object:
    return value


def _dumped_each(values: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [asdict(each) for each in values]


_AS_IT_IS = _Codec(_same, _same)
_COLUMNS: Mapping[str, _Codec] = {
    "name": _AS_IT_IS,
    "status": _Codec(str, Status),
    "opener_id": _AS_IT_IS,
    "board": _AS_IT_IS,
    "options": _Codec(list, tuple),
    "capacity": _AS_IT_IS,
    "version": _AS_IT_IS,
    "state_version": _AS_IT_IS,
    "turn": _AS_IT_IS,
    "only_invited": _AS_IT_IS,
    "invited": _Codec(list, tuple),
    "asked": _Codec(_dumped_each, load_invited),
    "former": _Codec(_dumped_each, load_former),
    "pace": _Codec(Pace.dump, Pace.load),
    "hints": _Codec(str, HintRule),
    "rated": _AS_IT_IS,
    "proposals": _Codec(dump_proposals, load_proposals),
    "paused_seq": _AS_IT_IS,
    "after": _AS_IT_IS,
    "series": _Codec(Series.dump, Series.load),
}
"""Columns of a game that follow from its log, named like the fields of the state."""
_PLAYER = tuple(PlayerRow.__slots__)
FOLDED_PLAYER = tuple(name for name in _PLAYER if name not in {"name", "calls_in", "muted"})
"""Columns of a player that follow from the log alone, unlike names on Discord."""


def columns(state: State, before: State | None = None) -> dict[str, object]:
    """Return the columns of a state; with *before*, those that differ."""
    return {
        name: codec.dump(getattr(state, name))
        for name, codec in _COLUMNS.items()
        if before is None or getattr(state, name) != getattr(before, name)
    }


def states(state: State, delivered_turn: int) -> dict[int, Reached]:
    """Return the games to store for a state, by number of the entry.

    The current one, those within reach of undo, and ends of turns not shown yet.
    """
    needed = {each.seq: each for each in state.reached}
    needed |= {end.seq: end for end in _not_shown(state, delivered_turn)}
    if state.reached:
        needed[state.state_version] = state.reached[-1]
    return needed


def _not_shown(state: State, delivered_turn: int) -> Iterator[Reached]:
    return (end for turn, end in state.ends.items() if turn >= delivered_turn)


def new_states(before: State, after: WholeTable) -> tuple[dict[int, str], list[int] | None]:
    """Return the states to store after a change, and the earlier ones to keep, None for all.

    After a decision that cannot be undone, only ends of turns not shown yet are kept.
    """
    state = after.state
    new = {
        seq: dump_game(reached.game)
        for seq, reached in states(state, after.delivered_turn).items()
        if seq > before.version
    }
    if not new or state.reached[0].seq <= before.version:
        return new, None
    return new, [end.seq for end in _not_shown(state, after.delivered_turn)]


# --- writing -------------------------------------------------------------------------------------


def write(
    connection: Connection,
    before: WholeTable,
    after: WholeTable,
    entries: tuple[LoggedEntry, ...],
) -> None:
    """Store the changes of a table's columns; *entries* are already stored."""
    state = after.state
    if state.place != before.state.place:
        outbox.move(connection, after.id, state.place.guild_id, state.place.channel_id)
    _write_players(connection, after.id, before.state, state)
    for entry in entries:
        if isinstance(entry, Opened | Joined | SeatTaken) and entry.user_id is not None:
            people.change_person(connection, entry.user_id, language=entry.language)
        if isinstance(entry, SeatTaken) and entry.seat is not None:
            joined_seq = state.players[entry.seat].joined_seq
            nothing = {"standing_order": None, "note": None, "plan": None}
            players.change_player(connection, after.id, joined_seq, **nothing)


def _write_players(connection: Connection, number: int, before: State, after: State) -> None:
    was = {each.joined_seq: each for each in before.players}
    now = {each.joined_seq: each for each in after.players}
    for joined_seq in was.keys() - now.keys():
        players.remove_player(connection, number, joined_seq)
    for joined_seq, player in now.items():
        row = {name: getattr(player, name) for name in _PLAYER}
        if joined_seq not in was:
            players.add_player(connection, number, PlayerRow(**row))
        elif player is not was[joined_seq]:
            old = was[joined_seq]
            changed = {name: value for name, value in row.items() if value != getattr(old, name)}
            if changed:
                players.change_player(connection, number, joined_seq, **changed)


# --- reading -------------------------------------------------------------------------------------


def whole_table(header: HeaderRow, known: State | None, row: SnapshotRow | None) -> WholeTable:
    """Build a table from rows, and the log from a *known* state or a snapshot.

    Raises Damaged if they are inconsistent.
    """
    game = header.game
    if header.damaged:
        raise Damaged("what is noted of it cannot be read")
    log: Mapping[str, Any] = {}
    if known is not None:
        log = {name: getattr(known, name) for name in _OF_LOG}
    elif game.state_version:
        if row is None:
            raise Damaged("its state, or what happened last, cannot be read")
        with decoding_game("its state"):
            log = _read_log(game, row)
            _check_state(header, log["reached"][-1].game)
    with decoding_game("what is noted of it"):
        whole = without_log(header)
        whole = replace(whole, state=trimmed(replace(whole.state, **log), game.delivered_turn))
        _check_numbers(game)
        _check_seats(header, whole.game)
        _check_set_up(whole.table)
    return whole


def without_log(header: HeaderRow) -> WholeTable:
    """Build a table without its game.

    Raises an error of ``DECODE_ERRORS`` if the rows are inconsistent.
    """
    game = header.game
    of_players = tuple(
        replace(Player.of(*each), offer_ends=ends)
        for each, ends in zip_longest(header.players, header.offers_due)
    )
    state = State(
        place=Place(game.guild_id, game.channel_id),
        players=of_players,
        **{name: codec.load(getattr(game, name)) for name, codec in _COLUMNS.items()},  # type: ignore[arg-type]
    )
    taught = load_taught(game.taught)
    if taught and len(taught) != len(of_players):
        raise ValueError
    joined = [player.joined_seq for player in of_players]
    return WholeTable(
        game.id,
        state,
        game.created_at,
        game.language,
        mentioned_role_id=game.told_role_id,
        home=_home(game),
        channel_gone=game.home_id is None and game.home_kind == outbox.CHANNEL_GONE,
        delivered_turn=game.delivered_turn,
        shown=game.delivered_version > 0,
        held=game.held,
        pulse=header.pulse,
        clock_due=header.clock_due,
        rules=header.rules,
        seal=header.seal,
        taught=taught,
        notes=dict(zip(joined, map(Notes.of, header.notes), strict=True)),
        orders=dict(zip(joined, map(orders_of, header.orders), strict=True)),
        secret=game.secret,
        header=header,
    )


def orders_of(row: OrderRow) -> Orders:
    """Read standing orders."""
    return Orders(row.usual or StandingOrder.ASK, row.here)


_OF_LOG = ("reached", "ends", "entries", "quiet", "start")
"""Fields of a state that depend on nothing but the log up to its version."""


def _read_log(game: GameRow, row: SnapshotRow) -> Mapping[str, Any]:
    """Return those fields from a snapshot. Raises an error if it is incomplete."""
    log = [load_entry(each) for each in row.entries]
    if log[-1].seq != game.version:
        raise ValueError
    now = load_game(row.states[game.state_version])
    entries = without_undone(log, len(now.seats))
    last = {each.turn: each.seq for each in entries if isinstance(each, Started | Acted)}
    return {
        "reached": _within_undo(log, row.states, now),
        "ends": {
            turn: Reached(seq, load_game(row.states[seq]))
            for turn, seq in last.items()
            if turn < game.turn and seq in row.states
        },
        "entries": tuple(entries),
        "quiet": quiet_among((each.seq, each.kind) for each in log),
        "start": next((each for each in log if isinstance(each, FullStart)), None),
    }


def _within_undo(
    log: list[LoggedEntry], stored: Mapping[int, str], now: Game
) -> tuple[Reached, ...]:
    """Return the stored games within reach of undo, and the current game *now*."""
    undone = {each.undoes for each in log if isinstance(each, Undone)}
    chain: list[int] = []
    for entry in log:
        if entry.seq in undone or not isinstance(entry, FullStart | FullAction):
            continue
        if isinstance(entry, FullStart) or entry.ends_undo:
            chain.clear()
        chain.append(entry.seq)
    *before, last = chain
    found = [Reached(last, now)]
    for seq in reversed(before):
        if seq not in stored:
            break
        found.append(Reached(seq, stored[seq]))
    return tuple(reversed(found))


def quiet_among(entries: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """Return the numbers of entries that public numbers skip: quiet ones, and all before the start.

    *entries* are numbers and kinds.
    """
    quiet: tuple[int, ...] = ()
    for seq, kind in entries:
        quiet = quiet_after(quiet, seq, kind)
    return quiet


def _home(game: GameRow) -> Home | None:
    if game.home_id is None or game.home_kind is None:
        return None
    return Home(game.home_id, HomeKind(game.home_kind))


def _check_state(header: HeaderRow, state: Game) -> None:
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
    """Raise ValueError unless players have the seats of that state, or none before the start."""
    seated = [(player.seat, player.dynasty) for player, *_ in header.players]
    expected = [(None, None)] * len(seated) if state is None else [*enumerate(state.seats)]
    if seated != expected:
        raise ValueError


def _check_numbers(game: GameRow) -> None:
    """Raise ValueError if a column names an entry beyond the end of the log.

    A game delivered to a later version would never be delivered again.
    """
    if game.version < max(
        game.state_version, game.turn, game.delivered_version, game.delivered_turn
    ):
        raise ValueError


def _check_set_up(table: Table) -> None:
    if (
        table.board not in LAYOUTS
        or not set(table.options) <= set(OPTIONS)
        or table.capacity not in range(2, 5)
        or len(table.players) > table.capacity
        or not {*_seats_named(table)} <= {None, *range(len(table.players))}
        or (table.status in {Status.RUNNING, Status.OVER, Status.ABANDONED} and table.view is None)
    ):
        raise ValueError


def _seats_named(table: Table) -> Iterator[int | None]:
    yield from (each.seat for each in table.former)
    for proposal in table.proposals:
        yield from (proposal.proposer, proposal.question.seat, *proposal.asked, *proposal.answers)
