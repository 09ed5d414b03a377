"""What goes wrong on the way to Discord: its error codes, and what is unsure."""

import asyncio
import random
from collections.abc import Iterator

import aiohttp
import discord

# Discord's error codes: discord.com/developers/docs/topics/opcodes-and-status-codes
UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_EMOJI = 10014
UNKNOWN_INTERACTION = 10062
DIRECTS_TOO_FAST = 40003
ALREADY_ACKNOWLEDGED = 40060
MISSING_ACCESS = 50001
CANNOT_SEND_TO_USER = 50007
MISSING_PERMISSIONS = 50013
INVALID_FORM = 50035
THREAD_ARCHIVED = 50083
NO_MUTUAL_GUILD = 50278
TOO_MANY_OLD_EDITS = 30046
HAS_A_THREAD = 160004
THREAD_LOCKED = 160005

UNANSWERED = (aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""The connection broke, or nothing came back: discord.py lets through what aiohttp raises."""
TROUBLE = (discord.HTTPException, discord.RateLimited, *UNANSWERED)
"""Whatever a call of Discord's may raise through no fault of the program."""

_LATER = 30.0


def growing_pauses(first: float = 1.0, longest: float = 300.0) -> Iterator[float]:
    """The seconds between attempts, without end: doubled from *first* up to *longest*.

    Each is cut by a random part of up to a half, so that programs do not retry in step.
    """
    pause = first
    while True:
        yield random.uniform(pause / 2, pause)  # noqa: S311  # no secret
        pause = min(2 * pause, longest)


def unsure(error: Exception) -> bool:
    """Whether what was asked for may have been carried out, though the answer is an error."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, UNANSWERED)


def is_no_verdict(error: Exception) -> bool:
    """Whether a refusal says nothing about what was asked for: then the same may be taken later.

    Discord names a code, unless it does not accept the token; something on the way to it does not.
    """
    return isinstance(error, discord.HTTPException) and not error.code and error.status != 400


def pause_wanted(error: Exception) -> float | None:
    """The seconds for which Discord wants to be left alone (429); None if it does not say so.

    It says so itself; a refusal from before Discord may say nothing, and then it is half a minute.
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
    """Whether a 429 is about everything that comes from this address, not about one route."""
    if not isinstance(error, discord.HTTPException):
        return False
    headers = error.response.headers
    return "Via" not in headers or "X-RateLimit-Global" in headers


def sentence(error: Exception) -> str:
    """Why Discord could not be reached, for the host: what was asked, and what came of it.

    Not for calls about an interaction, as their addresses hold its token.
    """
    if isinstance(error, discord.HTTPException):
        asked = f"{error.response.method} {error.response.url}"
        return f"{asked} is answered with {error.status} {error.response.reason}"
    if isinstance(error, aiohttp.ClientResponseError):
        asked = f"{error.request_info.method} {error.request_info.url}"
        return f"{asked} is answered with {error.status} {error.message}"
    return str(error).rstrip(".") or f"nothing is answered ({type(error).__name__})"


def told(error: Exception) -> str:
    """What Discord said, for the log; no address, as some hold the token of an interaction."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.response.reason} (error code {error.code})"
    if isinstance(error, aiohttp.ClientResponseError):
        return f"{error.status} {error.message}"
    return type(error).__name__
