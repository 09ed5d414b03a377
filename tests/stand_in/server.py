"""Discord on loopback: its API over HTTP, its gateway over a websocket, and a log of all calls.

It knows what this bot uses. A call to a route that is missing in ``routes.py`` fails the test.
"""

import asyncio
import json
import socket
import struct
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from functools import partial
from typing import Any

from aiohttp import web

from tests.stand_in.allowed import route
from tests.stand_in.faults import NOTHING, ConnectionLost, Faults
from tests.stand_in.gateway import Gateway
from tests.stand_in.interactions import Interaction, Kind, new_token, payload
from tests.stand_in.limits import Limits, unlimited
from tests.stand_in.routes import ROUTES
from tests.stand_in.rules import added_by, check_emojis, check_offered
from tests.stand_in.world import WireError, World, components, member, now

API = "/api/v10"
_GATEWAY = "/gateway/"
_UPLOADED = "/uploaded/{file}/{name}"
"""The address of a file that a user has uploaded: Discord has a server of its own for these."""
PATIENCE = 60.0
"""Seconds until a test gives up waiting for something."""
_LOOK_AGAIN = 0.2
"""Seconds."""
_BY = "/as/{by}"
"""The prefix of the version in the address of a named process."""
_MOST_BYTES = 30 * 1024 * 1024
_AT_ONCE = struct.pack("ii", 1, 0)
"""For SO_LINGER: pending data is dropped, and the other side gets a reset."""


@dataclass
class Call:
    """A call of the bot's. Times are those of :func:`time.perf_counter`."""

    method: str
    path: str
    """Behind the version: ``/channels/1/messages``."""
    route: str
    """The same for all calls of its kind: ``POST /channels/{channel}/messages``."""
    query: dict[str, str]
    body: Any = None
    files: dict[str, bytes] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)
    ended: float | None = None
    status: int | None = None
    """None as long as it is not answered, and if it never is."""
    headers: dict[str, str] = field(default_factory=dict)
    """The headers of the answer."""
    fault: str = ""
    """The fault that it met."""
    by: str = ""
    """The process that called, by the address."""


