"""Limits of one user's interactions per minute, and of the calls to Discord."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from discord.http import HTTPClient

from bot.client.connection.api import expire_buckets_seldom
from bot.client.state.rate_limits import PICTURES, PRESSES, SUGGESTIONS, RateLimits

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def done(user, at=NOON, server=1):
    """The attributes read of an interaction: who, where and when."""
    return SimpleNamespace(user=SimpleNamespace(id=user), guild_id=server, created_at=at)


def test_a_user_has_so_many_presses_a_minute_and_others_have_theirs():
    rate_limits = RateLimits()
    assert {rate_limits.press(done(1)) for _ in range(PRESSES.of_user)} == {None}
    half = NOON + timedelta(seconds=30)
    assert rate_limits.press(done(1, half)) == 30
    assert rate_limits.press(done(2, half)) is None
    assert rate_limits.press(done(1, NOON + timedelta(seconds=61))) is None


def test_what_is_not_looked_at_does_not_use_up_the_servers_presses():
    rate_limits = RateLimits()
    for _ in range(2 * PRESSES.shared):
        rate_limits.press(done(1))
    assert rate_limits.press(done(2)) is None


def test_twelve_busy_people_leave_a_thirteenth_all_presses():
    rate_limits = RateLimits()
    for person in range(13):
        assert {rate_limits.press(done(person)) for _ in range(PRESSES.of_user)} == {None}


def test_a_raid_is_stopped_and_an_occasional_press_is_not():
    """Each account has a few presses of its own; beyond them all share a limit."""
    rate_limits = RateLimits()
    raid = 100
    looked_at = sum(
        rate_limits.press(done(account)) is None
        for account in range(raid)
        for _ in range(PRESSES.of_user)
    )
    assert looked_at == raid * PRESSES.own + PRESSES.shared
    person = raid
    assert {rate_limits.press(done(person)) for _ in range(PRESSES.own)} == {None}
    assert rate_limits.press(done(person)) == 60
    assert rate_limits.press(done(person, server=2)) is None
    assert rate_limits.press(done(person, server=None)) is None


def test_many_people_with_many_pictures_leave_others_theirs():
    rate_limits = RateLimits()
    for person in range(20):
        drawn = [rate_limits.picture(done(person)) for _ in range(PICTURES.of_user)]
        assert all(drawn[: PICTURES.own])


def test_keystrokes_and_pictures_have_counts_of_their_own():
    rate_limits = RateLimits()
    assert [rate_limits.suggest(done(1)) for _ in range(SUGGESTIONS + 1)].count(False) == 1
    assert [rate_limits.picture(done(1)) for _ in range(PICTURES.of_user + 1)].count(False) == 1
    assert rate_limits.press(done(1)) is None


# --- Discord's own limits of thousands of places ---

FIVE_MINUTES = 300.0


@pytest.fixture
async def ahead(monkeypatch):
    """The seconds by which the loop's clock is ahead, in all."""
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
