"""The key to a local table that other machines can reach."""

import re
import secrets
from base64 import b32encode
from pathlib import Path


def load_key(file: Path | None) -> str:
    """The key that is kept in *file*, which is made if need be; without a file, a new key.

    It stays the same, so that bookmarks go on working. Raises OSError, and ValueError if something
    else is in the file.
    """
    if file is None:
        return _new_key()
    try:
        key = file.read_bytes().decode("ascii").strip()
    except FileNotFoundError:
        key = _new_key()
        file.touch(0o600, exist_ok=False)
        file.write_text(f"{key}\n", "ascii")
    if not re.fullmatch("[a-z2-7]{16}", key):
        raise ValueError
    return key


def _new_key() -> str:
    """80 random bits, in letters that are easy to type."""
    return b32encode(secrets.token_bytes(10)).decode("ascii").lower()