class Discord:
    """Discord for one bot.

    *latency* is how many seconds a call takes on its way. Without *limits* it takes any number of
    calls.
    """

    def __init__(self, latency=0.0, *, limits=Limits):
        self.world = World()
        self.limits = limits(self.world.clock) if limits is not None else None
        self.faults = Faults()
        self.latency = latency
        self.calls = []
        self.amiss = []
        """Calls that this stand-in does not support."""
        self.interactions = {}
        self.repeats = 1
        """How often each interaction is sent to a process: Discord repeats it if a connection
        breaks."""
        self._nonces = {}
        self._under_way = 0
        self._changed = asyncio.Event()
        self.gateway = Gateway(self.world, self._changed.set)

    # --- life ------------------------------------------------------------------------------------

    async def __aenter__(self):
        app = web.Application(client_max_size=_MOST_BYTES)
        for by in ("", _BY):
            app.router.add_get(by + _GATEWAY, self._connect)
            for method, path, answer in ROUTES:
                handler = self._answering(method, path, answer)
                app.router.add_route(method, by + API + path, handler)
        app.router.add_get(_UPLOADED, self._hand_over)
        app.router.add_route("*", "/{path:.*}", self._answer_unknown)
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        _, port = self._runner.addresses[0]
        self._host = f"127.0.0.1:{port}"
        self.api = self.api_for("")
        self.gateway.url = self.gateway_for("")
        return self

    async def __aexit__(self, _kind, error=None, _traceback=None):
        await self._runner.cleanup()
        if error is None:
            assert not self.amiss, self.amiss
        else:
            for each in self.amiss:  # which may be why
                error.add_note(each)

    def api_for(self, by):
        """The API's address for a process of that name."""
        return f"http://{self._host}{_prefix(by)}{API}"

    def gateway_for(self, by):
        """The address of the gateway for a process of that name."""
        return f"ws://{self._host}{_prefix(by)}{_GATEWAY}"

    # --- waiting ---------------------------------------------------------------------------------

    async def until(self, condition, patience=PATIENCE):
        """Wait until something is so, as it may be after any call; the value that says so.

        What is in a file or a database may be so a while after the last call: it is looked at again
        now and then.
        """
        try:
            async with asyncio.timeout(patience):
                while not (value := condition()):
                    assert not self.amiss, self.amiss
                    self._changed.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_AGAIN):
                            await self._changed.wait()
        except TimeoutError:
            last = [f"{call.method} {call.path} {call.status}" for call in self.calls[-10:]]
            raise AssertionError(f"it does not come; the last calls were {last}") from None
        return value

    async def quiet(self, seconds):
        """Wait until no call has been under way for so long."""
        while True:
            self._changed.clear()
            if self._under_way:
                await self._changed.wait()
                continue
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return

    def count(self, since=0):
        """The number of calls of each route, from the call *since* on."""
        return Counter(call.route for call in self.calls[since:])

    def statuses(self, since=0):
        """The number of calls by status, from the call *since* on."""
        return Counter(call.status for call in self.calls[since:])

    # --- events -----------------------------------------------------------------------------------

    async def new_guild(self, name="Mesopotamia"):
        """A server that the bot is in."""
        guild = self.world.add_guild(name)
        joined = guild | {"channels": [], "threads": []}
        await self.gateway.dispatch("GUILD_CREATE", joined, guild["id"])
        return guild

    async def new_channel(self, guild):
        """A channel of a server."""
        channel = self.world.add_channel(guild["id"])
        await self.gateway.dispatch("CHANNEL_CREATE", channel, guild["id"])
        return channel

    def foreign_channel(self):
        """A channel of a server that the bot is not in."""
        guild = self.world.add_guild("Elam")
        self.world.without_bot.add(guild["id"])
        return self.world.add_channel(guild["id"])

    async def throw_out(self, guild):
        """Let a server throw the bot out."""
        self.world.without_bot.add(guild["id"])
        await self.gateway.dispatch("GUILD_DELETE", {"id": guild["id"]}, guild["id"])

    async def admit(self, guild):
        """Let a server that has removed the bot add it again."""
        self.world.without_bot.remove(guild["id"])
        guild["members"] = [member(self.world.bot) | {"joined_at": now()}]
        whole = self.world.whole_guild(guild)
        await self.gateway.dispatch("GUILD_CREATE", whole, guild["id"])

    async def interact(self, kind, user, channel_id, data, pressed=None, *, forged=False):
        """Interact in the app as a user; the result appears on the answer.

        Of a press on what is not on the message any more, the bot does not hear. What is *forged*
        the app would never send: it is passed on unchecked.
        """
        world = self.world
        channel = world.channel(channel_id)
        if kind in (Kind.COMMAND, Kind.SUGGESTIONS) and not forged:
            command = next(each for each in world.commands if each["id"] == data["id"])
            check_offered(world, channel, user, command)
        interaction = Interaction(world, world.new_id(), new_token(), kind, channel_id, pressed)
        interaction.by_user_alone = "0" not in added_by(world, channel, user)
        self.interactions[interaction.token] = interaction
        there = (
            forged
            or pressed is None
            or kind is Kind.WINDOW
            or any(each.get("custom_id") == data["custom_id"] for each in components(pressed))
        )
        guild_id = channel.get("guild_id")
        interaction.receivers = {*self.gateway.listeners(guild_id)}
        if not (interaction.receivers and there):
            interaction.lose()
            return interaction
        event = payload(interaction, user, data, pressed)
        for _ in range(self.repeats):
            await self.gateway.dispatch("INTERACTION_CREATE", event, guild_id)
        return interaction

    def upload(self, name, data):
        """Upload a file in the app. Return Discord's description of it."""
        number = self.world.new_id()
        self.world.files[number] = data
        url = f"http://{self._host}{_UPLOADED.format(file=number, name=name)}"
        return {
            "id": number,
            "filename": name,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "ephemeral": True,
        }

    async def _hand_over(self, request):
        data = self.world.files.get(request.match_info["file"])
        return web.Response(status=404) if data is None else web.Response(body=data)

    def bot_died(self, by=""):
        """Expect no more answers to interactions that only this process received."""
        self.gateway.forget(by)
        for interaction in self.interactions.values():
            interaction.lose_with(by)
        self._changed.set()

    def lose_interactions(self):
        """Let the bot never receive or answer earlier interactions."""
        for interaction in self.interactions.values():
            interaction.lose()
        self._changed.set()

    async def delete(self, message):
        """Let a moderator delete a message."""
        self.world.delete(message)
        channel = self.world.channel(message["channel_id"])
        event = {"id": message["id"], "channel_id": channel["id"], "guild_id": channel["guild_id"]}
        await self.gateway.dispatch("MESSAGE_DELETE", event, channel["guild_id"])

    # --- calls -----------------------------------------------------------------------------------

    def _answering(self, method, path, handler):
        of_kind = f"{method} {path}"

        async def handle(request):
            parts = dict(request.match_info)
            by = parts.pop("by", "")
            called = request.path.removeprefix(_prefix(by) + API)
            call = Call(method, called, of_kind, dict(request.query), by=by)
            self.calls.append(call)
            self._under_way += 1
            self._changed.set()
            try:
                sent = await request.read()
                call.body, call.files = read(request.headers.get("Content-Type", ""), sent)
                carry_out = partial(self._carry_out, call, handler, parts)
                answer = await self._answered(call, carry_out)
                await asyncio.sleep(self.latency)
            except web.RequestPayloadError:  # the bot has died while it was sending
                return web.Response()
            except ConnectionLost as lost:
                return await break_off(request, lost)
            except Exception as error:
                self.amiss.append(f"{method} {call.path}: {error!r}")
                raise
            finally:
                call.files = {}  # kept with the message
                self._under_way -= 1
                self._changed.set()
            call.ended = time.perf_counter()
            return response(call.status, answer, call.headers)

        return handle

    async def _connect(self, request):
        """Let a bot connect, unless a fault is planned for ``GET /gateway/``."""
        call = Call("GET", _GATEWAY, f"GET {_GATEWAY}", {})
        try:
            connected = await self.faults.meet_planned(call, partial(self.gateway.serve, request))
        except WireError as error:
            return response(error.status, error.body, error.headers)
        except ConnectionLost as lost:
            return await break_off(request, lost)
        return connected

    async def _answered(self, call, carry_out):
        """Carry a call out, or let it meet a fault. Return the answer, with the status set."""
        try:
            answer = await self.faults.meet(call, carry_out)
        except WireError as error:
            call.status = error.status
            call.headers |= error.headers
            return error.body
        call.status = 204 if answer is None else 200
        return answer

    def _check_allowed(self, call, parts):
        """Raise WireError, and end the test, for what Discord's own description does not allow."""
        method, path = call.route.split(" ")
        values = [*parts.values()]
        faults = [*route(method, path).faults(values, call.query, call.body, call.files)]
        if faults:
            self.amiss.append(f"{method} {call.path} is not allowed: {'; '.join(faults)}")
            raise WireError(400, 50035, "Invalid Form Body")

    async def _carry_out(self, call, handler, parts):
        """Do what a call asks for, if it is allowed, within the limits."""
        self._check_allowed(call, parts)
        if self.limits is not None:
            call.headers = self.limits.take(call, parts.get("channel", ""))
        else:
            call.headers = unlimited(call.route)
        if isinstance(call.body, dict):
            check_emojis(self.world, call.body)
        answer = handler(self, call, **parts)
        return await answer if asyncio.iscoroutine(answer) else answer

    async def _answer_unknown(self, request):
        self.amiss.append(f"{request.method} {request.path}: no such route here")
        return response(404, {"code": 0, "message": "404: Not Found"}, {})


