"""What is sent in a call, and what is answered: JSON, forms with files, and pages."""

import json
import socket
import struct
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

from aiohttp import web

from tests.stand_in.faults import NOTHING, ConnectionLost

_AT_ONCE = struct.pack("ii", 1, 0)
"""For SO_LINGER: whatever is under way is thrown away, and the other side hears of a reset."""


def read(content_type: str, body: bytes) -> tuple[Any, dict[str, bytes]]:
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


def response(status: int, told: Any, headers: dict[str, str]) -> web.Response:
    """An answer; a text is a page. It came through Discord's own proxy, unless Via is empty."""
    headers = {name: value for name, value in ({"Via": "1.1 google"} | headers).items() if value}
    if told is None:
        return web.Response(status=status, headers=headers)
    # As bytes, so that no charset is named behind the type: discord.py would not know it.
    if isinstance(told, str):
        body, kind = told.encode(), "text/html"
    else:
        body, kind = json.dumps(told).encode(), "application/json"
    return web.Response(status=status, headers=headers, body=body, content_type=kind)


async def break_off(request: web.Request, lost: ConnectionLost) -> web.StreamResponse:
    """Let the connection break as it does, with half of an answer if there is one."""
    assert request.transport is not None
    answer: web.StreamResponse = web.Response()
    if lost.told not in (NOTHING, None):
        whole = response(lost.status, lost.told, {})
        assert isinstance(whole.body, bytes)
        answer = web.StreamResponse(status=lost.status, headers=whole.headers)
        answer.content_length = len(whole.body)
        await answer.prepare(request)
        await answer.write(whole.body[: len(whole.body) // 2])
    if lost.reset:
        connection = request.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    request.transport.abort()
    return answer
