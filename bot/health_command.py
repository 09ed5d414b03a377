"""``two-rivers health``: whether the bot that runs here is well, for containers and scripts.

It imports next to nothing: it may be asked every minute.
"""

import json
import os
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException

from dotenv import dotenv_values

from bot.listening import LOOPBACK, SocketAddress

_PATIENCE = 5.0
"""Seconds for an answer: the bot itself waits two for its database."""
_EVERYWHERE = {"0.0.0.0": LOOPBACK, "::": "::1"}  # noqa: S104  # asked for, not bound to
"""The address at which to ask a bot that listens at all addresses of the machine."""
_NO_ADDRESS = (
    "STATUS_AT is not set: without it the bot tells nothing of its health. Set it to a port, such "
    "as 8080, and restart the bot."
)


class CannotAsk(Exception):
    """STATUS_AT is missing or wrong; ``str`` says which, and what to do."""


def health(say: Callable[[str], None]) -> int:
    """Ask at STATUS_AT, from the environment or ``.env``, and *say* what is wrong.

    The exit status: 0 if the bot is well, 1 if not or if it does not answer. Raises CannotAsk.
    """
    given = os.environ.get("STATUS_AT", "").strip() or dotenv_values(".env").get("STATUS_AT")
    if not given:
        raise CannotAsk(_NO_ADDRESS)
    try:
        address = SocketAddress.read(given)
    except ValueError as error:
        raise CannotAsk(f"STATUS_AT {error}.") from None
    asked = HTTPConnection(_EVERYWHERE.get(address.host, address.host), address.port, _PATIENCE)
    try:
        asked.request("GET", "/healthz")
        faults = json.loads(asked.getresponse().read())["faults"]
    except ConnectionRefusedError:
        say(f"No bot answers at {address}: it does not run here, or not with this STATUS_AT.")
        return 1
    except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
        say(f"No bot answers at {address} ({type(error).__name__}).")
        return 1
    finally:
        asked.close()
    for fault in faults or ("All is well.",):
        say(fault)
    return 1 if faults else 0
