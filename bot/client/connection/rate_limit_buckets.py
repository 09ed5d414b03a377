"""The rate limit buckets that discord.py keeps for each route, and how long it keeps them."""

import math

from discord.http import HTTPClient

_BETWEEN = 60.0
"""Seconds."""


def expire_buckets_seldom(http: HTTPClient) -> None:
    """Drop unused buckets at most once a minute.

    discord.py looks through all buckets at the first call of each route: with thousands of games
    that takes more time than the calls themselves.
    """
    forget = http._try_clear_expired_ratelimits  # noqa: SLF001  # there is no other way in
    forgot_at = -math.inf

    def forget_now_and_then() -> None:
        nonlocal forgot_at
        now = http.loop.time()
        if now >= forgot_at + _BETWEEN:
            forgot_at = now
            forget()

    http._try_clear_expired_ratelimits = forget_now_and_then  # type: ignore[method-assign]  # noqa: SLF001
