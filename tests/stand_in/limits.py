"""Discord's rate limits, and its answers above them."""

import math
from dataclasses import dataclass

from tests.stand_in.world import WireError

GLOBAL = 50, 1.0
"""Calls allowed in so many seconds; interactions and their answers are exempt."""
BUCKETS = {
    "POST /channels/{channel}/messages": (5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": (5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": (5, 5.0),
}
"""The same for calls of a kind, in each channel."""
OLD_EDITS = 3, 6.0
"""The same for edits of messages that are older than an hour, in each channel."""
OLD = 3600.0
_EXEMPT = ("/interactions/", "/webhooks/")


def too_many(
    retry_after,
    *,
    is_global=False,
    via=True,
    in_body=True,
    code=0,
    message="You are being rate limited.",
):
    """Refuse a call with 429, to be repeated after so many seconds.

    Without *via* it was not Discord itself that refused, and discord.py raises at once. The
    seconds stand in a header, whole ones, and unless it is a page *in the body*, exactly.
    """
    headers = {"Retry-After": str(math.ceil(retry_after))}
    if is_global:
        headers["X-RateLimit-Global"] = "true"
    if not via:
        headers["Via"] = ""
    body = {
        "message": message,
        "retry_after": round(retry_after, 3),
        "global": is_global,
        "code": code,
    }
    return WireError(429, code, message, headers, body if in_body else "error code: 1015")


@dataclass
class _Window:
    """A number of calls allowed in a number of seconds from the first one."""

    most: int
    seconds: float
    began: float = -math.inf
    used: int = 0

    def take(self, now):
        """Do it once more, if it may be done. The seconds to wait if not, else 0."""
        if now >= self.began + self.seconds:
            self.began, self.used = now, 0
        if self.used == self.most:
            return self.began + self.seconds - now
        self.used += 1
        return 0.0

    def headers(self, now, bucket):
        return {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(self.most - self.used),
            "X-RateLimit-Reset-After": f"{max(0.0, self.began + self.seconds - now):.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class Limits:
    """Counts what is done. Its seconds pass *pace* times as fast, so that tests need not wait."""

    def __init__(self, clock, pace=1.0):
        self._clock = clock
        self._pace = pace
        self._global = self._window(*GLOBAL)
        self._buckets = {}
        self._old_edits = {}

    def take(self, call, channel):
        """Count a call. Return the headers that describe its limit; raise WireError above it."""
        now = self._clock()
        if not call.path.startswith(_EXEMPT) and (wait := self._global.take(now)):
            raise too_many(wait, is_global=True)
        if call.route not in BUCKETS:
            return unlimited(call.route)
        window = self._buckets.setdefault((call.route, channel), self._window(*BUCKETS[call.route]))
        wait = window.take(now)
        headers = window.headers(now, call.route)
        if wait:
            error = too_many(wait)
            error.headers = headers | error.headers
            raise error
        return headers

    def take_old_edit(self, channel):
        """Count an edit of an old message. Raises WireError above the limit."""
        window = self._old_edits.setdefault(channel, self._window(*OLD_EDITS))
        if wait := window.take(self._clock()):
            message = "Maximum number of edits to messages older than 1 hour reached."
            raise too_many(wait, code=30046, message=message)

    def _window(self, most, seconds):
        return _Window(most, seconds / self._pace)


def unlimited(route):
    """The headers of a route without a limit.

    Without any headers discord.py makes one call of a kind after the other.
    """
    return _Window(1000, 1.0, used=1).headers(-math.inf, route) | {
        "X-RateLimit-Reset-After": "1.000"
    }
