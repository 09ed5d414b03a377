"""A cache of recent hints, so that their pages agree and nothing is computed twice."""

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

from cachetools import LRUCache

from bot.engine_worker import EngineWorker
from bot.use_cases import ToHint
from engine import MOST_MOVES, BestTurn, PlaceLeader, SeatView, moves_that_matter, piece_of

_Key: TypeAlias = tuple[int, int]
"""The number of a game, and its state version."""
MOST_HINTS = 3
_LOOKED_THROUGH = 12
"""The number of best turns from which different ones are chosen."""
_NO_DIFFERENCE = 0.005
"""Shares of the win that differ by less look the same, because hints show whole per cents."""
_KEPT = 256
"""Maximum of decisions with cached hints."""


class HintCache:
    """Computes hints, and caches them by game and state version."""

    def __init__(self) -> None:
        self._kept: LRUCache[_Key, tuple[BestTurn, ...]] = LRUCache(_KEPT)
        self._thinking: dict[_Key, asyncio.Future[tuple[BestTurn, ...]]] = {}

    async def best_turns(
        self, worker: EngineWorker, table_id: int, version: int, asked: ToHint
    ) -> tuple[BestTurn, ...]:
        """The best turns of the decider in the state of that version.

        Raises NoAnswer if they cannot be found now.
        """
        key = table_id, version
        turns = self._kept.get(key)
        if turns is None:
            found = await asyncio.shield(self._thought_out(worker, key, asked))
            turns = different(as_suggested(asked.view, found))
            self._kept[key] = turns
        return turns

    def _thought_out(
        self, worker: EngineWorker, key: _Key, asked: ToHint
    ) -> asyncio.Future[tuple[BestTurn, ...]]:
        """The pending computation, which several requests share: people press twice."""
        if key not in self._thinking:
            thinking = asyncio.ensure_future(
                worker.best_turns(
                    asked.view, asked.scores, asked.seated, _LOOKED_THROUGH, seed=asked.seed.number
                )
            )
            self._thinking[key] = thinking
            thinking.add_done_callback(lambda _: self._thinking.pop(key))
        return self._thinking[key]


def as_suggested(view: SeatView, turns: Sequence[BestTurn]) -> list[BestTurn]:
    """The same turns, with the desk's space for a piece first, where that makes no difference.

    Otherwise hint and desk would name different spaces for no visible reason.
    """
    suggested = {move.action for move in moves_that_matter(view, MOST_MOVES)}
    ordered = list(turns)
    for at, turn in enumerate(turns):
        first = turn.actions[0]
        for other in () if first in suggested else turns[at + 1 :]:
            action = other.actions[0]
            same = piece_of(action) is not None and piece_of(action) == piece_of(first)
            if same and action in suggested and turn.share - other.share < _NO_DIFFERENCE:
                ordered.remove(other)
                ordered.insert(ordered.index(turn), other)
    return ordered


def different(turns: Sequence[BestTurn]) -> tuple[BestTurn, ...]:
    """The best of some turns that are not much the same, best first; two at least, if there are.

    The same leader on another space is much the same, and so are the same actions in another order.
    """
    chosen: list[BestTurn] = []
    alike: list[BestTurn] = []
    text: set[object] = set()
    for turn in turns:
        first = turn.actions[0]
        ideas = {frozenset(turn.actions), first.leader if isinstance(first, PlaceLeader) else first}
        (alike if text & ideas else chosen).append(turn)
        text |= ideas
    least = [*chosen, *alike][:2]
    return tuple(chosen[:MOST_HINTS] if len(chosen) > 1 else least)