def _prefix(by):
    return _BY.format(by=by) if by else ""


# --- requests and answers -------------------------------------------------------------------------


def read(content_type, body):
    """The content of a call, and the files sent with it."""
    if not content_type.startswith("multipart/form-data"):
        return (json.loads(body) if body else None), {}
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    form = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = {
        part.get_param("name", header="Content-Disposition"): part.get_payload(decode=True)
        for part in form.iter_parts()
    }
    return json.loads(parts.pop("payload_json")), parts


def response(status, answer, headers):
    """An answer; a text is a page. It came through Discord's own proxy, unless Via is empty."""
    headers = {name: value for name, value in ({"Via": "1.1 google"} | headers).items() if value}
    if answer is None:
        return web.Response(status=status, headers=headers)
    # As bytes, so that no charset is named behind the type: discord.py would not know it.
    if isinstance(answer, str):
        body, kind = answer.encode(), "text/html"
    else:
        body, kind = json.dumps(answer).encode(), "application/json"
    return web.Response(status=status, headers=headers, body=body, content_type=kind)


async def break_off(request, lost):
    """Break the connection, after half of an answer if there is one."""
    answer = web.Response()
    if lost.answer not in (NOTHING, None):
        whole = response(lost.status, lost.answer, {})
        answer = web.StreamResponse(status=lost.status, headers=whole.headers)
        answer.content_length = len(whole.body)
        await answer.prepare(request)
        await answer.write(whole.body[: len(whole.body) // 2])
    if lost.reset:
        connection = request.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    request.transport.abort()
    return answer
