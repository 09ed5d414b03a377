"""Draws pictures in two threads, outside the event loop."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

# One draws pictures while another is at an animation. With more, the event loop would have to wait
# for its turn among all of them, and nothing would be drawn sooner: only one computes at a time.
_HANDS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="studio")


_under_way: dict[Hashable, asyncio.Future[bytes]] = {}
"""Pictures in progress, by their function and arguments."""


async def drawn(draw: Callable[[], bytes]) -> bytes:
    """Draw a picture; requests for the same one at the same time share it.

    Pictures are the same if the function and its arguments are.
    """
    loop = asyncio.get_running_loop()  # what another loop waits for cannot be awaited here
    what: Hashable = loop, draw
    if isinstance(draw, partial):
        what = loop, draw.func, draw.args, frozenset(draw.keywords.items())
    if (under_way := _under_way.get(what)) is None:
        under_way = _under_way[what] = loop.run_in_executor(_HANDS, draw)
        under_way.add_done_callback(lambda _: _under_way.pop(what))
    return await asyncio.shield(under_way)


async def in_studio(draw: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call *draw* in a thread and return its result."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_HANDS, partial(draw, *args, **kwargs))
