"""Discord on loopback: its API over HTTP, its gateway over a websocket, and a log of all calls.

It knows what this bot uses. A call to a route that is missing here fails the test: whoever uses
a new one adds it, as Discord's documentation has it (https://discord.com/developers/docs).
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from functools import partial
from typing import Any, Self, TypeAlias

from aiohttp import WSMsgType, web

from tests.wire.faults import ConnectionLost, Faults
from tests.wire.interactions import Interaction, Kind, new_token, payload
from tests.wire.world import THREADS, Json, WireError, World, found, member

API = "/api/v10"
PATIENCE = 60.0
"""Seconds until a test gives up waiting for something."""
_MOST_BYTES = 30 * 1024 * 1024
_MOST_HISTORY = 100


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


_Answer: TypeAlias = Callable[..., Any]
_ROUTES: list[tuple[str, str, _Answer]] = []


def _route(method: str, path: str) -> Callable[[_Answer], _Answer]:
    """Answer a route with a method of Discord's, given the call and the parts of its path."""

    def registered(answer: _Answer) -> _Answer:
        _ROUTES.append((method, path, answer))
        return answer

    return registered


class Discord:
    """Discord for one bot.

    *latency* is how many seconds a call takes on its way. There is no rate limit.
    """

    def __init__(self, latency: float = 0.0) -> None:
        self.world = World()
        self.faults = Faults()
        self.latency = latency
        self.calls: list[Call] = []
        self.amiss: list[str] = []
        """What this stand-in could not do."""
        self.interactions: dict[str, Interaction] = {}
        self.identified = 0
        """How often a bot has come and been told what there is."""
        self._gateway: web.WebSocketResponse | None = None
        self._sequence = 0
        self._nonces: dict[tuple[str, str], Json] = {}
        self._under_way = 0
        self._changed = asyncio.Event()

    # --- life ------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=_MOST_BYTES)
        app.router.add_get("/gateway/", self._serve_gateway)
        for method, path, answer in _ROUTES:
            app.router.add_route(method, API + path, self._answering(method, path, answer))
        app.router.add_route("*", "/{path:.*}", self._answer_unknown)
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        _, port = self._runner.addresses[0]
        self.address = f"127.0.0.1:{port}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self._runner.cleanup()
        if kind is None:
            assert not self.amiss, self.amiss

    @property
    def api(self) -> str:
        return f"http://{self.address}{API}"

    @property
    def gateway(self) -> str:
        return f"ws://{self.address}/gateway/"

    # --- waiting ---------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Wait until something is so, as it may be after any call; the value that says so."""
        try:
            async with asyncio.timeout(patience):
                while not (value := condition()):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            last = [f"{call.method} {call.path} {call.status}" for call in self.calls[-10:]]
            raise AssertionError(f"it does not come; the last calls were {last}") from None
        return value

    async def quiet(self, seconds: float) -> None:
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

    def count(self, since: int = 0) -> Counter[str]:
        """How many calls of each route there were, from that one on."""
        return Counter(call.route for call in self.calls[since:])

    # --- the gateway -----------------------------------------------------------------------------

    async def _serve_gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            match json.loads(message.data):
                case {"op": 1}:
                    await socket.send_json({"op": 11})
                case {"op": 2}:
                    self._gateway = socket
                    await self._tell_what_there_is()
                case {"op": 6}:  # nothing is kept for those who come back: they start anew
                    await socket.send_json({"op": 9, "d": False})
        if self._gateway is socket:
            self._gateway = None
        return socket

    async def _tell_what_there_is(self) -> None:
        world = self.world
        ready = {
            "v": 10,
            "user": world.bot,
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in world.guilds],
            "session_id": new_token(),
            "resume_gateway_url": self.gateway,
            "application": {"id": world.application, "flags": 0},
        }
        await self.dispatch("READY", ready)
        channels: dict[str, list[Json]] = {guild_id: [] for guild_id in world.guilds}
        threads: dict[str, list[Json]] = {guild_id: [] for guild_id in world.guilds}
        for channel in world.channels.values():
            if "guild_id" in channel:
                kind = threads if channel["type"] in THREADS else channels
                kind[channel["guild_id"]].append(channel)
        for guild_id, guild in world.guilds.items():
            more = {"channels": channels[guild_id], "threads": threads[guild_id]}
            await self.dispatch("GUILD_CREATE", guild | more | {"unavailable": False})
        self.identified += 1
        self._changed.set()

    async def new_guild(self, name: str = "Mesopotamia") -> Json:
        """A server that the bot is in."""
        guild = self.world.add_guild(name)
        if self._gateway is not None:
            await self.dispatch("GUILD_CREATE", guild | {"channels": [], "threads": []})
        return guild

    async def new_channel(self, guild: Json) -> Json:
        """A channel of a server."""
        channel = self.world.add_channel(guild["id"])
        if self._gateway is not None:
            await self.dispatch("CHANNEL_CREATE", channel)
        return channel

    async def dispatch(self, event: str, data: Json) -> None:
        """Tell the bot of something. Raises ConnectionError if it is not there."""
        if self._gateway is None:
            raise ConnectionError("no bot is connected")
        self._sequence += 1
        told = {"op": 0, "t": event, "s": self._sequence, "d": data}
        await self._gateway.send_str(json.dumps(told))

    async def interact(
        self,
        kind: Kind,
        user: Json,
        channel_id: str,
        data: dict[str, Any],
        pressed: Json | None = None,
    ) -> Interaction:
        """Let somebody do something in the app; what comes of it is seen on the answer."""
        interaction = Interaction(self.world.new_id(), new_token(), kind, channel_id, pressed)
        self.interactions[interaction.token] = interaction
        told = payload(self.world, interaction, user, data, pressed)
        interaction.dispatched = time.perf_counter()
        await self.dispatch("INTERACTION_CREATE", told)
        return interaction

    # --- calls -----------------------------------------------------------------------------------

    def _answering(
        self, method: str, path: str, answer: _Answer
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        route = f"{method} {path}"
        limits = {
            # Generous ones: without any, discord.py makes one call of a kind after the other.
            "X-RateLimit-Limit": "1000",
            "X-RateLimit-Remaining": "999",
            "X-RateLimit-Reset-After": "1.000",
            "X-RateLimit-Bucket": route,
        }

        async def handle(request: web.Request) -> web.StreamResponse:
            call = Call(method, request.path.removeprefix(API), route, dict(request.query))
            self.calls.append(call)
            self._under_way += 1
            self._changed.set()
            try:
                sent = await request.read()
                call.body, call.files = _read(request.headers.get("Content-Type", ""), sent)
                told = await self._answered(call, partial(answer, self, call, **request.match_info))
                await asyncio.sleep(self.latency)
            except web.RequestPayloadError:  # the bot has died while it was sending
                return web.Response()
            except ConnectionLost:
                assert request.transport is not None
                request.transport.abort()
                return web.Response()
            except Exception as error:
                self.amiss.append(f"{method} {call.path}: {error!r}")
                raise
            finally:
                call.files = {}  # kept with the message
                self._under_way -= 1
                self._changed.set()
            call.ended = time.perf_counter()
            assert call.status is not None
            return _response(call.status, told, limits)

        return handle

    async def _answered(self, call: Call, answer: Callable[[], Any]) -> Any:
        """Carry a call out, unless a fault has it otherwise. What is told, with the status set."""

        async def carry_out() -> Any:
            told = answer()
            return await told if asyncio.iscoroutine(told) else told

        try:
            told = await self.faults.meet(call, carry_out)
        except WireError as error:
            call.status = error.status
            return {"code": error.code, "message": error.message}
        call.status = 204 if told is None else 200
        return told

    async def _answer_unknown(self, request: web.Request) -> web.StreamResponse:
        self.amiss.append(f"{request.method} {request.path}: no such route here")
        return _response(404, {"code": 0, "message": "404: Not Found"}, {})

    def _interaction(self, token: str) -> Interaction:
        try:
            return self.interactions[token]
        except KeyError:
            raise WireError(404, 10015, "Unknown Webhook") from None

    # --- who the bot is --------------------------------------------------------------------------

    @_route("GET", "/users/@me")
    def _me(self, call: Call) -> Json:
        return self.world.bot

    @_route("GET", "/oauth2/applications/@me")
    def _application(self, call: Call) -> Json:
        return {
            "id": self.world.application,
            "name": "Two Rivers",
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": self.world.bot,
            "verify_key": "0" * 64,
            "flags": 0,
        }

    @_route("GET", "/gateway/bot")
    def _gateway_bot(self, call: Call) -> Json:
        left = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway, "shards": 1, "session_start_limit": left}

    @_route("PUT", "/applications/{application}/commands")
    def _register(self, call: Call, application: str) -> list[Json]:
        fixed = {"application_id": application, "version": "1"}
        self.world.commands = [
            {"type": 1} | command | fixed | {"id": self.world.new_id()} for command in call.body
        ]
        return self.world.commands

    # --- interactions ----------------------------------------------------------------------------

    @_route("POST", "/interactions/{interaction}/{token}/callback")
    def _callback(self, call: Call, interaction: str, token: str) -> Json | None:
        told = self._interaction(token).acknowledge(self.world, call.body, call.files)
        return told if call.query.get("with_response") else None

    @_route("POST", "/webhooks/{application}/{token}")
    def _follow_up(self, call: Call, application: str, token: str) -> Json:
        return self._interaction(token).follow_up(self.world, call.body, call.files)

    @_route("GET", "/webhooks/{application}/{token}/messages/@original")
    def _original(self, call: Call, application: str, token: str) -> Json:
        return self._interaction(token).original()

    @_route("PATCH", "/webhooks/{application}/{token}/messages/@original")
    def _edit_original(self, call: Call, application: str, token: str) -> Json:
        return self._interaction(token).edit_original(self.world, call.body, call.files)

    @_route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
    def _edit_followup(self, call: Call, application: str, token: str, message: str) -> Json:
        followups = self._interaction(token).followups
        return self.world.edit(
            found(followups, message, 10008, "Unknown Message"), call.body, call.files
        )

    # --- channels --------------------------------------------------------------------------------

    @_route("POST", "/users/@me/channels")
    def _open_direct(self, call: Call) -> Json:
        return self.world.direct(str(call.body["recipient_id"]))

    @_route("GET", "/channels/{channel}")
    def _channel(self, call: Call, channel: str) -> Json:
        return self.world.channel(channel)

    @_route("GET", "/guilds/{guild}")
    def _guild(self, call: Call, guild: str) -> Json:
        return found(self.world.guilds, guild, 10004, "Unknown Guild")

    @_route("GET", "/guilds/{guild}/members/{user}")
    def _member(self, call: Call, guild: str, user: str) -> Json:
        return member(found(self.world.users, user, 10007, "Unknown Member"))

    @_route("GET", "/guilds/{guild}/channels")
    def _channels(self, call: Call, guild: str) -> list[Json]:
        return [
            channel
            for channel in self.world.channels.values()
            if channel.get("guild_id") == guild and channel["type"] not in THREADS
        ]

    @_route("GET", "/guilds/{guild}/threads/active")
    def _active_threads(self, call: Call, guild: str) -> Json:
        return {"threads": self.world.threads(guild), "members": []}

    @_route("POST", "/channels/{channel}/threads")
    async def _open_thread(self, call: Call, channel: str) -> Json:
        thread = self.world.add_thread(self.world.channel(channel), call.body)
        await self.dispatch("THREAD_CREATE", thread | {"newly_created": True})
        return thread

    @_route("POST", "/channels/{channel}/messages/{message}/threads")
    async def _open_thread_at(self, call: Call, channel: str, message: str) -> Json:
        self.world.message(channel, message)
        if message in self.world.channels:
            raise WireError(400, 160004, "A thread has already been created for this message")
        thread = self.world.add_thread(self.world.channel(channel), call.body, message)
        await self.dispatch("THREAD_CREATE", thread | {"newly_created": True})
        return thread

    # --- messages --------------------------------------------------------------------------------

    @_route("POST", "/channels/{channel}/messages")
    def _post(self, call: Call, channel: str) -> Json:
        self.world.channel(channel)
        nonce = channel, str(call.body.get("nonce"))
        if call.body.get("enforce_nonce") and nonce in self._nonces:
            return self._nonces[nonce]
        message = self.world.post(channel, call.body, call.files)
        if call.body.get("enforce_nonce"):
            self._nonces[nonce] = message
        return message

    @_route("PATCH", "/channels/{channel}/messages/{message}")
    def _edit(self, call: Call, channel: str, message: str) -> Json:
        return self.world.edit(self.world.message(channel, message), call.body, call.files)

    @_route("GET", "/channels/{channel}/messages/{message}")
    def _message(self, call: Call, channel: str, message: str) -> Json:
        return self.world.message(channel, message)

    @_route("GET", "/channels/{channel}/messages")
    def _history(self, call: Call, channel: str) -> list[Json]:
        self.world.channel(channel)
        limit = min(int(call.query.get("limit", 50)), _MOST_HISTORY)
        after, before = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 64))
        fitting = [
            message
            for message_id, message in self.world.messages[channel].items()
            if after < int(message_id) < before
        ]
        return (fitting[:limit] if after else fitting[-limit:])[::-1]


def _read(content_type: str, body: bytes) -> tuple[Any, dict[str, bytes]]:
    """What is said in a call, and the files sent with it."""
    if not content_type.startswith("multipart/form-data"):
        return (json.loads(body) if body else None), {}
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    form = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = {
        part.get_param("name", header="Content-Disposition"): part.get_payload(decode=True)
        for part in form.iter_parts()
    }
    return json.loads(parts.pop("payload_json")), parts


def _response(status: int, told: Any, headers: dict[str, str]) -> web.Response:
    if told is None:
        return web.Response(status=status, headers=headers)
    # As bytes, so that no charset is named behind the type: discord.py would not know it.
    body = json.dumps(told).encode()
    return web.Response(status=status, headers=headers, body=body, content_type="application/json")
