"""Discord's gateway: what happens is told over a websocket, and again to who comes back."""

import asyncio
import json
from collections.abc import Callable

from aiohttp import WSMsgType, web

from tests.wire.interactions import new_token
from tests.wire.world import Json, World


class Gateway:
    """The gateway for one bot. *changed* is called whenever a bot has come."""

    def __init__(self, world: World, changed: Callable[[], None]) -> None:
        self.url = ""
        self.identified = 0
        """How often a bot has come and been told what there is."""
        self.resumed = 0
        """How often one has come back, and been told what it had missed."""
        self._world = world
        self._changed = changed
        self._socket: web.WebSocketResponse | None = None
        self._transport: asyncio.Transport | None = None
        self._session: str | None = None
        self._told: list[str] = []
        """Everything of this session, as it was then."""

    @property
    def known(self) -> bool:
        """Whether there is a bot that will hear of what happens, now or when it comes back."""
        return self._session is not None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Tell a bot what happens, as long as it listens."""
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
                    self._socket, self._transport = socket, request.transport
                    self._session, self._told = new_token(), []
                    await self._tell_what_there_is()
                case {"op": 6, "d": {"session_id": session}} if session != self._session:
                    await socket.send_json({"op": 9, "d": False})
                case {"op": 6, "d": {"seq": seen}}:
                    await self._tell_what_was_missed(socket, seen)
                    self._socket, self._transport = socket, request.transport
                    await self.dispatch("RESUMED", {})
                    self.resumed += 1
                    self._changed()
        if self._socket is socket:
            self._socket = None
        return socket

    async def dispatch(self, event: str, data: Json) -> None:
        """Tell the bot of something: now, or when it comes back. Without one nobody is told."""
        if not self.known:
            return
        told = {"op": 0, "t": event, "s": len(self._told) + 1, "d": data}
        self._told.append(json.dumps(told))
        await self._send(self._told[-1])

    # --- what can become of a connection ---------------------------------------------------------

    def drop(self) -> None:
        """Let the connection break."""
        self._socket = None
        if self._transport is not None:
            self._transport.abort()

    async def send_away(self) -> None:
        """Ask the bot to connect anew, as Discord does every few hours."""
        await self._send(json.dumps({"op": 7, "d": None}))

    async def invalidate(self, *, resumable: bool) -> None:
        """Call the session invalid; what was not told of one that is gone, is never told."""
        if not resumable:
            self._session = None
        await self._send(json.dumps({"op": 9, "d": resumable}))

    # --- inside ----------------------------------------------------------------------------------

    async def _send(self, told: str) -> None:
        if self._socket is None or self._socket.closed:
            return
        try:
            await self._socket.send_str(told)
        except ConnectionError:  # it is just going: it is told when it comes back
            self._socket = None

    async def _tell_what_was_missed(self, socket: web.WebSocketResponse, seen: int) -> None:
        while seen < len(self._told):  # there may be more meanwhile
            await socket.send_str(self._told[seen])
            seen += 1

    async def _tell_what_there_is(self) -> None:
        world = self._world
        guilds = [each for each in world.guilds if each not in world.without_bot]
        ready = {
            "v": 10,
            "user": world.bot,
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guilds],
            "session_id": self._session,
            "resume_gateway_url": self.url,
            "application": {"id": world.application, "flags": 0},
        }
        await self.dispatch("READY", ready)
        for guild_id in guilds:
            whole = world.whole_guild(world.guilds[guild_id])
            await self.dispatch("GUILD_CREATE", whole | {"unavailable": False})
        self.identified += 1
        self._changed()
