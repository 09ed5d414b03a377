"""Discord on loopback: its API over HTTP, its gateway over a websocket, and a log of all calls.

It knows what this bot uses. A call to a route that is missing here fails the test: whoever uses
a new one adds it, as Discord's documentation has it (https://discord.com/developers/docs).
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self, TypeAlias

from aiohttp import web

from tests.wire.allowed import route
from tests.wire.bodies import break_off, read, response
from tests.wire.faults import ConnectionLost, Faults
from tests.wire.gateway import Gateway
from tests.wire.interactions import Interaction, Kind, new_token, payload
from tests.wire.limits import OLD, Limits, unlimited
from tests.wire.rules import (
    added_by,
    check_changed,
    check_edited,
    check_emojis,
    check_offered,
    check_permitted,
    check_posted,
    check_registered,
    check_seen,
)
from tests.wire.world import THREADS, Clock, Json, WireError, World, components, found, member, now

API = "/api/v10"
PATIENCE = 60.0
"""Seconds until a test gives up waiting for something."""
_LOOK_AGAIN = 0.2
"""Seconds."""
_BY = "/as/{by}"
"""What stands before the version in the address of a process that has a name."""
_MOST_BYTES = 30 * 1024 * 1024
_MOST_HISTORY = 100
_NONCE_KEPT = 180.0
"""Seconds: "the past few minutes" in Discord's words."""


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
    """Those of the answer."""
    fault: str = ""
    """What bad luck it met."""
    by: str = ""
    """Which process has called, by the address that it called."""


_Answer: TypeAlias = Callable[..., Any]
ROUTES: list[tuple[str, str, _Answer]] = []


def _route(method: str, path: str) -> Callable[[_Answer], _Answer]:
    """Answer a route with a method of Discord's, given the call and the parts of its path."""

    def registered(answer: _Answer) -> _Answer:
        ROUTES.append((method, path, answer))
        return answer

    return registered


