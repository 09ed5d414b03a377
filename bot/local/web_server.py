"""The web site of the local table: the start page, and the views of the seats.

A view is simcord's own page with a bar on top; what such a page asks for is passed on to the
preview that it belongs to.
"""

import logging
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Self, Unpack

import aiohttp
import simcord
from aiohttp import web

from bot.domain.table import Table
from bot.i18n import Words
from bot.local import page
from bot.local.game_form import GameForm, read_game_form, read_solo
from bot.local.views import View, Views
from bot.local.world import LocalSeat, World

log = logging.getLogger(__name__)

_FILES = {
    "/local.css": "text/css",
    "/local.js": "text/javascript",
    "/local.svg": "image/svg+xml",
}
_FORWARDED = ("Content-Type", "X-Simcord-Capability", "X-Simcord-Context")
_NOT_RETURNED = {"Content-Length", "Content-Encoding", "Transfer-Encoding", "Connection", "Date"}
_UPLOAD = 26 * 1024 * 1024
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # else a form would come from nowhere
    "X-Content-Type-Options": "nosniff",
}
_FONTS = Path(simcord.__file__).parent / "preview" / "static" / "fonts"
_CACHED = {"Cache-Control": "private, max-age=86400"}
"""For fonts, 30 MB of them: their names change with their versions."""
KEY = "key"
"""The part of an address that holds the key."""
_COOKIE_LIFETIME = 400 * 24 * 3600
"""Seconds for which a browser keeps the key: the most that browsers allow."""
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer:
    """Serves one world on a socket that listens already.

    With a *key* other machines may ask, too, but only those whose user knows it.
    """

    def __init__(self, world: World, listening: socket.socket, key: str | None = None) -> None:
        self._world = world
        self._views = Views(world)
        self._socket = listening
        self._key = key
        host, port = listening.getsockname()[:2]
        host = f"[{host}]" if ":" in host else host
        self._cookie = f"two_rivers_{port}"  # a browser sends it to all ports of a machine
        self._hosts = {f"{host}:{port}", f"localhost:{port}"}
        self.address = f"http://{host}:{port}/"
        self._client: aiohttp.ClientSession

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Self]:
        """Answer requests within this context."""
        async with AsyncExitStack() as opened:
            self._client = await opened.enter_async_context(aiohttp.ClientSession())
            runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=10.0)
            opened.push_async_callback(runner.cleanup)
            await runner.setup()
            await web.SockSite(runner, self._socket).start()
            yield self

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=_UPLOAD)
        app.router.add_get("/", self._start)
        app.router.add_post("/games", self._open_game)
        app.router.add_post("/solo", self._play_alone)
        app.router.add_post("/again/{game}", self._play_again)
        app.router.add_post("/learn", self._learn)
        app.router.add_get("/seat/{seat}/{place}", self._view)
        app.router.add_get("/seat/{seat}/to/{channel}", self._to_channel)
        for path in _FILES:
            app.router.add_get(path, self._file)
        app.router.add_get("/fonts/{name}", self._font)
        app.router.add_route("*", "/{path:.*}", self._forward)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Serve our own pages only, to users who may see them; explain faults in words."""
        key = request.query.get(KEY, request.cookies.get(self._cookie, ""))
        if self._key is None:
            hosts = self._hosts
        elif secrets.compare_digest(key.encode(errors="replace"), self._key.encode()):
            hosts = {request.host}  # no page of another host has the cookie, whatever its name
        else:
            words = _words(request)
            refused = words._("Open the whole address that the local table printed at its start.")
            return web.Response(text=refused, status=HTTPStatus.FORBIDDEN, headers=_HEADERS)
        own = {None, *(f"{scheme}://{host}" for host in hosts for scheme in ("http", "https"))}
        if request.host not in hosts or request.headers.get("Origin") not in own:
            return web.Response(status=HTTPStatus.FORBIDDEN)
        try:
            answer = await handler(request)
        except web.HTTPException:
            raise
        except Exception:
            log.exception("a fault while answering %s", request.path)
            words = _words(request)
            sorry = words._("Something went wrong. The bot's window says what.")
            return _page(page.message_page(words, sorry), HTTPStatus.INTERNAL_SERVER_ERROR)
        if self._key is not None and KEY in request.query:
            answer.set_cookie(
                self._cookie, self._key, max_age=_COOKIE_LIFETIME, httponly=True, samesite="Strict"
            )
        return answer

    # --- our own pages -------------------------------------------------------------------------

    async def _start(self, request: web.Request) -> web.StreamResponse:
        solo = await self._world.proposed_solo()
        return await self._start_page(_words(request), HTTPStatus.OK, solo=solo)

    async def _open_game(self, request: web.Request) -> web.StreamResponse:
        words = _words(request)
        try:
            opening, fault = read_game_form(words, await request.post())
        except (LookupError, ValueError):  # an encoding that there is not, or parts without end
            return await self._start_page(words, fault=words._("I can't read that form."))
        fault = fault or await self._world.open_game(opening)
        if fault is None:
            raise web.HTTPSeeOther(self._address_of_new_game((await self._world.games())[0]))
        return await self._start_page(words, fault=fault, opening=opening)

    async def _play_alone(self, request: web.Request) -> web.StreamResponse:
        words = _words(request)
        try:
            solo, fault = read_solo(words, await request.post())
        except (LookupError, ValueError):
            return await self._start_page(words, solo_fault=words._("I can't read that form."))
        fault = fault or await self._world.play_alone(solo)
        if fault is None:
            raise web.HTTPSeeOther(self._world.seats[0].address(page.DIRECT))
        return await self._start_page(words, solo=solo, solo_fault=fault)

    async def _play_again(self, request: web.Request) -> web.StreamResponse:
        words, number = _words(request), request.match_info["game"]
        ended = (table for table in await self._world.games() if str(table.id) == number)
        if (table := next(ended, None)) is None:
            return _not_found(words)
        following = await self._world.play_again(table)
        if isinstance(following, str):
            return _page(page.message_page(words, following), HTTPStatus.UNPROCESSABLE_ENTITY)
        if following.in_directs:
            raise web.HTTPSeeOther(self._world.seats[0].address(page.DIRECT))
        raise web.HTTPSeeOther(self._address_of_new_game(following))

    async def _start_page(
        self,
        words: Words,
        status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
        *,
        opening: GameForm | None = None,
        **filled: Unpack[page.Filled],
    ) -> web.Response:
        """Serve the start page, with its usual form for a new game, unless *opening* is given."""
        games = await self._world.games()
        opening = opening or GameForm(words._("Game {number}", number=len(games) + 1))
        return _page(page.start_page(words, self._world.seats, games, opening, **filled), status)

    async def _learn(self, _request: web.Request) -> web.StreamResponse:
        await self._world.learn()
        raise web.HTTPSeeOther(self._world.seats[0].address(page.DIRECT))

    def _address_of_new_game(self, table: Table) -> str:
        """The address at which a new game is shown: its board, if it has started."""
        decider = table.decider
        if decider is None or table.home is None:
            return "/#games"
        decides = (chair for chair in self._world.seats if chair.user_id == decider.user_id)
        chair = next(decides, self._world.seats[0])  # of a computer there is none
        return chair.address(f"{page.GAME}{table.id}")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        text = files("bot.local").joinpath("static", request.path[1:]).read_text("utf-8")
        return web.Response(text=text, content_type=_FILES[request.path], headers=_HEADERS)

    # --- views ---------------------------------------------------------------------------------

    async def _view(self, request: web.Request) -> web.StreamResponse:
        words = _words(request)
        seat = self._world.seat(request.match_info["seat"])
        place = request.match_info["place"]
        games = await self._games()
        channel = dict(self._places(seat, games)).get(place)
        if seat is None or channel is None:
            return _not_found(words)
        view = await self._views.open(seat, channel)
        async with self._client.get(f"{view.origin}/") as answer:
            index = await answer.text()
            headers = _returned_headers(answer)
        bar = page.bar(words, self._world.seats, seat, place, games)
        shown = page.with_bar(words, index, seat, view.capability, bar)
        headers.pop("Content-Type", None)
        return web.Response(text=shown, content_type="text/html", headers=headers)

    async def _games(self) -> list[Table]:
        """The games that have a thread, newest first."""
        games = await self._world.games()
        return [table for table in games if table.home is not None and not table.in_directs]

    def _places(
        self, seat: LocalSeat | None, games: Sequence[Table]
    ) -> Iterator[tuple[str, simcord.ChannelHandle]]:
        """The places that a seat can view, by their names in addresses."""
        if seat is None:
            return
        yield page.CHANNEL, self._world.channel
        yield page.DIRECT, seat.user.dm_channel
        for table in games:
            thread = None if table.home is None else self._world.thread(table.home.channel_id)
            if thread is not None:
                yield f"{page.GAME}{table.id}", thread

    async def _to_channel(self, request: web.Request) -> web.StreamResponse:
        """Follow a link to a channel, which on Discord would have the number of that channel."""
        name, number = request.match_info["seat"], request.match_info["channel"]
        places = self._places(self._world.seat(name), await self._games())
        found = (place for place, channel in places if str(channel.id) == number)
        raise web.HTTPSeeOther(f"/seat/{name}/{next(found, page.CHANNEL)}")

    async def _font(self, request: web.Request) -> web.StreamResponse:
        """Serve one of simcord's fonts straight from its file: a page wants 30 MB of them."""
        file = _FONTS / request.match_info["name"]  # which may hold slashes, as %2F
        if file.parent != _FONTS or not file.is_file():
            return await self._forward(request)
        return web.FileResponse(file, headers=_HEADERS | _CACHED)

    async def _forward(self, request: web.Request) -> web.StreamResponse:
        """Pass a request of simcord's own page on to it."""
        if not request.path.startswith("/api/"):
            some = self._views.any()
            file = None if some is None else await self._answer(request, some)
            if file is None or file.status == HTTPStatus.NOT_FOUND:
                return _not_found(_words(request))
            return file
        view = self._views.find(request.headers.get("X-Simcord-Capability", ""))
        if view is None:  # of an earlier start: the page loads itself again
            return web.json_response({}, status=HTTPStatus.UNAUTHORIZED, headers=_HEADERS)
        if request.path != "/api/action":
            return await self._answer(request, view)
        async with self._world.acting(view.shows):
            # count times from now on, as of which simcord shows only what others have changed
            view.preview.capture_time = view.preview.env.now()
            return await self._answer(request, view)

    async def _answer(self, request: web.Request, view: View) -> web.StreamResponse:
        headers = {name: request.headers[name] for name in _FORWARDED if name in request.headers}
        async with self._client.request(
            request.method,
            view.origin + request.raw_path,
            headers=headers,
            data=await request.read() or None,
        ) as answer:
            body = await answer.read()
            return web.Response(body=body, status=answer.status, headers=_returned_headers(answer))


def _returned_headers(answer: aiohttp.ClientResponse) -> dict[str, str]:
    return {
        name: value for name, value in answer.headers.items() if name.title() not in _NOT_RETURNED
    }


def _words(request: web.Request) -> Words:
    """The words in the viewer's language, or in English without a translation."""
    wished = request.headers.get("Accept-Language", "").split(",")
    return Words.of(*(one.split(";")[0].strip() for one in wished))


def _page(html: str, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.Response(text=html, status=status, content_type="text/html", headers=_HEADERS)


def _not_found(words: Words) -> web.Response:
    message = words._("There's nothing here. A game has a page once it starts.")
    return _page(page.message_page(words, message), HTTPStatus.NOT_FOUND)
