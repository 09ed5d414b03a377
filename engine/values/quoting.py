"""Quoting unreadable text in messages."""

_MOST = 40
"""The most characters that a message repeats."""


def quoted(text: str) -> str:
    """*text* in quotes, escaped, and cut if it is long."""
    return repr(text if len(text) <= _MOST else f"{text[: _MOST - 1]}…")
