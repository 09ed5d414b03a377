"""Pauses between attempts, doubled after each failure."""

import random
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import TypeVar

_Pause = TypeVar("_Pause", float, timedelta)
_COUNTED = 20
"""Doublings after which every pause is the longest: a bound, so that no number overflows."""


def pause_after(tries: int, first: _Pause, longest: _Pause) -> _Pause:
    """Return the pause after that many further failures: doubled from *first* up to *longest*."""
    return min(first * 2.0 ** min(tries, _COUNTED), longest)


def growing_pauses(first: float = 1.0, longest: float = 300.0) -> Iterator[float]:
    """Yield the seconds between attempts, without end: doubled from *first* up to *longest*.

    Each is cut by a random part of up to a half, so that programs do not retry in step.
    """
    for tries in count():
        pause = pause_after(tries, first, longest)
        yield random.uniform(pause / 2, pause)  # noqa: S311  # no secret
