"""The secret of a table: it seeds chance in what computers think, and is never shown.

The numbers of a game and its states are public. With a seed made of these alone, anybody who runs
this program could find out with which hands a computer would decide as it did.
"""

from hashlib import blake2b


def seed(secret: str, *numbers: int) -> int:
    """The seed made of a table's secret and *numbers*, the same in every process."""
    written = " ".join(map(str, numbers))
    return int.from_bytes(blake2b(written.encode(), key=secret.encode(), digest_size=8).digest())
