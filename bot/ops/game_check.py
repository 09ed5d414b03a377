"""Compares stored games with their logs, and repairs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.changes import (
    CLOCK,
    FOLDED_PLAYER,
    WholeTable,
    columns,
    keep_seal,
    replace_results,
    states,
    whole_table,
)
from bot.domain.entries import Configured, HintsChanged, PaceChanged, Repaired, without_undone
from bot.domain.hint_rule import HintRule
from bot.domain.history import State, apply
from bot.domain.naming import CAPACITIES, plain
from bot.domain.pace import Pace
from bot.domain.player import load_invited
from bot.domain.proposals import load_proposals
from bot.domain.refusals import Refused
from bot.domain.seat import Notes
from bot.domain.stored import decoding_game, dump_entry, load_log, state_of
from bot.domain.table import HomeKind, Place, Status, Table
from bot.store import (
    DECODE_ERRORS,
    Damaged,
    DueRow,
    EntryRow,
    GameRows,
    HeaderRow,
    PlayerRow,
    ResultRow,
    SealRow,
    clock,
    damages,
    decoding,
    game,
    player,
    rebuild_game,
    replace_game,
    snapshot,
)
from bot.store.queries import clocks, due, games, logs, outbox, players, ratings, results, seals
from bot.use_cases import ENDED, RECORDED, compare_ratings, folded_results, recompute_ratings
from engine import FairStart, Game, GameError, dump_game, seal_of


class CannotRepair(Exception):
    """A game cannot be repaired, and nothing has changed. ``str`` says why."""


@dataclass(frozen=True, slots=True)
class GameReport:
    """The state of a stored game, without anything hidden."""

    number: int
    name: str
    faults: tuple[str, ...]
    """Its faults; empty if it is intact."""
    folded: State | None
    """The fold of its log; None if the log is damaged."""
    table: Table | None
    """The game, if it can be read."""

    @property
    def title(self) -> str:
        """Its number and name, for the beginning of a sentence."""
        return f"Game {self.number} ({plain(self.name)})"

    @property
    def running(self) -> bool:
        """True if it is readable and running."""
        return self.table is not None and self.table.status is Status.RUNNING


def examine(connection: Connection, number: int) -> GameReport | None:
    """Compare a game with the fold of its log; None if there is no such game."""
    headers = games.read_headers(connection, games.numbered(number))
    if not headers:
        return None
    header = headers[0]
    faults: list[str] = []
    folded = table = None
    try:
        with decoding_game("its log"):
            folded = _folded(connection, header)
            faults += _differences(connection, header, folded)
            if header.seal is not None:
                faults += _seal_faults(connection, header.game.id, header.seal, folded)
    except Damaged as damaged:
        folded = None
        faults.append(f"its log cannot be played again: {damaged}")
    faults += map(str, damages.find(connection, _ROWS, number))
    if clocks.without_seat(connection, number):
        faults.append("a clock of it belongs to no seat")
    if not faults:  # a state that is kept and no longer needed
        faults += map(str, damages.find(connection, [snapshot], number))
    try:
        whole = _whole(connection, header)
        table = whole.table
        if table.has_ended and not faults:
            faults += _result_faults(connection, whole)
    except Damaged as damaged:
        faults = faults or [str(damaged)]
    return GameReport(number, header.game.name, tuple(faults), folded, table)


def _whole(connection: Connection, header: HeaderRow) -> WholeTable:
    """Return a game as it is stored. Raises Damaged."""
    row = logs.read_snapshots(connection, [header.game.id]).get(header.game.id)
    return whole_table(header, None, row)


def _folded(connection: Connection, header: HeaderRow) -> State:
    """Fold a game's log. Raises Damaged if that is not possible.

    The board and the options are not in its log, but in its row and in its states.
    """
    game = header.game
    log = logs.read_log(connection, game.id)
    if not log:
        raise Damaged("its log is empty")
    if logs.last_state(connection, game.id) > log[-1].seq:
        raise Damaged(f"entry {log[-1].seq + 1} of its log is missing")
    state = _newest_state(connection, game.id, log)
    set_ups: list[tuple[str, tuple[str, ...]]] = []
    with suppress(Damaged), decoding("the board and the options"):
        set_ups.append((game.board, tuple(map(str, game.options))))
    if state is not None:
        set_ups.append((state.board.layout.name, state.options))
    found = []
    fault = Damaged("nothing tells with which options it was opened")
    for board, options in dict.fromkeys(set_ups):
        try:
            folded = _fold(header, board, options, log)
        except Damaged as damaged:
            fault = damaged
            continue
        if folded.game == state:
            return folded
        found.append(folded)
    if not found:
        raise fault
    return found[0]


def _fold(
    header: HeaderRow, board: str, options: tuple[str, ...], log: Sequence[EntryRow]
) -> State:
    """Fold a log from a table as it was opened. Raises Damaged with the entry that cannot follow.

    A user who was forgotten since has a number below 0 in the log, and none in columns.
    """
    game = header.game
    state = State(
        name=game.name,
        board=board,
        options=options,
        capacity=game.capacity,
        place=Place(game.guild_id, game.channel_id),
    )
    for row in log:
        if row.seq != state.version + 1:
            raise Damaged(f"entry {state.version + 1} of its log is missing")
        (entry,) = load_log([row])
        try:
            state = apply(state, entry)
        except (*DECODE_ERRORS, GameError) as error:
            fault = type(error).__name__
            raise Damaged(f"entry {row.seq} of its log does not go there ({fault})") from None
    with decoding_game("a seat in its log"):
        without_undone(load_log(log), len(state.players))
    return replace(
        state,
        players=tuple(
            replace(each, user_id=_known(each.user_id), offered_to=_known(each.offered_to))
            for each in state.players
        ),
        former=tuple(replace(each, user_id=_known(each.user_id)) for each in state.former),
    )


def _known(user_id: int | None) -> int | None:
    return None if user_id is None or user_id < 0 else user_id


def _newest_state(connection: Connection, number: int, log: Sequence[EntryRow]) -> Game | None:
    """Read the newest readable state; None without one."""
    for row in reversed(log):
        with suppress(Damaged):
            return state_of(logs.read_state(connection, number, row.seq))
    return None


def _differences(connection: Connection, header: HeaderRow, folded: State) -> Iterator[str]:
    game = header.game
    if header.damaged:
        yield "its row cannot be read"
    else:
        for name, value in _columns(folded).items():
            if getattr(game, name) != value:
                yield f"its log tells otherwise of its {name.replace('_', ' ')}"
        stored = {player.joined_seq: _player(player) for player, *_ in header.players}
        if stored != {player.joined_seq: _player(player) for player in folded.players}:
            yield "its log tells otherwise of its players"
    for seq, reached in states(folded, folded.turn).items():
        which = "its state" if seq == folded.state_version else f"its state after entry {seq}"
        try:
            if state_of(logs.read_state(connection, game.id, seq)) != reached.game:
                yield f"{which} is not the one to which its log leads"
        except Damaged:
            yield f"{which} is missing or cannot be read"


def _columns(folded: State) -> dict[str, object]:
    """Return the columns of a game that follow from a log of any version."""
    found = columns(folded)
    certain = {name: found[name] for name in _CERTAIN}
    if any(isinstance(entry, PaceChanged) for entry in folded.entries):
        certain["pace"] = found["pace"]
    if any(isinstance(entry, HintsChanged) for entry in folded.entries):
        certain["hints"] = found["hints"]
    if any(isinstance(each, Configured) and each.rated is not None for each in folded.entries):
        certain["rated"] = found["rated"]
    return certain


def _player(player: PlayerRow) -> dict[str, object]:
    return {name: getattr(player, name) for name in FOLDED_PLAYER}


def _seal_faults(
    connection: Connection, number: int, seal: SealRow, folded: State
) -> Iterator[str]:
    """Yield faults of a finished game's seal."""
    start = folded.start
    if folded.status not in ENDED or folded.status is Status.REMOVED:
        return
    opened = seals.read_secret(connection, number, opened=True)
    if opened is None:
        yield "its seal is not opened"
        return
    secret = bytes.fromhex(opened)
    if start is None:  # it was cancelled
        if seal.digest != seal_of(secret):
            yield "its seal is not the one of its secret"
        return
    if not start.words:  # an older program has started it
        return
    fair = FairStart(number, seal.digest, start.words, start.order, secret)
    for finding in fair.findings(start.seats, start.bag, folded.board):
        if finding.fault is not None:
            yield f"its {finding.what} is not what follows from its secret"


