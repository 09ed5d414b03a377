"""Where pictures are drawn: away from the event loop, by few hands."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

# One draws pictures while another is at an animation. With more, the event loop would have to wait
# for its turn among all of them, and nothing would be drawn sooner: only one computes at a time.
_HANDS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="studio")


async def in_studio(draw: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Have something drawn, and answer it."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_HANDS, partial(draw, *args, **kwargs))
