"""Limits of thousands of places are kept without looking through all of them at each call."""

import asyncio

import pytest
from discord.http import HTTPClient

from bot.client.connection.rate_limit_buckets import expire_buckets_seldom

FIVE_MINUTES = 300.0


@pytest.fixture
async def ahead(monkeypatch):
    """By how many seconds, in all, the loop's clock is ahead."""
    loop = asyncio.get_running_loop()
    began, seconds = loop.time(), [0.0]
    monkeypatch.setattr(loop, "time", lambda: began + sum(seconds))
    return seconds


async def test_what_is_not_called_any_more_is_forgotten(ahead):
    http = HTTPClient(asyncio.get_running_loop())
    expire_buckets_seldom(http)
    for channel in range(1000):
        http.get_ratelimit(f"message:{channel}")
        ahead.append(0.05)
    ahead.append(FIVE_MINUTES)
    http.get_ratelimit("message:1000")
    assert set(http._buckets) == {"message:1000"}


async def test_they_are_looked_through_once_a_minute(ahead, monkeypatch):
    http = HTTPClient(asyncio.get_running_loop())
    looked_at = []
    monkeypatch.setattr(
        HTTPClient, "_try_clear_expired_ratelimits", lambda _: looked_at.append(sum(ahead))
    )
    expire_buckets_seldom(http)
    for channel in range(180):
        http.get_ratelimit(f"message:{channel}")
        ahead.append(1.0)
    assert looked_at == [0.0, 60.0, 120.0]