def _result_faults(connection: Connection, whole: WholeTable) -> Iterator[str]:
    """Yield a fault if the stored results differ from those of the log.

    The program stores missing ones when it runs again.
    """
    stored = results.of_game(connection, whole.id)
    if stored and stored != folded_results(connection, whole):
        yield "its results are not those of its log"


_CERTAIN = (
    "status",
    "version",
    "state_version",
    "turn",
    "board",
    "options",
    "former",
    "paused_seq",
    "after",
    "series",
)
"""Columns of a game that follow from logs of every version."""
_ROWS = (game, player, clock, *damages.BESIDE)
"""Tables whose values are checked one by one."""


def _replacements(header: HeaderRow) -> dict[str, object]:
    """Replacements for unreadable values that are not in the log.

    Then nothing is proposed, there is no pace, and the rule for hints is the usual one; readable
    values stay.
    """
    game = header.game
    fewest = _least_capacity(len(header.players))
    replacements: dict[str, object] = {"taught": ""}
    if header.damaged:  # it is unknown by what
        replacements["asked"] = []
        replacements["secret"] = ""  # another one is drawn
    for name, load, usual in (
        ("pace", Pace.load, ""),
        ("proposals", load_proposals, ""),
        ("hints", HintRule, HintRule.USUAL.value),
        ("asked", load_invited, []),
        ("home_kind", [None, outbox.CHANNEL_GONE, *HomeKind].index, None),
        ("capacity", range(fewest, CAPACITIES.stop).index, fewest),
    ):
        try:
            with decoding(name):
                load(getattr(game, name))
        except Damaged:
            replacements[name] = usual
    return replacements