class Discord:
    """Discord for one bot.

    *latency* is how many seconds a call takes on its way. Without *limits* it takes any number of
    calls.
    """

    def __init__(
        self, latency: float = 0.0, *, limits: Callable[[Clock], Limits] | None = Limits
    ) -> None:
        self.world = World()
        self.limits = limits(self.world.clock) if limits is not None else None
        self.faults = Faults()
        self.latency = latency
        self.calls: list[Call] = []
        self.amiss: list[str] = []
        """What this stand-in could not do."""
        self.interactions: dict[str, Interaction] = {}
        self.tells = 1
        """How often a process is told of each interaction: Discord repeats itself if a connection
        breaks."""
        self._nonces: dict[str, tuple[float, Json]] = {}
        self._under_way = 0
        self._changed = asyncio.Event()
        self.gateway = Gateway(self.world, self._changed.set)

    # --- life ------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=_MOST_BYTES)
        for by in ("", _BY):
            app.router.add_get(f"{by}/gateway/", self.gateway.serve)
            for method, path, answer in ROUTES:
                handler = self._answering(method, path, answer)
                app.router.add_route(method, by + API + path, handler)
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

    async def __aexit__(
        self, _kind: object, error: BaseException | None = None, _traceback: object = None
    ) -> None:
        await self._runner.cleanup()
        if error is None:
            assert not self.amiss, self.amiss
        else:
            for each in self.amiss:  # which may be why
                error.add_note(each)

    def api_for(self, by: str) -> str:
        """The address of the API for a process of that name, by which it is told from others."""
        return f"http://{self._host}{_prefix(by)}{API}"

    def gateway_for(self, by: str) -> str:
        """The address of the gateway for a process of that name."""
        return f"ws://{self._host}{_prefix(by)}/gateway/"

    # --- waiting ---------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
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

    def statuses(self, since: int = 0) -> Counter[int | None]:
        """How many calls were answered with which status, from that one on."""
        return Counter(call.status for call in self.calls[since:])

    # --- what happens -----------------------------------------------------------------------------

    async def new_guild(self, name: str = "Mesopotamia") -> Json:
        """A server that the bot is in."""
        guild = self.world.add_guild(name)
        told = guild | {"channels": [], "threads": []}
        await self.gateway.dispatch("GUILD_CREATE", told, guild["id"])
        return guild

    async def new_channel(self, guild: Json) -> Json:
        """A channel of a server."""
        channel = self.world.add_channel(guild["id"])
        await self.gateway.dispatch("CHANNEL_CREATE", channel, guild["id"])
        return channel

    def foreign_channel(self) -> Json:
        """A channel of a server that the bot is not in, and hears nothing of."""
        guild = self.world.add_guild("Elam")
        self.world.without_bot.add(guild["id"])
        return self.world.add_channel(guild["id"])

    async def throw_out(self, guild: Json) -> None:
        """Let a server throw the bot out."""
        self.world.without_bot.add(guild["id"])
        await self.gateway.dispatch("GUILD_DELETE", {"id": guild["id"]}, guild["id"])

    async def admit(self, guild: Json) -> None:
        """Let a server that has thrown the bot out add it again."""
        self.world.without_bot.remove(guild["id"])
        guild["members"] = [member(self.world.bot) | {"joined_at": now()}]
        whole = self.world.whole_guild(guild)
        await self.gateway.dispatch("GUILD_CREATE", whole, guild["id"])

    async def interact(
        self,
        kind: Kind,
        user: Json,
        channel_id: str,
        data: dict[str, Any],
        pressed: Json | None = None,
        *,
        forged: bool = False,
    ) -> Interaction:
        """Let somebody do something in the app; what comes of it is seen on the answer.

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
            or any(each.get("custom_id") == data["custom_id"] for each in components(pressed))
        )
        guild_id = channel.get("guild_id")
        interaction.told = {*self.gateway.listeners(guild_id)}
        if not (interaction.told and there):
            interaction.lose()
            return interaction
        told = payload(interaction, user, data, pressed)
        for _ in range(self.tells):
            await self.gateway.dispatch("INTERACTION_CREATE", told, guild_id)
        return interaction

    @property
    def gone(self) -> bool:
        """Whether nobody hears of direct messages: no bot has come yet, or it has died."""
        return not self.gateway.listeners(None)

    def bot_died(self, by: str = "") -> None:
        """Nothing will come any more of what only this process was told of, or had in hand."""
        self.gateway.forget(by)
        for interaction in self.interactions.values():
            interaction.lose_with(by)
        self._changed.set()

    def lose_interactions(self) -> None:
        """Let the bot never hear, or never answer, what people have done so far."""
        for interaction in self.interactions.values():
            interaction.lose()
        self._changed.set()

    async def delete(self, message: Json) -> None:
        """Let a moderator delete a message."""
        self.world.delete(message)
        channel = self.world.channel(message["channel_id"])
        told = {"id": message["id"], "channel_id": channel["id"], "guild_id": channel["guild_id"]}
        await self.gateway.dispatch("MESSAGE_DELETE", told, channel["guild_id"])

    async def archive(self, thread: Json, *, locked: bool = False) -> None:
        """Archive a thread, as Discord does by itself, or a moderator who locks it."""
        await self._set_archived(thread, archived=True, locked=locked)

    async def _set_archived(self, thread: Json, *, archived: bool, locked: bool = False) -> None:
        thread["thread_metadata"] |= {"archived": archived, "locked": locked}
        await self.gateway.dispatch("THREAD_UPDATE", thread, thread["guild_id"])

    # --- calls -----------------------------------------------------------------------------------

    def _answering(
        self, method: str, path: str, answer: _Answer
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        of_kind = f"{method} {path}"

        async def handle(request: web.Request) -> web.StreamResponse:
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
                carry_out = partial(self._carry_out, call, answer, parts)
                told = await self._answered(call, carry_out)
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
            assert call.status is not None
            return response(call.status, told, call.headers)

        return handle

    async def _answered(self, call: Call, carry_out: Callable[[], Awaitable[Any]]) -> Any:
        """Carry a call out, unless a fault has it otherwise. What is told, with the status set."""
        try:
            told = await self.faults.meet(call, carry_out)
        except WireError as error:
            call.status = error.status
            call.headers |= error.headers
            return error.told
        call.status = 204 if told is None else 200
        return told

    def _check_allowed(self, call: Call, parts: Mapping[str, str]) -> None:
        """Raise WireError, and end the test, for what Discord's own description does not allow."""
        method, path = call.route.split(" ")
        values = [*parts.values()]
        faults = [*route(method, path).faults(values, call.query, call.body, call.files)]
        if faults:
            self.amiss.append(f"{method} {call.path} is not allowed: {'; '.join(faults)}")
            raise WireError(400, 50035, "Invalid Form Body")

    async def _carry_out(self, call: Call, answer: _Answer, parts: Mapping[str, str]) -> Any:
        """Do what a call asks for, if it is allowed, within the limits."""
        self._check_allowed(call, parts)
        if self.limits is not None:
            call.headers = self.limits.take(call, parts.get("channel", ""))
        else:
            call.headers = unlimited(call.route)
        if isinstance(call.body, dict):
            check_emojis(self.world, call.body)
        told = answer(self, call, **parts)
        return await told if asyncio.iscoroutine(told) else told

    async def _answer_unknown(self, request: web.Request) -> web.StreamResponse:
        self.amiss.append(f"{request.method} {request.path}: no such route here")
        return response(404, {"code": 0, "message": "404: Not Found"}, {})

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
        by_users = self.world.users_can_install
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
            "integration_types_config": {"0": {}} | ({"1": {}} if by_users else {}),
        }

    @_route("GET", "/gateway/bot")
    def _gateway_bot(self, call: Call) -> Json:
        gateway = self.gateway
        left = {"total": 1000, "remaining": 999, "reset_after": 0}
        return {
            "url": self.gateway_for(call.by),
            "shards": gateway.shards,
            "session_start_limit": left | {"max_concurrency": gateway.max_concurrency},
        }

    @_route("PUT", "/applications/{application}/commands")
    def _register(self, call: Call, application: str) -> list[Json]:
        check_registered(self.world, call.body)
        fixed = {"application_id": application, "version": "1"}
        self.world.commands = [
            {"type": 1} | command | fixed | {"id": self.world.new_id()} for command in call.body
        ]
        return self.world.commands

    # --- emojis of the bot's own -----------------------------------------------------------------

    @_route("GET", "/applications/{application}/emojis")
    def _emojis(self, call: Call, application: str) -> Json:
        return {"items": list(self.world.emojis.values())}

    @_route("POST", "/applications/{application}/emojis")
    def _add_emoji(self, call: Call, application: str) -> Json:
        return self.world.add_emoji(call.body["name"], call.body["image"])

    @_route("DELETE", "/applications/{application}/emojis/{emoji}")
    def _delete_emoji(self, call: Call, application: str, emoji: str) -> None:
        del self.world.emojis[found(self.world.emojis, emoji, 10014, "Unknown Emoji")["id"]]

    # --- interactions ----------------------------------------------------------------------------

    @_route("POST", "/interactions/{interaction}/{token}/callback")
    def _callback(self, call: Call, interaction: str, token: str) -> Json | None:
        told = self._interaction(token).acknowledge(call.body, call.files, call.by)
        return told if call.query.get("with_response") else None

    @_route("POST", "/webhooks/{application}/{token}")
    def _follow_up(self, call: Call, application: str, token: str) -> Json:
        return self._interaction(token).follow_up(call.body, call.files)

    @_route("GET", "/webhooks/{application}/{token}/messages/@original")
    def _original(self, call: Call, application: str, token: str) -> Json:
        return self._interaction(token).original()

    @_route("PATCH", "/webhooks/{application}/{token}/messages/@original")
    def _edit_original(self, call: Call, application: str, token: str) -> Json:
        interaction = self._interaction(token)
        message = interaction.edit_original(call.body, call.files)
        for each in self.interactions.values():
            if each is interaction:
                break
            if each.message is message:
                each.overtake()
        return message

    @_route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
    def _edit_followup(self, call: Call, application: str, token: str, message: str) -> Json:
        followups = self._interaction(token).followups
        return self.world.edit(
            found(followups, message, 10008, "Unknown Message"), call.body, call.files
        )

    # --- channels --------------------------------------------------------------------------------

    @_route("POST", "/users/@me/channels")
    def _open_direct(self, call: Call) -> Json:
        self.world.stale.discard(str(call.body["recipient_id"]))
        return self.world.direct(str(call.body["recipient_id"]))

    @_route("GET", "/channels/{channel}")
    def _channel(self, call: Call, channel: str) -> Json:
        return check_seen(self.world, channel)

    @_route("PATCH", "/channels/{channel}")
    async def _change_channel(self, call: Call, channel: str) -> Json:
        assert call.body.keys() <= {"archived", "name"}, "nothing else can be changed here"
        thread = check_changed(self.world, channel)
        thread["name"] = call.body.get("name", thread["name"])
        if "archived" in call.body:
            await self._set_archived(thread, archived=call.body["archived"])
        return thread

    @_route("GET", "/guilds/{guild}")
    def _guild(self, call: Call, guild: str) -> Json:
        if guild in self.world.without_bot:
            raise WireError(404, 10004, "Unknown Guild")
        return found(self.world.guilds, guild, 10004, "Unknown Guild")

    @_route("GET", "/guilds/{guild}/members/{user}")
    def _member(self, call: Call, guild: str, user: str) -> Json:
        if guild in self.world.without_bot:
            raise WireError(403, 50001, "Missing Access")
        if (guild, user) in self.world.departed:
            raise WireError(404, 10007, "Unknown Member")
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
        return await self._add_thread(call, channel)

    @_route("POST", "/channels/{channel}/messages/{message}/threads")
    async def _open_thread_at(self, call: Call, channel: str, message: str) -> Json:
        check_seen(self.world, channel)
        self.world.message(channel, message)
        if message in self.world.channels:
            raise WireError(400, 160004, "A thread has already been created for this message")
        return await self._add_thread(call, channel, message)

    async def _add_thread(self, call: Call, channel: str, message: str | None = None) -> Json:
        parent = check_permitted(self.world, channel)
        thread = self.world.add_thread(parent, call.body, message)
        told = thread | {"newly_created": True}
        await self.gateway.dispatch("THREAD_CREATE", told, thread["guild_id"])
        return thread

    # --- messages --------------------------------------------------------------------------------

    @_route("POST", "/channels/{channel}/messages")
    async def _post(self, call: Call, channel: str) -> Json:
        archived = check_posted(self.world, channel)
        nonce = str(call.body.get("nonce", "")) if call.body.get("enforce_nonce") else ""
        now = self.world.clock()
        if nonce in self._nonces and now - self._nonces[nonce][0] < _NONCE_KEPT:
            return self._nonces[nonce][1]
        message = self.world.post(channel, call.body, call.files)
        if nonce:
            self._nonces[nonce] = now, message
        if archived:
            await self._set_archived(self.world.channel(channel), archived=False)
        return message

    @_route("PATCH", "/channels/{channel}/messages/{message}")
    def _edit(self, call: Call, channel: str, message: str) -> Json:
        check_edited(self.world, channel)
        edited = self.world.message(channel, message)
        if self.limits is not None and self.world.age(edited) > OLD:
            self.limits.take_old_edit(channel)
        return self.world.edit(edited, call.body, call.files)

    @_route("DELETE", "/channels/{channel}/messages/{message}")
    def _delete(self, call: Call, channel: str, message: str) -> None:
        check_edited(self.world, channel)
        self.world.delete(self.world.message(channel, message))

    @_route("GET", "/channels/{channel}/messages/{message}")
    def _message(self, call: Call, channel: str, message: str) -> Json:
        check_seen(self.world, channel)
        return self.world.message(channel, message)

    @_route("GET", "/channels/{channel}/messages")
    def _history(self, call: Call, channel: str) -> list[Json]:
        check_seen(self.world, channel)
        limit = min(int(call.query.get("limit", 50)), _MOST_HISTORY)
        after, before = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 64))
        fitting = [
            message
            for message_id, message in self.world.messages[channel].items()
            if after < int(message_id) < before
        ]
        return (fitting[:limit] if after else fitting[-limit:])[::-1]


def _prefix(by: str) -> str:
    return _BY.format(by=by) if by else ""
