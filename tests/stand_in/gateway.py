"""Discord's gateway: sends events over websockets, and again after a reconnection.

Each session hears of the servers of its shard, and of direct messages if that is shard 0. Several
of the same shard all hear of the same things.
"""

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from aiohttp import WSMsgType, web

from tests.stand_in.interactions import new_token

_CLEANLY = {1000, 1001}
"""Close codes after which a bot will not resume its session."""


class Shard(NamedTuple):
    """A shard, and the number of shards."""

    number: int = 0
    of: int = 1

    def receives(self, guild_id):
        """True if it receives the events of a server, or those of none."""
        return self.number == (0 if guild_id is None else (int(guild_id) >> 22) % self.of)


ALL = Shard()


@dataclass(eq=False)
class Session:
    """The events of a shard for a bot, as long as it listens or may come back."""

    by: str
    """The process's name, by the address that it calls."""
    shard: Shard
    socket: web.WebSocketResponse | None
    transport: asyncio.Transport | None
    id: str = field(default_factory=new_token)
    events: list[str] = field(default_factory=list)
    """Everything, as it was then."""

    async def tell(self, event, data):
        """Tell of something: now, or when it comes back."""
        event_json = {"op": 0, "t": event, "s": len(self.events) + 1, "d": data}
        self.events.append(json.dumps(event_json))
        await self.send(self.events[-1])

    async def send(self, text):
        if self.socket is None or self.socket.closed:
            return
        try:
            await self.socket.send_str(text)
        except ConnectionError:  # it is just going: it is told when it comes back
            self.socket = None

    async def come_back(self, socket, seen):
        """Tell on another connection what was missed."""
        while seen < len(self.events):  # there may be more meanwhile
            await socket.send_str(self.events[seen])
            seen += 1


class Gateway:
    """The gateway for one bot, whose processes have shards. *changed* is called when one came."""

    def __init__(self, world, changed):
        self.url = ""
        self.shards = 1
        """The number of shards recommended to bots."""
        self.max_concurrency = 1
        self.identifies_every = 0.0
        """Seconds that must be between two of the same remainder by *max_concurrency*."""
        self.shuts = False
        """True if it accepts every connection, and closes it at once."""
        self.shut_out = 0
        """The number of connections closed at once."""
        self.too_soon = 0
        """The number of bots that did not wait for that, and were sent away."""
        self.identified = 0
        """The number of new sessions."""
        self.identified_by = Counter()
        """The same of each process."""
        self.resumed = 0
        """The number of resumed sessions."""
        self._world = world
        self._changed = changed
        self._sessions = {}
        self._last_identified = {}

    def listeners(self, guild_id):
        """The processes that receive the events of a server, now or when they come back."""
        return [each.by for each in self._sessions.values() if each.shard.receives(guild_id)]

    @property
    def here(self):
        """The processes that receive direct events, now or when they come back."""
        return {each.by for each in self._sessions.values()}

    async def serve(self, request):
        """Tell a bot what happens, as long as it listens."""
        by = request.match_info.get("by", "")
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if self.shuts:
            self.shut_out += 1
            await socket.close(code=4000)
            return socket
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            match json.loads(message.data):
                case {"op": 1}:
                    await socket.send_json({"op": 11})
                case {"op": 2, "d": asked}:
                    await self._identify(by, Shard(*asked.get("shard", ())), socket, request)
                case {"op": 6, "d": {"session_id": known}} if known not in self._sessions:
                    await socket.send_json({"op": 9, "d": False})
                case {"op": 6, "d": {"session_id": known, "seq": seen}}:
                    session = self._sessions[known]
                    await session.come_back(socket, seen)
                    session.socket, session.transport = socket, request.transport
                    await session.tell("RESUMED", {})
                    self.resumed += 1
                    self._changed()
        for session in [each for each in self._sessions.values() if each.socket is socket]:
            session.socket = None
            if socket.close_code in _CLEANLY:
                del self._sessions[session.id]
        return socket

    async def dispatch(self, event, data, guild_id):
        """Send an event of a server, or of none. Return the processes that receive it."""
        hear = [each for each in self._sessions.values() if each.shard.receives(guild_id)]
        for session in hear:
            await session.tell(event, data)
        return [each.by for each in hear]

    def forget(self, by):
        """Drop the sessions of a process that will not come back."""
        self._drop_sessions(lambda session: session.by == by)

    # --- breaking connections ---------------------------------------------------------------------

    def drop(self):
        """Let them all break."""
        for session in self._sessions.values():
            session.socket = None
            if session.transport is not None:
                session.transport.abort()

    async def close(self, code):
        """Close every connection with a code, and let nobody come back to its session."""
        sessions = [*self._sessions.values()]
        self._sessions.clear()
        for session in sessions:
            if session.socket is not None:
                await session.socket.close(code=code)

    async def send_away(self):
        """Ask every bot to reconnect, as Discord does every few hours."""
        for session in [*self._sessions.values()]:
            await session.send(json.dumps({"op": 7, "d": None}))

    async def invalidate(self, *, resumable):
        """Invalidate all sessions; events not yet sent to a bot that is gone are lost."""
        sessions = [*self._sessions.values()]
        if not resumable:
            self._sessions.clear()
        for session in sessions:
            await session.send(json.dumps({"op": 9, "d": resumable}))

    # --- inside ----------------------------------------------------------------------------------

    def _drop_sessions(self, which):
        self._sessions = {name: each for name, each in self._sessions.items() if not which(each)}

    async def _identify(self, by, shard, socket, request):
        bucket, now = shard.number % self.max_concurrency, time.perf_counter()
        if now - self._last_identified.get(bucket, -self.identifies_every) < self.identifies_every:
            self.too_soon += 1
            await socket.send_json({"op": 9, "d": False})
            return
        self._last_identified[bucket] = now
        session = Session(by, shard, socket, request.transport)
        self._drop_sessions(lambda old: (old.by, old.shard, old.socket) == (by, shard, None))
        self._sessions[session.id] = session
        await self._tell_what_there_is(session, request)
        self.identified += 1
        self.identified_by[by] += 1
        self._changed()

    def _guilds(self, shard):
        world = self._world
        for guild_id in world.guilds:
            if guild_id not in world.without_bot and shard.receives(guild_id):
                yield guild_id

    async def _tell_what_there_is(self, session, request):
        world = self._world
        guilds = [*self._guilds(session.shard)]
        ready = {
            "v": 10,
            "user": world.bot,
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guilds],
            "session_id": session.id,
            "shard": list(session.shard),
            "resume_gateway_url": f"ws://{request.host}{request.path}",
            "application": {"id": world.application, "flags": 0},
        }
        await session.tell("READY", ready)
        for guild_id in guilds:
            whole = world.whole_guild(world.guilds[guild_id])
            await session.tell("GUILD_CREATE", whole | {"unavailable": False})