def _least_capacity(seated: int) -> int:
    return max(seated, min(CAPACITIES))


def _replace_rows(connection: Connection, number: int, folded: State, at: datetime) -> None:
    """Replace all unreadable values of a game except those in its log."""
    first = logs.read_log(connection, number)[0]
    replacements = {
        game.c.name: f"#{number}",
        game.c.opener_id: first.user_id or 0,
        game.c.channel_id: 0,  # which is found to be gone
        game.c.capacity: _least_capacity(len(folded.players)),
        game.c.created_at: first.at,
        game.c.language: "en",
        player.c.name: "Player",  # until that player acts again
    }
    damages.replace(connection, [*damages.find(connection, _ROWS, number)], at, replacements)


def repair(connection: Connection, number: int, at: datetime) -> list[str]:
    """Rebuild a game from its log. Returns the faults that it had.

    Adds an entry to the log, so that programs with the game in memory read it again. Raises
    CannotRepair.
    """
    games.hold(connection, games.numbered(number))
    examined = examine(connection, number)
    if examined is None:
        raise CannotRepair(f"There is no game {number}.")
    if not examined.faults:
        return []
    folded = examined.folded
    if folded is None:
        raise CannotRepair(
            f"{examined.title} cannot be repaired, as {examined.faults[0]}. {from_backup(examined)}"
        )
    _replace_rows(connection, number, folded, at)
    (header,) = games.read_headers(connection, games.numbered(number))
    seq = folded.version + 1
    added = dump_entry(Repaired(seq=seq, turn=folded.turn, at=at))
    rebuild_game(
        connection,
        number,
        added,
        columns=_replacements(header) | _columns(folded) | {"version": seq},
        players={each.joined_seq: _player(each) for each in folded.players},
        states={
            after: dump_game(state.game) for after, state in states(folded, folded.turn).items()
        },
        clocks=examined.table is not None,  # one of them may be what cannot be read
    )
    for (seated, *_), kept in zip(header.players, header.notes, strict=False):
        try:
            with decoding_game("a note"):
                Notes.of(kept)
        except Damaged:
            players.change_player(connection, number, seated.joined_seq, plan=None)
    keep_seal(connection, number, folded.status)
    if folded.status is Status.RUNNING:
        due.schedule(connection, DueRow(CLOCK, number, at))
    found: list[ResultRow] = []
    if folded.status in RECORDED:
        with suppress(Damaged, Refused):  # a fault that is found below
            (header,) = games.read_headers(connection, games.numbered(number))
            found = folded_results(connection, _whole(connection, header))
    replace_results(connection, number, folded.place.guild_id, found)
    mended = examine(connection, number)
    if mended is None or mended.faults:
        left = "; ".join(mended.faults) if mended else "it is gone"
        raise CannotRepair(
            f"{examined.title} cannot be repaired from its log alone: {left}. "
            f"{from_backup(examined)}"
        )
    return list(examined.faults)


def from_backup(examined: GameReport) -> str:
    """Return sentences about restoring a game whose log is damaged."""
    now = "It continues without a record" if examined.table else "It is set aside"
    return (
        f"{now}; all others continue. With the bot stopped, `python -m bot repair "
        f"{examined.number} BACKUP` brings this game alone back, as it was in that backup."
    )


def repair_from(connection: Connection, found: GameRows) -> str:
    """Replace a game by its rows from a backup, and return its title. Raises CannotRepair."""
    games.hold(connection, games.numbered(found.number))
    replace_game(found, connection)
    examined = examine(connection, found.number)
    if examined is None or examined.faults:
        left = "; ".join(examined.faults) if examined else "it has no row of its own"
        raise CannotRepair(f"Game {found.number} is damaged in that backup, too: {left}.")
    return examined.title


def repair_rest(connection: Connection, at: datetime) -> list[str]:
    """Replace all unreadable values that belong to no game, and return what was changed.

    Deletes rows of missing games, except those from which a game is loaded. Recomputes
    ratings that differ from the results.
    """
    rows = [
        *damages.find(connection, damages.ALONE),
        *(row for row in damages.find(connection, damages.BESIDE) if row.lost),
        *damages.find_dangling(connection, damages.BESIDE),
    ]
    damages.replace(connection, rows, at)
    differing = [
        guild_id
        for guild_id in ratings.servers(connection)
        if compare_ratings(connection, guild_id).wrong
    ]
    for guild_id in differing:
        recompute_ratings(connection, guild_id)
    return [*map(str, rows), *(f"the ratings in server {guild_id}" for guild_id in differing)]
