"""Rows of the store put together to a table."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games, people
from bot.store.rows import ActionRow, GameRow, PlayerRow
from bot.table.values import Entry, Home, Kind, Place, Player, Status, Table, Turn
from engine import (
    AddTiles,
    DrawTile,
    Dynasty,
    EndTurn,
    SwapTiles,
    TakeCube,
    load_game,
    parse_action,
)

FINAL = (SwapTiles, AddTiles, EndTurn, TakeCube, DrawTile)
"""Decisions that let something hidden be seen: tiles drawn, or added from a hand."""


async def load_table(connection: AsyncConnection, table_id: int) -> Table | None:
    """Load a table; None if there is none of that id. Raises StoreError if it is damaged."""
    row = await games.read_game(connection, table_id)
    if row is None:
        return None
    rows = await games.read_players(connection, table_id)
    contrast = await people.in_high_contrast(connection, [each.user_id for each in rows])
    players = tuple(_player(each, contrast) for each in rows)
    if not row.state_version:
        return _table(row, players)
    state = await games.read_state(connection, table_id, row.state_version)
    since = await games.last_played_turn(connection, table_id, row.turn)
    entries = effective(await games.read_log(connection, table_id, max(since, 1)))
    return _table(row, players, state, entries)


def effective(rows: Iterable[ActionRow]) -> list[Entry]:
    """The entries of a log, without those that were undone and those that undid them."""
    rows = list(rows)
    undone = {row.undoes for row in rows}
    return [entry(row) for row in rows if row.seq not in undone and row.undoes is None]


def entry(row: ActionRow) -> Entry:
    """A row of the log as everybody may read it."""
    kind = Kind(row.kind)
    action = None
    if kind is Kind.ACTED and row.text is not None:
        action = parse_action(row.text)
    return Entry(
        seq=row.seq,
        kind=kind,
        seat=row.seat,
        user_id=row.user_id,
        action=None if isinstance(action, SwapTiles) else action,
        events=row.events,
        turn=row.turn,
        at=row.at,
        automatic=row.automatic,
        final=isinstance(action, FINAL),
    )


def _player(row: PlayerRow, contrast: frozenset[int]) -> Player:
    return Player(
        user_id=row.user_id,
        name=row.name,
        seat=row.seat,
        dynasty=None if row.dynasty is None else Dynasty(row.dynasty),
        resigned_seq=row.resigned_seq,
        high_contrast=row.user_id in contrast,
        draws_from_bag=row.draws_from_bag,
    )


def _table(
    row: GameRow,
    players: tuple[Player, ...],
    state: str | None = None,
    entries: Iterable[Entry] = (),
) -> Table:
    by_turn: dict[int, list[Entry]] = {row.turn: []} if row.turn else {}
    for each in entries:
        by_turn.setdefault(each.turn, []).append(each)
    return Table(
        id=row.id,
        name=row.name,
        status=Status(row.status),
        place=Place(row.guild_id, row.channel_id),
        home=None if row.home_id is None else Home(row.home_id, row.home_is_thread),
        opener_id=row.opener_id,
        board=row.board,
        options=tuple(row.options),
        capacity=row.capacity,
        players=players,
        version=row.version,
        state_version=row.state_version,
        turn=row.turn,
        turns=tuple(
            Turn(number, (number - 1) % len(players), tuple(by_turn[number]))
            for number in sorted(by_turn)
        ),
        game=None if state is None else load_game(state),
        created_at=row.created_at,
    )
