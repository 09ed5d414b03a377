"""The secret of a table: it makes chance in what computers think, and nobody is ever shown it.

The numbers of a game and of its states are known to all. A seed of those alone would let somebody
who runs the same program find out from which hands a computer decides as it does.
"""

from hashlib import blake2b


def seed(secret: str, *numbers: int) -> int:
    """The seed that follows from a table's secret and *numbers*: the same in every process."""
    written = " ".join(map(str, numbers))
    return int.from_bytes(blake2b(written.encode(), key=secret.encode(), digest_size=8).digest())
