"""Another address of Discord's API than its own: that of a proxy, which the host has set up."""

import json
from collections.abc import Mapping

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

_PATIENCE = aiohttp.ClientTimeout(sock_connect=30, sock_read=30)


class NoApi(Exception):
    """What answers at an address is not Discord's API. ``str`` is a sentence."""


def call_at(address: str) -> None:
    """Let discord.py call the API at *address*, which it has as a constant."""
    Route.BASE = address


async def use_api(address: str, token: str) -> None:
    """Let discord.py call the API at *address*, and connect to the gateway that is named there.

    To be called before anything connects: discord.py has the gateway as a constant, too, and never
    asks for it. Raises NoApi, discord.LoginFailure, or aiohttp.ClientError if nobody answers.
    """
    DiscordWebSocket.DEFAULT_GATEWAY = await _gateway(address, token)
    call_at(address)


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
        told = json.loads(body)
    except ValueError:
        raise NoApi(f"{asked} is answered, but not by Discord's API.") from None
    url = told.get("url") if isinstance(told, Mapping) else None
    try:
        gateway = yarl.URL(url) if isinstance(url, str) else None
    except ValueError:
        gateway = None
    if gateway is None or gateway.scheme not in {"ws", "wss"} or not gateway.host:
        raise NoApi(f"{asked} names no gateway whose address begins with wss:// or ws://.")
    return gateway
