"""Errors from Discord API calls: how to log them, and what may have happened anyway."""

import asyncio

import aiohttp
import discord

UNANSWERED = (aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""The connection broke, or nothing came back: discord.py lets through what aiohttp raises."""
TROUBLE = (discord.HTTPException, discord.RateLimited, *UNANSWERED)
"""Errors of a call of Discord that are no fault of the program."""

_LATER = 30.0


def unsure(error: Exception) -> bool:
    """True if the request may have been carried out although the answer is an error."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, UNANSWERED)


def is_no_verdict(error: Exception) -> bool:
    """True if a refusal says nothing about the request, which may succeed later.

    Discord's own refusals have a code, except of the token; those of proxies before it have none.
    """
    return isinstance(error, discord.HTTPException) and not error.code and error.status != 400


def pause_wanted(error: Exception) -> float | None:
    """The seconds that Discord asks to wait (429); None if it does not ask.

    A 429 of a proxy before Discord may name no time; then it is half a minute.
    """
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == 429:
        try:
            return float(error.response.headers["Retry-After"])
        except (KeyError, ValueError):
            return _LATER
    return None


def from_the_edge(error: Exception) -> bool:
    """True if a 429 is about all calls from this address, not about one route."""
    if not isinstance(error, discord.HTTPException) or error.code:
        return False
    headers = error.response.headers
    return "Via" not in headers or "X-RateLimit-Global" in headers


def explain(error: Exception) -> str:
    """The reason why Discord could not be reached, for the host: the request and its result.

    Not for calls about an interaction, as their URLs hold its token.
    """
    if isinstance(error, discord.HTTPException):
        asked = f"{error.response.method} {error.response.url}"
        return f"{asked} is answered with {error.status} {error.response.reason}"
    if isinstance(error, aiohttp.ClientResponseError):
        asked = f"{error.request_info.method} {error.request_info.url}"
        return f"{asked} is answered with {error.status} {error.message}"
    return str(error).rstrip(".") or f"nothing is answered ({type(error).__name__})"


def describe(error: Exception) -> str:
    """Discord's answer, for the log; without the URL, which may hold an interaction's token."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.response.reason} (error code {error.code})"
    if isinstance(error, aiohttp.ClientResponseError):
        return f"{error.status} {error.message}"
    return type(error).__name__
