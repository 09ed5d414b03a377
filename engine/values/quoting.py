"""Quoting unreadable text in messages."""

_MOST = 40
"""The maximum number of characters of a text that a message repeats."""


def quoted(text: str) -> str:
    """Return *text* escaped, in quotes, and cut if it is long."""
    return repr(text if len(text) <= _MOST else f"{text[: _MOST - 1]}…")
