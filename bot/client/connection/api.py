"""Calls of Discord's API: their address, how they are counted, and their rate limit buckets."""

import json
import math
import time
from collections.abc import Callable, Mapping
from types import SimpleNamespace

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from bot.counting import Counts, RateLimitScope

_PATIENCE = aiohttp.ClientTimeout(sock_connect=30, sock_read=30)
_BUCKETS_EXPIRE_EVERY = 60.0
"""Seconds."""


class NoApi(Exception):
    """There is no Discord API at an address. ``str`` is a sentence."""


async def use_api(address: str, token: str) -> None:
    """Let discord.py call the API at *address*, and connect to the gateway that is named there.

    To be called before anything connects: discord.py has both as constants, and never asks for
    the gateway. Raises NoApi, discord.LoginFailure, or aiohttp.ClientError without an answer.
    """
    DiscordWebSocket.DEFAULT_GATEWAY = await _gateway(address, token)
    Route.BASE = address


async def _gateway(address: str, token: str) -> yarl.URL:
    headers = {"Authorization": f"Bot {token}"}
    async with (
        aiohttp.ClientSession(timeout=_PATIENCE) as session,
        session.get(f"{address}/gateway/bot", headers=headers) as response,
    ):
        if response.status == 401:
            raise discord.LoginFailure("Improper token has been passed.")
        if response.status == 429 or response.status >= 500:
            response.raise_for_status()
        body = await response.read()
        status = response.status
    asked = f"GET {address}/gateway/bot"
    if status != 200:
        raise NoApi(f"{asked} is answered with {status}; an API's address ends in /api/v10.")
    try:
        answer = json.loads(body)
    except ValueError:
        raise NoApi(f"{asked} is answered, but not by Discord's API.") from None
    url = answer.get("url") if isinstance(answer, Mapping) else None
    try:
        gateway = yarl.URL(url) if isinstance(url, str) else None
    except ValueError:
        gateway = None
    if gateway is None or gateway.scheme not in {"ws", "wss"} or not gateway.host:
        raise NoApi(f"{asked} names no gateway whose address begins with wss:// or ws://.")
    return gateway


_UPGRADED = 101
"""The status of a call that has become the connection to the gateway."""


def trace_calls(counts: Counts, called: Callable[[int | None], None]) -> aiohttp.TraceConfig:
    """A trace that makes discord.py time each attempt of a call in *counts*.

    *called* is called with the status of each, or None without an answer.
    """
    trace = aiohttp.TraceConfig()

    async def begin(_: object, call: SimpleNamespace, _request: object) -> None:
        call.began = time.monotonic()

    async def end(_: object, call: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
        response = ended.response
        if response.status == _UPGRADED:
            return
        counts.called(time.monotonic() - call.began, response.status)
        called(response.status)
        if response.status == 429:
            counts.count(_scope(response.headers))

    async def fail(_: object, call: SimpleNamespace, _failed: object) -> None:
        counts.called(time.monotonic() - call.began, None)
        called(None)

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def _scope(headers: Mapping[str, str]) -> RateLimitScope:
    """The scope of a 429: as it says, or the whole address if it does not come from the API."""
    if "Via" not in headers:
        return RateLimitScope.EDGE
    if "X-RateLimit-Global" in headers:
        return RateLimitScope.GLOBAL
    scope = headers.get("X-RateLimit-Scope")
    return RateLimitScope(scope) if scope in {"global", "shared"} else RateLimitScope.USER


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
        if now >= forgot_at + _BUCKETS_EXPIRE_EVERY:
            forgot_at = now
            forget()

    http._try_clear_expired_ratelimits = forget_now_and_then  # type: ignore[method-assign]  # noqa: SLF001
