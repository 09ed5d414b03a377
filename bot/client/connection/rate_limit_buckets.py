"""The limits that discord.py keeps for each place it calls, and how long it keeps them."""

import math

from discord.http import HTTPClient

_BETWEEN = 60.0
"""Seconds."""


def expire_buckets_seldom(http: HTTPClient) -> None:
    """Let limits that are not used any more be forgotten once a minute.

    discord.py looks through all that it keeps whenever it calls a place for the first time: with
    thousands of games that takes more time than the calls themselves.
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
