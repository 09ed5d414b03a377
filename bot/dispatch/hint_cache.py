"""Recent hints: a user who turns their pages sees the same ones, and nothing is computed twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

from cachetools import LRUCache

from bot.engine_worker import EngineWorker
from bot.services import ToHint
from engine import BestTurn, PlaceLeader

_Key: TypeAlias = tuple[int, int]
"""The number of a game, and its state version."""
MOST_HINTS = 3
_LOOKED_THROUGH = 12
"""So many of the best turns are looked through for some that differ."""
_KEPT = 256
"""Of how many decisions hints are kept."""


class HintCache:
    """Has hints thought out, and keeps them by the versions of the games that they are for."""

    def __init__(self) -> None:
        self._kept: LRUCache[_Key, tuple[BestTurn, ...]] = LRUCache(_KEPT)
        self._thinking: dict[_Key, asyncio.Future[tuple[BestTurn, ...]]] = {}

    async def best_turns(
        self, worker: EngineWorker, table_id: int, version: int, asked: ToHint
    ) -> tuple[BestTurn, ...]:
        """The best turns of the player who decides at a table in the state of that version.

        Raises NoAnswer if they cannot be found now.
        """
        key = table_id, version
        turns = self._kept.get(key)
        if turns is None:
            turns = different(await asyncio.shield(self._thought_out(worker, key, asked)))
            self._kept[key] = turns
        return turns

    def _thought_out(
        self, worker: EngineWorker, key: _Key, asked: ToHint
    ) -> asyncio.Future[tuple[BestTurn, ...]]:
        """What comes of it, however often it is asked for meanwhile: people press twice."""
        if key not in self._thinking:
            thinking = asyncio.ensure_future(
                worker.best_turns(asked.view, asked.scores, _LOOKED_THROUGH, seed=asked.seed)
            )
            self._thinking[key] = thinking
            thinking.add_done_callback(lambda _: self._thinking.pop(key))
        return self._thinking[key]


def different(turns: Sequence[BestTurn]) -> tuple[BestTurn, ...]:
    """The best of some turns that are not much the same, best first; two at least, if there are.

    The same leader on another space is much the same, and so are the same actions in another order.
    """
    chosen: list[BestTurn] = []
    alike: list[BestTurn] = []
    told: set[object] = set()
    for turn in turns:
        first = turn.actions[0]
        ideas = {frozenset(turn.actions), first.leader if isinstance(first, PlaceLeader) else first}
        (alike if told & ideas else chosen).append(turn)
        told |= ideas
    least = [*chosen, *alike][:2]
    return tuple(chosen[:MOST_HINTS] if len(chosen) > 1 else least)
