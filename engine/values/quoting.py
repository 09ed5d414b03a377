"""What could not be read, as messages repeat it."""

_MOST = 40
"""No message repeats more characters."""


def quoted(text: str) -> str:
    """*text* in quotes, escaped, and cut if it is long."""
    return repr(text if len(text) <= _MOST else f"{text[: _MOST - 1]}…")
